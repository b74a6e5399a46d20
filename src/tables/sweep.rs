//! One level of the breadth-first search: from the maps of one colour to those of the other.

use alloc::vec::Vec;
use core::slice;

use super::program::{Block, LANES, Program};
use crate::runtime::alloc::{OutOfMemory, filled, reserve, reserved};
use crate::runtime::cost_model::table as cost;
use crate::runtime::job::Pace;

/// All maps of one colour of the chessboard, and how far the search is on them. Every move changes
/// the colour.
///
/// The blocks lie in pieces, and their orders in slabs, each with memory of its own: none is so
/// large that it takes long to sweep a piece, or to clear a slab or give it back.
#[derive(Debug)]
pub(super) struct Half {
    /// The words of a block.
    len: usize,
    /// The lanes of each of its words.
    lanes: usize,
    pub(super) pieces: Vec<Piece>,
    /// The orders that were reached at steps without and with bit 1, in slabs.
    ///
    /// Those of the last step are a frontier together with older ones of the same plane. The older
    /// ones do no harm: all their neighbours are known.
    planes: [Vec<Slab>; 2],
    /// True if the last level of this half reached each block.
    active: Vec<bool>,
    /// The moves into the blocks of the last piece, until it is full.
    gathered: Vec<u32>,
}

/// The orders of a run of blocks of a half: [`slab_of`] of them, but for the last one.
type Slab = Vec<u64>;

/// Returns how many blocks of this number of words are a piece: about 100 KB of a plane, and well
/// below half a millisecond's work. A power of two, so that a block is found by shifts.
const fn piece_of(len: usize) -> usize {
    let blocks = (1 << 17) / (8 * len);
    // The largest power of two that is not above it, and not above 4,096.
    let power = 1 << blocks.ilog2();
    if power < 4096 { power } else { 4096 }
}

/// Returns how many blocks of this number of words are a slab: about 4 MB, so that the system takes
/// it back at once when it is freed. A power of two, and not less than a piece.
const fn slab_of(len: usize) -> usize {
    1 << ((1 << 22) / (8 * len)).ilog2()
}

/// Returns a block of a plane, given the number of its words and that of a slab.
#[inline]
fn block(plane: &[Slab], len: usize, slab: usize, nth: usize) -> &[u64] {
    let first = nth % slab * len;
    &plane[nth / slab][first..first + len]
}

/// A run of blocks of a half: [`piece_of`] of them, but for the last one.
#[derive(Debug)]
pub(super) struct Piece {
    /// For each block the first of its moves, and the end.
    starts: Vec<u32>,
    /// The moves that lead *into* each block: the block of the other half that they come from,
    /// then six bits for the slots.
    moves: Vec<u32>,
    /// The cells of each block's region.
    weights: Vec<u8>,
    /// The orders of each block that have no distance yet, over all tables.
    left: Vec<u32>,
}

pub(super) const fn plane(step: u32) -> usize {
    (step >> 1 & 1) as usize
}

/// The programs of the moves from slot `i` to slot `j`, at `8 i + j`; none at 0, where the order
/// stays.
pub(super) type Programs = [Option<Program>; 64];

/// The number of orders that were found, by table; 0 in unused lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    pub(super) orders: [u64; LANES],
    /// The same, weighted by the cells that the blank may stand on.
    pub(super) states: [u64; LANES],
}

impl Tally {
    pub(super) const ZERO: Self = Self {
        orders: [0; LANES],
        states: [0; LANES],
    };

    /// Returns the orders of all tables.
    pub(super) fn sum(&self) -> u64 {
        self.orders.iter().sum()
    }

    pub(super) fn add(&mut self, other: &Self) {
        for lane in 0..LANES {
            self.orders[lane] += other.orders[lane];
            self.states[lane] += other.states[lane];
        }
    }
}

impl Half {
    /// Returns a half with room for `blocks` blocks of this form.
    pub(super) fn new(form: &Form, blocks: usize) -> Result<Self, OutOfMemory> {
        let slabs = blocks.div_ceil(slab_of(form.len));
        Ok(Self {
            len: form.len,
            lanes: form.lanes,
            pieces: reserved(blocks.div_ceil(piece_of(form.len)))?,
            planes: [reserved(slabs)?, reserved(slabs)?],
            active: reserved(blocks)?,
            gathered: Vec::new(),
        })
    }

    /// Returns the memory of the orders, in bytes.
    pub(super) fn bytes(&self) -> usize {
        16 * self.len * self.active.len()
    }

    /// Adds the next block: how many cells its region has, the orders that it has over all tables,
    /// and how many blocks come, this one included. Says how many bytes it allocated.
    ///
    /// [`end_block`](Self::end_block) follows it.
    pub(super) fn push_block(
        &mut self,
        weight: u8,
        orders: u32,
        to_come: usize,
        allocated: impl FnOnce(usize),
    ) -> Result<(), OutOfMemory> {
        let (piece, slab) = (piece_of(self.len), slab_of(self.len));
        if self.active.len() % piece == 0 {
            let blocks = to_come.min(piece);
            let mut starts = reserved(blocks + 1)?;
            starts.push(0);
            self.pieces.push(Piece {
                starts,
                moves: Vec::new(),
                weights: reserved(blocks)?,
                left: filled(orders, blocks)?,
            });
            for plane in &mut self.planes {
                if self.active.len() % slab == 0 {
                    plane.push(reserved(to_come.min(slab) * self.len)?);
                }
                if let Some(slab) = plane.last_mut() {
                    // There is room for them.
                    slab.resize(slab.len() + blocks * self.len, 0);
                }
            }
            allocated(16 * blocks * self.len);
        }
        self.active.push(false);
        if let Some(piece) = self.pieces.last_mut() {
            piece.weights.push(weight);
        }
        Ok(())
    }

    /// Ends the block that was added last by the moves that lead into it.
    pub(super) fn end_block(&mut self, moves: &[u32]) -> Result<(), OutOfMemory> {
        let (gathered, Some(piece)) = (&mut self.gathered, self.pieces.last_mut()) else {
            return Ok(());
        };
        reserve(gathered, moves.len())?;
        gathered.extend_from_slice(moves);
        piece.starts.push(gathered.len() as u32);
        if piece.weights.len() == piece.left.len() {
            piece.moves = reserved(gathered.len())?;
            piece.moves.append(gathered);
        }
        Ok(())
    }

    /// Adds the order with number 0 of the table in a lane, at a step.
    pub(super) fn reach(&mut self, block: usize, lane: usize, step: u32) -> Tally {
        let (piece, slab) = (piece_of(self.len), slab_of(self.len));
        let (piece, at) = (&mut self.pieces[block / piece], block % piece);
        self.active[block] = true;
        let words = &mut self.planes[plane(step)][block / slab];
        words[block % slab * self.len + lane] |= 1;
        piece.left[at] -= 1;
        let mut tally = Tally::ZERO;
        tally.orders[lane] = 1;
        tally.states[lane] = u64::from(piece.weights[at]);
        tally
    }

    pub(super) fn block(&self, plane: usize, nth: usize) -> &[u64] {
        block(&self.planes[plane], self.len, slab_of(self.len), nth)
    }

    /// Returns how many lanes the words of a block have.
    pub(super) const fn lanes(&self) -> usize {
        self.lanes
    }

    /// Frees a slab if its last block is the one before `block`. Returns the cost.
    pub(super) fn free_before(&mut self, plane: usize, block: usize) -> usize {
        let in_slab = slab_of(self.len);
        if block % in_slab == 0 || block == self.active.len() {
            if let Some(slab) = self.planes[plane].get_mut((block - 1) / in_slab) {
                *slab = Slab::new();
                return cost::FREE_SLAB;
            }
        }
        0
    }

    /// Frees all moves, and a plane if one is named.
    pub(super) async fn free(&mut self, plane: Option<usize>, pace: &mut Pace) {
        while self.pieces.pop().is_some() {
            pace.spend(cost::FREE_PIECE).await;
        }
        while plane.is_some_and(|plane| self.planes[plane].pop().is_some()) {
            pace.spend(cost::FREE_SLAB).await;
        }
    }

    /// Returns all pieces, to be swept.
    pub(super) fn parts(&mut self) -> Parts<'_> {
        let piece = piece_of(self.len);
        let words = piece * self.len;
        let planes = self.planes.each_mut().map(|plane| {
            let mut slabs = plane.iter_mut();
            let first = slabs.next().map_or(&mut [][..], |slab| &mut slab[..]);
            (first.chunks_mut(words), slabs)
        });
        Parts {
            words,
            pieces: self.pieces.iter_mut(),
            active: self.active.chunks_mut(piece),
            planes,
        }
    }
}

/// The pieces of a half that are not yet swept.
pub(super) struct Parts<'a> {
    /// The words of a piece.
    words: usize,
    pieces: slice::IterMut<'a, Piece>,
    active: slice::ChunksMut<'a, bool>,
    /// The rest of a slab, and the slabs after it.
    planes: [(slice::ChunksMut<'a, u64>, slice::IterMut<'a, Slab>); 2],
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        let [even, odd] = &mut self.planes;
        let [even, odd] = [even, odd].map(|(slab, others)| {
            slab.next().or_else(|| {
                *slab = others.next()?.chunks_mut(self.words);
                slab.next()
            })
        });
        Some(Part {
            piece: self.pieces.next()?,
            active: self.active.next()?,
            planes: [even?, odd?],
        })
    }
}

/// A piece of a half, which one thread sweeps.
pub(super) struct Part<'a> {
    piece: &'a mut Piece,
    active: &'a mut [bool],
    planes: [&'a mut [u64]; 2],
}

/// The sweep of blocks: all code that is compiled for their size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    /// The words of a block, and the lanes of each of its words.
    len: usize,
    lanes: usize,
    pub(super) sweep: fn(Part<'_>, &Half, &Programs, u32) -> (Tally, usize),
}

impl Form {
    /// Returns the form of blocks of `W` words in `L` lanes.
    pub(super) const fn new<const L: usize, const W: usize>() -> Self {
        Self {
            len: L * W,
            lanes: L,
            sweep: |part, from, programs, step| part.sweep::<L, W>(from, programs, step),
        }
    }
}

impl Part<'_> {
    /// Finds the orders of these blocks that are one move behind those which the other half reached
    /// at the step before this one. Returns what was found, and the cost.
    fn sweep<const L: usize, const W: usize>(
        self,
        from: &Half,
        programs: &Programs,
        step: u32,
    ) -> (Tally, usize) {
        let Piece {
            starts,
            moves,
            weights,
            left,
        } = self.piece;
        let active = self.active;
        let mut tally = Tally::ZERO;
        let mut made = 0;
        let source_plane = &from.planes[plane(step.wrapping_sub(1))];
        let [even, odd] = self.planes;
        let (to, other) = if plane(step) == 0 {
            (even, odd)
        } else {
            (odd, even)
        };
        for at in 0..left.len() {
            active[at] = false;
            if left[at] == 0 {
                continue;
            }
            let mut reached = [[0; L]; W];
            let before = made;
            for &step in &moves[starts[at] as usize..starts[at + 1] as usize] {
                let source = (step >> 6) as usize;
                if !from.active[source] {
                    continue;
                }
                made += 1;
                let source = block(source_plane, L * W, const { slab_of(L * W) }, source);
                match &programs[(step & 63) as usize] {
                    Some(program) => program.run(source, &mut reached),
                    None => unite(&mut reached, source),
                }
            }
            if made == before {
                continue;
            }
            let words = at * L * W..(at + 1) * L * W;
            let found = settle(&mut reached, &other[words.clone()], &mut to[words]);
            let all = found.iter().sum::<u32>();
            if all == 0 {
                continue;
            }
            active[at] = true;
            left[at] -= all;
            let weight = u64::from(weights[at]);
            for (lane, found) in found.into_iter().enumerate() {
                tally.orders[lane] += u64::from(found);
                tally.states[lane] += u64::from(found) * weight;
            }
        }
        let cost = cost::BLOCK * left.len()
            + cost::MOVE * moves.len()
            + (cost::RUN + cost::WORD * W * L / 2) * made;
        (tally, cost)
    }
}

/// Adds a set to another.
#[inline]
fn unite<const L: usize, const W: usize>(to: &mut Block<L, W>, from: &[u64]) {
    if W == 1 {
        let mut lane = 0;
        while lane < L {
            to[0][lane] |= from[lane];
            lane += 1;
        }
        return;
    }
    for (to, from) in to.iter_mut().zip(from.chunks_exact(L)) {
        // A copy makes a vector of the lanes.
        let mut word = *to;
        for lane in 0..L {
            word[lane] |= from[lane];
        }
        *to = word;
    }
}

/// Adds those of the reached orders that are in neither plane to one of them, and counts them.
#[inline(never)]
fn settle<const L: usize, const W: usize>(
    reached: &mut Block<L, W>,
    other: &[u64],
    to: &mut [u64],
) -> [u32; L] {
    if W == 1 {
        // Small tables are swept in builds without optimization too: there plain loops take a third
        // of the time.
        let mut counts = [0; L];
        let mut lane = 0;
        while lane < L {
            let new = reached[0][lane] & !(other[lane] | to[lane]);
            to[lane] |= new;
            counts[lane] = sum_of_bytes(count_in_bytes(new));
            lane += 1;
        }
        return counts;
    }
    let words = reached.as_flattened_mut().iter_mut();
    for ((reached, to), &other) in words.zip(to).zip(other) {
        *reached &= !(*to | other);
        *to |= *reached;
    }
    count(reached)
}

/// Counts the bits of each lane, four words a time by carry-save adders (Harley and Seal).
#[inline]
fn count<const L: usize, const W: usize>(words: &Block<L, W>) -> [u32; L] {
    let mut counts = [0; L];
    // 28 x 8 fits a byte.
    for part in words.chunks(28 * 4) {
        let (mut ones, mut twos, mut fours) = ([0; L], [0; L], [0; L]);
        let mut chunks = part.chunks_exact(4);
        for words in &mut chunks {
            let a = add(&mut ones, &words[0], &words[1]);
            let b = add(&mut ones, &words[2], &words[3]);
            let carry = add(&mut twos, &a, &b);
            for lane in 0..L {
                fours[lane] += count_in_bytes(carry[lane]);
            }
        }
        let mut bytes = [0; L];
        for word in chunks.remainder() {
            for lane in 0..L {
                bytes[lane] += count_in_bytes(word[lane]);
            }
        }
        if W >= 4 {
            for lane in 0..L {
                bytes[lane] += count_in_bytes(ones[lane]) + 2 * count_in_bytes(twos[lane]);
                counts[lane] += 4 * sum_of_bytes(fours[lane]);
            }
        }
        for lane in 0..L {
            counts[lane] += sum_of_bytes(bytes[lane]);
        }
    }
    counts
}

/// Adds two words to a sum, bit by bit; returns the carries.
#[inline]
fn add<const L: usize>(sum: &mut [u64; L], a: &[u64; L], b: &[u64; L]) -> [u64; L] {
    let mut carry = [0; L];
    for lane in 0..L {
        let half = a[lane] ^ b[lane];
        carry[lane] = a[lane] & b[lane] | half & sum[lane];
        sum[lane] ^= half;
    }
    carry
}

/// Counts the bits of each byte.
#[inline]
const fn count_in_bytes(word: u64) -> u64 {
    const PAIRS: u64 = u64::MAX / 3;
    const NIBBLES: u64 = u64::MAX / 5;
    const BYTES: u64 = u64::MAX / 17;
    let pairs = word - (word >> 1 & PAIRS);
    let nibbles = (pairs & NIBBLES) + (pairs >> 2 & NIBBLES);
    (nibbles + (nibbles >> 4)) & BYTES
}

/// Adds the bytes of a word.
#[inline]
const fn sum_of_bytes(word: u64) -> u32 {
    const EVEN: u64 = u64::MAX / 257;
    let sums = (word & EVEN) + (word >> 8 & EVEN);
    (sums.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
}
