//! Costs of the solver: set-up, and boards of known length.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use npuzzle::{Board, DynBoard, Goal, HeuristicKind, Metric, Puzzle, Shape, Solver};

fn solver(kind: HeuristicKind) -> Solver {
    let builder = Solver::builder().heuristic(kind);
    builder.build()
}

/// Solves a board again and again; its length is known.
fn solve(c: &mut Criterion, name: &str, kind: HeuristicKind, board: &impl Puzzle, length: usize) {
    let solver = solver(kind);
    solver.prepare(board.shape()).expect("little memory");
    c.bench_function(name, |b| {
        b.iter(|| {
            let solution = solver.solve(black_box(board)).expect("a solvable board");
            assert_eq!(solution.moves().len(), length);
            assert!(solution.is_optimal());
        });
    });
}

fn small(c: &mut Criterion) {
    let solver = solver(HeuristicKind::Auto);
    let shape = Board::<3>::SHAPE;
    solver.prepare(shape).expect("little memory");
    let boards = (0..256).map(Board::<3>::from_seed);
    let boards: Vec<_> = boards
        .map(|board| {
            let length = solver
                .solve(&board)
                .expect("a solvable board")
                .moves()
                .len();
            (board, length)
        })
        .collect();
    let mut next = boards.iter().cycle();
    c.bench_function("solve/3x3/random", |b| {
        b.iter(|| {
            let (board, length) = next.next().expect("a cycle");
            let solution = solver.solve(black_box(board)).expect("a solvable board");
            assert_eq!(solution.moves().len(), *length);
        });
    });
    let hardest: Board<3> = "8 6 7/2 5 4/3 0 1".parse().expect("a board");
    solve(c, "solve/3x3/31_moves", HeuristicKind::Auto, &hardest, 31);
}

fn large(c: &mut Criterion) {
    let easy: Board<4> = "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15"
        .parse()
        .expect("a board");
    solve(c, "solve/4x4/9_moves", HeuristicKind::Auto, &easy, 9);
    let median = Board::<4>::from_seed(1);
    solve(
        c,
        "solve/4x4/51_moves/patterns",
        HeuristicKind::Auto,
        &median,
        51,
    );
    solve(
        c,
        "solve/4x4/9_moves/walking_distance",
        HeuristicKind::WalkingDistance,
        &easy,
        9,
    );
}

/// The reference kernel: nodes per second are the generated boards divided by the time. It is no.
/// 79 of Korf's boards (1985).
fn manhattan(c: &mut Criterion) {
    let builder = Solver::builder()
        .goal(Goal::BlankFirst)
        .heuristic(HeuristicKind::Manhattan);
    let solver = builder.build();
    let board: Board<4> = "0 1 9 7/11 13 5 3/14 12 4 2/8 6 10 15"
        .parse()
        .expect("a board");
    c.bench_function("manhattan/4x4/540860_generated", |b| {
        b.iter(|| {
            let solution = solver.solve(black_box(&board)).expect("a solvable board");
            assert_eq!(
                (solution.moves().len(), solution.stats().generated),
                (42, 540_860)
            );
        });
    });
}

/// Searches by slides, on a small shape: the tables of 4 x 4 take seconds to build.
fn slides(c: &mut Criterion) {
    let mut solve = |name: &str, board: &DynBoard, memory: u64, length: usize| {
        let builder = Solver::builder().metric(Metric::MultiTile).memory(memory);
        let solver = builder.build();
        solver.prepare(board.shape()).expect("little memory");
        c.bench_function(name, |b| {
            b.iter(|| {
                let solution = solver.solve(black_box(board)).expect("a solvable board");
                assert_eq!(solution.slides(), length);
            });
        });
    };
    let shape = |rows, cols| Shape::rectangle(rows, cols).expect("a shape");
    let small = DynBoard::from_seed(shape(3, 3), 1);
    solve("slides/3x3/18_slides", &small, 1_000_000, 18);
    let flat = DynBoard::from_seed(shape(3, 4), 1);
    solve("slides/3x4/24_slides", &flat, 1_000_000, 24);
    let square = DynBoard::from_seed(shape(4, 4), 1);
    solve("slides/4x4/31_slides", &square, 26_000_000, 31);
}

fn set_up(c: &mut Criterion) {
    let mut prepare = |name: &str, shape: Shape, kind: HeuristicKind, bytes: u64| {
        let fresh = || solver(kind);
        c.bench_function(&format!("prepare/{name}"), |b| {
            b.iter_batched(
                fresh,
                |solver| {
                    solver.prepare(shape).expect("little memory");
                    assert!((1..=bytes).contains(&solver.table_bytes()));
                    solver
                },
                BatchSize::PerIteration,
            );
        });
    };
    prepare("3x3", Board::<3>::SHAPE, HeuristicKind::Auto, 500_000);
    prepare("4x4", Board::<4>::SHAPE, HeuristicKind::Auto, 4_000_000);
    prepare("3x4", Board::<3, 4>::SHAPE, HeuristicKind::Auto, 4_000_000);
}

criterion_group!(benches, small, large, manhattan, slides, set_up);
criterion_main!(benches);
