//! What a solver knows of a shape and a home before it sees a board.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::heuristic::{HeuristicError, LinearConflict, Manhattan, WalkingDistance};
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use crate::search::automaton::{Automaton, depth_for};
use crate::search::general::{self, Neighbours};
use crate::search::instance::Instance;
use crate::search::meter::Meter;
use crate::search::patterns::Patterns;
use crate::search::stack::{self, Moving};
use crate::shape::Shape;
use crate::solve::solver::HeuristicKind;

/// Everything that depends on shape and home alone, immutable and shared.
///
/// A board enters it relabelled and leaves it as moves, so nothing in here knows of goals.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    shape: Shape,
    home: usize,
    neighbours: Neighbours,
    method: Method,
}

/// The kernel and what guides it.
#[derive(Clone, Debug)]
enum Method {
    Manhattan(Manhattan),
    LinearConflict(LinearConflict),
    WalkingDistance(WalkingDistance),
    Patterns(Patterns, Moving),
}

impl Prepared {
    pub(crate) fn new(
        shape: Shape,
        home: usize,
        heuristic: HeuristicKind,
    ) -> Result<Self, HeuristicError> {
        let method = match heuristic {
            HeuristicKind::LinearConflict => {
                Method::LinearConflict(LinearConflict::new(shape, home)?)
            }
            HeuristicKind::WalkingDistance => {
                Method::WalkingDistance(WalkingDistance::new(shape, home)?)
            }
            HeuristicKind::Auto if !shape.is_path() && shape.cells() <= 64 => {
                let partition = crate::tables::Partition::choose(shape, home, 4_000_000).unwrap();
                let tables = crate::tables::Build::new()
                    .tables(partition.patterns())
                    .unwrap();
                Method::Patterns(
                    Patterns::new(tables).unwrap(),
                    if shape.is_rectangle() {
                        Moving::Flat(Automaton::new(shape, depth_for(shape)))
                    } else {
                        Moving::Box(Automaton::new(shape, depth_for(shape)))
                    },
                )
            }
            _ => Method::Manhattan(Manhattan::new(shape, home)?),
        };
        Ok(Self {
            shape,
            home,
            neighbours: Neighbours::new(shape),
            method,
        })
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
        match &self.method {
            Method::Patterns(patterns, moving) => stack::search(patterns, moving, instance, meter),
            Method::Manhattan(heuristic) => {
                general::search(&self.neighbours, heuristic, instance, meter)
            }
            Method::LinearConflict(heuristic) => {
                general::search(&self.neighbours, heuristic, instance, meter)
            }
            Method::WalkingDistance(heuristic) => {
                general::search(&self.neighbours, heuristic, instance, meter)
            }
        }
    }
}
