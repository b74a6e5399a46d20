//! The vertices next to those of a level.

use alloc::vec::Vec;
use core::ops::Range;

use super::colours::{Block, Blocks, Colours, HIGHS, LOWS};
use super::reading::{Reading, Turns, turned};
use super::table::words_of_line;
use crate::effort::Effort;

/// How neighbours are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// From each vertex of the frontier.
    Push,
    /// From each vertex that was not reached, until one is in the frontier.
    Pull,
}

/// What a level reads and does not change.
pub(super) struct Known<'s> {
    pub(super) colours: &'s Colours,
    pub(super) blocks: &'s Blocks,
    /// Of the reading that is looked from: the frontier's, or with [`Way::Pull`] the other one.
    pub(super) images: &'s [u32],
    pub(super) turns: &'s Turns,
    /// The reading of the vertices that are sought.
    pub(super) reading: Reading,
    pub(super) frontier: &'s [u64],
    pub(super) seen: &'s [u64],
}

/// A look for all neighbours of a frontier, of which a part is done.
///
/// The lines of the vertices that are found are shared out to threads, so no word is written by
/// two.
#[derive(Debug)]
pub(super) struct Sweep {
    way: Way,
    /// The lines of each thread, and the block at which it is.
    parts: Vec<(Range<usize>, usize)>,
}

/// What an edge costs, a word of the frontier and a block, in nanoseconds.
const EDGE_COST: usize = 4;
const WORD_COST: usize = 1;
const BLOCK_COST: usize = 20;

impl Sweep {
    pub(super) fn new(way: Way, lines: usize, threads: usize) -> Self {
        let parts = threads.clamp(1, lines);
        let share = |nth: usize| nth * lines / parts..(nth + 1) * lines / parts;
        Self {
            way,
            parts: (0..parts).map(|nth| (share(nth), 0)).collect(),
        }
    }

    pub(super) const fn way(&self) -> Way {
        self.way
    }

    /// Goes on, and sets bits in `next`, those of vertices known before too; true at the end.
    pub(super) fn advance(
        &mut self,
        known: &Known<'_>,
        next: &mut [u64],
        effort: &mut Effort,
    ) -> bool {
        let blocks = known.blocks.blocks.len();
        if self.parts.iter().all(|(_, at)| *at == blocks) {
            return true;
        }
        let way = self.way;
        if let [(lines, at)] = &mut self.parts[..] {
            *at = known.sweep(way, lines, *at, next, effort);
            return *at == blocks;
        }
        #[cfg(feature = "std")]
        self.in_threads(known, next);
        // What this thread did, and starting the others.
        effort.spend(Effort::SLICE);
        false
    }

    /// Goes on with all parts for a slice each.
    #[cfg(feature = "std")]
    fn in_threads(&mut self, known: &Known<'_>, next: &mut [u64]) {
        use std::sync::{Mutex, PoisonError};

        let line = words_of_line(known.colours.orders());
        let (way, parts) = (self.way, self.parts.len());
        let mut rest = next;
        let mut shares = Vec::with_capacity(parts);
        for (lines, at) in &mut self.parts {
            let (share, others) = rest.split_at_mut(lines.len() * line);
            rest = others;
            shares.push((lines, at, share));
        }
        let shares = Mutex::new(shares.into_iter());
        let help = || loop {
            let share = shares.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((lines, at, next)) = share else {
                break;
            };
            *at = known.sweep(way, lines, *at, next, &mut Effort::slice());
        };
        std::thread::scope(|scope| {
            crate::threads::start(scope, parts - 1, &help);
            help();
        });
    }
}

/// The most edges of a vertex, on shapes of up to 16 cells.
const MOST_EDGES: usize = 8;

/// Stands for a number of edges that is known only when the program runs.
const ANY: usize = 0;

/// Returns the order on the cells of a block, turned, for each place of the blank.
#[inline]
fn turned_all(places: &[[[u32; 256]; 4]], order: u32) -> [u32; MOST_EDGES] {
    let mut all = [0; MOST_EDGES];
    for (turn, images) in all.iter_mut().zip(places) {
        *turn = turned(images, order);
    }
    all
}

impl Known<'_> {
    /// Looks for the vertices of some lines from a block on; returns the block at which the slice
    /// ends.
    fn sweep(
        &self,
        way: Way,
        lines: &Range<usize>,
        at: usize,
        next: &mut [u64],
        effort: &mut Effort,
    ) -> usize {
        let edges = match way {
            Way::Push => lines.len(),
            Way::Pull => self.turns.lines(self.reading).1,
        };
        // The sides of 4 x 4, and half of them on two threads, are compiled for their number.
        match edges {
            2 => self.sweep_by::<2>(way, lines, at, next, effort),
            3 => self.sweep_by::<3>(way, lines, at, next, effort),
            4 => self.sweep_by::<4>(way, lines, at, next, effort),
            _ => self.sweep_by::<ANY>(way, lines, at, next, effort),
        }
    }

    fn sweep_by<const EDGES: usize>(
        &self,
        way: Way,
        lines: &Range<usize>,
        at: usize,
        next: &mut [u64],
        effort: &mut Effort,
    ) -> usize {
        let blocks = &self.blocks.blocks;
        for (nth, block) in blocks.iter().enumerate().skip(at) {
            if effort.is_spent() {
                return nth;
            }
            let (each, edges) = match way {
                Way::Push => (lines.len(), self.push::<EDGES>(block, lines, next)),
                Way::Pull => {
                    let crosses = self.turns.lines(self.reading).1;
                    (crosses, self.pull::<EDGES>(block, lines, next))
                }
            };
            let words = block.len as usize / 64 * each;
            effort.spend(BLOCK_COST + WORD_COST * words + EDGE_COST * edges);
        }
        blocks.len()
    }

    /// Marks the neighbours, in some lines, of the vertices of the frontier in a block. Returns how
    /// many edges it followed.
    #[inline]
    fn push<const EDGES: usize>(
        &self,
        block: &Block,
        lines: &Range<usize>,
        next: &mut [u64],
    ) -> usize {
        let from = self.reading.other();
        let line_words = words_of_line(self.colours.orders());
        let (from_lines, crosses) = self.turns.lines(from);
        let (low_bits, high, low) = self.colours.ranks();
        let low_mask = (1 << low_bits) - 1;
        let each = if EDGES == ANY { lines.len() } else { EDGES };
        let mut edges = 0;
        for line in 0..from_lines {
            let bits = &self.frontier[line * line_words..(line + 1) * line_words];
            let images = self.images(line, block, crosses);
            let mut highs = None;
            block.for_each_word(
                |word| bits[word],
                |word, mut reached| {
                    while reached != 0 {
                        let bit = reached.trailing_zeros() as usize;
                        reached &= reached - 1;
                        let nth = 64 * word + bit - block.first as usize;
                        let highs = highs.get_or_insert_with(|| {
                            let places = &self.turns.images(from)[line * crosses + lines.start..];
                            turned_all(&places[..each], block.high)
                        });
                        let images = &images[nth * crosses + lines.start..][..each];
                        for edge in 0..each {
                            let order = highs[edge % MOST_EDGES] | images[edge];
                            let number = high[(order >> low_bits) as usize % HIGHS] as usize
                                + usize::from(low[(order & low_mask) as usize % LOWS]);
                            next[edge * line_words + number / 64] |= 1 << (number % 64);
                        }
                        edges += each;
                    }
                },
            );
        }
        edges
    }

    /// Marks those vertices of some lines in a block that were not reached and that have a
    /// neighbour in the frontier. Returns how many edges it followed.
    #[inline]
    fn pull<const EDGES: usize>(
        &self,
        block: &Block,
        lines: &Range<usize>,
        next: &mut [u64],
    ) -> usize {
        let line_words = words_of_line(self.colours.orders());
        let (low_bits, high, low) = self.colours.ranks();
        let low_mask = (1 << low_bits) - 1;
        let crosses = self.turns.lines(self.reading).1;
        let each = if EDGES == ANY { crosses } else { EDGES };
        let mut edges = 0;
        for line in lines.clone() {
            let bits = &self.seen[line * line_words..(line + 1) * line_words];
            let images = self.images(line, block, each);
            let mut highs = None;
            let found = &mut next[(line - lines.start) * line_words..][..line_words];
            block.for_each_word(
                |word| !bits[word],
                |word, mut unseen| {
                    let mut add = 0;
                    while unseen != 0 {
                        let bit = unseen.trailing_zeros();
                        unseen &= unseen - 1;
                        let nth = 64 * word + bit as usize - block.first as usize;
                        let highs = highs.get_or_insert_with(|| {
                            let places = &self.turns.images(self.reading)[line * each..];
                            turned_all(&places[..each], block.high)
                        });
                        let images = &images[nth * each..][..each];
                        let mut any = 0;
                        for edge in 0..each {
                            let order = highs[edge % MOST_EDGES] | images[edge];
                            let number = high[(order >> low_bits) as usize % HIGHS] as usize
                                + usize::from(low[(order & low_mask) as usize % LOWS]);
                            let word = self.frontier[edge * line_words + number / 64];
                            any |= word >> (number % 64) & 1;
                        }
                        edges += each;
                        add |= any << bit;
                    }
                    found[word] |= add;
                },
            );
        }
        edges
    }

    /// Returns the low words of a block, turned with the blank on the cells of a line.
    fn images(&self, line: usize, block: &Block, crosses: usize) -> &[u32] {
        let words = self.blocks.list.len();
        let first = (line * words + block.list as usize) * crosses;
        &self.images[first..first + block.len as usize * crosses]
    }
}

impl Block {
    /// Calls back with each word of a line that has bits of the block, and those bits.
    #[inline]
    fn for_each_word(&self, bits: impl Fn(usize) -> u64, mut each: impl FnMut(usize, u64)) {
        let (first, end) = (self.first as usize, (self.first + self.len) as usize);
        for word in first / 64..=(end - 1) / 64 {
            let mut some = bits(word);
            if word == first / 64 {
                some &= u64::MAX << (first % 64);
            }
            if word == end / 64 {
                some &= !(u64::MAX << (end % 64));
            }
            if some != 0 {
                each(word, some);
            }
        }
    }
}
