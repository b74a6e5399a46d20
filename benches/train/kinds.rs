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
pub(crate) const SINGLES: usize = 45;

/// Returns the offsets whose parts are in order, up to a reach.
pub(crate) fn halves(reach: i32) -> impl Iterator<Item = Offset> {
    (0..=reach).flat_map(|more| (0..=more).map(move |less| [less, more]))
}

/// Returns all offsets within a reach, in order.
fn all(reach: i32) -> Vec<Offset> {
    let rows = (-reach..=reach).map(|down| (-reach..=reach).map(move |right| [down, right]));
    rows.flatten().collect()
}

/// The numbers of kinds.
#[derive(Default)]
pub(crate) struct Kinds(HashMap<(Part, [Offset; 3]), u32>);

impl Kinds {
    /// Returns the kinds of the entries of the file.
    pub(crate) fn in_file(&mut self) -> Vec<u32> {
        let singles = halves(8).map(|it| (SINGLE, [it, NONE, NONE]));
        let mut file: Vec<_> = singles.filter_map(|it| self.number(it)).collect();
        for offset in halves(5).skip(1) {
            for (nth, first) in all(5).into_iter().enumerate() {
                // The other half is the same seen from the other tile.
                let seconds = all(5).into_iter().take(121 - nth);
                file.extend(seconds.filter_map(|it| self.number((PAIR, [first, it, offset]))));
            }
        }
        for part in [BESIDE_BLANK, IN_ZONE, BESIDE_BLANK_IN_ZONE] {
            for a in all(part[0]) {
                for b in all(part[1]) {
                    let last = all(part[2]).into_iter();
                    file.extend(last.filter_map(|c| self.number((part, [a, b, c]))));
                }
            }
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
        let key = (part, forms.min()?);
        let next = self.0.len() as u32;
        Some(*self.0.entry(key).or_insert(next))
    }

    /// Returns the kinds of two tiles on their cells: of a tile by itself if they are the same, or
    /// of one beside the blank.
    fn of_pair(&mut self, shape: Shape, mut pair: [Entry; 2]) -> [Option<u32>; 2] {
        // The blank has the last home.
        pair.sort_unstable();
        let [(tile, cell), (other, at)] = pair;
        let displacement = offset_between(shape, tile, cell);
        let (kind, in_zone) = if pair[0] == pair[1] {
            let in_zone = (IN_ZONE, [zone_of(shape, tile), displacement, NONE]);
            ((SINGLE, [displacement, NONE, NONE]), Some(in_zone))
        } else if other == shape.cells() - 1 {
            let seen = offset_between(shape, at, cell);
            let zone = zone_of(shape, at);
            let in_zone = (BESIDE_BLANK_IN_ZONE, [zone, seen, displacement]);
            ((BESIDE_BLANK, [seen, displacement, NONE]), Some(in_zone))
        } else {
            let second = offset_between(shape, other, at);
            let offset = offset_between(shape, tile, other);
            ((PAIR, [displacement, second, offset]), None)
        };
        [self.number(kind), in_zone.and_then(|it| self.number(it))]
    }
}

fn turned(offset: Offset, symmetry: usize) -> Offset {
    let sign = |axis: usize| 1 - 2 * (symmetry >> axis & 1) as i32;
    let turned = [offset[0] * sign(0), offset[1] * sign(1)];
    [turned[symmetry / 4], turned[1 - symmetry / 4]]
}

fn offset_between(shape: Shape, from: usize, to: usize) -> Offset {
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

/// The kinds on boards of a shape. A board is a list of entries `tile * cells + cell`, one for each
/// cell; a tile is named by its home, the blank by the last cell.
pub(crate) struct Layout {
    pub(crate) shape: Shape,
    /// `[entry][entry]`: those of tiles by themselves, beside the
    /// blank and of pairs.
    pub(crate) kinds: Vec<[Option<u32>; 2]>,
    /// `[entry]`: the fixed weight of the square of the displacement, in quarters of a
    /// move, as in `src/pairs.rs`.
    pub(crate) squares: Vec<i16>,
}

impl Layout {
    pub(crate) fn new(shape: Shape, kinds: &mut Kinds) -> Self {
        let (cells, square) = (shape.cells(), if shape.cells() <= 36 { 2 } else { 3 });
        let entries = || (0..cells * cells).map(|entry| (entry / cells, entry % cells));
        let pairs = entries().flat_map(|first| entries().map(move |second| [first, second]));
        let kinds = pairs.map(|pair| kinds.of_pair(shape, pair)).collect();
        let squares = entries().map(|(tile, cell)| {
            let squares = offset_between(shape, tile, cell).map(|along| along * along);
            (square * squares.iter().sum::<i32>()) as i16
        });
        let squares = squares.collect();
        Self {
            shape,
            kinds,
            squares,
        }
    }
}
