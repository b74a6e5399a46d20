//! The children of a layer.

use alloc::vec::Vec;
use core::ops::Range;

use super::beam_config::BeamConfig;
use super::layer::Layer;
use super::trail::Link;
use crate::beam::ranking::{Ranking, Slide, View};
use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::runtime::cost_model::beam as cost;
use crate::side::Side;

/// A board that may enter the next layer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Candidate<N> {
    pub(super) hash: u64,
    pub(super) link: Link,
    /// The cell of the blank.
    pub(super) from: u16,
    /// The note that the ranking asks for again.
    pub(super) note: N,
}

/// Boards that may enter the next layer, in the order in which they were made.
#[derive(Clone, Debug)]
pub(super) struct Listed<N> {
    candidates: Vec<Candidate<N>>,
    /// The order of each, less that of the first board of the layer.
    orders: Vec<i32>,
    /// The number of candidates; those beyond it belong to layers before.
    len: usize,
}

/// The result of boards whose children were listed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expanded {
    /// The number of boards that were expanded, and generated.
    pub(super) parents: usize,
    pub(super) children: usize,
    /// The move to the goal, if there is one: boards after it are not expanded.
    pub(super) goal: Option<Link>,
}

impl Expanded {
    /// Returns the cost of the expansion, in nanoseconds.
    pub(super) const fn cost(&self, of_child: usize) -> usize {
        self.parents * cost::PARENT + self.children * of_child
    }
}

/// The layer whose children are listed, and how they are ranked.
#[derive(Debug)]
pub(super) struct ExpandJob<'f, R: Ranking> {
    pub(super) ranking: &'f R,
    pub(super) terms: &'f BeamConfig,
    pub(super) layer: &'f Layer<R::State>,
    /// Boards with a larger estimate are left out.
    pub(super) most: u32,
}

/// Returns what an order is more than another one, held in: boards that differ by more are rare,
/// and what a move changes can still be added.
#[inline(always)]
fn relative(order: i64, base: i64) -> i32 {
    const MOST: i64 = i32::MAX as i64 / 2;

    order.wrapping_sub(base).clamp(-MOST, MOST) as i32
}

impl<N: Copy + Default> Listed<N> {
    /// Returns an empty list with room for the children of layers of `boards` boards, of which some
    /// are expanded at once.
    pub(super) fn new(boards: usize, at_once: usize) -> Result<Self, OutOfMemory> {
        // Only the first board may go back.
        let children = (Side::ALL.len() - 1) * boards + Side::ALL.len() * at_once;
        Ok(Self {
            candidates: reserved(children)?,
            orders: reserved(children)?,
            len: 0,
        })
    }

    pub(super) fn candidates(&self) -> &[Candidate<N>] {
        &self.candidates[..self.len]
    }

    pub(super) fn orders(&self) -> &[i32] {
        &self.orders[..self.len]
    }

    pub(super) const fn clear(&mut self) {
        self.len = 0;
    }

    /// Sees to it that `more` more can be written.
    fn make_room(&mut self, more: usize) {
        let end = self.len + more;
        if self.candidates.len() < end {
            self.candidates.resize(end, Candidate::default());
            self.orders.resize(end, 0);
        }
    }

    /// Adds the children of some boards, up to the first one with a child that is the goal.
    pub(super) fn add<R: Ranking<Note = N>>(
        &mut self,
        of: &ExpandJob<'_, R>,
        some: Range<usize>,
    ) -> Expanded {
        let ExpandJob {
            ranking,
            terms,
            layer,
            most,
        } = *of;
        let cells = layer.cells;
        let view = ranking.view(cells);
        let BeamConfig {
            neighbours,
            keys,
            ends_at_goal,
            ..
        } = terms;
        let first = some.start;
        let nodes = &layer.nodes[some.clone()];
        let states = &layer.states[some.clone()];
        let boards = layer.at[first * cells..].chunks_exact(cells);
        let blank = layer.at[first * cells + usize::from(nodes[0].blank)];
        let keys = keys.in_hand(cells, blank);
        let base = view.order(&layer.states[0]);
        self.make_room(some.len() * Side::ALL.len());
        let candidates = self.candidates[self.len..].iter_mut();
        let mut free = candidates.zip(&mut self.orders[self.len..]);
        let before = free.len();
        let (mut expanded, mut generated, mut goal) = (0, 0, None);
        for (parent, ((node, state), at)) in some.zip(nodes.iter().zip(states).zip(boards)) {
            let to = usize::from(node.blank);
            let order = relative(view.order(state), base);
            let ways = neighbours.ways(to, node.back);
            expanded += 1;
            generated += ways.len();
            let slides = ways.map(|(from, side)| Slide { from, to, side });
            view.children(state, at, slides, |slide, rank, note| {
                let link = Link::new(parent, slide.side);
                if R::View::HAS_ESTIMATES {
                    if rank.estimate == 0 && *ends_at_goal {
                        goal = goal.or(Some(link));
                    }
                    if rank.estimate > most {
                        return;
                    }
                }
                if let Some((candidate, of_candidate)) = free.next() {
                    *of_candidate = order.wrapping_add(rank.change);
                    *candidate = Candidate {
                        hash: keys.after(node.hash, at[slide.from], slide.from, to),
                        link,
                        from: slide.from as u16,
                        note,
                    };
                }
            });
            if goal.is_some() {
                break;
            }
        }
        self.len += before - free.len();
        Expanded {
            parents: expanded,
            children: generated,
            goal,
        }
    }
}
