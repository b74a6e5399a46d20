//! The children of a layer in order.

use alloc::vec::Vec;

use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::runtime::cost_model::beam as cost;
use crate::runtime::effort::Effort;

/// The most classes of orders, and the classes for each candidate. More sort finer and cost more.
const MAX_CLASSES: usize = 1 << 13;
const CLASSES_A_CANDIDATE: usize = 4;

/// A counting sort of candidates by classes of their orders. Within a class those made first come
/// first.
#[derive(Clone, Debug)]
pub(super) struct Sorting {
    /// The numbers of the candidates, in order; what is beyond them is of earlier layers.
    numbers: Vec<u32>,
    candidates: usize,
    /// By class: how many candidates there are of it; then where the next one goes.
    classes: Vec<u32>,
    least: i32,
    /// A class holds this power of two of orders.
    shift: u32,
    done: usize,
    stage: Stage,
}

/// The stage of the work on all candidates.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// The least and the greatest order are found: these, so far.
    Range(i32, i32),
    /// The candidates of each class are counted.
    Count,
    /// They are put in order.
    Place,
}

impl Sorting {
    pub(super) fn new(candidates: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            numbers: reserved(candidates)?,
            candidates: 0,
            classes: reserved(MAX_CLASSES)?,
            least: 0,
            shift: 0,
            done: 0,
            stage: Stage::Place,
        })
    }

    /// Begins with `candidates` candidates.
    pub(super) fn begin(&mut self, candidates: usize) {
        if self.numbers.len() < candidates {
            self.numbers.resize(candidates, 0);
        }
        self.candidates = candidates;
        self.done = 0;
        self.stage = Stage::Range(i32::MAX, i32::MIN);
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
        self.least = least;
    }

    /// Returns the numbers of the candidates, in order.
    pub(super) fn numbers(&self) -> &[u32] {
        &self.numbers[..self.candidates]
    }

    /// Goes on, given the orders of all candidates; returns whether all are in order.
    pub(super) fn go_on(&mut self, orders: &[i32], effort: &mut Effort) -> bool {
        let room = effort.room(cost::SORTED_CANDIDATE).max(1);
        let end = orders.len().min(self.done + room);
        effort.spend((end - self.done) * cost::SORTED_CANDIDATE);
        let part = &orders[self.done..end];
        let numbers = self.done as u32..;
        self.done = end;
        let (least, shift) = (self.least, self.shift);
        let class = |order: &i32| (order.wrapping_sub(least) as u32 >> shift) as usize;
        match &mut self.stage {
            Stage::Range(least, most) => {
                for &order in part {
                    (*least, *most) = (order.min(*least), order.max(*most));
                }
            }
            Stage::Count => {
                for order in part {
                    self.classes[class(order)] += 1;
                }
            }
            Stage::Place => {
                for (number, order) in numbers.zip(part) {
                    let next = &mut self.classes[class(order)];
                    self.numbers[*next as usize] = number;
                    *next += 1;
                }
            }
        }
        if end < orders.len() {
            return false;
        }
        self.done = 0;
        self.stage = match self.stage {
            Stage::Range(least, most) => {
                self.classify(least, most);
                Stage::Count
            }
            Stage::Count => {
                let mut first = 0;
                for count in &mut self.classes {
                    (first, *count) = (first + *count, first);
                }
                effort.spend(self.classes.len() * cost::CLASS);
                Stage::Place
            }
            Stage::Place => return true,
        };
        false
    }
}
