//! Tables whose entries are forged, with a good checksum.

use std::fs;

use npuzzle::heuristic::CanonicalBoard;
use npuzzle::tables::{FileFault, Table};
use npuzzle::{Control, DynBoard, Goal, HeuristicKind, Metric, Solver};

use super::{Scratch, assert_same, pattern};
use crate::oracle::shape::shape;

/// The words of a file's head; the last is the checksum.
const HEAD: usize = 8;

/// Returns a file's bytes after a change of its words, with a good checksum.
fn forged(whole: &[u8], change: impl Fn(&mut [u64])) -> Vec<u8> {
    let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().unwrap());
    let mut words: Vec<u64> = whole.chunks_exact(8).map(word).collect();
    change(&mut words);
    let step = |sum: u64, word: u64| {
        let product = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        product.rotate_left(29)
    };
    let mut sums = [1, 2, 3, 4];
    for part in [&words[..HEAD - 1], &words[HEAD..]] {
        for (nth, &word) in part.iter().enumerate() {
            sums[nth % 4] = step(sums[nth % 4], word);
        }
    }
    words[HEAD - 1] = sums.into_iter().fold(words.len() as u64 - 1, step);
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
        4 => (head[5], head[6]) = (u64::MAX, f64::NAN.to_bits()),
        _ => {
            for (nth, word) in (1_u64..).zip(entries) {
                let mixed = nth.wrapping_mul(0x9e37_79b9_7f4a_7c15 ^ kind);
                *word = (mixed ^ mixed >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            }
        }
    }
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
    for kind in 0..KINDS {
        fs::write(&path, forged(&whole, |words| change(kind, words))).unwrap();
        let Ok(senseless) = Table::load(&path, pattern) else {
            continue;
        };
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
    for max in [65_536, u32::MAX] {
        let max = |words: &mut [u64]| words[2] = words[2] & 0xffff_ffff | u64::from(max) << 32;
        fs::write(&path, forged(&whole, max)).unwrap();
        let error = Table::load(&path, pattern).unwrap_err();
        assert_eq!(error.fault(), FileFault::Distance);
    }
    fs::write(&path, forged(&whole, |_| ())).unwrap();
    assert_same(&Table::load(&path, pattern).unwrap(), &table);
}

/// A solver with such tables ends, by an error or with moves that solve the board.
#[test]
fn forged_tables_lead_to_no_wrong_moves() {
    let patterns = Solver::builder().heuristic(HeuristicKind::Patterns);
    let slides = Solver::builder().metric(Metric::Slides);
    for (name, builder, cols) in [("forged", patterns, 6), ("forged-slides", slides, 5)] {
        let scratch = Scratch::new(name);
        let builder = builder.memory(20_000).cache_dir(&scratch.0);
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
                match solver.solve_with(&board, &mut Control::new().max_nodes(3_000)) {
                    Ok(solution) => assert_eq!(solution.verify(&board), Ok(())),
                    Err(error) => assert!(!error.to_string().is_empty()),
                }
            }
        }
    }
}
