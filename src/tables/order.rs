//! The order of a pattern's tiles as a number, laid out so that moves are few word operations.

use super::error::MAX_PATTERN_TILES;
use alloc::vec::Vec;

use crate::permutation::factorial;
use crate::runtime::{OutOfMemory, collected, filled};

/// An order of tiles: the numbers of the tiles in the order of their cells, three bits each, the
/// lowest cell first.
pub(crate) type Order = u32;

/// The numbering of the orders of `k` tiles.
///
/// The tiles fall into *colours*: the first `colours[0]` tiles have the first colour, and so on.
/// The number of an order is the sum over its tiles of
/// - `stride[tile]` x the number of larger tiles of the same colour that stand before it, and
/// - `arrangement[colour]` x C(n, i + 1), where `n` tiles of this and later colours stand before
///   it, `i` of them of this colour.
///
/// The first part numbers the order within each colour (Lehmer's code), the second the places that
/// each colour takes (combinadic). Either part of a tile depends on the *set* of the tiles before
/// it alone; so a sum over the first slots and a sum over the last ones can be looked up apart.
///
/// The layout is chosen for the builder, which moves whole words of orders at a time. If a tile
/// passes only tiles of other colours, words do not change; else their bits move by a few
/// distances. From five tiles on a word holds half of the orders of the first five tiles. From
/// seven tiles on the two orders of the tiles 5 and 6 make two *lanes* of words that move alike.
///
/// The numbers are looked up in tables that fit the first-level cache.
#[derive(Clone, Debug)]
pub(crate) struct Orders {
    pub(crate) tiles: usize,
    /// The number of orders in a word, at most 64; a word holds a run of consecutive orders.
    pub(super) word_bits: usize,
    /// The number of lanes: 1, or 2 if every other pair of words belongs to the second lane.
    pub(super) lanes: usize,
    /// Bits of an order that `prefix` is indexed by: three slots at most, or four for eight tiles.
    split: u8,
    prefix: Vec<u16>,
    suffix: Vec<u16>,
    /// The order with each number.
    list: Vec<Order>,
}

/// The sizes of the colours, the strides, the arrangements, and the number of orders in a word.
type OrderLayout = (&'static [u8], &'static [u16], [u16; 3], usize);

/// `[tiles - 1]`.
const LAYOUTS: [OrderLayout; MAX_PATTERN_TILES] = [
    (&[1], &[0], [0; 3], 1),
    (&[2], &[1, 0], [0; 3], 2),
    (&[3], &[1, 3, 0], [0; 3], 6),
    (&[4], &[1, 4, 12, 0], [0; 3], 24),
    (&[5], &[1, 15, 5, 60, 0], [0; 3], 60),
    (&[4, 2], &[1, 4, 12, 0, 24, 0], [48, 0, 0], 48),
    (&[5, 2], &[1, 30, 5, 15, 0, 120, 0], [240, 0, 0], 60),
    (&[5, 2, 1], &[1, 30, 5, 15, 0, 120, 0, 0], [720, 240, 0], 60),
];

impl Orders {
    /// Numbers the orders of 1 to 8 tiles.
    pub(crate) fn new(tiles: usize) -> Result<Self, OutOfMemory> {
        let split_slots = if tiles == 8 { 4 } else { tiles.min(3) };
        let mut orders = Self {
            tiles,
            word_bits: LAYOUTS[tiles - 1].3,
            lanes: if tiles < 7 { 1 } else { 2 },
            split: 3 * split_slots as u8,
            prefix: filled(0, 1 << (3 * split_slots))?,
            suffix: filled(0, 1 << (3 * (tiles - split_slots)))?,
            list: filled(0, factorial(tiles) as usize)?,
        };
        // `[tile][set of tiles before it]`: each is asked for many times.
        let sets = 1 << tiles;
        let adds = (0..tiles * sets).map(|it| contribution(tiles, it / sets, it % sets));
        orders.enter(&collected(adds)?, 0, 0, 0);
        Ok(orders)
    }

    /// Enters all orders whose lowest slots hold the set `before` of tiles, in this order and with
    /// this part of the number.
    fn enter(&mut self, adds: &[u16], before: usize, order: Order, number: u16) {
        let bits = 3 * before.count_ones();
        if bits == u32::from(self.split) {
            self.prefix[order as usize] = number;
        }
        if before.count_ones() as usize == self.tiles {
            let (high, low) = (order >> self.split, order & ((1 << self.split) - 1));
            self.suffix[high as usize] = number - self.prefix[low as usize];
            self.list[number as usize] = order;
        }
        for tile in (0..self.tiles).filter(|tile| before >> tile & 1 == 0) {
            let number = number + adds[tile << self.tiles | before];
            self.enter(
                adds,
                before | 1 << tile,
                order | (tile as Order) << bits,
                number,
            );
        }
    }

    #[inline]
    pub(crate) fn number(&self, order: Order) -> usize {
        let low = order & ((1 << self.split) - 1);
        self.prefix[low as usize] as usize + self.suffix[(order >> self.split) as usize] as usize
    }

    pub(crate) fn order(&self, number: usize) -> Order {
        self.list[number]
    }

    /// Returns how many orders there are: the factorial of the number of tiles.
    pub(crate) fn count(&self) -> usize {
        self.list.len()
    }

    /// Returns the word within its lane, the lane and the bit of an order.
    pub(crate) const fn bit(&self, number: usize) -> (usize, usize, usize) {
        let (word, bit) = (number / self.word_bits, number % self.word_bits);
        if self.lanes == 1 {
            (word, 0, bit)
        } else {
            (word / 4 * 2 + word % 2, word / 2 % 2, bit)
        }
    }
}

/// Returns what `tile` adds to the number of an order in which the tiles `before` stand before it.
fn contribution(tiles: usize, tile: usize, before: usize) -> u16 {
    let (colours, strides, arrangements, _) = LAYOUTS[tiles - 1];
    let (mut colour, mut first) = (0, 0);
    while tile >= first + colours[colour] as usize {
        first += colours[colour] as usize;
        colour += 1;
    }
    let same = ((1_u32 << colours[colour]) - 1) << first;
    let before = before as u32;
    let larger = (before & same) >> (tile + 1);
    let at = (before >> first).count_ones();
    let nth = (before & same).count_ones();
    larger.count_ones() as u16 * strides[tile]
        + binomial(at as usize, nth as usize + 1) as u16 * arrangements[colour]
}

/// Moves the tile in slot `from` to slot `to`; the tiles in between shift by one slot.
#[inline]
pub(crate) const fn rotate(order: Order, from: usize, to: usize) -> Order {
    let (from, to) = (3 * from, 3 * to);
    let tile = order >> from & 7;
    let below = (1 << from) - 1;
    let without = order & below | order >> 3 & !below;
    let below = (1 << to) - 1;
    without & below | tile << to | (without & !below) << 3
}

/// Returns the binomial coefficient n over k, for n up to 64 and k up to 8.
pub(crate) fn binomial(n: usize, k: usize) -> u64 {
    (0..k).fold(1, |product, i| {
        product * n.saturating_sub(i) as u64 / (i as u64 + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_has_its_own_number_and_comes_back() {
        let sorted = 0o76_543_210;
        for tiles in 1..=MAX_PATTERN_TILES {
            let orders = Orders::new(tiles).expect("little memory");
            assert_eq!(orders.count() % (orders.lanes * orders.word_bits), 0);
            assert_eq!(orders.number(sorted & ((1 << (3 * tiles)) - 1)), 0);
            let mut seen = alloc::vec![false; orders.count()];
            for (number, &order) in orders.list.iter().enumerate() {
                assert_eq!(orders.number(order), number, "{tiles} tiles");
                assert!(!core::mem::replace(&mut seen[number], true));
                let mut slots: Vec<_> = (0..tiles).map(|slot| order >> (3 * slot) & 7).collect();
                slots.sort_unstable();
                assert!(slots.into_iter().eq(0..tiles as Order));
            }
        }
    }

    #[test]
    fn a_tile_passes_others() {
        // Slots 0 to 3 hold the tiles 2 0 3 1.
        let order = 2 | 3 << 6 | 1 << 9;
        assert_eq!(rotate(order, 0, 2), 3 << 3 | 2 << 6 | 1 << 9); // 0 3 2 1
        assert_eq!(rotate(order, 3, 1), 2 | 1 << 3 | 3 << 9); // 2 1 0 3
        assert_eq!(rotate(rotate(order, 0, 3), 3, 0), order);
    }
}
