//! Distances of the vertices of a graph of scan orders, at one bit each.

use alloc::vec::Vec;
use core::iter::successors;

use super::colours::Colours;
use super::plan::SlidePattern;
use super::transposer::{ScanAxis, Transposer, transposed};
use crate::runtime::{OutOfMemory, Pace};
use crate::tables::{Contents, TableId, TableMaker, bits};

/// The number of slides that the colours of a board are from the goal's, after a slide along one
/// axis.
///
/// Each axis, line of the blank and number of the order has a bit: bit 1 of the distance. Bit 0 is
/// known: it says whether the axis is that of the source.
#[derive(Debug)]
pub(crate) struct SlideTable {
    pub(crate) pattern: SlidePattern,
    pub(crate) colours: Colours,
    /// The number of words of the bits of a line.
    words_of_line: usize,
    /// The largest distance.
    pub(super) max: u32,
    /// The bits for rows, then those for columns; each line begins a new word.
    pub(super) words: Vec<u64>,
}

/// The words of a line whose vertices are expanded in a slice: a millisecond at most.
const WORDS_OF_SLICE: usize = 1 << 10;

/// The words of a level that are settled in a slice.
const WORDS_SETTLED: usize = 1 << 16;

/// The longest line of a shape.
pub(crate) const MAX_SIDE: usize = 8;

impl SlideTable {
    /// Makes the table of a pattern: reads it, or builds it breadth first from the source and stores
    /// it.
    pub(crate) async fn make(
        pattern: SlidePattern,
        transposer: &Transposer,
        maker: &TableMaker,
        pace: &mut Pace,
    ) -> Result<Self, OutOfMemory> {
        let (order, _) = pattern.order(pattern.source, |cell| cell);
        let mut table = Self {
            colours: Colours::new(order, pattern.sides[0] * pattern.sides[1] - 1)?,
            words_of_line: pattern.words_of_line(),
            pattern,
            max: 0,
            words: Vec::new(),
        };
        let building = table.build(transposer, pace);
        let made = maker.make(&pattern.id(), pattern.words(), building).await?;
        ((table.max, _), table.words) = made;
        Ok(table)
    }

    async fn build(
        &self,
        transposer: &Transposer,
        pace: &mut Pace,
    ) -> Result<Contents, OutOfMemory> {
        let pattern = self.pattern;
        let mut words = pace.zeroed_words(pattern.words()).await?;
        // A bit for each vertex: those reached, and on each axis those of its last level.
        pace.end_slice().await;
        let mut seen = pace.filled(0_u64, pattern.words()).await?;
        let mut level = pace.filled(0_u64, pattern.words()).await?;
        let (order, home) = pattern.order(pattern.source, |cell| cell);
        let source = self.bit(pattern.source, home, order);
        seen[source / 64] |= 1 << (source % 64);
        level[source / 64] |= 1 << (source % 64);
        let rows = pattern.sides[0] * self.words_of_line;
        let (mut axis, mut distance, mut known) = (pattern.source, 0, 1);
        loop {
            pace.show(distance, known);
            let (of_rows, of_columns) = level.split_at_mut(rows);
            let (frontier, next, next_starts) = match axis {
                ScanAxis::Rows => (of_rows, of_columns, rows),
                ScanAxis::Columns => (of_columns, of_rows, 0),
            };
            let lines = frontier.chunks_exact_mut(self.words_of_line);
            for (line, vertices) in lines.enumerate() {
                let images = transposer.line(axis, line);
                for (nth, vertices) in vertices.chunks_mut(WORDS_OF_SLICE).enumerate() {
                    let first = 64 * WORDS_OF_SLICE * nth;
                    self.colours.push(images, first, vertices, next);
                    // The level after the next one is written here.
                    vertices.fill(0);
                    pace.end_slice().await;
                }
            }
            distance += 1;
            let mut new = 0;
            let seen = seen[next_starts..].chunks_mut(WORDS_SETTLED);
            let bits = words[next_starts..].chunks_mut(WORDS_SETTLED);
            for ((next, seen), bits) in next.chunks_mut(WORDS_SETTLED).zip(seen).zip(bits) {
                new += settle(distance, next, seen, bits);
                pace.end_slice().await;
            }
            if new == 0 {
                return Ok(((distance - 1, 0.0), words));
            }
            known += new;
            axis = axis.other();
        }
    }

    /// Returns the bits of an axis.
    pub(crate) fn words(&self, axis: ScanAxis) -> &[u64] {
        let rows = self.pattern.sides[0] * self.words_of_line;
        let (rows, columns) = self.words.split_at(rows);
        [rows, columns][axis as usize]
    }

    /// Returns the number of bits from a line of an axis to the next one.
    pub(crate) const fn stride(&self) -> usize {
        64 * self.words_of_line
    }

    /// Returns the number of the bit of a vertex.
    fn bit(&self, axis: ScanAxis, line: usize, order: u32) -> usize {
        let line = line + axis as usize * self.pattern.sides[0];
        line * self.stride() + self.colours.rank(order)
    }

    /// Returns the distance of a vertex modulo 4.
    fn distance_mod_4(&self, axis: ScanAxis, line: usize, order: u32) -> u32 {
        let bit = self.bit(axis, line, order);
        let high = self.words[bit / 64] >> (bit % 64) & 1;
        2 * high as u32 + u32::from(axis != self.pattern.source)
    }

    /// Returns the distance of a vertex, by a walk from neighbour to nearer neighbour.
    pub(crate) fn distance(
        &self,
        transposer: &Transposer,
        axis: ScanAxis,
        (order, line): (u32, usize),
    ) -> u32 {
        let (goal, home) = self.pattern.order(self.pattern.source, |cell| cell);
        let vertices = successors(Some((axis, line, order)), |&(axis, line, order)| {
            let nearer = (self.distance_mod_4(axis, line, order) + 3) % 4;
            let images = transposer.line(axis, line).iter().enumerate();
            let mut next = images.map(|(blank, it)| (axis.other(), blank, transposed(it, order)));
            next.find(|&(axis, line, order)| self.distance_mod_4(axis, line, order) == nearer)
        });
        let path = vertices.take_while(|it| *it != (self.pattern.source, home, goal));
        path.take(self.max as usize).count() as u32
    }
}

impl SlidePattern {
    /// Returns the name of its table, and the identity: in place of a set of tiles it has the
    /// colours, two bits a cell, and at bit 32 the number of the source's axis.
    fn id(&self) -> TableId {
        let ([rows, cols], home) = (self.sides, self.home);
        let colours = self.colours.iter().rev();
        let colours = colours.fold(0, |mask, &colour| mask << 2 | u64::from(colour));
        let mask = colours | (self.source as u64) << 32;
        // Tables of patterns have a number of layers beside the sides.
        let sides = (rows | cols << 16) as u64;
        let name = alloc::format!("slides-{rows}x{cols}-{home}-{mask:x}");
        (name, [sides, home as u64, mask])
    }
}

/// Stores the distance of the vertices that a level has reached for the first time: leaves them
/// alone in `level`, and returns their number.
fn settle(distance: u32, level: &mut [u64], seen: &mut [u64], bits: &mut [u64]) -> u64 {
    // The table stores bit 1 of the distance.
    let mask = if distance & 2 != 0 { u64::MAX } else { 0 };
    let mut count = 0;
    for ((new, seen), bits) in level.iter_mut().zip(seen).zip(bits) {
        *new &= !*seen;
        *seen |= *new;
        *bits |= *new & mask;
        count += u64::from(new.count_ones());
    }
    count
}

impl Colours {
    /// Marks the neighbours of some vertices of a line, from the order with the number `from` on,
    /// in the lines of the other axis; `images` are those of the line.
    fn push(&self, images: &[[[u32; 256]; 4]], from: usize, vertices: &[u64], next: &mut [u64]) {
        let words_of_line = next.len() / images.len();
        let begun = self.blocks.partition_point(|block| block.end <= from);
        let mut blocks = self.blocks[begun..].iter();
        let (mut lows, mut first, mut end) = (&self.lows[..0], 0, 0);
        let mut highs = [0; MAX_SIDE];
        for (word, &vertices) in vertices.iter().enumerate() {
            for bit in bits(vertices) {
                let number = from + 64 * word + bit;
                if number >= end {
                    let Some(block) = blocks.find(|block| number < block.end) else {
                        return;
                    };
                    (lows, first, end) = (&self.lows[block.low..], block.first, block.end);
                    for (high, images) in highs.iter_mut().zip(images) {
                        *high = transposed(images, block.high);
                    }
                }
                let [low, high] = lows[number - first].to_le_bytes().map(usize::from);
                let lines = next.chunks_exact_mut(words_of_line).zip(images).zip(highs);
                for ((line, images), of_block) in lines {
                    let number = self.rank(of_block | images[0][low] | images[1][high]);
                    line[number / 64] |= 1 << (number % 64);
                }
            }
        }
    }
}
