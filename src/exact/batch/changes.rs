//! The changes that moves make in the order of a table's tiles, as numbers.

use alloc::vec::Vec;

use super::views::Views;
use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::runtime::cost_model::search_tables as cost;
use crate::runtime::job::Pace;
use crate::tables::Orders;

/// The most rows: by direction (one bit), tiles below and tiles passed (three bits each).
pub(super) const ROWS: usize = 1 << 7;

/// The changes that moves make in the orders of a number of tiles: for each row, indexed by the
/// number of the order before, that number xor the number after.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    /// The starts of the rows. The first row is one without changes.
    pub(super) rows: [u32; ROWS],
    pub(super) changes: Vec<u16>,
}

#[inline(always)]
pub(super) const fn row(is_up: bool, below: u32, passed: u32) -> usize {
    (is_up as usize) << 6 | (below as usize) << 3 | passed as usize
}

/// The number of changes that are made at a time: an eighth of a slice, at most.
const CHUNK: usize = 1 << 12;

impl Changes {
    /// Returns the changes of orders, for tables in which a tile passes at most `most` others.
    pub(super) async fn new(
        orders: &Orders,
        most: u32,
        pace: &mut Pace,
    ) -> Result<Self, OutOfMemory> {
        let passing = |row| passing(row, orders.tiles(), most);
        let count = (0..ROWS).filter(|&row| passing(row).is_some()).count();
        let mut changes = reserved((count + 1) * orders.count())?;
        changes.resize(orders.count(), 0);
        let mut rows = [0; ROWS];
        for (row, start) in rows.iter_mut().enumerate() {
            let Some((from, to)) = passing(row) else {
                continue;
            };
            *start = changes.len() as u32;
            for first in (0..orders.count()).step_by(CHUNK) {
                let numbers = first..orders.count().min(first + CHUNK);
                pace.spend(cost::CHANGE * numbers.len()).await;
                changes.extend(numbers.map(|number| {
                    let after = orders.number(Orders::moved(orders.order(number), from, to));
                    (number ^ after) as u16
                }));
            }
        }
        Ok(Self { rows, changes })
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
