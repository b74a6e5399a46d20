//! The Manhattan kernel: IDA* (Korf 1985) with the Manhattan distance alone, on all shapes of up to
//! 256 cells, with Korf's counts.
//!
//! The blank tries the sides in Korf's order and never takes back its last move. Every child counts
//! as generated, pruned or not. At every pause the counts are those of a plain recursion.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::canonical::CanonicalBoard;
use crate::exact::rounds::{AnyBoards, BlankMove, Boards, Kernel, Seeds, SplitPolicy};
use crate::heuristic::Places;
use crate::moves::Moves;
use crate::runtime::{Counts, Effort, OutOfMemory, Step, reserve};
use crate::shape::Shape;
use crate::side::Side;

const MAX_CELLS: usize = 1 << 8;

/// The cost of a board that is expanded, with its children, in about nanoseconds.
const EXPANSION_COST: usize = 16;

/// A tile on a cell. The high byte is its home. The low byte has a bit for each side on which the
/// blank may enter the cell: 1 if the tile then gets closer to its home.
type Tile = u16;

/// The number of a move that is none, from the root of the path to the seed. It follows the sides.
const STAY: u8 = Side::ALL.len() as u8;

/// The search below boards for the first shortest solution in Korf's order.
#[derive(Clone, Debug)]
pub(crate) struct ManhattanKernel {
    shape: Shape,
    /// `[home][cell]`
    tiles: Vec<[Tile; MAX_CELLS]>,
    /// `[cell]`: the sides without a wall, a bit each.
    open: [u8; MAX_CELLS],
    /// `[side]`: the number of the cell on that side minus the number of the cell, modulo 256.
    strides: [u8; 8],
    /// `[side]`: the sides that don't take back a move to this one, a bit each.
    onward: [u8; 8],
    start: [Tile; MAX_CELLS],
    blank: u8,
    distance: usize,
    bound: usize,
    /// No state of a seed: the kernel follows the path to it again.
    boards: Boards<()>,
    to_seed: Vec<BlankMove>,
    /// The tiles of the last node of the path. The blank's cell has any content.
    board: [Tile; MAX_CELLS],
    /// A root that only leads to the seed, and the boards from the seed on.
    path: Vec<Node>,
    /// The number of children that are counted before they are made. Pauses subtract it.
    ahead: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// Half of the moves that the bound leaves beyond the Manhattan distance.
    slack: u32,
    /// The tile of the last move, as it was on its cell before.
    tile: Tile,
    blank: u8,
    /// The side of the last move, and those of the near children that are not made yet.
    side: u8,
    sides: u8,
    /// The sides whose children are closer to the goal.
    closer: u8,
}

impl ManhattanKernel {
    /// Returns the kernel of a solvable board, in O(cells^2); `None` if there are more than 256
    /// cells, or free tiles.
    pub(crate) fn new(board: &CanonicalBoard) -> Option<Self> {
        let (shape, cells) = (board.shape, board.cells.len());
        if cells > MAX_CELLS || board.free.is_some() {
            return None;
        }
        let mut kernel = Self {
            shape,
            tiles: vec![[0; MAX_CELLS]; cells],
            open: [0; MAX_CELLS],
            strides: [0; 8],
            onward: [u8::MAX; 8],
            start: [0; MAX_CELLS],
            blank: board.blank as u8,
            distance: board.manhattan(),
            bound: 0,
            boards: Boards::of(Vec::new()),
            to_seed: Vec::new(),
            board: [0; MAX_CELLS],
            path: Vec::new(),
            ahead: 0,
        };
        for side in Side::ALL {
            kernel.onward[side as usize] = !(1 << side.undo() as u8);
            for cell in 0..cells {
                if let Some(to) = side.entered(shape, cell) {
                    kernel.open[cell] |= 1 << side as u8;
                    kernel.strides[side as usize] = (to as u8).wrapping_sub(cell as u8);
                }
            }
        }
        let places = Places::new(shape);
        for (home, tiles) in kernel.tiles.iter_mut().enumerate() {
            let to = places.of(home);
            for (cell, tile) in tiles.iter_mut().enumerate().take(cells) {
                let from = places.of(cell);
                *tile = (home as u16) << 8;
                for axis in 0..3 {
                    // The tile goes the other way than the blank.
                    *tile |= u16::from(to[axis] < from[axis]) << Side::along(axis, true) as u8;
                    *tile |= u16::from(to[axis] > from[axis]) << Side::along(axis, false) as u8;
                }
            }
        }
        for (cell, &home) in board.cells.iter().enumerate() {
            kernel.start[cell] = kernel.tiles[usize::from(home)][cell];
        }
        Some(kernel)
    }

    /// Returns a tile on another cell.
    #[inline(always)]
    fn moved(&self, tile: Tile, to: u8) -> Tile {
        self.tiles[usize::from(tile >> 8)][usize::from(to)]
    }

    /// Searches until `end` boards are expanded. Returns whether the next child of the last node is
    /// the goal, or `None` if no board is left.
    fn search<const SIDES: usize>(&mut self, end: u64, counts: &mut Counts) -> Option<bool> {
        let (mut expanded, mut generated) = (counts.expanded, counts.generated + self.ahead);
        // The moves that the bound leaves to a child.
        let mut left = (self.bound + 1 - self.to_seed.len() - self.path.len()) as u32;
        let mut node = self.path.pop()?;
        let ended = loop {
            if node.sides == 0 {
                let Some(parent) = self.path.pop() else {
                    break None;
                };
                self.board[usize::from(node.blank)] = node.tile;
                node = parent;
                left += 1;
                continue;
            }
            let side = node.sides.trailing_zeros() as u8 % 8;
            let blank = node.blank.wrapping_add(self.strides[usize::from(side)]);
            let slack = node.slack + u32::from(node.closer >> side & 1) - 1;
            let is_goal = left == 2 * slack;
            if is_goal || expanded >= end {
                break Some(is_goal);
            }
            node.sides &= node.sides - 1;
            let open = self.open[usize::from(blank)] & self.onward[usize::from(side)];
            expanded += 1;
            generated += u64::from(open.count_ones());
            // Also beyond walls, where nothing is open.
            let closer = (0..SIDES).fold(0, |bits, side| {
                let beside = blank.wrapping_add(self.strides[side]);
                bits | self.board[usize::from(beside)] as u8 & 1 << side
            });
            let sides = if slack > 0 { open } else { open & closer };
            // A child without children near enough is never entered.
            if sides != 0 {
                let tile = self.board[usize::from(blank)];
                self.board[usize::from(node.blank)] = self.moved(tile, node.blank);
                self.path.push(node);
                left -= 1;
                node = Node {
                    slack,
                    tile,
                    blank,
                    side,
                    sides,
                    closer,
                };
            }
        };
        if ended.is_some() {
            self.path.push(node);
        }
        self.ahead = self.children_ahead();
        (counts.expanded, counts.generated) = (expanded, generated - self.ahead);
        ended
    }

    /// Returns the moves to the goal, which is the next child of the last node, and leaves it out.
    fn solution(&mut self) -> Moves {
        let mut last = STAY;
        if let Some(node) = self.path.last_mut() {
            last = node.sides.trailing_zeros() as u8;
            node.sides &= node.sides - 1;
        }
        let sides = self.path[1..].iter().map(|node| node.side).chain([last]);
        let steps = sides.filter_map(Side::numbered).map(BlankMove::of_one);
        BlankMove::moves(self.to_seed.iter().copied().chain(steps))
    }

    /// Returns the number of the siblings that follow the nodes of the path, and the next child of
    /// the last one.
    fn children_ahead(&self) -> u64 {
        let mut ahead = 0;
        let mut next = self.path.last().map_or(0, |it| it.sides.trailing_zeros());
        for node in self.path.iter().skip(1).rev() {
            let open = self.open[usize::from(node.blank)] & self.onward[usize::from(node.side)];
            ahead += u64::from((u32::from(open) >> next >> 1).count_ones());
            next = u32::from(node.side);
        }
        ahead
    }
}

impl Kernel for ManhattanKernel {
    fn first_bound(&self, proved: usize) -> usize {
        self.distance + proved.saturating_sub(self.distance).next_multiple_of(2)
    }

    fn begin(&mut self, bound: usize, last_round: u64) -> SplitPolicy {
        self.bound = bound;
        self.boards = Boards::of(Vec::from([()]));
        // A round that is split would not have Korf's counts.
        let is_whole = Shape::square(4) == Ok(self.shape);
        SplitPolicy::of_path(if is_whole { 0 } else { last_round })
    }

    fn boards(&mut self) -> &mut dyn AnyBoards {
        &mut self.boards
    }

    fn expand(
        &mut self,
        which: Range<usize>,
        seeds: &mut Seeds,
        counts: &mut Counts,
    ) -> Result<(), OutOfMemory> {
        for nth in which {
            self.open(seeds, nth..nth + 1)?;
            counts.expanded += 1;
            let Node { slack, blank, .. } = self.path[0];
            let open = self.open[usize::from(blank)] & self.onward[usize::from(STAY)];
            for side in Side::ALL {
                if open >> side as u8 & 1 == 0 {
                    continue;
                }
                counts.generated += 1;
                let beside = blank.wrapping_add(self.strides[side as usize]);
                let is_closer = self.board[usize::from(beside)] >> side as u8 & 1 != 0;
                if (slack > 0 || is_closer) && seeds.push(nth, BlankMove::of_one(side))? {
                    self.boards.add_child(())?;
                }
            }
        }
        Ok(())
    }

    fn open(&mut self, seeds: &Seeds, unit: Range<usize>) -> Result<(), OutOfMemory> {
        self.to_seed = seeds.path(unit.start);
        self.board = self.start;
        self.onward[usize::from(STAY)] = u8::MAX;
        let mut root = Node {
            slack: ((self.bound - self.distance) / 2) as u32,
            blank: self.blank,
            sides: 1 << STAY,
            closer: 1 << STAY,
            ..Node::default()
        };
        for side in self.to_seed.iter().map(|step| step.side as usize) {
            let to = root.blank.wrapping_add(self.strides[side]);
            let tile = self.board[usize::from(to)];
            self.board[usize::from(root.blank)] = self.moved(tile, root.blank);
            root.slack = root.slack + u32::from(tile >> side & 1) - 1;
            root.blank = to;
            self.onward[usize::from(STAY)] = self.onward[side];
        }
        self.path.clear();
        // No path is longer than the moves that the bound leaves.
        reserve(&mut self.path, self.bound + 1)?;
        self.path.push(root);
        self.ahead = 0;
        Ok(())
    }

    fn advance(
        &mut self,
        _: &Seeds,
        until: u64,
        counts: &mut Counts,
        effort: &mut Effort,
    ) -> Result<Step, OutOfMemory> {
        let before = counts.expanded;
        let end = until.min(before.saturating_add(effort.room(EXPANSION_COST) as u64));
        // Smaller code in a browser: two more sides cost little.
        let ended = if self.shape.layers() == 1 && !cfg!(target_family = "wasm") {
            self.search::<4>(end, counts)
        } else {
            self.search::<6>(end, counts)
        };
        effort.spend(EXPANSION_COST * (counts.expanded - before) as usize);
        Ok(match ended {
            Some(true) => Step::Found(self.solution()),
            Some(false) => Step::Paused,
            None => Step::Done,
        })
    }
}

#[cfg(test)]
mod tests;
