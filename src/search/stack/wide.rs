//! Boards of up to 32 cells, with any number of tables.
//!
//! The order of a table's tiles is kept tile by tile, and its number is a sum of two that are
//! looked up: so tables of eight tiles need no more room in the caches than others.

mod numbers;

use alloc::vec::Vec;

use numbers::{NUMBERS_COST, Numbers};

use super::form::{Form, Look, Meta, VIEWS};
use super::kit::Kit;
use super::ways::AXES;
use crate::effort::Effort;
use crate::dispatch::fetch_early;
use crate::search::patterns::{
    MAX_CELLS, MAX_GROUPS, Patterns, Placed, Steps, blank_of, turn_of,
};
use crate::shape::Shape;
use crate::side::Side;
use crate::tables::{Lookup, Shared};

/// The states of a board: those that are used are copied four at a time.
const STATES: usize = VIEWS * MAX_GROUPS;
const COPIED: usize = 4;

/// A board as the tables see it. What is not used of it is never touched.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(super) struct Board {
    /// By cell: the tables of the tile there, four bits a view; 0 for the blank.
    tables: [u8; MAX_CELLS],
    meta: Meta,
    /// The place in the trail.
    mark: u32,
    /// By view and table, without gaps.
    states: [Placed; STATES],
}

/// Boards of up to 32 cells.
#[derive(Clone, Debug)]
pub(crate) struct Wide {
    /// By step: the cell that the tile leaves.
    from: [u8; 256],
    /// By view and axis: whether no tile passes another one of its table.
    is_light: [[bool; AXES]; VIEWS],
    is_flat: bool,
    /// By table: what tables of as many tiles share.
    numbers: Vec<Shared<Numbers>>,
}

/// The form, while it is made.
#[derive(Debug)]
pub(crate) struct NewWide(Wide);

impl NewWide {
    /// Begins the form.
    pub(crate) fn new(patterns: &Patterns) -> Self {
        Self(Wide {
            from: from_cells(patterns.shape()),
            is_light: light_axes(patterns),
            is_flat: patterns.shape().is_rectangle(),
            numbers: Vec::new(),
        })
    }

    /// Goes on, and returns the form once it is made.
    pub(crate) fn advance(&mut self, patterns: &Patterns, effort: &mut Effort) -> Option<Wide> {
        let numbers = &mut self.0.numbers;
        while !effort.is_spent() {
            let Some(table) = patterns.tables().get(numbers.len()) else {
                return Some(self.0.clone());
            };
            let index = table.index();
            let mut before = patterns.tables().iter().zip(&*numbers);
            let same = before.find(|(table, _)| table.index().tiles() == index.tiles());
            let next = same.map_or_else(
                || {
                    effort.spend(NUMBERS_COST);
                    Numbers::new(patterns.shape().cells(), index.orders()).into()
                },
                |(_, numbers)| Shared::clone(numbers),
            );
            numbers.push(next);
        }
        None
    }
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
fn light_axes(patterns: &Patterns) -> [[bool; AXES]; VIEWS] {
    let mut is_light = [[true; AXES]; VIEWS];
    for view in 0..patterns.views() {
        for nth in 0..patterns.tables().len() {
            for (number, step) in patterns.steps(view, nth).iter().enumerate() {
                if let Some(side) = Side::numbered(turn_of(number as u8)) {
                    is_light[view][side.axis()] &= step.between == 0;
                }
            }
        }
    }
    is_light
}

impl Form for Wide {
    type Board = Board;
    type State = Placed;
    type Aim = Aim;
    type Entry = u64;
    type Look<'k> = WideLook<'k>;

    const NO_BOARD: Board = Board {
        tables: [0; MAX_CELLS],
        meta: Meta(0),
        mark: 0,
        states: [Placed(0); STATES],
    };

    fn look(kit: &Kit) -> WideLook<'_> {
        WideLook::new(kit)
    }

    fn board(kit: &Kit, cells: &[u8]) -> Option<(Board, [usize; VIEWS])> {
        let patterns = kit.patterns();
        let (mut board, mut estimates) = (Self::NO_BOARD, [0; VIEWS]);
        let tables = patterns.tables().len();
        for view in 0..patterns.views() {
            let (placed, sum) = patterns.look(view, cells)?;
            estimates[view] = sum;
            let states = board.states.iter_mut().skip(view * tables);
            for (nth, (state, placed)) in states.zip(placed).enumerate() {
                *state = placed.with_table(nth);
            }
            for (tables, &tile) in board.tables.iter_mut().zip(cells) {
                if usize::from(tile) != patterns.home() {
                    let table = patterns.group_of(view)[usize::from(tile) % MAX_CELLS];
                    *tables |= table << (4 * view);
                }
            }
        }
        Some((board, estimates))
    }

    fn cells(kit: &Kit, board: &Board) -> Vec<u8> {
        let states = board.states.iter().take(kit.patterns().tables().len());
        let placed = states.map(|state| (state.map().into(), state.order()));
        kit.patterns().cells(placed)
    }

    #[inline(always)]
    fn meta(board: &Board) -> Meta {
        board.meta
    }

    fn set_meta(board: &mut Board, meta: Meta) {
        board.meta = meta;
    }

    #[inline(always)]
    fn mark(board: &Board) -> u32 {
        board.mark
    }

    #[inline(always)]
    fn set_mark(board: &mut Board, mark: u32) {
        board.mark = mark;
    }
}

/// A table seen in a view.
#[derive(Clone, Copy, Debug)]
struct Lens<'k> {
    steps: &'k Steps,
    numbers: &'k Numbers,
    blocks: &'k Lookup,
    /// The place of the state on a board.
    place: usize,
    orders: u64,
    words: &'k [u64],
}

/// The tables, each as it is seen in each view.
#[derive(Debug)]
pub(super) struct WideLook<'k> {
    form: &'k Wide,
    /// By view and table.
    lenses: [[Lens<'k>; MAX_GROUPS]; VIEWS],
    views: usize,
    /// The states of a board that are used, four at a time.
    used: usize,
}

impl<'k> WideLook<'k> {
    fn new(kit: &'k Kit) -> Self {
        let (patterns, form) = (kit.patterns(), kit.wide());
        let (tables, views) = (patterns.tables().len(), patterns.views());
        let lens = |view: usize, nth: usize| {
            // Beyond the last there is the first one once more.
            let nth = if nth < tables { nth } else { 0 };
            let view = if view < views { view } else { 0 };
            let table = &patterns.tables()[nth];
            Lens {
                steps: patterns.steps(view, nth),
                numbers: &form.numbers[nth],
                blocks: table.index().lookup(),
                place: view * tables + nth,
                orders: table.index().orders().count() as u64,
                words: table.words(),
            }
        };
        Self {
            form,
            lenses: core::array::from_fn(|view| core::array::from_fn(|nth| lens(view, nth))),
            views,
            used: (views * tables).div_ceil(COPIED),
        }
    }
}

/// The number of the new map, and that of the order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Aim {
    map: u32,
    order: u32,
}

impl Look<Wide> for WideLook<'_> {
    #[inline(always)]
    fn axes(&self) -> usize {
        if self.form.is_flat { 2 } else { 3 }
    }

    #[inline(always)]
    fn views(&self) -> usize {
        self.views
    }

    #[inline(always)]
    fn is_light(&self, view: usize, axis: usize) -> bool {
        self.form.is_light[view][axis]
    }

    #[inline(always)]
    fn aim<const BITS: bool, const HEAVY: bool>(
        &self,
        view: usize,
        board: &Board,
        step: u8,
    ) -> (Placed, Aim) {
        let from = self.form.from[usize::from(step)];
        let tables = usize::from(board.tables[usize::from(from) % MAX_CELLS]);
        let lens = &self.lenses[view][tables >> (4 * view) & 15];
        let step = &lens.steps[usize::from(step)];
        let before = board.states[lens.place % STATES];
        let state = if HEAVY {
            before.moved::<BITS>(step)
        } else {
            before.shifted(step)
        };
        let (map, order) = lens.numbers.of::<BITS>(state);
        lens.blocks.fetch(map);
        (state, Aim { map, order })
    }

    #[inline(always)]
    fn entry<const HEAVY: bool>(
        &self,
        view: usize,
        step: u8,
        state: Placed,
        aim: Aim,
    ) -> (Placed, u64) {
        let lens = &self.lenses[view][state.table()];
        let from = lens.steps[usize::from(step)].from;
        let block = lens.blocks.block_of(aim.map, state.map().into(), from.into());
        let entry = u64::from(block) * lens.orders + u64::from(aim.order);
        fetch_early(lens.words, (entry / 64) as usize);
        (state, entry)
    }

    #[inline(always)]
    fn read(&self, state: Placed, entry: u64) -> (Placed, u64) {
        let word = self.lenses[0][state.table()].words[(entry / 64) as usize];
        let farther = state.is_farther(word >> (entry % 64));
        (state.grown(farther), 1 ^ farther)
    }

    #[inline(always)]
    fn write(
        &self,
        child: &mut Board,
        parent: &Board,
        step: u8,
        states: [Placed; VIEWS],
        meta: Meta,
    ) {
        let to = child.states.chunks_exact_mut(COPIED);
        for (to, from) in to.zip(parent.states.chunks_exact(COPIED)).take(self.used) {
            to.copy_from_slice(from);
        }
        for (view, state) in states.into_iter().enumerate().take(self.views) {
            let place = self.lenses[view][state.table()].place;
            child.states[place % STATES] = state;
        }
        child.tables = parent.tables;
        let from = usize::from(self.form.from[usize::from(step)]) % MAX_CELLS;
        child.tables[blank_of(step) % MAX_CELLS] = parent.tables[from];
        child.tables[from] = 0;
        child.meta = meta;
        child.mark = parent.mark;
    }
}
