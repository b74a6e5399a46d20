//! The tuned constants of constructions.
//!
//! [`Tuning::for_shape`] has what depends on the shape, one row for each class of shapes. Lengths
//! are shown by `cargo bench --bench lengths`; the rows name the boards that decide.

use super::price::RemainingCost;
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
    /// [`GreedyTransport`](super::greedy_transport::GreedyTransport). `None` if few cells are put in
    /// order at once.
    pub(super) transport: Option<usize>,
    /// The power of distances in a transport, in eighths. A high one brings far tiles first.
    pub(super) transport_power: i32,
    /// A transport is slow if the Manhattan distance falls by less than this for each move, in
    /// 64ths.
    pub(super) slope: u32,
    /// The remaining cost after a transport, and after a block.
    pub(super) after_transport: RemainingCost,
    pub(super) after_block: RemainingCost,
    /// The width of the first beams. Narrower ones are trapped more often.
    pub(crate) first_width: usize,
}

impl Tuning {
    /// Returns the row for a shape.
    pub(crate) const fn for_shape(shape: Shape) -> Self {
        let cells = shape.cells();
        let longest = longest(shape);
        let layout = layout(shape);
        // 100 x 100 takes a second. By lines 40 x 40 does.
        let is_fast = match layout {
            Layout::Whole | Layout::Blocks => cells <= 1_000_000 / longest,
            Layout::Lines => cells <= 1_600,
        };
        // Narrower beams are trapped more often. Up to 64 cells a beam takes about 5 milliseconds.
        let first_width = match (layout, cells) {
            (Layout::Whole, 31..=36) => 120,
            (Layout::Whole, 37..=49) => 80,
            (Layout::Whole, 50..) => 48,
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
            // On 10 x 10 18 takes 3 % fewer moves than 14, on 3 x 20 4 % more.
            transport_power: match layout {
                Layout::Lines => 14,
                _ => 18,
            },
            slope: SLOPE - 7 * beyond_ten(longest) / 10,
            after_transport: if shape.is_flat() {
                after_transport(longest)
            } else {
                AFTER_TRANSPORT_OF_BOX
            },
            // On larger boards a fit is no better than the steps alone.
            after_block: if cells <= 256 {
                AFTER_BLOCK
            } else {
                AFTER_BLOCK_OF_LARGE
            },
            first_width,
        }
    }

    /// Returns whether a beam of a width leads tiles near their homes, or nothing is to be led.
    pub(super) fn transports_by(&self, width: usize) -> bool {
        self.transport.is_none_or(|least| width >= least)
    }
}

const fn longest(shape: Shape) -> usize {
    let (rows, cols, layers) = (shape.rows(), shape.columns(), shape.layers());
    let flat = if rows > cols { rows } else { cols };
    if flat > layers { flat } else { layers }
}

/// Returns the layout of a shape. In blocks of five rows or fewer the blank has no room.
const fn layout(shape: Shape) -> Layout {
    let short = if shape.rows() < shape.columns() {
        shape.rows()
    } else {
        shape.columns()
    };
    match (longest(shape), short) {
        _ if !shape.is_flat() => Layout::Lines,
        (5..=9, 2) | (10.., 0..=5) => Layout::Lines,
        (0..=9, _) if shape.cells() <= 64 => Layout::Whole,
        _ => Layout::Blocks,
    }
}

/// Returns the least width of a beam that leads tiles near their homes on a shape that is put in
/// order by lines. On large ones narrow beams are trapped.
const fn width_of_transport_by_lines(shape: Shape) -> usize {
    let work = shape.cells() * (shape.rows() + shape.columns() + shape.layers());
    match (shape.cells(), work) {
        (0..=400, 0..=25_000) => 0,
        (0..=900, 0..=60_000) => 200,
        _ => usize::MAX,
    }
}

/// Returns the remaining cost after a transport. A step costs more on longer boards: on 20 x 20
/// that saves a sixteenth of the moves.
const fn after_transport(longest: usize) -> RemainingCost {
    let beyond_ten = beyond_ten(longest);
    RemainingCost {
        step: AFTER_BLOCK.step + beyond_ten * 96 / 10,
        square: AFTER_BLOCK.square - beyond_ten * 32 / 10,
    }
}

/// Returns the cells of the longest side beyond ten, at most ten.
const fn beyond_ten(longest: usize) -> u32 {
    match longest {
        0..=10 => 0,
        11..=20 => longest as u32 - 10,
        _ => 10,
    }
}

/// Variations of weights: the share of boards with the blank on the same cell, in tenths, and what
/// is added to the power of distances, in eighths.
pub(super) const VARIATIONS: [(usize, i32); 6] =
    [(10, 0), (5, 1), (15, -1), (7, 2), (10, -2), (10, 1)];

/// The changes of a beam that is tried again, in tenths but for the factor of the width.
#[derive(Clone, Copy, Debug)]
pub(super) struct Try {
    pub(super) width: usize,
    /// The share of boards with the blank on the same cell.
    pub(super) share: usize,
    /// The weight of a step to the region's cells or the current line, and that of other tiles.
    pub(super) gather: i32,
    pub(super) rest: i32,
    /// The factor of a tile's worth for each line before its own, in twentieths.
    pub(super) decay: i64,
}

/// The first try, and all later ones.
pub(super) const TRIES: [Try; 2] = [
    Try {
        width: 1,
        share: 10,
        gather: 10,
        rest: 10,
        decay: 19,
    },
    Try {
        width: 2,
        share: 3,
        gather: 15,
        rest: 5,
        decay: 18,
    },
];

/// The number of tries of a block and of all lines. Before each try of a block but the first, its
/// farthest tile is led to it, so the third is not the second. With two tries 1 board of 100 x 100
/// in 4 has a block that is gathered by none.
pub(super) const TRIES_OF_BLOCK: usize = 3;
pub(super) const TRIES_OF_LINES: usize = 2;

/// The least width of later tries, before their factor.
pub(super) const LEAST_WIDTH: usize = 100;

/// The share of boards with the blank on the same cell in percent, and in a transport in percent
/// times the number of cells.
pub(super) const SHARE_OF_CELL: usize = 10;
pub(super) const SHARE_OF_CELL_IN_TRANSPORT: usize = 500;

/// The power of distances in eighths, but for transport, and its least value there.
pub(super) const POWER_OF_REGION: i32 = 14;
pub(super) const COOLEST: u32 = 10;

/// The cost of a step to a region's cells, and to the current line, in sixteenths: two moves, and
/// two and a half. That of a step of the blank towards a block.
pub(super) const GATHER: i32 = 32;
pub(super) const GATHER_LINE: i32 = 40;
pub(super) const STEP_OF_BLANK: i32 = 5;

/// The remaining cost after a block, and the transport of 10 x 10: fitted to the moves that followed
/// on boards of 10 x 10 to 15 x 15.
const AFTER_BLOCK: RemainingCost = RemainingCost {
    step: 154,
    square: 72,
};
const AFTER_BLOCK_OF_LARGE: RemainingCost = RemainingCost {
    step: 304,
    square: 0,
};

/// The remaining cost after the transport of a box.
const AFTER_TRANSPORT_OF_BOX: RemainingCost = RemainingCost {
    step: 384,
    square: 0,
};

/// [`Tuning::slope`] on 10 x 10.
const SLOPE: u32 = 29;

// The end of the beam of a region.

/// The number of layers that are examined after the first arrival, and the number of arrivals kept.
pub(super) const LAYERS_AFTER_ARRIVAL: usize = 12;
pub(super) const ARRIVALS: usize = 3;

/// The most moves of a transport for each step of the Manhattan distance, and of any other beam for
/// each cell of the window's mean side.
pub(super) const MOST_OF_TRANSPORT: usize = 4;
pub(super) const MOST_OF_REGION: usize = 40;

/// The distance is compared with that of this number of moves ago, for each cell of the longest
/// side.
pub(super) const LOOK_BACK_A_CELL: usize = 4;

/// The decrease of the power of a transport each time that it is slow, in eighths. A high power
/// moves far tiles first, but in the end the blank is trapped among tiles at home; a lower one
/// frees it. On 10 x 10 more than half of all transports would be trapped.
pub(super) const COOLER: u32 = 1;

// Blocks, and the cells that are searched for them.

/// The least width of the beam that solves the last block: its cost is small, and each move that
/// it saves shortens the solution.
pub(super) const WIDTH_OF_LAST: usize = 500;

/// The factors of the width for the tries of the last block. Giving it up would waste the whole
/// construction: one in thirty boards of 100 x 100 took three times as long.
pub(super) const TRIES_OF_LAST: [usize; 3] = [1, 4, 16];

/// If more cells are left only those near a block are searched, with a margin of one cell: without
/// it 30 x 30 takes a fifth more moves.
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

/// The least factor of a tile's worth, in sixteenths.
pub(super) const LEAST_WORTH_OF_LINE: i64 = 4;

/// The cost of a misplaced tile of the line, in sixteenths of a step.
pub(super) const AWAY: i32 = 10;

/// The number of moves for each tile of a line after which the line counts [`URGENCY`] times:
/// otherwise the gains of other tiles hold narrow beams up on 9 x 9 x 9. With more than twice 2 x 50
/// takes 3 % more moves.
pub(super) const PATIENCE_WITH_LINE: usize = 32;
pub(super) const URGENCY: i32 = 2;

/// A line is given up after this number of moves for each cell of the longest side.
pub(super) const MOST_MOVES_OF_LINE: usize = 60;

// Greedy transport.

/// The largest extents of a path along each side, on a flat board and in a box; the next one is
/// tried if the previous one contains no path.
pub(super) const REACHES: [&[usize]; 2] = [&[12], &[3, 8]];

/// In boxes of up to this number of cells a path may lead anywhere then, as on all flat boards. In
/// larger ones that would take too long: 18 seconds on 40 x 40 x 40.
pub(super) const WHOLE_BOX: usize = 27_000;

// Walks of the blank, line by line.

/// The longest way that is weighed as a whole.
pub(super) const LONGEST_WALK: usize = 9;

/// A straight way this long is walked in parts.
pub(super) const FAR_WALK: usize = 6;

/// The largest excess of a walk over the shortest one, in moves.
pub(super) const DETOUR: usize = 2;

/// The worth of a tile's step nearer to its place, in halves of a move.
pub(super) const WORTH_OF_STEP: i32 = 3;
