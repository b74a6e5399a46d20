//! Quality `Best`: always an answer, and the work of its budget.

use npuzzle::{Board, Control, DynBoard, Goal, Metric, Quality, SolveError, Solver};

use crate::oracle::shape::shape;
use crate::quality::solver;

/// A shape, and what `Best` expands for the board of seed 1 and how many moves it finds.
#[cfg(feature = "std")]
const BEST_IN_A_SMALL_BUDGET: [(usize, usize, usize, (u64, usize)); 4] = [
    (4, 4, 1, (43_451, 51)),
    (5, 5, 1, (72_430, 90)),
    (10, 10, 1, (1_277_009, 1_017)),
    (3, 3, 3, (145_434, 92)),
];

/// On long boards the beams may find nothing in the budget.
#[cfg(feature = "std")] // seconds without its tables
#[test]
fn the_best_without_a_limit_is_always_an_answer() {
    let solver = solver(Goal::BlankLast, Quality::Best);
    for seed in 0..16 {
        let board = Board::<2, 15>::from_seed(seed);
        let solution = solver.solve(&board).expect("a solution");
        assert_eq!(solution.verify(&board), Ok(()));
    }
}

#[cfg(feature = "std")]
#[test]
fn best_uses_its_budget_alike_each_time() {
    let solver = solver(Goal::BlankLast, Quality::Best);
    for nodes in [0, 1, 1_000, 50_000, 300_000] {
        let board = Board::<5>::from_seed(4);
        let solve = || solver.solve_with(&board, &mut Control::new().max_nodes(nodes));
        let first = solve();
        assert_eq!(first, solve(), "{nodes} boards");
        match first {
            Ok(solution) => {
                assert_eq!(solution.verify(&board), Ok(()));
                assert!(solution.lower_bound() <= solution.moves().len());
                assert_eq!(solution.stats().expanded, nodes);
            }
            Err(SolveError::Stopped(known)) => assert!(nodes < 50_000 && known.best.is_none()),
            Err(error) => panic!("{error}"),
        }
    }
}

#[cfg(feature = "std")]
fn assert_best_ends(shape: npuzzle::Shape) {
    let board = DynBoard::from_seed(shape, 1);
    let solver = solver(Goal::BlankLast, Quality::Best);
    let solution = solver.solve(&board).expect("solvable");
    assert_eq!(solution.verify(&board), Ok(()));
    assert!(solution.lower_bound() <= solution.moves().len());
}

#[cfg(feature = "std")]
#[test]
fn best_ends_on_a_board_beyond_proof() {
    assert_best_ends(shape(5, 5, 1));
}

#[cfg(feature = "std")]
#[test]
#[ignore = "all of them: .ci/full"]
fn best_ends_on_boards_beyond_proof() {
    assert_best_ends(shape(6, 6, 1));
    assert_best_ends(shape(3, 3, 3));
}

/// Expansions, moves and lower bound of `Best` in a small budget. These are the counts of every
/// build: `.ci/full` runs this test with optimization and without debug assertions.
#[cfg(feature = "std")]
#[test]
fn a_budget_gives_the_same_answer_in_every_build() {
    let solver = solver(Goal::BlankLast, Quality::Best);
    let answer = |board: &DynBoard| {
        let solution = solver.solve(board).expect("solvable");
        assert_eq!(solution.verify(board), Ok(()));
        (solution.stats().expanded, solution.moves().len())
    };
    let found = BEST_IN_A_SMALL_BUDGET.map(|(rows, cols, layers, _)| {
        let board = DynBoard::from_seed(shape(rows, cols, layers), 1);
        (rows, cols, layers, answer(&board))
    });
    assert_eq!(found, BEST_IN_A_SMALL_BUDGET);
}

/// A budget ends a call without limits, and a limit takes its place.
#[test]
fn a_budget_bounds_the_work_of_best() {
    let board = DynBoard::from_seed(shape(6, 6, 1), 2);
    let solver = |budget| {
        let builder = Solver::builder().quality(Quality::Best);
        builder.budget(budget).build()
    };
    let fast = Solver::builder().quality(Quality::Fast).build();
    let fast = fast.solve(&board).expect("solvable");
    let mut before = fast.stats().expanded;
    for budget in [0, 1, 100_000, 200_000] {
        let solution = solver(budget).solve(&board).expect("solvable");
        let expanded = solution.stats().expanded;
        assert!(expanded >= before, "{budget}: {expanded} < {before}");
        // A first beam may be dearer than a small budget.
        assert!(
            expanded <= fast.stats().expanded + budget + 20_000,
            "{budget}: {expanded}"
        );
        assert!(solution.moves().len() <= fast.moves().len());
        before = expanded;
    }
    // The limit is the budget of a call that has one: the schedule is that of any other solver.
    let limited =
        |budget| solver(budget).solve_with(&board, &mut Control::new().max_nodes(150_000));
    assert_eq!(limited(0), limited(u64::MAX));
    assert_eq!(limited(0).expect("solvable").stats().expanded, 150_000);
}

/// `Best` has an answer wherever `Fast` has one under the same limit.
#[test]
fn best_has_an_answer_if_fast_has_one() {
    let shapes = [
        (2, 2, 1),
        (2, 3, 1),
        (3, 3, 1),
        (2, 2, 2),
        (1, 6, 1),
        (2, 5, 1),
        (3, 4, 1),
        (5, 6, 1),
    ];
    let mut only_best = 0;
    for (rows, cols, layers) in shapes {
        let shape = shape(rows, cols, layers);
        for goal in [Goal::BlankLast, Goal::BlankFirst] {
            for (metric, memory) in [
                (Metric::Tiles, 0),
                (Metric::Slides, 0),
                (Metric::Tiles, 2_000),
            ] {
                let solver = |quality| {
                    let builder = Solver::builder().goal(goal.clone()).metric(metric);
                    builder.quality(quality).memory(memory).build()
                };
                let (fast, best) = (solver(Quality::Fast), solver(Quality::Best));
                let board = DynBoard::from_seed_for(shape, &goal, 5).expect("it fits");
                for limit in [0, 1, 10, 30, 100, 1_000, 5_000] {
                    let has = |solver: &Solver| {
                        let solved =
                            solver.solve_with(&board, &mut Control::new().max_nodes(limit));
                        solved.is_ok_and(|it| it.verify(&board).is_ok())
                    };
                    let [fast, best] = [&fast, &best].map(has);
                    assert!(
                        best || !fast,
                        "{shape} {goal:?} {metric:?} {memory} {limit}: {board}"
                    );
                    only_best += u32::from(best && !fast);
                }
            }
        }
    }
    assert!(only_best > 0);
}

/// A table of all boards that is not there yet does not delay the first answer.
#[test]
fn best_has_an_answer_before_its_first_table() {
    let board = Board::<3>::from_seed(4);
    let mut search = solver(Goal::BlankLast, Quality::Best)
        .search(&board)
        .expect("solvable");
    while search.best().is_none() {
        assert!(search.solution().is_none());
        search.advance(1).expect("it goes on");
    }
    assert!(search.solution().is_none(), "the table came first");
    let solution = loop {
        search.advance(1_000).expect("it goes on");
        if let Some(solution) = search.solution() {
            break solution;
        }
    };
    assert!(solution.is_optimal());
}
