//! The flow: ways of the blank that bring many tiles nearer to their places at once.

use alloc::vec::Vec;
use core::mem;

use super::site::{Site, side_of};
use crate::side::Side;
use crate::tables::OutOfMemory;

/// How far a way may lead along each side, on a flat board and in a box: the second if nothing is
/// found within the first.
const REACHES: [[usize; 2]; 2] = [[16, 64], [3, 8]];

/// On boards of up to this number of cells a way may lead anywhere then, on a flat board and in a
/// box. On larger ones the blank goes on to another region instead: ways over the whole board would
/// take 17 seconds on 256 x 256, and 18 on 40 x 40 x 40. The price of that is length: twice the
/// moves on the former.
const WHOLE: [usize; 2] = [40_000, 27_000];

/// All regions are visited again at the same price if one step was found for this number of cells.
const CELLS_TO_STEP: usize = 4;

/// What a step must be worth at least.
const FLOOR: i64 = 1;

/// Prices are in such parts of a unit of worth.
const UNIT: i64 = 16;

/// The worth of a way that does not exist.
const NEVER: i64 = i64::MIN / 2;

/// A way that never turns back along an axis: whether it leads to higher coordinates, and how far.
#[derive(Clone, Copy, Debug)]
struct End {
    worth: i64,
    is_up: [bool; 3],
    steps: [usize; 3],
}

/// The best ways to all cells of a box at whose corner the blank is.
#[derive(Debug, Default)]
struct Ways {
    /// What the way to each cell of the box is worth beyond its price.
    best: Vec<i64>,
    /// How many cells further on the next one along an axis is found in there.
    strides: [usize; 3],
    /// How many cells were looked at.
    looked_at: usize,
}

impl Ways {
    /// Makes room for the ways to the cells of a box.
    fn begin(&mut self, extent: [usize; 3]) -> Result<(), OutOfMemory> {
        let [rows, cols, layers] = extent.map(|it| it + 1);
        let cells = rows * cols * layers;
        self.best.clear();
        self.best.try_reserve(cells).map_err(|_| OutOfMemory {
            bytes: (cells * size_of::<i64>()) as u64,
        })?;
        self.strides = [cols, 1, rows * cols];
        self.looked_at += cells;
        Ok(())
    }
}

/// Lets the blank go ways on which tiles come nearer to their places, as long as there are such
/// worth their steps.
///
/// What a board is worth is the sum, over tiles and axes, of the square of the distance still to
/// go: so far tiles come first, and tiles that are near give way to them. (With the plain distance
/// the blank is soon surrounded by tiles that want to stay.) A way never turns back along an axis,
/// so the best one to each cell nearby is found at once, cell by cell. It must be worth its price,
/// which is high at first, so that the blank takes the best ways of the whole board before it takes
/// others, and falls to [`FLOOR`] a step.
#[derive(Debug)]
pub(super) struct Flow {
    price: i64,
    /// Whether the blank may go on to another region rather than look over the whole board.
    may_travel: bool,
    /// Which of the [`REACHES`] is next.
    rung: usize,
    /// The region in hand, and whether the next one has a higher number.
    region: usize,
    is_upwards: bool,
    /// How many steps were found since the first region was begun.
    found: usize,
    ways: Ways,
    steps: Vec<Side>,
}

impl Flow {
    /// Returns the work for a board whose far tiles have so many cells to go along an axis.
    ///
    /// `is_long` says that the board is a long one, along which tiles were carried: to travel it
    /// takes more moves than are gained.
    pub(super) fn new(far: usize, is_long: bool) -> Self {
        Self {
            may_travel: !is_long,
            price: UNIT * far as i64 / 2,
            rung: 0,
            region: 0,
            is_upwards: true,
            found: 0,
            ways: Ways::default(),
            steps: Vec::new(),
        }
    }

    /// Looks for a way, and goes it. Returns how many cells were looked at; `None` if nothing is
    /// left that is worth the last price.
    pub(super) fn step(&mut self, site: &mut Site) -> Result<Option<usize>, OutOfMemory> {
        if self.price < UNIT * FLOOR {
            return Ok(None);
        }
        let is_box = usize::from(!site.shape.is_rectangle());
        let reach = match REACHES[is_box].get(self.rung) {
            Some(&reach) => reach,
            None if self.may_travel && site.left.cells() > WHOLE[is_box] => {
                return self.travel(site).map(Some);
            }
            None if self.rung == REACHES[is_box].len() => usize::MAX,
            None => {
                self.lower();
                return Ok(Some(0));
            }
        };
        self.rung += 1;
        self.steps.clear();
        site.plan(reach, self.price, &mut self.ways, &mut self.steps)?;
        if !self.steps.is_empty() {
            self.rung = 0;
        }
        self.found += self.steps.len();
        for &side in &self.steps {
            if let Some(cell) = site.beside(site.blank, side) {
                site.go(side, cell)?;
            }
        }
        Ok(Some(mem::take(&mut self.ways.looked_at) + self.steps.len()))
    }
}

impl Flow {
    /// Goes on with a lower price.
    const fn lower(&mut self) {
        self.price = self.price * 9 / 10;
        self.rung = 0;
    }

    /// Moves the blank to the middle of the next region. Returns how many moves it made.
    fn travel(&mut self, site: &mut Site) -> Result<usize, OutOfMemory> {
        let is_box = usize::from(!site.shape.is_rectangle());
        let sides = site.left.sides();
        // The ways reach to both sides of the middle.
        let counts = sides.map(|side| side.div_ceil(2 * REACHES[is_box][1]));
        let last = counts.iter().product::<usize>() - 1;
        if self.is_upwards && self.region < last {
            self.region += 1;
        } else if !self.is_upwards && self.region > 0 {
            self.region -= 1;
        } else {
            self.is_upwards = !self.is_upwards;
            if mem::take(&mut self.found) < site.left.cells() / CELLS_TO_STEP {
                self.lower();
            }
        }
        self.rung = 0;
        let before = site.moves.len();
        let region = region_in_turn(self.region, counts);
        for axis in 0..3 {
            let middle =
                site.left.low[axis] + (2 * region[axis] + 1) * sides[axis] / (2 * counts[axis]);
            let side = side_of(axis, middle > site.coordinates(site.blank)[axis]);
            while site.coordinates(site.blank)[axis] != middle {
                let Some(cell) = site.beside(site.blank, side) else {
                    break;
                };
                site.go(side, cell)?;
            }
        }
        Ok(site.moves.len() - before)
    }
}

/// Returns a region's place along each axis. Every other row of regions is visited from its end,
/// and every other layer, so that each region is next to the one before.
const fn region_in_turn(number: usize, [rows, cols, _]: [usize; 3]) -> [usize; 3] {
    let (row_of_all, col) = (number / cols, number % cols);
    let (layer, row) = (row_of_all / rows, row_of_all % rows);
    [
        if layer % 2 == 0 { row } else { rows - 1 - row },
        if row_of_all % 2 == 0 {
            col
        } else {
            cols - 1 - col
        },
        layer,
    ]
}

impl Site {
    /// Finds the way that is worth most beyond its price, if one is worth more than that.
    fn plan(
        &self,
        reach: usize,
        price: i64,
        ways: &mut Ways,
        steps: &mut Vec<Side>,
    ) -> Result<(), OutOfMemory> {
        let here = self.coordinates(self.blank);
        let room = |axis: usize, is_up: bool| {
            let room = if is_up {
                self.left.high[axis] - here[axis]
            } else {
                here[axis] - self.left.low[axis]
            };
            room.min(reach)
        };
        let mut best = 0;
        for signs in 0..8 {
            let is_up = [0, 1, 2].map(|axis| signs >> axis & 1 == 0);
            let extent = [0, 1, 2].map(|axis| room(axis, is_up[axis]));
            // Without room below, the box above is the same.
            if (0..3).any(|axis| !is_up[axis] && extent[axis] == 0) {
                continue;
            }
            ways.begin(extent)?;
            let end = self.weigh_ways(price, is_up, extent, ways);
            if end.worth > best {
                best = end.worth;
                self.trace(&end, price, ways, steps);
            }
        }
        Ok(())
    }

    /// Returns how many cells further on the next cell of a way is along each axis.
    fn signed_jumps(&self, is_up: [bool; 3]) -> [isize; 3] {
        let jumps = self.jumps().map(|jump| jump as isize);
        [0, 1, 2].map(|axis| {
            if is_up[axis] {
                jumps[axis]
            } else {
                -jumps[axis]
            }
        })
    }

    /// Weighs the ways to all cells of a box, and returns the best.
    fn weigh_ways(&self, price: i64, is_up: [bool; 3], extent: [usize; 3], ways: &mut Ways) -> End {
        let [rows, cols, layers] = extent;
        let jumps = self.signed_jumps(is_up);
        let rates = is_up.map(|is_up| if is_up { 2 * UNIT } else { -2 * UNIT });
        let toll = UNIT + price;
        let strides = ways.strides;
        let mut top = End {
            worth: 0,
            is_up,
            steps: [0; 3],
        };
        for layer in 0..=layers {
            for row in 0..=rows {
                let first = ways.best.len();
                let mut cell =
                    self.blank as isize + jumps[0] * row as isize + jumps[2] * layer as isize;
                // The first step is for nothing: it leads to where the blank is.
                let mut before = if row + layer == 0 {
                    toll - rates[1] * i64::from(self.beyond[self.blank][1])
                } else {
                    NEVER
                };
                for col in 0..=cols {
                    let beyond = self.beyond[cell as usize].map(i64::from);
                    let mut best = before + rates[1] * beyond[1];
                    if row > 0 {
                        let above = ways.best[first + col - strides[0]];
                        best = best.max(above + rates[0] * beyond[0]);
                    }
                    if layer > 0 {
                        let above = ways.best[first + col - strides[2]];
                        best = best.max(above + rates[2] * beyond[2]);
                    }
                    best -= toll;
                    if best > top.worth {
                        top.worth = best;
                        top.steps = [row, col, layer];
                    }
                    ways.best.push(best);
                    before = best;
                    cell += jumps[1];
                }
            }
        }
        top
    }

    /// Writes the steps of the way to an end.
    fn trace(&self, end: &End, price: i64, ways: &Ways, steps: &mut Vec<Side>) {
        steps.clear();
        let jumps = self.signed_jumps(end.is_up);
        let mut left = end.steps;
        let mut at: usize = (0..3).map(|axis| left[axis] * ways.strides[axis]).sum();
        let mut cell = (0..3)
            .map(|axis| left[axis] as isize * jumps[axis])
            .sum::<isize>()
            + self.blank as isize;
        while at > 0 {
            let beyond = self.beyond[cell as usize];
            let came_along = |&axis: &usize| {
                let gain = step_worth(beyond[axis], end.is_up[axis], price);
                left[axis] > 0 && ways.best[at - ways.strides[axis]] + gain == ways.best[at]
            };
            let Some(axis) = (0..3).find(came_along) else {
                break;
            };
            steps.push(side_of(axis, end.is_up[axis]));
            left[axis] -= 1;
            at -= ways.strides[axis];
            cell -= jumps[axis];
        }
        steps.reverse();
    }
}

/// Returns what a step of the blank is worth that brings a tile one cell back: the squares of d and
/// d - 1 differ by 2d - 1.
const fn step_worth(beyond: i32, is_up: bool, price: i64) -> i64 {
    let beyond = if is_up { beyond } else { -beyond };
    UNIT * (2 * beyond as i64 - 1) - price
}
