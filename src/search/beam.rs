//! Beam search: good solutions fast, without any proof.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::canonical::CanonicalBoard;
use crate::direction::ORDER;
use crate::moves::Moves;
use crate::search::hashes::{Hashes, hash_of};
use crate::search::meter::Meter;
use crate::search::ranking::{Ranking, Slide};
use crate::shape::Shape;
use crate::tables::{OutOfMemory, filled};

/// The most boards that the trail of a search holds, 4 bytes each; where it would be longer the
/// search gives up.
const MAX_TRAIL: usize = 1 << 24;

/// The widest beam, for [`Link`].
pub(crate) const MAX_WIDTH: usize = 1 << 17;

/// The memory that the boards of a beam may take, in bytes.
const MAX_BOARD_BYTES: usize = 1 << 26;

/// Returns the widest beam on boards of a shape.
pub(crate) fn max_width(shape: Shape) -> usize {
    (MAX_BOARD_BYTES / (2 * shape.cells())).min(MAX_WIDTH)
}

/// No cell lies there.
const NONE: u32 = u32::MAX;

/// Never equal to a turn, nor to one that undoes another.
const NO_TURN: u8 = 7;

/// How a board of the beam came about: from which one of the layer before, by which turn.
#[derive(Clone, Copy, Debug)]
struct Link(u32);

impl Link {
    const fn new(parent: usize, turn: u8) -> Self {
        Self((parent as u32) << 3 | turn as u32)
    }

    const fn parent(self) -> usize {
        (self.0 >> 3) as usize
    }

    const fn turn(self) -> u8 {
        (self.0 & 7) as u8
    }
}

/// A board of a layer; its tiles are kept beside.
#[derive(Clone, Copy, Debug)]
struct Node<S> {
    state: S,
    hash: u64,
    blank: u32,
    made_by: u8,
}

/// A board that may enter the next layer.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    link: Link,
    order: u32,
    hash: u64,
}

/// A layer of the search: all boards after the same number of moves.
#[derive(Debug)]
struct Layer<S> {
    nodes: Vec<Node<S>>,
    at: Vec<u16>,
}

/// Looks for a solution of at most `most` moves, layer by layer, and keeps of each layer the
/// `width` boards that seem nearest to the goal (Lowerre 1976; a board met in the same layer or two
/// layers before is left out).
///
/// The same input gives the same moves. Most boards have a solution that the search does not find,
/// so `None` proves nothing. Takes at most some 10 times as much memory as the boards of a layer,
/// and 64 MiB for the way back. A hash met twice by accident only loses a board.
pub(crate) fn search<R: Ranking>(
    ranking: &R,
    instance: &CanonicalBoard,
    width: usize,
    most: usize,
    meter: &mut Meter<'_>,
) -> ControlFlow<(), Option<Moves>> {
    let Some(state) = ranking.evaluate(instance) else {
        return ControlFlow::Continue(None);
    };
    if instance.is_solved() {
        return ControlFlow::Continue(Some(Moves::new()));
    }
    match Beam::new(
        ranking,
        instance,
        width.min(max_width(instance.shape)),
        state,
    ) {
        Ok(mut beam) => beam.run(most, meter),
        // A search less; nothing depends on it.
        Err(OutOfMemory { .. }) => ControlFlow::Continue(None),
    }
}

struct Beam<'r, R: Ranking> {
    ranking: &'r R,
    width: usize,
    cells: usize,
    /// For each cell of the blank and each turn: the cell whose tile would move.
    neighbours: Vec<[u32; 6]>,
    layer: Layer<R::State>,
    next: Layer<R::State>,
    candidates: Vec<Candidate>,
    /// The boards of the layer before, of this one and of the next.
    seen: [Hashes; 3],
    trail: Vec<Vec<Link>>,
    /// Decides between boards that seem equally near.
    random: u64,
}

impl<'r, R: Ranking> Beam<'r, R> {
    fn new(
        ranking: &'r R,
        instance: &CanonicalBoard,
        width: usize,
        state: R::State,
    ) -> Result<Self, OutOfMemory> {
        let shape = instance.shape;
        let neighbour = |blank, side| {
            let cell = shape.neighbour(blank, side);
            cell.map_or(NONE, |cell| cell as u32)
        };
        let cells = 0..shape.cells();
        let hash = cells.clone().filter(|&cell| cell != instance.blank);
        let hash = hash.fold(0, |hash, cell| hash ^ hash_of(instance.cells[cell], cell));
        // All children of a layer fit; the root alone may have as many as there are turns.
        let children = if shape.is_rectangle() { 3 } else { 5 };
        let slots = (children * width + 8).next_power_of_two();
        let mut seen = [
            Hashes::new(slots)?,
            Hashes::new(slots)?,
            Hashes::new(slots)?,
        ];
        seen[1].insert(hash);
        let root = Node {
            state,
            hash,
            blank: instance.blank as u32,
            made_by: NO_TURN,
        };
        let mut at = filled(0, width * shape.cells())?;
        at[..shape.cells()].copy_from_slice(&instance.cells);
        Ok(Self {
            ranking,
            width,
            cells: shape.cells(),
            neighbours: cells
                .map(|blank| ORDER.map(|side| neighbour(blank, side)))
                .collect(),
            layer: Layer {
                nodes: filled(root.clone(), 1)?,
                at,
            },
            next: Layer {
                nodes: Vec::new(),
                at: filled(0, width * shape.cells())?,
            },
            candidates: Vec::new(),
            seen,
            trail: Vec::new(),
            random: 0x2545_F491_4F6C_DD1D,
        })
    }

    fn run(&mut self, most: usize, meter: &mut Meter<'_>) -> ControlFlow<(), Option<Moves>> {
        let mut links = 0;
        for made in 1..=most {
            let left = most - made;
            if let Some(last) = self.expand(left as u32, meter)? {
                return ControlFlow::Continue(Some(self.path(last)));
            }
            self.select();
            links += self.candidates.len();
            if self.candidates.is_empty() || links > MAX_TRAIL {
                break;
            }
            self.step();
        }
        ControlFlow::Continue(None)
    }

    /// Lists the children of a layer, each once; returns the goal if it is among them.
    fn expand(&mut self, left: u32, meter: &mut Meter<'_>) -> ControlFlow<(), Option<Link>> {
        let [before, _, next] = &mut self.seen;
        self.candidates.clear();
        let boards = self.layer.at.chunks_exact(self.cells);
        for (parent, (node, at)) in self.layer.nodes.iter().zip(boards).enumerate() {
            meter.expand()?;
            let to = node.blank as usize;
            // The first two turns undo the fourth and third, the last two each other.
            let back = [3, 2, 1, 0, 5, 4, NO_TURN, NO_TURN][usize::from(node.made_by)];
            for (turn, &from) in (0..).zip(&self.neighbours[to]) {
                if from == NONE || turn == back {
                    continue;
                }
                meter.generated += 1;
                let from = from as usize;
                let tile = at[from];
                let hash = node.hash ^ hash_of(tile, from) ^ hash_of(tile, to);
                if before.contains(hash) || !next.insert(hash) {
                    continue;
                }
                let slide = Slide { from, to, turn };
                let rank = self.ranking.child(&node.state, at, slide);
                let link = Link::new(parent, turn);
                if rank.estimate == 0 {
                    return ControlFlow::Continue(Some(link));
                }
                if rank.estimate <= left {
                    self.candidates.push(Candidate {
                        link,
                        order: rank.order,
                        hash,
                    });
                }
            }
        }
        ControlFlow::Continue(None)
    }

    /// Keeps the nearest candidates; of those equally far, any.
    fn select(&mut self) {
        let Self {
            candidates, width, ..
        } = self;
        if candidates.len() <= *width {
            return;
        }
        let least = candidates.iter().map(|it| it.order).min().unwrap_or(0);
        let most = candidates.iter().map(|it| it.order).max().unwrap_or(0);
        let mut counts = alloc::vec![0; (most - least) as usize + 1];
        for candidate in &*candidates {
            counts[(candidate.order - least) as usize] += 1;
        }
        let mut room = *width;
        let mut limit = 0;
        while counts[limit] <= room {
            room -= counts[limit];
            limit += 1;
        }
        let limit_order = least + limit as u32;
        let mut equal = counts[limit];
        let random = &mut self.random;
        candidates.retain(|candidate| {
            if candidate.order != limit_order {
                return candidate.order < limit_order;
            }
            *random ^= *random << 13;
            *random ^= *random >> 7;
            *random ^= *random << 17;
            let is_kept = (((*random >> 32) * equal as u64) >> 32) < room as u64;
            room -= usize::from(is_kept);
            equal -= 1;
            is_kept
        });
    }

    /// Makes the candidates the next layer.
    fn step(&mut self) {
        let cells = self.cells;
        self.next.nodes.clear();
        for (nth, candidate) in self.candidates.iter().enumerate() {
            let (parent, turn) = (candidate.link.parent(), candidate.link.turn());
            let node = &self.layer.nodes[parent];
            let at = &self.layer.at[parent * cells..][..cells];
            let to = node.blank as usize;
            let from = self.neighbours[to][usize::from(turn)] as usize;
            let mut state = node.state.clone();
            self.ranking
                .update(&mut state, at, Slide { from, to, turn });
            let child = &mut self.next.at[nth * cells..][..cells];
            child.copy_from_slice(at);
            child.swap(from, to);
            self.next.nodes.push(Node {
                state,
                hash: candidate.hash,
                blank: from as u32,
                made_by: turn,
            });
        }
        let links = self.candidates.iter().map(|candidate| candidate.link);
        self.trail.push(links.collect());
        core::mem::swap(&mut self.layer, &mut self.next);
        self.seen.rotate_left(1);
        self.seen[2].clear();
    }

    /// Returns the moves of the tiles to the last board.
    fn path(&self, last: Link) -> Moves {
        let mut turns = Vec::with_capacity(self.trail.len() + 1);
        let mut link = last;
        turns.push(link.turn());
        for layer in self.trail.iter().rev() {
            link = layer[link.parent()];
            turns.push(link.turn());
        }
        let turns = turns.iter().rev();
        turns
            .map(|&turn| ORDER[usize::from(turn)].opposite())
            .collect()
    }
}
