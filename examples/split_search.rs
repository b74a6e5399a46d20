//! One search in several processes, which could be on several machines: each gets its share in a
//! file. `npuzzle units` is a program that does this.
//!
//! ```text
//! cargo run --release --example split_search
//! ```

use std::env;
use std::error::Error;
use std::fs;
use std::process::{self, Command};

use npuzzle::stored::{SearchUnit, StoredError};
use npuzzle::{DynBoard, Solution, Solver};

const PROCESSES: usize = 3;

type Result<T> = std::result::Result<T, Box<dyn Error>>;
type Units = Vec<SearchUnit>;

/// Solves a board. `run` gets the units of a round of the search, and returns them complete. The
/// answer and its counts are those of one process.
fn solve(board: &DynBoard, run: impl Fn(Units) -> Result<Units>) -> Result<Solution> {
    let mut search = Solver::default().search(board)?;
    loop {
        match search.split(PROCESSES) {
            Ok(units) => drop(search.join(run(units)?)?),
            Err(StoredError::Solved) => break,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(search.into_solution().ok_or("the search is complete")?)
}

/// Runs each unit in a process of its own, which writes it back to its file.
fn in_processes(units: Units) -> Result<Units> {
    let mut children = Vec::new();
    for (nth, mut unit) in units.into_iter().enumerate() {
        let file = env::temp_dir().join(format!("npuzzle-{}-{nth}", process::id()));
        fs::write(&file, unit.suspend()?)?;
        let child = Command::new(env::current_exe()?).arg(&file).spawn()?;
        children.push((child, file));
    }
    let mut complete = Vec::new();
    for (mut child, file) in children {
        if !child.wait()?.success() {
            return Err("a process has failed".into());
        }
        complete.push(fs::read_to_string(&file)?.parse()?);
        fs::remove_file(&file)?;
    }
    Ok(complete)
}

/// Reads a unit, completes it, and returns its text.
fn complete(text: &str) -> Result<String> {
    let mut unit: SearchUnit = text.parse()?;
    while !unit.advance(1_000_000)? {} // here the unit could be stored
    Ok(unit.suspend()?)
}

fn main() -> Result<()> {
    if let Some(file) = env::args().nth(1) {
        return Ok(fs::write(&file, complete(&fs::read_to_string(&file)?)?)?);
    }
    println!(
        "{}",
        solve(&DynBoard::from_seed("4x4".parse()?, 7), in_processes)?
    );
    Ok(())
}

#[test]
fn units_give_the_answer_of_one_search() -> Result<()> {
    let board = DynBoard::from_seed("4x4".parse()?, 14);
    let elsewhere = |mut unit: SearchUnit| Ok(complete(&unit.suspend()?)?.parse()?);
    let split = solve(&board, |units| units.into_iter().map(elsewhere).collect())?;
    assert_eq!(split, Solver::default().solve(&board)?);
    Ok(())
}
