//! Counting inversions by size: all pairs, merge sort, the fastest, and the parity alone.
//!
//! `cargo bench -p npuzzle-benches --bench inversions` shows the lengths at which one algorithm
//! overtakes another.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use npuzzle::inversions::{count, count_merge_sort, count_naive, parity};
use npuzzle::permutation::Parity;
use npuzzle::{DynBoard, Shape, permutation};

fn inversions(c: &mut Criterion) {
    let mut group = c.benchmark_group("inversions");
    for (rows, cols) in [
        (2, 2),
        (2, 4),
        (3, 3),
        (4, 4),
        (8, 8),
        (10, 10),
        (16, 16),
        (32, 32),
        (100, 100),
        (256, 256),
    ] {
        let shape = Shape::new(rows, cols, 1).expect("a shape");
        let board = DynBoard::permutation_from_seed(shape, 1);
        let (tiles, cells) = (board.tiles(), shape.cells());
        let expected = count_merge_sort(tiles);
        if cells <= 1_024 {
            group.bench_with_input(BenchmarkId::new("naive", cells), tiles, |b, tiles| {
                b.iter(|| assert_eq!(count_naive(black_box(tiles)), expected));
            });
        }
        group.bench_with_input(BenchmarkId::new("merge_sort", cells), tiles, |b, tiles| {
            b.iter(|| assert_eq!(count_merge_sort(black_box(tiles)), expected));
        });
        group.bench_with_input(BenchmarkId::new("fastest", cells), tiles, |b, tiles| {
            b.iter(|| assert_eq!(count(black_box(tiles)), expected));
        });
        group.bench_with_input(BenchmarkId::new("parity", cells), tiles, |b, tiles| {
            b.iter(|| assert_eq!(parity(black_box(tiles)), Parity::of(expected)));
        });
        // The blank is smaller than every tile: it adds one inversion for each cell before it.
        let cycles = Parity::of(expected + board.blank() as u64);
        group.bench_with_input(BenchmarkId::new("cycles", cells), tiles, |b, tiles| {
            b.iter(|| assert_eq!(permutation::parity(black_box(tiles)), Ok(cycles)));
        });
    }
    group.finish();
}

criterion_group!(benches, inversions);
criterion_main!(benches);
