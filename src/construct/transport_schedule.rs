//! The flow of a board by beams, one after the other.

use super::greedy_transport::GreedyTransport;
use super::layout::is_by_lines;
use super::workspace::{Region, Workspace};
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::job::Pace;
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

/// Returns whether boards of a shape flow window by window: not boxes and thin boards.
pub(super) const fn has_windows(shape: Shape) -> bool {
    !is_by_lines(shape) && shape.cells() > WHOLE
}

/// The beams of a flow, each from where the one before has ended.
///
/// On a board of few cells one beam searches all of it. On a larger board such a beam would be
/// stuck: the blank is soon surrounded by tiles that are nearly at home, and too far from all
/// others. There a beam searches a window around the blank. Once it is slow the blank goes some
/// ways of the planned [`GreedyTransport`], which lead it to where most is to be gained, and the
/// next beam begins. The best of those ways come before the first beam.
#[derive(Debug)]
pub(super) struct TransportSchedule {
    planned: GreedyTransport,
    /// The number of moves of it that come next at least.
    moves: usize,
}

impl TransportSchedule {
    pub(super) fn new(workspace: &Workspace) -> Self {
        Self {
            planned: GreedyTransport::new(workspace.left.longest(), false),
            moves: 0,
        }
    }

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

    /// Goes the best ways before the first beam; returns whether beams follow.
    pub(super) async fn begin(
        &mut self,
        workspace: &mut Workspace,
        pace: &mut Pace,
    ) -> Result<bool, OutOfMemory> {
        let is_dear = |planned: &GreedyTransport, _: &Workspace| planned.is_dear(BEAMS_FROM);
        self.planned.go_while(workspace, pace, is_dear).await
    }

    /// Goes some ways after a beam that made this number of moves; returns whether another beam
    /// follows.
    pub(super) async fn after_beam(
        &mut self,
        made: usize,
        workspace: &mut Workspace,
        pace: &mut Pace,
    ) -> Result<bool, OutOfMemory> {
        self.moves = if made < FEW {
            (2 * self.moves).clamp(1, FARTHEST)
        } else {
            (self.moves / 2).max(1)
        };
        let until = workspace.moves.len() + self.moves;
        let goes_on = |_: &GreedyTransport, workspace: &Workspace| workspace.moves.len() < until;
        self.planned.go_while(workspace, pace, goes_on).await
    }
}
