//! The solver with pattern tables: lengths against other heuristics, node counts, homes, shapes and
//! limits.

use std::ops::ControlFlow;

use npuzzle::heuristic::{Additive, LinearConflict};
use npuzzle::tables::{Partition, PartitionError};
use npuzzle::{
    Board, Control, DynBoard, Goal, HeuristicKind, Partial, Puzzle, Reason, Shape, Solution,
    SolveError, Solver, TableError,
};

use crate::oracle::korf;
use crate::oracle::scrambled::scrambled;
use crate::oracle::shape::shape;

/// Of tables, in bytes: enough for tables of six tiles on 4 x 4.
const MEMORY: u64 = 4_000_000;

fn solver(goal: impl Into<Goal>, kind: HeuristicKind) -> Solver {
    let builder = Solver::builder().goal(goal).heuristic(kind);
    builder.memory(MEMORY).build()
}

/// Solves a board and checks the answer.
fn solve(solver: &Solver, board: &impl Puzzle) -> Solution {
    let solution = solver.solve(board).expect("a solvable board");
    assert!(solution.is_optimal(), "{board:?}");
    assert_eq!(solution.verify(board), Ok(()), "{board:?}");
    solution
}

fn stopped(result: Result<Solution, SolveError>) -> Partial {
    match result {
        Err(SolveError::Stopped(known)) => *known,
        other => panic!("not stopped: {other:?}"),
    }
}

fn compare_heuristics(boards: usize) {
    let patterns = solver(Goal::BlankLast, HeuristicKind::Patterns);
    let walking = solver(Goal::BlankLast, HeuristicKind::WalkingDistance);
    let automatic = solver(Goal::BlankLast, HeuristicKind::Auto);
    let mut moves = 0;
    for seed in 0..boards as u64 {
        let board = scrambled(Board::<4>::solved(), 20 + (seed % 25) as usize, seed);
        let length = solve(&patterns, &board).moves().len();
        assert_eq!(solve(&walking, &board).moves().len(), length, "{board}");
        assert_eq!(solve(&automatic, &board).moves().len(), length, "{board}");
        moves += length;
    }
    assert!(moves > boards * 24, "{moves}");
}

#[test]
fn boards_of_4x4_take_as_many_moves_by_unrelated_heuristics() {
    compare_heuristics(200);
}

#[test]
#[ignore = "all of them: .ci/full"]
fn two_thousand_boards_of_4x4_take_as_many_moves_by_unrelated_heuristics() {
    compare_heuristics(2_000);
}

fn assert_lengths_of_korf(boards: usize) {
    let solver = solver(Goal::BlankFirst, HeuristicKind::Auto);
    for korf in korf::easiest(boards) {
        let length = solve(&solver, &korf.board).moves().len();
        assert_eq!(length, korf.length, "no. {}", korf.number);
    }
}

#[test]
fn half_of_korfs_boards_have_his_lengths() {
    assert_lengths_of_korf(50);
}

#[test]
#[ignore = "all of them: .ci/full"]
fn korfs_boards_have_his_lengths() {
    assert_lengths_of_korf(100);
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
            let stats = solution.stats();
            counts.push((
                name,
                seed,
                solution.moves().len(),
                stats.expanded,
                stats.generated,
            ));
        }
    }
    let rows = counts.iter().map(|row| format!("    {row:?},\n"));
    assert!(counts == COUNTS, "now it is\n{}", rows.collect::<String>());
}

/// Solves boards near the goal by linear conflict and with tables in `memory` bytes.
fn agree(shape: Shape, home: usize, boards: u64, memory: u64) {
    // The tiles in order, and the blank moved into its home.
    let cells = shape.cells();
    let mut tiles: Vec<u16> = (1..cells as u16).collect();
    tiles.insert(home, 0);
    let goal = DynBoard::from_tiles(shape, tiles).expect("a permutation");
    let builder = Solver::builder().heuristic(HeuristicKind::Patterns);
    let tables = builder.goal(goal.clone()).memory(memory).build();
    let heuristic = LinearConflict::new(shape, home).expect("a cell of the shape");
    for seed in 0..boards {
        let board = scrambled(goal.clone(), 20 + seed as usize % 11, seed);
        let by_tables = solve(&tables, &board);
        let other = tables
            .solve_by(&board, &heuristic, &mut Control::new())
            .expect("solvable");
        assert_eq!(
            by_tables.moves().len(),
            other.moves().len(),
            "home {home}: {board}"
        );
        assert_eq!(other.verify(&board), Ok(()));
    }
}

#[test]
fn every_home_of_4x4_is_served() {
    for home in 0..16 {
        agree(Board::<4>::SHAPE, home, 11, 400_000);
    }
}

#[test]
#[ignore = "all of them: .ci/full"]
fn every_home_of_4x4_is_served_with_more_memory() {
    for home in 0..16 {
        agree(Board::<4>::SHAPE, home, 22, MEMORY);
    }
}

fn agree_on_shapes(boards: u64, memory: u64) {
    for (rows, cols, layers, homes) in [
        (3, 4, 1, &[0, 5, 11][..]),
        (2, 5, 1, &[0, 2, 9]),
        (5, 2, 1, &[9]),
        (3, 5, 1, &[7, 14]),
        (2, 7, 1, &[13]),
        (2, 2, 3, &[0, 5, 11]),
        (2, 3, 3, &[17]),
        (2, 3, 1, &[0, 1]),
        (2, 2, 2, &[7]),
    ] {
        let shape = shape(rows, cols, layers);
        for &home in homes {
            agree(shape, home, boards, memory);
        }
    }
}

#[test]
fn other_rectangles_and_boxes_are_served() {
    agree_on_shapes(11, 400_000);
}

#[test]
#[ignore = "all of them: .ci/full"]
fn other_rectangles_and_boxes_are_served_with_more_memory() {
    agree_on_shapes(22, MEMORY);
}

#[test]
fn larger_boards_near_the_goal_are_served() {
    for (rows, cols, layers) in [(5, 5, 1), (4, 5, 1), (3, 3, 3), (4, 8, 1), (2, 4, 4)] {
        let shape = shape(rows, cols, layers);
        agree(shape, shape.cells() - 1, 6, MEMORY);
    }
}

#[test]
fn a_budget_is_kept_to_the_board_and_proves_a_bound() {
    for kind in [HeuristicKind::Patterns, HeuristicKind::Auto] {
        let solver = solver(Goal::BlankLast, kind);
        for seed in 0..4 {
            let board = Board::<4>::from_seed(seed);
            // With and without tables at hand.
            let fresh = self::solver(Goal::BlankLast, kind);
            let early = fresh.solve_with(&board, &mut Control::new().max_nodes(0));
            let optimum = solve(&solver, &board);
            assert_eq!(
                early,
                solver.solve_with(&board, &mut Control::new().max_nodes(0))
            );
            assert_eq!(fresh.table_bytes(), 0);
            let whole = optimum.stats().expanded;
            for budget in [0, 1, 2, 3, 10, 100, 5_000, whole - 1, whole] {
                match solver.solve_with(&board, &mut Control::new().max_nodes(budget)) {
                    Ok(solution) => {
                        assert_eq!(budget, whole);
                        assert_eq!(solution, optimum);
                    }
                    result if budget < whole => {
                        let known = stopped(result);
                        assert_eq!(known.reason, Some(Reason::NodeLimit));
                        assert_eq!(known.stats.expanded, budget);
                        assert!(known.lower_bound <= optimum.moves().len());
                        assert!(known.lower_bound >= board.manhattan(&Goal::BlankLast));
                    }
                    result => assert!(budget > whole || result.is_ok(), "{result:?}"),
                }
            }
        }
    }
}

#[test]
fn easy_boards_need_no_tables_and_give_the_same_answer_with_them() {
    let solver = solver(Goal::BlankLast, HeuristicKind::Auto);
    let boards: Vec<_> = (0..40)
        .map(|seed| scrambled(Board::<4>::solved(), seed as usize, seed))
        .collect();
    let solve = |board: &Board<4>| solver.solve(board).expect("solvable");
    let without: Vec<_> = boards[..20].iter().map(solve).collect();
    assert_eq!(solver.table_bytes(), 0);
    let before: Vec<_> = boards.iter().map(solve).collect();
    solver.prepare(Board::<4>::SHAPE).expect("tables");
    assert!((1_000_000..=4_000_000).contains(&solver.table_bytes()));
    let after: Vec<_> = boards.iter().map(solve).collect();
    assert_eq!(before, after);
    assert_eq!(without, after[..20]);
}

#[test]
fn tables_that_do_not_fit_are_an_error_or_replaced() {
    let board = scrambled(Board::<4>::solved(), 30, 1);
    let small = |kind| {
        let builder = Solver::builder().memory(100).heuristic(kind);
        builder.build().solve(&board)
    };
    let error = small(HeuristicKind::Patterns).expect_err("too little memory");
    assert!(
        matches!(
            &error,
            SolveError::Table(TableError::Partition(PartitionError::Budget { .. }))
        ),
        "{error:?}"
    );
    assert!(small(HeuristicKind::Auto).is_ok_and(|solution| solution.is_optimal()));
    let path = solver(Goal::BlankLast, HeuristicKind::Patterns).solve(&Board::<1, 5>::solved());
    assert!(
        matches!(path, Err(SolveError::Table(TableError::Partition(_)))),
        "{path:?}"
    );
    // A small table of all boards that doesn't fit either.
    let solver = Solver::builder().memory(100).build();
    let board = Board::<3>::from_seed(1);
    assert_eq!(
        solve(&solver, &board).moves().len(),
        board.solve().expect("solvable").moves().len()
    );
    assert_eq!(solver.table_bytes(), 0);
}

#[test]
fn building_tables_shows_progress_and_can_be_stopped() {
    let solver = Solver::builder().memory(30_000_000).build();
    let shape = Board::<5>::SHAPE;
    let mut last = 0;
    let mut control = Control::new().on_progress(|known| {
        if let Some(tables) = known.tables {
            assert!(tables.known >= last && tables.known <= tables.entries);
            last = tables.known;
        }
        if last > 0 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    match solver.prepare_with(shape, &mut control) {
        Err(SolveError::Stopped(known)) => assert_eq!(known.reason, Some(Reason::Cancelled)),
        other => panic!("not stopped: {other:?}"),
    }
    let known = stopped(solver.solve_with(&Board::<5>::from_seed(1), &mut control));
    assert_eq!(
        (known.reason, known.stats.expanded),
        (Some(Reason::Cancelled), 0)
    );
    drop(control);
    assert!(last > 0);
    assert_eq!(solver.table_bytes(), 0);
}

#[test]
fn threads_share_the_tables_of_the_first() {
    let solver = solver(Goal::BlankLast, HeuristicKind::Patterns);
    let board = Board::<4>::from_seed(3);
    let expected = self::solver(Goal::BlankLast, HeuristicKind::Patterns).solve(&board);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| solver.solve(&board)))
            .collect();
        for thread in threads {
            assert_eq!(thread.join().expect("no panic"), expected);
        }
    });
    // A callback may ask the same solver, even for what is just being built.
    let solver = self::solver(Goal::BlankLast, HeuristicKind::Patterns);
    let mut inner = None;
    let mut control = Control::new().on_progress(|known| {
        if known.tables.is_some() && inner.is_none() {
            inner = Some(solver.solve(&board));
        }
        ControlFlow::Continue(())
    });
    assert_eq!(solver.solve_with(&board, &mut control), expected);
    drop(control);
    assert_eq!(inner, Some(expected));
}

#[test]
fn a_search_by_the_sum_of_tables_agrees() {
    let partition = Partition::choose(Board::<3>::SHAPE, 8, 50_000).expect("small tables");
    let additive = Additive::build(&partition).expect("small tables");
    let solver = solver(Goal::BlankLast, HeuristicKind::Auto);
    for seed in 0..50 {
        let board = Board::<3>::from_seed(seed);
        let length = solve(&solver, &board).moves().len();
        let other = solver
            .solve_by(&board, &additive, &mut Control::new())
            .expect("solvable");
        assert_eq!(
            (other.moves().len(), other.verify(&board)),
            (length, Ok(()))
        );
    }
    let unsolvable: Board<3> = "1 2 3/4 5 6/8 7 0".parse().expect("a board");
    let result = solver.solve_by(&unsolvable, &additive, &mut Control::new());
    assert!(matches!(result, Err(SolveError::Unsolvable(_))));
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
