//! Boards ranked by pattern tables.

use core::marker::PhantomData;

use super::{Rank, Ranking, Slide, View};
use crate::canonical::CanonicalBoard;
use crate::exact::batch::SearchTables;
use crate::exact::patterns::{Blocks, Lens, MAX_CELLS, MAX_GROUPS, Placed, step};
use crate::runtime::cost_model::beam as cost;
use crate::runtime::shared::Shared;
use crate::tables::narrow;

/// Pattern tables.
///
/// The rank is the sum of the views' estimates; the largest alone is less accurate.
#[derive(Debug)]
pub(crate) struct ByPatterns<B> {
    kit: Shared<SearchTables>,
    blocks: PhantomData<fn() -> B>,
}

impl<B> Clone for ByPatterns<B> {
    fn clone(&self) -> Self {
        Self::new(Shared::clone(&self.kit))
    }
}

impl<B> ByPatterns<B> {
    /// Takes tables whose blocks are found in this form.
    pub(crate) const fn new(kit: Shared<SearchTables>) -> Self {
        Self {
            kit,
            blocks: PhantomData,
        }
    }
}

impl ByPatterns<()> {
    /// Evaluates a whole board; `None` if it can't be solved.
    pub(crate) fn evaluate(kit: &SearchTables, board: &CanonicalBoard) -> Option<Seen> {
        let patterns = kit.patterns();
        let cells = narrow(board.cells());
        let mut seen = Seen {
            placed: [[Placed::default(); 2]; MAX_GROUPS],
            estimates: [0; 2],
        };
        for view in 0..patterns.views() {
            let (states, sum) = patterns.look(view, &cells[..board.cells().len()])?;
            for (placed, state) in seen.placed.iter_mut().zip(states) {
                placed[view] = state;
            }
            seen.estimates[view] = sum as u16;
        }
        Some(seen)
    }
}

/// The tables of [`ByPatterns`], each in each view.
#[derive(Debug)]
pub(crate) struct Lenses<'p, B> {
    /// `[table][view]`.
    by_table: [[Lens<'p, B>; 2]; MAX_GROUPS],
    /// `[view][tile]`: its table.
    groups: [[u8; MAX_CELLS]; 2],
    views: usize,
}

/// The tiles in the coordinates of the tables.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    placed: [[Placed; 2]; MAX_GROUPS],
    estimates: [u16; 2],
}

impl<B: Blocks> Lenses<'_, B> {
    /// Returns the tiles of the moved tile's table after the move, and the estimate then, in a
    /// view.
    #[inline(always)]
    fn slide(&self, state: &Seen, view: usize, tile: u16, slide: Slide) -> (usize, Placed, u16) {
        let group = usize::from(self.groups[view][usize::from(tile) % MAX_CELLS]);
        let lens = &self.by_table[group][view];
        let before = state.placed[group][view];
        let aimed = lens.aim(before, step(slide.to, slide.side as usize));
        let farther = lens.farther(aimed);
        let estimate = state.estimates[view] + 2 * farther as u16 - 1;
        (group, aimed.placed(farther), estimate)
    }
}

impl<B: Blocks + core::fmt::Debug> Ranking for ByPatterns<B> {
    type State = Seen;
    type Note = ();
    type View<'a> = Lenses<'a, B>;

    fn view(&self, _cells: usize) -> Lenses<'_, B> {
        let patterns = self.kit.patterns();
        let views = patterns.views();
        let last = views - 1;
        Lenses {
            by_table: core::array::from_fn(|group| {
                [patterns.lens(0, group), patterns.lens(last, group)]
            }),
            groups: [*patterns.group_of(0), *patterns.group_of(last)],
            views,
        }
    }

    fn cost_of_child(&self) -> usize {
        cost::RANK_BY_PATTERNS
    }
}

impl<B: Blocks> View for Lenses<'_, B> {
    type State = Seen;
    type Note = ();

    const HAS_ESTIMATES: bool = true;

    fn order(&self, state: &Seen) -> i64 {
        let sum = state.estimates[..self.views].iter().copied().map(i64::from);
        sum.sum()
    }

    #[inline]
    fn children(
        &self,
        state: &Seen,
        at: &[u16],
        slides: impl Iterator<Item = Slide>,
        mut emit: impl FnMut(Slide, Rank, ()),
    ) {
        let before = self.order(state) as i32;
        for slide in slides {
            let tile = at[slide.from];
            let first = u32::from(self.slide(state, 0, tile, slide).2);
            let rank = if self.views == 1 {
                Rank {
                    estimate: first,
                    change: first as i32 - before,
                }
            } else {
                let second = u32::from(self.slide(state, 1, tile, slide).2);
                Rank {
                    estimate: first.max(second),
                    change: (first + second) as i32 - before,
                }
            };
            emit(slide, rank, ());
        }
    }

    #[inline]
    fn update(&self, state: &mut Seen, at: &[u16], slide: Slide, (): ()) {
        let tile = at[slide.from];
        for view in 0..self.views {
            let (group, placed, estimate) = self.slide(state, view, tile, slide);
            state.placed[group][view] = placed;
            state.estimates[view] = estimate;
        }
    }
}
