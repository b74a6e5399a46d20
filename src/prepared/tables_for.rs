//! The tables of a shape: which ones, and where they come from.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::error::{PrepareError, TableError};
use super::table_options::TableOptions;
use crate::runtime::job::Pace;
use crate::search::automaton::{Automaton, depth_for};
use crate::search::patterns::{MAX_CELLS, MAX_GROUPS, Patterns};
use crate::search::stack::{AnyAutomaton, SearchTables, Views};
use crate::shape::Shape;
use crate::tables::{Build, BuildError, BuildGauge, Pattern, Table, choose_partitions};

/// What a search with tables needs, and why its tables were not kept, if they should have been.
pub(super) type Made = (SearchTables, Option<TableError>);

/// Chooses the tables of a shape and a home, reads, builds and keeps them, and makes what a search
/// needs beside them.
///
/// # Errors
/// [`PrepareError`] if the shape has no such tables, if they can't be read or don't fit memory.
pub(super) async fn tables_for(
    shape: Shape,
    home: usize,
    options: TableOptions,
    gauge: BuildGauge,
    pace: &mut Pace,
) -> Result<Made, PrepareError> {
    if shape.cells() > MAX_CELLS {
        let limit = MAX_CELLS;
        return Err(TableError::TooManyCells { shape, limit }.into());
    }
    let (memory, build_memory) = (options.memory, options.build_memory);
    let chosen = choose_partitions(shape, home, memory, build_memory, pace).await;
    let chosen = chosen.map_err(TableError::Partition)?;
    let in_first = chosen.first.patterns().len();
    if in_first > MAX_GROUPS {
        let (tables, limit) = (in_first, MAX_GROUPS);
        return Err(TableError::TooMany { tables, limit }.into());
    }
    let (mut first, unkept) = made(&chosen.patterns(), &options, &gauge, pace).await?;
    let automaton = automaton(shape, pace).await;
    let second = first.split_off(in_first);
    let second = (!second.is_empty()).then(|| Patterns::new(second));
    let views = Views::new(Patterns::new(first), second);
    Ok((SearchTables::new(views, automaton, pace).await?, unkept))
}

/// Reads the tables that are kept, and builds and keeps the others. Returns all tables, and why
/// they were not kept.
#[cfg(feature = "std")]
async fn made(
    patterns: &[Pattern],
    options: &TableOptions,
    gauge: &BuildGauge,
    pace: &mut Pace,
) -> Result<(Vec<Table>, Option<TableError>), PrepareError> {
    let Some(folder) = &options.folder else {
        return Ok((built(patterns, &[], options, gauge, pace).await?, None));
    };
    let read = folder.read(patterns, gauge, pace).await?;
    let tables = built(patterns, &read, options, gauge, pace).await?;
    let is_new = |table: &&Table| !read.iter().any(|it| it.shares_entries_with(table));
    let new: Vec<Table> = tables.iter().filter(is_new).cloned().collect();
    let kept = folder.write(&new, gauge, pace).await;
    let unkept = kept.err().map(|error| TableError::File(Box::new(error)));
    Ok((tables, unkept))
}

#[cfg(not(feature = "std"))]
async fn made(
    patterns: &[Pattern],
    options: &TableOptions,
    gauge: &BuildGauge,
    pace: &mut Pace,
) -> Result<(Vec<Table>, Option<TableError>), PrepareError> {
    Ok((built(patterns, &[], options, gauge, pace).await?, None))
}

/// Builds the tables of these patterns but for those that are known. Returns all.
async fn built(
    patterns: &[Pattern],
    known: &[Table],
    options: &TableOptions,
    gauge: &BuildGauge,
    pace: &mut Pace,
) -> Result<Vec<Table>, BuildError> {
    let build = Build::new(patterns, known);
    #[cfg(feature = "std")]
    let build = build.threads(options.threads);
    let build = match options.build_memory {
        Some(bytes) => build.memory(bytes),
        None => build,
    };
    build.run(gauge, pace).await
}

/// Makes the automaton of a shape, which refuses sequences of moves that others replace.
async fn automaton(shape: Shape, pace: &mut Pace) -> AnyAutomaton {
    let depth = depth_for(shape);
    if shape.is_rectangle() {
        AnyAutomaton::Flat(Automaton::new(shape, depth, pace).await)
    } else {
        AnyAutomaton::Box(Automaton::new(shape, depth, pace).await)
    }
}
