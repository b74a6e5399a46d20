//! The boards of a beam after the same number of moves.

use alloc::vec::Vec;

use crate::runtime::alloc::{OutOfMemory, reserved};

/// A board of a layer; its tiles are kept beside.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    pub(super) hash: u64,
    pub(super) blank: u16,
    /// The bit of the side on which the blank would go back; 0 for none.
    pub(super) back: u8,
}

/// A layer of the search: all boards after the same number of moves, the nearest first.
///
/// What is beyond them is of layers before, and is written over.
#[derive(Clone, Debug)]
pub(super) struct Layer<S> {
    /// The cells of a board.
    pub(super) cells: usize,
    pub(super) boards: usize,
    pub(super) nodes: Vec<Node>,
    pub(super) states: Vec<S>,
    pub(super) at: Vec<u16>,
}

impl<S: Clone> Layer<S> {
    pub(super) fn with_room(boards: usize, cells: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            cells,
            boards: 0,
            nodes: reserved(boards)?,
            states: reserved(boards)?,
            at: reserved(boards * cells)?,
        })
    }

    /// Sees to it that `boards` boards can be written.
    pub(super) fn make_room(&mut self, boards: usize, cells: usize, state: &S) {
        if self.nodes.len() < boards {
            self.nodes.resize(boards, Node::default());
            self.states.resize(boards, state.clone());
            self.at.resize(boards * cells, 0);
        }
    }
}
