//! Every error states its own part, and returns its cause.

use std::error::Error;
use std::io::ErrorKind;
use std::path::Path;

use npuzzle::heuristic::{CheckError, HeuristicError, Manhattan, check};
use npuzzle::lesson::{Lesson, LessonError};
use npuzzle::notation::{read_board, read_goal};
use npuzzle::permutation::PermutationError;
use npuzzle::stored::StoredError;
use npuzzle::tables::TableError;
use npuzzle::{
    Board, BoardError, Control, Direction, DistanceError, DynBoard, Goal, GoalError, Guide,
    HeuristicKind, MoveError, Moves, Reason, Solvability, SolveError, Solver,
};

use crate::oracle::shape::shape;

/// Walks down the causes of an error: each message is without those of its causes, and `{:#}` has
/// all of them once. Returns the number of causes.
fn causes(error: &dyn Error) -> usize {
    let mut chain = vec![error.to_string()];
    let mut last = error;
    while let Some(cause) = last.source() {
        assert!(!last.to_string().contains(&cause.to_string()), "{last:?}");
        chain.push(cause.to_string());
        last = cause;
    }
    for message in &chain {
        assert!(!message.is_empty() && !message.ends_with('.') || message.contains("Swapping"));
    }
    assert_eq!(format!("{error:#}"), chain.join(": "));
    chain.len() - 1
}

/// Checks the number of causes of each error.
fn check_causes<E: Error>(errors: impl IntoIterator<Item = (E, usize)>) {
    for (error, expected) in errors {
        assert_eq!(causes(&error), expected, "{error:?}");
    }
}

/// Errors that hold no other error.
fn plain<E: Error>(errors: impl IntoIterator<Item = E>) {
    check_causes(errors.into_iter().map(|error| (error, 0)));
}

/// A goal of another shape.
fn of_goal() -> GoalError {
    let [goal, board] = [shape(2, 2, 1), shape(3, 3, 1)];
    GoalError::WrongShape { goal, board }
}

/// The reason why a board can't be solved.
fn why() -> Solvability {
    let swapped: Board<3> = "1 2 3/4 5 6/8 7 0".parse().expect("a board");
    swapped.solvability(&Goal::BlankLast)
}

#[test]
fn errors_of_boards_goals_and_moves() {
    let place = |row: usize| shape(3, 3, 1).place(3 * row + 2);
    let (blank, at, direction, board) = (place(1), place(2), Direction::Up, shape(3, 3, 3));
    let (tile, cells, index, row) = (9, 9, 1, 1);
    let (expected, found) = (9, 8);
    plain([
        BoardError::OutOfRange { tile, at, cells },
        BoardError::Duplicate { tile: 0, at },
        BoardError::Duplicate { tile: 1, at },
        BoardError::TooFew { expected, found },
        BoardError::TooMany { expected },
        BoardError::RowLength {
            row,
            expected,
            found,
        },
        BoardError::Shape { sides: [0, 3, 1] },
        BoardError::Shape {
            sides: [300, 300, 3],
        },
    ]);
    let (expected, found) = (shape(2, 2, 1), board);
    plain([BoardError::WrongShape { expected, found }]);
    plain([
        of_goal(),
        GoalError::SnailInBox { board },
        GoalError::ManyBoards,
    ]);
    plain([
        PermutationError::OutOfRange { index, len: 3 },
        PermutationError::Repeated { index, value: 2 },
        PermutationError::TooLong { len: 99 },
        PermutationError::NoSuchRank { rank: 7, count: 6 },
    ]);
    plain([
        MoveError::NoTile { direction, blank },
        MoveError::NoCell { cell: 9, cells },
        MoveError::NotInLine { cell: at, blank },
        MoveError::Illegal {
            index,
            direction,
            blank,
        },
        MoveError::NotGoal { at },
    ]);
    check_causes([(MoveError::Goal(of_goal()), 1)]);
    plain([
        LessonError::Unsolvable(why().into()),
        LessonError::Box { shape: board },
    ]);
    check_causes([(LessonError::Goal(of_goal()), 1)]);
}

#[test]
fn errors_of_tables_and_heuristics() {
    let (shape, path) = (shape(3, 3, 1), Box::<Path>::from(Path::new("folder")));
    let (folder, error, fault) = (path.clone(), ErrorKind::NotFound, "is damaged");
    plain([
        TableError::Shape { shape },
        TableError::Tiles { tiles: 9 },
        TableError::NoSuchHome { shape, home: 9 },
        TableError::Drawing,
        TableError::States { shape, tiles: 9 },
        TableError::Patterns { patterns: 9 },
        TableError::Memory { bytes: 9 },
        TableError::OutOfMemory { bytes: 9 },
        TableError::Read { path, error },
        TableError::Write {
            path: folder.clone(),
            error,
        },
        TableError::File {
            path: folder,
            fault,
        },
    ]);
    plain([
        HeuristicError::NoSuchHome { shape, home: 9 },
        HeuristicError::TooLarge { shape },
        HeuristicError::OtherBoards { shape, home: 1 },
        HeuristicError::FreeTiles,
    ]);
    check_causes([
        (HeuristicError::Goal(of_goal()), 1),
        (HeuristicError::Table(TableError::Drawing), 1),
        (
            HeuristicError::Table(TableError::Read {
                path: Path::new("x").into(),
                error,
            }),
            1,
        ),
    ]);
    let (board, direction) = (|| DynBoard::solved(shape), Direction::Up);
    let (estimate, distance, before, after) = (3, 2, 1, 4);
    plain([
        CheckError::TooManyCells { shape },
        CheckError::Overestimates {
            board: board(),
            estimate,
            distance,
        },
        CheckError::Inconsistent {
            board: board(),
            direction,
            before,
            after,
        },
        CheckError::UpdateDiffers {
            board: board(),
            direction,
        },
    ]);
    check_causes([
        (CheckError::Heuristic(HeuristicError::FreeTiles), 1),
        (CheckError::Heuristic(HeuristicError::Goal(of_goal())), 2),
    ]);
}

#[test]
fn errors_of_solves() {
    let [game, solver] = [Goal::Snail, Goal::BlankLast].map(Box::new);
    plain([
        SolveError::Unsolvable(why().into()),
        SolveError::OtherGoal { game, solver },
        SolveError::OutOfMemory { bytes: 9 },
        SolveError::NoClock,
        SolveError::Answer("a fault"),
    ]);
    check_causes([
        (SolveError::Goal(of_goal()), 1),
        (
            SolveError::Move(MoveError::NotGoal {
                at: shape(3, 3, 1).place(3),
            }),
            1,
        ),
        (SolveError::Move(MoveError::Goal(of_goal())), 2),
        (SolveError::Heuristic(HeuristicError::FreeTiles), 1),
        (SolveError::Heuristic(HeuristicError::Goal(of_goal())), 2),
        (SolveError::Table(TableError::Drawing), 1),
    ]);
    let (distance, radius, reason) = (9, 6, Reason::TimeLimit);
    let [none, some] = [None, Some(6)];
    plain([
        DistanceError::BeyondRadius { distance, radius },
        DistanceError::NotFound {
            distance,
            farthest: none,
            reason,
        },
        DistanceError::NotFound {
            distance,
            farthest: some,
            reason,
        },
    ]);
    check_causes([
        (DistanceError::Goal(of_goal()), 1),
        (DistanceError::Solve(SolveError::NoClock), 1),
        (DistanceError::Solve(SolveError::Goal(of_goal())), 2),
    ]);
    let (unit, fault) = (1, "is missing");
    plain([
        StoredError::Quality,
        StoredError::Solved,
        StoredError::Units { asked: 0 },
        StoredError::Stopped(reason),
        StoredError::NotSplit,
        StoredError::Unit { unit, fault },
    ]);
    check_causes([
        (StoredError::Solve(SolveError::NoClock), 1),
        (StoredError::Solve(SolveError::Goal(of_goal())), 2),
    ]);
}

#[test]
fn calls_return_errors_with_their_causes() {
    let (board, large) = (Board::<3>::from_seed(1), shape(6, 6, 1));
    let wrong: Goal = "1 2/3 0".parse().expect("a goal");
    let at_wrong = Solver::builder().goal(wrong.clone()).build();
    let limited = Control::new().max_nodes(1);
    let hard = Board::<4>::from_seed(1);
    let stopped = Solver::default().solve_with(&hard, limited);
    assert_eq!(causes(&stopped.expect_err("a limit")), 0);
    assert_eq!(
        causes(&at_wrong.solve(&board).expect_err("another shape")),
        1
    );
    assert_eq!(
        causes(
            &at_wrong
                .at_distance(board.shape(), 3, 1)
                .expect_err("the same")
        ),
        1
    );
    assert_eq!(
        causes(&Guide::for_goal(board.clone(), wrong.clone()).expect_err("the same")),
        0
    );
    assert_eq!(
        causes(&Lesson::new(&board, &wrong).expect_err("the same")),
        1
    );
    let moves: Moves = "UUUU".parse().expect("moves");
    let analysis = Solver::default().analyse(&Board::<3>::solved(), &moves);
    assert_eq!(causes(&analysis.expect_err("illegal")), 1);
    let manhattan = Manhattan::new(large, 3).expect("a home");
    let by_heuristic = Solver::default().solve_by(&board, &manhattan);
    assert_eq!(causes(&by_heuristic.expect_err("of another shape")), 1);
    assert_eq!(
        causes(&check(shape(2, 2, 1), 9, &manhattan).expect_err("no such home")),
        1
    );
    let tables = Solver::builder().heuristic(HeuristicKind::Patterns).build();
    let error = tables.prepare(large).expect_err("too large");
    assert_eq!(causes(&error), 1);
}

/// The cause of numbers that are no board is the whole message.
#[test]
fn texts_at_fault_return_the_fault_of_their_board() {
    for (text, own, cause, hint) in [
        (
            "1 2/3 3",
            "not a board, at byte 6 (\"3\")",
            "row 2: tile 3 appears twice",
            "",
        ),
        (
            "1 2/5 4",
            "not a board, at byte 4 (\"5\")",
            "row 2: tile 5 is not one of 0 to 3",
            "; the blank is written as 0, _, . or -",
        ),
        (
            "2x2: 1 2 0",
            "not a board, at byte 5 (\"1\")",
            "3 tiles for 4 cells: too few",
            "",
        ),
    ] {
        let error = read_board(text).expect_err(text);
        let found = error.source().expect("a cause");
        assert_eq!(error.to_string(), format!("{own}{hint}"));
        assert_eq!(
            (found.to_string(), found.source().is_none()),
            (cause.to_owned(), true)
        );
        assert!(found.is::<BoardError>());
        assert_eq!(format!("{error:#}"), format!("{cause}{hint}"));
        let of_goal = read_goal(text).expect_err(text);
        assert_eq!(of_goal, error);
    }
    let fixed = "1 2 3/4 5 6/7 8 0"
        .parse::<Board<4>>()
        .expect_err("smaller");
    assert_eq!(format!("{fixed:#}"), "the board is 3 x 3, not 4 x 4");
    assert!(fixed.source().is_some());
    for text in [
        "",
        "1 2/3 z",
        "1 2/3",
        "1 2 3",
        "300x300: 1",
        "3x2:1,2,3,4,5,0",
    ] {
        let error = read_board(text).expect_err(text);
        assert_eq!(causes(&error), 0, "{text}");
    }
    for error in [
        "LX".parse::<Moves>().expect_err("a sign"),
        "spiral".parse::<Goal>().expect_err("a name"),
        "3y3".parse::<npuzzle::Shape>().expect_err("a sign"),
        "0x3".parse::<npuzzle::Shape>().expect_err("no cells"),
        Solver::default()
            .resume("npuzzle-search 5")
            .expect_err("cut"),
    ] {
        assert_eq!(causes(&error), 0);
    }
}

#[test]
fn lessons_and_solves_refuse_with_the_same_reason() {
    let swapped: Board<3> = "1 2 3/4 5 6/8 7 0".parse().expect("a board");
    let lesson = Lesson::new(&swapped, &Goal::BlankLast).expect_err("unsolvable");
    let solve = Solver::default().solve(&swapped).expect_err("unsolvable");
    assert_eq!(lesson.to_string(), solve.to_string());
}
