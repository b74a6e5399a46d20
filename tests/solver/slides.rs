//! Solutions of the fewest slides, against breadth-first search by slides.

use npuzzle::{DynBoard, Goal, Metric, Shape, Solution, Solver, SolverBuilder};

use crate::oracle::by_slides::distances;
use crate::oracle::shape::shape;
use crate::oracle::shapes::goals;

fn by_slides() -> SolverBuilder {
    Solver::builder().metric(Metric::Slides)
}

/// Checks a solution, and returns its length.
fn checked(board: &DynBoard, solution: &Solution) -> usize {
    assert_eq!(solution.verify(board), Ok(()), "{board}");
    assert_eq!(solution.metric(), Metric::Slides);
    assert_eq!(solution.length(), solution.slides());
    assert_eq!(solution.slides(), solution.moves().multi_tile_len());
    assert_eq!(solution.tiles(), solution.moves().len());
    assert!(solution.lower_bound() <= solution.length(), "{board}");
    solution.length()
}

/// Solves some boards of a shape and compares the lengths; returns the radius.
fn compare(shape: Shape, goal: &Goal, every: usize, solver: &Solver) -> usize {
    let distances = distances(shape, goal);
    let mut boards: Vec<_> = distances.iter().collect();
    boards.sort_by(|a, b| a.0.tiles().cmp(b.0.tiles()));
    for (board, &distance) in boards.into_iter().step_by(every) {
        let solution = solver.solve(board).expect("a solvable board");
        assert_eq!(checked(board, &solution), distance, "{shape}: {board}");
        assert!(solution.is_optimal());
        // Each move of a tile takes the blank to a cell of the other colour.
        let home = goal.home(shape).expect("the goal fits");
        let steps = shape.distance(board.blank(), home);
        assert_eq!(solution.tiles() % 2, steps % 2, "{board}");
    }
    distances.into_values().max().expect("the goal at least")
}

#[test]
fn small_shapes_are_read_off_for_every_goal() {
    for (rows, cols, layers) in [(2, 2, 1), (2, 3, 1), (4, 2, 1), (2, 2, 2), (1, 5, 1)] {
        let shape = shape(rows, cols, layers);
        for goal in goals(shape, [3, 4]) {
            let solver = by_slides().goal(goal.clone()).build();
            compare(shape, &goal, 7, &solver);
        }
    }
    let solver = by_slides().build();
    let radius = compare(shape(3, 3, 1), &Goal::BlankLast, 11, &solver);
    assert_eq!(radius, 24);
}

#[test]
fn every_heuristic_gives_the_fewest_slides() {
    use npuzzle::HeuristicKind::{LinearConflict, Manhattan, WalkingDistance};
    let shape = shape(3, 3, 1);
    for goal in [Goal::BlankLast, Goal::Snail] {
        for heuristic in [Manhattan, LinearConflict, WalkingDistance] {
            let solver = by_slides().heuristic(heuristic).goal(goal.clone());
            compare(shape, &goal, 20_011, &solver.build());
        }
    }
}
