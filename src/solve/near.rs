//! Beams for boards near the goal.

use core::ops::Range;

use crate::beam::beam_to_goal;
use crate::beam::ranking::ByOrder;
use crate::canonical::CanonicalBoard;
use crate::exact::cropped::cropped;
use crate::moves::Moves;
use crate::policy::Policy;
use crate::policy::near::{
    IS_GOOD, IS_GOOD_ENOUGH, LAYERS, LIKELY_DISTANCE, LONGEST, MOST_CELLS, MOST_DISTANCE, OVER,
    PAIR_OF_UNLIKELY,
};
use crate::region::Region;
use crate::runtime::{OutOfMemory, Pace};

/// Returns whether a board is nearer to the goal than half the average of all boards.
fn is_near(board: &CanonicalBoard) -> bool {
    let shape = board.shape;
    let sides = shape.sides();
    // Two random cells of a side `s` are (s * s - 1) / 3s apart on average. Needs 64 bits.
    let apart = sides
        .map(|side| side as u64)
        .map(|side| board.cells.len() as u64 * (side * side - 1) / (3 * side));
    let average: u64 = apart.iter().sum();
    let distance = board.manhattan();
    distance <= MOST_DISTANCE && 2 * distance as u64 <= average
}

/// A search for a short solution of a board near the goal by beams in pairs: one from the board to
/// the goal, one from the goal to the board. If one fails, the other mostly succeeds. Each pair is
/// wider than the one before, and follows only if no good solution is known.
///
/// The beams search only the part of the board that is not in order, so that their cost does not
/// grow with the board.
#[derive(Debug)]
pub(super) struct Near {
    /// The inverse of the part that is not in order, and the part.
    boards: [CanonicalBoard; 2],
    distance: usize,
    /// The numbers of the beams that are left.
    beams: Range<usize>,
}

impl Near {
    /// Returns the search of a solvable board; `None` if the board is far from the goal, solved, or
    /// on a path.
    pub(super) fn new(board: &CanonicalBoard) -> Option<Self> {
        if board.shape.is_path() || board.is_solved() || !is_near(board) {
            return None;
        }
        let part = cropped(board).unwrap_or_else(|| board.clone());
        let shape = part.shape;
        let longest = Region::all(shape).longest();
        if shape.cells() > MOST_CELLS || longest > LONGEST {
            return None;
        }
        let distance = part.manhattan();
        Some(Self {
            distance,
            boards: [part.reversed(), part],
            beams: if distance <= LIKELY_DISTANCE {
                0..2 * IS_GOOD.len()
            } else {
                2 * PAIR_OF_UNLIKELY..2 * PAIR_OF_UNLIKELY + 2
            },
        })
    }

    /// Returns whether the beams are likely to find a solution.
    pub(super) const fn is_likely(&self) -> bool {
        self.distance <= LIKELY_DISTANCE
    }

    /// Returns whether constructions are unlikely to shorten a solution of this length.
    pub(super) const fn is_good(&self, length: usize) -> bool {
        self.is_within(length, IS_GOOD_ENOUGH)
    }

    /// Returns whether a length is at most `tenths` tenths of the distance, plus 2 moves.
    const fn is_within(&self, length: usize, tenths: usize) -> bool {
        length <= tenths * self.distance / 10 + 2
    }

    /// Returns the next solution shorter than `length`; `None` if no beam is left.
    pub(super) async fn next(
        &mut self,
        length: Option<usize>,
        pace: &mut Pace,
    ) -> Result<Option<Moves>, OutOfMemory> {
        while let Some(beam) = self.beams.next() {
            let (pair, is_back) = (beam / 2, beam % 2 == 1);
            if !is_back && length.is_some_and(|length| self.is_within(length, IS_GOOD[pair])) {
                break;
            }
            let expansions = Policy::of(self.boards[0].shape).near[pair];
            let layers = (self.distance as u64 * LAYERS).div_ceil(100).max(1);
            let width = expansions.div_ceil(layers) as usize;
            // All solutions have the same parity of length.
            let most = match length {
                Some(length) => length.saturating_sub(2),
                None => 2 * (layers as usize) + 16,
            };
            let board = &self.boards[usize::from(!is_back)];
            let (ranking, state) = ByOrder::new(board);
            let beam = async |pace: &mut Pace| {
                beam_to_goal(ranking, state, board, width, most, None, pace).await
            };
            let found = pace.within(expansions * OVER / 2, beam).await;
            if let Some(moves) = found.transpose()?.flatten() {
                return Ok(Some(if is_back { moves.inverse() } else { moves }));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::fixtures::{Random, run, run_in_all_slices, walk};
    use crate::runtime::Job;
    use crate::shape::Shape;

    /// Returns the end of a walk of some steps on 9 x 9, from a home.
    fn near(home: usize, steps: usize, seed: u64) -> (CanonicalBoard, Option<Near>) {
        let shape = Shape::square(9).unwrap();
        let (board, _) = walk(shape, home, steps, &mut Random(seed));
        let near = Near::new(&board);
        (board, near)
    }

    /// The search of such a board, given the length of a solution, as a task.
    fn search(mut near: Near, mut length: Option<usize>) -> Job<Result<(), OutOfMemory>> {
        Job::new(move |mut pace| async move {
            while let Some(moves) = near.next(length, &mut pace).await? {
                length = Some(moves.len());
                pace.found(moves).await;
            }
            Ok(())
        })
    }

    #[test]
    fn results_are_at_most_as_long_as_the_walks() {
        let mut found = 0;
        for seed in 0..6 {
            for steps in [2, 7, 20, 60, 80] {
                let (board, near) = near(11 * seed, steps, seed as u64);
                let mut work = search(near.expect("it is near"), None);
                let outcome = run(&mut work, u64::MAX, || u64::MAX);
                let moves = outcome.found.last().expect("a solution");
                assert!(outcome.found.iter().all(|it| board.is_solved_by(it)));
                assert!(moves.len() <= steps, "{steps} {seed}: {}", moves.len());
                found += outcome.found.len();
            }
        }
        // Some boards took both beams of a pair.
        assert!(found > 30, "{found}");
    }

    #[test]
    fn boards_farther_away_have_one_pair_of_beams() {
        let mut far = 0;
        for seed in 0..40 {
            let (_, near) = near(0, 300, seed);
            let Some(near) = near.filter(|near| !near.is_likely()) else {
                continue;
            };
            far += 1;
            let outcome = run(&mut search(near, None), u64::MAX, || u64::MAX);
            let most = OVER * Policy::of(Shape::square(9).unwrap()).near[PAIR_OF_UNLIKELY];
            assert!(outcome.expanded <= most, "{}", outcome.expanded);
            if far == 3 {
                return;
            }
        }
        panic!("too few boards are that far: {far}");
    }

    #[test]
    fn a_solution_found_elsewhere_is_to_be_shortened() {
        let near = || near(0, 60, 3).1.expect("it is near");
        let outcome = run(&mut search(near(), None), u64::MAX, || u64::MAX);
        let shortest = outcome.found.last().expect("a solution").len();
        let known = Some(shortest + 2);
        let outcome = run(&mut search(near(), known), u64::MAX, || u64::MAX);
        assert!(outcome.found.iter().all(|it| it.len() <= shortest));
        let known = Some(near().distance);
        let outcome = run(&mut search(near(), known), u64::MAX, || u64::MAX);
        assert_eq!(outcome.found, []);
    }

    #[test]
    fn slices_and_limits_change_nothing() {
        let work = |seed| near(0, 50, seed).1.expect("it is near");
        for seed in 0..2 {
            run_in_all_slices(|| search(work(seed), None));
        }
    }

    #[test]
    fn far_solved_and_path_boards_are_skipped() {
        assert!(near(80, 0, 1).1.is_none());
        assert!(near(80, 5_000, 1).1.is_none());
        let path = Shape::rectangle(1, 9).unwrap();
        let (board, _) = walk(path, 4, 0, &mut Random(1));
        assert!(Near::new(&board).is_none());
    }
}
