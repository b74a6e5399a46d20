//! IDA* for the 24-puzzle, 4 x 6 and smaller rectangles, with partitions that suit the board.
//!
//! The tables of a pool ([`Pool`](crate::tables::Pool)) make many partitions. One of them and its
//! mirror image, or two on a rectangle, search short rounds. Before the first long one, random
//! paths of the last round are examined ([`sample`]): each partition cuts some of them off. Those
//! that together cut off the most are seen side by side from then on ([`choose`]), by the kernel of
//! [`batch`](super::batch). Boards far from the goal whose lines are in disorder are seen by
//! [`EscapeDistance`](crate::heuristic::EscapeDistance) besides.

mod choose;
mod pool_tables;
mod sample;
mod search;
#[cfg(test)]
mod tests;

pub(crate) use pool_tables::PoolTables;
pub(crate) use search::{choose_partitions, rounds_by_pool};

// Rows `korf24-*` justify these constants.

/// Partitions are chosen after a round of this number of expansions.
const LONG_ROUND: u64 = 200_000;

/// The moves for each cell from which on escape distance is worth its table, which takes a minute on
/// 5 x 5: hardly any random board needs 4.
const FAR: usize = 4;

/// The number of random paths that are examined.
const PATHS: usize = 1_000;

/// The number of partitions that a search follows.
const FOLLOWED: usize = 8;
