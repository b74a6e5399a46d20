//! Pattern databases: how far some of the tiles are from home, at one bit a state.
//!
//! A [`Pattern`] names some tiles of a board, a [`Partition`] shares out all of them. A [`Table`]
//! holds the exact distance of every placement of a pattern's tiles, counting their own moves only,
//! so the distances of a partition's patterns may be added: a lower bound for the whole board.
//! [`TableBuilder`] makes tables.
//!
//! ```
//! use npuzzle::tables::{Partition, TableBuilder};
//! use npuzzle::heuristic::CanonicalBoard;
//! use npuzzle::{Board, Goal};
//!
//! // On 3 x 3, home last: two patterns of four tiles.
//! let partition: Partition = "A A B / A A B / B B .".parse()?;
//! let tables = TableBuilder::new().tables(partition.patterns())?;
//! let board: Board<3> = "3 1 2/4 5 6/7 8 0".parse()?; // 16 moves from home
//! let board = CanonicalBoard::new(&board, &Goal::BlankLast)?;
//! let bound: u32 = tables.iter().filter_map(|table| table.distance(&board)).sum();
//! assert_eq!(bound, 10);
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```

mod build;
mod choose;
mod cost;
mod error;
mod file;
mod grid;
mod index;
mod mirrors;
mod order;
mod partition;
mod pattern;
mod pool;
mod program;
pub(crate) mod slides;
mod symmetry;
mod table;

pub(crate) use build::{BuildGauge, build_tables};
pub use build::{BuildProgress, TableBuilder};
pub(crate) use choose::choose_partitions;
pub(crate) use error::MAX_TABLES;
pub use error::{MAX_PATTERN_TILES, MAX_TABLE_CELLS, TableError};
pub(crate) use file::{check_folder, read_tables, write_tables};
pub(crate) use grid::{bits, maps};
pub(crate) use index::MapEntry;
pub(crate) use order::{Order, Orders, binomial, factorial, rotate};
pub use partition::Partition;
pub use pattern::Pattern;
pub(crate) use pool::{HAS_POOLS, Pool};
pub(crate) use symmetry::Symmetry;
pub use table::Table;
pub(crate) use table::{Placed, bytes_of};
