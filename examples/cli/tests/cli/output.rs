//! Destinations of output, and failures to write.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use super::{complaint, npuzzle, solve, text};

#[test]
fn answers_go_to_standard_output_and_errors_to_standard_error() {
    let output = solve(
        &[],
        "1 2/0 3\n1 2/3 3\n1 2/3 0\n2 1/3 0\n1 2 3/0 4 6/7 5 8\n",
    );
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        complaint(&output),
        "error: line 2: row 2: tile 3 appears twice\n"
    );
    let answers = text(&output);
    let starts = [
        "1 2/0 3: 1 move (no fewer are possible): L [",
        "1 2/3 0: 0 moves (this is the goal) [",
        "2 1/3 0: unsolvable: ",
        "1 2 3/0 4 6/7 5 8: 3 moves (no fewer are possible): LUL [",
    ];
    assert_eq!(answers.lines().count(), starts.len(), "{answers}");
    for (line, start) in answers.lines().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }
}

#[test]
fn it_is_said_how_much_longer_than_the_shortest_a_solution_is() {
    let output = solve(
        &["--quality", "fast", "11 12 5 9/13 4 14 3/7 15 6 2/0 8 10 1"],
        "",
    );
    let answer = text(&output);
    let words: Vec<&str> = answer
        .split([' ', ',', '('])
        .filter(|word| !word.is_empty())
        .collect();
    let after = |word: &str| {
        let place = words.iter().position(|&it| it == word).expect(word);
        words[place + 1].parse::<f64>().expect(word)
    };
    let (length, factor, bound) = (after("1:"), after("most"), after("shortest"));
    assert!(
        factor * bound >= length && (factor - 0.01) * bound < length,
        "{answer}"
    );
    assert!(answer.contains(" x the shortest, "), "{answer}");
}

#[test]
fn bounds_of_one_move_are_said_in_the_singular() {
    let board = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15";
    let output = solve(&["--max-nodes", "0", board], "");
    assert_eq!(output.status.code(), Some(1));
    let answer = text(&output);
    assert!(
        answer.contains("; a solution has at least 1 move ["),
        "{answer}"
    );
}

#[test]
fn whoever_has_read_enough_ends_the_program_quietly() {
    let mut child = npuzzle("boards")
        .args(["3x3", "18446744073709551615"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    for _ in 0..2 {
        lines.next().expect("a line").expect("text");
    }
    drop(lines);
    let output = child.wait_with_output().expect("ended");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(complaint(&output), "");
}

/// Checks the help of a command and of those below it; returns their number.
fn check_help(command: &[&str]) -> usize {
    let arguments = [command, &["--help"]].concat();
    let output = npuzzle(arguments[0]).args(&arguments[1..]).output();
    let output = output.expect("ended");
    assert_eq!(output.status.code(), Some(0), "{command:?}");
    let help = text(&output);
    assert!(help.contains("Usage: npuzzle"), "{help}");
    let widest = help.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(100), "{widest:?}: {help}");
    let below = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let below = below.take_while(|line| !line.is_empty());
    let below = below.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let below = below.filter(|name| !matches!(*name, "" | "help"));
    1 + below
        .map(|name| check_help(&[command, &[name]].concat()))
        .sum::<usize>()
}

#[test]
fn every_command_has_help_and_a_version() {
    assert!(check_help(&[]) > 15);
    let output = npuzzle("--version").output().expect("ended");
    assert_eq!(
        text(&output),
        format!("npuzzle {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[cfg(target_os = "linux")]
mod full {
    use std::fs::File;

    use super::super::{complaint, npuzzle};

    /// A device on which nothing can be written.
    fn full() -> File {
        File::options()
            .write(true)
            .open("/dev/full")
            .expect("a device")
    }

    #[test]
    fn a_full_disk_is_reported() {
        for (command, arguments) in [
            ("boards", &["3x3"][..]),
            ("boards", &["3x3", "100000"]),
            ("solve", &["1 2/3 0"]),
            ("solve", &["--json", "1 2/3 0", "1 2/0 3"]),
            ("solve", &["--check", "1 2/3 0"]),
            ("stats", &["3"]),
            ("solve", &["--help"]),
            ("--version", &[]),
        ] {
            let output = npuzzle(command).args(arguments).stdout(full()).output();
            let output = output.expect("ended");
            assert_eq!(output.status.code(), Some(2), "{command} {arguments:?}");
            let complaint = complaint(&output);
            assert!(
                complaint.starts_with("error: can't write the output: "),
                "{complaint}"
            );
        }
    }

    #[test]
    fn the_status_tells_if_nobody_hears_of_the_error() {
        for (command, arguments) in [
            ("solve", &["1 2/3 3"][..]),
            ("boards", &["0x0"]),
            ("stats", &["3", "--seed", "x"]),
        ] {
            let output = npuzzle(command).args(arguments).stderr(full()).output();
            assert_eq!(output.expect("ended").status.code(), Some(2), "{command}");
        }
    }
}
