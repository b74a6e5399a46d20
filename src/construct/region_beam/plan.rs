//! The plan of the beam of a region: what must be in place, its parameters, and its window.

use alloc::vec::Vec;

use crate::beam::ranking::{Block, Cost, Costs, ScoreDelta};
use crate::construct::price::{DistanceCosts, RemainingCost, UNIT};
use crate::construct::tuning::STEP_OF_BLANK;
use crate::construct::workspace::Workspace;
use crate::exact::neighbours::Neighbours;
use crate::heuristic::LinearConflict;
use crate::region::Region;
use crate::runtime::alloc::{OutOfMemory, filled, reserved};
use crate::runtime::cost_model::construct as cost;
use crate::runtime::job::Pace;
use crate::shape::Shape;
use crate::side::Side;

/// The tiles of a block come into it, in any order, except that of the gate, which waits outside
/// beside the gate. The blank is in its place.
#[derive(Clone, Debug)]
pub(crate) struct Gather {
    pub(crate) block: Region,
    pub(crate) gate: usize,
    pub(crate) outside: usize,
    /// The blank's move from the gate to let the last tile in.
    pub(crate) exit: Side,
}

/// The parameters of a beam.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BeamParams {
    pub(crate) width: usize,
    /// The boards with the blank on the same cell, at most.
    pub(crate) width_of_cell: usize,
    /// The power of far tiles' distances, in eighths, and its least value in a transport.
    pub(crate) power: u32,
    pub(crate) coolest: u32,
    /// The cost of a step of a tile to the region's cells, and the weight of the distances of other
    /// tiles, in sixteenths.
    pub(crate) gather: i32,
    pub(crate) rest: i32,
    /// A transport ends if the Manhattan distance falls by less than this for each move, in 64ths.
    pub(crate) slope: u32,
    /// The estimated cost of the tiles that are not in order at the end.
    pub(crate) remaining_cost: RemainingCost,
}

/// The formula for the cost of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Blank,
    /// It is never moved.
    Fixed,
    /// It waits outside of a block.
    OfGate,
    /// Its home is among the cells that the beam fills.
    Wanted,
    Rest,
}

/// Weights are in sixteenths.
const SIXTEENTHS: i32 = 16;

/// The goal, the parameters and the window of a beam.
#[derive(Debug)]
pub(super) struct Plan {
    /// `None` for a transport, in which all tiles come nearer to their places.
    pub(super) gather: Option<Gather>,
    pub(super) params: BeamParams,
    pub(super) window: Window,
}

impl Plan {
    /// Returns the formula for the cost of a tile of the window.
    pub(super) fn kind(&self, tile: usize, workspace: &Workspace) -> Kind {
        let goal = usize::from(self.window.goals[tile]);
        if tile == self.window.blank {
            return Kind::Blank;
        }
        if workspace.is_fixed[usize::from(self.window.cells[tile])] {
            return Kind::Fixed;
        }
        let is_in = |region: &Region| region.contains(workspace.coordinates(goal));
        match &self.gather {
            Some(gather) if goal == gather.gate => Kind::OfGate,
            Some(gather) if is_in(&gather.block) => Kind::Wanted,
            _ => Kind::Rest,
        }
    }

    /// Returns the cost of a tile of a kind on a cell.
    pub(super) fn cost(
        &self,
        (tile, kind): (usize, Kind),
        here: [usize; 3],
        powers: &DistanceCosts,
        workspace: &Workspace,
    ) -> Cost {
        let gather = self.params.gather;
        let steps = |apart: [usize; 3]| apart.into_iter().sum::<usize>() as i32;
        let to = |there: [usize; 3]| [0, 1, 2].map(|axis| here[axis].abs_diff(there[axis]));
        let home = workspace.coordinates(self.window.goals[tile].into());
        let (price, is_miss) = match (&self.gather, kind) {
            (Some(it), Kind::Blank) => {
                let outside = outside(&it.block, here);
                (STEP_OF_BLANK * outside, outside > 0)
            }
            (Some(it), Kind::OfGate) => {
                let away = steps(to(workspace.coordinates(it.outside)));
                (gather * away, away > 0)
            }
            (Some(it), Kind::Wanted) => {
                let outside = outside(&it.block, here);
                // The cost of a tile that is not in place, besides its steps.
                let away_at_all = 3 * gather / 10 * i32::from(outside > 0);
                let price = gather * outside + away_at_all + SIXTEENTHS * steps(to(home));
                (price, outside > 0)
            }
            (_, Kind::Rest) => return self.cost_of_rest(to(home), powers),
            (_, Kind::Blank | Kind::Fixed | Kind::OfGate | Kind::Wanted) => (0, false),
        };
        Cost {
            price: UNIT / SIXTEENTHS * price,
            is_miss,
            distance: 0,
        }
    }

    /// Returns the cost of all tiles of a board.
    pub(super) fn score(
        &self,
        at: &[u16],
        powers: &DistanceCosts,
        workspace: &Workspace,
    ) -> ScoreDelta {
        let mut score = ScoreDelta::default();
        for (&cell, &tile) in self.window.cells.iter().zip(at) {
            let (tile, here) = (usize::from(tile), workspace.coordinates(cell.into()));
            let cost = self.cost((tile, self.kind(tile, workspace)), here, powers, workspace);
            score.cost += i64::from(cost.price);
            score.misses += u16::from(cost.is_miss);
            score.distance += u32::from(cost.distance);
        }
        score
    }

    /// Returns the cost of the distance from home of a tile that is not wanted.
    pub(super) fn cost_of_rest(&self, apart: [usize; 3], powers: &DistanceCosts) -> Cost {
        Cost {
            price: self.params.rest * powers.of(apart) / SIXTEENTHS,
            is_miss: false,
            distance: apart.into_iter().sum::<usize>() as u16,
        }
    }

    /// Returns the estimated cost of the tiles of a board after the end, in 256ths of a move.
    pub(super) fn remaining_cost(&self, at: &[u16], workspace: &Workspace) -> u32 {
        let cells = self.window.cells.iter().zip(at);
        let left = cells.map(|(&cell, &tile)| {
            if !matches!(self.kind(tile.into(), workspace), Kind::Rest) {
                return 0;
            }
            self.params
                .remaining_cost
                .of(self.apart(cell, tile, workspace))
        });
        left.fold(0, u32::wrapping_add)
    }

    /// Returns the distance from home of a tile of the window on one of its cells, along each axis.
    pub(super) fn apart(&self, cell: u16, tile: u16, workspace: &Workspace) -> [usize; 3] {
        let here = workspace.coordinates(cell.into());
        let home = workspace.coordinates(self.window.goals[usize::from(tile)].into());
        [0, 1, 2].map(|axis| here[axis].abs_diff(home[axis]))
    }

    /// Returns the block of a region whose blank belongs in the cell `home`, and the heuristic that
    /// evaluates it.
    pub(super) fn block_of(
        &self,
        region: &Region,
        home: usize,
        workspace: &Workspace,
    ) -> Result<(Block, LinearConflict), OutOfMemory> {
        let [rows, cols, layers] = region.sides();
        let Ok(shape) = Shape::new(rows, cols, layers) else {
            unreachable!("a part of a shape is a shape");
        };
        let cells: Vec<_> = region.cells_on(workspace).collect();
        let place = |cell: usize| cells.iter().position(|&it| it == cell);
        let mut places = filled(u8::MAX, self.window.len())?;
        for (tile, &goal) in self.window.goals.iter().enumerate() {
            let goal = if tile == self.window.blank {
                home
            } else {
                goal.into()
            };
            // The tile of the gate belongs there, but not yet.
            let is_late = goal == home && tile != self.window.blank;
            if let Some(place) = place(goal).filter(|_| !is_late) {
                places[tile] = place as u8;
            }
        }
        let inside = cells
            .iter()
            .filter_map(|&cell| self.window.inside(workspace, cell));
        let inside = inside.map(|cell| cell as u16).collect();
        let home = place(home).unwrap_or(0);
        let Ok(conflict) = LinearConflict::new(shape, home) else {
            unreachable!("the home is a cell of the block");
        };
        let block = Block {
            shape,
            cells: inside,
            place: places,
        };
        Ok((block, conflict))
    }
}

/// Returns the distance of a cell from a region, in steps.
fn outside(region: &Region, place: [usize; 3]) -> i32 {
    let outside = |axis: usize| {
        let (low, high) = (region.low[axis], region.high[axis]);
        low.saturating_sub(place[axis]) + place[axis].saturating_sub(high)
    };
    (0..3).map(|axis| outside(axis) as i32).sum()
}

/// A box of cells, and the tiles that stand there: nothing else moves.
///
/// Within it cells have numbers of their own, in reading order, and tiles the number of the cell on
/// which they stand at first.
#[derive(Clone, Debug)]
pub(super) struct Window {
    pub(super) region: Region,
    shape: Shape,
    /// `[cell]` of the window: its cell of the board.
    pub(super) cells: Vec<u16>,
    /// `[tile]` of the window: its home on the board.
    pub(super) goals: Vec<u16>,
    /// The first cell of the blank, which identifies the window.
    pub(super) blank: usize,
}

impl Window {
    /// Returns the window of a region. The blank is in it.
    pub(super) fn new(region: Region, workspace: &Workspace) -> Result<Self, OutOfMemory> {
        let [rows, cols, layers] = region.sides();
        let Ok(shape) = Shape::new(rows, cols, layers) else {
            unreachable!("a part of a shape is a shape");
        };
        let (mut cells, mut goals) = (reserved(shape.cells())?, reserved(shape.cells())?);
        for cell in region.cells_on(workspace) {
            cells.push(cell as u16);
            goals.push(workspace.at[cell]);
        }
        let mut window = Self {
            region,
            shape,
            cells,
            goals,
            blank: 0,
        };
        window.blank = window.inside(workspace, workspace.blank).unwrap_or(0);
        Ok(window)
    }

    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns the number of cells of the longest side.
    pub(super) fn longest(&self) -> usize {
        self.region.longest()
    }

    /// Returns the number of a cell of the board in the window.
    pub(super) fn inside(&self, workspace: &Workspace, cell: usize) -> Option<usize> {
        let place = workspace.coordinates(cell);
        let Region { low, high } = &self.region;
        if (0..3).any(|axis| place[axis] < low[axis] || place[axis] > high[axis]) {
            return None;
        }
        let [row, col, layer] = [0, 1, 2].map(|axis| place[axis] - low[axis]);
        Some((layer * self.shape.rows() + row) * self.shape.columns() + col)
    }

    /// Returns the tiles of the window as they stand at first, and the blank's cell.
    pub(super) fn first_board(&self) -> Result<(Vec<u16>, usize), OutOfMemory> {
        let mut at = reserved(self.len())?;
        at.extend((0..self.len()).map(|tile| tile as u16));
        Ok((at, self.blank))
    }

    /// Returns the neighbours of each cell, without fixed cells.
    pub(super) fn neighbours(&self, workspace: &Workspace) -> Result<Neighbours, OutOfMemory> {
        let mut neighbours = Neighbours::new(self.shape)?;
        for (cell, &of_board) in self.cells.iter().enumerate() {
            if workspace.is_fixed[usize::from(of_board)] {
                neighbours.close(cell);
            }
        }
        Ok(neighbours)
    }
}

/// Costs that are computed tile by tile.
#[derive(Clone, Debug)]
pub(super) struct Pricing {
    pub(super) costs: Costs,
    pub(super) powers: DistanceCosts,
}

impl Pricing {
    /// Computes the costs of all tiles.
    pub(super) async fn new(
        plan: &Plan,
        workspace: &Workspace,
        pace: &mut Pace,
    ) -> Result<Self, OutOfMemory> {
        let window = &plan.window;
        let mut pricing = Self {
            costs: Costs::new(window.region, homes(window, workspace), window.blank)?,
            powers: DistanceCosts::new(workspace.left.longest(), plan.params.power)?,
        };
        for _ in 0..window.len() {
            let priced = pricing.price(plan, workspace)?;
            pace.spend(cost::PRICED_CELL * priced).await;
        }
        Ok(pricing)
    }

    /// Computes the costs of the next tile. Returns the number of cells that it was priced on.
    fn price(&mut self, plan: &Plan, workspace: &Workspace) -> Result<usize, OutOfMemory> {
        let Self { costs, powers } = self;
        let window = &plan.window;
        let tile = costs.tiles();
        let home = workspace.coordinates(window.goals[tile].into());
        let kind = plan.kind(tile, workspace);
        let cost = |here| plan.cost((tile, kind), here, powers, workspace);
        match kind {
            Kind::Fixed => {
                costs.add_fixed();
                Ok(1)
            }
            Kind::Blank => {
                let cells = window.cells.iter();
                costs.add_blank(
                    tile,
                    cells.map(|&cell| cost(workspace.coordinates(cell.into()))),
                );
                Ok(window.len())
            }
            Kind::OfGate | Kind::Wanted => costs.add(tile, cost),
            Kind::Rest => costs.add_alike(tile, home, |apart| plan.cost_of_rest(apart, powers)),
        }
    }
}

/// Returns the smallest box that holds the homes of the movable tiles of a window.
fn homes(window: &Window, workspace: &Workspace) -> Region {
    let tiles = window.cells.iter().zip(&window.goals);
    let free = tiles.filter(|tile| !workspace.is_fixed[usize::from(*tile.0)]);
    let places = free.map(|(_, &goal)| workspace.coordinates(goal.into()));
    Region::around(places).unwrap_or(window.region)
}
