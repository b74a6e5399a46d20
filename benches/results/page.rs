//! The page of results, and the tables of the README.

use std::fmt::Write;

use serde_json::Value;

use crate::figures::{count, time};
use crate::measured::{Figures, Results};
use crate::plots::BEFORE;
use crate::rows::{LENGTHS, ROWS, Row};

const HEAD: &str = "\
# Measured results

`cargo run --release -p npuzzle-benches --bin results -- write` writes this page, the tables and a plot of the
README from [`results.json`](results.json); `results measure [WORD]...` measures the rows whose names have one of
the words, on an otherwise idle machine, in the plain release build. The files of benchmark boards are not
shipped: `measure` looks for them in `NPUZZLE_DATA`. Tables that the command `--cache`s are built by the first run.

| name | task | figure | command | measured |
|---|---|---|---|---|
";

const MIDDLE: &str = "
# Lengths of solutions

Mean moves on one core. Each answer comes with a proved bound. `Fast` is by construction; `Best` in 1 s is a
mean of up to 20 boards, in 10 s of up to 5 of them. The DeepCubeA network of 2019 took the lengths that are known
of 6 x 6 and 7 x 7; those of Korf's boards are the shortest. In parentheses the length in n^3, n being the mean side.

| boards | known | `Fast` | `Best` in 1 s | times the bound | `Best` in 10 s, of 5 |
|:--|--:|--:|--:|--:|--:|
";

const TAIL: &str = "
# Other libraries

Measured on one core in November 2026, each by its own best solver for the task, called in a loop.

| library | task | figure |
|---|---|---|
| slidy 0.7 | solvability, 4 x 4 / 10 x 10 / 100 x 100 | 208 ns / 1.2 us / 123 us |
| slidy 0.7 | Korf's hundred 15-puzzles, optimal, 10 MB | 6.2 to 7.1 s |
| slidy 0.7 | 3 x 3, optimal | 2.3 us, set-up 10 ms |
| slidy 0.7 | 4 x 4 by runs of tiles, optimal | 263 ms, 804 MB, set-up 20 s |
| slidy 0.7, pathfinding 4.16, hog2 | plain Manhattan IDA\\*, Korf's boards generated a second | 21, 12, 38 million |
| 24puzzle | 5 x 5 boards expanded a second | 9 to 10 million |

# Heuristics

![Boards expanded against the length of the solution, for four heuristics](../examples/pictures/heuristics.svg)

`npuzzle compare 4x4 --svg heuristics.svg` draws it: counts, the same on every machine.

# Benches

| bench | measures |
|---|---|
| `boards`, `inversions` | questions without a search, counting inversions by size |
| `solve`, `memory`, `lanes` | searches for shortest solutions, by size of tables |
| `lengths` | lengths of solutions against time, by shape |
| `frames` | hints in a game, frame by frame |
| `makespan` | one hard board on many workers, by the measured sizes of its units |
| `limits` | overshoot of limits, slices of work, cancelling |

`cargo bench --bench NAME` measures; `cargo test` runs each once and checks its answers.
";

/// Returns the text of `benches/README.md`.
pub(crate) fn page(results: &Results) -> String {
    let mut text = HEAD.to_owned();
    for row in ROWS {
        let Some(figures) = results.of(row.name) else {
            continue;
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | `{}` | {} |",
            row.name,
            row.task,
            row.print(figures),
            row.command.replace('|', "\\|"),
            origin(figures),
        );
    }
    text += MIDDLE;
    for line in lengths(results) {
        text += &line;
    }
    for row in &LENGTHS {
        if let Some(figures) = results.of(row.name) {
            let _ = writeln!(text, "\n`{}`: {}.", row.command, origin(figures));
        }
    }
    text += &random(results);
    text + TAIL
}

/// Returns the part of the page about random 24-puzzles.
fn random(results: &Results) -> String {
    let number = |row, key| results.of(row).map_or(f64::NAN, |it| it.number(key));
    format!(
        "
# Random 24-puzzles

![How many random 24-puzzles are solved in which time](../examples/pictures/solved.svg)

Row `24-random`: {} of {} boards are solved in a minute each. Before the crate had pools of tables, four tables
served all boards alike. They solve {} of the {} boards that pools solve; the others were not tried with them.
",
        number("24-random", "solved"),
        number("24-random", "boards"),
        number(BEFORE, "solved"),
        number(BEFORE, "tried"),
    )
}

/// Returns the date, commit and machine of a measurement.
fn origin(figures: Figures<'_>) -> String {
    ["date", "commit", "machine"]
        .map(|key| figures.text(key))
        .join(", ")
}

/// Returns the number of moves, and the same in n^3.
fn moves(row: &Value, moves: &Value) -> String {
    let (moves, cube) = (moves.as_f64(), row["cube"].as_f64());
    match (moves, cube) {
        (Some(moves), Some(cube)) if moves >= 1e3 => {
            format!("{} ({:.3})", count(moves), moves / cube)
        }
        (Some(moves), Some(cube)) => format!("{moves:.1} ({:.3})", moves / cube),
        _ => "-".to_owned(),
    }
}

/// Returns the lines of the table of lengths.
fn lengths(results: &Results) -> Vec<String> {
    let rows = |name| {
        let rows = results.of(name).and_then(|it| it.0["rows"].as_array());
        rows.map_or(&[][..], Vec::as_slice)
    };
    let line = |row: &Value| {
        let name = row["boards"].as_str().unwrap_or_default();
        let long = rows("lengths-10s")
            .iter()
            .find(|it| it["boards"] == row["boards"]);
        let known = row["known"]
            .as_f64()
            .map_or_else(String::new, |it| format!("{it:.1}"));
        let fast = &row["fast"];
        let best = &row["best"];
        let factor = best["moves"].as_f64().zip(best["bound"].as_f64());
        format!(
            "| {name} | {known} | {} in {} | {} | {} | {} |\n",
            moves(row, &fast["moves"]),
            time(fast["seconds"].as_f64().unwrap_or_default()),
            moves(row, &best["moves"]),
            factor.map_or_else(String::new, |(moves, bound)| format!(
                "{:.2}",
                moves / bound
            )),
            long.map_or_else(
                || "-".to_owned(),
                |long| moves(long, &long["best"]["moves"])
            ),
        )
    };
    rows("lengths-1s").iter().map(line).collect()
}

const BEGIN: &str = "<!-- results: performance -->\n";
const END: &str = "<!-- end of results -->\n";

/// Returns the README with its table of results replaced.
pub(crate) fn with_tables(readme: &str, results: &Results) -> String {
    let Some((before, rest)) = readme.split_once(BEGIN) else {
        return readme.to_owned();
    };
    let Some((_, after)) = rest.split_once(END) else {
        return readme.to_owned();
    };
    let mut table = "| task, on one core | figure |\n|---|---|\n".to_owned();
    let line = |row: &Row| {
        let (name, figures) = (row.in_readme?, results.of(row.name)?);
        Some(format!("| {name} | {} |\n", row.print(figures)))
    };
    table.extend(ROWS.iter().filter_map(line));
    format!("{before}{BEGIN}{table}{END}{after}")
}
