//! Tables in files: nothing but the right table ever comes out of one.

mod folders;
mod forged;
mod processes;

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use npuzzle::tables::{FileFault, Partition, Pattern, Table, TableBuilder};
use npuzzle::{Board, SolveError, Solver, TableError};

use crate::oracle::shape::shape;

/// A folder of its own for a test, gone when the test ends well.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("npuzzle-{name}-{}", std::process::id()));
        // What an earlier process of the same number left.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The names in the folder, in order.
    fn names(&self) -> Vec<String> {
        names(&self.0)
    }

    /// The names in the folder with this extension, in order.
    fn named(&self, extension: &str) -> Vec<String> {
        named(&self.0, extension)
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn named(folder: &Path, extension: &str) -> Vec<String> {
    let mut names = names(folder);
    names.retain(|name| {
        Path::new(name)
            .extension()
            .is_some_and(|it| it == extension)
    });
    names
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn pattern(rows: usize, cols: usize, home: usize, cells: &[usize]) -> Pattern {
    Pattern::new(shape(rows, cols, 1), home, cells.iter().copied()).unwrap()
}

/// A solver that keeps its tables in a folder: of 3 MB, in files of up to 1.5 MB.
fn solver_with(folder: &Path) -> Solver {
    let builder = Solver::builder().cache_dir(folder);
    builder.memory(4_000_000).build()
}

/// Two tables that say the same of every state.
fn assert_same(a: &Table, b: &Table) {
    assert_eq!(a, b);
    assert_eq!((a.max(), a.reached()), (b.max(), b.reached()));
    assert_eq!(a.mean().to_bits(), b.mean().to_bits());
}

#[test]
fn a_table_comes_back_as_it_was() {
    let scratch = Scratch::new("round");
    for pattern in [
        pattern(2, 3, 5, &[0]),
        pattern(3, 3, 4, &[0, 1, 3, 5]),
        pattern(4, 4, 15, &[0, 1, 4, 5]),
        pattern(5, 5, 12, &[0, 6, 24]),
        Pattern::new(shape(3, 2, 2), 0, [1, 2, 11]).unwrap(),
    ] {
        let path = scratch.file("it.table");
        let table = Table::build(pattern).unwrap();
        table.save(&path).unwrap();
        let read = Table::load(&path, pattern).unwrap();
        assert_same(&read, &table);
    }
    assert_eq!(scratch.names(), ["it.table"], "no draft is left");
}

#[test]
fn no_byte_can_be_changed() {
    let scratch = Scratch::new("flips");
    let (path, pattern) = (scratch.file("small.table"), pattern(2, 3, 5, &[0, 1]));
    Table::build(pattern).unwrap().save(&path).unwrap();
    let good = fs::read(&path).unwrap();
    assert!(good.len() > 64, "there are entries, not only a head");
    let mut seen = Vec::new();
    for at in 0..good.len() {
        for change in [0x01, 0x80, 0xff] {
            let mut bad = good.clone();
            bad[at] ^= change;
            fs::write(&path, &bad).unwrap();
            let error = Table::load(&path, pattern).expect_err(&format!("byte {at}"));
            assert_eq!(error.path(), path);
            let fault = error.fault();
            let expected = match at {
                0..=7 => fault == FileFault::Magic,
                8..=11 => matches!(fault, FileFault::Version { .. }),
                12..=17 => fault == FileFault::Shape,
                18 | 19 => fault == FileFault::Home,
                24..=31 => fault == FileFault::Pattern,
                32..=39 => fault == FileFault::Entries,
                _ => fault == FileFault::Checksum,
            };
            assert!(expected, "byte {at}: {error}");
            seen.push(error.to_string());
        }
    }
    assert!(seen[0].contains("small.table") && seen[0].contains("magic"));
    // Two exchanged words, and words changed in the same way.
    for (a, b) in [(20, 24), (48, 40)] {
        let mut bad = good.clone();
        bad.swap(a, b);
        if bad != good {
            fs::write(&path, &bad).unwrap();
            Table::load(&path, pattern).unwrap_err();
        }
    }
    fs::write(&path, &good).unwrap();
    Table::load(&path, pattern).unwrap();
}

#[test]
fn a_cut_or_longer_file_is_named() {
    let scratch = Scratch::new("cuts");
    let (path, pattern) = (scratch.file("cut.table"), pattern(3, 3, 8, &[0, 1, 3]));
    Table::build(pattern).unwrap().save(&path).unwrap();
    let good = fs::read(&path).unwrap();
    let expected = good.len() as u64;
    for len in (0..good.len()).chain([good.len() + 1, good.len() + 8]) {
        let mut bad = good.clone();
        bad.resize(len, 0);
        fs::write(&path, &bad).unwrap();
        let found = len as u64;
        assert_eq!(
            Table::load(&path, pattern).unwrap_err().fault(),
            FileFault::Length { expected, found }
        );
    }
}

#[test]
fn a_table_serves_no_other_pattern() {
    let scratch = Scratch::new("others");
    let path = scratch.file("other.table");
    Table::build(pattern(3, 3, 8, &[0, 1, 3]))
        .unwrap()
        .save(&path)
        .unwrap();
    let fault = |pattern| Table::load(&path, pattern).unwrap_err().fault();
    assert_eq!(fault(pattern(3, 3, 8, &[0, 1, 4])), FileFault::Pattern);
    assert_eq!(fault(pattern(3, 3, 7, &[0, 1, 3])), FileFault::Home);
    assert_eq!(fault(pattern(3, 4, 8, &[0, 1, 3])), FileFault::Shape);
    fs::write(&path, "1 2 3/4 5 6/7 8 0\n".repeat(20)).unwrap();
    assert_eq!(fault(pattern(3, 3, 8, &[0, 1, 3])), FileFault::Magic);
    fs::remove_file(&path).unwrap();
    assert_eq!(
        fault(pattern(3, 3, 8, &[0, 1, 3])),
        FileFault::Read(ErrorKind::NotFound)
    );
}

#[test]
fn tables_that_are_known_are_not_built_again() {
    let partition: Partition = "A A B / A A B / B B .".parse().unwrap();
    let patterns = partition.patterns();
    let all = TableBuilder::new().tables(patterns).unwrap();
    let again = TableBuilder::new()
        .on_progress(&mut |_| panic!("nothing is left to build"))
        .known(&all)
        .tables(patterns)
        .unwrap();
    for (table, known) in again.iter().zip(&all) {
        assert!(table.shares_entries_with(known));
    }
    let rest = TableBuilder::new()
        .known(&all[1..])
        .tables(patterns)
        .unwrap();
    assert!(rest[1].shares_entries_with(&all[1]) && !rest[0].shares_entries_with(&all[0]));
    assert_same(&rest[0], &all[0]);
}

/// A board that takes 50 moves, and too many boards for a solver to do without its tables.
const HARD: &str = "0 1 10 4/13 12 5 2/6 7 14 3/15 8 11 9";

#[test]
fn a_solver_takes_tables_from_its_folder() {
    let scratch = Scratch::new("solver");
    let board: Board<3, 4> = "11 10 9 8/7 6 5 4/3 1 2 0".parse().unwrap();
    let with_folder = || {
        let builder = Solver::builder().cache_dir(scratch.0.join("deep/er"));
        builder.build()
    };
    let plain = Solver::builder().build().solve(&board).unwrap();
    let first = with_folder().solve(&board).unwrap();
    assert_eq!(first.moves(), plain.moves());
    assert_eq!(first.stats(), plain.stats());

    // The second solver reads what the first one wrote: what it can't read is an error.
    let folder = scratch.0.join("deep/er");
    let files: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert!(!files.is_empty());
    let old = SystemTime::now() - Duration::from_secs(86_400);
    for path in &files {
        let file = fs::File::options().append(true).open(path).unwrap();
        file.set_modified(old).unwrap();
    }
    let ages = || {
        let written = |path| fs::metadata(path).unwrap().modified().unwrap();
        files.iter().map(written).collect::<Vec<_>>()
    };
    let before = ages();
    assert_eq!(with_folder().solve(&board).unwrap().moves(), plain.moves());
    assert_eq!(before, ages(), "nothing was rewritten");

    let mut bytes = fs::read(&files[0]).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 4;
    fs::write(&files[0], &bytes).unwrap();
    for _ in 0..2 {
        match with_folder().solve(&board) {
            Err(SolveError::Table(TableError::File(error))) => {
                assert_eq!(error.path(), files[0]);
                assert_eq!(error.fault(), FileFault::Checksum);
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(
            fs::read(&files[0]).unwrap(),
            bytes,
            "a bad file stays as it is"
        );
    }
    fs::remove_file(&files[0]).unwrap();
    for _ in 0..2 {
        assert_eq!(with_folder().solve(&board).unwrap().moves(), plain.moves());
        assert!(files[0].is_file(), "it was built again");
    }
}

fn solver_by_slides(folder: &Path) -> npuzzle::SolverBuilder {
    let builder = Solver::builder().metric(npuzzle::Metric::Slides);
    builder.memory(20_000).cache_dir(folder)
}

#[test]
fn no_byte_of_a_table_by_slides_can_be_changed() {
    let folder = Scratch::new("slides");
    let board = Board::<2, 5>::from_seed(1);
    let length = |solver: Solver| solver.solve(&board).map(|it| (it.slides(), it.stats()));
    let known = length(solver_by_slides(&folder.0).build()).unwrap();
    let names = folder.names();
    assert!(!names.is_empty() && names.iter().all(|it| it.starts_with("slides-2x5-9-")));
    // Read this time.
    assert_eq!(length(solver_by_slides(&folder.0).build()), Ok(known));
    let file = folder.file(&names[0]);
    let whole = fs::read(&file).unwrap();
    let faults = (0..whole.len()).map(|at| {
        let mut changed = whole.clone();
        changed[at] ^= 1 << (at % 8);
        fs::write(&file, &changed).unwrap();
        match length(solver_by_slides(&folder.0).build()) {
            Err(SolveError::Table(TableError::File(error))) => {
                assert_eq!(error.path(), file);
                error.fault()
            }
            other => panic!("byte {at}: {other:?}"),
        }
    });
    let faults: Vec<FileFault> = faults.collect();
    assert_eq!(faults[0], FileFault::Magic);
    assert!(matches!(faults[8], FileFault::Version { .. }));
    assert_eq!(
        [12, 18, 24, 28, 32, 64].map(|at| faults[at]),
        [
            FileFault::Shape,
            FileFault::Home,
            FileFault::Pattern,
            FileFault::Pattern,
            FileFault::Entries,
            FileFault::Checksum
        ]
    );
    fs::remove_file(&file).unwrap();
    assert_eq!(length(solver_by_slides(&folder.0).build()), Ok(known));
    assert_eq!(fs::read(&file).unwrap(), whole, "it was built again");
    for len in [0, 7, 63, 64, whole.len() - 1] {
        fs::write(&file, &whole[..len]).unwrap();
        let error = length(solver_by_slides(&folder.0).build()).unwrap_err();
        assert!(
            matches!(&error, SolveError::Table(TableError::File(it))
                if matches!(it.fault(), FileFault::Length { .. })),
            "{len}: {error:?}"
        );
    }
}
