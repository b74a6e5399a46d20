//! The tuned values of constructions, beams and qualities.
//!
//! [`Policy::of`] has a row for each class of shapes. The lengths that the values lead to are the
//! table of lengths in `benches/README.md` (`cargo bench -p npuzzle-benches --bench lengths`); a
//! comment names the rows that decide, as "row `10x10`".

use crate::metric::Metric;
use crate::region::Region;
use crate::shape::Shape;

/// The unit of all costs of tiles: a move has 64.
pub(crate) const UNIT: i32 = 64;

/// The class of a shape, which decides how its boards are constructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Flat, up to 8 x 8: one beam to the goal.
    Small,
    /// Flat and larger: block after block of about 5 x 5 cells.
    Large,
    /// Flat, of so few rows or columns that a block leaves the blank no room: line after line.
    Thin,
    /// With layers: line after line.
    Box,
}

/// The values for boards of a shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Policy {
    shape: Shape,
    pub(crate) class: Class,
    /// True if beams construct solutions. Otherwise beams take too long, or the board is a path.
    pub(crate) has_beams: bool,
    /// The width of the first beams. Narrower ones reach dead ends more often.
    pub(crate) first_width: usize,
    /// The least width of the beams before a beam, instead of greedy paths, brings tiles near their
    /// homes. `None` if few cells are put in order at once.
    pub(crate) transport: Option<usize>,
    /// The power of distances in a transport, in eighths. A high one brings far tiles first.
    pub(crate) transport_power: i32,
    /// The expansions of pairs of beams near the goal, three widths of them. Boxes have more
    /// children a board.
    pub(crate) near: [u64; 3],
    /// The first construction beyond `fast`, in 32nds of the budget, and the part of all previous
    /// expansions that each later one has.
    constructions: (u64, u64),
    /// The number of layers of a construction's beams for ten moves of a solution, until it is known:
    /// some paths are given up.
    pub(crate) layers_per_move: u64,
    /// The shares of `best` without tables.
    shares: Shares,
}

impl Policy {
    /// Returns the row of a shape.
    pub(crate) fn of(shape: Shape) -> Self {
        use Class::{Box, Large, Small, Thin};
        const NEAR: [u64; 3] = [7_500, 19_000, 45_000];
        const NEAR_IN_BOXES: [u64; 3] = [15_000, 40_000, 90_000];

        let (class, cells) = (class(shape), shape.cells());
        // Rows `6x6` to `8x8` of `Fast`: 5 ms; then rows `10x10` to `100x100`.
        let first_width = match (class, cells) {
            (Small, ..=30) => 200,
            (Small, ..=36) => 120,
            (Small, ..=49) => 64,
            (Small, _) => 28,
            (_, ..=64) => 200,
            (_, ..=160) => 150,
            (_, ..=256) => 100,
            (_, ..=400) => 180,
            (_, ..=2_500) => 60,
            _ => 20,
        };
        // Rows `100x100` and, by lines, `40x40`: `Fast` within a second.
        let most_cells = match class {
            Small | Large => 1_000_000 / Region::all(shape).longest(),
            Thin | Box => 1_600,
        };
        let work = cells.saturating_mul(shape.sides().iter().sum());
        let transport = match class {
            Small => None,
            Large if cells <= 256 => Some(0),
            Large if cells <= 400 => Some(200), // row `20x20`: `Fast` takes three times as long with 180
            Thin | Box if cells < 60 => None,
            Thin | Box if cells <= 400 && work <= 25_000 => Some(0),
            Thin | Box if cells <= 900 && work <= 60_000 => Some(200),
            _ => Some(usize::MAX),
        };
        // A wide beam gains more than many constructions: row `20x20`.
        let is_wide = cells > MANY_CELLS;
        let (constructions, shares) = match class {
            // Rows `3x3x3` and `4x4x4`: beams from start to goal find the shorter solutions.
            Box if cells <= 64 => (1, [1, 0, 11, 3]),
            Thin | Large if !shape.is_path() => (8, [20, 10, 0, 1]), // rows `10x10`, `20x20`
            _ => (13, [13, 0, 1, 1]),
        };
        Self {
            shape,
            class,
            has_beams: cells <= most_cells && !shape.is_path(),
            first_width,
            transport,
            transport_power: if matches!(class, Thin | Box) { 14 } else { 18 },
            near: if class == Box { NEAR_IN_BOXES } else { NEAR },
            constructions: if is_wide { (26, 1) } else { (constructions, 8) },
            layers_per_move: if is_wide { 10 } else { 14 },
            shares,
        }
    }

    /// Returns whether a beam of a width does the transport, or there is none.
    pub(crate) fn transports_by(&self, width: usize) -> bool {
        self.transport.is_none_or(|least| width >= least)
    }

    /// Returns the expansions of the first construction beyond `fast` in a budget, and the part of
    /// all previous expansions that each later one has: 1 for all of them. In the multi-tile metric
    /// they begin small.
    pub(crate) const fn constructions(&self, metric: Metric, budget: u64) -> (u64, u64) {
        let (first, later) = match metric {
            Metric::SingleTile => self.constructions,
            Metric::MultiTile => (1, 1),
        };
        (budget / 32 * first, later)
    }

    /// Returns the shares of `best`.
    pub(crate) fn shares(&self, metric: Metric, has_tables: bool) -> Shares {
        match (metric, has_tables) {
            (Metric::MultiTile, true) => PROOF,
            (Metric::MultiTile, false) => [3, 0, 0, 1],
            // Beams gain most: rows `6x6` and `7x7`.
            (Metric::SingleTile, _) if is_for_beams(self.shape) => [0, 0, 16, 1],
            (Metric::SingleTile, true) => [0, 0, 3, 1],
            (Metric::SingleTile, false) => self.shares,
        }
    }

    /// Returns the shares of a first phase of `best`, and its work, if there is one: the first
    /// beams gain most, and a proof that is near its end comes before the dearer ones.
    pub(crate) fn lead(
        &self,
        metric: Metric,
        has_tables: bool,
        budget: u64,
    ) -> Option<(Shares, u64)> {
        let has_lead = metric == Metric::SingleTile && has_tables && !is_for_beams(self.shape);
        has_lead.then_some(([0, 0, 1, 4], budget / 4 + budget / 4 / 4))
    }
}

fn class(shape: Shape) -> Class {
    let longest = Region::all(shape).longest();
    match (longest, shape.rows().min(shape.columns())) {
        _ if !shape.is_flat() => Class::Box,
        (5..=9, 2) | (10.., 0..=5) => Class::Thin,
        (0..=9, _) if shape.cells() <= 64 => Class::Small,
        _ => Class::Large,
    }
}

/// Returns whether weights of pairs of tiles rank boards of a shape.
pub(crate) const fn has_pairs(shape: Shape) -> bool {
    shape.is_flat() && !shape.is_path() && shape.cells() <= 81
}

/// Returns whether boards of a shape are best solved by beams from start to goal: smaller ones are
/// proved, larger ones constructed.
pub(crate) fn is_for_beams(shape: Shape) -> bool {
    let sides = [shape.rows(), shape.columns()];
    has_pairs(shape) && sides.iter().all(|side| (5..=9).contains(side))
}

/// Returns the shape of the boxes in which solutions are polished; `None` if beams find good
/// solutions of whole boards, or the boards have layers.
pub(crate) fn box_of_polish(shape: Shape) -> Option<Shape> {
    // Row `10x10`: 7 is as good in 1 s and longer in 10 s; 6 and 9 are longer.
    let sides = [shape.rows(), shape.columns()].map(|side| side.min(8));
    let inner = Shape::rectangle(sides[0], sides[1]).ok()?;
    (matches!(class(shape), Class::Large | Class::Thin) && has_pairs(inner)).then_some(inner)
}

/// The expansions of a board without tables before tables are used, and its largest Manhattan
/// distance: farther ones are hardly ever solved in a few thousand expansions.
pub(crate) const PROBE_EXPANSIONS: u64 = 3_000;
pub(crate) const PROBE_DISTANCE: usize = 32;

/// The default budget of `best`, in expansions of the proof: about a second.
pub(crate) const USUAL_BUDGET: u64 = 8_000_000;

const MANY_CELLS: usize = 160;

/// The shares of [`CONSTRUCTIONS`], [`POLISH`], [`BEAMS`] and proof in the work of `best`; 0 leaves
/// one out.
pub(crate) type Shares = [u64; 4];
pub(crate) const CONSTRUCTIONS: usize = 0;
pub(crate) const POLISH: usize = 1;
pub(crate) const BEAMS: usize = 2;
pub(crate) const PROOF_SHARE: usize = 3;

/// The proof alone: within nothing of a shortest solution.
pub(crate) const PROOF: Shares = [0, 0, 0, 1];

/// `within`: row `5x5-within`. An expansion by a beam counts as about five, so the proof has half
/// the number: neither waits long for the other.
pub(crate) const WITHIN: Shares = [0, 0, 10, 1];

/// Returns the cost of an expansion by a beam on boards of some cells, in expansions of the proof:
/// a beam hashes children and copies tiles.
pub(crate) const fn beam_price(cells: usize) -> u64 {
    4 + cells as u64 / 16
}

/// A beam gives up if its solution would be this many times as long as the Manhattan distance.
pub(crate) const HOPELESS: usize = 12;

/// The width of the first beams of the portfolio, and the ratio of the next width. The better of a
/// beam from the start and one from the goal is as good as a beam of twice the width: row `7x7`.
pub(crate) const BEAM_WIDTH: usize = 64;
pub(crate) const BEAM_WIDER: usize = 4;

/// If the last pair of beams would be narrower than this number of times the next pair, it comes at
/// once: rows `6x6` and `7x7`.
pub(crate) const LAST_PAIR: usize = 20;

/// Under a limit `best` leaves out a proof if the solution is longer than the bound by more than
/// this: rows `6x6` and `7x7`.
pub(crate) const FAR_FROM_BOUND: usize = 16;

/// The part of all expansions that two beams between two rounds of a proof take, and their largest
/// width: rows `korf24-*`, `3x5`.
pub(crate) const GUESS: u64 = 2;
pub(crate) const WIDEST_GUESS: u64 = 1 << 14;

/// The part of what is left of a call in which a construction is to end, in percent: the rest is for
/// one that takes longer, and for polishing. Rows `10x10` and `20x20`.
pub(crate) const CONSTRUCTION_QUOTA: u64 = 90;

/// The part of a layer, as a divisor, that may have the blank on the same cell, in beams on whole
/// boards: larger ones reach dead ends otherwise, row `9x9` and thin ones.
pub(crate) const fn part_of_cell(cells: usize) -> usize {
    if cells > 49 { 20 } else { 1 }
}

/// Beams for boards near the goal.
pub(crate) mod near {
    /// The moves of a good solution, in hundredths of the Manhattan distance; the width of a beam
    /// is its expansions divided by that length.
    pub(crate) const LAYERS: u64 = 130;

    /// A beam ends after this number of moves for two layers that it was planned for.
    pub(crate) const OVER: u64 = 3;

    /// A pair of beams is skipped if the shortest solution known has at most this number of tenths
    /// of the Manhattan distance, plus 2 moves: the first pair, if two moves are known.
    pub(crate) const IS_GOOD: [usize; 3] = [0, 12, 14];
    /// The same if constructions are to be skipped.
    pub(crate) const IS_GOOD_ENOUGH: usize = 15;

    /// The largest Manhattan distance for these beams: farther boards are left to the
    /// constructions.
    pub(crate) const MOST_DISTANCE: usize = 160;

    /// The Manhattan distance to which walks of 80 moves lead. Constructions precede the beams of
    /// farther boards, which have only the pair of middle width.
    pub(crate) const LIKELY_DISTANCE: usize = 75;
    pub(crate) const PAIR_OF_UNLIKELY: usize = 1;

    /// The most cells, and the longest side, of the part of the board that is not in order.
    pub(crate) const MOST_CELLS: usize = 1_024;
    pub(crate) const LONGEST: usize = 64;
}

/// The polishing of solutions: rows `10x10` and `20x20`, in 1 s and 10 s.
pub(crate) mod polish {
    /// Longer solutions are not polished: a copy of them would take too much memory.
    pub(crate) const MAX_MOVES: usize = 1 << 24;

    /// The fewest and the most moves of a stretch. Only larger boxes would have longer ones.
    pub(crate) const SHORTEST: usize = 32;
    pub(crate) const LONGEST: usize = 200;

    /// A stretch begins after this part of the previous one.
    pub(crate) const PART: usize = 3;

    /// The width of the beams in the first pass; it doubles from pass to pass up to the last.
    pub(crate) const FIRST_WIDTH: usize = 64;
    pub(crate) const LAST_WIDTH: usize = 1 << 14;

    /// The cost of a stretch and of an expansion of its beam, in expansions of a proof, by time.
    pub(crate) const STRETCH_PRICE: u64 = 100;
    pub(crate) const EXPANSION_PRICE: u64 = 7;

    /// The least part of the allowance that is spent between two reported solutions.
    pub(crate) const TELL_INTERVAL: u64 = 1 << 14;
}

/// Constructions by beams, region by region.
pub(crate) mod regions {
    use super::UNIT;

    /// Variations of weights: the share of boards with the blank on the same cell, in tenths, and
    /// the increase of the power of distances, in eighths. The first is the best on average.
    pub(crate) const VARIATIONS: [(usize, i32); 6] =
        [(10, 0), (5, 1), (15, -1), (7, 2), (10, -2), (10, 1)];

    /// The number of tries of a beam. Before each later try of a block its farthest tile is led to
    /// it.
    pub(crate) const TRIES: usize = 3;

    /// The changes of later tries: the least width before its factor, the factor, and the share of
    /// boards with the blank on the same cell in tenths.
    pub(crate) const LEAST_WIDTH: usize = 100;
    pub(crate) const WIDER: usize = 4;
    pub(crate) const THINNER: usize = 3;

    /// The share of boards with the blank on the same cell in percent, and in a transport in
    /// percent times the number of cells.
    pub(crate) const SHARE_OF_CELL: usize = 10;
    pub(crate) const SHARE_IN_TRANSPORT: usize = 500;

    /// The power of distances in eighths, but for transport, and its least value there.
    pub(crate) const POWER: i32 = 14;
    pub(crate) const LEAST_POWER: u32 = 10;

    /// The estimated moves of a tile after a transport, for each step from home along an axis and
    /// for its square: on boxes, and on flat boards (fitted on 10 x 10 to 15 x 15). Few far tiles
    /// take longer than many near ones.
    pub(crate) const AFTER_TRANSPORT_IN_BOX: (i32, i32) = (96, 0);
    pub(crate) const AFTER_TRANSPORT: (i32, i32) = (38, 18);

    /// The cost of a step to a block, and to the current line.
    pub(crate) const GATHER: i32 = 2 * UNIT;
    pub(crate) const GATHER_LINE: i32 = 35 * UNIT / 16;

    /// The cost of a step of the blank towards a block.
    pub(crate) const STEP_OF_BLANK: i32 = 5 * UNIT / 16;

    /// The cost of a tile that is not in the block, beside its steps, for each move that a step
    /// costs, and of a tile of the line away from its place along an axis.
    pub(crate) const MISPLACED_COST: i32 = 3 * UNIT / 10;
    pub(crate) const MISPLACED_COST_IN_LINE: i32 = 15 * UNIT / 32;

    /// The cost of tiles that do not belong in the block, and the least that it falls to, in
    /// percent; for lines, once for each line in between.
    pub(crate) const REST: (i64, i64) = (50, 50);
    pub(crate) const REST_OF_LINES: (i64, i64) = (95, 40);

    /// The number of layers that are examined after the first arrival, and the number of arrivals
    /// kept.
    pub(crate) const LAYERS_AFTER_ARRIVAL: usize = 12;
    pub(crate) const ARRIVALS: usize = 3;

    /// A beam ends after this number of moves for each cell of the window's mean side, but in a
    /// transport.
    pub(crate) const MOST_MOVES: usize = 40;

    /// The number of moves, for each cell of the longest side, after which the power of a transport
    /// is lowered if its estimated total does not fall.
    pub(crate) const PATIENCE_WITH_TRANSPORT: usize = 3;

    /// The least width of the beam that solves the last block, and its factors in later tries:
    /// giving it up would waste the whole construction.
    pub(crate) const WIDTH_OF_LAST: usize = 500;
    pub(crate) const WIDER_LAST: [usize; 3] = [1, 4, 16];

    /// If more cells are left, only those near a block are searched; windows of more cells are not
    /// searched, since their boards take too long to copy.
    pub(crate) const SEARCHED_WHOLE: usize = 400;
    pub(crate) const MOST_SEARCHED: usize = 1_600;

    /// A block's solution is given up after this number of moves.
    pub(crate) const MOST_IN_BLOCK: usize = 600;

    /// The most cells of the last block after lines, and on boards of two rows, whose last blocks
    /// are the hardest for their size.
    pub(crate) const LAST_AFTER_LINES: [usize; 2] = [18, 10];

    /// The number of moves for each tile of a line after which the line counts this number of
    /// times: otherwise the gains of other tiles hold narrow beams up in large boxes.
    pub(crate) const PATIENCE_WITH_LINE: usize = 32;
    pub(crate) const URGENCY: i32 = 2;

    /// A line is given up after this number of moves for each cell of the longest side.
    pub(crate) const MOST_MOVES_OF_LINE: usize = 60;
}

/// Returns the largest extents of a greedy path along each side; the next one is tried if the
/// previous one contains no path. In large boxes the last one would take too long.
pub(crate) const fn reaches(shape: Shape) -> &'static [usize] {
    match shape.cells() {
        _ if shape.is_flat() => &[12, usize::MAX],
        0..=27_000 => &[3, 8, usize::MAX],
        _ => &[3, 8],
    }
}

#[cfg(test)]
mod tests {
    use super::{box_of_polish, has_pairs, is_for_beams};
    use crate::shape::Shape;

    #[test]
    fn pairs_rank_rectangles_of_up_to_81_cells() {
        let expected = [
            ([5, 5], [true, true, false]),
            ([9, 5], [true, true, false]),
            ([9, 9], [true, true, true]),
            ([4, 9], [true, false, false]),
            ([3, 3], [true, false, false]),
            ([2, 40], [true, false, true]),
            ([1, 9], [false, false, false]),
            ([1, 12], [false, false, false]),
            ([10, 10], [false, false, true]),
        ];
        for ([rows, cols], expected) in expected {
            let shape = Shape::rectangle(rows, cols).unwrap();
            let found = [
                has_pairs(shape),
                is_for_beams(shape),
                box_of_polish(shape).is_some(),
            ];
            assert_eq!(found, expected, "{shape}");
        }
        assert!(!has_pairs(Shape::new(5, 5, 5).unwrap()));
    }
}
