//! A grid file that is read holds a square board, whose own grid reads as the same board.

#![no_main]

use libfuzzer_sys::fuzz_target;
use npuzzle::notation::parse_grid;

fuzz_target!(|text: &str| {
    match parse_grid(text) {
        Ok(board) => {
            let side = board.shape().rows();
            assert_eq!(side, board.shape().columns());
            let grid = format!("# a comment\n{side}\n{board:#}\n");
            assert_eq!(parse_grid(&grid), Ok(board));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
