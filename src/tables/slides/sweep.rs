//! The sweep of a level: the vertices next to those of the level before.

use alloc::vec::Vec;

use super::colours::{Block, Blocks, Colours, HIGHS, LOWS};
use super::scan_axis::{ScanAxis, Transposer, turned};
use crate::runtime::cost_model::slide_tables as cost;
use crate::runtime::effort::Effort;
use crate::runtime::job::Job;
use crate::runtime::job::Pace;
use crate::runtime::shared::Shared;

/// Read-only data of a build.
#[derive(Debug)]
pub(super) struct Fixed {
    pub(super) colours: Shared<Colours>,
    pub(super) blocks: Blocks,
    /// `[axis][line][low word][cell of the line]`: the low word transposed.
    pub(super) images: [Vec<u32>; 2],
    pub(super) transposer: Shared<Transposer>,
}

/// The direction of the search for edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// From each vertex of the frontier.
    Push,
    /// From each vertex that was not reached, until one is in the frontier.
    Pull,
}

/// Read-only data of a level.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) fixed: Shared<Fixed>,
    pub(super) way: Way,
    /// The axis of the vertices that are searched for. The frontier is of the other one.
    pub(super) axis: ScanAxis,
    /// `[line]`: the vertices of the level before.
    pub(super) frontier: Vec<Vec<u64>>,
    /// True if the distance of the level has bit 1.
    pub(super) has_bit: bool,
}

/// The vertices of a line of an axis, as bitsets.
#[derive(Debug)]
pub(super) struct Line {
    /// The vertices that were reached, and those whose distance has bit 1.
    pub(super) seen: Vec<u64>,
    pub(super) bits: Vec<u64>,
    /// The vertices of the last level of the axis.
    pub(super) level: Vec<u64>,
}

/// Lines of an axis in which the vertices of a level are found: nothing else writes to them.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) lines: Vec<Line>,
    /// The number of the first one.
    pub(super) first: usize,
    /// The number of vertices that were found.
    pub(super) found: u64,
}

/// The number of words that are cleared or merged at a time.
pub(super) const CHUNK: usize = 1 << 14;

impl Part {
    /// Returns the job that finds the vertices of a level.
    pub(super) fn job(mut self, known: &Shared<Known>) -> Job<Self> {
        let known = Shared::clone(known);
        Job::new(move |mut pace| async move {
            self.find(&known, &mut pace).await;
            self
        })
    }

    /// Finds the vertices of a level.
    pub(super) async fn find(&mut self, known: &Known, pace: &mut Pace) {
        for line in &mut self.lines {
            for words in line.level.chunks_mut(CHUNK) {
                words.fill(0);
                pace.spend(cost::CLEAR * CHUNK).await;
            }
        }
        let mut at = 0;
        let sweep = |effort: &mut _| {
            at = self.sweep(known, at, effort);
            at == known.fixed.blocks.blocks.len()
        };
        pace.drive(sweep).await;
        for line in &mut self.lines {
            for first in (0..line.level.len()).step_by(CHUNK) {
                let end = line.level.len().min(first + CHUNK);
                self.found += line.merge(first..end, known.has_bit);
                pace.spend(cost::MERGE * CHUNK).await;
            }
        }
    }

    /// Finds vertices from block `at` on; returns the block at which the slice ends.
    fn sweep(&mut self, known: &Known, at: usize, effort: &mut Effort) -> usize {
        let edges = match known.way {
            Way::Push => self.lines.len(),
            Way::Pull => known.frontier.len(),
        };
        // The sides of 4 x 4, and half of them on two threads, are compiled for their number.
        match edges {
            2 => self.sweep_by::<2>(known, at, effort),
            3 => self.sweep_by::<3>(known, at, effort),
            4 => self.sweep_by::<4>(known, at, effort),
            _ => self.sweep_by::<ANY>(known, at, effort),
        }
    }

    fn sweep_by<const EDGES: usize>(
        &mut self,
        known: &Known,
        at: usize,
        effort: &mut Effort,
    ) -> usize {
        let blocks = &known.fixed.blocks.blocks;
        for (nth, block) in blocks.iter().enumerate().skip(at) {
            if effort.is_spent() {
                return nth;
            }
            let (lines, edges) = match known.way {
                Way::Push => (known.frontier.len(), self.push::<EDGES>(known, block)),
                Way::Pull => (self.lines.len(), self.pull::<EDGES>(known, block)),
            };
            let words = block.len as usize / 64 * lines;
            effort.spend(cost::BLOCK + cost::WORD * words + cost::EDGE * edges);
        }
        blocks.len()
    }

    /// Marks the neighbours, in these lines, of the vertices of the frontier in a block. Returns
    /// the number of edges it followed.
    #[inline]
    fn push<const EDGES: usize>(&mut self, known: &Known, block: &Block) -> usize {
        let from = known.axis.other();
        let fixed = &*known.fixed;
        let (low_bits, high, low) = fixed.colours.ranks();
        let low_mask = (1 << low_bits) - 1;
        let each = if EDGES == ANY {
            self.lines.len()
        } else {
            EDGES
        };
        let mut next: [&mut [u64]; MOST_EDGES] = Default::default();
        for (next, line) in next.iter_mut().zip(&mut self.lines) {
            *next = &mut line.level;
        }
        let cells_in_line = fixed.transposer.lines(from).1;
        let mut edges = 0;
        for (line, bits) in known.frontier.iter().enumerate() {
            let images = fixed.images(from, line, block);
            let mut highs = None;
            block.for_each_word(
                |word| bits[word],
                |word, mut reached| {
                    while reached != 0 {
                        let bit = reached.trailing_zeros() as usize;
                        reached &= reached - 1;
                        let nth = 64 * word + bit - block.first as usize;
                        let highs = highs.get_or_insert_with(|| {
                            let places =
                                &fixed.transposer.images(from)[line * cells_in_line + self.first..];
                            turned_all(&places[..each], block.high)
                        });
                        let images = &images[nth * cells_in_line + self.first..][..each];
                        for edge in 0..each {
                            let order = highs[edge % MOST_EDGES] | images[edge];
                            let number = high[(order >> low_bits) as usize % HIGHS] as usize
                                + usize::from(low[(order & low_mask) as usize % LOWS]);
                            next[edge % MOST_EDGES][number / 64] |= 1 << (number % 64);
                        }
                        edges += each;
                    }
                },
            );
        }
        edges
    }

    /// Marks those vertices of these lines in a block that were not reached and that have a
    /// neighbour in the frontier. Returns the number of edges it followed.
    #[inline]
    fn pull<const EDGES: usize>(&mut self, known: &Known, block: &Block) -> usize {
        let fixed = &*known.fixed;
        let (low_bits, high, low) = fixed.colours.ranks();
        let low_mask = (1 << low_bits) - 1;
        let each = if EDGES == ANY {
            known.frontier.len()
        } else {
            EDGES
        };
        let mut frontier: [&[u64]; MOST_EDGES] = Default::default();
        for (words, line) in frontier.iter_mut().zip(&known.frontier) {
            *words = line;
        }
        let mut edges = 0;
        for (line, Line { seen, level, .. }) in (self.first..).zip(&mut self.lines) {
            let images = fixed.images(known.axis, line, block);
            let mut highs = None;
            block.for_each_word(
                |word| !seen[word],
                |word, mut unseen| {
                    let mut add = 0;
                    while unseen != 0 {
                        let bit = unseen.trailing_zeros();
                        unseen &= unseen - 1;
                        let nth = 64 * word + bit as usize - block.first as usize;
                        let highs = highs.get_or_insert_with(|| {
                            let places = &fixed.transposer.images(known.axis)[line * each..];
                            turned_all(&places[..each], block.high)
                        });
                        let images = &images[nth * each..][..each];
                        let mut any = 0;
                        for edge in 0..each {
                            let order = highs[edge % MOST_EDGES] | images[edge];
                            let number = high[(order >> low_bits) as usize % HIGHS] as usize
                                + usize::from(low[(order & low_mask) as usize % LOWS]);
                            any |= frontier[edge % MOST_EDGES][number / 64] >> (number % 64) & 1;
                        }
                        edges += each;
                        add |= any << bit;
                    }
                    level[word] |= add;
                },
            );
        }
        edges
    }
}

impl Line {
    /// Removes the vertices that were reached before from the level in some words, and adds the
    /// rest to `seen` and `bits`. Returns the number of new vertices.
    fn merge(&mut self, words: core::ops::Range<usize>, has_bit: bool) -> u64 {
        let mask = if has_bit { u64::MAX } else { 0 };
        let (seen, bits) = (&mut self.seen[words.clone()], &mut self.bits[words.clone()]);
        let mut found = 0;
        for ((seen, bits), next) in seen.iter_mut().zip(bits).zip(&mut self.level[words]) {
            let new = *next & !*seen;
            *next = new;
            *seen |= new;
            *bits |= new & mask;
            found += u64::from(new.count_ones());
        }
        found
    }
}

/// The most edges of a vertex, on shapes of up to 16 cells.
const MOST_EDGES: usize = 8;

/// Stands for a number of edges that is known only when the program runs.
const ANY: usize = 0;

/// Returns the order on the cells of a block transposed, for each place of the blank.
#[inline]
fn turned_all(places: &[[[u32; 256]; 4]], order: u32) -> [u32; MOST_EDGES] {
    let mut all = [0; MOST_EDGES];
    for (turn, images) in all.iter_mut().zip(places) {
        *turn = turned(images, order);
    }
    all
}

impl Fixed {
    /// Returns the low words of a block, transposed with the blank on each cell of a line.
    fn images(&self, axis: ScanAxis, line: usize, block: &Block) -> &[u32] {
        let words = self.blocks.list.len();
        let cells_in_line = self.transposer.lines(axis).1;
        let first = (line * words + block.list as usize) * cells_in_line;
        &self.images[axis as usize][first..first + block.len as usize * cells_in_line]
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

#[cfg(test)]
mod tests {
    use super::super::plan::all_patterns;
    use super::*;

    #[test]
    fn a_slice_is_passed_by_less_than_two_thirds() {
        let mut most = 0;
        for pattern in all_patterns() {
            let [rows, cols] = pattern.sides;
            let colours = Colours::with_blocks(pattern.sides, pattern.home, pattern.colours());
            let (_, blocks) = colours.unwrap();
            for block in &blocks.blocks {
                // Each edge of the block is followed at once, at most.
                let cells = rows * cols;
                let words = (block.len as usize / 64 + 1) * rows.max(cols);
                let cost =
                    cost::EDGE * cells * block.len as usize + cost::WORD * words + cost::BLOCK;
                most = most.max(cost);
            }
        }
        assert!(
            (Effort::SLICE / 3..Effort::SLICE * 2 / 3).contains(&most),
            "{most}"
        );
        const { assert!(cost::MERGE * CHUNK < Effort::SLICE / 3) };
    }
}
