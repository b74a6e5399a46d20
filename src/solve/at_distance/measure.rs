//! A bridge from the hunt to the searches under a meter: it goes with the meter.

use core::cell::RefCell;
use core::ops::ControlFlow;

use crate::canonical::CanonicalBoard;
use crate::moves::Moves;
use crate::search::meter::{Counts, Meter};
use crate::solve::choice::NoMethod;
use crate::solve::control::Watch;
use crate::solve::solver::Solver;
use crate::work::{self, Step, Work};

/// Returns counts as a watch sees them.
pub(super) const fn seen(counts: &work::Counts) -> Counts<'static> {
    Counts {
        expanded: counts.expanded,
        generated: counts.generated,
        pause_at: counts.expanded,
        bound: 0,
        tables: None,
        found: None,
    }
}

/// A search for a shortest solution, whatever the quality of the solver, that ends at a bound. It
/// does not pause: the watch stops it.
pub(super) struct Measure<'s, 'w, 'c, 'a> {
    pub(super) solver: &'s Solver,
    pub(super) board: CanonicalBoard,
    pub(super) enough: usize,
    pub(super) watch: &'w RefCell<Watch<'c, 'a>>,
}

impl Work for Measure<'_, '_, '_, '_> {
    type Found = Moves;
    type Failure = NoMethod;

    fn advance(&mut self, _until: u64, counts: &mut work::Counts) -> Result<Step<Moves>, NoMethod> {
        let mut bound = 0;
        let (before, enough) = (seen(counts), self.enough);
        let mut hook = |counts: &mut Counts<'_>| {
            if counts.found.is_some() {
                return ControlFlow::Continue(());
            }
            bound = counts.bound;
            if bound >= enough {
                return ControlFlow::Break(());
            }
            let mut whole = Counts {
                expanded: before.expanded + counts.expanded,
                generated: before.generated + counts.generated,
                ..*counts
            };
            self.watch.borrow_mut().look(&mut whole)?;
            counts.pause_at = whole.pause_at - before.expanded;
            ControlFlow::Continue(())
        };
        let mut meter = Meter::new(&mut hook);
        meter.limit = counts.limit - counts.expanded;
        meter.threads = self.solver.thread_count();
        let found = self.solver.shortest(&self.board, &mut meter);
        counts.expanded += meter.expanded;
        counts.generated += meter.generated;
        match found {
            Ok((moves, _)) => Ok(Step::Found(moves)),
            Err(_) if bound >= enough => Ok(Step::Bound(bound)),
            Err(end) => Err(end),
        }
    }
}
