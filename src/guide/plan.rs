//! The solution that hints follow.

use alloc::vec::Vec;

use crate::direction::Direction;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use crate::solve::{Quality, Way};

/// Detours of up to this many moves are repaired without a search.
const DETOUR: usize = 2;

/// A solution of a board that was searched, the anchor, and where the player is beside it.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    goal: Goal,
    /// The metric in which moves are counted.
    metric: Metric,
    /// The way to the goal from the board as it is, the next move last.
    left: Vec<Direction>,
    /// The moves of the solution that were made.
    made: Vec<Direction>,
    /// The number of moves of tiles that the player is off the solution.
    detour: usize,
    /// The proved lower bound of the anchor.
    proved: usize,
    /// The longest detour that is repaired without a search.
    tolerated: usize,
    /// The length of the solution when it was found, and what was proved then.
    found: (usize, usize),
    /// Set for the result of a finished search or of the caller: no quality asks for more.
    is_settled: bool,
}

/// Returns the length of moves, one after the other.
pub(super) fn count(metric: Metric, moves: impl Iterator<Item = Direction>) -> usize {
    let mut last = None;
    moves
        .filter(|&next| last.replace(next) != Some(next) || metric == Metric::Tiles)
        .count()
}

impl Plan {
    pub(super) fn new(goal: &Goal, metric: Metric, way: &Way) -> Self {
        let left: Vec<Direction> = way.moves.iter().collect();
        Self {
            goal: goal.clone(),
            metric,
            left: left.into_iter().rev().collect(),
            made: Vec::new(),
            detour: 0,
            proved: way.lower_bound,
            tolerated: DETOUR,
            found: (metric.length(&way.moves), way.lower_bound),
            is_settled: false,
        }
    }

    /// Returns whether lengths are those of another goal or metric.
    pub(super) fn is_other(&self, goal: &Goal, metric: Metric) -> bool {
        self.goal != *goal || self.metric != metric
    }

    /// Marks it as what no quality asks to be improved.
    pub(super) const fn settle(&mut self) {
        self.is_settled = true;
    }

    /// Returns whether the player is too far off the solution to go back without a search.
    pub(super) const fn is_left(&self) -> bool {
        self.detour > self.tolerated
    }

    /// Tolerates the present detour, and a short one beyond: one search was enough.
    pub(super) const fn tolerate(&mut self) {
        self.tolerated = self.detour + DETOUR;
    }

    /// Returns whether the solution is what a quality promises.
    pub(super) fn is_enough(&self, quality: Quality) -> bool {
        let (length, proved) = self.found;
        let percent = match quality {
            _ if self.is_settled => return true,
            Quality::Best | Quality::Fast => return true,
            Quality::Within { percent } => u64::from(percent),
            Quality::Optimal => 0,
        };
        length as u64 * 100 <= proved as u64 * (100 + percent)
    }

    /// Returns the solution from the board as it is.
    pub(super) fn moves(&self) -> Moves {
        self.left.iter().rev().copied().collect()
    }

    /// Follows a move of the player.
    pub(super) fn follow(&mut self, direction: Direction) {
        if self.left.last() == Some(&direction) {
            self.left.pop();
            if self.detour > 0 {
                self.detour -= 1;
            } else {
                self.made.push(direction);
            }
            return;
        }
        self.left.push(direction.opposite());
        if self.detour == 0 && self.made.last() == Some(&direction.opposite()) {
            self.made.pop();
        } else {
            self.detour += 1;
        }
    }

    /// Returns the number of moves that are proved to be needed: the anchor is no more moves away
    /// than were made.
    pub(super) fn lower_bound(&self) -> usize {
        let off = self.left.iter().rev().take(self.detour).rev();
        let off = off.copied().map(Direction::opposite);
        let made = self.made.iter().copied().chain(off);
        self.proved.saturating_sub(count(self.metric, made))
    }

    /// Returns the number of moves to the goal.
    pub(super) fn moves_left(&self) -> usize {
        count(self.metric, self.left.iter().copied())
    }

    /// Returns the direction of the next move, and how many tiles it moves.
    pub(super) fn first(&self) -> Option<(Direction, usize)> {
        let first = *self.left.last()?;
        let run = self.left.iter().rev().take_while(|&&next| next == first);
        Some(match self.metric {
            Metric::Slides => (first, run.count()),
            _ => (first, 1),
        })
    }

    /// Cuts the loop out where the way comes back to this very board. Shortest ways don't, others
    /// may.
    pub(super) fn cut(&mut self, board: &impl Puzzle) {
        if self.detour == 0 {
            return;
        }
        let mut walker = board.clone();
        let mut kept = None;
        for (index, &direction) in self.left.iter().enumerate().rev() {
            if walker.slide(direction).is_err() {
                return;
            }
            if walker.blank() == board.blank() && walker == *board {
                kept = Some(index);
            }
        }
        if let Some(kept) = kept {
            self.left.truncate(kept);
            // The player has come by another way to a board of the solution. It is the new anchor.
            self.proved = self.lower_bound();
            self.made.clear();
            self.detour = 0;
        }
    }
}
