//! Tables in files: nothing but the right table ever comes out of one.

mod folders;
mod forged;
mod processes;

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use npuzzle::tables::{FileFault, Pattern, Table};
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
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
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

/// A board that takes 50 moves, and too many boards for a solver to do without its tables.
const HARD: &str = "0 1 10 4/13 12 5 2/6 7 14 3/15 8 11 9";

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

/// Returns the file and the fault of an error of a solver.
#[track_caller]
fn fault<T: std::fmt::Debug>(result: Result<T, SolveError>) -> (PathBuf, FileFault) {
    match result {
        Err(SolveError::Table(TableError::File(error))) => (error.path().into(), error.fault()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_table_comes_back_as_it_was_and_serves_no_other_pattern() {
    let scratch = Scratch::new("round");
    let path = scratch.file("it.table");
    for pattern in [
        pattern(2, 3, 5, &[0]),
        pattern(4, 4, 15, &[0, 1, 4, 5]),
        pattern(5, 5, 12, &[0, 6, 24]),
        Pattern::new(shape(3, 2, 2), 0, [1, 2, 11]).unwrap(),
        pattern(3, 3, 8, &[0, 1, 3]),
    ] {
        let table = Table::build(pattern).unwrap();
        table.save(&path).unwrap();
        assert_same(&Table::load(&path, pattern).unwrap(), &table);
    }
    assert_eq!(scratch.names(), ["it.table"], "no draft is left");
    let fault = |pattern| Table::load(&path, pattern).unwrap_err().fault();
    assert_eq!(fault(pattern(3, 3, 8, &[0, 1, 4])), FileFault::Pattern);
    assert_eq!(fault(pattern(3, 3, 7, &[0, 1, 3])), FileFault::Home);
    assert_eq!(fault(pattern(3, 4, 8, &[0, 1, 3])), FileFault::Shape);
    fs::write(&path, "1 2 3/4 5 6/7 8 0\n".repeat(20)).unwrap();
    assert_eq!(fault(pattern(3, 3, 8, &[0, 1, 3])), FileFault::Magic);
    fs::remove_file(&path).unwrap();
    let missing = FileFault::Read(ErrorKind::NotFound);
    assert_eq!(fault(pattern(3, 3, 8, &[0, 1, 3])), missing);
}

/// Changes each byte of a file's head and each `step`th of its entries, then cuts it off or makes it
/// longer; `read` returns the fault that is found.
fn damage(path: &Path, step: usize, read: impl Fn() -> FileFault) {
    let good = fs::read(path).unwrap();
    assert!(good.len() > 64, "there are entries, not only a head");
    for at in (0..64).chain((64..good.len()).step_by(step)) {
        for change in [1 << (at % 8), 0xff] {
            let mut bad = good.clone();
            bad[at] ^= change;
            fs::write(path, &bad).unwrap();
            let fault = read();
            let is_expected = match at {
                0..=7 => fault == FileFault::Magic,
                8..=11 => matches!(fault, FileFault::Version { .. }),
                12..=17 => fault == FileFault::Shape,
                18 | 19 => fault == FileFault::Home,
                24..=31 => fault == FileFault::Pattern,
                32..=39 => fault == FileFault::Entries,
                _ => fault == FileFault::Checksum,
            };
            assert!(is_expected, "byte {at}: {fault:?}");
        }
    }
    let expected = good.len() as u64;
    for len in (0..good.len())
        .step_by(3 * step)
        .chain([good.len() + 1, good.len() + 8])
    {
        let mut bad = good.clone();
        bad.resize(len, 0);
        fs::write(path, &bad).unwrap();
        let found = len as u64;
        assert_eq!(read(), FileFault::Length { expected, found });
    }
    // Exchanged words.
    let mut bad = good.clone();
    bad.rotate_right(8);
    fs::write(path, &bad).unwrap();
    assert_eq!(read(), FileFault::Magic);
    fs::write(path, &good).unwrap();
}

#[test]
fn no_byte_of_a_table_can_be_changed() {
    let scratch = Scratch::new("flips");
    let (path, pattern) = (scratch.file("small.table"), pattern(2, 3, 5, &[0, 1]));
    let table = Table::build(pattern).unwrap();
    table.save(&path).unwrap();
    damage(&path, 1, || {
        let error = Table::load(&path, pattern).unwrap_err();
        assert_eq!(error.path(), path);
        assert!(error.to_string().contains("small.table"));
        error.fault()
    });
    assert_same(&Table::load(&path, pattern).unwrap(), &table);
}

#[test]
fn no_byte_of_a_table_by_slides_can_be_changed() {
    let scratch = Scratch::new("slides");
    let board = Board::<2, 5>::from_seed(1);
    let solve = || {
        let builder = Solver::builder().metric(npuzzle::Metric::Slides);
        let solver = builder.memory(20_000).cache_dir(&scratch.0).build();
        solver.solve(&board)
    };
    let known = solve();
    assert!(known.is_ok());
    let path = scratch.file(&scratch.names()[0]);
    damage(&path, 97, || {
        let (damaged, fault) = fault(solve());
        assert_eq!(damaged, path);
        fault
    });
    assert_eq!(solve(), known, "read this time");
}

#[test]
fn a_solver_takes_tables_from_its_folder() {
    let scratch = Scratch::new("solver");
    let folder = scratch.file("deep/er");
    let board: Board<3, 4> = "11 10 9 8/7 6 5 4/3 1 2 0".parse().unwrap();
    let solve = || Solver::builder().cache_dir(&folder).build().solve(&board);
    let plain = Solver::builder().build().solve(&board);
    assert!(plain.is_ok());
    assert_eq!(solve(), plain);
    // The second solver reads what the first one wrote, and writes nothing.
    let files: Vec<PathBuf> = names(&folder).iter().map(|it| folder.join(it)).collect();
    let old = SystemTime::now() - Duration::from_secs(86_400);
    for path in &files {
        let file = fs::File::options().append(true).open(path).unwrap();
        file.set_modified(old).unwrap();
    }
    let ages = || {
        files
            .iter()
            .map(|path| fs::metadata(path).unwrap().modified().unwrap())
    };
    let before: Vec<_> = ages().collect();
    assert_eq!(solve(), plain);
    assert!(
        !files.is_empty() && ages().eq(before),
        "nothing was rewritten"
    );
    // What it can't read is an error, and stays as it is.
    let mut bytes = fs::read(&files[0]).unwrap();
    *bytes.last_mut().unwrap() ^= 4;
    fs::write(&files[0], &bytes).unwrap();
    for _ in 0..2 {
        assert_eq!(fault(solve()), (files[0].clone(), FileFault::Checksum));
        assert_eq!(fs::read(&files[0]).unwrap(), bytes);
    }
}
