//! Solvers and their tables: every home, every shape, what is prepared, shared and does not fit.

use npuzzle::heuristic::{LinearConflict, PatternDatabases};
use npuzzle::tables::{Partition, TableError};
use npuzzle::{Board, Control, DynBoard, Goal, HeuristicKind, Shape, SolveError, Solver};

use crate::oracle::scrambled::scrambled;
use crate::oracle::shape::shape;
use crate::oracle::space::blank_at;

/// Solves boards near the goal by linear conflict and with tables in `memory` bytes.
fn agree(shape: Shape, home: usize, boards: u64, memory: u64) {
    let goal = blank_at(shape, home);
    let builder = Solver::builder().heuristic(HeuristicKind::Patterns);
    let tables = builder.goal(goal.clone()).memory(memory).build();
    let heuristic = LinearConflict::new(shape, home).expect("a cell of the shape");
    let solved = goal.board(shape).expect("it fits");
    for seed in 0..boards {
        let board = scrambled(solved.clone(), 20 + 3 * seed as usize % 11, seed);
        let one = tables.solve(&board).expect("solvable");
        let other = tables.solve_by(&board, &heuristic);
        let other = other.expect("solvable");
        for solution in [&one, &other] {
            assert_eq!(solution.verify(&board), Ok(()));
            let length = (solution.lower_bound(), solution.length());
            assert_eq!(length, (one.length(), one.length()), "home {home}: {board}");
        }
    }
}

#[test]
fn a_partition_of_ones_own_guides_the_kernel() {
    for (drawing, seeds) in [
        ("A A B / C B B / C C .", 9),
        ("A A A B / A A B B / C C B B / C C C .", 3),
        (". A A B / A A B B / C C B B / C C C C", 3),
        ("A B C D / E F G H / I J K L / M N O .", 1),
    ] {
        let partition: Partition = drawing.parse().expect("a partition");
        let (shape, home) = (partition.shape(), partition.home());
        let goal = blank_at(shape, home);
        let usual = Solver::builder().goal(goal.clone()).build();
        // Memory is no limit, and boards of another shape have tables that fit it.
        let own = Solver::builder().goal(goal).memory(10);
        let own = own.partition(partition.clone()).build();
        own.prepare(shape).expect("it is built");
        assert!(own.table_bytes() > 10, "{drawing}");
        let sum = PatternDatabases::build(&partition).expect("small tables");
        for seed in 0..seeds {
            let board = scrambled(usual.goal().board(shape).expect("it fits"), 30, seed);
            let solution = own.solve(&board).expect("solvable");
            let by_sum = usual.solve_by(&board, &sum).expect("solvable");
            assert_eq!(solution.length(), by_sum.length());
            assert_eq!(solution.length(), usual.distance(&board).expect("solvable"));
        }
        own.clear_tables();
        assert_eq!(own.table_bytes(), 0, "{drawing}");
    }
    // Its memory is no limit, but that of other tables of its shape is.
    let partition: Partition = "A A A B B/C C C B .".parse().expect("a partition");
    let solver = Solver::builder().partition(partition).memory(100_000);
    let solver = solver.build();
    let space = solver.space_with(shape(2, 5, 1), Control::new());
    drop(space.expect("a space"));
    assert!(solver.table_bytes() > 100_000);
    solver.prepare(shape(4, 4, 1)).expect("it is built");
    assert!(solver.table_bytes() <= 100_000);
    let single = "A B C/D E F/G H I/J K L/M N O/P Q .";
    let many: Partition = single.parse().expect("a partition");
    let solver = Solver::builder().partition(many).build();
    let refused = solver.prepare(shape(6, 3, 1));
    assert_eq!(
        refused,
        Err(SolveError::Table(TableError::Patterns { patterns: 17 }))
    );
    let other = solver.solve(&Board::<3, 4>::solved());
    assert!(other.is_ok_and(|solution| solution.length() == 0));
}

#[test]
fn every_home_and_other_shapes_are_served() {
    for home in 0..16 {
        agree(Board::<4>::SHAPE, home, 5, 400_000);
    }
    for (rows, cols, layers, homes) in [
        (3, 4, 1, &[0, 5, 11][..]),
        (2, 5, 1, &[0, 2]),
        (5, 2, 1, &[9]),
        (3, 5, 1, &[7, 14]),
        (2, 7, 1, &[13]),
        (2, 2, 3, &[0, 5, 11]),
        (2, 3, 3, &[17]),
        (2, 3, 1, &[0, 1]),
        (2, 2, 2, &[7]),
        (4, 5, 1, &[19]),
        (3, 3, 3, &[26]),
        (4, 8, 1, &[31]),
    ] {
        for &home in homes {
            agree(shape(rows, cols, layers), home, 5, 400_000);
        }
    }
    agree(shape(5, 5, 1), 24, 3, 4_000_000);
}

#[test]
fn easy_boards_have_the_same_answer_without_tables() {
    let solver = Solver::builder().memory(4_000_000).build();
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
    let SolveError::Table(TableError::Memory { bytes }) = error else {
        panic!("{error:?}");
    };
    assert!(bytes > 100);
    assert!(small(HeuristicKind::Auto).is_ok_and(|solution| solution.is_optimal()));
    // A small table of all boards that doesn't fit either.
    let solver = Solver::builder().memory(100).build();
    let board = Board::<3>::from_seed(1);
    let lengths = [solver.solve(&board), board.solve()].map(|it| it.map(|it| it.length()));
    assert_eq!(lengths[0], lengths[1]);
    assert_eq!(solver.table_bytes(), 0);
}

#[test]
fn threads_share_the_tables_of_the_first() {
    let solver = || {
        let builder = Solver::builder().heuristic(HeuristicKind::Patterns);
        builder.memory(4_000_000).build()
    };
    let board = Board::<4>::from_seed(3);
    let expected = solver().solve(&board);
    let shared = solver();
    std::thread::scope(|scope| {
        let solve = || shared.solve(&board);
        let threads = [0; 4].map(|_| scope.spawn(solve));
        for thread in threads {
            assert_eq!(thread.join().expect("no panic"), expected);
        }
    });
}

#[test]
fn clones_and_solvers_for_other_goals_share_tables() {
    let solver = Solver::builder().memory(60_000).build();
    solver.prepare(Board::<3, 4>::SHAPE).expect("little memory");
    let bytes = solver.table_bytes();
    let copy = solver.clone();
    assert!(bytes > 0 && copy.table_bytes() == bytes);
    // Another goal with the blank at home in the same cell.
    let goal: DynBoard = "11 10 9 8/7 6 5 4/3 1 2 0".parse().expect("a board");
    let other = solver.with_goal(goal.clone());
    assert_eq!(
        (other.goal(), solver.goal()),
        (&Goal::from(goal), &Goal::BlankLast)
    );
    let board: Board<3, 4> = "11 10 9 8/7 6 5 4/3 1 0 2".parse().expect("a board");
    let solution = other.solve(&board).expect("solvable");
    assert_eq!(solution.moves().to_string(), "L");
    other.prepare(Board::<3, 4>::SHAPE).expect("it is there");
    assert_eq!(other.table_bytes(), bytes, "nothing is built again");
    // What a clone builds is shared, and so is the memory for what is kept.
    copy.prepare(Board::<2, 3>::SHAPE).expect("little memory");
    assert_eq!(solver.table_bytes(), bytes + 5_344);
    copy.prepare(Board::<2, 5>::SHAPE).expect("little memory");
    assert!((1..=60_000).contains(&solver.table_bytes()));
    assert_eq!(solver.table_bytes(), copy.table_bytes());
}

#[test]
fn partitions_fit_the_bytes_of_the_docs_exactly() {
    for (bytes, sizes) in [
        (6_928, "3 3 3 3 3"),
        (41_744, "3 4 4 4"),
        (363_696, "5 5 5"),
        (1_714_152, "4 5 6"),
        (3_028_992, "3 6 6"),
        (19_160_992, "2 6 7"),
        (35_094_464, "1 7 7"),
        (196_187_480, "7 8"),
    ] {
        let sizes_in = |budget| {
            let drawn = Partition::choose(shape(4, 4, 1), 15, budget);
            let drawn = drawn.map(|it| it.to_string()).unwrap_or_default();
            let count = |letter: char| drawn.matches(letter).count();
            let mut sizes: Vec<_> = ('A'..='E').map(count).filter(|&it| it > 0).collect();
            sizes.sort_unstable();
            let sizes: Vec<_> = sizes.iter().map(usize::to_string).collect();
            sizes.join(" ")
        };
        assert_eq!(sizes_in(bytes), sizes);
        assert_ne!(sizes_in(bytes - 1), sizes);
    }
}
