//! Which kernel and which estimate serve a shape.

#[cfg(feature = "std")]
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use crate::heuristic::{LinearConflict, Manhattan, WalkingDistance};
use crate::moves::Moves;
use crate::search::all_boards::AllBoards;
use crate::search::automaton::{Automaton, depth_for};
use crate::search::meter::Meter;
use crate::search::patterns::{MAX_CELLS, MAX_GROUPS, Patterns};
use crate::search::stack::{Kit, Moving};
use crate::search::stamped::Stamped;
use crate::shape::Shape;
use crate::solve::error::{SolveError, TableError};
use crate::tables::{self, Partition, Pattern, Shared, Table, TableBuilder};
#[cfg(feature = "std")]
use crate::tables::{FileFault, Folder};

/// The estimate that guides the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HeuristicKind {
    /// The best that fits the shape and the memory:
    /// - Manhattan where the board is a path, which needs no search;
    /// - up to 9 cells the distances of all boards, so that a solution is read off them;
    /// - up to 32 cells tables for groups of tiles ([`Patterns`](Self::Patterns)), once an easy
    ///   board has not been solved without them;
    /// - linear conflict for larger boards, and where the memory doesn't suffice for tables.
    #[default]
    Auto,
    /// The sum of the tiles' taxicab distances.
    Manhattan,
    /// Manhattan and the detours of tiles that must pass each other in their line.
    LinearConflict,
    /// Rows and columns as multisets of tiles; for flat boards and boxes with small sides.
    WalkingDistance,
    /// Tables of exact distances for groups of tiles, as large as the memory allows.
    Patterns,
}

/// Returns whether tables of groups of tiles are what [`HeuristicKind::Auto`] takes for a shape.
pub(super) const fn takes_patterns(shape: Shape) -> bool {
    !shape.is_path() && shape.cells() > AllBoards::MAX_CELLS && shape.cells() <= MAX_CELLS
}

/// What a solver's options say of heuristics and tables.
#[derive(Clone, Debug)]
pub(super) struct Means {
    pub(super) heuristic: HeuristicKind,
    /// For the tables of one shape, in bytes.
    pub(super) memory: u64,
    /// Where tables are kept, if they are.
    #[cfg(feature = "std")]
    pub(super) folder: Option<Folder>,
}

/// The kernel and what guides it.
#[derive(Clone, Debug)]
pub(super) enum Method {
    /// The distances of all boards.
    Full(Shared<AllBoards>),
    /// The stack kernel.
    Patterns(Shared<Kit>),
    /// The reference kernel.
    Stamped(&'static Stamped),
    /// The general kernel, as those below.
    Manhattan(Manhattan),
    LinearConflict(LinearConflict),
    WalkingDistance(WalkingDistance),
}

/// Why there is no method.
pub(super) enum NoMethod {
    /// The meter stopped the work.
    Stopped,
    /// The same, when there was a solution, but not yet as good a one as was asked for.
    StoppedWith(Moves),
    Error(SolveError),
}

impl<E: Into<SolveError>> From<E> for NoMethod {
    fn from(error: E) -> Self {
        match error.into() {
            SolveError::Table(TableError::Build(tables::BuildError::OutOfMemory { bytes })) => {
                Self::Error(SolveError::OutOfMemory { bytes })
            }
            SolveError::Table(TableError::Build(tables::BuildError::Stopped)) => Self::Stopped,
            #[cfg(feature = "std")]
            SolveError::Table(TableError::File(error)) => match error.fault() {
                FileFault::Build(error) => TableError::Build(error).into(),
                _ => Self::Error(SolveError::Table(TableError::File(error))),
            },
            error => Self::Error(error),
        }
    }
}

impl fmt::Debug for NoMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("Stopped"),
            Self::StoppedWith(_) => f.write_str("StoppedWith"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl Method {
    /// Makes what a heuristic needs for a shape and a home; the meter hears of the tables'
    /// progress.
    ///
    /// It comes with the error of tables that are there, but could not be kept for the next time.
    pub(super) fn new(
        shape: Shape,
        home: usize,
        means: &Means,
        meter: &mut Meter<'_>,
    ) -> Result<(Self, Option<TableError>), NoMethod> {
        let method = match means.heuristic {
            HeuristicKind::Auto => return Self::best(shape, home, means, meter),
            HeuristicKind::Patterns => return Self::patterns(shape, home, means, meter),
            HeuristicKind::Manhattan => match Stamped::new(shape) {
                Some(kernel) => Self::Stamped(kernel),
                None => Self::Manhattan(Manhattan::new(shape, home)?),
            },
            HeuristicKind::LinearConflict => {
                Self::LinearConflict(LinearConflict::new(shape, home)?)
            }
            HeuristicKind::WalkingDistance => {
                Self::WalkingDistance(WalkingDistance::new(shape, home)?)
            }
        };
        Ok((method, None))
    }

    /// Makes the best that can be had.
    fn best(
        shape: Shape,
        home: usize,
        means: &Means,
        meter: &mut Meter<'_>,
    ) -> Result<(Self, Option<TableError>), NoMethod> {
        if shape.is_path() {
            return Ok((Self::Manhattan(Manhattan::new(shape, home)?), None));
        }
        if shape.cells() <= AllBoards::MAX_CELLS
            && AllBoards::bytes_for(shape) as u64 <= means.memory
        {
            if let Ok(table) = AllBoards::new(shape, home) {
                return Ok((Self::Full(Shared::new(table)), None));
            }
        } else if shape.cells() <= MAX_CELLS {
            match Self::patterns(shape, home, means, meter) {
                #[cfg(feature = "std")]
                Err(NoMethod::Error(error @ SolveError::Table(TableError::File(_)))) => {
                    return Err(NoMethod::Error(error));
                }
                // Slower is better than nothing.
                Err(NoMethod::Error(_)) => {}
                result => return result,
            }
        }
        Ok((
            Self::LinearConflict(LinearConflict::new(shape, home)?),
            None,
        ))
    }

    /// Makes pattern tables.
    fn patterns(
        shape: Shape,
        home: usize,
        means: &Means,
        meter: &mut Meter<'_>,
    ) -> Result<(Self, Option<TableError>), NoMethod> {
        if shape.cells() > MAX_CELLS {
            return Err(TableError::TooManyCells {
                shape,
                limit: MAX_CELLS,
            }
            .into());
        }
        let partition =
            Partition::choose(shape, home, means.memory).map_err(TableError::Partition)?;
        let tables = partition.patterns().len();
        if tables > MAX_GROUPS {
            let limit = MAX_GROUPS;
            return Err(TableError::TooMany { tables, limit }.into());
        }
        #[cfg(feature = "std")]
        let (tables, unkept) = match &means.folder {
            Some(folder) => tables_kept_in(folder, partition.patterns(), meter)?,
            None => (build(partition.patterns(), &[], meter)?, None),
        };
        #[cfg(not(feature = "std"))]
        let (tables, unkept) = (build(partition.patterns(), &[], meter)?, None);
        let patterns = Patterns::new(tables);
        let moving = if shape.is_rectangle() {
            Moving::Flat(Automaton::new(shape, depth_for(shape)))
        } else {
            Moving::Box(Automaton::new(shape, depth_for(shape)))
        };
        // Tables that were built too fast to report must not hide that the time is up.
        match meter.pause() {
            ControlFlow::Continue(()) => {
                let kit = Shared::new(Kit::new(patterns, moving));
                Ok((Self::Patterns(kit), unkept))
            }
            ControlFlow::Break(()) => Err(NoMethod::Stopped),
        }
    }

    /// Returns the memory of the tables, in bytes.
    pub(super) fn table_bytes(&self) -> u64 {
        match self {
            Self::Full(table) => table.bytes() as u64,
            Self::Patterns(kit) => kit.patterns().bytes() as u64,
            _ => 0,
        }
    }
}

/// Builds the tables of a partition but for those that are known.
fn build(
    patterns: &[Pattern],
    known: &[Table],
    meter: &mut Meter<'_>,
) -> Result<Vec<Table>, TableError> {
    let build = TableBuilder::new().known(known);
    #[cfg(feature = "std")]
    let build = build.threads(meter.threads);
    build
        .on_progress(&mut |progress| meter.pause_at_tables(progress))
        .tables(patterns)
        .map_err(TableError::Build)
}

/// Takes the tables of a partition from a folder, builds those that are missing, and keeps them
/// there.
#[cfg(feature = "std")]
fn tables_kept_in(
    folder: &Folder,
    patterns: &[Pattern],
    meter: &mut Meter<'_>,
) -> Result<(Vec<Table>, Option<TableError>), NoMethod> {
    let known = folder
        .load_with(patterns, &mut |progress| meter.pause_at_tables(progress))
        .map_err(|error| TableError::File(Box::new(error)))?;
    let tables = build(patterns, &known, meter)?;
    let is_new = |table: &&Table| !known.iter().any(|it| it.shares_entries_with(table));
    let new: Vec<Table> = tables.iter().filter(is_new).cloned().collect();
    let kept = folder.save_with(&new, &mut |progress| meter.pause_at_tables(progress));
    Ok((
        tables,
        kept.err().map(|error| TableError::File(Box::new(error))),
    ))
}
