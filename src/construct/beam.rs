//! A beam search that puts a line in order.

use alloc::vec::Vec;
use core::mem;

use super::site::{Region, axis_of};
use super::style::Style;
use crate::search::hashes::{Hashes, hash_of};
use crate::side::Side;
use crate::tables::{OutOfMemory, filled, reserved};
use crate::work::Counts;

/// What a step of a tile of the next line is worth that is one step away.
pub(super) const UNIT: i32 = 64;

/// What it costs where a tile stands in the line behind another that belongs behind it, and a step
/// of the blank away from the nearest tile of the line that is not where it belongs, in units.
const TANGLE: i32 = 2;
const NEAREST: i32 = 1;

/// No turn, no link, no slot.
const NO_TURN: u8 = u8::MAX;
const NO_LINK: u32 = u32::MAX;
pub(super) const NO_SLOT: u16 = u16::MAX;

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
#[derive(Debug)]
pub(super) struct Stage<'s> {
    pub(super) places: &'s [[u16; 3]],
    pub(super) left: Region,
    pub(super) jumps: [usize; 3],
    pub(super) is_fixed: &'s [bool],
    pub(super) cells: &'s [usize],
    /// By cell: which of the line's it is.
    pub(super) slot: &'s [u16],
    /// By cell: how many lines before the one that it is in come first.
    pub(super) behind: &'s [u16],
    pub(super) costs: &'s Costs,
    pub(super) is_flat: bool,
}

/// What distances cost along an axis, for tiles of the next line, of the one after that and so on.
#[derive(Debug)]
pub(super) struct Costs {
    longest: usize,
    /// By line and distance.
    by_line: Vec<i32>,
}

impl Costs {
    /// It is the distance to the power of 7/4: far tiles come first, as while a board flows. The
    /// farther off the line is, the less.
    pub(super) fn new(lines: usize, longest: usize, decay: i64) -> Result<Self, OutOfMemory> {
        let mut by_line = reserved((lines + 1) * (longest + 1))?;
        // The line in hand is weighed by itself.
        by_line.resize(longest + 1, 0);
        let power = |distance: usize| {
            let seventh = (distance as u128).pow(7);
            (seventh * (UNIT as u128).pow(4)).isqrt().isqrt() as i64
        };
        let mut powers = reserved(longest + 1)?;
        powers.extend((0..=longest).map(power));
        let mut weight = 1 << 16;
        for _ in 0..lines {
            weight = (weight * decay / 20).max(1 << 12);
            by_line.extend(powers.iter().map(|power| ((power * weight) >> 16) as i32));
        }
        Ok(Self { longest, by_line })
    }

    fn of(&self, behind: u16, distance: u16) -> i32 {
        self.by_line[usize::from(behind) * (self.longest + 1) + usize::from(distance)]
    }
}

impl Stage<'_> {
    /// Returns the cell next to another one, where it may be moved through.
    fn beside(&self, cell: usize, side: Side) -> Option<usize> {
        let (axis, is_up) = axis_of(side);
        let (here, jump) = (self.places[cell][axis] as usize, self.jumps[axis]);
        let next = if is_up {
            (here < self.left.high[axis]).then(|| cell + jump)
        } else {
            (here > self.left.low[axis]).then(|| cell - jump)
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
#[derive(Debug)]
pub(super) struct Beam {
    style: Style,
    state: State,
    layer: Layer,
    next: Layer,
    /// The boards from which it set out for the line in hand, and the length of the trail there.
    start: Start,
    /// How many moves were made since then.
    made: usize,
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

/// What a beam does next.
#[derive(Clone, Copy, Debug)]
enum State {
    /// It begins a line.
    Begin,
    /// It looks at this board, and those behind it, with the eyes of a new line.
    Look(usize),
    /// It begins with the children of a layer, if the line is not in order yet.
    Judge,
    /// It lists the children of this board, and of those behind it.
    Expand(usize),
    /// It makes the best children the next layer.
    Select,
}

/// Where a beam set out.
#[derive(Debug, Default)]
struct Start {
    nodes: Vec<Node>,
    at: Vec<u16>,
    trail: usize,
}

/// How far a beam has come with a line.
#[derive(Clone, Copy, Debug)]
pub(super) enum Progress {
    /// There is more to do; so many cells were looked at.
    Busy(usize),
    /// Its boards are those with the line in order.
    Settled,
    /// It was not found in order: the boards are those of the start.
    GivenUp,
}

/// What the expansion of a board counts like, in cells looked at.
const EXPANSION: usize = 64;

/// What an element to be sorted counts like, and how many cells are copied in the time in which one
/// is looked at.
const SORTED: usize = 8;
const COPIES: usize = 16;

/// How many boards are expanded before it is asked again whether to go on.
const BATCH: usize = 16;

impl Beam {
    pub(super) fn new(at: &[u16], blank: usize, style: Style) -> Result<Self, OutOfMemory> {
        let (width, cells) = (style.width, at.len());
        let root = Node {
            blank: blank as u16,
            turn: NO_TURN,
            sight: Sight::default(),
            link: NO_LINK,
        };
        let layer = || {
            Ok(Layer {
                nodes: reserved(width)?,
                at: reserved(width * cells)?,
                stand: Vec::new(),
            })
        };
        let slots = (5 * width + 8).next_power_of_two();
        let mut beam = Self {
            style,
            state: State::Begin,
            layer: layer()?,
            next: layer()?,
            start: Start::default(),
            made: 0,
            candidates: reserved(6 * width)?,
            lost: Vec::new(),
            order: reserved(6 * width)?,
            seen: [
                Hashes::new(slots)?,
                Hashes::new(slots)?,
                Hashes::new(slots)?,
            ],
            trail: Vec::new(),
        };
        beam.layer.nodes.push(root);
        beam.layer.at.extend_from_slice(at);
        Ok(beam)
    }

    /// Goes on until boards are found with the line in order, and keeps those alone; or until
    /// `most` moves are made. The boards expanded are counted, not beyond the limit, and not much
    /// beyond `until`.
    pub(super) fn step(
        &mut self,
        stage: &Stage<'_>,
        most: usize,
        until: u64,
        counts: &mut Counts,
    ) -> Result<Progress, OutOfMemory> {
        let (cells, slots) = (stage.places.len(), stage.cells.len());
        Ok(match self.state {
            State::Begin => {
                self.begin(slots)?;
                self.state = State::Look(0);
                Progress::Busy(self.layer.at.len())
            }
            State::Look(nth) if nth == self.layer.nodes.len() => {
                self.keep_start()?;
                self.state = State::Judge;
                Progress::Busy(self.layer.at.len() / COPIES)
            }
            State::Look(nth) => {
                let node = &mut self.layer.nodes[nth];
                node.turn = NO_TURN;
                let at = &self.layer.at[nth * cells..][..cells];
                let stand = &mut self.layer.stand[nth * slots..][..slots];
                node.sight = stage.look(node.blank.into(), at, stand);
                self.state = State::Look(nth + 1);
                Progress::Busy(cells)
            }
            State::Judge => {
                let is_done = |node: &Node| node.sight.away == 0;
                if self.layer.nodes.iter().any(is_done) {
                    self.keep_done(cells);
                    self.state = State::Begin;
                    Progress::Settled
                } else if self.made == most {
                    mem::swap(&mut self.layer.nodes, &mut self.start.nodes);
                    mem::swap(&mut self.layer.at, &mut self.start.at);
                    self.trail.truncate(self.start.trail);
                    self.state = State::Begin;
                    Progress::GivenUp
                } else {
                    self.candidates.clear();
                    self.order.clear();
                    self.state = State::Expand(0);
                    Progress::Busy(self.layer.nodes.len())
                }
            }
            State::Expand(first) => {
                let allowed = until.min(counts.limit).saturating_sub(counts.expanded);
                let allowed = allowed.min(BATCH as u64) as usize;
                let end = self.layer.nodes.len().min(first + allowed);
                for parent in first..end {
                    self.expand(parent, stage, counts);
                }
                self.state = if end == self.layer.nodes.len() {
                    State::Select
                } else {
                    State::Expand(end)
                };
                Progress::Busy((end - first) * EXPANSION)
            }
            State::Select => {
                let width = self.style.width;
                self.trail.try_reserve(width).map_err(|_| OutOfMemory {
                    bytes: ((self.trail.len() + width) * size_of::<(u32, u8)>()) as u64,
                })?;
                self.select(stage);
                self.made += 1;
                self.state = State::Judge;
                Progress::Busy(self.order.len() * SORTED + self.layer.at.len() / COPIES)
            }
        })
    }

    /// Begins a line of so many cells.
    fn begin(&mut self, slots: usize) -> Result<(), OutOfMemory> {
        self.seen.iter_mut().for_each(Hashes::clear);
        self.layer.stand = filled(0, self.style.width * slots)?;
        self.next.stand = reserved(self.style.width * slots)?;
        self.lost = reserved(slots)?;
        self.made = 0;
        Ok(())
    }

    /// Keeps the boards for the case that the line is not found in order.
    fn keep_start(&mut self) -> Result<(), OutOfMemory> {
        let Layer { nodes, at, .. } = &self.layer;
        let mut start = Start {
            nodes: reserved(self.style.width)?,
            at: reserved(self.style.width * (at.len() / nodes.len().max(1)))?,
            trail: self.trail.len(),
        };
        start.nodes.extend_from_slice(nodes);
        start.at.extend_from_slice(at);
        self.start = start;
        Ok(())
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

    /// Lists the children of a board.
    fn expand(&mut self, parent: usize, stage: &Stage<'_>, counts: &mut Counts) {
        let (cells, slots) = (stage.places.len(), stage.cells.len());
        let weight = UNIT + (self.made * UNIT as usize / (self.style.patience * slots)) as i32;
        counts.expanded += 1;
        let node = &self.layer.nodes[parent];
        let at = &self.layer.at[parent * cells..][..cells];
        let stand = &self.layer.stand[parent * slots..][..slots];
        let lost = (0..)
            .zip(stand)
            .filter(|&(slot, &cell)| stage.cells[usize::from(slot)] != usize::from(cell));
        self.lost.clear();
        self.lost.extend(lost.map(|(slot, &cell)| Lost {
            slot,
            place: stage.places[usize::from(cell)],
        }));
        let to = usize::from(node.blank);
        let back = Side::numbered(node.turn).map(|side| side.undo() as u8);
        for (turn, side) in (0..).zip(Side::ALL) {
            let Some(from) = stage.beside(to, side).filter(|_| Some(turn) != back) else {
                continue;
            };
            counts.generated += 1;
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

    /// Makes the cheapest candidates the next layer. Of boards that differ only in tiles of later
    /// lines one is kept: the others would soon be all that there is.
    fn select(&mut self, stage: &Stage<'_>) {
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
            let Some(from) = stage.beside(to, Side::ALL[usize::from(candidate.turn)]) else {
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
    fn way(&self, node: &Node) -> Result<Vec<Side>, OutOfMemory> {
        let mut way = Vec::new();
        let mut link = node.link;
        while let Some(&(before, turn)) = self.trail.get(link as usize) {
            way.try_reserve(1).map_err(|_| OutOfMemory {
                bytes: 2 * way.len() as u64,
            })?;
            way.push(Side::ALL[usize::from(turn)]);
            link = before;
        }
        way.reverse();
        Ok(way)
    }

    /// Returns the blank's way to the first board.
    pub(super) fn way_to_first(&self) -> Result<Vec<Side>, OutOfMemory> {
        self.layer
            .nodes
            .first()
            .map_or(Ok(Vec::new()), |node| self.way(node))
    }

    /// Returns the blank's way to the board that is nearest to the end.
    pub(super) fn way_to_nearest(
        &self,
        left: impl Fn(&[u16], usize) -> usize,
    ) -> Result<Vec<Side>, OutOfMemory> {
        let Layer { nodes, at, .. } = &self.layer;
        let boards = nodes
            .iter()
            .zip(at.chunks_exact(at.len() / nodes.len().max(1)));
        let nearest = boards.min_by_key(|(node, at)| left(at, node.blank.into()));
        nearest.map_or(Ok(Vec::new()), |(node, _)| self.way(node))
    }
}
