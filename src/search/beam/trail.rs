//! How the boards of a beam came about, and the way back along them.

use alloc::vec::Vec;

use crate::moves::Moves;
use crate::side::Side;
use crate::tables::{OutOfMemory, reserved};

/// The most links of a trail, 4 bytes each; where it would be longer the beam gives up.
const MAX_LINKS: usize = 1 << 24;

/// How a board came about: from which one of the layer before, and where the blank went.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link(u32);

impl Link {
    const BITS: u32 = 3;

    pub(super) const fn new(parent: usize, side: Side) -> Self {
        Self((parent as u32) << Self::BITS | side as u32)
    }

    pub(super) const fn parent(self) -> usize {
        (self.0 >> Self::BITS) as usize
    }

    pub(super) const fn side(self) -> Side {
        Side::ALL[(self.0 & ((1 << Self::BITS) - 1)) as usize]
    }
}

/// The links of all layers.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    layers: Vec<Vec<Link>>,
    links: usize,
}

impl Trail {
    /// Begins a layer of so many boards; returns whether there is room for it.
    pub(super) fn begin(&mut self, boards: usize) -> Result<bool, OutOfMemory> {
        self.links += boards;
        if self.links > MAX_LINKS {
            return Ok(false);
        }
        let layer = reserved(boards)?;
        if self.layers.try_reserve(1).is_err() {
            let bytes = 2 * self.layers.len() as u64 * size_of::<Vec<Link>>() as u64;
            return Err(OutOfMemory { bytes });
        }
        self.layers.push(layer);
        Ok(true)
    }

    /// Adds a board to the last layer.
    pub(super) fn push(&mut self, link: Link) {
        if let Some(layer) = self.layers.last_mut() {
            layer.push(link);
        }
    }
}

/// The way to a board, found from its end.
#[derive(Clone, Debug)]
pub(super) struct Way {
    link: Link,
    /// From the last one on.
    sides: Vec<Side>,
    moves: Moves,
}

impl Way {
    /// Returns the way to the goal.
    pub(super) fn new(last: Link, trail: &Trail) -> Result<Self, OutOfMemory> {
        let length = trail.layers.len() + 1;
        let mut sides = reserved(length)?;
        sides.push(last.side());
        let mut moves = Moves::new();
        match moves.try_reserve(length) {
            Ok(()) => Ok(Self {
                link: last,
                sides,
                moves,
            }),
            Err(error) => Err(OutOfMemory { bytes: error.bytes }),
        }
    }

    /// Returns the way from the goal to itself.
    pub(super) fn of_solved() -> Self {
        Self {
            link: Link::new(0, Side::Up),
            sides: Vec::new(),
            moves: Moves::new(),
        }
    }

    /// Goes on by `steps` steps; returns the moves of the tiles when all are known.
    pub(super) fn go_on(&mut self, trail: &mut Trail, steps: usize) -> Option<Moves> {
        for _ in 0..steps {
            if let Some(layer) = trail.layers.pop() {
                self.link = layer[self.link.parent()];
                self.sides.push(self.link.side());
            } else if let Some(side) = self.sides.pop() {
                self.moves.push(side.tile_moves());
            } else {
                return Some(core::mem::take(&mut self.moves));
            }
        }
        None
    }
}
