//! Asking for what a shape needs under the old meter: it goes with that.

pub(super) use crate::prepared::Prepared;
use crate::prepared::Request;
use crate::search::meter::Meter;
use crate::solve::choice::NoMethod;
use crate::tables::Shared;
use crate::work::{Counts, Step, Work};

/// Does a request to the end, unless the meter stops it.
pub(super) fn wait(
    mut request: Request,
    meter: &mut Meter<'_>,
) -> Result<Shared<Prepared>, NoMethod> {
    loop {
        if let Step::Found(prepared) = request.advance(u64::MAX, &mut Counts::default())? {
            return Ok(prepared);
        }
        let flow = match request.progress() {
            Some(progress) => meter.pause_at_tables(&progress),
            None => meter.pause(),
        };
        if flow.is_break() {
            return Err(NoMethod::Stopped);
        }
    }
}
