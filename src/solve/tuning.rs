//! The constants that were tuned for the qualities, each with its reason.
//!
//! `cargo bench -p npuzzle-benches --bench lengths` shows the lengths that they lead to.

use crate::improve::solves_stretches;
use crate::metric::Metric;
use crate::pairs;
use crate::prepare::Prepared;
use crate::shape::Shape;

/// The boards that a probe expands before tables are used.
pub(crate) const PROBE_EXPANSIONS: u64 = 3_000;

/// The default budget, in expansions of the proof.
pub(super) const USUAL_BUDGET: u64 = 8_000_000;

/// Later constructions expand this part of all before. So they get wider, and still there are many.
pub(super) const LATER: u64 = 8;

/// The same on boards of more cells: each construction has as much as all before. A wide beam gains
/// more there than many: with 20 million expansions 20 x 20 takes 1 % fewer moves. On 10 x 10
/// nothing is gained, on 15 x 15 half a percent in ten seconds.
pub(super) const MANY_CELLS: usize = 160;
pub(super) const LATER_OF_MANY: u64 = 1;

/// Longer solutions are not polished: a copy of them would take too much memory.
pub(super) const MAX_POLISHED_MOVES: usize = 1 << 24;

/// Returns the price of an expansion by a beam on boards of some cells, in expansions of the proof:
/// it hashes the children of a board, and copies its tiles.
pub(super) const fn beam_price(cells: usize) -> u64 {
    4 + cells as u64 / 16
}

/// A beam gives up if its solution would be this many times as long as the Manhattan distance.
pub(super) const HOPELESS: usize = 12;

/// The width of the first beam: it takes 2 milliseconds on 6 x 6.
pub(super) const FIRST_WIDTH: usize = 64;

/// The ratio of the next width to this one. Two beams have each width: one from start to goal, one
/// from goal to start.
///
/// What beams from the two ends find differs by chance, so the better of two is as good as a beam
/// of twice the width on 6 x 6, and better on 7 x 7. With 5 million expansions 7 x 7 took 288.2
/// moves if each beam was twice as wide and began at the start, 286.5 with both ends, 285.6 with
/// both and four times the width.
pub(super) const WIDER: usize = 4;

/// Between two rounds of a proof two beams take about this part of all that was expanded. Of
/// `korf24-large` a fifth of the expansions is spared, of 3 x 5 a quarter, of 4 x 4 a seventh; a
/// quarter instead of a half spares as much of the first, and 4 % less of the last.
pub(super) const GUESS: u64 = 2;

/// The widest of these beams: no board of `korf24-large` needs a wider one.
pub(super) const WIDEST_GUESS: u64 = 1 << 14;

/// The number of layers that a construction's beams have for each move of a solution, until it is
/// known: some ways are given up.
pub(super) const LAYERS_A_MOVE: u64 = 2;

/// The shares of [`CONSTRUCTIONS`], [`POLISH`], [`BEAMS`] and proof in the work; 0 leaves one out.
pub(super) type Weights = [u64; 4];
pub(super) const CONSTRUCTIONS: usize = 0;
pub(super) const POLISH: usize = 1;
pub(super) const BEAMS: usize = 2;

/// The proof alone: within nothing of a shortest solution, and by slides with tables.
pub(super) const PROOF: Weights = [0, 0, 0, 1];

/// `within`: on 5 x 5 two more moves proved take five times the proof's work, and two fewer
/// moves to prove, or three, twice the beams'. So neither waits long for the other. An expansion
/// by a beam counts as about five: the proof has half the number.
pub(super) const WITHIN: Weights = [0, 0, 10, 1];

/// The part of the budget that the proof has before the wider beams, and its weight until then. So
/// the first beams, which gain most, come soon, and a proof that is near ends before the dearer
/// ones.
const LEAD: u64 = 4;
const LEADING: Weights = [0, 0, 1, 4];

/// The weights with tables, after the lead.
const BY_TABLES: Weights = [0, 0, 3, 1];

/// The weights on boards that are ranked by pairs: there beams gain more than all else, and
/// constructing in other ways gains nothing beside them.
const BY_PAIRS: Weights = [0, 0, 16, 1];

/// The weights on large boards whose solutions are polished. Constructions gain
/// more in the default budget, polishing in 5 million expansions.
const LARGE: Weights = [20, 10, 0, 1];

/// The weights elsewhere.
const WITHOUT_STRETCHES: Weights = [13, 0, 1, 1];

/// Boxes of at most this number of cells have weights of their own: beams from start to goal find
/// the shorter solutions there, on 2 x 5 x 5 in a second 256 moves instead of 319.
const SMALL_BOX: usize = 64;
const SMALL_BOXES: Weights = [1, 0, 11, 3];

/// The weights by slides without tables: there is no polishing.
const SLIDES: Weights = [3, 0, 0, 1];

/// Returns the weights of a first phase of `best`, and its work.
pub(super) fn lead(
    prepared: &Prepared,
    shape: Shape,
    metric: Metric,
    budget: u64,
) -> Option<(Weights, u64)> {
    let has_lead =
        metric == Metric::Tiles && prepared.has_tables(shape) && !pairs::rank_beams(shape);
    let of_proof = budget / LEAD;
    let [.., beams, proof] = LEADING;
    has_lead.then_some((LEADING, of_proof + of_proof * beams / proof))
}

/// Returns the weights of `best`.
pub(super) fn weights(prepared: &Prepared, shape: Shape, metric: Metric) -> Weights {
    match metric {
        Metric::Slides if prepared.has_tables(shape) => PROOF,
        Metric::Slides => SLIDES,
        Metric::Tiles if pairs::rank_beams(shape) => BY_PAIRS,
        Metric::Tiles if prepared.has_tables(shape) => BY_TABLES,
        Metric::Tiles if solves_stretches(shape) => LARGE,
        Metric::Tiles if !shape.is_flat() && shape.cells() <= SMALL_BOX => SMALL_BOXES,
        Metric::Tiles => WITHOUT_STRETCHES,
    }
}

/// Returns the expansions of the first constructions, given the budget.
///
/// On boards of many cells the first one has most of it: in a second 20 x 20 takes 2 % fewer moves
/// than with a quarter of that. On 10 x 10 and 15 x 15 it is the same. By slides they begin small.
pub(super) fn first_construction(shape: Shape, metric: Metric, budget: u64) -> u64 {
    let thirty_seconds = match metric {
        Metric::Tiles if shape.cells() > MANY_CELLS => 26,
        Metric::Tiles if solves_stretches(shape) => 8,
        Metric::Tiles if shape.is_flat() || shape.cells() > SMALL_BOX => 13,
        _ => 1,
    };
    budget / 32 * thirty_seconds
}
