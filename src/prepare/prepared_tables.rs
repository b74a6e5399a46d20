//! Shared by all threads.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::prepare::{PrepareError, Prepared, Preparing, TableOptions};
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Work};
use crate::shape::Shape;
use crate::tables::BuildProgress;

/// The prepared data by shape and home, finished and under way.
///
/// A lock is held for one slice of work at most, and while it is held nothing is called that could
/// ask for another one. So several calls continue with the same tables together, a call that ends
/// leaves them to the next one, and nobody waits for a caller.
#[derive(Clone, Debug, Default)]
pub(crate) struct PreparedTables {
    entries: Arc<Mutex<Vec<Entry>>>,
}

/// A shape and a home, and how far they are.
type Entry = (Shape, usize, Arc<Mutex<State>>);

#[derive(Debug)]
enum State {
    /// Nothing is there, nor under way.
    Empty,
    UnderWay(Box<Preparing>),
    Ready(Shared<Prepared>),
}

impl PreparedTables {
    /// Asks for what a shape and a home need.
    pub(crate) fn request(&self, shape: Shape, home: usize, means: &TableOptions) -> Request {
        let mut entries = self.entries();
        let known = entries
            .iter()
            .find(|(other, at, _)| (*other, *at) == (shape, home))
            .map(|(_, _, state)| Arc::clone(state));
        let state = known.unwrap_or_else(|| {
            let state = Arc::new(Mutex::new(State::Empty));
            entries.push((shape, home, Arc::clone(&state)));
            state
        });
        Request {
            shape,
            home,
            means: Some(means.clone()),
            state,
            is_over: false,
        }
    }

    /// Returns whether something is prepared for a shape and a home.
    pub(crate) fn has(&self, shape: Shape, home: usize) -> bool {
        let entries = self.entries();
        let known = entries.iter().find(|it| (it.0, it.1) == (shape, home));
        let state = known.map(|it| Arc::clone(&it.2));
        drop(entries);
        state.is_some_and(|state| matches!(&*lock(&state), State::Ready(_)))
    }

    /// Returns the memory of all tables that are ready, in bytes.
    pub(crate) fn table_bytes(&self) -> u64 {
        self.ready().iter().map(|it| it.table_bytes()).sum()
    }

    fn ready(&self) -> Vec<Shared<Prepared>> {
        let states: Vec<_> = self.entries().iter().map(|it| Arc::clone(&it.2)).collect();
        let ready = |state: &Arc<Mutex<State>>| match &*lock(state) {
            State::Ready(prepared) => Some(Shared::clone(prepared)),
            _ => None,
        };
        states.iter().filter_map(ready).collect()
    }

    fn entries(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Locks a state. What a panicking thread left under way is begun again.
fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(|poisoned| {
        state.clear_poison();
        let mut state = poisoned.into_inner();
        if matches!(*state, State::UnderWay(_)) {
            *state = State::Empty;
        }
        state
    })
}

/// A call that needs what a shape and a home need.
///
/// It continues with what other calls have begun. What fails is begun again by the next request.
#[derive(Debug)]
pub(crate) struct Request {
    shape: Shape,
    home: usize,
    /// For a new beginning; none if all is there.
    means: Option<TableOptions>,
    state: Arc<Mutex<State>>,
    is_over: bool,
}

impl Request {
    /// Returns a request for what is there.
    pub(crate) fn ready(prepared: Shared<Prepared>) -> Self {
        let (shape, home) = (prepared.shape, prepared.home);
        Self {
            shape,
            home,
            means: None,
            state: Arc::new(Mutex::new(State::Ready(prepared))),
            is_over: false,
        }
    }

    /// Returns whether all is there; it does not wait for a thread that holds the lock to prepare more.
    pub(crate) fn is_ready(&self) -> bool {
        let state = self.state.try_lock();
        state.is_ok_and(|state| matches!(*state, State::Ready(_)))
    }

    /// Returns how far the tables are, if some are under way.
    pub(crate) fn progress(&self) -> Option<BuildProgress> {
        match &*lock(&self.state) {
            State::UnderWay(preparing) => preparing.progress(),
            _ => None,
        }
    }
}

impl Work for Request {
    type Found = Shared<Prepared>;
    type Failure = PrepareError;

    fn advance(
        &mut self,
        until: u64,
        counts: &mut Counts,
    ) -> Result<Step<Shared<Prepared>>, PrepareError> {
        if self.is_over {
            return Ok(Step::Done);
        }
        let mut state = lock(&self.state);
        if let (State::Empty, Some(means)) = (&*state, &self.means) {
            *state = State::UnderWay(Box::new(Preparing::new(self.shape, self.home, means)));
        }
        let found = match &mut *state {
            State::Ready(prepared) => {
                debug_assert!(prepared.fits(self.shape, self.home));
                Ok(Step::Found(Shared::clone(prepared)))
            }
            State::UnderWay(preparing) => match preparing.advance(until, counts) {
                Ok(Step::Found(prepared)) => {
                    let unkept = preparing.take_unkept();
                    *state = State::Ready(Shared::clone(&prepared));
                    // The error is returned once; the tables are there for the next call.
                    match unkept {
                        Some(error) => Err(PrepareError::Table(error)),
                        None => Ok(Step::Found(prepared)),
                    }
                }
                Err(error) => {
                    *state = State::Empty;
                    Err(error)
                }
                Ok(_) => return Ok(Step::Paused),
            },
            State::Empty => return Ok(Step::Paused),
        };
        self.is_over = true;
        found
    }
}
