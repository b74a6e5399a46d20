//! The children of a layer, sorted by their orders.

use alloc::vec::Vec;
use core::{iter, slice};

use super::visited::Link;
use crate::runtime::{OutOfMemory, reserved};

/// The most classes of orders, and the classes for each candidate.
const MAX_CLASSES: usize = 1 << 13;
const CLASSES_A_CANDIDATE: usize = 4;

/// A board that may enter the next layer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Candidate<N> {
    pub(super) hash: u64,
    pub(super) link: Link,
    pub(super) from: u16,
    pub(super) note: N,
}

/// Boards that may enter the next layer, as they were made, and a counting sort of them by classes
/// of their orders.
#[derive(Debug)]
pub(super) struct Candidates<N> {
    all: Vec<Candidate<N>>,
    /// The order of each, minus that of the first board of the layer.
    orders: Vec<i32>,
    /// The number of candidates; entries past it are stale.
    pub(super) len: usize,
    /// The candidates in order; within a class the first one made comes first.
    numbers: Vec<u32>,
    /// `[class]`: the place of its first candidate, then of its next one.
    classes: Vec<u32>,
}

#[inline(always)]
const fn class(order: i32, least: i32, shift: u32) -> usize {
    (order.wrapping_sub(least) as u32 >> shift) as usize
}

impl<N: Copy + Default> Candidates<N> {
    pub(super) fn with_capacity(candidates: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            all: reserved(candidates)?,
            orders: reserved(candidates)?,
            len: 0,
            numbers: reserved(candidates)?,
            classes: reserved(MAX_CLASSES)?,
        })
    }

    /// Returns the entries of up to `more` further candidates and their orders. The caller adds the
    /// number of those that it fills, from the first on, to `len`.
    pub(super) fn room(
        &mut self,
        more: usize,
    ) -> iter::Zip<slice::IterMut<'_, Candidate<N>>, slice::IterMut<'_, i32>> {
        let end = self.len + more;
        if self.all.len() < end {
            self.all.resize(end, Candidate::default());
            self.orders.resize(end, 0);
        }
        let orders = self.orders[self.len..].iter_mut();
        self.all[self.len..].iter_mut().zip(orders)
    }

    /// Counts the candidates of each class. A class holds `1 << shift` orders, the first one from
    /// `least`: returns both. Never inlined into a future, as the other loops of a beam.
    #[inline(never)]
    pub(super) fn count_classes(&mut self) -> (i32, u32) {
        let orders = &self.orders[..self.len];
        let (mut least, mut most) = (i32::MAX, i32::MIN);
        for &order in orders {
            (least, most) = (order.min(least), order.max(most));
        }
        let count = (CLASSES_A_CANDIDATE * self.len).clamp(64, MAX_CLASSES);
        let mut shift = 0;
        while class(most, least, shift) >= count {
            shift += 1;
        }
        self.classes.clear();
        self.classes.resize(class(most, least, shift) + 1, 0);
        for &order in orders {
            self.classes[class(order, least, shift)] += 1;
        }
        (least, shift)
    }

    /// Sorts the candidates, whose classes are counted.
    #[inline(never)]
    pub(super) fn sort(&mut self, (least, shift): (i32, u32)) {
        let mut first = 0;
        for count in &mut self.classes {
            (first, *count) = (first + *count, first);
        }
        self.numbers.resize(self.len, 0);
        for (number, &order) in (0..).zip(&self.orders[..self.len]) {
            let next = &mut self.classes[class(order, least, shift)];
            self.numbers[*next as usize] = number;
            *next += 1;
        }
    }

    /// Returns the numbers of the sorted candidates from the `nth` on, and all candidates.
    pub(super) fn in_order(&self, nth: usize) -> (&[u32], &[Candidate<N>]) {
        (&self.numbers[nth..self.len], &self.all[..self.len])
    }
}
