//! The solver against breadth-first search and known answers, and its limits.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
#[cfg(feature = "std")]
use std::time::Duration;

use npuzzle::{
    Board, Control, DynBoard, Goal, HeuristicKind, Partial, Puzzle, Quality, Reason, Solution,
    SolveError, Solver,
};

use crate::oracle::breadth_first::distances;
use crate::oracle::korf;
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
    let solver = Solver::builder()
        .goal(Goal::BlankFirst)
        .heuristic(HeuristicKind::Manhattan)
        .build();
    for korf in korf::easiest(30) {
        let solution = solver.solve(&korf.board).expect("a solvable board");
        assert_eq!(solution.moves().len(), korf.length, "no. {}", korf.number);
        let generated = solution.stats().generated;
        assert_eq!(generated, korf.generated, "no. {}", korf.number);
        assert_eq!(solution.verify(&korf.board), Ok(()));
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
                    assert_eq!(known.reason, Some(Reason::NodeLimit));
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
    assert_eq!(
        (known.reason, known.stats.expanded),
        (Some(Reason::NodeLimit), 0)
    );
    assert!(known.lower_bound > 0);
    #[cfg(feature = "std")]
    {
        let control = &mut Control::new().timeout(Duration::ZERO);
        let known = stopped(solver.solve_with(&board, control));
        assert_eq!(known.reason, Some(Reason::TimeLimit));
    }
}

#[test]
fn a_hard_board_can_be_cancelled_by_callback() {
    let mut calls = 0;
    let mut control = Control::new().on_progress(|known| {
        assert_eq!(known.reason, None);
        calls += 1;
        if calls == 100 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let known = solver(Goal::BlankLast).solve_with(&Board::<5>::from_seed(2), &mut control);
    assert_eq!(stopped(known).reason, Some(Reason::Cancelled));
    drop(control);
    assert_eq!(calls, 100);
}

#[test]
fn a_hard_board_can_be_cancelled_by_the_flag_of_another_thread() {
    let (flag, mut calls) = (&AtomicBool::new(false), 0);
    let counted = &mut calls;
    let (ask, asked) = mpsc::channel();
    let (answer, answered) = mpsc::channel();
    let known = std::thread::scope(|scope| {
        scope.spawn(move || {
            asked.recv().expect("the search is on");
            flag.store(true, Ordering::Relaxed);
            answer.send(()).expect("the search waits");
        });
        let mut control = Control::new().cancel(flag).on_progress(move |_| {
            *counted += 1;
            if *counted == 50 {
                ask.send(()).expect("the other thread waits");
                answered.recv().expect("the flag was set");
            }
            ControlFlow::Continue(())
        });
        solver(Goal::BlankLast).solve_with(&Board::<5>::from_seed(2), &mut control)
    });
    assert_eq!(stopped(known).reason, Some(Reason::Cancelled));
    // The flag is looked at before the callback is called again.
    assert_eq!(calls, 50);
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
    // The shared solver answers by its best heuristic, and may have served other tests.
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
