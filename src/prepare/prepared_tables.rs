//! Shared by all threads.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::prepare::{PrepareError, Prepared, Preparing, TableOptions};
use crate::runtime::job::Pace;
use crate::runtime::shared::Shared;
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
            means: means.clone(),
            state,
        }
    }

    /// Returns how far the tables of a shape and a home are, if they are under way.
    pub(crate) fn progress(&self, shape: Shape, home: usize) -> Option<BuildProgress> {
        let state = self.state(shape, home)?;
        let state = lock(&state);
        match &*state {
            State::UnderWay(preparing) => preparing.progress(),
            _ => None,
        }
    }

    /// Returns what is prepared for a shape and a home.
    pub(crate) fn get(&self, shape: Shape, home: usize) -> Option<Shared<Prepared>> {
        match &*lock(&*self.state(shape, home)?) {
            State::Ready(prepared) => Some(Shared::clone(prepared)),
            _ => None,
        }
    }

    fn state(&self, shape: Shape, home: usize) -> Option<Arc<Mutex<State>>> {
        let entries = self.entries();
        let known = entries.iter().find(|it| (it.0, it.1) == (shape, home));
        known.map(|it| Arc::clone(&it.2))
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
    /// For a new beginning.
    means: TableOptions,
    state: Arc<Mutex<State>>,
}

impl Request {
    /// Waits for the data, and does its share of the work; `None` if the job is recalled before.
    pub(crate) async fn answer(
        self,
        pace: &mut Pace,
    ) -> Result<Option<Shared<Prepared>>, PrepareError> {
        if let State::Ready(prepared) = &*lock(&self.state) {
            return Ok(Some(Shared::clone(prepared)));
        }
        pace.set_preparing(true).await;
        let answer = loop {
            if pace.recall == Some(0) {
                break Ok(None);
            }
            if let Some(answer) = self.advance() {
                break answer.map(Some);
            }
            pace.end_slice().await;
        };
        pace.set_preparing(false).await;
        answer
    }

    /// Does a slice; returns the data at the end.
    pub(super) fn advance(&self) -> Option<Result<Shared<Prepared>, PrepareError>> {
        let mut state = lock(&self.state);
        if let State::Empty = &*state {
            let preparing = Preparing::new(self.shape, self.home, &self.means);
            *state = State::UnderWay(Box::new(preparing));
        }
        match &mut *state {
            State::Ready(prepared) => {
                debug_assert!(prepared.fits(self.shape, self.home));
                Some(Ok(Shared::clone(prepared)))
            }
            State::UnderWay(preparing) => match preparing.advance()? {
                Ok(prepared) => {
                    let unkept = preparing.take_unkept();
                    *state = State::Ready(Shared::clone(&prepared));
                    // The error is returned once; the tables are there for the next call.
                    Some(match unkept {
                        Some(error) => Err(PrepareError::Table(error)),
                        None => Ok(prepared),
                    })
                }
                Err(error) => {
                    *state = State::Empty;
                    Some(Err(error))
                }
            },
            State::Empty => None,
        }
    }
}
