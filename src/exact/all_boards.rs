//! The distance of every board of a small shape, in moves of either metric, and shortest solutions
//! read off the table.

#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::canonical::CanonicalBoard;
use crate::exact::neighbours::Neighbours;
use crate::heuristic::Heuristic;
use crate::metric::Metric;
use crate::permutation::{factorial, unrank};
use crate::runtime::alloc::{OutOfMemory, filled, reserved};
use crate::runtime::job::Pace;
use crate::shape::Shape;
use crate::side::Side;
use crate::tables::{Order, rotate};

/// The distances of all boards of a shape of at most [`MAX_CELLS`](AllBoards::MAX_CELLS) cells, by
/// number.
///
/// The boards of each blank cell follow each other, by the order of their tiles. Two orders whose
/// lexicographic ranks differ in the last bit differ in the last two tiles alone, hence in their
/// parity, and the blank's cell decides which parity can be solved: half of the rank is a perfect
/// index.
#[derive(Clone, Debug)]
pub(crate) struct AllBoards {
    home: usize,
    /// The metric of the distances.
    pub(crate) metric: Metric,
    neighbours: Neighbours,
    cells: usize,
    /// The number of boards of each blank cell.
    orders: usize,
    /// `[number(board)]`: the moves left.
    distances: Vec<u8>,
}

/// A board: the blank's cell and the order of the tiles. Tiles are named by the cells that they
/// must reach, the home left out, so the solved order is 0, 1, 2, ... On smaller shapes tiles that
/// stay come first, which changes no rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    order: Order,
    /// Half of the lexicographic rank.
    rank: u16,
    blank: u8,
    /// The sides, a bit each, on which no board is farther from the first one of the path: back,
    /// and by slides on.
    closed: u8,
}

/// The order of the goal.
const SOLVED: Order = 0o7654_3210;

/// The distance of a board that was not reached yet. The farthest boards of 2 x 4 are 36 moves
/// away.
const UNKNOWN: u8 = u8::MAX;

/// Returns the number of boards of each blank cell.
fn orders(cells: usize) -> usize {
    factorial(cells - 1) as usize / 2
}

impl AllBoards {
    /// The most cells of a shape: 9!/2 = 181,440 boards.
    pub(crate) const MAX_CELLS: usize = 9;

    /// Builds the table of a shape, breadth first from the goal, a level a slice: some milliseconds
    /// for 3 x 3.
    ///
    /// # Panics
    /// If the shape is a path, or has more than [`MAX_CELLS`](Self::MAX_CELLS) cells.
    pub(crate) async fn build(
        shape: Shape,
        home: usize,
        metric: Metric,
        pace: &mut Pace,
    ) -> Result<Self, OutOfMemory> {
        let cells = shape.cells();
        assert!(
            cells <= Self::MAX_CELLS && !shape.is_path(),
            "not a small shape"
        );
        let orders = orders(cells);
        let mut table = Self {
            home,
            metric,
            neighbours: Neighbours::new(shape)?,
            cells,
            orders,
            distances: Vec::new(),
        };
        pace.hold(Self::bytes_for(shape) * (1 + size_of::<Placed>()));
        let mut distances = filled(UNKNOWN, cells * orders)?;
        let mut boards: Vec<Placed> = reserved(cells * orders)?;
        let goal = Placed {
            order: SOLVED,
            rank: 0,
            blank: home as u8,
            closed: 0,
        };
        distances[table.number(goal)] = 0;
        boards.push(goal);
        let (mut level, mut distance) = (0..1, 0);
        while !level.is_empty() {
            distance += 1;
            for nth in level.clone() {
                let _ = table.try_children(boards[nth], |_, _, child| {
                    let known = &mut distances[table.number(child)];
                    if *known == UNKNOWN {
                        *known = distance;
                        boards.push(child);
                    }
                    ControlFlow::<()>::Continue(())
                });
            }
            level = level.end..boards.len();
            pace.end_slice().await;
        }
        table.distances = distances;
        Ok(table)
    }

    /// Visits the children of a board on the path, by side and number of tiles, until one ends it.
    #[inline]
    fn try_children<B>(
        &self,
        board: Placed,
        mut visit: impl FnMut(Side, usize, Placed) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let stays = Self::MAX_CELLS - self.cells;
        for (mut from, side) in self.neighbours.moves(board.blank.into(), board.closed) {
            let mut child = board;
            child.closed = 1 << side.undo() as u8;
            if self.metric == Metric::MultiTile {
                child.closed |= 1 << side as u8;
            }
            for tiles in 1.. {
                let blank = usize::from(child.blank);
                // The tile passes those on the cells between.
                if from.abs_diff(blank) > 1 {
                    let slot = |cell: usize, other: usize| stays + cell - usize::from(cell > other);
                    let (from, to) = (slot(from, blank), slot(blank, from));
                    child.order = rotate(child.order, from, to);
                    child.rank = half_rank(child.order);
                }
                child.blank = from as u8;
                visit(side, tiles, child)?;
                match self.neighbours.entered(from, side) {
                    Some(next) if self.metric == Metric::MultiTile => from = next,
                    _ => break,
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the number of a board.
    fn number(&self, board: Placed) -> usize {
        usize::from(board.blank) * self.orders + usize::from(board.rank)
    }

    /// Returns the memory taken, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.distances.len()
    }

    /// Returns the memory that the table of a shape takes, in bytes.
    pub(crate) fn bytes_for(shape: Shape) -> usize {
        let cells = shape.cells();
        cells * orders(cells)
    }

    /// Returns the number of moves that the farthest boards need.
    pub(crate) fn radius(&self) -> usize {
        self.distances.iter().max().map_or(0, |&most| most.into())
    }

    /// Returns the numbers of the boards at a distance.
    pub(crate) fn at_distance(&self, distance: usize) -> impl Iterator<Item = usize> + '_ {
        let numbers = 0..self.distances.len();
        numbers.filter(move |&number| usize::from(self.distances[number]) == distance)
    }

    /// Returns one of the two boards that share a number, as [`board`](Self::board) reads it, and
    /// the blank's cell. One of them can be solved; the other has the last two tiles exchanged.
    pub(crate) fn order(&self, number: usize) -> (Vec<u16>, usize) {
        let (blank, half_rank) = (number / self.orders, number % self.orders);
        // The rank is below (cells - 1)!.
        let order = unrank(2 * half_rank as u128, self.cells - 1).unwrap_or_default();
        let named = order
            .into_iter()
            .map(|tile| tile + usize::from(tile >= self.home));
        let mut at: Vec<u16> = named.map(|tile| tile as u16).collect();
        at.insert(blank, self.home as u16);
        (at, blank)
    }

    /// Returns a board from which the goal can be reached; tiles are named by the cells that they
    /// must reach, the blank by the home.
    pub(crate) fn board(&self, at: &[u16], blank: usize) -> Placed {
        let stays = Self::MAX_CELLS - self.cells;
        let named = at.iter().map(|&tile| usize::from(tile));
        let named = named.filter(|&tile| tile != self.home).rev();
        let order = named.fold(0, |order, tile| {
            order << 3 | (stays + tile - usize::from(tile > self.home)) as Order
        });
        let order = order << (3 * stays) | SOLVED & ((1 << (3 * stays)) - 1);
        Placed {
            rank: half_rank(order),
            order,
            blank: blank as u8,
            closed: 0,
        }
    }

    /// Returns the number of moves that a board needs.
    pub(crate) fn left(&self, board: Placed) -> usize {
        self.distances[self.number(board)].into()
    }

    /// Makes the first move that leads nearer to the goal. Returns the side to which the blank
    /// goes, the number of tiles that move, and the number of boards looked at.
    ///
    /// # Panics
    /// If no move is left.
    pub(crate) fn step(&self, board: &mut Placed) -> (Side, usize, u64) {
        let (left, mut made) = (self.left(*board), 0);
        let nearer = self.try_children(*board, |side, tiles, child| {
            made += 1;
            if self.left(child) < left {
                ControlFlow::Break((side, tiles, child))
            } else {
                ControlFlow::Continue(())
            }
        });
        let ControlFlow::Break((side, tiles, child)) = nearer else {
            panic!("the goal has no nearer neighbour");
        };
        *board = child;
        (side, tiles, made)
    }
}

/// Returns half of the lexicographic rank of an order: the last two tiles do not count.
#[inline]
fn half_rank(order: Order) -> u16 {
    let four = |bit: u32| RANKS[usize::from((order >> bit) as u16 % (1 << FOUR))];
    4 * 3 * four(0).0 + four(FOUR).1
}

/// The bits of four tiles.
const FOUR: u32 = 12;

/// By four tiles: their rank as the first four of eight, and half of that of their order alone. A
/// tile counts what `FIRST` or `LAST` has for its slot times the smaller tiles that do not stand
/// before it: of eight, its number less the smaller ones before it; of four, the smaller ones
/// behind.
static RANKS: [(u16, u16); 1 << FOUR] = {
    // What a tile of each slot counts, for each smaller tile that does not stand before it.
    const FIRST: [u16; 4] = [7 * 6 * 5, 6 * 5, 5, 1];
    const LAST: [u16; 4] = [3, 1, 0, 0];
    let (mut ranks, mut at) = ([(0_u16, 0); 1 << FOUR], 0);
    while at < 4 * 4 * ranks.len() {
        let (tiles, slot, other) = (at / 16, at / 4 % 4, at % 4);
        let (tile, beside) = (tiles >> (3 * slot) & 7, tiles >> (3 * other) & 7);
        let (first, last) = &mut ranks[tiles];
        if other == slot {
            *first = first.wrapping_add(FIRST[slot] * tile as u16);
        } else if other < slot && beside < tile {
            *first = first.wrapping_sub(FIRST[slot]);
        } else if beside < tile {
            *last += LAST[slot];
        }
        at += 1;
    }
    ranks
};

/// The exact number of moves left.
impl Heuristic for AllBoards {
    type State = u32;

    fn evaluate(&self, board: &CanonicalBoard) -> u32 {
        self.left(self.board(&board.cells, board.blank)) as u32
    }

    fn update(&self, _: &u32, board: &CanonicalBoard, from: usize) -> u32 {
        self.evaluate(&board.after(from))
    }

    fn estimate(&self, state: &u32) -> u32 {
        *state
    }
}
