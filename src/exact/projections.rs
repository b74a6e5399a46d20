//! Distances of a few tiles and the blank, all other tiles alike, for goals with free tiles.
//!
//! Additive tables count the moves of their own tiles alone: to bring a few tiles home, most moves
//! are those of others, which they don't see. These tables count every move. So their distances
//! can't be added, but the largest is near the truth: on 4 x 4 groups of four tiles say 32 of the 40
//! moves that the first two rows need, additive tables 23.
//!
//! J. Culberson, J. Schaeffer, *Searching with pattern databases*, 1996.

use alloc::vec::Vec;

use smallvec::SmallVec;

use crate::canonical::{CanonicalBoard, Target};
use crate::exact::neighbours::Neighbours;
use crate::heuristic::Bound;
use crate::metric::Metric;
use crate::runtime::alloc::{OutOfMemory, filled};
use crate::runtime::cost_model::projections as cost;
use crate::runtime::job::Pace;
use crate::side::Side;

/// The most groups of tiles.
const MAX_GROUPS: usize = 5;
/// The most tiles of a group.
const MAX_TILES: usize = 7;

/// A bound that needs no tables, or the largest distance of some groups of tiles, if that is more.
#[derive(Clone, Debug)]
pub(crate) struct Projections<B> {
    plain: B,
    groups: Vec<Group>,
    neighbours: Neighbours,
    cells: usize,
}

/// The distances of the blank and some tiles. An arrangement of them is a number: the cells of the
/// blank and of the tiles are its digits, the blank's the lowest, and its base is the number of
/// cells. So a move adds the same number wherever the other tiles are.
#[derive(Clone, Debug)]
struct Group {
    tiles: Vec<u16>,
    /// `[tile]`: the value of its digit; 0 for tiles of other groups and free ones.
    values: Vec<u32>,
    /// Two bits for each arrangement: the distance modulo 3, or [`UNKNOWN`].
    distances: Vec<u8>,
}

const UNKNOWN: u8 = 3;

/// The data stored for a board.
#[derive(Clone, Debug)]
pub(crate) struct ProjectedState<S> {
    plain: S,
    /// `[group]`: the arrangement and its distance.
    groups: SmallVec<[(u32, u32); MAX_GROUPS]>,
}

/// Chooses groups of tiles whose tables keep within the memory, in bytes: all tiles that matter, or
/// enough groups for each tile to be in two of them, taken row by row and column by column. `None` if
/// there are too many tiles, or none.
pub(crate) fn choose_groups(target: &Target, memory: u64) -> Option<Vec<Vec<u16>>> {
    let (shape, free) = (target.shape, target.free.as_ref()?);
    let matters = |&cell: &usize| cell != target.home && !free[cell];
    let by_row: Vec<usize> = (0..shape.cells()).filter(matters).collect();
    let mut by_column = by_row.clone();
    by_column.sort_by_key(|&cell| shape.place(cell).column);
    let all = by_row.len();
    let bytes = |tiles: usize| {
        (shape.cells() as u64)
            .saturating_pow(tiles as u32 + 1)
            .div_ceil(4)
    };
    let least = |tiles: usize| {
        if tiles == all {
            1
        } else {
            (2 * all).div_ceil(tiles)
        }
    };
    let fits = |&tiles: &usize| {
        let all = bytes(tiles).saturating_mul(least(tiles) as u64);
        // An arrangement has 32 bits.
        least(tiles) <= MAX_GROUPS && all <= memory && bytes(tiles) < 1 << 30
    };
    let tiles = (1..=all.min(MAX_TILES)).rev().find(fits)?;
    let count = (memory / bytes(tiles)).min(MAX_GROUPS as u64) as usize;
    let mut groups: Vec<Vec<u16>> = Vec::new();
    for nth in 0..count {
        let order = [&by_row, &by_column][nth % 2];
        let first = nth / 2 * all / count.div_ceil(2);
        let group = order.iter().cycle().skip(first).take(tiles);
        let mut group: Vec<u16> = group.map(|&cell| cell as u16).collect();
        group.sort_unstable();
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    Some(groups)
}

impl Group {
    /// Finds the distances of all arrangements, breadth first from those of the goal.
    async fn new(
        target: &Target,
        tiles: Vec<u16>,
        neighbours: &Neighbours,
        metric: Metric,
        pace: &mut Pace,
    ) -> Result<Self, OutOfMemory> {
        let Target {
            shape,
            home,
            ref free,
        } = *target;
        let cells = shape.cells();
        let mut values = filled(0, cells)?;
        let mut value = 1;
        for &tile in &tiles {
            value *= cells as u32;
            values[usize::from(tile)] = value;
        }
        let mut group = Self {
            tiles,
            values,
            distances: filled(u8::MAX, (value as usize * cells).div_ceil(4))?,
        };
        let is_end =
            |&cell: &usize| cell == home || free.as_ref().is_some_and(|it| it[home] && it[cell]);
        let goal = |blank: usize| {
            group.arrangement(
                blank,
                group.tiles.iter().copied().zip(group.tiles.iter().copied()),
            )
        };
        let mut frontier: Vec<u32> = (0..cells).filter(is_end).map(goal).collect();
        for &goal in &frontier {
            group.enter(goal, 0);
        }
        for level in 1.. {
            let mut next = Vec::new();
            for (nth, arrangement) in frontier.into_iter().enumerate() {
                pace.pay(cost::ARRANGEMENT);
                if nth % 64 == 0 {
                    pace.spend(0).await;
                }
                let places = group.places(arrangement, cells);
                for_each_move(arrangement, &places, neighbours, metric, |moved| {
                    if group.enter(moved, level % 3) {
                        next.push(moved);
                    }
                });
            }
            if next.is_empty() {
                break;
            }
            frontier = next;
        }
        Ok(group)
    }

    /// Returns the number of an arrangement: the blank's cell, and tiles with their cells.
    fn arrangement(&self, blank: usize, tiles: impl Iterator<Item = (u16, u16)>) -> u32 {
        let digits = tiles.map(|(tile, cell)| self.values[usize::from(tile)] * u32::from(cell));
        blank as u32 + digits.sum::<u32>()
    }

    /// Returns an arrangement after a move of a tile, or of one that it does not follow.
    const fn moved(arrangement: u32, value: u32, from: usize, to: usize) -> u32 {
        let step = (to as u32).wrapping_sub(from as u32);
        arrangement.wrapping_add(step.wrapping_mul(value.wrapping_sub(1)))
    }

    fn modulo_3(&self, arrangement: u32) -> u32 {
        let byte = self.distances[arrangement as usize / 4];
        u32::from(byte >> (arrangement % 4 * 2) & 3)
    }

    /// Sets a distance modulo 3; returns whether it was unknown.
    fn enter(&mut self, arrangement: u32, modulo_3: u8) -> bool {
        let is_new = self.modulo_3(arrangement) == UNKNOWN.into();
        if is_new {
            let byte = &mut self.distances[arrangement as usize / 4];
            *byte ^= (modulo_3 ^ UNKNOWN) << (arrangement % 4 * 2);
        }
        is_new
    }

    /// Returns the tiles' cells in an arrangement and the values of their digits, the blank's first.
    fn places(
        &self,
        mut arrangement: u32,
        cells: usize,
    ) -> SmallVec<[(usize, u32); MAX_TILES + 1]> {
        let values = self
            .tiles
            .iter()
            .map(|&tile| self.values[usize::from(tile)]);
        let base = cells as u32;
        let mut digit = |value| {
            // Divisions take most of the time otherwise.
            let (digit, rest) = if base.is_power_of_two() {
                (arrangement & (base - 1), arrangement >> base.ilog2())
            } else {
                (arrangement % base, arrangement / base)
            };
            arrangement = rest;
            (digit as usize, value)
        };
        [1].into_iter().chain(values).map(&mut digit).collect()
    }
}

/// Calls a function with the arrangements after each move.
fn for_each_move(
    arrangement: u32,
    places: &[(usize, u32)],
    neighbours: &Neighbours,
    metric: Metric,
    mut each: impl FnMut(u32),
) {
    let (first, tiles) = (places[0].0, &places[1..]);
    for side in Side::ALL {
        let (mut moved, mut blank) = (arrangement, first);
        while let Some(from) = neighbours.entered(blank, side) {
            let tile = tiles.iter().find(|it| it.0 == from);
            moved = Group::moved(moved, tile.map_or(0, |it| it.1), from, blank);
            blank = from;
            each(moved);
            if metric != Metric::Slides {
                break;
            }
        }
    }
}

impl<B: Bound> Projections<B> {
    /// Builds the tables of some groups.
    pub(crate) async fn build(
        plain: B,
        target: &Target,
        groups: Vec<Vec<u16>>,
        pace: &mut Pace,
    ) -> Result<Self, OutOfMemory> {
        let mut made = Self {
            plain,
            groups: Vec::new(),
            neighbours: Neighbours::new(target.shape)?,
            cells: target.shape.cells(),
        };
        for tiles in groups {
            let group = Group::new(target, tiles, &made.neighbours, B::METRIC, pace);
            made.groups.push(group.await?);
        }
        Ok(made)
    }

    /// Returns the memory of the tables.
    pub(crate) fn bytes(&self) -> usize {
        self.groups.iter().map(|group| group.distances.len()).sum()
    }

    /// Returns a distance by a descent to the goal.
    fn descend(&self, group: &Group, mut arrangement: u32) -> u32 {
        for distance in 0.. {
            let below = (group.modulo_3(arrangement) + 2) % 3;
            let mut next = None;
            let places = group.places(arrangement, self.cells);
            for_each_move(arrangement, &places, &self.neighbours, B::METRIC, |moved| {
                if group.modulo_3(moved) == below {
                    next = Some(moved);
                }
            });
            match next {
                Some(next) => arrangement = next,
                None => return distance,
            }
        }
        0
    }
}

impl<B: Bound> Bound for Projections<B> {
    type State = ProjectedState<B::State>;

    const METRIC: Metric = B::METRIC;

    fn state(&self, board: &CanonicalBoard) -> Self::State {
        let of_group = |group: &Group| {
            let contents = (0..).zip(board.cells()).map(|(cell, &tile)| (tile, cell));
            let arrangement = group.arrangement(board.blank(), contents);
            (arrangement, self.descend(group, arrangement))
        };
        ProjectedState {
            plain: self.plain.state(board),
            groups: self.groups.iter().map(of_group).collect(),
        }
    }

    fn after(&self, state: &Self::State, board: &CanonicalBoard, from: usize) -> Self::State {
        let tile = usize::from(board.cells()[from]);
        let mut groups = state.groups.clone();
        for ((arrangement, distance), group) in groups.iter_mut().zip(&self.groups) {
            *arrangement = Group::moved(*arrangement, group.values[tile], from, board.blank());
            // A move changes the distance by one at most.
            *distance = *distance + (group.modulo_3(*arrangement) + 4 - *distance % 3) % 3 - 1;
        }
        ProjectedState {
            plain: self.plain.after(&state.plain, board, from),
            groups,
        }
    }

    fn least(&self, state: &Self::State, last: Option<usize>) -> u32 {
        let plain = self.plain.least(&state.plain, last);
        state.groups.iter().map(|it| it.1).fold(plain, u32::max)
    }
}
