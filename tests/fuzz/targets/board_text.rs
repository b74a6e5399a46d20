//! A text that is a board is printed and read back as the same board, by both types of boards.

#![no_main]

use libfuzzer_sys::fuzz_target;
use npuzzle::{Board, DynBoard};

fuzz_target!(|text: &str| {
    let parsed = text.parse::<DynBoard>();
    // A board of a fixed shape admits no text that names another shape.
    if let Ok(fixed) = text.parse::<Board<2, 3>>() {
        assert_eq!(fixed.to_string().parse(), Ok(fixed.clone()));
        assert_eq!(DynBoard::from(fixed).shape().to_string(), "2 x 3");
    }
    if let Ok(fixed) = text.parse::<Board<3>>() {
        assert_eq!(parsed, Ok(DynBoard::from(fixed)));
    }
    if let Ok(fixed) = text.parse::<Board<2, 2, 2>>() {
        assert_eq!(fixed.to_string().parse(), Ok(fixed.clone()));
        assert_eq!(format!("{fixed:#}").parse(), Ok(fixed));
    }
    let Ok(board) = parsed else { return };
    assert_eq!(board.to_string().parse(), Ok(board.clone()));
    assert_eq!(format!("{board:#}").parse(), Ok(board.clone()));
    let mut tiles = board.tiles().to_vec();
    assert_eq!(tiles[board.blank()], 0);
    tiles.sort_unstable();
    assert!(tiles.iter().zip(0..).all(|(&tile, number)| tile == number));
});
