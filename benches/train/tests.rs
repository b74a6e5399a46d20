use npuzzle::DynBoard;

use crate::game::Field;
use crate::kinds::Kinds;
use crate::train;

/// Asserts that a training makes beams find shorter solutions, and makes the same weights again, and
/// that the crate's file is in the order of the kinds: entries of one kind have one weight.
pub(crate) fn assert_learning() {
    let train = |rounds| train(&[4], [rounds, 30, 50], |_| ());
    let kinds = Kinds::new();
    let mut field = Field::new(4, &kinds);
    let mut moves = |file: &[u8]| -> usize {
        field.weigh(file);
        let boards = (1..=40).map(|seed| DynBoard::from_seed(field.shape, seed));
        let solved = boards.map(|board| field.solve(&board, 50));
        solved.map(|it| it.map_or(200, |it| it.0.len())).sum()
    };
    let (trained, shipped) = (train(4), include_bytes!("../../src/pairs/weights.bin"));
    let lengths = [&train(0), &trained, &shipped[..]].map(&mut moves);
    let mut entries = kinds.file.iter().zip(shipped);
    assert!(entries.all(|(&first, weight)| shipped[first as usize] == *weight));
    println!("40 boards of 4x4: {lengths:?} moves by Manhattan distance, trained, and shipped");
    assert!(lengths[1] < lengths[0] && lengths[2] < lengths[0]);
    assert_eq!((trained.len(), &trained), (shipped.len(), &train(4)));
}
