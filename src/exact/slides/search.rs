//! The inner loop: readings are taken from the stack, and those behind the next slides put there.

use alloc::vec::Vec;

use super::kit::{Lens, SlideKit};
use super::node::{DISTANCE_BITS, Node, ORDER_BITS, PER_WORD, PathBits};
use crate::runtime::cost_model::slides_kernel as cost;
use crate::runtime::dispatch::fetch_early;
use crate::runtime::effort::Effort;
use crate::runtime::work::Counts;
use crate::tables::slides::{HIGHS, LOWS, ScanAxis, Transposer, turned};

/// The number of children that wait for the memory while others are made; a power of two. On 4 x 4
/// eight gave the fewest nanoseconds a slide.
const RING: usize = 16;

/// The highest bit of each distance of a word, and the lowest.
const TOPS: u64 = 0x8080_8080_8080_8080;
const ONES: u64 = 0x0101_0101_0101_0101;

/// The sides of a shape are at most this long.
const MAX_SIDE: usize = 8;

/// The nodes of a path of the longest solutions, with all other children of its nodes.
const MAX_OPEN: usize = 128 * MAX_SIDE;

/// A child whose entries were asked for.
#[derive(Clone, Copy, Debug)]
struct Child<const WORDS: usize> {
    node: Node<WORDS>,
    /// `[word][view in the word]`: the number of its bit.
    bits: [[u32; PER_WORD]; WORDS],
}

/// The nodes of a search that are still to be looked at.
#[derive(Clone, Debug)]
pub(super) struct Open<const WORDS: usize> {
    stack: Vec<Node<WORDS>>,
    ring: [Child<WORDS>; RING],
    /// The number of children that were looked at, and of those that were made.
    head: usize,
    tail: usize,
}

/// The expansions that end a call, and what it counts.
pub(super) type Limits<'a> = (u64, &'a mut Counts, &'a mut Effort);

/// Reasons why the loop ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pause {
    /// The slice or the number of expansions is spent.
    Slice,
    /// One slide may lead to the goal from the end of this path.
    Leaf(u128),
    /// There are no nodes.
    Empty,
}

impl<const WORDS: usize> Open<WORDS> {
    pub(super) fn new() -> Self {
        let node = Node {
            orders: [0; WORDS],
            path: 0,
            distances: 0,
            line: 0,
            blank_in_line: 0,
            left: 0,
            reading: 0,
        };
        Self {
            stack: Vec::with_capacity(MAX_OPEN),
            ring: [Child {
                node,
                bits: [[0; PER_WORD]; WORDS],
            }; RING],
            head: 0,
            tail: 0,
        }
    }

    pub(super) fn push(&mut self, node: Node<WORDS>) {
        self.stack.push(node);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.stack.is_empty() && self.head == self.tail
    }

    /// Leaves all nodes.
    pub(super) fn clear(&mut self) {
        self.stack.clear();
        self.head = self.tail;
    }
}

/// The symmetries of the orders of a node.
pub(super) trait Turn {
    /// Returns two orders in the other reading, with the blank on the `blank_in_line`-th cell of a
    /// line.
    fn turn(&self, reading: usize, line: usize, blank_in_line: usize, orders: u64) -> u64;
}

/// Of 4 x 4, a blank's place of two bits is let in, the square mirrored, and the place taken out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Square;

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

impl Turn for Square {
    #[inline(always)]
    fn turn(&self, _: usize, line: usize, blank_in_line: usize, orders: u64) -> u64 {
        let from = FROM[(4 * line + blank_in_line) % 16];
        let mut cells = orders + 3 * (orders & from);
        // Two steps mirror the square: of its 2 x 2 quarters, then of its four cells each.
        let swapped = (cells ^ cells >> 6) & 0x00cc_00cc_00cc_00cc;
        cells ^= swapped ^ swapped << 6;
        let swapped = (cells ^ cells >> 12) & 0x0000_f0f0_0000_f0f0;
        cells ^= swapped ^ swapped << 12;
        let from = FROM[(4 * blank_in_line + line) % 16];
        cells & !from & 0x3fff_ffff_3fff_ffff | cells >> 2 & from
    }
}

/// Of other shapes the bytes are turned by lookups.
#[derive(Clone, Copy, Debug)]
pub(super) struct ByBytes<'t> {
    images: [&'t [[[u32; 256]; 4]]; 2],
    cells_in_line: [usize; 2],
}

impl<'t> ByBytes<'t> {
    pub(super) fn new(transposer: &'t Transposer) -> Self {
        Self {
            images: ScanAxis::BOTH.map(|reading| transposer.images(reading)),
            cells_in_line: ScanAxis::BOTH.map(|reading| transposer.lines(reading).1),
        }
    }
}

impl Turn for ByBytes<'_> {
    #[inline(always)]
    fn turn(&self, reading: usize, line: usize, blank_in_line: usize, orders: u64) -> u64 {
        let images = &self.images[reading][line * self.cells_in_line[reading] + blank_in_line];
        let (low, high) = (orders as u32, (orders >> 32) as u32);
        u64::from(turned(images, low)) | u64::from(turned(images, high)) << 32
    }
}

/// Read-only data of a search that ends in one of the readings.
pub(super) struct Expander<'k, T, const WORDS: usize> {
    turn: T,
    lenses: [[Lens<'k>; PER_WORD]; WORDS],
    low_bits: u32,
    /// `[reading]`: the number of cells of a line.
    cells_in_line: [usize; 2],
    path_bits: PathBits,
    /// `[left]`: the largest distances, each with its highest bit set.
    most: [u64; 1 << 8],
}

impl<'k, T: Turn, const WORDS: usize> Expander<'k, T, WORDS> {
    /// Returns the expander of searches that end in a reading of the goal.
    pub(super) fn new(kit: &'k SlideKit, turn: T, end: ScanAxis) -> Self {
        let views = kit.views();
        let mut lenses = [[kit.lens(0, end).0; PER_WORD]; WORDS];
        // A view that does not exist is never above the bound.
        let mut less = [0_u8; u64::BITS as usize / DISTANCE_BITS];
        for (view, less) in less.iter_mut().enumerate().take(views) {
            let (lens, is_at_end) = kit.lens(view, end);
            lenses[view / PER_WORD][view % PER_WORD] = lens;
            *less = u8::from(is_at_end);
        }
        let mut most = [0; 1 << 8];
        for (left, most) in most.iter_mut().enumerate() {
            let bytes = less.map(|less| 0x80 + (left.min(0x7f) as u8).saturating_sub(less));
            *most = u64::from_le_bytes(bytes);
        }
        let cells_in_line = kit.cells_in_line();
        Self {
            turn,
            lenses,
            low_bits: kit.low_bits(),
            path_bits: PathBits::new(cells_in_line),
            cells_in_line,
            most,
        }
    }

    /// Returns whether all distances are within the slides left.
    #[inline(always)]
    pub(super) const fn allows(&self, distances: u64, left: u8) -> bool {
        // No byte borrows from the next one, unless the tables were forged.
        self.most[left as usize].wrapping_sub(distances) & TOPS == TOPS
    }

    /// Makes the children of a node, and returns their number.
    #[inline(always)]
    fn expand(&self, node: &Node<WORDS>, open: &mut Open<WORDS>) -> usize {
        let children = self.cells_in_line[node.reading()] - 1;
        for place in 0..children {
            self.make_child(node, place, open);
        }
        children
    }

    /// Makes the child of a slide to one of the other cells of the blank's line.
    #[inline(always)]
    fn make_child(&self, node: &Node<WORDS>, place: usize, open: &mut Open<WORDS>) {
        let reading = node.reading();
        let mask = (1 << self.low_bits) - 1;
        let blank_in_line = place + usize::from(place >= node.blank_in_line as usize);
        let child = &mut open.ring[open.tail % RING];
        open.tail += 1;
        for word in 0..WORDS {
            let orders = self.turn.turn(
                reading,
                node.line as usize,
                blank_in_line,
                node.orders[word],
            );
            child.node.orders[word] = orders;
            for half in 0..PER_WORD {
                let lens = &self.lenses[word][half];
                let order = (orders >> (ORDER_BITS * half)) as u32;
                let number = lens.high[(order >> self.low_bits) as usize % HIGHS]
                    + u32::from(lens.low[(order & mask) as usize % LOWS]);
                let bit = blank_in_line as u32 * lens.stride + number;
                child.bits[word][half] = bit;
                fetch_early(lens.words[reading ^ 1], bit as usize / 64);
            }
        }
        child.node.path = self.path_bits.extended(node.path, reading, place);
        child.node.distances = node.distances;
        child.node.line = blank_in_line as u8;
        child.node.blank_in_line = node.line;
        child.node.left = node.left - 1;
        child.node.reading = node.reading ^ 1;
    }

    /// Returns the number of a node's children and those within the bound, if no nodes are open.
    pub(super) fn children(
        &self,
        node: &Node<WORDS>,
        open: &mut Open<WORDS>,
    ) -> (usize, Vec<Node<WORDS>>) {
        let made = self.expand(node, open);
        let mut children = Vec::with_capacity(made);
        while open.head != open.tail {
            let child = self.look(open);
            if self.allows(child.distances, child.left) {
                children.push(child);
            }
        }
        (made, children)
    }

    /// Returns the oldest child with its distances.
    #[inline(always)]
    fn look(&self, open: &mut Open<WORDS>) -> Node<WORDS> {
        let child = &mut open.ring[open.head % RING];
        open.head += 1;
        let reading = child.node.reading();
        let mut bits = 0;
        for word in 0..WORDS {
            for half in 0..PER_WORD {
                let bit = child.bits[word][half] as usize;
                let is_set = self.lenses[word][half].words[reading][bit / 64] >> (bit % 64) & 1;
                bits |= is_set << (DISTANCE_BITS * (PER_WORD * word + half));
            }
        }
        // One more if bit 1 says so, else one less. Forged tables lead below 0 and beyond a byte.
        let more = child.node.distances.wrapping_add(ONES);
        let is_less = (more >> 1 ^ bits) & ONES;
        child.node.distances = more.wrapping_sub(2 * is_less);
        child.node
    }

    /// Searches below the nodes until `end` boards are expanded in all.
    pub(super) fn search(
        &self,
        open: &mut Open<WORDS>,
        (end, counts, effort): Limits<'_>,
    ) -> Pause {
        loop {
            // What was made is looked at late, when its entries are there.
            let has_room = open.tail - open.head + MAX_SIDE - 1 <= RING;
            if has_room && !open.stack.is_empty() {
                if counts.expanded >= end || effort.is_spent() {
                    return Pause::Slice;
                }
                let Some(node) = open.stack.pop() else {
                    return Pause::Empty;
                };
                counts.expanded += 1;
                let made = self.expand(&node, open);
                counts.generated += made as u64;
                effort.spend(cost::NODE + cost::CHILD * made);
                continue;
            }
            if open.head == open.tail {
                return Pause::Empty;
            }
            let node = self.look(open);
            if !self.allows(node.distances, node.left) {
                continue;
            }
            if node.left == 1 {
                return Pause::Leaf(node.path);
            }
            open.stack.push(node);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::fixtures::Random;

    #[test]
    fn squares_are_turned_as_byte_by_byte() {
        let transposer = Transposer::new(4, 4).unwrap();
        let bytes = ByBytes::new(&transposer);
        let mut random = Random(1);
        for _ in 0..1000 {
            let orders = (random.below(1 << 30) as u64) << 32 | random.below(1 << 30) as u64;
            for reading in 0..2 {
                let (line, blank_in_line) = (random.below(4), random.below(4));
                let turned = Square.turn(reading, line, blank_in_line, orders);
                assert_eq!(turned, bytes.turn(reading, line, blank_in_line, orders));
                assert_eq!(
                    Square.turn(reading ^ 1, blank_in_line, line, turned),
                    orders
                );
            }
        }
    }
}
