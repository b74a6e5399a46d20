//! How near to the goal boards seem, for searches that keep many of them.

use core::marker::PhantomData;

use crate::canonical::CanonicalBoard;
use crate::heuristic::{Heuristic, LinearConflict, LinearConflictState};
use crate::search::patterns::{Blocks, Lens, MAX_CELLS, Placed, step};
use crate::search::stack::Kit;
use crate::side::Side;
use crate::tables::{Shared, narrow};

/// An estimate that a search can ask of a child before it decides to make it.
pub(crate) trait Ranking {
    /// What is kept of a board.
    type State: Clone;

    /// The same, ready to be asked many times.
    type View<'a>: View<State = Self::State>
    where
        Self: 'a;

    /// Gets ready to be asked.
    fn view(&self) -> Self::View<'_>;

    /// Looks at a whole board; `None` if it can't be solved.
    fn evaluate(&self, board: &CanonicalBoard) -> Option<Self::State>;
}

/// A ranking at work.
pub(crate) trait View {
    /// What is kept of a board.
    type State: Clone;

    /// Looks at a board that a move would make.
    fn child(&self, state: &Self::State, at: &[u16], slide: Slide) -> Rank;

    /// Makes the move.
    fn update(&self, state: &mut Self::State, at: &[u16], slide: Slide);
}

/// A move on the board before it: the tile goes from one cell to the other, where the blank is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slide {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// Where the blank goes.
    pub(crate) side: Side,
}

/// What is thought of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rank {
    /// The number of moves that it takes at least; 0 for the goal alone.
    pub(crate) estimate: u32,
    /// Boards with smaller ones seem nearer to the goal.
    pub(crate) order: u32,
}

impl Ranking for Shared<LinearConflict> {
    type State = LinearConflictState;
    type View<'a> = &'a LinearConflict;

    fn view(&self) -> &LinearConflict {
        self
    }

    fn evaluate(&self, board: &CanonicalBoard) -> Option<LinearConflictState> {
        Some(Heuristic::evaluate(self, board))
    }
}

impl View for &LinearConflict {
    type State = LinearConflictState;

    fn child(&self, state: &LinearConflictState, at: &[u16], slide: Slide) -> Rank {
        let state = self.after(state, at, slide.from, slide.to);
        let estimate = self.estimate(&state);
        Rank {
            estimate,
            order: estimate,
        }
    }

    fn update(&self, state: &mut LinearConflictState, at: &[u16], slide: Slide) {
        *state = self.after(state, at, slide.from, slide.to);
    }
}

/// Pattern tables of at most `GROUPS` groups.
///
/// A board seems the nearer, the smaller the sum of its views' estimates: the largest alone knows
/// less.
#[derive(Clone, Debug)]
pub(crate) struct ByPatterns<B, const GROUPS: usize> {
    kit: Shared<Kit>,
    blocks: PhantomData<fn() -> B>,
}

impl<B, const GROUPS: usize> ByPatterns<B, GROUPS> {
    /// Takes over tables whose blocks are found in this form.
    pub(crate) const fn new(kit: Shared<Kit>) -> Self {
        Self {
            kit,
            blocks: PhantomData,
        }
    }
}

/// The tables of [`ByPatterns`], each as it is seen in each view.
#[derive(Debug)]
pub(crate) struct Lenses<'p, B, const GROUPS: usize> {
    /// By table and view.
    by_table: [[Lens<'p, B>; 2]; GROUPS],
    /// By view and tile: its table.
    groups: [[u8; MAX_CELLS]; 2],
    views: usize,
}

/// The tiles as the tables see them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen<const GROUPS: usize> {
    placed: [[Placed; 2]; GROUPS],
    estimates: [u16; 2],
}

impl<B: Blocks, const GROUPS: usize> Lenses<'_, B, GROUPS> {
    /// Returns the tiles of the moved tile's table after the move, and the estimate then, in a
    /// view.
    #[inline(always)]
    fn slide(
        &self,
        state: &Seen<GROUPS>,
        view: usize,
        tile: u16,
        slide: Slide,
    ) -> (usize, Placed, u16) {
        let group = usize::from(self.groups[view][usize::from(tile) % MAX_CELLS]);
        let lens = &self.by_table[group][view];
        let before = state.placed[group][view];
        let aimed = lens.aim::<false>(before, step(slide.to, slide.side as usize));
        let farther = lens.farther(aimed);
        let estimate = state.estimates[view] + 2 * farther as u16 - 1;
        (group, aimed.placed(farther), estimate)
    }
}

impl<B: Blocks, const GROUPS: usize> Ranking for ByPatterns<B, GROUPS> {
    type State = Seen<GROUPS>;
    type View<'a> = Lenses<'a, B, GROUPS>;

    fn view(&self) -> Lenses<'_, B, GROUPS> {
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

    fn evaluate(&self, board: &CanonicalBoard) -> Option<Seen<GROUPS>> {
        let patterns = self.kit.patterns();
        let cells = narrow(board.cells());
        let mut seen = Seen {
            placed: [[Placed::default(); 2]; GROUPS],
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

impl<B: Blocks, const GROUPS: usize> View for Lenses<'_, B, GROUPS> {
    type State = Seen<GROUPS>;

    #[inline]
    fn child(&self, state: &Seen<GROUPS>, at: &[u16], slide: Slide) -> Rank {
        let tile = at[slide.from];
        let first = u32::from(self.slide(state, 0, tile, slide).2);
        if self.views == 1 {
            return Rank {
                estimate: first,
                order: first,
            };
        }
        let second = u32::from(self.slide(state, 1, tile, slide).2);
        Rank {
            estimate: first.max(second),
            order: first + second,
        }
    }

    #[inline]
    fn update(&self, state: &mut Seen<GROUPS>, at: &[u16], slide: Slide) {
        let tile = at[slide.from];
        for view in 0..self.views {
            let (group, placed, estimate) = self.slide(state, view, tile, slide);
            state.placed[group][view] = placed;
            state.estimates[view] = estimate;
        }
    }
}
