//! Pattern tables of a shape: chosen, read or built, kept, and laid out for a search.

use alloc::vec::Vec;

use super::{HeuristicError, PrepareTask};
use crate::exact::MAX_CELLS;
use crate::exact::automaton::Automaton;
use crate::exact::batch::{SearchTables, Views};
use crate::exact::pools::PoolTables;
use crate::heuristic::PatternDatabases;
use crate::runtime::job::Pace;
use crate::runtime::threads::lock;
use crate::tables::{
    MAX_TABLES, Pattern, Pool, Table, TableError, all_patterns, build_tables, choose_partitions,
    read_tables, write_tables,
};

impl PrepareTask {
    /// Makes tables that a search can follow, of one partition or two, and lays them out for the
    /// kernel.
    pub(super) async fn pattern_tables(
        &mut self,
        pace: &mut Pace,
    ) -> Result<SearchTables, HeuristicError> {
        let (shape, home) = (self.target.shape, self.target.home);
        if shape.cells() > MAX_CELLS {
            return Err(TableError::Shape { shape }.into());
        }
        let (patterns, in_first) = if let Some(own) = self.options.own_partition(shape, home) {
            (own.patterns.clone(), own.patterns.len())
        } else {
            let chosen = choose_partitions(shape, home, self.options.memory, pace).await?;
            (all_patterns(&chosen), chosen[0].patterns.len())
        };
        if in_first > MAX_TABLES {
            return Err(TableError::Patterns { patterns: in_first }.into());
        }
        let mut first = self.patterns_made(&patterns, pace).await?;
        let automaton = Automaton::new(shape, pace).await?;
        let second = first.split_off(in_first);
        let partitions = [first, second].into_iter().filter(|it| !it.is_empty());
        let views = Views::new(partitions.map(PatternDatabases::of).collect());
        Ok(SearchTables::new(views, automaton, pace).await?)
    }

    /// Makes the tables of a pool.
    pub(super) async fn pool_tables(
        &mut self,
        pool: Pool,
        pace: &mut Pace,
    ) -> Result<PoolTables, HeuristicError> {
        let tables = self.patterns_made(&pool.patterns, pace).await?;
        let automaton = Automaton::new(self.target.shape, pace).await?;
        Ok(PoolTables::new(pool, tables, automaton, pace).await?)
    }

    /// Reads stored tables, and builds and stores the others.
    async fn patterns_made(
        &mut self,
        patterns: &[Pattern],
        pace: &mut Pace,
    ) -> Result<Vec<Table>, HeuristicError> {
        let mut known = Vec::new();
        if let Some(folder) = &self.options.folder {
            known = read_tables(folder, patterns, &mut self.file_error, pace).await?;
        }
        let show = &mut |progress| *lock(&self.gauge) = Some(progress);
        let tables = build_tables(patterns, &known, self.options.threads, show, pace).await?;
        if let Some(folder) = &self.options.folder {
            let is_new = |table: &&Table| !known.iter().any(|it| it.shares_entries_with(table));
            let new: Vec<Table> = tables.iter().filter(is_new).cloned().collect();
            if let Err(error) = write_tables(folder, &new, pace).await {
                self.file_error.get_or_insert(error);
            }
        }
        Ok(tables)
    }
}
