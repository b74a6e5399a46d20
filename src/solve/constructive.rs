//! A solution at once, by construction.
//!
//! The board is peeled: of the box of cells that is left, which always holds the home, the line (in a box the layer) at the far
//! end of the longest side is put in order, then it is never touched again. Tile after tile is led to its cell, by the cheapest
//! turn at each step; the last two of a line swing in together, through a window of six cells. What is left in the end, at most
//! 8 cells, is read off a table of all distances. The method is that of *I. Parberry, Memory-efficient method for fast computation of
//! short 15-puzzle solutions, 2015*, for any box and any home; the number of moves grows with cells x the mean side.

use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::direction::Direction;
use crate::moves::Moves;
use crate::search::automaton::ORDER;
use crate::search::instance::Instance;
use crate::search::meter::Meter;
use crate::shape::Shape;
use crate::tables::full::FullTable;

/// What is left is read off a table from so few cells on; it is built in about a millisecond.
const MOST_LEFT: usize = 8;

/// Builds a solution of a solvable board, or breaks off where the meter says so. Each move counts as an expansion.
///
/// It takes O(1) time a move on average, and memory in proportion to the cells.
pub(super) fn construct(instance: &Instance, meter: &mut Meter<'_>) -> ControlFlow<(), Moves> {
    meter.generated += 1;
    meter.begin_round(meter.bound)?;
    let mut site = Site::new(instance, meter);
    if instance.shape.is_path() {
        site.walk(instance.home, None)?;
        return ControlFlow::Continue(site.moves);
    }
    while site.cells_left() > MOST_LEFT {
        site.peel()?;
    }
    site.finish()?;
    ControlFlow::Continue(site.moves)
}

/// A board under construction.
struct Site<'s, 'm> {
    shape: Shape,
    home: usize,
    /// By cell: where its tile belongs.
    at: Vec<u16>,
    /// By cell: where the tile is that belongs there.
    place_of: Vec<u16>,
    blank: usize,
    /// The box of cells that is left: along each axis the first and the last coordinate.
    low: [usize; 3],
    high: [usize; 3],
    /// Whether a cell has its tile for good.
    is_fixed: Vec<bool>,
    /// For each cell the walk that came there last, and how.
    seen: Vec<(u32, u8)>,
    walks: u32,
    moves: Moves,
    meter: &'s mut Meter<'m>,
}

/// Returns row, column and layer of a cell.
const fn coordinates(shape: Shape, cell: usize) -> [usize; 3] {
    let place = shape.place(cell);
    [place.row, place.column, place.layer]
}

impl<'s, 'm> Site<'s, 'm> {
    fn new(instance: &Instance, meter: &'s mut Meter<'m>) -> Self {
        let Instance {
            shape,
            home,
            ref at,
            blank,
        } = *instance;
        let mut place_of = vec![0; at.len()];
        for (cell, &goal) in at.iter().enumerate() {
            place_of[goal as usize] = cell as u16;
        }
        Self {
            shape,
            home,
            at: at.clone(),
            place_of,
            blank,
            low: [0; 3],
            high: [shape.rows() - 1, shape.cols() - 1, shape.layers() - 1],
            is_fixed: vec![false; at.len()],
            seen: vec![(0, 0); at.len()],
            walks: 0,
            moves: Moves::new(),
            meter,
        }
    }

    const fn side(&self, axis: usize) -> usize {
        self.high[axis] - self.low[axis] + 1
    }

    fn cells_left(&self) -> usize {
        (0..3).map(|axis| self.side(axis)).product()
    }

    const fn cell(&self, coordinates: [usize; 3]) -> usize {
        let [row, col, layer] = coordinates;
        (layer * self.shape.rows() + row) * self.shape.cols() + col
    }

    /// Moves the blank to a neighbour.
    fn go(&mut self, side: Direction, to: usize) -> ControlFlow<()> {
        self.meter.expand()?;
        self.meter.generated += 1;
        let tile = self.at[to];
        self.at[self.blank] = tile;
        self.place_of[tile as usize] = self.blank as u16;
        self.at[to] = self.home as u16;
        self.place_of[self.home] = to as u16;
        self.blank = to;
        self.moves.push(side.opposite());
        ControlFlow::Continue(())
    }

    /// Walks the blank to a cell, around one tile that is to stay.
    fn walk(&mut self, to: usize, stays: Option<usize>) -> ControlFlow<()> {
        while self.blank != to {
            let is_free = |cell: usize| !self.is_fixed[cell] && Some(cell) != stays;
            let left = self.shape.distance(self.blank, to);
            let straight = ORDER.into_iter().find_map(|side| {
                let cell = self.shape.neighbour(self.blank, side)?;
                (is_free(cell) && self.shape.distance(cell, to) < left).then_some((side, cell))
            });
            match straight {
                Some((side, cell)) => self.go(side, cell)?,
                None => {
                    if !self.step_around(to, stays)? {
                        return self.walk_around(to, stays);
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Walks the blank around the one tile between it and a cell, if there is room on a side; most carrying is that.
    fn step_around(&mut self, to: usize, stays: Option<usize>) -> ControlFlow<(), bool> {
        let neighbour = |cell, side| self.shape.neighbour(cell, side);
        let ahead = |&side: &Direction| neighbour(self.blank, side) == stays;
        let Some(ahead) = ORDER.into_iter().find(ahead) else {
            return ControlFlow::Continue(false);
        };
        let is_across = |side: &Direction| *side != ahead && *side != ahead.opposite();
        let way = ORDER.into_iter().filter(is_across).find_map(|side| {
            let beside = neighbour(self.blank, side)?;
            let next = neighbour(beside, ahead)?;
            let beyond = neighbour(next, ahead)?;
            let is_way = neighbour(beyond, side.opposite()) == Some(to);
            let cells = [beside, next, beyond];
            (is_way && !cells.iter().any(|&cell| self.is_fixed[cell])).then_some((side, cells))
        });
        let Some((side, [beside, next, beyond])) = way else {
            return ControlFlow::Continue(false);
        };
        self.go(side, beside)?;
        self.go(ahead, next)?;
        self.go(ahead, beyond)?;
        self.go(side.opposite(), to)?;
        ControlFlow::Continue(true)
    }

    /// Walks the blank the shortest way to a cell, where the straight one is blocked: it is short then.
    fn walk_around(&mut self, to: usize, stays: Option<usize>) -> ControlFlow<()> {
        self.walks += 1;
        let mut queue = VecDeque::from([to]);
        self.seen[to] = (self.walks, 0);
        // From the end, so that the steps come out in order.
        while let Some(cell) = queue.pop_front() {
            if cell == self.blank {
                break;
            }
            for (turn, side) in (0..).zip(ORDER) {
                let Some(next) = self.shape.neighbour(cell, side) else {
                    continue;
                };
                let is_free = !self.is_fixed[next] && Some(next) != stays;
                if is_free && self.seen[next].0 != self.walks {
                    self.seen[next] = (self.walks, turn);
                    queue.push_back(next);
                }
            }
        }
        while self.blank != to {
            let (walk, turn) = self.seen[self.blank];
            let side = ORDER[turn as usize].opposite();
            let (true, Some(cell)) = (walk == self.walks, self.shape.neighbour(self.blank, side))
            else {
                unreachable!("what is left is never cut in two");
            };
            self.go(side, cell)?;
        }
        ControlFlow::Continue(())
    }

    /// Leads the tile that belongs to a cell to another one.
    fn lead(&mut self, goal: usize, to: usize) -> ControlFlow<()> {
        loop {
            let tile = self.place_of[goal] as usize;
            let left = self.shape.distance(tile, to);
            if left == 0 {
                return ControlFlow::Continue(());
            }
            // A turn costs the blank two steps, going straight on four.
            let steps = ORDER.into_iter().filter_map(|side| {
                let next = self.shape.neighbour(tile, side)?;
                let is_nearer = !self.is_fixed[next] && self.shape.distance(next, to) < left;
                let is_behind = self.shape.neighbour(tile, side.opposite()) == Some(self.blank);
                let cost = self.shape.distance(self.blank, next) + 2 * usize::from(is_behind);
                is_nearer.then_some((cost, side, next))
            });
            let Some((_, side, next)) = steps.min_by_key(|&(cost, ..)| cost) else {
                unreachable!("what is left holds the way to each of its cells");
            };
            self.walk(next, Some(tile))?;
            self.go(side.opposite(), tile)?;
        }
    }

    /// Puts the outermost line or layer in order, at the end of the longest side that is farther from the home.
    fn peel(&mut self) -> ControlFlow<()> {
        let Some(normal) = (0..3).max_by_key(|&axis| self.side(axis)) else {
            return ControlFlow::Continue(());
        };
        let home = coordinates(self.shape, self.home);
        let is_high = self.high[normal] - home[normal] >= home[normal] - self.low[normal];
        let edge = if is_high {
            self.high[normal]
        } else {
            self.low[normal]
        };
        let [first, second] = [[1, 2], [0, 2], [0, 1]][normal];
        let mut cells = Vec::new();
        for outer in self.low[second]..=self.high[second] {
            for inner in self.low[first]..=self.high[first] {
                let mut at = [0; 3];
                (at[normal], at[first], at[second]) = (edge, inner, outer);
                cells.push(self.cell(at));
            }
        }
        // The last cell has one neighbour left: its tile comes in together with the one before.
        if let Some((&last, rest)) = cells.split_last() {
            for &cell in rest {
                self.lead(cell, cell)?;
                self.is_fixed[cell] = true;
            }
            self.swing(rest.last().copied(), last, normal, is_high)?;
            self.is_fixed[last] = true;
        }
        if is_high {
            self.high[normal] -= 1;
        } else {
            self.low[normal] += 1;
        }
        // The blank may have been left where nothing moves any more.
        if self.is_fixed[self.blank] {
            unreachable!("the blank is never where a tile belongs");
        }
        ControlFlow::Continue(())
    }

    /// Brings in the last tile of a line by moving the one before once more.
    fn swing(
        &mut self,
        before: Option<usize>,
        last: usize,
        normal: usize,
        is_high: bool,
    ) -> ControlFlow<()> {
        let Some(before) = before else {
            return self.lead(last, last);
        };
        let inwards = |cell: usize, steps: usize| {
            let mut at = coordinates(self.shape, cell);
            at[normal] = if is_high {
                at[normal] - steps
            } else {
                at[normal] + steps
            };
            self.cell(at)
        };
        let window = [
            before,
            last,
            inwards(before, 1),
            inwards(last, 1),
            inwards(before, 2),
            inwards(last, 2),
        ];
        if self.place_of[last] as usize == last {
            return ControlFlow::Continue(());
        }
        if !window.contains(&(self.place_of[last] as usize)) {
            self.lead(last, window[5])?;
        }
        if !window.contains(&self.blank) {
            let tile = self.place_of[last] as usize;
            let free = window[2..].iter().copied().filter(|&cell| cell != tile);
            if let Some(to) = free.min_by_key(|&cell| self.shape.distance(cell, self.blank)) {
                self.walk(to, Some(tile))?;
            }
        }
        self.is_fixed[before] = false;
        for side in self.ways_in(&window, before, last) {
            if let Some(cell) = self.shape.neighbour(self.blank, side) {
                self.go(side, cell)?;
            }
        }
        self.is_fixed[before] = true;
        ControlFlow::Continue(())
    }

    /// Finds the fewest steps of the blank that bring both tiles of a window home, by breadth-first search: there are 120 states.
    fn ways_in(&self, window: &[usize; 6], before: usize, last: usize) -> Vec<Direction> {
        let slot = |cell: usize| window.iter().position(|&it| it == cell).unwrap_or(0);
        let number = |[a, b, blank]: [usize; 3]| (a * 6 + b) * 6 + blank;
        let start = [
            slot(self.place_of[before] as usize),
            slot(self.place_of[last] as usize),
            slot(self.blank),
        ];
        let mut came: [Option<(usize, Direction)>; 216] = [None; 216];
        let mut queue = VecDeque::from([start]);
        while let Some([a, b, blank]) = queue.pop_front() {
            let state = number([a, b, blank]);
            if (a, b) == (0, 1) {
                let mut steps = Vec::new();
                let mut at = state;
                while at != number(start) {
                    let Some((parent, side)) = came[at] else {
                        break;
                    };
                    steps.push(side);
                    at = parent;
                }
                steps.reverse();
                return steps;
            }
            for side in ORDER {
                let Some(cell) = self.shape.neighbour(window[blank], side) else {
                    continue;
                };
                let Some(to) = window.iter().position(|&it| it == cell) else {
                    continue;
                };
                let moved = |tile: usize| if tile == to { blank } else { tile };
                let next = [moved(a), moved(b), to];
                if number(next) != number(start) && came[number(next)].is_none() {
                    came[number(next)] = Some((state, side));
                    queue.push_back(next);
                }
            }
        }
        Vec::new()
    }

    /// Reads the rest off a table.
    fn finish(&mut self) -> ControlFlow<()> {
        let sides = [0, 1, 2].map(|axis| self.side(axis));
        let (Ok(shape), low) = (Shape::new(sides[0], sides[1], sides[2]), self.low) else {
            unreachable!("a part of a shape is a shape");
        };
        let inside = |cell: usize| {
            let [row, col, layer] = coordinates(self.shape, cell);
            ((layer - low[2]) * sides[0] + row - low[0]) * sides[1] + col - low[1]
        };
        let cells = (0..self.at.len()).filter(|&cell| !self.is_fixed[cell]);
        let at: Vec<u16> = cells
            .map(|cell| inside(self.at[cell] as usize) as u16)
            .collect();
        let (blank, home) = (inside(self.blank), inside(self.home));
        let Ok(table) = FullTable::new(shape, home) else {
            return ControlFlow::Break(());
        };
        let mut walk = table.walk(&at, blank);
        while walk.left() > 0 {
            let (side, _) = walk.step();
            if let Some(cell) = self.shape.neighbour(self.blank, side) {
                self.go(side, cell)?;
            }
        }
        ControlFlow::Continue(())
    }
}
