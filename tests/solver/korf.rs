//! Korf's hundred boards with his lengths and node counts, and boards of 80 moves.

use npuzzle::{Board, Goal, HeuristicKind, Puzzle, Solution, Solver};

use crate::oracle::korf;

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
