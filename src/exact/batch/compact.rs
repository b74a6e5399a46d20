//! Boards of up to 16 cells, with up to four tables of up to six tiles in a view.
//!
//! A table's tiles fit 32 bits and a board fits a cache line, because the order of tiles is stored
//! as its rank, whose change by a move is looked up. Rows `korf100-small` and `4x4-memory-default`
//! justify this second layout.

mod expander;

use alloc::boxed::Box;
use alloc::sync::Arc;

use super::layout::{MIRRORED, Views};
use super::moves::{SeenStep, steps};
use super::packed_board::AXES;
use crate::runtime::alloc::{OutOfMemory, boxed};
use crate::runtime::job::Pace;
use crate::tables::{Orders, maps, rotate};

const CELLS: usize = 16;

const TABLES: usize = 4;

/// The most rows of changes: by direction (one bit), tiles below and tiles passed (three bits
/// each).
const ROWS: usize = 1 << 7;

#[inline(always)]
const fn row(is_high: bool, below: u32, passed: u32) -> usize {
    (is_high as usize) << 6 | (below as usize) << 3 | passed as usize
}

/// `[view][table]`.
type Each<T> = [[T; TABLES]; MIRRORED];

const TILES: usize = 6;

/// The number of maps of one to six tiles: 14,892 on 16 cells.
const MAPS: usize = 1 << 14;

/// The number of changes of orders: 25,201 on 2 x 8, where a tile passes up to seven others.
const CHANGES: usize = 1 << 15;

/// The tiles of one table, in one word.
///
/// Bits 0 to 15: their cells. 16 and 17: the table. 18 to 29: the number of their order. 30 and 31:
/// their distance modulo 4.
type State = u32;

const TABLE: u32 = 16;
const ORDER: u32 = 18;
const DISTANCE: u32 = 30;

#[inline(always)]
const fn table(state: State) -> usize {
    (state >> TABLE) as usize % TABLES
}

#[inline(always)]
const fn order(state: State) -> u32 {
    state >> ORDER & ((1 << 12) - 1)
}

/// Boards of up to 16 cells. Large arrays have an allocation of their own, so that none is ever on
/// the stack.
#[derive(Clone, Debug)]
pub(super) struct CompactLayout {
    /// `[view][table]`: the number of its blocks.
    blocks: Each<u32>,
    /// `[view][table, row]`: the start of the changes of the orders.
    rows: Box<[[u16; TABLES * ROWS]; MIRRORED]>,
    /// `[view, table][step]`
    steps: Box<[[SeenStep; 256]; MIRRORED * TABLES]>,
    /// `[view][step]`: the place on the board of the tile's table.
    from: [[u8; 256]; MIRRORED],
    /// `[step]`: the board's cells that change, four bits each.
    cells: [u64; 256],
    /// `[cells of tiles]`: the number of the map.
    numbers: Box<[u16; 1 << CELLS]>,
    /// `[number]`: the first block of the map (16 bits), then the region of each cell (3 bits
    /// each).
    maps: Box<[u64; MAPS]>,
    /// `[row, number of an order before a move]`: that number xor the number after.
    changes: Box<[u16; CHANGES]>,
    /// `[view][axis]`: whether tiles pass others.
    passes_tiles: [[bool; AXES]; MIRRORED],
    /// `[view]`: whether each table has its own order of cells.
    has_frames: [bool; MIRRORED],
    views: usize,
}

impl CompactLayout {
    /// Returns whether tables fit this layout.
    pub(super) fn fits(views: &Views) -> bool {
        let shape = views.first().shape();
        shape.is_flat()
            && shape.cells() <= CELLS
            && views.count() <= MIRRORED
            && views
                .all()
                .all(|(_, nth, table)| nth < TABLES && table.data.index.tiles <= TILES)
    }

    pub(super) async fn new(views: &Views, pace: &mut Pace) -> Result<Arc<Self>, OutOfMemory> {
        let shape = views.first().shape();
        let mut layout = Box::new(Self {
            blocks: [[0; TABLES]; MIRRORED],
            rows: boxed([0; TABLES * ROWS])?,
            steps: boxed([SeenStep::default(); 256])?,
            from: [[0; 256]; MIRRORED],
            cells: [0; 256],
            numbers: boxed(0)?,
            maps: boxed(0)?,
            changes: boxed(0)?,
            passes_tiles: [[false; AXES]; MIRRORED],
            has_frames: [false; MIRRORED],
            views: views.count(),
        });
        // The cells that a tile passes at most.
        let mut most = 0;
        for (view, nth, table) in views.all() {
            let index = &table.data.index;
            layout.blocks[view][nth] = index.blocks as u32;
            layout.has_frames[view] |= table.frame != views.partitions[view].tables[0].frame;
            for (number, side, blank, from) in steps(shape) {
                let number = usize::from(number);
                let seen = SeenStep::new(&table.frame, from, blank);
                layout.steps[view * TABLES + nth][number] = seen;
                layout.from[view][number] = (4 * from + 2 * view) as u8;
                layout.cells[number] = 1 << (4 * blank) | 1 << (4 * from);
                layout.passes_tiles[view][side.axis()] |= seen.between != 0;
                most = most.max(seen.between.count_ones() as usize);
            }
        }
        // `[number of tiles]`: the start of the rows of changes of their tables.
        let mut known = [None; TILES + 1];
        let (mut all_maps, mut all_changes) = (0, 0);
        for (view, nth, table) in views.all() {
            let (tiles, orders) = (table.data.index.tiles, &table.data.index.orders);
            let rows = if let Some(rows) = known[tiles] {
                rows
            } else {
                let index = &table.data.index;
                let maps = maps(shape.cells(), tiles).zip(&index.maps);
                for (number, (map, entry)) in (all_maps..).zip(maps) {
                    layout.numbers[map as usize % (1 << CELLS)] = number as u16;
                    let regions = &index.regions[entry.layout as usize..][..shape.cells()];
                    let regions = regions.iter().rev();
                    let regions = regions.fold(0, |all, &region| all << 3 | u64::from(region));
                    layout.maps[number % MAPS] = regions << 16 | u64::from(entry.block);
                }
                all_maps += index.maps.len();
                pace.spend(5 * index.maps.len()).await;
                let rows = layout.enter_changes(orders, most, &mut all_changes);
                pace.spend(10 * (1 + most) * orders.count()).await;
                *known[tiles].insert(rows)
            };
            layout.rows[view][nth * ROWS..][..ROWS].copy_from_slice(&rows);
        }
        Ok(layout.into())
    }

    /// Enters the changes of the orders of a number of tiles, of which a tile passes at most
    /// `most`. Returns the start of each row; `end` is the end of all changes.
    fn enter_changes(&mut self, orders: &Orders, most: usize, end: &mut usize) -> [u16; ROWS] {
        // The first row is one without changes.
        let mut rows = [*end as u16; ROWS];
        *end += orders.count();
        for (row, start) in rows.iter_mut().enumerate() {
            let (is_high, below, passed) = (row >> 6 == 1, row >> 3 & 7, row & 7);
            let above = below + passed;
            if passed == 0 || passed > most || above >= orders.tiles {
                continue;
            }
            let (from, to) = if is_high {
                (below, above)
            } else {
                (above, below)
            };
            *start = *end as u16;
            for number in 0..orders.count() {
                let after = orders.number(rotate(orders.order(number), from, to));
                self.changes[*end % CHANGES] = (number ^ after) as u16;
                *end += 1;
            }
        }
        rows
    }
}
