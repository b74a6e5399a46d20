//! Random goals with free cells.

use npuzzle::{DynBoard, Goal, Shape};

use super::partial_goal::partial_goal;
use super::random::Random;

/// Returns a goal with some cells free, as text and by cell.
pub(crate) fn some_goal(shape: Shape, random: &mut Random) -> (Goal, Vec<Option<u8>>) {
    let board = DynBoard::permutation_from_seed(shape, random.below(1 << 30) as u64);
    // From two free cells to all of them.
    let free = 2 + random.below(shape.cells() - 1);
    let mut cells: Vec<Option<u8>> = board.iter().map(|tile| Some(tile as u8)).collect();
    let mut left = free;
    while left > 0 {
        let cell = random.below(cells.len());
        left -= usize::from(cells[cell].take().is_some());
    }
    let goal = partial_goal(&board, |cell| cells[cell].is_none());
    assert_eq!(goal.to_string().parse(), Ok(goal.clone()));
    assert!(matches!(goal, Goal::Partial(_)), "{goal}");
    if shape.layers() == 1 {
        assert_eq!(
            Goal::partial(cells.chunks(shape.columns())),
            Ok(goal.clone())
        );
    }
    (goal, cells)
}
