//! Boards ranked by their pairs of tiles.

use super::{Rank, Ranking, Slide, View};
use crate::canonical::CanonicalBoard;
use crate::pairs::PairTables;
use crate::tables::Shared;

/// Ranks boards by pairs. The estimate is the Manhattan distance.
#[derive(Clone, Debug)]
pub(crate) struct ByPairs(pub(crate) Shared<PairTables>);

/// What is kept of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weighed {
    /// What it weighs more than the first board did: only differences count.
    weight: i32,
    distance: u32,
}

impl ByPairs {
    /// Looks at a board from which a beam begins.
    pub(crate) fn evaluate(board: &CanonicalBoard) -> Weighed {
        Weighed {
            weight: 0,
            distance: board.manhattan() as u32,
        }
    }
}

impl Ranking for ByPairs {
    type State = Weighed;
    type View<'a> = &'a PairTables;

    fn view(&self) -> &PairTables {
        &self.0
    }

    fn cost_of_child(&self) -> usize {
        // Two numbers a tile, out of a cache that is not the nearest one.
        2 * self.0.shape().cells()
    }
}

impl View for &PairTables {
    type State = Weighed;

    fn children(&self, state: &Weighed, at: &[u16], slides: &[Slide], ranks: &mut [Rank]) {
        let Some(first) = slides.first() else { return };
        let seen = self.look(at, first.to);
        let around_blank = self.around_blank(&seen, first.to);
        for (slide, rank) in slides.iter().zip(ranks) {
            let (from, to) = (slide.from, slide.to);
            let tile = at[from];
            let change = self.change(&seen, around_blank, tile, (from, to, slide.side));
            let distance = |cell| self.shape().distance(usize::from(tile), cell) as u32;
            *rank = Rank {
                estimate: state.distance + distance(to) - distance(from),
                order: (state.weight + change).into(),
            };
        }
    }

    fn update(&self, state: &mut Weighed, _: &[u16], _: Slide, rank: Rank) {
        *state = Weighed {
            weight: rank.order as i32,
            distance: rank.estimate,
        };
    }
}
