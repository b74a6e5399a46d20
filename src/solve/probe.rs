//! The look at a board before tables are built for it.

use core::ops::ControlFlow;

use crate::canonical::CanonicalBoard;
use crate::moves::Moves;
use crate::search::manhattan;
use crate::search::meter::{Counts, Meter};
use crate::solve::choice::{HeuristicKind, takes_patterns};

/// How many boards are expanded before tables are asked for help: on 4 x 4 some 10 microseconds'
/// work.
pub(super) const PROBE_EXPANSIONS: u64 = 3_000;

/// Boards of a larger Manhattan distance are hardly ever solved in so few expansions: on 4 x 4, of
/// those scrambled to a distance of 20 to 23 one in two is, of 32 to 35 one in eight, of 36 to 39
/// one in twenty.
const PROBE_DISTANCE: usize = 32;

/// Returns whether a board is tried without tables first.
///
/// Only the board and the options decide, never what tables are there already: the same board gives
/// the same moves and counts whatever was solved before it. Where tables are there the probe costs
/// an easy board no more than they would.
pub(super) fn is_probed(instance: &CanonicalBoard, kind: HeuristicKind) -> bool {
    kind == HeuristicKind::Auto
        && takes_patterns(instance.shape)
        && instance.manhattan() <= PROBE_DISTANCE
}

/// Tries to solve a board with the Manhattan distance alone; `None` if that takes too long.
///
/// Breaks where the meter says so. What was counted stays counted, and what was proved stays
/// proved.
pub(super) fn probe(
    instance: &CanonicalBoard,
    meter: &mut Meter<'_>,
) -> ControlFlow<(), Option<Moves>> {
    let mut is_over = false;
    let mut hook = |counts: &mut Counts<'_>| {
        meter.take(counts);
        if counts.expanded >= PROBE_EXPANSIONS {
            is_over = true;
            return ControlFlow::Break(());
        }
        meter.pause()?;
        counts.pause_at = meter.pause_at.min(PROBE_EXPANSIONS);
        ControlFlow::Continue(())
    };
    let mut limited = Meter::new(&mut hook);
    let flow = manhattan::search(instance, &mut limited);
    let counts = limited.counts();
    meter.take(&counts);
    match flow {
        ControlFlow::Continue(moves) => ControlFlow::Continue(Some(moves)),
        ControlFlow::Break(()) if is_over => {
            // The next kernel counts the root again.
            meter.generated -= 1;
            ControlFlow::Continue(None)
        }
        ControlFlow::Break(()) => ControlFlow::Break(()),
    }
}
