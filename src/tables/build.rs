//! The builder: breadth-first from the goal, whole blocks at a time.

use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use super::Shared;
use super::grid::maps;
use super::index::{IndexError, PatternIndex};
use super::memory::OutOfMemory;
use super::pattern::Pattern;
use super::program::Block;
use super::sweep::{Half, Plan, Programs, Tally, side};
use super::symmetry::Symmetry;
use super::table::{Bits, Table};
use super::words::Words;

/// Builds tables: how, and who hears of the progress.
///
/// The distance of a state is the fewest moves of the pattern's own tiles that bring them all home,
/// with the blank on the home's side of them. The builder goes breadth first from the goal; it
/// handles the k! orders of one map and region at once, as the bits of a few words. Time goes with
/// the number of entries: two to four nanoseconds each on one core of 2.5 GHz. While it
/// works it takes three bits of memory an entry, and up to a half more where the orders don't fill
/// whole words and vectors.
///
/// ```
/// use core::ops::ControlFlow;
/// use npuzzle::{Shape, tables::{TableBuilder, BuildError, Pattern}};
///
/// let pattern = Pattern::new(Shape::new(3, 3, 1)?, 8, [0, 1, 3])?;
/// let mut known = 0;
/// let table = TableBuilder::new()
///     .on_progress(&mut |progress| {
///         known = progress.known;
///         ControlFlow::Continue(())
///     })
///     .table(pattern)?;
/// assert_eq!(known, table.entries());
///
/// let stopped = TableBuilder::new().on_progress(&mut |_| ControlFlow::Break(())).table(pattern);
/// assert_eq!(stopped.unwrap_err(), BuildError::Stopped);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
pub struct TableBuilder<'a> {
    progress: Option<&'a mut Listener<'a>>,
    known: &'a [Table],
    #[cfg(feature = "std")]
    threads: usize,
}

/// Hears of the progress, and may stop the work.
pub(super) type Listener<'a> = dyn FnMut(&BuildProgress) -> ControlFlow<()> + 'a;

/// How far the tables are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildProgress {
    /// The pattern being worked on, the first where several tables are built side by side.
    pub pattern: Pattern,
    /// The distance from the goal that the builder works on, in moves of the pattern's tiles; 0
    /// while a file is read or written.
    pub level: u32,
    /// The entries whose distance is known, over all tables of this call.
    pub known: u64,
    /// The entries of all tables of this call. Where a pattern leaves fewer than two other tiles,
    /// only half of its entries are ever known; a table that was there before, or that
    /// another's mirror image saves, counts as known at once.
    pub entries: u64,
}

impl Default for TableBuilder<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for TableBuilder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableBuilder").finish_non_exhaustive()
    }
}

impl<'a> TableBuilder<'a> {
    /// Returns a builder that works on one thread and in silence.
    #[must_use]
    pub fn new() -> Self {
        Self {
            progress: None,
            known: &[],
            #[cfg(feature = "std")]
            threads: 1,
        }
    }

    /// Reports the progress about every ten milliseconds, and stops the work where the callback
    /// breaks.
    #[must_use]
    pub fn on_progress(mut self, listener: &'a mut Listener<'a>) -> Self {
        self.progress = Some(listener);
        self
    }

    /// Takes tables that are there already: no table is built for a pattern of theirs.
    #[must_use]
    pub const fn known(mut self, tables: &'a [Table]) -> Self {
        self.known = tables;
        self
    }

    /// Sets how many threads work; 1 if not set, and 0 stands for all cores.
    ///
    /// The tables don't depend on it. Small tables are built on one thread, and a thread that the
    /// system does not give is done without.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = crate::threads::count(threads);
        self
    }

    /// Builds the table of a pattern.
    ///
    /// # Errors
    /// [`BuildError`] if there are too many states or too little memory, and if the callback
    /// stopped the work.
    pub fn table(self, pattern: Pattern) -> Result<Table, BuildError> {
        let mut tables = self.tables(&[pattern])?;
        Ok(tables.swap_remove(0))
    }

    /// Builds the tables of several patterns, in their order.
    ///
    /// Patterns of as many tiles on the same shape share an index, and those of up to six tiles are
    /// built side by side, which takes little longer than one. A pattern whose states look like
    /// those of one before it in a mirror ([`Pattern::shares_table_with`]) shares that one's
    /// table: [`Table::shares_entries_with`] tells.
    ///
    /// # Errors
    /// [`BuildError`] if there are too many states or too little memory, and if the callback
    /// stopped the work.
    pub fn tables(mut self, patterns: &[Pattern]) -> Result<Vec<Table>, BuildError> {
        let mirrors = mirrors(patterns);
        let mut indices: Vec<Shared<PatternIndex>> = Vec::new();
        let known_of = |pattern| self.known.iter().find(|table| table.pattern() == pattern);
        let mut tables: Vec<Option<Table>> =
            patterns.iter().map(|it| known_of(it).cloned()).collect();
        for (pattern, known) in patterns.iter().zip(&tables) {
            let serves = |index: &Shared<PatternIndex>| {
                index.shape() == pattern.shape() && index.tiles() == pattern.tiles()
            };
            if !indices.iter().any(serves) {
                indices.push(match known {
                    Some(table) => table.shared_index(),
                    None => Shared::new(PatternIndex::new(pattern.shape(), pattern.tiles())?),
                });
            }
        }
        // The largest first: then the others need not wait in memory.
        indices.sort_by_key(|index| core::cmp::Reverse(index.entries()));
        let mut job = Job {
            listener: self.progress.take(),
            #[cfg(feature = "std")]
            threads: self.threads,
            before: 0,
            entries: 0,
        };
        for index in &indices {
            let mine: Vec<usize> = (0..patterns.len())
                .filter(|&i| {
                    patterns[i].shape() == index.shape() && patterns[i].tiles() == index.tiles()
                })
                .collect();
            job.entries += mine.len() as u64 * index.entries();
        }
        for index in indices {
            let mine: Vec<usize> = (0..patterns.len())
                .filter(|&i| {
                    patterns[i].shape() == index.shape() && patterns[i].tiles() == index.tiles()
                })
                .collect();
            let built: Vec<usize> = mine
                .iter()
                .copied()
                .filter(|&i| mirrors[i].is_none() && tables[i].is_none())
                .collect();
            job.before += (mine.len() - built.len()) as u64 * index.entries();
            let together = match index.tiles() {
                0..=5 => 4,
                6 => 2,
                _ => 1,
            };
            for some in built.chunks(together) {
                let patterns: Vec<Pattern> = some.iter().map(|&i| patterns[i]).collect();
                let bits = match index.tiles() {
                    0..=4 => job.build::<4, 1>(&patterns, &index)?,
                    5 => job.build::<4, 2>(&patterns, &index)?,
                    6 => job.build::<2, 16>(&patterns, &index)?,
                    7 => job.build::<2, 42>(&patterns, &index)?,
                    _ => job.build::<2, 336>(&patterns, &index)?,
                };
                for ((&i, pattern), bits) in some.iter().zip(patterns).zip(bits) {
                    tables[i] = Some(Table::new(pattern, index.clone(), bits));
                }
            }
        }
        for (i, mirror) in mirrors.iter().enumerate() {
            if let (Some((of, symmetry)), None) = (mirror, &tables[i]) {
                let image = tables[*of]
                    .as_ref()
                    .map(|table| table.seen_from(patterns[i], *symmetry));
                tables[i] = image;
            }
        }
        Ok(tables.into_iter().flatten().collect())
    }
}

/// For each pattern the first one before it that is its mirror image, and the symmetry that turns
/// it into that one.
pub(super) fn mirrors(patterns: &[Pattern]) -> Vec<Option<(usize, Symmetry)>> {
    let mut mirrors: Vec<Option<(usize, Symmetry)>> = Vec::new();
    let mut symmetries: Vec<Symmetry> = Vec::new();
    for (i, pattern) in patterns.iter().enumerate() {
        if i == 0 || patterns[i - 1].shape() != pattern.shape() {
            symmetries = Symmetry::all(pattern.shape());
        }
        mirrors.push(symmetries.iter().find_map(|symmetry| {
            let mask = symmetry.set(pattern.mask());
            let of = (0..i).find(|&j| {
                mirrors[j].is_none()
                    && patterns[j].mask() == mask
                    && patterns[j].shape() == pattern.shape()
                    && pattern.looks_like(&patterns[j], symmetry)
            })?;
            Some((of, *symmetry))
        }));
    }
    mirrors
}

/// What all tables of a call have in common.
struct Job<'a> {
    listener: Option<&'a mut Listener<'a>>,
    #[cfg(feature = "std")]
    threads: usize,
    /// The entries of the tables that are ready.
    before: u64,
    /// The entries of all tables.
    entries: u64,
}

impl Job<'_> {
    /// Builds tables side by side, one a lane; or one table that takes two lanes.
    fn build<const L: usize, const W: usize>(
        &mut self,
        patterns: &[Pattern],
        index: &PatternIndex,
    ) -> Result<Vec<Bits>, BuildError> {
        let Plan {
            halves: [even, odd],
            programs,
            places,
        } = Plan::<L, W>::new(index, patterns.len())?;
        let goals: Vec<usize> = patterns
            .iter()
            .map(|pattern| places[index.block(pattern.mask(), pattern.home())] as usize)
            .collect();
        drop(places);
        // A goal of the other colour than the first one's comes a step later.
        let first_side = side(index, patterns[0].mask());
        let late: Vec<u32> = patterns
            .iter()
            .map(|pattern| (side(index, pattern.mask()) ^ first_side) as u32)
            .collect();
        let (mut from, mut to) = if first_side == 0 {
            (odd, even)
        } else {
            (even, odd)
        };
        let mut known = Tally::<L>::ZERO;
        let mut max = [0; L];
        let mut sum = [0_u64; L];
        let mut step = 0_u32;
        loop {
            // Idle lanes, and the second lane of one table, go with the first.
            let level: [u32; L] =
                core::array::from_fn(|lane| step.saturating_sub(*late.get(lane).unwrap_or(&0)));
            let set = level.map(|level| if level & 2 == 0 { 0 } else { u64::MAX });
            let mut progress = BuildProgress {
                pattern: patterns[0],
                level: step,
                known: self.before + known.orders.iter().sum::<u64>(),
                entries: self.entries,
            };
            let mut found = self.sweep(&mut to, &from, &programs, set, &mut progress)?;
            for (lane, &goal) in goals.iter().enumerate() {
                if late[lane] == step {
                    found.add(&to.reach(goal, lane));
                }
            }
            if step > 1 && found.orders == [0; L] {
                break;
            }
            for lane in 0..L {
                if found.orders[lane] > 0 {
                    max[lane] = level[lane];
                    sum[lane] += found.states[lane] * u64::from(level[lane]);
                }
            }
            known.add(&found);
            core::mem::swap(&mut from, &mut to);
            step += 1;
        }
        self.before += patterns.len() as u64 * index.entries();
        // The last sweep found nothing in `to`, the half of the steps as odd as `step`.
        let halves = if (first_side + step as usize) % 2 == 0 {
            [to.into_table(), from.into_table()]
        } else {
            [from.into_table(), to.into_table()]
        };
        let lanes = index.orders().lanes();
        (0..patterns.len())
            .map(|table| {
                let of_table = table * lanes..(table + 1) * lanes;
                let total = |counts: &[u64; L]| counts[of_table.clone()].iter().sum::<u64>();
                Ok(Bits {
                    words: collect(index, &halves, table)?,
                    max: max[of_table.clone()].iter().copied().max().unwrap_or(0),
                    mean: total(&sum) as f64 / total(&known.states) as f64,
                    reached: total(&known.orders),
                })
            })
            .collect()
    }

    /// Sweeps one level, and reports.
    fn sweep<const L: usize, const W: usize>(
        &mut self,
        to: &mut Half<L, W>,
        from: &Half<L, W>,
        programs: &Programs<L>,
        set: [u64; L],
        progress: &mut BuildProgress,
    ) -> Result<Tally<L>, BuildError> {
        let mut total = Tally::ZERO;
        let mut report = |tally: &Tally<L>| {
            total.add(tally);
            progress.known += tally.orders.iter().sum::<u64>();
            match &mut self.listener {
                Some(listener) => listener(progress),
                None => ControlFlow::Continue(()),
            }
        };
        #[cfg(feature = "std")]
        let flow = if self.threads > 1 && to.bytes() >= 1 << 23 {
            in_threads(
                self.threads,
                to.chunks(),
                |chunk| chunk.sweep(from, programs, set),
                &mut report,
            )
        } else {
            to.chunks()
                .try_for_each(|chunk| report(&chunk.sweep(from, programs, set)))
        };
        #[cfg(not(feature = "std"))]
        let flow = to
            .chunks()
            .try_for_each(|chunk| report(&chunk.sweep(from, programs, set)));
        match flow {
            ControlFlow::Continue(()) => Ok(total),
            ControlFlow::Break(()) => Err(BuildError::Stopped),
        }
    }
}

/// Does the work of each task on several threads, this one among them, which alone hears of the
/// results.
#[cfg(feature = "std")]
fn in_threads<T: Send, R: Send>(
    threads: usize,
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    report: &mut impl FnMut(&R) -> ControlFlow<()>,
) -> ControlFlow<()> {
    use std::sync::{Mutex, PoisonError, mpsc};

    let tasks = Mutex::new(tasks.fuse());
    let next = || tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        let (next, work) = (&next, &work);
        let help = move || {
            while let Some(task) = next() {
                // If the work was stopped, nobody listens any more.
                if sender.send(work(task)).is_err() {
                    break;
                }
            }
        };
        crate::threads::start(scope, threads - 1, &help);
        // With the last sender the results end.
        drop(help);
        // `results` goes with this closure, before the other threads are waited for.
        let results = results;
        while let Some(task) = next() {
            report(&work(task))?;
            results.try_iter().try_for_each(|result| report(&result))?;
        }
        results.iter().try_for_each(|result| report(&result))
    })
}

/// Puts the blocks of both halves in the order of the index, without the unused bits of their
/// words.
fn collect<const L: usize, const W: usize>(
    index: &PatternIndex,
    halves: &[Vec<Block<L, W>>; 2],
    table: usize,
) -> Result<Words, OutOfMemory> {
    let mut rest = halves.each_ref().map(|half| half.iter());
    let bits = index.orders().word_bits() as u32;
    let used = index.orders().words();
    let mut words = Words::zeroed((index.entries().div_ceil(64)) as usize)?;
    let mut slots = words.iter_mut();
    let (mut partial, mut filled) = (0_u64, 0_u32);
    let mut put = |word: u64| {
        partial |= word << filled;
        filled += bits;
        if filled >= 64 {
            if let Some(slot) = slots.next() {
                *slot = partial;
            }
            filled -= 64;
            // The bits that found no place; none where `filled` is 0.
            partial = word >> 1 >> (bits - 1 - filled);
        }
    };
    for (number, map) in maps(index.grid().cells, index.tiles()).enumerate() {
        let count = index.blocks_of(number).len();
        for block in rest[side(index, map)].by_ref().take(count) {
            if index.orders().lanes() == 1 {
                for lanes in &block[..used] {
                    put(lanes[table]);
                }
            } else {
                for [a, b] in block.chunks_exact(2).filter_map(<[_]>::first_chunk) {
                    put(a[0]);
                    put(b[0]);
                    put(a[1]);
                    put(b[1]);
                }
            }
        }
    }
    if let Some(slot) = slots.next() {
        *slot = partial;
    }
    Ok(words)
}

/// Why a table could not be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// The states have no index.
    Index(IndexError),
    /// An allocation failed.
    OutOfMemory {
        /// The size of the allocation in bytes.
        bytes: u64,
    },
    /// The callback stopped the work.
    Stopped,
}

impl From<IndexError> for BuildError {
    fn from(error: IndexError) -> Self {
        match error {
            IndexError::OutOfMemory { bytes } => Self::OutOfMemory { bytes },
            error => Self::Index(error),
        }
    }
}

impl From<OutOfMemory> for BuildError {
    fn from(error: OutOfMemory) -> Self {
        Self::OutOfMemory { bytes: error.bytes }
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index(error) => error.fmt(f),
            Self::OutOfMemory { bytes } => write!(f, "no memory for {bytes} bytes of a table"),
            Self::Stopped => f.write_str("the building of a table was stopped"),
        }
    }
}

impl core::error::Error for BuildError {}
