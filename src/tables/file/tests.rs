//! Only the right table ever comes out of a file; `tests/solver/cache.rs` damages whole folders.

use std::process::Command;

use super::*;
use crate::shape::Shape;
use crate::tables::pattern::Pattern;
use crate::tables::{Table, build_at_once};

/// A folder of its own for a test, gone when the test ends well.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("npuzzle-{name}-{}", std::process::id()));
        // What an earlier process of the same number left.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn files(&self) -> usize {
        fs::read_dir(&self.0).unwrap().count()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn table(sides: [usize; 3], home: usize, cells: &[usize]) -> Table {
    let shape = Shape::new(sides[0], sides[1], sides[2]).unwrap();
    let mask = cells.iter().fold(0, |mask, &cell| mask | 1 << cell);
    let pattern = Pattern::new(shape, home, mask).unwrap();
    build_at_once(&[pattern]).unwrap().swap_remove(0)
}

/// Reads a file as that of a table.
fn read_as(path: &Path, table: &Table) -> Result<Option<Contents>, TableError> {
    read(path, table.pattern.id().1, table.data.words.len())
}

fn write_as(path: &Path, table: &Table, all: (u32, f64)) -> Result<(), TableError> {
    write(path, table.pattern.id().1, &(all, table.data.words.clone()))
}

fn assert_fault(result: Result<Option<Contents>, TableError>, word: &str) {
    match result.unwrap_err() {
        TableError::File { fault, .. } => assert!(fault.contains(word), "{fault}"),
        error => panic!("{error:?}"),
    }
}

#[test]
fn a_table_is_read_as_it_was_written() {
    let scratch = Scratch::new("round");
    let path = scratch.0.join("it.table");
    for table in [
        table([2, 3, 1], 5, &[0]),
        table([4, 4, 1], 15, &[0, 1, 4, 5]),
        table([5, 5, 1], 12, &[0, 6, 24]),
        table([3, 2, 2], 0, &[1, 2, 11]),
        table([3, 3, 1], 8, &[0, 1, 3]),
    ] {
        assert!(read_as(&scratch.0.join("none"), &table).unwrap().is_none());
        let all = (table.data.max, table.data.mean);
        write_as(&path, &table, all).unwrap();
        let (read, words) = read_as(&path, &table).unwrap().unwrap();
        assert_eq!((read.0, read.1.to_bits()), (all.0, all.1.to_bits()));
        assert!(words == table.data.words);
    }
    assert_eq!(scratch.files(), 1, "no draft is left");
    for other in [
        table([3, 3, 1], 8, &[0, 1, 4]),
        table([3, 3, 1], 7, &[0, 1, 3]),
        table([3, 4, 1], 8, &[0, 1, 3]),
    ] {
        assert_fault(read_as(&path, &other), "another pattern");
    }
}

/// No descent may take four thousand million steps.
#[test]
fn a_forged_maximum_is_bounded() {
    let scratch = Scratch::new("maximum");
    let (path, table) = (scratch.0.join("it.table"), table([2, 3, 1], 5, &[0, 1]));
    write_as(&path, &table, (u32::MAX, f64::NAN)).unwrap();
    let ((max, _), _) = read_as(&path, &table).unwrap().unwrap();
    assert_eq!(max, u32::from(u16::MAX));
}

/// Neither is read or replaced; a pipe is not waited for.
#[cfg(unix)]
#[test]
fn folders_and_pipes_of_a_table_s_name_stay() {
    let scratch = Scratch::new("folder-for-table");
    let table = table([2, 3, 1], 5, &[0, 1]);
    let [inner, pipe] = ["folder", "pipe"].map(|name| scratch.0.join(name));
    fs::create_dir(&inner).unwrap();
    fs::write(inner.join("precious"), "data").unwrap();
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    // A reader finds this text instead of waiting for a writer, so a failure is an error and not an
    // endless test.
    let ends = File::options().read(true).write(true).open(&pipe);
    ends.unwrap().write_all(&[0; 100]).unwrap();
    for path in [&inner, &pipe] {
        assert_fault(read_as(path, &table), "regular");
    }
    assert!(write_as(&inner, &table, (0, 0.0)).is_err());
    assert_eq!(fs::read(inner.join("precious")).unwrap(), b"data");
    assert_eq!(scratch.files(), 2, "no draft is left");
}
