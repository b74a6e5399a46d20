//! Which tables a shape gets.

use alloc::vec::Vec;

use super::colours::LOWS;
use super::reading::Reading;
use super::upright::MAX_SLIDE_CELLS;

/// What a table is about: the colours of the tiles of a shape, and the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SlidePattern {
    pub(super) sides: [usize; 2],
    pub(super) home: usize,
    colours: [u8; MAX_SLIDE_CELLS],
    pub(super) source: Reading,
}

impl SlidePattern {
    /// Returns the pattern with colours given by the digits of a drawing, cell by cell.
    pub(crate) fn new(sides: [usize; 2], home: usize, drawing: &str, source: Reading) -> Self {
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
    #[cfg(feature = "std")]
    pub(super) fn of_colours(sides: [usize; 2], home: usize, of: &[u8], source: Reading) -> Self {
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
                // As many orders of n things, times n + 1, by the number of the new one's kind.
                orders = orders * counts.iter().sum::<u64>() / counts[usize::from(colour)];
            }
        }
        orders
    }

    /// Returns the number of vertices.
    pub(crate) fn vertices(&self) -> u64 {
        (self.sides[0] + self.sides[1]) as u64 * self.orders()
    }

    /// Returns the memory of the table, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        (self.sides[0] + self.sides[1]) as u64 * 8 * self.orders().div_ceil(64)
    }
}

/// Colours of a shape whose home is the last cell, from the best set to the smallest. A set is what
/// is built together: `+` begins a table, `*` one with both sources.
///
/// Chosen by the slides that are generated for random boards, as the tests of the search print.
const SETS: [([usize; 2], &[&str]); 8] = [
    ([2, 4], &["+00112233"]),
    (
        [2, 5],
        &[
            "*1022313200 *1320023103",
            "+1022313200 +1320023103",
            "+1022313200",
        ],
    ),
    (
        [2, 6],
        &[
            "*002123032210 *122233010031",
            "+002123032210 +122233010031",
            "+002123032210",
        ],
    ),
    (
        [2, 7],
        &[
            "*10113320301323 *21133303220003",
            "+10113320301323 +21133303220003",
            "+10113320301323",
        ],
    ),
    ([2, 8], &["+0011223300112233"]),
    (
        [3, 4],
        &[
            "*003211312202 *011301230233",
            "+003211312202 +011301230233",
            "+011301230233",
        ],
    ),
    (
        [3, 5],
        &[
            "*000001111322222 *001120132231021 *022330113301230",
            "+000001111322222 +001120132231021 +022330113301230",
            "+000001111322222 +001120132231021",
        ],
    ),
    (
        [4, 4],
        &[
            "*0000111122223333 *0011221122332333",
            "+0000111122223333 *0011221122332333",
            "+0000111122223333 +0011221122332333",
            "+0011221122332333",
        ],
    ),
];

/// Returns what building a table takes beside it, at most, in bytes: its vertices once more, those
/// of two levels, which are half of them each, and the low words turned.
const fn build_bytes(table: u64) -> u64 {
    2 * table + 2 * 16 * 4 * LOWS as u64
}

/// Returns the patterns of the tables for a shape and a home in memory of this size, in bytes, if
/// need be such that can be built in `build_memory`;
/// nothing if there are none so small.
pub(crate) fn plan(
    sides: [usize; 2],
    home: usize,
    memory: u64,
    build_memory: Option<u64>,
) -> Vec<SlidePattern> {
    let sets = SETS.iter().find(|(those, _)| *those == sides);
    let sets = sets.map_or(&[][..], |(_, sets)| sets);
    let patterns = sets.iter().map(|set| {
        let tables = set.split(' ').filter_map(|table| table.split_at_checked(1));
        let with_sources = tables.flat_map(|(kind, drawing)| {
            let sources = if kind == "*" { 2 } else { 1 };
            let sources = Reading::BOTH.into_iter().take(sources);
            sources.map(move |source| SlidePattern::new(sides, home, drawing, source))
        });
        with_sources.collect::<Vec<SlidePattern>>()
    });
    let mut patterns = patterns;
    let fits = |set: &Vec<SlidePattern>| {
        let bytes = set.iter().map(SlidePattern::bytes);
        let largest = bytes.clone().max().unwrap_or(0);
        let bytes = bytes.sum::<u64>();
        bytes <= memory && build_memory.is_none_or(|most| bytes + build_bytes(largest) <= most)
    };
    patterns.find(fits).unwrap_or_default()
}
