//! Building tables: breadth-first from the goal, whole blocks of orders at a time.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;
use core::ops::Range;
use std::sync::Mutex;

use super::error::TableError;
use super::file::{Contents, TableMaker};
use super::grid::{bits, maps};
use super::index::PatternIndex;
use super::pattern::{Pattern, find_mirrors};
use super::program::{OrderSet, Program, Programs};
use super::symmetry::Symmetry;
use super::table::{Data, Table, bytes_of};
use crate::runtime::threads;
use crate::runtime::{BoxFuture, OutOfMemory, Pace, block_on, lock, reserve, reserved};

/// Builds the tables of patterns at once, on one thread.
///
/// # Errors
/// As [`make_tables`].
pub(crate) fn build_at_once(patterns: &[Pattern]) -> Result<Vec<Table>, TableError> {
    block_on(async |pace| make_tables(patterns, &TableMaker::default(), pace).await)
}

/// Makes the tables of patterns, in their order. The pace shows the progress after each level. The
/// tables don't depend on the number of threads.
///
/// The distance of a state is the fewest moves of the pattern's own tiles that bring them all home,
/// with the blank on the home's side of them. The builder goes breadth first from the goal; it
/// handles the k! orders of one map and region at once, as the bits of a few words. Time goes with
/// the number of entries: two to four nanoseconds each on one core of 2.5 GHz. Building takes two
/// to three bits of memory an entry, more for patterns of up to four tiles, whose orders don't fill
/// a word.
///
/// Patterns of the same shape and number of tiles share an index. A pattern whose states are the
/// mirror image of those of an earlier one shares the earlier table's entries.
///
/// # Errors
/// [`TableError`] if there are too many states or too little memory.
pub(crate) fn make_tables<'p>(
    patterns: &'p [Pattern],
    maker: &'p TableMaker,
    pace: &'p mut Pace,
) -> BoxFuture<'p, Result<Vec<Table>, TableError>> {
    Box::pin(async move {
        let mirrors = find_mirrors(patterns);
        // The index of each pattern.
        let mut indices: Vec<Arc<PatternIndex>> = Vec::new();
        for pattern in patterns {
            let (shape, tiles) = (pattern.shape, pattern.tiles());
            let is_of = |it: &&Arc<PatternIndex>| (it.shape, it.orders.tiles) == (shape, tiles);
            indices.push(match indices.iter().find(is_of) {
                Some(index) => index.clone(),
                None => Arc::new(PatternIndex::new(shape, tiles, pace).await?),
            });
        }
        let own = (0..patterns.len()).filter(|&nth| mirrors[nth].is_none());
        let all = indices.iter().map(|it| it.entries()).sum();
        let mut before = all - own.clone().map(|nth| indices[nth].entries()).sum::<u64>();
        // The largest first: then the others need not wait in memory. They have less than 2^48 entries.
        let own = own.map(|nth| !indices[nth].entries() << 16 | nth as u64);
        let mut own: Vec<u64> = own.collect();
        own.sort_unstable();
        let mut tables: Vec<Option<Table>> = vec![None; patterns.len()];
        for nth in own.into_iter().map(|it| usize::from(it as u16)) {
            let (pattern, index) = (patterns[nth], &indices[nth]);
            // The bits of the others, and some three bits for each of its own.
            pace.hold(bytes_of(tables.iter().flatten()) + (3 * index.entries() / 8) as usize);
            pace.begin_table(all, before);
            let building = build(pattern, index, maker.threads, pace);
            let ((max, mean), words) = maker.make(&pattern.id(), index.words(), building).await?;
            before += index.entries();
            pace.begin_table(all, before);
            pace.end_slice().await;
            tables[nth] = Some(Table {
                pattern,
                frame: Symmetry::identity(),
                data: Arc::new(Data {
                    pattern,
                    index: index.clone(),
                    words,
                    max,
                    mean,
                }),
            });
        }
        for (nth, mirror) in mirrors.iter().enumerate() {
            if let Some((of, symmetry)) = mirror {
                tables[nth] = tables[*of].as_ref().map(|it| Table {
                    pattern: patterns[nth],
                    ..it.mirrored(symmetry)
                });
            }
        }
        Ok(tables.into_iter().flatten().collect())
    })
}

/// Builds a table.
async fn build(
    pattern: Pattern,
    index: &PatternIndex,
    threads: usize,
    pace: &mut Pace,
) -> Result<Contents, OutOfMemory> {
    let mut search = LevelSearch::new(index, pace).await?;
    let goal = search.places[index.block(pattern.mask, pattern.home)];
    let (side, block) = ((goal & 1) as usize, (goal >> 1) as usize);
    let half = &mut search.halves[side];
    // The order of the goal has the number 0.
    half.active[block] = true;
    half.planes[0][block * search.len] |= 1;
    half.blocks[block].left -= 1;
    let (mut entries, mut states) = (1, u64::from(half.blocks[block].weight));
    let (mut level, mut sum) = (0, 0);
    let blocks = search.halves.each_ref().map(|half| half.blocks.len());
    let parts = blocks[0].max(blocks[1]).div_ceil(search.part);
    let is_large = size_of_val(&search.halves[0].planes[0][..]) >= LARGE_PLANE;
    let threads = if is_large { threads.max(1) } else { 1 };
    let most_together = if threads > 1 { MOST_PARTS * threads } else { 1 };
    loop {
        pace.show(level, entries);
        level += 1;
        let known = entries;
        let (mut first, mut together) = (0, threads);
        while first < parts {
            let found = search.sweep(side, level, first..first + together, threads);
            entries += found[0];
            states += found[1];
            sum += found[1] * u64::from(level);
            let cost = found[2] as usize / threads;
            pace.spend(cost + together * 500 / threads).await;
            first += together;
            // To start threads for little work would not be worth it.
            together = if cost < SWEPT {
                2 * together
            } else {
                together / 2
            };
            together = together.clamp(threads, most_together);
        }
        if entries == known {
            break;
        }
    }
    let words = search.collect(index, pace).await?;
    Ok(((level - 1, sum as f64 / states as f64), words))
}

/// The search state of the maps of both colours. Each move changes the colour.
struct LevelSearch {
    halves: [Half; 2],
    programs: Box<Programs>,
    /// `[block of the index]`: its number in its half, and the half in bit 0.
    places: Vec<u32>,
    sweep: Sweep,
    /// The words of a block.
    len: usize,
    /// The blocks that a thread sweeps at a time.
    part: usize,
}

/// The search state of all maps whose tiles stand on an even (or odd) number of black cells.
struct Half {
    blocks: Vec<Block>,
    /// The moves that lead *into* each block: the block of the other half that they come from,
    /// then six bits for the slots.
    moves: Vec<u32>,
    /// True if the last level of this half reached the block.
    active: Vec<bool>,
    /// The orders that were reached at levels without and with bit 1.
    ///
    /// Those of the last level are a frontier together with older ones of the same plane. The older
    /// ones do no harm: all their neighbours are known.
    planes: [Vec<u64>; 2],
}

/// A map and a region.
#[derive(Clone, Copy)]
struct Block {
    /// The first of its moves, and their number.
    first: u32,
    moves: u8,
    /// The number of cells of the region.
    weight: u8,
    /// The number of orders that have no distance yet.
    left: u16,
}

/// The words of the blocks that a thread sweeps at a time: all their moves take some tenths of a
/// millisecond.
const PART_WORDS: usize = 1 << 12;

/// The most parts of each of several threads in a slice, and the words of a thread in a slice from
/// which on the next one has fewer parts.
const MOST_PARTS: usize = 64;
const SWEPT: usize = 1 << 20;

/// In bytes: halves with smaller planes are swept on one thread.
const LARGE_PLANE: usize = 2 << 20;

/// Returns the half that a map belongs to.
const fn side(index: &PatternIndex, map: u64) -> usize {
    (map & index.grid.odd).count_ones() as usize & 1
}

impl Half {
    /// Returns a half with memory for `blocks` blocks of `len` words.
    async fn new(blocks: usize, len: usize, pace: &mut Pace) -> Result<Self, OutOfMemory> {
        let plane = blocks.saturating_mul(len);
        Ok(Self {
            blocks: reserved(blocks)?,
            moves: Vec::new(),
            active: pace.filled(false, blocks).await?,
            planes: [pace.filled(0, plane).await?, pace.filled(0, plane).await?],
        })
    }
}

impl LevelSearch {
    /// Lays out the blocks and the moves between them; no state is reached yet.
    async fn new(index: &PatternIndex, pace: &mut Pace) -> Result<Self, OutOfMemory> {
        let tiles = index.orders.tiles;
        let (len, sweep): (usize, Sweep) = match tiles {
            0..=4 => (1, sweep::<1, 1>),
            5 => (2, sweep::<1, 2>),
            6 => (15, sweep::<1, 15>),
            7 => (84, sweep::<2, 42>),
            _ => (672, sweep::<2, 336>),
        };
        let all_maps = || maps(index.shape.cells(), tiles);
        let mut regions = Vec::new();
        let mut places = reserved(index.blocks)?;
        let mut blocks = [0; 2];
        for map in all_maps() {
            let side = side(index, map);
            index.grid.regions(map, &mut regions);
            for _ in &regions {
                places.push((blocks[side] << 1 | side) as u32);
                blocks[side] += 1;
            }
            pace.spend(200).await;
        }
        let [even, odd] = blocks;
        let mut halves = [
            Half::new(even, len, pace).await?,
            Half::new(odd, len, pace).await?,
        ];
        // A bit for each pair of slots.
        let mut pairs = 0_u64;
        for map in all_maps() {
            let half = &mut halves[side(index, map)];
            index.grid.regions(map, &mut regions);
            for &region in &regions {
                reserve(&mut half.moves, 6 * tiles)?;
                let first = half.moves.len();
                for (slot, cell) in bits(map).enumerate() {
                    let others = map ^ 1 << cell;
                    // The tile on `cell` came from the blank's cell.
                    for blank in bits(index.grid.around(1 << cell) & region) {
                        let from = (others & ((1 << blank) - 1)).count_ones() as usize;
                        let slots = if from == slot { 0 } else { 8 * from + slot };
                        let source = places[index.block(others | 1 << blank, cell)] >> 1;
                        half.moves.push(source << 6 | slots as u32);
                        pairs |= 1 << slots;
                    }
                }
                half.blocks.push(Block {
                    first: first as u32,
                    moves: (half.moves.len() - first) as u8,
                    weight: region.count_ones() as u8,
                    left: index.orders.count() as u16,
                });
            }
            pace.spend(200 + 300 * regions.len()).await;
        }
        Ok(Self {
            halves,
            programs: Program::all(&index.orders, pairs, pace).await,
            places,
            sweep,
            len,
            part: (PART_WORDS / len).max(1),
        })
    }

    /// Reaches the orders at a level in some parts of a half, given the half of the goal. Returns
    /// their number, the same weighted by the cells that the blank may stand on, and the words of
    /// all moves.
    fn sweep(&mut self, first: usize, level: u32, parts: Range<usize>, threads: usize) -> [u64; 3] {
        let [mut to, mut from] = self.halves.each_mut();
        if (first + level as usize) % 2 != 0 {
            mem::swap(&mut to, &mut from);
        }
        let [mut own, mut other] = to.planes.each_mut();
        if level & 2 != 0 {
            mem::swap(&mut own, &mut other);
        }
        let (part, words) = (self.part, self.part * self.len);
        let start = to.blocks.len().min(parts.start * part);
        let (own, other) = (&mut own[start * self.len..], &other[start * self.len..]);
        let planes = own.chunks_mut(words).zip(other.chunks(words));
        let (blocks, active) = (&mut to.blocks[start..], &mut to.active[start..]);
        let blocks = blocks.chunks_mut(part).zip(active.chunks_mut(part));
        let parts = blocks.zip(planes).take(parts.len());
        let parts = parts.map(|((blocks, active), (own, other))| Part {
            blocks,
            active,
            own,
            other,
            moves: &to.moves,
            from: &from.active,
            frontier: &from.planes[(level - 1) as usize >> 1 & 1],
            programs: &self.programs,
        });
        let found = Mutex::new([0; 3]);
        let sweep = self.sweep;
        threads::for_each(threads, parts, |mut part| {
            let of_part = sweep(&mut part);
            for (found, of_part) in lock(&found).iter_mut().zip(of_part) {
                *found += of_part;
            }
        });
        *lock(&found)
    }

    /// Puts the bits of both halves in the order of the index.
    ///
    /// A block holds all orders of a map and region, and a table holds all blocks of an order side
    /// by side. So runs of blocks are transposed, as matrices of 64 x 64 bits.
    async fn collect(self, index: &PatternIndex, pace: &mut Pace) -> Result<Vec<u64>, OutOfMemory> {
        // The rest is freed before the words take memory.
        let mut planes = Vec::new();
        for half in self.halves {
            let [mut low, high] = half.planes;
            pace.shorten(&mut low, 0).await;
            planes.push(high);
        }
        let orders = &index.orders;
        let mut words = pace.zeroed_words(index.words()).await?;
        for (run, places) in self.places.chunks(RUN).enumerate() {
            for order in (0..orders.count()).step_by(orders.word_bits) {
                let (word, lane, _) = orders.bit(order);
                let word = word * orders.lanes + lane;
                for (nth, places) in places.chunks(64).enumerate() {
                    let mut bits = [0; 64];
                    for (bits, place) in bits.iter_mut().zip(places) {
                        let plane = &planes[(place & 1) as usize];
                        *bits = plane[(place >> 1) as usize * self.len + word];
                    }
                    transpose(&mut bits);
                    for (order, &bits) in (order..).zip(&bits[..orders.word_bits]) {
                        // 32 bits are too few for the places of bits.
                        let at = order as u64 * index.blocks as u64 + (run * RUN + 64 * nth) as u64;
                        let (word, shift) = ((at / 64) as usize, at % 64);
                        words[word] |= bits << shift;
                        if let Some(next) = words.get_mut(word + 1) {
                            // In two steps: none is left if the first word took all.
                            *next |= bits >> 1 >> (63 - shift);
                        }
                    }
                }
                pace.spend(8_000).await;
            }
        }
        for mut plane in planes {
            pace.shorten(&mut plane, 0).await;
        }
        Ok(words)
    }
}

/// The number of blocks that are transposed together: their bits of an order are a cache line.
const RUN: usize = 512;

/// A run of blocks of a half, which one thread sweeps, and the data that it reads.
struct Part<'a> {
    blocks: &'a mut [Block],
    active: &'a mut [bool],
    /// The plane of the level, and the other one.
    own: &'a mut [u64],
    other: &'a [u64],
    /// Those of the whole half.
    moves: &'a [u32],
    /// The active blocks of the other half, and their orders.
    from: &'a [bool],
    frontier: &'a [u64],
    programs: &'a Programs,
}

/// The sweep of a part, compiled for the size of a block.
type Sweep = fn(&mut Part<'_>) -> [u64; 3];

/// Reaches the orders of these blocks that are one move behind those of the other half's last
/// level.
fn sweep<const L: usize, const W: usize>(part: &mut Part<'_>) -> [u64; 3] {
    let mut found = [0; 3];
    let planes = part.own.chunks_exact_mut(L * W);
    let planes = planes.zip(part.other.chunks_exact(L * W));
    let blocks = part.blocks.iter_mut().zip(part.active.iter_mut());
    for ((block, active), (own, other)) in blocks.zip(planes) {
        *active = false;
        if block.left == 0 {
            continue;
        }
        let mut reached: OrderSet<L, W> = [[0; L]; W];
        let mut is_met = false;
        for &step in &part.moves[block.first as usize..][..block.moves.into()] {
            let source = (step >> 6) as usize;
            if !part.from[source] {
                continue;
            }
            is_met = true;
            found[2] += (L * W) as u64;
            let source = &part.frontier[source * L * W..(source + 1) * L * W];
            part.programs[(step & 63) as usize].run(source, &mut reached);
        }
        if !is_met {
            continue;
        }
        let mut new = 0;
        for (reached, (own, other)) in reached.as_flattened().iter().zip(own.iter_mut().zip(other))
        {
            let word = reached & !(*own | other);
            *own |= word;
            new += word.count_ones();
        }
        if new > 0 {
            *active = true;
            block.left -= new as u16;
            found[0] += u64::from(new);
            found[1] += u64::from(new) * u64::from(block.weight);
        }
    }
    found
}

/// Transposes a matrix of bits: bit `i` of word `j` becomes bit `j` of word `i`.
fn transpose(bits: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, u64::MAX >> 32);
    while width > 0 {
        for first in (0..64).filter(|first| first & width == 0) {
            let change = (bits[first] >> width ^ bits[first + width]) & mask;
            bits[first] ^= change << width;
            bits[first + width] ^= change;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests;
