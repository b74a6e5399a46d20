//! Choosing a partition under a memory budget.

mod arrange;
mod gains;
mod second;
mod sizes;

use alloc::vec::Vec;

use arrange::arrange;
use gains::find_gains;
use second::second;
pub(crate) use sizes::MAX_TABLES;
use sizes::best_sizes;

use super::cost::Costs;
use super::error::TableError;
use super::partition::Partition;
use super::pattern::{MAX_PATTERN_TILES, Pattern, check_board};
use super::symmetry::Symmetry;
use crate::runtime::job::{Job, Pace};
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
    /// [`TableError::Shape`] for boards without tables, [`TableError::Memory`] if even
    /// single tiles take more memory.
    ///
    /// ```
    /// use npuzzle::{Shape, tables::Partition};
    ///
    /// let partition = Partition::choose(Shape::new(4, 4, 1)?, 15, 4_000_000)?;
    /// assert_eq!(partition.to_string(), "C C C A\nB B A A\nB B A A\nB B A .");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn choose(shape: Shape, home: usize, budget: u64) -> Result<Self, TableError> {
        let choose =
            move |mut pace| async move { choose_partitions(shape, home, budget, &mut pace).await };
        Job::new(choose).finish().map(|chosen| chosen.first)
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

/// Chooses partitions for a budget of tables and their numbering, in bytes.
///
/// # Errors
/// - [`TableError::Shape`] for boards without tables.
/// - [`TableError::Memory`] if even single tiles take more memory.
pub(crate) async fn choose_partitions(
    shape: Shape,
    home: usize,
    budget: u64,
    pace: &mut Pace,
) -> Result<Chosen, TableError> {
    check_board(shape, home)?;
    let costs = Costs::count(shape, budget, MAX_PATTERN_TILES, pace).await;
    let first = match measured(shape, home, &costs)? {
        Some(first) => first,
        None => arranged(shape, home, &costs, pace).await?,
    };
    let second = second(&first, &costs);
    Ok(Chosen { first, second })
}

/// Checks that [`choose_partitions`] would choose something if no pattern had more than
/// `most_tiles`. For patterns of up to three tiles it takes half a millisecond.
///
/// # Errors
/// As [`choose_partitions`].
pub(crate) async fn check_partitions(
    shape: Shape,
    home: usize,
    budget: u64,
    most_tiles: usize,
    pace: &mut Pace,
) -> Result<(), TableError> {
    check_board(shape, home)?;
    let costs = Costs::count(shape, budget, most_tiles, pace).await;
    match measured(shape, home, &costs)? {
        Some(_) => Ok(()),
        None => sizes(shape, &costs).map(drop),
    }
}

/// Returns the best of the measured partitions that fits.
fn measured(shape: Shape, home: usize, costs: &Costs) -> Result<Option<Partition>, TableError> {
    for pick in PICKS {
        let pick: Partition = pick.parse()?;
        let mut sizes: Vec<usize> = pick.patterns().iter().map(Pattern::tiles).collect();
        sizes.sort_unstable();
        sizes.reverse();
        if shape != pick.shape() || !costs.allow(&sizes) {
            continue;
        }
        let image = Symmetry::all(shape)
            .into_iter()
            .find(|symmetry| symmetry.cell(pick.home()) == home);
        if let Some(symmetry) = image {
            return Ok(Some(pick.image(&symmetry)));
        }
    }
    Ok(None)
}

/// Returns the sizes of patterns that fit the budget.
fn sizes(shape: Shape, costs: &Costs) -> Result<Vec<usize>, TableError> {
    let tiles = shape.cells() - 1;
    let sizes = best_sizes(tiles, costs);
    if sizes.is_empty() {
        let bytes = costs.of(&alloc::vec![tiles.div_ceil(MAX_TABLES); tiles.min(MAX_TABLES)]);
        return Err(TableError::Memory { bytes });
    }
    Ok(sizes)
}

/// Returns the partition whose patterns are as large as the budget allows, with the largest gains.
async fn arranged(
    shape: Shape,
    home: usize,
    costs: &Costs,
    pace: &mut Pace,
) -> Result<Partition, TableError> {
    let sizes = sizes(shape, costs)?;
    let gains = find_gains(shape, home, pace).await?;
    let sets = arrange(shape, home, &gains, &sizes, pace).await;
    let patterns = sets.iter().map(|&set| Pattern::from_mask(shape, home, set));
    let patterns = patterns.collect::<Result<Vec<_>, _>>();
    Partition::new(patterns?)
}
