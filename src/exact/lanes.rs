//! IDA* for the 24-puzzle, 4 x 6 and smaller rectangles, with partitions that suit the board.
//!
//! A lane is a partition whose tables all stand in a pool ([`LanePool`](crate::tables::LanePool)).
//! One lane and its mirror image, or two lanes on a rectangle, search short rounds. Before the first
//! long one, random paths of the last round are examined ([`sample`]): each lane cuts some of them
//! off. The lanes that together cut off the most are seen side by side from then on ([`choose`]), by
//! the kernel of [`batch`](super::batch).

mod choose;
mod lane_tables;
mod sample;
mod search;
#[cfg(test)]
mod tests;

pub(crate) use lane_tables::LaneTables;
pub(crate) use search::ExactSearch;

// The rows `korf24-*` of the results show what these constants are worth.

/// Lanes are chosen after a round of this number of expansions.
const LONG_ROUND: u64 = 200_000;

/// The number of random paths that are examined. With 4,000 the choice is no better, and takes four
/// times as long.
const PATHS: usize = 1_000;

/// The number of lanes that a search follows.
const LANES: usize = 8;
