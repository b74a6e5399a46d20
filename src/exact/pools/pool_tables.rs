//! The tables of a pool, and the partitions that they make.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::FAR;
use crate::canonical::CanonicalBoard;
use crate::exact::automaton::Automaton;
use crate::exact::batch::SearchTables;
use crate::heuristic::{EscapeDistance, Heuristic, LinearConflict, PatternDatabases};
use crate::runtime::{OutOfMemory, Pace};
use crate::tables::{Pool, Table, bytes_of};

/// The tables of a pool and the partitions that they make.
#[derive(Debug)]
pub(crate) struct PoolTables {
    /// `[pattern]`: the tables of all images.
    pub(super) tables: Vec<Table>,
    /// `[partition]`: its patterns.
    pub(super) partitions: Vec<Vec<u16>>,
    /// The partitions of the short rounds: one and its mirror image, or two that differ.
    pub(super) base: [usize; 2],
    /// The tables of the short rounds.
    pub(crate) base_tables: Arc<SearchTables>,
    pub(super) automaton: Automaton,
    /// The memory that escape distance may take, in bytes.
    spare: u64,
}

impl PoolTables {
    /// Lays out the tables of a pool.
    pub(crate) async fn new(
        pool: Pool,
        tables: Vec<Table>,
        automaton: Automaton,
        memory: u64,
        pace: &mut Pace,
    ) -> Result<Self, OutOfMemory> {
        let partitions = pool.partitions;
        let spare = memory.saturating_sub(bytes_of(tables.iter()) as u64);
        let base = base(&tables, &partitions);
        let views = base.map(|nth| patterns(&tables, &partitions[nth]));
        let base_tables = SearchTables::new(views.into(), automaton.clone(), None, pace).await?;
        Ok(Self {
            tables,
            partitions,
            base,
            base_tables: Arc::new(base_tables),
            automaton,
            spare,
        })
    }

    /// Returns the memory of the entries, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        bytes_of(self.tables.iter())
    }

    /// Returns the memory for escape distance, in bytes, if a board is better searched with it: it is
    /// far from the goal, and linear conflict, a lower bound of escape distance, exceeds the base.
    pub(crate) fn memory_for_escape(&self, board: &CanonicalBoard) -> Option<u64> {
        let by_base = self.base_tables.estimate(&self.base_tables.evaluate(board));
        let conflict = LinearConflict::new(board.shape, board.home);
        let by_lines = conflict.map_or(0, |by| by.estimate(&by.evaluate(board)));
        let is_far = by_lines as usize >= FAR * board.cells.len();
        (by_lines > by_base && is_far).then_some(self.spare)
    }

    /// Lays out partitions for a search.
    pub(super) async fn search_tables(
        &self,
        partitions: &[usize],
        escape: Option<Arc<EscapeDistance>>,
        pace: &mut Pace,
    ) -> Result<SearchTables, OutOfMemory> {
        let mut views = Vec::new();
        for &partition in partitions {
            views.push(patterns(&self.tables, &self.partitions[partition]));
            pace.end_slice().await;
        }
        SearchTables::new(views, self.automaton.clone(), escape, pace).await
    }
}

/// Returns the tables of a partition.
pub(super) fn tables_of<'t>(
    tables: &'t [Table],
    partition: &'t [u16],
) -> impl Iterator<Item = &'t Table> {
    let places = partition.iter();
    places.map(|&place| &tables[usize::from(place)])
}

fn patterns(tables: &[Table], partition: &[u16]) -> PatternDatabases {
    let tables = tables_of(tables, partition).cloned().collect();
    PatternDatabases { tables }
}

/// Returns the partition with the largest mean distance, and its mirror image. If there is none,
/// the second has the largest mean distance among those that share the fewest patterns with it.
fn base(tables: &[Table], partitions: &[Vec<u16>]) -> [usize; 2] {
    let mean = |partition| {
        tables_of(tables, partition)
            .map(|it| it.data.mean)
            .sum::<f64>()
    };
    let best_by = |shared: &dyn Fn(&Vec<u16>) -> usize| {
        let best = (0..partitions.len()).min_by(|&a, &b| {
            let (a, b) = (&partitions[a], &partitions[b]);
            let order = mean(b).total_cmp(&mean(a));
            shared(a).cmp(&shared(b)).then(order)
        });
        best.unwrap_or(0)
    };
    let best = best_by(&|_| 0);
    let of_best = patterns(tables, &partitions[best]);
    let Some(mirror) = of_best.mirror() else {
        let of_both = |place: &&u16| partitions[best].contains(place);
        let second = best_by(&|partition| partition.iter().filter(of_both).count());
        return [best, second];
    };
    let set_of = |table: &Table| table.pattern.mask;
    let sets = tables_of(tables, &partitions[best]).map(set_of);
    let mirrored: Vec<u64> = sets.map(|set| mirror.set(set)).collect();
    let is_image = |partition: &Vec<u16>| {
        let mut sets = tables_of(tables, partition).map(set_of);
        sets.all(|set| mirrored.contains(&set))
    };
    [best, partitions.iter().position(is_image).unwrap_or(best)]
}
