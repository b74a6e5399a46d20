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

/// The home of a tile and its cell.
type Entry = (usize, usize);

/// The number of kinds of a tile by itself; these come first, the lesser displacements before the
/// larger ones.
pub(crate) const SINGLES: u32 = 45;

/// Returns the offsets whose parts are in order, up to a reach.
pub(crate) fn halves(reach: i32) -> impl Iterator<Item = Offset> {
    (0..=reach).flat_map(|more| (0..=more).map(move |less| [less, more]))
}

/// Returns all offsets within a reach, in order.
fn all(reach: i32) -> impl Iterator<Item = Offset> {
    (-reach..=reach).flat_map(move |down| (-reach..=reach).map(move |right| [down, right]))
}

/// The numbers of kinds.
#[derive(Default)]
pub(crate) struct Kinds(HashMap<(Part, [Offset; 3]), u32>);

impl Kinds {
    /// Returns the kinds of the entries of the file.
    pub(crate) fn in_file(&mut self) -> Vec<u32> {
        let mut file = Vec::new();
        let mut enter = |part, offsets| file.extend(self.number((part, offsets)));
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
        file
    }

    /// Returns the number of a kind; none if the last offset is beyond the reach, while others are
    /// clamped. What the eight symmetries of a square make of some offsets is the same kind.
    fn number(&mut self, (part, mut offsets): (Part, [Offset; 3])) -> Option<u32> {
        if offsets[2].iter().any(|along| along.abs() > part[2]) {
            return None;
        }
        for (offset, reach) in offsets.iter_mut().zip(part) {
            *offset = offset.map(|along| along.clamp(-reach, reach));
        }
        let forms = (0..8).flat_map(|symmetry| {
            let form @ [first, second, [down, right]] = offsets.map(|it| turned(it, symmetry));
            // A pair is the same seen from its other tile.
            let other = [second, first, [-down, -right]];
            [form, if part == PAIR { other } else { form }]
        });
        let next = self.0.len() as u32;
        Some(*self.0.entry((part, forms.min()?)).or_insert(next))
    }

    /// Returns the kinds of two tiles on their cells: of a tile by itself if they are the same, or
    /// of one beside the blank.
    pub(crate) fn of_pair(&mut self, shape: Shape, mut pair: [Entry; 2]) -> [Option<u32>; 2] {
        // The blank has the last home.
        pair.sort_unstable();
        let [(tile, cell), (other, at)] = pair;
        let between = |from, to| offset_between(shape, from, to);
        let (first, second) = (between(tile, cell), between(other, at));
        if pair[0] != pair[1] && other != shape.cells() - 1 {
            return [
                self.number((PAIR, [first, second, between(tile, other)])),
                None,
            ];
        }
        let kinds = if pair[0] == pair[1] {
            let in_zone = [zone_of(shape, tile), first, NONE];
            [(SINGLE, [first, NONE, NONE]), (IN_ZONE, in_zone)]
        } else {
            let seen = between(at, cell);
            let in_zone = [zone_of(shape, at), seen, first];
            [
                (BESIDE_BLANK, [seen, first, NONE]),
                (BESIDE_BLANK_IN_ZONE, in_zone),
            ]
        };
        kinds.map(|it| self.number(it))
    }
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
