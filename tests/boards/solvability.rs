//! Solvability against breadth-first search, on every board of every small shape.

use npuzzle::{Board, DynBoard, Evidence, Goal, Repair, Shape, Solvability};
#[cfg(feature = "solver")]
use npuzzle::{SolveError, Solver};

use crate::oracle::breadth_first::distances;
use crate::oracle::shapes::{goals, shapes_up_to};

fn all_boards(shape: Shape) -> impl Iterator<Item = DynBoard> {
    let boards: u128 = (1..=shape.cells() as u128).product();
    (0..boards).map(move |rank| DynBoard::unrank(shape, rank).expect("in range"))
}

#[test]
fn every_board_of_every_shape_up_to_8_cells_is_judged_as_breadth_first_search_does() {
    let mut shapes = 0;
    for shape in shapes_up_to(8) {
        for goal in goals(shape, [0, 1]) {
            let reachable = distances(shape, &goal);
            for board in all_boards(shape) {
                let expected = reachable.contains_key(&board);
                assert_eq!(board.is_solvable_for(&goal), expected, "{board} to {goal}");
            }
        }
        shapes += 1;
    }
    assert_eq!(shapes, 38);
}

#[test]
fn explanations_agree_and_repairs_repair() {
    for shape in shapes_up_to(6) {
        for goal in goals(shape, [0, 1]) {
            for board in all_boards(shape) {
                let why = board.solvability(&goal);
                assert_eq!(
                    why.is_solvable(),
                    board.is_solvable_for(&goal),
                    "{board} to {goal}"
                );
                let Some(repair) = why.repair() else {
                    assert!(why.is_solvable(), "{board} to {goal}");
                    continue;
                };
                assert!(!why.is_solvable(), "{board} to {goal}");
                let mut tiles = board.tiles().to_vec();
                match repair {
                    Repair::Swap(a, b) => {
                        assert!(0 < *a && a < b);
                        for tile in &mut tiles {
                            if *tile == *a {
                                *tile = *b;
                            } else if *tile == *b {
                                *tile = *a;
                            }
                        }
                    }
                    Repair::Order(order) => {
                        let mut order = order.iter();
                        for tile in tiles.iter_mut().filter(|tile| **tile != 0) {
                            *tile = *order.next().expect("one number for each tile");
                        }
                    }
                    other => panic!("unknown repair {other:?}"),
                }
                let repaired = DynBoard::from_tiles(shape, tiles).expect("still a board");
                assert!(repaired.is_solvable_for(&goal), "{board} to {goal}: {why}");
            }
        }
    }
}

#[test]
fn a_path_that_one_swap_repairs_says_so() {
    // Fault 13: it named a whole order and said that nothing less helps.
    for cells in 3..=6 {
        let shape = Shape::rectangle(1, cells).expect("a shape");
        for goal in goals(shape, 0..2) {
            for board in all_boards(shape) {
                let why = board.solvability(&goal);
                let mut swaps = (1..cells).flat_map(|a| (a + 1..cells).map(move |b| (a, b)));
                let helps = swaps.any(|(a, b)| {
                    let swapped = board.tiles().iter().map(|&tile| match usize::from(tile) {
                        tile if tile == a => b,
                        tile if tile == b => a,
                        tile => tile,
                    });
                    let swapped = DynBoard::from_tiles(shape, swapped).expect("a board");
                    swapped.is_solvable_for(&goal)
                });
                match why.repair() {
                    None => assert!(why.is_solvable(), "{board}"),
                    Some(Repair::Swap(..)) => assert!(helps, "{board}"),
                    Some(_) => assert!(!helps, "{board} to {goal}: {why}"),
                }
            }
        }
    }
}

#[test]
fn goals_are_reached_from_themselves_but_not_with_two_tiles_exchanged() {
    // Of 4 to 207 cells and of about 4,096: the parity is found in another way beyond 16, 64, 128
    // and 4,096.
    let columns = (2..70).chain(1_360..1_370).chain(2_040..2_060);
    for (rows, columns) in columns.flat_map(|columns| [(2, columns), (3, columns)]) {
        let shape = Shape::rectangle(rows, columns).expect("a shape");
        for goal in goals(shape, []) {
            let board = goal.board(shape).expect("flat");
            assert!(board.is_solvable_for(&goal), "{goal} on {shape}");
            let exchanged = board.tiles().iter().map(|tile| match tile {
                1 => 2,
                2 => 1,
                &other => other,
            });
            let exchanged = DynBoard::from_tiles(shape, exchanged).expect("a board");
            assert!(!exchanged.is_solvable_for(&goal), "{goal} on {shape}");
        }
    }
}

/// The verdict that follows from the numbers alone.
fn verdict(why: &Solvability, shape: Shape) -> bool {
    match why.evidence() {
        Evidence::Inversions {
            inversions,
            blank_row_from_bottom,
            goal_row_from_bottom,
            ..
        } => {
            let rows = (blank_row_from_bottom + goal_row_from_bottom) as u64;
            (inversions + if shape.columns() % 2 == 0 { rows } else { 0 }) % 2 == 0
        }
        Evidence::Cycles {
            misplaced,
            cycles,
            blank_distance,
        } => (misplaced - cycles + blank_distance) % 2 == 0,
        Evidence::Path { first_wrong } => first_wrong.is_none(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_verdict_follows_from_the_numbers_shown() {
    for shape in shapes_up_to(7) {
        for goal in goals(shape, 0..2) {
            let in_order = [Goal::BlankLast, Goal::BlankFirst].contains(&goal);
            for board in all_boards(shape) {
                let why = board.solvability(&goal);
                assert_eq!(why.is_solvable(), verdict(&why, shape), "{board} to {goal}");
                if let Evidence::Inversions {
                    inversions,
                    in_goal_order,
                    ..
                } = *why.evidence()
                {
                    assert!(!(in_order && in_goal_order), "{board} to {goal}");
                    assert!(in_goal_order || inversions == board.inversions_naive());
                }
                let is_goal = board.is_solved_for(&goal);
                assert_eq!(is_goal, why.to_string() == "solvable: this is the goal.");
            }
        }
    }
}

#[test]
fn the_numbers_shown_are_those_that_decide() {
    for seed in 0..500 {
        let board = Board::<4, 5>::permutation_from_seed(seed);
        match board.solvability(&Goal::BlankFirst).evidence() {
            Evidence::Inversions {
                inversions,
                goal_row_from_bottom,
                ..
            } => {
                assert_eq!(*inversions, board.inversions_naive());
                assert_eq!(*goal_row_from_bottom, 4);
                assert_eq!(
                    board.is_solvable_for(&Goal::BlankFirst),
                    inversions % 2 == 0
                );
            }
            other => panic!("{other:?}"),
        }
        let board = Board::<3, 2, 2>::permutation_from_seed(seed);
        match board.solvability(&Goal::BlankLast).evidence() {
            Evidence::Cycles {
                misplaced,
                cycles,
                blank_distance,
            } => {
                assert_eq!(
                    board.is_solvable(),
                    (misplaced - cycles) % 2 == blank_distance % 2
                );
            }
            other => panic!("{other:?}"),
        }
    }
}

fn explain(board: &str, goal: &Goal) -> String {
    let board: DynBoard = board.parse().expect("a board");
    board.solvability(goal).to_string()
}

#[test]
fn the_explanation_reads_well() {
    let (last, first, snail) = (&Goal::BlankLast, &Goal::BlankFirst, &Goal::Snail);
    let custom = |text: &str| Goal::from(text.parse::<DynBoard>().expect("a board"));
    let reversed = &custom("0 5 4/3 2 1");
    for (board, goal, explanation) in [
        (
            "8 1 2/0 4 3/7 6 5",
            last,
            "unsolvable: Inversions (11) are odd; on an odd width they must be even. \
             Swapping tiles 6 and 8 would make it solvable.",
        ),
        // Tiles 7 and 8 come home both, 1, 2 or 3 alone.
        (
            "2 3 1/4 5 6/8 7 0",
            last,
            "unsolvable: Inversions (3) are odd; on an odd width they must be even. \
             Swapping tiles 7 and 8 would make it solvable.",
        ),
        (
            "1 8 2/0 4 3/7 6 5",
            last,
            "solvable: Inversions (10) are even, as they must be on an odd width.",
        ),
        (
            "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0",
            last,
            "unsolvable: Inversions (1) + blank's row from the bottom (1) = 2, even; \
             on an even width it must be odd. Swapping tiles 14 and 15 would make it solvable.",
        ),
        (
            "13 2 10 3/1 12 8 4/5 0 9 6/15 14 11 7",
            last,
            "solvable: Inversions (41) + blank's row from the bottom (2) = 43, odd, \
             as it must be on an even width.",
        ),
        (
            "1 2/0 3",
            first,
            "unsolvable: Inversions (0) + blank's row from the bottom (1) = 1, odd; \
             on an even width it must be even, as in the goal (2). \
             Swapping tiles 1 and 2 would make it solvable.",
        ),
        (
            "1 2 3/8 0 4/7 5 6",
            snail,
            "unsolvable: Inversions in the goal's order (1) are odd; \
             on an odd width they must be even. Swapping tiles 5 and 6 would make it solvable.",
        ),
        (
            "5 0 4/3 2 1",
            reversed,
            "solvable: Inversions in the goal's order (0) are even, as they must be on an odd width.",
        ),
        ("1 2 3/8 0 4/7 6 5", snail, "solvable: this is the goal."),
        ("0 5 4/3 2 1", reversed, "solvable: this is the goal."),
        (
            "2 3/1 4//5 6/7 0",
            last,
            "solvable: 2 swaps (3 misplaced tiles in 1 cycle) + blank's steps home (0) = 2, even, \
             as it must be in a box.",
        ),
        (
            "2 1/3 4//5 6/7 0",
            last,
            "unsolvable: 1 swap (2 misplaced tiles in 1 cycle) + blank's steps home (0) = 1, odd; \
             in a box it must be even. Swapping tiles 1 and 2 would make it solvable.",
        ),
        (
            "1x4: 1 3 0 2",
            last,
            "unsolvable: in a single line no tile can pass another, and their order is not the \
             goal's: without the blank, the first difference is at place 2. Swapping tiles 2 and 3 would make it solvable.",
        ),
        (
            "1x4: 3 1 0 2",
            last,
            "unsolvable: in a single line no tile can pass another, and their order is not the \
             goal's: without the blank, the first difference is at place 1. Only the order 1 2 3 can be solved.",
        ),
        (
            "1x4: 1 2 0 3",
            last,
            "solvable: in a single line no tile can pass another, and their order is the goal's.",
        ),
    ] {
        assert_eq!(explain(board, goal), explanation, "{board}");
    }
    assert_eq!(
        explain("1 2/3 0//4 5/6 7", &Goal::Snail),
        "unsolvable: the snail goal is for flat boards, not for 2 x 2 x 2."
    );
}

#[test]
fn orders_of_more_than_20_tiles_are_cut() {
    let long = DynBoard::solved(Shape::rectangle(1, 30).expect("a shape"));
    let goal = Goal::from(DynBoard::permutation_from_seed(long.shape(), 1));
    let why = long.solvability(&goal).to_string();
    assert!(
        why.contains(" Only the order 5 4 7 14 ") && why.ends_with(" ... can be solved."),
        "{why}"
    );
    // An order of 20 tiles is named in full.
    let turned = "1x21: 3 1 2 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 0";
    let order = " Only the order 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 can be solved.";
    let why = explain(turned, &Goal::BlankLast);
    assert!(why.ends_with(order), "{why}");
}

#[test]
fn degenerate_shapes_are_right() {
    assert!(Board::<1>::solved().is_solvable());
    assert!(
        "2 1 0"
            .parse::<Board<1, 3>>()
            .is_ok_and(|board| !board.is_solvable())
    );
    assert!(
        "1 0 2"
            .parse::<Board<1, 3>>()
            .is_ok_and(|board| board.is_solvable())
    );
    assert!(
        "0/1/2"
            .parse::<Board<3, 1>>()
            .is_ok_and(|board| board.is_solvable())
    );
    assert!(
        "2/0/1"
            .parse::<Board<3, 1>>()
            .is_ok_and(|board| !board.is_solvable())
    );
    assert!(
        "1//0//2"
            .parse::<Board<1, 1, 3>>()
            .is_ok_and(|board| board.is_solvable())
    );
    assert!(
        "1 2/0 3"
            .parse::<Board<2>>()
            .is_ok_and(|board| board.is_solvable())
    );
    assert!(
        "2 1/3 0"
            .parse::<Board<2>>()
            .is_ok_and(|board| !board.is_solvable())
    );
}

#[test]
fn goals_of_another_shape_are_never_reached() {
    let goal = Goal::from(Board::<3>::solved());
    let board = Board::<4>::solved();
    assert!(!board.is_solvable_for(&goal));
    assert!(!board.is_solved_for(&goal));
    assert_eq!(
        board.solvability(&goal).to_string(),
        "unsolvable: the goal is 3 x 3 but the board is 4 x 4."
    );
    #[cfg(feature = "solver")]
    {
        let solver = Solver::builder().goal(goal).build();
        assert!(matches!(solver.solve(&board), Err(SolveError::Goal(_))));
    }
}

#[cfg(feature = "solver")]
#[test]
fn an_unsolvable_board_is_refused_at_once_on_any_shape() {
    let tiles = [2, 1].into_iter().chain(3..65_536).chain([0_u32]);
    let board = Board::<256>::from_tiles(tiles).expect("a permutation");
    let solver = Solver::builder().build();
    assert!(matches!(
        solver.solve(&board),
        Err(SolveError::Unsolvable(_))
    ));
}

#[test]
fn pairs_and_cycles_are_those_that_are_counted() {
    for shape in shapes_up_to(6) {
        for goal in goals(shape, [0, 1]) {
            let home = |tile: u16| goal.cell_of(shape, tile).expect("a tile of the shape");
            for (cell, tile) in goal.board(shape).expect("a goal").iter().enumerate() {
                assert_eq!(home(tile), cell, "{goal}: tile {tile}");
            }
            for board in all_boards(shape) {
                let cell = |tile: u16| board.position(tile).expect("a tile of the board");
                let pairs = board.inverted_pairs(&goal).expect("a goal");
                let is_inverted = |&(a, b): &(u16, u16)| cell(a) < cell(b) && home(a) > home(b);
                assert!(pairs.iter().all(is_inverted), "{board}: {pairs:?}");
                let cycles = board.cycles(&goal).expect("a goal");
                for cycle in &cycles {
                    let next = cycle[1..].iter().chain(&cycle[..1]);
                    assert!(
                        cycle
                            .iter()
                            .zip(next)
                            .all(|(&tile, &next)| home(tile) == cell(next))
                    );
                }
                let placed: usize = cycles.iter().map(Vec::len).sum();
                match *board.solvability(&goal).evidence() {
                    Evidence::Inversions { inversions, .. } => {
                        assert_eq!(pairs.len() as u64, inversions);
                    }
                    Evidence::Cycles {
                        misplaced,
                        cycles: count,
                        ..
                    } => {
                        assert_eq!((placed, cycles.len()), (misplaced, count));
                    }
                    _ => {}
                }
            }
        }
    }
    let box_goal = Board::<3, 3, 3>::solved().cycles(&Goal::Snail);
    assert!(
        box_goal.is_err()
            && Board::<3>::solved()
                .inverted_pairs(&Board::<2>::solved().into())
                .is_err()
    );
}
