//! One level of the breadth-first search: from the maps of one colour to those of the other.

use alloc::vec::Vec;

use super::memory::{OutOfMemory, filled, reserved};
use super::program::{Block, Program};
use crate::effort::Effort;

/// All maps of one colour of the chessboard, and how far the search is on them. Every move changes
/// the colour.
///
/// The blocks lie in pieces, and their orders in slabs, each with memory of its own: none is so
/// large that it takes long to sweep a piece, or to clear a slab or give it back.
#[derive(Debug)]
pub(super) struct Half<const L: usize, const W: usize> {
    pub(super) pieces: Vec<Piece>,
    /// The orders that were reached at steps without and with bit 1, in slabs.
    ///
    /// Those of the last step are a frontier together with older ones of the same plane. The older
    /// ones do no harm: all their neighbours are known.
    planes: [Vec<Slab<L, W>>; 2],
    /// Whether the last level of this half reached each block.
    active: Vec<bool>,
    /// The moves into the blocks of the last piece, until it is full.
    gathered: Vec<u32>,
}

/// The orders of a run of blocks of a half: [`Half::SLAB`] of them, but for the last one.
type Slab<const L: usize, const W: usize> = Vec<Block<L, W>>;

/// A run of blocks of a half: [`Half::PIECE`] of them, but for the last one.
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

/// Returns the plane of a step.
pub(super) const fn plane(step: u32) -> usize {
    (step >> 1 & 1) as usize
}

/// The programs of the moves from slot `i` to slot `j`, at `8 i + j`; none at 0, where the order
/// stays.
pub(super) type Programs<const L: usize> = [Option<Program<L>>; 64];

/// How many orders were found, for each table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally<const L: usize> {
    pub(super) orders: [u64; L],
    /// The same, weighted by the cells that the blank may stand on.
    pub(super) states: [u64; L],
}

impl<const L: usize> Tally<L> {
    pub(super) const ZERO: Self = Self {
        orders: [0; L],
        states: [0; L],
    };

    pub(super) fn add(&mut self, other: &Self) {
        for lane in 0..L {
            self.orders[lane] += other.orders[lane];
            self.states[lane] += other.states[lane];
        }
    }
}

impl<const L: usize, const W: usize> Half<L, W> {
    /// The blocks of a piece: about 100 KB of a plane, and well below half a millisecond's work. A
    /// power of two, so that a block is found by shifts.
    const PIECE: usize = {
        let blocks = (1 << 17) / size_of::<Block<L, W>>();
        // The largest power of two that is not above it, and not above 4,096.
        let power = 1 << blocks.ilog2();
        if power < 4096 { power } else { 4096 }
    };

    /// The blocks of a slab: about 4 MB, so that the system takes it back at once when it is
    /// freed. A power of two, and not less than a piece.
    const SLAB: usize = 1 << ((1 << 22) / size_of::<Block<L, W>>()).ilog2();

    /// Returns a half with room for so many blocks.
    pub(super) fn new(blocks: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            pieces: reserved(blocks.div_ceil(Self::PIECE))?,
            planes: [
                reserved(blocks.div_ceil(Self::SLAB))?,
                reserved(blocks.div_ceil(Self::SLAB))?,
            ],
            active: reserved(blocks)?,
            gathered: Vec::new(),
        })
    }

    /// Returns the memory of the orders, in bytes.
    #[cfg(feature = "std")]
    pub(super) fn bytes(&self) -> usize {
        2 * size_of::<Block<L, W>>() * self.active.len()
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
        if self.active.len() % Self::PIECE == 0 {
            let blocks = to_come.min(Self::PIECE);
            let mut starts = reserved(blocks + 1)?;
            starts.push(0);
            self.pieces.push(Piece {
                starts,
                moves: Vec::new(),
                weights: reserved(blocks)?,
                left: filled(orders, blocks)?,
            });
            for plane in &mut self.planes {
                if self.active.len() % Self::SLAB == 0 {
                    plane.push(reserved(to_come.min(Self::SLAB))?);
                }
                if let Some(slab) = plane.last_mut() {
                    // There is room for them.
                    slab.resize(slab.len() + blocks, [[0; L]; W]);
                }
            }
            allocated(2 * blocks * size_of::<Block<L, W>>());
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
        let more = gathered.try_reserve(moves.len());
        more.map_err(|_| OutOfMemory {
            bytes: 8 * gathered.len() as u64,
        })?;
        gathered.extend_from_slice(moves);
        piece.starts.push(gathered.len() as u32);
        if piece.weights.len() == piece.left.len() {
            piece.moves = reserved(gathered.len())?;
            piece.moves.append(gathered);
        }
        Ok(())
    }

    /// Adds the order with number 0 of the table in a lane, at a step.
    pub(super) fn reach(&mut self, block: usize, lane: usize, step: u32) -> Tally<L> {
        let (piece, at) = (&mut self.pieces[block / Self::PIECE], block % Self::PIECE);
        self.active[block] = true;
        let slab = &mut self.planes[plane(step)][block / Self::SLAB];
        slab[block % Self::SLAB][0][lane] |= 1;
        piece.left[at] -= 1;
        let mut tally = Tally::ZERO;
        tally.orders[lane] = 1;
        tally.states[lane] = u64::from(piece.weights[at]);
        tally
    }

    /// Returns a block of a plane.
    #[inline]
    pub(super) fn block(&self, plane: usize, block: usize) -> &Block<L, W> {
        &self.planes[plane][block / Self::SLAB][block % Self::SLAB]
    }

    /// Gives back the memory of a slab if its last block lies before this one.
    pub(super) fn forget_before(&mut self, plane: usize, block: usize, effort: &mut Effort) {
        if block % Self::SLAB == 0 || block == self.active.len() {
            if let Some(slab) = self.planes[plane].get_mut((block - 1) / Self::SLAB) {
                *slab = Slab::new();
                effort.spend(SLAB_COST);
            }
        }
    }

    /// Gives back the memory of all moves, and of a plane if one is named, bit by bit; true after
    /// the last.
    pub(super) fn forget(&mut self, plane: Option<usize>, effort: &mut Effort) -> bool {
        while self.pieces.pop().is_some() {
            effort.spend(PIECE_COST);
            if effort.is_spent() {
                return false;
            }
        }
        while plane.is_some_and(|plane| self.planes[plane].pop().is_some()) {
            effort.spend(SLAB_COST);
            if effort.is_spent() {
                return false;
            }
        }
        true
    }

    /// Returns the pieces from a number on, to be swept.
    pub(super) fn parts(&mut self, from: usize) -> impl Iterator<Item = Part<'_, L, W>> {
        let in_slab = Self::SLAB / Self::PIECE;
        let active = self.active.chunks_mut(Self::PIECE).skip(from);
        let [even, odd] = &mut self.planes;
        let [even, odd] = [even, odd].map(|plane| {
            let slabs = plane[from / in_slab..].iter_mut();
            let pieces = slabs.flat_map(|slab| slab.chunks_mut(Self::PIECE));
            pieces.skip(from % in_slab)
        });
        let pieces = self.pieces[from..].iter_mut().zip(active);
        let parts = pieces.zip(even).zip(odd);
        parts.map(|(((piece, active), even), odd)| Part {
            piece,
            active,
            planes: [even, odd],
        })
    }
}

/// What it costs to give back the memory of a piece, and that of a slab.
const PIECE_COST: usize = 10_000;
const SLAB_COST: usize = 200_000;

/// A piece of a half, which one thread sweeps.
pub(super) struct Part<'a, const L: usize, const W: usize> {
    piece: &'a mut Piece,
    active: &'a mut [bool],
    planes: [&'a mut [Block<L, W>]; 2],
}

/// What costs time in a sweep: a block, a move that is looked at, one that is made, and a word of
/// it, in halves.
const BLOCK_COST: usize = 3;
const MOVE_COST: usize = 2;
const RUN_COST: usize = 12;
const WORD_COST: usize = 3;

impl<const L: usize, const W: usize> Part<'_, L, W> {
    /// Finds the orders of these blocks that are one move behind those which the other half reached
    /// at the step before this one. Returns what was found, and the cost.
    pub(super) fn sweep(
        self,
        from: &Half<L, W>,
        programs: &Programs<L>,
        step: u32,
    ) -> (Tally<L>, usize) {
        let Piece {
            starts,
            moves,
            weights,
            left,
        } = self.piece;
        let active = self.active;
        let mut tally = Tally::ZERO;
        let mut made = 0;
        let source_plane = plane(step.wrapping_sub(1));
        let [even, odd] = self.planes;
        let (to, other) = if plane(step) == 0 {
            (even, odd)
        } else {
            (odd, even)
        };
        for block in 0..left.len() {
            active[block] = false;
            if left[block] == 0 {
                continue;
            }
            let mut reached = [[0; L]; W];
            let before = made;
            for &step in &moves[starts[block] as usize..starts[block + 1] as usize] {
                let source = (step >> 6) as usize;
                if !from.active[source] {
                    continue;
                }
                made += 1;
                let source = from.block(source_plane, source);
                match &programs[(step & 63) as usize] {
                    Some(program) => program.run(source, &mut reached),
                    None => unite(&mut reached, source),
                }
            }
            if made == before {
                continue;
            }
            let found = settle(&mut reached, &other[block], &mut to[block]);
            let all = found.iter().sum::<u32>();
            if all == 0 {
                continue;
            }
            active[block] = true;
            left[block] -= all;
            let weight = u64::from(weights[block]);
            for (lane, found) in found.into_iter().enumerate() {
                tally.orders[lane] += u64::from(found);
                tally.states[lane] += u64::from(found) * weight;
            }
        }
        let cost = BLOCK_COST * left.len()
            + MOVE_COST * moves.len()
            + (RUN_COST + WORD_COST * W * L / 2) * made;
        (tally, cost)
    }
}

/// Adds a set to another.
#[inline]
fn unite<const L: usize, const W: usize>(to: &mut Block<L, W>, from: &Block<L, W>) {
    if W == 1 {
        let mut lane = 0;
        while lane < L {
            to[0][lane] |= from[0][lane];
            lane += 1;
        }
        return;
    }
    for (to, from) in to.iter_mut().zip(from) {
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
    other: &Block<L, W>,
    to: &mut Block<L, W>,
) -> [u32; L] {
    if W == 1 {
        // Small tables are swept in builds without optimization too: there plain loops take a third
        // of the time.
        let mut counts = [0; L];
        let mut lane = 0;
        while lane < L {
            let new = reached[0][lane] & !(other[0][lane] | to[0][lane]);
            to[0][lane] |= new;
            counts[lane] = sum_of_bytes(count_in_bytes(new));
            lane += 1;
        }
        return counts;
    }
    let words = reached.as_flattened_mut().iter_mut();
    let words = words.zip(to.as_flattened_mut());
    for ((reached, to), &other) in words.zip(other.as_flattened()) {
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
