//! Korf's hundred boards with his lengths and node counts, and boards of 80 moves.

use npuzzle::heuristic::{EscapeDistance, Heuristic, LinearConflict, WalkingDistance};
use npuzzle::{Board, Goal, HeuristicKind, Puzzle, Solution, Solver};

/// Returns the boards that are easiest by Manhattan distance; the goal has the blank first. Each has
/// its number, the length of a shortest solution, and the boards that his search by Manhattan
/// distance generated.
fn easiest(count: usize) -> Vec<(Board<4>, [u64; 3])> {
    let lines = include_str!("../oracle/korf100.txt").lines();
    let rows = lines.filter_map(|line| line.split_once(" # "));
    let mut boards: Vec<_> = rows
        .map(|(board, numbers)| {
            let numbers = numbers.split_whitespace().map(str::parse);
            let numbers: Vec<u64> = numbers.collect::<Result<_, _>>().expect("numbers");
            let numbers: [u64; 3] = numbers.try_into().expect("three numbers");
            (board.parse().expect("a board"), numbers)
        })
        .collect();
    assert_eq!(boards.len(), 100);
    boards.sort_by_key(|&(_, [.., generated])| generated);
    boards.truncate(count);
    boards
}

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
fn korfs_easiest_boards_have_his_node_counts() {
    let solver = solver(Goal::BlankFirst, HeuristicKind::Manhattan);
    for (board, [number, length, generated]) in easiest(30) {
        let solution = solve(&solver, &board);
        let found = (solution.length() as u64, solution.stats().generated);
        assert_eq!(found, (length, generated), "no. {number}");
    }
}

#[test]
fn escape_distance_is_between_others_and_the_length() {
    let shape = Board::<4>::SHAPE;
    let escape = EscapeDistance::new(shape, 0).expect("small sides");
    let walking = WalkingDistance::new(shape, 0).expect("small sides");
    let conflict = LinearConflict::new(shape, 0).expect("a fine home");
    let mut higher = 0;
    for (board, [number, length, _]) in easiest(100) {
        let goal = Goal::BlankFirst;
        let others = [walking.value(&board, &goal), conflict.value(&board, &goal)];
        let others = others.map(|it| it.expect("its boards"));
        let value = escape.value(&board, &goal).expect("its boards");
        assert!(value >= others[0].max(others[1]), "no. {number}");
        assert!(u64::from(value) <= length, "no. {number}");
        higher += usize::from(value > others[0].max(others[1]));
    }
    assert!(higher > 20, "{higher}");
}

#[test]
#[ignore = "a minute: .ci/full"]
fn escape_distance_of_the_turned_board_is_144() {
    let board = "0 24 23 22 21/20 19 18 17 16/15 14 13 12 11/10 9 8 7 6/5 4 3 2 1";
    let board: Board<5> = board.parse().expect("a board");
    let escape = EscapeDistance::new(Board::<5>::SHAPE, 24).expect("enough memory");
    assert_eq!(escape.value(&board, &Goal::BlankLast), Ok(144));
}

fn assert_lengths(boards: usize) {
    let solver = solver(Goal::BlankFirst, HeuristicKind::Auto);
    for (board, [number, length, _]) in easiest(boards) {
        let found = solve(&solver, &board).length() as u64;
        assert_eq!(found, length, "no. {number}");
    }
}

#[test]
fn half_of_korfs_boards_have_his_lengths() {
    assert_lengths(50);
}

/// Chosen tables search alone: they show the savings of beams before a round.
#[test]
fn beams_before_a_round_spare_it() {
    let solver = |kind| Solver::builder().heuristic(kind).memory(100_000).build();
    let [own, asked] = [HeuristicKind::Auto, HeuristicKind::Patterns].map(solver);
    let (mut spared, mut expanded) = (0, [0; 2]);
    for seed in 0..6 {
        let board = Board::<4>::from_seed(seed);
        let [by, alone] = [&own, &asked].map(|solver| solve(solver, &board));
        assert_eq!(by.length(), alone.length(), "{board}");
        assert!(by.is_optimal() && by.verify(&board).is_ok(), "{board}");
        let both = [&by, &alone].map(|it| it.stats().expanded);
        spared += u32::from(both[0] < both[1]);
        expanded = [expanded[0] + both[0], expanded[1] + both[1]];
    }
    let is_less = 4 * expanded[0] < 3 * expanded[1];
    assert!(spared >= 3 && is_less, "{spared}: {expanded:?}");
}

/// Both first moves lead to the same boards, mirrored at the diagonal: one is enough.
#[test]
fn symmetric_boards_are_searched_by_half() {
    let solver = solver(Goal::BlankFirst, HeuristicKind::Patterns);
    let board: Board<4> = "0 7 1 11/13 10 3 2/4 12 15 6/14 8 9 5"
        .parse()
        .expect("a board");
    let solution = solve(&solver, &board);
    assert_eq!((solution.length(), solution.stats().expanded), (50, 73_530));
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
