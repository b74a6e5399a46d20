//! Boards of up to 32 cells, with any number of tables and views.
//!
//! The order of a table's tiles is kept tile by tile, and its number is a sum of two that are
//! looked up: so tables of eight tiles need no more room in the caches than others.

use alloc::vec::Vec;

use super::form::{Form, Look, Meta, VIEWS};
use super::kit::Kit;
use super::ways::AXES;
use crate::search::dispatch::fetch_early;
use crate::effort::Effort;
use crate::search::patterns::{
    MAX_CELLS, MAX_GROUPS, Patterns, Placed, Steps, blank_of, number, turn_of,
};
use crate::shape::Shape;
use crate::side::Side;
use crate::tables::{BlockAim, Lookup, NewLookup, OutOfMemory, Shared, Wide as Blocks};

/// The words of a board before its states.
const HEAD: usize = 6;
const META: usize = 4;
const MARK: usize = 5;

/// The words of a board: those that are used are copied four at a time.
const WORDS: usize = (HEAD + VIEWS * MAX_GROUPS).next_multiple_of(COPIED);
const COPIED: usize = 4;

/// A board as the tables see it.
///
/// The first four words hold for each cell the tables of the tile there, four bits a view, and 0
/// for the blank. Then come what a board holds beside its tiles, the place in the trail, and the
/// states by view and table, without gaps: what is not used is never touched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board([u64; WORDS]);

/// Boards of up to 32 cells.
#[derive(Clone, Debug)]
pub(crate) struct Wide {
    /// By step: the cell that the tile leaves.
    from: [u8; 256],
    /// By view and axis: whether no tile passes another one of its table.
    is_light: [[bool; AXES]; VIEWS],
    /// By table: the lookup of its blocks, if its index has another form of it.
    blocks: Vec<Option<Shared<Blocks>>>,
}

/// The form, while it is made.
#[derive(Debug)]
pub(crate) struct NewWide {
    form: Wide,
    next: Option<NewLookup>,
}

impl NewWide {
    /// Begins the form.
    pub(crate) fn new(patterns: &Patterns) -> Self {
        Self {
            form: Wide {
                from: from_cells(patterns.shape()),
                is_light: light_axes(patterns),
                blocks: Vec::new(),
            },
            next: None,
        }
    }

    /// Goes on, and returns the form once it is made.
    pub(crate) fn advance(
        &mut self,
        patterns: &Patterns,
        effort: &mut Effort,
    ) -> Result<Option<Wide>, OutOfMemory> {
        while !effort.is_spent() {
            let nth = self.form.blocks.len();
            let Some(table) = patterns.tables().get(nth) else {
                let (from, is_light) = (self.form.from, self.form.is_light);
                let blocks = core::mem::take(&mut self.form.blocks);
                return Ok(Some(Wide {
                    from,
                    is_light,
                    blocks,
                }));
            };
            let index = table.index();
            if let Lookup::Wide(_) = index.lookup() {
                self.form.blocks.push(None);
                continue;
            }
            let tables = patterns.tables()[..nth].iter();
            let same = tables.clone().position(|it| it.index().tiles() == index.tiles());
            if let Some(same) = same {
                let blocks = self.form.blocks[same].clone();
                self.form.blocks.push(blocks);
                continue;
            }
            let next = match &mut self.next {
                Some(next) => next,
                none => none.insert(NewLookup::wide(index.grid().clone(), index.tiles())?),
            };
            if let Some((lookup, _)) = next.advance(effort)? {
                self.next = None;
                let blocks = match lookup {
                    Some(Lookup::Wide(blocks)) => Some(Shared::new(blocks)),
                    // There are far fewer blocks than fit.
                    _ => None,
                };
                self.form.blocks.push(blocks);
            }
        }
        Ok(None)
    }
}

impl Wide {
    /// Returns the lookup of a table's blocks.
    ///
    /// # Panics
    /// If the form was made for other tables.
    fn blocks<'k>(&'k self, patterns: &'k Patterns, nth: usize) -> &'k Blocks {
        match (&self.blocks[nth], patterns.tables()[nth].index().lookup()) {
            (Some(blocks), _) => blocks,
            (None, Lookup::Wide(blocks)) => blocks,
            (None, Lookup::Narrow(_)) => unreachable!("the form was made for these tables"),
        }
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

impl Form for Wide {
    type Board = Board;
    type State = Placed;
    type Aim = Aim;
    type Entry = u64;
    type Look<'k> = WideLook<'k>;

    const NO_BOARD: Board = Board([0; WORDS]);

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
            let states = &mut board.0[HEAD + view * tables..];
            for (nth, (state, placed)) in states.iter_mut().zip(placed).enumerate() {
                *state = placed.with_table(nth).0;
            }
            for (cell, &tile) in cells.iter().enumerate() {
                if usize::from(tile) != patterns.home() {
                    let table = patterns.group_of(view)[usize::from(tile) % MAX_CELLS];
                    board.0[cell / 8] |= u64::from(table) << (8 * (cell % 8) + 4 * view);
                }
            }
        }
        Some((board, estimates))
    }

    fn cells(kit: &Kit, board: &Board) -> Vec<u8> {
        let states = board.0[HEAD..].iter().map(|&state| Placed(state));
        let placed = states.map(|state| (state.map().into(), state.order()));
        kit.patterns().cells(placed.take(kit.patterns().tables().len()))
    }

    #[inline(always)]
    fn meta(board: &Board) -> Meta {
        Meta(board.0[META])
    }

    fn set_meta(board: &mut Board, meta: Meta) {
        board.0[META] = meta.0;
    }

    #[inline(always)]
    fn mark(board: &Board) -> u32 {
        board.0[MARK] as u32
    }

    #[inline(always)]
    fn set_mark(board: &mut Board, mark: u32) {
        board.0[MARK] = mark.into();
    }
}

/// A table seen in a view.
#[derive(Clone, Copy, Debug)]
struct Lens<'k> {
    steps: &'k Steps,
    blocks: &'k Blocks,
    prefix: &'k [u16],
    suffix: &'k [u16],
    split: u32,
    orders: u64,
    words: &'k [u64],
}

/// The tables, each as it is seen in each view.
#[derive(Debug)]
pub(super) struct WideLook<'k> {
    form: &'k Wide,
    /// By view and table.
    lenses: [[Lens<'k>; MAX_GROUPS]; VIEWS],
    tables: usize,
    views: usize,
    /// The words of a board that are used, four at a time.
    used: usize,
}

impl<'k> WideLook<'k> {
    fn new(kit: &'k Kit) -> Self {
        let (patterns, form) = (kit.patterns(), kit.wide());
        let (tables, views) = (patterns.tables().len(), patterns.views());
        let lens = |view: usize, nth: usize| {
            // Beyond the last there is the first one once more.
            let nth = if nth < tables { nth } else { 0 };
            let table = &patterns.tables()[nth];
            let (prefix, suffix, split) = table.index().orders().halves();
            Lens {
                steps: patterns.steps(if view < views { view } else { 0 }, nth),
                blocks: form.blocks(patterns, nth),
                prefix,
                suffix,
                split,
                orders: table.index().orders().count() as u64,
                words: table.words(),
            }
        };
        Self {
            form,
            lenses: core::array::from_fn(|view| core::array::from_fn(|nth| lens(view, nth))),
            tables,
            views,
            used: (HEAD + views * tables).div_ceil(COPIED),
        }
    }
}

/// Returns by view and axis whether no tile passes another one of its table.
fn light_axes(patterns: &Patterns) -> [[bool; AXES]; VIEWS] {
    let mut is_light = [[true; AXES]; VIEWS];
    for view in 0..patterns.views() {
        for nth in 0..patterns.tables().len() {
            for (number, step) in patterns.steps(view, nth).iter().enumerate() {
                let turn = turn_of(number as u8);
                if let Some(side) = Side::numbered(turn) {
                    is_light[view][side.axis()] &= step.between == 0;
                }
            }
        }
    }
    is_light
}

/// How far the entry is found: half way to the block, and the number of the order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Aim {
    block: BlockAim,
    order: u32,
}

impl Look<Wide> for WideLook<'_> {
    const AXES: usize = 3;

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
        let from = usize::from(self.form.from[usize::from(step)]);
        let table = (board.0[from / 8 % 4] >> (8 * (from % 8) + 4 * view)) as usize % MAX_GROUPS;
        let lens = &self.lenses[view][table];
        let step = &lens.steps[usize::from(step)];
        let before = Placed(board.0[(HEAD + view * self.tables + table).min(WORDS - 1)]);
        let state = if HEAVY {
            before.moved::<BITS>(step)
        } else {
            before.shifted(step)
        };
        let order = number(lens.prefix, lens.suffix, lens.split, state.order());
        let block = lens.blocks.aim::<BITS>(state.map().into());
        fetch_early(lens.blocks.maps(), block.map as usize);
        (state, Aim { block, order })
    }

    #[inline(always)]
    fn entry<const HEAVY: bool>(
        &self,
        view: usize,
        step: u8,
        state: Placed,
        aim: Aim,
    ) -> (Placed, u64) {
        let lens = &self.lenses[view][state.table() % MAX_GROUPS];
        let from = lens.steps[usize::from(step)].from;
        let block = lens.blocks.aimed(aim.block, from.into());
        let entry = u64::from(block) * lens.orders + u64::from(aim.order);
        fetch_early(lens.words, (entry / 64) as usize);
        (state, entry)
    }

    #[inline(always)]
    fn read(&self, state: Placed, entry: u64) -> (Placed, u64) {
        let words = self.lenses[0][state.table() % MAX_GROUPS].words;
        let word = words[(entry / 64) as usize];
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
        let (to, from) = (child.0.chunks_exact_mut(COPIED), parent.0.chunks_exact(COPIED));
        for (to, from) in to.zip(from).take(self.used) {
            to.copy_from_slice(from);
        }
        let (from, blank) = (usize::from(self.form.from[usize::from(step)]), blank_of(step));
        let moved = child.0[from / 8 % 4] >> (8 * (from % 8)) & 0xff;
        child.0[from / 8 % 4] ^= moved << (8 * (from % 8));
        child.0[blank / 8 % 4] ^= moved << (8 * (blank % 8));
        child.0[META] = meta.0;
        for (view, state) in states.into_iter().enumerate().take(self.views) {
            let place = HEAD + view * self.tables + state.table();
            child.0[place.min(WORDS - 1)] = state.0;
        }
    }
}
