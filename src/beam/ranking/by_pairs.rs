//! Boards ranked by their pairs of tiles.

use alloc::sync::Arc;

use super::{Rank, Ranking, TileStep};
use crate::canonical::CanonicalBoard;
use crate::pairs::PairTables;
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

impl PairTables {
    /// Ranks the boards that a number of moves would make.
    #[inline]
    fn emit<const N: usize>(
        &self,
        state: Weighed,
        at: &[u16],
        slides: [TileStep; N],
        mut emit: impl FnMut(TileStep, Rank, Weighed),
    ) {
        let moved = core::array::from_fn(|nth: usize| (slides[nth].from, slides[nth].side));
        let changes = self.changes::<N>(at, slides[0].to, moved);
        for (slide, change) in slides.into_iter().zip(changes) {
            let weight = state.weight + change.weight;
            let step = if change.is_nearer { -1 } else { 1 };
            let distance = state.distance.wrapping_add_signed(step);
            let after = Weighed { weight, distance };
            let rank = Rank {
                estimate: after.distance,
                change: change.weight,
            };
            emit(slide, rank, after);
        }
    }
}

impl Ranking for Arc<PairTables> {
    type State = Weighed;
    type Note = Weighed;

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
        emit: impl FnMut(TileStep, Rank, Weighed),
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
        match all {
            [a, ..] if count == 1 => self.emit(*state, at, [a], emit),
            [a, b, ..] if count == 2 => self.emit(*state, at, [a, b], emit),
            [a, b, c, _] if count == 3 => self.emit(*state, at, [a, b, c], emit),
            _ if count == 4 => self.emit(*state, at, all, emit),
            _ => {}
        }
    }

    fn update(&self, state: &mut Weighed, _: &[u16], _: TileStep, note: Weighed) {
        *state = note;
    }
}
