//! A short search of a board before tables are built for it.

use crate::canonical::CanonicalBoard;
use crate::exact::manhattan::by_manhattan;
use crate::exact::rounds::Rounds;
use crate::moves::Moves;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::work::{Counts, Part, Step, Work};

/// The number of boards that are expanded before tables are used.
pub(crate) const PROBE_EXPANSIONS: u64 = 3_000;

/// Boards of a larger Manhattan distance are hardly ever solved in so few expansions: on 4 x 4 a
/// probe solves one in two of those scrambled to a distance of 20 to 23, one in eight of 32 to 35,
/// and one in twenty of 36 to 39.
const PROBE_DISTANCE: usize = 32;

/// Returns whether a board may be so easy that it is tried without tables first.
///
/// Only the board decides, never the tables that are ready: the same board gives the same moves and
/// counts whatever was solved before it. If tables are ready, the probe of an easy board costs no
/// more than they would.
pub(crate) fn is_probed(instance: &CanonicalBoard) -> bool {
    instance.manhattan() <= PROBE_DISTANCE
}

/// A search by the Manhattan distance that ends, with or without a solution, after
/// [`PROBE_EXPANSIONS`]. The bound that it has proved is kept.
#[derive(Debug)]
pub(crate) struct Probe(Part<Rounds>);

impl Probe {
    /// Returns the probe of a solvable board.
    pub(crate) fn new(instance: &CanonicalBoard) -> Result<Self, OutOfMemory> {
        Ok(Self(Part::new(by_manhattan(instance.clone())?)))
    }

    /// Returns the bound of its round: all shorter solutions are proved impossible.
    pub(crate) const fn bound(&self) -> usize {
        self.0.work.bound()
    }
}

impl Work for Probe {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        let own = (u64::MAX, PROBE_EXPANSIONS);
        match self.0.advance(until, own, counts)? {
            Step::Paused if self.0.has_expanded(PROBE_EXPANSIONS) => Ok(Step::Done),
            step => Ok(step),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::fixtures::{Outcome, Random, go_on, run, slices, walk};
    use crate::shape::Shape;

    #[test]
    fn is_the_beginning_of_the_whole_search() {
        let (mut found, mut given_up) = (0, 0);
        for (rows, cols, steps) in [(4, 4, 16), (4, 4, 30), (4, 4, 60), (3, 5, 20), (3, 5, 40)] {
            let shape = Shape::rectangle(rows, cols).unwrap();
            for seed in 0..5 {
                let (board, _) = walk(shape, 4, steps, &mut Random(seed));
                let mut whole = by_manhattan(board.clone()).unwrap();
                let mut wanted = run(&mut whole, PROBE_EXPANSIONS, || u64::MAX);
                // All solutions of a round are found if the shape has no kernel of its own.
                wanted.found.truncate(1);
                let until_found = |probe: &mut Probe, slice: &mut dyn FnMut() -> u64, limit| {
                    let mut outcome = Outcome::default();
                    go_on(probe, limit, &mut || slice(), &mut outcome);
                    outcome.found.truncate(1);
                    outcome
                };
                for slice in slices() {
                    let mut random = Random(seed);
                    let mut slice = || slice(&mut random);
                    let mut probe = Probe::new(&board).unwrap();
                    let got = until_found(&mut probe, &mut slice, u64::MAX);
                    assert_eq!(got, wanted, "{board}");
                    match got.found.first() {
                        Some(moves) => assert!(board.is_solved_by(moves)),
                        None => assert_eq!(got.expanded, PROBE_EXPANSIONS),
                    }
                }
                found += wanted.found.len();
                given_up += 1 - wanted.found.len();
            }
        }
        assert!(found >= 5 && given_up >= 5, "{found} {given_up}");
    }
}
