//! Boards ranked by what it costs that a tile stands on a cell.

use alloc::vec::Vec;

use smallvec::SmallVec;

use super::{Rank, Ranking, Slide, View};
use crate::permutation;
use crate::shape::Shape;
use crate::tables::{OutOfMemory, Shared, reserved};

/// What it costs that a tile stands on a cell.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cost {
    /// Less seems nearer to the end.
    pub(crate) price: i32,
    /// 1 if the tile may not stand there at the end, else 0.
    pub(crate) miss: u16,
    /// The number of steps from there to where the tile belongs.
    pub(crate) distance: u16,
    /// What the tile is thought to take after the end, in 256ths of a move.
    pub(crate) left: u32,
}

/// The costs of all tiles of a board, added up.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Standing {
    pub(crate) cost: i64,
    pub(crate) miss: u32,
    pub(crate) distance: u32,
    pub(crate) left: u32,
}

/// A table of costs, by tile and cell.
///
/// Tiles and cells are numbers below the same limit; they need not be those of a whole board.
#[derive(Clone, Debug)]
pub(crate) struct Costs {
    cells: usize,
    blank: usize,
    table: Vec<Cost>,
    /// A block of cells that must be solvable by itself at the end.
    block: Option<Block>,
}

/// Some cells in reading order, and by tile the place where it belongs among them.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) shape: Shape,
    pub(crate) cells: Vec<u16>,
    pub(crate) place: Vec<u8>,
}

impl Costs {
    /// Returns the table of a number of cells and as many tiles, which are still to be added.
    pub(crate) fn new(cells: usize, blank: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            cells,
            blank,
            table: reserved(cells * cells)?,
            block: None,
        })
    }

    /// Adds the costs of the next tile, by cell.
    pub(crate) fn add_tile(&mut self, costs: impl Iterator<Item = Cost>) {
        self.table.extend(costs.take(self.cells));
    }

    /// Returns how many tiles are there.
    pub(crate) fn tiles(&self) -> usize {
        self.table.len() / self.cells
    }

    /// Demands that a block be solvable by itself once nothing is missing.
    pub(crate) fn demand(&mut self, block: Block) {
        self.block = Some(block);
    }

    /// Looks at a whole board.
    pub(crate) fn evaluate(&self, at: &[u16]) -> Standing {
        let mut standing = Standing::default();
        for (cell, &tile) in at.iter().enumerate() {
            let cost = self.table[usize::from(tile) * self.cells + cell];
            standing.cost += i64::from(cost.price);
            standing.miss += u32::from(cost.miss);
            standing.distance += u32::from(cost.distance);
            standing.left = standing.left.wrapping_add(cost.left);
        }
        standing
    }
}

impl Block {
    /// Returns whether the tiles of the block on a board, all of which belong there, can be put
    /// in order within it.
    pub(crate) fn is_solvable(&self, at: &[u16], blank: u16) -> bool {
        let mut places = SmallVec::<[u8; 36]>::new();
        let mut here = 0;
        for (nth, &cell) in self.cells.iter().enumerate() {
            let tile = at[usize::from(cell)];
            if tile == blank {
                here = nth;
            }
            places.push(self.place[usize::from(tile)]);
        }
        let home = usize::from(self.place[usize::from(blank)]);
        let is_odd = self.shape.distance(here, home) % 2 == 1;
        permutation::parity(&places).is_ok_and(|parity| parity.is_odd() == is_odd)
    }
}

/// Ranks boards by a table of costs. The end is reached if nothing is missing.
#[derive(Clone, Debug)]
pub(crate) struct ByCosts(pub(crate) Shared<Costs>);

impl Ranking for ByCosts {
    type State = Standing;
    type Note = ();
    type View<'a> = &'a Costs;

    fn view(&self) -> &Costs {
        &self.0
    }

    fn cost_of_child(&self) -> usize {
        10
    }
}

impl Costs {
    /// Returns what is kept after a move.
    #[inline(always)]
    fn after(&self, state: &Standing, tile: u16, slide: Slide) -> Standing {
        let tile = &self.table[usize::from(tile) * self.cells..][..self.cells];
        let blank = &self.table[self.blank * self.cells..][..self.cells];
        let (from, to) = (tile[slide.from], tile[slide.to]);
        let (before, after) = (blank[slide.to], blank[slide.from]);
        let added = |get: fn(&Cost) -> u16| {
            (u32::from(get(&to)) + u32::from(get(&after)))
                .wrapping_sub(u32::from(get(&from)) + u32::from(get(&before)))
        };
        Standing {
            cost: state.cost + i64::from(to.price - from.price + after.price - before.price),
            miss: state.miss.wrapping_add(added(|cost| cost.miss)),
            distance: state.distance.wrapping_add(added(|cost| cost.distance)),
            left: (state.left.wrapping_add(to.left).wrapping_add(after.left))
                .wrapping_sub(from.left.wrapping_add(before.left)),
        }
    }
}

impl View for &Costs {
    type State = Standing;
    type Note = ();

    const HAS_ESTIMATES: bool = false;

    #[inline(always)]
    fn children(
        &self,
        state: &Standing,
        at: &[u16],
        slides: impl Iterator<Item = Slide>,
        mut tell: impl FnMut(Slide, Rank, ()),
    ) {
        for slide in slides {
            let after = self.after(state, at[slide.from], slide);
            let rank = Rank {
                estimate: 0,
                order: after.cost,
            };
            tell(slide, rank, ());
        }
    }

    #[inline(always)]
    fn update(&self, state: &mut Standing, at: &[u16], slide: Slide, (): ()) {
        *state = self.after(state, at[slide.from], slide);
    }

    #[inline(always)]
    fn is_trap(&self, state: &Standing, at: &[u16]) -> bool {
        let block = self.block.as_ref().filter(|_| state.miss == 0);
        block.is_some_and(|block| !block.is_solvable(at, self.blank as u16))
    }
}
