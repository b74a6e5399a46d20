//! Boards of up to 16 cells, with up to four tables of up to six tiles in a view.
//!
//! A table's tiles fit 32 bits and a board fits a cache line, because the order of tiles is stored
//! as its rank, whose change by a move is looked up. Rows `korf100-small` and `4x4-memory-default`
//! justify this second layout.
//!
//! Tiles that move along a row pass no others, in the order of cells that the first view counts; on
//! a square board the second view counts by columns. So for each axis the view comes first in which
//! the lookup is simpler, and half of the children are gone before the other one.
//!
//! A lookup has three steps, each in a loop of its own over many boards, so that a loop waits for
//! memory once, not once per board.

use alloc::boxed::Box;
use alloc::sync::Arc;

use super::layout::{Axis, Batch, Expander, Layout, MIRRORED, closer, tables_of};
use super::moves::{SeenStep, parent_and_step, steps};
use super::stack::{AXES, CHILDREN, PackedBoard, Slacks};
use crate::canonical::CanonicalBoard;
use crate::heuristic::{PatternDatabases, PatternDatabasesState};
use crate::runtime::{OutOfMemory, Pace, boxed, fetch_early};
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
    /// `[axis]`: the view that is read first.
    first: [usize; AXES],
}

impl CompactLayout {
    /// Returns whether tables fit this layout.
    pub(super) fn fits(views: &[PatternDatabases]) -> bool {
        let shape = views[0].shape();
        shape.is_flat()
            && shape.cells() <= CELLS
            && views.len() <= MIRRORED
            && tables_of(views)
                .all(|(_, nth, table)| nth < TABLES && table.data.index.orders.tiles <= TILES)
    }

    pub(super) async fn new(
        views: &[PatternDatabases],
        pace: &mut Pace,
    ) -> Result<Arc<Self>, OutOfMemory> {
        let shape = views[0].shape();
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
            first: [0; AXES],
        });
        // The cells that a tile passes at most.
        let mut most = 0;
        for (view, nth, table) in tables_of(views) {
            let index = &table.data.index;
            layout.blocks[view][nth] = index.blocks as u32;
            layout.has_frames[view] |= table.frame != views[view].tables[0].frame;
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
        if views.len() == MIRRORED {
            // The simpler one.
            layout.first = layout.passes_tiles[1].map(|passes| usize::from(!passes));
        }
        // `[number of tiles]`: the start of the rows of changes of their tables.
        let mut known = [None; TILES + 1];
        let (mut all_maps, mut all_changes) = (0, 0);
        for (view, nth, table) in tables_of(views) {
            let index = &table.data.index;
            let rows = if let Some(rows) = known[index.orders.tiles] {
                rows
            } else {
                let maps = maps(shape.cells(), index.orders.tiles).zip(&index.maps);
                for (number, (map, entry)) in (all_maps..).zip(maps) {
                    layout.numbers[map as usize % (1 << CELLS)] = number as u16;
                    let regions = &index.regions[entry.layout as usize..][..shape.cells()];
                    let regions = regions.iter().rev();
                    let regions = regions.fold(0, |all, &region| all << 3 | u64::from(region));
                    layout.maps[number % MAPS] = regions << 16 | u64::from(entry.block);
                }
                all_maps += index.maps.len();
                pace.spend(5 * index.maps.len()).await;
                let rows = layout.enter_changes(&index.orders, most, &mut all_changes);
                pace.spend(10 * (1 + most) * index.orders.count()).await;
                *known[index.orders.tiles].insert(rows)
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

/// The tiles of a board: it fills a cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(super) struct Tiles {
    /// `[view][table]`
    states: Each<State>,
    /// Two bits for each cell and view: the table of the tile there; 0 for the blank.
    tables: u64,
}

/// Scratch for the children of a batch along an axis.
#[derive(Clone, Debug)]
pub(super) struct Children {
    slacks: [u64; CHILDREN],
    state: [State; CHILDREN],
    /// The number of the new map, and the place of the change of the order.
    pending: [(u16, u16); CHILDREN],
    entry: [u32; CHILDREN],
    /// `[view][first place]`: the states of the children that are left.
    seen: [[State; CHILDREN]; MIRRORED],
}

impl Layout for CompactLayout {
    type Tiles = Tiles;
    type Children = Children;
    const NO_CHILDREN: Children = Children {
        slacks: [0; CHILDREN],
        state: [0; CHILDREN],
        pending: [(0, 0); CHILDREN],
        entry: [0; CHILDREN],
        seen: [[0; CHILDREN]; MIRRORED],
    };
    const IS_DISPATCHED: bool = true;
    type Tables<'k> = Each<&'k [u64]>;

    fn tables(views: &[PatternDatabases]) -> Each<&[u64]> {
        let mut words = [[&[][..]; TABLES]; MIRRORED];
        for (view, nth, table) in tables_of(views) {
            words[view][nth] = &table.data.words;
        }
        words
    }

    fn tiles(
        views: &[PatternDatabases],
        board: &CanonicalBoard,
        states: &[PatternDatabasesState],
    ) -> Tiles {
        let mut tiles = Tiles::default();
        for (view, nth, table) in tables_of(views) {
            let placed = states[view].placed[nth];
            let number = table.data.index.orders.number(placed.order);
            tiles.states[view][nth] = placed.map as u32
                | (nth as u32) << TABLE
                | (number as u32) << ORDER
                | (placed.distance % 4) << DISTANCE;
            for (cell, &tile) in board.cells.iter().enumerate() {
                if table.pattern.number(tile.into()).is_some() {
                    tiles.tables |= (nth as u64) << (4 * cell + 2 * view);
                }
            }
        }
        tiles
    }

    #[inline(always)]
    fn locate<const STAGE: usize>(
        by: &Expander<'_, Self>,
        batch: &Batch<Self>,
        axis: &mut Axis<Self>,
    ) {
        if STAGE == 0 {
            for nth in 0..axis.count.min(CHILDREN) {
                let (parent, _) = parent_and_step(axis.moves[nth]);
                axis.children.slacks[nth] = batch[parent].slacks.0;
                axis.left[nth] = nth as u8;
            }
        }
        let view = by.view(STAGE, axis);
        let layout = by.layout;
        let passes_tiles = layout.passes_tiles[view][axis.axis];
        match (passes_tiles, layout.has_frames[view]) {
            (false, false) => by.locate_as::<false, false>(batch, axis, view),
            (false, true) => by.locate_as::<false, true>(batch, axis, view),
            (true, false) => by.locate_as::<true, false>(batch, axis, view),
            (true, true) => by.locate_as::<true, true>(batch, axis, view),
        }
    }

    #[inline(always)]
    fn read<const STAGE: usize>(by: &Expander<'_, Self>, axis: &mut Axis<Self>) {
        let view = by.view(STAGE, axis);
        let shift = Slacks::shift(view);
        let children = &mut axis.children;
        let mut left = 0;
        for nth in 0..axis.count.min(CHILDREN) {
            let (state, entry) = (children.state[nth], children.entry[nth]);
            let words = by.tables[view][table(state)];
            let closer = closer(words, entry.into(), (state >> (DISTANCE + 1)).into());
            let state = state ^ (closer as u32) << (DISTANCE + 1);
            let slacks = children.slacks[nth] + (closer << shift);
            let place = axis.left[nth];
            let at = left % CHILDREN;
            axis.moves[at] = axis.moves[nth];
            children.slacks[at] = slacks;
            axis.left[at] = place;
            children.seen[view][usize::from(place) % CHILDREN] = state;
            // Without slack only the children stay that get closer.
            left += usize::from(slacks & 0xff << shift != 0);
        }
        axis.count = left;
    }

    #[inline(always)]
    fn write<'b>(
        by: &Expander<'_, Self>,
        batch: &'b Batch<Self>,
        axis: &Axis<Self>,
        nth: usize,
        tiles: &mut Tiles,
    ) -> (&'b PackedBoard<Tiles>, u8, u64) {
        let (parent, step) = parent_and_step(axis.moves[nth]);
        let parent = &batch[parent];
        let before = parent.tiles.tables;
        let from = by.layout.from[0][usize::from(step)];
        let moved = before >> (from & 63) & 15;
        tiles.tables = before ^ moved.wrapping_mul(by.layout.cells[usize::from(step)]);
        tiles.states = parent.tiles.states;
        let place = axis.place(nth);
        for (states, seen) in tiles.states.iter_mut().zip(&axis.children.seen) {
            states[table(seen[place])] = seen[place];
        }
        (parent, step, axis.children.slacks[nth])
    }
}

impl Expander<'_, CompactLayout> {
    /// Returns the view that is read in a stage.
    #[inline(always)]
    const fn view(&self, stage: usize, axis: &Axis<CompactLayout>) -> usize {
        (stage ^ self.layout.first[axis.axis]) % MIRRORED
    }

    #[inline(always)]
    fn locate_as<const PASSES_TILES: bool, const PER_TABLE_FRAME: bool>(
        &self,
        batch: &Batch<CompactLayout>,
        axis: &mut Axis<CompactLayout>,
        view: usize,
    ) {
        let children = &mut axis.children;
        let count = axis.count.min(CHILDREN);
        for nth in 0..count {
            let (parent, step) = parent_and_step(axis.moves[nth]);
            let ranked = self.rank::<PASSES_TILES, PER_TABLE_FRAME>(view, &batch[parent], step);
            (children.state[nth], children.pending[nth]) = ranked;
        }
        for nth in 0..count {
            let (step, mut state) = (axis.moves[nth] as u8, children.state[nth]);
            let (map, change) = children.pending[nth];
            let table = table(state);
            let blank = self.step::<PER_TABLE_FRAME>(view, table, step).from;
            let map = self.layout.maps[usize::from(map) % MAPS];
            if PASSES_TILES {
                let change = self.layout.changes[usize::from(change) % CHANGES];
                state ^= u32::from(change) << ORDER;
            }
            let block = (map & 0xffff) as u32 + (map >> (16 + 3 * (blank & 15))) as u32 % 8;
            let entry = order(state) * self.layout.blocks[view][table] + block;
            fetch_early(self.tables[view][table], (entry / 64) as usize);
            (children.state[nth], children.entry[nth]) = (state, entry);
        }
    }

    /// Returns the change of a table's tiles by a step.
    #[inline(always)]
    fn step<const PER_TABLE_FRAME: bool>(&self, view: usize, table: usize, step: u8) -> &SeenStep {
        let nth = if PER_TABLE_FRAME { table } else { 0 };
        &self.layout.steps[view * TABLES + nth][usize::from(step)]
    }

    /// Returns the state of the tile's table after a step, still with the old order and with a
    /// distance that grew by 1, the number of its map, and the place of the order's change.
    /// `PASSES_TILES`: the tile may pass others; `PER_TABLE_FRAME`: each table has its own order of
    /// cells.
    #[inline(always)]
    fn rank<const PASSES_TILES: bool, const PER_TABLE_FRAME: bool>(
        &self,
        view: usize,
        board: &PackedBoard<Tiles>,
        step: u8,
    ) -> (State, (u16, u16)) {
        let from = self.layout.from[view][usize::from(step)];
        let table = (board.tiles.tables >> (from & 63)) as usize % TABLES;
        let step = self.step::<PER_TABLE_FRAME>(view, table, step);
        let before = board.tiles.states[view][table];
        let state = (before ^ step.flip).wrapping_add(1 << DISTANCE);
        let mut change = 0;
        if PASSES_TILES {
            let below = (before & step.below).count_ones();
            let passed = (before & step.between).count_ones();
            let nth = row(step.is_high, below, passed);
            let first = self.layout.rows[view][(table * ROWS + nth) % (TABLES * ROWS)];
            change = first.wrapping_add(order(before) as u16);
        }
        let map = self.layout.numbers[usize::from(state as u16)];
        (state, (map, change))
    }
}
