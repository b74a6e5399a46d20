//! The solver against breadth-first search and known answers, and its limits.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use npuzzle::{
    Board, Control, DynBoard, Goal, HeuristicKind, Partial, Puzzle, Quality, Reason, Solution,
    SolveError, Solver,
};

use crate::oracle::breadth_first::distances;
use crate::oracle::data;
use crate::oracle::scrambled::scrambled;
use crate::oracle::shape::shape;
use crate::oracle::shapes::{goals, shapes_up_to};

fn solver(goal: Goal) -> Solver {
    Solver::builder().goal(goal).build()
}

fn assert_solves(solver: &Solver, board: &impl Puzzle, length: usize) {
    let solution = solver.solve(board).expect("a solvable board");
    assert_eq!(solution.moves().len(), length, "{board:?}");
    assert_eq!(solution.lower_bound(), length, "{board:?}");
    assert!(solution.is_optimal());
    assert_eq!(solution.verify(board), Ok(()), "{board:?}");
}

#[test]
fn every_small_board_takes_as_many_moves_as_breadth_first_search_says() {
    for shape in shapes_up_to(6) {
        for goal in goals(shape, [7]) {
            let solver = solver(goal.clone());
            for (board, distance) in distances(shape, &goal) {
                assert_solves(&solver, &board, distance);
            }
        }
    }
}

#[test]
fn some_boards_of_8_cells_take_as_many_moves_as_breadth_first_search_says() {
    for (rows, cols, layers) in [(2, 4, 1), (4, 2, 1), (2, 2, 2), (1, 8, 1)] {
        let shape = shape(rows, cols, layers);
        for goal in [
            Goal::BlankLast,
            DynBoard::permutation_from_seed(shape, 3).into(),
        ] {
            let solver = solver(goal.clone());
            let mut boards: Vec<_> = distances(shape, &goal).into_iter().collect();
            boards.sort();
            for (board, distance) in boards.into_iter().step_by(31) {
                assert_solves(&solver, &board, distance);
            }
        }
    }
}

#[cfg(feature = "std")] // minutes without its tables
#[test]
fn the_whole_8_puzzle_takes_as_many_moves_as_breadth_first_search_says() {
    let shape = Board::<3>::SHAPE;
    let solver = solver(Goal::BlankLast);
    for (board, distance) in distances(shape, &Goal::BlankLast) {
        assert_solves(&solver, &board, distance);
    }
}

#[cfg(feature = "std")] // minutes without its tables
#[test]
fn every_kind_of_heuristic_solves_a_sample_of_the_8_puzzle() {
    let shape = Board::<3>::SHAPE;
    let mut boards: Vec<_> = distances(shape, &Goal::Snail).into_iter().collect();
    boards.sort();
    for kind in [
        HeuristicKind::Auto,
        HeuristicKind::Manhattan,
        HeuristicKind::LinearConflict,
        HeuristicKind::WalkingDistance,
        HeuristicKind::Patterns,
    ] {
        let solver = Solver::builder().goal(Goal::Snail).heuristic(kind).build();
        for (board, distance) in boards.iter().step_by(101) {
            assert_solves(&solver, board, *distance);
        }
    }
}

#[test]
fn the_easiest_of_korfs_boards_have_his_lengths_and_node_counts() {
    let Some(text) = data::read("korf100.txt") else {
        return;
    };
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let mut rows: Vec<Vec<u64>> = rows
        .map(|row| {
            row.split_whitespace()
                .map(|n| n.parse().expect("a number"))
                .collect()
        })
        .collect();
    assert_eq!(rows.len(), 100);
    rows.sort_by_key(|row| row[19]);
    let solver = Solver::builder()
        .goal(Goal::BlankFirst)
        .heuristic(HeuristicKind::Manhattan)
        .build();
    for row in &rows[..10] {
        let board = Board::<4>::from_tiles(row[1..17].iter().copied()).expect("a board");
        let solution = solver.solve(&board).expect("a solvable board");
        assert_eq!(solution.moves().len() as u64, row[17], "no. {}", row[0]);
        assert_eq!(solution.stats().generated, row[19], "no. {}", row[0]);
        assert_eq!(solution.verify(&board), Ok(()));
    }
}

#[test]
fn starts_near_the_goal_are_solved_on_every_kind_of_shape() {
    fn check<P: Puzzle>(solved: &P) {
        let solver = solver(Goal::BlankLast);
        for moves in 0..=5 {
            for seed in 0..8 {
                let board = scrambled(solved.clone(), moves, seed);
                // Up to 5 moves without stepping back there is no shorter way.
                assert_solves(&solver, &board, moves);
            }
        }
    }
    check(&Board::<3>::solved());
    check(&Board::<4>::solved());
    check(&Board::<3, 7>::solved());
    check(&Board::<10>::solved());
    check(&Board::<3, 3, 3>::solved());
    check(&Board::<4, 4, 4>::solved());
    check(&Board::<256>::solved());
}

#[test]
fn boxes_scrambled_by_20_moves_are_solved() {
    let small = scrambled(Board::<2, 2, 2>::solved(), 20, 5);
    let large = scrambled(Board::<4, 4, 4>::solved(), 20, 5);
    let solver = solver(Goal::BlankLast);
    for solution in [solver.solve(&small), solver.solve(&large)] {
        let solution = solution.expect("a solvable board");
        assert!(solution.is_optimal());
        assert!(solution.moves().len() <= 20);
    }
}

#[test]
fn long_paths_need_no_search() {
    let tiles = [0_u32].into_iter().chain(1..65_536);
    let board = Board::<1, 65_536>::from_tiles(tiles).expect("a permutation");
    let solution = solver(Goal::BlankLast).solve(&board).expect("in order");
    assert_eq!(solution.moves().len(), 65_535);
    assert_eq!(solution.verify(&board), Ok(()));
}

fn stopped(result: Result<Solution, SolveError>) -> Partial {
    match result {
        Err(SolveError::Stopped(known)) => *known,
        other => panic!("not stopped: {other:?}"),
    }
}

#[test]
fn a_budget_is_kept_to_the_board_and_proves_a_bound() {
    let solver = solver(Goal::BlankLast);
    for seed in 0..20 {
        let board = Board::<3>::from_seed(seed);
        let optimum = solver.solve(&board).expect("solvable");
        for budget in (0..40).chain([100, 1_000]) {
            match solver.solve_with(&board, &mut Control::new().max_nodes(budget)) {
                Ok(solution) => {
                    assert_eq!(solution.moves(), optimum.moves());
                    assert!(solution.stats().expanded <= budget);
                }
                result => {
                    let known = stopped(result);
                    assert_eq!(known.reason, Reason::NodeLimit);
                    assert_eq!(known.stats.expanded, budget);
                    assert_eq!(known.best, None);
                    assert!(known.lower_bound <= optimum.moves().len());
                }
            }
        }
        let enough = Control::new().max_nodes(optimum.stats().expanded);
        assert!(solver.solve_with(&board, &mut { enough }).is_ok());
    }
}

#[test]
fn no_budget_and_no_time_say_stopped_never_unsolvable() {
    let board = Board::<10>::from_seed(1);
    let solver = solver(Goal::BlankLast);
    let known = stopped(solver.solve_with(&board, &mut Control::new().max_nodes(0)));
    assert_eq!((known.reason, known.stats.expanded), (Reason::NodeLimit, 0));
    assert!(known.lower_bound > 0);
    #[cfg(feature = "std")]
    {
        let control = &mut Control::new().timeout(Duration::ZERO);
        let known = stopped(solver.solve_with(&board, control));
        assert_eq!(known.reason, Reason::TimeLimit);
    }
}

#[test]
fn a_hard_board_can_be_cancelled_by_flag_callback_and_time() {
    let board = Board::<5>::from_seed(2);
    let solver = solver(Goal::BlankLast);

    let flag = AtomicBool::new(false);
    let (known, late) = std::thread::scope(|scope| {
        let search = scope.spawn(|| solver.solve_with(&board, &mut Control::new().cancel(&flag)));
        std::thread::sleep(Duration::from_millis(50));
        flag.store(true, Ordering::Relaxed);
        let cancelled = Instant::now();
        (search.join().expect("no panic"), cancelled.elapsed())
    });
    assert_eq!(stopped(known).reason, Reason::Cancelled);
    // It takes below 10 ms on an idle machine; a busy one must not fail the test.
    assert!(late < Duration::from_secs(2), "{late:?}");

    let mut calls = 0;
    let mut control = Control::new().on_progress(|known| {
        assert_eq!(known.reason, Reason::Running);
        calls += 1;
        if calls == 100 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(
        stopped(solver.solve_with(&board, &mut control)).reason,
        Reason::Cancelled
    );
    drop(control);
    assert_eq!(calls, 100);

    #[cfg(feature = "std")]
    {
        let timeout = Duration::from_millis(50);
        let started = Instant::now();
        let known = stopped(solver.solve_with(&board, &mut Control::new().timeout(timeout)));
        assert_eq!(known.reason, Reason::TimeLimit);
        assert!(started.elapsed() >= timeout);
        assert!(started.elapsed() < Duration::from_secs(2));
    }
}

#[cfg(feature = "std")]
#[test]
fn the_same_board_gives_the_same_answer_and_counts() {
    let board = Board::<4>::from_seed(11);
    let board = scrambled(Board::<4>::solved(), 40, board.inversions());
    let solver = || Solver::builder().quality(Quality::Best).build();
    let solve = || solver().solve(&board);
    let first = solve();
    assert_eq!(first, solve());
    // The solver that all share does its best, too, and may have served others.
    assert_eq!(first, board.solve());
}

#[test]
fn a_solver_serves_any_shape_and_several_threads() {
    let solver = solver(Goal::BlankFirst);
    std::thread::scope(|scope| {
        for seed in 0..4 {
            let solver = &solver;
            scope.spawn(move || {
                let square = Board::<3>::from_seed_for(&Goal::BlankFirst, seed).expect("fits");
                let wide = Board::<2, 5>::from_seed_for(&Goal::BlankFirst, seed).expect("fits");
                for _ in 0..3 {
                    assert!(
                        solver
                            .solve(&square)
                            .expect("solvable")
                            .verify(&square)
                            .is_ok()
                    );
                    assert!(solver.solve(&wide).expect("solvable").verify(&wide).is_ok());
                }
            });
        }
    });
}
