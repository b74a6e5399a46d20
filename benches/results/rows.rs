//! The rows of the results: tasks, commands and templates of their figures.

/// A measurement.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// The name of the task in README.md; empty if the row is not there.
    pub(crate) in_readme: &'static str,
    pub(crate) task: &'static str,
    /// A command of `bash`, run after [`PRELUDE`] in the folder of the benchmark boards.
    pub(crate) command: &'static str,
    /// A template: `{time solve_seconds/boards}` is a quotient of sums over all boards, printed as a time.
    pub(crate) figure: &'static str,
}

const fn row(
    name: &'static str,
    in_readme: &'static str,
    task: &'static str,
    command: &'static str,
    figure: &'static str,
) -> Row {
    Row {
        name,
        in_readme,
        task,
        command,
        figure,
    }
}

/// The functions that the commands share; `$ROOT` is this repository.
pub(crate) const PRELUDE: &str = r#"set -o pipefail
solve() { npuzzle solve --json --threads "${threads:-1}" --cache /tmp/npuzzle-tables "$@"; }
korf() { awk '!/^#/ { print $NF "\t" $0 }' "$ROOT"/tests/oracle/korf100.txt | sort -n | sed -n "1,$1p" | cut -f 2; }
ten() { for n in 38 40 44 25 1 32 37 30 28 5; do grep "^$n " korf24.txt | cut -d ' ' -f 3; done; }
"#;

const A_BOARD: &str = "{time solve_seconds/boards} per board, set-up {time setup_seconds}";
const WITH_TABLES: &str = "{time solve_seconds/boards} per board, set-up {time setup_seconds} with {bytes table_bytes} of tables";
const IN_ALL: &str = "{time solve_seconds} with {bytes table_bytes} of tables, {count expanded/boards} expansions per board";
const HARD: &str =
    "{time solve_seconds} with {bytes table_bytes} of tables, {rough expanded} expansions in all";
const GENERATED: &str = "{rough generated/seconds} boards generated a second";
const SOLVED: &str = "{count solved} of {count boards} boards";

/// All rows, in their order.
#[rustfmt::skip]
pub(crate) const ROWS: &[Row] = &[
    row("is_solvable", "is a board solvable? 4 x 4 / 10 x 10 / 100 x 100", "`is_solvable`, 4 x 4 / 10 x 10 / 100 x 100",
        "cd \"$ROOT\" && cargo bench -q -p npuzzle-benches --bench boards -- is_solvable/64_of >&2 && \
         cat \"${CARGO_TARGET_DIR:-target}\"/criterion/is_solvable_64_of_{4x4,10x10,100x100}/new/estimates.json",
        "{time mean0/64e9} / {time mean1/64e9} / {time mean2/64e9}"),
    row("3x3", "", "3 x 3, optimal, random boards", "npuzzle boards 3x3 4000 | solve", A_BOARD),
    row("korf100-small", "Korf's hundred 15-puzzles, fewest moves", "Korf's hundred 15-puzzles, optimal",
        "korf 100 | npuzzle solve --json --threads 1 --goal blank-first", IN_ALL),
    row("korf100-large", "the same with more memory", "the same with 7-8 tables",
        "korf 100 | solve --goal blank-first --memory 250", IN_ALL),
    row("manhattan-4x4", "", "plain Manhattan IDA\\*, Korf's thirty easiest 15-puzzles, his exact counts",
        "korf 30 | solve --goal blank-first --heuristic manhattan", GENERATED),
    row("manhattan-3x5", "", "the same on random boards of 3 x 5, each within 20 million expansions",
        "npuzzle boards 3x5 5 | solve --heuristic manhattan --max-nodes 20000000", GENERATED),
    row("manhattan-5x5", "", "the same on 5 x 5",
        "npuzzle boards 5x5 5 | solve --heuristic manhattan --max-nodes 20000000", GENERATED),
    row("manhattan-4x4x4", "", "the same on 4 x 4 x 4",
        "npuzzle boards 4x4x4 5 | solve --heuristic manhattan --max-nodes 20000000", GENERATED),
    row("4x4-memory-small", "", "4 x 4, optimal, 200 random boards, `memory` 1 MiB",
        "npuzzle boards 4x4 200 | npuzzle solve --json --threads 1 --memory 1", WITH_TABLES),
    row("4x4-memory-default", "", "the same, the default", "npuzzle boards 4x4 200 | npuzzle solve --json --threads 1", WITH_TABLES),
    row("4x4-memory-large", "", "the same, 1,000 boards, 250 MiB",
        "npuzzle boards 4x4 1000 | npuzzle solve --json --threads 1 --memory 250", WITH_TABLES),
    row("4x4-two-threads", "", "the same, 4,000 boards, two threads",
        "npuzzle boards 4x4 4000 | threads=2 solve --memory 250", "{rough boards/solve_seconds} boards/s"),
    row("4x4-longest", "", "two boards that need 80 moves, 250 MiB",
        "solve --memory 250 '0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1' '0 12 10 13/15 11 14 9/3 7 2 5/4 8 6 1'", A_BOARD),
    row("3x4", "", "3 x 4, optimal", "npuzzle boards 3x4 1000 | npuzzle solve --json --threads 1", WITH_TABLES),
    row("3x5", "", "3 x 5, optimal", "npuzzle boards 3x5 200 | npuzzle solve --json --threads 1", WITH_TABLES),
    row("2x8", "", "2 x 8, optimal, 250 MiB", "npuzzle boards 2x8 100 | npuzzle solve --json --threads 1 --memory 250", WITH_TABLES),
    row("3x3x3-near", "", "3 x 3 x 3 after 40 random moves, optimal",
        "npuzzle boards 3x3x3 10 --scramble 40 | npuzzle solve --json --threads 1", A_BOARD),
    row("4x4x4-near", "", "4 x 4 x 4 after 30 random moves, optimal", "npuzzle boards 4x4x4 20 --scramble 30 | solve", A_BOARD),
    row("4x4-within", "", "4 x 4 within 1.1 of the optimum, proved",
        "npuzzle boards 4x4 1000 | npuzzle solve --json --threads 1 --quality within=1.1", A_BOARD),
    row("5x5-within", "", "5 x 5 within 1.2, proved in 1 s",
        "npuzzle boards 5x5 100 | solve --quality within=1.2 --timeout 1", SOLVED),
    row("korf24-large", "ten of Korf's 24-puzzles, fewest moves",
        "ten of Korf's 24-puzzles (nos. 38 40 44 25 1 32 37 30 28 5), optimal, 1,100 MiB",
        "ten | solve --goal blank-first --memory 1100", HARD),
    row("korf24-large-two", "", "the same, two threads", "ten | threads=2 solve --goal blank-first --memory 1100", HARD),
    row("korf24-middle", "", "the same, 320 MiB", "ten | solve --goal blank-first --memory 320", HARD),
    row("korf24-middle-two", "", "the same, 320 MiB, two threads", "ten | threads=2 solve --goal blank-first --memory 320", HARD),
    row("korf24-small", "", "the same, 200 MiB", "ten | solve --goal blank-first --memory 200", HARD),
    row("24-random", "", "random 24-puzzles, optimal, each within 280 million expansions: those of a minute",
        "npuzzle boards 5x5 50 | solve --memory 1100 --max-nodes 280000000", SOLVED),
    row("3x6-pool", "", "3 x 6, optimal, each within 100 million expansions, 64 MiB",
        "npuzzle boards 3x6 12 | solve --max-nodes 100000000 --memory 64", SOLVED),
    row("4x5-pool", "", "4 x 5, the same with 320 MiB",
        "npuzzle boards 4x5 12 | solve --max-nodes 100000000 --memory 320", SOLVED),
    row("3x7-pool", "", "3 x 7, the same with 320 MiB",
        "npuzzle boards 3x7 12 | solve --max-nodes 100000000 --memory 320", SOLVED),
    row("4x6-pool", "", "4 x 6, the same with 1,100 MiB",
        "npuzzle boards 4x6 12 | solve --max-nodes 100000000 --memory 1100", SOLVED),
    row("10x10-fast", "", "10 x 10, by construction", "npuzzle boards 10x10 20 | solve --quality fast",
        "{ratio length/boards/1e3} n^3 moves in {time solve_seconds/boards}"),
    row("10x10-best", "10 x 10, the best in a second", "10 x 10, the best in 1 s",
        "npuzzle boards 10x10 20 | solve --quality best --timeout 1",
        "{ratio length/boards/1e3} n^3 moves in {time solve_seconds/boards}"),
    row("100x100-fast", "", "100 x 100, by construction", "npuzzle boards 100x100 4 | solve --quality fast",
        "{ratio length/boards/1e6} n^3 moves in {time solve_seconds/boards}"),
    row("200x200-fast", "", "200 x 200, by construction", "npuzzle boards 200x200 | solve --quality fast",
        "{ratio length/8e6} n^3 moves in {time solve_seconds}"),
    row("256x256-fast", "", "256 x 256, by construction", "npuzzle boards 256x256 | solve --quality fast",
        "{ratio length/16777216} n^3 moves in {time solve_seconds}"),
    row("4x4-slides", "", "4 x 4 by slides, optimal",
        "npuzzle boards 4x4 100 | npuzzle solve --json --threads 1 --metric mtm", WITH_TABLES),
    row("3x5-slides", "", "3 x 5 by slides, optimal",
        "npuzzle boards 3x5 100 | npuzzle solve --json --threads 1 --metric mtm", WITH_TABLES),
    row("4x4-slides-longest", "", "4 x 4 that needs 43 slides, 49 MiB",
        "solve --metric mtm --memory 49 '1 5 9 13/2 6 10 14/3 7 11 15/4 8 12 0'", WITH_TABLES),
    row("lengths-1s", "", "lengths in a second",
        "cd \"$ROOT\" && cargo bench -q -p npuzzle-benches --bench lengths -- --limit 1 --boards 20", ""),
    row("lengths-10s", "", "lengths in ten seconds",
        "cd \"$ROOT\" && cargo bench -q -p npuzzle-benches --bench lengths -- --limit 10 --boards 5", ""),
];
