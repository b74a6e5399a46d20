//! The library as a page in a browser uses it. Each function prints what it found; `smoke.mjs` calls them and compares.
//!
//! Numbers and text cross the border by hand here, so that node needs no package. A real page would use wasm-bindgen.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::Duration;

use npuzzle::tables::{Pattern, TableBuilder};
use npuzzle::{
    Board, Control, DynBoard, Guide, HeuristicKind, Quality, Shape, SolveError, Solver,
    SolverBuilder,
};

mod host {
    unsafe extern "C" {
        /// Prints a line of UTF-8.
        pub(super) fn print(text: *const u8, bytes: usize);
        /// `performance.now()`: milliseconds that never go back.
        pub(super) safe fn now() -> f64;
    }
}

fn print(text: &str) {
    // SAFETY: the host reads the bytes before it returns.
    unsafe { host::print(text.as_ptr(), text.len()) }
}

/// The clock of the page.
fn now() -> Duration {
    Duration::from_secs_f64(host::now() / 1_000.0)
}

/// Prints a panic; the trap that follows says nothing.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    std::panic::set_hook(Box::new(|panic| print(&panic.to_string())));
}

fn easy() -> Board<4> {
    "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15"
        .parse()
        .expect("a board")
}

/// A board that takes minutes.
fn hard() -> Board<5> {
    Board::from_seed(1)
}

fn small() -> SolverBuilder {
    Solver::builder().memory(100_000)
}

fn outcome(result: Result<npuzzle::Solution, SolveError>) -> String {
    match result {
        Ok(solution) => solution.moves().to_string(),
        Err(SolveError::Stopped(known)) => {
            format!("stopped: {}", known.reason.expect("a reason"))
        }
        Err(error) => error.to_string(),
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn solve() {
    print(&outcome(easy().solve()));
    let swapped: DynBoard = "1 2 3/4 5 6/8 7 0".parse().expect("a board");
    print(&format!(
        "{}",
        matches!(swapped.solve(), Err(SolveError::Unsolvable(_)))
    ));
}

#[unsafe(no_mangle)]
pub extern "C" fn timeout_without_clock() {
    let solver = small().build();
    let mut control = Control::new().timeout(Duration::from_millis(50));
    print(&outcome(solver.solve_with(&hard(), &mut control)));
}

#[unsafe(no_mangle)]
pub extern "C" fn timeout() {
    let solver = small().build();
    let mut control = Control::new().clock(now).timeout(Duration::from_millis(50));
    print(&outcome(solver.solve_with(&hard(), &mut control)));
}

#[unsafe(no_mangle)]
pub extern "C" fn hint() {
    let quick = Solver::builder().quality(Quality::Best).build();
    // The time is not meant to run out, however slow the machine.
    let limits = Control::new()
        .clock(now)
        .timeout(Duration::from_secs(3_600));
    let mut limits = limits.max_nodes(100_000);

    let mut guide = Guide::new(easy());
    let mut hints = String::new();
    while let Some(hint) = guide.hint_with(&quick, &mut limits).expect("a hint") {
        hints += &hint.direction.to_string();
        guide.slide(hint.direction).expect("a legal move");
    }
    print(&hints);
    let hint = Guide::new(hard()).hint_with(&quick, &mut limits);
    print(&format!("{}", hint.expect("a hint").is_some()));
}

/// Threads are asked for everywhere, and there are none.
#[unsafe(no_mangle)]
pub extern "C" fn solve_many() {
    let solver = small().threads(4).build();
    let boards = [easy(), Board::solved(), Board::scrambled(5, 1)];
    for result in solver.solve_many(boards) {
        print(&format!("{}", result.expect("solvable").moves().len()));
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn solve_each() {
    let solver = small().threads(0).build();
    let boards = (0_u64..).map(|seed| Board::<4>::scrambled(6, seed));
    let control = |_| Control::new().clock(now).timeout(Duration::from_secs(60));
    solver.solve_each(boards, control, |number, _, result| {
        print(&format!(
            "{number}: {}",
            result.expect("easy").moves().len()
        ));
        if number == 2 {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
}

#[unsafe(no_mangle)]
pub extern "C" fn tables() {
    let shape = Shape::new(4, 4, 1).expect("a shape");
    let pattern = Pattern::new(shape, 15, [0, 1, 2, 3, 4, 5, 6]).expect("seven tiles");
    let calls = Cell::new(0);
    let mut listener = |_: &_| {
        calls.set(calls.get() + 1);
        ControlFlow::Continue(())
    };
    let build = TableBuilder::new().threads(4).on_progress(&mut listener);
    print(&format!("{}", build.table(pattern).expect("a table").max()));
    assert!(calls.get() > 0);

    // With tables as small as that the last rounds are shared out, or would be.
    let solver = small()
        .heuristic(HeuristicKind::Patterns)
        .threads(4)
        .build();
    let solution = solver.solve(&Board::<4>::from_seed(0)).expect("solvable");
    assert!(solution.stats().expanded > 100_000);
    print(&format!("{}", solution.moves().len()));
}
