//! The file of measured results, and the commands that measure.

use std::env;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Map, Value, json};

use crate::root;
use crate::rows::{LENGTHS, ROWS, Row};

/// The results of all rows.
pub(crate) struct Results(Map<String, Value>);

/// The figures of a row.
#[derive(Clone, Copy)]
pub(crate) struct Figures<'r>(pub(crate) &'r Value);

impl Results {
    fn file() -> PathBuf {
        root().join("benches/results.json")
    }

    pub(crate) fn read() -> io::Result<Self> {
        let text = fs::read_to_string(Self::file())?;
        Ok(Self(serde_json::from_str(&text)?))
    }

    fn write(&self) -> io::Result<()> {
        let text = serde_json::to_string_pretty(&self.0)?;
        fs::write(Self::file(), text + "\n")
    }

    /// Returns the figures of a row that was measured.
    pub(crate) fn of(&self, name: &str) -> Option<Figures<'_>> {
        self.0.get(name).map(Figures)
    }
}

impl Figures<'_> {
    /// Returns a text, such as the date.
    pub(crate) fn text(&self, key: &str) -> &str {
        self.0[key].as_str().unwrap_or("?")
    }

    /// Returns a number; not a number if there is none.
    pub(crate) fn number(self, key: &str) -> f64 {
        self.0[key].as_f64().unwrap_or(f64::NAN)
    }

    /// Returns a number for each board.
    pub(crate) fn a_board(self, key: &str) -> f64 {
        self.number(key) / self.number("boards")
    }
}

/// Measures the rows whose names have one of the words, and stores what is found.
pub(crate) fn measure(words: &[String]) -> io::Result<()> {
    let has = |row: &&Row| words.is_empty() || words.iter().any(|word| row.name.contains(&**word));
    let built = Command::new("cargo")
        .args(["build", "--release", "--features", "cli"])
        .current_dir(root())
        .status()?;
    if !built.success() {
        return Err(io::Error::other("the program does not build"));
    }
    for row in ROWS.iter().chain(&LENGTHS).filter(has) {
        println!("{}: {}", row.name, row.command);
        let output = shell(row.command)?;
        let mut found = summary(&output, row.keeps_each)?;
        found.insert("date".to_owned(), first_line("date -u +%F")?.into());
        let commit = first_line("git -C \"$ROOT\" rev-parse --short HEAD")?;
        found.insert("commit".to_owned(), commit.into());
        let machine = "sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1";
        found.insert("machine".to_owned(), first_line(machine)?.into());
        println!("  {}", row.print(Figures(&Value::Object(found.clone()))));
        // Another process may have measured other rows meanwhile.
        let mut results = Results::read().unwrap_or(Results(Map::new()));
        results.0.insert(row.name.to_owned(), found.into());
        results.write()?;
    }
    Ok(())
}

/// Runs a command of the shell in the folder of the benchmark boards; `npuzzle` is the program.
fn shell(command: &str) -> io::Result<String> {
    let target =
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let program = fs::canonicalize(target.join("release"))?;
    let path = env::var("PATH").unwrap_or_default();
    let data =
        env::var_os("NPUZZLE_DATA").map_or_else(|| root().join("../shared/data"), PathBuf::from);
    let output = Command::new("bash")
        .args(["-o", "pipefail", "-c", command])
        .current_dir(data)
        .env("PATH", format!("{}:{path}", program.display()))
        .env("ROOT", fs::canonicalize(root())?)
        .stderr(std::process::Stdio::inherit())
        .output()?;
    // 1 is the status of a batch with boards that met a limit.
    if !matches!(output.status.code(), Some(0 | 1)) {
        return Err(io::Error::other(format!("{command}: {}", output.status)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn first_line(command: &str) -> io::Result<String> {
    let output = shell(command)?;
    Ok(output.lines().next().unwrap_or_default().to_owned())
}

/// Returns what the lines of JSON of a command say in all, and if asked the expansions of each board
/// that was solved, fewest first.
fn summary(output: &str, keeps_each: bool) -> io::Result<Map<String, Value>> {
    let mut found = Map::new();
    let mut sums = [
        ("length", 0.0),
        ("expanded", 0.0),
        ("generated", 0.0),
        ("seconds", 0.0),
    ];
    let (mut rows, mut each) = (Vec::new(), Vec::new());
    for line in output.lines() {
        let value: Value = serde_json::from_str(line)?;
        if let Some(name) = value["name"].as_str() {
            // A figure of `npuzzle bench`.
            found.insert(name.to_owned(), value["value"].clone());
        } else if let Some(all) = value["summary"].as_object() {
            found.extend(all.clone());
        } else if value["boards"].is_string() {
            // A row of `cargo bench --bench lengths`.
            rows.push(value);
        } else {
            for (key, sum) in &mut sums {
                *sum += value[*key].as_f64().unwrap_or(0.0);
            }
            if keeps_each && value["optimal"] == true {
                each.extend(value["expanded"].as_u64());
            }
        }
    }
    if found.contains_key("boards") {
        for (key, sum) in sums {
            found.insert(key.to_owned(), json!(sum));
        }
    }
    if keeps_each {
        each.sort_unstable();
        found.insert("expanded_of_each".to_owned(), json!(each));
    }
    if !rows.is_empty() {
        found.insert("rows".to_owned(), rows.into());
    }
    Ok(found)
}
