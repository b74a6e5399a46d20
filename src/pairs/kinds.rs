//! The kinds of pairs; pairs of the same kind share a weight.

use alloc::vec::Vec;

use crate::runtime::alloc::{OutOfMemory, filled};
use crate::runtime::cost_model::pair_tables as cost;
#[cfg(test)]
use crate::runtime::job::Job;
use crate::runtime::job::Pace;
use crate::shape::Shape;

/// The largest displacement between the homes of two tiles, along each axis, for which their pair
/// has a weight. Displacements of tiles are clamped to it.
pub(crate) const REACH: i32 = 5;

/// The number of displacements along an axis, and in all.
const SPAN: i32 = 2 * REACH + 1;
pub(crate) const PLACES: usize = (SPAN * SPAN) as usize;

/// The same for the offset of a tile from the blank.
pub(super) const BLANK_REACH: i32 = 3;
const BLANK_SPAN: i32 = 2 * BLANK_REACH + 1;

/// Along an axis, cells of the outermost lines and of the next ones are zones of their own; cells
/// farther in share one zone.
const ZONE_REACH: i32 = 2;
pub(super) const ZONES: usize = 25;

/// The largest distance from home of a tile beside the blank at which its zone matters.
const NEAR: i32 = 2;
const NEAR_PLACES: usize = 25;

/// The kinds of single displacements: both axes up to 8, in either order.
const SINGLES: usize = 45;

/// The classes of offsets, (0, 1) to (5, 5).
const CLASSES: usize = 20;

/// The entries of the tables that map entries equal by symmetry to one kind.
const PAIRS: usize = CLASSES * PLACES * PLACES;
const SEEN: usize = (BLANK_SPAN * BLANK_SPAN) as usize;
const BLANKS: usize = SEEN * PLACES;
const SINGLES_OF_ZONES: usize = ZONES * PLACES;
const BLANKS_OF_ZONE: usize = SEEN * NEAR_PLACES;

/// A way on the board: rows down and columns right.
pub(crate) type Way = [i32; 2];

/// One of the eight symmetries of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry(u8);

impl Symmetry {
    /// The number of symmetries.
    pub(crate) const COUNT: usize = 8;

    fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Returns its number.
    pub(crate) const fn number(self) -> usize {
        self.0 as usize
    }

    const fn of(self, [rows, columns]: Way) -> Way {
        let [rows, columns] = if self.0 & 1 == 0 {
            [rows, columns]
        } else {
            [columns, rows]
        };
        [
            if self.0 & 2 == 0 { rows } else { -rows },
            if self.0 & 4 == 0 { columns } else { -columns },
        ]
    }
}

/// Returns the number of a way, clamped to `reach` along each axis.
fn place_within([rows, columns]: Way, reach: i32) -> usize {
    let along = |way: i32| (way.clamp(-reach, reach) + reach) as usize;
    along(rows) * (2 * reach + 1) as usize + along(columns)
}

/// Returns the number of a displacement, below [`PLACES`].
fn place(way: Way) -> usize {
    place_within(way, REACH)
}

/// Returns the way with this number.
const fn way_within(place: usize, reach: i32) -> Way {
    let (place, span) = (place as i32, 2 * reach + 1);
    [place / span - reach, place % span - reach]
}

/// Returns the zone of a cell: along each axis 2 for the last line and 1 for the one before it, -2
/// and -1 for the first ones, and 0 for those between.
pub(crate) fn zone_of(shape: Shape, cell: usize) -> Way {
    let place = shape.place(cell);
    let along = |at: usize, side: usize| {
        let (before, behind) = (at as i32, (side - 1 - at) as i32);
        (ZONE_REACH - before.min(behind).min(ZONE_REACH)) * (before - behind).signum()
    };
    [
        along(place.row, shape.rows()),
        along(place.column, shape.columns()),
    ]
}

/// Returns the number of a zone, below [`ZONES`].
pub(super) fn number_of_zone(zone: Way) -> usize {
    place_within(zone, ZONE_REACH)
}

/// Returns the zone with this number.
pub(super) const fn zone_with(number: usize) -> Way {
    way_within(number, ZONE_REACH)
}

/// The kinds, numbered: single displacements, pairs of tiles, tiles beside the blank; then those
/// that walls change, displacements by the zone of the home and tiles beside the blank by its zone.
#[derive(Clone, Debug)]
pub(crate) struct Kinds {
    /// `[(class * PLACES + first) * PLACES + second]`, two displacements: the kind.
    of_pair: Vec<u32>,
    /// `[place * PLACES + displacement]`, the place of the tile relative to the blank.
    of_blank: Vec<u32>,
    /// `[zone * PLACES + displacement]`, the zone of the home.
    of_zone: Vec<u32>,
    /// For each zone of the blank the entries of `of_blank` for tiles near home.
    of_blank_in_zone: Vec<u32>,
    /// `[symmetry][displacement]`: the number of the transformed displacement.
    turned: [[u8; PLACES]; Symmetry::COUNT],
    len: usize,
}

/// A pair of tiles whose kind depends only on their displacements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairClass {
    first: u32,
    turn: Symmetry,
}

impl PairClass {
    /// Returns the class of a pair of tiles, given the offset of the second home from the first;
    /// `None` if such pairs have no weight.
    pub(crate) fn of(offset: Way) -> Option<Self> {
        if offset == [0, 0] || offset.iter().any(|way| way.abs() > REACH) {
            return None;
        }
        let turn = Symmetry::all().find(|turn| {
            let [less, more] = turn.of(offset);
            0 <= less && less <= more
        })?;
        let [less, more] = turn.of(offset);
        let class = (more * (more + 1) / 2 + less - 1) as usize;
        Some(Self {
            first: (class * PLACES * PLACES) as u32,
            turn,
        })
    }

    /// Returns the symmetry that is applied to displacements before they are looked up.
    pub(crate) const fn turn(self) -> Symmetry {
        self.turn
    }

    /// Returns the index of the class's kind for two displacements after that symmetry.
    pub(crate) const fn entry(self, first: u8, second: u8) -> usize {
        self.first as usize + first as usize * PLACES + second as usize
    }
}

impl Kinds {
    /// The number of kinds.
    pub(crate) const COUNT: usize = 116_467;

    /// Numbers the kinds in one slice.
    #[cfg(test)]
    pub(crate) fn at_once() -> Result<Self, OutOfMemory> {
        Job::new(|mut pace| async move { Self::new(&mut pace).await }).finish()
    }

    /// Returns the number of kinds.
    #[cfg(test)]
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// Returns the kind of a tile this way from its home, wherever the other tiles are.
    pub(crate) fn single(way: Way) -> usize {
        let [a, b] = way.map(|way| way.unsigned_abs() as usize);
        let (less, more) = (a.min(b), a.max(b));
        (more * (more + 1) / 2 + less).min(SINGLES - 1)
    }

    /// Returns the kinds of pairs, by [`PairClass::entry`].
    pub(crate) fn pairs(&self) -> &[u32] {
        &self.of_pair
    }

    /// Returns the kind of a tile at the way `seen` from the blank and `displacement` from home.
    pub(crate) fn beside_blank(&self, seen: Way, displacement: Way) -> usize {
        let seen = place_within(seen, BLANK_REACH);
        self.of_blank[seen * PLACES + place(displacement)] as usize
    }

    /// Returns the kind of a tile this way from its home in a zone.
    pub(crate) fn in_zone(&self, zone: Way, displacement: Way) -> usize {
        self.of_zone[number_of_zone(zone) * PLACES + place(displacement)] as usize
    }

    /// Returns the kind of a tile at the way `seen` from the blank in a zone, if it is near home.
    pub(crate) fn beside_blank_in_zone(
        &self,
        zone: Way,
        seen: Way,
        displacement: Way,
    ) -> Option<usize> {
        if displacement.iter().any(|way| way.abs() > NEAR) {
            return None;
        }
        let entry = entry_in_zone(zone, seen, displacement);
        Some(self.of_blank_in_zone[entry] as usize)
    }

    /// Returns the numbers of a displacement after each symmetry.
    pub(crate) fn turned_by_all(&self, displacement: Way) -> [u8; Symmetry::COUNT] {
        let place = place(displacement);
        self.turned.map(|turned| turned[place])
    }

    /// Returns the number of a displacement after a symmetry.
    pub(crate) fn turned(&self, turn: Symmetry, displacement: Way) -> u8 {
        self.turned[turn.number()][place(displacement)]
    }
}

/// Returns the index of the kind of a tile near home, relative to the blank in a zone.
fn entry_in_zone(zone: Way, seen: Way, displacement: Way) -> usize {
    let beside = place_within(seen, BLANK_REACH) * NEAR_PLACES + place_within(displacement, NEAR);
    number_of_zone(zone) * BLANKS_OF_ZONE + beside
}

impl Kinds {
    /// Numbers the kinds.
    pub(crate) async fn new(pace: &mut Pace) -> Result<Self, OutOfMemory> {
        let mut turned = [[0; PLACES]; Symmetry::COUNT];
        for (turn, turned) in Symmetry::all().zip(&mut turned) {
            for (from, to) in turned.iter_mut().enumerate() {
                *to = place(turn.of(way_within(from, REACH))) as u8;
            }
        }
        let mut kinds = Self {
            of_pair: filled(0, PAIRS)?,
            of_blank: filled(0, BLANKS)?,
            of_zone: filled(0, SINGLES_OF_ZONES)?,
            of_blank_in_zone: filled(0, ZONES * BLANKS_OF_ZONE)?,
            turned,
            len: SINGLES,
        };
        let offsets = (1..=REACH).flat_map(|more| (0..=more).map(move |less| [less, more]));
        for (class, offset) in offsets.enumerate() {
            kinds.number_pairs(class, offset);
            pace.spend(cost::STEP).await;
        }
        number_beside_blank(&mut kinds.of_blank, &kinds.turned, &mut kinds.len);
        number_of_zones(&mut kinds.of_zone, &kinds.turned, &mut kinds.len);
        for zone in 0..ZONES {
            kinds.number_beside_blank_in(zone);
            pace.spend(cost::STEP).await;
        }
        Ok(kinds)
    }

    /// Numbers the kinds of the pairs with this offset.
    fn number_pairs(&mut self, class: usize, offset: Way) {
        let (turned, len) = (&self.turned, &mut self.len);
        let kinds = &mut self.of_pair[class * PLACES * PLACES..][..PLACES * PLACES];
        // Symmetries that keep the offset, or exchange the two tiles.
        let turns = |offset_after: Way| {
            let turns = Symmetry::all().filter(move |turn| turn.of(offset) == offset_after);
            turns.map(|turn| &turned[turn.number()])
        };
        let same: Vec<_> = turns(offset).collect();
        let other: Vec<_> = turns(offset.map(|way| -way)).collect();
        let entry_of = |first: u8, second: u8| usize::from(first) * PLACES + usize::from(second);
        for a in 0..PLACES {
            for b in 0..PLACES {
                let entry = a * PLACES + b;
                let same = same.iter().map(|it| entry_of(it[a], it[b]));
                let other = other.iter().map(|it| entry_of(it[b], it[a]));
                let least = other.fold(same.fold(entry, usize::min), usize::min);
                kinds[entry] = number(kinds, entry, least, len);
            }
        }
    }

    /// Numbers the kinds of the tiles near home beside a blank in this zone.
    fn number_beside_blank_in(&mut self, nth: usize) {
        let zone = zone_with(nth);
        for entry in nth * BLANKS_OF_ZONE..(nth + 1) * BLANKS_OF_ZONE {
            let seen = way_within(entry / NEAR_PLACES % SEEN, BLANK_REACH);
            let displacement = way_within(entry % NEAR_PLACES, NEAR);
            let turns = Symmetry::all();
            let entries = turns.map(|it| [zone, seen, displacement].map(|way| it.of(way)));
            let entries = entries.map(|[zone, seen, way]| entry_in_zone(zone, seen, way));
            let least = entries.fold(entry, usize::min);
            let kinds = &mut self.of_blank_in_zone;
            kinds[entry] = number(kinds, entry, least, &mut self.len);
        }
    }
}
/// Numbers the kinds of tiles beside the blank.
fn number_beside_blank(
    of_blank: &mut [u32],
    turned: &[[u8; PLACES]; Symmetry::COUNT],
    len: &mut usize,
) {
    for entry in 0..BLANKS {
        let seen = way_within(entry / PLACES, BLANK_REACH);
        let least = Symmetry::all().map(|turn| {
            let seen = place_within(turn.of(seen), BLANK_REACH);
            seen * PLACES + usize::from(turned[turn.number()][entry % PLACES])
        });
        let least = least.min().unwrap_or(entry);
        of_blank[entry] = number(of_blank, entry, least, len);
    }
}

/// Numbers the kinds of displacements by zone.
fn number_of_zones(of_zone: &mut [u32], turned: &[[u8; PLACES]; Symmetry::COUNT], len: &mut usize) {
    for entry in 0..SINGLES_OF_ZONES {
        let zone = zone_with(entry / PLACES);
        let entries = Symmetry::all().map(|turn| {
            let zone = number_of_zone(turn.of(zone));
            zone * PLACES + usize::from(turned[turn.number()][entry % PLACES])
        });
        let least = entries.fold(entry, usize::min);
        of_zone[entry] = number(of_zone, entry, least, len);
    }
}

/// Returns the kind of an entry, given the least entry that is equal to it by symmetry.
fn number(kinds: &[u32], entry: usize, least: usize, len: &mut usize) -> u32 {
    if least < entry {
        kinds[least]
    } else {
        *len += 1;
        *len as u32 - 1
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::{Kinds, PairClass, Way, zone_of};
    use crate::shape::Shape;

    fn kind(kinds: &Kinds, offset: Way, first: Way, second: Way) -> Option<u32> {
        let class = PairClass::of(offset)?;
        let [first, second] = [first, second].map(|way| kinds.turned(class.turn(), way));
        Some(kinds.pairs()[class.entry(first, second)])
    }

    #[test]
    fn symmetries_and_the_order_of_the_tiles_change_no_kind() {
        let kinds = Kinds::at_once().unwrap();
        let some = [[0, 0], [0, 1], [-1, 0], [2, -3], [4, 4], [-5, 1]];
        for offset in [[0, 1], [-1, 2], [3, 3], [-2, 0], [5, -4]] {
            for first in some {
                for second in some {
                    let this = kind(&kinds, offset, first, second);
                    let opposite = offset.map(|way| -way);
                    assert_eq!(this, kind(&kinds, opposite, second, first));
                    let turns: [fn(Way) -> Way; 2] = [|[a, b]| [b, a], |[a, b]| [-a, b]];
                    for turn in turns {
                        let turned = kind(&kinds, turn(offset), turn(first), turn(second));
                        assert_eq!(this, turned);
                    }
                }
            }
        }
    }

    #[test]
    fn other_pairs_are_of_other_kinds() {
        let kinds = Kinds::at_once().unwrap();
        let reversal = kind(&kinds, [0, 1], [0, 1], [0, -1]);
        assert!(reversal.is_some());
        assert_ne!(reversal, kind(&kinds, [0, 1], [0, 0], [0, 0]));
        assert_ne!(reversal, kind(&kinds, [0, 2], [0, 1], [0, -1]));
        assert_ne!(reversal, kind(&kinds, [0, 1], [1, 1], [0, -1]));
        assert_eq!(kind(&kinds, [0, 6], [0, 1], [0, -1]), None);
        assert_eq!(kind(&kinds, [0, 0], [0, 1], [0, 1]), None);
    }

    #[test]
    fn zones_are_turned_with_what_is_in_them() {
        let kinds = Kinds::at_once().unwrap();
        let shape = Shape::rectangle(7, 7).unwrap();
        let turns: [fn(Way) -> Way; 2] = [|[a, b]| [b, a], |[a, b]| [-a, b]];
        for (cell, zone) in [(0, [-2, -2]), (8, [-1, -1]), (24, [0, 0]), (47, [2, 1])] {
            assert_eq!(zone_of(shape, cell), zone);
            for way in [[0, 1], [2, -1], [-2, 2]] {
                let kind = kinds.in_zone(zone, way);
                let beside = kinds.beside_blank_in_zone(zone, [1, -3], way);
                for turn in turns {
                    assert_eq!(kind, kinds.in_zone(turn(zone), turn(way)));
                    let turned = kinds.beside_blank_in_zone(turn(zone), turn([1, -3]), turn(way));
                    assert_eq!(beside, turned);
                }
            }
        }
        assert_ne!(kinds.in_zone([2, 1], [0, 1]), kinds.in_zone([2, 2], [0, 1]));
        assert_eq!(kinds.beside_blank_in_zone([2, 1], [0, 1], [3, 0]), None);
        // The middle one of 3 lines is equally near to both walls.
        let small = Shape::rectangle(3, 4).unwrap();
        let zones: Vec<_> = (4..8).map(|cell| zone_of(small, cell)).collect();
        assert_eq!(zones, [[0, -2], [0, -1], [0, 1], [0, 2]]);
    }

    #[test]
    fn every_number_is_that_of_some_kind() {
        let kinds = Kinds::at_once().unwrap();
        let mut is_met = vec![false; kinds.len()];
        for rows in 0..9 {
            for columns in 0..9 {
                is_met[Kinds::single([rows, -columns])] = true;
            }
        }
        let beside = kinds.of_blank.iter().chain(&kinds.of_blank_in_zone);
        for &kind in kinds.pairs().iter().chain(&kinds.of_zone).chain(beside) {
            is_met[kind as usize] = true;
        }
        assert!(is_met.into_iter().all(|is_met| is_met));
    }
}
