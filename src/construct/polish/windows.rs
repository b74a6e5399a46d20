//! Shorter ways between two boards of a solution.

use alloc::vec::Vec;

use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::heuristic::Manhattan;
use crate::moves::Moves;
use crate::runtime::alloc::{OutOfMemory, filled, reserved};
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Part, Step};
use crate::search::manhattan::ByManhattan;
use crate::search::neighbours::Neighbours;

/// The number of boards that are expanded at most for one window.
const PATIENCE: u64 = 4_000;

/// The data of searches between boards of a shape. The cost of a window depends on its moves, not
/// on the number of cells.
#[derive(Debug)]
pub(super) struct Windows {
    neighbours: Shared<Neighbours>,
    manhattan: Shared<Manhattan>,
    /// The solved board, while no window is open.
    spare: Option<CanonicalBoard>,
    /// `[tile]` of the window: its cell at the window's end.
    cell_of: Vec<u16>,
    /// The cells of the blank in the window.
    touched: Vec<usize>,
    open: Option<Open>,
}

/// A search for a shorter way.
#[derive(Debug)]
struct Open {
    search: Part<ByManhattan>,
    /// The length of the window; only shorter paths are of use.
    length: usize,
    patience: u64,
}

impl Windows {
    /// `width` is the number of moves of a window.
    pub(super) fn new(instance: &CanonicalBoard, width: usize) -> Result<Self, OutOfMemory> {
        let shape = instance.shape;
        let mut cells = reserved(shape.cells())?;
        cells.extend((0..shape.cells()).map(|cell| cell as u16));
        Ok(Self {
            neighbours: Shared::new(Neighbours::new(shape)?),
            manhattan: Shared::new(Manhattan::of_board(instance)),
            spare: Some(CanonicalBoard {
                shape,
                home: instance.home,
                cells,
                blank: instance.home,
            }),
            cell_of: filled(0, shape.cells())?,
            touched: reserved(width + 1)?,
            open: None,
        })
    }

    /// Begins the search for a path shorter than the moves from a board, unless there can be none.
    /// `left` expansions are left for all windows.
    pub(super) fn open(
        &mut self,
        from: &mut CanonicalBoard,
        moves: &[Direction],
        left: u64,
    ) -> Result<(), OutOfMemory> {
        let Some(mut board) = self.spare.take() else {
            return Ok(());
        };
        self.touched.clear();
        self.touched.push(from.blank);
        for &direction in moves {
            from.slide(direction);
            self.touched.push(from.blank);
        }
        for &cell in &self.touched {
            self.cell_of[usize::from(from.cells[cell])] = cell as u16;
        }
        board.home = from.blank;
        for &direction in moves.iter().rev() {
            from.slide(direction.opposite());
        }
        board.blank = from.blank;
        let mut distance = 0;
        for &cell in &self.touched {
            let goal = self.cell_of[usize::from(from.cells[cell])];
            // The blank may come to a cell several times.
            if cell != from.blank && usize::from(board.cells[cell]) == cell {
                distance += board.shape.distance(cell, goal.into());
            }
            board.cells[cell] = goal;
        }
        if distance >= moves.len() {
            self.close(board);
            return Ok(());
        }
        let (manhattan, neighbours) = (&self.manhattan, &self.neighbours);
        let search = ByManhattan::from_distance(
            Shared::clone(manhattan),
            Shared::clone(neighbours),
            board,
            distance as u32,
        )?;
        self.open = Some(Open {
            search: Part::new(search),
            length: moves.len(),
            patience: left.min(PATIENCE),
        });
        Ok(())
    }

    /// Returns whether a search is under way.
    pub(super) const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Advances the search; returns a shorter way if it has found one.
    pub(super) fn advance(
        &mut self,
        until: u64,
        counts: &mut Counts,
    ) -> Result<Option<Moves>, OutOfMemory> {
        let Some(open) = &mut self.open else {
            return Ok(None);
        };
        let step = open
            .search
            .advance(until, (u64::MAX, open.patience), counts);
        let found = match step? {
            Step::Bound(bound) if bound < open.length => return Ok(None),
            Step::Paused if !open.search.has_expanded(open.patience) => return Ok(None),
            Step::Found(moves) => Some(moves),
            Step::Bound(_) | Step::Paused | Step::Done => None,
        };
        if let Some(open) = self.open.take() {
            let board = open.search.work.into_instance();
            self.close(board);
        }
        Ok(found)
    }

    /// Makes the board of a window solved again.
    fn close(&mut self, mut board: CanonicalBoard) {
        for &cell in &self.touched {
            board.cells[cell] = cell as u16;
        }
        self.spare = Some(board);
    }
}
