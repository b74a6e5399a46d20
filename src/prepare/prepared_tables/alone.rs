//! Without locks.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::prepare::{PrepareError, Prepared, Preparing, TableOptions};
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Work};
use crate::shape::Shape;
use crate::tables::BuildProgress;

/// Prepared data, by shape and home.
#[derive(Clone, Debug, Default)]
pub(crate) struct PreparedTables {
    ready: Vec<Shared<Prepared>>,
}

impl PreparedTables {
    /// Asks for what a shape and a home need.
    pub(crate) fn request(&self, shape: Shape, home: usize, means: &TableOptions) -> Request {
        let mut ready = self.ready.iter();
        match ready.find(|prepared| prepared.fits(shape, home)) {
            Some(prepared) => Request::Ready(Some(Shared::clone(prepared))),
            None => Request::UnderWay(Box::new(Preparing::new(shape, home, means))),
        }
    }

    /// Returns whether something is prepared for a shape and a home.
    pub(crate) fn has(&self, shape: Shape, home: usize) -> bool {
        self.ready.iter().any(|ready| ready.fits(shape, home))
    }

    /// Keeps what a request found. What was kept before for the same shape and home is replaced.
    pub(crate) fn keep(&mut self, prepared: Shared<Prepared>) {
        self.ready
            .retain(|kept| !kept.fits(prepared.shape, prepared.home));
        self.ready.push(prepared);
    }

    /// Returns the memory of the tables that are ready, in bytes.
    pub(crate) fn table_bytes(&self) -> u64 {
        self.ready.iter().map(|ready| ready.table_bytes()).sum()
    }
}

/// A call that needs what a shape and a home need.
#[derive(Debug)]
pub(crate) enum Request {
    /// It is there; nothing once it was given.
    Ready(Option<Shared<Prepared>>),
    UnderWay(Box<Preparing>),
}

impl Request {
    /// Returns a request for what is there.
    pub(crate) const fn ready(prepared: Shared<Prepared>) -> Self {
        Self::Ready(Some(prepared))
    }

    /// Returns whether all is there.
    pub(crate) const fn is_ready(&self) -> bool {
        matches!(self, Self::Ready(_))
    }

    /// Returns how far the tables are, if some are under way.
    pub(crate) fn progress(&self) -> Option<BuildProgress> {
        match self {
            Self::Ready(_) => None,
            Self::UnderWay(preparing) => preparing.progress(),
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
        match self {
            Self::Ready(prepared) => Ok(prepared.take().map_or(Step::Done, Step::Found)),
            Self::UnderWay(preparing) => preparing.advance(until, counts),
        }
    }
}
