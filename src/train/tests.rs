use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::fit::{Example, Fit, Lesson};
use super::{PairTraining, TrainingError};
use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::pairs::{Kinds, PairWeights};
use crate::runtime::effort::Effort;
use crate::shape::Shape;

fn shape(rows: usize, cols: usize) -> Shape {
    Shape::rectangle(rows, cols).unwrap()
}

/// Trains in slices of this many nanoseconds.
fn train(shapes: &[Shape], games: u32, rounds: u32, slice: usize) -> PairWeights {
    let training = PairTraining::new(shapes, 7).unwrap();
    train_on(training.with_games(games), rounds, slice)
}

fn train_on(mut training: PairTraining, rounds: u32, slice: usize) -> PairWeights {
    let rounds = training.rounds + rounds;
    while training.rounds < rounds {
        let mut effort = Effort::slice();
        effort.spend(Effort::SLICE - slice);
        training.advance_slice(&mut effort).unwrap();
    }
    training.weights()
}

#[test]
fn the_weights_are_the_same_however_the_training_is_cut() {
    let shapes = [shape(5, 5), shape(5, 6)];
    let whole = train(&shapes, 4, 2, Effort::SLICE);
    assert_eq!(train(&shapes, 4, 2, 1), whole);
    assert_ne!(train(&shapes, 5, 2, Effort::SLICE), whole);
}

#[test]
fn boards_are_compared_the_same_however_the_training_is_cut() {
    let compare = |slice| {
        let training = PairTraining::new(&[shape(5, 5)], 7).unwrap();
        let training = training.with_games(2).with_weights(&PairWeights::shipped());
        train_on(training, 1, slice)
    };
    let whole = compare(Effort::SLICE);
    assert_eq!(compare(1), whole);
    assert_ne!(whole, PairWeights::shipped());
}

/// On 9 x 9 144 pairs of one kind stand side by side at home.
#[test]
fn boards_with_all_tiles_at_home_are_compared() {
    let shape = shape(9, 9);
    let home = CanonicalBoard::from_cells(shape, 80, 0..81).unwrap();
    let mut other = home.clone();
    for direction in [Direction::Down, Direction::Right, Direction::Up] {
        assert!(other.slide(direction));
    }
    let mut fit = Fit::new(Kinds::at_once().unwrap(), &[shape]).unwrap();
    fit.rank(&PairWeights::shipped());
    let before = fit.weights();
    let [home, other] = [home, other].map(|board| Example::new(0, &board, 0.0));
    let lessons = VecDeque::from([Vec::from([Lesson::Nearer(home, other)])]);
    let mut pass = fit.begin(&lessons, 1).unwrap();
    while !fit.advance(&mut pass, &lessons, &mut Effort::slice()) {}
    let side_by_side = Kinds::single([0, 1]);
    assert!(fit.weights().of(side_by_side) > before.of(side_by_side));
}

/// Every machine makes these weights: the arithmetic is exact to the bit, and its order fixed.
#[test]
fn the_weights_of_a_seed_never_change() {
    let bytes = train(&[shape(5, 5)], 6, 2, Effort::SLICE).to_bytes();
    let sum: Vec<_> = bytes[bytes.len() - 8..].into();
    assert_eq!(sum, [210, 196, 90, 80, 172, 76, 250, 11]);
}

#[test]
fn shapes_without_pairs_are_refused() {
    assert_eq!(
        PairTraining::new(&[], 1).unwrap_err(),
        TrainingError::NoShape
    );
    for shape in [shape(4, 4), shape(10, 5), Shape::new(5, 5, 2).unwrap()] {
        let error = PairTraining::new(&[shape], 1).unwrap_err();
        assert_eq!(error, TrainingError::Shape(shape));
    }
}
