//! Pattern tables as the stack kernel reads them.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::search::automaton::ORDER;
use crate::shape::Shape;
use crate::tables::{
    Lookup, MAX_TABLE_CELLS, Narrow, OutOfMemory, Symmetry, Table, Wide, filled, rotate,
};

/// The tables of a partition, and the ways to look at a board through them.
///
/// A symmetry of the shape that leaves the home where it is turns a board into another one with as long solutions, so the same
/// tables give a second estimate; the larger counts (Korf and Felner 2002).
#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    shape: Shape,
    /// Whether orders are kept as their numbers, and moves looked up; else as slots, and rotated.
    numbered: bool,
    groups: Vec<Group>,
    views: Vec<View>,
}

/// A table, and how a move changes the number of its tiles' order.
#[derive(Clone, Debug)]
struct Group {
    table: Table,
    /// By slot before and after a move, then by number: the new number. Empty where there are too many orders to tabulate.
    rotations: Vec<u16>,
}

/// A symmetry of the board, and for every table what becomes of cells and moves in it.
#[derive(Clone, Debug)]
struct View {
    symmetry: Symmetry,
    /// By tile: its table.
    group_of: [u8; MAX_TABLE_CELLS],
    /// By table.
    steps: Vec<Box<Steps>>,
}

/// By blank cell and turn of [`ORDER`]: what a move does to a map, if the tile that moves belongs to it. Two turns are never
/// made; with them no index needs a check.
pub(crate) type Steps = [[Step; 8]; MAX_TABLE_CELLS];

/// One move of a tile, as a table sees it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Step {
    /// The tile's cells before and after.
    flip: u64,
    /// The cells between them: each tile there is passed.
    between: u64,
    /// The cells below both.
    below: u64,
    /// The tile's cell before, where the blank is then.
    from: u8,
    /// Whether the tile's cell gets a higher number.
    up: bool,
}

/// Orders beyond this many are not tabulated: their tables would fill the second-level cache.
const MAX_TABULATED: usize = 720;

/// Slots of an order, a power of two for the rows of [`Group::rotations`].
const SLOTS: usize = 8;

impl Group {
    fn new(table: Table, numbered: bool) -> Result<Self, OutOfMemory> {
        let orders = table.index().orders();
        let tiles = table.index().tiles();
        if !numbered {
            return Ok(Self { table, rotations: Vec::new() });
        }
        let mut rotations = filled(0, SLOTS * tiles * orders.count())?;
        for from in 0..tiles {
            for to in 0..tiles {
                let row = (from * SLOTS + to) * orders.count();
                for number in 0..orders.count() {
                    let order = rotate(orders.order(number), from, to);
                    rotations[row + number] = orders.number(order) as u16;
                }
            }
        }
        Ok(Self { table, rotations })
    }
}

impl View {
    fn new(shape: Shape, symmetry: Symmetry, groups: &[Group]) -> Self {
        let mut group_of = [0; MAX_TABLE_CELLS];
        for tile in 0..shape.cells() {
            let image = symmetry.cell(tile);
            let mut tables = groups.iter().map(|group| group.table.pattern().mask());
            let group = tables.position(|mask| mask >> image & 1 != 0);
            group_of[tile] = group.unwrap_or_default() as u8;
        }
        let steps_of = |group: &Group| {
            let seen = |cell| group.table.frame().cell(symmetry.cell(cell));
            let step = |to: usize, side| {
                let Some(from) = shape.neighbour(to, side) else { return Step::default() };
                let (from, to) = (seen(from), seen(to));
                let (low, high) = (from.min(to), from.max(to));
                Step {
                    flip: 1 << from | 1 << to,
                    between: (1 << high) - (2 << low),
                    below: (1 << low) - 1,
                    from: from as u8,
                    up: to > from,
                }
            };
            let mut steps = Box::new([[Step::default(); 8]; MAX_TABLE_CELLS]);
            for (blank, steps) in steps.iter_mut().enumerate().take(shape.cells()) {
                steps[..6].copy_from_slice(&ORDER.map(|side| step(blank, side)));
            }
            steps
        };
        Self { symmetry, group_of, steps: groups.iter().map(steps_of).collect() }
    }
}

impl Patterns {
    /// Takes over the tables of a partition: disjoint patterns of one shape and home that hold every tile.
    pub(crate) fn new(tables: Vec<Table>) -> Result<Self, OutOfMemory> {
        let (shape, home) = (tables[0].pattern().shape(), tables[0].pattern().home());
        debug_assert_eq!(
            tables.iter().map(|table| table.pattern().mask()).sum::<u64>(),
            (u64::MAX >> (64 - shape.cells())) & !(1 << home)
        );
        let few = |table: &Table| table.index().orders().count() <= MAX_TABULATED;
        let numbered = tables.iter().all(few);
        let groups = tables.into_iter().map(|table| Group::new(table, numbered));
        let groups = groups.collect::<Result<Vec<_>, _>>()?;
        let still = Symmetry::all(shape).into_iter().filter(|symmetry| symmetry.cell(home) == home);
        let views = still.take(2).map(|symmetry| View::new(shape, symmetry, &groups)).collect();
        Ok(Self { shape, numbered, groups, views })
    }

    /// Returns the shape of the boards.
    pub(crate) const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the number of views: 2 where the home lies on a mirror axis, else 1.
    pub(crate) const fn views(&self) -> usize {
        self.views.len()
    }

    /// Returns the memory of the entries, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let own = |nth: usize| {
            let group = &self.groups[nth];
            let shared = self.groups[..nth].iter().any(|g| g.table.shares_entries_with(&group.table));
            if shared { 0 } else { group.table.bytes() }
        };
        (0..self.groups.len()).map(own).sum()
    }

    /// Returns whether blocks are looked up as on boards of at most 16 cells.
    pub(crate) fn is_narrow(&self) -> bool {
        let mut lookups = self.groups.iter().map(|group| group.table.index().lookup());
        lookups.all(|lookup| matches!(lookup, Lookup::Narrow(_)))
    }

    /// Returns whether orders are kept as their numbers.
    pub(crate) const fn is_numbered(&self) -> bool {
        self.numbered
    }

    /// Returns the view's lenses, one for each table, the first again in the places that are left.
    pub(crate) fn lenses<B: Blocks, const GROUPS: usize>(&self, view: usize) -> [Lens<'_, B>; GROUPS] {
        core::array::from_fn(|nth| {
            let nth = if nth < self.groups.len() { nth } else { 0 };
            let (group, steps) = (&self.groups[nth], &self.views[view].steps[nth]);
            let index = group.table.index();
            let (prefix, suffix, split) = index.orders().halves();
            Lens {
                steps,
                blocks: B::of(index.lookup()),
                rotations: &group.rotations,
                prefix,
                suffix,
                split,
                count: index.orders().count() as u32,
                words: group.table.words(),
            }
        })
    }

    /// Returns the table of each tile in a view.
    pub(crate) fn group_of(&self, view: usize) -> &[u8; MAX_TABLE_CELLS] {
        &self.views[view].group_of
    }

    /// Returns a view's symmetry.
    pub(crate) fn symmetry(&self, view: usize) -> &Symmetry {
        &self.views[view].symmetry
    }

    /// Returns the tiles of each table as they stand on a canonical board in a view, and the sum of their distances.
    ///
    /// `None` where the board can't be solved.
    pub(crate) fn look(&self, view: usize, at: &[u8]) -> Option<(Vec<Placed>, usize)> {
        let symmetry = &self.views[view].symmetry;
        let mut seen = [0; MAX_TABLE_CELLS];
        for (cell, &tile) in at.iter().enumerate() {
            seen[symmetry.cell(cell)] = symmetry.cell(usize::from(tile)) as u8;
        }
        let mut sum = 0;
        let mut states = Vec::with_capacity(self.groups.len());
        for Group { table, .. } in &self.groups {
            let placement = table.place(&seen[..at.len()])?;
            let distance = table.descend(placement)?;
            let orders = table.index().orders();
            states.push(Placed {
                map: placement.map,
                order: if self.numbered { orders.number(placement.order) as u32 } else { placement.order },
                distance,
            });
            sum += distance as usize;
        }
        Some((states, sum))
    }
}

/// The tiles of one table on a board.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Placed {
    /// The cells where they stand.
    map: u64,
    /// Their order: its number where orders are tabulated, else three bits a slot.
    order: u32,
    /// Their distance; searches keep it modulo 4.
    distance: u32,
}

/// How a lookup finds a block.
pub(crate) trait Blocks: Sized + 'static {
    /// Returns the lookup of this form.
    ///
    /// # Panics
    /// Where it has the other one.
    fn of(lookup: &Lookup) -> &Self;

    /// Returns the block of a map and a free cell.
    fn block(&self, map: u64, blank: usize) -> u32;

    /// Returns the number of cells in a set.
    fn count(set: u64) -> usize;
}

/// A table seen in a view.
#[derive(Debug)]
pub(crate) struct Lens<'p, B> {
    steps: &'p Steps,
    blocks: &'p B,
    rotations: &'p [u16],
    prefix: &'p [u16],
    suffix: &'p [u16],
    split: u32,
    count: u32,
    words: &'p [u64],
}

impl<B: Blocks> Lens<'_, B> {
    /// Moves one of the table's tiles, and returns the new state and whether it got farther.
    #[inline(always)]
    pub(crate) fn slide<const NUMBERED: bool>(
        &self,
        state: Placed,
        blank: usize,
        turn: usize,
    ) -> (Placed, bool) {
        let step = &self.steps[blank % MAX_TABLE_CELLS][turn % 8];
        let map = state.map ^ step.flip;
        let mut order = state.order;
        let passed = state.map & step.between;
        if passed != 0 {
            let low = B::count(state.map & step.below);
            let high = low + B::count(passed);
            let (from, to) = if step.up { (low, high) } else { (high, low) };
            order = if NUMBERED {
                let row = (from * SLOTS + to) as u32 * self.count;
                u32::from(self.rotations[(row + order) as usize])
            } else {
                rotate(order, from, to)
            };
        }
        let number = if NUMBERED {
            order
        } else {
            let low = order & ((1 << self.split) - 1);
            let high = order >> self.split;
            u32::from(self.prefix[low as usize]) + u32::from(self.suffix[high as usize])
        };
        let block = self.blocks.block(map, step.from as usize);
        let entry = u64::from(block) * u64::from(self.count) + u64::from(number);
        let bit = (self.words[(entry >> 6) as usize] >> (entry & 63)) as u32 & 1;
        // The bit is the upper one of the distance modulo 4.
        let farther = bit == (state.distance + 1) >> 1 & 1;
        let distance = (state.distance + 3 + 2 * u32::from(farther)) & 3;
        (Placed { map, order, distance }, farther)
    }
}

impl Blocks for Narrow {
    fn of(lookup: &Lookup) -> &Self {
        match lookup {
            Lookup::Narrow(narrow) => narrow,
            Lookup::Wide(_) => unreachable!("the boards have at most 16 cells"),
        }
    }

    #[inline(always)]
    fn block(&self, map: u64, blank: usize) -> u32 {
        self.block(map as u32, blank as u32)
    }

    #[inline(always)]
    fn count(set: u64) -> usize {
        static COUNT: [u8; 256] = {
            let mut counts = [0; 256];
            let mut set = 0;
            while set < 256 {
                counts[set] = (set as u8).count_ones() as u8;
                set += 1;
            }
            counts
        };
        // Without the instruction, which not every machine has, two lookups are faster than counting.
        COUNT[set as u8 as usize] as usize + COUNT[(set >> 8) as u8 as usize] as usize
    }
}

impl Blocks for Wide {
    fn of(lookup: &Lookup) -> &Self {
        match lookup {
            Lookup::Wide(wide) => wide,
            Lookup::Narrow(_) => unreachable!("the boards have more than 16 cells"),
        }
    }

    #[inline(always)]
    fn block(&self, map: u64, blank: usize) -> u32 {
        self.block(map, blank)
    }

    #[inline(always)]
    fn count(set: u64) -> usize {
        set.count_ones() as usize
    }
}
