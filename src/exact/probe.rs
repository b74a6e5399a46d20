//! A short search of a board before tables are built for it.

use crate::canonical::CanonicalBoard;
use crate::exact::manhattan::ByManhattan;
use crate::exact::position::{Position, PositionError, Resume};
use crate::moves::Moves;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::work::{Counts, Step, Work};

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
#[derive(Clone, Debug)]
pub(crate) struct Probe {
    search: ByManhattan,
    expanded: u64,
}

impl Probe {
    /// Returns the probe of a solvable board.
    pub(crate) fn new(instance: &CanonicalBoard) -> Result<Self, OutOfMemory> {
        Ok(Self {
            search: ByManhattan::new(instance.clone())?,
            expanded: 0,
        })
    }

    /// Returns the length of the solutions that are sought.
    pub(crate) fn bound(&self) -> usize {
        self.search.bound()
    }

    /// Returns its position in its round.
    pub(crate) fn position(&self) -> Result<Position, OutOfMemory> {
        self.search.position()
    }

    /// Continues from the position of another probe of the same board after `expanded` expansions,
    /// in the round of this bound. It reports the bound again.
    pub(crate) fn resumed(
        self,
        bound: usize,
        position: &Position,
        expanded: u64,
    ) -> Result<Self, PositionError> {
        Ok(Self {
            search: self.search.resumed(bound, position)?,
            expanded: expanded.min(PROBE_EXPANSIONS),
        })
    }
}

impl Work for Probe {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        let mut own = counts.part(PROBE_EXPANSIONS - self.expanded);
        let start = own;
        let until = until.saturating_sub(counts.expanded);
        let step = self.search.advance(until, &mut own);
        counts.update(&start, &own);
        self.expanded += own.expanded;
        match step {
            Ok(Step::Paused) if self.expanded == PROBE_EXPANSIONS => Ok(Step::Done),
            step => step,
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
                let mut whole = ByManhattan::new(board.clone()).unwrap();
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

    #[test]
    fn resumes_with_what_is_left_of_its_patience() {
        let shape = Shape::square(4).unwrap();
        let (board, _) = walk(shape, 15, 200, &mut Random(5));
        let whole = run(&mut Probe::new(&board).unwrap(), u64::MAX, || u64::MAX);
        assert!(whole.found.is_empty());
        for limit in (0..PROBE_EXPANSIONS).step_by(190) {
            let mut probe = Probe::new(&board).unwrap();
            let mut outcome = run(&mut probe, limit, || u64::MAX);
            assert_eq!(outcome.expanded, limit);
            let position = probe.position().unwrap();
            let resumed = Probe::new(&board).unwrap();
            let resumed = resumed.resumed(probe.bound(), &position, limit);
            go_on(&mut resumed.unwrap(), u64::MAX, &mut || 11, &mut outcome);
            outcome.bounds.dedup();
            assert_eq!(outcome, whole);
        }
    }
}
