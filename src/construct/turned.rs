//! Transposed boards: putting one in order row by row puts the original in order column by column.

use alloc::vec::Vec;

use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::runtime::alloc::{OutOfMemory, filled};
use crate::shape::Shape;

/// Returns a rectangle's board with rows for columns; `None` for other boards.
pub(super) fn turned(board: &CanonicalBoard) -> Result<Option<CanonicalBoard>, OutOfMemory> {
    let (rows, cols) = (board.shape.rows(), board.shape.cols());
    let Some(shape) = Shape::rectangle(cols, rows)
        .ok()
        .filter(|_| board.shape.is_rectangle())
    else {
        return Ok(None);
    };
    let there = |cell: usize| cell % cols * rows + cell / cols;
    let mut cells: Vec<u16> = filled(0, board.cells.len())?;
    for (cell, &goal) in board.cells.iter().enumerate() {
        cells[there(cell)] = there(goal.into()) as u16;
    }
    Ok(Some(CanonicalBoard {
        shape,
        home: there(board.home),
        cells,
        blank: there(board.blank),
    }))
}

/// Transposes moves of a transposed board back into those of the board itself.
pub(super) fn turn_back(moves: &mut [Direction]) {
    for direction in moves {
        *direction = match *direction {
            Direction::Up => Direction::Left,
            Direction::Left => Direction::Up,
            Direction::Down => Direction::Right,
            Direction::Right => Direction::Down,
            other => other,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::{turn_back, turned};
    use crate::canonical::CanonicalBoard;
    use crate::direction::Direction;
    use crate::moves::Moves;
    use crate::shape::Shape;

    #[test]
    fn moves_of_a_turned_board_are_those_of_the_board() {
        // 1 2 3/4 0 5 for the usual goal: tile 5 goes left.
        let shape = Shape::rectangle(2, 3).unwrap();
        let board = CanonicalBoard::from_cells(shape, 5, [0, 1, 2, 3, 5, 4]).unwrap();
        let turned = turned(&board).unwrap().unwrap();
        // 1 4/2 0/3 5, tile 5 goes up.
        assert_eq!((turned.shape.rows(), turned.shape.cols()), (3, 2));
        assert_eq!(turned.cells(), [0, 1, 2, 5, 4, 3]);
        assert_eq!((turned.home(), turned.blank()), (5, 3));
        let mut moves = [Direction::Up];
        assert!(turned.is_solved_by(&moves.into_iter().collect::<Moves>()));
        turn_back(&mut moves);
        assert!(board.is_solved_by(&moves.into_iter().collect::<Moves>()));
    }

    #[test]
    fn a_box_is_not_turned() {
        let shape = Shape::new(2, 2, 2).unwrap();
        let board = CanonicalBoard::from_cells(shape, 7, 0..8).unwrap();
        assert_eq!(turned(&board).unwrap(), None);
    }
}
