//! What a shape and a home need before a board is seen.

mod error;
mod heuristic_kind;
mod means;
mod method;
mod prepared_tables;
mod preparing;
mod tables_for;

use core::ops::ControlFlow;

pub(crate) use error::PrepareError;
pub use error::TableError;
pub use heuristic_kind::HeuristicKind;
pub(crate) use means::Means;
pub(crate) use method::{Method, takes_patterns};
pub(crate) use prepared_tables::{PreparedTables, Request};
pub(crate) use preparing::Preparing;

use crate::canonical::CanonicalBoard;
use crate::moves::Moves;
use crate::search::all_boards::ReadOff;
use crate::search::general::{self, Neighbours};
use crate::search::meter::{Meter, drive};
use crate::search::patterns::Patterns;
use crate::search::stack::StackSearch;
use crate::shape::Shape;
use crate::tables::Shared;

/// Everything that depends on shape and home alone, immutable and shared.
///
/// Boards come as canonical instances and leave as moves, so nothing in here knows of goals.
#[derive(Debug)]
pub(crate) struct Prepared {
    shape: Shape,
    home: usize,
    /// For the general kernel; empty where another is used.
    neighbours: Neighbours,
    pub(crate) method: Method,
}

impl Prepared {
    fn new(shape: Shape, home: usize, method: Method) -> Self {
        let neighbours = match method {
            Method::Full(_) | Method::Patterns(_) | Method::Stamped(_) => Neighbours::default(),
            _ => Neighbours::new(shape),
        };
        Self {
            shape,
            home,
            neighbours,
            method,
        }
    }

    /// Returns whether this is about that shape and home.
    pub(crate) fn fits(&self, shape: Shape, home: usize) -> bool {
        self.shape == shape && self.home == home
    }

    /// Returns the memory of the tables, in bytes.
    pub(crate) fn table_bytes(&self) -> u64 {
        self.method.table_bytes()
    }

    /// Returns the pattern tables, where the search has some.
    pub(crate) fn patterns(&self) -> Option<&Patterns> {
        match &self.method {
            Method::Patterns(kit) => Some(kit.patterns()),
            _ => None,
        }
    }

    /// Returns whether solving needs no search to speak of.
    pub(crate) const fn is_instant(&self) -> bool {
        matches!(self.method, Method::Full(_)) || self.shape.is_path()
    }

    /// Finds a shortest solution, or breaks off where the meter says so.
    pub(crate) fn solve(
        &self,
        instance: &CanonicalBoard,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<(), Moves> {
        let neighbours = &self.neighbours;
        match &self.method {
            Method::Full(table) => found(drive(
                &mut ReadOff::new(Shared::clone(table), instance),
                meter,
            )?),
            Method::Patterns(kit) => {
                let search = StackSearch::new(Shared::clone(kit), instance, meter.bound);
                found(drive(&mut search.on_threads(meter.threads), meter)?)
            }
            Method::Stamped(kernel) => {
                match kernel.search(&instance.cells, instance.blank, meter) {
                    Some(moves) => ControlFlow::Continue(moves.into_iter().collect()),
                    None => ControlFlow::Break(()),
                }
            }
            Method::Manhattan(it) => general::search(neighbours, it, instance, meter),
            Method::LinearConflict(it) => general::search(neighbours, it, instance, meter),
            Method::WalkingDistance(it) => general::search(neighbours, it, instance, meter),
        }
    }
}

/// A search for a shortest solution ends with one.
fn found(moves: Option<Moves>) -> ControlFlow<(), Moves> {
    moves.map_or(ControlFlow::Break(()), ControlFlow::Continue)
}
