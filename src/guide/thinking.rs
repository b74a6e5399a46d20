//! The search that a game owns.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::direction::Direction;
use crate::goal::Goal;
use crate::guide::plan::count;
use crate::metric::Metric;
use crate::prepare::HeuristicKind;
use crate::puzzle::Puzzle;
use crate::solve::{Quality, Search, SolveError, Solver, Stats, Way};

/// The options of a solver that decide what a search finds.
#[derive(Clone, Debug, PartialEq)]
struct Asked {
    goal: Goal,
    metric: Metric,
    quality: Quality,
    heuristic: (HeuristicKind, u64),
}

impl Asked {
    fn of(solver: &Solver) -> Self {
        Self {
            goal: solver.goal().clone(),
            metric: solver.metric(),
            quality: solver.quality(),
            heuristic: solver.asked(),
        }
    }
}

/// A search from a board of the game, and the moves that were made since.
#[derive(Debug)]
pub(super) struct Thinking {
    asked: Asked,
    /// The moves since the search began, without those that were taken back.
    since: Vec<Direction>,
    /// The number of moves proved to be needed from the board where it began.
    lower_bound: usize,
    /// The length of the solution that was taken last.
    taken: Option<usize>,
    state: State,
}

#[derive(Debug)]
enum State {
    Running(Box<Search>),
    Ended,
    /// This is a copy: the search is with the original.
    Elsewhere,
}

/// A search can't be copied: the copy keeps what is proved, and searches again.
impl Clone for Thinking {
    fn clone(&self) -> Self {
        Self {
            asked: self.asked.clone(),
            since: self.since.clone(),
            lower_bound: self.lower_bound,
            taken: self.taken,
            state: match self.state {
                State::Ended => State::Ended,
                State::Running(_) | State::Elsewhere => State::Elsewhere,
            },
        }
    }
}

impl Thinking {
    /// Begins a search from a board; nothing is searched yet.
    pub(super) fn begin(solver: &Solver, board: &impl Puzzle) -> Result<Self, SolveError> {
        let search = solver.search(board)?;
        Ok(Self {
            asked: Asked::of(solver),
            since: Vec::new(),
            lower_bound: search.lower_bound(),
            taken: None,
            state: State::Running(Box::new(search)),
        })
    }

    /// Follows a move of the player.
    pub(super) fn follow(&mut self, direction: Direction) {
        if self.since.last() == Some(&direction.opposite()) {
            self.since.pop();
        } else {
            self.since.push(direction);
        }
    }

    /// Returns the moves that lead to the present board from the one where the search began.
    pub(super) fn since(&self) -> &[Direction] {
        &self.since
    }

    /// Returns whether the search is one of this solver, or one with the same options.
    pub(super) fn is_of(&self, solver: &Solver) -> bool {
        self.asked == Asked::of(solver)
    }

    /// Returns whether lengths are those of another goal or metric.
    pub(super) fn is_other(&self, goal: &Goal, metric: Metric) -> bool {
        self.asked.goal != *goal || self.asked.metric != metric
    }

    /// Returns whether the search has come to its end.
    pub(super) const fn has_ended(&self) -> bool {
        matches!(self.state, State::Ended)
    }

    /// Returns whether there is no search, and there was no end of one.
    pub(super) const fn is_elsewhere(&self) -> bool {
        matches!(self.state, State::Elsewhere)
    }

    /// Returns the work of the search, while it runs.
    pub(super) fn stats(&self) -> Stats {
        match &self.state {
            State::Running(search) => search.stats(),
            State::Ended | State::Elsewhere => Stats::default(),
        }
    }

    /// Returns the number of moves proved to be needed from the present board.
    pub(super) fn lower_bound(&self) -> usize {
        let made = count(self.asked.metric, self.since.iter().copied());
        self.lower_bound.saturating_sub(made)
    }

    /// Advances the search by `slice`. Returns a solution of the search's board if it is shorter
    /// than those returned before.
    pub(super) fn advance(
        &mut self,
        slice: impl FnOnce(&mut Search) -> Result<(), SolveError>,
    ) -> Result<Option<Way>, SolveError> {
        let State::Running(search) = &mut self.state else {
            return Ok(None);
        };
        slice(search)?;
        self.lower_bound = self.lower_bound.max(search.lower_bound());
        let length = |best| self.asked.metric.length(best);
        let best = search.best();
        let news = best.filter(|best| self.taken.is_none_or(|taken| length(best) < taken));
        let way = news.map(|moves| Way {
            moves: moves.clone(),
            lower_bound: self.lower_bound,
        });
        if let Some(way) = &way {
            self.taken = Some(length(&way.moves));
        }
        Ok(way)
    }

    /// Gives up the search if it is over, and returns its work then.
    pub(super) fn end_if_over(&mut self) -> Option<Stats> {
        match &self.state {
            State::Running(search) if search.is_over() => self.end(),
            _ => None,
        }
    }

    /// Gives up the search if it runs, and returns its work then.
    pub(super) fn end(&mut self) -> Option<Stats> {
        let State::Running(search) = core::mem::replace(&mut self.state, State::Ended) else {
            return None;
        };
        Some(search.stats())
    }
}
