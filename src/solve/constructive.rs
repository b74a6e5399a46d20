//! Solutions by construction, under a meter.

use core::ops::ControlFlow;

use crate::canonical::CanonicalBoard;
use crate::construct::Construct;
use crate::moves::Moves;
use crate::search::meter::{Meter, drive};
use crate::tables::OutOfMemory;

/// Builds a solution of a solvable board, or breaks off where the meter says so.
pub(super) fn construct(
    instance: &CanonicalBoard,
    meter: &mut Meter<'_>,
) -> ControlFlow<(), Moves> {
    meter.generated += 1;
    meter.begin_round(meter.bound)?;
    let mut work = match Construct::new(instance.clone()) {
        Ok(work) => work,
        Err(OutOfMemory { bytes }) => {
            meter.lack(bytes)?;
            return ControlFlow::Break(());
        }
    };
    let mut best = None;
    loop {
        match drive(&mut work, meter) {
            ControlFlow::Continue(Some(moves)) => best = Some(moves),
            // If the budget ends, there may be an answer already.
            _ => return best.map_or(ControlFlow::Break(()), ControlFlow::Continue),
        }
    }
}

/// Builds another solution than [`construct`] does, and than it does itself for another number.
/// `None` if the number is too high, or the board too large.
pub(super) fn construct_otherwise(
    instance: &CanonicalBoard,
    number: usize,
    meter: &mut Meter<'_>,
) -> ControlFlow<(), Option<Moves>> {
    match Construct::otherwise(instance.clone(), number) {
        Ok(Some(mut work)) => drive(&mut work, meter),
        Ok(None) => ControlFlow::Continue(None),
        Err(OutOfMemory { bytes }) => {
            meter.lack(bytes)?;
            ControlFlow::Break(())
        }
    }
}
