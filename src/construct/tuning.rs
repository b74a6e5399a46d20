//! The tuned constants of constructions.
//!
//! [`Tuning::for_shape`] has what depends on the shape, one row for each class of shapes. Lengths
//! are shown by `cargo bench -p npuzzle-benches --bench lengths`; the rows name the boards that
//! decide.

use super::region_beam::Task;
use super::regions::BeamSettings;
use super::workspace::Workspace;
use crate::beam::max_width;
use crate::beam::ranking::UNIT;
use crate::region::Region;
use crate::shape::Shape;

/// The order of a construction by beams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// All at once, by one beam to the goal.
    Whole,
    /// Block after block of about 5 x 5 cells.
    Blocks,
    /// Line after line, by one beam.
    Lines,
}

/// The settings of constructions on boards of a shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tuning {
    /// True if beams construct solutions. Otherwise they take too long, or the board is a path.
    pub(crate) has_beams: bool,
    pub(crate) layout: Layout,
    /// The least width of a beam that leads tiles near their homes before; narrower ones follow
    /// a [`greedy_transport`](super::greedy_transport). `None` if few cells are put in order at
    /// once.
    pub(super) transport: Option<usize>,
    /// The width of the first beams. Narrower ones are trapped more often.
    pub(crate) first_width: usize,
}

impl Tuning {
    /// Returns the row for a shape.
    pub(crate) fn for_shape(shape: Shape) -> Self {
        let cells = shape.cells();
        let longest = Region::all(shape).longest();
        let layout = layout(shape);
        // 100 x 100 takes a second. By lines 40 x 40 does.
        let is_fast = match layout {
            Layout::Whole | Layout::Blocks => cells <= 1_000_000 / longest,
            Layout::Lines => cells <= 1_600,
        };
        // Narrower beams are trapped more often. Up to 64 cells a beam takes about 5 milliseconds.
        let first_width = match (layout, cells) {
            (Layout::Whole, 31..=36) => 120,
            (Layout::Whole, 37..=49) => 64,
            // Two of three boards of 8 x 8 take 4 milliseconds; with 48 boards a layer 7, and 1 %
            // fewer moves.
            (Layout::Whole, 50..) => 28,
            (_, 0..=64) => 200,
            (_, 65..=160) => 150,
            (_, 161..=256) => 100,
            (_, 257..=400) => 180,
            (_, 401..=2_500) => 60,
            _ => 20,
        };
        // Transport saves a quarter of the moves on 9 x 10, and a fourteenth on 7 x 10.
        let transport = match (layout, cells) {
            (Layout::Whole, _) | (_, 0..=59) => None,
            (Layout::Lines, _) => Some(width_of_transport_by_lines(shape)),
            (Layout::Blocks, 0..=256) => Some(0),
            // With 180 boards a layer 20 x 20 takes 3 % fewer moves, and three times as long.
            (Layout::Blocks, 257..=400) => Some(200),
            (Layout::Blocks, _) => Some(usize::MAX),
        };
        Self {
            has_beams: is_fast && !shape.is_path(),
            layout,
            transport,
            first_width,
        }
    }

    /// Returns whether a beam of a width leads tiles near their homes, or nothing is to be led.
    pub(super) fn transports_by(&self, width: usize) -> bool {
        self.transport.is_none_or(|least| width >= least)
    }
}

/// Returns the layout of a shape. On boards of five rows or fewer a block leaves the blank no room.
fn layout(shape: Shape) -> Layout {
    let longest = Region::all(shape).longest();
    match (longest, shape.rows().min(shape.columns())) {
        _ if !shape.is_flat() => Layout::Lines,
        (5..=9, 2) | (10.., 0..=5) => Layout::Lines,
        (0..=9, _) if shape.cells() <= 64 => Layout::Whole,
        _ => Layout::Blocks,
    }
}

/// Returns the least width of a beam that leads tiles near their homes on a shape that is put in
/// order by lines. On large ones narrow beams are trapped.
const fn width_of_transport_by_lines(shape: Shape) -> usize {
    let work = (shape.cells()).saturating_mul(shape.rows() + shape.columns() + shape.layers());
    match (shape.cells(), work) {
        (0..=400, 0..=25_000) => 0,
        (0..=900, 0..=60_000) => 200,
        _ => usize::MAX,
    }
}

/// Returns the estimated moves that a tile away from home takes after a task, along each axis, in
/// [`UNIT`]s.
///
/// Two boards with the same Manhattan distance are not equally near: few tiles that are far away
/// take longer than many that are near. On 10 x 10 a line through the steps that are left after a
/// transport is off by 55 moves on average, one through the squares by 38.
pub(super) const fn remaining_cost(task: &Task, shape: Shape, distance: usize) -> i32 {
    let (of_step, of_square) = match task {
        Task::Transport if !shape.is_flat() => (96, 0),
        // Fitted to the moves that followed on boards of 10 x 10 to 15 x 15.
        Task::Transport | Task::Gather(_) => (38, 18),
        // Only the tiles of the last block are away from home.
        Task::Lines(_) => (UNIT, 0),
    };
    let steps = distance as i32;
    of_step * steps + of_square * steps * steps
}

/// The parameters of a beam.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeamParams {
    pub(super) width: usize,
    /// The most boards with the blank on the same cell.
    pub(super) width_of_cell: usize,
    /// The width of the beam that solves a block.
    pub(super) width_in_block: usize,
    /// The power of distances of other tiles, in eighths.
    pub(super) power: u32,
    /// The cost of a step of a wanted tile to its place, in [`UNIT`]s.
    pub(super) step: i32,
    /// The worth of other tiles in percent, for lines once for each line in between, and its least
    /// value.
    pub(super) rest: i64,
    pub(super) least_rest: i64,
}

impl BeamParams {
    /// Returns the parameters of a try of a task, given the settings of the construction.
    pub(super) fn new(
        task: &Task,
        workspace: &Workspace,
        settings: BeamSettings,
        nth_try: usize,
    ) -> Self {
        let (mut share, more_power) = VARIATIONS[settings.number % VARIATIONS.len()];
        let mut width = settings.width;
        if nth_try > 0 {
            width = (width.max(LEAST_WIDTH) * WIDER).min(max_width(workspace.shape));
            share = share * THINNER / 10;
        }
        let (power, step, (rest, least_rest), percent) = match task {
            Task::Transport => {
                let share = (SHARE_IN_TRANSPORT / workspace.left.cells()).max(1);
                (power_of_transport(workspace.shape), 0, (100, 100), share)
            }
            Task::Gather(_) => (POWER_OF_REGION, GATHER, WORTH_OF_REST, SHARE_OF_CELL),
            Task::Lines(_) => (POWER_OF_REGION, GATHER_LINE, WORTH_OF_LINES, SHARE_OF_CELL),
        };
        Self {
            width,
            width_of_cell: (width * percent * share / 1_000).max(1),
            width_in_block: settings.width,
            power: (power + more_power) as u32,
            step,
            rest,
            least_rest,
        }
    }
}

/// Returns the power of distances in a transport, in eighths. A high one brings far tiles first. On
/// 10 x 10 18 takes 3 % fewer moves than 14, on 3 x 20 4 % more.
fn power_of_transport(shape: Shape) -> i32 {
    match layout(shape) {
        Layout::Lines => 14,
        _ => 18,
    }
}

/// Variations of weights: the share of boards with the blank on the same cell, in tenths, and what
/// is added to the power of distances, in eighths.
const VARIATIONS: [(usize, i32); 6] = [(10, 0), (5, 1), (15, -1), (7, 2), (10, -2), (10, 1)];

/// The number of tries of a beam. Before each later try of a block its farthest tile is led to it.
/// With two tries 1 board of 40 x 40 in 6 has a block that is gathered by none.
pub(super) const TRIES: usize = 3;

/// The changes of later tries: the least width before its factor, the factor, and the share of
/// boards with the blank on the same cell in tenths.
const LEAST_WIDTH: usize = 100;
const WIDER: usize = 4;
const THINNER: usize = 3;

/// The share of boards with the blank on the same cell in percent, and in a transport in percent
/// times the number of cells.
const SHARE_OF_CELL: usize = 10;
const SHARE_IN_TRANSPORT: usize = 500;

/// The power of distances in eighths, but for transport, and its least value there.
const POWER_OF_REGION: i32 = 14;
pub(super) const LEAST_POWER: u32 = 10;

/// The cost of a step to a block, and to the current line.
const GATHER: i32 = 2 * UNIT;
const GATHER_LINE: i32 = 35 * UNIT / 16;

/// The cost of a step of the blank towards a block.
pub(super) const STEP_OF_BLANK: i32 = 5 * UNIT / 16;

/// The cost of a tile that is not in the block, beside its steps, for each move that a step costs.
pub(super) const AWAY_FROM_BLOCK: i32 = 3 * UNIT / 10;

/// The worth of tiles that do not belong in the block, and the least that it falls to, in percent.
const WORTH_OF_REST: (i64, i64) = (50, 50);

// The end of the beam of a region.

/// The number of layers that are examined after the first arrival, and the number of arrivals kept.
pub(super) const LAYERS_AFTER_ARRIVAL: usize = 12;
pub(super) const ARRIVALS: usize = 3;

/// A beam ends after this number of moves for each cell of the window's mean side, but in a
/// transport.
pub(super) const MOST_OF_REGION: usize = 40;

/// The number of moves, for each cell of the longest side, after which the power of a transport is
/// lowered if its estimated total does not fall.
pub(super) const PATIENCE_WITH_TRANSPORT: usize = 3;

// Blocks, and the cells that are searched for them.

/// The least width of the beam that solves the last block: its cost is small, and each move that
/// it saves shortens the solution.
pub(super) const WIDTH_OF_LAST: usize = 500;

/// The factors of the width for the tries of the last block. Giving it up would waste the whole
/// construction: one in thirty boards of 100 x 100 took three times as long.
pub(super) const WIDER_LAST: [usize; 3] = [1, 4, 16];

/// If more cells are left, only those near a block are searched, with a margin of one cell: without
/// it solutions of 30 x 30 are longer.
pub(super) const SEARCHED_WHOLE: usize = 400;

/// Windows of more cells are not searched: their boards take too long to copy, and leading a stray
/// tile to the block gains the same.
pub(super) const MOST_SEARCHED: usize = 1_600;

/// A block's solution is given up after this number of moves.
pub(super) const MOST_IN_BLOCK: usize = 600;

// The last block.

/// The most cells of the last block after lines, and on boards of two rows, whose last blocks are
/// the hardest for their size.
pub(super) const LAST_AFTER_LINES: [usize; 2] = [18, 10];

// Lines.

/// The worth of a tile for each line before its own, and its least worth, in percent.
const WORTH_OF_LINES: (i64, i64) = (95, 40);

/// The cost of a tile of the line away from its place along an axis, beside its steps.
pub(super) const AWAY: i32 = 15 * UNIT / 32;

/// The number of moves for each tile of a line after which the line counts [`URGENCY`] times:
/// otherwise the gains of other tiles hold narrow beams up on 9 x 9 x 9. With more than twice 2 x
/// 50 takes 3 % more moves.
pub(super) const PATIENCE_WITH_LINE: usize = 32;
pub(super) const URGENCY: i32 = 2;

/// A line is given up after this number of moves for each cell of the longest side.
pub(super) const MOST_MOVES_OF_LINE: usize = 60;

// Greedy transport.

/// Returns the largest extents of a path along each side; the next one is tried if the previous one
/// contains no path.
///
/// In the end a path may lead anywhere. In large boxes that would take too long: 18 seconds on 40 x
/// 40 x 40.
pub(super) const fn reaches(shape: Shape) -> &'static [usize] {
    match shape.cells() {
        _ if shape.is_flat() => &[12, usize::MAX],
        0..=27_000 => &[3, 8, usize::MAX],
        _ => &[3, 8],
    }
}
