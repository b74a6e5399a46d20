//! Solutions that are provably not much longer than the shortest.

use core::ops::ControlFlow;

use crate::canonical::CanonicalBoard;
use crate::moves::Moves;
use crate::search::meter::Meter;
use crate::solve::choice::NoMethod;
use crate::solve::incumbent::{End, Incumbent, search_beside};
use crate::solve::prepared::Prepared;

/// How many times the proof's expansions go into beams. On 5 x 5 two more moves proved take five
/// times the proof's work, and two fewer moves to prove, or three, twice the beams'.
const BEAMS_TO_PROOF: u64 = 2;

/// Finds a solution that is at most so many hundredths longer than a shortest one.
///
/// Two searches meet. IDA\* proves, round by round, that there is no solution of so few moves; its
/// first rounds are cheap, each costs some five times as much as the one before, and the last ones,
/// which a shortest solution would need, are not made. Beams find solutions, each twice as wide as
/// the last. They get twice the work of the proof, so that neither waits long for the other. (A
/// weighted search guarantees the same bound, but on 5 x 5 its lower bound, length / weight, is
/// dearer: it has to look at every board that its heuristic overrates.)
///
/// When the meter's bound is `b`, every solution has at least `b` moves, so one of at most `b x
/// (100 + percent) / 100` is what was asked for.
pub(super) fn solve(
    prepared: &Prepared,
    instance: &CanonicalBoard,
    percent: u16,
    meter: &mut Meter<'_>,
) -> Result<Moves, NoMethod> {
    let mut incumbent = Incumbent::new(prepared, instance);
    let is_useless = percent == 0 || prepared.is_instant();
    let start = meter.expanded;
    let mut beams = 0;
    let result = search_beside(prepared, instance, meter, |meter, expanded| {
        loop {
            if incumbent.is_within(percent, meter.bound) {
                return ControlFlow::Break(End::Enough);
            }
            if is_useless || incumbent.is_exhausted() {
                return ControlFlow::Continue(u64::MAX);
            }
            if expanded - start < beams {
                return ControlFlow::Continue(start + beams);
            }
            let before = meter.expanded;
            let flow = incumbent.widen(u64::MAX, meter);
            beams += (meter.expanded - before) / BEAMS_TO_PROOF;
            flow.map_break(End::from)?;
        }
    });
    // A callback may stop the search at the very solution that is good enough.
    let is_enough = incumbent.is_within(percent, meter.bound);
    match (result, incumbent.into_best()) {
        (Ok(moves), _) => Ok(moves),
        (Err(_), Some(best)) if is_enough => Ok(best),
        (Err(_), Some(best)) => Err(NoMethod::StoppedWith(best)),
        (Err(_), None) => Err(NoMethod::Stopped),
    }
}
