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
pub(crate) use to_goal::{AnyBeam, BeamToGoal};
pub(crate) use trail::{Link, MAX_LINKS, Way};
pub(crate) use visited_set::Keys;

use crate::runtime::alloc::{OutOfMemory, filled};
use crate::runtime::cost_model::beam as cost;
use crate::runtime::effort::Effort;
use crate::runtime::shared::Shared;
use crate::runtime::work::Counts;
use crate::search::neighbours::Neighbours;
use crate::search::ranking::{Ranking, Slide, View};
use crate::shape::Shape;
use crate::side::Side;
use helpers::{Helpers, Next, Part};
use layer::{Layer, Node};
use listed::{Candidate, ExpandJob, Listed};
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
    stage: Stage,
    helpers: Helpers,
}

/// The stage of a beam.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// The set of boards is made.
    Begin,
    /// The layer is expanded, from this board on.
    Expand(usize),
    Sort,
    /// The next layer is emptied, once no helper looks at what was there.
    Clear,
    /// The candidates become the next layer, from this one on.
    Fill(usize),
}

/// The progress of a beam.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Progress {
    /// The slice or what may be expanded is spent.
    Paused,
    /// There is a new layer.
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
            stage: Stage::Begin,
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
        if !matches!(self.stage, Stage::Begin) {
            let _ = self.visited.insert(node.hash);
        }
        layer.states[number] = state;
    }

    /// Returns the way by a link that was found; it is not known yet.
    pub(crate) fn way_by(&self, link: Link) -> Result<Way, OutOfMemory> {
        Way::new(self.made, link.parent(), Some(link.side()))
    }

    /// Goes on with a way; returns whether it is known.
    pub(crate) fn trace(&self, way: &mut Way, effort: &mut Effort) -> bool {
        let steps = effort.room(cost::STEP);
        effort.spend(steps * cost::STEP);
        way.go_on(&self.trail, steps.max(1))
    }

    /// Lists the children of the boards from `parent` on, until `end` boards are expanded or the
    /// effort is spent; returns the next board and, if it is met, the goal. Boards with a larger
    /// estimate than `most` are left out.
    fn expand(
        &mut self,
        parent: usize,
        end: u64,
        most: u32,
        counts: &mut Counts,
        effort: &mut Effort,
    ) -> (usize, Option<Link>) {
        if parent == 0 && !self.helpers.are_at_work() {
            (self.helpers).begin(&self.ranking, &self.terms, &self.layer, most);
        }
        if self.helpers.are_at_work() {
            self.expand_together(parent, end, most, counts, effort)
        } else {
            self.expand_alone(parent, end, most, counts, effort)
        }
    }

    /// Does the same with helpers.
    fn expand_together(
        &mut self,
        mut parent: usize,
        end: u64,
        most: u32,
        counts: &mut Counts,
        effort: &mut Effort,
    ) -> (usize, Option<Link>) {
        while parent < self.layer.boards && counts.expanded < end && !effort.is_spent() {
            match self.helpers.take(parent) {
                Next::Listed(Part { listed, it })
                    if it.parents as u64 <= counts.limit - counts.expanded =>
                {
                    self.listed.add_all(&listed);
                    counts.expanded += it.parents as u64;
                    counts.generated += it.children as u64;
                    effort.spend(it.children * cost::TAKEN);
                    parent += it.parents;
                    if it.goal.is_some() {
                        return (parent, it.goal);
                    }
                }
                Next::Open => self.helpers.help(effort),
                // The limit cuts a part in two, or there is none.
                Next::Listed(_) | Next::Lost => {
                    self.helpers.end();
                    return self.expand_alone(parent, end, most, counts, effort);
                }
            }
        }
        (parent, None)
    }

    /// Does the same without helpers.
    fn expand_alone(
        &mut self,
        mut parent: usize,
        end: u64,
        most: u32,
        counts: &mut Counts,
        effort: &mut Effort,
    ) -> (usize, Option<Link>) {
        let cost = cost::PARENT + Side::ALL.len() * self.child_price;
        loop {
            let left = self.layer.boards - parent;
            let allowed = end.saturating_sub(counts.expanded).min(left as u64) as usize;
            let some = allowed.min(effort.room(cost)).min(AT_ONCE);
            if some == 0 {
                return (parent, None);
            }
            let family = ExpandJob {
                ranking: &self.ranking,
                terms: &self.terms,
                layer: &self.layer,
                most,
            };
            let it = self.listed.add(&family, parent..parent + some);
            counts.expanded += it.parents as u64;
            counts.generated += it.children as u64;
            effort.spend(it.cost(self.child_price));
            parent += it.parents;
            if it.goal.is_some() {
                return (parent, it.goal);
            }
        }
    }

    /// Makes candidates the next layer, from this one of the order on, until it is full or the
    /// effort is spent; returns the first that is left.
    fn fill(&mut self, mut nth: usize, effort: &mut Effort) -> usize {
        let candidates = self.sorting.numbers().len();
        while nth < candidates && !effort.is_spent() {
            if self.next.boards == self.terms.width {
                return candidates;
            }
            let mut chosen = [0; AT_ONCE];
            let (seen, count) = self.choose(nth, &mut chosen);
            self.make(&chosen[..count]);
            effort.spend(seen * cost::CANDIDATE + count * self.board_price);
            nth += seen;
        }
        nth
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

    /// Goes on until there is a new layer. The boards expanded are counted, not beyond the limit,
    /// and not much beyond `until`. Boards with a larger estimate than `most` are left out.
    pub(crate) fn advance(
        &mut self,
        most: u32,
        until: u64,
        counts: &mut Counts,
        effort: &mut Effort,
    ) -> Result<Progress, OutOfMemory> {
        let end = until.min(counts.limit);
        while !effort.is_spent() {
            self.stage = match self.stage {
                Stage::Begin => {
                    let slots = self.visited.grow(effort.room(cost::SLOT));
                    effort.spend(slots * cost::SLOT);
                    if slots > 0 {
                        Stage::Begin
                    } else {
                        for root in &self.layer.nodes {
                            let _ = self.visited.insert(root.hash);
                        }
                        Stage::Expand(0)
                    }
                }
                Stage::Expand(_) if counts.expanded >= end => break,
                Stage::Expand(parent) => {
                    let (parent, goal) = self.expand(parent, end, most, counts, effort);
                    self.stage = Stage::Expand(parent);
                    if goal.is_some() || parent == self.layer.boards {
                        self.helpers.end();
                    }
                    if let Some(link) = goal {
                        return Ok(Progress::Goal(link));
                    }
                    if parent < self.layer.boards {
                        continue;
                    }
                    let children = self.listed.orders().len();
                    let room = self.terms.width.min(children);
                    if room == 0 || !self.trail.begin(room)? {
                        return Ok(Progress::Over);
                    }
                    self.sorting.begin(children);
                    self.of_cell.fill(0);
                    Stage::Sort
                }
                Stage::Sort => {
                    if self.sorting.go_on(self.listed.orders(), effort) {
                        Stage::Clear
                    } else {
                        Stage::Sort
                    }
                }
                Stage::Clear => {
                    let Some(next) = Shared::get_mut(&mut self.next) else {
                        break;
                    };
                    next.boards = 0;
                    Stage::Fill(0)
                }
                Stage::Fill(nth) => {
                    let nth = self.fill(nth, effort);
                    self.stage = Stage::Fill(nth);
                    if nth < self.sorting.numbers().len() {
                        continue;
                    }
                    self.listed.clear();
                    if self.next.boards == 0 {
                        self.stage = Stage::Expand(self.layer.boards);
                        return Ok(Progress::Over);
                    }
                    self.trail.end();
                    mem::swap(&mut self.layer, &mut self.next);
                    self.made += 1;
                    self.stage = Stage::Expand(0);
                    return Ok(Progress::Layer);
                }
            };
        }
        Ok(Progress::Paused)
    }
}

#[cfg(test)]
mod tests;
