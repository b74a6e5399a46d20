//! Beam search: good solutions fast, without any proof.

mod beam_config;
mod helpers;
mod layer;
mod listed;
mod sorting;
mod to_goal;
mod trail;
mod visited_set;

use alloc::vec::Vec;
use core::mem;

pub(crate) use beam_config::BeamConfig;
pub(crate) use to_goal::{AnyBeam, beam_to_goal};
pub(crate) use trail::{Link, MAX_LINKS, Way};
pub(crate) use visited_set::Keys;

use crate::runtime::alloc::{OutOfMemory, filled};
use crate::runtime::cost_model::beam as cost;
use crate::runtime::job::Pace;
use crate::runtime::shared::Shared;
use crate::search::neighbours::Neighbours;
use crate::search::ranking::{Ranking, Slide, View};
use crate::shape::Shape;
use crate::side::Side;
use helpers::{Helpers, Part};
use layer::{Layer, Node};
use listed::{Candidate, ExpandJob, Expanded, Listed};
use sorting::Sorting;
use trail::Trail;
use visited_set::VisitedSet;

/// The widest beam, for [`Link`].
pub(crate) const MAX_WIDTH: usize = 1 << 17;

/// The memory that the boards of a beam may take, in bytes.
const MAX_BOARD_BYTES: usize = 1 << 26;

/// Returns the widest beam on boards of a shape.
pub(crate) fn max_width(shape: Shape) -> usize {
    (MAX_BOARD_BYTES / (2 * shape.cells())).min(MAX_WIDTH)
}

/// The boards that are expanded, and the candidates that are looked at, before the effort is.
const AT_ONCE: usize = 64;

/// Goes from a board on, layer by layer, and keeps of each layer the boards that seem nearest to
/// the goal (Lowerre 1976). Boards that were met lately are left out.
///
/// Whoever holds it looks at each layer, and ends the search. The same input gives the same layers.
/// Takes some 10 times as much memory as the boards of a layer, and 64 MiB for the way back.
#[derive(Debug)]
pub(crate) struct Beam<R: Ranking> {
    ranking: R,
    terms: BeamConfig,
    cells: usize,
    /// The number of moves that led to the layer.
    made: usize,
    layer: Shared<Layer<R::State>>,
    next: Shared<Layer<R::State>>,
    listed: Listed<R::Note>,
    sorting: Sorting,
    visited: VisitedSet,
    /// By cell: how many boards of the next layer have the blank there.
    of_cell: Vec<u32>,
    trail: Trail,
    child_price: usize,
    board_price: usize,
    /// True once the boards of the first layer are among those met.
    has_begun: bool,
    helpers: Helpers,
}

/// What comes after a layer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Next {
    Layer,
    /// A move leads to a board whose estimate is 0.
    Goal(Link),
    /// No board is left, or the trail would be too long.
    Over,
}

impl<R: Ranking> Beam<R> {
    /// Returns the beam that begins with a board.
    pub(crate) fn new(
        ranking: R,
        state: R::State,
        at: &[u16],
        blank: usize,
        terms: BeamConfig,
    ) -> Result<Self, OutOfMemory> {
        let (cells, width) = (at.len(), terms.width.max(1));
        let mut layer = Layer::with_room(width, cells)?;
        layer.boards = 1;
        layer.at.extend_from_slice(at);
        layer.states.push(state);
        layer.nodes.push(Node {
            hash: terms.keys.of(at),
            blank: blank as u16,
            back: 0,
        });
        Ok(Self {
            child_price: cost::CHILD + ranking.cost_of_child(),
            board_price: cost::BOARD + cells / cost::CELLS + ranking.cost_of_child(),
            ranking,
            cells,
            made: 0,
            layer: Shared::new(layer),
            next: Shared::new(Layer::with_room(width, cells)?),
            listed: Listed::new(width, AT_ONCE)?,
            sorting: Sorting::new(Side::ALL.len() * width)?,
            visited: VisitedSet::new(width)?,
            of_cell: filled(0, cells)?,
            trail: Trail::default(),
            has_begun: false,
            helpers: Helpers::new(0),
            terms,
        })
    }

    /// Adds a board to the first layer, if there is room, before the search begins.
    pub(crate) fn join(&mut self, state: R::State, at: &[u16], blank: usize) {
        let layer = Shared::make_mut(&mut self.layer);
        if layer.boards < self.terms.width {
            layer.boards += 1;
            layer.at.extend_from_slice(at);
            layer.states.push(state);
            layer.nodes.push(Node {
                hash: self.terms.keys.of(at),
                blank: blank as u16,
                back: 0,
            });
        }
    }

    /// Expands wide layers on `threads` threads, the caller's among them.
    pub(crate) fn share_among(&mut self, threads: usize) {
        self.helpers = Helpers::new(threads.saturating_sub(1));
    }

    /// Returns the number of moves that led to the layer.
    pub(crate) const fn made(&self) -> usize {
        self.made
    }

    /// Returns what is kept of the boards of the layer, the nearest first.
    pub(crate) fn states(&self) -> &[R::State] {
        &self.layer.states[..self.layer.boards]
    }

    /// Returns a board of the layer: its tiles, and the blank's cell.
    pub(crate) fn board(&self, number: usize) -> (&[u16], usize) {
        let at = &self.layer.at[number * self.cells..][..self.cells];
        (at, self.layer.nodes[number].blank.into())
    }

    /// Returns what ranks the boards.
    pub(crate) const fn ranking(&self) -> &R {
        &self.ranking
    }

    /// Keeps only some boards of the layer, and of those not more than `most`.
    pub(crate) fn keep(&mut self, most: usize, is_kept: impl Fn(&R::State) -> bool) {
        let (cells, layer) = (self.cells, Shared::make_mut(&mut self.layer));
        let mut kept = 0;
        for number in 0..layer.boards {
            if kept < most && is_kept(&layer.states[number]) {
                layer.nodes.swap(kept, number);
                layer.states.swap(kept, number);
                layer
                    .at
                    .copy_within(number * cells..(number + 1) * cells, kept * cells);
                self.trail.rename(number, kept);
                kept += 1;
            }
        }
        layer.boards = kept;
    }

    /// Takes another ranking. Each board of the layer is to be [looked at again](Self::look_anew).
    pub(crate) fn rank_by(&mut self, ranking: R) {
        self.ranking = ranking;
    }

    /// Goes about otherwise from the layer on. Each board is to be looked at again.
    pub(crate) fn go_about(&mut self, neighbours: Shared<Neighbours>, keys: Shared<Keys>) {
        self.terms.neighbours = neighbours;
        self.terms.keys = keys;
    }

    /// Takes what the ranking now keeps of a board of the layer, which may go anywhere from there.
    pub(crate) fn look_anew(&mut self, number: usize, state: R::State) {
        let layer = Shared::make_mut(&mut self.layer);
        let at = &layer.at[number * self.cells..][..self.cells];
        let node = &mut layer.nodes[number];
        node.hash = self.terms.keys.of(at);
        node.back = 0;
        if self.has_begun {
            let _ = self.visited.insert(node.hash);
        }
        layer.states[number] = state;
    }

    /// Returns the way of the blank to a board of the layer after `made` moves, and by one more
    /// link.
    pub(crate) async fn way_to(
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

    /// Lists the children of all boards of the layer; returns the goal if it is met. Boards with a
    /// larger estimate than `most` are left out.
    async fn expand(&mut self, most: u32, pace: &mut Pace) -> Option<Link> {
        (self.helpers).begin(&self.ranking, &self.terms, &self.layer, most);
        let (mut parent, mut goal) = (0, None);
        while parent < self.layer.boards && goal.is_none() {
            pace.wait_for_allowance().await;
            let expanded = if self.helpers.are_at_work() {
                self.take_part(parent, pace)
            } else {
                Some(self.list_some(parent, most, pace))
            };
            if let Some(it) = expanded {
                pace.counts.expanded += it.parents as u64;
                pace.counts.generated += it.children as u64;
                parent += it.parents;
                goal = it.goal;
            }
            pace.spend(0).await;
        }
        self.helpers.end();
        goal
    }

    /// Takes the children of the boards from `parent` on that helpers have listed, or helps them.
    fn take_part(&mut self, parent: usize, pace: &mut Pace) -> Option<Expanded> {
        match self.helpers.take(parent) {
            helpers::Next::Listed(Part { listed, it })
                if it.parents as u64 <= pace.counts.limit - pace.counts.expanded =>
            {
                self.listed.add_all(&listed);
                pace.pay(it.children * cost::TAKEN);
                return Some(it);
            }
            helpers::Next::Open => self.helpers.help(&mut pace.effort),
            // The limit cuts a part in two, or there is none.
            helpers::Next::Listed(_) | helpers::Next::Lost => self.helpers.end(),
        }
        None
    }

    /// Lists the children of some boards from `parent` on, without helpers.
    fn list_some(&mut self, parent: usize, most: u32, pace: &mut Pace) -> Expanded {
        let cost = cost::PARENT + Side::ALL.len() * self.child_price;
        let left = self.layer.boards - parent;
        let end = pace.until.min(pace.counts.limit);
        let allowed = (end - pace.counts.expanded).min(left as u64) as usize;
        let some = allowed.min(pace.effort.room(cost).max(1)).min(AT_ONCE);
        let family = ExpandJob {
            ranking: &self.ranking,
            terms: &self.terms,
            layer: &self.layer,
            most,
        };
        let it = self.listed.add(&family, parent..parent + some);
        pace.pay(it.cost(self.child_price));
        it
    }

    /// Makes candidates the next layer, in order, until it is full.
    async fn fill(&mut self, pace: &mut Pace) {
        let mut nth = 0;
        while nth < self.sorting.numbers().len() && self.next.boards < self.terms.width {
            let mut chosen = [0; AT_ONCE];
            let (seen, count) = self.choose(nth, &mut chosen);
            self.make(&chosen[..count]);
            nth += seen;
            let cost = seen * cost::CANDIDATE + count * self.board_price;
            pace.spend(cost).await;
        }
    }

    /// Chooses boards of the next layer among some candidates, from this one of the order on.
    /// Returns how many candidates were looked at, and how many boards were chosen.
    fn choose(&mut self, nth: usize, chosen: &mut [u32; AT_ONCE]) -> (usize, usize) {
        /// The distance, in candidates, at which the memory is asked for a slot.
        const AHEAD: usize = 8;

        let room = self.terms.width - self.next.boards;
        let width_of_cell = self.terms.width_of_cell;
        let numbers = &self.sorting.numbers()[nth..];
        let candidates = self.listed.candidates();
        let of_cell = &mut self.of_cell[..];
        let (mut seen, mut count) = (0, 0);
        for &number in numbers.iter().take(AT_ONCE) {
            if count == room {
                break;
            }
            if let Some(&ahead) = numbers.get(seen + AHEAD) {
                self.visited.fetch(candidates[ahead as usize].hash);
            }
            seen += 1;
            let Candidate { hash, from, .. } = candidates[number as usize];
            let of_cell = &mut of_cell[usize::from(from)];
            // That is in near memory, so it is asked first.
            if *of_cell as usize >= width_of_cell || !self.visited.insert(hash) {
                continue;
            }
            *of_cell += 1;
            chosen[count] = number;
            count += 1;
        }
        (seen, count)
    }

    /// Makes chosen candidates boards of the next layer, but for traps.
    fn make(&mut self, chosen: &[u32]) {
        let cells = self.cells;
        let view = self.ranking.view(cells);
        let candidates = self.listed.candidates();
        let (layer, next) = (&self.layer, Shared::make_mut(&mut self.next));
        let nodes = &layer.nodes[..layer.boards];
        let states = &layer.states[..layer.boards];
        next.make_room(next.boards + chosen.len(), cells, &states[0]);
        let free = next.boards..;
        let places = next.nodes[free.clone()].iter_mut();
        let places = places.zip(&mut next.states[free]);
        let mut places = places.zip(next.at[next.boards * cells..].chunks_exact_mut(cells));
        let mut place = places.next();
        for &number in chosen {
            let Some(((new, new_state), new_at)) = &mut place else {
                break;
            };
            let candidate = candidates[number as usize];
            let (parent, side) = (candidate.link.parent(), candidate.link.side());
            let at = &layer.at[parent * cells..][..cells];
            let slide = Slide {
                from: candidate.from.into(),
                to: nodes[parent].blank.into(),
                side,
            };
            new_at.copy_from_slice(at);
            (new_at[slide.from], new_at[slide.to]) = (at[slide.to], at[slide.from]);
            let mut state = states[parent].clone();
            view.update(&mut state, at, slide, candidate.note);
            if view.is_trap(&state, new_at) {
                continue;
            }
            **new = Node {
                hash: candidate.hash,
                blank: candidate.from,
                back: 1 << side.undo() as u8,
            };
            **new_state = state;
            self.trail.push(candidate.link);
            next.boards += 1;
            place = places.next();
        }
    }

    /// Goes on to the next layer. Boards with a larger estimate than `most` are left out.
    pub(crate) async fn advance(
        &mut self,
        most: u32,
        pace: &mut Pace,
    ) -> Result<Next, OutOfMemory> {
        if !self.has_begun {
            self.begin(pace).await;
        }
        if let Some(link) = self.expand(most, pace).await {
            return Ok(Next::Goal(link));
        }
        let children = self.listed.orders().len();
        let room = self.terms.width.min(children);
        if room == 0 || !self.trail.begin(room)? {
            return Ok(Next::Over);
        }
        self.of_cell.fill(0);
        self.sorting.sort(self.listed.orders(), pace).await;
        // A helper may still look at what was there.
        while Shared::get_mut(&mut self.next).is_none() {
            pace.end_slice().await;
        }
        Shared::make_mut(&mut self.next).boards = 0;
        self.fill(pace).await;
        self.listed.clear();
        if self.next.boards == 0 {
            return Ok(Next::Over);
        }
        self.trail.end();
        mem::swap(&mut self.layer, &mut self.next);
        self.made += 1;
        Ok(Next::Layer)
    }

    /// Makes the set of boards met, those of the first layer.
    async fn begin(&mut self, pace: &mut Pace) {
        loop {
            let slots = self.visited.grow(pace.effort.room(cost::SLOT).max(1));
            if slots == 0 {
                break;
            }
            pace.spend(slots * cost::SLOT).await;
        }
        for root in &self.layer.nodes {
            let _ = self.visited.insert(root.hash);
        }
        self.has_begun = true;
    }
}

#[cfg(test)]
mod tests;
