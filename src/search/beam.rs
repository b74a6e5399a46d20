//! Beam search: good solutions fast, without any proof.

mod by_tables;
mod selection;
mod trail;

use alloc::vec::Vec;
use core::mem;

pub(crate) use by_tables::BeamByTables;

use crate::canonical::CanonicalBoard;
use crate::heuristic::LinearConflict;
use crate::moves::Moves;
use crate::search::hashes::{Hashes, hash_of};
use crate::search::neighbours::Neighbours;
use crate::search::ranking::{Ranking, Slide, View};
use crate::shape::Shape;
use crate::side::Side;
use crate::tables::{OutOfMemory, reserved};
use crate::work::{Counts, Step, Work};
use selection::{Candidate, Selection};
use trail::{Link, Trail, Way};

/// The widest beam, for [`Link`].
pub(crate) const MAX_WIDTH: usize = 1 << 17;

/// The memory that the boards of a beam may take, in bytes.
const MAX_BOARD_BYTES: usize = 1 << 26;

/// Returns the widest beam on boards of a shape.
pub(crate) fn max_width(shape: Shape) -> usize {
    (MAX_BOARD_BYTES / (2 * shape.cells())).min(MAX_WIDTH)
}

/// The steps of a slice, 10 nanoseconds each. Memory that is touched for the first time takes
/// longer.
const SLICE: usize = 30_000;

/// What the parts of the work cost, in steps.
mod price {
    /// A board that is expanded, without its children.
    pub(super) const PARENT: usize = 4;
    /// A child: hashed, looked for in two sets, and ranked, each out of a slow memory.
    pub(super) const CHILD: usize = 30;
    /// A board that is copied, without its cells.
    pub(super) const BOARD: usize = 20;
    /// So many cells are copied in a step.
    pub(super) const CELLS: usize = 8;
    /// So many slots of a set are made in a step: the system takes 2 microseconds a page.
    pub(super) const NEW_SLOTS: usize = 6;
    /// So many are cleared.
    pub(super) const SLOTS: usize = 32;
}

/// A board of a layer; its tiles are kept beside.
#[derive(Clone, Copy, Debug)]
struct Node<S> {
    state: S,
    hash: u64,
    blank: u32,
    made_by: Option<Side>,
}

/// A layer of the search: all boards after the same number of moves.
#[derive(Clone, Debug)]
struct Layer<S> {
    nodes: Vec<Node<S>>,
    at: Vec<u16>,
}

impl<S> Layer<S> {
    fn with_room(boards: usize, cells: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            nodes: reserved(boards)?,
            at: reserved(boards * cells)?,
        })
    }
}

/// Looks for a solution of at most `most` moves, layer by layer, and keeps of each layer the
/// `width` boards that seem nearest to the goal (Lowerre 1976; a board met in the same layer or two
/// layers before is left out).
///
/// The same input gives the same moves. Most boards have a solution that the search does not find,
/// so an end without one proves nothing. Takes at most some 10 times as much memory as the boards
/// of a layer, and 64 MiB for the way back. A hash met twice by accident only loses a board.
#[derive(Clone, Debug)]
pub(crate) struct Beam<R: Ranking> {
    ranking: R,
    width: usize,
    most: usize,
    /// The number of moves that led to the layer.
    made: usize,
    cells: usize,
    neighbours: Neighbours,
    layer: Layer<R::State>,
    next: Layer<R::State>,
    candidates: Vec<Candidate>,
    /// The least and the greatest order among them.
    orders: (u32, u32),
    /// The boards of the layer before, of this one and of the next.
    seen: [Hashes; 3],
    slots: usize,
    trail: Trail,
    /// Decides between boards that seem equally near.
    random: u64,
    child_price: usize,
    board_price: usize,
    stage: Stage,
}

/// What a beam is at.
#[derive(Clone, Debug)]
enum Stage {
    /// The sets of boards are made.
    Begin,
    /// The layer is expanded, from this board on.
    Expand(usize),
    Select(Selection),
    /// The candidates become the next layer, from this one on.
    Step(usize),
    /// The oldest set is cleared, from this slot on.
    Clear(usize),
    /// The goal was reached.
    Found(Way),
    Over,
}

impl<R: Ranking> Beam<R> {
    /// Returns the beam. It ends at once if the board can't be solved.
    pub(crate) fn new(
        ranking: R,
        instance: &CanonicalBoard,
        width: usize,
        most: usize,
    ) -> Result<Self, OutOfMemory> {
        let shape = instance.shape;
        let cells = shape.cells();
        let width = width.min(max_width(shape));
        // All children of a layer fit; the root alone may have as many as there are sides.
        let children = if shape.is_rectangle() { 3 } else { 5 };
        let most_children = children * width + 8;
        let slots = most_children.next_power_of_two();
        let set = || Hashes::without_slots(slots);
        let mut layer = Layer::with_room(width.max(1), cells)?;
        let state = ranking.evaluate(instance);
        let stage = match state {
            Some(_) if instance.is_solved() => Stage::Found(Way::of_solved()),
            Some(_) if most > 0 => Stage::Begin,
            _ => Stage::Over,
        };
        layer.at.extend_from_slice(&instance.cells);
        let tiles = instance.cells.iter().zip(0..);
        let tiles = tiles.filter(|&(_, cell)| cell != instance.blank);
        layer.nodes.extend(state.map(|state| Node {
            state,
            hash: tiles.fold(0, |hash, (&tile, cell)| hash ^ hash_of(tile, cell)),
            blank: instance.blank as u32,
            made_by: None,
        }));
        let ranking_price = LinearConflict::cost_of_child(shape) / 10;
        Ok(Self {
            ranking,
            width,
            most,
            made: 0,
            cells,
            neighbours: Neighbours::new(shape)?,
            layer,
            next: Layer::with_room(width, cells)?,
            candidates: reserved(most_children)?,
            orders: (u32::MAX, 0),
            seen: [set()?, set()?, set()?],
            slots,
            trail: Trail::default(),
            random: 0x2545_F491_4F6C_DD1D,
            child_price: price::CHILD + ranking_price,
            board_price: price::BOARD + cells / price::CELLS + ranking_price,
            stage,
        })
    }

    /// Makes up to `slots` slots more.
    fn begin(&mut self, slots: usize) -> Stage {
        let Some(set) = self.seen.iter_mut().find(|set| set.slots() < self.slots) else {
            if let Some(root) = self.layer.nodes.first() {
                self.seen[1].insert(root.hash);
            }
            return Stage::Expand(0);
        };
        set.grow(self.slots.min(set.slots() + slots));
        Stage::Begin
    }

    /// Lists the children of the boards from `parent` on, each once, until `end` boards are
    /// expanded or `steps` steps done; returns the next board and, if it is met, the goal.
    fn expand(
        &mut self,
        mut parent: usize,
        end: u64,
        counts: &mut Counts,
        steps: &mut usize,
    ) -> (usize, Option<Link>) {
        let view = self.ranking.view();
        let left = (self.most - self.made - 1) as u32;
        let [before, _, next] = &mut self.seen;
        while let Some(node) = self.layer.nodes.get(parent) {
            if *steps == 0 || counts.expanded >= end {
                break;
            }
            counts.expanded += 1;
            let at = &self.layer.at[parent * self.cells..][..self.cells];
            let to = node.blank as usize;
            let mut price = price::PARENT;
            for side in Side::ALL {
                if node.made_by == Some(side.undo()) {
                    continue;
                }
                let Some(from) = self.neighbours.entered(to, side) else {
                    continue;
                };
                counts.generated += 1;
                price += self.child_price;
                let tile = at[from];
                let hash = node.hash ^ hash_of(tile, from) ^ hash_of(tile, to);
                if before.contains(hash) || !next.insert(hash) {
                    continue;
                }
                let rank = view.child(&node.state, at, Slide { from, to, side });
                let link = Link::new(parent, side);
                if rank.estimate == 0 {
                    return (parent, Some(link));
                }
                if rank.estimate <= left {
                    let order = rank.order;
                    self.orders = (self.orders.0.min(order), self.orders.1.max(order));
                    self.candidates.push(Candidate { link, order, hash });
                }
            }
            parent += 1;
            *steps = steps.saturating_sub(price);
        }
        (parent, None)
    }

    /// Makes candidates the next layer, from this one on; returns the first that is left.
    fn step(&mut self, mut nth: usize, steps: &mut usize) -> usize {
        let view = self.ranking.view();
        while let Some(candidate) = self.candidates.get(nth) {
            if *steps == 0 {
                break;
            }
            let (parent, side) = (candidate.link.parent(), candidate.link.side());
            let node = &self.layer.nodes[parent];
            let at = &self.layer.at[parent * self.cells..][..self.cells];
            let to = node.blank as usize;
            let from = self.neighbours.entered(to, side).unwrap_or(to);
            let mut state = node.state.clone();
            view.update(&mut state, at, Slide { from, to, side });
            let start = self.next.at.len();
            self.next.at.extend_from_slice(at);
            self.next.at[start..].swap(from, to);
            self.next.nodes.push(Node {
                state,
                hash: candidate.hash,
                blank: from as u32,
                made_by: Some(side),
            });
            self.trail.push(candidate.link);
            nth += 1;
            *steps = steps.saturating_sub(self.board_price);
        }
        nth
    }

    /// Begins to step to the next layer, if there is one and the trail is not too long.
    fn begin_step(&mut self) -> Result<Stage, OutOfMemory> {
        if self.candidates.is_empty() || !self.trail.begin(self.candidates.len())? {
            return Ok(Stage::Over);
        }
        self.next.nodes.clear();
        self.next.at.clear();
        Ok(Stage::Step(0))
    }

    /// Does a part of what the stage asks for, and returns the next stage.
    fn go_on(
        &mut self,
        stage: Stage,
        end: u64,
        counts: &mut Counts,
        steps: &mut usize,
    ) -> Result<Stage, OutOfMemory> {
        Ok(match stage {
            Stage::Begin => {
                let slots = (price::NEW_SLOTS * *steps).min(self.slots);
                *steps = steps.saturating_sub(1 + slots / price::NEW_SLOTS);
                self.begin(slots)
            }
            Stage::Expand(parent) => {
                let (parent, goal) = self.expand(parent, end, counts, steps);
                if let Some(link) = goal {
                    Stage::Found(Way::new(link, &self.trail)?)
                } else if parent < self.layer.nodes.len() {
                    Stage::Expand(parent)
                } else if self.candidates.len() > self.width {
                    Stage::Select(Selection::new(self.orders.0, self.orders.1)?)
                } else {
                    self.begin_step()?
                }
            }
            Stage::Select(mut selection) => {
                let (width, random) = (self.width, &mut self.random);
                if selection.go_on(&mut self.candidates, width, steps, random) {
                    self.begin_step()?
                } else {
                    Stage::Select(selection)
                }
            }
            Stage::Step(nth) => {
                let nth = self.step(nth, steps);
                if nth < self.candidates.len() {
                    return Ok(Stage::Step(nth));
                }
                mem::swap(&mut self.layer, &mut self.next);
                self.candidates.clear();
                self.orders = (u32::MAX, 0);
                self.seen.rotate_left(1);
                self.made += 1;
                Stage::Clear(0)
            }
            Stage::Clear(from) => {
                let to = self.slots.min(from + price::SLOTS * *steps);
                self.seen[2].clear_slots(from..to);
                *steps = steps.saturating_sub(1 + (to - from) / price::SLOTS);
                if to < self.slots {
                    Stage::Clear(to)
                } else if self.made == self.most {
                    Stage::Over
                } else {
                    Stage::Expand(0)
                }
            }
            stage => stage,
        })
    }
}

impl<R: Ranking> Work for Beam<R> {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        let end = until.min(counts.limit);
        let mut steps = SLICE;
        while steps > 0 {
            match mem::replace(&mut self.stage, Stage::Over) {
                Stage::Over => return Ok(Step::Done),
                Stage::Found(mut way) => {
                    if let Some(moves) = way.go_on(&mut self.trail, mem::take(&mut steps)) {
                        return Ok(Step::Found(moves));
                    }
                    self.stage = Stage::Found(way);
                }
                Stage::Expand(parent) if counts.expanded >= end => {
                    self.stage = Stage::Expand(parent);
                    break;
                }
                stage => self.stage = self.go_on(stage, end, counts, &mut steps)?,
            }
        }
        Ok(Step::Paused)
    }
}

#[cfg(test)]
mod tests;
