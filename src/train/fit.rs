//! Weights fitted to examples, one example after the other.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::mem;

use crate::canonical::CanonicalBoard;
use crate::pairs::{
    Kinds, MAX_CELLS, PairClass, PairWeights, UNIT, far_first, way_between, zone_of,
};
use crate::runtime::alloc::{OutOfMemory, filled, reserved};
use crate::runtime::cost_model::train as cost;
use crate::runtime::effort::Effort;
use crate::sample::{Generator, below};
use crate::shape::Shape;

/// The learning rate of the weights: the largest step of a weight is about this, in moves. It was
/// found by trial; with 5 times this rate the beams get stuck.
const RATE: f32 = 0.06;

/// The factor of that rate in the last pass.
const LAST: f32 = 0.3;

/// Errors are multiplied by this and clamped to the limit before they change weights.
const SCALE: f32 = 60.0;
const LIMIT: f32 = 30.0;

/// Weights change less the more they have changed (Duchi, Hazan & Singer 2011); this holds for the
/// first examples.
const FIRST: f32 = 300.0;

/// The part of the sums of squares that is dropped between two rounds.
const FORGOTTEN: f32 = 0.5;

/// The learning rate of the constants.
const CONSTANT_RATE: f32 = 0.01;

/// An example of `m` moves counts as 1 / (m + this): the longer a solution, the less sure it is.
const SURE: f32 = 8.0;

/// A board on the way to the goal should rank before another one of its layer by this number of
/// moves: at this difference a step is still a quarter of the largest.
const CLEARLY: f32 = 1.0;

/// The largest step by the comparison of two boards.
const MOST_ASKED: f32 = 10.0;

/// The part of the sums of squares that is dropped between two rounds if boards are compared.
const FORGOTTEN_OF_RANKS: f32 = 0.1;

/// A board and the length of the shortest solution known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Example {
    pub(super) shape: u8,
    pub(super) blank: u8,
    pub(super) moves: f32,
    pub(super) tiles: [u8; MAX_CELLS],
}

impl Example {
    pub(super) fn new(shape: usize, board: &CanonicalBoard, moves: f32) -> Self {
        let mut tiles = [0; MAX_CELLS];
        for (tile, &is) in tiles.iter_mut().zip(board.cells()) {
            *tile = is as u8;
        }
        Self {
            shape: shape as u8,
            blank: board.blank() as u8,
            moves,
            tiles,
        }
    }
}

/// An example to fit weights to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Lesson {
    /// The number of moves that a board takes.
    Takes(Example),
    /// Two boards of a layer, the first on the way to the goal and the second not.
    Nearer(Example, Example),
}

/// A weight, and the sum of the squared errors that changed it.
#[derive(Clone, Copy, Debug)]
struct Weight {
    value: f32,
    squares: f32,
}

/// Data of a shape that the fit reads.
#[derive(Debug)]
struct Layout {
    shape: Shape,
    cells: usize,
    /// `[tile * cells + other]`.
    classes: Vec<Option<PairClass>>,
    /// `[tile * cells + cell]`: the displacement after each symmetry.
    turned: Vec<[u8; 8]>,
    /// The constant term of the estimate.
    constant: f32,
}

/// Weights being fitted.
#[derive(Debug)]
pub(super) struct Fit {
    kinds: Kinds,
    weights: Vec<Weight>,
    layouts: Vec<Layout>,
    /// The kinds of the current board, and of one that it is compared with.
    present: Vec<u32>,
    others: Vec<u32>,
    /// `[kind]`: count on the farther board minus count on the nearer.
    more: Vec<i16>,
    /// True if boards are compared, and zones have weights.
    ranks: bool,
    /// Sums for the slope of lengths over Manhattan distances, until it is known.
    slope: Option<Slope>,
    random: Generator,
}

/// The sums of a weighted regression.
#[derive(Clone, Copy, Debug, Default)]
struct Slope {
    weight: f64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
}

/// Passes over the lessons.
#[derive(Debug)]
pub(super) struct Pass {
    /// Round and number of each lesson, in the order of this pass as far as it has come.
    order: Vec<(u8, u32)>,
    next: usize,
    /// The passes that are left, this one included, and the number of all.
    left: u32,
    passes: u32,
}

impl Pass {
    /// Returns the part that is done.
    pub(super) fn part(&self) -> f64 {
        let of_pass = self.next as f64 / (self.order.len() + 1) as f64;
        (f64::from(self.passes - self.left) + of_pass) / f64::from(self.passes)
    }
}

impl Fit {
    /// Begins with the Manhattan distance.
    pub(super) fn new(kinds: Kinds, shapes: &[Shape]) -> Result<Self, OutOfMemory> {
        let none = Weight {
            value: 0.0,
            squares: 0.0,
        };
        let mut fit = Self {
            weights: filled(none, kinds.len())?,
            layouts: reserved(shapes.len())?,
            present: reserved(MAX_CELLS * MAX_CELLS)?,
            others: reserved(MAX_CELLS * MAX_CELLS)?,
            more: filled(0, kinds.len())?,
            ranks: false,
            slope: Some(Slope::default()),
            kinds,
            random: Generator::new(1),
        };
        fit.be_manhattan(1.0);
        for &shape in shapes {
            let layout = Layout::new(shape, &fit.kinds)?;
            fit.layouts.push(layout);
        }
        Ok(fit)
    }

    /// Begins to compare boards, with these weights.
    pub(super) fn rank(&mut self, weights: &PairWeights) {
        for (weight, value) in self.weights.iter_mut().zip(weights.in_moves()) {
            *weight = Weight {
                value,
                squares: 0.0,
            };
        }
        for layout in &mut self.layouts {
            layout.constant = 0.0;
        }
        self.slope = None;
        self.ranks = true;
        self.random = Generator::new(1);
    }

    /// Sets the weight of each step from home to `step`, and of everything else to zero.
    fn be_manhattan(&mut self, step: f32) {
        for more in 0..9 {
            for less in 0..=more {
                self.weights[Kinds::single([less, more])].value = step * (less + more) as f32;
            }
        }
    }

    /// Returns the weights, rounded.
    pub(super) fn weights(&self) -> PairWeights {
        PairWeights::new(self.weights.iter().map(|weight| weight.value))
    }

    /// Receives an example; those of the first round set the moves a step of Manhattan distance.
    pub(super) fn see(&mut self, example: &Example, distance: usize) {
        if let Some(slope) = &mut self.slope {
            let (x, y) = (distance as f64, f64::from(example.moves));
            let weight = 1.0 / (y + f64::from(SURE));
            slope.weight += weight;
            slope.x += weight * x;
            slope.y += weight * y;
            slope.xx += weight * x * x;
            slope.xy += weight * x * y;
        }
    }

    /// Returns an estimate of the moves that a board takes.
    pub(super) fn estimate(&mut self, shape: usize, board: &CanonicalBoard) -> f32 {
        let mut tiles = [0; MAX_CELLS];
        for (tile, &is) in tiles.iter_mut().zip(board.cells()) {
            *tile = is as u8;
        }
        self.look(shape, &tiles, board.blank());
        self.sum(shape)
    }

    /// Begins to go through the lessons.
    pub(super) fn begin(
        &mut self,
        lessons: &VecDeque<Vec<Lesson>>,
        passes: u32,
    ) -> Result<Pass, OutOfMemory> {
        if let Some(slope) = self.slope.take() {
            let spread = slope.weight * slope.xx - slope.x * slope.x;
            if spread > 0.0 {
                let step = (slope.weight * slope.xy - slope.x * slope.y) / spread;
                self.be_manhattan(step as f32);
                let constant = (slope.y - step * slope.x) / slope.weight;
                for layout in &mut self.layouts {
                    layout.constant = constant as f32;
                }
            }
        }
        let forgotten = if self.ranks {
            FORGOTTEN_OF_RANKS
        } else {
            FORGOTTEN
        };
        for weight in &mut self.weights {
            weight.squares *= 1.0 - forgotten;
        }
        let mut order = reserved(lessons.iter().map(Vec::len).sum())?;
        for (round, lessons) in lessons.iter().enumerate() {
            order.extend((0..lessons.len() as u32).map(|nth| (round as u8, nth)));
        }
        Ok(Pass {
            order,
            next: 0,
            left: passes,
            passes,
        })
    }

    /// Advances a pass; returns whether all are done.
    pub(super) fn advance(
        &mut self,
        pass: &mut Pass,
        lessons: &VecDeque<Vec<Lesson>>,
        effort: &mut Effort,
    ) -> bool {
        while !effort.is_spent() {
            if pass.next == pass.order.len() {
                pass.next = 0;
                pass.left -= 1;
                if pass.left == 0 {
                    pass.left = 1;
                    pass.next = pass.order.len();
                    return true;
                }
            }
            // The order is drawn on the way (Fisher and Yates, from the start).
            let rest = (pass.order.len() - pass.next) as u32;
            let random = &mut self.random;
            let drawn = below(rest, &mut || random.next()) as usize;
            pass.order.swap(pass.next, pass.next + drawn);
            let (round, nth) = pass.order[pass.next];
            pass.next += 1;
            let rate = if pass.left == 1 { LAST * RATE } else { RATE };
            match &lessons[usize::from(round)][nth as usize] {
                Lesson::Takes(it) => self.learn(it, rate),
                Lesson::Nearer(near, far) => self.compare(near, far),
            }
            effort.spend((self.present.len() + self.others.len()) * cost::PAIR);
        }
        false
    }

    /// Lists the kinds that are on a board.
    fn look(&mut self, shape: usize, tiles: &[u8; MAX_CELLS], blank: usize) {
        let layout = &self.layouts[shape];
        let cells = layout.cells;
        self.present.clear();
        for cell in (0..cells).filter(|&cell| cell != blank) {
            let tile = usize::from(tiles[cell]);
            let displacement = way_between(layout.shape, tile, cell);
            let seen = way_between(layout.shape, blank, cell);
            self.present.push(Kinds::single(displacement) as u32);
            let beside = self.kinds.beside_blank(seen, displacement);
            self.present.push(beside as u32);
            if self.ranks {
                let zone = zone_of(layout.shape, tile);
                self.present
                    .push(self.kinds.in_zone(zone, displacement) as u32);
                let zone = zone_of(layout.shape, blank);
                let beside = (self.kinds).beside_blank_in_zone(zone, seen, displacement);
                self.present.extend(beside.map(|kind| kind as u32));
            }
            let turned = &layout.turned[tile * cells + cell];
            let classes = &layout.classes[tile * cells..][..cells];
            for (other, &second) in tiles.iter().enumerate().take(cells).skip(cell + 1) {
                let second = usize::from(second);
                if let Some(class) = classes[second].filter(|_| other != blank) {
                    let turn = class.turn().number();
                    let other = layout.turned[second * cells + other][turn];
                    let entry = class.entry(turned[turn], other);
                    self.present.push(self.kinds.pairs()[entry]);
                }
            }
        }
    }

    /// Returns the sum of the weights of the listed kinds.
    fn sum(&self, shape: usize) -> f32 {
        let weights = self.present.iter();
        let weights = weights.map(|&kind| self.weights[kind as usize].value);
        weights.fold(self.layouts[shape].constant, |sum, weight| sum + weight)
    }

    /// Changes the weights towards the length of an example.
    fn learn(&mut self, example: &Example, rate: f32) {
        let shape = usize::from(example.shape);
        self.look(shape, &example.tiles, example.blank.into());
        let error = example.moves - self.sum(shape);
        let asked = (SCALE * error / (example.moves + SURE)).clamp(-LIMIT, LIMIT);
        self.layouts[shape].constant += CONSTANT_RATE * asked;
        for &kind in &self.present {
            let weight = &mut self.weights[kind as usize];
            weight.squares += asked * asked;
            weight.value += rate * asked / (weight.squares + FIRST).sqrt();
        }
    }

    /// Returns the rank of a board whose kinds are listed: their weights and the fixed terms.
    fn rank_of(&self, example: &Example) -> f32 {
        let shape = usize::from(example.shape);
        let layout = &self.layouts[shape];
        let tiles = (0..layout.cells).filter(|&cell| cell != usize::from(example.blank));
        let squares = tiles.map(|cell| {
            let way = way_between(layout.shape, example.tiles[cell].into(), cell);
            way.iter().map(|way| way * way).sum::<i32>()
        });
        let far = far_first(layout.shape) * squares.sum::<i32>();
        self.sum(shape) + far as f32 / UNIT as f32
    }

    /// Changes the weights so that the first board ranks before the second.
    fn compare(&mut self, near: &Example, far: &Example) {
        self.look(far.shape.into(), &far.tiles, far.blank.into());
        let rank_of_far = self.rank_of(far);
        mem::swap(&mut self.present, &mut self.others);
        self.look(near.shape.into(), &near.tiles, near.blank.into());
        let sure = (rank_of_far - self.rank_of(near)) / CLEARLY;
        // A sigmoid like the logistic function, but exact to the bit on every machine.
        let asked = MOST_ASKED / 2.0 * (1.0 - sure / (1.0 + sure.abs()));
        for &kind in &self.present {
            self.more[kind as usize] -= 1;
        }
        for &kind in &self.others {
            self.more[kind as usize] += 1;
        }
        for &kind in self.present.iter().chain(&self.others) {
            let more = mem::take(&mut self.more[kind as usize]);
            if more != 0 {
                let asked = asked * f32::from(more);
                let weight = &mut self.weights[kind as usize];
                weight.squares += asked * asked;
                weight.value += RATE * asked / (weight.squares + FIRST).sqrt();
            }
        }
    }
}

impl Layout {
    fn new(shape: Shape, kinds: &Kinds) -> Result<Self, OutOfMemory> {
        let cells = shape.cells();
        let (mut classes, mut turned) = (reserved(cells * cells)?, reserved(cells * cells)?);
        for tile in 0..cells {
            for other in 0..cells {
                let way = way_between(shape, tile, other);
                classes.push(PairClass::of(way));
                turned.push(kinds.turned_by_all(way));
            }
        }
        Ok(Self {
            shape,
            cells,
            classes,
            turned,
            constant: 0.0,
        })
    }
}
