//! A search that is stored in a file and resumed by another process, with the same answer.
//!
//! ```text
//! cargo run --release --example stored_search -- store FILE 5x5 7
//! cargo run --release --example stored_search -- resume FILE
//! ```

use std::env;
use std::error::Error;
use std::fs;

use npuzzle::{DynBoard, Progress, Search, Solution, Solver};

/// The boards to expand before the search is stored, and from one store to the next.
const EXPANSIONS: u64 = 1_000_000;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Begins a search for a shortest solution, and stores it. Other qualities can't be stored.
fn store(file: &str, board: &DynBoard) -> Result<()> {
    let mut search = Solver::default().search(board)?;
    search.advance(EXPANSIONS)?;
    write(file, &mut search)
}

/// Replaces the file by a whole one: its content is never a part of a text.
fn write(file: &str, search: &mut Search) -> Result<()> {
    let part = format!("{file}.part");
    fs::write(&part, search.suspend()?)?;
    Ok(fs::rename(&part, file)?)
}

/// Resumes a search and completes it. It is stored regularly, so that a crash loses little.
fn resume(file: &str) -> Result<Solution> {
    // The text has a version and a checksum, and its content is checked.
    let mut search: Search = fs::read_to_string(file)?.parse()?;
    while let Progress::Running(status) = search.advance(EXPANSIONS)? {
        println!(
            "at least {} moves, {} boards expanded",
            status.lower_bound, status.stats.expanded
        );
        write(file, &mut search)?;
    }
    Ok(search.into_solution().ok_or("the search is complete")?)
}

fn main() -> Result<()> {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["store", file, shape, seed] => {
            store(file, &DynBoard::from_seed(shape.parse()?, seed.parse()?))
        }
        ["resume", file] => {
            println!("{}", resume(file)?);
            Ok(())
        }
        _ => Err("store FILE SHAPE SEED, or resume FILE".into()),
    }
}

#[test]
fn the_answer_is_that_of_a_search_in_one_go() -> Result<()> {
    let board = DynBoard::from_seed("4x4".parse()?, 14);
    let file = env::temp_dir().join(format!("npuzzle-stored-{}", std::process::id()));
    let path = file.to_str().ok_or("a path in text")?;
    store(path, &board)?;
    let resumed = resume(path)?;
    fs::remove_file(path)?;
    assert_eq!(resumed, Solver::default().solve(&board)?);
    Ok(())
}
