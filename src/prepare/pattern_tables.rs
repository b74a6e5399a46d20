//! Pattern tables of a shape: chosen, read or built, kept, and laid out for a search.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::{HeuristicError, PrepareTask, TableOptions, Unkept};
use crate::exact::automaton::Automaton;
use crate::exact::batch::{SearchTables, Views};
use crate::exact::lanes::LaneTables;
use crate::exact::patterns::{MAX_CELLS, Patterns};
use crate::runtime::job::Pace;
use crate::shape::Shape;
use crate::tables::{
    BuildProgress, LanePool, MAX_PATTERN_TILES, MAX_TABLES, Partition, Pattern, Table, TableError,
    build_tables, choose_partitions, read_tables, write_tables,
};

/// Checks that a shape has tables in the memory allowed, in half a millisecond.
///
/// If patterns of few tiles come to few enough tables, so do larger patterns. Otherwise all patterns
/// are counted.
pub(super) fn check_tables(
    shape: Shape,
    home: usize,
    options: &TableOptions,
) -> Result<(), TableError> {
    check_cells(shape)?;
    if let Some(own) = options.own_partition(shape, home) {
        return check_own(own);
    }
    let check = |most_tiles| choose_partitions(shape, home, options.memory, most_tiles).map(drop);
    check(FEW_TILES).or_else(|_| check(MAX_PATTERN_TILES))
}

/// The tiles of the patterns that a check counts first. On every board that has tables, eleven of
/// these patterns are enough for all tiles.
const FEW_TILES: usize = 3;

/// Checks that a search can follow a partition.
fn check_own(own: &Partition) -> Result<(), TableError> {
    match own.patterns().len() {
        0..=MAX_TABLES => Ok(()),
        patterns => Err(TableError::Patterns { patterns }),
    }
}

/// Checks that boards of a shape are small enough for a search with tables.
const fn check_cells(shape: Shape) -> Result<(), TableError> {
    if shape.cells() > MAX_CELLS {
        return Err(TableError::Shape { shape });
    }
    Ok(())
}

impl PrepareTask {
    /// Chooses tables that a search can follow. Returns their patterns and the number of those in
    /// the first partition.
    pub(super) fn choose_patterns(&self) -> Result<(Vec<Pattern>, usize), TableError> {
        let (shape, home) = (self.target.shape, self.target.home);
        check_cells(shape)?;
        if let Some(own) = self.options.own_partition(shape, home) {
            check_own(own)?;
            return Ok((own.patterns().to_vec(), own.patterns().len()));
        }
        let memory = self.options.memory;
        let chosen = choose_partitions(shape, home, memory, MAX_PATTERN_TILES)?;
        let in_first = chosen.first.patterns().len();
        Ok((chosen.patterns(), in_first))
    }

    /// Makes the tables of these patterns and lays them out for the kernel.
    pub(super) async fn pattern_tables(
        &self,
        patterns: &[Pattern],
        in_first: usize,
        pace: &mut Pace,
    ) -> Result<(SearchTables, Unkept), HeuristicError> {
        let (mut first, unkept) = self.patterns_made(patterns, pace).await?;
        let automaton = Automaton::new(self.target.shape, pace).await;
        let second = first.split_off(in_first);
        let partitions = [first, second].into_iter().filter(|it| !it.is_empty());
        let views = Views::new(partitions.map(Patterns::new).collect());
        Ok((SearchTables::new(views, automaton, pace).await?, unkept))
    }

    /// Makes the tables of a pool.
    pub(super) async fn lane_tables(
        &self,
        pool: LanePool,
        pace: &mut Pace,
    ) -> Result<(LaneTables, Unkept), HeuristicError> {
        let (tables, unkept) = self.patterns_made(&pool.patterns, pace).await?;
        let automaton = Automaton::new(self.target.shape, pace).await;
        let tables = LaneTables::new(pool, tables, automaton, pace).await?;
        Ok((tables, unkept))
    }

    /// Reads the tables that are kept, and builds and keeps the others.
    async fn patterns_made(
        &self,
        patterns: &[Pattern],
        pace: &mut Pace,
    ) -> Result<(Vec<Table>, Unkept), HeuristicError> {
        let mut known = Vec::new();
        if let Some(folder) = &self.options.folder {
            known = read_tables(folder, patterns, pace).await?;
        }
        let show = |progress: &BuildProgress| {
            self.gauge.set(*progress);
            ControlFlow::Continue(())
        };
        let tables = build_tables(patterns, &known, self.options.threads, show, pace).await?;
        let mut unkept = None;
        if let Some(folder) = &self.options.folder {
            let is_new = |table: &&Table| !known.iter().any(|it| it.shares_entries_with(table));
            let new: Vec<Table> = tables.iter().filter(is_new).cloned().collect();
            unkept = write_tables(folder, &new, pace).await.err();
        }
        Ok((tables, unkept))
    }
}
