//! How near to the goal boards seem, for searches that keep many of them.

use crate::canonical::CanonicalBoard;
use crate::heuristic::{Heuristic, LinearConflict, LinearConflictState};
use crate::search::patterns::{Blocks, Lens, MAX_CELLS, MAX_GROUPS, Patterns, Placed, step};
use crate::tables::narrow;

/// An estimate that a search can ask of a child before it decides to make it.
pub(crate) trait Ranking {
    /// What is kept of a board.
    type State: Clone;

    /// Looks at a whole board; `None` if it can't be solved.
    fn evaluate(&self, board: &CanonicalBoard) -> Option<Self::State>;

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
    /// The turn of [`ORDER`](crate::direction::ORDER) that the blank makes.
    pub(crate) turn: u8,
}

/// What is thought of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rank {
    /// The number of moves that it takes at least; 0 for the goal alone.
    pub(crate) estimate: u32,
    /// Boards with smaller ones seem nearer to the goal.
    pub(crate) order: u32,
}

impl Ranking for LinearConflict {
    type State = LinearConflictState;

    fn evaluate(&self, board: &CanonicalBoard) -> Option<LinearConflictState> {
        Some(Heuristic::evaluate(self, board))
    }

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
#[derive(Debug)]
pub(crate) struct ByPatterns<'p, B, const GROUPS: usize> {
    patterns: &'p Patterns,
    /// By table and view.
    lenses: [[Lens<'p, B>; 2]; MAX_GROUPS],
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

impl<const GROUPS: usize> Seen<GROUPS> {
    /// Returns the number of moves that the board takes at least.
    pub(crate) fn estimate(&self) -> u32 {
        self.estimates[0].max(self.estimates[1]).into()
    }
}

impl<'p, B: Blocks, const GROUPS: usize> ByPatterns<'p, B, GROUPS> {
    pub(crate) fn new(patterns: &'p Patterns) -> Self {
        let views = patterns.views();
        let last = views - 1;
        Self {
            patterns,
            lenses: core::array::from_fn(|group| {
                [patterns.lens(0, group), patterns.lens(last, group)]
            }),
            groups: [*patterns.group_of(0), *patterns.group_of(last)],
            views,
        }
    }

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
        let lens = &self.lenses[group][view];
        let before = state.placed[group][view];
        let aimed = lens.aim::<false>(before, step(slide.to, slide.turn.into()));
        let farther = lens.farther(aimed);
        let estimate = state.estimates[view] + 2 * farther as u16 - 1;
        (group, aimed.placed(farther), estimate)
    }
}

impl<B: Blocks, const GROUPS: usize> Ranking for ByPatterns<'_, B, GROUPS> {
    type State = Seen<GROUPS>;

    fn evaluate(&self, board: &CanonicalBoard) -> Option<Seen<GROUPS>> {
        let cells = narrow(board.cells());
        let mut seen = Seen {
            placed: [[Placed::default(); 2]; GROUPS],
            estimates: [0; 2],
        };
        for view in 0..self.views {
            let (states, sum) = self.patterns.look(view, &cells[..board.cells().len()])?;
            for (placed, state) in seen.placed.iter_mut().zip(states) {
                placed[view] = state;
            }
            seen.estimates[view] = sum as u16;
        }
        Some(seen)
    }

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
