//! Boards of up to 16 cells, with up to four tables of up to six tiles in a view, or up to two of
//! up to eight.
//!
//! A table's tiles fit 32 bits, or 64, because their order is stored as its number. The change of
//! that number by a move is looked up.

use alloc::boxed::Box;

use super::board_layout::{Board, BoardLayout};
use super::changes::{self, Changes, ROWS, most_passed};
use super::size::Size;
use super::view_by_view::{ByView, LayoutView};
use super::views::{MIRRORED, Views};
use super::ways::AXES;
use crate::exact::patterns::{Placed, blank_of, count_tiles, turn_of};
use crate::runtime::alloc::{OutOfMemory, boxed};
use crate::runtime::cost_model::search_tables as cost;
use crate::runtime::dispatch::fetch_early;
use crate::runtime::job::Pace;
use crate::side::Side;
#[cfg(test)]
use crate::tables::Order;
use crate::tables::{Lookup, Maps, Orders};

/// The most cells.
const CELLS: usize = 16;

/// The most tables in a view.
const TABLES: usize = 4;

/// `[view][table]`.
type Each<T> = [[T; TABLES]; MIRRORED];

const TABLE: u32 = 16;
const ORDER: u32 = 18;

#[inline(always)]
fn table<S: Size>(state: S::State) -> usize {
    (S::word(state) >> TABLE) as usize % S::TABLES
}

#[inline(always)]
fn order<S: Size>(state: S::State) -> u32 {
    (S::word(state) >> ORDER) as u32 & S::ORDERS
}

/// The tiles of a board: it fills a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct Tiles<T> {
    /// By view and table.
    states: T,
    /// By cell: the tables of the tile there, two bits a view; 0 for the blank.
    tables: u64,
}

/// One move of a tile, as seen by a view.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
struct Step {
    /// The tile's cells before and after.
    flip: u32,
    /// The cells below both.
    below: u32,
    /// The cells between them: each tile there is passed.
    between: u32,
    /// The first row for tiles that move in this direction.
    row: u16,
    /// The shift of the region of the cell that the tile leaves, in the word of a map.
    region: u8,
}

/// Boards of up to 16 cells. Large arrays have an allocation of their own, so that none is ever on
/// the stack.
#[derive(Debug)]
pub(super) struct Cells16<S: Size> {
    /// By view and table: the number of its blocks.
    blocks: Each<u32>,
    /// By view, table and row: where the changes of the orders begin.
    rows: Box<[[S::Place; TABLES * ROWS]; MIRRORED]>,
    /// By view, table and [`step`](crate::exact::patterns::step).
    steps: Box<Each<[Step; 256]>>,
    /// By view and step: where the board tells the table of the tile.
    from: [[u8; 256]; MIRRORED],
    /// By step: the board's cells that change, four bits each.
    cells: [u64; 256],
    /// By cells of tiles: the number of the map.
    numbers: Box<[u16; 1 << CELLS]>,
    /// By number: the first block of the map (16 bits), then the region of each cell (3 bits
    /// each).
    maps: S::Maps,
    /// By row and number of an order: the number before xor that after.
    changes: S::Changes,
    /// By view and axis: whether no tile passes another one.
    is_light: [[bool; AXES]; MIRRORED],
    /// By view: whether each table has its own order of cells.
    is_own: [bool; MIRRORED],
    views: usize,
}

impl<S: Size> Cells16<S> {
    /// Returns whether tables fit this layout.
    pub(super) fn fits(views: &Views) -> bool {
        let shape = views.shape();
        shape.is_flat()
            && shape.cells() <= CELLS
            && views.count() <= MIRRORED
            && views.all().all(|(_, nth, table)| {
                let is_small = table.index().tiles() <= S::TILES;
                let is_narrow = matches!(table.index().lookup(), Lookup::Narrow(_));
                nth < S::TABLES && is_small && is_narrow
            })
    }

    /// Lays out tables that fit.
    pub(super) async fn new(views: &Views, pace: &mut Pace) -> Result<Box<Self>, OutOfMemory> {
        let mut layout = Self::with_steps(views)?;
        let (mut all_maps, mut all_changes) = (0, 0);
        for (before, (view, nth, table)) in views.all().enumerate() {
            let index = table.index();
            layout.blocks[view][nth] = index.blocks() as u32;
            let mut before = views.all().take(before);
            let same = before.find(|(.., it)| it.index().tiles() == index.tiles());
            if let Some((of, same, _)) = same {
                for number in 0..ROWS {
                    layout.rows[view][row(nth, number)] = layout.rows[of][row(same, number)];
                }
                continue;
            }
            let changes = Changes::new(index.orders(), most_passed(views), pace).await?;
            for (number, &first) in changes.rows.iter().enumerate() {
                let first = S::place(all_changes + first as usize);
                layout.rows[view][row(nth, number)] = first;
            }
            S::enter_changes(&mut layout.changes, all_changes, &changes.changes)?;
            all_changes += changes.changes.len();
            if let Lookup::Narrow(lookup) = index.lookup() {
                let maps = Maps::new(views.shape().cells(), index.tiles());
                for (number, map) in (all_maps..).zip(maps) {
                    layout.numbers[map as usize % (1 << CELLS)] = number as u16;
                }
                S::enter_maps(&mut layout.maps, all_maps, &lookup.maps)?;
                all_maps += lookup.maps.len();
                let cost = cost::MAP * lookup.maps.len() + changes.changes.len() / 4;
                pace.spend(cost).await;
            }
        }
        Ok(layout)
    }
}

/// Returns where a row of changes is found.
const fn row(table: usize, row: usize) -> usize {
    table * ROWS + row
}

impl<S: Size> Cells16<S> {
    /// Allocates a layout, and enters the steps.
    fn with_steps(views: &Views) -> Result<Box<Self>, OutOfMemory> {
        let (maps, changes) = S::none()?;
        let mut form = Box::new(Self {
            blocks: [[0; TABLES]; MIRRORED],
            rows: boxed([S::Place::default(); TABLES * ROWS])?,
            steps: boxed([[Step::default(); 256]; TABLES])?,
            from: [[0; 256]; MIRRORED],
            cells: [0; 256],
            numbers: boxed(0)?,
            maps,
            changes,
            is_light: [[true; AXES]; MIRRORED],
            is_own: [false; MIRRORED],
            views: views.count(),
        });
        for (view, nth, table) in views.all() {
            form.is_own[view] |= table.frame() != views.tables(view)[0].frame();
            for (number, seen) in (0..=u8::MAX).zip(views.steps(view, nth)) {
                let side = Side::numbered(turn_of(number));
                let blank = blank_of(number);
                let from = side.filter(|_| blank < views.shape().cells());
                let from = from.and_then(|side| side.entered(views.shape(), blank));
                let (Some(side), Some(from)) = (side, from) else {
                    continue;
                };
                let number = usize::from(number);
                form.steps[view][nth][number] = Step {
                    flip: seen.flip,
                    below: seen.below,
                    between: seen.between,
                    row: changes::row(seen.is_up, 0, 0) as u16,
                    region: 16 + 3 * seen.from,
                };
                form.from[view][number] = (4 * from + 2 * view) as u8;
                form.cells[number] = 1 << (4 * blank) | 1 << (4 * from);
                form.is_light[view][side.axis()] &= seen.between == 0;
            }
        }
        Ok(form)
    }
}

impl<S: Size> BoardLayout for Cells16<S> {
    type Tiles = Tiles<S::States>;

    const NO_TILES: Tiles<S::States> = Tiles {
        states: S::NO_STATES,
        tables: 0,
    };

    fn set_state(
        tiles: &mut Self::Tiles,
        _: usize,
        (view, nth): (usize, usize),
        placed: Placed,
        orders: &Orders,
    ) {
        let number = orders.number(placed.order());
        let word = u64::from(placed.map())
            | (nth as u64) << TABLE
            | (number as u64) << ORDER
            | u64::from(placed.distance()) << S::DISTANCE;
        S::set(&mut tiles.states, view, nth, S::state(word));
    }

    fn set_tile(tiles: &mut Self::Tiles, view: usize, cell: usize, _: u8, table: u8) {
        tiles.tables |= u64::from(table) << (4 * cell + 2 * view);
    }

    #[cfg(test)]
    fn state(tiles: &Self::Tiles, table: usize, orders: &Orders) -> (u32, Order) {
        let state = S::get(&tiles.states, 0, table);
        let order = orders.order(order::<S>(state) as usize);
        (S::word(state) as u32 & 0xffff, order)
    }
}

impl<S: Size> ByView for Cells16<S> {
    type State = S::State;
    type PendingLookup = PendingLookup<S::Place>;
    type Entry = u32;
    type LayoutView<'k> = Cells16View<'k, S>;

    const ASKED: usize = S::ASKED;

    fn look<'k>(&'k self, views: &'k Views) -> Cells16View<'k, S> {
        let mut words = [[&[][..]; TABLES]; MIRRORED];
        for (view, nth, table) in views.all() {
            words[view][nth] = table.words();
        }
        Cells16View { form: self, words }
    }
}

#[inline(always)]
fn count_cells<const POPCNT: bool>(set: u32) -> u32 {
    // Repeated, it spares half of the lookups if there is no instruction.
    count_tiles::<POPCNT>(if POPCNT { set } else { set & 0xffff })
}

/// The small tables of [`Cells16`], and the entries.
#[derive(Debug)]
pub(super) struct Cells16View<'k, S: Size> {
    form: &'k Cells16<S>,
    words: Each<&'k [u64]>,
}

/// The number of the new map, and the place of the change of the order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PendingLookup<P> {
    map: u16,
    change: P,
}

impl<S: Size> Cells16View<'_, S> {
    /// Returns what a step does to the tiles of a table.
    #[inline(always)]
    fn step<const PER_TABLE_FRAME: bool>(&self, view: usize, table: usize, step: u8) -> &Step {
        &self.form.steps[view][if PER_TABLE_FRAME { table } else { 0 }][usize::from(step)]
    }
}

impl<S: Size> LayoutView<Cells16<S>> for Cells16View<'_, S> {
    #[inline(always)]
    fn axes(&self) -> usize {
        2
    }

    #[inline(always)]
    fn views(&self) -> usize {
        self.form.views
    }

    #[inline(always)]
    fn is_own(&self, view: usize) -> bool {
        self.form.is_own[view]
    }

    #[inline(always)]
    fn is_light(&self, view: usize, axis: usize) -> bool {
        self.form.is_light[view][axis]
    }

    #[inline(always)]
    fn aim<const POPCNT: bool, const PASSES_TILES: bool, const PER_TABLE_FRAME: bool>(
        &self,
        view: usize,
        board: &Board<Tiles<S::States>>,
        step: u8,
    ) -> (S::State, PendingLookup<S::Place>) {
        let from = self.form.from[view][usize::from(step)];
        let table = (board.tiles.tables >> (from & 63)) as usize % S::TABLES;
        let step = self.step::<PER_TABLE_FRAME>(view, table, step);
        let before = S::get(&board.tiles.states, view, table);
        let word = (S::word(before) ^ u64::from(step.flip)).wrapping_add(1 << S::DISTANCE);
        let mut change = S::Place::default();
        if PASSES_TILES {
            let map = S::word(before) as u32;
            let below = count_cells::<POPCNT>(map & step.below);
            let passed = count_cells::<POPCNT>(map & step.between);
            let nth = usize::from(step.row) + changes::row(false, below, passed);
            let first = self.form.rows[view][row(table, nth) % (TABLES * ROWS)];
            change = S::place(S::at(first).wrapping_add(order::<S>(before) as usize));
            S::fetch(&self.form.changes, change);
        }
        let map = self.form.numbers[usize::from(word as u16)];
        (S::state(word), PendingLookup { map, change })
    }

    #[inline(always)]
    fn entry<const PASSES_TILES: bool, const PER_TABLE_FRAME: bool>(
        &self,
        view: usize,
        step: u8,
        state: S::State,
        aim: PendingLookup<S::Place>,
    ) -> (S::State, u32) {
        let table = table::<S>(state);
        let region = self.step::<PER_TABLE_FRAME>(view, table, step).region;
        let map = S::map(&self.form.maps, aim.map);
        let mut word = S::word(state);
        if PASSES_TILES {
            word ^= u64::from(S::change(&self.form.changes, aim.change)) << ORDER;
        }
        let state = S::state(word);
        let block = (map & 0xffff) as u32 + (map >> (region & 63)) as u32 % 8;
        let entry = order::<S>(state) * self.form.blocks[view][table] + block;
        fetch_early(self.words[view][table], (entry / 64) as usize);
        (state, entry)
    }

    #[inline(always)]
    fn read(&self, view: usize, state: S::State, entry: u32) -> (S::State, u64) {
        let words = self.words[view][table::<S>(state)];
        let word = words[(entry / 64) as usize];
        // The entry is the upper bit of the new distance modulo 4. The state has that of a distance
        // that grew by 1; one that shrank by 1 differs in this bit alone.
        let (upper, state) = (S::DISTANCE + 1, S::word(state));
        let closer = (word >> (entry % 64) ^ state >> upper) & 1;
        (S::state(state ^ closer << upper), closer)
    }

    #[inline(always)]
    fn write(
        &self,
        child: &mut Tiles<S::States>,
        parent: &Tiles<S::States>,
        step: u8,
        states: impl Fn(usize) -> S::State,
    ) {
        let tables = parent.tables;
        let from = self.form.from[0][usize::from(step)];
        let moved = tables >> (from & 63) & 15;
        child.states = parent.states;
        for view in 0..MIRRORED {
            let state = states(view);
            S::set(&mut child.states, view, table::<S>(state), state);
        }
        child.tables = tables ^ moved.wrapping_mul(self.form.cells[usize::from(step)]);
    }
}
