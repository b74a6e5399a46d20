//! The beams that solve blocks of a board.

use alloc::vec::Vec;
use core::fmt;

use crate::canonical::CanonicalBoard;
use crate::heuristic::{Heuristic, LinearConflict};
use crate::moves::Moves;
use crate::pairs::{self, PairTables, PairTablesJob, PairWeights};
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::effort::Effort;
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Work};
use crate::search::beam::{AnyBeam, BeamToGoal};
use crate::search::ranking::ByPairs;
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

    /// Begins to lay out the tables of a shape, if the shape has tables and they are missing.
    pub(super) fn lay_out(&self, shape: Shape) -> Option<PairTablesJob> {
        let is_missing = pairs::are_for(shape) && self.of(shape).is_none();
        is_missing.then(|| PairTables::job(shape, Shared::new(PairWeights::shipped())))
    }

    /// Advances new tables; returns whether they are ready.
    pub(super) fn advance(
        &mut self,
        new: &mut PairTablesJob,
        effort: &mut Effort,
    ) -> Result<bool, OutOfMemory> {
        let Some(tables) = new.advance_in(effort).transpose()? else {
            return Ok(false);
        };
        let tables = (tables.shape(), Shared::new(tables));
        self.of_shapes.push(tables);
        Ok(true)
    }

    /// Returns the beam of a width for solutions of a block of at most `most` moves.
    pub(super) fn beam(
        &self,
        board: &CanonicalBoard,
        width: usize,
        most: usize,
    ) -> Result<Solving, OutOfMemory> {
        if let Some(tables) = self.of(board.shape) {
            let ranking = ByPairs(Shared::clone(tables));
            let state = Some(ByPairs::evaluate(board));
            return BeamToGoal::boxed(ranking, state, board, width, most).map(Solving);
        }
        let Ok(conflict) = LinearConflict::new(board.shape, board.home) else {
            unreachable!("the home is a cell of the block");
        };
        let state = Some(conflict.evaluate(board));
        BeamToGoal::boxed(Shared::new(conflict), state, board, width, most).map(Solving)
    }
}

/// The beam of a block; none if it can't be solved.
pub(super) struct Solving(Option<AnyBeam>);

impl Work for Solving {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        match &mut self.0 {
            Some(beam) => beam.advance(until, counts),
            None => Ok(Step::Done),
        }
    }
}

impl fmt::Debug for Solving {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solving").finish_non_exhaustive()
    }
}
