//! One level of the breadth-first search: from the maps of one colour to those of the other.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::grid::maps;
use super::index::PatternIndex;
use super::memory::{OutOfMemory, filled, reserved};
use super::program::{Block, Program};

/// All maps of one colour of the chessboard, and how far the search is on them. Every move changes
/// the colour.
pub(crate) struct Half<const L: usize, const W: usize> {
    /// For each block the first of its moves, and the end.
    starts: Vec<u32>,
    /// The moves that lead *into* each block: the block of the other half that they come from,
    /// then six bits for the slots.
    moves: Vec<u32>,
    /// The cells of each block's region.
    weights: Vec<u8>,
    /// The orders of each block that have no distance yet, over all tables.
    left: Vec<u32>,
    /// Whether the last level reached each block.
    active: Vec<bool>,
    /// The orders that the last level reached; stale where it did not reach the block.
    frontier: Vec<Block<L, W>>,
    /// The orders whose distance is known.
    known: Vec<Block<L, W>>,
    /// The tables: bit 1 of the distances.
    table: Vec<Block<L, W>>,
}

/// The programs of the moves from slot `i` to slot `j`, at `8 i + j`; none at 0, where the order
/// stays.
pub(crate) type Programs<const L: usize> = [Option<Program<L>>; 64];

/// How many orders were found, for each table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tally<const L: usize> {
    pub(crate) orders: [u64; L],
    /// The same, weighted by the cells that the blank may stand on.
    pub(crate) states: [u64; L],
}

impl<const L: usize> Tally<L> {
    pub(crate) const ZERO: Self = Self {
        orders: [0; L],
        states: [0; L],
    };

    pub(crate) fn add(&mut self, other: &Self) {
        for lane in 0..L {
            self.orders[lane] += other.orders[lane];
            self.states[lane] += other.states[lane];
        }
    }
}

/// A run of blocks of a half, which one thread sweeps.
pub(crate) struct Chunk<'a, const L: usize, const W: usize> {
    starts: &'a [u32],
    moves: &'a [u32],
    weights: &'a [u8],
    left: &'a mut [u32],
    active: &'a mut [bool],
    frontier: &'a mut [Block<L, W>],
    known: &'a mut [Block<L, W>],
    table: &'a mut [Block<L, W>],
}

impl<const L: usize, const W: usize> Half<L, W> {
    const fn new() -> Self {
        Self {
            starts: Vec::new(),
            moves: Vec::new(),
            weights: Vec::new(),
            left: Vec::new(),
            active: Vec::new(),
            frontier: Vec::new(),
            known: Vec::new(),
            table: Vec::new(),
        }
    }

    /// Adds the order with number 0 of the table in a lane to the frontier.
    pub(crate) fn reach(&mut self, block: usize, lane: usize) -> Tally<L> {
        if !self.active[block] {
            self.frontier[block] = [[0; L]; W];
            self.active[block] = true;
        }
        self.frontier[block][0][lane] |= 1;
        self.known[block][0][lane] |= 1;
        self.left[block] -= 1;
        let mut tally = Tally::ZERO;
        tally.orders[lane] = 1;
        tally.states[lane] = u64::from(self.weights[block]);
        tally
    }

    /// Returns the memory that the search takes here, in bytes.
    #[cfg(feature = "std")]
    pub(crate) fn bytes(&self) -> usize {
        3 * size_of::<Block<L, W>>() * self.weights.len()
    }

    /// Returns the tables alone.
    pub(crate) fn into_table(self) -> Vec<Block<L, W>> {
        self.table
    }

    /// Cuts the half into runs of about half a megabyte.
    pub(crate) fn chunks(&mut self) -> impl Iterator<Item = Chunk<'_, L, W>> {
        let size = ((1 << 19) / size_of::<Block<L, W>>()).max(1);
        let (starts, moves) = (&self.starts[..], &self.moves[..]);
        self.weights
            .chunks(size)
            .zip(self.left.chunks_mut(size))
            .zip(self.active.chunks_mut(size))
            .zip(self.frontier.chunks_mut(size))
            .zip(self.known.chunks_mut(size))
            .zip(self.table.chunks_mut(size))
            .enumerate()
            .map(
                move |(number, (((((weights, left), active), frontier), known), table))| Chunk {
                    starts: &starts[number * size..],
                    moves,
                    weights,
                    left,
                    active,
                    frontier,
                    known,
                    table,
                },
            )
    }
}

impl<const L: usize, const W: usize> Chunk<'_, L, W> {
    /// Finds the orders of these blocks that are one move behind the frontier of the other half.
    /// `set` has all bits for tables whose distances now have bit 1.
    pub(crate) fn sweep(
        self,
        from: &Half<L, W>,
        programs: &Programs<L>,
        set: [u64; L],
    ) -> Tally<L> {
        let mut tally = Tally::ZERO;
        let any_set = set != [0; L];
        let set: Block<L, W> = [set; W];
        for block in 0..self.left.len() {
            self.active[block] = false;
            if self.left[block] == 0 {
                continue;
            }
            let mut reached = [[0; L]; W];
            let mut any = false;
            let moves = self.starts[block] as usize..self.starts[block + 1] as usize;
            for &step in &self.moves[moves] {
                let source = (step >> 6) as usize;
                if !from.active[source] {
                    continue;
                }
                any = true;
                let source = &from.frontier[source];
                match &programs[(step & 63) as usize] {
                    Some(program) => program.run(source, &mut reached),
                    None => unite(&mut reached, source),
                }
            }
            if !any {
                continue;
            }
            let found = settle(&reached, &mut self.known[block], &mut self.frontier[block]);
            let all = found.iter().sum::<u32>();
            if all == 0 {
                continue;
            }
            if any_set {
                mark(&mut self.table[block], &self.frontier[block], &set);
            }
            self.active[block] = true;
            self.left[block] -= all;
            let weight = u64::from(self.weights[block]);
            for (lane, found) in found.into_iter().enumerate() {
                tally.orders[lane] += u64::from(found);
                tally.states[lane] += u64::from(found) * weight;
            }
        }
        tally
    }
}

/// Adds a set to another in those lanes that `lanes` selects.
#[inline(never)]
fn mark<const L: usize, const W: usize>(
    to: &mut Block<L, W>,
    from: &Block<L, W>,
    lanes: &Block<L, W>,
) {
    if W == 1 {
        let mut lane = 0;
        while lane < L {
            to[0][lane] |= from[0][lane] & lanes[0][lane];
            lane += 1;
        }
        return;
    }
    let from = from.as_flattened().iter().zip(lanes.as_flattened());
    for (to, (from, lane)) in to.as_flattened_mut().iter_mut().zip(from) {
        *to |= from & lane;
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

/// Makes those of the reached orders that were not known the new frontier, and counts them.
#[inline(never)]
fn settle<const L: usize, const W: usize>(
    reached: &Block<L, W>,
    known: &mut Block<L, W>,
    frontier: &mut Block<L, W>,
) -> [u32; L] {
    if W == 1 {
        // Small tables are swept in builds without optimization too: there plain loops take a third
        // of the time.
        let mut counts = [0; L];
        let mut lane = 0;
        while lane < L {
            let new = reached[0][lane] & !known[0][lane];
            known[0][lane] |= new;
            frontier[0][lane] = new;
            counts[lane] = sum_of_bytes(count_in_bytes(new));
            lane += 1;
        }
        return counts;
    }
    let words = frontier.as_flattened_mut().iter_mut();
    let words = words.zip(known.as_flattened_mut());
    for ((frontier, known), &reached) in words.zip(reached.as_flattened()) {
        *frontier = reached & !*known;
        *known |= reached;
    }
    count(frontier)
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

/// The two halves, even first, and all moves between them.
pub(crate) struct Plan<const L: usize, const W: usize> {
    pub(crate) halves: [Half<L, W>; 2],
    pub(crate) programs: Box<Programs<L>>,
    /// The number of each block of the index within its half.
    pub(crate) places: Vec<u32>,
}

impl<const L: usize, const W: usize> Plan<L, W> {
    /// Lays out all blocks and moves for so many tables; nothing is reached yet.
    pub(crate) fn new(index: &PatternIndex, tables: usize) -> Result<Self, OutOfMemory> {
        let grid = index.grid();
        let mut halves = [const { Half::new() }; 2];
        let mut places: Vec<u32> = reserved(index.blocks())?;
        let mut regions: Vec<u64> = reserved(index.blocks())?;
        let mut of_map = Vec::new();
        for map in maps(grid.cells, index.tiles()) {
            let half: &mut Half<L, W> = &mut halves[side(index, map)];
            grid.regions(map, &mut of_map);
            for &region in &of_map {
                places.push(half.weights.len() as u32);
                half.weights.push(region.count_ones() as u8);
                regions.push(region);
            }
        }
        for half in &mut halves {
            let blocks = half.weights.len();
            half.starts = reserved(blocks + 1)?;
            half.left = filled((tables * index.orders().count()) as u32, blocks)?;
            half.active = filled(false, blocks)?;
            half.frontier = filled([[0; L]; W], blocks)?;
            half.known = filled([[0; L]; W], blocks)?;
            half.table = filled([[0; L]; W], blocks)?;
        }
        let mut plan = Self {
            halves,
            programs: Box::new([const { None }; 64]),
            places,
        };
        for (number, map) in maps(grid.cells, index.tiles()).enumerate() {
            for &region in &regions[index.blocks_of(number)] {
                plan.add_moves(index, map, region)?;
            }
        }
        for half in &mut plan.halves {
            half.starts.push(half.moves.len() as u32);
        }
        Ok(plan)
    }

    /// Adds the moves that lead into a block.
    fn add_moves(
        &mut self,
        index: &PatternIndex,
        map: u64,
        region: u64,
    ) -> Result<(), OutOfMemory> {
        let grid = index.grid();
        let half = &mut self.halves[side(index, map)];
        half.starts.push(half.moves.len() as u32);
        // No cell has more than six neighbours.
        let most = 6 * index.tiles();
        half.moves.try_reserve(most).map_err(|_| OutOfMemory {
            bytes: 8 * half.moves.len() as u64,
        })?;
        let mut slot = 0;
        let mut rest = map;
        while rest != 0 {
            let cell = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            // The tile on `cell` came from the blank's cell.
            let mut blanks = grid.around(1 << cell) & region;
            while blanks != 0 {
                let blank = blanks.trailing_zeros() as usize;
                let before = map ^ 1 << cell | 1 << blank;
                blanks &= blanks - 1;
                let passed = between(map, cell, blank);
                let from = if blank < cell {
                    slot - passed
                } else {
                    slot + passed
                };
                let slots = if passed == 0 { 0 } else { 8 * from + slot };
                if passed != 0 && self.programs[slots].is_none() {
                    self.programs[slots] = Some(Program::new(index.orders(), from, slot));
                }
                let source = self.places[index.block(before, cell)];
                half.moves.push(source << 6 | slots as u32);
            }
            slot += 1;
        }
        Ok(())
    }
}

/// Counts the tiles on the cells between two cells, in reading order.
const fn between(map: u64, a: usize, b: usize) -> usize {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    let cells = ((1 << high) - 1) & !((2 << low) - 1);
    let mut tiles = map & cells;
    let mut count = 0;
    // There are few: this is quicker than counting the bits of the whole word.
    while tiles != 0 {
        tiles &= tiles - 1;
        count += 1;
    }
    count
}

/// Returns the half that a map belongs to.
pub(crate) const fn side(index: &PatternIndex, map: u64) -> usize {
    (map & index.grid().odd).count_ones() as usize & 1
}
