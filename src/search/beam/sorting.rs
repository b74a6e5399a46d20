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
    /// A class holds this power of two of orders.
    shift: u32,
}

impl Sorting {
    pub(super) fn new(candidates: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            numbers: reserved(candidates)?,
            candidates: 0,
            classes: reserved(MAX_CLASSES)?,
            shift: 0,
        })
    }

    /// Makes the classes of orders between two.
    fn classify(&mut self, least: i32, most: i32) {
        let range = most.wrapping_sub(least) as u32;
        let classes = (CLASSES_A_CANDIDATE * self.candidates).clamp(64, MAX_CLASSES) as u32;
        self.shift = 0;
        while range >> self.shift >= classes {
            self.shift += 1;
        }
        self.classes.clear();
        self.classes.resize((range >> self.shift) as usize + 1, 0);
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
        let (mut least, mut most) = (i32::MAX, i32::MIN);
        for part in orders.chunks(AT_ONCE) {
            for &order in part {
                (least, most) = (order.min(least), order.max(most));
            }
            pace.spend(part.len() * cost::SORTED_CANDIDATE).await;
        }
        self.classify(least, most);
        let shift = self.shift;
        let class = |order: &i32| (order.wrapping_sub(least) as u32 >> shift) as usize;
        for part in orders.chunks(AT_ONCE) {
            for order in part {
                self.classes[class(order)] += 1;
            }
            pace.spend(part.len() * cost::SORTED_CANDIDATE).await;
        }
        let mut first = 0;
        for count in &mut self.classes {
            (first, *count) = (first + *count, first);
        }
        pace.pay(self.classes.len() * cost::CLASS);
        for (part, nth) in orders.chunks(AT_ONCE).zip((0..).step_by(AT_ONCE)) {
            for (number, order) in (nth..).zip(part) {
                let next = &mut self.classes[class(order)];
                self.numbers[*next as usize] = number;
                *next += 1;
            }
            pace.spend(part.len() * cost::SORTED_CANDIDATE).await;
        }
    }
}
