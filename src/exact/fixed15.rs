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

use crate::canonical::CanonicalBoard;
use crate::exact::position::{
    self, BlankMove, Entry, Parts, Path, Position, PositionError, Resume,
};
use crate::moves::Moves;
use crate::runtime::alloc::{OutOfMemory, filled, reserved};
use crate::runtime::work::{Counts, Step, Work};
use crate::shape::Shape;
use crate::side::Side;

/// The expansions of a slice: some 0.2 milliseconds, and 2 in a build without optimization.
const SLICE: u64 = 16_000;

/// No round of a stored search has a longer bound. Boards of 16 cells are at most 80 moves from a
/// home in the corner (Brüngger and others 1999), hence at most 86 from any.
const MAX_BOUND: usize = 96;

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
struct Node {
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

/// A search for the first shortest solution in Korf's order.
#[derive(Clone, Debug)]
pub(crate) struct Fixed15Search {
    /// The boards of the path by depth, the root first. Those below `depth` are stale.
    path: Vec<Node>,
    /// The depth of the last board of the path.
    depth: usize,
    /// As in [`Position`]: 0 if the last board is not expanded yet. It is so at every pause, unless
    /// the search was resumed between two children and has not advanced since.
    next: u8,
    /// The Manhattan distance of the root.
    distance: usize,
    /// Boards above this depth belong to other parts of the round.
    floor: usize,
    /// True if the work ends with the round.
    is_part: bool,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The bound is to be reported.
    Round,
    Search,
    Over,
}

impl Fixed15Search {
    /// Returns the search of a solvable 15-puzzle; none for boards of another shape.
    pub(crate) fn new(instance: &CanonicalBoard) -> Result<Option<Self>, OutOfMemory> {
        if instance.shape != SHAPE {
            return Ok(None);
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
        let mut path = filled(Node::default(), MAX_BOUND + 1)?;
        path[0] = root;
        Ok(Some(Self {
            path,
            depth: 0,
            next: 0,
            distance,
            floor: 0,
            is_part: false,
            stage: Stage::Round,
        }))
    }

    /// Returns the blank's moves from the root to the last board of the path.
    fn sides(&self) -> impl Iterator<Item = Side> {
        let made = &self.path[1..=self.depth];
        made.iter()
            .map(|node| SIDES[usize::from(side_of(node.arrival))])
    }

    /// Searches the round until it ends or `end` boards are expanded.
    fn search(&mut self, end: u64, counts: &mut Counts) -> Step<Moves> {
        let mut depth = self.depth;
        let mut node = self.path[depth];
        if self.next == 0 {
            // The goal has slack 0: any earlier round that reached as far would have found it.
            if node.closer == 0 {
                return self.found();
            }
            if counts.expanded >= end {
                return Step::Paused;
            }
            counts.expanded += 1;
            counts.generated += ARRIVALS[usize::from(node.arrival)].count;
            node.untried = node.survivors(node.slack, node.arrival.into());
        }
        self.next = 0;
        let end = end.max(counts.expanded);
        let mut left = end - counts.expanded;
        let mut generated = 0;
        let step = loop {
            if node.untried == 0 {
                if usize::from(node.back) <= self.floor {
                    break self.next_round();
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
                    Step::Paused
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
        step
    }

    /// Ends with the path as the solution.
    fn found(&mut self) -> Step<Moves> {
        self.stage = Stage::Over;
        Step::Found(self.sides().map(Side::tile_moves).collect())
    }

    /// Begins the next round, unless a part of this one was all there is to do.
    fn next_round(&mut self) -> Step<Moves> {
        if self.is_part {
            self.depth = self.floor;
            self.next = Position::ALL_TRIED;
            self.stage = Stage::Over;
            return Step::Done;
        }
        self.depth = 0;
        self.path[0].slack += 1;
        Step::Bound(self.bound())
    }

    /// Returns how many children of the expanded boards of the path are not generated yet.
    fn unborn(&self) -> u64 {
        let path = &self.path[self.floor.min(self.depth)..=self.depth];
        let made = path[1..].iter().map(|node| side_of(node.arrival) + 1);
        let last = self.next.checked_sub(1);
        let untried = |(node, side): (&Node, u8)| {
            let children = ARRIVALS[usize::from(node.arrival)].children & from_side(side);
            u64::from(children.count_ones())
        };
        path.iter().zip(made.chain(last)).map(untried).sum()
    }
}

impl Resume for Fixed15Search {
    fn bound(&self) -> usize {
        self.distance + 2 * self.path[0].slack as usize
    }

    fn floor(&self) -> Option<usize> {
        self.is_part.then_some(self.floor)
    }

    fn position(&self) -> Result<Position, OutOfMemory> {
        let mut moves = reserved(self.depth)?;
        moves.extend(self.sides().map(|side| BlankMove { side, tiles: 1 }));
        Ok(Position {
            moves,
            next: self.next,
        })
    }

    fn parts(&mut self, at_least: usize) -> Result<Parts, OutOfMemory> {
        let position = self.position()?;
        let mut path = self.clone();
        path.depth = self.depth.min(self.floor);
        position::part(&mut path, &position, self.floor, self.bound(), at_least)
    }

    fn resumed(mut self, bound: usize, position: &Position) -> Result<Self, PositionError> {
        if bound < self.distance || bound % 2 != self.distance % 2 || bound > MAX_BOUND {
            return Err(PositionError::Bound);
        }
        if position.next > Position::ALL_TRIED || position.moves.len() > bound {
            return Err(PositionError::Next);
        }
        self.path[0].slack = ((bound - self.distance) / 2) as u32;
        position::follow(&mut self, position)?;
        self.next = position.next;
        if let Some(tried) = position.next.checked_sub(1) {
            let last = &mut self.path[self.depth];
            let survivors = last.survivors(last.slack, last.arrival.into());
            last.untried = survivors & from_side(tried);
        }
        Ok(self)
    }

    fn below(mut self, floor: usize) -> Self {
        self.floor = floor;
        self.is_part = true;
        self
    }
}

impl Path for Fixed15Search {
    fn enter(&mut self, side: Side) -> Result<Entry, OutOfMemory> {
        let (depth, side) = (self.depth, side as u8);
        let node = &mut self.path[depth];
        let children = ARRIVALS[usize::from(node.arrival)].children;
        let on_side = children & from_side(side) & !from_side(side + 1);
        if on_side == 0 {
            return Ok(Entry::Forbidden);
        }
        let survivors = node.survivors(node.slack, node.arrival.into());
        if survivors & on_side == 0 {
            return Ok(Entry::Pruned);
        }
        node.untried = survivors & from_side(side + 1);
        let arrival = on_side.trailing_zeros();
        let child = node.child(depth, arrival, node.slack_of(arrival));
        self.path[depth + 1] = child;
        self.depth += 1;
        Ok(Entry::Entered)
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }
}

impl Work for Fixed15Search {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        match self.stage {
            Stage::Round => {
                self.stage = Stage::Search;
                return Ok(Step::Bound(self.bound()));
            }
            Stage::Search => {}
            Stage::Over => return Ok(Step::Done),
        }
        let slice = counts.expanded.saturating_add(SLICE);
        counts.generated += self.unborn();
        let step = self.search(until.min(counts.limit).min(slice), counts);
        counts.generated -= self.unborn();
        Ok(step)
    }
}

#[cfg(test)]
mod tests;
