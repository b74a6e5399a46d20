//! Several threads: the same answers and the same counts as one.
#![cfg(feature = "std")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use npuzzle::{
    Board, Control, Direction, HeuristicKind, Partial, Quality, Reason, Solution, SolveError,
    Solver,
};

/// With tables so small that some boards need rounds that are split.
fn solver(threads: usize) -> Solver {
    solver_of(Quality::Optimal, threads)
}

fn solver_of(quality: Quality, threads: usize) -> Solver {
    Solver::builder()
        .quality(quality)
        .heuristic(HeuristicKind::Patterns)
        .memory(100_000)
        .threads(threads)
        .build()
        .expect("options of this version")
}

fn boards() -> Vec<Board<4>> {
    (0..6).map(Board::from_seed).collect()
}

#[test]
fn moves_and_counts_do_not_depend_on_threads() {
    let one = solver(1);
    let mut expanded = 0;
    for board in boards() {
        let expected = one.solve(&board).expect("a solvable board");
        assert_eq!(expected.verify(&board), Ok(()));
        expanded += expected.stats().expanded;
        for threads in [2, 3, 8] {
            assert_eq!(solver(threads).solve(&board).as_ref(), Ok(&expected));
        }
    }
    assert!(expanded > 1_000_000, "rounds were split: {expanded}");
}

#[test]
fn limits_do_not_depend_on_threads() {
    let (one, three) = (solver(1), solver(3));
    let mut stopped = 0;
    for board in boards() {
        for limit in [0, 1, 99_999, 250_000, 333_333, 700_001] {
            let run = |solver: &Solver| -> Result<Solution, SolveError> {
                solver.solve_with(&board, &mut Control::new().max_nodes(limit))
            };
            let expected = run(&one);
            if let Err(SolveError::Stopped(known)) = &expected {
                assert_eq!(known.reason, Reason::NodeLimit);
                assert_eq!(known.stats.expanded, limit);
                stopped += 1;
            }
            assert_eq!(run(&three), expected, "limit {limit}");
        }
    }
    assert!(stopped > 12, "{stopped}");
}

#[test]
fn limits_of_other_qualities_do_not_depend_on_threads() {
    for quality in [
        Quality::Within { percent: 0 },
        Quality::Within { percent: 10 },
        Quality::Best,
        Quality::Fast,
    ] {
        let solvers = [1, 2, 4].map(|threads| solver_of(quality, threads));
        for board in &boards()[..4] {
            for limit in [0, 100, 20_000, 333_333] {
                let answers = solvers
                    .each_ref()
                    .map(|solver| solver.solve_with(board, &mut Control::new().max_nodes(limit)));
                let [one, others @ ..] = &answers;
                for other in others {
                    assert_eq!(other, one, "{quality:?}, limit {limit}: {board}");
                }
            }
        }
    }
}

/// A board that needs seconds with these tables.
fn hard() -> Board<4> {
    "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"
        .parse()
        .expect("a board")
}

#[test]
fn threads_stop_when_told() {
    let solver = solver(2);
    let stopped = |control: &mut Control<'_>| -> Partial {
        match solver.solve_with(&hard(), control) {
            Err(SolveError::Stopped(known)) => *known,
            other => panic!("{other:?}"),
        }
    };
    let known = stopped(&mut Control::new().timeout(Duration::from_millis(300)));
    assert_eq!(known.reason, Reason::TimeLimit);
    assert!(known.lower_bound > 60 && known.lower_bound <= 80);

    let (flag, mut calls) = (AtomicBool::new(false), 0);
    let mut control = Control::new().cancel(&flag).on_progress(|known| {
        calls += 1;
        if known.stats.expanded > 500_000 {
            flag.store(true, Ordering::Relaxed);
        }
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!(stopped(&mut control).reason, Reason::Cancelled);
    drop(control);
    assert!(calls > 5, "{calls}");

    // Who says stop once is not asked again.
    let mut breaks = 0;
    let mut control = Control::new().on_progress(|known| {
        if known.stats.expanded > 500_000 {
            breaks += 1;
            return std::ops::ControlFlow::Break(());
        }
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!(stopped(&mut control).reason, Reason::Cancelled);
    drop(control);
    assert_eq!(breaks, 1);
}

#[test]
fn many_boards_keep_their_order() {
    let mut boards: Vec<Board<4>> = (10..40)
        .map(|seed| {
            let mut board = Board::solved();
            for step in 0..20 {
                let direction = Direction::ALL[(seed * 7 + step * step * 5) % 4];
                // Walls are in the way at times.
                let _ = board.slide(direction);
            }
            board
        })
        .collect();
    boards[3] = "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"
        .parse()
        .expect("a board");
    let one = solver(1);
    let expected: Vec<_> = boards.iter().map(|board| one.solve(board)).collect();
    assert!(matches!(expected[3], Err(SolveError::Unsolvable(_))));
    assert_eq!(expected.iter().filter(|it| it.is_ok()).count(), 29);
    for threads in [1, 2, 5] {
        assert_eq!(solver(threads).solve_many(boards.clone()), expected);
    }
    assert_eq!(solver(2).solve_many(Vec::<Board<4>>::new()), []);
    let limited = solver(2).solve_many_with(&boards, || Control::new().max_nodes(0));
    assert!(
        limited
            .iter()
            .zip(&boards)
            .all(|(result, board)| match result {
                Ok(solution) => board.is_solved() && solution.moves().is_empty(),
                Err(SolveError::Stopped(known)) => known.stats.expanded == 0,
                Err(_) => !board.is_solvable(),
            })
    );
}
