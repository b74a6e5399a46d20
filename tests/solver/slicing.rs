//! Threads, slices and limits: the answer and its counts are those of one call on one thread.

use std::ops::ControlFlow;

use npuzzle::Quality::{self, Best, Fast, Optimal};
use npuzzle::{Control, DynBoard, Moves, Progress, Reason, Solution, SolveError, Solver};

use crate::oracle::cases::{CASES, case_board, case_solver};
use crate::oracle::shape::shape;

/// A step that expands several boards is not cut: a search may exceed a limit by fewer.
const STEP: u64 = 512;

#[test]
fn answers_do_not_depend_on_threads_and_slices() {
    let mut most = 0;
    for case in &CASES {
        let board = case_board(case);
        let prepared = case_solver(case, 1);
        let whole = prepared.solve(&board).expect("solvable");
        assert_eq!(whole.verify(&board), Ok(()));
        // The tables are ready now: a small board is read off without a search.
        assert_eq!(prepared.solve(&board).as_ref(), Ok(&whole), "{board}");
        let expanded = whole.stats().expanded;
        most = most.max(expanded);
        for threads in [2, 3] {
            let solution = case_solver(case, threads).solve(&board);
            assert_eq!(solution.as_ref(), Ok(&whole), "{board}");
        }
        let smallest = if expanded < 20_000 {
            &[1][..]
        } else {
            &[1, 1_000]
        };
        for (threads, pieces) in [
            (1, smallest),
            (1, &[30_000, 777, u64::MAX]),
            (3, &[1, 30_000, 777, 4_000]),
        ] {
            let solver = case_solver(case, threads);
            let mut search = solver.search(&board).expect("solvable");
            let (mut before, mut bound, mut length) = (0, 0, usize::MAX);
            for size in pieces.iter().cycle() {
                let Progress::Running(status) = search.advance(*size).expect("no error") else {
                    break;
                };
                let (stats, lower_bound) = (status.stats, status.lower_bound);
                let best = status.best.as_ref();
                // Threads that work on units of a round exceed a slice by more.
                let slice = before..=before + size.saturating_add(STEP).min(u64::MAX / 2);
                let is_kept = threads > 1 || slice.contains(&stats.expanded);
                assert!(is_kept, "{board}: {size}, {slice:?}, {}", stats.expanded);
                assert!(lower_bound >= bound && best.is_none_or(|it| it.len() <= length));
                (before, bound) = (stats.expanded, lower_bound);
                length = best.map_or(length, |moves| moves.len());
            }
            assert_eq!(search.solution(), Some(&whole), "{board} by {pieces:?}");
            assert_eq!(search.stats().counts(), whole.stats().counts());
        }
        // A callback and limits of a call of `run` only interrupt.
        let nodes = (expanded / 7).max(1_000);
        let mut search = prepared.search(&board).expect("solvable");
        let control = Control::new().on_progress(|_| ControlFlow::Break(()));
        let interrupted = search.run(control).expect("no error");
        let is_over = matches!(interrupted, Progress::Done(_));
        assert!(!is_over || expanded < 100_000, "{board}");
        loop {
            let before = search.stats().expanded;
            let control = Control::new().max_nodes(nodes);
            if let Progress::Done(solution) = search.run(control).expect("no error") {
                assert_eq!(solution, &whole, "{board}");
                break;
            }
            let piece = search.stats().expanded - before;
            assert!((nodes..nodes + STEP).contains(&piece), "{board}: {piece}");
        }
    }
    assert!(most > 500_000, "rounds were split: {most}");
}

/// Solves a board under a limit, watched by a callback, whose bounds and solutions must lead to the
/// answer. Returns the answer and the solutions.
fn watched(
    solver: &Solver,
    quality: Quality,
    board: &DynBoard,
    limit: u64,
) -> (Result<Solution, SolveError>, Vec<Moves>) {
    let mut seen: Vec<Moves> = Vec::new();
    let mut bound = 0;
    let control = Control::new().max_nodes(limit).on_progress(|known| {
        assert!(known.lower_bound >= bound, "a bound once proved stays");
        bound = known.lower_bound;
        assert!(seen.is_empty() || known.best.is_some(), "a solution stays");
        if known.best.as_ref() != seen.last() {
            seen.extend(known.best.clone());
        }
        ControlFlow::Continue(())
    });
    let result = solver.solve_with(board, control);
    let metric = solver.metric();
    assert!(seen.is_sorted_by(|a, b| metric.length(a) > metric.length(b)));
    for moves in &seen {
        let mut end = board.clone();
        end.play(moves).expect("legal moves");
        assert!(end.is_solved());
    }
    let best = match &result {
        Ok(solution) => Some(solution.moves()),
        Err(SolveError::Stopped(known)) => known.best.as_ref(),
        Err(error) => panic!("{board}: {error}"),
    };
    // Searches for a shortest solution end with their first one.
    let is_seen = quality != Optimal || seen.last().is_some();
    assert!(!is_seen || seen.last() == best, "{board}: {limit}");
    (result, seen)
}

#[test]
fn limits_are_exact_on_any_number_of_threads() {
    let (mut stopped, mut solved, mut most_seen) = (0, 0, 0);
    for case in &CASES {
        let board = case_board(case);
        let solvers = [case_solver(case, 1), case_solver(case, 3)];
        let whole = solvers[0].solve(&board).expect("solvable");
        let all = whole.stats().expanded;
        let mut length = usize::MAX;
        for limit in [0, 1, all / 5, all / 2, all.saturating_sub(1), all] {
            let [one, three] = solvers
                .each_ref()
                .map(|it| watched(it, case.1, &board, limit));
            assert_eq!(one, three, "{board}: {limit}");
            let (one, seen) = one;
            most_seen = most_seen.max(seen.len());
            match one {
                Ok(solution) => {
                    assert_eq!(solution.verify(&board), Ok(()));
                    assert!(solution.stats().expanded <= limit, "{board}: {limit}");
                    assert!(solution.length() <= length, "{board}: {limit}");
                    // Other qualities may keep their promise earlier, with a lower bound.
                    assert!(case.1 != Optimal || solution == whole, "{board}: {limit}");
                    length = solution.length();
                    solved += 1;
                }
                Err(SolveError::Stopped(known)) => {
                    assert!(limit < all.max(1), "{board}: {limit} of {all}");
                    assert_eq!(known.reason, Some(Reason::NodeLimit));
                    assert_eq!(known.stats.expanded, limit, "{board}");
                    assert!(known.lower_bound <= whole.length(), "{board}: {limit}");
                    stopped += 1;
                }
                Err(error) => panic!("{board}: {error}"),
            }
        }
    }
    assert!(stopped > 60 && solved > 25, "{stopped}, {solved}");
    assert!(most_seen > 2, "{most_seen}");
}

/// Expansions and moves of `Best` in a small budget, for the boards of seed 1. These are the counts
/// of every build: `.ci/full` runs this test with optimization and without debug assertions.
#[test]
fn a_budget_gives_the_same_answer_in_every_build() {
    let builder = Solver::builder().quality(Best).memory(400_000);
    let solver = builder.budget(250_000).build();
    let expected = [
        (4, 4, 1, (36_087, 51)),
        (5, 5, 1, (78_373, 90)),
        (10, 10, 1, (510_298, 1_047)),
        (3, 3, 3, (177_867, 74)),
    ];
    let found = expected.map(|(rows, cols, layers, _)| {
        let board = DynBoard::from_seed(shape(rows, cols, layers), 1);
        let solution = solver.solve(&board).expect("solvable");
        let answer = (solution.stats().expanded, solution.moves().len());
        (rows, cols, layers, answer)
    });
    assert_eq!(found, expected);
}

/// A budget ends a call without limits, and a limit takes its place.
#[test]
fn a_budget_bounds_the_work_of_best() {
    let board = DynBoard::from_seed(shape(6, 6, 1), 2);
    let solver = |budget| {
        let builder = Solver::builder().quality(Best);
        builder.budget(budget).build()
    };
    let fast = Solver::builder().quality(Fast).build();
    let fast = fast.solve(&board).expect("solvable");
    let mut before = fast.stats().expanded;
    for budget in [0, 100_000] {
        let solution = solver(budget).solve(&board).expect("solvable");
        let expanded = solution.stats().expanded;
        // A first beam may exceed a small budget.
        let most = fast.stats().expanded + budget + 20_000;
        assert!((before..=most).contains(&expanded), "{budget}: {expanded}");
        assert!(solution.length() <= fast.length());
        before = expanded;
    }
    // Polishing keeps within it.
    let polished = DynBoard::from_seed(shape(10, 12, 1), 1);
    let begun = Solver::builder().quality(Fast).build().solve(&polished);
    let most = begun.expect("solvable").stats().expanded + 330_000;
    let solution = solver(330_000).solve(&polished).expect("solvable");
    assert!(solution.stats().expanded <= most, "{:?}", solution.stats());
    let limited = |budget| {
        let control = Control::new().max_nodes(150_000);
        solver(budget).solve_with(&board, control)
    };
    assert_eq!(limited(0), limited(u64::MAX));
    let limited = limited(0).expect("solvable");
    assert_eq!(limited.stats().expanded, 150_000);
    assert_ne!(limited.stats().counts(), fast.stats().counts());
    assert!(limited.stats().generated > limited.stats().expanded);
}
