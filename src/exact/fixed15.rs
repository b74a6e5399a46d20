//! The Manhattan kernel of the 15-puzzle: IDA* (Korf 1985) with the Manhattan distance alone, with
//! Korf's counts.
//!
//! The blank goes up, left, right, down, and never takes back its last move. Every child is
//! counted as generated, pruned or not. At every pause the counts are those of a plain recursion.

use alloc::vec::Vec;
use core::ops::Range;

use crate::canonical::CanonicalBoard;
use crate::exact::rounds::{AnyBoards, BlankMove, Boards, Kernel, Portions, Seeds, Split};
use crate::runtime::effort::Effort;
use crate::runtime::work::{Counts, Step};
use crate::shape::Shape;
use crate::side::Side;

/// The expansions of a slice: some 0.2 milliseconds, and 2 in a build without optimization.
const SLICE: u64 = 16_000;

/// The only shape of this kernel.
const SHAPE: Shape = match Shape::square(4) {
    Ok(shape) => shape,
    Err(_) => panic!("a board has up to 65,536 cells"),
};

/// The sides to which the blank goes, in Korf's order. The opposite side stands at the opposite
/// place.
const SIDES: [Side; 4] = [Side::Up, Side::Left, Side::Right, Side::Down];

/// By the blank's cell: the sides to which it can go, a bit each; and for each of them the cell
/// that it enters, and the tiles that get closer to their homes by it, a bit each.
static WAYS: [(u8, [(u8, u16); 4]); 16] = {
    let (mut ways, mut at) = ([(0, [(0, 0); 4]); 16], 0);
    while at < 4 * 16 * 16 {
        let (side, cell, tile) = (at % 4, at / 4 % 16, at / 64);
        if let Some(to) = SIDES[side].entered(SHAPE, cell) {
            let is_closer = SHAPE.distance(cell, tile) < SHAPE.distance(to, tile);
            ways[cell].0 |= 1 << side;
            ways[cell].1[side].0 = to as u8;
            ways[cell].1[side].1 |= (is_closer as u16) << tile;
        }
        at += 1;
    }
    ways
};

/// A board of the search.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node {
    /// Four bits a cell: the tile there as the number of its home, 0 for the blank.
    tiles: u64,
    blank: u8,
    /// The side of the last move, by its place, and those of the children that are not made yet.
    side: u8,
    sides: u8,
    /// The moves that the bound leaves, and half of those beyond the Manhattan distance: the board
    /// is the goal if these are all.
    left: u16,
    slack: u16,
}

impl Node {
    /// Makes the next child that is near enough, and counts it and those before it.
    #[inline(always)]
    fn next_child(&mut self, generated: &mut u64) -> Option<Self> {
        while self.sides != 0 {
            let side = self.sides.trailing_zeros() as usize % 4;
            self.sides &= self.sides - 1;
            *generated += 1;
            let (to, closer) = WAYS[usize::from(self.blank) % 16].1[side];
            let tile = self.tiles >> (4 * to) & 15;
            let slack = self.slack + (closer >> tile & 1);
            if slack > 0 {
                return Some(Self {
                    tiles: self.tiles ^ (tile * (1 << (4 * to) | 1 << (4 * self.blank))),
                    blank: to,
                    side: side as u8,
                    sides: WAYS[usize::from(to) % 16].0 & !(8 >> side),
                    left: self.left - 1,
                    slack: slack - 1,
                });
            }
        }
        None
    }

    /// Returns the blank's move to the board.
    const fn last_move(&self) -> BlankMove {
        BlankMove::of_one(SIDES[self.side as usize % 4])
    }
}

/// The search below a board for the first shortest solution in Korf's order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fixed15 {
    root: Node,
    boards: Boards<Node>,
    /// The number of the seed.
    seed: usize,
    /// The boards from the seed on; the last one is not expanded yet.
    path: Vec<Node>,
}

impl Fixed15 {
    /// Returns the kernel of a solvable 15-puzzle; `None` for boards of another shape, and with
    /// free tiles.
    pub(crate) fn new(board: &CanonicalBoard) -> Option<Self> {
        let add = |tiles, &tile: &u16| tiles << 4 | u64::from(tile);
        (board.shape == SHAPE && board.free.is_none()).then(|| Self {
            root: Node {
                // The blank also has a number.
                tiles: board.cells.iter().rev().fold(0, add)
                    ^ (board.home as u64) << (4 * board.blank),
                blank: board.blank as u8,
                sides: WAYS[board.blank].0,
                left: board.manhattan() as u16,
                ..Node::default()
            },
            ..Self::default()
        })
    }

    /// Searches until `end` boards are expanded; returns whether the last board of the path is the
    /// goal, or `None` if no board is left.
    #[inline(always)]
    fn search(&mut self, end: u64, counts: &mut Counts) -> Option<bool> {
        let mut node = self.path.pop()?;
        while node.left != 2 * node.slack && counts.expanded < end {
            counts.expanded += 1;
            let child = loop {
                match node.next_child(&mut counts.generated) {
                    Some(child) => break child,
                    None => node = self.path.pop()?,
                }
            };
            self.path.push(node);
            node = child;
        }
        self.path.push(node);
        Some(node.left == 2 * node.slack)
    }
}

impl Kernel for Fixed15 {
    fn first_bound(&self, proved: usize) -> usize {
        let distance = usize::from(self.root.left - 2 * self.root.slack);
        distance + proved.saturating_sub(distance).next_multiple_of(2)
    }

    fn begin(&mut self, bound: usize, _: u64) -> Portions {
        self.root.slack += (bound as u16 - self.root.left) / 2;
        self.root.left = bound as u16;
        self.boards = Boards::of(Vec::from([self.root]));
        // A round that was split would not have Korf's counts.
        Portions::WHOLE
    }

    fn boards(&mut self) -> &mut dyn AnyBoards {
        &mut self.boards
    }

    fn expand(&mut self, which: Range<usize>, split: &mut Split, counts: &mut Counts) {
        for nth in which {
            let mut node = self.boards.all[nth];
            counts.expanded += 1;
            while let Some(child) = node.next_child(&mut counts.generated) {
                if split.push(nth, child.last_move()) {
                    self.boards.add_child(child);
                }
            }
        }
    }

    fn open(&mut self, _: &Seeds, unit: Range<usize>) {
        self.seed = unit.start;
        self.path = Vec::from([self.boards.all[unit.start]]);
    }

    fn advance(&mut self, seeds: &Seeds, until: u64, counts: &mut Counts, _: &mut Effort) -> Step {
        // Counts of its own stay in registers: 4 % faster.
        let mut own = *counts;
        let result = self.search(until.min(own.expanded.saturating_add(SLICE)), &mut own);
        *counts = own;
        match result {
            None => Step::Done,
            Some(false) => Step::Paused,
            Some(true) => {
                let mut path = seeds.path(self.seed);
                path.extend(self.path[1..].iter().map(Node::last_move));
                Step::Found(BlankMove::moves(&path))
            }
        }
    }
}

#[cfg(test)]
mod tests;
