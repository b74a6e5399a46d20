//! The job that lays out the weights of pairs for a shape.

use alloc::vec::Vec;
use core::array;

use super::{
    MAX_CELLS, MOST, Move, PLACE_BITS, PairTables, TURNED, WINDOW, WINDOW_OF_BLANK, difference,
    far_first, way_between,
};
use crate::pairs::kinds::{
    BLANK_REACH, Kinds, PLACES, PairClass, REACH, Symmetry, Way, ZONES, number_of_zone, zone_of,
    zone_with,
};
use crate::pairs::weights::PairWeights;
use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::runtime::cost_model::pair_tables as cost;
use crate::runtime::job::{Job, Pace};
use crate::runtime::shared::Shared;
use crate::shape::Shape;
use crate::side::Side;

/// The number of weights that are listed at once.
const LIST: usize = 1 << 14;

/// The job that lays out weights for a shape.
pub(crate) type PairTablesJob = Job<Result<PairTables, OutOfMemory>>;

impl PairTables {
    /// Returns the job that lays out weights for a shape of [`are_for`](super::are_for).
    pub(crate) fn job(shape: Shape, weights: Shared<PairWeights>) -> PairTablesJob {
        Job::new(move |mut pace| async move { Self::lay_out(shape, &weights, &mut pace).await })
    }

    /// Lays out weights for a shape of [`are_for`](super::are_for).
    pub(crate) async fn lay_out(
        shape: Shape,
        weights: &PairWeights,
        pace: &mut Pace,
    ) -> Result<Self, OutOfMemory> {
        let mut draft = Draft::new(shape)?;
        let reach = draft.reach;
        let kinds = Kinds::new(pace).await?;
        let mut list = reserved(kinds.pairs().len())?;
        for pairs in kinds.pairs().chunks(LIST) {
            list.extend(pairs.iter().map(|&kind| weights.of(kind as usize)));
            pace.spend(pairs.len() * cost::LISTED).await;
        }
        for row in 0..2 * displacements(reach) {
            let before = draft.tables.differences.len();
            draft.add_row(&kinds, &list, row)?;
            let added = draft.tables.differences.len() - before;
            pace.spend(added * cost::DIFFERENCE).await;
        }
        let differences = &mut draft.tables.differences;
        differences.resize(differences.len() + WINDOW, 0);
        let mut beside = BesideBlank::new(reach)?;
        for zone in 0..ZONES {
            beside.add_zone(zone, &kinds, weights, reach);
            let listed = displacements(reach) * BesideBlank::WAYS;
            pace.spend(listed * cost::BESIDE_BLANK).await;
        }
        for cell in 0..draft.tables.cells {
            draft.add_moves(&kinds, weights, &beside, cell);
            draft.add_row_of_blank(&beside, cell);
            pace.spend(draft.tables.places * cost::AROUND_BLANK).await;
        }
        let around = &mut draft.tables.around_blank;
        around.resize(around.len() + WINDOW_OF_BLANK, [0; 4]);
        Ok(draft.tables)
    }
}

/// Tables that are being filled.
struct Draft {
    tables: PairTables,
    /// `[axis][tile * cells + cell]`, where the tile is one step farther down or right afterwards:
    /// the start of the row in `differences`, for tiles relative to that one.
    starts: [Vec<u32>; 2],
    /// The displacements that are distinguished on the shape, down and right.
    reach: Way,
}

impl Draft {
    fn new(shape: Shape) -> Result<Self, OutOfMemory> {
        let (rows, cols, cells) = (shape.rows() as i32, shape.columns() as i32, shape.cells());
        let reach = [(rows - 1).min(REACH), (cols - 1).min(REACH)];
        let displacements = displacements(reach);
        let offsets = ((2 * rows - 1) * (2 * cols - 1)) as usize;
        let row = offsets * displacements;
        // Homes are numbered so that the difference of two numbers is the offset between them.
        let numbers = |cell: usize| {
            let home = shape.place(cell);
            home.row * (2 * shape.columns() - 1) + home.column
        };
        let mut codes = reserved(cells * cells)?;
        for cell in 0..cells {
            codes.extend((0..cells).map(|tile| {
                let displacement = number_of(way_between(shape, tile, cell), reach);
                let place = displacement * offsets + numbers(tile);
                let of_blank = displacement * cells + cell;
                place as u32 | (of_blank as u32) << (u32::BITS - PLACE_BITS)
            }));
        }
        let mut starts = [reserved(cells * cells)?, reserved(cells * cells)?];
        for tile in 0..cells {
            let shift = offsets / 2 - numbers(tile);
            for cell in 0..cells {
                let way = way_between(shape, tile, cell);
                for (axis, starts) in starts.iter_mut().enumerate() {
                    let is_clipped = way[axis] < -reach[axis] || way[axis] >= reach[axis];
                    let start = if is_clipped {
                        // Beyond all rows all entries are zero.
                        2 * displacements * row
                    } else {
                        (axis * displacements + number_of(way, reach)) * row + shift
                    };
                    starts.push(start as u32);
                }
            }
        }
        let places = cells * displacements;
        Ok(Self {
            tables: PairTables {
                shape,
                cells,
                codes,
                moves: reserved(cells * cells)?,
                differences: reserved(2 * displacements * row + WINDOW)?,
                around_blank: reserved(cells * places + WINDOW_OF_BLANK)?,
                places,
            },
            starts,
            reach,
        })
    }

    /// Adds a row: the weights of pairs after a tile goes a step down or right, minus those before.
    fn add_row(&mut self, kinds: &Kinds, list: &[i16], row: usize) -> Result<(), OutOfMemory> {
        let displacements = displacements(self.reach);
        let shape = self.tables.shape;
        let (axis, before) = (row / displacements, way_of(row % displacements, self.reach));
        let mut after = before;
        after[axis] += 1;
        if after[axis] > self.reach[axis] {
            let differences = &mut self.tables.differences;
            let offsets = (2 * shape.rows() - 1) * (2 * shape.columns() - 1);
            differences.resize(differences.len() + displacements * offsets, 0);
            return Ok(());
        }
        let (rows, cols) = (shape.rows() as i32 - 1, shape.columns() as i32 - 1);
        let offsets =
            (-rows..=rows).flat_map(|down| (-cols..=cols).map(move |right| [down, right]));
        // `[offset]`: the symmetry of the other tile, and the differences by its displacement
        // after it.
        let mut by_offset = reserved(((2 * rows + 1) * (2 * cols + 1)) as usize)?;
        by_offset.extend(offsets.map(|offset| {
            let mut differences = [0; TURNED];
            let Some(class) = PairClass::of(offset) else {
                return (0, differences);
            };
            let turn = class.turn();
            let weights = |way| &list[class.entry(kinds.turned(turn, way), 0)..][..PLACES];
            let weights = weights(after).iter().zip(weights(before));
            for (entry, (&after, &before)) in differences.iter_mut().zip(weights) {
                *entry = difference(after, before);
            }
            (turn.number(), differences)
        }));
        for place in 0..displacements {
            let second = kinds.turned_by_all(way_of(place, self.reach));
            let differences = by_offset.iter().map(|(turn, differences)| {
                let second = second[turn % Symmetry::COUNT];
                differences[usize::from(second) % TURNED]
            });
            self.tables.differences.extend(differences);
        }
        Ok(())
    }

    /// Adds the moves of each tile away from a cell.
    fn add_moves(
        &mut self,
        kinds: &Kinds,
        weights: &PairWeights,
        beside: &BesideBlank,
        from: usize,
    ) {
        let (shape, cells) = (self.tables.shape, self.tables.cells);
        let single = |tile: usize, cell: usize| {
            let way = way_between(shape, tile, cell);
            let far: i32 = way.iter().map(|way| way * way).sum();
            let of_zone = weights.of(kinds.in_zone(zone_of(shape, tile), way));
            let of_way = weights.of(Kinds::single(way));
            i32::from(of_way) + i32::from(of_zone) + far_first(shape) * far
        };
        let zone = number_of_zone(zone_of(shape, from));
        for tile in 0..cells {
            let mut moves = [Move::default(); 4];
            for (side, it) in Side::ALL.into_iter().zip(&mut moves) {
                // The blank came from the other side.
                let Some(to) = side.undo().entered(shape, from) else {
                    continue;
                };
                let lower = match side {
                    Side::Up | Side::Left => from,
                    _ => to,
                };
                let displacement = number_of(way_between(shape, tile, to), self.reach);
                let seen = BesideBlank::seen(shape, from, to);
                let of_blank = beside.weight(zone, seen, displacement);
                *it = Move::new(
                    self.starts[side.axis()][tile * cells + lower],
                    single(tile, to) - single(tile, from) + i32::from(of_blank),
                    shape.distance(tile, to) < shape.distance(tile, from),
                );
            }
            self.tables.moves.push(moves);
        }
    }

    /// Adds the row of the blank on a cell.
    fn add_row_of_blank(&mut self, beside: &BesideBlank, blank: usize) {
        let (shape, cells) = (self.tables.shape, self.tables.cells);
        let seen_from =
            |blank: usize| (0..cells).map(move |cell| BesideBlank::seen(shape, blank, cell));
        let mut here = [0; MAX_CELLS];
        for (seen, of_cell) in here.iter_mut().zip(seen_from(blank)) {
            *seen = of_cell;
        }
        let zone = number_of_zone(zone_of(shape, blank));
        // Nothing changes on sides where the blank can't go.
        let (mut there, mut zones) = (here.map(|seen| [seen; 4]), [zone; 4]);
        for (nth, side) in Side::ALL.into_iter().take(4).enumerate() {
            if let Some(blank) = side.entered(shape, blank) {
                zones[nth] = number_of_zone(zone_of(shape, blank));
                for (seen, of_cell) in there.iter_mut().zip(seen_from(blank)) {
                    seen[nth] = of_cell;
                }
            }
        }
        for displacement in 0..displacements(self.reach) {
            let weight = |zone, seen| beside.weight(zone, seen, displacement);
            let around = here[..cells].iter().zip(&there).map(|(&here, there)| {
                let before = weight(zone, here);
                array::from_fn(|nth| weight(zones[nth], there[nth]) - before)
            });
            self.tables.around_blank.extend(around);
        }
    }
}

/// The weights of tiles by their position relative to the blank.
#[derive(Debug)]
struct BesideBlank {
    /// A weight for each zone of the blank, displacement and [`seen`](Self::seen); no difference
    /// exceeds [`MOST`].
    weights: Vec<[i16; BesideBlank::ROW]>,
    displacements: usize,
}

impl BesideBlank {
    /// The number of offsets along an axis and in all; and the offset of the blank to itself.
    const SPAN: i32 = 2 * BLANK_REACH + 1;
    const WAYS: usize = (Self::SPAN * Self::SPAN) as usize + 1;
    const ROW: usize = Self::WAYS.next_power_of_two();

    fn new(reach: Way) -> Result<Self, OutOfMemory> {
        let displacements = displacements(reach);
        Ok(Self {
            weights: reserved(ZONES * displacements)?,
            displacements,
        })
    }

    /// Adds the weights of tiles with the blank in this zone.
    fn add_zone(&mut self, zone: usize, kinds: &Kinds, weights: &PairWeights, reach: Way) {
        let zone = zone_with(zone);
        self.weights
            .extend((0..self.displacements).map(|displacement| {
                let displacement = way_of(displacement, reach);
                let mut row = [0; Self::ROW];
                for (seen, weight) in row.iter_mut().enumerate().take(Self::WAYS - 1) {
                    let (down, right) = (seen as i32 / Self::SPAN, seen as i32 % Self::SPAN);
                    let seen = [down - BLANK_REACH, right - BLANK_REACH];
                    let anywhere = weights.of(kinds.beside_blank(seen, displacement));
                    let kind = kinds.beside_blank_in_zone(zone, seen, displacement);
                    let more = kind.map_or(0, |kind| weights.of(kind));
                    *weight = (anywhere + more).clamp(-MOST / 2, MOST / 2);
                }
                row
            }));
    }

    /// Returns the place of a cell relative to the blank on another one.
    fn seen(shape: Shape, blank: usize, cell: usize) -> u8 {
        if blank == cell {
            return Self::WAYS as u8 - 1;
        }
        let way = way_between(shape, blank, cell);
        let [down, right] = way.map(|way| way.clamp(-BLANK_REACH, BLANK_REACH) + BLANK_REACH);
        (down * Self::SPAN + right) as u8
    }

    /// Returns the weight of a tile with a displacement, given its place relative to the blank.
    fn weight(&self, zone: usize, seen: u8, displacement: usize) -> i16 {
        self.weights[zone * self.displacements + displacement][usize::from(seen) % Self::ROW]
    }
}

/// Returns the number of ways within a reach down and right.
const fn displacements(reach: Way) -> usize {
    ((2 * reach[0] + 1) * (2 * reach[1] + 1)) as usize
}

/// Returns the number of a way, clamped to `reach`.
fn number_of(way: Way, reach: Way) -> usize {
    let [down, right] = [0, 1].map(|axis| way[axis].clamp(-reach[axis], reach[axis]) + reach[axis]);
    (down * (2 * reach[1] + 1) + right) as usize
}

/// Returns the way with a number.
const fn way_of(number: usize, reach: Way) -> Way {
    let span = 2 * reach[1] + 1;
    let number = number as i32;
    [number / span - reach[0], number % span - reach[1]]
}
