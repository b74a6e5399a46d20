//! The rows of the tables: what is measured by which command, and how its figures are printed.

use crate::figures::{bytes, count, rough, time};
use crate::measured::Figures;

/// A measurement.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) task: &'static str,
    /// A command of the shell, in the folder of the benchmark boards.
    pub(crate) command: &'static str,
    /// Prints the figures.
    print: fn(Figures<'_>) -> String,
    /// The name of the row in the README, if it is there.
    pub(crate) in_readme: Option<&'static str>,
    /// True if the expansions of each board that was solved are kept, for a plot.
    pub(crate) keeps_each: bool,
}

impl Row {
    pub(crate) fn print(&self, figures: Figures<'_>) -> String {
        (self.print)(figures)
    }
}

const fn row(
    name: &'static str,
    task: &'static str,
    command: &'static str,
    print: fn(Figures<'_>) -> String,
) -> Row {
    Row {
        name,
        task,
        command,
        print,
        in_readme: None,
        keeps_each: false,
    }
}

const fn shown(row: Row, name: &'static str) -> Row {
    Row {
        in_readme: Some(name),
        ..row
    }
}

/// The time of a board, and the set-up.
fn a_board(figures: Figures<'_>) -> String {
    let set_up = time(figures.number("setup_seconds"));
    format!(
        "{} a board, set-up {set_up}",
        time(figures.a_board("solve_seconds"))
    )
}

/// The same, with the tables.
fn with_tables(figures: Figures<'_>) -> String {
    let tables = bytes(figures.number("table_bytes"));
    format!("{} with {tables} of tables", a_board(figures))
}

/// The time and the expansions of all boards.
fn in_all(figures: Figures<'_>) -> String {
    format!(
        "{} with {} of tables, {} expansions a board",
        time(figures.number("solve_seconds")),
        bytes(figures.number("table_bytes")),
        count(figures.a_board("expanded"))
    )
}

/// The time of all boards, and their expansions in all.
fn hard(figures: Figures<'_>) -> String {
    format!(
        "{} with {} of tables, {} expansions in all",
        time(figures.number("solve_seconds")),
        bytes(figures.number("table_bytes")),
        rough(figures.number("expanded"))
    )
}

fn boards_a_second(figures: Figures<'_>) -> String {
    let rate = figures.number("boards") / figures.number("solve_seconds");
    format!("{} boards/s", rough(rate))
}

fn generated_a_second(figures: Figures<'_>) -> String {
    let rate = figures.number("generated") / figures.number("seconds");
    format!("{} boards generated a second", rough(rate))
}

fn solvability(figures: Figures<'_>) -> String {
    let of = |side| time(1e-9 * figures.number(&format!("is_solvable, {side} x {side}")));
    format!("{} / {} / {}", of(4), of(10), of(100))
}

fn solved(figures: Figures<'_>) -> String {
    format!(
        "{} of {} boards",
        figures.number("solved"),
        figures.number("boards")
    )
}

/// The moves of a square, in units of n^3, and the time.
fn cubes<const N: u32>(figures: Figures<'_>) -> String {
    let moves = figures.a_board("length") / f64::from(N).powi(3);
    format!(
        "{moves:.2} n^3 moves in {}",
        time(figures.a_board("solve_seconds"))
    )
}

/// The command for ten 24-puzzles.
macro_rules! ten {
    ($options:literal) => {
        concat!(
            "for n in 38 40 44 25 1 32 37 30 28 5; do grep \"^$n \" korf24.txt; done | cut -d' ' -f1-3 | ",
            "npuzzle solve --json --columns id,length,board --goal blank-first --cache /tmp/npuzzle-tables ",
            $options
        )
    };
}

/// The command for boards of a rectangle.
macro_rules! rectangle {
    ($shape:literal, $memory:literal) => {
        concat!(
            "npuzzle boards ",
            $shape,
            " 12 | npuzzle solve --json --threads 1 --cache /tmp/npuzzle-tables --max-nodes 100000000 --memory ",
            $memory
        )
    };
}

/// The command for Korf's hundred 15-puzzles.
macro_rules! korf {
    ($options:literal) => {
        concat!(
            "npuzzle solve --json --columns id,board,length,skip,skip --goal blank-first ",
            $options,
            " < korf100.txt"
        )
    };
}

/// All rows, in their order.
pub(crate) const ROWS: &[Row] = &[
    shown(
        row(
            "is_solvable",
            "`is_solvable`, 4 x 4 / 10 x 10 / 100 x 100",
            "npuzzle bench --json --only is_solvable",
            solvability,
        ),
        "is a board solvable? 4 x 4 / 10 x 10 / 100 x 100",
    ),
    shown(
        row(
            "3x3",
            "3 x 3, optimal, random boards",
            "npuzzle boards 3x3 4000 | npuzzle solve --json --threads 1",
            a_board,
        ),
        "3 x 3, fewest moves",
    ),
    shown(
        row(
            "korf100-small",
            "Korf's hundred 15-puzzles, optimal",
            korf!("--threads 1"),
            in_all,
        ),
        "Korf's hundred 15-puzzles, fewest moves",
    ),
    shown(
        row(
            "korf100-large",
            "the same with much memory",
            korf!("--threads 1 --memory 250 --cache /tmp/npuzzle-tables"),
            in_all,
        ),
        "the same with more memory",
    ),
    row(
        "korf100-manhattan",
        "plain Manhattan IDA\\*, Korf's thirty easiest 15-puzzles, his exact counts",
        "grep -v '#' korf100.txt | sort -nk20 | head -30 | npuzzle solve --json --threads 1 \
         --columns id,board,length,skip,skip --goal blank-first --heuristic manhattan",
        generated_a_second,
    ),
    row(
        "4x4-memory-small",
        "4 x 4, optimal, 200 random boards, `memory` 1 MiB",
        "npuzzle boards 4x4 200 | npuzzle solve --json --threads 1 --memory 1",
        with_tables,
    ),
    row(
        "4x4-memory-default",
        "the same, the default",
        "npuzzle boards 4x4 200 | npuzzle solve --json --threads 1",
        with_tables,
    ),
    row(
        "4x4-memory-large",
        "the same, 250 MiB",
        "npuzzle boards 4x4 1000 | npuzzle solve --json --threads 1 --memory 250",
        with_tables,
    ),
    row(
        "4x4-two-threads",
        "the same, two threads",
        "npuzzle boards 4x4 4000 | npuzzle solve --json --threads 2 --memory 250 --cache /tmp/npuzzle-tables",
        boards_a_second,
    ),
    row(
        "4x4-longest",
        "two boards that need 80 moves, 250 MiB",
        "npuzzle solve --json --threads 1 --memory 250 --cache /tmp/npuzzle-tables \
         '0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1' '0 12 10 13/15 11 14 9/3 7 2 5/4 8 6 1'",
        a_board,
    ),
    row(
        "3x4",
        "3 x 4, optimal",
        "npuzzle boards 3x4 1000 | npuzzle solve --json --threads 1",
        with_tables,
    ),
    row(
        "3x5",
        "3 x 5, optimal",
        "npuzzle boards 3x5 200 | npuzzle solve --json --threads 1",
        with_tables,
    ),
    row(
        "2x8",
        "2 x 8, optimal, 250 MiB",
        "npuzzle boards 2x8 100 | npuzzle solve --json --threads 1 --memory 250",
        with_tables,
    ),
    row(
        "3x3x3-near",
        "3 x 3 x 3 after 40 random moves, optimal",
        "npuzzle boards 3x3x3 10 --scramble 40 | npuzzle solve --json --threads 1",
        a_board,
    ),
    row(
        "4x4x4-near",
        "4 x 4 x 4 after 30 random moves, optimal",
        "npuzzle boards 4x4x4 20 --scramble 30 | npuzzle solve --json --threads 1",
        a_board,
    ),
    row(
        "4x4-within",
        "4 x 4 within 1.1 of the optimum, proved",
        "npuzzle boards 4x4 1000 | npuzzle solve --json --threads 1 --quality within=1.1",
        a_board,
    ),
    row(
        "5x5-within",
        "5 x 5 within 1.2, proved in 1 s",
        "npuzzle boards 5x5 100 | npuzzle solve --json --threads 1 --quality within=1.2 --timeout 1",
        solved,
    ),
    shown(
        row(
            "korf24-large",
            "ten of Korf's 24-puzzles (nos. 38 40 44 25 1 32 37 30 28 5), optimal, 1,100 MiB",
            ten!("--threads 1 --memory 1100"),
            hard,
        ),
        "ten of Korf's 24-puzzles, fewest moves",
    ),
    row(
        "korf24-large-two",
        "the same, two threads",
        ten!("--threads 2 --memory 1100"),
        hard,
    ),
    row(
        "korf24-middle",
        "the same, 320 MiB",
        ten!("--threads 1 --memory 320"),
        hard,
    ),
    row(
        "korf24-middle-two",
        "the same, 320 MiB, two threads",
        ten!("--threads 2 --memory 320"),
        hard,
    ),
    row(
        "korf24-small",
        "the same, 200 MiB",
        ten!("--threads 1 --memory 200"),
        hard,
    ),
    Row {
        keeps_each: true,
        ..row(
            "24-random",
            "random 24-puzzles, optimal, each within 280 million expansions: those of a minute",
            "npuzzle boards 5x5 50 | npuzzle solve --json --threads 1 --memory 1100 --cache /tmp/npuzzle-tables \
             --max-nodes 280000000",
            solved,
        )
    },
    row(
        "3x6-lanes",
        "3 x 6, optimal, each within 100 million expansions, 64 MiB",
        rectangle!("3x6", "64"),
        solved,
    ),
    row(
        "4x5-lanes",
        "4 x 5, the same with 320 MiB",
        rectangle!("4x5", "320"),
        solved,
    ),
    row(
        "3x7-lanes",
        "3 x 7, the same with 320 MiB",
        rectangle!("3x7", "320"),
        solved,
    ),
    row(
        "4x6-lanes",
        "4 x 6, the same with 1,100 MiB",
        rectangle!("4x6", "1100"),
        solved,
    ),
    row(
        "10x10-fast",
        "10 x 10, by construction",
        "npuzzle boards 10x10 20 | npuzzle solve --json --threads 1 --quality fast",
        cubes::<10>,
    ),
    shown(
        row(
            "10x10-best",
            "10 x 10, the best in 1 s",
            "npuzzle boards 10x10 20 | npuzzle solve --json --threads 1 --quality best --timeout 1",
            cubes::<10>,
        ),
        "10 x 10, the best in a second",
    ),
    row(
        "100x100-fast",
        "100 x 100, by construction",
        "npuzzle boards 100x100 4 | npuzzle solve --json --threads 1 --quality fast",
        cubes::<100>,
    ),
    row(
        "200x200-fast",
        "200 x 200, by construction",
        "npuzzle boards 200x200 | npuzzle solve --json --threads 1 --quality fast",
        cubes::<200>,
    ),
    row(
        "256x256-fast",
        "256 x 256, by construction",
        "npuzzle boards 256x256 | npuzzle solve --json --threads 1 --quality fast",
        cubes::<256>,
    ),
    row(
        "4x4-slides",
        "4 x 4 by slides, optimal",
        "npuzzle boards 4x4 100 | npuzzle solve --json --threads 1 --metric slides",
        with_tables,
    ),
    row(
        "3x5-slides",
        "3 x 5 by slides, optimal",
        "npuzzle boards 3x5 100 | npuzzle solve --json --threads 1 --metric slides",
        with_tables,
    ),
    row(
        "4x4-slides-longest",
        "4 x 4 that needs 43 slides, 48 MiB",
        "npuzzle solve --json --threads 1 --metric slides --memory 48 '1 5 9 13/2 6 10 14/3 7 11 15/4 8 12 0'",
        with_tables,
    ),
];

/// The lengths of solutions by shape, two runs of one bench: many boards for a second each, and few for ten.
pub(crate) const LENGTHS: [Row; 2] = [
    row(
        "lengths-1s",
        "lengths in a second",
        "cd \"$ROOT\" && cargo bench -q --bench lengths -- --json --limits 1 --boards 20",
        rows_measured,
    ),
    row(
        "lengths-10s",
        "lengths in ten seconds",
        "cd \"$ROOT\" && cargo bench -q --bench lengths -- --json --limits 10 --boards 5",
        rows_measured,
    ),
];

fn rows_measured(figures: Figures<'_>) -> String {
    let rows = figures.0["rows"].as_array().map_or(0, Vec::len);
    format!("{rows} shapes")
}
