//! Timeouts: by the system's clock, by the caller's, and without any.

use std::cell::Cell;
use std::time::Duration;

use npuzzle::{
    Board, Control, DynBoard, Guide, HeuristicKind, Quality, Reason, Shape, SolveError, Solver,
    SolverBuilder,
};

/// Solvers that need no tables: without `std` each call would build them again.
fn solver() -> SolverBuilder {
    Solver::builder().heuristic(HeuristicKind::Manhattan)
}

/// A board that Manhattan IDA* takes minutes for.
fn hard() -> Board<5> {
    Board::from_seed(1)
}

/// A clock that advances by a second each time that it is asked, and counts how often that is.
fn ticking(ticks: &Cell<u64>) -> impl FnMut() -> Duration + '_ {
    move || {
        ticks.set(ticks.get() + 1);
        Duration::from_secs(1_000_000 + ticks.get())
    }
}

#[test]
fn the_callers_clock_stops_a_search() {
    let solver = solver().build();
    let ticks = Cell::new(0);
    let mut control = Control::new()
        .clock(ticking(&ticks))
        .timeout(Duration::from_secs(9));
    let Err(SolveError::Stopped(known)) = solver.solve_with(&hard(), &mut control) else {
        panic!("it is hard");
    };
    assert_eq!(known.reason, Some(Reason::TimeLimit));
    assert_eq!(
        ticks.get(),
        10,
        "at the start, and until 9 seconds were over"
    );
    assert!(known.stats.expanded > 0);

    // The time of a call counts from its own start.
    let easy = Board::<5>::scrambled(4, 1);
    assert!(solver.solve_with(&easy, &mut control).is_ok());
    drop(control);
    assert!(ticks.get() < 20);
}

#[test]
fn a_clock_alone_is_no_limit() {
    let solver = solver().build();
    let mut control = Control::new().clock(|| panic!("nobody needs it"));
    let solved = solver.solve_with(&Board::<4>::scrambled(10, 1), &mut control);
    assert!(solved.is_ok());
}

#[test]
fn a_deadline_beyond_all_time_is_none() {
    let solver = solver().build();
    let mut control = Control::new()
        .clock(|| Duration::from_secs(1))
        .timeout(Duration::MAX);
    let solved = solver.solve_with(&Board::<4>::scrambled(10, 1), &mut control);
    assert!(solved.is_ok());
}

#[test]
fn hints_take_the_callers_clock() {
    let solver = solver().build();
    let ticks = Cell::new(0);
    let mut control = Control::new()
        .clock(ticking(&ticks))
        .timeout(Duration::from_secs(3));
    let mut guide = Guide::new(hard());
    let stopped = guide.hint_with(&solver, &mut control);
    assert!(
        matches!(stopped, Err(SolveError::Stopped(known)) if known.reason == Some(Reason::TimeLimit))
    );

    // Some slices are enough for a first solution.
    let mut control = Control::new()
        .clock(ticking(&ticks))
        .timeout(Duration::from_secs(100));
    let best = self::solver().quality(Quality::Best).build();
    let hint = guide.hint_with(&best, &mut control);
    let hint = hint.expect("a solution is built at once");
    assert!(hint.is_some_and(|hint| !hint.proven));

    // Thinking ends when the time is up, and has not ended before it asked.
    let before = ticks.get();
    let mut control = Control::new()
        .clock(ticking(&ticks))
        .timeout(Duration::from_secs(5));
    assert_eq!(guide.think_with(&best, &mut control), Ok(false));
    assert_eq!(ticks.get() - before, 6);
}

/// With `std` the system's clock serves; it is not set to run out here.
#[test]
fn without_a_clock_a_timeout_is_an_error() {
    let shape = Shape::new(4, 4, 1).expect("a small shape");
    let solver = solver().build();
    let solved = DynBoard::solved(shape);
    let control = || Control::new().timeout(Duration::from_secs(3_600));
    let results = [
        solver.solve_with(&solved, &mut control()).map(drop),
        solver.hint_with(&solved, &mut control()).map(drop),
        Guide::new(solved.clone())
            .think_with(&solver, &mut control())
            .map(drop),
        solver
            .solve_many_with(&[solved], control)
            .swap_remove(0)
            .map(drop),
    ];
    let expected = if cfg!(feature = "std") {
        Ok(())
    } else {
        Err(SolveError::NoClock)
    };
    for result in results {
        assert_eq!(result, expected);
    }
    assert!(SolveError::NoClock.to_string().contains("clock"));
}

#[cfg(feature = "std")]
#[test]
fn only_the_calling_thread_looks_at_the_clock() {
    let me = std::thread::current().id();
    let asked = Cell::new(0);
    let clock = || {
        asked.set(asked.get() + 1);
        assert_eq!(std::thread::current().id(), me);
        Duration::from_secs(asked.get())
    };
    // So small tables that rounds are split, and large ones whose building is.
    for (memory, nodes) in [(100_000, 2_000_000), (30_000_000, 1)] {
        let solver = Solver::builder().memory(memory).threads(3).build();
        let mut control = Control::new()
            .clock(clock)
            .timeout(Duration::from_secs(1 << 40))
            .max_nodes(nodes);
        let hard: Board<4> = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"
            .parse()
            .expect("a board");
        let stopped = solver.solve_with(&hard, &mut control);
        assert!(
            matches!(stopped, Err(SolveError::Stopped(known)) if known.reason == Some(Reason::NodeLimit))
        );
    }
    assert!(asked.get() > 10);
}

/// 4 x 4 takes some 50 ms of tables, once; whatever a call does lies in its time.
#[cfg(feature = "std")]
#[test]
fn the_time_of_tables_is_told_from_that_of_the_search() {
    let solver = Solver::builder().quality(Quality::Optimal).build();
    let board: Board<4> = "13 2 1 12/8 5 6 11/4 9 10 7/3 14 15 0"
        .parse()
        .expect("a board");
    let start = std::time::Instant::now();
    let first = solver.solve(&board).expect("a solution").stats();
    assert!(first.setup + first.search <= start.elapsed());
    let second = solver.solve(&board).expect("a solution").stats();
    assert!(first.setup > 10 * second.setup, "{first:?}, {second:?}");
    assert!(second.search > Duration::ZERO);
    assert_eq!(first, second, "times don't count");
    // A search adds up the times of its calls.
    let mut search = Solver::default().search(&board).expect("solvable");
    let mut before = search.stats();
    while search.solution().is_none() {
        search.advance(1_000).expect("no limit");
        let now = search.stats();
        assert!(now.setup >= before.setup && now.search >= before.search);
        before = now;
    }
    assert!(
        before.setup > Duration::ZERO
            && search.solution().map(|it| it.stats().setup) == Some(before.setup)
    );
}
