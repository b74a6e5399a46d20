//! The Manhattan kernel of the 15-puzzle: IDA* (Korf 1985) with the Manhattan distance alone, with
//! Korf's counts.
//!
//! The blank goes up, left, right, down, and never takes back its last move. Every child is
//! counted as generated, pruned or not. At every pause the counts are those of a plain recursion.
//!
//! A board is two words. The second one, the *closer mask*, has a bit for each cell and each of
//! the four sides: it is set if the tile at the cell gets closer to its home when the blank goes
//! to that side and enters the cell. A slide changes the bits of the blank's old and new cell
//! only. The number of such a bit is an *arrival*: a move of the blank, and the cell where it ends.

use alloc::vec::Vec;
use core::ops::Range;

use crate::canonical::CanonicalBoard;
use crate::exact::rounds::{
    AnyBoards, BlankMove, Boards, Children, Kernel, Portions, Seeds, State,
};
use crate::metric::Metric;
use crate::runtime::effort::Effort;
use crate::runtime::work::Counts;
use crate::shape::Shape;
use crate::side::Side;

/// The expansions of a slice: some 0.2 milliseconds, and 2 in a build without optimization.
const SLICE: u64 = 16_000;

/// The only shape of this kernel.
const SHAPE: Shape = match Shape::square(4) {
    Ok(shape) => shape,
    Err(_) => panic!("a board has up to 65,536 cells"),
};
const CELLS: usize = 16;

/// The sides to which the blank goes, in Korf's order.
const SIDES: [Side; 4] = [Side::Up, Side::Left, Side::Right, Side::Down];

/// `ROOT + cell` is the arrival of a blank that no move has brought to its cell.
const ROOT: usize = CELLS * SIDES.len();

/// Returns the arrivals that can follow one: not through a wall, and not back.
const fn followers(arrival: usize) -> u64 {
    let (mut followers, mut side) = (0, 0);
    while side < SIDES.len() {
        // The opposite side stands at the opposite place.
        let is_back = arrival / CELLS + side == SIDES.len() - 1;
        if let (Some(to), false) = (SIDES[side].entered(SHAPE, arrival % CELLS), is_back) {
            followers |= 1 << (CELLS * side + to);
        }
        side += 1;
    }
    followers
}

/// Returns the bits of the closer mask for a tile at a cell.
const fn closer_bits(cell: usize, tile: usize) -> u64 {
    let (mut bits, mut side) = (0, 0);
    while side < SIDES.len() {
        // The tile goes where the blank comes from.
        if let Some(to) = SIDES[side].undo().entered(SHAPE, cell) {
            if SHAPE.distance(to, tile) < SHAPE.distance(cell, tile) {
                bits |= 1 << (CELLS * side + cell);
            }
        }
        side += 1;
    }
    bits
}

/// `[arrival]`, with those of the root.
static FOLLOWERS: [u64; ROOT + CELLS] = {
    let (mut all, mut arrival) = ([0; ROOT + CELLS], 0);
    while arrival < all.len() {
        all[arrival] = followers(arrival);
        arrival += 1;
    }
    all
};

/// `[arrival][tile]`: the changes of a board's tiles and of its closer mask.
static CHANGES: [[(u64, u64); CELLS]; ROOT] = {
    let mut all = [[(0, 0); CELLS]; ROOT];
    let mut at = 0;
    while at < ROOT * CELLS {
        let (arrival, tile) = (at / CELLS, at % CELLS);
        let cell = arrival % CELLS;
        if let Some(from) = SIDES[arrival / CELLS].undo().entered(SHAPE, cell) {
            let places = 1 << (4 * cell) | 1 << (4 * from);
            let closer = closer_bits(cell, tile) ^ closer_bits(from, tile);
            all[arrival][tile] = (tile as u64 * places, closer);
        }
        at += 1;
    }
    all
};

/// A board on the path.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node {
    /// Four bits a cell: the tile there as the number of its home, 0 for the blank.
    tiles: u64,
    /// The closer mask. It is 0 for the goal alone.
    closer: u64,
    /// The arrivals of the surviving children that are not tried yet, if it is expanded.
    untried: u64,
    /// Half of the moves that the bound leaves beyond the moves made and the Manhattan distance.
    slack: u32,
    arrival: u32,
}

impl Node {
    /// Returns the arrivals of all children.
    #[inline(always)]
    fn followers(&self) -> u64 {
        FOLLOWERS[self.arrival as usize]
    }

    /// Returns the arrivals of the surviving children: without slack, those that get closer.
    #[inline(always)]
    fn survivors(&self) -> u64 {
        let any = if self.slack > 0 { u64::MAX } else { 0 };
        self.followers() & (self.closer | any)
    }

    /// Returns a child that survives.
    #[inline(always)]
    fn child(&self, arrival: u32) -> Self {
        let tile = self.tiles >> (4 * (arrival as usize % CELLS)) & 15;
        let (tiles, closer) = CHANGES[arrival as usize % ROOT][tile as usize];
        Self {
            tiles: self.tiles ^ tiles,
            closer: self.closer ^ closer,
            untried: 0,
            slack: self.slack + (self.closer >> arrival & 1) as u32 - 1,
            arrival,
        }
    }

    /// Returns the blank's move to the board.
    const fn last_move(&self) -> BlankMove {
        BlankMove::of_one(SIDES[self.arrival as usize / CELLS % SIDES.len()])
    }
}

/// The search below a board for the first shortest solution in Korf's order.
#[derive(Clone, Debug)]
pub(crate) struct Fixed15 {
    root: Node,
    /// The Manhattan distance of the root.
    distance: usize,
    boards: Boards<Node>,
    /// The number of the seed.
    seed: usize,
    /// The boards of the path by depth, the seed first. Those below `depth` are stale. At every
    /// pause the last one is not expanded.
    path: Vec<Node>,
    depth: usize,
}

impl Fixed15 {
    /// Returns the kernel of a solvable 15-puzzle; `None` for boards of another shape.
    pub(crate) fn new(board: &CanonicalBoard) -> Option<Self> {
        if board.shape != SHAPE {
            return None;
        }
        let mut root = Node {
            arrival: (ROOT + board.blank) as u32,
            ..Node::default()
        };
        for (cell, &tile) in board.cells.iter().enumerate() {
            if cell != board.blank {
                root.tiles |= u64::from(tile) << (4 * cell);
                root.closer |= closer_bits(cell, tile.into());
            }
        }
        Some(Self {
            root,
            distance: board.manhattan(),
            boards: Boards::of(Vec::new()),
            seed: 0,
            path: Vec::new(),
            depth: 0,
        })
    }

    /// Searches below the seed until `end` boards are expanded; returns whether it is over, and
    /// whether by a solution.
    fn search(&mut self, end: u64, counts: &mut Counts) -> Option<bool> {
        let path = &mut self.path[..];
        let mut depth = self.depth;
        let mut node = path[depth];
        let (mut left, mut generated) = (end.saturating_sub(counts.expanded), 0);
        let expanded = counts.expanded + left;
        let result = loop {
            if node.closer == 0 || left == 0 {
                path[depth] = node;
                break (node.closer == 0).then_some(true);
            }
            left -= 1;
            generated += u64::from(node.followers().count_ones());
            node.untried = node.survivors();
            while node.untried == 0 && depth > 0 {
                depth -= 1;
                node = path[depth];
            }
            if node.untried == 0 {
                break Some(false);
            }
            let arrival = node.untried.trailing_zeros();
            node.untried &= node.untried - 1;
            path[depth] = node;
            node = node.child(arrival);
            depth += 1;
        };
        self.depth = depth;
        counts.expanded = expanded - left;
        counts.generated += generated;
        result
    }

    /// Returns how many children of the expanded boards of the path are not generated yet.
    fn unborn(&self) -> u64 {
        let made = self.path[..=self.depth].windows(2);
        let unborn = made.map(|pair| pair[0].followers() >> pair[1].arrival >> 1);
        unborn.map(|bits| u64::from(bits.count_ones())).sum()
    }
}

impl Kernel for Fixed15 {
    fn metric(&self) -> Metric {
        Metric::Tiles
    }

    fn first_bound(&self, proved: usize) -> usize {
        self.distance + proved.saturating_sub(self.distance).next_multiple_of(2)
    }

    fn begin(&mut self, bound: usize, last_round: u64) -> Portions {
        self.root.slack = ((bound - self.distance) / 2) as u32;
        self.path.resize(bound + 1, Node::default());
        self.boards = Boards::of(Vec::from([self.root]));
        Portions::of_path(last_round)
    }

    fn boards(&mut self) -> &mut dyn AnyBoards {
        &mut self.boards
    }

    fn expand(
        &mut self,
        _: &Seeds,
        which: Range<usize>,
        counts: &mut Counts,
        children: &mut Children<'_>,
    ) {
        for nth in which {
            let node = self.boards.all()[nth];
            counts.expanded += 1;
            let mut untried = node.followers();
            while untried != 0 {
                let arrival = untried.trailing_zeros();
                untried &= untried - 1;
                counts.generated += 1;
                if node.survivors() >> arrival & 1 != 0 {
                    let child = node.child(arrival);
                    if children.push(nth, child.last_move(), counts.tally()) {
                        self.boards.add_child(child);
                    }
                }
            }
        }
    }

    fn open(&mut self, _: &Seeds, unit: Range<usize>) {
        self.seed = unit.start;
        self.path[0] = self.boards.all()[unit.start];
        self.depth = 0;
    }

    fn advance(&mut self, seeds: &Seeds, until: u64, counts: &mut Counts, _: &mut Effort) -> State {
        let slice = counts.expanded.saturating_add(SLICE);
        counts.generated += self.unborn();
        let result = self.search(until.min(slice), counts);
        counts.generated -= self.unborn();
        match result {
            None => State::Paused,
            Some(false) => State::Done,
            Some(true) => {
                let mut path = seeds.path(self.seed);
                path.extend(self.path[1..=self.depth].iter().map(Node::last_move));
                State::Found(BlankMove::moves(&path))
            }
        }
    }
}

#[cfg(test)]
mod tests;
