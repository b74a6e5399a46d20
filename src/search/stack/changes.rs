//! What moves change in the order of a table's tiles, as numbers.

use alloc::vec::Vec;

use super::views::Views;
use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::runtime::effort::Effort;
use crate::tables::Orders;

/// The most rows: by direction (one bit), tiles below and tiles passed (three bits each).
pub(super) const ROWS: usize = 1 << 7;

/// What moves change in the orders of so many tiles: for each row the number of an order before xor
/// that after, by the number before.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    /// Where the rows begin. The first row is one in which nothing changes.
    pub(super) rows: [u32; ROWS],
    pub(super) changes: Vec<u16>,
}

/// Returns the number of a row.
#[inline(always)]
pub(super) const fn row(is_up: bool, below: u32, passed: u32) -> usize {
    (is_up as usize) << 6 | (below as usize) << 3 | passed as usize
}

/// Changes that are being made.
#[derive(Debug)]
pub(super) struct NewChanges {
    made: Changes,
    /// The most tiles that a tile passes.
    most: u32,
    /// The next row, and the next number in it.
    row: usize,
    number: usize,
}

/// What a change costs.
const CHANGE_COST: usize = 10;

impl NewChanges {
    /// Begins the changes of orders, for tables in which a tile passes `most` others at most.
    pub(super) fn new(orders: &Orders, most: u32) -> Result<Self, OutOfMemory> {
        let rows = (0..ROWS).filter(|&row| passing(row, orders.tiles(), most).is_some());
        let mut changes = reserved((rows.count() + 1) * orders.count())?;
        changes.resize(orders.count(), 0);
        Ok(Self {
            made: Changes {
                rows: [0; ROWS],
                changes,
            },
            most,
            row: 0,
            number: 0,
        })
    }

    /// Goes on, and returns the changes once they are made.
    pub(super) fn advance(&mut self, orders: &Orders, effort: &mut Effort) -> Option<Changes> {
        let Changes { rows, changes } = &mut self.made;
        while !effort.is_spent() {
            if self.row == ROWS {
                let changes = core::mem::take(changes);
                return Some(Changes {
                    rows: *rows,
                    changes,
                });
            }
            let Some((from, to)) = passing(self.row, orders.tiles(), self.most) else {
                self.row += 1;
                continue;
            };
            if self.number == 0 {
                rows[self.row] = changes.len() as u32;
            }
            // An eighth of a slice, at most.
            let end = orders.count().min(self.number + (1 << 12));
            for number in self.number..end {
                let after = orders.number(Orders::moved(orders.order(number), from, to));
                changes.push((number ^ after) as u16);
            }
            effort.spend(CHANGE_COST * (end - self.number));
            self.number = end;
            if end == orders.count() {
                (self.row, self.number) = (self.row + 1, 0);
            }
        }
        None
    }
}

/// Returns from which slot to which a tile goes in a row, if it passes others.
fn passing(row: usize, tiles: usize, most: u32) -> Option<(usize, usize)> {
    let (is_up, below, passed) = (row >> 6 == 1, row >> 3 & 7, row & 7);
    let is_row = passed > 0 && passed <= most as usize && below + passed < tiles;
    let above = below + passed;
    is_row.then_some(if is_up {
        (below, above)
    } else {
        (above, below)
    })
}

/// Returns how many tiles a tile passes at most.
pub(super) fn most_passed(views: &Views) -> u32 {
    let steps = views
        .all()
        .flat_map(|(view, nth, _)| views.steps(view, nth));
    steps
        .map(|step| step.between.count_ones())
        .fold(0, u32::max)
}
