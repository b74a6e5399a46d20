//! The status of a search.

use core::fmt;
use core::time::Duration;

use crate::messages::counted;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::runtime::Counts;
use crate::tables::BuildProgress;

/// The status of a search: while it runs, when it was stopped, and when it is done.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Status {
    /// The reason why the search was stopped; `None` while it runs, and once it has its answer.
    pub reason: Option<Reason>,
    /// The shortest solution found so far; progress callbacks see each that is shorter than the
    /// one before.
    pub best: Option<Moves>,
    /// The proved lower bound of the length, by the metric.
    pub lower_bound: usize,
    /// The unit of a move.
    pub metric: Metric,
    /// The work done so far.
    pub stats: Stats,
    /// The progress of the tables, while they are built; progress callbacks see it.
    pub tables: Option<BuildProgress>,
    /// The length of the best solution, which may have millions of moves; `usize::MAX` if there is
    /// none.
    pub(super) length_of_best: usize,
    /// True once nothing is left to do.
    pub(super) is_done: bool,
}

/// Equality ignores times.
impl PartialEq for Status {
    fn eq(&self, other: &Self) -> bool {
        let facts = |it: &Self| (it.reason, it.lower_bound, it.metric, it.is_done, it.tables);
        facts(self) == facts(other)
            && self.stats.counts() == other.stats.counts()
            && self.best == other.best
    }
}

impl Eq for Status {}

impl Stats {
    /// Returns the expanded and the generated boards: the part that does not depend on the machine.
    #[must_use]
    pub const fn counts(self) -> (u64, u64) {
        (self.expanded, self.generated)
    }

    /// Adds other work, saturating.
    pub(crate) const fn add(&mut self, other: Self) {
        self.expanded = self.expanded.saturating_add(other.expanded);
        self.generated = self.generated.saturating_add(other.generated);
        self.setup = self.setup.saturating_add(other.setup);
        self.search = self.search.saturating_add(other.search);
    }
}

impl Status {
    /// Returns the status before any work.
    pub(super) fn new(metric: Metric, lower_bound: usize) -> Self {
        Self {
            reason: None,
            best: None,
            lower_bound,
            metric,
            stats: Stats::default(),
            tables: None,
            length_of_best: usize::MAX,
            is_done: false,
        }
    }

    /// Returns the counts of the work so far.
    pub(super) fn counts(&self) -> Counts {
        let (expanded, generated) = self.stats.counts();
        Counts {
            expanded,
            generated,
            ..Counts::default()
        }
    }

    /// Takes over the counts of a search.
    pub(super) const fn count(&mut self, counts: Counts) {
        (self.stats.expanded, self.stats.generated) = (counts.expanded, counts.generated);
    }

    /// Ends the search, even if a limit was met at the same time.
    pub(super) const fn end(&mut self) {
        self.reason = None;
        self.tables = None;
        self.is_done = true;
    }

    /// Returns whether the best solution exceeds the lower bound by at most these hundredths of it.
    pub(super) fn is_within(&self, percent: u16) -> bool {
        let allowed = self.lower_bound as u64 * (100 + u64::from(percent));
        (self.length_of_best as u64).saturating_mul(100) <= allowed
    }
}

/// Prints the reason of the stop, if there is one, and the proof:
/// `the time limit was reached; a solution has at least 53 moves`.
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(reason) = self.reason {
            write!(f, "{reason}; ")?;
        }
        let unit = match self.metric {
            Metric::SingleTile => "move",
            Metric::MultiTile => "slide",
        };
        let least = counted(self.lower_bound, unit);
        write!(f, "a solution has at least {least}")?;
        if let Some(best) = &self.best {
            write!(f, ", and one with {} is known", self.metric.length(best))?;
        }
        Ok(())
    }
}

/// Reasons to stop a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The limit of expanded boards was reached.
    NodeLimit,
    /// The time limit was reached.
    TimeLimit,
    /// The progress callback or the cancel flag stopped it.
    Cancelled,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NodeLimit => "the limit of expanded boards was reached",
            Self::TimeLimit => "the time limit was reached",
            Self::Cancelled => "cancelled",
        })
    }
}

/// The work that a search did, and its time.
///
/// Boards reachable by another path of the same length are pruned, so the counts are below those of
/// a textbook IDA\* with the same heuristic.
///
/// The [counts](Self::counts) are the same on every machine and for any number of threads; times
/// differ, and stay zero on `wasm32-unknown-unknown`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Stats {
    /// Boards whose moves were tried.
    pub expanded: u64,
    /// Boards made by a move, with the pruned ones, plus the root once a solve.
    pub generated: u64,
    /// The time spent preparing tables, or waiting for a thread that prepares them.
    pub setup: Duration,
    /// The rest of the time of the calls that advanced the search.
    pub search: Duration,
}
