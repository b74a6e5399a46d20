//! What a solver has learnt, shared between threads.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::time::Duration;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use crate::search::meter::Meter;
use crate::shape::Shape;
use crate::solve::choice::NoMethod;
use crate::solve::prepared::Prepared;

/// What was learnt of shapes, and what is being learnt.
///
/// No lock is held while tables are built: who needs another shape goes on, and who needs the same
/// waits, but not beyond the limits of its own call.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    kept: Mutex<Kept>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Kept {
    ready: Vec<Arc<Prepared>>,
    /// Shape, home and who is at it.
    under_way: Vec<(Shape, usize, ThreadId)>,
}

/// How often somebody who waits looks at the limits of its call.
const PATIENCE: Duration = Duration::from_millis(5);

impl Shelf {
    /// Returns what is known of a shape and a home, after learning it where nobody did.
    pub(super) fn get(
        &self,
        shape: Shape,
        home: usize,
        meter: &mut Meter<'_>,
        learn: impl FnOnce(&mut Meter<'_>) -> Result<Prepared, NoMethod>,
    ) -> Result<Arc<Prepared>, NoMethod> {
        let mut kept = self.lock();
        loop {
            if let Some(prepared) = kept.ready.iter().find(|it| it.fits(shape, home)) {
                return Ok(Arc::clone(prepared));
            }
            // A callback of the one who builds may ask for the same: it can't wait for itself.
            let me = thread::current().id();
            let is_waiting = kept
                .under_way
                .iter()
                .any(|&(other, at, who)| other == shape && at == home && who != me);
            if !is_waiting {
                kept.under_way.push((shape, home, me));
                break;
            }
            drop(kept);
            if meter.pause() == ControlFlow::Break(()) {
                return Err(NoMethod::Stopped);
            }
            let waited = self.changed.wait_timeout(self.lock(), PATIENCE);
            kept = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(kept);
        let _mark = Mark {
            shelf: self,
            shape,
            home,
        };
        let prepared = Arc::new(learn(meter)?);
        let mut kept = self.lock();
        if let Some(other) = kept.ready.iter().find(|it| it.fits(shape, home)) {
            return Ok(Arc::clone(other));
        }
        kept.ready.push(Arc::clone(&prepared));
        drop(kept);
        match &prepared.unkept {
            // It is told once; the tables are there for the next call.
            Some(error) => Err(error.clone().into()),
            None => Ok(prepared),
        }
    }

    /// Returns the memory of all tables, in bytes.
    pub(super) fn table_bytes(&self) -> u64 {
        self.lock().ready.iter().map(|it| it.table_bytes()).sum()
    }

    /// What a panicking thread left is whole: the lists change in one step each.
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Says that this thread is no longer at it, however it ended.
struct Mark<'s> {
    shelf: &'s Shelf,
    shape: Shape,
    home: usize,
}

impl Drop for Mark<'_> {
    fn drop(&mut self) {
        let mine = (self.shape, self.home, thread::current().id());
        let mut kept = self.shelf.lock();
        if let Some(at) = kept.under_way.iter().rposition(|&it| it == mine) {
            kept.under_way.swap_remove(at);
        }
        drop(kept);
        self.shelf.changed.notify_all();
    }
}
