//! Beam search: good solutions fast, without any proof.

mod beam_config;
mod engine;
mod layer;
mod listed;
pub(crate) mod ranking;
mod sorting;
mod steps;
mod to_goal;
mod trail;
mod visited_set;

pub(crate) use beam_config::BeamConfig;
pub(crate) use to_goal::{beam_to_goal, solve_by_beam};
pub(crate) use trail::{Link, MAX_LINKS, Way};
pub(crate) use visited_set::Keys;

use crate::beam::ranking::Ranking;
use crate::exact::neighbours::Neighbours;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::cost_model::beam as cost;
use crate::runtime::job::Pace;
use crate::runtime::shared::Shared;
use crate::shape::Shape;
use engine::Engine;
pub(crate) use engine::Next;
use layer::{Layer, Node};
use listed::Listed;

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
    layer: Layer<R::State>,
    next: Layer<R::State>,
    listed: Listed<R::Note>,
    engine: Engine,
    child_price: usize,
    board_price: usize,
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
            layer,
            next: Layer::with_room(width, cells)?,
            listed: Listed::new(width, AT_ONCE)?,
            engine: Engine::new(width, cells)?,
            terms,
        })
    }

    /// Returns the number of moves that led to the layer.
    pub(crate) const fn made(&self) -> usize {
        self.engine.made
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
        let (cells, layer) = (self.cells, &mut self.layer);
        let mut kept = 0;
        for number in 0..layer.boards {
            if kept < most && is_kept(&layer.states[number]) {
                layer.nodes.swap(kept, number);
                layer.states.swap(kept, number);
                layer
                    .at
                    .copy_within(number * cells..(number + 1) * cells, kept * cells);
                self.engine.trail.rename(number, kept);
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
        let layer = &mut self.layer;
        let at = &layer.at[number * self.cells..][..self.cells];
        let node = &mut layer.nodes[number];
        node.hash = self.terms.keys.of(at);
        node.back = 0;
        if self.engine.has_begun {
            let _ = self.engine.visited.insert(node.hash);
        }
        layer.states[number] = state;
    }

    /// Returns the way of the blank to a board of the layer after `made` moves, and by one more
    /// link.
    pub(crate) async fn way_to(
        &self,
        board: (usize, usize),
        last: Option<Link>,
        pace: &mut Pace,
    ) -> Result<Way, OutOfMemory> {
        self.engine.way_to(board, last, pace).await
    }

    /// Goes on to the next layer. Boards with a larger estimate than `most` are left out.
    pub(crate) async fn advance(
        &mut self,
        most: u32,
        pace: &mut Pace,
    ) -> Result<Next, OutOfMemory> {
        engine::advance(self, most, pace).await
    }
}

#[cfg(test)]
mod tests;
