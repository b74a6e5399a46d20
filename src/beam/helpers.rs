//! Threads that list the children of wide layers.
//!
//! A layer is cut into parts. The owner of the beam takes what was listed in the order of the
//! boards, so finds and counts are the same with any number of threads.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt;

use super::beam_config::BeamConfig;
use super::layer::Layer;
use super::listed::{ExpandJob, Expanded, Listed};
use crate::beam::ranking::Ranking;
use crate::runtime::cost_model::beam as cost;
use crate::runtime::effort::Effort;
use crate::runtime::pool::{News, Pool, Queue};
use crate::runtime::shared::{Shareable, Shared};

/// The boards of a part: about 20 microseconds.
const PART: usize = 256;

/// Narrower layers are expanded without helpers: to wake them takes as long as some hundred boards.
const FEWEST: usize = 4 * PART;

/// The threads beside that of the owner of the beam, if there may be any.
#[derive(Debug)]
pub(super) struct Helpers {
    wanted: usize,
    pool: Option<Pool<Parts>>,
    /// True while a layer is expanded.
    are_at_work: bool,
}

/// The parts of a layer. Code for threads is compiled once, so rankings are behind pointers here.
#[derive(Debug, Default)]
struct Parts {
    /// The layer, and its number among those of the pool.
    layer: Option<Shared<dyn ExpandParts>>,
    number: usize,
    /// The next part to begin, and the one that the owner waits for.
    next: usize,
    awaited: usize,
    /// The parts that are listed, and not taken.
    listed: Vec<Option<Box<dyn AnyPart>>>,
    /// True if there was no memory for a part.
    is_lost: bool,
}

#[derive(Debug)]
struct Task {
    layer: Shared<dyn ExpandParts>,
    number: usize,
    nth: usize,
    part: Option<Box<dyn AnyPart>>,
}

/// A layer that is expanded, with any ranking.
trait ExpandParts: Shareable {
    /// Lists the children of a part; `None` if there is no memory.
    fn list(&self, nth: usize, effort: &mut Effort) -> Option<Box<dyn AnyPart>>;
}

/// A [`Part`] with any notes.
trait AnyPart: Shareable {
    fn into_any(self: Box<Self>) -> Box<dyn Any>;
}

impl fmt::Debug for dyn ExpandParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ExpandParts")
    }
}

impl fmt::Debug for dyn AnyPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyPart")
    }
}

struct SharedLayer<R: Ranking> {
    ranking: R,
    terms: BeamConfig,
    layer: Shared<Layer<R::State>>,
    most: u32,
}

/// The children of some boards.
#[derive(Debug)]
pub(super) struct Part<N> {
    pub(super) listed: Listed<N>,
    pub(super) it: Expanded,
}

/// The state of the next part.
#[derive(Debug)]
pub(super) enum Next<N> {
    Listed(Part<N>),
    /// It is being listed, or has not begun.
    Open,
    /// A thread has panicked, or there is no memory.
    Lost,
}

impl Helpers {
    /// Returns up to `wanted` helpers.
    pub(super) const fn new(wanted: usize) -> Self {
        Self {
            wanted,
            pool: None,
            are_at_work: false,
        }
    }

    /// Returns whether a layer is being expanded.
    pub(super) const fn are_at_work(&self) -> bool {
        self.are_at_work
    }

    /// Begins to expand a layer, if it is wide enough and threads are available.
    pub(super) fn begin<R: Ranking>(
        &mut self,
        ranking: &R,
        terms: &BeamConfig,
        layer: &Shared<Layer<R::State>>,
        most: u32,
    ) {
        if self.wanted == 0 || layer.boards < FEWEST {
            return;
        }
        let pool = self.pool.get_or_insert_with(|| {
            let mut pool = Pool::new(Parts::default());
            pool.start(self.wanted);
            pool
        });
        if pool.workers() == 0 {
            (self.pool, self.wanted) = (None, 0);
            return;
        }
        let count = layer.boards.div_ceil(PART);
        let layer = Shared::new(SharedLayer {
            ranking: ranking.clone(),
            terms: terms.clone(),
            layer: Shared::clone(layer),
            most,
        });
        let begun = pool.ask(|parts| {
            parts.end();
            parts.layer = Some(layer);
            parts.listed.resize_with(count, || None);
        });
        self.are_at_work = begun.is_some();
    }

    /// Takes what was listed of the boards from number `first` on.
    pub(super) fn take<N: 'static>(&mut self, first: usize) -> Next<N> {
        let next = self.pool.as_mut().and_then(|pool| {
            pool.look(|parts| {
                parts.awaited = first / PART;
                let part = parts.listed.get_mut(parts.awaited)?.take();
                (part.is_some() || !parts.is_lost).then_some(part)
            })
        });
        match next.flatten() {
            None => Next::Lost,
            Some(None) => Next::Open,
            Some(Some(part)) => match part.into_any().downcast() {
                Ok(part) => Next::Listed(*part),
                Err(_) => Next::Lost,
            },
        }
    }

    /// Lists a part that has not begun, or waits for a slice for the one that was to be taken.
    pub(super) fn help(&mut self, effort: &mut Effort) {
        if let Some(pool) = &mut self.pool {
            if !pool.help(effort) {
                pool.wait();
                effort.spend(Effort::SLICE);
            }
        }
    }

    /// Ends the expansion of the layer.
    pub(super) fn end(&mut self) {
        if let (true, Some(pool)) = (self.are_at_work, &mut self.pool) {
            pool.look(Parts::end);
        }
        self.are_at_work = false;
    }
}

impl Parts {
    fn end(&mut self) {
        self.layer = None;
        self.number += 1;
        self.next = 0;
        self.listed.clear();
        self.is_lost = false;
    }
}

impl Queue for Parts {
    type Task = Task;

    fn take(&mut self, _last: &mut usize) -> Option<Task> {
        let layer = self.layer.as_ref()?;
        let nth = self.next;
        if nth >= self.listed.len() || self.is_lost {
            return None;
        }
        self.next += 1;
        Some(Task {
            layer: Shared::clone(layer),
            number: self.number,
            nth,
            part: None,
        })
    }

    fn advance(task: &mut Task, effort: &mut Effort) {
        task.part = task.layer.list(task.nth, effort);
    }

    fn give_back(&mut self, task: Task) -> News {
        if task.number != self.number {
            return News::None;
        }
        self.is_lost |= task.part.is_none();
        self.listed[task.nth] = task.part;
        if task.nth == self.awaited || self.is_lost {
            News::Owner
        } else {
            News::None
        }
    }
}

impl<R: Ranking> ExpandParts for SharedLayer<R> {
    fn list(&self, nth: usize, effort: &mut Effort) -> Option<Box<dyn AnyPart>> {
        let mut listed = Listed::<R::Note>::new(0, PART).ok()?;
        let job = ExpandJob {
            ranking: &self.ranking,
            terms: &self.terms,
            layer: &self.layer,
            most: self.most,
        };
        let boards = self.layer.boards;
        let it = listed.add(&job, nth * PART..boards.min((nth + 1) * PART));
        effort.spend(it.cost(cost::CHILD + self.ranking.cost_of_child()));
        Some(Box::new(Part { listed, it }))
    }
}

impl<N: Shareable + 'static> AnyPart for Part<N> {
    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}
