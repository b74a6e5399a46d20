//! Folders and files that stand in the way of tables.

use std::fs;
use std::io::ErrorKind;
use std::process::Command;
use std::time::{Duration, SystemTime};

use npuzzle::tables::{FileFault, Folder, Table};
use npuzzle::{Board, SolveError, Solver, TableError};

use super::{HARD, Scratch, pattern};
use crate::oracle::shape::shape;

#[test]
fn a_folder_that_cannot_be_written_loses_nothing() {
    let scratch = Scratch::new("unwritable");
    let file = scratch.file("a-file");
    fs::write(&file, "not a folder").unwrap();
    let solver = Solver::builder().cache_dir(file.join("below")).build();
    let board: Board<4> = HARD.parse().unwrap();
    match solver.prepare(board.shape()) {
        Err(SolveError::Table(TableError::File(error))) => {
            assert!(matches!(error.fault(), FileFault::Write(_)), "{error}");
        }
        other => panic!("{other:?}"),
    }
    // The tables were built and are used.
    assert!(solver.table_bytes() > 0);
    assert_eq!(solver.solve(&board).unwrap().moves().len(), 50);
    assert_eq!(fs::read(&file).unwrap(), b"not a folder");
}

#[cfg(unix)]
#[test]
fn a_folder_without_permission_is_an_error() {
    use std::os::unix::fs::PermissionsExt;

    let scratch = Scratch::new("forbidden");
    let folder = scratch.file("folder");
    fs::create_dir(&folder).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o500)).unwrap();
    let table = Table::build(pattern(2, 3, 5, &[0, 1])).unwrap();
    let saved = Folder::new(&folder).save(std::slice::from_ref(&table));
    // The superuser may write everywhere.
    match saved {
        Ok(()) => assert_eq!(fs::read_dir(&folder).unwrap().count(), 1),
        Err(error) => assert_eq!(error.fault(), FileFault::Write(ErrorKind::PermissionDenied)),
    }
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).unwrap();
}

#[test]
fn a_file_in_place_of_the_folder_is_explained() {
    let scratch = Scratch::new("not-a-folder");
    let file = scratch.file("a-file");
    fs::write(&file, "not a folder").unwrap();
    let table = Table::build(pattern(2, 3, 5, &[0, 1])).unwrap();
    let error = Folder::new(&file).save(&[table]).unwrap_err();
    assert_eq!(error.path(), file);
    assert_eq!(error.fault(), FileFault::NotAFolder);
    let words = format!(
        "{}: is not a folder, so no tables are kept there",
        file.display()
    );
    assert_eq!(error.to_string(), words);
    assert_eq!(fs::read(&file).unwrap(), b"not a folder");
}

/// The system takes an empty path for the working directory, in which nothing was to be kept.
#[test]
fn an_empty_path_is_not_the_working_directory() {
    let pattern = pattern(3, 3, 8, &[0, 1]);
    let folder = Folder::new("");
    let table = Table::build(pattern).unwrap();
    for error in [
        folder.load(&[pattern]).unwrap_err(),
        folder.save(&[table]).unwrap_err(),
    ] {
        assert_eq!(error.fault(), FileFault::NoFolder);
        assert!(
            error
                .to_string()
                .starts_with("the path of the folder is empty")
        );
    }
    let metrics = [npuzzle::Metric::Tiles, npuzzle::Metric::Slides];
    for (metric, side) in metrics.into_iter().flat_map(|it| [(it, 3), (it, 4)]) {
        let solver = Solver::builder()
            .cache_dir("")
            .metric(metric)
            .memory(100_000);
        let shape = shape(side, side, 1);
        let error = solver.build().prepare(shape).unwrap_err();
        let SolveError::Table(TableError::File(error)) = error else {
            panic!("{error:?}");
        };
        assert_eq!(error.fault(), FileFault::NoFolder);
    }
}

#[test]
fn a_folder_of_a_table_s_name_is_neither_read_nor_replaced() {
    let scratch = Scratch::new("folder-for-table");
    let pattern = pattern(2, 3, 5, &[0, 1]);
    let folder = Folder::new(&scratch.0);
    let name = folder.file_of(&pattern);
    fs::create_dir_all(&name).unwrap();
    fs::write(name.join("precious"), "data").unwrap();
    let error = folder.load(&[pattern]).unwrap_err();
    assert_eq!((error.path(), error.fault()), (&*name, FileFault::NotAFile));
    let words = "is not a regular file, so it is neither read nor replaced";
    assert_eq!(error.to_string(), format!("{}: {words}", name.display()));
    assert_eq!(fs::read(name.join("precious")).unwrap(), b"data");
}

#[cfg(unix)]
#[test]
fn a_pipe_of_a_table_s_name_is_not_waited_for() {
    let scratch = Scratch::new("pipe");
    let (folder, pattern) = (Folder::new(&scratch.0), pattern(2, 3, 5, &[0, 1]));
    let pipe = folder.file_of(&pattern);
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    // A reader finds this text instead of waiting for a writer, so a failure is an error and not an
    // endless test.
    let mut ends = fs::File::options()
        .read(true)
        .write(true)
        .open(&pipe)
        .unwrap();
    std::io::Write::write_all(&mut ends, &[0; 100]).unwrap();
    let error = folder.load(&[pattern]).unwrap_err();
    assert_eq!((error.path(), error.fault()), (&*pipe, FileFault::NotAFile));
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
        file.set_modified(SystemTime::now() - Duration::from_secs(age))
            .unwrap();
    }
    Table::build(pattern(2, 3, 5, &[0, 1]))
        .unwrap()
        .save(&path)
        .unwrap();
    assert_eq!(
        scratch.names(),
        ["it.table", "it.table.2-0.draft", "other.draft"]
    );
}
