//! The Manhattan kernel of the 15-puzzle: IDA* (Korf 1985) with the Manhattan distance alone, with
//! Korf's counts.
//!
//! The blank goes up, left, right, down, and never takes back its last move. Every child is
//! counted as generated, pruned or not. At every pause the counts are those of a plain recursion.
//!
//! A board is two words. The second one, the *closer mask*, has a bit for each cell and each of
//! the four sides: it is set if the tile at the cell gets closer to its home when the blank goes
//! to that side and enters the cell. A slide changes the bits of the blank's old and new cell
//! only, so a board's mask also holds the bits of its children's children, and a child without
//! slack that has no surviving child is counted without being made.

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

/// Returns the bit of the closer mask for the blank entering a cell on its way to a side. An
/// *arrival* is the number of such a bit; `ROOT + cell` stands for a blank that no move has
/// brought to its cell.
const fn arrival_bit(side: usize, cell: usize) -> u64 {
    1 << (CELLS * side + cell)
}
const ROOT: usize = CELLS * SIDES.len();

/// Returns the side to which the blank went at an arrival.
const fn side_of(arrival: u8) -> u8 {
    arrival / CELLS as u8
}

/// Returns the bits of the closer mask for a side and those after it.
const fn from_side(side: u8) -> u64 {
    if (side as usize) < SIDES.len() {
        u64::MAX << (CELLS * side as usize)
    } else {
        0
    }
}

/// Data of an arrival, whatever the board.
#[derive(Clone, Copy)]
struct Arrival {
    /// The arrivals that can follow: not through a wall, and not back.
    children: u64,
    /// The number of these.
    count: u64,
    /// A tile times this is the change of [`Node::tiles`] when it makes this move.
    ends: u64,
}

/// `[arrival]`, with those of the root.
static ARRIVALS: [Arrival; ROOT + CELLS] = arrivals();

/// `[arrival][tile]`: the change of the closer mask.
static CLOSER: [[u64; CELLS]; ROOT] = closer();

/// Returns the cell that the blank left at an arrival, if there is one.
const fn origin(arrival: usize) -> Option<usize> {
    if arrival < ROOT {
        SIDES[arrival / CELLS]
            .undo()
            .entered(SHAPE, arrival % CELLS)
    } else {
        None
    }
}

const fn arrivals() -> [Arrival; ROOT + CELLS] {
    let mut arrivals = [Arrival {
        children: 0,
        count: 0,
        ends: 0,
    }; ROOT + CELLS];
    let mut at = 0;
    while at < arrivals.len() {
        let (arrival, cell) = (&mut arrivals[at], at % CELLS);
        if let Some(from) = origin(at) {
            arrival.ends = 1 << (4 * cell) | 1 << (4 * from);
        }
        let mut side = 0;
        while side < SIDES.len() {
            if let Some(to) = SIDES[side].entered(SHAPE, cell) {
                // The opposite side stands at the opposite place.
                if at / CELLS + side != SIDES.len() - 1 {
                    arrival.children |= arrival_bit(side, to);
                    arrival.count += 1;
                }
            }
            side += 1;
        }
        at += 1;
    }
    arrivals
}

const fn closer() -> [[u64; CELLS]; ROOT] {
    let mut closer = [[0; CELLS]; ROOT];
    let mut at = 0;
    while at < ROOT {
        if let Some(from) = origin(at) {
            let mut tile = 0;
            while tile < CELLS {
                closer[at][tile] = closer_bits(at % CELLS, tile) ^ closer_bits(from, tile);
                tile += 1;
            }
        }
        at += 1;
    }
    closer
}

/// Returns the bits of the closer mask for a tile at a cell.
const fn closer_bits(cell: usize, tile: usize) -> u64 {
    let mut bits = 0;
    let mut side = 0;
    while side < SIDES.len() {
        // The tile goes where the blank comes from.
        if let Some(to) = SIDES[side].undo().entered(SHAPE, cell) {
            if SHAPE.distance(to, tile) < SHAPE.distance(cell, tile) {
                bits |= arrival_bit(side, cell);
            }
        }
        side += 1;
    }
    bits
}

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
    arrival: u8,
    /// One more than the depth of the last board above it with untried children; 0 if none has.
    back: u8,
}

impl Node {
    /// Returns the slack of a child that survives.
    const fn slack_of(&self, arrival: u32) -> u32 {
        self.slack + (self.closer >> arrival & 1) as u32 - 1
    }

    /// Returns the surviving children of the board, or of its child, with this arrival and slack:
    /// without slack, those that get closer.
    const fn survivors(&self, slack: u32, arrival: u32) -> u64 {
        let any = if slack > 0 { u64::MAX } else { 0 };
        ARRIVALS[arrival as usize].children & (self.closer | any)
    }

    /// Returns the tile that moves at an arrival.
    const fn tile(&self, arrival: u32) -> usize {
        (self.tiles >> (4 * (arrival as usize % CELLS)) & 15) as usize
    }

    /// Returns the closer mask of a child.
    const fn closer_after(&self, arrival: u32) -> u64 {
        self.closer ^ CLOSER[arrival as usize][self.tile(arrival)]
    }

    /// Returns a child of the board, which is at this depth.
    #[inline]
    const fn child(&self, depth: usize, arrival: u32, slack: u32) -> Self {
        Self {
            tiles: self.tiles ^ (self.tile(arrival) as u64 * ARRIVALS[arrival as usize].ends),
            closer: self.closer_after(arrival),
            untried: 0,
            slack,
            arrival: arrival as u8,
            back: if self.untried == 0 {
                self.back
            } else {
                depth as u8 + 1
            },
        }
    }
}

/// The search below a board for the first shortest solution in Korf's order.
#[derive(Clone, Debug)]
pub(crate) struct Fixed15 {
    root: Node,
    /// The Manhattan distance of the root.
    distance: usize,
    boards: Boards<Node>,
    /// The path from the root to the seed.
    to_seed: Vec<BlankMove>,
    /// The boards of the path by depth, the seed first. Those below `depth` are stale. At every
    /// pause the last one is not expanded.
    path: Vec<Node>,
    /// The depth of the last board of the path.
    depth: usize,
}

impl Fixed15 {
    /// Returns the kernel of a solvable 15-puzzle; `None` for boards of another shape.
    pub(crate) fn new(instance: &CanonicalBoard) -> Option<Self> {
        if instance.shape != SHAPE {
            return None;
        }
        let mut root = Node {
            arrival: (ROOT + instance.blank) as u8,
            ..Node::default()
        };
        let mut distance = 0;
        for (cell, &tile) in instance.cells.iter().enumerate() {
            if cell != instance.blank {
                root.tiles |= u64::from(tile) << (4 * cell);
                root.closer |= closer_bits(cell, tile.into());
                distance += SHAPE.distance(cell, tile.into());
            }
        }
        Some(Self {
            root,
            distance,
            boards: Boards::of(Vec::new()),
            to_seed: Vec::new(),
            path: Vec::new(),
            depth: 0,
        })
    }

    /// Returns the sides to which the blank went from the seed to the last board of the path.
    fn sides(&self) -> impl Iterator<Item = Side> {
        let made = &self.path[1..=self.depth];
        made.iter()
            .map(|node| SIDES[usize::from(side_of(node.arrival))])
    }

    /// Searches below the seed until `end` boards are expanded.
    fn search(&mut self, end: u64, counts: &mut Counts) -> State {
        let mut depth = self.depth;
        let mut node = self.path[depth];
        // The goal has slack 0: any earlier round that reached as far would have found it.
        if node.closer == 0 {
            return self.found();
        }
        if counts.expanded >= end {
            return State::Paused;
        }
        counts.expanded += 1;
        counts.generated += ARRIVALS[usize::from(node.arrival)].count;
        node.untried = node.survivors(node.slack, node.arrival.into());
        let mut left = end - counts.expanded;
        let mut generated = 0;
        let state = loop {
            if node.untried == 0 {
                if node.back == 0 {
                    // Nothing is unborn then.
                    self.depth = 0;
                    break State::Done;
                }
                depth = usize::from(node.back) - 1;
                node = self.path[depth];
            }
            let arrival = node.untried.trailing_zeros();
            node.untried &= node.untried - 1;
            let slack = node.slack_of(arrival);
            let survivors = node.survivors(slack, arrival);
            let is_goal = || node.closer.is_power_of_two() && node.closer_after(arrival) == 0;
            if left == 0 || survivors == 0 && is_goal() {
                self.path[depth].untried = node.untried;
                self.path[depth + 1] = node.child(depth, arrival, slack);
                self.depth = depth + 1;
                break if is_goal() {
                    self.found()
                } else {
                    State::Paused
                };
            }
            left -= 1;
            generated += ARRIVALS[arrival as usize].count;
            if survivors != 0 {
                self.path[depth].untried = node.untried;
                node = node.child(depth, arrival, slack);
                node.untried = survivors;
                depth += 1;
                self.path[depth] = node;
            }
        };
        counts.expanded = end - left;
        counts.generated += generated;
        state
    }

    /// Returns the path as the solution.
    #[cold]
    #[inline(never)]
    fn found(&self) -> State {
        let mut moves = BlankMove::moves(&self.to_seed);
        for side in self.sides() {
            moves.push(side.tile_moves());
        }
        State::Found(moves)
    }

    /// Returns how many children of the expanded boards of the path are not generated yet.
    fn unborn(&self) -> u64 {
        let path = &self.path[..=self.depth];
        let made = path[1..].iter().map(|node| side_of(node.arrival) + 1);
        let untried = |(node, side): (&Node, u8)| {
            let children = ARRIVALS[usize::from(node.arrival)].children & from_side(side);
            u64::from(children.count_ones())
        };
        path.iter().zip(made).map(untried).sum()
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
            let survivors = node.survivors(node.slack, node.arrival.into());
            let mut untried = ARRIVALS[usize::from(node.arrival)].children;
            counts.expanded += 1;
            while untried != 0 {
                let arrival = untried.trailing_zeros();
                untried &= untried - 1;
                counts.generated += 1;
                if survivors >> arrival & 1 != 0 {
                    let side = SIDES[usize::from(side_of(arrival as u8))];
                    let child = node.child(0, arrival, node.slack_of(arrival));
                    if children.push(nth, BlankMove::of_one(side), counts.tally()) {
                        self.boards.add_child(child);
                    }
                }
            }
        }
    }

    fn open(&mut self, seeds: &Seeds, unit: Range<usize>) {
        self.to_seed = seeds.path(unit.start);
        self.path[0] = self.boards.all()[unit.start];
        self.depth = 0;
    }

    fn advance(&mut self, _: &Seeds, until: u64, counts: &mut Counts, _: &mut Effort) -> State {
        let slice = counts.expanded.saturating_add(SLICE);
        counts.generated += self.unborn();
        let state = self.search(until.min(slice), counts);
        counts.generated -= self.unborn();
        state
    }
}

#[cfg(test)]
mod tests;
