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
    type Note = Weighed;
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
    type Note = Weighed;

    const HAS_ESTIMATES: bool = true;

    fn children(
        &self,
        state: &Weighed,
        at: &[u16],
        slides: impl Iterator<Item = Slide>,
        mut tell: impl FnMut(Slide, Rank, Weighed),
    ) {
        let mut slides = slides.peekable();
        let Some(first) = slides.peek() else { return };
        let seen = self.look(at, first.to);
        let around_blank = self.around_blank(&seen, first.to);
        for slide in slides {
            let (from, to) = (slide.from, slide.to);
            let tile = at[from];
            let change = self.change(&seen, around_blank, tile, (from, to, slide.side));
            let distance = |cell| self.shape().distance(usize::from(tile), cell) as u32;
            let after = Weighed {
                weight: state.weight + change,
                distance: state.distance + distance(to) - distance(from),
            };
            let rank = Rank {
                estimate: after.distance,
                order: after.weight.into(),
            };
            tell(slide, rank, after);
        }
    }

    fn update(&self, state: &mut Weighed, _: &[u16], _: Slide, note: Weighed) {
        *state = note;
    }
}
