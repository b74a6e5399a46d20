//! The costs of the steps of all long work, in nanoseconds of an optimized build.
//!
//! Work pays them out of the effort of a slice, since it reads no clock. They were measured on one
//! core of 2.5 GHz; memory that is touched for the first time takes longer. Exact to a factor of two
//! is enough: slices stay below a millisecond (`cargo bench --bench limits`).

/// A beam search.
pub(crate) mod beam {
    /// A board that is expanded, without its children.
    pub(crate) const PARENT: usize = 30;
    /// A child, without its rank.
    pub(crate) const CHILD: usize = 20;
    /// A child that another thread has listed.
    pub(crate) const TAKEN: usize = 4;
    /// A candidate that is looked for among those met.
    pub(crate) const CANDIDATE: usize = 20;
    /// A board that is copied, without its cells.
    pub(crate) const BOARD: usize = 60;
    /// So many cells are copied in a nanosecond.
    pub(crate) const CELLS: usize = 8;
    /// A slot of the set of boards that is made: the system takes 2 microseconds a page.
    pub(crate) const SLOT: usize = 4;
    /// A step of the way back, out of slow memory.
    pub(crate) const STEP: usize = 60;
}
