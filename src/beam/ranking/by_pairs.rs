//! Boards ranked by their pairs of tiles.

use alloc::sync::Arc;

use super::{Ranking, TileStep};
use crate::pairs::{PairScore, PairTables};
use crate::side::Side;

impl Ranking for Arc<PairTables> {
    type State = PairScore;
    type Note = PairScore;

    fn stride(&self) -> u16 {
        self.shape.cells() as u16
    }

    fn cost_of_child(&self) -> usize {
        // The numbers of a tile come from a cache beyond the first level.
        self.shape.cells()
    }

    fn order(&self, state: &PairScore) -> i64 {
        state.weight.into()
    }

    #[inline(always)]
    fn children(
        &self,
        state: &PairScore,
        at: &[u16],
        slides: impl Iterator<Item = TileStep>,
        mut emit: impl FnMut(TileStep, u32, i32, PairScore),
    ) {
        let (mut all, mut count) = ([(0, Side::Up); 4], 0);
        let mut blank = 0;
        for slide in slides.take(all.len()) {
            (all[count], blank) = ((slide.from, slide.side), slide.to);
            count += 1;
        }
        let mut changes = [PairScore::default(); 4];
        match all[..count] {
            [a] => changes[..1].copy_from_slice(&self.changes(at, blank, [a])),
            [a, b] => changes[..2].copy_from_slice(&self.changes(at, blank, [a, b])),
            [a, b, c] => changes[..3].copy_from_slice(&self.changes(at, blank, [a, b, c])),
            _ => changes = self.changes(at, blank, all),
        }
        for (&(from, side), change) in all[..count].iter().zip(changes) {
            let after = PairScore {
                weight: state.weight + change.weight,
                distance: state.distance + change.distance,
            };
            let slide = TileStep {
                from,
                to: blank,
                side,
            };
            emit(slide, after.distance as u32, change.weight, after);
        }
    }

    fn update(&self, state: &mut PairScore, _: &[u16], _: TileStep, note: PairScore) {
        *state = note;
    }
}
