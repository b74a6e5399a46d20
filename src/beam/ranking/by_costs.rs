//! Boards ranked by the costs of their tiles on each cell.

use alloc::vec::Vec;

use smallvec::SmallVec;

use super::{Rank, Ranking, Slide, View};
use crate::permutation;
use crate::region::Region;
use crate::runtime::alloc::{OutOfMemory, filled, reserve, reserved};
use crate::runtime::shared::Shared;
use crate::shape::Shape;

/// The cost of a tile on a cell.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cost {
    /// The price; smaller ones seem nearer to the end.
    pub(crate) price: i32,
    /// True if the tile may not stand there at the end.
    pub(crate) is_miss: bool,
    /// The distance of the tile from home, in steps.
    pub(crate) distance: u16,
}

/// The costs of all tiles of a board, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ScoreDelta {
    /// The cost of the tiles minus that of the first board.
    pub(crate) cost: i64,
    /// The number of tiles on cells where they may not stand at the end.
    pub(crate) misses: u16,
    pub(crate) distance: u32,
}

/// The cost of a tile one cell farther along an axis minus its cost here: the price, above two bits
/// each for the growth of the distance and of the misses, plus one.
#[derive(Clone, Copy, Debug, Default)]
struct Step(i32);

impl Step {
    const BITS: u32 = 2;
    const MASK: i32 = (1 << Self::BITS) - 1;

    fn between(before: Cost, after: Cost) -> Self {
        let distance = i32::from(after.distance) - i32::from(before.distance);
        let misses = i32::from(after.is_miss) - i32::from(before.is_miss);
        let price = after.price - before.price;
        Self((price << Self::BITS | (distance + 1)) << Self::BITS | (misses + 1))
    }

    const fn price(self) -> i32 {
        self.0 >> (2 * Self::BITS)
    }

    const fn distance(self) -> i32 {
        (self.0 >> Self::BITS & Self::MASK) - 1
    }

    const fn misses(self) -> i32 {
        (self.0 & Self::MASK) - 1
    }
}

/// The cost of the tiles on the cells of a window, step by step: a beam needs only the change of a
/// step.
///
/// Most tiles have equal costs if their displacements are equal, and share a row of steps. So the
/// table is small and quick to build for windows of any size.
#[derive(Clone, Debug)]
pub(crate) struct Costs {
    window: Region,
    /// The homes of tiles that cost alike.
    homes: Region,
    blank: usize,
    /// `[cell]`: its place in a row.
    places: Vec<u32>,
    /// The distance in the table to the next cell along each axis.
    strides: [usize; 3],
    /// `[tile]`: the start of its row.
    starts: Vec<u32>,
    /// `[starts[tile] + places[cell] + axis]`.
    steps: Vec<Step>,
    axes: usize,
    /// The start of the row of tiles that cost alike.
    alike: Option<usize>,
    /// `[cell]`: the cost of the blank there.
    of_blank: Vec<Cost>,
    /// The costs of the tiles where they stand at first.
    first: ScoreDelta,
    /// A block of cells that must be solvable separately at the end.
    block: Option<Block>,
}

/// Some cells in reading order, and the place of each tile's home among them.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) shape: Shape,
    pub(crate) cells: Vec<u16>,
    pub(crate) place: Vec<u8>,
}

impl Costs {
    /// Returns the costs in a window without tiles yet; the homes of tiles that cost alike are
    /// within `homes`.
    pub(crate) fn new(window: Region, homes: Region, blank: usize) -> Result<Self, OutOfMemory> {
        let cells = window.cells();
        // A row has a place for each way from a home to a cell.
        let spans = [0, 1, 2].map(|axis| window.sides()[axis] + homes.sides()[axis] - 1);
        let axes = if spans[2] > 1 { 3 } else { 2 };
        let mut costs = Self {
            window,
            homes,
            blank,
            places: reserved(cells)?,
            strides: [axes * spans[1], axes, axes * spans[0] * spans[1]],
            starts: reserved(cells)?,
            steps: Vec::new(),
            axes,
            alike: None,
            of_blank: filled(Cost::default(), cells)?,
            first: ScoreDelta::default(),
            block: None,
        };
        for place in window.places() {
            let place = costs.place(window.low, place) as u32;
            costs.places.push(place);
        }
        Ok(costs)
    }

    /// Returns the place in a row for the way between two places.
    fn place(&self, from: [usize; 3], to: [usize; 3]) -> usize {
        (0..3)
            .map(|axis| self.strides[axis] * (to[axis] - from[axis]))
            .sum()
    }

    /// Returns the number of tiles added.
    pub(crate) fn tiles(&self) -> usize {
        self.starts.len()
    }

    /// Returns the costs of the first board.
    pub(crate) const fn first(&self) -> ScoreDelta {
        self.first
    }

    /// Requires that a block be solvable separately once no tile misses.
    pub(crate) fn demand(&mut self, block: Block) {
        self.block = Some(block);
    }

    /// Adds a tile that stands on a cell at first, and is never moved.
    pub(crate) fn add_fixed(&mut self) {
        self.starts.push(0);
    }

    /// Adds the blank, and its cost on each cell.
    pub(crate) fn add_blank(&mut self, here: usize, costs: impl Iterator<Item = Cost>) {
        for (of_cell, cost) in self.of_blank.iter_mut().zip(costs) {
            *of_cell = cost;
        }
        self.begin_with(self.of_blank[here]);
        self.starts.push(0);
    }

    /// Adds a tile with costs of its own. Returns the number of places priced.
    pub(crate) fn add(
        &mut self,
        here: usize,
        cost: impl Fn([usize; 3]) -> Cost,
    ) -> Result<usize, OutOfMemory> {
        let mut costs = reserved(self.places.len())?;
        costs.extend(self.window.places().map(cost));
        self.begin_with(costs[here]);
        let start = self.add_row(self.window, &costs)?;
        self.starts.push(start as u32);
        Ok(costs.len())
    }

    /// Adds a tile that costs like all others added so, by its distance from home along each
    /// axis. Returns the number of places priced.
    pub(crate) fn add_alike(
        &mut self,
        here: usize,
        home: [usize; 3],
        cost: impl Fn([usize; 3]) -> Cost,
    ) -> Result<usize, OutOfMemory> {
        let Region { low, high } = self.homes;
        let (start, priced) = if let Some(start) = self.alike {
            (start, 0)
        } else {
            // All ways from homes to cells, the highest home being the origin.
            let ways = Region {
                low: self.window.low,
                high: [0, 1, 2].map(|axis| self.window.high[axis] + high[axis] - low[axis]),
            };
            let apart = |at: [usize; 3]| [0, 1, 2].map(|axis| at[axis].abs_diff(high[axis]));
            let mut costs = reserved(ways.cells())?;
            costs.extend(ways.places().map(|at| cost(apart(at))));
            let start = self.add_row(ways, &costs)?;
            self.alike = Some(start);
            (start, costs.len())
        };
        let at = self.window_place(here);
        self.begin_with(cost([0, 1, 2].map(|axis| at[axis].abs_diff(home[axis]))));
        self.starts.push((start + self.place(home, high)) as u32);
        Ok(priced + 1)
    }

    /// Returns the coordinates of a cell of the window.
    fn window_place(&self, cell: usize) -> [usize; 3] {
        let [rows, cols, _] = self.window.sides();
        let low = self.window.low;
        let layer = cell / (rows * cols);
        [
            low[0] + cell / cols % rows,
            low[1] + cell % cols,
            low[2] + layer,
        ]
    }

    /// Counts the cost of a tile on the first board.
    fn begin_with(&mut self, cost: Cost) {
        self.first.misses += u16::from(cost.is_miss);
        self.first.distance += u32::from(cost.distance);
    }

    /// Adds a row of steps between the costs of some places; returns where it starts.
    fn add_row(&mut self, extent: Region, costs: &[Cost]) -> Result<usize, OutOfMemory> {
        let start = self.steps.len();
        let end = start + self.place(extent.low, extent.high) + self.axes;
        reserve(&mut self.steps, end - start)?;
        self.steps.resize(end, Step::default());
        let [rows, cols, _] = extent.sides();
        let strides = [cols, 1, rows * cols];
        for (nth, at) in extent.places().enumerate() {
            let place = start + self.place(extent.low, at);
            for (axis, &stride) in strides.iter().enumerate().take(self.axes) {
                if at[axis] < extent.high[axis] {
                    self.steps[place + axis] = Step::between(costs[nth], costs[nth + stride]);
                }
            }
        }
        Ok(start)
    }
}

impl Block {
    /// Returns whether the tiles of the block on a board, all of whose homes are there, can be put
    /// in order within it.
    pub(crate) fn is_solvable(&self, at: &[u16], blank: u16) -> bool {
        let mut places = SmallVec::<[u8; 36]>::new();
        let mut here = 0;
        for (nth, &cell) in self.cells.iter().enumerate() {
            let tile = at[usize::from(cell)];
            if tile == blank {
                here = nth;
            }
            places.push(self.place[usize::from(tile)]);
        }
        let home = usize::from(self.place[usize::from(blank)]);
        let is_odd = self.shape.distance(here, home) % 2 == 1;
        permutation::parity(&places).is_ok_and(|parity| parity.is_odd() == is_odd)
    }
}

/// Ranks boards by costs. The end is reached if no tile misses.
#[derive(Clone, Debug)]
pub(crate) struct ByCosts(pub(crate) Shared<Costs>);

impl Ranking for ByCosts {
    type State = ScoreDelta;
    type Note = ();
    type View<'a> = CostsInHand<'a>;

    #[inline(always)]
    fn view(&self, cells: usize) -> CostsInHand<'_> {
        let costs = &*self.0;
        CostsInHand {
            places: &costs.places[..cells],
            starts: &costs.starts[..cells],
            of_blank: &costs.of_blank[..cells],
            steps: &costs.steps,
            blank: costs.blank,
            block: costs.block.as_ref(),
        }
    }

    fn cost_of_child(&self) -> usize {
        5
    }
}

/// The prepared [`Costs`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct CostsInHand<'c> {
    places: &'c [u32],
    starts: &'c [u32],
    of_blank: &'c [Cost],
    steps: &'c [Step],
    blank: usize,
    block: Option<&'c Block>,
}

impl CostsInHand<'_> {
    /// Returns the step of a tile, and whether it goes back along the axis.
    #[inline(always)]
    fn step(&self, tile: u16, slide: Slide) -> (Step, bool) {
        let lower = slide.from.min(slide.to);
        let place = self.starts[usize::from(tile)] + self.places[lower];
        let step = self.steps[place as usize + slide.side.axis()];
        (step, slide.from > slide.to)
    }

    /// Returns the cost of a board after a move minus its cost before.
    #[inline(always)]
    fn change(&self, (step, is_back): (Step, bool), slide: Slide) -> i32 {
        let of_blank = self.of_blank[slide.from].price - self.of_blank[slide.to].price;
        signed(step.price(), is_back) + of_blank
    }
}

/// Returns a number, negated if `is_less`.
#[inline(always)]
const fn signed(number: i32, is_less: bool) -> i32 {
    if is_less { -number } else { number }
}

impl View for CostsInHand<'_> {
    type State = ScoreDelta;
    type Note = ();

    const HAS_ESTIMATES: bool = false;

    #[inline(always)]
    fn order(&self, state: &ScoreDelta) -> i64 {
        state.cost
    }

    #[inline(always)]
    fn children(
        &self,
        _: &ScoreDelta,
        at: &[u16],
        slides: impl Iterator<Item = Slide>,
        mut emit: impl FnMut(Slide, Rank, ()),
    ) {
        for slide in slides {
            let step = self.step(at[slide.from], slide);
            let rank = Rank {
                estimate: 0,
                change: self.change(step, slide),
            };
            emit(slide, rank, ());
        }
    }

    #[inline(always)]
    fn update(&self, state: &mut ScoreDelta, at: &[u16], slide: Slide, (): ()) {
        let (step, is_back) = self.step(at[slide.from], slide);
        let [after, before] = [slide.from, slide.to].map(|cell| self.of_blank[cell].is_miss);
        let misses = signed(step.misses(), is_back) + i32::from(after) - i32::from(before);
        *state = ScoreDelta {
            cost: state.cost + i64::from(self.change((step, is_back), slide)),
            misses: state.misses.wrapping_add_signed(misses as i16),
            distance: (state.distance).wrapping_add_signed(signed(step.distance(), is_back)),
        };
    }

    #[inline(always)]
    fn is_trap(&self, state: &ScoreDelta, at: &[u16]) -> bool {
        let block = self.block.filter(|_| state.misses == 0);
        block.is_some_and(|block| !block.is_solvable(at, self.blank as u16))
    }
}
