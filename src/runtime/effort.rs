//! The effort that a slice of work may spend, counted in steps: work reads no clock.

use core::time::Duration;

/// The cost that a slice may still have, in about nanoseconds of an optimized build.
///
/// Costs are rough constants beside the code that pays them: the driver measures slices, and sizes
/// the next ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effort {
    left: usize,
}

impl Effort {
    /// The largest cost of a slice, before the driver has measured any.
    pub(crate) const SLICE: usize = 300_000;

    /// A slice that takes longer is followed by one of half its cost.
    const LONG: Duration = Duration::from_millis(1);

    pub(crate) const fn slice() -> Self {
        Self { left: Self::SLICE }
    }

    /// Returns the effort of a single step of any cost.
    pub(crate) const fn step() -> Self {
        Self { left: 1 }
    }

    /// Returns the effort of the slice after one of this effort, of which `rest` was left after the
    /// time `took`. Time without effort, such as that of writing a file, does not make slices longer.
    pub(crate) fn after(self, took: Duration, rest: Self) -> Self {
        let left = if took > Self::LONG {
            (self.left / 2).max(1)
        } else if took < Self::LONG / 2 && rest.is_spent() {
            (2 * self.left).min(Self::SLICE)
        } else {
            self.left
        };
        Self { left }
    }

    /// Pays for a step. The last step may cost more than the rest.
    #[inline]
    pub(crate) const fn spend(&mut self, cost: usize) {
        self.left = self.left.saturating_sub(cost);
    }

    /// Returns the number of steps of a cost that are left.
    pub(crate) const fn room(self, cost: usize) -> usize {
        self.left.div_ceil(cost)
    }

    /// Returns whether the slice is over.
    #[inline]
    pub(crate) const fn is_spent(self) -> bool {
        self.left == 0
    }
}

/// The limits of a slice of work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slice {
    /// The count of expanded boards at which it ends.
    pub(crate) until: u64,
    pub(crate) effort: Effort,
}

/// The largest slice.
impl Default for Slice {
    fn default() -> Self {
        Self {
            until: u64::MAX,
            effort: Effort::slice(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_effort_follows_the_time_of_slices() {
        let (rest, spent) = (Effort { left: 1 }, Effort { left: 0 });
        let micros = Duration::from_micros;
        for (effort, took, rest, next) in [
            (Effort::SLICE, micros(1_001), rest, Effort::SLICE / 2),
            (Effort::SLICE, micros(1), spent, Effort::SLICE),
            (100, micros(1_000), spent, 100),
            (100, micros(499), spent, 200),
            // A slice that ends early is no measure for longer ones.
            (100, micros(499), rest, 100),
            (100, Duration::MAX, spent, 50),
            (1, Duration::MAX, spent, 1),
            (1, Duration::ZERO, spent, 2),
        ] {
            let effort = Effort { left: effort };
            assert_eq!(effort.after(took, rest).left, next, "{effort:?} {took:?}");
        }
    }
}
