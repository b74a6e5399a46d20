//! Shorter ways between two boards of a solution.

use alloc::vec::Vec;

use super::tuning::EXPANSIONS_OF_WINDOW;
use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::exact::manhattan;
use crate::exact::neighbours::Neighbours;
use crate::heuristic::Manhattan;
use crate::moves::Moves;
use crate::runtime::alloc::{OutOfMemory, filled, reserved};
use crate::runtime::cost_model::improve as cost;
use crate::runtime::job::Pace;
use crate::runtime::shared::Shared;
use crate::runtime::work::{Step, Work};

/// The data of searches between boards of a shape. The cost of a window depends on its moves, not
/// on the number of cells.
#[derive(Debug)]
pub(super) struct Windows {
    neighbours: Shared<Neighbours>,
    manhattan: Shared<Manhattan>,
    /// The solved board, unless a window has it.
    spare: Option<CanonicalBoard>,
    /// `[tile]` of the window: its cell at the window's end.
    cell_of: Vec<u16>,
    /// The cells of the blank in the window.
    touched: Vec<usize>,
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
        })
    }

    /// Looks for a way shorter than the moves from a board; `left` expansions are left for all
    /// windows. Returns it if it is found, and the expansions.
    pub(super) async fn shorter(
        &mut self,
        from: &mut CanonicalBoard,
        moves: &[Direction],
        left: u64,
        pace: &mut Pace,
    ) -> Result<(Option<Moves>, u64), OutOfMemory> {
        let Some(board) = self.spare.take() else {
            return Ok((None, 0));
        };
        let (board, distance) = self.open(board, from, moves);
        if distance >= moves.len() {
            self.close(board);
            return Ok((None, 0));
        }
        let mut search = manhattan::from_distance(
            Shared::clone(&self.manhattan),
            Shared::clone(&self.neighbours),
            board.clone(),
            distance as u32,
        );
        let start = pace.counts.expanded;
        let shorter = async |pace: &mut Pace| loop {
            pace.wait_for_allowance().await;
            let before = pace.counts.expanded;
            let step = search.advance(pace.until, &mut pace.counts)?;
            let expanded = pace.counts.expanded - before;
            pace.spend(cost::EXPANSION * (1 + expanded as usize)).await;
            match step {
                Step::Paused => {}
                Step::Bound(bound) if bound < moves.len() => {}
                Step::Found(moves) => return Ok(Some(moves)),
                Step::Bound(_) | Step::Done => return Ok(None),
            }
        };
        let allowance = left.min(EXPANSIONS_OF_WINDOW);
        let found = pace.within(allowance, shorter).await.transpose()?.flatten();
        self.close(board);
        Ok((found, pace.counts.expanded - start))
    }

    /// Makes a solved board that of a window, whose goal is the end of these moves; returns it with
    /// its Manhattan distance.
    fn open(
        &mut self,
        mut board: CanonicalBoard,
        from: &mut CanonicalBoard,
        moves: &[Direction],
    ) -> (CanonicalBoard, usize) {
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
        (board, distance)
    }

    /// Makes the board of a window solved again.
    fn close(&mut self, mut board: CanonicalBoard) {
        for &cell in &self.touched {
            board.cells[cell] = cell as u16;
        }
        self.spare = Some(board);
    }
}
