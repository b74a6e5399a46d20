//! Lessons: the printed steps solve the board, and act as described.

use npuzzle::lesson::{Lesson, LessonError, LessonStep, Manoeuvre};
use npuzzle::{Board, Direction, DynBoard, Goal, Moves, Place, Shape};

use crate::oracle::shape::shape;
use crate::oracle::shapes::goals;

/// Returns the moves of a step as a reader finds them: after the last colon.
fn printed_moves(step: &LessonStep) -> Moves {
    let words = step.to_string();
    let (_, moves) = words.rsplit_once(": ").expect("a colon");
    moves.parse().expect("moves")
}

/// Returns the cell of a place of a flat board.
const fn cell(shape: Shape, place: Place) -> Option<usize> {
    shape.cell(place.row, place.column)
}

/// Checks the claim of a step against the board after it.
fn assert_holds(step: &LessonStep, after: &DynBoard, goal: &Goal) {
    let shape = after.shape();
    let is_home = |tile| {
        let at = after.position(tile).expect("a tile");
        goal.tile_at(shape, at) == Some(tile)
    };
    let holds = match step.manoeuvre() {
        Manoeuvre::Place { tile, to } => is_home(tile) && cell(shape, to) == after.position(tile),
        Manoeuvre::ToCorner { tile, to } => cell(shape, to) == after.position(tile),
        Manoeuvre::BelowCorner { tile, to, side } => {
            let at = after.position(tile).expect("a tile");
            let corner = shape.neighbour(at, side.opposite());
            let own = corner.and_then(|corner| goal.tile_at(shape, corner));
            let words = match side {
                Direction::Up => "above its",
                Direction::Down => "below its",
                Direction::Left => "left of its",
                _ => "right of its",
            };
            let is_named = step.to_string().contains(words);
            cell(shape, to) == Some(at) && own == Some(tile) && is_named
        }
        Manoeuvre::Blank { to } => cell(shape, to) == Some(after.blank()),
        Manoeuvre::TurnCorner { first, second } => is_home(first) && is_home(second),
        Manoeuvre::LeadAround { second, to, .. } => cell(shape, to) == after.position(second),
        Manoeuvre::LastBlock => after.is_solved_for(goal),
        _ => false,
    };
    assert!(holds, "{step} leads to\n{after:#}");
}

/// Plays a lesson as printed, and returns its length.
fn follow(start: &DynBoard, goal: &Goal) -> usize {
    let mut board = start.clone();
    let mut lesson = Lesson::new(start, goal).expect("a lesson");
    let homes = goal.board(board.shape()).expect("a goal");
    let mut length = 0;
    loop {
        let before = lesson.fixed().len();
        let Some(step) = lesson.next() else { break };
        let moves = printed_moves(&step);
        assert!(!moves.is_empty() && &moves == step.moves(), "{step}");
        board.play(&moves).expect("legal moves");
        length += moves.len();
        assert_eq!(&board, lesson.board());
        assert_holds(&step, &board, goal);
        assert!(lesson.fixed().len() >= before);
        for &tile in lesson.fixed() {
            assert_eq!(board.position(tile), homes.position(tile), "{step}");
        }
    }
    assert!(board.is_solved_for(goal), "{start} for {goal}");
    assert!(lesson.next().is_none());
    let tiles = board.shape().cells() - 1;
    let mut fixed = lesson.fixed().to_vec();
    fixed.sort_unstable();
    assert!(fixed.into_iter().map(usize::from).eq(1..=tiles));
    length
}

#[test]
fn steps_as_printed_solve_every_board() {
    let sides = (2..=5).flat_map(|rows| (2..=5).map(move |cols| (rows, cols)));
    for (rows, cols) in sides.chain([(2, 9), (9, 2), (3, 8), (7, 4), (6, 6)]) {
        let shape = shape(rows, cols, 1);
        for goal in goals(shape, 0..3) {
            for seed in 0..6 {
                let start = DynBoard::from_seed_for(shape, &goal, seed).expect("a board");
                let length = follow(&start, &goal);
                // Following only the first move of each new lesson leads to the goal.
                let mut board = start.clone();
                let mut made = 0;
                while let Some(step) = Lesson::new(&board, &goal).expect("a lesson").next() {
                    board.slide(step.moves()[0]).expect("a legal move");
                    made += 1;
                    assert!(made <= 2 * length + 20, "{start} for {goal}: {step}");
                }
                assert!(board.is_solved_for(&goal));
            }
        }
    }
    for seed in 0..300 {
        for side in 3..=6 {
            let board = DynBoard::from_seed(shape(side, side, 1), seed);
            follow(&board, &Goal::BlankLast);
        }
    }
}

/// Follows the lessons of those boards among every `step`th of a shape that can be solved.
fn sweep(rows: usize, cols: usize, step: usize) {
    let shape = shape(rows, cols, 1);
    let boards = shape.solvable_count().expect("a small shape");
    for rank in (0..2 * boards).step_by(step) {
        let board = DynBoard::unrank(shape, rank).expect("in range");
        if !board.is_solvable() {
            continue;
        }
        let length = follow(&board, &Goal::BlankLast);
        assert!(shape.cells() > 4 || length <= 6, "{board}: {length}");
    }
}

#[test]
fn boards_of_small_shapes_are_solved() {
    sweep(2, 2, 1);
    sweep(2, 3, 1);
    sweep(3, 2, 1);
    sweep(3, 3, 61);
}

#[test]
#[ignore = "all of them: .ci/full"]
fn all_boards_of_3x3_are_solved() {
    sweep(3, 3, 1);
}

#[test]
fn lines_come_in_the_order_of_the_method() {
    let square = "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0";
    let other = "15 14 8 12/10 11 9 13/2 6 5 1/3 7 0 4";
    let (last, first) = (&Goal::BlankLast, &Goal::BlankFirst);
    for (board, goal, lines) in [
        (
            square,
            last,
            "row 1, row 2, column 1, column 2, the last block",
        ),
        (
            other,
            first,
            "row 4, row 3, column 4, column 3, the last block",
        ),
        ("1x5: 0 1 2 3 4", last, "the last block"),
        ("1x1: 0", last, ""),
        ("1 2 3/4 5 6/7 8 0", last, ""),
    ] {
        let board: DynBoard = board.parse().expect("a board");
        let lesson = Lesson::new(&board, goal).expect("a lesson");
        let mut found: Vec<String> = lesson.map(|step| step.line().to_string()).collect();
        found.dedup();
        assert_eq!(found.join(", "), lines);
    }
    // The moves of a lesson never change: people compare printed ones.
    let board: Board<4> = "1 2 4 3/5 6 7 8/9 10 12 11/13 14 0 15"
        .parse()
        .expect("a board");
    let mut lesson = Lesson::new(&board, &Goal::BlankLast).expect("a lesson");
    let moves: Vec<String> = lesson
        .by_ref()
        .map(|step| step.moves().to_string())
        .collect();
    let printed = "DD DLURULDDR ULU RDD LU URULDDR ULU RDD LU RUL";
    assert_eq!(moves.join(" "), printed);
    assert_eq!(lesson.fixed().len(), 15);
}

#[test]
fn what_has_no_lesson_is_said() {
    let unsolvable: Board<3> = "1 2 3/4 5 6/8 7 0".parse().expect("a board");
    let error = Lesson::new(&unsolvable, &Goal::BlankLast).expect_err("unsolvable");
    let why = unsolvable.solvability(&Goal::BlankLast);
    assert_eq!(error, LessonError::Unsolvable(Box::new(why)));
    let error = Lesson::new(&Board::<2, 2, 2>::solved(), &Goal::BlankLast).expect_err("a box");
    assert!(error.to_string().contains("2 x 2 x 2"), "{error}");
    let error = Lesson::new(&Board::<2>::solved(), &Board::<3>::solved().into());
    assert!(matches!(error, Err(LessonError::Goal(_))));
}

#[test]
fn large_boards_are_solved_step_by_step() {
    // The first step of a large board takes no longer than its moves.
    let board = DynBoard::from_seed(shape(256, 256, 1), 1);
    let mut lesson = Lesson::new(&board, &Goal::BlankLast).expect("a lesson");
    assert!(lesson.next().is_some_and(|step| step.moves().len() < 5_000));
    for (rows, cols) in [(25, 25), (2, 100), (100, 2)] {
        let board = DynBoard::from_seed(shape(rows, cols, 1), 2);
        let length = follow(&board, &Goal::BlankLast);
        assert!(length < 3 * rows * cols * (rows + cols));
    }
}
