//! Every shortest solution, against brute force over whole spaces of boards.

use std::collections::BTreeSet;

use npuzzle::HeuristicKind::{self, Auto, LinearConflict, Manhattan, Patterns, WalkingDistance};
use npuzzle::{Board, Control, Direction, DynBoard, Goal, Metric, Moves, SolveError, Solver};

use crate::oracle::random::Random;
use crate::oracle::random_goal::some_goal;
use crate::oracle::scrambled::scrambled;
use crate::oracle::shape::shape;
use crate::oracle::shapes::shapes;
use crate::oracle::space::{Distances, Space, distances};

fn solver(goal: &Goal, heuristic: HeuristicKind) -> Solver {
    let builder = Solver::builder().goal(goal.clone()).heuristic(heuristic);
    builder.build()
}

/// Walks downhill along all paths.
fn all_by_distances(
    board: &DynBoard,
    (distances, metric): (&Distances, Metric),
    made: &mut Moves,
    all: &mut BTreeSet<Moves>,
) {
    let left = distances.of(board).expect("solvable");
    if left == 0 {
        all.insert(made.clone());
    }
    for direction in board.legal_moves() {
        let (mut next, length) = (board.clone(), made.len());
        while next.slide(direction).is_ok() {
            made.push(direction);
            if distances.of(&next).is_some_and(|it| it + 1 == left) {
                all_by_distances(&next, (distances, metric), made, all);
            }
            if metric == Metric::SingleTile {
                break;
            }
        }
        while made.len() > length {
            made.pop();
        }
    }
}

/// The blank's moves in Korf's order.
fn key(moves: &Moves) -> Vec<usize> {
    use Direction::{Back, Down, Front, Left, Right, Up};
    let order = [Down, Right, Left, Up, Back, Front];
    let place = |it| order.iter().position(|&other| other == it);
    moves.iter().filter_map(place).collect()
}

fn assert_all(solver: &Solver, board: &DynBoard, distances: &Distances) -> usize {
    let (mut expected, metric) = (BTreeSet::new(), solver.metric());
    all_by_distances(board, (distances, metric), &mut Moves::new(), &mut expected);
    let what = format!("{board} to {}, {metric}", solver.goal());
    let solutions = solver.all_optimal(board).expect(&what);
    assert_eq!(Some(solutions.length()), distances.of(board), "{what}");
    let found: Vec<Moves> = solutions.collect();
    let mut pairs = found.windows(2);
    let is_in_order = pairs.all(|pair| key(&pair[0]) < key(&pair[1]));
    let is_in_order = is_in_order || metric == Metric::MultiTile && found.len() == expected.len();
    assert!(is_in_order, "{what}: not in order, or one twice");
    assert_eq!(BTreeSet::from_iter(found), expected, "{what}");
    expected.len()
}

#[test]
fn all_solutions_are_those_of_brute_force() {
    let square = shape(3, 3, 1);
    let custom = &Goal::from(DynBoard::permutation_from_seed(square, 3));
    let (last, first, snail) = (&Goal::BlankLast, &Goal::BlankFirst, &Goal::Snail);
    // All boards of each distance, or this many.
    for (shape, goal, heuristic, of_each) in [
        (shape(2, 2, 1), last, Auto, usize::MAX),
        (shape(2, 3, 1), first, Auto, usize::MAX),
        (shape(1, 5, 1), last, Auto, usize::MAX),
        (shape(2, 2, 2), last, Auto, 5),
        (square, last, Auto, 5),
        (square, custom, Auto, 3),
        (square, snail, Manhattan, 1),
        (square, snail, LinearConflict, 1),
        (square, snail, WalkingDistance, 1),
    ] {
        let (solver, distances) = (solver(goal, heuristic), distances(shape, goal));
        let (space, mut most) = (&distances.space, 0);
        space.search(|_, level| {
            for &packed in level.iter().step_by(level.len().div_ceil(of_each)) {
                most = most.max(assert_all(&solver, &space.board(packed), &distances));
            }
        });
        assert!(shape.is_path() || most > 1, "{shape}");
    }
}

/// On lines a slide may end on several boards of such a goal.
#[test]
fn every_end_of_a_goal_with_free_tiles_counts() {
    let lines = shapes("1x3 1x4 1x5 1x6 5x1 1x1x4").map(|shape| (shape, 12, 1));
    let others = shapes("2x2 2x3 3x2 2x2x2 3x3").zip([1, 11, 13, 601, 6_007]);
    let others = others.map(|(shape, nth)| (shape, 12, nth));
    for (shape, goals, nth) in lines.chain(others) {
        let mut random = Random(shape.cells() as u64);
        let mut most = 0;
        for (number, metric) in
            (0..goals).zip([Metric::SingleTile, Metric::MultiTile].repeat(goals))
        {
            let (goal, cells) = some_goal(shape, &mut random);
            let longest = if metric == Metric::MultiTile {
                usize::MAX
            } else {
                1
            };
            if cells.iter().flatten().count() > 5 {
                continue; // too many boards
            }
            let truth = Space::with_free_tiles(shape, &cells, longest).distances();
            let solver = Solver::builder().goal(goal.clone()).metric(metric).build();
            let count: u64 = (1..=shape.cells() as u64).product();
            for rank in (number as u64 % 7..count).step_by(nth) {
                let board = DynBoard::unrank(shape, rank.into()).expect("a rank");
                let Some(distance) = truth.of(&board) else {
                    let refused = solver.all_optimal(&board);
                    assert!(matches!(refused, Err(SolveError::Unsolvable(_))), "{board}");
                    continue;
                };
                let solution = solver.solve(&board).expect("solvable");
                assert_eq!(
                    (solution.length(), solution.verify(&board)),
                    (distance, Ok(()))
                );
                most = most.max(assert_all(&solver, &board, &truth));
            }
        }
        assert!(most > 1, "{shape}");
    }
}

#[test]
fn slides_on_a_line_end_wherever_the_goal_allows() {
    for (goal, board, expected) in [
        ("1x5: * 2 3 * *", "1x5: 1 0 2 3 4", "LL LLL"),
        ("1x5: * * 3 2 *", "1x5: 4 3 2 0 1", "RR RRR"),
        ("1x4: * * 3 *", "1x4: 1 2 0 3", "L"),
        (
            "1x8: 1 * 3 * * * * *",
            "1x8: 1 2 0 3 4 5 6 7",
            "L LL LLL LLLL LLLLL",
        ),
    ] {
        let goal: Goal = goal.parse().expect("a goal");
        let board: DynBoard = board.parse().expect("a board");
        let solver = Solver::builder()
            .goal(goal)
            .metric(Metric::MultiTile)
            .build();
        let all = solver.all_optimal(&board).expect("solvable");
        assert_eq!(all.length(), 1, "{board}");
        let found: Vec<String> = all.map(|moves| moves.to_string()).collect();
        assert_eq!(found.join(" "), expected, "{board}");
    }
}

/// Different estimates lead to the same solutions: pattern tables, flat and in a box, with one view
/// and with two.
#[test]
fn pattern_tables_hide_no_solution() {
    let custom = Goal::from(DynBoard::permutation_from_seed(shape(4, 3, 1), 3));
    for (shape, goal, boards, steps) in [
        (shape(4, 4, 1), Goal::BlankFirst, 8, 28),
        (shape(4, 3, 1), custom, 8, 26),
        (shape(3, 2, 2), Goal::BlankLast, 6, 20),
    ] {
        let solvers = [Patterns, LinearConflict].map(|kind| solver(&goal, kind));
        let solved = goal.board(shape).expect("it fits");
        for seed in 0..boards {
            let board = scrambled(solved.clone(), steps, seed);
            let [all, others] = solvers.each_ref().map(|solver| {
                let all = solver.all_optimal(&board).expect("a solvable board");
                all.collect::<Vec<Moves>>()
            });
            assert_eq!(all, others, "{board}");
            for moves in all {
                let mut board = board.clone();
                board.play(&moves).expect("legal moves");
                assert!(board.is_solved_for(&goal));
            }
        }
    }
}

/// The length is read off a space, and so is every bound: nothing else is prepared.
#[test]
fn a_held_space_serves_all_solutions() {
    for metric in [Metric::SingleTile, Metric::MultiTile] {
        let solvers = [(); 2].map(|()| Solver::builder().metric(metric).build());
        let space = solvers[0].space_with(shape(2, 5, 1), Control::new());
        let space = space.expect("a space");
        let board = space.farthest().next().expect("a board");
        let [held, apart] = solvers.each_ref().map(|solver| {
            let mut all = solver.all_optimal(&board).expect("solvable");
            let found: BTreeSet<Moves> = all.by_ref().collect();
            (found, all.stats().expanded)
        });
        assert_eq!(held.0, apart.0, "{metric}");
        assert!(held.1 < apart.1, "{metric}: {} of {}", held.1, apart.1);
    }
}

#[test]
fn it_is_lazy_and_its_first_phase_has_limits() {
    let solver = solver(&Goal::BlankLast, Auto);
    let mut none = solver.all_optimal(&Board::<4>::solved()).expect("solved");
    assert_eq!((none.next(), none.next()), (Some(Moves::new()), None));
    let board = "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15".parse::<Board<4>>();
    let mut all = solver
        .all_optimal(&board.expect("a board"))
        .expect("an easy board");
    let hard: Board<5> = Board::from_seed(1);
    let stopped = solver.all_optimal_with(&hard, Control::new().max_nodes(1000));
    assert!(matches!(stopped, Err(SolveError::Stopped(_))));
    let unsolvable: Board<3> = "1 2 3/4 5 6/8 7 0".parse().expect("a board");
    let refused = solver.all_optimal(&unsolvable);
    assert!(matches!(refused, Err(SolveError::Unsolvable(_))));
    drop(solver); // the solutions own what they need
    assert_eq!(all.next().expect("one at least").to_string(), "DDDLLUUUL");
    assert_eq!(all.next(), None);
}
