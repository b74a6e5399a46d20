//! Lengths, bounds and verdicts of every quality, metric and heuristic, against breadth-first search
//! of whole spaces of boards.

use npuzzle::HeuristicKind::{self, Auto, LinearConflict, Manhattan, Patterns, WalkingDistance};
use npuzzle::Metric::{self, MultiTile, SingleTile};
use npuzzle::Quality::{self, Best, Fast, Optimal, Within};
use npuzzle::{Control, DynBoard, Goal, Shape, SolveError, Solver};

use crate::oracle::answer::check;
use crate::oracle::scrambled::scrambled;
use crate::oracle::shape::shape;
use crate::oracle::shapes::{goals, shapes, shapes_up_to};
use crate::oracle::space::{Space, blank_at};

/// Solves up to `of_each` boards of each distance up to `most`, from everywhere in its level.
fn sweep(
    (shape, goal): (Shape, &Goal),
    (metric, quality, heuristic): (Metric, Quality, HeuristicKind),
    of_each: usize,
    most: usize,
) {
    let builder = Solver::builder().goal(goal.clone()).metric(metric);
    let builder = builder.quality(quality).heuristic(heuristic);
    let solver = builder.memory(1_000_000).budget(250_000).build();
    let space = match metric {
        MultiTile => Space::by_slides(shape, goal),
        _ => Space::by_tiles(shape, goal),
    };
    space.search_up_to(most, |distance, level| {
        for &packed in level.iter().step_by(level.len().div_ceil(of_each)) {
            let board = space.board(packed);
            let solution = solver.solve(&board);
            let solution = solution.unwrap_or_else(|error| panic!("{board}: {error}"));
            check(&board, goal, quality, &solution, distance);
        }
    });
}

const ALL: usize = usize::MAX;

#[test]
fn all_boards_of_up_to_6_cells_agree() {
    for shape in shapes_up_to(6) {
        for goal in goals(shape, [7]) {
            let case = (shape, &goal);
            sweep(case, (SingleTile, Optimal, Auto), ALL, ALL);
            for quality in [Best, Fast, Within { percent: 20 }] {
                sweep(case, (SingleTile, quality, Auto), 1, ALL);
                sweep(case, (MultiTile, quality, Auto), 1, ALL);
            }
            for heuristic in [Auto, Manhattan, LinearConflict] {
                sweep(case, (MultiTile, Optimal, heuristic), 2, ALL);
            }
        }
    }
}

#[test]
fn boards_of_each_distance_agree() {
    let flat = |rows, cols| shape(rows, cols, 1);
    let (square, cube, box_of_12) = (flat(3, 3), shape(2, 2, 2), shape(2, 3, 2));
    let custom = DynBoard::permutation_from_seed(cube, 3).into();
    let inner = blank_at(flat(3, 4), 5);
    let (last, first, snail) = (Goal::BlankLast, Goal::BlankFirst, Goal::Snail);
    let within = |percent| Within { percent };
    for (shape, goal, options, of_each, most) in [
        (flat(2, 4), &last, (SingleTile, Optimal, Auto), 20, ALL),
        (cube, &custom, (SingleTile, Optimal, Auto), 20, ALL),
        (cube, &first, (SingleTile, Best, Auto), 5, ALL),
        (square, &last, (SingleTile, Optimal, Auto), 40, ALL),
        (square, &snail, (SingleTile, Optimal, Manhattan), 3, ALL),
        (
            square,
            &snail,
            (SingleTile, Optimal, LinearConflict),
            5,
            ALL,
        ),
        (
            square,
            &snail,
            (SingleTile, Optimal, WalkingDistance),
            5,
            ALL,
        ),
        (square, &snail, (SingleTile, Optimal, Patterns), 20, ALL),
        (
            square,
            &last,
            (SingleTile, within(0), LinearConflict),
            3,
            ALL,
        ),
        (square, &last, (SingleTile, within(10), Auto), 5, ALL),
        (square, &last, (SingleTile, Fast, Auto), 5, ALL),
        (flat(5, 2), &last, (SingleTile, Optimal, Auto), 5, ALL),
        (flat(2, 5), &snail, (SingleTile, within(25), Auto), 1, ALL),
        (flat(3, 4), &inner, (SingleTile, Optimal, Auto), 20, 20),
        (box_of_12, &last, (SingleTile, Optimal, Patterns), 20, 15),
        (cube, &first, (MultiTile, Optimal, Auto), 10, ALL),
        (square, &last, (MultiTile, Optimal, Auto), 20, ALL),
        (square, &snail, (MultiTile, Optimal, LinearConflict), 1, 16),
        (square, &snail, (MultiTile, Optimal, Manhattan), 1, 14),
        (square, &first, (MultiTile, within(50), Auto), 2, ALL),
        (flat(4, 3), &first, (MultiTile, Optimal, Auto), 10, 9),
    ] {
        sweep((shape, goal), options, of_each, most);
    }
}

#[test]
#[ignore = "all of them: .ci/full"]
fn the_whole_8_puzzle_agrees() {
    let case = (shape(3, 3, 1), &Goal::BlankLast);
    sweep(case, (SingleTile, Optimal, Auto), ALL, ALL);
    sweep(case, (SingleTile, Within { percent: 10 }, Auto), ALL, ALL);
    sweep(case, (MultiTile, Optimal, Auto), ALL, ALL);
}

/// Beyond breadth-first search: the optimal length bounds the others.
#[test]
fn qualities_hold_on_all_shapes_of_up_to_12_cells() {
    let (mut solved, mut refused) = (0, 0);
    let shapes = shapes_up_to(12).into_iter();
    let cases = shapes.flat_map(|shape| goals(shape, [12]).into_iter().map(move |it| (shape, it)));
    for (shape, goal) in cases {
        let qualities = [Optimal, Within { percent: 20 }, Best, Fast];
        let solvers = qualities.map(|quality| {
            let builder = Solver::builder().goal(goal.clone()).quality(quality);
            builder.memory(60_000).budget(250_000).build()
        });
        let board = DynBoard::permutation_from_seed(shape, 1);
        let why = board.solvability(&goal);
        assert_eq!(board.is_solvable_for(&goal), why.is_solvable());
        if !why.is_solvable() {
            for solver in &solvers {
                let unsolvable = SolveError::Unsolvable(Box::new(why.clone()));
                assert_eq!(solver.solve(&board), Err(unsolvable), "{board}");
            }
            refused += 1;
        }
        let board = DynBoard::from_seed_for(shape, &goal, 1).expect("it fits");
        let optimum = solvers[0].solve(&board).expect("solvable").length();
        for (quality, solver) in qualities.into_iter().zip(&solvers) {
            let solution = solver.solve(&board).expect("solvable");
            check(&board, &goal, quality, &solution, optimum);
        }
        solved += 1;
    }
    assert!(solved > 200 && refused > 70, "{solved}, {refused}");
}

/// Walks of up to five moves without stepping back are shortest paths.
#[test]
fn every_kind_of_shape_is_solved_near_the_goal() {
    let solver = Solver::default();
    for shape in shapes("4x4 3x7 10x10 3x3x3 4x4x4 256x256 1x65536") {
        let solved = DynBoard::solved(shape);
        let steps = if solved.shape().is_path() { 1 } else { 5 };
        for moves in 0..=steps {
            let board = scrambled(solved.clone(), moves, 3);
            let solution = solver.solve(&board).expect("solvable");
            check(&board, &Goal::BlankLast, Optimal, &solution, moves);
        }
    }
    let tiles = [0_u32].into_iter().chain(1..65_536);
    let path = DynBoard::from_tiles(shape(1, 65_536, 1), tiles).expect("a permutation");
    assert_eq!(solver.solve(&path).expect("in order").length(), 65_535);
    // No search, no table: unsolvable boards are refused at once.
    let tiles = [2, 1].into_iter().chain(3..65_536).chain([0_u32]);
    let board = DynBoard::from_tiles(shape(256, 256, 1), tiles).expect("a permutation");
    let none = Control::new().max_nodes(0);
    let refused = solver.solve_with(&board, none);
    assert!(matches!(refused, Err(SolveError::Unsolvable(_))));
    let other = solver.with_goal(DynBoard::solved(shape(3, 3, 1)));
    assert!(matches!(other.solve(&board), Err(SolveError::Goal(_))));
}
