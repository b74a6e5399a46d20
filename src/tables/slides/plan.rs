//! Which tables a shape gets.

use alloc::vec::Vec;

use super::scan_axis::ScanAxis;
use super::upright::MAX_SLIDE_CELLS;

/// The pattern of a table: the colours of the tiles of a shape, and the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SlidePattern {
    pub(super) sides: [usize; 2],
    pub(super) home: usize,
    colours: [u8; MAX_SLIDE_CELLS],
    pub(super) source: ScanAxis,
}

impl SlidePattern {
    /// Returns the pattern with colours given by the digits of a drawing, cell by cell.
    pub(crate) fn new(sides: [usize; 2], home: usize, drawing: &str, source: ScanAxis) -> Self {
        let mut colours = [0; MAX_SLIDE_CELLS];
        for (colour, digit) in colours.iter_mut().zip(drawing.bytes()) {
            *colour = digit.wrapping_sub(b'0') & 3;
        }
        // The home's counts for nothing.
        colours[home] = 0;
        Self {
            sides,
            home,
            colours,
            source,
        }
    }

    /// Returns the pattern of colours by cell.
    pub(super) fn of_colours(sides: [usize; 2], home: usize, of: &[u8], source: ScanAxis) -> Self {
        let mut colours = [0; MAX_SLIDE_CELLS];
        colours[..of.len()].copy_from_slice(of);
        Self {
            sides,
            home,
            colours,
            source,
        }
    }

    /// Returns the colours by the cell that a tile must reach.
    pub(crate) fn colours(&self) -> &[u8] {
        &self.colours[..self.sides[0] * self.sides[1]]
    }

    /// Returns the number of orders of the colours.
    pub(crate) fn orders(&self) -> u64 {
        let mut counts = [0_u64; 4];
        let mut orders = 1;
        for (cell, &colour) in self.colours().iter().enumerate() {
            if cell != self.home {
                counts[usize::from(colour)] += 1;
                // The orders of n things, times n + 1, divided by the count of the new one's kind.
                orders = orders * counts.iter().sum::<u64>() / counts[usize::from(colour)];
            }
        }
        orders
    }

    pub(crate) fn vertices(&self) -> u64 {
        (self.sides[0] + self.sides[1]) as u64 * self.orders()
    }

    /// Returns the memory of the table, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        (self.sides[0] + self.sides[1]) as u64 * 8 * self.orders().div_ceil(64)
    }
}

/// The rows and columns of boards, and their home if it is not any.
type Boards = ([usize; 2], Option<usize>);

/// Colours of a shape, from the best set to the smallest, for one home or for all others. A set is
/// what is built together: `+` begins a table with one source, `*` one with both.
///
/// Chosen by the slides that are generated for random boards, as the tests of the search print: by
/// hand for 4 x 4, by hill climbing (exchange two cells, or give one another colour) for the
/// others.
const SETS: [(Boards, &[&str]); 9] = [
    // Of this home no mirror image serves as a second view. Tables of three colours, which are
    // small, see the rows and columns that the others don't.
    (
        ([4, 4], Some(11)),
        &[
            "+0000111122223333 +0011221122332333 +0123012301230123 +0022012211332333",
            "+0011221122332333 +0000111122223322 +0122012201220123 +0112011201120112",
            "+0011221122332333 +0000111122222222 +0000000011112222 +0122012201220122 +0112011201120112",
            "+0011221122332333",
        ],
    ),
    (([2, 4], None), &["+00112233"]),
    (
        ([2, 5], None),
        &[
            "*1022313200 *1320023103",
            "+1022313200 +1320023103",
            "+1022313200",
        ],
    ),
    (
        ([2, 6], None),
        &[
            "*002123032210 *122233010031",
            "+002123032210 +122233010031",
            "+002123032210",
        ],
    ),
    (
        ([2, 7], None),
        &[
            "*30113322201302 *21033210200103 *00112330012232",
            "+30113322201302 +21033210200103 +00112330012232",
            "+10113320301323 +21133303220003",
            "+10113320301323",
        ],
    ),
    (
        ([2, 8], None),
        &[
            "*3011332233013022 *2103321220210032 *0011233200112332",
            "+3011332233013022 +2103321220210032 +0011233200112332",
            "+0011233200112332",
        ],
    ),
    (
        ([3, 4], None),
        &[
            "*003211312202 *011301230233",
            "+003211312202 +011301230233",
            "+011301230233",
        ],
    ),
    (
        ([3, 5], None),
        &[
            "*000001111322222 *001120132231021 *022330113301230",
            "+000001111322222 +001120132231021 +022330113301230",
            "+000001111322222 +001120132231021",
        ],
    ),
    (
        ([4, 4], None),
        &[
            "*0000111122223333 *0011221122332333",
            "+0000111122223333 *0011221122332333",
            "+0000111122223333 +0011221122332333",
            "+0000111122223322 +0011221122332333",
            "+0011221122332333 +0000111122222222 +0000000011112222",
            "+0011221122332333",
        ],
    ),
];

/// Returns the patterns of the tables for a shape and a home in memory of this size, in bytes;
/// nothing if there are none so small.
pub(crate) fn plan(sides: [usize; 2], home: usize, memory: u64) -> Vec<SlidePattern> {
    let is_for =
        |of: &([usize; 2], Option<usize>)| of.0 == sides && of.1.is_none_or(|it| it == home);
    let sets = SETS.iter().find(|(of, _)| is_for(of));
    let sets = sets.map_or(&[][..], |(_, sets)| sets);
    let mut sets = sets.iter().map(|set| patterns(sides, home, set));
    let fits = |set: &Vec<SlidePattern>| set.iter().map(SlidePattern::bytes).sum::<u64>() <= memory;
    sets.find(fits).unwrap_or_default()
}

fn patterns(sides: [usize; 2], home: usize, set: &str) -> Vec<SlidePattern> {
    let mut patterns = Vec::new();
    for (kind, drawing) in set.split(' ').filter_map(|table| table.split_at_checked(1)) {
        let sources = if kind == "*" {
            &ScanAxis::BOTH[..]
        } else {
            &ScanAxis::BOTH[..1]
        };
        let of = |&source| SlidePattern::new(sides, home, drawing, source);
        patterns.extend(sources.iter().map(of));
    }
    patterns
}

#[cfg(test)]
pub(super) fn all_patterns() -> Vec<SlidePattern> {
    let mut all = Vec::new();
    for ((sides, home), sets) in SETS {
        let home = home.unwrap_or(sides[0] * sides[1] - 1);
        all.extend(sets.iter().flat_map(|set| patterns(sides, home, set)));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_of_their_shapes_and_fit_better_memory_better() {
        for ((sides, home), sets) in SETS {
            let home = home.unwrap_or(sides[0] * sides[1] - 1);
            let mut before = u64::MAX;
            for set in sets {
                let patterns = patterns(sides, home, set);
                let tables = set.split(' ').map(|table| &table[1..]);
                assert!(
                    tables
                        .clone()
                        .all(|table| table.len() == sides[0] * sides[1])
                );
                let bytes = patterns.iter().map(SlidePattern::bytes).sum();
                assert!(bytes < before, "{set}");
                assert_eq!(plan(sides, home, bytes), patterns);
                assert_ne!(plan(sides, home, bytes - 1), patterns);
                before = bytes;
            }
            assert!(plan(sides, home, 0).is_empty());
        }
    }
}
