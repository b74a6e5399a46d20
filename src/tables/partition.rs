//! A partition, patterns that share out all tiles: drawn, or chosen under a memory budget.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::iter;

use super::error::{MAX_PATTERN_TILES, MAX_TABLES, TableError};
use super::index::{MOST_MAPS, count_blocks, index_bytes, table_bytes};
use super::order::binomial;
use super::pattern::{Pattern, check_board, find_mirrors};
use super::symmetry::Symmetry;
use crate::runtime::{BoxFuture, Pace, block_on};
use crate::shape::Shape;

/// A division of all tiles of a board into patterns, so that the distances in their tables may be
/// added.
///
/// ```
/// use npuzzle::{Shape, tables::Partition};
///
/// let partition: Partition = "
///     A A B
///     A A B
///     C C ."
///     .parse()?;
/// assert_eq!(partition.shape(), Shape::new(3, 3, 1)?);
/// assert_eq!(partition.home(), 8);
/// assert_eq!(partition.to_string(), "A A B\nA A B\nC C .");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Partition {
    /// At least one.
    pub(crate) patterns: Vec<Pattern>,
}

impl Partition {
    /// Returns the shape of the boards.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.patterns[0].shape
    }

    /// Returns the blank's cell in the goal.
    #[must_use]
    pub fn home(&self) -> usize {
        self.patterns[0].home
    }
}

/// Draws the board: the letter of the pattern for each cell, `A` to `Z` first, then `a` to `z`, and
/// `.` for the home; an empty line between layers.
impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.shape();
        for cell in 0..shape.cells() {
            let at = shape.place(cell);
            f.write_str(match (at.column, at.row, at.layer) {
                (1.., ..) => " ",
                (_, 1.., _) => "\n",
                (.., 1..) => "\n\n",
                _ => "",
            })?;
            let has_cell = |pattern: &Pattern| pattern.mask >> cell & 1 != 0;
            let of = self.patterns.iter().position(has_cell);
            let mut letters = ('A'..='Z').chain('a'..='z').chain('\u{a1}'..);
            write!(f, "{}", of.and_then(|of| letters.nth(of)).unwrap_or('.'))?;
        }
        Ok(())
    }
}

/// Reads a drawing: rows of single letters by line ends or `/`, layers by an empty line or `//`,
/// `.` for the home.
impl core::str::FromStr for Partition {
    type Err = TableError;

    fn from_str(drawing: &str) -> Result<Self, TableError> {
        let lines = drawing.trim().split(['\n', '/']);
        let letters = lines.map(|line| line.chars().filter(|it| !it.is_whitespace()).collect());
        let lines: Vec<Vec<char>> = letters.collect();
        let layers = lines.split(Vec::is_empty).filter(|layer| !layer.is_empty());
        let layers: Vec<&[Vec<char>]> = layers.collect();
        let first = *layers.first().ok_or(TableError::Drawing)?;
        let (rows, cols) = (first.len(), first[0].len());
        let is_full =
            |layer: &&[Vec<char>]| layer.len() == rows && layer.iter().all(|row| row.len() == cols);
        if !layers.iter().all(is_full) {
            return Err(TableError::Drawing);
        }
        let shape = Shape::new(rows, cols, layers.len()).map_err(|_| TableError::Drawing)?;
        check_board(shape, 0)?;
        let cells = lines.concat();
        let mask_of = |letter: char| {
            let cells = cells.iter().enumerate().filter(|it| *it.1 == letter);
            cells.fold(0_u64, |mask, (cell, _)| mask | 1 << cell)
        };
        let home = Some(mask_of('.')).filter(|home| home.is_power_of_two());
        let home = home.ok_or(TableError::Drawing)?.trailing_zeros() as usize;
        let letter_after = |last: Option<char>| {
            let letters = cells.iter().copied().filter(|&it| it != '.');
            letters.filter(|&it| Some(it) > last).min()
        };
        let letters = iter::successors(letter_after(None), |&it| letter_after(Some(it)));
        let patterns = letters.map(|letter| Pattern::new(shape, home, mask_of(letter)));
        let patterns = patterns.collect::<Result<_, _>>()?;
        Ok(Self { patterns })
    }
}

/// Measured partitions, larger tables first; and a second one, out of mirror images of the first
/// one's patterns as far as possible, for homes that no mirror leaves in their cell.
const PICKS: [&[&str]; 20] = [
    &[".AAA/AAAA/BBBB/BBBB"],
    &["A.AA/AAAA/BBBB/BBBB", "B.AA/BBAA/BBAA/BBAA"],
    &[".ABB/AABB/AABB/ACCC"],
    &["A.AA/AAAC/CBBB/CBBB", "C.BB/AABB/AABB/AACC"],
    &[".ACC/AACC/ABBC/ABBB"],
    &["A.AC/AAAC/BBBC/BBCC", "A.CC/ACCC/ABBB/AABB"],
    &["BAAA/BAAA/BAA."],
    &["AAAA/BBAA/BBA.", "AABB/AABB/BBB."],
    &["AABB/AABB/AAB."],
    &["BBCAA/BBAAA/BBCA."],
    &["ACCBB/AACBB/AACB."],
    &["AAABBBB/ACAABB.", "ACAACBC/AAACCC."],
    &["AAAABBBB/AAAABBB."],
    &["BCBBAAAA/BBBBAAA."],
    &["AAACBBBB/ACAACBB.", "ACAACBBB/AAACBBB."],
    &["AAACBBBB/ACAACBB.", "ABAABCCC/AAABDDD."],
    &["CCCABABB/CACAABB.", "ABABBCCC/AAABCBC."],
    &["BBAAA/BBAAA/BBECC/DDECC/DDDC."],
    &["CCDEE/CCDEE/CFDBB/AADBB/AAAB."],
    &["BEE/BEE/FFF//BCC/BCC/DDF//BAA/AAA/DD."],
];

impl Partition {
    /// Returns the partition whose tables give the best lower bounds in a memory budget.
    ///
    /// The budget is in bytes and covers tables and indices. For shapes and homes that are often
    /// solved the answer is known from measurements: on 4 x 4 with the home in a corner or on an
    /// edge from 197 MB on a pattern of seven and one of eight tiles, from 3.1 MB on 6-6-3, from
    /// 0.4 MB on 5-5-5. On other boards the tiles are shared out row by row, to and fro, to
    /// patterns that are as large as the budget allows; so they are where these tables take three
    /// times the memory of the measured ones. The same arguments always give the same partition.
    ///
    /// # Errors
    /// [`TableError::Shape`] for boards without tables, [`TableError::NoSuchHome`] if the shape has
    /// no such cell, [`TableError::Memory`] if even the smallest tables that a search can follow
    /// take more memory.
    ///
    /// ```
    /// use npuzzle::{Shape, tables::Partition};
    ///
    /// let partition = Partition::choose(Shape::new(4, 4, 1)?, 15, 4_000_000)?;
    /// assert_eq!(partition.to_string(), "C C C A\nB B A A\nB B A A\nB B A .");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn choose(shape: Shape, home: usize, budget: u64) -> Result<Self, TableError> {
        let chosen = block_on(async |pace| choose_partitions(shape, home, budget, pace).await);
        chosen.map(|mut chosen| chosen.swap_remove(0))
    }
}

/// Rows of tables that take this many times the memory of a measured partition are better: twenty
/// 4 x 4 boards with 64 MiB take 392,000 expansions instead of 1,640,000, and 2 x 7 with 16 MiB
/// 55,000 instead of 309,000.
const LARGER: u64 = 3;

/// Chooses a partition for a budget of tables and their numbering, in bytes, and perhaps another
/// one for a second estimate.
///
/// # Errors
/// As [`Partition::choose`].
pub(crate) fn choose_partitions(
    shape: Shape,
    home: usize,
    budget: u64,
    pace: &mut Pace,
) -> BoxFuture<'_, Result<Vec<Partition>, TableError>> {
    Box::pin(async move {
        check_board(shape, home)?;
        // The cells of a rectangle that stands upright have the same numbers.
        let drawn_as = if shape.rows() == 1 || shape.columns() == 1 {
            Shape::rectangle(shape.layers(), shape.rows() * shape.columns()).unwrap_or(shape)
        } else {
            shape
        };
        let costs = Costs::count(shape, budget, pace).await;
        let sizes = sizes(shape, &costs, pace).await?;
        let symmetries = Symmetry::all(shape);
        for drawings in PICKS {
            let first: Partition = drawings[0].parse()?;
            if first.shape() != drawn_as {
                continue;
            }
            let image = symmetries.iter().find(|it| it.cell(first.home()) == home);
            let Some(symmetry) = image else { continue };
            let mut chosen = Vec::with_capacity(drawings.len());
            for drawing in drawings {
                let mut partition: Partition = drawing.parse()?;
                for pattern in &mut partition.patterns {
                    *pattern = Pattern { shape, ..*pattern }.image(symmetry);
                }
                chosen.push(partition);
            }
            // The sizes of the patterns that are no mirror images of others, falling.
            let patterns = all_patterns(&chosen);
            let mirrors = find_mirrors(&patterns);
            let own = patterns.iter().zip(&mirrors).filter(|it| it.1.is_none());
            let own: Vec<usize> = own.map(|it| it.0.tiles()).collect();
            let of_size = |size| own.iter().copied().filter(move |&it| it == size);
            let own: Vec<usize> = (1..=MAX_PATTERN_TILES).rev().flat_map(of_size).collect();
            // Where there is memory for far larger tables, they are better than those measured.
            if costs.allow(&own) && costs.of(&sizes) < LARGER * costs.of(&own) {
                return Ok(chosen);
            }
        }
        // From the corner next to the home: along the shortest side to and fro, then along the next
        // one.
        let (sides, strides) = (shape.sides(), shape.strides());
        // The lowest two bits of a rank tell the axis.
        let rank = |axis: usize| (u64::from(sides[axis] == 1) << 32) | (sides[axis] as u64) << 2;
        let mut ranks = [rank(1), rank(0) | 1, rank(2) | 2];
        ranks.sort_unstable();
        let axes = ranks.map(|rank| [1, 0, 2, 2][rank as usize % 4]);
        let [length, lines] = [sides[axes[0]], sides[axes[1]]];
        let corner = symmetries
            .iter()
            .min_by_key(|it| shape.distance(it.cell(0), home));
        let cells = (0..shape.cells()).map(|nth| {
            let (at, line, layer) = (nth % length, nth / length % lines, nth / (length * lines));
            let at = if line % 2 == 1 { length - 1 - at } else { at };
            let cell = at * strides[axes[0]] + line * strides[axes[1]] + layer * strides[axes[2]];
            corner.map_or(cell, |symmetry| symmetry.cell(cell))
        });
        let mut cells = cells.filter(|&cell| cell != home);
        let patterns = sizes.into_iter().map(|size| {
            let mask = cells.by_ref().take(size).map(|cell| 1_u64 << cell).sum();
            Pattern::new(shape, home, mask)
        });
        let patterns = patterns.collect::<Result<_, _>>()?;
        Ok(Vec::from([Partition { patterns }]))
    })
}

/// Returns the patterns of all partitions.
pub(crate) fn all_patterns(partitions: &[Partition]) -> Vec<Pattern> {
    let patterns = partitions.iter().flat_map(|it| &it.patterns);
    patterns.copied().collect()
}

/// Returns the largest sizes of patterns that fit the budget, falling: equal ones, then the first
/// ones larger at the cost of the last.
async fn sizes(shape: Shape, costs: &Costs, pace: &mut Pace) -> Result<Vec<usize>, TableError> {
    let tiles = shape.cells() - 1;
    let equal = |size: usize| {
        let mut sizes = alloc::vec![size; tiles / size];
        sizes.extend(Some(tiles % size).filter(|&rest| rest > 0));
        sizes
    };
    let least = tiles.div_ceil(MAX_TABLES);
    let mut fitting = (least..=MAX_PATTERN_TILES).rev().map(equal);
    let Some(mut sizes) = fitting.find(|sizes| costs.allow(sizes)) else {
        let least = equal(least);
        let bytes = Costs::count(shape, costs.of(&least), pace).await.of(&least);
        return Err(TableError::Memory { bytes });
    };
    let mut nth = 0;
    while nth + 1 < sizes.len() {
        let mut larger = sizes.clone();
        larger[nth] += 1;
        larger[sizes.len() - 1] -= 1;
        larger.retain(|&size| size > 0);
        if larger[nth] <= MAX_PATTERN_TILES && costs.allow(&larger) {
            sizes = larger;
        } else {
            nth += 1;
        }
    }
    Ok(sizes)
}

/// The memory of tables and of their numbering by the number of tiles, in bytes, and the budget.
#[derive(Debug)]
struct Costs {
    budget: u64,
    /// `[tiles]`. A lower bound for those that exceed the budget anyway, and `u64::MAX` for those
    /// that are not counted, which no budget allows.
    tables: [u64; MAX_PATTERN_TILES + 1],
    indices: [u64; MAX_PATTERN_TILES + 1],
}

impl Costs {
    /// Counts the blocks of the tables that may fit a budget, in bytes.
    async fn count(shape: Shape, budget: u64, pace: &mut Pace) -> Self {
        let mut costs = Self {
            budget,
            tables: [u64::MAX; MAX_PATTERN_TILES + 1],
            indices: [0; MAX_PATTERN_TILES + 1],
        };
        for tiles in 1..=MAX_PATTERN_TILES.min(shape.cells() - 1) {
            // A map has a block at least.
            let least = binomial(shape.cells(), tiles);
            if least >= MOST_MAPS {
                continue;
            }
            let index = index_bytes(shape, tiles);
            let may_fit = table_bytes(tiles, least).saturating_add(index) <= budget;
            let blocks = if may_fit {
                count_blocks(shape, tiles, pace).await
            } else {
                least
            };
            (costs.tables[tiles], costs.indices[tiles]) = (table_bytes(tiles, blocks), index);
        }
        costs
    }

    /// Returns the bytes of tables of these sizes, equal ones side by side; an index is shared.
    fn of(&self, sizes: &[usize]) -> u64 {
        let equals = sizes.chunk_by(|a, b| a == b);
        equals.fold(0, |sum, equals| {
            let (size, count) = (equals[0], equals.len() as u64);
            let tables = self.tables[size].saturating_mul(count);
            sum.saturating_add(tables)
                .saturating_add(self.indices[size])
        })
    }

    /// Returns whether tables of these sizes, in falling order, keep within the budget.
    fn allow(&self, sizes: &[usize]) -> bool {
        let bytes = self.of(sizes);
        bytes < u64::MAX && bytes <= self.budget
    }
}

#[cfg(test)]
mod tests;
