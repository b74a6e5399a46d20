//! How a kernel counts, pauses and stops.

use core::fmt;
use core::ops::ControlFlow;

use crate::moves::Moves;
use crate::tables::{BuildProgress, OutOfMemory};
use crate::work::{self, Step, Work};

/// What a kernel counts, and whom it asks for leave to go on.
///
/// A kernel compares `expanded` with `pause_at` before it expands a board, which costs one
/// comparison, and calls [`Meter::pause`] where they meet. Clocks, limits and callbacks stay
/// outside of the kernels that way.
pub(crate) struct Meter<'a> {
    /// Boards whose moves were tried.
    pub(crate) expanded: u64,
    /// Boards made by a move, pruned ones too, plus the root once a solve.
    pub(crate) generated: u64,
    /// The count of `expanded` at which the kernel must pause.
    pub(crate) pause_at: u64,
    /// The most boards that may be expanded; the hook sees to it, this is for those who plan.
    pub(crate) limit: u64,
    /// How many threads may work; the counts and the answer don't depend on it.
    pub(crate) threads: usize,
    /// The length of every solution sought in this round; all shorter ones are proved impossible.
    pub(crate) bound: usize,
    /// What a work that broke off found no memory for, in bytes.
    pub(crate) out_of_memory: Option<u64>,
    hook: &'a mut Hook<'a>,
}

/// Looks at the counts and sets the next `pause_at`, or breaks off the search.
pub(crate) type Hook<'a> = dyn FnMut(&mut Counts<'_>) -> ControlFlow<()> + 'a;

/// The counts that a hook sees; it may move `pause_at`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counts<'m> {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    pub(crate) pause_at: u64,
    pub(crate) bound: usize,
    /// How far the tables are, where a pause is made while they are built.
    pub(crate) tables: Option<BuildProgress>,
    /// A solution that was just found, where a pause is made to tell of it; such a pause leaves
    /// `pause_at` alone.
    pub(crate) found: Option<&'m Moves>,
}

impl<'a> Meter<'a> {
    /// Returns a meter at zero; its first pause is before the first expansion.
    pub(crate) fn new(hook: &'a mut Hook<'a>) -> Self {
        Self {
            expanded: 0,
            generated: 0,
            pause_at: 0,
            limit: u64::MAX,
            threads: 1,
            bound: 0,
            out_of_memory: None,
            hook,
        }
    }

    /// Asks whether to go on. Breaks where the search is to stop; else `pause_at` lies ahead again.
    #[cold]
    #[inline(never)]
    pub(crate) fn pause(&mut self) -> ControlFlow<()> {
        self.pause_with(self.counts())
    }

    /// Asks whether to go on building tables.
    pub(crate) fn pause_at_tables(&mut self, progress: &BuildProgress) -> ControlFlow<()> {
        let tables = Some(*progress);
        self.pause_with(Counts {
            tables,
            ..self.counts()
        })
    }

    /// Tells of a solution that was found, and asks whether to go on. It neither meets a limit nor
    /// moves the next pause, so that a search takes the same course whether it tells or not.
    #[cold]
    pub(crate) fn tell(&mut self, found: &Moves) -> ControlFlow<()> {
        let found = Some(found);
        self.pause_with(Counts {
            found,
            ..self.counts()
        })
    }

    fn pause_with(&mut self, mut counts: Counts<'_>) -> ControlFlow<()> {
        let flow = (self.hook)(&mut counts);
        self.pause_at = counts.pause_at;
        flow
    }

    /// Returns what a hook sees.
    pub(crate) const fn counts(&self) -> Counts<'static> {
        Counts {
            expanded: self.expanded,
            generated: self.generated,
            pause_at: self.pause_at,
            bound: self.bound,
            tables: None,
            found: None,
        }
    }

    /// Takes over what another meter counted and proved. The next pause is before the next
    /// expansion.
    pub(crate) const fn take(&mut self, counts: &Counts<'_>) {
        self.expanded = counts.expanded;
        self.generated = counts.generated;
        self.bound = counts.bound;
        self.pause_at = counts.expanded;
    }

    /// Counts one expansion, after asking for leave where a pause is due.
    #[inline]
    pub(crate) fn expand(&mut self) -> ControlFlow<()> {
        if self.expanded == self.pause_at {
            self.pause()?;
        }
        self.expanded += 1;
        ControlFlow::Continue(())
    }

    /// Breaks off the work for lack of memory, and keeps the reason for the one who began it.
    #[cold]
    pub(crate) const fn lack(&mut self, bytes: u64) -> ControlFlow<()> {
        self.out_of_memory = Some(bytes);
        ControlFlow::Break(())
    }

    /// Begins the round that seeks solutions of exactly `bound` moves, and asks whether to go on.
    /// What was proved before with another heuristic stays proved.
    pub(crate) fn begin_round(&mut self, bound: usize) -> ControlFlow<()> {
        self.bound = self.bound.max(bound);
        self.pause()
    }
}

impl fmt::Debug for Meter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Meter")
            .field("expanded", &self.expanded)
            .field("generated", &self.generated)
            .field("bound", &self.bound)
            .finish_non_exhaustive()
    }
}

/// Does a work to its first find, under a meter; `None` if it ends without one.
///
/// A bridge while the searches become works: it goes with the meter.
pub(crate) fn drive<F>(
    work: &mut impl Work<Found = F, Failure = OutOfMemory>,
    meter: &mut Meter<'_>,
) -> ControlFlow<(), Option<F>> {
    loop {
        if meter.expanded >= meter.pause_at {
            meter.pause()?;
        }
        let mut counts = work::Counts {
            expanded: meter.expanded,
            generated: meter.generated,
            limit: meter.limit,
        };
        let step = work.advance(meter.pause_at, &mut counts);
        (meter.expanded, meter.generated) = (counts.expanded, counts.generated);
        match step {
            Ok(Step::Paused) => {}
            Ok(Step::Bound(bound)) => meter.begin_round(bound)?,
            Ok(Step::Found(found)) => return ControlFlow::Continue(Some(found)),
            Ok(Step::Done) => return ControlFlow::Continue(None),
            Err(OutOfMemory { bytes }) => {
                meter.lack(bytes)?;
            }
        }
    }
}
