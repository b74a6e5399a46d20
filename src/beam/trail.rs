//! The parents of the boards of a beam.

use alloc::vec::Vec;

use crate::runtime::{OutOfMemory, Pace, reserve, reserved};
use crate::side::Side;

/// The most links of a trail, 4 bytes each. A beam whose trail would be longer gives up.
pub(crate) const MAX_LINKS: usize = 1 << 24;

/// The origin of a board: its parent in the layer before, and the side to which the blank went.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Link(u32);

impl Link {
    const BITS: u32 = 3;

    pub(super) const fn new(parent: usize, side: Side) -> Self {
        Self((parent as u32) << Self::BITS | side as u32)
    }

    pub(crate) const fn parent(self) -> usize {
        (self.0 >> Self::BITS) as usize
    }

    pub(super) fn side(self) -> Side {
        Side::numbered(self.0 as u8 & ((1 << Self::BITS) - 1)).unwrap_or(Side::Up)
    }
}

#[derive(Debug, Default)]
pub(crate) struct Trail {
    layers: Vec<Vec<Link>>,
    /// The layer that was begun.
    pub(super) new: Vec<Link>,
    /// The number of links in `layers`.
    links: usize,
}

impl Trail {
    /// Begins a layer of at most `boards` boards; returns whether there is room for it.
    pub(super) fn begin(&mut self, boards: usize) -> Result<bool, OutOfMemory> {
        let has_room = self.links + boards <= MAX_LINKS;
        if has_room {
            reserve(&mut self.layers, 1)?;
            self.new = reserved(boards)?;
        }
        Ok(has_room)
    }

    pub(super) fn end(&mut self) {
        self.links += self.new.len();
        self.layers.push(core::mem::take(&mut self.new));
    }

    /// Swaps two boards of the last layer.
    pub(super) fn swap(&mut self, a: usize, b: usize) {
        if let Some(layer) = self.layers.last_mut() {
            layer.swap(a, b);
        }
    }

    /// Returns the blank's path to a board of the layer after `made` moves.
    pub(crate) async fn path_to(
        &self,
        made: usize,
        mut board: usize,
        pace: &mut Pace,
    ) -> Result<Vec<Side>, OutOfMemory> {
        let mut sides = reserved(made)?;
        for layer in self.layers[..made].iter().rev() {
            let link = layer[board];
            sides.push(link.side());
            board = link.parent();
            pace.spend(60).await;
        }
        sides.reverse();
        Ok(sides)
    }
}
