//! What may be spent on a shape.

use crate::metric::Metric;
use crate::prepare::HeuristicKind;
#[cfg(feature = "std")]
use crate::tables::Folder;

/// What a solver's options say of heuristics and tables.
#[derive(Clone, Debug)]
pub(crate) struct TableOptions {
    pub(crate) heuristic: HeuristicKind,
    pub(crate) metric: Metric,
    /// For the tables of one shape, in bytes.
    pub(crate) memory: u64,
    /// For building them, in bytes, the tables included; as usual if `None`.
    pub(crate) build_memory: Option<u64>,
    /// How many threads build them.
    #[cfg(feature = "std")]
    pub(crate) threads: usize,
    /// Where tables are kept, if they are.
    #[cfg(feature = "std")]
    pub(crate) folder: Option<Folder>,
}
