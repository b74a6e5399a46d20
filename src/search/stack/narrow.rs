//! Boards of up to 16 cells, with up to four tables of up to six tiles in a view.
//!
//! A table's tiles fit 32 bits, because their order is kept as its number. What a move changes in
//! it is looked up.

use alloc::boxed::Box;

use super::changes::{self, Changes, NewChanges, ROWS, most_passed};
use super::form::{Board, Form, Look};
use super::views::{VIEWS, Views};
use super::ways::AXES;
use crate::dispatch::fetch_early;
use crate::effort::Effort;
use crate::search::patterns::{Placed, blank_of, count_tiles, turn_of};
use crate::side::Side;
use crate::tables::{Lookup, Maps, OutOfMemory};

/// The most cells.
const CELLS: usize = 16;

/// The most tables in a view.
const TABLES: usize = 4;

/// Something of each table in each view.
type Each<T> = [[T; TABLES]; VIEWS];

/// The most tiles of a table.
const TILES: usize = 6;

/// Room for the maps of one to six tiles: 14,892 on 16 cells.
const MAPS: usize = 1 << 14;

/// Room for the changes of orders: 25,100 on 2 x 8, where a tile passes up to seven others.
const CHANGES: usize = 1 << 15;

/// The tiles of one table, in one word.
///
/// From bit 0 the cells where they stand, from 16 the table, from 18 the number of their order,
/// from 30 their distance modulo 4.
type State = u32;

const TABLE: u32 = 16;
const ORDER: u32 = 18;
const DISTANCE: u32 = 30;
const ORDERS: u32 = (1 << (DISTANCE - ORDER)) - 1;

/// Returns the table.
#[inline(always)]
const fn table(state: State) -> usize {
    (state >> TABLE) as usize % TABLES
}

/// The tiles of a board: it fills a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct Tiles {
    /// By view and table.
    states: Each<State>,
    /// By cell: the tables of the tile there, two bits a view; 0 for the blank.
    tables: u64,
}

/// One move of a tile, as a view sees it.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
struct Step {
    /// The tile's cells before and after.
    flip: u32,
    /// The cells below both.
    below: u32,
    /// The cells between them: each tile there is passed.
    between: u32,
    /// The first row for tiles that go this way.
    row: u16,
    /// Where the word of a map tells the region of the cell that the tile leaves.
    region: u8,
}

/// Boards of up to 16 cells. All that the loops read but entries lies behind one pointer.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Narrow {
    /// By view and table: the number of its orders.
    orders: Each<u32>,
    /// By view, table and row: where the changes of the orders begin.
    rows: [[u16; TABLES * ROWS]; VIEWS],
    /// By view, table and [`step`].
    steps: Each<[Step; 256]>,
    /// By view and step: where the board tells the table of the tile.
    from: [[u8; 256]; VIEWS],
    /// By step: the board's cells that change, four bits each.
    cells: [u64; 256],
    /// By cells of tiles: the number of the map.
    numbers: [u16; 1 << CELLS],
    /// By number: the first block of the map (16 bits), then the region of each cell (3 bits
    /// each).
    maps: [u64; MAPS],
    /// By row and number of an order: the number before xor that after.
    changes: [u16; CHANGES],
    /// By view and axis: whether no tile passes another one.
    is_light: [[bool; AXES]; VIEWS],
    /// By view: whether each table has its own order of cells.
    is_own: [bool; VIEWS],
    views: usize,
}

/// The form, while it is made.
#[derive(Debug)]
pub(crate) struct NewNarrow {
    form: Box<Narrow>,
    /// The tables that are entered.
    tables: usize,
    maps: usize,
    changes: usize,
    /// What is made for the next table.
    next: Option<NewChanges>,
}

/// What a map costs that is entered.
const MAP_COST: usize = 5;

impl NewNarrow {
    /// Begins the form, if these tables have it.
    pub(crate) fn new(views: &Views) -> Option<Self> {
        let shape = views.shape();
        let fits = shape.is_rectangle()
            && shape.cells() <= CELLS
            && views.all().all(|(_, nth, table)| {
                let is_small = table.index().tiles() <= TILES;
                let is_narrow = matches!(table.index().lookup(), Lookup::Narrow(_));
                nth < TABLES && is_small && is_narrow
            });
        fits.then(|| Self {
            form: Narrow::with_steps(views),
            tables: 0,
            maps: 0,
            changes: 0,
            next: None,
        })
    }

    /// Goes on, and returns the form once it is made.
    pub(crate) fn advance(
        &mut self,
        views: &Views,
        effort: &mut Effort,
    ) -> Result<Option<Box<Narrow>>, OutOfMemory> {
        while !effort.is_spent() {
            let Some((view, nth, table)) = views.all().nth(self.tables) else {
                return Ok(Some(core::mem::take(&mut self.form)));
            };
            let index = table.index();
            let mut before = views.all().take(self.tables);
            let same = before.find(|(.., it)| it.index().tiles() == index.tiles());
            if let Some((of, same, _)) = same {
                for number in 0..ROWS {
                    let first = self.form.rows[of][row(same, number)];
                    self.form.rows[view][row(nth, number)] = first;
                }
            } else {
                let next = match &mut self.next {
                    Some(next) => next,
                    none => none.insert(NewChanges::new(index.orders(), most_passed(views))?),
                };
                let Some(changes) = next.advance(index.orders(), effort) else {
                    continue;
                };
                self.next = None;
                self.enter_changes(view, nth, &changes);
                if let Lookup::Narrow(lookup) = index.lookup() {
                    let maps = Maps::new(views.shape().cells(), index.tiles());
                    self.enter_maps(maps, &lookup.maps);
                    effort.spend(MAP_COST * lookup.maps.len());
                }
            }
            self.form.orders[view][nth] = index.orders().count() as u32;
            self.tables += 1;
        }
        Ok(None)
    }

    fn enter_changes(&mut self, view: usize, table: usize, changes: &Changes) {
        for (nth, &first) in changes.rows.iter().enumerate() {
            self.form.rows[view][row(table, nth)] = (self.changes + first as usize) as u16;
        }
        let end = self.changes + changes.changes.len();
        // Four tables of up to six tiles have no more.
        if let Some(room) = self.form.changes.get_mut(self.changes..end) {
            room.copy_from_slice(&changes.changes);
        }
        self.changes = end;
    }

    fn enter_maps(&mut self, maps: Maps, words: &[u64]) {
        for (map, &word) in maps.zip(words) {
            self.form.numbers[map as usize % (1 << CELLS)] = self.maps as u16;
            self.form.maps[self.maps % MAPS] = word;
            self.maps += 1;
        }
    }
}

#[expect(
    clippy::large_stack_arrays,
    reason = "it is made once, and all of it has to lie behind one pointer"
)]
impl Default for Box<Narrow> {
    fn default() -> Self {
        Self::new(Narrow {
            orders: [[0; TABLES]; VIEWS],
            rows: [[0; TABLES * ROWS]; VIEWS],
            steps: [[[Step::default(); 256]; TABLES]; VIEWS],
            from: [[0; 256]; VIEWS],
            cells: [0; 256],
            numbers: [0; 1 << CELLS],
            maps: [0; MAPS],
            changes: [0; CHANGES],
            is_light: [[true; AXES]; VIEWS],
            is_own: [false; VIEWS],
            views: 1,
        })
    }
}

/// Returns where a row of changes is found.
const fn row(table: usize, row: usize) -> usize {
    table * ROWS + row
}

impl Narrow {
    fn with_steps(views: &Views) -> Box<Self> {
        let mut form = Box::<Self>::default();
        form.views = views.count();
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
        form
    }
}

impl Form for Narrow {
    type Tiles = Tiles;
    type State = State;
    type Aim = Aim;
    type Entry = u32;
    type Look<'k> = NarrowLook<'k>;

    const ASKED: usize = usize::MAX / 2;

    const NO_TILES: Tiles = Tiles {
        states: [[0; TABLES]; VIEWS],
        tables: 0,
    };

    fn look<'k>(&'k self, views: &'k Views) -> NarrowLook<'k> {
        let mut words = [[&[][..]; TABLES]; VIEWS];
        for (view, nth, table) in views.all() {
            words[view][nth] = table.words();
        }
        NarrowLook { form: self, words }
    }

    fn set_state(
        tiles: &mut Tiles,
        _: usize,
        (view, nth): (usize, usize),
        placed: Placed,
        number: usize,
    ) {
        tiles.states[view][nth] = placed.map()
            | (nth as u32) << TABLE
            | (number as u32) << ORDER
            | placed.distance() << DISTANCE;
    }

    fn set_table(tiles: &mut Tiles, view: usize, cell: usize, table: u8) {
        tiles.tables |= u64::from(table) << (4 * cell + 2 * view);
    }

    fn state(tiles: &Tiles, table: usize) -> (u32, usize) {
        let state = tiles.states[0][table];
        (state & 0xffff, (state >> ORDER & ORDERS) as usize)
    }
}

/// Returns the number of cells in a set of 16.
#[inline(always)]
fn count_cells<const BITS: bool>(set: u32) -> u32 {
    // Said once more, it spares half of the lookups if there is no instruction.
    count_tiles::<BITS>(if BITS { set } else { set & 0xffff })
}

/// The small tables of [`Narrow`], and the entries.
#[derive(Clone, Copy, Debug)]
pub(super) struct NarrowLook<'k> {
    form: &'k Narrow,
    words: Each<&'k [u64]>,
}

/// The number of the new map, and the place of the change of the order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Aim {
    map: u16,
    change: u16,
}

impl NarrowLook<'_> {
    /// Returns what a step does to the tiles of a table.
    #[inline(always)]
    fn step<const OWN: bool>(&self, view: usize, table: usize, step: u8) -> &Step {
        &self.form.steps[view][if OWN { table } else { 0 }][usize::from(step)]
    }
}

impl Look<Narrow> for NarrowLook<'_> {
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
    fn aim<const BITS: bool, const HEAVY: bool, const OWN: bool>(
        &self,
        view: usize,
        board: &Board<Tiles>,
        step: u8,
    ) -> (State, Aim) {
        let from = self.form.from[view][usize::from(step)];
        let table = (board.tiles.tables >> (from & 63)) as usize % TABLES;
        let step = self.step::<OWN>(view, table, step);
        let before = board.tiles.states[view][table];
        let state = (before ^ step.flip).wrapping_add(1 << DISTANCE);
        let mut change = 0;
        if HEAVY {
            let below = count_cells::<BITS>(before & step.below);
            let passed = count_cells::<BITS>(before & step.between);
            let nth = usize::from(step.row) + changes::row(false, below, passed);
            let first = self.form.rows[view][row(table, nth) % (TABLES * ROWS)];
            change = first.wrapping_add((before >> ORDER & ORDERS) as u16);
        }
        let map = self.form.numbers[usize::from(state as u16)];
        (state, Aim { map, change })
    }

    #[inline(always)]
    fn entry<const HEAVY: bool, const OWN: bool>(
        &self,
        view: usize,
        step: u8,
        mut state: State,
        aim: Aim,
    ) -> (State, u32) {
        let table = table(state);
        let region = self.step::<OWN>(view, table, step).region;
        let map = self.form.maps[usize::from(aim.map) % MAPS];
        if HEAVY {
            state ^= u32::from(self.form.changes[usize::from(aim.change) % CHANGES]) << ORDER;
        }
        let block = (map & 0xffff) as u32 + (map >> (region & 63)) as u32 % 8;
        let entry = block * self.form.orders[view][table] + (state >> ORDER & ORDERS);
        fetch_early(self.words[view][table], (entry / 64) as usize);
        (state, entry)
    }

    #[inline(always)]
    fn read(&self, view: usize, state: State, entry: u32) -> (State, u64) {
        let words = self.words[view][table(state)];
        let word = words[(entry / 64) as usize];
        // The entry is the upper bit of the new distance modulo 4. The state has that of a distance
        // that grew by 1; one that shrank by 1 differs in this bit alone.
        let closer = ((word >> (entry % 64)) as u32) << 31 ^ state & 1 << 31;
        (state ^ closer, u64::from(closer >> 31))
    }

    #[inline(always)]
    fn write(&self, child: &mut Tiles, parent: &Tiles, step: u8, states: [State; VIEWS]) {
        let tables = parent.tables;
        let from = self.form.from[0][usize::from(step)];
        let moved = tables >> (from & 63) & 15;
        child.states = parent.states;
        for (view, state) in states.into_iter().enumerate() {
            child.states[view][table(state)] = state;
        }
        child.tables = tables ^ moved.wrapping_mul(self.form.cells[usize::from(step)]);
    }
}
