//! `npuzzle units`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::thread;
use std::time::Duration;

use super::{Scratch, complaint, npuzzle, run, solve, text};

/// Boards of 62 and of 65 moves.
const HARD: &str = "4 2 5 9/15 14 11 12/7 13 3 10/8 0 1 6";
const OTHER: &str = "8 15 6 13/3 14 1 9/2 7 5 0/4 12 10 11";

/// Small tables: a million boards are expanded.
const MEMORY: [&str; 2] = ["--memory", "1"];

fn units(arguments: &[&str]) -> Output {
    run(npuzzle("units").args(arguments), "")
}

/// Returns the files of units in a folder.
fn unit_files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|file| {
            let name = file.file_name().and_then(|name| name.to_str());
            name.is_some_and(|name| name.starts_with("unit-") && name.ends_with(".npuzzle"))
        })
        .collect();
    files.sort();
    files
}

fn in_text(file: &Path) -> &str {
    file.to_str().expect("a path in text")
}

/// Splits the hard board.
fn split(scratch: &Scratch, name: &str, units_wanted: &str) -> PathBuf {
    let folder = scratch.0.join(name);
    let output = units(&[
        "split",
        HARD,
        MEMORY[0],
        MEMORY[1],
        "--units",
        units_wanted,
        "--dir",
        in_text(&folder),
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    folder
}

/// Runs units and joins them until there is an answer; returns it.
fn to_the_end(folder: &Path, mut run_all: impl FnMut(&[PathBuf])) -> String {
    for _ in 0..40 {
        run_all(&unit_files(folder));
        let output = units(&["join", in_text(folder)]);
        let said = text(&output);
        let is_left = said.starts_with("bound ");
        assert_eq!(
            output.status.code(),
            Some(is_left.into()),
            "{}",
            complaint(&output)
        );
        if !is_left {
            return said;
        }
    }
    panic!("no answer");
}

/// Returns the moves that `solve` finds.
fn answer_of_solve() -> String {
    let output = solve(&["--json", HARD, MEMORY[0], MEMORY[1]], "");
    let said = text(&output);
    let object: serde_json::Value =
        serde_json::from_str(said.lines().next().expect("a line")).expect("an object");
    object["moves"].as_str().expect("moves").to_owned()
}

#[test]
fn units_give_the_answer_of_one_process() {
    let scratch = Scratch::new("units");
    let folder = split(&scratch, "one", "5");
    let said = to_the_end(&folder, |files| {
        for file in files {
            let output = units(&["run", in_text(file), "--every", "0.05"]);
            assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
        }
    });
    let moves = answer_of_solve();
    assert!(said.contains(&moves), "{said}");
    assert!(unit_files(&folder).is_empty());
    // The answer stays.
    assert_eq!(text(&units(&["join", in_text(&folder)])), said);
    assert_eq!(text(&units(&["status", in_text(&folder)])), said);
}

#[test]
fn what_is_killed_continues() {
    let scratch = Scratch::new("units-killed");
    let folder = split(&scratch, "killed", "4");
    let mut kills = 0;
    let said = to_the_end(&folder, |files| {
        for file in files {
            for wait in [10, 40] {
                let mut child = npuzzle("units")
                    .args(["run", in_text(file), "--every", "0.002"])
                    .stdout(Stdio::null())
                    .spawn()
                    .expect("started");
                thread::sleep(Duration::from_millis(wait));
                kills += usize::from(child.try_wait().expect("a child").is_none());
                // It may have ended.
                let _ = child.kill();
                child.wait().expect("a child");
                let status = units(&["status", in_text(&folder)]);
                assert!(text(&status).contains("4 units"), "{}", complaint(&status));
            }
            assert_eq!(units(&["run", in_text(file)]).status.code(), Some(0));
        }
    });
    assert!(kills > 0);
    assert!(said.contains(&answer_of_solve()), "{said}");
}

#[test]
fn units_that_a_killed_join_leaves_are_not_read() {
    let scratch = Scratch::new("units-left");
    let folder = split(&scratch, "left", "3");
    for file in unit_files(&folder) {
        assert_eq!(units(&["run", in_text(&file)]).status.code(), Some(0));
    }
    let files = || -> Vec<(PathBuf, String)> {
        let names = unit_files(&folder).into_iter();
        let names = names.chain([folder.join("search.npuzzle")]);
        let contents = names.map(|name| (name.clone(), fs::read_to_string(name).expect("a file")));
        contents.collect()
    };
    let status = || text(&units(&["status", in_text(&folder)]));
    let (before, status_before) = (files(), status());
    let join = || units(&["join", in_text(&folder)]);
    let joined = join();
    assert_eq!(joined.status.code(), Some(1), "{}", complaint(&joined));
    let (after, status_after) = (files(), status());
    assert_ne!(status_before, status_after);
    let write = |files: &[(PathBuf, String)]| {
        for (name, content) in files {
            fs::write(name, content).expect("written");
        }
    };
    // It was killed after it had replaced the search.
    write(&before);
    write(&after);
    assert_eq!(status(), status_after);
    // It was killed before.
    write(&before);
    assert_eq!(status(), status_before);
    let again = join();
    assert_eq!(text(&again), text(&joined), "{}", complaint(&again));
    assert_eq!(files(), after);
}

#[test]
fn what_is_missing_doubled_or_foreign_is_named() {
    let scratch = Scratch::new("units-wrong");
    let folder = split(&scratch, "wrong", "4");
    let files = unit_files(&folder);
    let join = || units(&["join", in_text(&folder)]);
    let fails = |output: &Output, status: i32, what: &[&str]| {
        assert_eq!(output.status.code(), Some(status));
        let said = complaint(output);
        for what in what {
            assert!(said.contains(what), "{what}: {said}");
        }
    };

    let left = join();
    assert_eq!(left.status.code(), Some(1));
    let next = format!("next: npuzzle units run {}", in_text(&files[0]));
    assert!(text(&left).contains(&next), "{}", text(&left));
    let status = units(&["status", in_text(&folder)]);
    assert_eq!(status.status.code(), Some(1));
    assert!(text(&status).contains("4 units, 0 done, 0 under way, 4 to begin"));

    // A missing unit.
    let away = scratch.0.join("away");
    fs::rename(&files[1], &away).expect("moved");
    fails(&join(), 2, &["unit 2 is missing"]);
    assert!(text(&units(&["status", in_text(&folder)])).contains("unit 2 is missing"));
    fs::rename(&away, &files[1]).expect("moved");

    // One that is there twice.
    let twice = folder.join("unit-copy.npuzzle");
    fs::copy(&files[2], &twice).expect("copied");
    fails(
        &join(),
        2,
        &["unit-copy.npuzzle", "the same unit as", in_text(&files[2])],
    );
    fs::remove_file(&twice).expect("removed");

    // One of another board.
    let other = scratch.0.join("other");
    let begun = units(&[
        "split",
        OTHER,
        MEMORY[0],
        MEMORY[1],
        "--dir",
        in_text(&other),
    ]);
    let foreign = fs::read_to_string(&files[3]).expect("a unit");
    assert_eq!(begun.status.code(), Some(0), "{}", complaint(&begun));
    fs::copy(&unit_files(&other)[0], &files[3]).expect("copied");
    fails(&join(), 2, &[in_text(&files[3]), "another search or bound"]);
    let of_no_bound = folder.join("unit-1-1.npuzzle");
    fs::copy(&files[3], &of_no_bound).expect("copied");
    fails(
        &join(),
        2,
        &[in_text(&of_no_bound), "another search or bound"],
    );
    fs::remove_file(&of_no_bound).expect("removed");

    // A damaged one.
    fs::write(&files[3], &foreign[..foreign.len() / 2]).expect("written");
    fails(
        &join(),
        2,
        &[in_text(&files[3]), "was changed, or its end is missing"],
    );
    let output = units(&["run", in_text(&files[3])]);
    fails(
        &output,
        2,
        &[in_text(&files[3]), "was changed, or its end is missing"],
    );
    fs::write(&files[3], foreign).expect("written");

    // Files and folders that are something else.
    let split_again = units(&["split", HARD, "--dir", in_text(&folder)]);
    fails(&split_again, 2, &["has a search already", "units status"]);
    let search = folder.join("search.npuzzle");
    fails(
        &units(&["run", in_text(&search)]),
        2,
        &["this is a search, not a unit"],
    );
    fails(&units(&["run", "nowhere"]), 2, &["can't read nowhere"]);
    fails(
        &units(&["join", &scratch.path()]),
        2,
        &["has no file search.npuzzle", "units split"],
    );
    fails(
        &units(&["split", "1 2 3/4 5 6/8 7 0", "--dir", "x"]),
        2,
        &["odd"],
    );
    let made = fs::metadata("x");
    let _ = fs::remove_dir("x");
    assert!(made.is_err(), "a folder for a board that has no solution");

    // Nothing was lost.
    let said = to_the_end(&folder, |files| {
        let names: Vec<&str> = files.iter().map(|file| in_text(file)).collect();
        let output = units(&[&["run"], &names[..]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    });
    assert!(said.contains(&answer_of_solve()), "{said}");
}

#[test]
fn easy_boards_are_solved_at_once() {
    let scratch = Scratch::new("units-easy");
    let folder = scratch.0.join("easy");
    let output = units(&["split", "1 2 3/4 5 6/0 7 8", "--dir", in_text(&folder)]);
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    assert!(text(&output).contains("LL"), "{}", text(&output));
    assert_eq!(text(&units(&["join", in_text(&folder)])), text(&output));
}
