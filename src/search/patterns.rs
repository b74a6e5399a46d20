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
    group_of: [u8; MAX_CELLS],
    /// By table.
    steps: Vec<Box<Steps>>,
}

/// By blank cell and turn of [`ORDER`]: what a move does to a map, if the tile that moves belongs to it. Two turns are never
/// made; with them no index needs a check.
pub(crate) type Steps = [[Step; 8]; MAX_CELLS];

/// One move of a tile, as a table sees it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Step {
    /// The tile's cells before and after.
    flip: u32,
    /// The cells between them: each tile there is passed.
    between: u32,
    /// The cells below both.
    below: u32,
    /// The tile's cell before, where the blank is then.
    from: u8,
    /// Whether the tile's cell gets a higher number.
    up: bool,
}

/// The most cells of a board that these tables serve: sets of cells are held in 32 bits here.
pub(crate) const MAX_CELLS: usize = 32;

/// The most tables of a partition.
pub(crate) const MAX_GROUPS: usize = 16;

/// Orders beyond this many are not tabulated: their tables would fill the second-level cache.
const MAX_TABULATED: usize = 720;

/// Slots of an order, a power of two for the rows of [`Group::rotations`].
const SLOTS: usize = 8;

impl Group {
    fn new(table: Table, numbered: bool) -> Result<Self, OutOfMemory> {
        let orders = table.index().orders();
        let tiles = table.index().tiles();
        if !numbered {
            return Ok(Self {
                table,
                rotations: Vec::new(),
            });
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
        let mut group_of = [0; MAX_CELLS];
        for (tile, group_of) in group_of.iter_mut().enumerate().take(shape.cells()) {
            let image = symmetry.cell(tile);
            let mut tables = groups.iter().map(|group| group.table.pattern().mask());
            let group = tables.position(|mask| mask >> image & 1 != 0);
            *group_of = group.unwrap_or_default() as u8;
        }
        let steps_of = |group: &Group| {
            let seen = |cell| group.table.frame().cell(symmetry.cell(cell));
            let step = |to: usize, side| {
                let Some(from) = shape.neighbour(to, side) else {
                    return Step::default();
                };
                let (from, to) = (seen(from), seen(to));
                let (low, high) = (from.min(to), from.max(to));
                Step {
                    flip: 1 << from | 1 << to,
                    between: ((1_u64 << high) - (2_u64 << low)) as u32,
                    below: (1 << low) - 1,
                    from: from as u8,
                    up: to > from,
                }
            };
            let mut steps = Box::new([[Step::default(); 8]; MAX_CELLS]);
            for (blank, steps) in steps.iter_mut().enumerate().take(shape.cells()) {
                steps[..6].copy_from_slice(&ORDER.map(|side| step(blank, side)));
            }
            steps
        };
        Self {
            symmetry,
            group_of,
            steps: groups.iter().map(steps_of).collect(),
        }
    }
}

impl Patterns {
    /// Takes over the tables of a partition: disjoint patterns of one shape and home that hold every tile.
    pub(crate) fn new(tables: Vec<Table>) -> Result<Self, OutOfMemory> {
        let (shape, home) = (tables[0].pattern().shape(), tables[0].pattern().home());
        debug_assert_eq!(
            tables
                .iter()
                .map(|table| table.pattern().mask())
                .sum::<u64>(),
            (u64::MAX >> (64 - shape.cells())) & !(1 << home)
        );
        let few = |table: &Table| table.index().orders().count() <= MAX_TABULATED;
        let numbered = tables.iter().all(few);
        let groups = tables.into_iter().map(|table| Group::new(table, numbered));
        let groups = groups.collect::<Result<Vec<_>, _>>()?;
        let still = Symmetry::all(shape)
            .into_iter()
            .filter(|symmetry| symmetry.cell(home) == home);
        let views = still
            .take(2)
            .map(|symmetry| View::new(shape, symmetry, &groups))
            .collect();
        Ok(Self {
            shape,
            numbered,
            groups,
            views,
        })
    }

    /// Returns the shape of the boards.
    pub(crate) const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the number of views: 2 where the home lies on a mirror axis, else 1.
    pub(crate) fn views(&self) -> usize {
        self.views.len()
    }

    /// Returns the number of tables.
    pub(crate) fn groups(&self) -> usize {
        self.groups.len()
    }

    /// Returns the memory of the entries, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let own = |nth: usize| {
            let group = &self.groups[nth];
            let shared = self.groups[..nth]
                .iter()
                .any(|g| g.table.shares_entries_with(&group.table));
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

    /// Returns a table as seen in a view; the first one for numbers beyond the last.
    pub(crate) fn lens<B: Blocks>(&self, view: usize, group: usize) -> Lens<'_, B> {
        let group = if group < self.groups.len() { group } else { 0 };
        let (steps, group) = (&self.views[view].steps[group], &self.groups[group]);
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
    }

    /// Returns the table of each tile in a view.
    pub(crate) fn group_of(&self, view: usize) -> &[u8; MAX_CELLS] {
        &self.views[view].group_of
    }

    /// Returns the symmetry of the second view, if there is one.
    pub(crate) fn mirror(&self) -> Option<&Symmetry> {
        self.views.get(1).map(|view| &view.symmetry)
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
            let order = if self.numbered {
                orders.number(placement.order) as u32
            } else {
                placement.order
            };
            states.push(Placed::new(placement.map as u32, order, distance));
            sum += distance as usize;
        }
        Some((states, sum))
    }
}

/// The tiles of one table on a board, in one word.
///
/// From bit 0 the cells where they stand, from bit 32 their distance modulo 4, the lower bit first, from bit 40 their order (its
/// number where orders are tabulated, else three bits a slot).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Placed(u64);

impl Placed {
    const DISTANCE: u32 = 32;
    const ORDER: u32 = 40;

    const fn new(map: u32, order: u32, distance: u32) -> Self {
        let distance = (distance & 3) as u64;
        Self(map as u64 | (order as u64) << Self::ORDER | distance << Self::DISTANCE)
    }
}

/// How a lookup finds a block.
pub(crate) trait Blocks: Sized + 'static {
    /// Returns the lookup of this form.
    ///
    /// # Panics
    /// Where it has the other one.
    fn of(lookup: &Lookup) -> &Self;

    /// Returns the block of a map and a free cell.
    fn block(&self, map: u32, blank: u8) -> u32;

    /// Returns the number of cells in a set.
    fn count<const BITS: bool>(set: u32) -> u32;
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
    /// Moves one of the table's tiles, and returns the new state and whether it got farther: 1 or 0.
    #[inline(always)]
    pub(crate) fn slide<const NUMBERED: bool, const BITS: bool>(
        &self,
        state: Placed,
        blank: u8,
        turn: u8,
    ) -> (Placed, u8) {
        let step = &self.steps[blank as usize % MAX_CELLS][turn as usize % 8];
        let before = state.0 as u32;
        let map = before ^ step.flip;
        let mut order = state.0 >> Placed::ORDER;
        let passed = before & step.between;
        if passed != 0 {
            let low = B::count::<BITS>(before & step.below);
            let high = low + B::count::<BITS>(passed);
            let (from, to) = if step.up { (low, high) } else { (high, low) };
            order = if NUMBERED {
                let row = (from * SLOTS as u32 + to) * self.count;
                self.rotations[row as usize + order as usize] as u64
            } else {
                u64::from(rotate(order as u32, from as usize, to as usize))
            };
        }
        let number = if NUMBERED {
            order as u32
        } else {
            let low = order as u32 & ((1 << self.split) - 1);
            let high = order as u32 >> self.split;
            u32::from(self.prefix[low as usize]) + u32::from(self.suffix[high as usize])
        };
        let block = self.blocks.block(map, step.from);
        let entry = u64::from(block) * u64::from(self.count) + u64::from(number);
        let bit = self.words[(entry >> 6) as usize] >> (entry & 63) & 1;
        // The bit is the upper one of the new distance modulo 4, the lower one always changes. From 0 and 2 the upper one stays
        // on the way up and changes on the way down; from 1 and 3 it is the other way round.
        let distance = state.0 >> Placed::DISTANCE;
        let farther = !(bit ^ distance ^ distance >> 1) & 1;
        let distance = bit << 1 | !distance & 1;
        let placed = u64::from(map) | distance << Placed::DISTANCE | order << Placed::ORDER;
        (Placed(placed), farther as u8)
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
    fn block(&self, map: u32, blank: u8) -> u32 {
        self.block(map, u32::from(blank))
    }

    #[inline(always)]
    fn count<const BITS: bool>(set: u32) -> u32 {
        static COUNT: [u8; 256] = {
            let mut counts = [0; 256];
            let mut set = 0;
            while set < 256 {
                counts[set] = (set as u8).count_ones() as u8;
                set += 1;
            }
            counts
        };
        if BITS {
            return set.count_ones();
        }
        // Without the instruction two lookups are faster than counting.
        u32::from(COUNT[set as u8 as usize]) + u32::from(COUNT[(set >> 8) as u8 as usize])
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
    fn block(&self, map: u32, blank: u8) -> u32 {
        self.block(u64::from(map), blank as usize)
    }

    #[inline(always)]
    fn count<const BITS: bool>(set: u32) -> u32 {
        set.count_ones()
    }
}
