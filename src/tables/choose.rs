//! Choosing a partition under a memory budget.

mod arrange;
mod gains;
mod second;
mod sizes;

use alloc::vec::Vec;

use arrange::Arrange;
use gains::NewGains;
use second::second;
use sizes::FindSizes;

use super::cost::Costs;
use super::partition::{Partition, PartitionError};
use super::pattern::{Pattern, check_board};
use super::symmetry::Symmetry;
use crate::runtime::effort::{Effort, to_the_end};
use crate::shape::Shape;

/// Partitions of the 4 x 4 board with the home in a corner or on an edge, the best that
/// measurements found: the fewest boards expanded by a search that also looks up the mirror image,
/// or the [`second()`] partition.
const PICKS: [&str; 6] = [
    ". A A A / A A A A / B B B B / B B B B",
    "A . A A / A A A A / B B B B / B B B B",
    ". A B B / A A B B / A A B B / A C C C",
    "A . A A / A A A C / C B B B / C B B B",
    ". A C C / A A C C / A B B C / A B B B",
    "A . A C / A A A C / B B B C / B B C C",
];

impl Partition {
    /// Returns the partition whose tables give the best lower bounds in a memory budget.
    ///
    /// The budget is in bytes and covers tables and indices. On 4 x 4 boards with the home in a
    /// corner or on an edge the answer is known from measurements: from 197 MB on a pattern of
    /// seven and one of eight tiles, from 3.1 MB on 6-6-3, from 0.4 MB on 5-5-5. For other
    /// boards large patterns come first, and tiles go together whose distances grow most when
    /// they are looked up together: the gains of near pairs and triples are taken from their
    /// own small tables. The same arguments always give the same partition.
    ///
    /// It takes some milliseconds for 4 x 4 and some tens of milliseconds for 5 x 5 boards.
    ///
    /// # Errors
    /// [`PartitionError::Pattern`] for boards without tables, [`PartitionError::Budget`] if even
    /// single tiles take more memory.
    ///
    /// ```
    /// use npuzzle::{Shape, tables::Partition};
    ///
    /// let partition = Partition::choose(Shape::new(4, 4, 1)?, 15, 4_000_000)?;
    /// assert_eq!(partition.to_string(), "C C C A\nB B A A\nB B A A\nB B A .");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn choose(shape: Shape, home: usize, budget: u64) -> Result<Self, PartitionError> {
        let mut choose = Choose::new(shape, home, budget, None)?;
        to_the_end(|effort| choose.advance(effort)).map(|chosen| chosen.first)
    }
}

/// The partitions of a board.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    pub(crate) first: Partition,
    /// Another one, for a second estimate, where no mirror gives that.
    pub(crate) second: Option<Partition>,
}

impl Chosen {
    /// Returns the patterns of both.
    pub(crate) fn patterns(&self) -> Vec<Pattern> {
        let second = self.second.iter().flat_map(Partition::patterns);
        self.first
            .patterns()
            .iter()
            .chain(second)
            .copied()
            .collect()
    }
}

/// A partition that is being chosen.
#[derive(Debug)]
pub(crate) struct Choose {
    shape: Shape,
    home: usize,
    costs: Costs,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    /// What tables take is counted.
    Costs,
    Sizes(FindSizes),
    Gains(NewGains, Vec<usize>),
    Arrange(Arrange),
}

impl Choose {
    /// Begins the choice for a budget of tables and their numbering. If `build` is given, building
    /// them may take no more memory than that, in bytes.
    ///
    /// # Errors
    /// [`PartitionError::Pattern`] for boards without tables.
    pub(crate) fn new(
        shape: Shape,
        home: usize,
        budget: u64,
        build: Option<u64>,
    ) -> Result<Self, PartitionError> {
        check_board(shape, home).map_err(PartitionError::Pattern)?;
        Ok(Self {
            shape,
            home,
            costs: Costs::new(shape, budget, build),
            stage: Stage::Costs,
        })
    }

    /// The same among patterns of at most so many tiles, which is counted sooner.
    pub(crate) fn up_to(self, tiles: usize) -> Self {
        let costs = self.costs.up_to(tiles);
        Self { costs, ..self }
    }

    /// Returns how many tables the choice comes to, without arranging the tiles if that is not
    /// necessary.
    ///
    /// # Errors
    /// As [`advance`](Self::advance).
    pub(crate) fn count(mut self) -> Result<usize, PartitionError> {
        to_the_end(|effort| {
            let chosen = self.advance(effort)?;
            Ok(match (&self.stage, chosen) {
                (_, Some(chosen)) => Some(chosen.first.patterns().len()),
                (Stage::Gains(_, sizes), None) => Some(sizes.len()),
                _ => None,
            })
        })
    }

    /// Goes on, and returns the partitions once they are chosen.
    ///
    /// # Errors
    /// [`PartitionError::Budget`] if even single tiles take more memory.
    pub(crate) fn advance(
        &mut self,
        effort: &mut Effort,
    ) -> Result<Option<Chosen>, PartitionError> {
        let tiles = self.shape.cells() - 1;
        while !effort.is_spent() {
            match &mut self.stage {
                Stage::Costs => {
                    if !self.costs.count(effort) {
                        continue;
                    }
                    if let Some(pick) = self.pick()? {
                        return Ok(Some(self.with_second(pick)));
                    }
                    self.stage = Stage::Sizes(FindSizes::new(tiles));
                }
                Stage::Sizes(find) => {
                    let Some(sizes) = find.advance(&self.costs, effort) else {
                        continue;
                    };
                    if sizes.is_empty() {
                        let bytes = self.costs.of(&alloc::vec![1; tiles]);
                        return Err(PartitionError::Budget { bytes });
                    }
                    self.stage = Stage::Gains(NewGains::new(self.shape, self.home), sizes);
                }
                Stage::Gains(new, sizes) => {
                    if let Some(gains) = new.advance(effort)? {
                        let sizes = core::mem::take(sizes);
                        self.stage =
                            Stage::Arrange(Arrange::new(self.shape, self.home, gains, sizes));
                    }
                }
                Stage::Arrange(arrange) => {
                    if let Some(sets) = arrange.advance(effort) {
                        let first = self.partition(&sets)?;
                        return Ok(Some(self.with_second(first)));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Returns the best of the measured partitions that fits.
    fn pick(&self) -> Result<Option<Partition>, PartitionError> {
        for pick in PICKS {
            let pick: Partition = pick.parse()?;
            let mut sizes: Vec<usize> = pick.patterns().iter().map(Pattern::tiles).collect();
            sizes.sort_unstable();
            sizes.reverse();
            if self.shape != pick.shape() || !self.costs.allow(&sizes) {
                continue;
            }
            let image = Symmetry::all(self.shape)
                .into_iter()
                .find(|symmetry| symmetry.cell(pick.home()) == self.home);
            if let Some(symmetry) = image {
                return Ok(Some(pick.image(&symmetry)));
            }
        }
        Ok(None)
    }

    fn with_second(&self, first: Partition) -> Chosen {
        let second = second(&first, &self.costs);
        Chosen { first, second }
    }

    fn partition(&self, sets: &[u64]) -> Result<Partition, PartitionError> {
        let patterns = sets
            .iter()
            .map(|&set| Pattern::from_mask(self.shape, self.home, set));
        let patterns = patterns.collect::<Result<Vec<_>, _>>();
        Partition::new(patterns.map_err(PartitionError::Pattern)?)
    }
}
