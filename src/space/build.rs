//! Building a table of all boards: breadth first from the goal, whole blocks of boards at a time.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;

use crate::metric::Metric;
use crate::runtime::alloc::{OutOfMemory, push, reserved};
use crate::runtime::job::Pace;
use crate::runtime::threads::{self, lock};
use crate::side::Side;
use crate::space::table::{BLOCK, Blocks, LEVELS, WORDS};
use crate::tables::{Order, OrderSet, Program};

/// The boards of a block.
type Set = OrderSet<1, WORDS>;

/// A block under construction. No two chains of an axis share one, so no thread waits for its lock.
struct Block<'w> {
    words: &'w mut [u64],
    /// The orders without a distance.
    left: u32,
}

/// The moves of the blank along the lines of an axis.
///
/// A chain is a block whose blank is in the first cell of a line, and the blocks that the blank
/// leads to as it goes along the line: the number of each, then six bits for the slots between
/// which the move into it takes an inner tile; 0 if the order stays.
struct Axis {
    len: usize,
    links: Vec<u32>,
}

/// The chains that a thread follows at a time.
const CHAINS: usize = 256;

/// The shares of each of several threads in a slice.
const SHARES: usize = 8;

/// Builds the words of a table. `show` receives each distance and the number of boards known.
pub(super) async fn build(
    blocks: &Blocks,
    count: usize,
    metric: Metric,
    threads: usize,
    show: &(dyn Fn(u32, u64) + Sync),
    pace: &mut Pace,
) -> Result<Vec<u64>, OutOfMemory> {
    let (axes, programs) = moves(blocks, count, pace).await?;
    let mut words = pace.zeroed_words(BLOCK * count + LEVELS).await?;
    let (of_blocks, histogram) = words.split_at_mut(BLOCK * count);
    let mut all = reserved(count)?;
    all.extend(of_blocks.chunks_exact_mut(BLOCK).map(|words| {
        let left = blocks.orders.count() as u32 / 2;
        Mutex::new(Block { words, left })
    }));
    for (nth, block) in all.iter().enumerate() {
        let (found, cost) = seed(blocks, nth, &mut lock(block));
        histogram[0] += found;
        pace.spend(cost).await;
    }
    let mut known = histogram[0];
    let is_multi = metric == Metric::MultiTile;
    let is_large = count > SHARES * CHAINS;
    let threads = if is_large { threads } else { 1 };
    let shares = if threads > 1 { SHARES * threads } else { 1 };
    for (level, count) in (1..).zip(&mut histogram[1..]) {
        show(level - 1, known);
        let found = AtomicU64::new(0);
        for nth in 0..2 * axes.len() {
            let (axis, is_high) = (&axes[nth / 2], nth % 2 != 0);
            let share = axis.len * CHAINS;
            for links in axis.links.chunks(shares * share) {
                let swept = AtomicU64::new(0);
                threads::for_each(threads, links.chunks(share), |links| {
                    let (mut new, mut moved) = (0, 0);
                    for chain in links.chunks_exact(axis.len) {
                        let counts = follow(chain, is_high, is_multi, level, &all, &programs);
                        (new, moved) = (new + counts.0, moved + counts.1);
                    }
                    found.fetch_add(new, Ordering::Relaxed);
                    swept.fetch_add(moved, Ordering::Relaxed);
                });
                let swept = swept.into_inner() as usize;
                pace.spend((20 * links.len() + 150 * swept) / threads).await;
            }
        }
        *count = found.into_inner();
        known += *count;
        if *count == 0 {
            break;
        }
    }
    drop(all);
    Ok(words)
}

/// The programs of moves from one slot to another: `[8 * from + to]`.
type Programs = [Option<Program>; 64];

/// Returns the chains of all axes, and the programs that they need.
async fn moves(
    blocks: &Blocks,
    count: usize,
    pace: &mut Pace,
) -> Result<(Vec<Axis>, Box<Programs>), OutOfMemory> {
    let shape = blocks.target.shape;
    let (mut axes, mut programs) = (Vec::new(), Box::new([const { None }; 64]));
    for (axis, &len) in shape.sides().iter().enumerate().filter(|it| *it.1 > 1) {
        let mut links = reserved(count)?;
        let [low, high] = [false, true].map(|is_high| Side::along(axis, is_high));
        for first in 0..count as u32 {
            if blocks.link(first, low).is_some() {
                continue;
            }
            push(&mut links, first << 6)?;
            let mut block = first;
            while let Some(link) = blocks.link(block, high) {
                block = link.block;
                let (from, to) = (usize::from(link.from), usize::from(link.to));
                let slots = if from == to { 0 } else { 8 * from + to };
                push(&mut links, block << 6 | slots as u32)?;
                for (from, to) in [(from, to), (to, from)] {
                    let program = &mut programs[8 * from + to];
                    if from != to && program.is_none() {
                        *program = Some(Program::new(&blocks.orders, from, to));
                        pace.spend(50_000).await;
                    }
                }
            }
            pace.spend(20 * len).await;
        }
        axes.push(Axis { len, links });
    }
    Ok((axes, programs))
}

/// Gives the boards of the goal in a block the distance 0. Returns their number, and the cost.
fn seed(blocks: &Blocks, nth: usize, block: &mut Block<'_>) -> (u64, usize) {
    let numbers = blocks.numbers(nth, 0);
    let (mut wanted, mut mask, mut slot) = (0, 0, 0);
    for (&goal, number) in blocks.goal.iter().zip(numbers) {
        let is_inner = usize::from(number) > blocks.outer;
        match goal {
            Some(goal) if is_inner && usize::from(goal) > blocks.outer => {
                (wanted, mask) = (wanted | blocks.inner(goal) << slot, mask | 7 << slot);
            }
            Some(goal) if goal != number || is_inner => return (0, 200),
            _ => {}
        }
        slot += 3 * usize::from(is_inner);
    }
    for missing in 0..blocks.missing {
        (wanted, mask) = (wanted | (missing as Order) << slot, mask | 7 << slot);
        slot += 3;
    }
    let mut set: Set = [[0]; WORDS];
    for number in 0..blocks.orders.count() {
        if blocks.orders.order(number) & mask == wanted {
            let (word, _, bit) = blocks.orders.bit(number);
            set[word][0] |= 1 << bit;
        }
    }
    (block.add(&set, 0), 10_000)
}

/// Follows the blank along a chain, and gives the boards that it reaches from the last level the
/// next one. Returns their number, and that of the moves of a whole block.
fn follow(
    chain: &[u32],
    is_high: bool,
    is_multi: bool,
    level: u32,
    blocks: &[Mutex<Block<'_>>],
    programs: &Programs,
) -> (u64, u64) {
    let (mut found, mut swept) = (0, 0);
    // The boards from which the blank comes, if there are any.
    let mut coming: Option<Set> = None;
    let mut slots = 0;
    for nth in 0..chain.len() {
        let link = chain[if is_high { nth } else { chain.len() - 1 - nth }] as usize;
        if is_high {
            slots = link % 64;
        }
        let mut block = lock(&blocks[link / 64]);
        let mut going = None;
        if let Some(coming) = coming.take().filter(|_| is_multi || block.left > 0) {
            let mut moved: Set = [[0]; WORDS];
            match &programs[slots] {
                Some(program) => program.run(coming.as_flattened(), &mut moved),
                None => moved = coming,
            }
            swept += 1;
            if block.left > 0 {
                found += block.add(&moved, level);
            }
            going = Some(moved).filter(|_| is_multi);
        }
        block.add_frontier(level - 1, &mut going);
        coming = going;
        if !is_high {
            // The same move back.
            slots = link % 8 * 8 + link / 8 % 8;
        }
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
