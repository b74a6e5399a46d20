//! Lessons: the steps as printed solve the board, and do what they say.

use npuzzle::lesson::{Lesson, LessonError, LessonStep, Line, Manoeuvre};
use npuzzle::{Board, DynBoard, Goal, Moves, Place, Shape};

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
            cell(shape, to) == Some(at) && own == Some(tile)
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

/// Returns the shapes with these sides, and goals for each.
fn shapes_and_goals() -> Vec<(Shape, Goal)> {
    let sides = (2..=6).flat_map(|rows| (2..=6).map(move |cols| (rows, cols)));
    let sides = sides.chain([(2, 9), (9, 2), (3, 8), (7, 4)]);
    let mut all = Vec::new();
    for (rows, cols) in sides {
        let shape = Shape::rectangle(rows, cols).expect("a shape");
        all.extend([Goal::BlankLast, Goal::BlankFirst, Goal::Snail].map(|it| (shape, it)));
        let random = (0..3).map(|seed| DynBoard::permutation_from_seed(shape, seed).into());
        all.extend(random.map(|it| (shape, it)));
    }
    all
}

#[test]
fn steps_as_printed_solve_every_board() {
    for (shape, goal) in shapes_and_goals() {
        for seed in 0..12 {
            let board = DynBoard::from_seed_for(shape, &goal, seed).expect("a board");
            follow(&board, &goal);
        }
    }
    for seed in 0..2_000 {
        for side in 3..=6 {
            let shape = Shape::square(side).expect("a shape");
            follow(&DynBoard::from_seed(shape, seed), &Goal::BlankLast);
        }
    }
}

#[test]
fn all_boards_of_small_shapes_are_solved() {
    for number in 0..181_440 {
        let board = Board::<3>::unrank_solvable(number).expect("a board");
        // Every seventh one, and all of the others.
        if number % 7 == 0 {
            follow(&board.into(), &Goal::BlankLast);
        }
    }
    for number in 0..12 {
        let board = Board::<2>::unrank_solvable(number).expect("a board");
        assert!(follow(&board.into(), &Goal::BlankLast) <= 6);
    }
    for number in 0..360 {
        let board = Board::<2, 3>::unrank_solvable(number).expect("a board");
        follow(&board.into(), &Goal::BlankLast);
        let board = Board::<3, 2>::unrank_solvable(number).expect("a board");
        follow(&board.into(), &Goal::BlankLast);
    }
}

#[test]
fn the_first_moves_of_new_lessons_lead_to_the_goal() {
    // What a player does who asks again after each move.
    for (shape, goal) in shapes_and_goals() {
        for seed in 20..24 {
            let start = DynBoard::from_seed_for(shape, &goal, seed).expect("a board");
            let length = follow(&start, &goal);
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

#[test]
fn a_lesson_reads_well() {
    let board: Board<4> = "1 2 4 3/5 6 7 8/9 10 12 11/13 14 0 15"
        .parse()
        .expect("a board");
    let mut lesson = Lesson::new(&board, &Goal::BlankLast).expect("a lesson");
    let words: Vec<String> = lesson.by_ref().map(|step| step.to_string()).collect();
    assert_eq!(
        words,
        [
            "move the blank to row 2, column 3: DD",
            "lead 4 around 3: DLURULDDR",
            "bring 4 below its corner: ULU",
            "move the blank to row 1, column 3: RDD",
            "turn the corner, 3 then 4: LU",
            "lead 8 around 7: URULDDR",
            "bring 8 below its corner: ULU",
            "move the blank to row 2, column 3: RDD",
            "turn the corner, 7 then 8: LU",
            "turn the last tiles until they are home: RUL",
        ]
    );
}

#[test]
fn lines_are_named_in_the_order_of_the_method() {
    let lines = |board: &str, goal: Goal| {
        let board: DynBoard = board.parse().expect("a board");
        let mut lines: Vec<Line> = Lesson::new(&board, &goal)
            .expect("a lesson")
            .map(|step| step.line())
            .collect();
        lines.dedup();
        lines.iter().map(Line::to_string).collect::<Vec<_>>()
    };
    let start = "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0";
    let solvable = |goal: &Goal| {
        start
            .parse::<DynBoard>()
            .expect("a board")
            .is_solvable_for(goal)
    };
    let usual = ["row 1", "row 2", "column 1", "column 2", "the last block"];
    assert!(solvable(&Goal::BlankLast));
    assert_eq!(lines(start, Goal::BlankLast), usual);
    let first = "15 14 8 12/10 11 9 13/2 6 5 1/3 7 0 4";
    assert_eq!(
        lines(first, Goal::BlankFirst),
        ["row 4", "row 3", "column 4", "column 3", "the last block"]
    );
}

#[test]
fn a_single_line_needs_the_blank_alone() {
    let board: DynBoard = "1x5: 0 1 2 3 4".parse().expect("a board");
    let steps: Vec<LessonStep> = Lesson::new(&board, &Goal::BlankLast)
        .expect("a lesson")
        .collect();
    assert_eq!(steps.len(), 1);
    assert_eq!(
        steps[0].to_string(),
        "move the blank to row 1, column 5: LLLL"
    );
    assert_eq!(steps[0].line(), Line::Block);
    let board: Board<1> = Board::solved();
    assert!(
        Lesson::new(&board, &Goal::BlankLast)
            .expect("a lesson")
            .next()
            .is_none()
    );
    let board: Board<5> = Board::solved();
    let mut lesson = Lesson::new(&board, &Goal::BlankLast).expect("a lesson");
    assert!(lesson.next().is_none());
    assert_eq!(lesson.fixed().len(), 24);
}

#[test]
fn what_has_no_lesson_is_said() {
    let unsolvable: Board<3> = "1 2 3/4 5 6/8 7 0".parse().expect("a board");
    let error = Lesson::new(&unsolvable, &Goal::BlankLast).expect_err("unsolvable");
    let why = unsolvable.solvability(&Goal::BlankLast);
    assert_eq!(error.to_string(), why.to_string());
    assert_eq!(error, LessonError::Unsolvable(Box::new(why)));
    let error = Lesson::new(&Board::<2, 2, 2>::solved(), &Goal::BlankLast).expect_err("a box");
    assert_eq!(
        error.to_string(),
        "the method by hand is for flat boards, not for a box of 2 x 2 x 2"
    );
    let error = Lesson::new(&Board::<2>::solved(), &Board::<3>::solved().into());
    assert!(matches!(error, Err(LessonError::Goal(_))));
}

#[test]
fn large_boards_are_quick() {
    // The first step of a large board takes no longer than its moves.
    let shape = Shape::square(256).expect("a shape");
    let board = DynBoard::from_seed(shape, 1);
    let mut lesson = Lesson::new(&board, &Goal::BlankLast).expect("a lesson");
    assert!(lesson.next().is_some_and(|step| step.moves().len() < 5_000));
    for (rows, cols) in [(40, 40), (2, 200), (200, 2)] {
        let shape = Shape::rectangle(rows, cols).expect("a shape");
        let length = follow(&DynBoard::from_seed(shape, 2), &Goal::BlankLast);
        assert!(length < 3 * rows * cols * (rows + cols));
    }
}
