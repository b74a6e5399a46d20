//! Beams for boards near the goal.

use core::ops::RangeInclusive;

use crate::beam::beam_to_goal;
use crate::beam::ranking::ByOrder;
use crate::exact::cropped::cropped;
use crate::policy::Policy;
use crate::policy::near::{
    IS_GOOD, IS_GOOD_ENOUGH, LAYERS, LIKELY_DISTANCE, LONGEST, MOST_CELLS, OVER, PAIR_OF_UNLIKELY,
};
use crate::region::Region;
use crate::runtime::{OutOfMemory, Pace};
use crate::solve::Solving;

impl Solving {
    /// Searches for short solutions of a board at one of some Manhattan distances, if that is at most
    /// half the average of all boards, by beams in pairs: one from the board to the goal, one from the goal to the board. If
    /// one fails, the other mostly succeeds. Each pair is wider than the one before, and follows only
    /// if no good solution is known. Returns whether constructions are unlikely to shorten the
    /// solution.
    ///
    /// The beams search only the part of the board that is not in order, so that their cost does not
    /// grow with the board.
    pub(super) async fn near(
        &mut self,
        distances: RangeInclusive<usize>,
        pace: &mut Pace,
    ) -> Result<bool, OutOfMemory> {
        let (board, distance) = (&self.board, self.board.manhattan());
        // Two random cells of a side `s` are (s * s - 1) / 3s apart on average. Needs 64 bits.
        let sides = board.shape.sides().map(|side| side as u64);
        let apart = sides.map(|side| board.cells.len() as u64 * (side * side - 1) / (3 * side));
        let is_near = 2 * distance as u64 <= apart.iter().sum() && distances.contains(&distance);
        if !is_near || board.shape.is_path() || board.is_solved() {
            return Ok(false);
        }
        let part = cropped(board).unwrap_or_else(|| board.clone());
        let shape = part.shape;
        if shape.cells() > MOST_CELLS || Region::all(shape).longest() > LONGEST {
            return Ok(false);
        }
        let boards = [part.reversed(), part];
        let pairs = if distance <= LIKELY_DISTANCE {
            0..IS_GOOD.len()
        } else {
            PAIR_OF_UNLIKELY..PAIR_OF_UNLIKELY + 1
        };
        let is_within = |length, tenths| length <= tenths * distance / 10 + 2;
        for pair in pairs {
            if (self.tile_moves).is_some_and(|length| is_within(length, IS_GOOD[pair])) {
                break;
            }
            let expansions = Policy::of(shape).near[pair];
            let layers = (distance as u64 * LAYERS).div_ceil(100).max(1);
            let width = expansions.div_ceil(layers) as usize;
            for (board, is_back) in boards.iter().rev().zip([false, true]) {
                // All solutions have the same parity of length.
                let most = match self.tile_moves {
                    Some(length) => length.saturating_sub(2),
                    None => 2 * (layers as usize) + 16,
                };
                let (ranking, state) = ByOrder::new(board);
                let beam = async |pace: &mut Pace| {
                    beam_to_goal(ranking, state, board, width, most, None, pace).await
                };
                let found = pace.within(expansions * OVER / 2, beam).await;
                if let Some(moves) = found.transpose()?.flatten() {
                    let moves = if is_back { moves.inverse() } else { moves };
                    self.keep(moves, pace).await;
                }
            }
        }
        Ok((self.tile_moves).is_some_and(|length| is_within(length, IS_GOOD_ENOUGH)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canonical::CanonicalBoard;
    use crate::dyn_board::DynBoard;
    use crate::exact::fixtures::{Outcome, Random, run, run_in_all_slices, walk};
    use crate::policy::near::MOST_DISTANCE;
    use crate::runtime::Job;
    use crate::shape::Shape;
    use crate::solve::{Quality, Solver};

    /// Returns the end of a walk of some steps on a shape, from a home.
    fn near(shape: Shape, home: usize, steps: usize, seed: u64) -> CanonicalBoard {
        walk(shape, home, steps, &mut Random(seed)).0
    }

    fn square() -> Shape {
        Shape::square(9).unwrap()
    }

    /// The search of a board, given the length of a solution, as a task.
    fn search(board: &CanonicalBoard, length: Option<usize>) -> Job<Result<bool, OutOfMemory>> {
        let solved = DynBoard::solved(board.shape);
        let solving = Solver::default().solving(&solved, Quality::Fast, 1);
        let mut solving = Solving {
            board: board.clone(),
            length,
            tile_moves: length,
            ..solving.unwrap()
        };
        Job::new(move |mut pace| async move { solving.near(0..=MOST_DISTANCE, &mut pace).await })
    }

    fn outcome(board: &CanonicalBoard, length: Option<usize>) -> Outcome {
        run(&mut search(board, length), u64::MAX, || u64::MAX)
    }

    #[test]
    fn results_are_at_most_as_long_as_the_walks() {
        let mut found = 0;
        for seed in 0..6 {
            for steps in [2, 7, 20, 60, 80] {
                let board = near(square(), 11 * seed, steps, seed as u64);
                let outcome = outcome(&board, None);
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
            let board = near(square(), 0, 300, seed);
            let expanded = outcome(&board, None).expanded;
            if board.manhattan() <= LIKELY_DISTANCE || expanded == 0 {
                continue;
            }
            far += 1;
            let most = OVER * Policy::of(square()).near[PAIR_OF_UNLIKELY];
            assert!(expanded <= most, "{expanded}");
            if far == 3 {
                return;
            }
        }
        panic!("too few boards are that far: {far}");
    }

    #[test]
    fn a_solution_found_elsewhere_is_to_be_shortened() {
        let board = near(square(), 0, 60, 3);
        let shortest = outcome(&board, None).found.pop().expect("a solution").len();
        let shorter = outcome(&board, Some(shortest + 2)).found;
        assert!(shorter.iter().all(|it| it.len() <= shortest));
        assert_eq!(outcome(&board, Some(board.manhattan())).found, []);
    }

    #[test]
    fn slices_and_limits_change_nothing() {
        for seed in 0..2 {
            let board = near(square(), 0, 50, seed);
            run_in_all_slices(|| search(&board, None));
        }
    }

    #[test]
    fn far_solved_and_path_boards_are_skipped() {
        let path = Shape::rectangle(1, 9).unwrap();
        for (shape, home, steps) in [(square(), 80, 0), (square(), 80, 5_000), (path, 4, 2)] {
            let board = near(shape, home, steps, 1);
            assert_eq!(outcome(&board, None), Outcome::default(), "{board}");
        }
    }
}
