//! The flow of a board by beams, one after the other.

use alloc::boxed::Box;

use super::greedy_transport::GreedyTransport;
use super::layout::is_by_lines;
use super::workspace::{Region, Workspace};
use crate::shape::Shape;

/// Boards of more cells flow window by window.
const WHOLE: usize = 400;

/// The sides of a window. On 40 x 40 smaller ones gain less, as would larger ones in the same time.
const SIDE: usize = 24;

/// The blank goes the ways of the planned flow alone until a step need not be worth more units.
/// While tiles are far, beams find no better ways: with 8 million expansions 40 x 40 then takes 1 %
/// fewer moves, and 100 x 100 takes more if beams begin earlier.
const BEAMS_FROM: i32 = 12;

/// A beam that makes fewer moves found little to do.
const FEW: usize = 40;

/// The blank goes at most this number of moves of the planned flow before the next beam.
const FARTHEST: usize = 400;

/// The beams of a flow, each from where the one before has ended.
///
/// On a board of few cells one beam searches all of it. On a larger board such a beam would be
/// stuck: the blank is soon surrounded by tiles that are nearly at home, and too far from all
/// others. There a beam searches a window around the blank. Once it is slow the blank goes some
/// ways of the planned [`GreedyTransport`], which lead it to where most is to be gained, and the
/// next beam begins. The best of those ways come before the first beam.
#[derive(Debug, Default)]
pub(super) struct TransportSchedule {
    /// The progress of the part before the first beam.
    start: Start,
    /// The planned flow, unless it is running.
    planned: Option<Box<GreedyTransport>>,
    /// The number of moves of it come next at least, and how many moves then.
    ways: usize,
    until: usize,
}

/// The part before the first beam.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Start {
    #[default]
    New,
    /// The blank goes the best ways of the planned flow.
    Planned,
    Over,
}

/// Returns whether boards of a shape flow window by window: not boxes and thin boards.
pub(super) const fn has_windows(shape: Shape) -> bool {
    !is_by_lines(shape) && shape.cells() > WHOLE
}

impl TransportSchedule {
    /// Returns the part of the board that the next beam searches.
    pub(super) fn region(workspace: &Workspace) -> Region {
        let mut seen = workspace.left;
        if has_windows(workspace.shape) {
            let blank = workspace.coordinates(workspace.blank);
            for (axis, at) in blank.into_iter().enumerate() {
                let (low, high) = (workspace.left.low[axis], workspace.left.high[axis]);
                let most = (high + 1).saturating_sub(SIDE).max(low);
                seen.low[axis] = at.saturating_sub(SIDE / 2).clamp(low, most);
                seen.high[axis] = high.min(seen.low[axis] + SIDE - 1);
            }
        }
        seen
    }

    /// Begins: returns the planned flow if it comes before the first beam.
    pub(super) fn begin(&mut self, workspace: &Workspace) -> Option<Box<GreedyTransport>> {
        if !has_windows(workspace.shape) || self.start != Start::New {
            return None;
        }
        self.start = Start::Planned;
        Some(Box::new(GreedyTransport::new(
            workspace.left.longest(),
            false,
        )))
    }

    /// Records the number of moves that a beam makes.
    pub(super) fn note(&mut self, made: usize) {
        self.ways = if made < FEW {
            (2 * self.ways).clamp(1, FARTHEST)
        } else {
            (self.ways / 2).max(1)
        };
    }

    /// Returns the planned flow that follows a beam, or `None` if the schedule is over.
    pub(super) fn after_beam(&mut self, workspace: &Workspace) -> Option<Box<GreedyTransport>> {
        if !has_windows(workspace.shape) {
            return None;
        }
        self.until = workspace.moves.len() + self.ways;
        let planned = self.planned.take();
        Some(
            planned
                .unwrap_or_else(|| Box::new(GreedyTransport::new(workspace.left.longest(), false))),
        )
    }

    /// Takes the planned flow after a step; returns it if it continues.
    pub(super) fn goes_on(
        &mut self,
        flow: Box<GreedyTransport>,
        workspace: &Workspace,
    ) -> Option<Box<GreedyTransport>> {
        let goes_on = match self.start {
            Start::Planned => flow.is_dear(BEAMS_FROM),
            Start::New | Start::Over => workspace.moves.len() < self.until,
        };
        if goes_on {
            return Some(flow);
        }
        self.start = Start::Over;
        self.planned = Some(flow);
        None
    }
}
