//! The numbers of orders of tiles by Lehmer's code, in which a tile that passes another one adds a
//! number that depends on those two tiles alone.
//!
//! Tile `j` adds `j!` for each lower tile that stands behind it. A tile that goes to a higher cell,
//! past one with a higher number `j`, adds `j!`; past one with a lower number it takes away its own
//! factorial.

#[cfg(test)]
use alloc::vec::Vec;

use crate::tables::{Order, Table};

/// The numbers of orders, at most.
pub(super) const ORDERS: usize = 1 << 10;

/// The most tiles.
const TILES: usize = 6;

/// `[tile]`: its factorial.
const FACTORIALS: [usize; TILES] = [1, 1, 2, 6, 24, 120];

/// Returns the tile in each slot, the lowest cell first.
fn tiles(order: Order, count: usize) -> impl DoubleEndedIterator<Item = usize> + Clone {
    (0..count).map(move |slot| (order >> (3 * slot) & 7) as usize)
}

/// Returns the number of an order.
pub(super) fn number(order: Order, count: usize) -> usize {
    let mut number = 0;
    for (slot, tile) in tiles(order, count).enumerate() {
        let behind = tiles(order, count).skip(slot + 1);
        number += FACTORIALS[tile % TILES] * behind.filter(|&other| other < tile).count();
    }
    number
}

/// Returns the order with a number.
#[cfg(test)]
pub(super) fn order(number: usize, count: usize) -> Order {
    let mut slots = Vec::new();
    for (tile, factorial) in FACTORIALS.iter().enumerate().take(count) {
        let behind = number / factorial % (tile + 1);
        slots.insert(slots.len() - behind.min(slots.len()), tile);
    }
    let slots = slots.into_iter().enumerate();
    slots
        .map(|(slot, tile)| (tile as Order) << (3 * slot))
        .sum()
}

/// Returns for each two tiles of a table, as cells of the board, what the first adds that goes to a
/// higher cell of the table's frame past the second.
pub(super) fn changes(table: &Table) -> impl Iterator<Item = (usize, usize, i8)> {
    let number = |tile: usize| table.framed_pattern().number(table.frame().cell(tile));
    let change = move |tile: usize, passed: usize| {
        let (own, other) = (number(tile)?, number(passed)?);
        let factorial = |tile: usize| FACTORIALS[tile % TILES] as i8;
        let change = if own < other {
            factorial(other)
        } else {
            -factorial(own)
        };
        (own != other).then_some((tile, passed, change))
    };
    let tiles = table.pattern().cells();
    tiles.flat_map(move |tile| {
        let others = table.pattern().cells();
        others.filter_map(move |passed| change(tile, passed))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all orders of a number of tiles.
    fn orders(count: usize) -> Vec<Order> {
        (0..FACTORIALS[count - 1] * count)
            .map(|number| order(number, count))
            .collect()
    }

    #[test]
    fn numbers_and_orders_belong_together() {
        for count in 1..=TILES {
            let mut seen = orders(count);
            for (nth, &order) in seen.iter().enumerate() {
                assert_eq!(number(order, count), nth);
            }
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), FACTORIALS[count - 1] * count);
        }
    }

    #[test]
    fn an_order_in_which_all_tiles_rise_is_the_first() {
        assert_eq!(number(0o543_210, 6), 0);
        // Tile 1 stands before tile 0: 1! is added.
        assert_eq!(number(0o543_201, 6), 1);
        assert_eq!(number(0o012_345, 6), 719);
    }
}
