//! Constructions of many solutions, each by wider beams.

use crate::canonical::CanonicalBoard;
use crate::construct::{Construction, Tuning};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::job::Pace;
use crate::shape::Shape;
use crate::solve::tuning::{LATER, LATER_OF_MANY, LAYERS_A_MOVE, MANY_CELLS, first_construction};

/// Solutions constructed with one variation of weights after the other.
#[derive(Debug)]
pub(super) struct Constructions {
    /// The expansions of the first one, and the part of all before that later ones have.
    first: u64,
    part: u64,
    /// The number of those begun, and their expansions.
    begun: usize,
    expanded: u64,
    /// The moves of a solution, about, once there is one.
    moves: Option<usize>,
    /// The number of boards that a construction expands for each board of its width.
    layers: Option<u64>,
}

impl Constructions {
    /// Returns the constructions in a budget; `None` if boards of the shape are too large for that.
    pub(super) fn new(shape: Shape, metric: Metric, budget: u64) -> Option<Self> {
        let part = if shape.cells() > MANY_CELLS || metric == Metric::Slides {
            LATER_OF_MANY
        } else {
            LATER
        };
        Tuning::for_shape(shape).has_beams.then_some(Self {
            first: first_construction(shape, metric, budget),
            part,
            begun: 0,
            expanded: 0,
            moves: None,
            layers: None,
        })
    }

    /// Constructs another solution, in about `most` expansions at most.
    pub(super) async fn next(
        &mut self,
        board: &CanonicalBoard,
        length: Option<usize>,
        most: u64,
        pace: &mut Pace,
    ) -> Result<Option<Moves>, OutOfMemory> {
        let moves = length.unwrap_or(board.manhattan()).max(1);
        let moves = *self.moves.get_or_insert(moves);
        let budget = self.first.max(self.expanded / self.part).min(most);
        let layers = self.layers.unwrap_or(LAYERS_A_MOVE * moves as u64).max(1);
        let width = Construction::width_within(board, (budget / layers) as usize, moves);
        let before = pace.counts.expanded;
        self.begun += 1;
        let found = Construction::otherwise(board.clone(), self.begun, width, pace).await?;
        let expanded = pace.counts.expanded - before;
        self.expanded += expanded;
        if found.is_some() {
            self.layers = Some(expanded / width as u64);
        }
        Ok(found)
    }
}
