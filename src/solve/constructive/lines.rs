//! Line after line by beam search, on boards that are small enough for it.

use alloc::vec;
use alloc::vec::Vec;
use core::mem;
use core::ops::ControlFlow;

use super::peel::{Face, MOST_LEFT, Rest};
use super::{Site, axis_of};
use crate::direction::{Direction, ORDER};
use crate::search::hashes::{Hashes, hash_of};
use crate::search::meter::Meter;
use crate::tables::OutOfMemory;

/// What a step of a tile of the next line is worth that is one step away.
const UNIT: i32 = 64;

/// What it costs where a tile stands in the line behind another that belongs behind it, and a step
/// of the blank away from the nearest tile of the line that is not where it belongs, in units.
const TANGLE: i32 = 2;
const NEAREST: i32 = 1;

/// How a beam weighs what it sees. No style is best for all boards, and all of them are good.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// How many boards are kept.
    pub(super) width: usize,
    /// What a step of a tile of the line is worth, in units.
    line: i32,
    /// After so many moves for each of its tiles a line counts twice as much, and so on: none
    /// takes for ever.
    patience: usize,
    /// What is left of the worth of a line's tiles for each line that comes before it, in
    /// twentieths.
    decay: i64,
}

impl Style {
    pub(super) const COUNT: usize = 27;

    /// Returns one of all styles; the first is the best on average.
    pub(super) const fn numbered(number: usize, width: usize) -> Self {
        Self {
            width,
            line: [3, 2, 4][number / 3 % 3],
            patience: [16, 12, 24][number / 9 % 3],
            decay: [18, 17, 19][number % 3],
        }
    }
}

/// A line is given up after so many moves for each cell of the board.
const MOST: usize = 10;

/// No turn, no link, no slot.
const NO_TURN: u8 = u8::MAX;
const NO_LINK: u32 = u32::MAX;
const NO_SLOT: u16 = u16::MAX;

/// What is seen of a board.
#[derive(Clone, Copy, Debug, Default)]
struct Sight {
    /// How many tiles of the line are not where they belong.
    away: u16,
    /// What the distances of the tiles of later lines cost.
    potential: i32,
    /// How far the tiles of the line are from where they belong.
    line: i32,
    /// What the order of the line costs.
    tangle: i32,
    /// Of the tiles of the line and the blank.
    hash: u64,
}

/// A board of a layer; its tiles are kept beside.
#[derive(Clone, Copy, Debug)]
struct Node {
    blank: u16,
    /// The turn that made it.
    turn: u8,
    sight: Sight,
    /// Where its way is written.
    link: u32,
}

/// All boards after the same number of moves.
#[derive(Debug, Default)]
struct Layer {
    nodes: Vec<Node>,
    /// The tiles of each, cell by cell.
    at: Vec<u16>,
    /// Where the tiles of the line stand, of each.
    stand: Vec<u16>,
}

/// A board that may enter the next layer.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    parent: u32,
    turn: u8,
    sight: Sight,
}

/// A tile of the line that is not where it belongs.
#[derive(Clone, Copy, Debug)]
struct Lost {
    slot: u16,
    place: [u16; 3],
}

/// A line that is to be put in order, in the box that it ends.
struct Stage<'s> {
    places: &'s [[u16; 3]],
    low: [usize; 3],
    high: [usize; 3],
    jumps: [usize; 3],
    is_fixed: &'s [bool],
    cells: &'s [usize],
    /// By cell: which of the line's it is.
    slot: Vec<u16>,
    /// By cell: how many lines before the one that it is in come first.
    behind: &'s [u16],
    costs: &'s Costs,
    is_flat: bool,
}

/// What distances cost along an axis, for tiles of the next line, of the one after that and so on.
struct Costs {
    longest: usize,
    /// By line and distance.
    by_line: Vec<i32>,
}

impl Costs {
    /// It is the distance to the power of 7/4: far tiles come first, as while a board flows. The
    /// farther off the line is, the less.
    fn new(lines: usize, longest: usize, decay: i64) -> Self {
        let mut by_line = Vec::with_capacity((lines + 1) * (longest + 1));
        // The line in hand is weighed by itself.
        by_line.resize(longest + 1, 0);
        let power = |distance: usize| {
            let seventh = (distance as u128).pow(7);
            (seventh * (UNIT as u128).pow(4)).isqrt().isqrt() as i64
        };
        let mut weight = 1 << 16;
        for _ in 0..lines {
            weight = (weight * decay / 20).max(1 << 12);
            by_line.extend((0..=longest).map(|distance| ((power(distance) * weight) >> 16) as i32));
        }
        Self { longest, by_line }
    }

    fn of(&self, behind: u16, distance: u16) -> i32 {
        self.by_line[usize::from(behind) * (self.longest + 1) + usize::from(distance)]
    }
}

impl Stage<'_> {
    /// Returns the cell next to another one, where it may be moved through.
    fn beside(&self, cell: usize, side: Direction) -> Option<usize> {
        let (axis, is_up) = axis_of(side);
        let (here, jump) = (self.places[cell][axis] as usize, self.jumps[axis]);
        let next = if is_up {
            (here < self.high[axis]).then(|| cell + jump)
        } else {
            (here > self.low[axis]).then(|| cell - jump)
        };
        next.filter(|&next| !self.is_fixed[next])
    }

    /// Returns what the distance of a tile costs along an axis.
    fn cost(&self, tile: usize, cell: usize, axis: usize) -> i32 {
        let distance = self.places[tile][axis].abs_diff(self.places[cell][axis]);
        self.costs.of(self.behind[tile], distance)
    }

    /// Returns what it costs that tiles of the line stand in each other's way there.
    fn tangle(&self, tile_on: impl Fn(usize) -> usize) -> i32 {
        if !self.is_flat {
            return 0;
        }
        let (mut farthest, mut tangle) = (NO_SLOT, 0);
        for &cell in self.cells {
            let slot = self.slot[tile_on(cell)];
            if slot != NO_SLOT {
                if farthest != NO_SLOT && slot < farthest {
                    tangle += 1;
                } else {
                    farthest = slot;
                }
            }
        }
        tangle
    }

    /// Returns how many steps two cells are apart.
    const fn apart(&self, a: [u16; 3], b: [u16; 3]) -> u16 {
        let flat = a[0].abs_diff(b[0]) + a[1].abs_diff(b[1]);
        if self.is_flat {
            flat
        } else {
            flat + a[2].abs_diff(b[2])
        }
    }

    /// Returns how far the blank is from the nearest tile of the line that is not where it belongs.
    /// `moved` says where one of them is now.
    fn nearest(&self, lost: &[Lost], blank: usize, moved: Option<(u16, usize)>) -> i32 {
        let here = self.places[blank];
        let mut nearest = u16::MAX;
        for tile in lost {
            if moved.is_none_or(|(slot, _)| slot != tile.slot) {
                nearest = nearest.min(self.apart(here, tile.place));
            }
        }
        if let Some((slot, cell)) = moved {
            if self.cells[usize::from(slot)] != cell {
                nearest = nearest.min(self.apart(here, self.places[cell]));
            }
        }
        if nearest == u16::MAX {
            0
        } else {
            nearest.into()
        }
    }

    /// Looks at a whole board, and fills in where the tiles of the line stand.
    fn look(&self, blank: usize, at: &[u16], stand: &mut [u16]) -> Sight {
        let mut sight = Sight {
            hash: hash_of(u16::MAX, blank),
            tangle: self.tangle(|cell| at[cell].into()),
            ..Sight::default()
        };
        for (cell, &tile) in at.iter().enumerate() {
            let tile = usize::from(tile);
            if cell == blank {
                continue;
            }
            sight.potential += (0..3).map(|axis| self.cost(tile, cell, axis)).sum::<i32>();
            let slot = self.slot[tile];
            if slot != NO_SLOT {
                stand[usize::from(slot)] = cell as u16;
                sight.away += u16::from(cell != tile);
                sight.hash ^= hash_of(slot, cell);
                sight.line += i32::from(self.apart(self.places[tile], self.places[cell]));
            }
        }
        sight
    }
}

/// A beam search that goes on from line to line.
struct Beam {
    style: Style,
    layer: Layer,
    next: Layer,
    candidates: Vec<Candidate>,
    /// The tiles of the line that are not where they belong, on the board in hand.
    lost: Vec<Lost>,
    /// What each of them costs, and its number.
    order: Vec<(i32, u32)>,
    /// The boards of the layer before, of this one and of the next.
    seen: [Hashes; 3],
    /// For each board ever kept: the link of the one before, and the turn.
    trail: Vec<(u32, u8)>,
}

impl Beam {
    fn new(at: &[u16], blank: usize, style: Style) -> Result<Self, OutOfMemory> {
        let root = Node {
            blank: blank as u16,
            turn: NO_TURN,
            sight: Sight::default(),
            link: NO_LINK,
        };
        let slots = (5 * style.width + 8).next_power_of_two();
        Ok(Self {
            style,
            layer: Layer {
                nodes: vec![root],
                at: at.to_vec(),
                stand: Vec::new(),
            },
            next: Layer::default(),
            candidates: Vec::new(),
            lost: Vec::new(),
            order: Vec::new(),
            seen: [
                Hashes::new(slots)?,
                Hashes::new(slots)?,
                Hashes::new(slots)?,
            ],
            trail: Vec::new(),
        })
    }

    /// Goes on until boards are found with the line in order, and keeps those alone. Where there
    /// are none after `most` moves, the boards are those of the start again, and the answer is
    /// false.
    fn settle(
        &mut self,
        stage: &Stage<'_>,
        most: usize,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<(), bool> {
        let (cells, slots) = (stage.places.len(), stage.cells.len());
        self.seen.iter_mut().for_each(Hashes::clear);
        let Layer { nodes, at, stand } = &mut self.layer;
        stand.clear();
        stand.resize(nodes.len() * slots, 0);
        for (nth, node) in nodes.iter_mut().enumerate() {
            node.turn = NO_TURN;
            let (at, stand) = (
                &at[nth * cells..][..cells],
                &mut stand[nth * slots..][..slots],
            );
            node.sight = stage.look(node.blank.into(), at, stand);
        }
        let start = (nodes.clone(), at.clone(), self.trail.len());
        for made in 0..most {
            if self.layer.nodes.iter().any(|node| node.sight.away == 0) {
                self.keep_done(cells);
                return ControlFlow::Continue(true);
            }
            let weight = UNIT + (made * UNIT as usize / (self.style.patience * slots)) as i32;
            self.expand(stage, weight, meter)?;
            if self.trail.try_reserve(self.style.width).is_err() {
                let bytes = (self.trail.len() + self.style.width) * size_of::<(u32, u8)>();
                meter.lack(bytes as u64)?;
            }
            self.step(stage);
        }
        (self.layer.nodes, self.layer.at) = (start.0, start.1);
        self.trail.truncate(start.2);
        ControlFlow::Continue(false)
    }

    /// Drops the boards of which the line is not in order.
    fn keep_done(&mut self, cells: usize) {
        let Layer { nodes, at, .. } = &mut self.layer;
        let mut kept = 0;
        for nth in 0..nodes.len() {
            if nodes[nth].sight.away == 0 {
                nodes[kept] = nodes[nth];
                at.copy_within(nth * cells..(nth + 1) * cells, kept * cells);
                kept += 1;
            }
        }
        nodes.truncate(kept);
        at.truncate(kept * cells);
    }

    /// Lists the children of a layer.
    fn expand(&mut self, stage: &Stage<'_>, weight: i32, meter: &mut Meter<'_>) -> ControlFlow<()> {
        let (cells, slots) = (stage.places.len(), stage.cells.len());
        self.candidates.clear();
        self.order.clear();
        let boards = self.layer.at.chunks_exact(cells);
        let stands = self.layer.stand.chunks_exact(slots);
        for (parent, ((node, at), stand)) in
            self.layer.nodes.iter().zip(boards).zip(stands).enumerate()
        {
            meter.expand()?;
            let lost = (0..)
                .zip(stand)
                .filter(|&(slot, &cell)| stage.cells[usize::from(slot)] != usize::from(cell));
            self.lost.clear();
            self.lost.extend(lost.map(|(slot, &cell)| Lost {
                slot,
                place: stage.places[usize::from(cell)],
            }));
            let to = usize::from(node.blank);
            // The first two turns undo the fourth and third, the last two each other.
            let back = [3, 2, 1, 0, 5, 4].get(usize::from(node.turn)).copied();
            for (turn, side) in (0..).zip(ORDER) {
                let Some(from) = stage.beside(to, side).filter(|_| Some(turn) != back) else {
                    continue;
                };
                meter.generated += 1;
                let tile = usize::from(at[from]);
                let (axis, _) = axis_of(side);
                let mut sight = node.sight;
                sight.potential += stage.cost(tile, to, axis) - stage.cost(tile, from, axis);
                sight.hash ^= hash_of(u16::MAX, to) ^ hash_of(u16::MAX, from);
                let slot = stage.slot[tile];
                let mut moved = None;
                if slot != NO_SLOT {
                    moved = Some((slot, to));
                    sight.hash ^= hash_of(slot, to) ^ hash_of(slot, from);
                    let apart = |cell: usize| {
                        let (here, goal) = (stage.places[cell], stage.places[tile]);
                        i32::from(here[axis].abs_diff(goal[axis]))
                    };
                    sight.line += apart(to) - apart(from);
                    sight.away = sight.away + u16::from(from == tile) - u16::from(to == tile);
                    if stage.slot[to] != NO_SLOT || stage.slot[from] != NO_SLOT {
                        sight.tangle = stage.tangle(|cell| match cell {
                            cell if cell == to => tile,
                            cell if cell == from => usize::from(at[to]),
                            cell => at[cell].into(),
                        });
                    }
                }
                let nearest = stage.nearest(&self.lost, from, moved);
                let cost = sight.potential
                    + (self.style.line * sight.line + TANGLE * sight.tangle + NEAREST * nearest)
                        * weight;
                self.order.push((cost, self.candidates.len() as u32));
                self.candidates.push(Candidate {
                    parent: parent as u32,
                    turn,
                    sight,
                });
            }
        }
        ControlFlow::Continue(())
    }

    /// Makes the cheapest candidates the next layer. Of boards that differ only in tiles of later
    /// lines one is kept: the others would soon be all that there is.
    fn step(&mut self, stage: &Stage<'_>) {
        let (cells, slots) = (stage.places.len(), stage.cells.len());
        self.order.sort_unstable();
        let Self { layer, next, .. } = self;
        let [before, _, seen] = &mut self.seen;
        next.nodes.clear();
        next.at.clear();
        next.stand.clear();
        for &(_, number) in &self.order {
            let candidate = &self.candidates[number as usize];
            if before.contains(candidate.sight.hash) || !seen.insert(candidate.sight.hash) {
                continue;
            }
            let parent = candidate.parent as usize;
            let node = &layer.nodes[parent];
            let to = usize::from(node.blank);
            let Some(from) = stage.beside(to, ORDER[usize::from(candidate.turn)]) else {
                continue;
            };
            let first = next.at.len();
            next.at
                .extend_from_slice(&layer.at[parent * cells..][..cells]);
            next.at.swap(first + from, first + to);
            let first = next.stand.len();
            next.stand
                .extend_from_slice(&layer.stand[parent * slots..][..slots]);
            let slot = stage.slot[usize::from(layer.at[parent * cells + from])];
            if slot != NO_SLOT {
                next.stand[first + usize::from(slot)] = to as u16;
            }
            next.nodes.push(Node {
                blank: from as u16,
                turn: candidate.turn,
                sight: candidate.sight,
                link: self.trail.len() as u32,
            });
            self.trail.push((node.link, candidate.turn));
            if next.nodes.len() == self.style.width {
                break;
            }
        }
        mem::swap(&mut self.layer, &mut self.next);
        self.seen.rotate_left(1);
        self.seen[2].clear();
    }

    /// Returns the blank's way to a board.
    fn way(&self, node: &Node) -> Vec<Direction> {
        let mut way = Vec::new();
        let mut link = node.link;
        while let Some(&(before, turn)) = self.trail.get(link as usize) {
            way.push(ORDER[usize::from(turn)]);
            link = before;
        }
        way.reverse();
        way
    }
}

impl Site<'_, '_> {
    /// Puts everything in order, line by line, with a beam.
    ///
    /// A line that it can't do is peeled.
    pub(super) fn settle_all(&mut self, style: Style, rest: &mut Option<Rest>) -> ControlFlow<()> {
        while self.cells_left() > MOST_LEFT {
            let way = self.settle(style, rest)?;
            for side in way {
                if let Some(cell) = self.shape.neighbour(self.blank, side) {
                    self.go(side, cell)?;
                }
            }
            if self.cells_left() > MOST_LEFT {
                self.peel()?;
            }
        }
        self.finish(rest)
    }

    /// Finds a way of the blank that puts lines in order, and leaves those lines alone.
    fn settle(&mut self, style: Style, rest: &mut Option<Rest>) -> ControlFlow<(), Vec<Direction>> {
        let Ok(mut beam) = Beam::new(&self.at, self.blank, style) else {
            return ControlFlow::Continue(Vec::new());
        };
        let faces = self.faces();
        let lines: Vec<_> = faces.iter().flat_map(Face::lines).collect();
        let mut behind = vec![lines.len() as u16; self.at.len()];
        for (number, line) in (0..).zip(&lines) {
            for &cell in *line {
                behind[cell] = number;
            }
        }
        let longest = (0..3).map(|axis| self.side(axis)).max().unwrap_or(1);
        let costs = Costs::new(lines.len(), longest, style.decay);
        'all: for face in &faces {
            for line in face.lines() {
                let mut slot = vec![NO_SLOT; self.at.len()];
                for (nth, &cell) in (0..).zip(line) {
                    slot[cell] = nth;
                }
                let stage = Stage {
                    places: &self.places,
                    low: self.low,
                    high: self.high,
                    jumps: self.jumps(),
                    is_fixed: &self.is_fixed,
                    cells: line,
                    slot,
                    behind: &behind,
                    costs: &costs,
                    is_flat: self.shape.is_rectangle(),
                };
                if !beam.settle(&stage, MOST * self.cells_left(), self.meter)? {
                    break 'all;
                }
                for number in &mut behind {
                    *number = number.saturating_sub(1);
                }
                for &cell in line {
                    self.is_fixed[cell] = true;
                }
            }
            self.leave(face);
        }
        let best = if self.cells_left() > MOST_LEFT {
            beam.layer.nodes.first()
        } else {
            let Some(rest) = self.rest(rest) else {
                return ControlFlow::Break(());
            };
            let boards = beam.layer.at.chunks_exact(self.at.len());
            let left = |(node, at): &(&Node, &[u16])| rest.walk(at, node.blank.into()).left();
            let last = beam.layer.nodes.iter().zip(boards).min_by_key(left);
            last.map(|(node, _)| node)
        };
        ControlFlow::Continue(best.map(|node| beam.way(node)).unwrap_or_default())
    }

    /// Returns all lines that are left, in order, down to the last cells.
    fn faces(&mut self) -> Vec<Face> {
        let mut ghost = self.fork();
        let mut faces = Vec::new();
        while ghost.cells_left() > MOST_LEFT {
            let face = ghost.face();
            ghost.leave(&face);
            faces.push(face);
        }
        faces
    }
}
