//! A search in pieces: a little each frame of a game, without threads; stored, and resumed in
//! another process; shared out to several processes.
//!
//! ```text
//! cargo run --release --example frames -- 4x4 7            solve board 7 frame by frame, play it
//! cargo run --release --example frames -- 5x5 7 best       the same, with another quality
//! cargo run --release --example frames -- store FILE 4x4 7 search for ten frames, store the rest
//! cargo run --release --example frames -- resume FILE      continue from there
//! cargo run --release --example frames -- share 4x4 7      search in three processes
//! ```

use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::process::{self, Command};
use std::thread;
use std::time::Duration;

use npuzzle::{
    DynBoard, Progress, Quality, Search, SearchUnit, Shape, Solution, Solver, SplitError,
};

/// A frame at 60 Hz, and what a game may give of it to the search.
const FRAME: Duration = Duration::from_millis(16);
const SEARCHING: Duration = Duration::from_millis(4);

/// The frames of `store`.
const FRAMES_STORED: usize = 10;

/// The processes of `share`.
const PROCESSES: usize = 3;

/// The part of a process between two reads of the unit.
const EXPANSIONS: u64 = 1_000_000;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Advances a search for `frames` frames, or to its end. Nothing runs between two frames, and no
/// frame takes much longer than it may, whatever the board.
fn search_in_frames(
    search: &mut Search,
    frames: usize,
    rest: Duration,
    out: &mut impl Write,
) -> Result<()> {
    for frame in 1..=frames {
        // Without a clock, call `search.advance(expansions)`, which expands a number of boards
        // instead.
        let known = search.run_for(SEARCHING)?;
        if let Progress::Done(solution) = known {
            writeln!(out, "\rframe {frame}: {solution}\x1b[K")?; // clears the rest of the line
            return Ok(());
        }
        if let Progress::Running {
            best,
            lower_bound,
            stats,
            tables,
            ..
        } = known
        {
            write!(out, "\rframe {frame}: at least {lower_bound} moves")?;
            if let Some(best) = best {
                write!(out, ", {} found", best.len())?;
            }
            match tables {
                Some(tables) => write!(out, ", tables {} of {}", tables.known, tables.entries)?,
                None => write!(out, ", {} boards expanded", stats.expanded)?,
            }
            write!(out, "\x1b[K")?;
        }
        out.flush()?;
        thread::sleep(rest); // here a game draws and reads its input
    }
    writeln!(out)?;
    Ok(())
}

/// Plays a solution, a move a frame.
fn play(
    mut board: DynBoard,
    solution: &Solution,
    rest: Duration,
    out: &mut impl Write,
) -> Result<()> {
    writeln!(out, "{board:#}")?;
    for direction in solution.moves() {
        board.slide(direction)?;
        let up = board.shape().rows();
        writeln!(out, "\x1b[{up}A{board:#}")?; // over the board before
        thread::sleep(rest);
    }
    assert!(board.is_solved());
    Ok(())
}

/// Searches to the end, then plays the solution.
fn search_and_play(mut search: Search, rest: Duration, out: &mut impl Write) -> Result<()> {
    search_in_frames(&mut search, usize::MAX, rest, out)?;
    let board = search.board().clone();
    let solution = search.into_solution().ok_or("the search has ended")?;
    play(board, &solution, rest, out)
}

/// Searches in parts: `run` gets the units of a round, and returns them done. The answer and its
/// counts are those of a search in one go.
fn share(
    mut search: Search,
    run: impl Fn(Vec<SearchUnit>) -> Result<Vec<SearchUnit>>,
    out: &mut impl Write,
) -> Result<Solution> {
    loop {
        let units = match search.split(PROCESSES) {
            Ok(units) => units,
            // Easy boards are solved before there is anything worth sharing out.
            Err(SplitError::Solved) => break,
            Err(error) => return Err(error.into()),
        };
        let bound = search.lower_bound();
        writeln!(out, "{} units for solutions of {bound} moves", units.len())?;
        search.join(run(units)?)?;
    }
    Ok(search.into_solution().ok_or("the search has ended")?)
}

/// Runs units, each in a process of its own that gets it in a file: so it could run anywhere.
fn in_processes(units: Vec<SearchUnit>) -> Result<Vec<SearchUnit>> {
    let program = env::current_exe()?;
    let mut children = Vec::new();
    for (nth, unit) in units.into_iter().enumerate() {
        let name = format!("npuzzle-{}-{nth}", process::id());
        let file = env::temp_dir().join(name);
        fs::write(&file, unit.to_text()?)?;
        let child = Command::new(&program).arg("unit").arg(&file).spawn()?;
        children.push((child, file));
    }
    let mut done = Vec::new();
    for (mut child, file) in children {
        if !child.wait()?.success() {
            return Err("a process has failed".into());
        }
        done.push(fs::read_to_string(&file)?.parse()?);
        fs::remove_file(&file)?;
    }
    Ok(done)
}

/// Does the part of one process: reads the unit, searches to its end, and writes it back.
fn finish_unit(file: &str) -> Result<()> {
    let mut unit: SearchUnit = fs::read_to_string(file)?.parse()?;
    while !unit.advance(EXPANSIONS)? {} // here the unit could be stored, against a loss of power
    Ok(fs::write(file, unit.to_text()?)?)
}

/// Begins a search for the board of a number.
fn begin(size: &str, number: &str, quality: &str) -> Result<Search> {
    let shape: Shape = size.parse()?;
    let quality: Quality = quality.parse()?;
    let board = DynBoard::from_seed(shape, number.parse()?);
    let solver = Solver::builder().quality(quality).build();
    Ok(solver.search(&board)?)
}

fn main() -> Result<()> {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let out = &mut io::stdout();
    match words[..] {
        [] => search_and_play(begin("4x4", "7", "optimal")?, FRAME, out),
        ["store", file, size, number] => {
            let mut search = begin(size, number, "optimal")?;
            search_in_frames(&mut search, FRAMES_STORED, FRAME, out)?;
            // Only searches for a shortest solution can be stored, and shared out.
            Ok(fs::write(file, search.to_text()?)?)
        }
        ["resume", file] => search_and_play(fs::read_to_string(file)?.parse()?, FRAME, out),
        ["share", size, number] => {
            let solution = share(begin(size, number, "optimal")?, in_processes, out)?;
            Ok(writeln!(out, "{solution}")?)
        }
        ["unit", file] => finish_unit(file),
        [size, number] => search_and_play(begin(size, number, "optimal")?, FRAME, out),
        [size, number, quality] => search_and_play(begin(size, number, quality)?, FRAME, out),
        _ => Err("see the first lines of examples/frames.rs".into()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Result, SearchUnit, begin, search_and_play, share};

    #[test]
    fn a_game_sees_the_solution_played() -> Result<()> {
        for quality in ["optimal", "best", "fast"] {
            let mut out = Vec::new();
            search_and_play(begin("3x4", "7", quality)?, Duration::ZERO, &mut out)?;
            let out = String::from_utf8(out)?;
            let end = "1  2  3  4\n 5  6  7  8\n 9 10 11  0\n";
            assert!(out.ends_with(end), "{quality}: {out}");
        }
        Ok(())
    }

    #[test]
    fn units_give_the_answer_of_one_search() -> Result<()> {
        let mut alone = begin("4x4", "14", "optimal")?;
        alone.advance(u64::MAX)?;
        let one_by_one = |units: Vec<SearchUnit>| {
            let mut done = Vec::new();
            for unit in units {
                let mut elsewhere: SearchUnit = unit.to_text()?.parse()?;
                elsewhere.advance(u64::MAX)?;
                done.push(elsewhere);
            }
            Ok(done)
        };
        let mut out = Vec::new();
        let solution = share(begin("4x4", "14", "optimal")?, one_by_one, &mut out)?;
        assert_eq!(alone.into_solution(), Some(solution));
        assert!(!out.is_empty(), "it was never shared out");
        Ok(())
    }
}
