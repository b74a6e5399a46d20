//! Tables in files: nothing but the right table ever comes out of one.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, SystemTime};

use npuzzle::tables::{Partition, TableError};
use npuzzle::{Board, Control, DynBoard, HeuristicKind, Metric, SolveError, Solver};

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
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A board that takes 50 moves, and too many boards for a solver to do without its tables.
const HARD: &str = "0 1 10 4/13 12 5 2/6 7 14 3/15 8 11 9";

/// A solver that keeps its tables in a folder: of 3 MB, in files of up to 1.5 MB.
fn solver_with(folder: &Path) -> Solver {
    let builder = Solver::builder().cache_dir(folder);
    builder.memory(4_000_000).build()
}

/// Returns the error of a solver's tables.
#[track_caller]
fn table_error<T: std::fmt::Debug>(result: Result<T, SolveError>) -> TableError {
    match result {
        Err(SolveError::Table(error)) => error,
        other => panic!("{other:?}"),
    }
}

/// Returns the word by which the fault of a file is recognized.
#[track_caller]
fn fault(error: &TableError) -> &'static str {
    let TableError::File { fault, .. } = error else {
        panic!("{error:?}");
    };
    let known = "regular,npuzzle,version,another pattern,checksum,empty".rsplit(',');
    let mut words = known.filter(|word| fault.contains(word));
    words.next().unwrap_or_else(|| panic!("{fault}"))
}

/// Changes each byte of a file's head and each `step`th of its entries, then cuts it off or makes it
/// longer; `read` returns the error, and replaces the file.
fn damage(path: &Path, step: usize, read: impl Fn() -> TableError) {
    let good = fs::read(path).unwrap();
    assert!(good.len() > 64, "there are entries, not only a head");
    let check = |bytes: &[u8], expected| {
        fs::write(path, bytes).unwrap();
        let error = read();
        let name = path.display().to_string();
        assert!(error.to_string().starts_with(&name), "{error}");
        assert_eq!(fault(&error), expected);
        assert!(fs::read(path).unwrap() == good, "{error}");
    };
    for at in (0..64)
        .step_by(step.min(5))
        .chain((64..good.len()).step_by(step))
    {
        for change in [1 << (at % 8), 0xff] {
            let mut bad = good.clone();
            bad[at] ^= change;
            let expected = match at {
                0..=6 => "npuzzle",
                7 => "version",
                8..=31 => "another pattern",
                _ => "checksum",
            };
            check(&bad, expected);
        }
    }
    let longer = [good.len() + 1, good.len() + 8];
    for len in (0..good.len()).step_by(3 * step).chain(longer) {
        let mut bad = good.clone();
        bad.resize(len, 0);
        let expected = match len {
            0..=6 => "npuzzle",
            7 => "version",
            _ => "another pattern",
        };
        check(&bad, expected);
    }
    // Exchanged words, and another file.
    let mut bad = good.clone();
    bad[64..].rotate_right(8);
    if bad != good {
        check(&bad, "checksum");
    }
    check("1 2 3/4 5 6/7 8 0\n".repeat(20).as_bytes(), "npuzzle");
    fs::write(path, &good).unwrap();
}

#[test]
fn no_byte_of_a_file_can_be_changed() {
    let scratch = Scratch::new("flips");
    let partition: Partition = "A B C/D E .".parse().unwrap();
    let prepare = || {
        let builder = Solver::builder().heuristic(HeuristicKind::Patterns);
        let builder = builder.partition(partition.clone());
        builder
            .cache_dir(&scratch.0)
            .build()
            .prepare(partition.shape())
    };
    assert_eq!(prepare(), Ok(()));
    damage(&scratch.file(&scratch.names()[0]), 1, || {
        table_error(prepare())
    });
    for (metric, name) in [(Metric::SingleTile, "stm"), (Metric::MultiTile, "mtm")] {
        let scratch = Scratch::new(name);
        let board = Board::<2, 5>::from_seed(1);
        let builder = || {
            let builder = Solver::builder().heuristic(HeuristicKind::Patterns);
            let builder = builder.metric(metric).memory(30_000);
            builder.cache_dir(&scratch.0)
        };
        let solve = || builder().build().solve(&board);
        let known = solve();
        assert!(known.is_ok(), "{known:?}");
        let path = scratch.file(&scratch.names()[0]);
        damage(&path, 997, || {
            let error = table_error(solve());
            assert_eq!(solve(), known, "it is reported once");
            error
        });
        // The same solver has its tables at once.
        fs::write(&path, "no table").unwrap();
        let solver = builder().build();
        assert_eq!(fault(&table_error(solver.solve(&board))), "npuzzle");
        assert_eq!(solver.solve(&board), known);
        // A file of another version has another name.
        let names = scratch.names();
        for name in &names {
            let other = name.replace("-v3.table", "-v2.table");
            assert_ne!(other, *name);
            fs::rename(scratch.file(name), scratch.file(&other)).unwrap();
            fs::write(scratch.file(&other), b"npuzzle\x02 and its tables").unwrap();
        }
        assert_eq!(solve(), known, "it is not read");
        assert_eq!(scratch.names().len(), 2 * names.len());
    }
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
    let files = fs::read_dir(&folder).unwrap();
    let files: Vec<PathBuf> = files.map(|it| it.unwrap().path()).collect();
    let old = SystemTime::now() - Duration::from_secs(86_400);
    for path in &files {
        let file = fs::File::options().append(true).open(path).unwrap();
        file.set_modified(old).unwrap();
    }
    let ages = || {
        let modified = |path: &PathBuf| fs::metadata(path).unwrap().modified().unwrap();
        files.iter().map(modified).collect::<Vec<_>>()
    };
    let before = ages();
    assert_eq!(solve(), plain);
    assert!(!files.is_empty());
    assert_eq!(ages(), before, "nothing was rewritten");
}

#[test]
fn a_folder_that_cannot_be_written_loses_nothing() {
    let scratch = Scratch::new("unwritable");
    let file = scratch.file("a-file");
    fs::write(&file, "not a folder").unwrap();
    for folder in [file.join("below"), file.clone()] {
        let solver = Solver::builder().cache_dir(folder).build();
        let board: Board<4> = HARD.parse().unwrap();
        let error = table_error(solver.prepare(board.shape()));
        assert!(matches!(error, TableError::Write { .. }), "{error:?}");
        // The tables were built and are used.
        assert!(solver.table_bytes() > 0);
        assert_eq!(solver.solve(&board).unwrap().moves().len(), 50);
        assert_eq!(fs::read(&file).unwrap(), b"not a folder");
    }
    for metric in [Metric::SingleTile, Metric::MultiTile] {
        let builder = Solver::builder().cache_dir("").metric(metric);
        let prepared = builder.memory(100_000).build().prepare(Board::<4>::SHAPE);
        assert_eq!(fault(&table_error(prepared)), "empty");
    }
}

/// Those of writers that were killed go after a day.
#[test]
fn old_drafts_are_removed_by_the_next_writer() {
    let scratch = Scratch::new("drafts");
    let name = "4x4x1-15-33-v3.table.123-0.draft";
    let young = "4x4x1-15-33-v3.table.123-1.draft";
    let others = ["notes.draft", "a.table.txt"];
    let hour = Duration::from_secs(3_600);
    for (name, age) in [(name, 25), (young, 23), (others[0], 100), (others[1], 100)] {
        let file = fs::File::create(scratch.file(name)).unwrap();
        file.set_modified(SystemTime::now() - age * hour).unwrap();
    }
    let solver = Solver::builder().memory(30_000).cache_dir(&scratch.0);
    solver.build().prepare(shape(2, 6, 1)).unwrap();
    let names = scratch.names();
    let has = |name: &str| names.iter().any(|it| it == name);
    assert!(!has(name), "{names:?}");
    assert!(has(young) && others.into_iter().all(has), "{names:?}");
    assert!(names.len() > 3, "tables were written");
}

/// The words of a file's head; the last is the checksum.
const HEAD: usize = 8;

/// Returns a file's bytes after a change of its words, with a good checksum.
fn forged(whole: &[u8], change: impl Fn(&mut [u64])) -> Vec<u8> {
    let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().unwrap());
    let mut words: Vec<u64> = whole.chunks_exact(8).map(word).collect();
    change(&mut words);
    let summed = words[..HEAD - 1].iter().chain(&words[HEAD..]);
    words[HEAD - 1] = summed.fold(0, |sum: u64, &word| {
        let product = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        product.rotate_left(29)
    });
    words.into_iter().flat_map(u64::to_le_bytes).collect()
}

/// The kinds of changes.
const KINDS: u64 = 12;

/// Makes entries say the same everywhere, one of them something else, or all anything; or changes
/// the numbers of the head.
fn change(kind: u64, words: &mut [u64]) {
    let (head, entries) = words.split_at_mut(HEAD);
    match kind {
        0 => entries.fill(0),
        1 => entries.fill(u64::MAX),
        2 => entries.fill(0x9999_9999_9999_9999),
        3 => entries[entries.len() / 2] ^= u64::MAX,
        4 => head[4..7].copy_from_slice(&[u64::MAX, u64::MAX, f64::NAN.to_bits()]),
        _ => {
            for (nth, word) in (1_u64..).zip(entries) {
                let mixed = nth.wrapping_mul(0x9e37_79b9_7f4a_7c15 ^ kind);
                *word = (mixed ^ mixed >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            }
        }
    }
}

/// A solver with such tables ends, by an error or with moves that solve the board.
#[test]
fn forged_tables_lead_to_no_wrong_moves() {
    let patterns = Solver::builder().heuristic(HeuristicKind::Patterns);
    let slides = Solver::builder().metric(Metric::MultiTile);
    for (name, builder, cols) in [("forged", patterns, 6), ("forged-slides", slides, 5)] {
        let scratch = Scratch::new(name);
        let builder = builder.memory(30_000).cache_dir(&scratch.0);
        let shape = shape(2, cols, 1);
        builder.clone().build().prepare(shape).unwrap();
        let files = scratch.names().into_iter().map(|it| scratch.file(&it));
        let files: Vec<_> = files.map(|it| (fs::read(&it).unwrap(), it)).collect();
        assert!(!files.is_empty());
        for kind in 0..KINDS {
            for (whole, path) in &files {
                fs::write(path, forged(whole, |words| change(kind, words))).unwrap();
            }
            let solver = builder.clone().build();
            for seed in 1..4 {
                let board = DynBoard::from_seed(shape, seed);
                match solver.solve_with(&board, Control::new().max_nodes(3_000)) {
                    Ok(solution) => assert_eq!(solution.verify(&board), Ok(())),
                    Err(error) => assert!(!error.to_string().is_empty()),
                }
            }
        }
    }
}

/// The folder of a process of the test below: it is this program again.
const CHILD: &str = "NPUZZLE_CACHE_TEST_CHILD";

#[test]
#[ignore = "it is what another test starts in processes of its own"]
fn child() {
    let Ok(folder) = env::var(CHILD) else { return };
    let board: Board<4> = HARD.parse().unwrap();
    let solution = solver_with(Path::new(&folder)).solve(&board).unwrap();
    assert_eq!(solution.moves().len(), 50);
}

fn start_child(folder: &Path) -> Child {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "cache::child", "--ignored"]);
    command.env(CHILD, folder).stdout(Stdio::piped());
    command.spawn().unwrap()
}

#[test]
fn processes_share_a_folder_and_may_be_killed() {
    let scratch = Scratch::new("shared");
    let board: Board<4> = HARD.parse().unwrap();
    let right = Solver::builder().memory(4_000_000).build().solve(&board);
    let children = [0; 6].map(|_| start_child(&scratch.0));
    for child in children {
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let is_done = output.status.success() && said.contains("1 passed");
        assert!(is_done, "{said}");
    }
    let names = scratch.names();
    let has_drafts = names.iter().any(|it| it.contains("draft"));
    assert!(names.len() > 1 && !has_drafts, "{names:?}");
    assert_eq!(solver_with(&scratch.0).solve(&board), right);
    // Each child is killed once it has begun a number of files, or at its end.
    for files in 0..=names.len() {
        for name in scratch.names() {
            fs::remove_file(scratch.file(&name)).unwrap();
        }
        let mut child = start_child(&scratch.0);
        while scratch.names().len() < files && child.try_wait().unwrap().is_none() {
            thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(solver_with(&scratch.0).solve(&board), right);
    }
}
