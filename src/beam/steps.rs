//! The steps of a beam that depend on its ranking.

use core::mem;

use super::engine::{Engine, Steps};
use super::layer::Node;
use super::listed::{Candidate, ExpandJob, Expanded};
use super::{AT_ONCE, Beam};
use crate::beam::ranking::{Ranking, Slide, View};
use crate::runtime::cost_model::beam as cost;
use crate::runtime::job::Pace;
use crate::side::Side;

impl<R: Ranking> Steps for Beam<R> {
    fn engine(&self) -> &Engine {
        &self.engine
    }

    fn engine_mut(&mut self) -> &mut Engine {
        &mut self.engine
    }

    fn boards(&self) -> usize {
        self.layer.boards
    }

    fn meet_first(&mut self) {
        for root in &self.layer.nodes {
            let _ = self.engine.visited.insert(root.hash);
        }
    }

    fn expand_some(&mut self, parent: usize, most: u32, pace: &mut Pace) -> Expanded {
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

    fn children(&self) -> (&[i32], usize) {
        (self.listed.orders(), self.terms.width)
    }

    fn empty_next(&mut self) {
        self.next.boards = 0;
    }

    fn fill_some(&mut self, nth: usize) -> (usize, usize) {
        if self.next.boards == self.terms.width {
            return (0, 0);
        }
        let mut chosen = [0; AT_ONCE];
        let (seen, count) = self.choose(nth, &mut chosen);
        self.make(&chosen[..count]);
        (seen, seen * cost::CANDIDATE + count * self.board_price)
    }

    fn turn(&mut self) -> bool {
        self.listed.clear();
        if self.next.boards > 0 {
            mem::swap(&mut self.layer, &mut self.next);
            return true;
        }
        false
    }
}

impl<R: Ranking> Beam<R> {
    /// Chooses boards of the next layer among some candidates, from this one of the order on.
    /// Returns how many candidates were looked at, and how many boards were chosen.
    fn choose(&mut self, nth: usize, chosen: &mut [u32; AT_ONCE]) -> (usize, usize) {
        /// The distance, in candidates, at which the memory is asked for a slot.
        const AHEAD: usize = 8;

        let room = self.terms.width - self.next.boards;
        let width_of_cell = self.terms.width_of_cell;
        let numbers = &self.engine.sorting.numbers()[nth..];
        let candidates = self.listed.candidates();
        let of_cell = &mut self.engine.of_cell[..];
        let (mut seen, mut count) = (0, 0);
        for &number in numbers.iter().take(AT_ONCE) {
            if count == room {
                break;
            }
            if let Some(&ahead) = numbers.get(seen + AHEAD) {
                self.engine.visited.fetch(candidates[ahead as usize].hash);
            }
            seen += 1;
            let Candidate { hash, from, .. } = candidates[number as usize];
            let of_cell = &mut of_cell[usize::from(from)];
            // That is in near memory, so it is asked first.
            if *of_cell as usize >= width_of_cell || !self.engine.visited.insert(hash) {
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
        let (layer, next) = (&self.layer, &mut self.next);
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
            self.engine.trail.push(candidate.link);
            next.boards += 1;
            place = places.next();
        }
    }
}
