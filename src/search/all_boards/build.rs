//! How the table of all boards is made: breadth first from the goal, as a work.

use alloc::vec::Vec;
use core::mem;

use super::orders::{MAX_TILES, Ranks, Shift, Step, pack};
use super::{AllBoards, CHOICE, DISTANCE};
use crate::metric::Metric;
use crate::rank::Numbering;
use crate::runtime::alloc::{OutOfMemory, filled, reserved};
use crate::runtime::work::{self, Counts, Work};
use crate::shape::Shape;
use crate::side::Side;

/// The number of boards that a slice makes: 9 ns each, 0.3 ms. A slice may pass it by the boards of
/// one step, some 5,000 for 3 x 3.
const SLICE: usize = 1 << 15;

/// An entry of a board that was not reached yet.
const UNKNOWN: u8 = u8::MAX;

/// The search of a whole space, breadth first from the goal. It expands no board of a search, and
/// no limit of counts holds it up.
#[derive(Debug)]
pub(crate) struct BuildAll {
    shape: Shape,
    home: usize,
    metric: Metric,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    /// Nothing is there yet.
    New,
    /// Memory is taken for the boards of each list.
    Room(AllBoards, Levels),
    /// Boards are made.
    Fill(AllBoards, Levels),
    Done,
}

/// The boards at a distance and at the next one, and the place among them.
///
/// By slides a board is not left along the axis along which it was reached: what is in line with it
/// there is no farther than itself. That halves the work.
#[derive(Debug, Default)]
struct Levels {
    /// By blank cell, so that the same steps are made again and again; by slides then by the axis
    /// along which boards were reached first.
    level: Vec<List>,
    next: Vec<List>,
    /// The number of lists that a blank cell has.
    axes: usize,
    /// Of the boards being made.
    distance: u8,
    /// The list and the step of its blank cell that come next.
    list: usize,
    step: usize,
}

/// Orders of boards of one list, in a space that is large enough for all of them.
#[derive(Debug)]
struct List {
    orders: Vec<u32>,
    count: usize,
}

impl List {
    /// Takes one place more than there are orders, so that there is always room for what turns out
    /// to be known.
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
    /// Searches the whole space breadth first from the goal: some milliseconds for 3 x 3.
    ///
    /// # Panics
    /// If the shape is a path, or has more than [`MAX_CELLS`](Self::MAX_CELLS) cells.
    #[cfg(test)]
    pub(crate) fn new(shape: Shape, home: usize, metric: Metric) -> Result<Self, OutOfMemory> {
        let mut build = BuildAll::new(shape, home, metric);
        let mut counts = Counts::default();
        loop {
            if let work::Step::Found(table) = build.advance(u64::MAX, &mut counts)? {
                return Ok(table);
            }
        }
    }
}

impl BuildAll {
    /// Begins a table; the memory is taken in the slices.
    ///
    /// # Panics
    /// If the shape is a path, or has more than [`AllBoards::MAX_CELLS`] cells.
    pub(crate) fn new(shape: Shape, home: usize, metric: Metric) -> Self {
        assert!(
            shape.cells() <= AllBoards::MAX_CELLS && !shape.is_path(),
            "not a small shape"
        );
        Self {
            shape,
            home,
            metric,
            stage: Stage::New,
        }
    }
}

impl Work for BuildAll {
    type Found = AllBoards;
    type Failure = OutOfMemory;

    fn advance(
        &mut self,
        _until: u64,
        _counts: &mut Counts,
    ) -> Result<work::Step<AllBoards>, OutOfMemory> {
        // If memory is lacking, it is over.
        match mem::replace(&mut self.stage, Stage::Done) {
            Stage::New => {
                let table = begin(self.shape, self.home, self.metric)?;
                self.stage = Stage::Room(table, Levels::new(self.shape, self.metric));
            }
            Stage::Room(table, mut levels) => {
                levels.make_room(&table)?;
                self.stage = if levels.level.len() < levels.axes * table.steps.len() {
                    Stage::Room(table, levels)
                } else {
                    Stage::Fill(table, levels)
                };
            }
            Stage::Fill(mut table, mut levels) => {
                let mut made = 0;
                while made < SLICE {
                    match levels.advance(&mut table) {
                        Some(boards) => made += boards,
                        None => return Ok(work::Step::Found(table)),
                    }
                }
                self.stage = Stage::Fill(table, levels);
            }
            Stage::Done => return Ok(work::Step::Done),
        }
        Ok(work::Step::Paused)
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
fn begin(shape: Shape, home: usize, metric: Metric) -> Result<AllBoards, OutOfMemory> {
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
    fn new(shape: Shape, metric: Metric) -> Self {
        Self {
            axes: match metric {
                Metric::Tiles => 1,
                Metric::Slides if shape.is_rectangle() => 2,
                Metric::Slides => 3,
            },
            ..Self::default()
        }
    }

    /// Takes memory for the boards of one more list, and begins with the goal in the end.
    fn make_room(&mut self, table: &AllBoards) -> Result<(), OutOfMemory> {
        let cells = table.steps.len();
        if self.level.is_empty() {
            let lists = self.axes * cells;
            (self.level, self.next) = (reserved(lists)?, reserved(lists)?);
        }
        self.level.push(List::of(table.orders)?);
        self.next.push(List::of(table.orders)?);
        if self.level.len() == self.axes * cells {
            // The goal is left along every axis.
            for list in &mut self.level[self.axes * table.home..][..self.axes] {
                list.push(pack(0..cells as u32 - 1), true);
            }
            self.distance = 1;
        }
        Ok(())
    }

    /// Makes one step of the blank from all boards of a list. Returns how many boards that made,
    /// and one for the look; `None` if no board is left.
    fn advance(&mut self, table: &mut AllBoards) -> Option<usize> {
        let (blank, axis) = (self.list / self.axes, self.list % self.axes);
        let Some(&step) = table.steps[blank].get(self.step) else {
            self.level[self.list].count = 0;
            (self.list, self.step) = (self.list + 1, 0);
            if self.list == self.level.len() {
                mem::swap(&mut self.level, &mut self.next);
                self.list = 0;
                self.distance += 1;
                self.level.iter().find(|list| list.count > 0)?;
            }
            return Some(1);
        };
        self.step += 1;
        let list = &self.level[self.list];
        let is_by_slides = self.axes > 1;
        if list.count == 0 || is_by_slides && step.side.axis() == axis {
            return Some(1);
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
        Some(list.count + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_found_once_in_some_slices() {
        let shape = Shape::new(3, 3, 1).expect("a small shape");
        let mut counts = Counts::default();
        let mut build = BuildAll::new(shape, 8, Metric::Tiles);
        let mut slices = 0;
        let table = loop {
            slices += 1;
            match build.advance(0, &mut counts).expect("little memory") {
                work::Step::Paused => {}
                work::Step::Found(table) => break table,
                step => panic!("neither a table nor a pause: {step:?}"),
            }
        };
        // 9!/2 boards, each with 2 2/3 neighbours, 2^15 of them a slice; before that ten slices
        // for memory.
        assert!((24..=26).contains(&slices), "{slices} slices");
        let whole = AllBoards::new(shape, 8, Metric::Tiles).expect("little memory");
        assert!(table.entries == whole.entries);
        let after = build.advance(u64::MAX, &mut counts);
        assert!(matches!(after, Ok(work::Step::Done)));
        assert_eq!(counts, Counts::default());
    }

    #[test]
    fn a_slice_is_passed_by_less_than_a_sixth() {
        let shape = Shape::new(3, 3, 1).expect("a small shape");
        for home in [0, 1, 4, 8] {
            let mut table = begin(shape, home, Metric::Tiles).expect("little memory");
            let mut levels = Levels::new(shape, Metric::Tiles);
            while levels.level.len() < 9 {
                levels.make_room(&table).expect("little memory");
            }
            let mut most = 0;
            while let Some(made) = levels.advance(&mut table) {
                most = most.max(made);
            }
            assert!((1000..SLICE / 6).contains(&most), "home {home}: {most}");
        }
    }
}
