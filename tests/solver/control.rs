//! Limits, cancellation and progress of calls.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use npuzzle::heuristic::{CanonicalBoard, Heuristic, Manhattan};
use npuzzle::{
    Board, Control, DynBoard, Goal, Guide, HeuristicKind, Metric, Progress, Quality, Reason,
    Solution, SolveError, Solver, SolverBuilder, Status,
};

use crate::oracle::cases::farthest;
use crate::oracle::shape::shape;
use crate::oracle::stop::stop;

/// Solvers that need no tables.
fn without_tables() -> SolverBuilder {
    Solver::builder().heuristic(HeuristicKind::Manhattan)
}

/// A board that Manhattan IDA* takes minutes for.
fn hard() -> DynBoard {
    DynBoard::from_seed(shape(5, 5, 1), 1)
}

/// Solvers with small tables, whose rounds are split among threads.
fn split_among_threads() -> SolverBuilder {
    let builder = Solver::builder().heuristic(HeuristicKind::Patterns);
    builder.memory(100_000).threads(2)
}

#[track_caller]
fn stopped(result: Result<Solution, SolveError>) -> Status {
    match result {
        Err(SolveError::Stopped(known)) => *known,
        other => panic!("not stopped: {other:?}"),
    }
}

#[test]
fn searches_by_tables_begin_at_the_best_bound() {
    // Linear conflict is larger than tables of this memory.
    let tiles: Vec<u16> = (0..25).rev().collect();
    let board = DynBoard::from_tiles(shape(5, 5, 1), tiles).expect("a permutation");
    let builder = Solver::builder().goal(Goal::BlankFirst);
    let solver = builder
        .heuristic(HeuristicKind::Patterns)
        .memory(100_000)
        .build();
    let result = solver.solve_with(&board, Control::new().max_nodes(1));
    assert_eq!(stopped(result).lower_bound, 128);
}

#[test]
fn stopped_searches_return_their_bound() {
    for (builder, board, enough, bounds) in [
        (without_tables(), hard(), 100_000, 50..=152),
        (split_among_threads(), farthest().into(), 500_000, 50..=80),
    ] {
        let solver = builder.build();
        let call = |control: Control<'_>| solver.solve_with(&board, control);
        stop(enough, call, |result, reason| {
            let known = stopped(result);
            assert_eq!(known.reason, Some(reason));
            assert!(known.stats.expanded > enough && known.best.is_none());
            assert!(bounds.contains(&known.lower_bound), "{}", known.lower_bound);
        });
    }
}

/// Once there is a solution, the best one is the answer.
#[test]
fn stopped_constructions_return_the_best_so_far() {
    let board = DynBoard::from_seed(shape(10, 10, 1), 12);
    let solver = Solver::builder().quality(Quality::Best).threads(3).build();
    let little = Control::new().max_nodes(60_000);
    let fast = solver.solve_with(&board, little).expect("an answer");
    let call = |control: Control<'_>| solver.solve_with(&board, control);
    stop(300_000, call, |result, _| {
        let solution = result.expect("an answer");
        assert_eq!(solution.verify(&board), Ok(()));
        assert!(solution.length() <= fast.length());
        assert!(solution.stats().expanded > 300_000);
    });
    // A solution that is not proved to be short enough is left with the bound.
    for (percent, is_enough) in [(10_000, true), (1, false)] {
        let within = Solver::builder()
            .quality(Quality::Within { percent })
            .build();
        let control = Control::new().on_progress(|known| match known.best {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        });
        match within.solve_with(&Board::<6>::from_seed(2), control) {
            Ok(solution) => assert!(is_enough && solution.length() > solution.lower_bound()),
            result => assert!(!is_enough && stopped(result).best.is_some()),
        }
    }
}

/// A call that is stopped while tables are built leaves them to the next one.
#[test]
fn building_tables_shows_progress_and_can_be_stopped() {
    let solver = Solver::builder().memory(4_000_000).build();
    let board = Board::<4>::from_seed(1);
    let mut known = vec![0];
    let solution = loop {
        let seen = Cell::new(0);
        let control = || {
            Control::new().on_progress(|status| match &status.tables {
                Some(tables) => {
                    assert!(tables.known <= tables.entries);
                    seen.set(tables.known);
                    ControlFlow::Break(())
                }
                None => ControlFlow::Continue(()),
            })
        };
        let prepared = solver.prepare_with(board.shape(), control());
        let result = solver.solve_with(&board, control());
        known.push(seen.get());
        let is_cancelled = |error: &SolveError| match error {
            SolveError::Stopped(partial) => partial.reason == Some(Reason::Cancelled),
            _ => false,
        };
        let is_prepared = prepared.is_ok();
        assert!(prepared.err().iter().all(is_cancelled));
        match result {
            // The callback is not called for the last few slices.
            Ok(solution) => break solution,
            Err(error) => assert!(!is_prepared && is_cancelled(&error), "{error:?}"),
        }
    };
    known.pop();
    assert!(
        known.is_sorted() && known.last() > Some(&1_000_000),
        "{known:?}"
    );
    assert!(known.len() > 3, "they are built by several calls");
    let at_once = Solver::builder().memory(4_000_000).build().solve(&board);
    assert_eq!(Ok(solution), at_once);
}

#[test]
fn the_callers_clock_limits_calls_and_hints() {
    let solver = without_tables().build();
    let ticks = Cell::new(0);
    // It advances by a second each time that it is read.
    let clock = || {
        ticks.set(ticks.get() + 1);
        Duration::from_secs(1_000_000 + ticks.get())
    };
    let control = |seconds| {
        let timeout = Duration::from_secs(seconds);
        Control::new().clock(clock).timeout(timeout)
    };
    let known = stopped(solver.solve_with(&hard(), control(9)));
    assert_eq!(known.reason, Some(Reason::TimeLimit));
    // At the start, and until 9 seconds were over.
    assert_eq!(ticks.get(), 10);
    // The time of a call counts from its own start.
    let easy = Board::<5>::scrambled(4, 1);
    assert!(solver.solve_with(&easy, control(9)).is_ok());
    assert!(ticks.get() < 20);

    let mut guide = Guide::new(hard());
    let hint = guide.hint_with(&solver, control(3));
    let Err(SolveError::Stopped(known)) = hint else {
        panic!("{hint:?}");
    };
    assert_eq!(known.reason, Some(Reason::TimeLimit));
    // Some slices are enough for a first solution.
    let best = without_tables().quality(Quality::Best).build();
    let hint = guide.hint_with(&best, control(100));
    let hint = hint.expect("it is built at once");
    assert!(hint.is_some_and(|hint| !hint.proven));
    let before = ticks.get();
    assert_eq!(guide.think_with(&best, control(5)), Ok(false));
    assert_eq!(ticks.get() - before, 6);
}

#[test]
fn only_the_calling_thread_reads_the_clock() {
    let solver = without_tables().build();
    let easy = Board::<4>::scrambled(10, 1);
    let alone = Control::new().clock(|| panic!("nobody needs it"));
    assert!(solver.solve_with(&easy, alone).is_ok());
    let clock = || Duration::from_secs(1);
    let endless = Control::new().clock(clock).timeout(Duration::MAX);
    assert!(solver.solve_with(&easy, endless).is_ok());
    // The system's clock serves, and stops a call that has no time.
    let limit = |duration| Control::new().timeout(duration);
    let hour = Duration::from_secs(3_600);
    let solved = Board::<4>::solved();
    stopped(solver.solve_with(&hard(), limit(Duration::ZERO)));
    let mut many = Ok(());
    solver.solve_each(
        std::iter::once(solved.clone()),
        |_| limit(hour),
        |_, _, result| {
            many = result.map(drop);
            ControlFlow::Continue(())
        },
    );
    let mut guide = Guide::new(solved.clone());
    for result in [
        solver.solve_with(&solved, limit(hour)).map(drop),
        guide.think_with(&solver, limit(hour)).map(drop),
        many,
    ] {
        assert_eq!(result, Ok(()));
    }
    let (me, asked) = (std::thread::current().id(), Cell::new(0));
    // Small tables, so that rounds are split among threads, and large ones, whose building is.
    for (memory, nodes) in [(100_000, 2_000_000), (30_000_000, 1)] {
        let solver = Solver::builder().memory(memory).threads(3).build();
        let clock = || {
            asked.set(asked.get() + 1);
            assert_eq!(std::thread::current().id(), me);
            Duration::from_secs(asked.get())
        };
        let control = Control::new()
            .clock(clock)
            .timeout(Duration::from_secs(1 << 40));
        let known = stopped(solver.solve_with(&farthest(), control.max_nodes(nodes)));
        assert_eq!(known.reason, Some(Reason::NodeLimit));
    }
    assert!(asked.get() > 10);
}

/// The Manhattan distance, with a callback at each call.
struct Called<F: Fn()> {
    by: Manhattan,
    call: F,
}

impl<F: Fn()> Heuristic for Called<F> {
    type State = <Manhattan as Heuristic>::State;

    fn evaluate(&self, board: &CanonicalBoard) -> Self::State {
        (self.call)();
        self.by.evaluate(board)
    }

    fn update(&self, state: &Self::State, board: &CanonicalBoard, from: usize) -> Self::State {
        (self.call)();
        self.by.update(state, board, from)
    }

    fn estimate(&self, state: &Self::State) -> u32 {
        self.by.estimate(state)
    }
}

/// The most calls of a heuristic in a slice, each of a millisecond.
const LATE: u64 = 12;

/// Solves a hard board by a heuristic that calls back, up to a limit or until it is cancelled.
fn solve_calling((metric, seed): (Metric, u64), call: impl Fn(), control: Control<'_>) -> Status {
    let board = DynBoard::from_seed(shape(5, 5, 1), seed);
    let by = Manhattan::new(board.shape(), 24).expect("a cell");
    let solver = Solver::builder().metric(metric).build();
    stopped(solver.solve_by_with(&board, &Called { by, call }, control))
}

/// A clock that advances by a millisecond at each call of the heuristic: no slice takes more than
/// some calls, also while a round is split.
#[test]
fn slices_shrink_to_some_calls_of_a_slow_heuristic() {
    // A round of more than 100,000 boards ends after 751,904 calls, and after 952,185.
    for (metric, seed, milliseconds) in [
        (Metric::SingleTile, 7, 800_000),
        (Metric::MultiTile, 2, 1_000_000),
    ] {
        let (calls, before, most) = (Cell::new(0), Cell::new(0), Cell::new(0));
        let clock = || {
            most.set(most.get().max(calls.get() - before.replace(calls.get())));
            Duration::from_millis(calls.get())
        };
        let timeout = Duration::from_millis(milliseconds);
        let control = Control::new().clock(clock).timeout(timeout);
        let known = solve_calling((metric, seed), || calls.set(calls.get() + 1), control);
        assert_eq!(known.reason, Some(Reason::TimeLimit));
        assert!(most.get() <= LATE, "{metric}: {} calls", most.get());
        assert!((milliseconds..=milliseconds + LATE).contains(&calls.get()));
    }
}

#[test]
fn a_slow_heuristic_can_cancel_its_call() {
    // By the caller's clock, and by the system's: each call takes at least a millisecond there.
    for (sleep, enough) in [(0, 1_000), (1, 30)] {
        let (calls, flag) = (Cell::new(0), AtomicBool::new(false));
        let call = || {
            calls.set(calls.get() + 1);
            flag.store(calls.get() >= enough, Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(sleep));
        };
        let mut control = Control::new().cancel(&flag);
        if sleep == 0 {
            let clock = || Duration::from_millis(calls.get());
            control = control.clock(clock).timeout(Duration::MAX);
        }
        let known = solve_calling((Metric::SingleTile, 1), call, control);
        assert_eq!(known.reason, Some(Reason::Cancelled));
        assert!((enough..=enough + LATE).contains(&calls.get()));
    }
}

/// The solution is found at the limit, and checked in slices of its own.
#[test]
fn a_long_solution_found_at_the_limit_is_returned() {
    let board = DynBoard::from_seed(shape(60, 60, 1), 1);
    let solver = Solver::builder().quality(Quality::Fast).build();
    let whole = solver.solve(&board).expect("solvable");
    assert!(whole.length() > 1 << 17, "{} moves", whole.length());
    let expanded = whole.stats().expanded;
    let limited = solver.solve_with(&board, Control::new().max_nodes(expanded));
    assert!(limited == Ok(whole.clone()));
    let mut search = solver.search(&board).expect("solvable");
    while let Progress::Running(_) = search.advance(1 << 16).expect("no error") {}
    assert!(search.solution() == Some(&whole));
}

/// Each call advances a search by at least a slice.
#[test]
fn a_search_ends_in_calls_without_time() {
    let board = Board::<4>::scrambled(40, 1);
    let solver = Solver::builder().memory(100_000).build();
    let whole = solver.solve(&board).expect("solvable");
    let mut search = Solver::builder()
        .memory(100_000)
        .build()
        .search(&board)
        .expect("solvable");
    for _ in 0..100_000 {
        let known = search.run_for(Duration::from_nanos(1));
        if let Progress::Done(solution) = known.expect("a clock") {
            assert_eq!(solution, &whole);
            return;
        }
    }
    panic!("it does not end");
}

/// Slices that prepare tables count as set-up, all others as search.
#[test]
fn set_up_and_search_are_timed_apart() {
    let solver = Solver::builder().quality(Quality::Optimal).build();
    let board: Board<4> = "13 2 1 12/8 5 6 11/4 9 10 7/3 14 15 0"
        .parse()
        .expect("a board");
    let whole = solver.solve(&board).expect("a solution").stats();
    let again = solver.solve(&board).expect("a solution").stats();
    assert_eq!(whole.counts(), again.counts());
    let mut search = Solver::default().search(&board).expect("solvable");
    let (mut before, mut was_building, mut slices) = (search.stats(), false, [0; 2]);
    while let Progress::Running(status) = search.advance(1).expect("no limit") {
        let (now, is_building) = (status.stats, status.tables.is_some());
        assert!(now.setup >= before.setup && now.search >= before.search);
        if now.expanded > before.expanded {
            slices[0] += 1;
            assert_eq!(now.setup, before.setup);
        } else if was_building && is_building {
            slices[1] += 1;
            assert!(now.setup > before.setup);
        }
        (before, was_building) = (now, is_building);
    }
    assert!(slices.iter().all(|&slices| slices > 10), "{slices:?}");
    let stats = search.stats();
    assert!(stats.setup > Duration::ZERO && stats.search > Duration::ZERO);
    assert_eq!(stats.counts(), whole.counts());
}

#[test]
fn callbacks_see_the_answer_of_every_quality_last() {
    let percent = 10;
    for sides in [[1, 1, 1], [1, 5, 1], [3, 3, 1], [3, 4, 1], [2, 2, 2]] {
        let shape = shape(sides[0], sides[1], sides[2]);
        for board in [DynBoard::solved(shape), DynBoard::scrambled(shape, 20, 3)] {
            for quality in [
                Quality::Optimal,
                Quality::Within { percent },
                Quality::Best,
                Quality::Fast,
            ] {
                let solver = Solver::builder().quality(quality).budget(60_000).build();
                let (mut calls, mut last) = (0, None);
                let control = Control::new().on_progress(|known| {
                    assert!(calls > 0 || known.best.is_none(), "a call comes first");
                    (calls, last) = (calls + 1, known.best.clone());
                    ControlFlow::Continue(())
                });
                let solution = solver.solve_with(&board, control).expect("solvable");
                assert_eq!(last.as_ref(), Some(solution.moves()), "{board} {quality}");
            }
        }
    }
}
