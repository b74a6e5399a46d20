//! Numbers that a job shows while it runs.

use core::sync::atomic::{AtomicU32, Ordering};

use super::shared::Shareable;

/// Receives the level that a breadth-first search is at, and the number of states known.
pub(crate) trait ShowLevel: Fn(u32, u64) + Shareable {}

impl<F: Fn(u32, u64) + Shareable> ShowLevel for F {}

/// `N` numbers that a job sets and others read.
///
/// Each number is stored in two halves, since some targets have no 64-bit atomics. A job and its
/// driver take turns, so a number is only torn if another thread reads it during a slice: a wrong
/// figure for one frame of a progress bar.
#[derive(Debug)]
pub(crate) struct Gauge<const N: usize>([[AtomicU32; 2]; N]);

impl<const N: usize> Default for Gauge<N> {
    fn default() -> Self {
        Self([const { [const { AtomicU32::new(0) }; 2] }; N])
    }
}

impl<const N: usize> Gauge<N> {
    pub(crate) fn set(&self, numbers: [u64; N]) {
        for ([low, high], number) in self.0.iter().zip(numbers) {
            low.store(number as u32, Ordering::Relaxed);
            high.store((number >> 32) as u32, Ordering::Relaxed);
        }
    }

    pub(crate) fn get(&self) -> [u64; N] {
        self.0.each_ref().map(|[low, high]| {
            let [low, high] = [low, high].map(|half| u64::from(half.load(Ordering::Relaxed)));
            high << 32 | low
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let gauge = Gauge::<3>::default();
        assert_eq!(gauge.get(), [0; 3]);
        let numbers = [1, u64::MAX, 0x1234_5678_9abc_def0];
        gauge.set(numbers);
        assert_eq!(gauge.get(), numbers);
    }
}
