//! Pattern tables as the stack kernel reads them.

mod estimate;
mod placed;

use alloc::boxed::Box;
use alloc::vec::Vec;

pub(crate) use estimate::PatternState;
pub(crate) use placed::{Placed, Step, count_tiles};

use crate::shape::Shape;
use crate::side::Side;
pub(crate) use crate::tables::MAX_TABLES as MAX_GROUPS;
#[cfg(test)]
use crate::tables::Order;
use crate::tables::{MAX_TABLE_CELLS, Symmetry, Table};

/// The tables of a partition, and the ways to look at a board through them.
///
/// A symmetry of the shape that leaves the home where it is turns a board into another one with as
/// long solutions, so the same tables give a second estimate; the larger counts (Korf and Felner
/// 2002).
#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    shape: Shape,
    tables: Vec<Table>,
    views: Vec<View>,
}

/// A symmetry of the board, and for every table what becomes of cells and moves in it.
#[derive(Clone, Debug)]
struct View {
    symmetry: Symmetry,
    /// `[tile]`: its table.
    group_of: [u8; MAX_CELLS],
    /// `[table]`.
    steps: Vec<Box<Steps>>,
}

/// The effects of each [`step`] on the tiles of a table, if the tile that moves is one of them.
pub(crate) type Steps = [Step; 256];

/// Returns the number of a move by the blank's cell before it and the number of its [`Side`].
pub(crate) const fn step(blank: usize, turn: usize) -> u8 {
    (blank << TURN_BITS | turn) as u8
}

/// Returns the blank's cell before a step.
pub(crate) const fn blank_of(step: u8) -> usize {
    (step >> TURN_BITS) as usize
}

pub(crate) const fn turn_of(step: u8) -> u8 {
    step & ((1 << TURN_BITS) - 1)
}

/// Six turns are numbered in three bits: with 32 cells every number of eight bits is a step.
const TURN_BITS: u32 = 3;

/// The most cells of a board that these tables serve: sets of cells are held in 32 bits here.
pub(crate) const MAX_CELLS: usize = 32;

impl View {
    fn new(shape: Shape, symmetry: Symmetry, tables: &[Table]) -> Self {
        let mut group_of = [0; MAX_CELLS];
        for (tile, group_of) in group_of.iter_mut().enumerate().take(shape.cells()) {
            let image = symmetry.cell(tile);
            let mut masks = tables.iter().map(|table| table.pattern().mask());
            let group = masks.position(|mask| mask >> image & 1 != 0);
            *group_of = group.unwrap_or_default() as u8;
        }
        let steps_of = |table: &Table| {
            let seen = |cell| table.frame().cell(symmetry.cell(cell));
            let step_of = |to: usize, side: Side| {
                let Some(from) = side.entered(shape, to) else {
                    return Step::default();
                };
                let (from, to) = (seen(from), seen(to));
                let (low, high) = (from.min(to), from.max(to));
                Step {
                    flip: 1 << from | 1 << to,
                    between: ((1_u64 << high) - (2_u64 << low)) as u32,
                    below: (1 << low) - 1,
                    from: from as u8,
                    is_up: to > from,
                }
            };
            let mut steps = Box::new([Step::default(); 256]);
            for blank in 0..shape.cells() {
                for side in Side::ALL {
                    steps[step(blank, side as usize) as usize] = step_of(blank, side);
                }
            }
            steps
        };
        Self {
            symmetry,
            group_of,
            steps: tables.iter().map(steps_of).collect(),
        }
    }
}

impl Patterns {
    /// Takes over the tables of a partition: disjoint patterns of one shape and home that hold
    /// every tile.
    pub(crate) fn new(tables: Vec<Table>) -> Self {
        let (shape, home) = (tables[0].pattern().shape(), tables[0].pattern().home());
        debug_assert_eq!(
            tables
                .iter()
                .map(|table| table.pattern().mask())
                .sum::<u64>(),
            (u64::MAX >> (64 - shape.cells())) & !(1 << home)
        );
        let still = Symmetry::all(shape)
            .into_iter()
            .filter(|symmetry| symmetry.cell(home) == home);
        let views = still
            .take(2)
            .map(|symmetry| View::new(shape, symmetry, &tables))
            .collect();
        Self {
            shape,
            tables,
            views,
        }
    }

    /// Returns one table alone, in one view: the tiles of others stay unknown.
    pub(crate) fn of_one(table: Table) -> Self {
        let shape = table.pattern().shape();
        let tables = Vec::from([table]);
        Self {
            shape,
            views: Vec::from([View::new(shape, Symmetry::identity(shape), &tables)]),
            tables,
        }
    }

    /// Returns the shape of the boards.
    pub(crate) const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the cell that the blank must reach.
    pub(crate) fn home(&self) -> usize {
        self.tables[0].pattern().home()
    }

    /// Returns for each cell the cell that its tile must reach, given the map and the order of each
    /// table as the first view shows them.
    #[cfg(test)]
    pub(crate) fn cells(&self, placed: impl Iterator<Item = (u64, Order)>) -> Vec<u8> {
        let mut cells = alloc::vec![self.home() as u8; self.shape.cells()];
        for (table, (map, order)) in self.tables.iter().zip(placed) {
            table.each_tile(map, order, |cell, tile| cells[cell] = tile as u8);
        }
        cells
    }

    /// Returns what each [`step`] does to the tiles of a table, in a view.
    pub(crate) fn steps(&self, view: usize, table: usize) -> &Steps {
        &self.views[view].steps[table]
    }

    pub(crate) fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Returns the number of views: 2 if the home lies on a mirror axis, else 1.
    pub(crate) fn views(&self) -> usize {
        self.views.len()
    }

    /// Returns the table of each tile in a view.
    pub(crate) fn group_of(&self, view: usize) -> &[u8; MAX_CELLS] {
        &self.views[view].group_of
    }

    /// Returns the symmetry of the second view, if there is one.
    pub(crate) fn mirror(&self) -> Option<&Symmetry> {
        self.views.get(1).map(|view| &view.symmetry)
    }

    /// Returns the tiles of each table as they stand on a canonical board in a view, and the sum of
    /// their distances.
    ///
    /// `None` if the board can't be solved.
    pub(crate) fn look(&self, view: usize, at: &[u8]) -> Option<(Vec<Placed>, usize)> {
        let symmetry = &self.views[view].symmetry;
        let mut seen = [0; MAX_TABLE_CELLS];
        for (cell, &tile) in at.iter().enumerate() {
            seen[symmetry.cell(cell)] = symmetry.cell(usize::from(tile)) as u8;
        }
        let mut sum = 0;
        let mut states = Vec::with_capacity(self.tables.len());
        for table in &self.tables {
            let placement = table.place(&seen[..at.len()])?;
            let distance = table.descend(placement)?;
            states.push(Placed::new(placement.map as u32, placement.order, distance));
            sum += distance as usize;
        }
        Some((states, sum))
    }
}
