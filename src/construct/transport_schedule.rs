//! Transport by beams, one after the other.

use super::greedy_transport::GreedyTransport;
use super::tuning::{BEAMS_FROM, SIDE_OF_WINDOW, Transport, Tuning};
use super::workspace::{Region, Workspace};
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::job::Pace;

/// The beams of a transport, each from where the one before has ended.
///
/// On a board of few cells one beam searches all of it. On a larger board such a beam would be
/// stuck: the blank is soon surrounded by tiles that are nearly at home, and too far from all
/// others. There a beam searches a window around the blank. Once it is slow the blank goes some
/// ways of the planned [`GreedyTransport`], which lead it to where most is to be gained, and the
/// next beam begins. The best of those ways come before the first beam.
#[derive(Debug)]
pub(super) struct TransportSchedule {
    planned: GreedyTransport,
}

impl TransportSchedule {
    pub(super) fn new(workspace: &Workspace) -> Self {
        Self {
            planned: GreedyTransport::new(workspace.left.longest(), false),
        }
    }

    /// Returns the part of the board that the next beam searches.
    pub(super) fn region(workspace: &Workspace) -> Region {
        let mut seen = workspace.left;
        let tuning = Tuning::for_shape(workspace.shape);
        if matches!(tuning.transport, Transport::Windows { .. }) {
            let blank = workspace.coordinates(workspace.blank);
            for (axis, at) in blank.into_iter().enumerate() {
                let (low, high) = (workspace.left.low[axis], workspace.left.high[axis]);
                let most = (high + 1).saturating_sub(SIDE_OF_WINDOW).max(low);
                seen.low[axis] = at.saturating_sub(SIDE_OF_WINDOW / 2).clamp(low, most);
                seen.high[axis] = high.min(seen.low[axis] + SIDE_OF_WINDOW - 1);
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

    /// Goes a way after a beam; returns whether another beam follows.
    pub(super) async fn after_beam(
        &mut self,
        workspace: &mut Workspace,
        pace: &mut Pace,
    ) -> Result<bool, OutOfMemory> {
        let goes_on = |_: &GreedyTransport, _: &Workspace| false;
        self.planned.go_while(workspace, pace, goes_on).await
    }
}
