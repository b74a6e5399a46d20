//! A search with tables, as it is stored: boards and ways, whatever form the kernel gives them.

use alloc::vec::Vec;
use core::ops::Range;

use crate::messages::messages;

/// A round that has begun.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct StoredRound {
    /// While the round is split.
    pub(crate) splitting: Option<StoredSplitting>,
    /// The ways to the boards that the round is split into; some of them make a unit.
    pub(crate) seeds: Vec<Vec<u8>>,
    /// Those of the unit that were not taken yet.
    pub(crate) left: Range<usize>,
    /// The way to the board below which is searched.
    pub(crate) turns: Vec<u8>,
    /// The boards still to expand; the last come first.
    pub(crate) stack: Vec<StoredBoard>,
    /// The ways to boards near the top: the parent's place in here, and the turn.
    pub(crate) trail: Vec<(u32, u8)>,
}

/// A round that is being split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredSplitting {
    /// The ways to the boards of a depth, and the number of those that are expanded.
    pub(crate) level: Vec<Vec<u8>>,
    pub(crate) expanded: usize,
    /// The ways to their children.
    pub(crate) children: Vec<Vec<u8>>,
}

/// A board still to expand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredBoard {
    /// For each cell the cell that its tile must reach.
    pub(crate) cells: Vec<u8>,
    /// The state of the automaton.
    pub(crate) automaton: u16,
    /// The moves that the bound leaves.
    pub(crate) left: u16,
    /// Its place in the trail, or that of the last board above it that has one.
    pub(crate) mark: u32,
}

/// A search with tables, between two slices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredBatch {
    /// The number of moves of every solution that the round looks for.
    pub(crate) bound: usize,
    /// The boards expanded in the round before, and in this one.
    pub(crate) last_round: u64,
    pub(crate) in_round: u64,
    /// The position of the search.
    pub(crate) stage: StoredStage,
    /// True if it ends with the round.
    pub(crate) is_part: bool,
    pub(crate) round: StoredRound,
}

impl StoredBatch {
    /// Takes over that what is left of the round was searched elsewhere, in vain: `expanded` boards
    /// of it were expanded there.
    pub(crate) const fn skip_units(&mut self, expanded: u64) {
        self.in_round = self.in_round.saturating_add(expanded);
        self.stage = StoredStage::Searching {
            unit: 0,
            is_open: false,
            end: 0,
        };
    }
}

/// The stage of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoredStage {
    /// Nothing has begun.
    New,
    /// The round is announced, not begun.
    Announced,
    Splitting,
    /// The unit that is searched, whether that has begun, and the end of the units to search.
    Searching {
        unit: usize,
        is_open: bool,
        end: usize,
    },
    Over,
}

/// Reasons why a stored search can't continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoredError {
    /// The bound does not fit the board.
    Bound,
    /// There is no such unit.
    Unit,
    /// A way can't be gone.
    Path,
    /// A step of the trail has no parent before it, or there is no such turn.
    Trail {
        /// The number of the step.
        nth: usize,
    },
    /// A board is none, or it can't be solved in the moves that are left.
    Board {
        /// The number of the board.
        nth: usize,
    },
}

messages! { StoredError;
    Self::Bound => "the bound does not fit the board";
    Self::Unit => "there is no such unit";
    Self::Path => "a way leads to no board of the round";
    Self::Trail { nth } => "step {nth} of the trail leads nowhere";
    Self::Board { nth } => "board {nth} can't be one of the round";
}
