//! The children of a layer in order.

use alloc::vec::Vec;

use super::trail::Link;
use crate::effort::Effort;
use crate::tables::{OutOfMemory, reserved};

/// A board that may enter the next layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// Less seems nearer to the goal.
    pub(super) order: i64,
    pub(super) hash: u64,
    pub(super) link: Link,
    pub(super) estimate: u32,
}

/// The most classes of orders, and the classes for each candidate. More sort finer and cost more.
const MAX_CLASSES: usize = 1 << 13;
const CLASSES_A_CANDIDATE: usize = 4;

/// What a candidate and a class cost, in nanoseconds.
const CANDIDATE_COST: usize = 4;
const CLASS_COST: usize = 1;

/// A counting sort of candidates by classes of their orders. Within a class those made first come
/// first.
#[derive(Clone, Debug)]
pub(super) struct Sorting {
    /// The numbers of the candidates, in order.
    pub(super) numbers: Vec<u32>,
    /// By class: how many candidates there are of it; then where the next one goes.
    classes: Vec<u32>,
    least: i64,
    /// A class holds this power of two of orders.
    shift: u32,
    done: usize,
    is_counted: bool,
}

impl Sorting {
    pub(super) fn new(candidates: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            numbers: reserved(candidates)?,
            classes: reserved(MAX_CLASSES)?,
            least: 0,
            shift: 0,
            done: 0,
            is_counted: false,
        })
    }

    /// Begins with so many candidates whose orders lie between two.
    pub(super) fn begin(&mut self, candidates: usize, (least, most): (i64, i64)) {
        let range = most.saturating_sub(least) as u64;
        let classes = (CLASSES_A_CANDIDATE * candidates).clamp(64, MAX_CLASSES) as u64;
        self.shift = 0;
        while range >> self.shift >= classes {
            self.shift += 1;
        }
        self.classes.clear();
        self.classes.resize((range >> self.shift) as usize + 1, 0);
        self.numbers.clear();
        self.numbers.resize(candidates, 0);
        (self.least, self.done, self.is_counted) = (least, 0, false);
    }

    /// Goes on; returns whether all are in order.
    pub(super) fn go_on(&mut self, candidates: &[Candidate], effort: &mut Effort) -> bool {
        let room = effort.room(CANDIDATE_COST).max(1);
        let end = candidates.len().min(self.done + room);
        effort.spend((end - self.done) * CANDIDATE_COST);
        let part = &candidates[self.done..end];
        let class = |candidate: &Candidate| {
            (candidate.order.wrapping_sub(self.least) as u64 >> self.shift) as usize
        };
        if self.is_counted {
            for (number, candidate) in (self.done as u32..).zip(part) {
                let next = &mut self.classes[class(candidate)];
                self.numbers[*next as usize] = number;
                *next += 1;
            }
            self.done = end;
            return end == candidates.len();
        }
        for candidate in part {
            self.classes[class(candidate)] += 1;
        }
        self.done = end;
        if end == candidates.len() {
            let mut first = 0;
            for count in &mut self.classes {
                (first, *count) = (first + *count, first);
            }
            effort.spend(self.classes.len() * CLASS_COST);
            (self.done, self.is_counted) = (0, true);
        }
        false
    }
}
