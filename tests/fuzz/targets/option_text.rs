//! Text of a shape, a goal, a direction or an option is printed and read back as the same value.

#![no_main]

use std::fmt::{Debug, Display};
use std::str::FromStr;

use libfuzzer_sys::fuzz_target;
use npuzzle::tables::Partition;
use npuzzle::notation::Notation;
use npuzzle::{Direction, Goal, HeuristicKind, Metric, Quality, Shape};

/// Reads a text, and what is printed of it.
fn round_trip<T: FromStr<Err: Debug + Display> + Display + Debug + PartialEq>(text: &str) {
    match text.parse::<T>() {
        Ok(value) => assert_eq!(value.to_string().parse::<T>().ok().as_ref(), Some(&value)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fuzz_target!(|text: &str| {
    round_trip::<Shape>(text);
    round_trip::<Goal>(text);
    round_trip::<Direction>(text);
    round_trip::<Quality>(text);
    round_trip::<Metric>(text);
    round_trip::<HeuristicKind>(text);
    round_trip::<Notation>(text);
    // A partition of an unlimited text is bounded by the cells of a board.
    if let Ok(partition) = text.parse::<Partition>() {
        assert!(partition.patterns().len() <= 64);
    }
    if let (Ok(goal), Ok(shape)) = (text.parse::<Goal>(), Shape::new(2, 3, 1)) {
        assert_eq!(goal.fits(shape).is_ok(), goal.board(shape).is_ok());
    }
});
