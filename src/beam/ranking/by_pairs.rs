//! Boards ranked by their pairs of tiles.

use alloc::sync::Arc;

use super::{Rank, Ranking, TileStep};
use crate::canonical::CanonicalBoard;
use crate::pairs::{Change, PairTables};
use crate::side::Side;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Weighed {
    /// The weight minus that of the first board: only differences count.
    weight: i32,
    distance: u32,
}

impl Weighed {
    /// Evaluates a board from which a beam begins.
    pub(crate) fn of(board: &CanonicalBoard) -> Self {
        Self {
            weight: 0,
            distance: board.manhattan() as u32,
        }
    }
}

impl Ranking for Arc<PairTables> {
    type State = Weighed;
    type Note = Weighed;

    fn stride(&self) -> u16 {
        self.shape().cells() as u16
    }

    fn cost_of_child(&self) -> usize {
        // The numbers of a tile come from a cache beyond the first level.
        self.shape().cells()
    }

    fn order(&self, state: &Weighed) -> i64 {
        state.weight.into()
    }

    #[inline(always)]
    fn children(
        &self,
        state: &Weighed,
        at: &[u16],
        slides: impl Iterator<Item = TileStep>,
        mut emit: impl FnMut(TileStep, Rank, Weighed),
    ) {
        let none = TileStep {
            from: 0,
            to: 0,
            side: Side::Up,
        };
        let (mut all, mut count) = ([none; 4], 0);
        for slide in slides.take(all.len()) {
            all[count] = slide;
            count += 1;
        }
        let (blank, moved) = (all[0].to, all.map(|slide| (slide.from, slide.side)));
        let ([a, b, c, _], rest) = (moved, Change::default());
        let changes = match count {
            1 => {
                let [a] = self.changes(at, blank, [a]);
                [a, rest, rest, rest]
            }
            2 => {
                let [a, b] = self.changes(at, blank, [a, b]);
                [a, b, rest, rest]
            }
            3 => {
                let [a, b, c] = self.changes(at, blank, [a, b, c]);
                [a, b, c, rest]
            }
            _ => self.changes(at, blank, moved),
        };
        for (&slide, change) in all[..count].iter().zip(changes) {
            let step = if change.is_nearer { -1 } else { 1 };
            let after = Weighed {
                weight: state.weight + change.weight,
                distance: state.distance.wrapping_add_signed(step),
            };
            let rank = Rank {
                estimate: after.distance,
                change: change.weight,
            };
            emit(slide, rank, after);
        }
    }

    fn update(&self, state: &mut Weighed, _: &[u16], _: TileStep, note: Weighed) {
        *state = note;
    }
}
