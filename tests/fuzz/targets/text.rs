//! A text that is read as a board, a grid, moves or an option is printed and read back as the same.

#![no_main]

use std::fmt::{Debug, Display};
use std::str::FromStr;

use libfuzzer_sys::fuzz_target;
use npuzzle::notation::{Notation, read_board, read_boards, read_goal, read_moves};
use npuzzle::tables::Partition;
use npuzzle::{
    Board, Direction, DynBoard, Goal, HeuristicKind, Metric, Moves, ParseError, ParseErrorKind,
    Quality, Shape,
};

#[path = "../../oracle/meaning.rs"]
mod meaning;

use meaning::can_mean;

/// Reads a text, and what is printed of it in both forms.
fn round_trip<T>(text: &str) -> Option<T>
where
    T: FromStr<Err: Debug + Display> + Display + Debug + PartialEq,
{
    let value = match text.parse::<T>() {
        Ok(value) => value,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return None;
        }
    };
    for printed in [value.to_string(), format!("{value:#}")] {
        assert_eq!(printed.parse::<T>().ok().as_ref(), Some(&value));
    }
    Some(value)
}

fn moves(text: &str) {
    for notation in [Notation::Tile, Notation::Blank, Notation::Arrows] {
        let Ok(moves) = Moves::parse_as(text, notation) else {
            assert!(read_moves(text).is_err());
            continue;
        };
        // A few bytes may name 16 million moves: with every comparison traced that takes half a minute.
        if moves.len() > 1 << 16 {
            continue;
        }
        let printed = [
            moves.display_as(notation).to_string(),
            format!("{:#}", moves.display_as(notation)),
        ];
        for printed in printed {
            assert_eq!(Moves::parse_as(&printed, notation), Ok(moves.clone()));
        }
        assert_eq!(moves.inverse().inverse(), moves);
        let of_runs = moves.runs().map(|(_, tiles)| tiles);
        assert_eq!(of_runs.sum::<usize>(), moves.len());
        assert_eq!(moves.runs().count(), moves.multi_tile_len());
    }
}

fuzz_target!(|text: &str| {
    let strict = round_trip::<DynBoard>(text);
    if let Some(fixed) = round_trip::<Board<3>>(text) {
        assert_eq!(strict, Some(DynBoard::from(fixed)));
    }
    let board = read_board(text).ok();
    assert!(board.iter().all(|board| can_mean(text, board)));
    assert!(strict.is_none() || strict == board);
    match (&board, read_boards(text)) {
        (Some(board), boards) => assert_eq!(boards.as_deref(), Ok(std::slice::from_ref(board))),
        // One board whose file has more lines: its number in front, zeros at the end, signs without words.
        (None, Ok(boards)) if boards.len() == 1 => assert!(text.trim().contains('\n')),
        (None, boards) => assert!(!boards.is_ok_and(|it| it.is_empty())),
    }
    // A board of a fixed shape admits no text that names another shape.
    if let Some(fixed) = round_trip::<Board<2, 3>>(text) {
        assert_eq!(DynBoard::from(fixed).shape().to_string(), "2 x 3");
    }
    round_trip::<Board<2, 2, 2>>(text);
    if let Some(board) = board {
        for printed in [board.to_string(), format!("{board:#}")] {
            assert_eq!(printed.parse().as_ref(), Ok(&board));
            assert_eq!(read_board(&printed).as_ref(), Ok(&board));
        }
        let mut tiles = board.tiles().to_vec();
        assert_eq!(tiles[board.blank()], 0);
        tiles.sort_unstable();
        assert!(tiles.iter().zip(0..).all(|(&tile, number)| tile == number));
        if let Ok(moves) = Moves::parse_on(&board, text) {
            let is_legal = board.clone().play(&moves).is_ok();
            assert!(is_legal || read_moves(text).is_ok());
        }
        let (rows, columns) = (board.shape().rows(), board.shape().columns());
        if board.shape().layers() == 1 && rows > 1 && columns > 1 {
            let grid = format!("# a comment\n{rows} {columns}\n{board:#}\n");
            assert_eq!(read_board(&grid), Ok(board));
        }
    }
    moves(text);
    round_trip::<Shape>(text);
    round_trip::<Direction>(text);
    round_trip::<Quality>(text);
    round_trip::<Metric>(text);
    round_trip::<HeuristicKind>(text);
    round_trip::<Notation>(text);
    round_trip::<Partition>(text);
    round_trip::<Moves>(text);
    let strict = round_trip::<Goal>(text);
    let goal = read_goal(text);
    // `1 2` above `0 *` may be a header and a row.
    let is_ambiguous = |error: &ParseError| error.kind() == ParseErrorKind::Ambiguous;
    assert!(
        strict.is_none()
            || strict.as_ref() == goal.as_ref().ok()
            || goal.as_ref().is_err_and(is_ambiguous)
    );
    if let (Ok(goal), Ok(shape)) = (goal, Shape::new(2, 3, 1)) {
        assert_eq!(goal.to_string().parse().as_ref(), Ok(&goal));
        assert_eq!(goal.fits(shape).is_ok(), goal.board(shape).is_ok());
    }
});
