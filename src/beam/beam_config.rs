//! The task of a beam.

use super::visited_set::Keys;
use crate::exact::neighbours::Neighbours;
use crate::runtime::shared::Shared;

/// The task of a beam: its cells, and the boards it keeps.
#[derive(Clone, Debug)]
pub(crate) struct BeamConfig {
    /// The ways of the blank. They need not be those of a whole board.
    pub(crate) neighbours: Shared<Neighbours>,
    /// The numbers that tell boards from each other.
    pub(crate) keys: Shared<Keys>,
    /// The number of boards of a layer that are kept.
    pub(crate) width: usize,
    /// The number of boards of a layer, at most, that have the blank on the same cell.
    ///
    /// Without that the blank is soon surrounded by tiles that want to stay, in all boards of a
    /// beam alike.
    pub(crate) width_of_cell: usize,
    /// True if the search ends with the first board whose estimate is 0.
    pub(crate) ends_at_goal: bool,
}
