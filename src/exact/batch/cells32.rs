//! Boards of up to 32 cells, with any number of tables.

use alloc::vec::Vec;

use super::board_layout::{Board, BoardLayout};
use super::changes::{Changes, ROWS, most_passed, row};
use super::view_by_view::{ByView, LayoutView};
use super::views::{MIRRORED, Views};
use super::ways::AXES;
use crate::exact::patterns::{
    MAX_CELLS, MAX_GROUPS, Placed, Steps, blank_of, count_tiles, turn_of,
};
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::cost_model::table::NUMBERS;
use crate::runtime::dispatch::fetch_early;
use crate::runtime::job::Pace;
use crate::runtime::shared::Shared;
use crate::shape::Shape;
use crate::side::Side;
#[cfg(test)]
use crate::tables::Order;
use crate::tables::{Lookup, MapNumbers, Orders};

/// The tiles of one table, in one word.
///
/// Bits 0 to 31: the cells of the tiles. 32 to 36: the place of the state on a board. 37 to 52: the
/// number of their order. 62 and 63: their distance modulo 4.
type State = u64;

const PLACE: u32 = 32;
const ORDER: u32 = 37;
const DISTANCE: u32 = 62;

/// Returns the place of a state on a board.
#[inline(always)]
const fn place(state: State) -> usize {
    (state >> PLACE) as usize % STATES
}

#[inline(always)]
const fn order(state: State) -> u64 {
    state >> ORDER & 0xffff
}

/// The states of a board: those that are used are copied four at a time.
const STATES: usize = MIRRORED * MAX_GROUPS;
const COPIED: usize = 4;

/// The tiles of a board. Unused places are never read or written.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct Tiles {
    /// By cell: the tile there; the blank's is any.
    at: [u8; MAX_CELLS],
    /// By view and table, without gaps.
    states: [State; STATES],
}

/// Boards of up to 32 cells.
#[derive(Debug)]
pub(crate) struct Cells32 {
    /// By step: the cell that the tile leaves.
    from: [u8; 256],
    /// By view and axis: whether no tile passes another one of its table.
    is_light: [[bool; AXES]; MIRRORED],
    is_flat: bool,
    /// By view and tile: the place of its table's state on a board.
    place_of: [[u8; MAX_CELLS]; MIRRORED],
    /// By place: the data shared by tables of one number of tiles.
    ranks: Vec<Shared<Rank>>,
}

/// The data shared by tables of one number of tiles.
#[derive(Debug)]
struct Rank {
    numbers: MapNumbers,
    changes: Changes,
}

impl Cells32 {
    /// Lays out tables.
    pub(super) async fn new(views: &Views, pace: &mut Pace) -> Result<Self, OutOfMemory> {
        let mut ranks: Vec<Shared<Rank>> = Vec::new();
        for (.., table) in views.all() {
            let index = table.index();
            let mut before = views.all().zip(&ranks);
            let same = before.find(|((.., table), _)| table.index().tiles() == index.tiles());
            let rank = if let Some((_, same)) = same {
                Shared::clone(same)
            } else {
                let changes = Changes::new(index.orders(), most_passed(views), pace).await?;
                pace.spend(NUMBERS).await;
                Shared::new(Rank {
                    numbers: MapNumbers::new(views.shape().cells(), index.tiles())?,
                    changes,
                })
            };
            ranks.push(rank);
        }
        Ok(Self {
            from: from_cells(views.shape()),
            is_light: light_axes(views),
            is_flat: views.shape().is_flat(),
            place_of: places(views),
            ranks,
        })
    }
}

/// Returns by view and tile the place of its table's state on a board.
fn places(views: &Views) -> [[u8; MAX_CELLS]; MIRRORED] {
    let mut places = [[0; MAX_CELLS]; MIRRORED];
    let mut before = 0;
    for (view, places) in places.iter_mut().enumerate().take(views.count()) {
        for (place, group) in places.iter_mut().zip(views.group_of(view)) {
            *place = before + group;
        }
        before += views.tables(view).len() as u8;
    }
    places
}

/// Returns for each step the cell that the tile leaves.
fn from_cells(shape: Shape) -> [u8; 256] {
    let mut from = [0; 256];
    for (number, from) in (0..=u8::MAX).zip(&mut from) {
        let side = Side::numbered(turn_of(number));
        let cell = side.and_then(|side| {
            let blank = blank_of(number);
            (blank < shape.cells()).then(|| side.entered(shape, blank))?
        });
        *from = cell.unwrap_or_default() as u8;
    }
    from
}

/// Returns by view and axis whether no tile passes another one of its table.
fn light_axes(views: &Views) -> [[bool; AXES]; MIRRORED] {
    let mut is_light = [[true; AXES]; MIRRORED];
    for (view, nth, _) in views.all() {
        for (number, step) in views.steps(view, nth).iter().enumerate() {
            if let Some(side) = Side::numbered(turn_of(number as u8)) {
                is_light[view][side.axis()] &= step.between == 0;
            }
        }
    }
    is_light
}

impl BoardLayout for Cells32 {
    type Tiles = Tiles;

    const NO_TILES: Tiles = Tiles {
        at: [0; MAX_CELLS],
        states: [0; STATES],
    };

    fn set_state(
        tiles: &mut Tiles,
        place: usize,
        _: (usize, usize),
        placed: Placed,
        orders: &Orders,
    ) {
        let number = orders.number(placed.order());
        tiles.states[place] = u64::from(placed.map())
            | (place as u64) << PLACE
            | (number as u64) << ORDER
            | u64::from(placed.distance()) << DISTANCE;
    }

    fn set_tile(tiles: &mut Tiles, _: usize, cell: usize, tile: u8, _: u8) {
        tiles.at[cell] = tile;
    }

    #[cfg(test)]
    fn state(tiles: &Tiles, table: usize, orders: &Orders) -> (u32, Order) {
        let state = tiles.states[table];
        (state as u32, orders.order(order(state) as usize))
    }
}

impl ByView for Cells32 {
    type State = State;
    type PendingLookup = PendingLookup;
    type Entry = u64;
    type LayoutView<'k> = Cells32View<'k>;

    const ASKED: usize = 16;

    fn look<'k>(&'k self, views: &'k Views) -> Cells32View<'k> {
        Cells32View::new(self, views)
    }
}

/// A table seen in a view.
#[derive(Clone, Copy, Debug)]
struct Lens<'k> {
    steps: &'k Steps,
    numbers: &'k MapNumbers,
    rows: &'k [u32; ROWS],
    changes: &'k [u16],
    blocks: &'k Lookup,
    /// The number of blocks.
    count: u64,
    words: &'k [u64],
}

/// The tables, each as it is seen in each view.
#[derive(Debug)]
pub(super) struct Cells32View<'k> {
    form: &'k Cells32,
    /// By place of the state.
    lenses: [Lens<'k>; STATES],
    views: usize,
    /// The states of a board that are used, four at a time.
    used: usize,
}

impl<'k> Cells32View<'k> {
    fn new(form: &'k Cells32, views: &'k Views) -> Self {
        let mut all = views.all().zip(&form.ranks);
        let mut lens = || {
            let ((view, nth, table), rank) = all.next()?;
            Some(Lens {
                steps: views.steps(view, nth),
                numbers: &rank.numbers,
                rows: &rank.changes.rows,
                changes: &rank.changes.changes,
                blocks: table.index().lookup(),
                count: table.index().blocks() as u64,
                words: table.words(),
            })
        };
        let first = lens().unwrap_or_else(|| unreachable!("a partition has tables"));
        // Beyond the last there is the first one again.
        let mut lenses = [first; STATES];
        for place in &mut lenses[1..] {
            *place = lens().unwrap_or(first);
        }
        Self {
            form,
            lenses,
            views: views.count(),
            used: views.all().count().div_ceil(COPIED),
        }
    }
}

/// The number of the new map, and the place of the change of the order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PendingLookup {
    map: u32,
    change: u32,
}

impl LayoutView<Cells32> for Cells32View<'_> {
    #[inline(always)]
    fn axes(&self) -> usize {
        if self.form.is_flat { 2 } else { 3 }
    }

    #[inline(always)]
    fn views(&self) -> usize {
        self.views
    }

    #[inline(always)]
    fn is_own(&self, _: usize) -> bool {
        // Each table has its steps anyway.
        true
    }

    #[inline(always)]
    fn is_light(&self, view: usize, axis: usize) -> bool {
        self.form.is_light[view][axis]
    }

    #[inline(always)]
    fn aim<const POPCNT: bool, const PASSES_TILES: bool, const PER_TABLE_FRAME: bool>(
        &self,
        view: usize,
        board: &Board<Tiles>,
        step: u8,
    ) -> (State, PendingLookup) {
        let from = self.form.from[usize::from(step)];
        let tile = board.tiles.at[usize::from(from) % MAX_CELLS];
        let place = self.form.place_of[view % MIRRORED][usize::from(tile) % MAX_CELLS];
        let place = usize::from(place) % STATES;
        let lens = &self.lenses[place];
        let step = &lens.steps[usize::from(step)];
        let before = board.tiles.states[place];
        let state = (before ^ u64::from(step.flip)).wrapping_add(1 << DISTANCE);
        let mut change = 0;
        if PASSES_TILES {
            let below = count_tiles::<POPCNT>(before as u32 & step.below);
            let passed = count_tiles::<POPCNT>(before as u32 & step.between);
            change = lens.rows[row(step.is_up, below, passed) % ROWS] + order(before) as u32;
            fetch_early(lens.changes, change as usize);
        }
        let map = lens.numbers.of_few(state as u32);
        lens.blocks.fetch(map);
        (state, PendingLookup { map, change })
    }

    #[inline(always)]
    fn entry<const PASSES_TILES: bool, const PER_TABLE_FRAME: bool>(
        &self,
        _: usize,
        step: u8,
        mut state: State,
        aim: PendingLookup,
    ) -> (State, u64) {
        let lens = &self.lenses[place(state)];
        if PASSES_TILES {
            state ^= u64::from(lens.changes[aim.change as usize]) << ORDER;
        }
        let from = lens.steps[usize::from(step)].from;
        let block = lens
            .blocks
            .block_of(aim.map, state & 0xffff_ffff, from.into());
        let entry = order(state) * lens.count + u64::from(block);
        fetch_early(lens.words, (entry / 64) as usize);
        (state, entry)
    }

    #[inline(always)]
    fn read(&self, _: usize, state: State, entry: u64) -> (State, u64) {
        let word = self.lenses[place(state)].words[(entry / 64) as usize];
        // The entry is the upper bit of the new distance modulo 4. The state has that of a distance
        // that grew by 1; one that shrank by 1 differs in this bit alone.
        let closer = word >> (entry % 64) << 63 ^ state & 1 << 63;
        (state ^ closer, closer >> 63)
    }

    #[inline(always)]
    fn write(&self, child: &mut Tiles, parent: &Tiles, step: u8, states: impl Fn(usize) -> State) {
        let to = child.states.chunks_exact_mut(COPIED);
        for (to, from) in to.zip(parent.states.chunks_exact(COPIED)).take(self.used) {
            to.copy_from_slice(from);
        }
        for view in 0..self.views {
            let state = states(view);
            child.states[place(state)] = state;
        }
        child.at = parent.at;
        let from = usize::from(self.form.from[usize::from(step)]) % MAX_CELLS;
        child.at[blank_of(step) % MAX_CELLS] = parent.at[from];
    }
}
