//! Calls that games make often: solvability, random boards, parsing, slides.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use npuzzle::permutation::{Parity, parity};
use npuzzle::{Board, Direction, Goal, Moves};

/// Cycles through some boards, so that the branch predictor can't learn the answer.
fn boards<const N: usize>() -> Vec<(Board<N>, bool)> {
    let board = Board::permutation_from_seed;
    (0..64)
        .map(board)
        .map(|board: Board<N>| {
            let tiles: Vec<u16> = board
                .iter()
                .map(|tile| (tile + (N * N) as u16 - 1) % (N * N) as u16)
                .collect();
            let of_tiles = parity(&tiles).expect("a permutation");
            let steps = board.shape().distance(board.blank(), N * N - 1);
            let is_solvable = of_tiles == Parity::of(steps as u64);
            (board, is_solvable)
        })
        .collect()
}

fn solvable_of_size<const N: usize>(c: &mut Criterion) {
    let boards = boards::<N>();
    // All of them each time, and one check at the end: a branch for each would take as long as the
    // answer.
    c.bench_function(&format!("is_solvable/64_of/{N}x{N}"), |b| {
        b.iter(|| {
            let wrong =
                |(board, expected): &&(Board<N>, bool)| black_box(board).is_solvable() != *expected;
            assert_eq!(boards.iter().filter(wrong).count(), 0);
        });
    });
}

fn solvable(c: &mut Criterion) {
    solvable_of_size::<3>(c);
    solvable_of_size::<4>(c);
    solvable_of_size::<8>(c);
    solvable_of_size::<10>(c);
    solvable_of_size::<100>(c);
    let board = Board::<4>::permutation_from_seed(1);
    let expected = board.is_solvable_for(&Goal::Snail);
    c.bench_function("is_solvable_for/snail/4x4", |b| {
        b.iter(|| assert_eq!(black_box(&board).is_solvable_for(&Goal::Snail), expected));
    });
    let dynamic = npuzzle::DynBoard::from(&board);
    let expected = board.is_solvable();
    c.bench_function("is_solvable/DynBoard/4x4", |b| {
        b.iter(|| assert_eq!(black_box(&dynamic).is_solvable(), expected));
    });
}

fn random_of_size<const N: usize>(c: &mut Criterion) {
    let mut seed = 0;
    c.bench_function(&format!("from_seed/{N}x{N}"), |b| {
        b.iter(|| {
            seed += 1;
            black_box(Board::<N>::from_seed(black_box(seed)))
        });
    });
}

fn random(c: &mut Criterion) {
    random_of_size::<3>(c);
    random_of_size::<4>(c);
    random_of_size::<5>(c);
    random_of_size::<10>(c);
    random_of_size::<50>(c);
}

fn parse(c: &mut Criterion) {
    let board = Board::<4>::from_seed(1);
    let text = board.to_string();
    c.bench_function("parse/4x4", |b| {
        b.iter(|| assert_eq!(black_box(&*text).parse::<Board<4>>().as_ref(), Ok(&board)));
    });
    c.bench_function("print/4x4", |b| {
        b.iter(|| assert_eq!(black_box(&board).to_string(), text));
    });
    let large = Board::<100>::from_seed(1);
    let text = large.to_string();
    c.bench_function("parse/100x100", |b| {
        b.iter(|| assert_eq!(black_box(&*text).parse::<Board<100>>().as_ref(), Ok(&large)));
    });
}

fn slide(c: &mut Criterion) {
    let mut board = Board::<4>::solved();
    let round = [
        Direction::Down,
        Direction::Right,
        Direction::Up,
        Direction::Left,
    ];
    c.bench_function("slide/4x4/12_rounds_of_4", |b| {
        b.iter(|| {
            // Three times around three tiles restores the board: 12 moves; four of those here.
            for direction in round.iter().cycle().take(48) {
                black_box(&mut board)
                    .slide(*direction)
                    .expect("a legal move");
            }
            assert!(board.is_solved());
        });
    });
    let moves: Moves = "DRULDRULDRUL".parse().expect("moves");
    c.bench_function("play/4x4/12_moves", |b| {
        b.iter(|| {
            board.play(black_box(&moves)).expect("legal moves");
            assert!(board.is_solved());
        });
    });
    let mut large = Board::<100>::solved();
    c.bench_function("slide_cell/100x100/row_and_back", |b| {
        b.iter(|| {
            large.slide_cell(black_box(9_900)).expect("in line");
            large.slide_cell(black_box(9_999)).expect("in line");
            assert!(large.is_solved());
        });
    });
}

criterion_group!(benches, solvable, random, parse, slide);
criterion_main!(benches);
