//! The shortest solution that can be had in a budget.

use core::ops::ControlFlow;

use crate::canonical::CanonicalBoard;
use crate::moves::Moves;
use crate::search::meter::Meter;
use crate::solve::choice::NoMethod;
use crate::solve::constructive::{construct, construct_otherwise};
use crate::solve::incumbent::{End, Incumbent, search_beside};
use crate::solve::prepared::Prepared;
use crate::solve::solver::finish;

/// The work of a call without limits: about a second's. The proof's expansion of a board is 1.
///
/// Without optimization the same work takes 4 seconds on 5 x 5, and a thirty-second of it 0.13 s.
const BUDGET: u64 = if cfg!(debug_assertions) {
    250_000
} else {
    8_000_000
};

/// If there is a solution already, the proof gets one part in so many of the budget before
/// anything else is done.
const PROOF_FIRST: u64 = 4;

/// How many times the proof's later work goes into beams.
const BEAMS_TO_PROOF: u64 = 3;

/// The expansions that go into shorter ways between the boards of a solution, each time that one is
/// found.
const POLISH: u64 = 100_000;

/// The same for the solution that is built, which has far more to gain.
const FIRST_POLISH: u64 = BUDGET / 4;

/// The work that goes into building solutions in other ways, where no limit is set, and where one
/// is: then it is better known how long all may take.
const OTHERS: [u64; 2] = [BUDGET / 8 * 5, BUDGET * 4];

/// What is left then for everything else, where no limit is set.
const REST: u64 = BUDGET / 8;

/// What the expansion of a board costs while a solution is built.
const OTHERS_PRICE: u64 = 4;

/// Returns what the expansion of a board costs in a beam: its children are hashed, and its tiles
/// copied.
const fn price(cells: usize) -> u64 {
    4 + cells as u64 / 16
}

/// Builds solutions in other ways, and keeps the shortest.
fn build_others(
    incumbent: &mut Incumbent<'_>,
    instance: &CanonicalBoard,
    work: u64,
    meter: &mut Meter<'_>,
) -> ControlFlow<()> {
    let start = meter.expanded;
    let mut number = 1;
    while OTHERS_PRICE * (meter.expanded - start) < work {
        let Some(moves) = construct_otherwise(instance, number, meter)? else {
            break;
        };
        incumbent.offer(moves, meter)?;
        number += 1;
    }
    ControlFlow::Continue(())
}

/// Finds the shortest solution that it can.
///
/// Narrow beams give a first answer; on boards without tables it is built, in several ways, and
/// shortened stretch by stretch. Then IDA\* looks for a shortest one; where it takes too long,
/// wider beams look for shorter ones most of the time. Whatever was found counts when the budget is
/// spent or the meter stops the search.
pub(super) fn solve(
    prepared: &Prepared,
    instance: &CanonicalBoard,
    is_limited: bool,
    meter: &mut Meter<'_>,
) -> Result<Moves, NoMethod> {
    let mut incumbent = Incumbent::new(prepared, instance);
    let mut budget = BUDGET;
    // If there are tables a beam finds a better first answer at once.
    if prepared.patterns().is_none() && !prepared.is_instant() {
        let ControlFlow::Continue(moves) = construct(instance, meter) else {
            return Err(NoMethod::Stopped);
        };
        let mut flow = incumbent.offer(moves, meter);
        if flow.is_continue() {
            let work = OTHERS[usize::from(is_limited)];
            flow = build_others(&mut incumbent, instance, work, meter);
        }
        if flow.is_continue() {
            flow = incumbent.polish(FIRST_POLISH, meter);
        }
        if flow.is_break() {
            return incumbent.into_best().ok_or(NoMethod::Stopped);
        }
        budget = REST;
    }
    let start = meter.expanded;
    let price = price(instance.cells.len());
    let mut beams = 0;
    let result = search_beside(prepared, instance, meter, |meter, expanded| {
        let proof = expanded - start;
        loop {
            let work = proof + price * beams;
            let is_spent = !is_limited && work >= budget;
            if is_spent || incumbent.is_within(0, meter.bound) {
                return ControlFlow::Break(End::Enough);
            }
            let length = incumbent.length();
            let end = if is_limited {
                u64::MAX
            } else {
                start + budget - price * beams
            };
            if prepared.is_instant() || incumbent.is_exhausted() {
                return ControlFlow::Continue(end);
            }
            // The first answer is found without waiting.
            let due = match length {
                None => 0,
                Some(_) => budget / PROOF_FIRST + price * beams / BEAMS_TO_PROOF,
            };
            if proof < due {
                return ControlFlow::Continue(end.min(start + due));
            }
            let allowance = if is_limited {
                u64::MAX
            } else {
                (budget - work).div_ceil(price)
            };
            let before = meter.expanded;
            let mut flow = incumbent.widen(allowance, meter);
            if flow.is_continue() && prepared.patterns().is_none() && incumbent.length() != length {
                let left = allowance.saturating_sub(meter.expanded - before);
                flow = incumbent.polish(left.min(POLISH), meter);
            }
            beams += meter.expanded - before;
            flow.map_break(End::from)?;
        }
    });
    match (result, incumbent.into_best()) {
        (Ok(moves), _) | (Err(_), Some(moves)) => Ok(moves),
        (Err(End::Stopped), None) => Err(NoMethod::Stopped),
        // No beam has found one, as happens on one board of 2 x 15 in eight.
        (Err(End::Enough), None) => finish(construct(instance, meter)),
    }
}
