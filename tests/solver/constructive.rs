//! Solutions by construction: every shape and every goal, and how long they get.

use npuzzle::{Control, DynBoard, Goal, Quality, Reason, SolveError, Solver};

use crate::oracle::shape::shape;
use crate::oracle::shapes::{goals, shapes_up_to};

fn solver(goal: Goal) -> Solver {
    Solver::builder().goal(goal).quality(Quality::Fast).build()
}

/// Solves a board if it can be solved, and returns the number of moves.
fn solve(solver: &Solver, board: &DynBoard) -> Option<usize> {
    match solver.solve(board) {
        Ok(solution) => {
            assert_eq!(solution.verify(board), Ok(()), "{board:?}");
            assert!(solution.lower_bound() <= solution.moves().len());
            assert!(board.is_solvable_for(solver.goal()));
            Some(solution.moves().len())
        }
        Err(SolveError::Unsolvable(_)) => {
            assert!(!board.is_solvable_for(solver.goal()), "{board:?}");
            None
        }
        Err(error) => panic!("{board:?}: {error}"),
    }
}

#[test]
fn small_shapes_of_every_kind_are_solved() {
    let mut solved = 0;
    for shape in shapes_up_to(40) {
        for (nth, goal) in goals(shape, [7]).into_iter().enumerate() {
            let solver = solver(goal);
            for seed in 0..4 {
                let board = DynBoard::permutation_from_seed(shape, seed * 10 + nth as u64);
                solved += usize::from(solve(&solver, &board).is_some());
            }
        }
    }
    assert!(solved > 1_000, "{solved}");
}

#[test]
fn rectangles_and_boxes_are_solved_wherever_the_home_is() {
    let sides = (1..=12).flat_map(|rows| (1..=12).map(move |cols| (rows, cols, 1)));
    let boxes = (2..=5).flat_map(|a| (2..=5).flat_map(move |b| (2..=5).map(move |c| (a, b, c))));
    for (rows, cols, layers) in sides.chain(boxes) {
        let shape = shape(rows, cols, layers);
        for (seed, goal) in (0..).zip(goals(shape, [1_000])) {
            let board = DynBoard::from_seed_for(shape, &goal, seed).expect("a goal of the shape");
            assert!(solve(&solver(goal), &board).is_some());
        }
    }
}

#[test]
fn squares_take_few_moves_a_cell_and_side() {
    let solver = solver(Goal::BlankLast);
    // The answers are always the same, so these are what they are, with little room.
    for (side, most) in [
        (5, 1.2),
        (10, 1.25),
        (15, 1.35),
        (20, 1.5),
        (30, 1.5),
        (40, 1.45),
        (60, 1.4),
    ] {
        let shape = shape(side, side, 1);
        let boards = (0..5).map(|seed| DynBoard::from_seed(shape, seed));
        let total: usize = boards.filter_map(|board| solve(&solver, &board)).sum();
        let mean = total as f64 / 5.0 / (side as f64).powi(3);
        println!("{side}: {mean:.3}");
        assert!(mean < most, "{side}: {mean}");
    }
}

#[test]
fn the_answer_is_always_the_same_and_limits_hold() {
    let shape = shape(20, 20, 1);
    let board = DynBoard::from_seed(shape, 3);
    let solver = solver(Goal::BlankLast);
    let solution = solver.solve(&board).expect("solvable");
    assert_eq!(solver.solve(&board).as_ref(), Ok(&solution));
    for limit in [0, 1, 777] {
        match solver.solve_with(&board, &mut Control::new().max_nodes(limit)) {
            Err(SolveError::Stopped(known)) => {
                assert_eq!(known.reason, Reason::NodeLimit);
                assert_eq!(known.stats.expanded, limit);
                assert_eq!(known.lower_bound, solution.lower_bound());
            }
            other => panic!("{other:?}"),
        }
    }
}
