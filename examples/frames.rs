//! A search in a game, without threads: it advances a little each frame, then the solution is played.
//!
//! ```text
//! cargo run --release --example frames -- 4x4 7 optimal
//! ```

use std::env;
use std::error::Error;
use std::io::{self, Write};
use std::thread;
use std::time::Duration;

use npuzzle::{DynBoard, Progress, Solution, Solver};

/// The time between two frames at 60 Hz, and the share of it that the search may take.
const FRAME: Duration = Duration::from_millis(16);
const SEARCHING: Duration = Duration::from_millis(4);

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Solves a board, a slice of the search in each frame.
fn solve(board: &DynBoard, solver: &Solver, out: &mut impl Write) -> Result<Solution> {
    let mut search = solver.search(board)?;
    for frame in 1.. {
        // Without a clock: `search.advance(20_000)`, a number of boards to expand.
        let Progress::Running(status) = search.run_for(SEARCHING)? else {
            break;
        };
        write!(
            out,
            "\rframe {frame}: at least {} moves",
            status.lower_bound
        )?;
        out.flush()?;
        thread::sleep(FRAME.saturating_sub(SEARCHING)); // here a game draws and reads its input
    }
    Ok(search.into_solution().ok_or("the search is complete")?)
}

/// Plays a solution, one move per frame.
fn play(mut board: DynBoard, solution: &Solution, out: &mut impl Write) -> Result<()> {
    writeln!(out, "\n{solution}\n{board:#}")?;
    for direction in solution.moves() {
        board.slide(direction)?;
        let drawn = format!("{board:#}");
        let lines = drawn.lines().count();
        writeln!(out, "\x1b[{lines}A{drawn}")?; // over the board before
        thread::sleep(FRAME);
    }
    assert!(board.is_solved());
    Ok(())
}

fn main() -> Result<()> {
    let words: Vec<String> = env::args().skip(1).collect();
    let word = |nth: usize, usual: &'static str| words.get(nth).map_or(usual, String::as_str);
    let board = DynBoard::from_seed(word(0, "4x4").parse()?, word(1, "7").parse()?);
    let quality = word(2, "optimal").parse()?;
    let solver = Solver::builder().quality(quality).build();
    let solution = solve(&board, &solver, &mut io::stdout())?;
    play(board, &solution, &mut io::stdout())
}

#[test]
fn a_game_sees_the_solution_played() -> Result<()> {
    for quality in ["optimal", "best", "fast"] {
        let board = DynBoard::from_seed("3x4".parse()?, 7);
        let solver = Solver::builder().quality(quality.parse()?).build();
        let mut out = Vec::new();
        let solution = solve(&board, &solver, &mut out)?;
        play(board, &solution, &mut out)?;
        let out = String::from_utf8(out)?;
        assert!(
            out.ends_with("1  2  3  4\n 5  6  7  8\n 9 10 11  0\n"),
            "{quality}: {out}"
        );
    }
    Ok(())
}
