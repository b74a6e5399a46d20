//! The machine that reads moves.

use alloc::vec::Vec;

/// In place of a state: the move only repeats what a smaller walk does.
pub(crate) const REFUSED: u16 = u16::MAX;

/// The automaton for one shape: `MOVES` is 4 for rectangles and 6 for boxes.
///
/// `build.rs` makes it. A move is given by its place in
/// [`Side::ALL`](crate::side::Side::ALL), not by the number of its
/// [`Direction`](crate::Direction).
///
/// A kernel keeps a state beside the blank's cell. It starts with [`Automaton::root`] wherever the
/// blank stands, and reads the states after all moves in one row; it knows the walls itself.
#[derive(Clone, Debug)]
pub(crate) struct Automaton<const MOVES: usize> {
    /// By state. States are numbered by how often searches meet them, so that the common ones
    /// share cache lines.
    pub(super) rows: Vec<[u16; MOVES]>,
    pub(super) root: u16,
}

impl<const MOVES: usize> Automaton<MOVES> {
    /// Returns the state before the first move, the same for every cell.
    #[must_use]
    pub(crate) const fn root(&self) -> u16 {
        self.root
    }

    /// Returns for each state those after each move of [`Side::ALL`](crate::side::Side::ALL), or
    /// [`REFUSED`]. Whether there is a wall is another question.
    #[must_use]
    pub(crate) fn rows(&self) -> &[[u16; MOVES]] {
        &self.rows
    }
}
