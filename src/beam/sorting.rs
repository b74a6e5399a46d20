//! The children of a layer in order.

use alloc::vec::Vec;

use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::runtime::cost_model::beam as cost;
use crate::runtime::job::Pace;

/// The most classes of orders, and the classes for each candidate. More sort finer and cost more.
const MAX_CLASSES: usize = 1 << 13;
const CLASSES_A_CANDIDATE: usize = 4;

/// The candidates that are looked at between two steps of the pace.
const AT_ONCE: usize = 1 << 12;

/// A counting sort of candidates by classes of their orders. Within a class those made first come
/// first.
#[derive(Clone, Debug, Default)]
pub(super) struct Sorting {
    /// The numbers of the candidates, in order; what is beyond them is of earlier layers.
    numbers: Vec<u32>,
    candidates: usize,
    /// By class: how many candidates there are of it; then where the next one goes.
    classes: Vec<u32>,
    least: i32,
    /// A class holds this power of two of orders.
    shift: u32,
}

impl Sorting {
    pub(super) fn new(candidates: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            numbers: reserved(candidates)?,
            candidates: 0,
            classes: reserved(MAX_CLASSES)?,
            least: 0,
            shift: 0,
        })
    }

    /// Makes the classes of a range of orders.
    fn classify(&mut self, (least, most): (i32, i32)) {
        let range = most.wrapping_sub(least) as u32;
        let classes = (CLASSES_A_CANDIDATE * self.candidates).clamp(64, MAX_CLASSES) as u32;
        self.shift = 0;
        while range >> self.shift >= classes {
            self.shift += 1;
        }
        self.classes.clear();
        self.classes.resize((range >> self.shift) as usize + 1, 0);
        self.least = least;
    }

    /// Returns the numbers of the candidates, in order.
    pub(super) fn numbers(&self) -> &[u32] {
        &self.numbers[..self.candidates]
    }

    /// Puts candidates in order, given the orders of all.
    pub(super) async fn sort(&mut self, orders: &[i32], pace: &mut Pace) {
        if self.numbers.len() < orders.len() {
            self.numbers.resize(orders.len(), 0);
        }
        self.candidates = orders.len();
        let mut range = (i32::MAX, i32::MIN);
        for part in orders.chunks(AT_ONCE) {
            range = widened(range, part);
            pace.spend(part.len() * cost::SORTED_CANDIDATE).await;
        }
        self.classify(range);
        for part in orders.chunks(AT_ONCE) {
            self.count(part);
            pace.spend(part.len() * cost::SORTED_CANDIDATE).await;
        }
        let mut first = 0;
        for count in &mut self.classes {
            (first, *count) = (first + *count, first);
        }
        pace.pay(self.classes.len() * cost::CLASS);
        for (part, nth) in orders.chunks(AT_ONCE).zip((0..).step_by(AT_ONCE)) {
            self.place(part, nth);
            pace.spend(part.len() * cost::SORTED_CANDIDATE).await;
        }
    }

    /// Counts candidates of each class. (Within the job its loop would keep nothing in registers.)
    #[inline(never)]
    fn count(&mut self, orders: &[i32]) {
        let (least, shift, classes) = (self.least, self.shift, &mut self.classes[..]);
        for &order in orders {
            classes[class(order, least, shift)] += 1;
        }
    }

    /// Puts candidates from number `nth` on into their places.
    #[inline(never)]
    fn place(&mut self, orders: &[i32], nth: u32) {
        let (least, shift, classes) = (self.least, self.shift, &mut self.classes[..]);
        let numbers = &mut self.numbers[..];
        for (number, &order) in (nth..).zip(orders) {
            let next = &mut classes[class(order, least, shift)];
            numbers[*next as usize] = number;
            *next += 1;
        }
    }
}

/// Returns the least and the greatest of a range and some orders.
fn widened((mut least, mut most): (i32, i32), orders: &[i32]) -> (i32, i32) {
    for &order in orders {
        (least, most) = (order.min(least), order.max(most));
    }
    (least, most)
}

#[inline(always)]
const fn class(order: i32, least: i32, shift: u32) -> usize {
    (order.wrapping_sub(least) as u32 >> shift) as usize
}
