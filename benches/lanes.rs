//! Ten of Korf's 24-puzzles with a pool of tables: a table in Markdown.
//!
//! `cargo bench --bench lanes` builds 44 tables (1.0 GB) in some 30 seconds and solves the ten
//! boards in 40 seconds more, on one thread. `-- --memory 320` allows less memory, in MiB,
//! `--threads 2` more threads, and `--cache DIR` keeps the tables. The boards and their lengths are
//! read from `../shared/data/korf24.txt` or `NPUZZLE_DATA`. As a test it solves an easy 24-puzzle
//! with small tables and none, and asserts the same length.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use npuzzle::{Board, DynBoard, Goal, HeuristicKind, Shape, Solver};

const SHAPE: Shape = Board::<5>::SHAPE;

/// The numbers of the boards: those of Korf's 50 that the published catalogue of tables solves with
/// the fewest expansions.
const NUMBERS: [u16; 10] = [38, 40, 44, 25, 1, 32, 37, 30, 28, 5];

/// A board of the file.
struct Known {
    number: u16,
    length: usize,
    board: DynBoard,
}

/// Returns the boards in the order of [`NUMBERS`]; none if there is no file.
fn known_boards() -> Vec<Known> {
    let folder = env::var_os("NPUZZLE_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"),
        PathBuf::from,
    );
    let text = fs::read_to_string(folder.join("korf24.txt")).unwrap_or_default();
    let known = |line: &str| {
        let mut words = line.split_whitespace();
        let number = words.next()?.parse().ok()?;
        let length = words.next()?.parse().ok()?;
        let tiles = words.next()?.split(',').map(str::parse::<u16>);
        let tiles: Vec<u16> = tiles.collect::<Result<_, _>>().ok()?;
        Some(Known {
            number,
            length,
            board: DynBoard::from_tiles(SHAPE, tiles).ok()?,
        })
    };
    let mut boards: Vec<Known> = text.lines().filter_map(known).collect();
    let place = |it: &Known| NUMBERS.iter().position(|&number| number == it.number);
    boards.retain(|it| place(it).is_some());
    boards.sort_by_key(place);
    boards
}

/// Returns the value of an option.
fn option(name: &str) -> Option<String> {
    env::args().skip_while(|argument| argument != name).nth(1)
}

fn number(name: &str, default: u64) -> u64 {
    option(name).map_or(default, |value| value.parse().expect("a number"))
}

fn main() {
    // Cargo says so in a benchmark, and nothing in a test.
    if !env::args().any(|argument| argument == "--bench") {
        return test();
    }
    let threads = number("--threads", 1) as usize;
    let mut builder = Solver::builder()
        .goal(Goal::BlankFirst)
        .memory(number("--memory", 1_100) << 20)
        .threads(threads);
    if let Some(folder) = option("--cache") {
        builder = builder.cache_dir(folder);
    }
    let solver = builder.build();
    let boards = known_boards();
    if boards.is_empty() {
        println!("there is no file korf24.txt");
        return;
    }
    let started = Instant::now();
    solver.prepare(SHAPE).expect("the memory is there");
    println!(
        "{:.1} MB of tables, set-up {:.1} s, {threads} thread(s)\n",
        solver.table_bytes() as f64 / 1e6,
        started.elapsed().as_secs_f64()
    );
    println!("| board | length | expanded, M | s |");
    println!("| --: | --: | --: | --: |");
    let (mut expanded, mut seconds) = (0, 0.0);
    for known in &boards {
        let started = Instant::now();
        let solution = solver.solve(&known.board).expect("a solvable board");
        let taken = started.elapsed().as_secs_f64();
        assert!(solution.is_optimal());
        assert_eq!(solution.length(), known.length, "no. {}", known.number);
        let of_board = solution.stats().expanded;
        let millions = of_board as f64 / 1e6;
        println!(
            "| {} | {} | {millions:.1} | {taken:.2} |",
            known.number, known.length
        );
        expanded += of_board;
        seconds += taken;
    }
    println!("| all | | {:.1} | {seconds:.1} |", expanded as f64 / 1e6);
}

/// Solves an easy board with small tables and without tables.
fn test() {
    let board = DynBoard::scrambled(SHAPE, 60, 1);
    let solver = Solver::builder();
    let by_tables = solver.clone().memory(1_000_000).build();
    let without = solver.heuristic(HeuristicKind::LinearConflict).build();
    let [by_tables, without] = [by_tables, without].map(|solver| {
        let solution = solver.solve(&board).expect("a solvable board");
        assert!(solution.is_optimal());
        solution.length()
    });
    assert_eq!(by_tables, without);
}
