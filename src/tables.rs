//! Pattern databases: how far some of the tiles are from home, at one bit a state.

mod build;
mod choose;
mod index;
mod memory;
mod order;
mod partition;
mod pattern;
mod program;
mod sweep;
mod symmetry;
mod table;
mod verify;

#[cfg(not(target_has_atomic = "ptr"))]
pub(crate) use alloc::rc::Rc as Shared;
/// What tables of as many tiles share. Where there are no atomic pointers there are no threads either.
#[cfg(target_has_atomic = "ptr")]
pub(crate) use alloc::sync::Arc as Shared;

pub use build::{Build, BuildError, BuildProgress};
pub use index::{Index, IndexError, Placement};
pub use partition::{Partition, PartitionError};
pub use pattern::{MAX_PATTERN_TILES, MAX_TABLE_CELLS, Pattern, PatternError};
pub use symmetry::Symmetry;
pub use table::Table;
pub use verify::VerifyError;
