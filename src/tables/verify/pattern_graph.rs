//! The graph of the states of a pattern, for the check of its table.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::error::VerifyTableError;
use super::graph::Graph;
use crate::direction::Direction;
use crate::runtime::cost_model::verify as cost;
use crate::runtime::job::Pace;
use crate::shape::Shape;
use crate::tables::table::Table;

/// The states of a pattern, numbered the slow and obvious way: entry `order * blocks + block`.
#[derive(Debug)]
pub(super) struct PatternGraph<'t> {
    table: &'t Table,
    shape: Shape,
    tiles: usize,
    /// All sets of cells, in increasing order as numbers.
    maps: Vec<u64>,
    /// `[map]`: its first block.
    first: Vec<usize>,
    /// `[block]`: its map and its region.
    blocks: Vec<(u64, u64)>,
    /// The orders of the tiles, slot by slot, by their number.
    orders: Vec<Vec<u8>>,
    /// The numbers of the orders, by [`packed`] order.
    numbers: BTreeMap<u32, u32>,
    /// `[block]`: the moves out of it.
    moves: Vec<Vec<Move>>,
    /// `[from * tiles + to][order]`: the number of the order after a tile went from slot `from` to
    /// slot `to`.
    turns: Vec<Vec<u32>>,
}

/// A move out of a block: the block that it leads to, and the slots that the tile leaves and takes.
#[derive(Clone, Copy, Debug)]
struct Move {
    block: u32,
    from: u8,
    to: u8,
}

impl<'t> PatternGraph<'t> {
    /// Lists blocks, orders and moves, and compares the index of the table with them.
    pub(super) async fn new(table: &'t Table, pace: &mut Pace) -> Result<Self, VerifyTableError> {
        let pattern = table.framed_pattern();
        let mut graph = Self {
            table,
            shape: pattern.shape(),
            tiles: pattern.tiles(),
            maps: Vec::new(),
            first: Vec::new(),
            blocks: Vec::new(),
            orders: Vec::new(),
            numbers: BTreeMap::new(),
            moves: Vec::new(),
            turns: Vec::new(),
        };
        let mut map = Some((1 << graph.tiles) - 1);
        while let Some(next) = map {
            map = graph.add_map(next);
            pace.spend(cost::MAP).await;
        }
        for number in 0..(1..=graph.tiles).product() {
            graph.add_order(number)?;
            pace.spend(cost::ORDER).await;
        }
        let entries = graph.entries() as u64;
        if entries != table.entries() || entries.div_ceil(64) != table.words().len() as u64 {
            return Err(VerifyTableError::Size { entries });
        }
        for (number, order) in graph.orders.iter().enumerate() {
            if table.index().orders().number(packed(order)) != number {
                let entry = number as u64;
                return Err(VerifyTableError::Index { entry });
            }
            pace.spend(cost::ORDER).await;
        }
        for block in 0..graph.blocks.len() {
            graph.check_block(block)?;
            graph.moves.push(graph.moves_of(block));
            pace.spend(2 * cost::BLOCK).await;
        }
        for from in 0..graph.tiles {
            for to in 0..graph.tiles {
                let mut turn = Vec::new();
                for order in &graph.orders {
                    let mut order = order.clone();
                    let tile = order.remove(from);
                    order.insert(to, tile);
                    turn.push(graph.numbers[&packed(&order)]);
                    pace.spend(cost::ORDER).await;
                }
                graph.turns.push(turn);
            }
        }
        Ok(graph)
    }

    /// Adds a set of cells with its regions; returns the next larger one of the same size.
    fn add_map(&mut self, map: u64) -> Option<u64> {
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
        // The last cell of the lowest run moves up by one, the others to the start. A run that ends
        // with the last cell, which may be the last bit, cannot.
        let lowest = map.trailing_zeros();
        let run = map.checked_shr(lowest).unwrap_or(0).trailing_ones();
        let end = lowest + run;
        (run > 0 && (end as usize) < cells)
            .then(|| map & !((1 << end) - 1) | 1 << end | ((1 << (run - 1)) - 1))
    }

    /// Adds the order that the index of the table has at this number.
    fn add_order(&mut self, number: usize) -> Result<(), VerifyTableError> {
        let order = self.table.index().orders().order(number);
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

    /// Checks that the index of the table gives a block the same number.
    fn check_block(&self, block: usize) -> Result<(), VerifyTableError> {
        let (map, region) = self.blocks[block];
        let mut blanks = (0..self.shape.cells()).filter(|cell| region >> cell & 1 != 0);
        if blanks.any(|blank| self.table.index().block(map, blank) != block) {
            let entry = block as u64;
            return Err(VerifyTableError::Index { entry });
        }
        Ok(())
    }

    /// Returns the block of a map and a free cell.
    fn block(&self, map: u64, blank: usize) -> usize {
        let at = self.maps.partition_point(|&other| other < map);
        let mut rest = self.first[at]..self.blocks.len();
        rest.find(|&block| self.blocks[block].1 >> blank & 1 != 0)
            .unwrap_or(usize::MAX)
    }

    /// Returns the moves out of a block.
    fn moves_of(&self, block: usize) -> Vec<Move> {
        let (map, region) = self.blocks[block];
        let mut moves = Vec::new();
        for tile in (0..self.shape.cells()).filter(|cell| map >> cell & 1 != 0) {
            for side in Direction::ALL {
                let Some(blank) = self.shape.neighbour(tile, side) else {
                    continue;
                };
                if region >> blank & 1 != 0 {
                    let moved = map - (1 << tile) + (1 << blank);
                    let slot = |map: u64, at: usize| (0..at).filter(|c| map >> c & 1 != 0).count();
                    moves.push(Move {
                        block: self.block(moved, tile) as u32,
                        from: slot(map, tile) as u8,
                        to: slot(moved, blank) as u8,
                    });
                }
            }
        }
        moves
    }
}

impl Graph for PatternGraph<'_> {
    const ENTRY_COST: usize = cost::PATTERN_ENTRY;

    fn entries(&self) -> usize {
        self.blocks.len() * self.orders.len()
    }

    fn goal(&self) -> usize {
        let pattern = self.table.framed_pattern();
        let map = pattern.cells().fold(0, |map, cell| map | 1 << cell);
        let sorted: Vec<u8> = (0..self.tiles as u8).collect();
        let order = self.numbers[&packed(&sorted)] as usize;
        order * self.blocks.len() + self.block(map, pattern.home())
    }

    fn bit(&self, entry: usize) -> bool {
        self.table.bit(entry as u64)
    }

    fn states(&self, entry: usize) -> u64 {
        let (_, region) = self.blocks[entry % self.blocks.len()];
        region.count_ones().into()
    }

    fn each_next(&self, entry: usize, mut each: impl FnMut(usize)) {
        let blocks = self.blocks.len();
        for &Move { block, from, to } in &self.moves[entry % blocks] {
            let turn = &self.turns[usize::from(from) * self.tiles + usize::from(to)];
            each(turn[entry / blocks] as usize * blocks + block as usize);
        }
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
