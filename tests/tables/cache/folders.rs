//! Folders and files that stand in the way of tables.

use std::fs;
use std::time::{Duration, SystemTime};

use npuzzle::tables::{FileFault, Folder, Table};
use npuzzle::{Board, Solver};

use super::{HARD, Scratch, fault, pattern};

#[test]
fn a_folder_that_cannot_be_written_loses_nothing() {
    let scratch = Scratch::new("unwritable");
    let file = scratch.file("a-file");
    fs::write(&file, "not a folder").unwrap();
    let solver = Solver::builder().cache_dir(file.join("below")).build();
    let board: Board<4> = HARD.parse().unwrap();
    let (_, fault) = fault(solver.prepare(board.shape()));
    assert!(matches!(fault, FileFault::Write(_)), "{fault:?}");
    // The tables were built and are used.
    assert!(solver.table_bytes() > 0);
    assert_eq!(solver.solve(&board).unwrap().moves().len(), 50);
    assert_eq!(fs::read(&file).unwrap(), b"not a folder");
}

/// The system takes an empty path for the working directory, in which nothing was to be kept.
#[test]
fn a_path_that_is_no_folder_is_an_error() {
    let scratch = Scratch::new("not-a-folder");
    let file = scratch.file("a-file");
    fs::write(&file, "not a folder").unwrap();
    let pattern = pattern(2, 3, 5, &[0, 1]);
    let table = Table::build(pattern).unwrap();
    let error = Folder::new(&file)
        .save(std::slice::from_ref(&table))
        .unwrap_err();
    assert_eq!(
        (error.path(), error.fault()),
        (&*file, FileFault::NotAFolder)
    );
    assert_eq!(fs::read(&file).unwrap(), b"not a folder");
    let nowhere = Folder::new("");
    let error = nowhere.load(&[pattern]).unwrap_err();
    assert_eq!(error.fault(), FileFault::NoFolder);
    assert_eq!(
        nowhere.save(&[table]).unwrap_err().fault(),
        FileFault::NoFolder
    );
    for metric in [npuzzle::Metric::Tiles, npuzzle::Metric::Slides] {
        let builder = Solver::builder().cache_dir("").metric(metric);
        let prepared = builder.memory(100_000).build().prepare(Board::<4>::SHAPE);
        assert_eq!(fault(prepared).1, FileFault::NoFolder);
    }
}

/// Neither is read or replaced; a pipe is not waited for.
#[cfg(unix)]
#[test]
fn a_folder_and_a_pipe_of_a_table_s_name_are_not_touched() {
    let scratch = Scratch::new("folder-for-table");
    let folder = Folder::new(&scratch.0);
    let patterns = [pattern(2, 3, 5, &[0, 1]), pattern(2, 3, 5, &[0, 2])];
    let [inner, pipe] = patterns.map(|it| folder.file_of(&it));
    fs::create_dir(&inner).unwrap();
    fs::write(inner.join("precious"), "data").unwrap();
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    // A reader finds this text instead of waiting for a writer, so a failure is an error and not an
    // endless test.
    let ends = fs::File::options().read(true).write(true).open(&pipe);
    std::io::Write::write_all(&mut ends.unwrap(), &[0; 100]).unwrap();
    for (pattern, path) in patterns.iter().zip([&inner, &pipe]) {
        let error = folder.load(&[*pattern]).unwrap_err();
        assert_eq!(
            (error.path(), error.fault()),
            (&**path, FileFault::NotAFile)
        );
    }
    assert_eq!(fs::read(inner.join("precious")).unwrap(), b"data");
}

#[test]
fn old_drafts_are_removed_and_young_ones_are_left() {
    let scratch = Scratch::new("drafts");
    let path = scratch.file("it.table");
    for (name, age) in [
        ("it.table.1-0.draft", 3_600),
        ("it.table.2-0.draft", 0),
        ("other.draft", 3_600),
    ] {
        let file = fs::File::create(scratch.file(name)).unwrap();
        let modified = SystemTime::now() - Duration::from_secs(age);
        file.set_modified(modified).unwrap();
    }
    let table = Table::build(pattern(2, 3, 5, &[0, 1])).unwrap();
    table.save(&path).unwrap();
    let left = ["it.table", "it.table.2-0.draft", "other.draft"];
    assert_eq!(scratch.names(), left);
}
