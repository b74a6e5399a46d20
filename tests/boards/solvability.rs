//! Solvability against breadth-first search, on every board of every small shape.

use npuzzle::solvability::Evidence;
use npuzzle::{Board, DynBoard, Goal, Shape, Solvability};

use crate::oracle::shape::shape;
use crate::oracle::shapes::{goals, shapes_up_to};
use crate::oracle::space::{distances, swapped};

fn all_boards(shape: Shape) -> impl Iterator<Item = DynBoard> {
    let boards: u128 = (1..=shape.cells() as u128).product();
    (0..boards).map(move |rank| DynBoard::unrank(shape, rank).expect("in range"))
}

#[test]
fn every_board_of_every_shape_up_to_8_cells_is_judged_as_breadth_first_search_does() {
    let shapes = shapes_up_to(8);
    assert_eq!(shapes.len(), 38);
    for shape in shapes {
        for goal in goals(shape, [0, 1]) {
            let distances = distances(shape, &goal);
            for board in all_boards(shape) {
                let expected = distances.of(&board).is_some();
                assert_eq!(board.is_solvable_for(&goal), expected, "{board} to {goal}");
            }
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
fn explanations_agree_with_their_numbers_and_repairs_repair() {
    for shape in shapes_up_to(6) {
        for goal in goals(shape, [0, 1]) {
            let in_order = [Goal::BlankLast, Goal::BlankFirst].contains(&goal);
            for board in all_boards(shape) {
                let why = board.solvability(&goal);
                let is_solvable = board.is_solvable_for(&goal);
                assert_eq!(why.is_solvable(), is_solvable, "{board} to {goal}");
                assert_eq!(verdict(&why, shape), is_solvable, "{board} to {goal}");
                if let Evidence::Inversions {
                    inversions,
                    in_goal_order,
                    ..
                } = *why.evidence()
                {
                    assert!(!(in_order && in_goal_order), "{board} to {goal}");
                    assert!(in_goal_order || inversions == board.inversions_naive());
                }
                let is_goal = why.to_string().contains("this is the goal");
                assert_eq!(is_goal, board.is_solved_for(&goal), "{board} to {goal}");
                if let Some((a, b)) = why.repair() {
                    assert!(0 < a && a < b && !is_solvable);
                    let board = swapped(&board, a, b);
                    assert!(board.is_solvable_for(&goal), "{board} to {goal}: {why}");
                } else if !is_solvable {
                    // No swap helps.
                    let tiles = 1..shape.cells() as u16;
                    let mut pairs = tiles.clone().flat_map(|a| (1..a).map(move |b| (a, b)));
                    let helps = pairs.any(|(a, b)| swapped(&board, a, b).is_solvable_for(&goal));
                    assert!(shape.is_path() && !helps, "{board} to {goal}: {why}");
                }
            }
        }
    }
}

#[test]
fn goals_are_reached_from_themselves_but_not_with_two_tiles_exchanged() {
    // Of 4 to 207 cells and of about 4,096: the parity is found in another way beyond 16, 64, 128
    // and 4,096.
    let columns = (2..70).chain(1_364..1_367).chain(2_046..2_050);
    for (rows, columns) in columns.flat_map(|columns| [(2, columns), (3, columns)]) {
        let shape = shape(rows, columns, 1);
        for goal in goals(shape, []) {
            let board = goal.board(shape).expect("flat");
            assert!(board.is_solvable_for(&goal), "{goal} on {shape}");
            let exchanged = swapped(&board, 1, 2);
            assert!(!exchanged.is_solvable_for(&goal), "{goal} on {shape}");
        }
    }
}

fn explain(board: &str, goal: &Goal) -> String {
    let board: DynBoard = board.parse().expect("a board");
    board.solvability(goal).to_string()
}

#[test]
fn explanations_name_the_verdict_the_numbers_and_the_tiles() {
    let (last, first, snail) = (&Goal::BlankLast, &Goal::BlankFirst, &Goal::Snail);
    let reversed = &Goal::from("0 5 4/3 2 1".parse::<DynBoard>().expect("a board"));
    let loyd = "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0";
    for (board, goal, words) in [
        ("8 1 2/0 4 3/7 6 5", last, "unsolvable|(11)|tiles 6 and 8"),
        // Tiles 7 and 8 come home both, 1, 2 or 3 alone.
        ("2 3 1/4 5 6/8 7 0", last, "unsolvable|(3)|tiles 7 and 8"),
        ("1 8 2/0 4 3/7 6 5", last, "solvable|(10)|even"),
        (loyd, last, "unsolvable|(1)|(1) = 2|tiles 14 and 15"),
        ("1 2/0 3", first, "unsolvable|(0)|(1) = 1|tiles 1 and 2"),
        ("1 2 3/8 0 4/7 5 6", snail, "unsolvable|order (1)|5 and 6"),
        ("5 0 4/3 2 1", reversed, "solvable|goal's order (0)"),
        (
            "2 3/1 4//5 6/7 0",
            last,
            "solvable|2 swaps|3 misplaced|1 cycle",
        ),
        ("2 1/3 4//5 6/7 0", last, "unsolvable|1 swap |(0)|1 and 2"),
        ("1x4: 1 3 0 2", last, "unsolvable|place 2|tiles 2 and 3"),
        ("1x4: 3 1 0 2", last, "unsolvable|difference is at place 1"),
        ("1x4: 1 2 0 3", last, "solvable|single line"),
        ("1 2/3 0//4 5/6 7", snail, "unsolvable|2 x 2 x 2"),
        ("1 2/3 0", reversed, "unsolvable|2 x 3|2 x 2"),
    ] {
        let why = explain(board, goal);
        assert_eq!(
            why.starts_with("unsolvable"),
            words.starts_with("un"),
            "{why}"
        );
        for words in words.split('|') {
            assert!(why.contains(words), "{board}: {why}");
        }
    }
}

#[test]
fn goals_of_another_shape_are_never_reached() {
    let goal = Goal::from(Board::<3>::solved());
    let board = Board::<4>::solved();
    assert!(!board.is_solvable_for(&goal) && !board.is_solved_for(&goal));
    assert_eq!(board.manhattan(&goal), usize::MAX);
    #[cfg(feature = "solver")]
    {
        let solver = npuzzle::Solver::builder().goal(goal).build();
        assert!(matches!(
            solver.solve(&board),
            Err(npuzzle::SolveError::Goal(_))
        ));
    }
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
                    let mut steps = cycle.iter().zip(cycle[1..].iter().chain(&cycle[..1]));
                    assert!(steps.all(|(&tile, &next)| home(tile) == cell(next)));
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
                    } => assert_eq!((placed, cycles.len()), (misplaced, count)),
                    _ => {}
                }
            }
        }
    }
    assert!(Board::<3, 3, 3>::solved().cycles(&Goal::Snail).is_err());
    let other = Board::<2>::solved().into();
    assert!(Board::<3>::solved().inverted_pairs(&other).is_err());
}
