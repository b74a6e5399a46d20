//! The tuned constants of searches by lanes; the rows `korf24-*` of the results show what they are worth.

/// Lanes are chosen after a round of this number of expansions.
pub(super) const LONG_ROUND: u64 = 200_000;

/// The number of random paths that are examined. With 4,000 the choice is no better, and takes four
/// times as long.
pub(super) const PATHS: usize = 1_000;

/// The number of lanes that a search follows.
pub(super) const LANES: usize = 8;
