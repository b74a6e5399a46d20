//! Korf's hundred boards with his lengths and node counts, and the counts of other searches of 4 x 4.

use npuzzle::{Board, Goal, HeuristicKind, Puzzle, Solution, Solver};

use crate::oracle::korf;
use crate::oracle::scrambled::scrambled;

fn solver(goal: impl Into<Goal>, kind: HeuristicKind) -> Solver {
    let builder = Solver::builder().goal(goal).heuristic(kind);
    // Enough for tables of six tiles.
    builder.memory(4_000_000).build()
}

/// Solves a board and checks the answer.
fn solve(solver: &Solver, board: &impl Puzzle) -> Solution {
    let solution = solver.solve(board).expect("a solvable board");
    assert!(solution.is_optimal(), "{board:?}");
    assert_eq!(solution.verify(board), Ok(()), "{board:?}");
    solution
}

#[test]
fn the_easiest_of_korfs_boards_have_his_lengths_and_node_counts() {
    let solver = solver(Goal::BlankFirst, HeuristicKind::Manhattan);
    for korf in korf::easiest(30) {
        let solution = solve(&solver, &korf.board);
        assert_eq!(solution.moves().len(), korf.length, "no. {}", korf.number);
        let generated = solution.stats().generated;
        assert_eq!(generated, korf.generated, "no. {}", korf.number);
    }
}

fn assert_lengths(boards: usize) {
    let solver = solver(Goal::BlankFirst, HeuristicKind::Auto);
    for korf in korf::easiest(boards) {
        let length = solve(&solver, &korf.board).moves().len();
        assert_eq!(length, korf.length, "no. {}", korf.number);
    }
}

#[test]
fn half_of_korfs_boards_have_his_lengths() {
    assert_lengths(50);
}

#[test]
#[ignore = "all of them: .ci/full"]
fn korfs_boards_have_his_lengths() {
    assert_lengths(100);
}

/// Goal, seed, length, expanded and generated. A search that expands more is a worse one; where it
/// became better, copy what the failing test prints.
#[expect(clippy::unreadable_literal, reason = "as the test prints them")]
const COUNTS: &[(&str, u64, usize, u64, u64)] = &[
    ("blank-last", 0, 58, 91740, 181837),
    ("blank-last", 1, 51, 22207, 45056),
    ("blank-last", 2, 50, 31064, 63211),
    ("blank-last", 3, 63, 85483, 168913),
    ("blank-last", 4, 50, 17754, 35879),
    ("blank-last", 5, 59, 51914, 104764),
    ("blank-last", 6, 52, 31710, 65069),
    ("blank-last", 7, 59, 89170, 176879),
    ("blank-first", 0, 46, 2195, 4442),
    ("blank-first", 1, 53, 11208, 22674),
    ("blank-first", 2, 50, 22192, 44552),
    ("blank-first", 3, 55, 19718, 39459),
    ("blank-first", 4, 54, 113236, 226401),
    ("blank-first", 5, 57, 11598, 24353),
    ("blank-first", 6, 50, 15935, 32032),
    ("blank-first", 7, 59, 200374, 399187),
    ("snail", 0, 49, 9780, 19986),
    ("snail", 1, 60, 231037, 455351),
    ("snail", 2, 45, 6205, 12722),
    ("snail", 3, 54, 24677, 50660),
    ("snail", 4, 53, 87057, 173233),
    ("snail", 5, 52, 3543, 6960),
    ("snail", 6, 45, 8913, 18374),
    ("snail", 7, 46, 2565, 5452),
];

#[test]
fn the_boards_expanded_are_known() {
    let mut counts = Vec::new();
    for name in ["blank-last", "blank-first", "snail"] {
        let goal: Goal = name.parse().expect("a goal");
        let solver = solver(goal.clone(), HeuristicKind::Patterns);
        for seed in 0..8 {
            let board = Board::<4>::from_seed_for(&goal, seed).expect("any 4 x 4 goal");
            let solution = solve(&solver, &board);
            let (length, stats) = (solution.moves().len(), solution.stats());
            counts.push((name, seed, length, stats.expanded, stats.generated));
        }
    }
    let rows = counts.iter().map(|row| format!("    {row:?},\n"));
    assert!(counts == COUNTS, "now it is\n{}", rows.collect::<String>());
}

#[test]
fn boards_take_as_many_moves_by_unrelated_heuristics() {
    use HeuristicKind::{Auto, Patterns, WalkingDistance};
    let solvers = [Patterns, WalkingDistance, Auto].map(|kind| solver(Goal::BlankLast, kind));
    let mut moves = 0;
    for seed in 0..100 {
        let board = scrambled(Board::<4>::solved(), 20 + (seed % 25) as usize, seed);
        let lengths = solvers.each_ref().map(|it| solve(it, &board).moves().len());
        assert_eq!(lengths, [lengths[0]; 3], "{board}");
        moves += lengths[0];
    }
    assert!(moves > 2_400, "{moves}");
}

/// Some seconds to minutes each.
#[test]
#[ignore = "long, for release builds: .ci/full"]
fn boards_of_80_moves_are_solved() {
    let solver = solver(Goal::BlankLast, HeuristicKind::Auto);
    for text in [
        "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1",
        "0 12 10 13/15 11 14 9/3 7 2 5/4 8 6 1",
    ] {
        let board: Board<4> = text.parse().expect("a board");
        assert_eq!(solve(&solver, &board).moves().len(), 80, "{text}");
    }
}
