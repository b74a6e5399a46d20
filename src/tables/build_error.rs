//! Errors of the building of tables.

use super::pattern::PatternError;
use crate::messages::{conversions, messages};
use crate::runtime::alloc::OutOfMemory;
use crate::shape::Shape;

/// Reasons why a table could not be built.
///
/// # Examples
/// ```
/// use core::ops::ControlFlow;
/// use npuzzle::tables::{Pattern, TableBuilder};
/// use npuzzle::Shape;
/// let pattern = Pattern::new(Shape::square(3)?, 8, [0, 1])?;
/// let stopped = TableBuilder::new().on_progress(&mut |_| ControlFlow::Break(())).table(pattern);
/// assert_eq!(stopped.unwrap_err().to_string(), "the building of a table was stopped");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// Boards of this shape have no tables.
    Board(PatternError),
    /// There are no tiles, too many, or no cell is left for the blank.
    Tiles {
        /// The shape asked for.
        shape: Shape,
        /// The number of tiles asked for.
        tiles: usize,
    },
    /// There are too many states.
    TooLarge {
        /// The shape asked for.
        shape: Shape,
        /// The number of tiles asked for.
        tiles: usize,
    },
    /// An allocation failed.
    OutOfMemory {
        /// The size of the allocation in bytes.
        bytes: u64,
    },
    /// The callback stopped the work.
    Stopped,
}

conversions! { BuildError;
    error: OutOfMemory => Self::OutOfMemory { bytes: error.bytes };
}

messages! { BuildError, through Board;
    Self::Tiles { shape, tiles } => "a pattern on a board of {shape} can't have {tiles} tiles";
    Self::TooLarge { shape, tiles } => "{tiles} tiles on a board of {shape} have too many states";
    Self::OutOfMemory { bytes } => "no memory for {bytes} bytes of a table";
    Self::Stopped => "the building of a table was stopped";
}
