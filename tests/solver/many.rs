//! Many boards in one call: answers in order, on any number of threads, and none.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use npuzzle::{Board, Control, Direction, DynBoard, HeuristicKind, SolveError, Solver};

use crate::oracle::cases::farthest;
use crate::oracle::shape::shape;

/// Small tables, so that some boards need rounds that are split.
fn solver(threads: usize) -> Solver {
    let builder = Solver::builder().heuristic(HeuristicKind::Patterns);
    builder.memory(100_000).threads(threads).build()
}

/// Large tables of the kernel are built on the heap, in debug builds too (`.ci/full`).
#[test]
fn a_search_needs_a_stack_of_256_kilobytes_at_most() {
    let solve = || {
        for side in [4, 5] {
            let board = DynBoard::scrambled(shape(side, side, 1), 30, 1);
            let solution = solver(1).solve(&board).expect("a solvable board");
            assert_eq!(solution.verify(&board), Ok(()));
        }
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    let thread = thread.spawn(solve).expect("a thread");
    thread.join().expect("no panic");
}

#[test]
fn many_boards_keep_their_order() {
    let mut boards: Vec<Board<4>> = (0..300).map(|seed| Board::scrambled(12, seed)).collect();
    boards[3] = "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"
        .parse()
        .expect("a board");
    let one = solver(1);
    let expected: Vec<_> = boards.iter().map(|board| one.solve(board)).collect();
    assert!(matches!(expected[3], Err(SolveError::Unsolvable(_))));
    assert_eq!(expected.iter().filter(|it| it.is_ok()).count(), 299);
    for threads in [1, 2, 5] {
        assert_eq!(solver(threads).solve_many(boards.clone()), expected);
        let mut seen = 0;
        solver(threads).solve_each(
            boards.iter().cloned(),
            |_| Control::new(),
            |number, board, result| {
                assert_eq!((number, &board), (seen, &boards[seen]));
                assert_eq!(result, expected[seen]);
                seen += 1;
                ControlFlow::Continue(())
            },
        );
        assert_eq!(seen, boards.len());
    }
    assert_eq!(solver(2).solve_many(Vec::<Board<4>>::new()), []);
    let mut stopped = Vec::new();
    solver(2).solve_each(
        boards.iter().cloned(),
        |_| Control::new().max_nodes(0),
        |_, _, result| {
            if let Err(SolveError::Stopped(known)) = result {
                stopped.push(known.stats.expanded);
            }
            ControlFlow::Continue(())
        },
    );
    assert!(stopped.len() > 200 && stopped.iter().sum::<u64>() == 0);
}

/// Boards of one move, first one that needs seconds with these tables.
fn one_hard_and_many_easy(easy: usize) -> Vec<Board<4>> {
    let one_move = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15";
    let easy = (0..easy).map(|_| one_move.parse().expect("a board"));
    std::iter::once(farthest()).chain(easy).collect()
}

#[test]
fn a_result_does_not_wait_for_the_next_board() {
    // Each board comes only after the answer to the one before, as from a person at a terminal.
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
fn a_break_cancels_running_solves() {
    let easy = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15".parse::<DynBoard>();
    let mut boards = vec![easy.expect("a board"); 51];
    // With these tables it takes days.
    boards[1] = DynBoard::from_seed(shape(5, 5, 1), 1);
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
        assert!(threads > 1 || begun.into_inner() == 1);
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

/// Runs itself again, with stacks too large for the system, which refuses every thread.
#[test]
fn threads_that_can_not_be_had_are_done_without() {
    const CHILD: &str = "NPUZZLE_TEST_WITHOUT_THREADS";
    if std::env::var_os(CHILD).is_none() {
        let this = "many::threads_that_can_not_be_had_are_done_without";
        let program = std::env::current_exe().expect("the test's own path");
        let mut command = std::process::Command::new(program);
        command.args(["--exact", this, "--test-threads=1", "--nocapture"]);
        command.env(CHILD, "1");
        command.env("RUST_MIN_STACK", (usize::MAX / 16 * 15).to_string());
        let output = command.output().expect("it ran before");
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(output.status.success(), "{text}");
        assert!(text.contains("no thread could be started"), "{text}");
        return;
    }
    let refused = std::thread::Builder::new().spawn(|| ());
    assert!(refused.is_err(), "stacks of this size should be refused");

    let board = Board::<4>::from_seed(0);
    // A table of seven tiles, which several threads were to build.
    let large = Solver::builder().heuristic(HeuristicKind::Patterns);
    let large = large.memory(20_000_000);
    let [alone, refused] = [1, 4].map(|it| large.clone().threads(it).build().solve(&board));
    assert!(alone.is_ok());
    assert_eq!(alone, refused);

    let expected = solver(1).solve(&board).expect("solvable");
    let expanded = expected.stats().expanded;
    assert!(expanded > 100_000, "rounds were to be split: {expanded}");
    assert_eq!(solver(4).solve(&board).as_ref(), Ok(&expected));
    assert_eq!(
        solver(4).solve_many([board.clone(), board]),
        [Ok(expected.clone()), Ok(expected)]
    );
    println!("no thread could be started");
}
