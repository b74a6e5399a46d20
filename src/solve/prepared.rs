//! What a solver knows of a shape and a home before it sees a board.

use core::ops::ControlFlow;

use crate::canonical::CanonicalBoard;
use crate::moves::Moves;
use crate::search::all_boards::ReadOff;
use crate::search::general;
use crate::search::manhattan;
use crate::search::meter::{Meter, drive};
use crate::search::patterns::Patterns;
use crate::search::stack::{Kit, StackSearch};
use crate::shape::Shape;
use crate::solve::choice::{Means, Method, NoMethod};
#[cfg(feature = "std")]
use crate::solve::error::TableError;
use crate::tables::Shared;

/// Everything that depends on shape and home alone, immutable and shared.
///
/// Boards come as canonical instances and leave as moves, so nothing in here knows of goals.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    shape: Shape,
    home: usize,
    pub(super) method: Method,
    #[cfg(feature = "std")]
    /// Why the tables were not kept for the next program, where they should have been and were
    /// not.
    pub(super) unkept: Option<TableError>,
}

impl Prepared {
    /// Builds what the heuristic needs; the meter hears of the progress and may stop it.
    pub(super) fn new(
        shape: Shape,
        home: usize,
        means: &Means,
        meter: &mut Meter<'_>,
    ) -> Result<Self, NoMethod> {
        #[cfg_attr(
            not(feature = "std"),
            expect(unused_variables, reason = "nothing can be kept")
        )]
        let (method, unkept) = Method::new(shape, home, means, meter)?;
        Ok(Self {
            shape,
            home,
            method,
            #[cfg(feature = "std")]
            unkept,
        })
    }

    /// Returns whether this is about that shape and home.
    pub(super) fn fits(&self, shape: Shape, home: usize) -> bool {
        self.shape == shape && self.home == home
    }

    /// Returns the memory of the tables, in bytes.
    pub(super) fn table_bytes(&self) -> u64 {
        self.method.table_bytes()
    }

    /// Returns the pattern tables, where the search has some.
    pub(super) fn patterns(&self) -> Option<&Patterns> {
        match &self.method {
            Method::Patterns(kit) => Some(kit.patterns()),
            _ => None,
        }
    }

    /// Returns the pattern tables and their automaton, where the search has some.
    pub(super) const fn kit(&self) -> Option<&Shared<Kit>> {
        match &self.method {
            Method::Patterns(kit) => Some(kit),
            _ => None,
        }
    }

    /// Returns whether solving needs no search to speak of.
    pub(super) const fn is_instant(&self) -> bool {
        matches!(self.method, Method::Full(_)) || self.shape.is_path()
    }

    /// Finds a shortest solution, or breaks off where the meter says so.
    pub(super) fn solve(
        &self,
        instance: &CanonicalBoard,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<(), Moves> {
        match &self.method {
            Method::Full(table) => found(drive(
                &mut ReadOff::new(Shared::clone(table), instance),
                meter,
            )?),
            Method::Patterns(kit) => {
                let search = StackSearch::new(Shared::clone(kit), instance, meter.bound);
                meter.generated += 1;
                found(drive(&mut search.on_threads(meter.threads), meter)?)
            }
            Method::Stamped(_) | Method::Manhattan(_) => manhattan::search(instance, meter),
            Method::LinearConflict(it) => general::search(it, instance, meter),
            Method::WalkingDistance(it) => general::search(it, instance, meter),
        }
    }
}

/// A search for a shortest solution ends with one.
fn found(moves: Option<Moves>) -> ControlFlow<(), Moves> {
    moves.map_or(ControlFlow::Break(()), ControlFlow::Continue)
}
