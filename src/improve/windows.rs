//! Shorter ways between two boards of a solution.

use alloc::vec::Vec;

use super::tuning::EXPANSIONS_OF_WINDOW;
use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::exact::manhattan;
use crate::exact::neighbours::Neighbours;
use crate::heuristic::Manhattan;
use crate::moves::Moves;
use crate::runtime::alloc::OutOfMemory;
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
    solved: CanonicalBoard,
    /// `[tile]` of the window: its cell at the window's end.
    cell_of: Vec<u16>,
    /// The cells of the blank in the window.
    touched: Vec<usize>,
}

impl Windows {
    pub(super) fn new(instance: &CanonicalBoard) -> Result<Self, OutOfMemory> {
        let shape = instance.shape;
        Ok(Self {
            neighbours: Shared::new(Neighbours::new(shape)?),
            manhattan: Shared::new(Manhattan::of_moves(shape)),
            solved: CanonicalBoard {
                shape,
                home: instance.home,
                cells: (0..shape.cells()).map(|cell| cell as u16).collect(),
                blank: instance.home,
                free: None,
            },
            cell_of: alloc::vec![0; shape.cells()],
            touched: Vec::new(),
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
        let Some((board, distance)) = self.open(from, moves) else {
            return Ok((None, 0));
        };
        let mut search = manhattan::from_distance(
            Shared::clone(&self.manhattan),
            Shared::clone(&self.neighbours),
            board,
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
        Ok((found, pace.counts.expanded - start))
    }

    /// Returns the board of a window, whose goal is the end of these moves, and its Manhattan
    /// distance; `None` if no way is shorter.
    fn open(
        &mut self,
        from: &mut CanonicalBoard,
        moves: &[Direction],
    ) -> Option<(CanonicalBoard, usize)> {
        self.touched.clear();
        self.touched.push(from.blank);
        for &direction in moves {
            from.slide(direction);
            self.touched.push(from.blank);
        }
        for &cell in &self.touched {
            self.cell_of[usize::from(from.cells[cell])] = cell as u16;
        }
        let home = from.blank;
        for &direction in moves.iter().rev() {
            from.slide(direction.opposite());
        }
        let mut distance = 0;
        for &cell in &self.touched {
            let goal = self.cell_of[usize::from(from.cells[cell])];
            // The blank may come to a cell several times.
            if cell != from.blank && usize::from(self.solved.cells[cell]) == cell {
                distance += from.shape.distance(cell, goal.into());
            }
            self.solved.cells[cell] = goal;
        }
        let board = (distance < moves.len()).then(|| CanonicalBoard {
            home,
            blank: from.blank,
            ..self.solved.clone()
        });
        for &cell in &self.touched {
            self.solved.cells[cell] = cell as u16;
        }
        board.map(|board| (board, distance))
    }
}
