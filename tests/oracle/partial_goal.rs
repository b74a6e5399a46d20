//! Goals with free cells.

use npuzzle::{DynBoard, Goal, Shape};

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
    let mut text = if shape.rows() == 1 {
        format!("{shape}:")
    } else {
        String::new()
    };
    for (cell, tile) in cells.iter().enumerate() {
        let end = shape.place(cell);
        text += match (cell, end.column, end.row) {
            (0, ..) => "",
            (_, 0, 0) => "//",
            (_, 0, _) => "/",
            _ => " ",
        };
        text += &tile.map_or("*".to_owned(), |tile| tile.to_string());
    }
    let goal: Goal = text.parse().expect("a goal");
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
