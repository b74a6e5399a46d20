//! Tables in files: nothing but the right table ever comes out of one.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use npuzzle::heuristic::CanonicalBoard;
use npuzzle::tables::{FileFault, Folder, Partition, Pattern, Table, TableBuilder};
use npuzzle::{Board, Control, DynBoard, Goal, HeuristicKind, SolveError, Solver, TableError};

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
        assert_eq!(read.verify(), Ok(()));
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
    let with = |rebuild| {
        let builder = Solver::builder().cache_dir(scratch.0.join("deep/er"));
        builder.rebuild_bad_tables(rebuild).build()
    };
    let plain = Solver::builder().build().solve(&board).unwrap();
    let first = with(false).solve(&board).unwrap();
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
    assert_eq!(with(false).solve(&board).unwrap().moves(), plain.moves());
    assert_eq!(before, ages(), "nothing was rewritten");

    let mut bytes = fs::read(&files[0]).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 4;
    fs::write(&files[0], &bytes).unwrap();
    for _ in 0..2 {
        match with(false).solve(&board) {
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
    assert_eq!(with(true).solve(&board).unwrap().moves(), plain.moves());
    assert_eq!(
        with(false).solve(&board).unwrap().moves(),
        plain.moves(),
        "it was replaced"
    );
}

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
    for folder in [
        Folder::new(&scratch.0),
        Folder::new(&scratch.0).replace_bad(true),
    ] {
        let name = folder.file_of(&pattern);
        fs::create_dir_all(&name).unwrap();
        fs::write(name.join("precious"), "data").unwrap();
        let error = folder.load(&[pattern]).unwrap_err();
        assert_eq!((error.path(), error.fault()), (&*name, FileFault::NotAFile));
        let words = "is not a regular file, so it is neither read nor replaced";
        assert_eq!(error.to_string(), format!("{}: {words}", name.display()));
        assert_eq!(fs::read(name.join("precious")).unwrap(), b"data");
    }
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
    let rebuilding = Folder::new(&scratch.0).replace_bad(true);
    assert_eq!(rebuilding.load(&[pattern]).unwrap_err(), error);
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

/// Does the part of the processes of the tests below: they are this program again.
const CHILD: &str = "NPUZZLE_CACHE_TEST_CHILD";

#[test]
#[ignore = "it is what other tests start in processes of its own"]
fn child() {
    let Ok(task) = env::var(CHILD) else { return };
    let (task, folder) = task.split_once(' ').unwrap();
    let board: Board<4> = HARD.parse().unwrap();
    let solver = solver_with(Path::new(folder));
    match task {
        "solve" => assert_eq!(solver.solve(&board).unwrap().moves().len(), 50),
        "write-and-wait" => {
            let mut seen = Vec::new();
            // The clock is read between any two slices of the work.
            let clock = || {
                // There is a draft from before the first write to a file until after the last, and
                // while another thread waits for the disk.
                let names = named(Path::new(folder), "draft").into_iter();
                let sized = names.map(|name| {
                    let draft = Path::new(folder).join(&name);
                    (fs::metadata(draft).map_or(0, |draft| draft.len()), name)
                });
                let now: Vec<(u64, String)> = sized.collect();
                if !now.is_empty() && now != seen {
                    seen = now;
                    println!("{BETWEEN_WRITES}");
                    std::io::stdin().read_line(&mut String::new()).unwrap();
                }
                Duration::ZERO
            };
            let mut control = Control::new().timeout(Duration::from_secs(1)).clock(clock);
            solver.prepare_with(board.shape(), &mut control).unwrap();
        }
        other => panic!("{other}"),
    }
}

/// The output of a process that waits for a line before it writes more.
const BETWEEN_WRITES: &str = "between two writes";

fn start(task: &str, folder: &Path) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command
        .args(["--exact", "cache::child", "--ignored", "--nocapture"])
        .env(CHILD, format!("{task} {}", folder.display()))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

#[test]
fn many_processes_share_a_folder() {
    for processes in [2, 8] {
        let scratch = Scratch::new(&format!("shared-{processes}"));
        let children: Vec<_> = (0..processes)
            .map(|_| start("solve", &scratch.0).spawn().unwrap())
            .collect();
        for child in children {
            let output = child.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success(), "{said}");
            assert!(said.contains("1 passed"), "{said}");
        }
        assert_eq!(scratch.named("table"), scratch.names());
        let board: Board<4> = HARD.parse().unwrap();
        let solution = solver_with(&scratch.0).solve(&board).unwrap();
        assert_eq!(solution.moves().len(), 50);
    }
}

/// Starts a process that writes tables, and kills it between two writes to a file: before the write
/// with this number, or never if it makes fewer. Returns the number of pauses that it made.
fn write_and_kill(folder: &Path, kill_at: usize) -> usize {
    let mut child = start("write-and-wait", folder).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut pauses = 0;
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        if line.unwrap().contains(BETWEEN_WRITES) {
            pauses += 1;
            if pauses == kill_at {
                child.kill().unwrap();
                break;
            }
            writeln!(input).unwrap();
        }
    }
    assert_eq!(child.wait().unwrap().success(), pauses < kill_at);
    pauses
}

/// Kills writers at some of all moments between two writes; each time the next process must be
/// right.
fn kill_writers(moments: impl Fn(usize) -> Vec<usize>) {
    let board: Board<4> = HARD.parse().unwrap();
    let right = Solver::builder().memory(4_000_000).build();
    let right = right.solve(&board);
    let scratch = Scratch::new("unkilled");
    let pauses = write_and_kill(&scratch.0, usize::MAX);
    let tables = scratch.names();
    assert_eq!(scratch.named("table"), tables);
    assert!(
        tables.len() > 1 && pauses > 2 * tables.len(),
        "{pauses} {tables:?}"
    );

    for moment in moments(pauses) {
        let scratch = Scratch::new(&format!("killed-{pauses}-{moment}"));
        write_and_kill(&scratch.0, moment);
        let (drafts, whole) = (scratch.named("draft"), scratch.named("table"));
        assert_eq!(drafts.len(), 1, "it was killed while it wrote");
        assert!(whole.len() < tables.len());
        // The next process takes the tables that are whole, and leaves the draft: it may be a
        // living process's.
        let solver = solver_with(&scratch.0);
        assert_eq!(solver.solve(&board), right, "moment {moment} of {pauses}");
        assert_eq!(scratch.named("table"), tables);
        assert_eq!(scratch.named("draft"), drafts);
    }
}

#[test]
fn a_killed_writer_leaves_no_wrong_table() {
    // The first moments, some between, and the last one: all is written, but the file hasn't its
    // name.
    kill_writers(|pauses| vec![1, 2, pauses / 2, pauses]);
}

#[test]
#[ignore = "all of them: .ci/full"]
fn writers_killed_at_any_moment_leave_no_wrong_table() {
    kill_writers(|pauses| (1..=pauses).collect());
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
    // It stays as it is, or is replaced if that was asked for.
    let replacing = solver_by_slides(&folder.0).rebuild_bad_tables(true);
    assert_eq!(length(replacing.build()), Ok(known));
    assert_eq!(fs::read(&file).unwrap(), whole);
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

/// Returns a file's bytes with entries and the largest distance changed, and a good checksum.
fn forged(whole: &[u8], max: Option<u32>, entry: impl Fn(usize) -> u64) -> Vec<u8> {
    let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().unwrap());
    let mut words: Vec<u64> = whole.chunks_exact(8).map(word).collect();
    if let Some(max) = max {
        words[2] = words[2] & 0xffff_ffff | u64::from(max) << 32;
    }
    let entries = words.iter_mut().skip(8).enumerate();
    entries.for_each(|(nth, word)| *word = entry(nth));
    let step = |sum: u64, word: u64| {
        let product = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        product.rotate_left(29)
    };
    let mut sums = [1, 2, 3, 4];
    for part in [&words[..7], &words[8..]] {
        for (nth, &word) in part.iter().enumerate() {
            sums[nth % 4] = step(sums[nth % 4], word);
        }
    }
    words[7] = sums.into_iter().fold(words.len() as u64 - 1, step);
    words.into_iter().flat_map(u64::to_le_bytes).collect()
}

/// Entries that say the same everywhere, and some that say anything.
fn contents() -> Vec<Box<dyn Fn(usize) -> u64>> {
    let mut contents: Vec<Box<dyn Fn(usize) -> u64>> = vec![
        Box::new(|_| 0),
        Box::new(|_| u64::MAX),
        Box::new(|_| 0x9999_9999_9999_9999),
    ];
    for seed in 1..20_u64 {
        contents.push(Box::new(move |nth| {
            let mixed = (nth as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15 ^ seed);
            (mixed ^ mixed >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9)
        }));
    }
    contents
}

/// Descents in such tables went in circles.
#[test]
fn a_forged_table_is_asked_in_bounded_time() {
    let scratch = Scratch::new("circles");
    let (path, pattern) = (scratch.file("it.table"), pattern(2, 5, 9, &[0, 1, 5, 6]));
    let table = Table::build(pattern).unwrap();
    table.save(&path).unwrap();
    let whole = fs::read(&path).unwrap();
    let mut circles = 0;
    for content in contents() {
        fs::write(&path, forged(&whole, None, content)).unwrap();
        let senseless = Table::load(&path, pattern).unwrap();
        assert!(senseless.verify().is_err());
        for seed in 0..200 {
            let board = DynBoard::from_seed(pattern.shape(), seed);
            let board = CanonicalBoard::new(&board, &Goal::BlankLast).unwrap();
            match senseless.distance(&board) {
                Some(distance) => assert!(distance <= table.max()),
                None => circles += 1,
            }
        }
    }
    assert!(circles > 1_000, "{circles}");
    // No descent may take four thousand million steps.
    let same = |nth: usize| u64::from_le_bytes(whole[64 + 8 * nth..][..8].try_into().unwrap());
    for max in [65_536, u32::MAX] {
        fs::write(&path, forged(&whole, Some(max), same)).unwrap();
        let error = Table::load(&path, pattern).unwrap_err();
        assert_eq!(error.fault(), FileFault::Distance);
        assert!(error.to_string().contains("distance: the largest one"));
    }
    fs::write(&path, forged(&whole, None, same)).unwrap();
    assert_same(&Table::load(&path, pattern).unwrap(), &table);
}

/// A solver with such tables ends, by an error or with moves that solve the board.
#[test]
fn forged_tables_lead_to_no_wrong_moves() {
    for (name, solver, board) in [
        (
            "forged-slides",
            Solver::builder().metric(npuzzle::Metric::Slides),
            shape(2, 5, 1),
        ),
        (
            "forged",
            Solver::builder().heuristic(HeuristicKind::Patterns),
            shape(2, 6, 1),
        ),
    ] {
        let scratch = Scratch::new(name);
        let solver = || solver.clone().memory(20_000).cache_dir(&scratch.0).build();
        solver().prepare(board).unwrap();
        let files: Vec<_> = scratch.names().iter().map(|it| scratch.file(it)).collect();
        assert!(!files.is_empty());
        let whole: Vec<_> = files.iter().map(|path| fs::read(path).unwrap()).collect();
        for content in contents() {
            for (path, whole) in files.iter().zip(&whole) {
                fs::write(path, forged(whole, None, &content)).unwrap();
            }
            let solver = solver();
            let verified = solver.verify_tables(board);
            assert!(matches!(
                verified,
                Err(SolveError::Table(TableError::Wrong(_)))
            ));
            for seed in 1..4 {
                let board = DynBoard::from_seed(board, seed);
                match solver.solve_with(&board, &mut Control::new().max_nodes(3_000)) {
                    Ok(solution) => assert_eq!(solution.verify(&board), Ok(())),
                    Err(SolveError::Stopped(_) | SolveError::Answer(_)) => {}
                    Err(error) => panic!("{error:?}"),
                }
            }
        }
    }
}
