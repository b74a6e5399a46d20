//! The numbers of orders of tiles by Lehmer's code, in which a tile that passes another one adds a
//! number that depends on those two tiles alone.
//!
//! Tile `j` adds `j!` for each lower tile that stands behind it. A tile that goes to a higher cell,
//! past one with a higher number `j`, adds `j!`; past one with a lower number it takes away its own
//! factorial.

use crate::tables::{Order, Table, factorial};

pub(super) const TILES: usize = 8;

/// Returns the tile in each slot, the lowest cell first.
fn tiles(order: Order, count: usize) -> impl DoubleEndedIterator<Item = usize> + Clone {
    (0..count).map(move |slot| (order >> (3 * slot) & 7) as usize)
}

/// Returns the number of an order. All orders of fewer tiles have lower numbers.
pub(super) fn number(order: Order, count: usize) -> usize {
    let mut number = (1..count).map(factorial).sum();
    for (slot, tile) in tiles(order, count).enumerate() {
        let behind = tiles(order, count).skip(slot + 1);
        number += factorial(tile) * behind.filter(|&other| other < tile).count();
    }
    number
}

/// Returns, for each two tiles of a table (as cells of the board), the change of the rank if the
/// first moves to a higher cell of the table's frame past the second.
pub(super) fn changes(table: &Table) -> impl Iterator<Item = (usize, usize, i16)> {
    let number = |tile: usize| table.data.pattern.number(table.frame.cell(tile));
    let change = move |tile: usize, passed: usize| {
        let (own, other) = (number(tile)?, number(passed)?);
        let factorial = |tile: usize| factorial(tile) as i16;
        let change = if own < other {
            factorial(other)
        } else {
            -factorial(own)
        };
        (own != other).then_some((tile, passed, change))
    };
    let tiles = table.pattern.cells();
    tiles.flat_map(move |tile| {
        let others = table.pattern.cells();
        others.filter_map(move |passed| change(tile, passed))
    })
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::tables::Orders;

    #[test]
    fn every_order_has_its_own_rank() {
        let mut numbers = Vec::new();
        for count in 1..=TILES {
            let orders = Orders::new(count).expect("little memory");
            numbers.extend((0..orders.count()).map(|it| number(orders.order(it), count)));
        }
        numbers.sort_unstable();
        assert!((0..46_233).eq(numbers));
    }

    #[test]
    fn an_order_in_which_all_tiles_rise_is_the_first() {
        let first = 1 + 2 + 6 + 24 + 120;
        assert_eq!(number(0o543_210, 6), first);
        // Tile 1 stands before tile 0: 1! is added.
        assert_eq!(number(0o543_201, 6), first + 1);
        assert_eq!(number(0o012_345, 6), first + 719);
    }
}
