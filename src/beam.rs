//! Beam search: good solutions fast, without any proof.

mod candidates;
pub(crate) mod ranking;
mod visited;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem;
use core::ops::{ControlFlow, Range};

use crate::canonical::CanonicalBoard;
use crate::exact::neighbours::Neighbours;
use crate::moves::Moves;
use crate::pairs::{PairScore, tables_for};
use crate::policy::part_of_cell;
use crate::runtime::{BoxFuture, OutOfMemory, Pace, Quota, fetch_early, filled, reserved};
use crate::shape::Shape;
use crate::side::Side;
use candidates::{Candidate, Candidates};
use ranking::{ByOrder, Ranking};
pub(crate) use visited::{Keys, Link, MAX_LINKS};
use visited::{Trail, VisitedSet};

/// The widest beam.
pub(crate) const MAX_WIDTH: usize = 1 << 17;

/// The memory that the boards of a beam may take, in bytes.
const MAX_BOARD_BYTES: usize = 1 << 26;

pub(crate) fn max_width(shape: Shape) -> usize {
    (MAX_BOARD_BYTES / (2 * shape.cells())).min(MAX_WIDTH)
}

/// The number of boards expanded, and of candidates chosen from, between two steps of the pace.
const AT_ONCE: usize = 64;

/// The task of a beam: its cells, and the boards it keeps.
#[derive(Clone, Debug)]
pub(crate) struct BeamConfig {
    pub(crate) neighbours: Neighbours,
    /// The hash keys that tell boards from each other.
    pub(crate) keys: Keys,
    /// The number of boards of a layer that are kept.
    pub(crate) width: usize,
    /// The number of boards of a layer, at most, that have the blank on the same cell.
    ///
    /// Without this limit tiles at home soon surround the blank in all boards of a layer.
    pub(crate) width_of_cell: usize,
}

/// Expands a board layer by layer, and keeps of each layer the boards that seem nearest to the goal
/// (Lowerre 1976). Boards visited in recent layers are skipped.
///
/// The caller examines each layer and ends the search. The same input gives the same layers. Takes
/// about 10 times the memory of a layer's boards, and 64 MiB for the trail.
#[derive(Debug)]
pub(crate) struct Beam<R: Ranking> {
    /// If it is replaced, [rescore](Self::rescore) each board of the layer afterwards.
    pub(crate) ranking: R,
    /// If walls or hash keys change, [rescore](Self::rescore) each board of the layer afterwards.
    pub(crate) config: BeamConfig,
    cells: usize,
    /// The number of moves that led to the layer.
    pub(crate) made: usize,
    layer: Layer<R::State>,
    next: Layer<R::State>,
    candidates: Candidates<R::Note>,
    visited: VisitedSet,
    /// `[cell]`: the number of boards of the next layer with the blank there.
    of_cell: Vec<u32>,
    pub(crate) trail: Trail,
}

/// All boards kept after the same number of moves, the nearest first.
#[derive(Debug)]
struct Layer<S> {
    nodes: Vec<Node<S>>,
    at: Vec<u16>,
}

#[derive(Debug)]
struct Node<S> {
    hash: u64,
    blank: u16,
    /// The bit of the side on which the blank would go back; 0 for none.
    back: u8,
    state: S,
}

impl<R: Ranking> Beam<R> {
    /// Returns the beam that begins with a board.
    pub(crate) fn new(
        ranking: R,
        state: R::State,
        at: &[u16],
        blank: usize,
        config: BeamConfig,
    ) -> Result<Self, OutOfMemory> {
        let (cells, stride, width) = (at.len(), ranking.stride(), config.width.max(1));
        let empty = || -> Result<_, OutOfMemory> {
            let (nodes, at) = (reserved(width)?, reserved(width * cells)?);
            Ok(Layer { nodes, at })
        };
        let mut layer = empty()?;
        let hash = config.keys.of(at);
        let tiles = at.iter().zip(0_u16..);
        let tiles = tiles.map(|(tile, cell)| tile + cell * stride);
        layer.at.extend(tiles);
        layer.nodes.push(Node {
            hash,
            blank: blank as u16,
            back: 0,
            state,
        });
        let mut visited = VisitedSet::new(width)?;
        visited.insert(hash);
        Ok(Self {
            ranking,
            cells,
            made: 0,
            layer,
            next: empty()?,
            // Only the first board may take back its last move.
            candidates: Candidates::with_capacity((Side::ALL.len() - 1) * width + AT_ONCE)?,
            visited,
            of_cell: filled(0, cells)?,
            trail: Trail::default(),
            config,
        })
    }

    /// Returns the ranking's data of the boards of the layer, the nearest first.
    pub(crate) fn states(&self) -> impl ExactSizeIterator<Item = &R::State> {
        self.layer.nodes.iter().map(|node| &node.state)
    }

    /// Returns a board of the layer, by [`Ranking::stride`].
    pub(crate) fn board(&self, number: usize) -> &[u16] {
        &self.layer.at[number * self.cells..][..self.cells]
    }

    /// Keeps only some boards of the layer, and of those not more than `most`.
    pub(crate) fn keep(&mut self, most: usize, is_kept: impl Fn(&R::State) -> bool) {
        let (cells, layer) = (self.cells, &mut self.layer);
        let mut kept = 0;
        for number in 0..layer.nodes.len() {
            if kept < most && is_kept(&layer.nodes[number].state) {
                layer.nodes.swap(kept, number);
                let board = number * cells..(number + 1) * cells;
                layer.at.copy_within(board, kept * cells);
                if let Some(links) = self.trail.layers.last_mut() {
                    links.swap(kept, number);
                }
                kept += 1;
            }
        }
        layer.nodes.truncate(kept);
        layer.at.truncate(kept * cells);
    }

    /// Replaces the ranking's data of a board of the layer, whose next move may undo its last one.
    pub(crate) fn rescore(&mut self, number: usize, state: R::State) {
        let hash = self.config.keys.of(self.board(number));
        let node = &mut self.layer.nodes[number];
        (node.hash, node.back, node.state) = (hash, 0, state);
        self.visited.insert(hash);
    }

    /// Makes the next layer. Boards with an estimate above `most` are left out. Breaks with the move
    /// to a board whose estimate is 0, or without one if no board is left or the trail would be too
    /// long.
    pub(crate) async fn advance(
        &mut self,
        most: u32,
        pace: &mut Pace,
    ) -> Result<ControlFlow<Option<Link>>, OutOfMemory> {
        let child_cost = 20 + self.ranking.cost_of_child();
        let board_cost = 60 + self.cells / 8 + self.ranking.cost_of_child();
        self.candidates.len = 0;
        let mut parent = 0;
        while parent < self.layer.nodes.len() {
            pace.wait_for_allowance().await;
            let allowed = pace.slice.until.min(pace.counts.limit) - pace.counts.expanded;
            let cost = 30 + Side::ALL.len() * child_cost;
            let most_parents = pace.slice.effort.room(cost).clamp(1, AT_ONCE);
            let left = self.layer.nodes.len() - parent;
            let parents = (left.min(most_parents) as u64).min(allowed) as usize;
            let (expanded, generated, goal) = self.expand(parent..parent + parents, most);
            pace.counts.expanded += expanded as u64;
            pace.counts.generated += generated as u64;
            pace.spend(expanded * 30 + generated * child_cost).await;
            if goal.is_some() {
                return Ok(ControlFlow::Break(goal));
            }
            parent += parents;
        }
        let candidates = self.candidates.len;
        if candidates == 0 || !self.trail.begin(candidates.min(self.config.width))? {
            return Ok(ControlFlow::Break(None));
        }
        let classes = self.candidates.count_classes();
        pace.spend(candidates * 4).await;
        self.candidates.sort(classes);
        pace.spend(candidates * 4).await;
        self.next.nodes.clear();
        self.next.at.clear();
        self.of_cell.fill(0);
        let mut nth = 0;
        while nth < candidates && self.next.nodes.len() < self.config.width {
            let (examined, chosen) = self.choose(nth);
            nth += examined;
            pace.spend(examined * 20 + chosen * board_cost).await;
        }
        if self.next.nodes.is_empty() {
            return Ok(ControlFlow::Break(None));
        }
        mem::swap(&mut self.layer, &mut self.next);
        self.trail.end();
        self.made += 1;
        Ok(ControlFlow::Continue(()))
    }

    /// Lists the children of some boards of the layer, up to the first one with a child that is the
    /// goal. Returns the number of boards expanded and generated, and the move to the goal.
    ///
    /// Never inlined into a future: the loop keeps its data in registers here.
    #[inline(never)]
    fn expand(&mut self, parents: Range<usize>, most: u32) -> (usize, usize, Option<Link>) {
        const MOST_ORDER: i64 = i32::MAX as i64 / 2;

        let (cells, layer, ranking) = (self.cells, &self.layer, &self.ranking);
        let stride = ranking.stride();
        let BeamConfig {
            neighbours, keys, ..
        } = &self.config;
        let boards = layer.at[parents.start * cells..].chunks_exact(cells);
        let nodes = layer.nodes[parents.clone()].iter();
        let base = ranking.order(&layer.nodes[0].state);
        let mut free = (self.candidates).room(parents.len() * Side::ALL.len());
        let before = free.len();
        let (mut expanded, mut generated, mut goal) = (0, 0, None);
        for ((parent, node), at) in parents.zip(nodes).zip(boards) {
            let blank = usize::from(node.blank);
            // So that adding one move can't overflow; larger differences are rare.
            let order = ranking.order(&node.state).wrapping_sub(base);
            let order = order.clamp(-MOST_ORDER, MOST_ORDER) as i32;
            expanded += 1;
            let steps = neighbours.moves(blank, node.back).map(|(from, side)| {
                generated += 1;
                (from, blank, side)
            });
            ranking.children(&node.state, at, steps, |step, estimate, change, note| {
                let (from, _, side) = step;
                let link = Link::new(parent, side);
                if estimate == 0 {
                    goal = goal.or(Some(link));
                }
                if estimate > most {
                    return;
                }
                if let Some((candidate, of_candidate)) = free.next() {
                    let tiles = [from, blank].map(|cell| at[cell] - cell as u16 * stride);
                    *of_candidate = order.wrapping_add(change);
                    *candidate = Candidate {
                        hash: keys.after(node.hash, tiles, from, blank),
                        link,
                        from: from as u16,
                        note,
                    };
                }
            });
            if goal.is_some() {
                break;
            }
        }
        let listed = before - free.len();
        self.candidates.len += listed;
        (expanded, generated, goal)
    }

    /// Makes boards of the next layer of some candidates, from the `nth` in order. Returns the
    /// numbers of candidates examined and chosen. A chosen one may be a dead end.
    #[inline(never)]
    fn choose(&mut self, nth: usize) -> (usize, usize) {
        /// The distance, in candidates, at which a slot is prefetched.
        const AHEAD: usize = 8;
        /// The cells in a line of the cache.
        const CACHE_LINE: usize = 32;

        let (cells, stride) = (self.cells, self.ranking.stride());
        let (layer, next) = (&self.layer, &mut self.next);
        let room = self.config.width - next.nodes.len();
        let (numbers, candidates) = self.candidates.in_order(nth);
        let (mut examined, mut chosen) = (0, [0; AT_ONCE]);
        let mut count = 0;
        for &number in numbers.iter().take(AT_ONCE) {
            if count == room {
                break;
            }
            if let Some(&ahead) = numbers.get(examined + AHEAD) {
                self.visited.fetch(candidates[ahead as usize].hash);
            }
            if let Some(&ahead) = numbers.get(examined + 2 * AHEAD) {
                fetch_early(candidates, ahead as usize);
            }
            examined += 1;
            let Candidate { hash, from, .. } = candidates[number as usize];
            let of_cell = &mut self.of_cell[usize::from(from)];
            // The counter is in near memory, so it comes first.
            if *of_cell as usize >= self.config.width_of_cell || !self.visited.insert(hash) {
                continue;
            }
            *of_cell += 1;
            chosen[count] = number;
            count += 1;
            // Row `6x6` of the lengths: wide beams wait for their parents.
            let parent = candidates[number as usize].link.parent();
            fetch_early(&layer.nodes, parent);
            fetch_early(&layer.at, parent * cells);
            fetch_early(&layer.at, parent * cells + CACHE_LINE);
        }
        for &number in &chosen[..count] {
            let candidate = &candidates[number as usize];
            let (parent, side) = (candidate.link.parent(), candidate.link.side());
            let (node, at) = (&layer.nodes[parent], &layer.at[parent * cells..][..cells]);
            let (from, to) = (usize::from(candidate.from), usize::from(node.blank));
            let mut state = node.state.clone();
            let step = (from, to, side);
            self.ranking.update(&mut state, at, step, candidate.note);
            let first = next.at.len();
            next.at.extend_from_slice(at);
            let new_at = &mut next.at[first..];
            let farther = (to as u16).wrapping_sub(from as u16).wrapping_mul(stride);
            new_at[to] = at[from].wrapping_add(farther);
            new_at[from] = at[to].wrapping_sub(farther);
            if self.ranking.is_trap(&state, new_at) {
                next.at.truncate(first);
                continue;
            }
            next.nodes.push(Node {
                hash: candidate.hash,
                blank: candidate.from,
                back: 1 << side.undo() as u8,
                state,
            });
            self.trail.new.push(candidate.link);
        }
        (examined, count)
    }
}

/// Returns a solution of at most `most` moves, if a beam of a width finds one. It is ranked by
/// pairs of tiles or, in boxes and on large boards, by powers of the tiles' distances.
pub(crate) fn solve_by_beam<'p>(
    board: &'p CanonicalBoard,
    width: usize,
    most: usize,
    quota: Option<Quota>,
    pace: &'p mut Pace,
) -> BoxFuture<'p, Result<Option<Moves>, OutOfMemory>> {
    Box::pin(async move {
        if let Some(tables) = tables_for(board.shape, pace).await? {
            let state = PairScore {
                weight: 0,
                distance: board.manhattan() as i32,
            };
            return beam_to_goal(tables, state, board, width, most, quota, pace).await;
        }
        let (ranking, state) = ByOrder::new(board);
        beam_to_goal(ranking, state, board, width, most, quota, pace).await
    })
}

/// Returns a solution of at most `most` moves, if a beam of a width finds one, given the ranking's
/// data of the board. With a quota the width of each layer is set so that the beam ends within it,
/// up to the width given.
///
/// The search is incomplete: its end proves nothing.
pub(crate) async fn beam_to_goal<R: Ranking>(
    ranking: R,
    state: R::State,
    board: &CanonicalBoard,
    width: usize,
    most: usize,
    quota: Option<Quota>,
    pace: &mut Pace,
) -> Result<Option<Moves>, OutOfMemory> {
    if board.is_solved() {
        return Ok(Some(Moves::new()));
    }
    let (width, cells) = (width.min(max_width(board.shape)), board.cells.len());
    let part_of_cell = part_of_cell(cells);
    let config = BeamConfig {
        neighbours: Neighbours::new(board.shape)?,
        keys: Keys::new(cells, |_| true)?,
        width,
        width_of_cell: width.div_ceil(part_of_cell),
    };
    let mut beam = Beam::new(ranking, state, &board.cells, board.blank, config)?;
    while let Some(left) = most.checked_sub(beam.made + 1) {
        if let Some(quota) = &quota {
            // The expansions that are left are shared among the layers that are left: the layers
            // before the last one have few boards.
            let boards = quota.left(&pace.counts);
            let boards = boards.saturating_sub(beam.states().len() as u64);
            let layers = most - beam.made - 1;
            let layers = layers.saturating_sub(most / 16).max(1 + most / 32);
            beam.config.width = (boards / layers as u64).clamp(1, width as u64) as usize;
            beam.config.width_of_cell = beam.config.width.div_ceil(part_of_cell);
        }
        let left = u32::try_from(left).unwrap_or(u32::MAX);
        if let ControlFlow::Break(goal) = beam.advance(left, pace).await? {
            let Some(link) = goal else { break };
            let path = beam.trail.path_to(beam.made, link.parent(), pace).await?;
            let path = path.into_iter().chain([link.side()]);
            return Ok(Some(path.map(Side::tile_moves).collect()));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests;
