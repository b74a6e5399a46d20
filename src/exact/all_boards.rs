//! The distance of every board of a small shape, in moves of either metric.

mod build;
mod orders;
mod read_off;
#[cfg(all(test, feature = "std"))]
mod tests;

use alloc::vec::Vec;

use crate::canonical::CanonicalBoard;
use crate::heuristic::{Bound, Heuristic};
use crate::metric::Metric;
use crate::rank::Numbering;
use crate::shape::Shape;
use crate::side::Side;
use orders::{BITS, Ranks, Step};
pub(crate) use read_off::ReadOff;

/// The distances of all boards of a shape of at most [`MAX_CELLS`](AllBoards::MAX_CELLS) cells: a
/// solution is read off it.
///
/// A board is the blank's cell and the order of the tiles, three bits each, the lowest cell first.
/// Tiles are named by the cells that they must reach, the home left out, so the solved order is 0,
/// 1, 2, ... Boards are numbered as by [`Numbering`].
#[derive(Clone, Debug)]
pub(crate) struct AllBoards {
    home: usize,
    metric: Metric,
    /// The number of boards of each blank cell.
    orders: usize,
    ranks: Ranks,
    /// For each blank cell the steps of the blank, in the order of
    /// [`Side::ALL`].
    steps: Vec<Vec<Step>>,
    /// `[index(order, blank)]`: the distance in moves, and above it, at [`CHOICE`], the first of
    /// the blank's `steps` that leads nearer.
    entries: Vec<u8>,
}

/// The shift of the step that leads nearer within an entry. A cell of a small shape has at most
/// four neighbours and four other cells in line.
const CHOICE: u32 = 6;

/// The bits of a distance: the farthest boards of 2 x 4 are 36 moves away.
const DISTANCE: u8 = (1 << CHOICE) - 1;

impl AllBoards {
    /// The most cells of a shape: 9!/2 = 181,440 boards.
    pub(crate) const MAX_CELLS: usize = 9;

    /// Returns the number of a board: that of [`Numbering`], by lookups.
    #[inline]
    fn index(&self, order: u32, blank: usize) -> usize {
        blank * self.orders + self.ranks.rank(order) / 2
    }

    /// Returns the metric of its distances.
    pub(crate) const fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the memory taken, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.entries.len() + Ranks::BYTES
    }

    /// Returns the memory that the table of a shape takes, in bytes.
    pub(crate) const fn bytes_for(shape: Shape) -> usize {
        let cells = shape.cells();
        cells * Numbering::new(cells).orders() as usize + Ranks::BYTES
    }

    /// Returns the number of moves that the farthest boards need.
    pub(crate) fn radius(&self) -> usize {
        let distances = self.entries.iter().map(|entry| entry & DISTANCE);
        distances.max().map_or(0, usize::from)
    }

    pub(crate) fn at_distance(&self, distance: usize) -> impl Iterator<Item = usize> + '_ {
        let entries = self.entries.iter().zip(0..);
        let those = entries.filter(move |&(is, _)| usize::from(is & DISTANCE) == distance);
        those.map(|(_, number)| number)
    }

    /// Returns one of the two boards that share a number, as [`walk`](Self::walk) reads it, and the
    /// blank's cell. One of them can be solved; the other has the last two tiles exchanged.
    pub(crate) fn order(&self, number: usize) -> (Vec<u16>, usize) {
        let (blank, order) = Numbering::new(self.steps.len()).order(number as u128);
        let named = order
            .into_iter()
            .map(|tile| tile + usize::from(tile >= self.home));
        let mut at: Vec<u16> = named.map(|tile| tile as u16).collect();
        at.insert(blank, self.home as u16);
        (at, blank)
    }

    /// Begins a walk home from a board, in which tiles are named by the cells that they must reach,
    /// the blank by the home.
    ///
    /// The board must be one from which the goal can be reached.
    pub(crate) fn walk(&self, at: &[u16], blank: usize) -> Walk {
        let tiles = at.iter().filter(|&&tile| tile as usize != self.home);
        let (mut order, mut place) = (0, 0);
        for &tile in tiles {
            order |= (u32::from(tile) - u32::from(tile as usize > self.home)) << place;
            place += BITS;
        }
        Walk {
            order,
            blank,
            entry: self.entries[self.index(order, blank)],
        }
    }
}

/// The exact number of moves left.
impl Heuristic for AllBoards {
    type State = u32;

    fn evaluate(&self, board: &CanonicalBoard) -> u32 {
        self.walk(&board.cells, board.blank).left() as u32
    }

    fn update(&self, _: &u32, board: &CanonicalBoard, from: usize) -> u32 {
        let mut cells = [0; Self::MAX_CELLS];
        let cells = &mut cells[..board.cells.len()];
        cells.copy_from_slice(&board.cells);
        cells.swap(from, board.blank);
        self.walk(cells, from).left() as u32
    }

    fn estimate(&self, state: &u32) -> u32 {
        *state
    }

    fn name(&self) -> &'static str {
        "the distances of all boards"
    }
}

/// The exact number of slides left.
impl Bound for AllBoards {
    type State = u32;

    const METRIC: Metric = Metric::Slides;

    fn state(&self, board: &CanonicalBoard) -> u32 {
        self.evaluate(board)
    }

    fn after(&self, state: &u32, board: &CanonicalBoard, from: usize) -> u32 {
        self.update(state, board, from)
    }

    fn least(&self, state: &u32, _: Option<usize>) -> u32 {
        debug_assert_eq!(self.metric, Metric::Slides);
        *state
    }
}

/// A shortest way home, on the table with which it began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk {
    order: u32,
    blank: usize,
    entry: u8,
}

impl Walk {
    /// Returns the number of moves left.
    pub(crate) const fn left(&self) -> usize {
        (self.entry & DISTANCE) as usize
    }

    /// Makes a move that leads nearer, the first in [`Side::ALL`] if there are
    /// several. Returns the side to which the blank goes, how many tiles move, and how many boards
    /// one would have to look at to find it.
    ///
    /// # Panics
    /// If no move is left.
    pub(crate) fn step(&mut self, table: &AllBoards) -> (Side, usize, u64) {
        assert!(self.left() > 0, "the goal has no nearer neighbour");
        let choice = self.entry >> CHOICE;
        let step = table.steps[self.blank][choice as usize];
        self.order = step.apply(self.order);
        self.blank = step.from as usize;
        self.entry = table.entries[table.index(self.order, self.blank)];
        (step.side, step.tiles.into(), u64::from(choice) + 1)
    }
}
