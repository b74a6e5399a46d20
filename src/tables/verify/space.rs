//! The states of a pattern as the check of a table sees them.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::error::VerifyTableError;
use crate::direction::Direction;
use crate::shape::Shape;
use crate::tables::table::Table;

/// The states of a pattern, numbered the slow and obvious way.
#[derive(Debug)]
pub(super) struct Space {
    pub(super) shape: Shape,
    pub(super) tiles: usize,
    /// All sets of cells, in increasing order as numbers.
    pub(super) maps: Vec<u64>,
    /// For each map its first block.
    pub(super) first: Vec<usize>,
    /// For each block its map and its region.
    pub(super) blocks: Vec<(u64, u64)>,
    /// The orders of the tiles, slot by slot, by their number.
    pub(super) orders: Vec<Vec<u8>>,
    /// By order, as a number in base 8: its number.
    pub(super) numbers: BTreeMap<u32, u32>,
}

/// A move out of a block: where to, and from which slot to which the tile goes.
pub(super) type Step = (usize, usize, usize);

impl Space {
    /// Returns the space of patterns of this number of tiles, to which its sets of cells are still
    /// to be added.
    pub(super) const fn new(shape: Shape, tiles: usize) -> Self {
        Self {
            shape,
            tiles,
            maps: Vec::new(),
            first: Vec::new(),
            blocks: Vec::new(),
            orders: Vec::new(),
            numbers: BTreeMap::new(),
        }
    }

    /// Returns how many orders there are.
    pub(super) fn count(&self) -> usize {
        (1..=self.tiles).product()
    }

    pub(super) fn entries(&self) -> u64 {
        (self.blocks.len() * self.orders.len()) as u64
    }

    /// Adds a set of cells with its regions; returns the next larger one of as many cells.
    pub(super) fn add_map(&mut self, map: u64) -> Option<u64> {
        let cells = self.shape.cells();
        self.maps.push(map);
        self.first.push(self.blocks.len());
        let mut regions = Vec::new();
        let mut free: Vec<usize> = (0..cells).filter(|cell| map >> cell & 1 == 0).collect();
        while let Some(&start) = free.first() {
            let region = flood(self.shape, map, start);
            free.retain(|cell| region >> cell & 1 == 0);
            // The largest first; among equals the one with the lowest cell.
            let smaller = |other: &u64| other.count_ones() < region.count_ones();
            let at = regions.iter().position(smaller).unwrap_or(regions.len());
            regions.insert(at, region);
        }
        self.blocks
            .extend(regions.into_iter().map(|region| (map, region)));
        // The lowest run of cells: its last one moves on by one, the others to the start. It can't
        // if it ends with the last cell, which may be the last bit.
        let lowest = map.trailing_zeros();
        let run = map.checked_shr(lowest).unwrap_or(0).trailing_ones();
        let end = lowest + run;
        (run > 0 && (end as usize) < cells)
            .then(|| map & !((1 << end) - 1) | 1 << end | ((1 << (run - 1)) - 1))
    }

    /// Adds the order with the next number.
    pub(super) fn add_order(&mut self, order: u32, number: usize) -> Result<(), VerifyTableError> {
        let slot = |slot| (order >> (3 * slot) & 7) as u8;
        let order: Vec<u8> = (0..self.tiles).map(slot).collect();
        let is_order = (0..self.tiles as u8).all(|tile| order.contains(&tile));
        let before = self.numbers.insert(packed(&order), number as u32);
        if !is_order || before.is_some() {
            return Err(VerifyTableError::Index { entry: 0 });
        }
        self.orders.push(order);
        Ok(())
    }

    /// Checks that the table has as many entries.
    pub(super) fn check_size(&self, table: &Table) -> Result<(), VerifyTableError> {
        let entries = self.entries();
        if entries != table.index().entries() || entries.div_ceil(64) != table.words().len() as u64
        {
            return Err(VerifyTableError::Size { entries });
        }
        Ok(())
    }

    /// Returns the block of a map and a free cell.
    pub(super) fn block(&self, map: u64, blank: usize) -> usize {
        let at = self.maps.partition_point(|&other| other < map);
        let mut rest = self.first[at]..self.blocks.len();
        rest.find(|&block| self.blocks[block].1 >> blank & 1 != 0)
            .unwrap_or(usize::MAX)
    }

    /// Checks that the index of the table gives the same number for an order, or for a block behind
    /// them; returns whether there is such a one.
    pub(super) fn check_index(&self, table: &Table, nth: usize) -> Result<bool, VerifyTableError> {
        let index = table.index();
        let bad = |entry| Err(VerifyTableError::Index { entry });
        if let Some(order) = self.orders.get(nth) {
            if index.orders().number(packed(order)) != nth {
                return bad(nth as u64);
            }
            return Ok(true);
        }
        let block = nth - self.orders.len();
        let Some(&(map, region)) = self.blocks.get(block) else {
            return Ok(false);
        };
        for cell in (0..self.shape.cells()).filter(|cell| region >> cell & 1 != 0) {
            if index.block(map, cell) != block {
                return bad(block as u64);
            }
        }
        Ok(true)
    }

    /// Returns the moves out of a block.
    pub(super) fn steps(&self, block: usize) -> Vec<Step> {
        let (map, region) = self.blocks[block];
        let mut steps = Vec::new();
        for tile in (0..self.shape.cells()).filter(|cell| map >> cell & 1 != 0) {
            for side in Direction::ALL {
                let Some(blank) = self.shape.neighbour(tile, side) else {
                    continue;
                };
                if region >> blank & 1 != 0 {
                    let moved = map - (1 << tile) + (1 << blank);
                    let slot = |map: u64, at: usize| (0..at).filter(|c| map >> c & 1 != 0).count();
                    steps.push((self.block(moved, tile), slot(map, tile), slot(moved, blank)));
                }
            }
        }
        steps
    }

    /// Adds the number that the next order gets if a tile goes from one slot to another, pair of
    /// slots by pair; returns whether there was one to add.
    pub(super) fn add_turn(&self, turns: &mut Vec<Vec<u32>>) -> bool {
        let is_complete = |turn: &Vec<u32>| turn.len() == self.orders.len();
        if turns.last().is_none_or(is_complete) {
            if turns.len() == self.tiles * self.tiles {
                return false;
            }
            turns.push(Vec::new());
        }
        let (from, to) = (
            (turns.len() - 1) / self.tiles,
            (turns.len() - 1) % self.tiles,
        );
        if let Some(turn) = turns.last_mut() {
            let mut order = self.orders[turn.len()].clone();
            let tile = order.remove(from);
            order.insert(to, tile);
            turn.push(self.numbers[&packed(&order)]);
        }
        true
    }
}

/// Returns an order as a number in base 8, the tile in the first slot last.
fn packed(order: &[u8]) -> u32 {
    let add = |packed, &tile| packed << 3 | u32::from(tile);
    order.iter().rev().fold(0, add)
}

/// Returns the free cells that the blank can reach from `start`.
fn flood(shape: Shape, map: u64, start: usize) -> u64 {
    let mut region = 1 << start;
    let mut todo = alloc::vec![start];
    while let Some(cell) = todo.pop() {
        for side in Direction::ALL {
            if let Some(next) = shape.neighbour(cell, side) {
                if (map | region) >> next & 1 == 0 {
                    region |= 1 << next;
                    todo.push(next);
                }
            }
        }
    }
    region
}
