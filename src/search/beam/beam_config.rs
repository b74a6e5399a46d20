//! Where a beam goes about.

use super::visited_set::Keys;
use crate::runtime::shared::Shared;
use crate::search::neighbours::Neighbours;

/// Where a beam goes about, and what it keeps.
#[derive(Clone, Debug)]
pub(crate) struct BeamConfig {
    /// The ways of the blank. They need not be those of a whole board.
    pub(crate) neighbours: Shared<Neighbours>,
    /// What tells boards from each other.
    pub(crate) keys: Shared<Keys>,
    /// The number of boards of a layer that are kept.
    pub(crate) width: usize,
    /// How many of them at most have the blank on the same cell.
    ///
    /// Without that the blank is soon surrounded by tiles that want to stay, in all boards of a
    /// beam alike.
    pub(crate) width_of_cell: usize,
    /// True if the search ends with the first board whose estimate is 0.
    pub(crate) ends_at_goal: bool,
}
