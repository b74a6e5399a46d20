//! Several threads: the same answers and the same counts as one.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use npuzzle::tables::{Pattern, TableBuilder};
use npuzzle::{
    Board, Control, Direction, DynBoard, HeuristicKind, Partial, Quality, Reason, Shape, Solution,
    SolveError, Solver,
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
}

fn boards() -> Vec<Board<4>> {
    (0..6).map(Board::from_seed).collect()
}

/// Large tables of the kernel are built on the heap, in debug builds too (`.ci/full`).
#[test]
fn a_search_needs_a_stack_of_256_kilobytes_at_most() {
    let solve = || {
        for (rows, cols) in [(4, 4), (5, 5)] {
            let shape = Shape::rectangle(rows, cols).expect("a shape");
            let board = DynBoard::scrambled(shape, 30, 1);
            let solution = solver(1).solve(&board).expect("a solvable board");
            assert_eq!(solution.verify(&board), Ok(()));
        }
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    let thread = thread.spawn(solve).expect("a thread");
    thread.join().expect("no panic");
}

#[test]
fn moves_and_counts_do_not_depend_on_threads() {
    let one = solver(1);
    let mut expanded = 0;
    for board in &boards()[..3] {
        let expected = one.solve(board).expect("a solvable board");
        assert_eq!(expected.verify(board), Ok(()));
        expanded += expected.stats().expanded;
        for threads in [2, 3, 8] {
            assert_eq!(solver(threads).solve(board).as_ref(), Ok(&expected));
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
                assert_eq!(known.reason, Some(Reason::NodeLimit));
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
    // A clock that stands still, then jumps.
    let time = Cell::new(Duration::ZERO);
    let mut control = Control::new()
        .timeout(Duration::from_secs(1))
        .clock(|| time.get())
        .on_progress(|known| {
            if known.stats.expanded > 500_000 {
                time.set(Duration::from_secs(1));
            }
            ControlFlow::Continue(())
        });
    let known = stopped(&mut control);
    assert_eq!(known.reason, Some(Reason::TimeLimit));
    assert!(known.stats.expanded > 100_000, "rounds were split");
    assert!(known.lower_bound > 50 && known.lower_bound <= 80);

    let (flag, mut calls) = (AtomicBool::new(false), 0);
    let mut control = Control::new().cancel(&flag).on_progress(|known| {
        calls += 1;
        if known.stats.expanded > 500_000 {
            flag.store(true, Ordering::Relaxed);
        }
        ControlFlow::Continue(())
    });
    assert_eq!(stopped(&mut control).reason, Some(Reason::Cancelled));
    drop(control);
    assert!(calls > 5, "{calls}");

    // Who says stop once is not asked again.
    let mut breaks = 0;
    let mut control = Control::new().on_progress(|known| {
        if known.stats.expanded > 500_000 {
            breaks += 1;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    assert_eq!(stopped(&mut control).reason, Some(Reason::Cancelled));
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

/// Boards of one move, a hard one first.
fn one_hard_and_many_easy(easy: usize) -> Vec<Board<4>> {
    let one_move = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15";
    let easy = (0..easy).map(|_| one_move.parse().expect("a board"));
    std::iter::once(hard()).chain(easy).collect()
}

#[test]
fn each_board_is_handed_over_in_order() {
    for threads in [1, 2, 5] {
        let boards: Vec<Board<4>> = (0..300).map(|seed| Board::scrambled(12, seed)).collect();
        let mut seen = 0;
        solver(threads).solve_each(
            boards.iter().cloned(),
            |_| Control::new(),
            |number, board, result| {
                assert_eq!((number, &board), (seen, &boards[seen]));
                assert_eq!(result.expect("solvable").verify(&board), Ok(()));
                seen += 1;
                ControlFlow::Continue(())
            },
        );
        assert_eq!(seen, boards.len());
    }
}

#[test]
fn a_result_does_not_wait_for_the_next_board() {
    // Each board is asked for only after the one before was answered, as by a person at a terminal.
    let (answered, answers) = std::sync::mpsc::channel();
    let mut board = Board::<4>::solved();
    let mut left = 5;
    let boards = std::iter::from_fn(move || {
        if left < 5 {
            answers.recv().expect("the answer comes first");
        }
        left -= 1;
        let _ = board.slide(Direction::ALL[left % 4]);
        (left > 0).then(|| board.clone())
    });
    let mut count = 0;
    solver(3).solve_each(
        boards,
        |_| Control::new(),
        |_, _, result| {
            count += usize::from(result.is_ok());
            answered.send(()).expect("the iterator is there");
            ControlFlow::Continue(())
        },
    );
    assert_eq!(count, 4);
}

#[test]
fn the_window_bounds_how_many_boards_are_pulled() {
    let pulled = AtomicUsize::new(0);
    let boards = one_hard_and_many_easy(1_000).into_iter();
    let boards = boards.inspect(|_| {
        pulled.fetch_add(1, Ordering::Relaxed);
    });
    let mut most = 0;
    // The first board, a hard one, is not done before the others can't continue without it.
    solver(2).solve_each(
        boards,
        |number| {
            let pulled = &pulled;
            Control::new().on_progress(move |_| {
                if number != 0 {
                    return ControlFlow::Continue(());
                }
                while pulled.load(Ordering::Relaxed) < 2 * 64 {
                    std::thread::yield_now();
                }
                ControlFlow::Break(())
            })
        },
        |number, _, result| {
            assert_eq!(result.is_ok(), number != 0);
            most = most.max(pulled.load(Ordering::Relaxed) - number);
            ControlFlow::Continue(())
        },
    );
    assert_eq!(pulled.load(Ordering::Relaxed), 1_001);
    assert!((128..=129).contains(&most), "{most}");
}

#[test]
fn a_break_cancels_what_runs() {
    // Without limits the second board takes minutes with these tables.
    let mut boards = one_hard_and_many_easy(50);
    boards.swap(0, 1);
    for threads in [1, 2, 3] {
        let begun = AtomicUsize::new(0);
        let mut handed = 0;
        solver(threads).solve_each(
            boards.iter().cloned(),
            |_| {
                begun.fetch_add(1, Ordering::Relaxed);
                Control::new()
            },
            |_, _, result| {
                assert!(result.is_ok());
                handed += 1;
                ControlFlow::Break(())
            },
        );
        assert_eq!(handed, 1);
        assert!(begun.into_inner() <= 51);
    }
}

#[test]
fn a_panic_ends_the_batch() {
    let boards = || one_hard_and_many_easy(300).into_iter().skip(1);
    for threads in [1, 3] {
        let solver = solver(threads);
        let in_each = std::panic::catch_unwind(|| {
            solver.solve_each(boards(), |_| Control::new(), |_, _, _| panic!("in each"));
        });
        assert!(in_each.is_err());
        let in_control = std::panic::catch_unwind(|| {
            let control = |number| {
                assert!(number < 100, "in control");
                Control::new()
            };
            solver.solve_each(boards(), control, |_, _, _| ControlFlow::Continue(()));
        });
        assert!(in_control.is_err());
    }
}

/// Runs itself again, with stacks so large that the system refuses every thread.
#[test]
fn threads_that_can_not_be_had_are_done_without() {
    const CHILD: &str = "NPUZZLE_TEST_WITHOUT_THREADS";
    if std::env::var_os(CHILD).is_none() {
        let this = "threads::threads_that_can_not_be_had_are_done_without";
        let program = std::env::current_exe().expect("the test's own path");
        let output = std::process::Command::new(program)
            .args(["--exact", this, "--test-threads=1", "--nocapture"])
            .env(CHILD, "1")
            .env("RUST_MIN_STACK", (usize::MAX / 16 * 15).to_string())
            .output()
            .expect("it ran before");
        let (out, err) = (output.stdout, output.stderr);
        let text = String::from_utf8_lossy(&[out, err].concat()).into_owned();
        assert!(output.status.success(), "{text}");
        assert!(text.contains("no thread could be started"), "{text}");
        return;
    }
    let refused = std::thread::Builder::new().spawn(|| ());
    assert!(refused.is_err(), "stacks of this size should be refused");

    let pattern = Pattern::new(
        Shape::new(4, 4, 1).expect("small"),
        15,
        [0, 1, 2, 3, 4, 5, 6],
    )
    .expect("seven tiles");
    let built = TableBuilder::new()
        .threads(4)
        .table(pattern)
        .expect("a table");
    assert_eq!(
        built.max(),
        TableBuilder::new().table(pattern).expect("a table").max()
    );

    let board = &boards()[0];
    let expected = solver(1).solve(board).expect("solvable");
    assert!(
        expected.stats().expanded > 100_000,
        "rounds were to be split"
    );
    assert_eq!(solver(4).solve(board).as_ref(), Ok(&expected));
    assert_eq!(solver(4).solve_many([board.clone()]), [Ok(expected)]);
    let mut numbers = Vec::new();
    solver(4).solve_each(
        one_hard_and_many_easy(20).into_iter().skip(1),
        |_| Control::new(),
        |number, _, _| {
            numbers.push(number);
            ControlFlow::Continue(())
        },
    );
    assert_eq!(numbers, (0..20).collect::<Vec<_>>());
    println!("no thread could be started");
}
