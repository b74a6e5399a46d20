//! What a solver knows of a shape and a home before it sees a board.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::moves::Moves;
use crate::puzzle::Puzzle;
use crate::search::general::{self, Geometry};
use crate::search::instance::Instance;
use crate::search::meter::Meter;
use crate::shape::Shape;

/// Everything that depends on shape and home alone, immutable and shared.
///
/// A board enters it relabelled and leaves it as moves, so nothing in here knows of goals.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    shape: Shape,
    home: usize,
    geometry: Geometry,
}

impl Prepared {
    pub(crate) fn new(shape: Shape, home: usize) -> Self {
        Self {
            shape,
            home,
            geometry: Geometry::new(shape),
        }
    }

    /// Returns whether this is about that shape and home.
    pub(crate) fn fits(&self, shape: Shape, home: usize) -> bool {
        self.shape == shape && self.home == home
    }

    /// Relabels a board: each tile by the cell that it must reach.
    pub(crate) fn instance(&self, board: &impl Puzzle, destinations: &[u16]) -> Instance {
        let at: Vec<u16> = board
            .tiles()
            .iter()
            .map(|&tile| destinations[tile as usize])
            .collect();
        Instance {
            shape: self.shape,
            home: self.home,
            at,
            blank: board.blank(),
        }
    }

    /// Finds a shortest solution, or breaks off where the meter says so.
    pub(crate) fn solve(
        &self,
        instance: &Instance,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<(), Moves> {
        general::search(&self.geometry, instance, meter)
    }
}
