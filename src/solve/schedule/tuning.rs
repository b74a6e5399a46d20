//! The constants that were tuned for the schedules, each with its reason.
//!
//! `cargo bench --bench lengths` shows the lengths that they lead to.

use crate::solve::schedule::balance::Balance;

/// The default budget, in expansions of the proof. Rounds are laid out for it, or for a smaller
/// budget down to the least one, which lets every contestant of a round do some work.
///
/// A call with limits of its own has rounds of the largest size whatever the solver's budget is, so
/// that limits only cut one schedule short. With a larger budget there are more rounds, not larger
/// ones.
pub(in crate::solve) const USUAL_BUDGET: u64 = 8_000_000;
pub(super) const LEAST_BUDGET: u64 = 1 << 10;

/// The first round takes this part of the budget. Rounds by slides begin small: the proof with its
/// low bounds gains nothing on large boards.
pub(super) const FIRST_ROUND: u64 = 2;
pub(super) const FIRST_ROUND_OF_SLIDES: u64 = 8;

/// Later rounds take this part of all rounds before. So beams get wider, and still there are many.
pub(super) const LATER_ROUNDS: u64 = 8;

/// The same on boards of more cells: each round takes as much as all before. A wide beam gains more
/// there than many: with 20 million expansions 20 x 20 takes 1 % fewer moves. On 10 x 10 nothing is
/// gained, on 15 x 15 half a percent in ten seconds.
pub(super) const MANY_CELLS: usize = 160;
pub(super) const LATER_ROUNDS_OF_MANY: u64 = 1;

/// The share of the first constructions on boards of more cells, in sixteenths of the budget: in a
/// second 20 x 20 takes 2 % fewer moves than with a quarter of that. On 10 x 10 and 15 x 15 it is
/// the same.
pub(super) const FIRST_OF_MANY: u64 = 13;

/// Boxes of at most this number of cells have rounds of their own: beams from start to goal find
/// the shorter solutions there, on 2 x 5 x 5 in a second 256 moves instead of 319.
pub(super) const SMALL_BOX: usize = 64;

/// The expansions for polishing the first solution: some milliseconds.
pub(super) const FIRST_POLISH: u64 = 20_000;

/// The expansions for polishing each solution that a beam finds, on boards without tables.
pub(super) const POLISH: u64 = 100_000;

/// Longer solutions are not polished: a copy of them would take too much memory.
pub(super) const MAX_POLISHED_MOVES: usize = 1 << 24;

/// `Within`: on 5 x 5 two more moves proved take five times the proof's work, and two fewer moves
/// to prove, or three, twice the beams'. So neither waits long for the other.
pub(super) const WITHIN: Balance = Balance {
    lead: None,
    proof_to_beams: 1,
    beams_to_proof: 2,
    beam_price: 1,
};

/// `Best`: the proof leads until it has had a quarter of the budget. So the first beams, which gain
/// most, come soon, and a proof that is near ends before the dearer ones. A beam hashes the children
/// of a board, and copies its tiles: hence the price.
pub(super) const fn best(cells: usize) -> Balance {
    Balance {
        lead: Some(4),
        proof_to_beams: 4,
        beams_to_proof: 3,
        beam_price: 4 + cells as u64 / 16,
    }
}

/// `Best` on boards that are ranked by pairs: their beams gain more than all else.
pub(super) const fn best_by_pairs(cells: usize) -> Balance {
    Balance {
        lead: None,
        beams_to_proof: 16,
        ..best(cells)
    }
}

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

/// The number of layers that a construction's beams have for each move of a solution, until it is
/// known: some ways are given up.
pub(super) const LAYERS_A_MOVE: u64 = 2;

/// The number of constructions at most that are begun before one of them has ended.
pub(super) const MOST_AT_ONCE: usize = 16;
