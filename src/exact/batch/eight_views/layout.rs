//! The layout of boards in eight views.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::super::board_layout::BoardLayout;
use super::super::views::{VIEWS, Views};
use super::entries::{Entries, MOST_CELLS};
use super::lehmer;
use crate::exact::patterns::{MAX_CELLS, Placed, blank_of, turn_of};
use crate::runtime::alloc::{OutOfMemory, boxed};
use crate::runtime::cost_model::search_tables as cost;
use crate::runtime::job::Pace;
use crate::side::Side;
#[cfg(test)]
use crate::tables::Order;
use crate::tables::Orders;

/// The tables of all views.
pub(super) const TABLES: usize = 4 * VIEWS;

/// The bits of the cells in a word; two bits are the distance.
pub(super) const CELLS: u32 = (1 << MOST_CELLS) - 1;
pub(super) const DISTANCE: u32 = 30;

/// The axes along which tiles move.
pub(super) const AXES: usize = 2;

/// The cells that a tile passes in an order of cells on most boards, and at most: on 3 x 7.
pub(super) const FEW_PASSED: usize = 4;
pub(super) const MOST_PASSED: usize = 6;

/// The number of orders of cells in which a tile passes others along an axis: by rows from either
/// side, or by columns.
pub(super) const PASSINGS: usize = 2;

/// The tile in a cell that has none.
const NO_TILE: u8 = MAX_CELLS as u8 - 1;

/// The tiles of a board. Unused places are never read.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Tiles {
    /// By cell: the tile there; the blank's is any.
    pub(super) at: [u8; MAX_CELLS],
    /// By view and table, without gaps: the cells of the tiles, and from bit 30 on their distance
    /// modulo 4.
    pub(super) words: [u32; TABLES],
    /// Likewise: the number of their order, by [`lehmer`].
    pub(super) orders: [u16; TABLES],
}

/// Boards in eight views.
#[derive(Debug)]
pub(crate) struct EightViews {
    /// By step: the cell that the tile leaves.
    pub(super) from: [u8; 256],
    pub(super) passings: Box<[Passing; 256]>,
    /// True if a tile passes more than [`FEW_PASSED`] cells in an order of cells.
    pub(super) passes_many: bool,
    /// By tile and view: the place of its table on a board, and from bit 8 on the table's frame.
    pub(super) places: [[u16; VIEWS]; MAX_CELLS],
    /// By step and frame: the cells of the tile before and after, and from bit 27 on the former.
    pub(super) flips: Box<[[u32; FRAMES]; 256]>,
    /// By axis and order of cells, then by the tile that moves to a higher cell and one that it
    /// passes: what that adds to the number of the order, by view.
    pub(super) changes: Box<[[[Changes; MAX_CELLS]; MAX_CELLS]; AXES * PASSINGS]>,
    /// By number of tiles.
    entries: Vec<(usize, Entries)>,
}

/// The most ways in which tables look at a board.
pub(super) const FRAMES: usize = 8;

/// The changes of the numbers of orders, by view.
pub(super) type Changes = [i8; VIEWS];

/// The cells that a step's tile passes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Passing {
    /// By order of cells.
    pub(super) cells: [[u8; MOST_PASSED]; PASSINGS],
    /// 1 if the tile goes to a higher cell, else -1.
    pub(super) sign: i16,
    pub(super) axis: u8,
}

impl EightViews {
    /// Lays out the tables of eight views.
    pub(crate) async fn new(views: &Views, pace: &mut Pace) -> Result<Self, OutOfMemory> {
        let mut layout = Self {
            from: [0; 256],
            passings: boxed(Passing {
                cells: [[NO_TILE; MOST_PASSED]; PASSINGS],
                ..Passing::default()
            })?,
            passes_many: false,
            places: [[0; VIEWS]; MAX_CELLS],
            flips: boxed([0; FRAMES])?,
            changes: boxed([[[0; VIEWS]; MAX_CELLS]; MAX_CELLS])?,
            entries: Vec::new(),
        };
        let steps = steps(views);
        for &(step, side, from) in &steps {
            layout.from[usize::from(step)] = from;
            let passing = &mut layout.passings[usize::from(step)];
            passing.sign = if blank_of(step) > usize::from(from) {
                1
            } else {
                -1
            };
            passing.axis = side.axis() as u8;
        }
        // The cells that tiles pass along each axis, in each order of cells.
        let mut orders: [Vec<Vec<u32>>; AXES] = [Vec::new(), Vec::new()];
        let mut frames: Vec<Vec<u32>> = Vec::new();
        for (place, (view, nth, table)) in views.all().enumerate() {
            let tiles = table.index().tiles();
            if layout.entries.iter().all(|&(of, _)| of != tiles) {
                layout.entries.push((tiles, Entries::new(table)?));
            }
            let seen = views.steps(view, nth);
            let flip = |step: u8| {
                let step = &seen[usize::from(step)];
                step.flip | u32::from(step.from) << MOST_CELLS
            };
            let flips: Vec<u32> = steps.iter().map(|&(step, ..)| flip(step)).collect();
            let frame = known(&mut frames, flips);
            for &(step, ..) in &steps {
                layout.flips[usize::from(step)][frame % FRAMES] = flip(step);
            }
            for (axis, orders) in orders.iter_mut().enumerate() {
                let along = || steps.iter().filter(|(_, side, _)| side.axis() == axis);
                let between = |&(step, ..): &(u8, Side, u8)| {
                    let between = seen[usize::from(step)].between;
                    let is_between = |cell: &usize| between >> table.frame().cell(*cell) & 1 != 0;
                    let cells = 0..views.shape().cells();
                    cells.filter(is_between).map(|cell| 1 << cell).sum::<u32>()
                };
                let passed: Vec<u32> = along().map(between).collect();
                let order = if passed.iter().all(|&cells| cells == 0) {
                    None
                } else {
                    Some(known(orders, passed.clone()) % PASSINGS)
                };
                let Some(order) = order else { continue };
                for (&(step, ..), passed) in along().zip(passed) {
                    layout.passes_many |= passed.count_ones() as usize > FEW_PASSED;
                    let cells = (0..MAX_CELLS as u8).filter(|&cell| passed >> cell & 1 != 0);
                    let passing = &mut layout.passings[usize::from(step)];
                    for (place, cell) in passing.cells[order].iter_mut().zip(cells) {
                        *place = cell;
                    }
                }
                let rises = along().all(|&(step, _, from)| {
                    seen[usize::from(step)].is_up == (blank_of(step) > usize::from(from))
                });
                let sign: i8 = if rises { 1 } else { -1 };
                let changes = &mut layout.changes[axis * PASSINGS + order];
                for (tile, passed, change) in lehmer::changes(table) {
                    changes[tile][passed][view % VIEWS] = sign * change;
                }
            }
            for tile in table.pattern().cells() {
                layout.places[tile][view % VIEWS] = (place | frame << 8) as u16;
            }
            pace.spend(cost::CHANGE * lehmer::ORDERS).await;
        }
        debug_assert!(frames.len() <= FRAMES, "a rectangle has eight symmetries");
        debug_assert!(orders.iter().all(|orders| orders.len() <= PASSINGS));
        Ok(layout)
    }
}

impl EightViews {
    /// Returns the entries of tables of a number of tiles.
    pub(super) fn entries(&self, tiles: usize) -> &Entries {
        match self.entries.iter().find(|&&(of, _)| of == tiles) {
            Some((_, entries)) => entries,
            None => unreachable!("those of all tables were entered"),
        }
    }
}

/// Returns the steps of a board: their numbers, the blank's directions, and the cells that it enters.
fn steps(views: &Views) -> Vec<(u8, Side, u8)> {
    let step = |number: u8| {
        let side = Side::numbered(turn_of(number))?;
        let blank = blank_of(number);
        if blank >= views.shape().cells() {
            return None;
        }
        let from = side.entered(views.shape(), blank)?;
        Some((number, side, from as u8))
    };
    (0..=u8::MAX).filter_map(step).collect()
}

/// Returns the place of an item in a list, to which it is added if it is not there.
fn known<T: PartialEq>(list: &mut Vec<T>, item: T) -> usize {
    let place = list.iter().position(|it| *it == item);
    place.unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    })
}

impl BoardLayout for EightViews {
    type Tiles = Tiles;

    const NO_TILES: Tiles = Tiles {
        at: [NO_TILE; MAX_CELLS],
        words: [0; TABLES],
        orders: [0; TABLES],
    };

    fn set_state(
        tiles: &mut Tiles,
        place: usize,
        _: (usize, usize),
        placed: Placed,
        orders: &Orders,
    ) {
        tiles.words[place] = placed.map() | placed.distance() << DISTANCE;
        tiles.orders[place] = lehmer::number(placed.order(), orders.tiles()) as u16;
    }

    fn set_tile(tiles: &mut Tiles, _: usize, cell: usize, tile: u8, _: u8) {
        tiles.at[cell] = tile;
    }

    #[cfg(test)]
    fn state(tiles: &Tiles, table: usize, orders: &Orders) -> (u32, Order) {
        let order = lehmer::order(tiles.orders[table].into(), orders.tiles());
        (tiles.words[table] & CELLS, order)
    }
}
