//! Construction of the table of all boards, breadth first from the goal.

use alloc::vec::Vec;
use core::mem;

use super::orders::{MAX_TILES, Ranks, Shift, Step, pack};
use super::{AllBoards, CHOICE, DISTANCE};
use crate::metric::Metric;
use crate::rank::Numbering;
use crate::runtime::alloc::{OutOfMemory, filled, reserved};
use crate::runtime::cost_model::all_boards as cost;
use crate::runtime::effort::Effort;
use crate::runtime::job::Job;
use crate::runtime::job::Pace;
use crate::shape::Shape;
use crate::side::Side;

/// An entry of a board that was not reached yet.
const UNKNOWN: u8 = u8::MAX;

/// The boards at a distance and at the next one.
///
/// In the metric of slides a board is not left along the axis along which it was reached: the
/// boards in line with it are no farther than the board itself. That halves the work.
#[derive(Debug)]
struct Levels {
    /// `[blank * axes + axis]`, so that equal steps are made in a row; by slides `axis` is the one
    /// along which boards were reached first.
    level: Vec<List>,
    next: Vec<List>,
    /// The number of lists that a blank cell has.
    axes: usize,
    /// The distance of the boards in `next`.
    distance: u8,
}

/// Orders of boards of one list, in a space that is large enough for all of them.
#[derive(Debug)]
struct List {
    orders: Vec<u32>,
    count: usize,
}

impl List {
    /// Allocates one place more than there are orders, so that [`push`](Self::push) can always
    /// write.
    fn of(orders: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            orders: filled(0, orders + 1)?,
            count: 0,
        })
    }

    /// Adds a board if it is new: without a branch, which would often be mispredicted.
    #[inline]
    fn push(&mut self, order: u32, is_new: bool) {
        self.orders[self.count] = order;
        self.count += usize::from(is_new);
    }
}

impl AllBoards {
    /// Returns the job that builds the table of a shape: some milliseconds for 3 x 3.
    ///
    /// # Panics
    /// If the shape is a path, or has more than [`MAX_CELLS`](Self::MAX_CELLS) cells.
    pub(crate) fn job(shape: Shape, home: usize, metric: Metric) -> Job<Result<Self, OutOfMemory>> {
        Job::new(move |mut pace| async move { Self::build(shape, home, metric, &mut pace).await })
    }

    /// Builds the table at once.
    #[cfg(test)]
    pub(crate) fn new(shape: Shape, home: usize, metric: Metric) -> Result<Self, OutOfMemory> {
        Self::job(shape, home, metric).finish()
    }

    /// Builds the table of a shape, as [`job`](Self::job).
    pub(crate) async fn build(
        shape: Shape,
        home: usize,
        metric: Metric,
        pace: &mut Pace,
    ) -> Result<Self, OutOfMemory> {
        assert!(
            shape.cells() <= Self::MAX_CELLS && !shape.is_path(),
            "not a small shape"
        );
        let mut table = goal_alone(shape, home, metric)?;
        pace.end_slice().await;
        let mut levels = Levels::new(shape, metric, &table, pace).await?;
        while levels.level.iter().any(|list| list.count > 0) {
            for list in 0..levels.level.len() {
                for step in 0..table.steps[list / levels.axes].len() {
                    let boards = levels.expand(&mut table, list, step);
                    pace.spend(boards * cost::BOARD).await;
                }
                levels.level[list].count = 0;
            }
            mem::swap(&mut levels.level, &mut levels.next);
            levels.distance += 1;
        }
        Ok(table)
    }
}

/// Returns the ways that the blank can go from a cell, each with the number of tiles that move.
fn ways(shape: Shape, metric: Metric, blank: usize) -> impl Iterator<Item = (Side, usize)> {
    let most = match metric {
        Metric::Tiles => 1,
        Metric::Slides => MAX_TILES,
    };
    Side::ALL.into_iter().flat_map(move |side| {
        let mut at = blank;
        (1..=most).map_while(move |tiles| {
            at = side.entered(shape, at)?;
            Some((side, tiles))
        })
    })
}

/// Returns the table with the goal alone.
fn goal_alone(shape: Shape, home: usize, metric: Metric) -> Result<AllBoards, OutOfMemory> {
    let cells = shape.cells();
    let orders = Numbering::new(cells).orders() as usize;
    let mut table = AllBoards {
        home,
        metric,
        orders,
        ranks: Ranks::new(cells - 1)?,
        steps: reserved(cells)?,
        entries: filled(UNKNOWN, cells * orders)?,
    };
    for blank in 0..cells {
        let steps = ways(shape, metric, blank).map(|(side, tiles)| {
            let mut shifts = [Shift::default(); MAX_TILES];
            let mut at = blank;
            for shift in shifts.iter_mut().take(tiles) {
                if let Some(from) = side.entered(shape, at) {
                    shift.place = (from - usize::from(from > at)) as u8;
                    shift.new_place = (at - usize::from(at > from)) as u8;
                    at = from;
                }
            }
            let back = ways(shape, metric, at).position(|way| way == (side.undo(), tiles));
            Step {
                side,
                from: at as u8,
                tiles: tiles as u8,
                shifts,
                back: back.unwrap_or(0) as u8,
            }
        });
        table.steps.push(steps.collect());
    }
    let goal = table.index(pack(0..cells as u32 - 1), home);
    table.entries[goal] = 0;
    Ok(table)
}

impl Levels {
    /// Allocates the lists, one a slice, and adds the goal to the first level.
    async fn new(
        shape: Shape,
        metric: Metric,
        table: &AllBoards,
        pace: &mut Pace,
    ) -> Result<Self, OutOfMemory> {
        let axes = match metric {
            Metric::Tiles => 1,
            Metric::Slides if shape.is_flat() => 2,
            Metric::Slides => 3,
        };
        let lists = axes * shape.cells();
        let (mut level, mut next) = (reserved(lists)?, reserved(lists)?);
        for _ in 0..lists {
            level.push(List::of(table.orders)?);
            next.push(List::of(table.orders)?);
            pace.spend(Effort::SLICE).await;
        }
        // The goal is left along every axis.
        for list in &mut level[axes * table.home..][..axes] {
            list.push(pack(0..shape.cells() as u32 - 1), true);
        }
        Ok(Self {
            level,
            next,
            axes,
            distance: 1,
        })
    }

    /// Makes one step of the blank from all boards of a list. Returns the number of boards made,
    /// and one for the call.
    fn expand(&mut self, table: &mut AllBoards, nth: usize, step: usize) -> usize {
        let (blank, axis) = (nth / self.axes, nth % self.axes);
        let step = table.steps[blank][step];
        let list = &self.level[nth];
        let is_by_slides = self.axes > 1;
        if list.count == 0 || is_by_slides && step.side.axis() == axis {
            return 1;
        }
        let known = self.axes * usize::from(step.from) + step.side.axis() % self.axes;
        let known = &mut self.next[known];
        let first = step.from as usize * table.orders;
        let entries = &mut table.entries[first..first + table.orders];
        let found = self.distance | step.back << CHOICE;
        let reach = |order: u32| {
            let entry = &mut entries[table.ranks.rank(order) / 2];
            let was = *entry;
            // Of the steps that lead nearer the first, which makes the smallest entry; a nearer
            // board keeps its own.
            let is_nearer = self.distance <= was & DISTANCE;
            *entry = if is_nearer { was.min(found) } else { was };
            known.push(order, was == UNKNOWN);
        };
        let orders = &list.orders[..list.count];
        // Along a row no tile changes its place in the order. Else mostly one does; its shift is a
        // loop without a branch.
        let each = orders.iter().copied();
        match (step.tiles, &step.shifts) {
            _ if step.keeps_order() => each.for_each(reach),
            (1, &[shift, ..]) => each.map(|it| shift.apply(it)).for_each(reach),
            (2, &[one, two, ..]) => each.map(|it| two.apply(one.apply(it))).for_each(reach),
            _ => each.map(|it| step.apply(it)).for_each(reach),
        }
        list.count + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_built_in_slices() {
        let shape = Shape::new(3, 3, 1).expect("a small shape");
        let mut job = AllBoards::job(shape, 8, Metric::Tiles);
        let mut slices = 1;
        let table = loop {
            match job.do_slice() {
                Some(table) => break table.expect("little memory"),
                None => slices += 1,
            }
        };
        // 9!/2 boards, each with 2 2/3 neighbours of 9 ns, 0.3 ms a slice; before that ten slices
        // for memory.
        assert!((24..=26).contains(&slices), "{slices} slices");
        let whole = AllBoards::new(shape, 8, Metric::Tiles).expect("little memory");
        assert!(table.entries == whole.entries);
    }

    #[test]
    fn a_step_takes_less_than_a_sixth_of_a_slice() {
        let shape = Shape::new(3, 3, 1).expect("a small shape");
        for home in [0, 1, 4, 8] {
            let table = goal_alone(shape, home, Metric::Tiles).expect("little memory");
            // A blank cell has 8!/2 boards, of which about a tenth is on the fullest level.
            let full = AllBoards::new(shape, home, Metric::Tiles).expect("little memory");
            let mut counts = alloc::collections::BTreeMap::new();
            for (number, entry) in full.entries.iter().enumerate() {
                *counts
                    .entry((number / table.orders, entry & DISTANCE))
                    .or_insert(0) += 1;
            }
            let most = counts.into_values().max().expect("some boards");
            assert!(
                (1000..Effort::SLICE / cost::BOARD / 6).contains(&most),
                "home {home}: {most}"
            );
        }
    }
}
