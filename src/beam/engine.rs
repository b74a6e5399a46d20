//! The course of a beam, whatever ranks its boards: code for it is compiled once.

use alloc::vec::Vec;
use core::mem;

use super::listed::Expanded;
use super::sorting::Sorting;
use super::trail::{Link, Trail, Way};
use super::visited_set::VisitedSet;
use crate::runtime::alloc::{OutOfMemory, filled};
use crate::runtime::cost_model::beam as cost;
use crate::runtime::job::Pace;
use crate::runtime::shared::Shareable;
use crate::side::Side;

/// The step after a layer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Next {
    Layer,
    /// A move leads to a board whose estimate is 0.
    Goal(Link),
    /// No board is left, or the trail would be too long.
    Over,
}

/// The parts of a beam that do not depend on its ranking.
#[derive(Debug)]
pub(super) struct Engine {
    /// The number of moves that led to the layer.
    pub(super) made: usize,
    pub(super) sorting: Sorting,
    pub(super) visited: VisitedSet,
    /// By cell: how many boards of the next layer have the blank there.
    pub(super) of_cell: Vec<u32>,
    pub(super) trail: Trail,
    /// True once the boards of the first layer are among those met.
    pub(super) has_begun: bool,
}

/// The steps that depend on the ranking of a beam.
pub(super) trait Steps: Shareable {
    fn engine(&self) -> &Engine;

    fn engine_mut(&mut self) -> &mut Engine;

    /// Returns the number of boards of the layer.
    fn boards(&self) -> usize;

    /// Adds the boards of the first layer to those met.
    fn meet_first(&mut self);

    /// Lists the children of some boards from `parent` on, but not those of a larger estimate than
    /// `most`.
    fn expand_some(&mut self, parent: usize, most: u32, pace: &mut Pace) -> Expanded;

    /// Returns the orders of the children, and the most boards of the next layer.
    fn children(&self) -> (&[i32], usize);

    /// Empties the next layer.
    fn empty_next(&mut self);

    /// Makes boards of the next layer of some children, from this one of the order on. Returns how
    /// many children were looked at, none if the layer is full, and the cost.
    fn fill_some(&mut self, nth: usize) -> (usize, usize);

    /// Puts the next layer in the place of the layer; returns whether it has boards.
    fn turn(&mut self) -> bool;
}

impl Engine {
    pub(super) fn new(width: usize, cells: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            made: 0,
            sorting: Sorting::new(Side::ALL.len() * width)?,
            visited: VisitedSet::new(width)?,
            of_cell: filled(0, cells)?,
            trail: Trail::default(),
            has_begun: false,
        })
    }

    /// Returns the way of the blank to a board of the layer after `made` moves, and by one more
    /// link.
    pub(super) async fn way_to(
        &self,
        (made, board): (usize, usize),
        last: Option<Link>,
        pace: &mut Pace,
    ) -> Result<Way, OutOfMemory> {
        let mut way = Way::new(made, board, last.map(Link::side))?;
        loop {
            let steps = pace.effort.room(cost::STEP).max(1);
            if way.go_on(&self.trail, steps) {
                return Ok(way);
            }
            pace.spend(steps * cost::STEP).await;
        }
    }
}

/// Goes on to the next layer. Boards with a larger estimate than `most` are left out.
pub(super) async fn advance(
    beam: &mut dyn Steps,
    most: u32,
    pace: &mut Pace,
) -> Result<Next, OutOfMemory> {
    if !beam.engine().has_begun {
        begin(beam, pace).await;
    }
    if let Some(link) = expand(beam, most, pace).await {
        return Ok(Next::Goal(link));
    }
    let (orders, width) = beam.children();
    let room = width.min(orders.len());
    if room == 0 || !beam.engine_mut().trail.begin(room)? {
        return Ok(Next::Over);
    }
    let mut sorting = mem::take(&mut beam.engine_mut().sorting);
    sorting.sort(beam.children().0, pace).await;
    beam.engine_mut().sorting = sorting;
    beam.empty_next();
    beam.engine_mut().of_cell.fill(0);
    let mut nth = 0;
    loop {
        let (seen, cost) = beam.fill_some(nth);
        if seen == 0 {
            break;
        }
        nth += seen;
        pace.spend(cost).await;
    }
    if !beam.turn() {
        return Ok(Next::Over);
    }
    let engine = beam.engine_mut();
    engine.trail.end();
    engine.made += 1;
    Ok(Next::Layer)
}

/// Makes the set of boards met: those of the first layer.
async fn begin(beam: &mut dyn Steps, pace: &mut Pace) {
    loop {
        let slots = pace.effort.room(cost::SLOT).max(1);
        let slots = beam.engine_mut().visited.grow(slots);
        if slots == 0 {
            break;
        }
        pace.spend(slots * cost::SLOT).await;
    }
    beam.meet_first();
    beam.engine_mut().has_begun = true;
}

/// Lists the children of all boards of the layer; returns the goal if it is met.
async fn expand(beam: &mut dyn Steps, most: u32, pace: &mut Pace) -> Option<Link> {
    let (mut parent, mut goal) = (0, None);
    while parent < beam.boards() && goal.is_none() {
        pace.wait_for_allowance().await;
        let it = beam.expand_some(parent, most, pace);
        pace.counts.expanded += it.parents as u64;
        pace.counts.generated += it.children as u64;
        parent += it.parents;
        goal = it.goal;
        pace.spend(0).await;
    }
    goal
}
