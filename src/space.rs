//! The distance of every board of a shape of up to 12 cells: a [`Space`].
//!
//! The distances of all boards give the number of boards at each distance, the hardest boards, and
//! all optimal moves. They label the training of a value network, and check any heuristic.
//!
//! ```
//! use npuzzle::{Board, Goal, Metric, Shape, Space};
//!
//! let space = Space::new(Shape::square(3)?, &Goal::BlankLast, Metric::SingleTile)?;
//! assert_eq!(space.radius(), 31);
//! assert_eq!(space.histogram()[..5], [1, 2, 4, 8, 16]);
//! assert_eq!(space.histogram().iter().sum::<u64>(), 181_440); // 9! / 2
//!
//! let farthest: Vec<String> = space.farthest().map(|board| board.to_string()).collect();
//! assert_eq!(farthest, ["6 4 7/8 5 0/3 2 1", "8 6 7/2 5 4/3 0 1"]);
//!
//! let board: Board<3> = "8 6 7/2 5 4/3 0 1".parse()?;
//! assert_eq!(space.distance(&board), Some(31));
//! assert_eq!(space.best_moves(&board).len(), 3); // every move leads to a board of 30
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```
//!
//! The 239,500,800 boards of 3 x 4, 2 x 6 and 2 x 2 x 3 take seconds to build, and 68 MB.
//! [`Solver::space_with`](crate::Solver::space_with) reports the progress, stops at limits, uses
//! several threads, and keeps the table in a file.

mod build;
mod table;

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::{iter, mem};

use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::dyn_board::DynBoard;
use crate::goal::{Goal, GoalError};
use crate::metric::Metric;
use crate::puzzle::Puzzle;
use crate::shape::{Shape, Tile};
use crate::side::Side;
use table::{Link, blocks_of};
pub(crate) use table::{Placed, SpaceTable};

/// The distance of every board of a shape from a goal.
///
/// Distances take two bits per board; clones share them. If the goal has free tiles, the distance
/// is that of the nearest board of the goal.
///
/// See the [module](self) for an example.
#[derive(Clone, Debug)]
pub struct Space {
    shape: Shape,
    metric: Metric,
    goal: Goal,
    /// Boards that can reach each other. There are two parts if the goal leaves free one tile and the
    /// blank, so that boards of both parities have one goal each.
    parts: Vec<SpacePart>,
    histogram: Vec<u64>,
}

/// The boards of a table.
#[derive(Clone, Debug)]
pub(crate) struct SpacePart {
    goal: Goal,
    table: Arc<SpaceTable>,
    /// The tiles by their number in the table.
    tiles: Box<[Tile]>,
}

impl Space {
    /// Returns the goals whose tables make up the space of a goal.
    pub(crate) fn goals(shape: Shape, goal: &Goal) -> Result<Vec<Goal>, GoalError> {
        let first = goal.board(shape)?;
        if let Goal::Partial(some) = goal {
            let free: Vec<usize> = (0..shape.cells()).filter(|&cell| some.free[cell]).collect();
            let mut other: Box<[Tile]> = first.tiles().into();
            other.swap(free[0], free[1]);
            let other = DynBoard::from_permutation(shape, other);
            let first = Goal::Custom(first);
            if some.free_tiles() == 1 && !other.is_solvable_for(&first) {
                return Ok(Vec::from([first, Goal::Custom(other)]));
            }
        }
        Ok(Vec::from([goal.clone()]))
    }

    /// Returns the space of a goal that fits the shape, from the parts of its
    /// [`goals`](Self::goals).
    pub(crate) fn of_parts(
        shape: Shape,
        goal: &Goal,
        metric: Metric,
        parts: Vec<SpacePart>,
    ) -> Self {
        let mut histogram = Vec::new();
        for part in &parts {
            let counts = part.table.histogram();
            histogram.resize(counts.len().max(histogram.len()), 0);
            let boards = 1 + u64::from(part.table.has_free_tiles());
            for (sum, count) in histogram.iter_mut().zip(counts) {
                *sum += boards * count;
            }
        }
        Self {
            shape,
            metric,
            goal: goal.clone(),
            parts,
            histogram,
        }
    }

    /// Returns the shape of the boards.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the goal.
    #[must_use]
    pub const fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Returns the metric.
    #[must_use]
    pub const fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the number of boards at each distance, from 0 to the radius. Their sum is the number
    /// of boards that can be solved.
    #[must_use]
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// Returns the number of moves that the farthest boards need.
    #[must_use]
    pub fn radius(&self) -> usize {
        self.histogram.len() - 1
    }

    /// Returns the number of moves that a board needs; `None` if it can't be solved, or has another
    /// shape. *O*(distance): the walk to the goal, some microseconds.
    #[must_use]
    pub fn distance(&self, board: &impl Puzzle) -> Option<usize> {
        self.place(board)
            .map(|(table, board)| table.distance(board))
    }

    /// Returns every direction in which a shortest solution of a board begins, in the order of
    /// searches; none if it is solved, can't be solved, or has another shape. *O*(1).
    ///
    /// By [`Metric::MultiTile`] it is the direction of a run, of one tile or several.
    #[must_use]
    pub fn best_moves(&self, board: &impl Puzzle) -> Vec<Direction> {
        let placed = self.place(board).into_iter();
        let sides = placed.flat_map(|(table, board)| table.nearer_sides(board));
        sides.map(Side::tile_moves).collect()
    }

    /// Returns the boards that need the most moves, each once.
    pub fn farthest(&self) -> impl Iterator<Item = DynBoard> + '_ {
        self.boards_at(self.radius())
    }

    /// Returns the boards at a distance, each once, in an order that stays the same within a
    /// version.
    ///
    /// Blocks of 2,520 boards without one at this distance are skipped, so a few boards are found
    /// fast.
    pub fn boards_at(&self, distance: usize) -> impl Iterator<Item = DynBoard> + '_ {
        self.parts.iter().flat_map(move |part| {
            let placed = part.table.at_distance(distance);
            placed.flat_map(move |placed| part.boards(placed))
        })
    }

    /// Returns the rank and the distance of every board that can be solved, each once, in an order
    /// that stays the same within a version.
    ///
    /// A board takes less than a tenth of a microsecond: no walk as for [`distance`](Self::distance).
    ///
    /// ```
    /// use npuzzle::{Board, Goal, Metric, Shape, Space};
    ///
    /// let space = Space::new(Shape::square(3)?, &Goal::BlankLast, Metric::SingleTile)?;
    /// let mut distances = vec![u8::MAX; 362_880]; // 9!
    /// for (rank, distance) in space.distances() {
    ///     distances[rank as usize] = distance as u8;
    /// }
    /// let board: Board<3> = "8 6 7/2 5 4/3 0 1".parse()?;
    /// assert_eq!(distances[board.rank()? as usize], 31);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn distances(&self) -> impl Iterator<Item = (u128, usize)> + '_ {
        let boards = self.parts.iter().flat_map(SpacePart::distances);
        boards
            .flatten()
            .map(|board| (u128::from(board >> 8), board as usize % 256))
    }

    /// Returns the table that has the distance of a board, and the board in it.
    fn place(&self, board: &impl Puzzle) -> Option<(&SpaceTable, Placed)> {
        if board.shape() != self.shape {
            return None;
        }
        let mut parts = self.parts.iter();
        let SpacePart { goal, table, .. } = parts.find(|it| board.is_solvable_for(&it.goal))?;
        let board = CanonicalBoard::with_every_end(board, goal).ok()?;
        Some((table, table.board(&board)))
    }
}

impl SpacePart {
    /// Returns the boards of the table of a goal, by their tiles.
    pub(crate) fn new(goal: Goal, table: Arc<SpaceTable>) -> Self {
        let shape = table.shape();
        let placed = (0..shape.cells()).filter_map(|cell| goal.tile_at(shape, cell));
        let free = (1..shape.cells() as Tile).filter(|&it| goal.cell_of(shape, it).is_none());
        let tiles = iter::once(0).chain(placed.filter(|&it| it != 0).chain(free));
        let tiles = tiles.collect();
        Self { goal, table, tiles }
    }

    /// Returns 256 x rank + distance of the boards of each block that can be solved. An `Option` of one
    /// number is passed in registers.
    ///
    /// The blank walks through the blocks, depth first. Its moves make the boards of the next block
    /// from those of the last one, and distances of neighbours differ by one at most.
    fn distances(&self) -> impl Iterator<Item = Vec<u64>> + '_ {
        let (table, blocks) = (&self.table, &self.table.blocks);
        let mut starts = 0..blocks_of(self.tiles.len());
        let mut is_seen = vec![false; starts.len()];
        let mut boards: Vec<(Placed, DynBoard, u32)> = Vec::new();
        let (mut block, mut next, mut back) = (0, None::<Side>, Vec::new());
        iter::from_fn(move || {
            loop {
                if let Some((side, link)) = next.and_then(|it| Some((it, blocks.link(block, it)?)))
                {
                    block = link.block;
                    for (placed, board, distance) in &mut boards {
                        blocks.go(link, placed);
                        let _ = board.slide(side.tile_moves());
                        *distance = table.beside(*distance, *placed);
                    }
                } else {
                    // On a path, no moves lead from one order of the outer tiles to another.
                    let start = starts.find(|&it| !is_seen[it])?;
                    block = start as u32;
                    let of_placed = |placed| {
                        let distance = table.distance(placed) as u32;
                        self.boards(placed)
                            .map(move |board| (placed, board, distance))
                    };
                    boards = table.boards_of(start).flat_map(of_placed).collect();
                }
                let is_new = !mem::replace(&mut is_seen[block as usize], true);
                let is_unseen = |link: Link| !is_seen[link.block as usize];
                let mut sides = Side::ALL[..blocks.sides].iter().copied();
                next = sides.find(|&side| blocks.link(block, side).is_some_and(is_unseen));
                match next {
                    Some(side) => back.push(side.undo()),
                    None => next = back.pop(),
                }
                if is_new {
                    let ranked = boards.iter().map(|(_, board, distance)| {
                        (board.rank().unwrap_or(0) as u64) << 8 | u64::from(*distance)
                    });
                    return Some(ranked.collect());
                }
            }
        })
    }

    /// Returns the boards that one of the table stands for: one, or two that differ in free tiles.
    pub(crate) fn boards(&self, board: Placed) -> impl Iterator<Item = DynBoard> + '_ {
        let last = self.tiles.len() - 1;
        // The table takes the last two tiles for equal. Two cells have one tile.
        let both = [false, true].into_iter().take(last.clamp(1, 2));
        let numbers = self.table.numbers_of(board);
        let boards = both.map(move |is_swapped| {
            let numbers = numbers[..=last].iter().map(|&it| usize::from(it));
            let tiles = numbers.map(|number| match number {
                number if is_swapped && number + 1 >= last => self.tiles[2 * last - 1 - number],
                number => self.tiles[number],
            });
            DynBoard::from_permutation(self.table.shape(), tiles.collect())
        });
        boards.filter(|board| board.is_solvable_for(&self.goal))
    }
}
