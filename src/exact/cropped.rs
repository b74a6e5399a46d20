//! The part of a board that is not in order.

use alloc::vec::Vec;

use crate::canonical::CanonicalBoard;
use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::shape::Shape;

/// The number of cells in order that are kept on each side, as room to pass tiles.
const MARGIN: usize = 1;

/// Returns the smallest box that holds all cells that are not in order, the blank and its home, and
/// a margin, as a board of its own. `None` if that is the whole board.
///
/// The moves that solve the box solve the board. A box of a solvable board is solvable: it is at
/// least two cells wide along two axes, and the parities of tiles and blank are those of the board.
pub(crate) fn cropped(board: &CanonicalBoard) -> Result<Option<CanonicalBoard>, OutOfMemory> {
    let shape = board.shape;
    if shape.is_path() {
        return Ok(None);
    }
    let place = |cell: usize| {
        let place = shape.place(cell);
        [place.row, place.column, place.layer]
    };
    let home = place(board.home);
    let (mut low, mut high) = (home, home);
    for (cell, &tile) in board.cells.iter().enumerate() {
        if usize::from(tile) != cell {
            let place = place(cell);
            for axis in 0..3 {
                low[axis] = low[axis].min(place[axis]);
                high[axis] = high[axis].max(place[axis]);
            }
        }
    }
    let sides = [shape.rows(), shape.columns(), shape.layers()];
    for axis in 0..3 {
        low[axis] = low[axis].saturating_sub(MARGIN);
        high[axis] = (high[axis] + MARGIN).min(sides[axis] - 1);
    }
    let [rows, cols, layers] = [0, 1, 2].map(|axis| high[axis] - low[axis] + 1);
    if [rows, cols, layers] == sides {
        return Ok(None);
    }
    let Ok(own) = Shape::new(rows, cols, layers) else {
        return Ok(None);
    };
    let inside = |cell: usize| {
        let [row, col, layer] = place(cell);
        ((layer - low[2]) * rows + row - low[0]) * cols + col - low[1]
    };
    let mut cells: Vec<u16> = reserved(own.cells())?;
    for layer in low[2]..=high[2] {
        for row in low[0]..=high[0] {
            let first = (layer * shape.rows() + row) * shape.columns();
            let tiles = &board.cells[first + low[1]..=first + high[1]];
            cells.extend(tiles.iter().map(|&tile| inside(tile.into()) as u16));
        }
    }
    Ok(Some(CanonicalBoard {
        shape: own,
        home: inside(board.home),
        blank: inside(board.blank),
        cells,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::fixtures::{Random, walk};

    #[test]
    fn the_moves_that_solve_the_box_solve_the_board() {
        let mut smaller = 0;
        for sides in [[9, 9, 1], [3, 20, 1], [16, 2, 1], [5, 6, 7], [2, 2, 9]] {
            let shape = Shape::new(sides[0], sides[1], sides[2]).unwrap();
            for steps in [0, 1, 2, 5, 20, 80] {
                let mut random = Random(steps as u64);
                let home = random.below(shape.cells());
                let (board, home_moves) = walk(shape, home, steps, &mut random);
                let Some(part) = cropped(&board).unwrap() else {
                    continue;
                };
                smaller += 1;
                assert!(part.cells.len() < board.cells.len());
                // Its contents are the cells of its shape, each once.
                let again =
                    CanonicalBoard::from_cells(part.shape, part.home, part.cells.iter().copied());
                assert_eq!(again.as_ref(), Ok(&part));
                assert_eq!(part.manhattan(), board.manhattan());
                assert!(board.is_solved_by(&home_moves));
                // The walk stays among the cells that it disturbs, or next to them.
                if part.is_solved_by(&home_moves) {
                    continue;
                }
                assert!(steps > 5, "{board}: {part}");
            }
        }
        assert!(smaller > 15, "{smaller}");
    }

    #[test]
    fn a_board_without_order_is_left_whole() {
        let shape = Shape::rectangle(4, 4).unwrap();
        let board = CanonicalBoard::from_cells(shape, 15, (0..16).rev()).unwrap();
        assert_eq!(cropped(&board), Ok(None));
        let solved = CanonicalBoard::from_cells(shape, 15, 0..16).unwrap();
        assert_eq!(cropped(&solved).unwrap().unwrap().cells, [0, 1, 2, 3]);
        let path = Shape::rectangle(1, 9).unwrap();
        let solved = CanonicalBoard::from_cells(path, 0, 0..9).unwrap();
        assert_eq!(cropped(&solved), Ok(None));
    }
}
