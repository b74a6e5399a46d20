//! The options of heuristics and tables.

use std::path::PathBuf;

use crate::metric::Metric;
use crate::prepare::HeuristicKind;

/// A solver's options of heuristics and tables.
#[derive(Clone, Debug)]
pub(crate) struct TableOptions {
    pub(crate) heuristic: HeuristicKind,
    pub(crate) metric: Metric,
    /// For the tables of one shape, in bytes.
    pub(crate) memory: u64,
    /// The number of threads that build them.
    pub(crate) threads: usize,
    /// The folder in which tables are kept, if they are.
    pub(crate) folder: Option<PathBuf>,
}
