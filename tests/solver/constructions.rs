//! Solutions of large boards constructed on several threads: as on one.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use npuzzle::{Control, DynBoard, Metric, Progress, Quality, Shape, Solution, SolveError, Solver};

fn solver(metric: Metric, threads: usize) -> Solver {
    Solver::builder()
        .quality(Quality::Best)
        .metric(metric)
        .threads(threads)
        .build()
}

fn board(rows: usize, cols: usize, layers: usize) -> DynBoard {
    DynBoard::from_seed(Shape::new(rows, cols, layers).expect("a shape"), 12)
}

fn boards() -> [(DynBoard, Metric); 4] {
    [
        (board(10, 10, 1), Metric::Tiles),
        (board(4, 10, 1), Metric::Tiles),
        (board(3, 3, 4), Metric::Tiles),
        (board(4, 10, 1), Metric::Slides),
    ]
}

fn limited(solver: &Solver, board: &DynBoard, limit: u64) -> Result<Solution, SolveError> {
    solver.solve_with(board, &mut Control::new().max_nodes(limit))
}

#[test]
fn answers_under_limits_do_not_depend_on_threads() {
    for (board, metric) in boards() {
        let solvers = [1, 2, 3].map(|threads| solver(metric, threads));
        let mut lengths = Vec::new();
        for limit in [1_000, 40_000, 150_000, 333_333, 700_000] {
            let answers = solvers.each_ref().map(|it| limited(it, &board, limit));
            let [one, others @ ..] = &answers;
            for other in others {
                assert_eq!(other, one, "limit {limit}: {board}");
            }
            if let Ok(solution) = one {
                assert_eq!(solution.verify(&board), Ok(()));
                assert_eq!(solution.stats().expanded, limit);
                lengths.push(solution.length());
            }
        }
        assert!(lengths.len() >= 3, "{lengths:?}");
        assert!(lengths.is_sorted_by(|one, next| next <= one), "{lengths:?}");
        assert!(lengths.first() > lengths.last(), "{lengths:?}");
    }
}

#[test]
fn pieces_do_not_depend_on_threads() {
    for (board, metric) in &boards()[1..] {
        let expected = solver(*metric, 1).solve(board).expect("a solvable board");
        for threads in [2, 3] {
            let solver = solver(*metric, threads);
            let mut search = solver.search(board).expect("a solvable board");
            let mut sizes = [1, 30_000, 777, 4_000].into_iter().cycle();
            let mut expanded = 0;
            loop {
                let size = sizes.next().expect("without end");
                let Progress::Running { stats, .. } = search.advance(size).expect("memory") else {
                    break;
                };
                // A slice may pass the number by some hundred boards, which are expanded together.
                assert!((expanded..=expanded + size + 512).contains(&stats.expanded));
                expanded = stats.expanded;
            }
            assert_eq!(search.solution(), Some(&expected), "{threads}: {board}");
        }
    }
}

/// A limit that comes after helpers went far beyond it, in a search that continues then.
#[test]
fn limits_in_between_do_not_depend_on_threads() {
    let (board, metric) = &boards()[1];
    let at_limits = |threads: usize| {
        let solver = solver(*metric, threads);
        let mut search = solver.search(board).expect("a solvable board");
        let mut seen = Vec::new();
        for limit in [60_000, 1, 35_000, 2, 90_000, 3] {
            let mut control = Control::new().max_nodes(limit);
            search.run(&mut control).expect("memory");
            // At a pause the boards generated are an estimate, if other threads are at them.
            seen.push((search.stats().expanded, search.best().cloned()));
        }
        seen
    };
    let one = at_limits(1);
    assert_eq!(one.last().map(|(expanded, _)| *expanded), Some(185_006));
    for threads in [2, 3] {
        assert_eq!(at_limits(threads), one, "{threads}");
    }
}

#[test]
fn helpers_stop_when_told() {
    let board = board(10, 10, 1);
    let solver = solver(Metric::Tiles, 3);
    let fast = limited(&solver, &board, 60_000).expect("an answer");
    let check = |solution: Result<Solution, SolveError>| {
        let solution = solution.expect("an answer");
        assert_eq!(solution.verify(&board), Ok(()));
        assert!(solution.length() <= fast.length());
        assert!(
            solution.stats().expanded > 300_000,
            "others were constructed"
        );
    };
    // A clock that stands still, then jumps.
    let time = Cell::new(Duration::ZERO);
    let mut control = Control::new()
        .timeout(Duration::from_secs(1))
        .clock(|| time.get())
        .on_progress(|known| {
            if known.stats.expanded > 300_000 {
                time.set(Duration::from_secs(1));
            }
            ControlFlow::Continue(())
        });
    check(solver.solve_with(&board, &mut control));
    drop(control);

    let flag = AtomicBool::new(false);
    let mut control = Control::new().cancel(&flag).on_progress(|known| {
        flag.fetch_or(known.stats.expanded > 300_000, Ordering::Relaxed);
        ControlFlow::Continue(())
    });
    check(solver.solve_with(&board, &mut control));
    drop(control);

    // A callback that panics takes its call along, and its helpers.
    let caught = std::panic::catch_unwind(|| {
        let mut control = Control::new().on_progress(|known| {
            assert!(known.stats.expanded <= 300_000, "as it should");
            ControlFlow::Continue(())
        });
        solver.solve_with(&board, &mut control)
    });
    assert!(caught.is_err());
}
