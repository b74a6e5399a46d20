//! End-to-end tests of the command line.

mod boards;
mod compare;
mod distances;
mod draw;
mod explain;
mod input;
mod solve;
mod teach;
mod units;
mod verify;

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// Returns the command of a line that is split as a shell does it: at blanks, but not in single
/// quotes.
fn npuzzle(line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_npuzzle"));
    for (nth, part) in line.split('\'').enumerate() {
        if nth % 2 == 1 {
            command.arg(part);
        } else {
            command.args(part.split_whitespace());
        }
    }
    command
}

/// Runs a command with a text on standard input.
fn run(line: &str, input: &str) -> Output {
    let mut child = npuzzle(line)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    let mut stdin = child.stdin.take().expect("piped");
    // A command that refuses its options does not read.
    if let Err(error) = stdin.write_all(input.as_bytes()) {
        assert_eq!(error.kind(), ErrorKind::BrokenPipe);
    }
    drop(stdin);
    child.wait_with_output().expect("ended")
}

/// Asserts that a command ends well, and returns what it printed.
fn answer(line: &str) -> String {
    printed(&run(line, ""), 0)
}

/// Asserts that a command ends with an error that has these words.
fn refuses(line: &str, words: &str) {
    let output = run(line, "");
    assert_eq!(printed(&output, 2), "");
    assert!(complaint(&output).contains(words), "{words}: {output:?}");
}

/// Asserts an exit status, and returns what was printed.
fn printed(output: &Output, status: i32) -> String {
    assert_eq!(output.status.code(), Some(status), "{output:?}");
    text(output)
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn complaint(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

fn objects(output: &Output) -> Vec<Value> {
    let parse = |line| serde_json::from_str(line).expect("an object");
    text(output).lines().map(parse).collect()
}

/// A temporary folder, deleted when the test ends.
struct Scratch(TempDir);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = tempfile::Builder::new().prefix(name).tempdir();
        Self(folder.expect("a temporary folder"))
    }

    /// Writes a file, and returns its path.
    fn write(&self, name: &str, content: &str) -> String {
        let path = self.join(name);
        fs::write(&path, content).expect("a temporary file");
        in_text(&path).to_owned()
    }

    fn path(&self) -> String {
        in_text(self.0.path()).to_owned()
    }

    fn join(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn files(&self) -> Vec<PathBuf> {
        files(self.0.path())
    }
}

/// Returns the files of a folder, in the order of their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
}

fn in_text(path: &Path) -> &str {
    path.to_str().expect("a path in text")
}

#[test]
fn every_command_has_help_and_the_program_a_version() {
    let help = answer("--help");
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands: Vec<&str> = commands
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    for name in [
        "solve",
        "boards",
        "explain",
        "teach",
        "verify",
        "draw",
        "compare",
        "distances",
        "play",
        "units",
    ] {
        assert!(commands.contains(&name), "{commands:?}");
        let help = answer(&format!("{name} --help"));
        assert!(help.contains(&format!("Usage: npuzzle {name}")), "{help}");
    }
    let version = concat!("npuzzle ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(answer("--version"), version);
    assert!(answer("completions bash").contains("solve"));
}

#[test]
fn manual_pages_name_every_option() {
    let page = answer("man solve");
    for option in ["file", "goal", "quality", "metric", "timeout"] {
        assert!(page.contains(&format!("\\-\\-{option}")), "{option}");
    }
    assert!(answer("man").contains(".SH SUBCOMMANDS"));
    refuses("man sing", "there is no subcommand sing");
    assert!(answer("man units-split").contains("\\-\\-units"));
}

#[test]
fn shells_complete_the_names_of_values() {
    let script = answer("completions bash");
    for name in ["snail", "fast", "mtm", "walking-distance"] {
        assert!(script.contains(name), "{name}");
    }
    // Other values are read as before.
    answer("solve '1 2/3 0' --goal '1 2/3 0' --quality within=1.2 --metric tiles");
}
