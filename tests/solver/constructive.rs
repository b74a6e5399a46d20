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

/// Solves every `step`th of all boards drawn: four for each goal of each shape up to 40 cells. Up
/// to 12 every shape is met.
fn sweep_small_shapes(step: usize) {
    let mut cases = Vec::new();
    for shape in shapes_up_to(40) {
        for (nth, goal) in goals(shape, [7]).into_iter().enumerate() {
            cases.extend((0..4).map(|seed| (shape, goal.clone(), seed * 10 + nth as u64)));
        }
    }
    let (mut solved, drawn) = (0, cases.len() / step);
    for (shape, goal, seed) in cases.into_iter().step_by(step) {
        let board = DynBoard::permutation_from_seed(shape, seed);
        solved += usize::from(solve(&solver(goal), &board).is_some());
    }
    // Half of the boards can be solved, but for those on paths.
    assert!(solved > drawn / 3, "{solved} of {drawn}");
}

#[test]
fn small_shapes_of_every_kind_are_solved() {
    sweep_small_shapes(11);
}

#[test]
#[ignore = "all of them: .ci/full"]
fn all_boards_of_small_shapes_are_solved() {
    sweep_small_shapes(1);
}

/// Solves every `step`th of all boards drawn: one for each goal of each rectangle and box with
/// sides up to these lengths.
fn sweep_sides(rectangle: usize, cuboid: usize, step: usize) {
    let (sides, of_box) = (1..=rectangle, 2..=cuboid);
    let flat = sides
        .clone()
        .flat_map(|rows| sides.clone().map(move |cols| (rows, cols, 1)));
    let mut shapes: Vec<_> = flat.collect();
    for rows in of_box.clone() {
        for cols in of_box.clone() {
            shapes.extend(of_box.clone().map(|layers| (rows, cols, layers)));
        }
    }
    let cases = shapes.into_iter().flat_map(|(rows, cols, layers)| {
        let shape = shape(rows, cols, layers);
        (0..)
            .zip(goals(shape, [1_000]))
            .map(move |(seed, goal)| (shape, goal, seed))
    });
    for (shape, goal, seed) in cases.step_by(step) {
        let board = DynBoard::from_seed_for(shape, &goal, seed).expect("a goal of the shape");
        assert!(solve(&solver(goal), &board).is_some());
    }
}

#[test]
fn rectangles_and_boxes_are_solved_wherever_the_home_is() {
    // Every side and goal is met; 7 goes into neither the 4 goals of a rectangle nor the 3 of a
    // box.
    sweep_sides(12, 5, 7);
}

#[test]
#[ignore = "all of them: .ci/full"]
fn all_rectangles_and_boxes_are_solved_wherever_the_home_is() {
    sweep_sides(12, 5, 1);
}

/// Checks the mean number of moves a cell and side over the boards of this many seeds.
fn assert_means(seeds: u64, most: &[(usize, f64)]) {
    let solver = solver(Goal::BlankLast);
    for &(side, most) in most {
        let shape = shape(side, side, 1);
        let boards = (0..seeds).map(|seed| DynBoard::from_seed(shape, seed));
        let total: usize = boards.filter_map(|board| solve(&solver, &board)).sum();
        let mean = total as f64 / seeds as f64 / (side as f64).powi(3);
        assert!(mean < most, "{side}: {mean}");
    }
}

// The answers are always the same, so these are what they are, with little room.

#[test]
fn squares_take_few_moves_a_cell_and_side() {
    assert_means(5, &[(5, 1.2), (10, 1.25)]);
    assert_means(1, &[(15, 1.3), (20, 1.2), (30, 1.15), (40, 1.1)]);
}

#[test]
#[ignore = "all of them: .ci/full"]
fn large_squares_take_few_moves_a_cell_and_side() {
    assert_means(5, &[(15, 1.2), (20, 1.2), (30, 1.15), (40, 1.1), (60, 1.1)]);
}

#[test]
fn the_answer_is_always_the_same_and_limits_hold() {
    let shape = shape(14, 14, 1);
    let board = DynBoard::from_seed(shape, 3);
    let solver = solver(Goal::BlankLast);
    let solution = solver.solve(&board).expect("solvable");
    assert_eq!(solver.solve(&board).as_ref(), Ok(&solution));
    for limit in [0, 1, 777] {
        match solver.solve_with(&board, &mut Control::new().max_nodes(limit)) {
            Err(SolveError::Stopped(known)) => {
                assert_eq!(known.reason, Some(Reason::NodeLimit));
                assert_eq!(known.stats.expanded, limit);
                assert_eq!(known.lower_bound, solution.lower_bound());
            }
            other => panic!("{other:?}"),
        }
    }
}
