//! Tables whose entries are forged, with a good checksum.

use std::fs;

use npuzzle::heuristic::CanonicalBoard;
use npuzzle::tables::{FileFault, Table};
use npuzzle::{Control, DynBoard, Goal, HeuristicKind, Solver};

use super::{Scratch, assert_same, pattern};
use crate::oracle::shape::shape;

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
    for seed in 1..8_u64 {
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
        for seed in 0..200 {
            let board = DynBoard::from_seed(pattern.shape(), seed);
            let board = CanonicalBoard::new(&board, &Goal::BlankLast).unwrap();
            match senseless.distance(&board) {
                Some(distance) => assert!(distance <= table.max()),
                None => circles += 1,
            }
        }
    }
    assert!(circles > 300, "{circles}");
    // No descent may take four thousand million steps.
    let same = |nth: usize| u64::from_le_bytes(whole[64 + 8 * nth..][..8].try_into().unwrap());
    for max in [65_536, u32::MAX] {
        fs::write(&path, forged(&whole, Some(max), same)).unwrap();
        let error = Table::load(&path, pattern).unwrap_err();
        assert_eq!(error.fault(), FileFault::Distance);
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
            for seed in 1..4 {
                let board = DynBoard::from_seed(board, seed);
                match solver.solve_with(&board, &mut Control::new().max_nodes(3_000)) {
                    Ok(solution) => assert_eq!(solution.verify(&board), Ok(())),
                    Err(error) => assert!(!error.to_string().is_empty()),
                }
            }
        }
    }
}
