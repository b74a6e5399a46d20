//! What a search knows so far.

use core::fmt;

use crate::moves::Moves;
use crate::search::meter::Counts;
use crate::tables::BuildProgress;

/// What a search knows: while it runs, when it was stopped, and when it is done.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Partial {
    /// Why this is all that is known.
    pub reason: Reason,
    /// The shortest solution found so far; progress callbacks see each that is shorter than the one before.
    pub best: Option<Moves>,
    /// The number of moves that every solution needs at least, proved.
    pub lower_bound: usize,
    /// The work done so far.
    pub stats: Stats,
    /// How far the tables are, while they are built; progress callbacks see it.
    pub tables: Option<BuildProgress>,
}

impl Partial {
    /// Takes over what was counted and proved.
    pub(super) fn learn(&mut self, counts: &Counts<'_>) {
        self.lower_bound = counts.bound;
        self.stats = Stats::from(counts);
        self.tables = counts.tables;
    }
}

/// Why a search knows no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// It still runs; this is what progress callbacks see.
    Running,
    /// It is done.
    Done,
    /// It expanded as many boards as it was allowed.
    NodeLimit,
    /// Its time was up.
    TimeLimit,
    /// The progress callback or the cancel flag said so.
    Cancelled,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Running => "still running",
            Self::Done => "done",
            Self::NodeLimit => "the limit of expanded boards was reached",
            Self::TimeLimit => "the time was up",
            Self::Cancelled => "cancelled",
        })
    }
}

/// The work that a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Stats {
    /// Boards whose moves were tried.
    pub expanded: u64,
    /// Boards made by a move, pruned ones too, plus the root once a solve.
    pub generated: u64,
}

impl From<&Counts<'_>> for Stats {
    fn from(counts: &Counts<'_>) -> Self {
        Self {
            expanded: counts.expanded,
            generated: counts.generated,
        }
    }
}
