//! The look at a board before tables are built for it.

use core::ops::ControlFlow;

use crate::canonical::CanonicalBoard;
use crate::moves::Moves;
use crate::search::meter::{Meter, drive};
use crate::search::probe::{self, Probe};
use crate::solve::choice::{HeuristicKind, takes_patterns};
use crate::tables::OutOfMemory;

/// Returns whether a board is tried without tables first.
pub(super) fn is_probed(instance: &CanonicalBoard, kind: HeuristicKind) -> bool {
    kind == HeuristicKind::Auto && takes_patterns(instance.shape) && probe::is_probed(instance)
}

/// Tries to solve a board with the Manhattan distance alone; `None` if that takes too long.
///
/// Breaks where the meter says so. What was counted stays counted, and what was proved stays
/// proved.
pub(super) fn probe(
    instance: &CanonicalBoard,
    meter: &mut Meter<'_>,
) -> ControlFlow<(), Option<Moves>> {
    let mut probe = match Probe::new(instance) {
        Ok(probe) => probe,
        Err(OutOfMemory { bytes }) => {
            meter.lack(bytes)?;
            return ControlFlow::Break(());
        }
    };
    meter.generated += 1;
    let found = drive(&mut probe, meter)?;
    // The next kernel's bridge counts the root again.
    meter.generated -= u64::from(found.is_none());
    ControlFlow::Continue(found)
}
