//! The shipped weights of pairs.
//!
//! `weights.bin` has one byte per weight, in quarters of a move, the unit of all scores by pairs.
//! They are fitted by self-play. `cargo bench -p npuzzle-benches --bench train -- FILE` makes such a
//! file from a seed; `benches/README.md` compares that file with this one. A pair seen from its
//! other tile is turned by half a circle and has the same weight: the file has one half of each
//! class of pairs.

use alloc::vec::Vec;
use core::array;
use std::sync::OnceLock;

use crate::runtime::{OutOfMemory, filled};
use crate::shape::Shape;

static BYTES: &[u8; LEN] = include_bytes!("weights.bin");

/// The largest displacement between the homes of two tiles, along each axis, for which their pair
/// has a weight. Displacements of tiles are clamped to it.
pub(super) const REACH: i32 = 5;

/// The number of displacements, along an axis and in all.
pub(super) const SPAN: usize = 2 * REACH as usize + 1;
pub(super) const PLACES: usize = SPAN * SPAN;

/// The same for the offset of a tile from the blank.
pub(super) const BLANK_REACH: i32 = 3;
pub(super) const OFFSETS_FROM_BLANK: usize = (2 * BLANK_REACH as usize + 1).pow(2);

/// Along an axis, cells of the outermost lines and of the next ones are zones of their own; cells
/// farther in share one zone.
const ZONE_REACH: i32 = 2;
pub(super) const ZONES: usize = 25;

/// The largest distance from home of a tile beside the blank at which its zone matters.
const NEAR: i32 = 2;
const NEAR_PLACES: usize = 25;

/// The largest displacement by itself, along either axis.
const FAR: usize = 8;

/// The classes of offsets between homes, (0, 1) to (5, 5), and the pairs of each that are stored.
const CLASSES: usize = 20;
const HALF: usize = PLACES * (PLACES + 1) / 2;

/// The parts of the file: their starts and indices. It begins with those of single tiles,
/// `[larger displacement * (larger + 1) / 2 + smaller]`.
///
/// `[class][first displacement][second displacement]`, up to the one opposite to the first.
const HALVES: usize = (FAR + 1) * (FAR + 2) / 2;
/// `[offset from the blank][displacement]`.
const BESIDE_BLANK: usize = HALVES + CLASSES * HALF;
/// `[zone of the home][displacement]`.
const IN_ZONE: usize = BESIDE_BLANK + OFFSETS_FROM_BLANK * PLACES;
/// `[zone of the blank][offset from the blank][displacement]`, for tiles near home.
const BESIDE_BLANK_IN_ZONE: usize = IN_ZONE + ZONES * PLACES;
const LEN: usize = BESIDE_BLANK_IN_ZONE + ZONES * OFFSETS_FROM_BLANK * NEAR_PLACES;

const fn weight(entry: usize) -> i16 {
    BYTES[entry] as i8 as i16
}

/// Returns `[first displacement][second displacement][offset]`: the weights of all pairs.
pub(super) fn pairs() -> Result<&'static [i8], OutOfMemory> {
    static UNPACKED: OnceLock<Vec<i8>> = OnceLock::new();
    if let Some(pairs) = UNPACKED.get() {
        return Ok(pairs);
    }
    let mut pairs = filled(0, PLACES * PLACES * PLACES)?;
    for offset in (0..PLACES).filter(|&offset| offset != PLACES / 2) {
        let seen = offset_of(offset, [REACH; 2]);
        let [rows, columns] = seen.map(i32::abs);
        let [less, more] = [rows.min(columns), rows.max(columns)];
        let symmetry = (0..8).find(|&it| turned(it, [less, more]) == seen);
        let symmetry = symmetry.unwrap_or_default();
        let place = |place| number_of(turned(symmetry, offset_of(place, [REACH; 2])), [REACH; 2]);
        let places: [usize; PLACES] = array::from_fn(place);
        let class = (more * (more + 1) / 2 + less - 1) as usize;
        let mut half = BYTES[HALVES + class * HALF..].iter();
        for first in 0..PLACES {
            for (second, &weight) in (0..PLACES - first).zip(&mut half) {
                // Seen from its other tile, a pair is turned by half a circle.
                let other = (PLACES - 1 - second, PLACES - 1 - first);
                for (first, second) in [(first, second), other] {
                    let pair = places[first] * PLACES + places[second];
                    pairs[pair * PLACES + offset] = weight as i8;
                }
            }
        }
    }
    Ok(UNPACKED.get_or_init(|| pairs))
}

/// An offset on the board: rows down and columns right.
pub(super) type Offset = [i32; 2];

pub(super) fn offset_between(shape: Shape, from: usize, to: usize) -> Offset {
    let (from, to) = (shape.coordinates(from), shape.coordinates(to));
    [0, 1].map(|axis| to[axis] as i32 - from[axis] as i32)
}

/// Returns the number of an offset, clamped to `reach` along each axis.
pub(super) fn number_of(offset: Offset, reach: Offset) -> usize {
    let down = offset[0].clamp(-reach[0], reach[0]) + reach[0];
    let right = offset[1].clamp(-reach[1], reach[1]) + reach[1];
    (down * (2 * reach[1] + 1) + right) as usize
}

pub(super) const fn offset_of(number: usize, reach: Offset) -> Offset {
    let span = 2 * reach[1] + 1;
    let number = number as i32;
    [number / span - reach[0], number % span - reach[1]]
}

/// Returns the zone of a cell: along each axis 2 for the last line and 1 for the one before it, -2
/// and -1 for the first ones, and 0 for those between.
pub(super) fn zone_of(shape: Shape, cell: usize) -> usize {
    let (at, sides) = (shape.coordinates(cell), shape.sides());
    let along = |axis: usize| {
        let (before, behind) = (at[axis] as i32, (sides[axis] - 1 - at[axis]) as i32);
        (ZONE_REACH - before.min(behind).min(ZONE_REACH)) * (before - behind).signum()
    };
    number_of([along(0), along(1)], [ZONE_REACH; 2])
}

/// Returns the weight of a tile at a displacement from its home, which is in a zone.
pub(super) fn of_tile(zone: usize, displacement: Offset) -> i16 {
    let [a, b] = displacement.map(|along| along.unsigned_abs() as usize);
    let (less, more) = (a.min(b), a.max(b));
    let single = (more * (more + 1) / 2 + less).min(HALVES - 1);
    weight(single) + weight(IN_ZONE + zone * PLACES + number_of(displacement, [REACH; 2]))
}

/// Returns the weight of a tile at the offset `seen` from the blank, which is in a zone, and
/// `displacement` from home.
pub(super) fn of_blank(zone: usize, seen: Offset, displacement: Offset) -> i16 {
    let seen = number_of(seen, [BLANK_REACH; 2]);
    let anywhere = BESIDE_BLANK + seen * PLACES + number_of(displacement, [REACH; 2]);
    let mut sum = weight(anywhere);
    if displacement.iter().all(|along| along.abs() <= NEAR) {
        let near = number_of(displacement, [NEAR; 2]);
        let row = (zone * OFFSETS_FROM_BLANK + seen) * NEAR_PLACES;
        sum += weight(BESIDE_BLANK_IN_ZONE + row + near);
    }
    sum
}

/// Returns an offset after one of the eight symmetries of a square.
fn turned(symmetry: usize, mut offset: Offset) -> Offset {
    if symmetry & 1 != 0 {
        offset.swap(0, 1);
    }
    let sign = |bit: usize| if symmetry & bit == 0 { 1 } else { -1 };
    [sign(2) * offset[0], sign(4) * offset[1]]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_pair(offset: Offset, first: Offset, second: Offset) -> i8 {
        let [first, second, offset] =
            [first, second, offset].map(|offset| number_of(offset, [REACH; 2]));
        pairs().expect("little memory")[(first * PLACES + second) * PLACES + offset]
    }

    /// Also checks the offsets of the parts.
    #[test]
    fn weights_are_symmetric() {
        let turns: [fn(Offset) -> Offset; 2] = [|[a, b]| [b, a], |[a, b]| [-a, b]];
        let some = [[0, 0], [0, 1], [-1, 0], [2, -3], [4, 4], [-5, 1]];
        for offset in [[0, 1], [-1, 2], [3, 3], [-2, 0], [5, -4]] {
            for (first, second) in some.into_iter().flat_map(|a| some.map(|b| (a, b))) {
                let this = of_pair(offset, first, second);
                assert_eq!(this, of_pair(offset.map(|along| -along), second, first));
                for turn in turns {
                    assert_eq!(this, of_pair(turn(offset), turn(first), turn(second)));
                }
            }
        }
        let zone = |offset| number_of(offset, [ZONE_REACH; 2]);
        for at in [[-2, -2], [-1, 0], [0, 0], [2, 1]] {
            for displacement in [[0, 1], [2, -1], [-2, 2], [3, 0]] {
                for turn in turns {
                    let (there, turned) = (zone(turn(at)), turn(displacement));
                    assert_eq!(of_tile(zone(at), displacement), of_tile(there, turned));
                    let seen = [1, -3];
                    let beside = of_blank(zone(at), seen, displacement);
                    assert_eq!(beside, of_blank(there, turn(seen), turned));
                }
            }
        }
    }

    #[test]
    fn one_step_changes_a_pair_by_less_than_an_i8_holds() {
        let all = pairs().expect("little memory");
        for (first, axis) in (0..PLACES).flat_map(|first| [(first, 0), (first, 1)]) {
            let mut after = offset_of(first, [REACH; 2]);
            after[axis] += 1;
            let [before, after] = [first, number_of(after, [REACH; 2])]
                .map(|first| &all[first * PLACES * PLACES..][..PLACES * PLACES]);
            let mut pairs = after.iter().zip(before);
            assert!(pairs.all(|(after, before)| after.checked_sub(*before).is_some()));
        }
    }

    #[test]
    fn far_tiles_and_tiles_in_each_others_way_cost_more() {
        let middle = ZONES / 2;
        assert!(of_tile(middle, [0, 3]) > of_tile(middle, [0, 0]));
        assert_eq!(of_tile(middle, [0, 9]), of_tile(middle, [8, 8]));
        assert!(of_pair([0, 1], [0, 1], [0, -1]) > of_pair([0, 1], [0, 1], [0, 1]));
    }

    #[test]
    fn zones_are_lines_near_the_walls() {
        let zone = |offset| number_of(offset, [ZONE_REACH; 2]);
        let shape = Shape::rectangle(7, 7).unwrap();
        for (cell, expected) in [(0, [-2, -2]), (8, [-1, -1]), (24, [0, 0]), (47, [2, 1])] {
            assert_eq!(zone_of(shape, cell), zone(expected));
        }
        // The middle one of 3 lines is equally near to both walls.
        let small = Shape::rectangle(3, 4).unwrap();
        for (cell, expected) in [(4, [0, -2]), (5, [0, -1]), (6, [0, 1]), (7, [0, 2])] {
            assert_eq!(zone_of(small, cell), zone(expected));
        }
    }
}
