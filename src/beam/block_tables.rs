//! The beams that solve blocks of a board.

use alloc::vec::Vec;

use crate::beam::ranking::ByPairs;
use crate::beam::{AnyBeam, beam_to_goal};
use crate::canonical::CanonicalBoard;
use crate::heuristic::{Heuristic, LinearConflict};
use crate::moves::Moves;
use crate::pairs::{self, PairTables, PairWeights};
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::job::Pace;
use crate::runtime::shared::Shared;
use crate::shape::Shape;

/// The heuristics that rank the boards of blocks, by shape.
#[derive(Clone, Debug, Default)]
pub(crate) struct BlockTables {
    of_shapes: Vec<(Shape, Shared<PairTables>)>,
}

impl BlockTables {
    fn of(&self, shape: Shape) -> Option<&Shared<PairTables>> {
        let mut of_shapes = self.of_shapes.iter();
        of_shapes.find(|of| of.0 == shape).map(|of| &of.1)
    }

    /// Adds the other tables that are missing here.
    pub(crate) fn add(&mut self, others: Self) {
        for (shape, tables) in others.of_shapes {
            if self.of(shape).is_none() {
                self.of_shapes.push((shape, tables));
            }
        }
    }

    /// Lays out the tables of a shape, if the shape has tables and they are missing.
    pub(crate) async fn lay_out(
        &mut self,
        shape: Shape,
        pace: &mut Pace,
    ) -> Result<(), OutOfMemory> {
        if pairs::are_for(shape) && self.of(shape).is_none() {
            let tables = PairTables::lay_out(shape, &PairWeights::shipped(), pace).await?;
            self.of_shapes.push((shape, Shared::new(tables)));
        }
        Ok(())
    }

    /// Returns the beam of a width for solutions of a block of at most `most` moves; `None` if it
    /// can't be solved.
    pub(crate) fn beam(
        &self,
        board: &CanonicalBoard,
        width: usize,
        most: usize,
    ) -> Result<Option<AnyBeam>, OutOfMemory> {
        if let Some(tables) = self.of(board.shape) {
            let ranking = ByPairs(Shared::clone(tables));
            let state = Some(ByPairs::evaluate(board));
            return beam_to_goal(ranking, state, board, (width, 1), most);
        }
        let Ok(conflict) = LinearConflict::new(board.shape, board.home) else {
            unreachable!("the home is a cell of the block");
        };
        let state = Some(conflict.evaluate(board));
        beam_to_goal(Shared::new(conflict), state, board, (width, 1), most)
    }

    /// Returns a solution of a block of at most `most` moves, if a beam of a width finds one.
    pub(crate) async fn solve(
        &self,
        board: &CanonicalBoard,
        width: usize,
        most: usize,
        pace: &mut Pace,
    ) -> Result<Option<Moves>, OutOfMemory> {
        match self.beam(board, width, most)? {
            Some(mut beam) => pace.find(&mut beam).await,
            None => Ok(None),
        }
    }
}
