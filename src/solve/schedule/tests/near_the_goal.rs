//! Boards near the goal have short solutions, by every quality.

use crate::canonical::CanonicalBoard;
use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::shape::Shape;
use crate::solve::quality::Quality;
use crate::solve::{Control, SolveError, Solver};

/// The steps of the walks that lead to the boards.
const STEPS: [usize; 7] = [0, 1, 2, 5, 20, 80, 300];

/// Walks up to this one have no shorter way back than a solution.
const SHORT: usize = 80;

fn shape(sides: [usize; 3]) -> Shape {
    Shape::new(sides[0], sides[1], sides[2]).expect("a shape")
}

/// Solves the end of a walk; returns the length, or what would be too long.
fn length(sides: [usize; 3], goal: &Goal, steps: usize, quality: Quality, limit: u64) -> usize {
    let board = DynBoard::scrambled_for(shape(sides), goal, steps, 3).expect("its goal");
    let solver = Solver::builder()
        .goal(goal.clone())
        .quality(quality)
        .memory(0)
        .build();
    let solved = solver.solve_with(&board, &mut Control::new().max_nodes(limit));
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

/// Overflow of what is counted would panic here.
#[test]
fn no_answer_is_longer_than_the_walk_that_made_the_board() {
    let shapes = [
        [3, 3, 1],
        [4, 4, 1],
        [5, 5, 1],
        [9, 9, 1],
        [10, 10, 1],
        [16, 16, 1],
        [20, 20, 1],
        [2, 50, 1],
        [3, 20, 1],
        [1, 30, 1],
    ];
    for sides in shapes {
        for steps in STEPS {
            let length = length(sides, &Goal::BlankLast, steps, Quality::Fast, u64::MAX);
            let most = if steps <= SHORT {
                steps
            } else {
                usize::MAX - 1
            };
            assert!(length <= most, "{sides:?} {steps}: {length}");
        }
        for steps in &STEPS[..4] {
            let length = length(sides, &Goal::BlankLast, *steps, Quality::Optimal, 100_000);
            assert!(length <= *steps, "{sides:?} {steps}: {length}");
        }
    }
}

#[test]
fn the_same_holds_for_other_qualities() {
    for sides in [[3, 3, 1], [5, 5, 1], [10, 10, 1], [2, 50, 1]] {
        for steps in [0, 2, 20, 80] {
            for quality in [Quality::Best, Quality::Within { percent: 10 }] {
                let length = length(sides, &Goal::BlankLast, steps, quality, 100_000);
                assert!(length <= steps, "{sides:?} {steps} {quality:?}: {length}");
            }
        }
    }
}

#[test]
fn the_same_holds_for_other_goals_and_boxes() {
    for goal in [Goal::BlankFirst, Goal::Snail] {
        for sides in [[9, 9, 1], [12, 7, 1]] {
            for steps in STEPS.into_iter().take_while(|&it| it <= SHORT) {
                let length = length(sides, &goal, steps, Quality::Fast, u64::MAX);
                assert!(length <= steps, "{sides:?} {goal:?} {steps}: {length}");
            }
        }
        // A path has one solution without detours.
        for cells in [1, 2, 7, 100] {
            for steps in STEPS {
                let length = length([1, cells, 1], &goal, steps, Quality::Fast, u64::MAX);
                assert!(length <= steps, "1 x {cells} {goal:?} {steps}: {length}");
            }
        }
    }
    for sides in [[3, 3, 3], [4, 4, 4]] {
        for steps in STEPS {
            let length = length(sides, &Goal::BlankLast, steps, Quality::Fast, u64::MAX);
            // Of twenty walks of 80 moves on 4 x 4 x 4 two have a longer answer.
            let most = if steps < SHORT { steps } else { 2 * steps };
            assert!(length <= most, "{sides:?} {steps}: {length}");
        }
    }
}
