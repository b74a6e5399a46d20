//! The weights of pairs, laid out for a shape.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use super::kinds::{Kinds, NewKinds, PairClass, REACH, Way};
use super::weights::{PairWeights, UNIT};
use crate::effort::Effort;
use crate::shape::Shape;
use crate::side::Side;
use crate::tables::{OutOfMemory, Shared, reserved};

/// The sides of boards that are ranked by pairs.
const SIDES: RangeInclusive<usize> = 3..=9;

/// The sides of boards of which the beams are ranked by pairs alone; smaller boards have tables that
/// know more.
const SIDES_OF_BEAMS: RangeInclusive<usize> = 5..=9;

/// The most cells of such a board.
pub(crate) const MAX_CELLS: usize = 81;

/// What the square of a displacement weighs besides, in the unit of the weights.
///
/// No solution is longer for that. But of two boards that seem equally near, the one with no tile
/// far from home is safer: a beam that puts such a tile off has to break up later what it has
/// built. On 20 boards of 7 x 7 solutions became shorter by a tenth. More than half a move makes
/// them longer again on 5 x 5 and 6 x 6, more than one on 7 x 7.
const fn far_first(shape: Shape) -> i32 {
    if shape.cells() <= 36 {
        UNIT / 2
    } else {
        UNIT / 4 * 3
    }
}

/// As many entries as a `u16` tells apart, so that no place in them need be checked.
const WINDOW: usize = 1 << 16;

/// Returns whether boards of a shape are ranked by pairs.
pub(crate) fn are_for(shape: Shape) -> bool {
    are_within(shape, SIDES)
}

/// Returns whether beams for boards of a shape are best ranked by pairs.
pub(crate) fn rank_beams(shape: Shape) -> bool {
    are_within(shape, SIDES_OF_BEAMS)
}

fn are_within(shape: Shape, sides: RangeInclusive<usize>) -> bool {
    shape.is_rectangle() && sides.contains(&shape.rows()) && sides.contains(&shape.cols())
}

/// What the weights say of a move on a shape, ready to be added up. Homes don't matter: a home is
/// where no tile belongs.
///
/// A child differs from its parent by one tile and the blank. For the tile there is a row of
/// differences for each displacement and axis: an entry for each tile that is elsewhere, by its
/// displacement and by the way between the two homes. For the blank there is a row for each cell.
/// Most tiles are near home, and their entries are side by side.
#[derive(Debug)]
pub(crate) struct PairTables {
    shape: Shape,
    cells: usize,
    /// By tile and cell: the place of the tile in a row of differences, from that of the tile that
    /// moves on; and its place in a row of the blank.
    codes: Vec<[u16; 2]>,
    /// By tile and cell: what the displacement itself weighs.
    singles: Vec<i32>,
    /// By axis, tile and cell, where the tile is one step farther down or right afterwards: the
    /// start of the row in `differences`, for tiles as seen from that one.
    rows: [Vec<u32>; 2],
    differences: Vec<i16>,
    /// By cell of the blank, and place.
    beside_blank: Vec<i16>,
    /// The width of a row in `beside_blank`.
    places: usize,
}

impl PairTables {
    /// Returns the shape.
    pub(crate) const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the row of the blank on a cell.
    #[inline]
    fn of_blank(&self, cell: usize) -> Option<&[i16; WINDOW]> {
        self.beside_blank[cell * self.places..].first_chunk()
    }

    /// Returns the places of all tiles of a board but the blank.
    #[inline]
    pub(crate) fn look(&self, at: &[u16], blank: usize) -> Seen {
        let mut seen = Seen {
            codes: [[0; SEEN]; 2],
            tiles: 0,
        };
        for (cell, &tile) in at.iter().enumerate() {
            let [place, beside] = self.codes[usize::from(tile) * self.cells + cell];
            let nth = seen.tiles % SEEN;
            seen.codes[0][nth] = place;
            seen.codes[1][nth] = beside;
            // The next one is written over the blank.
            seen.tiles += usize::from(cell != blank);
        }
        seen
    }

    /// Returns what the tiles weigh as the blank sees them from a cell.
    #[inline]
    pub(crate) fn around_blank(&self, seen: &Seen, cell: usize) -> i32 {
        let Some(row) = self.of_blank(cell) else {
            return 0;
        };
        let codes = &seen.codes[1][..seen.tiles % SEEN];
        codes
            .iter()
            .map(|&code| i32::from(row[usize::from(code)]))
            .sum()
    }

    /// Returns by how much more a board weighs after a move, given what its tiles weigh around the
    /// blank before: `seen` is the board before the move, `tile` goes from a cell to the other one.
    #[inline]
    pub(crate) fn change(
        &self,
        seen: &Seen,
        around_blank: i32,
        tile: u16,
        (from, to, side): (usize, usize, Side),
    ) -> i32 {
        let first = usize::from(tile) * self.cells;
        // The tile goes the other way than the blank.
        let (axis, lower, sign) = match side {
            Side::Up => (0, from, 1),
            Side::Down => (0, to, -1),
            Side::Left => (1, from, 1),
            _ => (1, to, -1),
        };
        let start = self.rows[axis][first + lower] as usize;
        let (Some(row), Some(blank)) = (
            self.differences[start..].first_chunk::<WINDOW>(),
            self.of_blank(from),
        ) else {
            return 0;
        };
        let (mut of_tile, mut of_blank) = (0, 0);
        let places = seen.codes[0][..seen.tiles % SEEN]
            .iter()
            .zip(&seen.codes[1]);
        for (&place, &beside) in places {
            of_tile += i32::from(row[usize::from(place)]);
            of_blank += i32::from(blank[usize::from(beside)]);
        }
        of_blank += i32::from(blank[usize::from(self.codes[first + to][1])]);
        self.singles[first + to] - self.singles[first + from] + sign * of_tile + of_blank
            - around_blank
    }
}

/// Room for all tiles: a power of two, so that no place in it need be checked.
const SEEN: usize = MAX_CELLS.next_power_of_two();

/// Where the tiles of a board are looked up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    codes: [[u16; SEEN]; 2],
    tiles: usize,
}

/// Tables that are being laid out.
#[derive(Debug)]
pub(crate) struct NewPairTables {
    weights: Shared<PairWeights>,
    tables: PairTables,
    /// How far displacements are told apart on the shape, down and right.
    reach: Way,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    Kinds(NewKinds),
    /// The weights are listed by entry, from this one on.
    Spread(Kinds, Vec<i16>),
    /// The rows of differences are filled, from this one on.
    Rows(Kinds, Vec<i16>, usize),
    /// The rows of the blank.
    Blank(Kinds, usize),
    Over,
}

/// What an entry costs, in nanoseconds.
const LISTED: usize = 2;
const DIFFERENCE: usize = 4;
const BESIDE_BLANK: usize = 5;

/// The weights that are listed at once.
const LIST: usize = 1 << 14;

impl NewPairTables {
    /// Begins to lay out weights for a shape of [`are_for`].
    pub(crate) fn new(shape: Shape, weights: Shared<PairWeights>) -> Result<Self, OutOfMemory> {
        let (rows, cols, cells) = (shape.rows() as i32, shape.cols() as i32, shape.cells());
        let reach = [(rows - 1).min(REACH), (cols - 1).min(REACH)];
        let displacements = displacements(reach);
        let offsets = ((2 * rows - 1) * (2 * cols - 1)) as usize;
        let row = offsets * displacements;
        let mut codes = reserved(cells * cells)?;
        let mut singles = reserved(cells * cells)?;
        let mut of_axis = [reserved(cells * cells)?, reserved(cells * cells)?];
        for tile in 0..cells {
            // Homes are told by a number, so that a difference of numbers is a way between two.
            let home = shape.place(tile);
            let number = home.row * (2 * shape.cols() - 1) + home.column;
            let shift = offsets / 2 - number;
            for cell in 0..cells {
                let way = way_between(shape, tile, cell);
                let displacement = number_of(way, reach);
                codes.push([
                    (displacement * offsets + number) as u16,
                    (displacement * cells + cell) as u16,
                ]);
                let far: i32 = way.iter().map(|way| way * way).sum();
                singles.push(i32::from(weights.of(Kinds::single(way))) + far_first(shape) * far);
                for (axis, rows) in of_axis.iter_mut().enumerate() {
                    let is_clipped = way[axis] < -reach[axis] || way[axis] >= reach[axis];
                    let start = if is_clipped {
                        // Beyond all rows there is nothing but zeroes.
                        2 * displacements * row
                    } else {
                        (axis * displacements + displacement) * row + shift
                    };
                    rows.push(start as u32);
                }
            }
        }
        let places = cells * displacements;
        Ok(Self {
            weights,
            tables: PairTables {
                shape,
                cells,
                codes,
                singles,
                rows: of_axis,
                differences: reserved(2 * displacements * row + WINDOW)?,
                beside_blank: reserved(cells * places + WINDOW)?,
                places,
            },
            reach,
            stage: Stage::Kinds(NewKinds::new()?),
        })
    }

    /// Goes on, and returns the tables once they are ready.
    pub(crate) fn advance(
        &mut self,
        effort: &mut Effort,
    ) -> Result<Option<PairTables>, OutOfMemory> {
        while !effort.is_spent() {
            self.stage = match core::mem::replace(&mut self.stage, Stage::Over) {
                Stage::Kinds(mut new) => {
                    effort.spend(NewKinds::STEP);
                    match new.go_on() {
                        Some(kinds) => {
                            let room = reserved(kinds.pairs().len())?;
                            Stage::Spread(kinds, room)
                        }
                        None => Stage::Kinds(new),
                    }
                }
                Stage::Spread(kinds, mut list) => {
                    let rest = &kinds.pairs()[list.len()..];
                    if rest.is_empty() {
                        Stage::Rows(kinds, list, 0)
                    } else {
                        let some = &rest[..LIST.min(rest.len())];
                        list.extend(some.iter().map(|&kind| self.weights.of(kind as usize)));
                        effort.spend(some.len() * LISTED);
                        Stage::Spread(kinds, list)
                    }
                }
                Stage::Rows(kinds, list, row) => {
                    if row == 2 * displacements(self.reach) {
                        let differences = &mut self.tables.differences;
                        differences.resize(differences.len() + WINDOW, 0);
                        Stage::Blank(kinds, 0)
                    } else {
                        let before = self.tables.differences.len();
                        self.add_row(&kinds, &list, row)?;
                        effort.spend((self.tables.differences.len() - before) * DIFFERENCE);
                        Stage::Rows(kinds, list, row + 1)
                    }
                }
                Stage::Blank(kinds, cell) => {
                    if cell == self.tables.cells {
                        let beside = &mut self.tables.beside_blank;
                        beside.resize(beside.len() + WINDOW, 0);
                        let shape = self.tables.shape;
                        let none = PairTables {
                            shape,
                            cells: 0,
                            codes: Vec::new(),
                            singles: Vec::new(),
                            rows: [Vec::new(), Vec::new()],
                            differences: Vec::new(),
                            beside_blank: Vec::new(),
                            places: 0,
                        };
                        return Ok(Some(core::mem::replace(&mut self.tables, none)));
                    }
                    self.add_row_of_blank(&kinds, cell);
                    effort.spend(self.tables.places * BESIDE_BLANK);
                    Stage::Blank(kinds, cell + 1)
                }
                Stage::Over => break,
            };
        }
        Ok(None)
    }

    /// Adds a row: what pairs weigh more if a tile goes a step down or right.
    fn add_row(&mut self, kinds: &Kinds, list: &[i16], row: usize) -> Result<(), OutOfMemory> {
        let displacements = displacements(self.reach);
        let shape = self.tables.shape;
        let (axis, before) = (row / displacements, way_of(row % displacements, self.reach));
        let mut after = before;
        after[axis] += 1;
        if after[axis] > self.reach[axis] {
            let differences = &mut self.tables.differences;
            let offsets = (2 * shape.rows() - 1) * (2 * shape.cols() - 1);
            differences.resize(differences.len() + displacements * offsets, 0);
            return Ok(());
        }
        let (rows, cols) = (shape.rows() as i32 - 1, shape.cols() as i32 - 1);
        let offsets =
            (-rows..=rows).flat_map(|down| (-cols..=cols).map(move |right| [down, right]));
        // By offset: how the other tile is turned, and where the weights are before and after.
        let mut weights = reserved(((2 * rows + 1) * (2 * cols + 1)) as usize)?;
        weights.extend(offsets.map(|offset| {
            let class = PairClass::of(offset)?;
            let turn = class.turn();
            let first = |way| class.entry(kinds.turned(turn, way), 0);
            Some((turn, first(before), first(after)))
        }));
        for place in 0..displacements {
            let second = kinds.turned_by_all(way_of(place, self.reach));
            let differences = weights.iter().map(|weights| {
                weights.map_or(0, |(turn, before, after)| {
                    let second = usize::from(second[turn.number()]);
                    list[after + second] - list[before + second]
                })
            });
            self.tables.differences.extend(differences);
        }
        Ok(())
    }

    /// Adds the row of the blank on a cell.
    fn add_row_of_blank(&mut self, kinds: &Kinds, blank: usize) {
        let shape = self.tables.shape;
        for place in 0..displacements(self.reach) {
            let displacement = way_of(place, self.reach);
            for cell in 0..self.tables.cells {
                let kind = kinds.beside_blank(way_between(shape, blank, cell), displacement);
                let is_elsewhere = cell != blank;
                let weight = if is_elsewhere {
                    self.weights.of(kind)
                } else {
                    0
                };
                self.tables.beside_blank.push(weight);
            }
        }
    }
}

/// Returns the way from one cell to another one.
pub(crate) fn way_between(shape: Shape, from: usize, to: usize) -> Way {
    let (from, to) = (shape.place(from), shape.place(to));
    let along = |from: usize, to: usize| to as i32 - from as i32;
    [along(from.row, to.row), along(from.column, to.column)]
}

/// Returns the number of ways of at most so far down and right.
const fn displacements(reach: Way) -> usize {
    ((2 * reach[0] + 1) * (2 * reach[1] + 1)) as usize
}

/// Returns the number of a way; a longer one counts as the longest.
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

#[cfg(test)]
mod tests;
