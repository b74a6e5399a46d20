//! Building a table of all boards: breadth first from the goal, whole blocks of boards at a time.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::iter;
use core::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;

use crate::canonical::Target;
use crate::metric::Metric;
use crate::runtime::threads;
use crate::runtime::{BoxFuture, OutOfMemory, Pace, collected, lock, reserved};
use crate::side::Side;
use crate::space::table::{
    BLOCK, Blocks, IN_ORDER, LEVELS, ORDER_BITS, SpaceTable, WORDS, blocks_of, words_of,
};
use crate::tables::{Contents, OrderSet, Program, Programs, TableMaker};

/// The boards of a block.
type Set = OrderSet<1, WORDS>;

/// A block under construction. No two chains to a side share one, so no thread waits for its lock.
struct Block<'w> {
    words: &'w mut [u64],
    /// The orders without a distance.
    left: u32,
}

/// The number of chains that a thread follows at a time.
const CHAINS: usize = 256;

/// The shares of each of several threads in a slice.
const SHARES: usize = 8;

impl SpaceTable {
    /// Makes the table: reads it, or builds and stores it.
    ///
    /// # Panics
    /// If the shape has more than [`MAX_CELLS`](Self::MAX_CELLS) cells.
    pub(crate) fn make<'p>(
        target: Target,
        metric: Metric,
        maker: &'p TableMaker,
        pace: &'p mut Pace,
    ) -> BoxFuture<'p, Result<Self, OutOfMemory>> {
        assert!(target.shape.cells() <= Self::MAX_CELLS, "not a small shape");
        Box::pin(async move {
            pace.hold(Self::bytes_for(target.shape));
            let (id, count) = (Self::id(&target, metric), words_of(target.shape));
            let blocks = Blocks::new(target, pace).await?;
            let building = build(&blocks, metric, maker.threads, pace);
            let (_, words) = maker.make(&id, count, building).await?;
            Ok(Self {
                metric,
                blocks,
                words,
            })
        })
    }
}

/// Builds a table.
async fn build(
    blocks: &Blocks,
    metric: Metric,
    threads: usize,
    pace: &mut Pace,
) -> Result<Contents, OutOfMemory> {
    let count = blocks_of(blocks.cells);
    let mut words = pace.zeroed_words(BLOCK * count + LEVELS).await?;
    let (of_blocks, histogram) = words.split_at_mut(BLOCK * count);
    let left = blocks.orders.count() as u32 / 2;
    let all = of_blocks.chunks_exact_mut(BLOCK);
    let all = collected(all.map(|words| Mutex::new(Block { words, left })))?;
    for (nth, block) in all.iter().enumerate() {
        let found = seed(blocks, nth, &mut lock(block));
        histogram[0] += found;
        pace.spend(if found > 0 { 10_000 } else { 200 }).await;
    }
    let mut known = histogram[0];
    let is_multi = metric == Metric::MultiTile;
    // To each side, the chains one after the other: a list, since links lie far apart.
    let (mut chains, mut moves) = (Vec::new(), 0);
    for &side in &Side::ALL[..blocks.sides] {
        let mut all_links: Vec<(u32, u8)> = reserved(count)?;
        // The first block of a chain has none before it.
        let is_first = |&block: &u32| blocks.link(block, side.undo()).is_none();
        for first in (0..count as u32).filter(is_first) {
            let next = |&(block, _): &_| {
                let link = blocks.link(block, side)?;
                moves |= 1 << link.slots();
                Some((link.block, link.slots() as u8))
            };
            all_links.extend(iter::successors(Some((first, 0)), next));
            pace.spend(100).await;
        }
        chains.push((blocks.target.shape.sides()[side.axis()], all_links));
    }
    let programs = Program::all(blocks.orders, moves, pace).await;
    let threads = threads.clamp(1, count.div_ceil(4 * CHAINS));
    let shares = if threads > 1 { SHARES * threads } else { 1 };
    for (level, total) in (1..).zip(&mut histogram[1..]) {
        pace.show(level - 1, known);
        let found = AtomicU64::new(0);
        for (length, links) in &chains {
            for links in links.chunks(shares * CHAINS * length) {
                let swept = AtomicU64::new(0);
                threads::for_each(threads, links.chunks(CHAINS * length), |links| {
                    let (mut new, mut moved) = (0, 0);
                    for chain in links.chunks_exact(*length) {
                        let counts = follow(chain, is_multi, level, &all, &programs);
                        (new, moved) = (new + counts.0, moved + counts.1);
                    }
                    found.fetch_add(new, Ordering::Relaxed);
                    swept.fetch_add(moved, Ordering::Relaxed);
                });
                let swept = swept.into_inner() as usize;
                pace.spend((20 * links.len() + 150 * swept) / threads).await;
            }
        }
        *total = found.into_inner();
        known += *total;
        if *total == 0 {
            break;
        }
    }
    drop(all);
    Ok(((0, 0.0), words))
}

/// Gives the boards of the goal in a block the distance 0. Returns their number.
fn seed(blocks: &Blocks, nth: usize, block: &mut Block<'_>) -> u64 {
    let is_inner = |number: u8| usize::from(number) > blocks.outer;
    let (mut wanted, mut mask, mut slot) = (0, 0, 0);
    for (&goal, number) in blocks.goal.iter().zip(blocks.numbers(nth, 0)) {
        match goal {
            Some(goal) if is_inner(goal) && is_inner(number) => {
                (wanted, mask) = (wanted | blocks.inner(goal) << slot, mask | 7 << slot);
            }
            Some(goal) if goal != number => return 0,
            _ => {}
        }
        slot += 3 * usize::from(is_inner(number));
    }
    (wanted, mask) = (wanted | IN_ORDER << slot, mask | ORDER_BITS << slot);
    let mut set: Set = [[0]; WORDS];
    for number in 0..blocks.orders.count() {
        if (blocks.orders.order(number) ^ wanted) & mask & ORDER_BITS == 0 {
            let (word, _, bit) = blocks.orders.bit(number);
            set[word][0] |= 1 << bit;
        }
    }
    block.add(&set, 0)
}

/// Follows the blank along a chain: the blocks to which it leads on a line, and the slots between
/// which the move into each takes an inner tile. Gives the boards that it reaches from the last level
/// the next one. Returns their number, and that of the moves of a whole block.
fn follow(
    chain: &[(u32, u8)],
    is_multi: bool,
    level: u32,
    blocks: &[Mutex<Block<'_>>],
    programs: &Programs,
) -> (u64, u64) {
    let (mut found, mut swept) = (0, 0);
    // The boards from which the blank comes, if there are any.
    let mut coming: Option<Set> = None;
    for &(block, slots) in chain {
        let mut block = lock(&blocks[block as usize]);
        let mut going = None;
        if let Some(coming) = coming.take().filter(|_| is_multi || block.left > 0) {
            let mut moved: Set = [[0]; WORDS];
            programs[usize::from(slots)].run(coming.as_flattened(), &mut moved);
            swept += 1;
            if block.left > 0 {
                found += block.add(&moved, level);
            }
            going = Some(moved).filter(|_| is_multi);
        }
        block.add_frontier(level - 1, &mut going);
        coming = going;
    }
    (found, swept)
}

impl Block<'_> {
    /// Gives those boards of a set the distance that have none. Returns their number.
    fn add(&mut self, set: &Set, level: u32) -> u64 {
        let (planes, levels) = self.words.split_at_mut(2 * WORDS);
        let (low, high) = planes.split_at_mut(WORDS);
        let [in_low, in_high] = planes_of(level);
        let mut found = 0;
        for ((low, high), &[set]) in low.iter_mut().zip(high).zip(set) {
            let new = set & !(*low | *high);
            *low |= new & in_low;
            *high |= new & in_high;
            found += new.count_ones();
        }
        self.left -= found;
        if found > 0 {
            levels[level as usize / 64] |= 1 << (level % 64);
        }
        found.into()
    }

    /// Adds the boards of a level to a set. Those of three levels before, and so on, come with
    /// them: harmless, since all their neighbours are known.
    fn add_frontier(&self, level: u32, set: &mut Option<Set>) {
        let (planes, levels) = self.words.split_at(2 * WORDS);
        if levels[level as usize / 64] >> (level % 64) & 1 == 0 {
            return;
        }
        let (low, high) = planes.split_at(WORDS);
        let [in_low, in_high] = planes_of(level);
        let set = set.get_or_insert([[0]; WORDS]);
        for ((low, high), [set]) in low.iter().zip(high).zip(set) {
            *set |= !(low ^ in_low) & !(high ^ in_high);
        }
    }
}

/// Returns for both planes whether boards of a level are in them, as all bits or none.
const fn planes_of(level: u32) -> [u64; 2] {
    [[u64::MAX, 0], [0, u64::MAX], [u64::MAX; 2]][level as usize % 3]
}
