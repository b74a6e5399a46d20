//! One rule for all errors: a message says its own part, `source` the rest. So a printed chain says
//! nothing twice.

use std::error::Error;

use npuzzle::notation::parse_grid;
use npuzzle::{Board, DynBoard, Goal, Moves, Shape, permutation};

/// Returns the messages of an error and of all that lies below it.
fn chain(error: &dyn Error) -> Vec<String> {
    let mut messages = vec![error.to_string()];
    let mut below = error.source();
    while let Some(error) = below {
        messages.push(error.to_string());
        below = error.source();
    }
    messages
}

/// Checks that no message says what another one of its chain says, and that the chain is this long.
#[track_caller]
fn says_nothing_twice(error: &dyn Error, length: usize) {
    let messages = chain(error);
    assert_eq!(messages.len(), length, "{messages:?}");
    for (index, message) in messages.iter().enumerate() {
        assert!(
            !message.is_empty() && !message.ends_with('.'),
            "{messages:?}"
        );
        for below in &messages[index + 1..] {
            assert!(!message.contains(below.as_str()), "{messages:?}");
        }
    }
}

fn board(text: &str) -> DynBoard {
    text.parse().expect("a board")
}

#[test]
fn errors_of_boards_and_text_say_nothing_twice() {
    let errors: [Box<dyn Error>; 21] = [
        Box::new(Shape::square(300).expect_err("too many cells")),
        Box::new("4 by 4".parse::<Shape>().expect_err("no shape")),
        Box::new("0x4".parse::<Shape>().expect_err("no cells")),
        Box::new(Board::<2>::from_tiles([1, 2, 3, 3]).expect_err("3 twice")),
        Box::new(Board::<2>::from_tiles([1, 2, 3, 9]).expect_err("9 is too large")),
        Box::new(Board::<2>::try_from(board("1 2 3/4 5 0")).expect_err("another shape")),
        Box::new(DynBoard::from_rows::<u8, [u8; 0]>([]).expect_err("no cells")),
        Box::new("1 2/3 z".parse::<DynBoard>().expect_err("no number")),
        Box::new("1 2/3 3".parse::<DynBoard>().expect_err("3 twice")),
        Box::new(
            "300x300: 0"
                .parse::<DynBoard>()
                .expect_err("too many cells"),
        ),
        Box::new("spiral".parse::<Goal>().expect_err("no goal")),
        Box::new("300x300: 0".parse::<Goal>().expect_err("too many cells")),
        Box::new("R0".parse::<Moves>().expect_err("no run")),
        Box::new(
            "west"
                .parse::<npuzzle::Direction>()
                .expect_err("no direction"),
        ),
        Box::new(parse_grid("300").expect_err("too many cells")),
        Box::new(parse_grid("2\n1 2\n3 3").expect_err("3 twice")),
        Box::new(permutation::parity(&[0_u8, 0]).expect_err("0 twice")),
        Box::new(board("1 2/3 0").slide_cell(0).expect_err("not in line")),
        Box::new(Board::<2>::unrank(24).expect_err("24 boards from 0")),
        Box::new(
            Goal::Snail
                .board("2x2x2".parse().expect("a shape"))
                .expect_err("a box"),
        ),
        Box::new(
            Moves::new()
                .try_extend(std::iter::repeat_n(npuzzle::Direction::Up, usize::MAX))
                .expect_err("no memory"),
        ),
    ];
    for error in &errors {
        says_nothing_twice(&**error, 1);
    }
    let moves: Moves = "DRD".parse().expect("moves");
    let play = board("1 2/3 0").play(&moves).expect_err("illegal");
    says_nothing_twice(&play, 1);
}

#[cfg(all(feature = "solver", feature = "std"))]
#[test]
fn errors_of_solvers_and_tables_say_nothing_twice() {
    use npuzzle::heuristic::{CanonicalBoard, CheckError, HeuristicError};
    use npuzzle::tables::{BuildError, PartitionError, Pattern, PatternError, Table};
    use npuzzle::{
        Control, DistanceError, Guide, HeuristicKind, SolveError, Solver, TableError, VerifyError,
    };

    let shape = Shape::square(3).expect("a shape");
    let wrong_goal = Goal::from(board("1 2/3 0"));
    let goal = wrong_goal.fits(shape).expect_err("another shape");
    let pattern = PatternError::Twice { cell: 3 };
    let partition = PartitionError::Pattern(pattern);
    let build = BuildError::Board(pattern);
    let heuristic = HeuristicError::TooLarge { shape };
    let table = TableError::Partition(partition);
    let play = board("1 2/3 0")
        .play(&"DRD".parse().expect("moves"))
        .expect_err("illegal");
    let solve = SolveError::Table(TableError::Build(build));
    let unsolvable = board("2 1/3 0").solve().expect_err("unsolvable");
    assert!(matches!(unsolvable, SolveError::Unsolvable(_)));
    let mut control = Control::new().max_nodes(1);
    let stopped = Solver::default()
        .solve_with(&Board::<4>::from_seed(1), &mut control)
        .expect_err("a limit");
    let overestimates = CheckError::TooManyCells { shape };
    let canonical = CanonicalBoard::from_cells(shape, 8, [0; 9]).expect_err("0 twice");
    let solution = Solver::default()
        .solve(&board("1 2/0 3"))
        .expect("solvable");
    let verify = solution
        .verify(&board("1 2/3 0"))
        .expect_err("no such moves");
    let errors: [&dyn Error; 19] = [
        &goal,
        &pattern,
        &partition,
        &build,
        &heuristic,
        &table,
        &play,
        &solve,
        &stopped,
        &overestimates,
        &canonical,
        &verify,
        &VerifyError::Goal(goal),
        &VerifyError::Play(play),
        &SolveError::Goal(goal),
        &SolveError::Heuristic(heuristic),
        &DistanceError::Goal(goal),
        &DistanceError::Solve(solve.clone()),
        &"x".parse::<HeuristicKind>().expect_err("no heuristic"),
    ];
    for error in errors {
        says_nothing_twice(error, 1);
    }
    // The explanation is sentences, with a full stop. The verdict is left to the caller that wraps it.
    let why = board("2 1/3 0").solvability(&Goal::BlankLast).to_string();
    assert_eq!(why, format!("unsolvable: {unsolvable}"));
    assert_eq!(chain(&unsolvable).len(), 1);

    // These add something of their own: the turn, the file.
    let turns = ["R", "D"].map(|turn| turn.parse::<Moves>().expect("moves"));
    let resume = Guide::resume(board("0 1/2 3"), turns, 0).expect_err("no tile on the left");
    says_nothing_twice(&resume, 2);
    assert_eq!(
        chain(&resume),
        [
            "turn 1 can't be played",
            "move 1: no tile can move R: the blank is in row 1, column 1"
        ]
    );
    let large = Shape::square(8).expect("a shape");
    let pattern = Pattern::new(large, 63, 0..8).expect("a pattern");
    let file = Table::load("no such file", pattern).expect_err("too many states");
    says_nothing_twice(&file, 2);
    let missing = Pattern::new(shape, 8, [0, 1]).expect("a pattern");
    let missing = Table::load("no such file", missing).expect_err("no such file");
    says_nothing_twice(&missing, 1);
    let kept = SolveError::Table(TableError::File(Box::new(file)));
    says_nothing_twice(&kept, 2);
}
