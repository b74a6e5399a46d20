//! `npuzzle units`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::thread;
use std::time::Duration;

use super::{Scratch, answer, complaint, files, in_text, npuzzle, printed, refuses, run, text};

/// Boards of 62 and of 65 moves.
const HARD: &str = "4 2 5 9/15 14 11 12/7 13 3 10/8 0 1 6";
const OTHER: &str = "8 15 6 13/3 14 1 9/2 7 5 0/4 12 10 11";

fn join(folder: &Path) -> Output {
    run(&format!("units join --alone 0 '{}'", in_text(folder)), "")
}

fn run_unit(file: &Path) -> Output {
    run(&format!("units run '{}'", in_text(file)), "")
}

/// Splits a board, by small tables: a million boards are expanded. With chosen tables there are no
/// beams between rounds, which would end these searches early.
fn split(board: &str, folder: &Path, units: u32) {
    let folder = in_text(folder);
    let said = answer(&format!(
        "units split '{board}' --heuristic patterns --memory 1 --alone 0 --units {units} --dir '{folder}'"
    ));
    assert!(said.contains(&format!(": {units} units in ")), "{said}");
}

fn unit_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = files(folder);
    // A killed process may leave the part of a file.
    files.retain(|file| in_text(file).contains("/unit-") && in_text(file).ends_with(".npuzzle"));
    files
}

#[test]
fn killed_units_still_give_the_answer_of_one_process() {
    let scratch = Scratch::new("units");
    let folder = scratch.join("new");
    split(HARD, &folder, 4);
    let solved = answer(&format!("solve --heuristic patterns --memory 1 '{HARD}'"));
    let mut kills = 0;
    for _ in 0..40 {
        let files = unit_files(&folder);
        for file in &files {
            let stored_often = format!("units run '{}' --every 0.002", in_text(file));
            for wait in [10, 40] {
                let mut command = npuzzle(&stored_often);
                let mut child = command.stdout(Stdio::null()).spawn().expect("started");
                thread::sleep(Duration::from_millis(wait));
                kills += usize::from(child.try_wait().expect("a child").is_none());
                // It may have ended.
                let _ = child.kill();
                child.wait().expect("a child");
            }
            let said = printed(&run_unit(file), 0);
            let is_told = said.starts_with(in_text(file)) && said.contains(" expanded, ");
            assert!(is_told, "{said}");
        }
        let last = fs::read(&files[0]).expect("a unit");
        let output = join(&folder);
        let said = text(&output);
        if said.starts_with("bound ") {
            printed(&output, 1);
            continue;
        }
        let moves = printed(&output, 0);
        let moves = moves.split(' ').next().expect("moves");
        assert!(solved.contains(moves), "{solved}: {said}");
        // The answer stays, even if `join` was killed before it removed the units.
        fs::write(&files[0], last).expect("written");
        assert_eq!(printed(&join(&folder), 0), said);
        assert!(unit_files(&folder).is_empty() && kills > 0);
        return;
    }
    panic!("no answer");
}

#[test]
fn units_that_a_killed_join_leaves_are_not_read() {
    let scratch = Scratch::new("units-left");
    let folder = scratch.join("left");
    split(HARD, &folder, 3);
    for file in unit_files(&folder) {
        printed(&run_unit(&file), 0);
    }
    let contents = || -> Vec<(PathBuf, Vec<u8>)> {
        let read = |file: PathBuf| (file.clone(), fs::read(file).expect("a file"));
        files(&folder).into_iter().map(read).collect()
    };
    let write = |contents: &[(PathBuf, Vec<u8>)]| {
        for (name, content) in contents {
            fs::write(name, content).expect("written");
        }
    };
    let joined = || printed(&join(&folder), 1);
    let before = contents();
    let first = joined();
    let after = contents();
    // Killed before the search is replaced: `join` does it again.
    write(&before);
    assert_eq!(joined(), first);
    assert_eq!(contents(), after);
    // Killed after that: the old units are not read.
    let is_unit = |(name, _): &&(PathBuf, _)| in_text(name).contains("/unit-");
    let units: Vec<_> = before.iter().filter(is_unit).cloned().collect();
    write(&units);
    assert!(joined().contains("units left: 3 of 3"));
}

#[test]
fn missing_foreign_and_damaged_files_are_named() {
    let scratch = Scratch::new("units-wrong");
    let (folder, other) = (scratch.join("own"), scratch.join("other"));
    split(HARD, &folder, 4);
    split(OTHER, &other, 2);
    let files = unit_files(&folder);
    let fails = |output: &Output, what: &[&str]| {
        assert_eq!(printed(output, 2), "");
        for what in what {
            assert!(complaint(output).contains(what), "{what}: {output:?}");
        }
    };
    let first = in_text(&files[0]);
    let next = format!("units left: 4 of 4\nnext: npuzzle units run {first}\n");
    assert!(printed(&join(&folder), 1).ends_with(&next));

    let own = fs::read_to_string(&files[3]).expect("a unit");
    fs::copy(&unit_files(&other)[0], &files[3]).expect("copied");
    fails(&join(&folder), &[in_text(&files[3]), "another search"]);
    fs::write(&files[3], &own[..own.len() / 2]).expect("written");
    let damaged = [in_text(&files[3]), "was changed, or its end is missing"];
    fails(&join(&folder), &damaged);
    fails(&run_unit(&files[3]), &damaged);
    fs::write(&files[3], own).expect("written");

    let own = in_text(&folder);
    refuses(
        &format!("units split '{HARD}' --dir '{own}'"),
        "is not empty",
    );
    let search = format!("units run '{own}/search.npuzzle'");
    refuses(&search, "this is a search, not a unit");
    refuses("units run nowhere", "can't read nowhere");
    fails(&join(scratch.0.path()), &["can't read", "search.npuzzle"]);
    let unmade = scratch.join("unmade");
    let unsolvable = format!(
        "units split '1 2 3/4 5 6/8 7 0' --dir '{}'",
        in_text(&unmade)
    );
    refuses(&unsolvable, "odd");
    assert!(
        !unmade.exists(),
        "a folder for a board that has no solution"
    );

    // Only this was lost.
    let names: Vec<&str> = files.iter().map(|file| in_text(file)).collect();
    answer(&format!("units run '{}'", names.join("' '")));
    let missing = fs::read(&files[1]).expect("a unit");
    fs::remove_file(&files[1]).expect("removed");
    fails(&join(&folder), &["unit 2 is missing"]);
    fs::write(&files[1], missing).expect("written");
    printed(&join(&folder), 1);
}

#[test]
fn easy_boards_are_solved_at_once() {
    let scratch = Scratch::new("units-easy");
    let folder = scratch.path();
    let said = answer(&format!("units split '1 2 3/4 5 6/0 7 8' --dir '{folder}'"));
    assert!(said.starts_with("LL "), "{said}");
    assert_eq!(text(&join(scratch.0.path())), said);
}

/// With a warning, as `solve` does.
#[test]
fn damaged_tables_are_replaced() {
    let scratch = Scratch::new("units-cache");
    let (folder, tables) = (scratch.join("units"), scratch.join("tables"));
    let (folder, cache) = (in_text(&folder), format!("--cache '{}'", in_text(&tables)));
    let damaged = |task: &str, status| {
        let damaged = files(&tables).remove(0);
        fs::write(&damaged, "no table").expect("written");
        let output = run(&format!("units {task} {cache}"), "");
        printed(&output, status);
        let complaint = complaint(&output);
        let cause = format!("{}: is not a table", in_text(&damaged));
        assert!(complaint.starts_with("warning: "), "{complaint}");
        assert!(complaint.contains(&cause), "{complaint}");
        assert_eq!(complaint.lines().count(), 1, "it is reported once");
    };
    let split = format!("split '{HARD}' --heuristic patterns --memory 1 --alone 0 --units 2");
    answer(&format!("units {split} {cache} --dir '{folder}/first'"));
    damaged(&format!("{split} --dir '{folder}/next'"), 0);
    for unit in unit_files(Path::new(&format!("{folder}/next"))) {
        damaged(&format!("run '{}'", in_text(&unit)), 0);
    }
    damaged(&format!("join --alone 0 '{folder}/next'"), 1);
}
