//! The path to the goal as a stack of moves that follows the player.

use alloc::vec::Vec;

use crate::direction::Direction;
use crate::metric::Metric;
use crate::moves::Moves;

/// Detours of up to this many moves are repaired without a search.
const DETOUR: usize = 2;

/// The known solution and the proved lower bound. Both were found for an earlier board of the game,
/// the anchor, and follow the player from there.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    /// The moves back to the anchor from the board as it is; the next move is last.
    pub(super) back: Vec<Direction>,
    /// The moves to the goal from the board as it is; the next move is last.
    pub(super) left: Option<Vec<Direction>>,
    /// The number of moves of the solution of the anchor.
    length: usize,
    /// The length of the best solution of the anchor that a search has found.
    best: usize,
    /// The proved lower bound of the anchor, and the metric of the last search.
    lower_bound: usize,
    metric: Metric,
}

/// Makes a move on a stack of moves to come: it is the next one, or it has to be taken back first.
fn make(stack: &mut Vec<Direction>, direction: Direction) {
    if stack.last() == Some(&direction) {
        stack.pop();
    } else {
        stack.push(direction.opposite());
    }
}

impl Path {
    /// Returns a solution of the anchor for a player who has made the moves `since`.
    pub(super) fn found(
        since: impl IntoIterator<Item = Direction>,
        moves: &Moves,
        (metric, lower_bound): (Metric, usize),
    ) -> Self {
        let mut left: Vec<Direction> = Vec::with_capacity(moves.len());
        // A move and its inverse, side by side, cancel.
        let moves = moves.iter().rev();
        moves.for_each(|it| make(&mut left, it.opposite()));
        let mut path = Self {
            length: left.len(),
            lower_bound: lower_bound.min(metric.length(&left)),
            left: Some(left),
            metric,
            ..Self::default()
        };
        path.follow(since);
        path
    }

    /// Follows moves of the player.
    pub(super) fn follow(&mut self, moves: impl IntoIterator<Item = Direction>) {
        for direction in moves {
            make(&mut self.back, direction);
            if let Some(left) = &mut self.left {
                make(left, direction);
            }
        }
    }

    /// Records the solution and the bound of a search of the anchor. A solution of the same length
    /// as the known one is ignored: hints should not jump from one to the other.
    pub(super) fn record(&mut self, moves: Option<&Moves>, lower_bound: usize) {
        self.lower_bound = self.lower_bound.max(lower_bound);
        let Some(moves) = moves.filter(|it| self.metric.length(it) < self.best) else {
            return;
        };
        self.best = self.metric.length(moves);
        let since = self.back.iter().map(|it| it.opposite());
        let found = Self::found(since, moves, (self.metric, lower_bound));
        if found.is_shorter(self, self.metric) {
            (self.left, self.length) = (found.left, found.length);
        }
    }

    /// Returns whether a path is shorter than another, or the other has no solution.
    pub(super) fn is_shorter(&self, other: &Self, metric: Metric) -> bool {
        let left = self.moves_left(metric);
        left.is_some_and(|left| other.moves_left(metric).is_none_or(|other| left < other))
    }

    /// Makes the board as it is the anchor of a search by a metric.
    pub(super) fn anchor(&mut self, metric: Metric) {
        self.lower_bound = self.lower_bound(metric);
        self.metric = metric;
        self.back.clear();
        self.length = self.left.as_ref().map_or(0, Vec::len);
        self.best = usize::MAX;
    }

    /// Returns whether the player is too far off the solution to return without a search.
    pub(super) fn is_left(&self) -> bool {
        let detour = match &self.left {
            // A move along the solution lengthens one stack and shortens the other.
            Some(left) => (self.back.len() + left.len() - self.length) / 2,
            None => self.back.len(),
        };
        detour > DETOUR
    }

    /// Returns the number of moves to the goal.
    pub(super) fn moves_left(&self, metric: Metric) -> Option<usize> {
        self.left.as_ref().map(|left| metric.length(left))
    }

    /// Returns a lower bound of the moves to the goal: that of the anchor minus the moves made
    /// since.
    pub(super) fn lower_bound(&self, metric: Metric) -> usize {
        if metric == self.metric {
            self.lower_bound.saturating_sub(metric.length(&self.back))
        } else {
            0
        }
    }
}
