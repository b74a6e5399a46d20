//! The costs of the tiles of a region on each cell.

use super::plan::{Kind, Plan};
use crate::beam::ranking::Costs;
use crate::construct::price::DistanceCosts;
use crate::construct::window::Window;
use crate::construct::workspace::Workspace;
use crate::region::Region;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::cost_model::construct as cost;
use crate::runtime::job::Pace;

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
