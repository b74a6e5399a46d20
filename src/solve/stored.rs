//! A search between two slices, as it is stored.

use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::moves::Moves;
use crate::prepared::{HeuristicKind, StoredProof};
use crate::search::position::Position;
use crate::solve::division::{Division, UnitOf};

/// A search for a shortest solution, or a unit of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredSearch {
    pub(crate) board: DynBoard,
    pub(crate) goal: Goal,
    pub(crate) kind: HeuristicKind,
    /// For the tables, in bytes.
    pub(crate) memory: u64,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    /// The number of moves that every solution needs at least.
    pub(crate) lower_bound: usize,
    pub(crate) at: StoredAt,
    /// How it was shared out last, if nothing has been done since.
    pub(crate) division: Option<Division>,
    /// What it is a unit of, if it is one.
    pub(crate) unit: Option<UnitOf>,
}

/// What a search is at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StoredAt {
    /// The search without tables, in the round of `bound`.
    Probe { bound: usize, position: Position },
    /// The tables are needed next.
    Tables,
    Proof(StoredProof),
    /// It is over, with a solution or without.
    Over(Option<Moves>),
}
