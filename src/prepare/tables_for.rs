//! The tables of a shape: which ones, and where they come from.

#[cfg(feature = "std")]
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::error::{PrepareError, TableError};
use super::table_options::TableOptions;
use crate::runtime::job::{Job, Pace};
use crate::search::automaton::{Automaton, depth_for};
use crate::search::patterns::{MAX_CELLS, MAX_GROUPS, Patterns};
use crate::search::stack::{AnyAutomaton, SearchTables, Views};
use crate::shape::Shape;
use crate::tables::{
    Build, BuildError, BuildGauge, Chosen, MAX_PATTERN_TILES, Pattern, Table, choose_partitions,
    count_tables,
};

/// Finished tables, ready for searches.
#[derive(Debug)]
pub(super) struct Made<K> {
    pub(super) kit: K,
    /// The error that kept them from being stored for the next program.
    pub(super) unkept: Option<TableError>,
    /// The bytes of the first allocation that failed, if the tables are smaller for that.
    pub(super) shortage: Option<u64>,
}

/// The tiles of patterns that are counted at once. On every board that has tables, eleven of them
/// are enough for all tiles.
const SMALL: usize = 3;

/// Checks that a shape has tables in the memory allowed, in half a millisecond.
///
/// Where small patterns come to few enough tables larger ones do, too. Otherwise all are counted.
pub(super) fn check_tables(
    shape: Shape,
    home: usize,
    options: &TableOptions,
) -> Result<(), TableError> {
    check_cells(shape)?;
    let (memory, build_memory) = (options.memory, options.build_memory);
    let check = |most_tiles| {
        let count = move |mut pace| async move {
            count_tables(shape, home, memory, build_memory, most_tiles, &mut pace).await
        };
        check_number(Job::new(count).finish().map_err(TableError::Partition)?)
    };
    check(SMALL).or_else(|_| check(MAX_PATTERN_TILES))
}

/// Checks that boards of a shape are small enough for a search with tables.
const fn check_cells(shape: Shape) -> Result<(), TableError> {
    if shape.cells() > MAX_CELLS {
        let limit = MAX_CELLS;
        return Err(TableError::TooManyCells { shape, limit });
    }
    Ok(())
}

/// Checks that a search can follow this number of tables.
const fn check_number(tables: usize) -> Result<(), TableError> {
    if tables > MAX_GROUPS {
        let limit = MAX_GROUPS;
        return Err(TableError::TooMany { tables, limit });
    }
    Ok(())
}

/// Chooses the tables of a shape and a home, reads, builds and keeps them, and makes what a search
/// needs beside them. If an allocation fails, tables of half the memory are tried.
///
/// # Errors
/// [`PrepareError`] if the shape has no such tables, or if they can't be read. The first allocation
/// that failed, if even the smallest tables are too large.
pub(super) async fn tables_for(
    shape: Shape,
    home: usize,
    options: TableOptions,
    gauge: BuildGauge,
    pace: &mut Pace,
) -> Result<Made<SearchTables>, PrepareError> {
    check_cells(shape)?;
    let (mut memory, mut shortage) = (options.memory, None);
    let mut tried = Vec::new();
    loop {
        let chosen = match choose(shape, home, memory, &options, pace).await {
            Ok(chosen) => chosen,
            // The tables are too small for a partition only because memory is short.
            Err(error) => {
                return Err(match shortage {
                    Some(bytes) => PrepareError::OutOfMemory { bytes },
                    None => error.into(),
                });
            }
        };
        let patterns = chosen.patterns();
        if patterns != tried {
            let in_first = chosen.first.patterns().len();
            match laid_out(shape, &patterns, in_first, &options, &gauge, pace).await {
                Ok((kit, unkept)) => {
                    return Ok(Made {
                        kit,
                        unkept,
                        shortage,
                    });
                }
                Err(PrepareError::OutOfMemory { bytes }) if memory > 0 => {
                    shortage.get_or_insert(bytes);
                    tried = patterns;
                }
                Err(error) => return Err(error),
            }
        }
        memory /= 2;
    }
}

/// Chooses tables that a search can follow.
async fn choose(
    shape: Shape,
    home: usize,
    memory: u64,
    options: &TableOptions,
    pace: &mut Pace,
) -> Result<Chosen, TableError> {
    let chosen = choose_partitions(shape, home, memory, options.build_memory, pace).await;
    let chosen = chosen.map_err(TableError::Partition)?;
    check_number(chosen.first.patterns().len())?;
    Ok(chosen)
}

/// Makes the tables of these patterns, of which the first ones are the first partition, and lays
/// them out for the kernel. Returns why they were not kept, if they should have been.
async fn laid_out(
    shape: Shape,
    patterns: &[Pattern],
    in_first: usize,
    options: &TableOptions,
    gauge: &BuildGauge,
    pace: &mut Pace,
) -> Result<(SearchTables, Option<TableError>), PrepareError> {
    let (mut first, unkept) = made(patterns, options, gauge, pace).await?;
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
