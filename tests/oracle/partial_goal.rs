//! Goals with free cells.

use npuzzle::{DynBoard, Goal};

/// Returns the goal of the tiles of a board on the cells that are not free.
pub(crate) fn partial_goal(board: &DynBoard, is_free: impl Fn(usize) -> bool) -> Goal {
    let text = board.to_string();
    let tiles_begin = text.find(": ").map_or(0, |colon| colon + 2);
    let (mut goal, mut cell) = (text[..tiles_begin].to_owned(), 0);
    for piece in text[tiles_begin..].split_inclusive([' ', '/']) {
        let tile = piece.trim_end_matches([' ', '/']);
        let is_tile = !tile.is_empty();
        goal += if is_tile && is_free(cell) { "*" } else { tile };
        goal += &piece[tile.len()..];
        cell += usize::from(is_tile);
    }
    goal.parse().expect("a goal")
}
