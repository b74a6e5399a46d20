//! Measured results: a file of them, and the tables and plots that are made from it.
//!
//! `cargo run --release -p npuzzle-benches -- measure [WORD]...` runs the commands of the rows whose names have one of these
//! words (all rows without a word), on an otherwise idle machine, and stores sums, date, commit and machine in
//! `benches/results.json`, one row per line. `... -- write` replaces the tables of `README.md` and `benches/README.md` between
//! their marks, and draws the plots. Boards that are not shipped are read from `NPUZZLE_DATA`.

mod plots;
mod rows;

use std::env;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use serde_json::{Map, Value, json};

use rows::{PRELUDE, ROWS, Row};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// The results by the names of their rows.
type Results = Map<String, Value>;

fn read() -> Outcome<Results> {
    let text = fs::read_to_string(root().join("benches/results.json"))?;
    Ok(serde_json::from_str(&text)?)
}

fn store(results: &Results) -> Outcome {
    let rows: Vec<_> = results
        .iter()
        .map(|(name, row)| format!("{}: {row}", json!(name)))
        .collect();
    let text = format!("{{\n{}\n}}\n", rows.join(",\n"));
    Ok(fs::write(root().join("benches/results.json"), text)?)
}

/// Measures the rows whose names have one of the words.
fn measure(words: &[String]) -> Outcome {
    shell("cd \"$ROOT\" && cargo build --release --package npuzzle-cli")?;
    let origin = r#"date -u +%F; git -C "$ROOT" rev-parse --short HEAD; sed -n 's/^model name[^:]*: //p' /proc/cpuinfo"#;
    for row in ROWS {
        if !words.is_empty() && !words.iter().any(|word| row.name.contains(&**word)) {
            continue;
        }
        println!("{}: {}", row.name, row.command);
        let mut found = sums(&shell(row.command)?)?;
        if found.is_empty() {
            return Err(format!("{}: no results", row.name).into());
        }
        let said = shell(origin)?;
        for (key, line) in ["date", "commit", "machine"].iter().zip(said.lines()) {
            found.insert((*key).to_owned(), line.into());
        }
        println!("  {}", figure(row, &Value::Object(found.clone())));
        let mut results = read()?;
        results.insert(row.name.to_owned(), found.into());
        store(&results)?;
    }
    Ok(())
}

/// Runs a command of the shell in the folder of the benchmark boards.
fn shell(command: &str) -> Outcome<String> {
    let root = fs::canonicalize(root())?;
    let target = root.join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()));
    let data =
        env::var_os("NPUZZLE_DATA").map_or_else(|| root.join("../shared/data"), PathBuf::from);
    let path = env::var("PATH").unwrap_or_default();
    let output = Command::new("bash")
        .args(["-c", &format!("{PRELUDE}{command}")])
        .current_dir(if data.is_dir() { &data } else { &root })
        .env(
            "PATH",
            format!("{}:{path}", target.join("release").display()),
        )
        .env("ROOT", &root)
        .stderr(Stdio::inherit())
        .output()?;
    // 1 is the status of a batch with boards that met a limit.
    if !matches!(output.status.code(), Some(0 | 1)) {
        return Err(format!("{command}: {}", output.status).into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Adds up lines of JSON: answers and a summary of `npuzzle`, rows of the bench `lengths`, or
/// estimates of criterion.
fn sums(output: &str) -> Outcome<Results> {
    let mut found = Map::new();
    let (mut rows, mut expanded, mut means) = (Vec::new(), Vec::new(), 0);
    // Not all of them end their lines.
    for value in serde_json::Deserializer::from_str(output).into_iter::<Value>() {
        let value = value?;
        if let Some(summary) = value["summary"].as_object() {
            found.extend(summary.clone());
        } else if let Some(mean) = value["mean"]["point_estimate"].as_f64() {
            found.insert(format!("mean{means}"), mean.into());
            means += 1;
        } else if value["line"].is_array() {
            rows.push(value);
        } else {
            for key in ["length", "expanded", "generated", "seconds"] {
                let sum = found.get(key).and_then(Value::as_f64).unwrap_or(0.0);
                found.insert(
                    key.to_owned(),
                    (sum + value[key].as_f64().unwrap_or(0.0)).into(),
                );
            }
            if value["optimal"] == true {
                expanded.extend(value["expanded"].as_u64());
            }
        }
    }
    // Of some boards at most: a plot needs the expansions of each.
    if (1..=50).contains(&expanded.len()) {
        expanded.sort_unstable();
        found.insert("expanded_of_each".to_owned(), json!(expanded));
    }
    if !rows.is_empty() {
        found.insert("rows".to_owned(), rows.into());
    }
    Ok(found)
}

/// Fills in the template of a row.
fn figure(row: &Row, result: &Value) -> String {
    let mut text = String::new();
    for (nth, part) in row.figure.split(['{', '}']).enumerate() {
        if nth % 2 == 0 {
            text += part;
            continue;
        }
        let (unit, quotient) = part.split_once(' ').unwrap_or(("", part));
        let number = |name: &str| {
            let sum = result[name].as_f64();
            sum.or_else(|| name.parse().ok()).unwrap_or(f64::NAN)
        };
        let mut factors = quotient.split('/').map(number);
        let first = factors.next().unwrap_or(f64::NAN);
        let value = factors.fold(first, |value, divisor| value / divisor);
        let printed = match unit {
            "time" => time(value),
            "bytes" if value >= 0.95e9 => format!("{} GB", short(value / 1e9)),
            "bytes" => format!("{} MB", short(value / 1e6)),
            "rough" if value >= 1e6 => format!("{} million", short(value / 1e6)),
            "rough" if value >= 1e3 => count((value / 100.0).round() * 100.0),
            "ratio" => format!("{value:.2}"),
            _ => count(value),
        };
        text += &printed;
    }
    text
}

/// Writes a number with two significant digits.
fn short(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let places = 1 - value.abs().log10().floor() as i32;
    let factor = 10_f64.powi(places);
    let rounded = (value * factor).round() / factor;
    let text = format!("{rounded:.*}", places.max(0) as usize);
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// Writes a time with its unit.
fn time(seconds: f64) -> String {
    match seconds {
        _ if seconds < 0.95e-6 => format!("{} ns", short(seconds * 1e9)),
        _ if seconds < 0.95e-3 => format!("{} us", short(seconds * 1e6)),
        _ if seconds < 0.095 => format!("{} ms", short(seconds * 1e3)),
        _ => format!("{} s", short(seconds)),
    }
}

/// Writes a whole number with commas.
fn count(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (nth, digit) in digits.chars().enumerate() {
        if nth > 0 && (digits.len() - nth) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns the date, commit and machine of a measurement.
fn origin(result: &Value) -> String {
    ["date", "commit", "machine"]
        .map(|key| result[key].as_str().unwrap_or("?"))
        .join(", ")
}

/// Returns the table of a page that has the mark `name`.
fn table(name: &str, results: &Results) -> String {
    let mut text = String::new();
    let mut line = |cells: &[&str]| {
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    };
    match name {
        "performance" => {
            line(&["task, on one core", "figure"]);
            line(&["---"; 2]);
            for row in ROWS.iter().filter(|row| !row.in_readme.is_empty()) {
                if let Some(result) = results.get(row.name) {
                    line(&[row.in_readme, &figure(row, result)]);
                }
            }
        }
        "rows" => {
            line(&["name", "task", "figure", "command", "measured"]);
            line(&["---"; 5]);
            for row in ROWS.iter().filter(|row| !row.figure.is_empty()) {
                if let Some(result) = results.get(row.name) {
                    let command = format!("`{}`", row.command.replace('|', "\\|"));
                    line(&[
                        row.name,
                        row.task,
                        &figure(row, result),
                        &command,
                        &origin(result),
                    ]);
                }
            }
        }
        _ => {
            line(&[
                "boards",
                "known",
                "`Fast`",
                "`Best` in 1 s",
                "times the bound",
                "`Best` in 10 s, of 5",
            ]);
            line(&["---"; 6]);
            let rows = |name| {
                results
                    .get(name)
                    .and_then(|it: &Value| it["rows"].as_array())
            };
            for row in rows("lengths-1s").into_iter().flatten() {
                let moves = |row: &Value, quality: &str| {
                    let (moves, cube) = (row[quality]["moves"].as_f64(), row["cube"].as_f64());
                    let (moves, cube) = (moves.unwrap_or(f64::NAN), cube.unwrap_or(f64::NAN));
                    let digits = if moves < 1e3 {
                        format!("{moves:.1}")
                    } else {
                        count(moves)
                    };
                    format!("{digits} ({:.3})", moves / cube)
                };
                let number = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
                let long = rows("lengths-10s").into_iter().flatten();
                let long = long.into_iter().find(|it| it["boards"] == row["boards"]);
                let known = row["known"].as_f64();
                let best = &row["best"];
                line(&[
                    row["boards"].as_str().unwrap_or_default(),
                    &known.map_or_else(String::new, |it| format!("{it:.1}")),
                    &format!(
                        "{} in {}",
                        moves(row, "fast"),
                        time(number(&row["fast"]["seconds"]))
                    ),
                    &moves(row, "best"),
                    &format!("{:.2}", number(&best["moves"]) / number(&best["bound"])),
                    &long.map_or_else(String::new, |long| {
                        let known = long["known"].as_f64();
                        let known = known.map_or_else(String::new, |it| format!(", known {it:.1}"));
                        moves(long, "best") + &known
                    }),
                ]);
            }
        }
    }
    text
}

/// Replaces the tables of the pages between their marks, and draws the plots.
fn write(results: &Results) -> Outcome {
    for page in ["README.md", "benches/README.md"] {
        let old = fs::read_to_string(root().join(page))?;
        let mut new = String::new();
        let mut rest = old.as_str();
        while let Some((before, after)) = rest.split_once("<!-- results: ") {
            let (name, after) = after.split_once(" -->\n").unwrap_or((after, ""));
            let (_, after) = after.split_once("<!-- end -->").unwrap_or((after, after));
            let _ = write!(
                new,
                "{before}<!-- results: {name} -->\n{}<!-- end -->",
                table(name, results)
            );
            rest = after;
        }
        fs::write(root().join(page), new + rest)?;
    }
    let pictures = root().join("examples/pictures");
    plots::lengths(results, &pictures.join("lengths.svg"))?;
    plots::solved(results, &pictures.join("solved.svg"))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((word, rest)) if word == "measure" => measure(rest),
        Some((word, [])) if word == "write" => read().and_then(|results| write(&results)),
        _ => Err("expected `measure [WORD]...` or `write`".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
