//! What it costs that a tile of an errand stands on a cell.

use super::plan::{Aim, Kind, Plan};
use crate::construct::price::{Powers, UNIT};
use crate::construct::site::{Region, Site};
use crate::construct::window::Window;
use crate::search::ranking::{Cost, Costs, Extent};
use crate::tables::OutOfMemory;

/// Costs that are worked out, tile after tile.
#[derive(Clone, Debug)]
pub(super) struct Pricing {
    pub(super) costs: Costs,
    pub(super) powers: Powers,
}

impl Pricing {
    /// Begins to work out the costs in a window by a power of distances.
    pub(super) fn new(window: &Window, power: u32, site: &Site) -> Result<Self, OutOfMemory> {
        Ok(Self {
            costs: Costs::new(window.extent(), homes(window, site), window.blank)?,
            powers: Powers::new(site.left.longest(), power)?,
        })
    }

    /// Works out what the next tile costs. Returns how many cells it was priced on.
    pub(super) fn price(&mut self, plan: &Plan, site: &Site) -> Result<usize, OutOfMemory> {
        /// Weights are in sixteenths.
        const STEP: i32 = UNIT / 16;

        let Self { costs, powers } = self;
        let Plan {
            aim,
            manner,
            window,
        } = plan;
        let weights = &manner.weights;
        let tile = costs.tiles();
        let home = site.coordinates(window.goals[tile].into());
        let apart = |here: [usize; 3]| [0, 1, 2].map(|axis| here[axis].abs_diff(home[axis]));
        let steps = |apart: [usize; 3]| apart.into_iter().sum::<usize>();
        let price = |price: i32, is_miss: bool| Cost {
            price,
            is_miss,
            distance: 0,
        };
        let kind = plan.kind(tile, site);
        match (aim, kind) {
            (_, Kind::Fixed) => {
                costs.add_fixed();
                Ok(1)
            }
            (Aim::Gather(gather), Kind::Blank) => {
                let cells = window.cells.iter();
                let cost = |&cell: &u16| {
                    let outside = outside(&gather.block, site.coordinates(cell.into()));
                    price(STEP * weights.blank * outside, outside > 0)
                };
                costs.add_blank(tile, cells.map(cost));
                Ok(window.len())
            }
            (_, Kind::Blank) => {
                costs.add_blank(tile, core::iter::empty());
                Ok(1)
            }
            (Aim::Gather(gather), Kind::OfGate) => {
                let waits = site.coordinates(gather.outside);
                costs.add(tile, |here| {
                    let away = steps([0, 1, 2].map(|axis| here[axis].abs_diff(waits[axis])));
                    price(STEP * weights.gather * away as i32, away > 0)
                })
            }
            (Aim::Gather(gather), Kind::Wanted) => costs.add(tile, |here| {
                let outside = outside(&gather.block, here);
                let steps = weights.gather * outside
                    + weights.outside * i32::from(outside > 0)
                    + weights.inner * steps(apart(here)) as i32;
                price(STEP * steps, outside > 0)
            }),
            (_, Kind::Wanted) => costs.add(tile, |here| {
                let distance = steps(apart(here)) as i32;
                let steps = weights.gather * distance + weights.outside * i32::from(distance > 0);
                price(STEP * steps, distance > 0)
            }),
            (_, kind) => {
                let is_last = matches!(kind, Kind::Last);
                costs.add_alike(usize::from(is_last), tile, home, |apart| Cost {
                    price: weights.rest * powers.of(apart) / 16,
                    is_miss: false,
                    distance: if is_last { 0 } else { steps(apart) as u16 },
                })
            }
        }
    }
}

/// Returns the smallest box of the places where tiles of a window belong that may be moved.
fn homes(window: &Window, site: &Site) -> Extent {
    let tiles = window.cells.iter().zip(&window.goals);
    let free = tiles.filter(|tile| !site.is_fixed[usize::from(*tile.0)]);
    let places = free.map(|(_, &goal)| site.coordinates(goal.into()));
    Region::around(places).map_or(window.extent(), Region::extent)
}

/// Returns the steps that a cell is outside of a region.
fn outside(region: &Region, place: [usize; 3]) -> i32 {
    let outside = |axis: usize| {
        let (low, high) = (region.low[axis], region.high[axis]);
        low.saturating_sub(place[axis]) + place[axis].saturating_sub(high)
    };
    (0..3).map(|axis| outside(axis) as i32).sum()
}
