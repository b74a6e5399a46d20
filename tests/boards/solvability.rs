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
fn all_boards_of_up_to_8_cells_are_judged_correctly() {
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

/// Checks a verdict against its own numbers, and these against the pairs and cycles that are listed.
fn assert_agrees(why: &Solvability, board: &DynBoard, goal: &Goal) {
    let shape = board.shape();
    let cell = |tile: u16| board.position(tile).expect("a tile of the board");
    let home = |tile: u16| goal.cell_of(shape, tile).expect("a tile of the shape");
    let pairs = board.inverted_pairs(goal).expect("a goal");
    let is_inverted = |&(a, b): &(u16, u16)| cell(a) < cell(b) && home(a) > home(b);
    assert!(pairs.iter().all(is_inverted), "{board}: {pairs:?}");
    let listed = board.cycles(goal).expect("a goal");
    for cycle in &listed {
        let mut steps = cycle.iter().zip(cycle[1..].iter().chain(&cycle[..1]));
        assert!(steps.all(|(&tile, &next)| home(tile) == cell(next)));
    }
    let placed: usize = listed.iter().map(Vec::len).sum();
    let verdict = match *why.evidence() {
        Evidence::Inversions {
            inversions,
            in_goal_order,
            blank_row_from_bottom,
            goal_row_from_bottom,
            ..
        } => {
            assert_eq!(pairs.len() as u64, inversions);
            let in_order = [Goal::BlankLast, Goal::BlankFirst].contains(goal);
            assert!(!(in_order && in_goal_order), "{board} to {goal}");
            assert!(in_goal_order || inversions == board.inversions_naive());
            let rows = (blank_row_from_bottom + goal_row_from_bottom) as u64;
            (inversions + if shape.columns() % 2 == 0 { rows } else { 0 }) % 2 == 0
        }
        Evidence::Cycles {
            misplaced,
            cycles,
            blank_distance,
        } => {
            assert_eq!((placed, listed.len()), (misplaced, cycles));
            (misplaced - cycles + blank_distance) % 2 == 0
        }
        Evidence::Path { first_wrong } => first_wrong.is_none(),
        ref other => panic!("{other:?}"),
    };
    assert_eq!(why.is_solvable(), verdict, "{board} to {goal}");
}

#[test]
fn explanations_match_their_numbers_and_repairs_work() {
    for shape in shapes_up_to(6) {
        for goal in goals(shape, [0, 1]) {
            for board in all_boards(shape) {
                let why = board.solvability(&goal);
                let is_solvable = board.is_solvable_for(&goal);
                assert_eq!(why.is_solvable(), is_solvable, "{board} to {goal}");
                assert_agrees(&why, &board, &goal);
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
    assert!(Board::<3, 3, 3>::solved().cycles(&Goal::Snail).is_err());
    let other = Board::<2>::solved().into();
    assert!(Board::<3>::solved().inverted_pairs(&other).is_err());
}

#[test]
fn goals_are_unreachable_with_two_tiles_exchanged() {
    // Of 4 to 207 cells and of about 4,096: the parity is computed in another way beyond 16, 64,
    // 128 and 4,096.
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

/// Boards by which texts on sliding puzzles teach the rule, their inversions and whether they can be
/// solved.
const EXAMPLES: [(&str, u64, bool); 11] = [
    // Even width, the blank in the last row: the number of inversions must be even.
    ("2 1 3 4/5 6 7 8/9 10 11 12/13 14 15 0", 1, false),
    ("2 1 3 4/8 6 7 5/9 10 11 12/13 14 15 0", 6, true),
    // Odd width; then even, with the blank in row 2, 3 and 2 from the bottom.
    ("1 8 2/0 4 3/7 6 5", 10, true),
    ("13 2 10 3/1 12 8 4/5 0 9 6/15 14 11 7", 41, true),
    ("6 13 7 10/8 9 11 0/15 2 12 5/14 3 1 4", 62, true),
    ("3 9 1 15/14 11 4 6/13 0 10 12/2 7 8 5", 56, false),
    // The last two tiles exchanged on odd width, many inversions, and Loyd's 14-15 puzzle.
    ("1 2 3/4 5 6/8 7 0", 1, false),
    ("8 1 2/0 4 3/7 6 5", 11, false),
    ("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0", 1, false),
    // A text that is often copied counts 14 inversions here and calls the board unsolvable. It has
    // 15, with the blank in row 2 from the bottom, and can be solved.
    ("3 2 1 4/9 6 5 7/8 0 11 10/15 14 13 12", 15, true),
    // Three moves from the goal.
    ("1 2 3/0 4 6/7 5 8", 2, true),
];

#[test]
fn inversions_and_verdicts_are_those_taught() {
    for (text, inversions, solvable) in EXAMPLES {
        let board: DynBoard = text.parse().expect("a board");
        assert_eq!(board.inversions(), inversions, "{text}");
        assert_eq!(board.inversions_naive(), inversions, "{text}");
        assert_eq!(board.is_solvable(), solvable, "{text}");
        let why = board.solvability(&Goal::BlankLast);
        assert_eq!(why.is_solvable(), solvable, "{text}");
        let number = format!("inversions ({inversions})");
        assert!(why.to_string().contains(&number), "{why}");
    }
}

#[test]
fn explanations_name_verdict_numbers_and_tiles() {
    let (last, first, snail) = (&Goal::BlankLast, &Goal::BlankFirst, &Goal::Snail);
    let reversed = &Goal::from("0 5 4/3 2 1".parse::<DynBoard>().expect("a board"));
    let loyd = "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0";
    for (board, goal, words) in [
        (
            "8 1 2/0 4 3/7 6 5",
            last,
            "unsolvable|(11) are odd; on an odd width|tiles 6 and 8",
        ),
        // Tiles 7 and 8 come home both, 1, 2 or 3 alone.
        ("2 3 1/4 5 6/8 7 0", last, "unsolvable|(3)|tiles 7 and 8"),
        (
            "1 8 2/0 4 3/7 6 5",
            last,
            "solvable|(10) are even, as they must be on an odd width",
        ),
        (
            loyd,
            last,
            "unsolvable|(1) + blank's row|(1) = 2|tiles 14 and 15",
        ),
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
        let parsed: DynBoard = board.parse().expect("a board");
        let why = parsed.solvability(goal).to_string();
        let is_solvable = why.starts_with("solvable");
        assert_eq!(is_solvable, words.starts_with("solvable"), "{why}");
        for words in words.split('|') {
            assert!(why.contains(words), "{board}: {why}");
        }
    }
}
