//! Errors of tables.

use alloc::boxed::Box;
use std::io::ErrorKind;
use std::path::Path;

use crate::messages::{conversions, messages};
use crate::runtime::OutOfMemory;
use crate::shape::Shape;

/// The most tiles a pattern may have: their order fits 24 bits, its number 16.
pub(crate) const MAX_PATTERN_TILES: usize = 8;

/// The most tables that a search can follow.
pub(crate) const MAX_TABLES: usize = 16;

/// The most cells a board with tables may have: sets of cells are held in 64 bits.
pub(crate) const MAX_TABLE_CELLS: usize = 64;

/// Errors while tables are named, chosen, built, read or written.
///
/// # Examples
/// ```
/// use npuzzle::tables::{Partition, TableError};
/// let without_home = "A A B/A B B".parse::<Partition>();
/// assert_eq!(without_home, Err(TableError::Drawing));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableError {
    /// Boards of this shape have no tables of the kind asked for, or none that fit the memory.
    Shape {
        /// The shape of the boards.
        shape: Shape,
    },
    /// A pattern can't have this number of tiles.
    Tiles {
        /// The number of tiles.
        tiles: usize,
    },
    /// The blank's home isn't a cell of the shape.
    NoSuchHome {
        /// The shape of the boards.
        shape: Shape,
        /// The home asked for.
        home: usize,
    },
    /// A drawing of a partition is not a full board of letters with one dot for the home.
    Drawing,
    /// A pattern has too many states.
    States {
        /// The shape of the boards.
        shape: Shape,
        /// The number of tiles of the pattern.
        tiles: usize,
    },
    /// A partition has more patterns than a search can follow.
    Patterns {
        /// The number of patterns.
        patterns: usize,
    },
    /// The smallest tables that a search can follow take more memory than allowed.
    Memory {
        /// The memory that the smallest tables take, in bytes.
        bytes: u64,
    },
    /// An allocation failed.
    OutOfMemory {
        /// The size of the allocation in bytes.
        bytes: u64,
    },
    /// A file of tables could not be read.
    Read {
        /// The file.
        path: Box<Path>,
        /// The system's reason.
        error: ErrorKind,
    },
    /// A file or folder of tables could not be written.
    Write {
        /// The file or folder.
        path: Box<Path>,
        /// The system's reason.
        error: ErrorKind,
    },
    /// A file does not hold the expected table: it is damaged, was written by another version, or
    /// holds something else. It is not used; in the folder of a solver it is replaced.
    File {
        /// The file.
        path: Box<Path>,
        /// The fault, as a predicate: "is damaged".
        fault: &'static str,
    },
}

conversions! { TableError;
    error: OutOfMemory => Self::OutOfMemory { bytes: error.bytes };
}

messages! { TableError;
    Self::Shape { shape } => "no such tables for boards of {shape} in this memory: a pattern serves \
        4 to {MAX_TABLE_CELLS} cells with two sides of 2 or more, a search up to 32, a search by \
        slides flat boards of 10 to 16";
    Self::Tiles { tiles } => "a pattern has at most {MAX_PATTERN_TILES} tiles, not {tiles}";
    Self::NoSuchHome { shape, home } => "a board of {shape} has no cell {home} for its blank";
    Self::Drawing =>
        "a drawing of a partition has a letter for each cell and one dot for the home";
    Self::States { shape, tiles } => "{tiles} tiles on boards of {shape} have too many states";
    Self::Patterns { patterns } => "a search follows at most {MAX_TABLES} patterns, not {patterns}";
    Self::Memory { bytes } => "the smallest tables take {bytes} bytes";
    Self::OutOfMemory { bytes } => "no memory for {bytes} bytes of a table";
    Self::Read { path, error } => "{}: can't be read: {error}", path.display();
    Self::Write { path, error } => "{}: can't be written: {error}", path.display();
    Self::File { path, fault } => "{}: {fault}", path.display();
}
