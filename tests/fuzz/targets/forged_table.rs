//! A table file with a correct checksum and any entries is an error, or a table that neither asks
//! without end nor leads a solver to a wrong answer, and takes the memory of a table that is right.

#![no_main]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use npuzzle::heuristic::CanonicalBoard;
use npuzzle::tables::{Folder, Partition, Pattern, Table};
use npuzzle::{
    Control, DynBoard, Goal, HeuristicKind, Metric, Shape, SolveError, Solver, SolverBuilder,
};

mod held;

use held::Watch;

/// The words of a file's head; the last is the checksum.
const HEAD: usize = 8;

/// A change of the words of a file.
#[derive(Arbitrary, Debug)]
enum Edit {
    /// Shape, home, pattern and number of entries are compared with those asked for.
    Max(u32),
    Reached(u64),
    Mean(f64),
    Entry(u16, u64),
    Fill(u64),
    Noise(u64),
}

/// Options of a solver, its files and what they hold.
struct Stored {
    shape: Shape,
    builder: SolverBuilder,
    boards: Vec<DynBoard>,
    folder: Folder,
    /// Those of the tables that are kept, if they are tables of patterns.
    patterns: Vec<Pattern>,
    files: Vec<(PathBuf, Vec<u64>)>,
}

static STORED: LazyLock<Vec<Stored>> = LazyLock::new(|| {
    let patterns = Solver::builder().heuristic(HeuristicKind::Patterns);
    let by_slides = Solver::builder().metric(Metric::Slides);
    let kinds = [((2, 6), patterns), ((2, 5), by_slides)];
    let stored = kinds
        .into_iter()
        .enumerate()
        .map(|(nth, (sides, builder))| {
            let shape = Shape::new(sides.0, sides.1, 1).expect("a shape");
            let name = format!("npuzzle-fuzz-{}-{nth}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            let builder = builder.memory(20_000).threads(1).cache_dir(&folder);
            let boards = (1..4).map(|seed| DynBoard::from_seed(shape, seed));
            let partition = Partition::choose(shape, shape.cells() - 1, 20_000);
            let folder = Folder::new(folder);
            builder.clone().build().prepare(shape).expect("tables");
            let entries = fs::read_dir(folder.path()).expect("a folder of tables");
            let paths = entries.map(|entry| entry.expect("a file").path());
            let files: Vec<_> = paths.map(|path| (path.clone(), words(&path))).collect();
            assert!(!files.is_empty(), "no tables are kept");
            Stored {
                shape,
                builder,
                boards: boards.collect(),
                folder,
                patterns: partition.expect("a partition").patterns().to_vec(),
                files,
            }
        });
    stored.collect()
});

fn words(path: &Path) -> Vec<u64> {
    let bytes = fs::read(path).expect("a table");
    let words = bytes.chunks_exact(8);
    words
        .map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")))
        .collect()
}

fn apply(words: &mut [u64], edit: &Edit) {
    let (head, entries) = words.split_at_mut(HEAD);
    match *edit {
        Edit::Max(max) => head[2] = head[2] & 0xffff_ffff | u64::from(max) << 32,
        Edit::Reached(reached) => head[5] = reached,
        Edit::Mean(mean) => head[6] = mean.to_bits(),
        Edit::Entry(at, value) => entries[usize::from(at) % entries.len()] = value,
        Edit::Fill(value) => entries.fill(value),
        Edit::Noise(seed) => {
            let mut state = seed;
            for word in entries {
                // SplitMix64.
                state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
                *word = mixed ^ mixed >> 31;
            }
        }
    }
}

/// The checksum of a table's file.
fn checksum(words: &[u64]) -> u64 {
    let step = |sum: u64, word: u64| {
        (sum ^ word)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29)
    };
    let mut sums = [1, 2, 3, 4];
    let (head, entries) = words.split_at(HEAD);
    for part in [&head[..HEAD - 1], entries] {
        for (nth, &word) in part.iter().enumerate() {
            sums[nth % 4] = step(sums[nth % 4], word);
        }
    }
    let count = words.len() as u64 - 1;
    sums.into_iter().fold(count, step)
}

fn write(path: &Path, words: &[u64]) {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    fs::write(path, bytes).expect("a file");
}

fuzz_target!(|input: (bool, Vec<(u8, Edit)>)| {
    let (by_slides, edits) = input;
    let stored = &STORED[usize::from(by_slides)];
    let mut files = stored.files.clone();
    for (file, edit) in &edits {
        let nth = usize::from(*file) % files.len();
        apply(&mut files[nth].1, edit);
    }
    for (path, words) in &mut files {
        words[HEAD - 1] = checksum(words);
        write(path, words);
    }
    let is_forged = files != stored.files;
    let _held = Watch::new();
    let solver = stored.builder.clone().build();
    for board in &stored.boards {
        match solver.solve_with(board, &mut Control::new().max_nodes(5_000)) {
            Ok(solution) => assert!(solution.verify(board).is_ok()),
            Err(SolveError::Stopped(_)) => {}
            Err(error) => assert!(!error.to_string().is_empty() && is_forged, "{error}"),
        }
    }
    // What can be asked of a table by itself.
    for &pattern in &stored.patterns {
        let path = stored.folder.file_of(&pattern);
        let Ok(table) = Table::load(path, pattern) else {
            continue;
        };
        for board in &stored.boards {
            let board = CanonicalBoard::new(board, &Goal::BlankLast).expect("solvable");
            let _ = table.distance(&board);
        }
    }
});
