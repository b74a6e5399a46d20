//! The effort that a slice of work may spend, counted in steps: no clock is asked.

/// The cost that a slice may still have, in about nanoseconds of an optimized build.
///
/// What steps cost was measured on one core of 2.5 GHz; it need not be exact. Where the machine is
/// twice as slow, or has other things to do, slices keep below a millisecond all the same.
#[derive(Debug)]
pub(crate) struct Effort {
    left: usize,
}

impl Effort {
    /// The cost that a slice may have: a third of the millisecond that is the limit.
    pub(crate) const SLICE: usize = 300_000;

    pub(crate) const fn slice() -> Self {
        Self { left: Self::SLICE }
    }

    /// Pays for a step. The last step may cost more than what is left.
    #[inline]
    pub(crate) const fn spend(&mut self, cost: usize) {
        self.left = self.left.saturating_sub(cost);
    }

    /// Returns how many steps of a cost there is still room for.
    pub(crate) const fn room(&self, cost: usize) -> usize {
        self.left.div_ceil(cost)
    }

    /// Returns whether the slice is over.
    #[inline]
    pub(crate) const fn is_spent(&self) -> bool {
        self.left == 0
    }
}
