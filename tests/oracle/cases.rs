//! Solvers of every kind, each with a board.

use npuzzle::HeuristicKind::{self, Auto, LinearConflict, Manhattan, Patterns, WalkingDistance};
use npuzzle::Metric::{self, MultiTile, SingleTile};
use npuzzle::Quality::{self, Best, Fast, Optimal, Within};
use npuzzle::{Board, DynBoard, Solver};

use super::shape::shape;

/// Options, memory, the sides of a board, and its seed or the moves of a scramble.
pub(crate) type Case = (
    Metric,
    Quality,
    HeuristicKind,
    u64,
    (usize, usize, usize),
    Start,
);

#[derive(Clone, Copy)]
pub(crate) enum Start {
    Seed(u64),
    Scrambled(usize),
}

use Start::{Scrambled, Seed};

const fn within(percent: u16) -> Quality {
    Within { percent }
}

/// Each kernel, quality and metric. With so small tables some boards of 4 x 4 need rounds that are
/// split among threads; with [`Auto`] beams come before these.
pub(crate) const CASES: [Case; 34] = [
    (SingleTile, Optimal, Patterns, 100_000, (4, 4, 1), Seed(0)),
    (SingleTile, Optimal, Patterns, 100_000, (4, 4, 1), Seed(2)),
    (SingleTile, Optimal, Auto, 400_000, (4, 4, 1), Seed(1)),
    (SingleTile, Optimal, Auto, 100_000, (4, 4, 1), Seed(0)),
    (SingleTile, Optimal, Auto, 100_000, (4, 4, 1), Seed(2)),
    (SingleTile, Optimal, Auto, 400_000, (4, 4, 1), Scrambled(30)),
    (SingleTile, Optimal, Auto, 400_000, (3, 3, 1), Seed(5)),
    (SingleTile, Optimal, Auto, 30_000, (2, 3, 2), Seed(1)),
    (SingleTile, Optimal, Auto, 0, (1, 8, 1), Seed(5)),
    (SingleTile, Optimal, LinearConflict, 0, (3, 4, 1), Seed(2)),
    (SingleTile, Optimal, WalkingDistance, 0, (2, 6, 1), Seed(2)),
    (SingleTile, Optimal, Manhattan, 0, (3, 3, 1), Seed(4)),
    (SingleTile, Optimal, Manhattan, 0, (4, 4, 1), Scrambled(40)),
    (MultiTile, Optimal, Auto, 100_000, (3, 4, 1), Seed(1)),
    (MultiTile, Optimal, Auto, 100_000, (3, 3, 1), Seed(5)),
    (MultiTile, Optimal, Auto, 0, (1, 8, 1), Seed(5)),
    (MultiTile, Optimal, Auto, 0, (2, 2, 3), Scrambled(20)),
    (
        MultiTile,
        Optimal,
        LinearConflict,
        0,
        (3, 4, 1),
        Scrambled(30),
    ),
    (MultiTile, Optimal, WalkingDistance, 0, (2, 5, 1), Seed(4)),
    (MultiTile, Optimal, Manhattan, 0, (4, 4, 1), Scrambled(20)),
    (SingleTile, within(20), Auto, 100_000, (2, 2, 2), Seed(3)),
    (SingleTile, within(0), Patterns, 100_000, (4, 4, 1), Seed(1)),
    (
        SingleTile,
        within(30),
        Auto,
        100_000,
        (5, 5, 1),
        Scrambled(40),
    ),
    (MultiTile, within(50), Auto, 100_000, (3, 4, 1), Seed(2)),
    (SingleTile, Best, Auto, 100_000, (2, 2, 2), Seed(3)),
    (SingleTile, Best, Patterns, 100_000, (4, 4, 1), Seed(3)),
    (SingleTile, Best, Auto, 100_000, (4, 10, 1), Seed(12)),
    (MultiTile, Best, Auto, 100_000, (4, 10, 1), Seed(12)),
    (SingleTile, Best, Auto, 100_000, (3, 3, 3), Seed(12)),
    (SingleTile, Fast, Auto, 100_000, (3, 4, 1), Seed(3)),
    (SingleTile, Fast, Auto, 100_000, (5, 5, 1), Scrambled(5)),
    (SingleTile, Fast, Auto, 100_000, (5, 5, 1), Scrambled(20)),
    (SingleTile, Fast, Auto, 100_000, (6, 6, 1), Scrambled(12)),
    (SingleTile, Fast, Auto, 100_000, (9, 8, 1), Seed(12)),
];

/// Returns a solver and a board of each case in which shortest solutions are searched for.
pub(crate) fn optimal() -> impl Iterator<Item = (Solver, DynBoard)> {
    let cases = CASES.iter().filter(|case| case.1 == Optimal);
    cases.map(|case| (case_solver(case, 1), case_board(case)))
}

/// Returns the solver of a case.
pub(crate) fn case_solver(case: &Case, threads: usize) -> Solver {
    let &(metric, quality, heuristic, memory, ..) = case;
    let builder = Solver::builder().metric(metric).quality(quality);
    let builder = builder.heuristic(heuristic).memory(memory);
    builder.budget(100_000).threads(threads).build()
}

/// Returns the board of a case.
pub(crate) fn case_board(case: &Case) -> DynBoard {
    let ((rows, cols, layers), start) = (case.4, case.5);
    let shape = shape(rows, cols, layers);
    match start {
        Seed(seed) => DynBoard::from_seed(shape, seed),
        Scrambled(moves) => DynBoard::scrambled(shape, moves, 3),
    }
}

/// A board of 80 moves.
pub(crate) fn farthest() -> Board<4> {
    let board = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";
    board.parse().expect("a board")
}
