//! A solution at once, by construction.
//!
//! 1. The board *flows*: the blank takes ways on which most tiles come nearer to their places, far
//!    ones above all. A move of the blank moves one tile one cell, and leading a single tile takes
//!    three to five moves a cell; here two moves do it.
//! 2. The board is *peeled*: of the box of cells that is left, which always holds the home, the
//!    line (in a box the layer) at the far end of the longest side is put in order, then it is
//!    never touched again. Tile after tile is led to its cell, by the cheapest turn at each step;
//!    the last two of a line swing in together, through a window of six cells. What is left in the
//!    end, at most 8 cells, is read off a table of all distances. That is the method of *I.
//!    Parberry, Memory-efficient method for fast computation of short 15-puzzle solutions, 2015*,
//!    for any box and any home.
//! 3. Where the board is small enough, or what is left of it, a narrow beam search *settles* the
//!    lines instead, one after the other: it sees to the line in hand, and to the rest as the flow
//!    does. Boards that differ only in tiles of later lines count as one; without that a beam is
//!    soon full of them and finds nothing.
//!
//! The number of moves grows with cells x the mean side. Most of them belong to the first part,
//! where boards are large.

mod flow;
mod lines;
mod peel;
mod walk;

use alloc::vec;
use alloc::vec::Vec;
use core::ops::{ControlFlow, RangeInclusive};

use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::moves::{Moves, OutOfMemory};
use crate::search::meter::Meter;
use crate::shape::Shape;
use lines::Style;
use peel::Rest;

/// Boards of up to so many cells are put in order by a beam, besides.
const SMALL: usize = 256;

/// What is left of larger boards when a beam takes over.
const INNER: usize = 400;

/// In boards of up to so many cells a beam puts that part in order that is left at last.
const MIDDLE: usize = 1_600;

/// The work of that beam: its width is as much over the cells, within its limits; narrower in
/// boxes.
const WORK: [usize; 2] = [20_000, 2_000];
const WIDTHS: [RangeInclusive<usize>; 2] = [100..=200, 30..=100];

/// What a step must be worth at least while the board flows: see [`Site::flow`].
const FLOOR: i64 = 1;

/// Builds a solution of a solvable board, or breaks off where the meter says so. Each move counts
/// as an expansion, and each board of a beam.
///
/// It takes O(1) time a move on average, and memory in proportion to the cells.
pub(super) fn construct(
    instance: &CanonicalBoard,
    meter: &mut Meter<'_>,
) -> ControlFlow<(), Moves> {
    meter.generated += 1;
    meter.begin_round(meter.bound)?;
    let mut site = Site::new(instance, meter);
    if instance.shape.is_path() {
        site.walk_around(instance.home, None)?;
        return ControlFlow::Continue(site.moves);
    }
    let mut rest = None;
    let plain = {
        let mut site = site.fork();
        site.flow(FLOOR)?;
        site.peel_all(&mut rest)?;
        site.moves
    };
    if instance.cells.len() > MIDDLE {
        return ControlFlow::Continue(plain);
    }
    let style = Style::numbered(0, width_for(instance));
    // If the budget ends, there is an answer already.
    let flow = site.settle_some(style, &mut rest);
    let is_better = flow.is_continue() && site.moves.len() < plain.len();
    ControlFlow::Continue(if is_better { site.moves } else { plain })
}

/// Returns how wide a beam of little work is.
fn width_for(instance: &CanonicalBoard) -> usize {
    let is_box = usize::from(!instance.shape.is_rectangle());
    let widths = &WIDTHS[is_box];
    (WORK[is_box] / instance.cells.len()).clamp(*widths.start(), *widths.end())
}

/// Builds another solution than [`construct`] does, and than it does itself for another number.
/// `None` if the number is too high, or the board too large.
pub(super) fn construct_otherwise(
    instance: &CanonicalBoard,
    number: usize,
    meter: &mut Meter<'_>,
) -> ControlFlow<(), Option<Moves>> {
    if instance.cells.len() > SMALL || instance.shape.is_path() || number >= Style::COUNT {
        return ControlFlow::Continue(None);
    }
    let mut site = Site::new(instance, meter);
    site.settle_all(Style::numbered(number, width_for(instance)), &mut None)?;
    ControlFlow::Continue(Some(site.moves))
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
    /// How much longer than the shortest a walk may be.
    detour: usize,
    moves: Moves,
    meter: &'s mut Meter<'m>,
}

/// Returns the axis of a side, and whether it is that of the higher coordinates.
const fn axis_of(side: Direction) -> (usize, bool) {
    (side as usize / 2, side as usize % 2 == 1)
}

impl<'s, 'm> Site<'s, 'm> {
    fn new(instance: &CanonicalBoard, meter: &'s mut Meter<'m>) -> Self {
        let CanonicalBoard {
            shape,
            home,
            cells: ref at,
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
            detour: 2,
            moves: Moves::new(),
            meter,
        };
        site.beyond = (0..at.len()).map(|cell| site.beyond(cell)).collect();
        site
    }

    /// Returns another one to go on with, whose moves begin here.
    fn fork(&mut self) -> Site<'_, 'm> {
        Site {
            at: self.at.clone(),
            place_of: self.place_of.clone(),
            places: self.places.clone(),
            beyond: self.beyond.clone(),
            is_fixed: self.is_fixed.clone(),
            seen: self.seen.clone(),
            moves: Moves::new(),
            meter: self.meter,
            ..*self
        }
    }

    /// Puts a board in order with a beam: all of it, or of a larger one what is left at last.
    fn settle_some(&mut self, style: Style, rest: &mut Option<Rest>) -> ControlFlow<()> {
        if self.at.len() > SMALL {
            self.detour = 4;
            self.flow(FLOOR)?;
            while self.cells_left() > INNER {
                self.peel()?;
            }
        }
        self.settle_all(style, rest)
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
        // On large boards there are very many.
        match self.moves.try_push(side.opposite()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(OutOfMemory { bytes, .. }) => self.meter.lack(bytes),
        }
    }
}
