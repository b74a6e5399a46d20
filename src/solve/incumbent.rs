//! Solutions that are found beside the proof.

use core::ops::ControlFlow;

use crate::canonical::CanonicalBoard;
use crate::heuristic::{Heuristic, LinearConflict};
use crate::moves::Moves;
use crate::search::beam::{self, Beam, BeamByTables};
use crate::search::meter::{Counts, Meter, drive};
use crate::solve::improve::{shorten, without_loops};
use crate::solve::prepared::Prepared;
use crate::tables::{OutOfMemory, Shared};
use crate::work::Work;

/// The shortest solution known, and the beam that looks for a shorter one.
#[derive(Debug)]
pub(super) struct Incumbent<'a> {
    prepared: &'a Prepared,
    instance: &'a CanonicalBoard,
    /// If there are no tables.
    linear_conflict: Option<Shared<LinearConflict>>,
    best: Option<Moves>,
    width: usize,
}

/// The width of the first beam. On 4 x 4 it takes some 50 microseconds.
const FIRST_WIDTH: usize = 8;

/// A beam gives up where its solution would be this many times as long as the estimate.
const HOPELESS: usize = 12;

impl<'a> Incumbent<'a> {
    pub(super) fn new(prepared: &'a Prepared, instance: &'a CanonicalBoard) -> Self {
        let (shape, home) = (instance.shape, instance.home);
        let linear_conflict = match prepared.patterns() {
            Some(_) => None,
            None => LinearConflict::new(shape, home).ok().map(Shared::new),
        };
        Self {
            prepared,
            instance,
            linear_conflict,
            best: None,
            width: FIRST_WIDTH,
        }
    }

    /// Returns the shortest solution known.
    pub(super) fn into_best(self) -> Option<Moves> {
        self.best
    }

    /// Returns the length of the shortest solution known.
    pub(super) fn length(&self) -> Option<usize> {
        self.best.as_ref().map(Moves::len)
    }

    /// Takes over a solution if it is shorter, and tells the meter, which may break off the search.
    pub(super) fn offer(&mut self, moves: Moves, meter: &mut Meter<'_>) -> ControlFlow<()> {
        debug_assert!(self.instance.is_solved_by(&moves));
        let is_shorter = |best: &Moves| moves.len() < best.len();
        if self.best.as_ref().is_none_or(is_shorter) {
            return meter.tell(self.best.insert(moves));
        }
        ControlFlow::Continue(())
    }

    /// Returns whether a solution is known that is at most so many hundredths longer than every
    /// solution must be.
    pub(super) fn is_within(&self, percent: u16, bound: usize) -> bool {
        let allowed = bound as u64 * (100 + u64::from(percent));
        let best = self.best.as_ref();
        best.is_some_and(|best| best.len() as u64 * 100 <= allowed)
    }

    /// Returns whether there is no wider beam to try.
    pub(super) fn is_exhausted(&self) -> bool {
        self.width > beam::max_width(self.instance.shape)
    }

    /// Looks for a shorter solution by a beam twice as wide as the last, in so many expansions at
    /// most.
    pub(super) fn widen(&mut self, allowance: u64, meter: &mut Meter<'_>) -> ControlFlow<()> {
        let width = self.width;
        self.width *= 2;
        let end = meter.expanded.saturating_add(allowance);
        let start = meter.counts();
        let mut is_over = false;
        let mut hook = |counts: &mut Counts<'_>| {
            meter.take(counts);
            meter.pause()?;
            if counts.expanded >= end {
                is_over = true;
                return ControlFlow::Break(());
            }
            counts.pause_at = meter.pause_at.min(end);
            ControlFlow::Continue(())
        };
        let mut limited = Meter::new(&mut hook);
        limited.take(&start);
        let flow = self.beam(width, &mut limited);
        let counts = limited.counts();
        meter.take(&counts);
        match flow {
            ControlFlow::Continue(Some(moves)) => self.offer(moves, meter),
            ControlFlow::Continue(None) => ControlFlow::Continue(()),
            ControlFlow::Break(()) if is_over => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(()),
        }
    }

    fn beam(&self, width: usize, meter: &mut Meter<'_>) -> ControlFlow<(), Option<Moves>> {
        match (self.prepared.kit(), &self.linear_conflict) {
            (Some(kit), _) => {
                let state = kit.patterns().evaluate(self.instance);
                let most = self.most(kit.patterns().estimate(&state));
                let beam = BeamByTables::new(Shared::clone(kit), self.instance, width, most);
                run(beam, meter)
            }
            (None, Some(heuristic)) => {
                let state = heuristic.evaluate(self.instance);
                let most = self.most(heuristic.estimate(&state));
                let beam = Beam::new(Shared::clone(heuristic), self.instance, width, most);
                run(beam, meter)
            }
            (None, None) => ControlFlow::Continue(None),
        }
    }

    /// Shortens the best solution: without loops, and with shorter ways for its stretches.
    pub(super) fn polish(&mut self, allowance: u64, meter: &mut Meter<'_>) -> ControlFlow<()> {
        let Some(best) = &mut self.best else {
            return ControlFlow::Continue(());
        };
        if let Some(shorter) = without_loops(self.instance, best) {
            *best = shorter;
        }
        meter.tell(best)?;
        shorten(self.instance, best, allowance, meter)
    }

    /// Returns the length of the longest solution that is of use.
    fn most(&self, estimate: u32) -> usize {
        match &self.best {
            // All solutions have the same parity.
            Some(best) => best.len().saturating_sub(2),
            None => HOPELESS * estimate as usize + HOPELESS,
        }
    }
}

/// Runs a beam to its end.
fn run(
    beam: Result<impl Work<Found = Moves, Failure = OutOfMemory>, OutOfMemory>,
    meter: &mut Meter<'_>,
) -> ControlFlow<(), Option<Moves>> {
    match beam {
        Ok(mut beam) => drive(&mut beam, meter),
        // A search less; nothing depends on it.
        Err(OutOfMemory { .. }) => ControlFlow::Continue(None),
    }
}

/// Why a search for a shortest solution was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The meter said so.
    Stopped,
    /// What is known is good enough.
    Enough,
}

impl From<()> for End {
    fn from((): ()) -> Self {
        Self::Stopped
    }
}

/// Looks for a shortest solution and, in its pauses, does something else.
///
/// `other` is called first where the first round begins, then at each pause, with the meter and the
/// number of boards that the search has expanded. It may work with the meter, and says at which
/// number it wants to be called again at the latest.
pub(super) fn search_beside(
    prepared: &Prepared,
    instance: &CanonicalBoard,
    meter: &mut Meter<'_>,
    mut other: impl FnMut(&mut Meter<'_>, u64) -> ControlFlow<End, u64>,
) -> Result<Moves, End> {
    let start = meter.counts();
    let (mut expanded, mut generated) = (0, 0);
    let mut end = End::Stopped;
    let mut hook = |counts: &mut Counts<'_>| {
        meter.take(&Counts {
            expanded: counts.expanded + expanded,
            generated: counts.generated + generated,
            ..*counts
        });
        meter.pause()?;
        let called = other(meter, counts.expanded);
        expanded = meter.expanded - counts.expanded;
        generated = meter.generated - counts.generated;
        match called {
            ControlFlow::Continue(due) => {
                // The next pause must lie ahead.
                if meter.pause_at <= meter.expanded {
                    meter.pause()?;
                }
                counts.pause_at = due.max(counts.expanded + 1).min(meter.pause_at - expanded);
                ControlFlow::Continue(())
            }
            ControlFlow::Break(why) => {
                end = why;
                ControlFlow::Break(())
            }
        }
    };
    let mut proving = Meter::new(&mut hook);
    proving.take(&start);
    let flow = prepared.solve(instance, &mut proving);
    let counts = proving.counts();
    meter.take(&Counts {
        expanded: counts.expanded + expanded,
        generated: counts.generated + generated,
        ..counts
    });
    match flow {
        ControlFlow::Continue(moves) => Ok(moves),
        ControlFlow::Break(()) => Err(end),
    }
}
