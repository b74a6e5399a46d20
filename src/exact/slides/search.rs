//! The inner loop: takes nodes from a stack, and pushes their children.

use alloc::vec::Vec;

use super::SlideTables;
use crate::runtime::{Counts, Effort, OutOfMemory, fetch_early, push};
use crate::tables::slides::{HIGHS, LOW_BITS, LOWS, MAX_SIDE, ScanAxis, transposed};

/// The views of a node, two a word of orders.
pub(super) const VIEWS: usize = 4;
const WORDS: usize = VIEWS / 2;

/// The number of children whose entries are prefetched while others are made; a power of two.
const RING: usize = 16;

/// The highest bit of each distance of a word, and the lowest.
const TOPS: u32 = 0x8080_8080;
const ONES: u32 = 0x0101_0101;

/// A board of the search, in the scan order that the next slide does not change.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    /// `[view / 2]`: the orders of two views, that of the even one lower.
    pub(super) orders: [u64; WORDS],
    /// The places in line that the blank has left, the last one lowest, at
    /// [`path_bits`](Expander::path_bits) each.
    pub(super) path: u128,
    /// A byte for each view.
    pub(super) distances: u32,
    /// The blank's line, and its place there.
    pub(super) line: u8,
    pub(super) place: u8,
    /// The slides that the bound leaves.
    pub(super) left: u8,
    /// The number of its [`ScanAxis`].
    pub(super) axis: u8,
}

impl Node {
    #[inline(always)]
    pub(super) const fn axis(&self) -> usize {
        self.axis as usize & 1
    }

    /// Returns the number of the scan order in which the search ends: each slide changes it.
    #[inline(always)]
    pub(super) const fn end(&self) -> usize {
        (self.axis + self.left + 1) as usize & 1
    }
}

/// The nodes of a search that are open.
#[derive(Clone, Debug, Default)]
pub(super) struct Open {
    pub(super) stack: Vec<Node>,
    /// Children whose entries were prefetched, and `[view]`: the number of the bit.
    ring: [(Node, [u32; VIEWS]); RING],
    /// The number of children that were evaluated, and of those that were made.
    pub(super) head: usize,
    pub(super) tail: usize,
    /// The number of the scan order in which the search of the children ends.
    pub(super) end: usize,
}

/// A table as a search reads it.
#[derive(Clone, Copy, Debug)]
struct Lookup<'t> {
    high: &'t [u32; HIGHS],
    low: &'t [u16; LOWS],
    /// `[axis of the board]`
    words: [&'t [u64]; 2],
    stride: u32,
}

/// Read-only data of a search.
pub(super) struct Expander<'t> {
    /// `[axis][place of the blank]`
    images: [&'t [[[u32; 256]; 4]]; 2],
    cells_in_line: [usize; 2],
    is_4_by_4: bool,
    path_bits: [u32; 2],
    end: usize,
    /// The words of orders that have views.
    words: usize,
    /// `[view]`
    lookups: [Lookup<'t>; VIEWS],
    /// For each view the highest bit of a byte, minus 1 if the last slide is not in the distance.
    room: u32,
}

/// In both halves of a word: the bits of the places from this one on, but for the last one.
const FROM: [u64; 16] = {
    let mut masks = [0; 16];
    let mut place = 0;
    while place < 16 {
        let mask = 0x3fff_ffff & !((1_u64 << (2 * place)) - 1);
        masks[place] = mask | mask << 32;
        place += 1;
    }
    masks
};

/// Returns two orders of 4 x 4 in the other scan order: a place of two bits is let in for the
/// blank, the square mirrored, and the place taken out.
#[inline(always)]
const fn transposed_square(line: usize, place: usize, orders: u64) -> u64 {
    let from = FROM[(4 * line + place) % 16];
    let mut cells = orders + 3 * (orders & from);
    // Two steps mirror the square: the 2 x 2 quarters, then the four cells of each.
    let swapped = (cells ^ cells >> 6) & 0x00cc_00cc_00cc_00cc;
    cells ^= swapped ^ swapped << 6;
    let swapped = (cells ^ cells >> 12) & 0x0000_f0f0_0000_f0f0;
    cells ^= swapped ^ swapped << 12;
    let from = FROM[(4 * place + line) % 16];
    cells & !from & 0x3fff_ffff_3fff_ffff | cells >> 2 & from
}

/// Returns the bits of a place on a path, by axis, given the cells of a line.
pub(super) fn path_bits(cells_in_line: [usize; 2]) -> [u32; 2] {
    cells_in_line.map(|cells| cells.next_power_of_two().trailing_zeros())
}

impl<'t> Expander<'t> {
    /// Returns the expander of searches that end in a scan order of the goal.
    pub(super) fn new(tables: &'t SlideTables, end: usize) -> Self {
        let (transposer, views) = (&tables.transposer, tables.views(ScanAxis::BOTH[end]));
        let (words, mut room) = (views.len() / 2, TOPS);
        for (nth, view) in views.iter().enumerate() {
            room -= u32::from(view.is_at_end) << (8 * nth);
        }
        let lookups = core::array::from_fn(|nth| {
            let view = &views[nth % views.len()];
            let mut words = ScanAxis::BOTH.map(|axis| view.table.words(axis));
            if view.is_mirrored {
                words.reverse();
            }
            Lookup {
                high: &view.table.colours.high,
                low: &view.table.colours.low,
                words,
                stride: view.table.stride() as u32,
            }
        });
        Self {
            images: [&transposer.images[0], &transposer.images[1]],
            cells_in_line: transposer.cells_in_line,
            is_4_by_4: transposer.cells_in_line == [4, 4],
            path_bits: path_bits(transposer.cells_in_line),
            end,
            words,
            lookups,
            room,
        }
    }

    /// Returns whether all distances are within the slides left.
    #[inline(always)]
    const fn allows(&self, node: &Node) -> bool {
        // No byte borrows from the next one, unless the tables were forged.
        let room = self.room + node.left as u32 * ONES;
        room.wrapping_sub(node.distances) & TOPS == TOPS
    }

    /// Makes the children of a node: slides that take the blank to each place in its line. Returns
    /// their number.
    #[inline(always)]
    fn make_children(&self, node: &Node, open: &mut Open) -> usize {
        let (axis, line) = (node.axis(), usize::from(node.line));
        let cells = self.cells_in_line[axis];
        for nth in 0..cells - 1 {
            let place = nth + usize::from(nth >= usize::from(node.place));
            let (child, bits) = &mut open.ring[open.tail % RING];
            open.tail += 1;
            for word in 0..self.words.min(WORDS) {
                let orders = node.orders[word];
                let orders = if self.is_4_by_4 {
                    transposed_square(line, place, orders)
                } else {
                    let images = &self.images[axis][line * cells + place];
                    let [low, high] = [orders as u32, (orders >> 32) as u32];
                    u64::from(transposed(images, low)) | u64::from(transposed(images, high)) << 32
                };
                child.orders[word] = orders;
                for half in 0..2 {
                    let lookup = &self.lookups[2 * word + half];
                    let order = (orders >> (32 * half)) as u32;
                    let number = lookup.high[(order >> LOW_BITS) as usize % HIGHS]
                        + u32::from(lookup.low[order as usize % LOWS]);
                    let bit = place as u32 * lookup.stride + number;
                    bits[2 * word + half] = bit;
                    fetch_early(lookup.words[axis ^ 1], bit as usize / 64);
                }
            }
            child.path = node.path << self.path_bits[axis] | u128::from(node.place);
            child.distances = node.distances;
            child.line = place as u8;
            child.place = node.line;
            child.left = node.left - 1;
            child.axis = node.axis ^ 1;
        }
        cells - 1
    }

    /// Returns the number of a node's children and those within the bound, if no nodes are open.
    pub(super) fn children(&self, node: &Node, open: &mut Open) -> (usize, Vec<Node>) {
        let made = self.make_children(node, open);
        let mut children = Vec::with_capacity(made);
        while open.head != open.tail {
            let child = self.evaluate(open);
            if self.allows(&child) {
                children.push(child);
            }
        }
        (made, children)
    }

    /// Returns the oldest child with its distances.
    #[inline(always)]
    fn evaluate(&self, open: &mut Open) -> Node {
        let (child, of_child) = &mut open.ring[open.head % RING];
        open.head += 1;
        let axis = child.axis();
        let mut bits = 0;
        for word in 0..self.words.min(WORDS) {
            for half in 0..2 {
                let view = 2 * word + half;
                let bit = of_child[view];
                let is_set = self.lookups[view].words[axis][bit as usize / 64] >> (bit % 64) & 1;
                bits |= (is_set as u32) << (8 * view);
            }
        }
        // Bit 1 decides between one more and one less. Forged tables may lead below 0 or above 255.
        let more = child.distances.wrapping_add(ONES);
        let is_less = (more >> 1 ^ bits) & ONES;
        child.distances = more.wrapping_sub(2 * is_less);
        *child
    }

    /// Searches below the open nodes up to the next one from which one slide may lead to the goal;
    /// `None` once the slice is spent, `until` boards are expanded in all, or no node is left that
    /// ends in this scan order.
    // Inlined, its loop would share registers with the caller's (row `4x4-slides`).
    #[inline(never)]
    pub(super) fn search(
        &self,
        open: &mut Open,
        until: u64,
        counts: &mut Counts,
        effort: &mut Effort,
    ) -> Result<Option<Node>, OutOfMemory> {
        loop {
            // Children wait until the ring is full, so that their entries have arrived.
            let has_room = open.tail - open.head + MAX_SIDE - 1 <= RING;
            if has_room {
                // Nodes end as their root does; the other end needs another expander.
                let next = open.stack.last().copied();
                if let Some(node) = next.filter(|node| node.end() == self.end) {
                    if node.left == 1 {
                        return Ok(open.stack.pop());
                    }
                    if counts.expanded >= until || effort.is_spent() {
                        return Ok(None);
                    }
                    open.stack.pop();
                    counts.expanded += 1;
                    let made = self.make_children(&node, open);
                    counts.generated += made as u64;
                    effort.spend(30 + 45 * made);
                    continue;
                }
            }
            if open.head == open.tail {
                return Ok(None);
            }
            let node = self.evaluate(open);
            if self.allows(&node) {
                push(&mut open.stack, node)?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::fixtures::Random;
    use crate::tables::slides::Transposer;

    #[test]
    fn squares_are_transposed_as_byte_by_byte() {
        let transposer = Transposer::new([4, 4]).unwrap();
        let mut random = Random(1);
        for _ in 0..1000 {
            let (order, axis) = (
                random.below(1 << 30) as u32,
                ScanAxis::BOTH[random.below(2)],
            );
            let (line, place) = (random.below(4), random.below(4));
            let image = transposed(&transposer.line(axis, line)[place], order);
            let orders = u64::from(order) << 32;
            assert_eq!(
                transposed_square(line, place, orders),
                u64::from(image) << 32
            );
            assert_eq!(
                transposed_square(place, line, image.into()),
                u64::from(order)
            );
        }
    }
}
