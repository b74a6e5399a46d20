//! The kinds of pairs, each with a weight: their order in `weights.bin`, and those on boards.
//!
//! `src/pairs/weights.rs` has the format. Entries that are equal by symmetry are of one kind.

use std::collections::HashMap;

use npuzzle::Shape;

/// The parts of the file: the reach of the offsets that index a part, along each axis.
type Part = [i32; 3];
const SINGLE: Part = [8, 0, 0];
const PAIR: Part = [5, 5, 5];
const BESIDE_BLANK: Part = [3, 5, 0];
const IN_ZONE: Part = [2, 5, 0];
const BESIDE_BLANK_IN_ZONE: Part = [2, 3, 2];

/// An offset on the board: rows down and columns right.
type Offset = [i32; 2];
const NONE: Offset = [0, 0];

/// The home of a tile and its cell. The home of the blank is the last cell.
type Entry = (usize, usize);

/// Returns the offsets whose parts are in order, up to a reach.
pub(crate) fn halves(reach: i32) -> impl Iterator<Item = Offset> {
    (0..=reach).flat_map(|more| (0..=more).map(move |less| [less, more]))
}

/// Returns all offsets within a reach, in order.
fn all(reach: i32) -> impl Iterator<Item = Offset> {
    (-reach..=reach).flat_map(move |down| (-reach..=reach).map(move |right| [down, right]))
}

/// A kind, in one of the forms that are equal by symmetry.
type Kind = (Part, [Offset; 3]);

/// The kinds. The number of a kind is that of its first entry in the file.
#[derive(Default)]
pub(crate) struct Kinds {
    /// `[entry of the file]`
    pub(crate) file: Vec<u32>,
    numbers: HashMap<Kind, u32>,
}

impl Kinds {
    pub(crate) fn new() -> Self {
        let mut kinds = Self::default();
        let mut enter = |part, offsets| {
            let next = kinds.file.len() as u32;
            let number = kinds.numbers.entry(canonical((part, offsets)));
            kinds.file.push(*number.or_insert(next));
        };
        halves(8).for_each(|it| enter(SINGLE, [it, NONE, NONE]));
        for offset in halves(5).skip(1) {
            for (nth, first) in all(5).enumerate() {
                // The other half is the same seen from the other tile.
                let seconds = all(5).take(121 - nth);
                seconds.for_each(|second| enter(PAIR, [first, second, offset]));
            }
        }
        for part in [BESIDE_BLANK, IN_ZONE, BESIDE_BLANK_IN_ZONE] {
            let firsts = all(part[0]).flat_map(|a| all(part[1]).map(move |b| (a, b)));
            firsts.for_each(|(a, b)| all(part[2]).for_each(|c| enter(part, [a, b, c])));
        }
        kinds
    }

    /// Returns the kinds of two tiles on their cells: of a tile by itself if they are the same, or
    /// of one beside the blank. The blank by itself has no kind.
    pub(crate) fn of_pair(&self, shape: Shape, mut pair: [Entry; 2]) -> [Option<u32>; 2] {
        let blank = shape.cells() - 1;
        pair.sort_unstable();
        let [(home, cell), (other, at)] = pair;
        let between = |from, to| offset_between(shape, from, to);
        let (first, second) = (between(home, cell), between(other, at));
        let kinds = if home == blank {
            return [None; 2];
        } else if pair[0] == pair[1] {
            let in_zone = (IN_ZONE, [zone_of(shape, home), first, NONE]);
            [(SINGLE, [first, NONE, NONE]), in_zone]
        } else if other == blank {
            let seen = between(at, cell);
            let in_zone = (BESIDE_BLANK_IN_ZONE, [zone_of(shape, at), seen, first]);
            [(BESIDE_BLANK, [seen, first, NONE]), in_zone]
        } else {
            let homes = between(home, other);
            return [self.number((PAIR, [first, second, homes])), None];
        };
        kinds.map(|kind| self.number(kind))
    }

    /// Returns the number of a kind; `None` if its last offset is beyond the reach.
    fn number(&self, kind: Kind) -> Option<u32> {
        self.numbers.get(&canonical(kind)).copied()
    }
}

/// Clamps the first two offsets of a kind, and returns the least of its forms by the eight symmetries
/// of a square.
fn canonical((part, mut offsets): Kind) -> Kind {
    for (offset, reach) in offsets[..2].iter_mut().zip(part) {
        *offset = offset.map(|along| along.clamp(-reach, reach));
    }
    let forms = (0..8).flat_map(|symmetry| {
        let form @ [first, second, [down, right]] = offsets.map(|it| turned(it, symmetry));
        // A pair is the same seen from its other tile.
        let other = [second, first, [-down, -right]];
        [form, if part == PAIR { other } else { form }]
    });
    (part, forms.fold(offsets, Ord::min))
}

fn turned(offset: Offset, symmetry: usize) -> Offset {
    let sign = |axis: usize| 1 - 2 * (symmetry >> axis & 1) as i32;
    let turned = [offset[0] * sign(0), offset[1] * sign(1)];
    [turned[symmetry / 4], turned[1 - symmetry / 4]]
}

pub(crate) fn offset_between(shape: Shape, from: usize, to: usize) -> Offset {
    let (from, to) = (shape.place(from), shape.place(to));
    [(from.row, to.row), (from.column, to.column)].map(|(from, to)| to as i32 - from as i32)
}

/// Returns the zone of a cell: along each axis 2 for the last line and 1 for the one before it, -2
/// and -1 for the first ones, and 0 for those between.
fn zone_of(shape: Shape, cell: usize) -> Offset {
    let place = shape.place(cell);
    [(place.row, shape.rows()), (place.column, shape.columns())].map(|(at, side)| {
        let (before, behind) = (at as i32, (side - 1 - at) as i32);
        (2 - before.min(behind).min(2)) * (before - behind).signum()
    })
}
