//! The origin of the boards of a beam, and the way back along them.

use alloc::vec::Vec;

use crate::runtime::alloc::{OutOfMemory, reserve, reserved};
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

    pub(super) const fn side(self) -> Side {
        match Side::numbered(self.0 as u8 & ((1 << Self::BITS) - 1)) {
            Some(side) => side,
            None => Side::Up,
        }
    }
}

/// The links of all layers.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    layers: Vec<Vec<Link>>,
    /// The layer that is being made.
    new: Vec<Link>,
    /// The number of links in `layers`.
    links: usize,
}

impl Trail {
    /// Begins a layer of at most `boards` boards; returns whether there is room for it.
    pub(super) fn begin(&mut self, boards: usize) -> Result<bool, OutOfMemory> {
        if self.links + boards > MAX_LINKS {
            return Ok(false);
        }
        self.new = reserved(boards)?;
        reserve(&mut self.layers, 1)?;
        Ok(true)
    }

    /// Adds a board to the layer.
    #[inline(always)]
    pub(super) fn push(&mut self, link: Link) {
        self.new.push(link);
    }

    /// Ends the layer.
    pub(super) fn end(&mut self) {
        self.links += self.new.len();
        self.layers.push(core::mem::take(&mut self.new));
    }

    /// Gives a board of the last layer a lower number, that of one that is not kept.
    pub(super) fn rename(&mut self, number: usize, to: usize) {
        if let Some(layer) = self.layers.last_mut() {
            layer.swap(number, to);
        }
    }
}

/// The way of the blank to a board, found from its end.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// The number of layers that are left, and the board's number in the last of them.
    layers: usize,
    board: usize,
    sides: Vec<Side>,
}

impl Way {
    /// Returns the way to a board of the layer after `made` moves, which is not known yet; `last`
    /// is one more step.
    pub(super) fn new(made: usize, board: usize, last: Option<Side>) -> Result<Self, OutOfMemory> {
        let mut sides = reserved(made + 1)?;
        sides.extend(last);
        Ok(Self {
            layers: made,
            board,
            sides,
        })
    }

    /// Goes on by `steps` steps at most; returns whether the way is known.
    pub(super) fn go_on(&mut self, trail: &Trail, steps: usize) -> bool {
        for _ in 0..steps {
            let Some(link) = self
                .layers
                .checked_sub(1)
                .map(|last| trail.layers[last][self.board])
            else {
                return true;
            };
            self.layers -= 1;
            self.board = link.parent();
            self.sides.push(link.side());
        }
        self.layers == 0
    }

    /// Returns the sides to which the blank goes, from the last step to the first.
    pub(crate) fn backwards(&self) -> &[Side] {
        &self.sides
    }
}
