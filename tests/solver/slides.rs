//! The multi-tile metric.

use npuzzle::heuristic::{CanonicalBoard, Manhattan};
use npuzzle::{
    Board, Control, DynBoard, Goal, Guide, HeuristicKind, Metric, Solver, SolverBuilder,
};

use crate::oracle::shape::shape;

fn by_slides() -> SolverBuilder {
    // Tables of 9 MB on 4 x 4: those of 25 MB take seconds.
    let builder = Solver::builder().metric(Metric::MultiTile);
    builder.memory(10_000_000).budget(250_000)
}

/// Checks the lengths of boards with tables of this size.
fn check(memory: u64, boards: &[(&str, usize)]) {
    let solver = by_slides().memory(memory).build();
    for (text, distance) in boards {
        let board: DynBoard = text.parse().expect("a board");
        let solution = solver.solve(&board).expect("a solvable board");
        assert_eq!(solution.verify(&board), Ok(()), "{board}");
        assert_eq!(solution.metric(), Metric::MultiTile);
        assert_eq!(solution.slides(), solution.moves().multi_tile_len());
        assert_eq!(solution.tile_moves(), solution.moves().len());
        let length = (solution.length(), solution.lower_bound());
        assert_eq!(length, (*distance, *distance), "{board}");
    }
}

/// Some of the farthest boards of 3 x 4, from a breadth-first search of the whole shape: five need
/// 33 slides.
#[test]
fn the_farthest_boards_of_3x4_take_33_slides() {
    let boards = [
        ("4 3 2 1/8 11 6 5/0 7 10 9", 33),
        ("11 8 2 1/3 6 7 5/0 4 10 9", 33),
        ("4 3 2 5/8 7 10 9/0 11 6 1", 32),
        ("8 4 7 3/11 6 2 0/10 9 5 1", 32),
        ("2 11 9 1/3 7 6 10/0 4 8 5", 31),
        ("9 11 3 2/0 5 8 10/7 4 6 1", 28),
    ];
    check(10_000_000, &boards);
}

/// Boards of 4 x 4 that need the most slides of all (Norskog and Davidson 2010: there are 16 that
/// need 43): the goal mirrored at either diagonal, and the latter with the seven tiles of the last
/// row and column taken three cells on.
#[test]
#[ignore = "long, for release builds: .ci/full"]
fn the_farthest_boards_of_4x4_take_43_slides() {
    let boards = [
        ("1 5 9 13/2 6 10 14/3 7 11 15/4 8 12 0", 43),
        ("0 12 8 4/15 11 7 3/14 10 6 2/13 9 5 1", 43),
        ("0 12 8 5/15 11 7 9/14 10 6 13/1 2 3 4", 43),
    ];
    check(51_000_000, &boards);
}

/// A board of 3 x 5 that needs the most slides of all, the goal mirrored from left to right, and
/// one next to it. They were found by a climb over boards, by the bounds that searches proved of
/// them.
#[test]
#[ignore = "long, for release builds: .ci/full"]
fn a_farthest_board_of_3x5_takes_44_slides() {
    let boards = [
        ("5 4 3 2 1/10 9 8 7 6/0 14 13 12 11", 44),
        ("5 4 3 2 1/10 9 8 7 6/14 0 13 12 11", 43),
    ];
    check(64_000_000, &boards);
}

/// Lengths of shapes that no breadth-first search ends on, against another search by another bound.
#[test]
fn tables_and_another_bound_agree_on_larger_shapes() {
    use HeuristicKind::{LinearConflict, Patterns};
    for (rows, cols, steps) in [(3, 5, 36), (2, 7, 30)] {
        let solvers = [Patterns, LinearConflict].map(|kind| by_slides().heuristic(kind).build());
        let mut longest = 0;
        for seed in 1..=5 {
            let board = DynBoard::scrambled(shape(rows, cols, 1), steps, seed);
            let [tables, other] = solvers.each_ref().map(|solver| {
                let limit = Control::new().max_nodes(1_000_000);
                let solution = solver.solve_with(&board, limit).ok();
                solution.map_or(0, |it| it.length())
            });
            assert!(tables > 0 && (other == 0 || other == tables), "{board}");
            longest = longest.max(other);
        }
        assert!(longest >= 15, "{rows} x {cols}: {longest}");
    }
}

#[test]
fn all_shortest_solutions_are_found_once() {
    let board: DynBoard = "8 6 7/2 5 4/3 0 1".parse().expect("a board");
    let solver = by_slides().memory(1_000_000).build();
    let all = solver.all_optimal(&board).expect("solvable");
    let length = all.length();
    let mut all: Vec<_> = all.collect();
    let found = all.len();
    all.sort();
    all.dedup();
    assert!(found > 0 && all.len() == found);
    for moves in all {
        let mut end = board.clone();
        end.play(&moves).expect("legal moves");
        assert!(end.is_solved() && moves.multi_tile_len() == length);
    }
}

#[test]
fn hints_are_slides() {
    let solver = by_slides().build();
    let board: Board<3> = "1 2 3/4 5 6/0 7 8".parse().expect("a board");
    let hint = Guide::new(board).hint(&solver);
    let hint = hint.expect("solvable").expect("unsolved");
    // A click on tile 8 slides both.
    assert_eq!((hint.tile, hint.cell, hint.moves_left), (8, 8, 1));
}

#[test]
fn a_solved_board_takes_no_moves() {
    for (metric, words) in [
        (Metric::SingleTile, "(0 moves, optimal)"),
        (Metric::MultiTile, "(0 slides, optimal)"),
    ] {
        let solver = Solver::builder().metric(metric).build();
        let solution = solver.solve(&Board::<3>::solved()).expect("solved");
        assert_eq!(solution.to_string(), words);
    }
}

#[test]
fn heuristics_of_ones_own_guide_searches_by_slides() {
    let board: DynBoard = "2 3 0/1 5 6/4 7 8".parse().expect("a board");
    let canonical = CanonicalBoard::new(&board, &Goal::BlankLast).expect("a usual goal");
    let manhattan = Manhattan::new(canonical.shape(), canonical.home()).expect("a home");
    let solver = by_slides().build();
    let solution = solver.solve_by(&board, &manhattan);
    let solution = solution.expect("solvable");
    assert_eq!(
        solution.slides(),
        solver.solve(&board).expect("solvable").slides()
    );
    assert_eq!(solution.to_string(), "R2U2L2 (3 slides, optimal)");
    // A search by tiles is not resumed by slides.
    let stored = Solver::default().search(&Board::<3, 4>::from_seed(1));
    let stored = stored.expect("solvable").suspend().expect("by tiles");
    assert!(solver.resume(&stored).is_err());
}
