//! Boards near the goal have short solutions, by every quality.

use crate::canonical::CanonicalBoard;
use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::shape::Shape;
use crate::solve::{Control, Quality, SolveError, Solver};

/// The steps of the walks that lead to the boards.
const STEPS: [usize; 7] = [0, 1, 2, 5, 20, 80, 300];

/// Walks of up to this length are shortest paths.
const SHORT: usize = 80;

fn shape(sides: [usize; 3]) -> Shape {
    Shape::new(sides[0], sides[1], sides[2]).expect("a shape")
}

/// Solves the end of a walk; returns the length, or a message if it is too long.
fn length(sides: [usize; 3], goal: &Goal, steps: usize, quality: Quality, limit: u64) -> usize {
    let board = DynBoard::scrambled_for(shape(sides), goal, steps, 3).expect("its goal");
    let solver = Solver::builder()
        .goal(goal.clone())
        .quality(quality)
        .memory(0)
        .build();
    let solved = solver.solve_with(&board, Control::new().max_nodes(limit));
    let (moves, stats) = match &solved {
        Ok(solution) => (Some(solution.moves()), solution.stats()),
        Err(SolveError::Stopped(known)) => (known.best.as_ref(), known.stats),
        Err(error) => panic!("only a limit ends it, not {error}"),
    };
    assert!(stats.expanded <= limit, "{}", stats.expanded);
    let Some(moves) = moves else {
        return usize::MAX;
    };
    let board = CanonicalBoard::new(&board, goal).expect("its goal");
    assert!(board.is_solved_by(moves), "{board}");
    moves.len()
}

/// Overflow of a count would panic here. A path has one solution without detours; of twenty walks
/// of 80 moves on 4 x 4 x 4 two have a longer answer.
#[test]
fn no_answer_is_longer_than_the_scramble() {
    let within = Quality::Within { percent: 10 };
    let (last, first, snail) = (Goal::BlankLast, Goal::BlankFirst, Goal::Snail);
    let all = u64::MAX;
    for (sides, goal, quality, limit) in [
        ([3, 3, 1], &last, Quality::Fast, all),
        ([4, 4, 1], &last, Quality::Fast, all),
        ([5, 5, 1], &last, Quality::Best, 100_000),
        ([5, 5, 1], &last, within, 100_000),
        ([9, 9, 1], &snail, Quality::Fast, all),
        ([12, 7, 1], &first, Quality::Fast, all),
        ([10, 10, 1], &last, Quality::Fast, all),
        ([10, 10, 1], &last, Quality::Best, 100_000),
        ([20, 20, 1], &last, Quality::Fast, all),
        ([2, 50, 1], &last, Quality::Fast, all),
        ([2, 50, 1], &last, within, 100_000),
        ([3, 20, 1], &last, Quality::Fast, all),
        ([1, 2, 1], &first, Quality::Fast, all),
        ([1, 100, 1], &snail, Quality::Fast, all),
        ([4, 4, 4], &last, Quality::Fast, all),
    ] {
        for steps in STEPS {
            let length = length(sides, goal, steps, quality, limit);
            let is_short = steps < SHORT || steps == SHORT && sides[2] == 1;
            let most = match quality {
                _ if is_short => steps,
                Quality::Fast => usize::MAX - 1,
                _ => usize::MAX,
            };
            assert!(
                length <= most,
                "{sides:?} {goal:?} {quality:?} {steps}: {length}"
            );
        }
    }
}
