//! Pattern databases: distances of groups of tiles from home, at one bit per state.
//!
//! A *pattern* is a set of tiles, and a [`Partition`] shares out all tiles of a board to patterns. A
//! table holds the distance of every placement of a pattern's tiles, counting their own moves only,
//! so the distances of a partition's patterns may be added: a lower bound for the whole board
//! (Korf and Felner, *Disjoint pattern database heuristics*, 2002).
//!
//! A solver chooses a partition by its memory, or receives one by
//! [`SolverBuilder::partition`](crate::SolverBuilder::partition). Their heuristic is
//! [`heuristic::PatternDatabases`](crate::heuristic::PatternDatabases).

mod build;
mod error;
mod file;
mod grid;
mod index;
mod order;
mod partition;
mod pattern;
mod pool;
mod program;
pub(crate) mod slides;
mod symmetry;
mod table;

pub use crate::runtime::BuildProgress;
pub(crate) use build::{build_at_once, make_tables};
pub(crate) use error::MAX_TABLES;
pub use error::TableError;
pub(crate) use file::{Contents, TableId, TableMaker};
pub(crate) use grid::{bits, maps};
pub(crate) use index::MapEntry;
pub(crate) use order::{Order, Orders, binomial, rotate};
pub use partition::Partition;
pub(crate) use partition::{all_patterns, choose_partitions};
pub(crate) use pool::{HAS_POOLS, Pool};
pub(crate) use program::{OrderSet, Program, Programs};
pub(crate) use symmetry::Symmetry;
pub(crate) use table::{Placed, Table, bytes_of};
