//! A solution at once, by construction.
//!
//! 1. The board *flows*: the blank takes ways on which most tiles come nearer to their places, far ones above all. A move of the
//!    blank moves one tile one cell, and leading a single tile takes three to five moves a cell; here two moves do it.
//! 2. The board is *peeled*: of the box of cells that is left, which always holds the home, the line (in a box the layer) at the
//!    far end of the longest side is put in order, then it is never touched again. Tile after tile is led to its cell, by the
//!    cheapest turn at each step; the last two of a line swing in together, through a window of six cells. What is left in the
//!    end, at most 8 cells, is read off a table of all distances. That is the method of *I. Parberry, Memory-efficient method for
//!    fast computation of short 15-puzzle solutions, 2015*, for any box and any home.
//!
//! The number of moves grows with cells x the mean side. Most of them belong to the first part, where boards are large; small ones
//! are tried with more and with less of it.

mod flow;
mod peel;
mod walk;

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::direction::Direction;
use crate::moves::Moves;
use crate::search::instance::Instance;
use crate::search::meter::Meter;
use crate::shape::Shape;
use peel::{MOST_LEFT, Rest};

/// Boards of up to so many cells are tried with several floors, and with longer detours.
const SMALL: usize = 1_000;

/// What a step must be worth at least while the board flows: see [`Site::flow`]. With the first one it does not flow at all.
const FLOORS: [Option<i64>; 4] = [None, Some(4), Some(2), Some(1)];

/// About so many moves are tried beyond those of the first solutions, to choose for each line how it is put in order: on flat
/// boards, and in boxes, where they take longer to find.
const TRIALS: [usize; 2] = [60_000, 3_000];

/// Builds a solution of a solvable board, or breaks off where the meter says so. Each move counts as an expansion, also of a
/// solution that is longer than another.
///
/// It takes O(1) time a move on average, and memory in proportion to the cells.
pub(super) fn construct(instance: &Instance, meter: &mut Meter<'_>) -> ControlFlow<(), Moves> {
    meter.generated += 1;
    meter.begin_round(meter.bound)?;
    let mut site = Site::new(instance, meter);
    if instance.shape.is_path() {
        site.walk_around(instance.home, None)?;
        return ControlFlow::Continue(site.moves);
    }
    let mut rest = None;
    if instance.at.len() > SMALL {
        site.flow(FLOORS[3].unwrap_or(1))?;
        site.peel_all(&mut rest)?;
        return ControlFlow::Continue(site.moves);
    }
    if instance.shape.is_rectangle() {
        site.style.detour = 4;
    }
    let mut best = Shortest::default();
    // Where the budget ends, the shortest solution so far is the answer.
    let _ = site.construct_small(&mut best, &mut rest);
    best.0.map_or(ControlFlow::Break(()), ControlFlow::Continue)
}

/// The shortest solution so far.
#[derive(Debug, Default)]
struct Shortest(Option<Moves>);

impl Shortest {
    /// Keeps a solution if it is the shortest, and says whether it is.
    fn offer(&mut self, moves: Moves) -> bool {
        let is_shorter = self.0.as_ref().is_none_or(|best| moves.len() < best.len());
        if is_shorter {
            self.0 = Some(moves);
        }
        is_shorter
    }
}

/// How a line is put in order.
#[derive(Clone, Copy, Debug)]
struct Style {
    /// How much longer than the shortest a walk may be.
    detour: usize,
    /// What a tile's step nearer to its place is worth, in halves of a move.
    worth: i32,
    /// Whether a line begins with its last tile.
    is_reversed: bool,
    /// Whether it is a line of the second longest side, where that is at most a cell shorter than the longest.
    is_across: bool,
}

impl Style {
    const PLAIN: Self = Self {
        detour: 2,
        worth: 3,
        is_reversed: false,
        is_across: false,
    };

    const COUNT: usize = 24;

    /// Returns one of all styles.
    const fn numbered(number: usize) -> Self {
        Self {
            is_reversed: number % 2 == 1,
            is_across: number / 2 % 2 == 1,
            detour: if number / 4 % 2 == 0 { 4 } else { 2 },
            worth: [3, 2, 4][number / 8 % 3],
        }
    }
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
    /// By cell: its coordinates.
    places: Vec<[u16; 3]>,
    /// By cell, along each axis: how far its tile is beyond its place, towards higher coordinates.
    beyond: Vec<[i32; 3]>,
    /// Whether a cell has its tile for good.
    is_fixed: Vec<bool>,
    /// For each cell the walk that came there last, and how.
    seen: Vec<(u32, u8)>,
    walks: u32,
    style: Style,
    moves: Moves,
    meter: &'s mut Meter<'m>,
}

/// Returns the axis of a side, and whether it is that of the higher coordinates.
const fn axis_of(side: Direction) -> (usize, bool) {
    (side as usize / 2, side as usize % 2 == 1)
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
        let coordinates = |cell: usize| {
            let place = shape.place(cell);
            [place.row, place.column, place.layer].map(|it| it as u16)
        };
        let mut site = Self {
            shape,
            home,
            at: at.clone(),
            place_of,
            blank,
            low: [0; 3],
            high: [shape.rows() - 1, shape.cols() - 1, shape.layers() - 1],
            places: (0..at.len()).map(coordinates).collect(),
            beyond: Vec::new(),
            is_fixed: vec![false; at.len()],
            seen: vec![(0, 0); at.len()],
            walks: 0,
            style: Style::PLAIN,
            moves: Moves::new(),
            meter,
        };
        site.beyond = (0..at.len()).map(|cell| site.beyond(cell)).collect();
        site
    }

    /// Returns another one to go on with.
    fn fork(&mut self) -> Site<'_, 'm> {
        Site {
            at: self.at.clone(),
            place_of: self.place_of.clone(),
            places: self.places.clone(),
            beyond: self.beyond.clone(),
            is_fixed: self.is_fixed.clone(),
            seen: self.seen.clone(),
            moves: self.moves.clone(),
            meter: self.meter,
            ..*self
        }
    }

    /// Solves the board with each floor, then chooses for line after line how it is best put in order.
    ///
    /// Each choice is judged by solving the whole rest.
    fn construct_small(&mut self, best: &mut Shortest, rest: &mut Option<Rest>) -> ControlFlow<()> {
        let mut best_floor = None;
        for floor in FLOORS {
            let mut fork = self.fork();
            fork.flow_to(floor)?;
            fork.peel_all(rest)?;
            if best.offer(fork.moves) {
                best_floor = floor;
            }
        }
        self.flow_to(best_floor)?;
        let lines: usize = (0..3).map(|axis| self.side(axis) - 1).sum();
        let moves = best.0.as_ref().map_or(0, Moves::len);
        let trials = TRIALS[usize::from(!self.shape.is_rectangle())];
        let styles = (2 * trials / (lines * moves).max(1)).min(Style::COUNT);
        let usual = self.style;
        while styles > 1 && self.cells_left() > MOST_LEFT {
            let mut chosen = (usize::MAX, usual);
            for number in 0..styles {
                let mut fork = self.fork();
                fork.style = Style::numbered(number);
                fork.peel()?;
                fork.style = usual;
                fork.peel_all(rest)?;
                if fork.moves.len() < chosen.0 {
                    chosen = (fork.moves.len(), Style::numbered(number));
                }
                best.offer(fork.moves);
            }
            self.style = chosen.1;
            self.peel()?;
        }
        ControlFlow::Continue(())
    }

    fn flow_to(&mut self, floor: Option<i64>) -> ControlFlow<()> {
        floor.map_or(ControlFlow::Continue(()), |floor| self.flow(floor))
    }

    /// Returns row, column and layer of a cell.
    fn coordinates(&self, cell: usize) -> [usize; 3] {
        self.places[cell].map(usize::from)
    }

    /// Returns how far the tile of a cell is beyond its place.
    fn beyond(&self, cell: usize) -> [i32; 3] {
        let (here, goal) = (self.places[cell], self.places[self.at[cell] as usize]);
        [0, 1, 2].map(|axis| i32::from(here[axis]) - i32::from(goal[axis]))
    }

    /// Returns how many steps two cells are apart.
    fn distance(&self, a: usize, b: usize) -> usize {
        let (a, b) = (self.places[a], self.places[b]);
        (0..3)
            .map(|axis| usize::from(a[axis].abs_diff(b[axis])))
            .sum()
    }

    /// Returns the cell next to another one, within the box that is left.
    fn beside(&self, cell: usize, side: Direction) -> Option<usize> {
        let (axis, is_up) = axis_of(side);
        let (here, jump) = (self.places[cell][axis] as usize, self.jumps()[axis]);
        if is_up {
            (here < self.high[axis]).then(|| cell + jump)
        } else {
            (here > self.low[axis]).then(|| cell - jump)
        }
    }

    /// Returns how many cells further on the next one along each axis is.
    const fn jumps(&self) -> [usize; 3] {
        [self.shape.cols(), 1, self.shape.rows() * self.shape.cols()]
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
        self.beyond[self.blank] = self.beyond(self.blank);
        self.blank = to;
        self.moves.push(side.opposite());
        ControlFlow::Continue(())
    }
}
