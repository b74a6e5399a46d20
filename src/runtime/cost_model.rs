//! The costs of the steps of all long work, in nanoseconds of an optimized build.
//!
//! Work pays them out of the effort of a slice, since it reads no clock. They were measured on one
//! core of 2.5 GHz; memory that is touched for the first time takes longer. Exact to a factor of
//! two is enough: slices stay below a millisecond.

/// A beam search.
pub(crate) mod beam {
    /// A board that is expanded, without its children.
    pub(crate) const PARENT: usize = 30;
    /// A child, without its rank.
    pub(crate) const CHILD: usize = 20;
    /// A candidate that is looked for among the boards met.
    pub(crate) const CANDIDATE: usize = 20;
    pub(crate) const SORTED_CANDIDATE: usize = 4;
    /// A board that is copied, without its cells.
    pub(crate) const BOARD: usize = 60;
    /// The number of cells that are copied in a nanosecond.
    pub(crate) const CELLS: usize = 8;
    /// A step of the way back, out of slow memory.
    pub(crate) const STEP: usize = 60;
}

/// The improvement of a solution.
pub(crate) mod improve {
    /// A stretch that a beam solves again.
    pub(crate) const STRETCH: usize = 20_000;
    /// A block of moves that is copied.
    pub(crate) const BLOCK: usize = 150_000;
}

/// The tables for goals with free tiles.
pub(crate) mod projections {
    /// A placement of tiles with some cells of the blank, and the moves from them.
    pub(crate) const PLACEMENT: usize = 60;
}

/// The tables of walking distance.
pub(crate) mod walking_distance {
    /// The moves of a position, for each row.
    pub(crate) const MOVES: usize = 200;
}

/// The weights of pairs, laid out for a shape.
pub(crate) mod pair_tables {
    /// A difference of a pair.
    pub(crate) const DIFFERENCE: usize = 2;
    /// A weight beside the blank.
    pub(crate) const BESIDE_BLANK: usize = 10;
    /// A difference around the blank.
    pub(crate) const AROUND_BLANK: usize = 5;
}

/// The automaton that recognizes repeated moves.
pub(crate) mod automaton {
    /// A node of the tree of words.
    pub(crate) const NODE: usize = 35;
    /// A state that is completed.
    pub(crate) const COMPLETE: usize = 25;
    /// The search for an equal state.
    pub(crate) const MERGE: usize = 20;
}

/// The choice of partitions.
pub(crate) mod pools {
    /// Makes a board of a round, or not.
    pub(crate) const SAMPLED_BOARD: usize = 150;
    /// Follows a step with a table that may hold the tile.
    pub(crate) const FOLLOWED_STEP: usize = 40;
    /// Adds the distances of a partition after a step.
    pub(crate) const SUM: usize = 4;
}

/// IDA\* by any heuristic. A child costs more, by the heuristic.
pub(crate) mod ida {
    /// A side that is tried, or a move that is taken back.
    pub(crate) const STEP: usize = 4;
}

/// IDA\* by the Manhattan distance.
pub(crate) mod manhattan {
    /// A board that is expanded, with its children.
    pub(crate) const EXPANSION: usize = 16;
    /// A path to a seed that is followed.
    pub(crate) const SEED: usize = 500;
}

/// IDA\* by slides with tables.
pub(crate) mod slides_kernel {
    /// A path that is played.
    pub(crate) const LEAF: usize = 500;
    /// A child that is looked at.
    pub(crate) const CHILD: usize = 45;
    /// A board that is taken from the stack.
    pub(crate) const NODE: usize = 30;
}

/// Pattern tables that are built.
pub(crate) mod tables {
    /// A map, and its regions.
    pub(crate) const MAP: usize = 200;
    /// The moves into a block.
    pub(crate) const MOVES: usize = 300;
}

/// The data of the kernel for a shape.
pub(crate) mod search_tables {
    /// A map that is entered.
    pub(crate) const MAP: usize = 5;
    /// A change of a map by a move.
    pub(crate) const CHANGE: usize = 10;
}

/// Constructions.
pub(crate) mod construct {
    /// A cell when a task begins.
    pub(crate) const LAYOUT_CELL: usize = 10;
    pub(crate) const FILLED_CELL: usize = 40;
    pub(crate) const VISITED_CELL: usize = 5;
    /// The beginning of a beam.
    pub(crate) const BEAM: usize = 20_000;
    /// A cell whose distance is priced.
    pub(crate) const PRICED_CELL: usize = 6;
    /// A board that is looked at.
    pub(crate) const BOARD: usize = 2;
    pub(crate) const WEIGHED_BOARD: usize = 600;
    /// A cell of a board that a beam begins with.
    pub(crate) const FIRST_BOARD_CELL: usize = 20;
}
