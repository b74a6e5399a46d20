//! The part of a board that is not in order.

use alloc::vec::Vec;

use crate::canonical::CanonicalBoard;
use crate::region::Region;
use crate::shape::Shape;

/// The number of cells in order that are kept on each side, as room to pass tiles.
const MARGIN: usize = 1;

/// Returns the tiles in a region as a board of their own, given the home of the tile on a cell and of
/// the blank; `None` if one of them belongs elsewhere.
pub(crate) fn part(
    region: &Region,
    shape: Shape,
    at: impl Fn(usize) -> u16,
    home: usize,
) -> Option<CanonicalBoard> {
    let number = |cell: usize| region.number(shape.coordinates(cell));
    let homes = region
        .cells_on(shape)
        .map(|cell| Some(number(at(cell).into())? as u16));
    let homes: Option<Vec<u16>> = homes.collect();
    CanonicalBoard::from_cells(region.shape(), number(home)?, homes?)
}

/// Returns the smallest box that holds all cells that are not in order, the blank and its home, and
/// a margin, as a board of its own. `None` if that is the whole board.
///
/// The moves that solve the box solve the board. A box of a solvable board is solvable: it is at
/// least two cells wide along two axes, and the parities of tiles and blank are those of the board.
pub(crate) fn cropped(board: &CanonicalBoard) -> Option<CanonicalBoard> {
    let shape = board.shape;
    if shape.is_path() {
        return None;
    }
    let moved = board.cells.iter().enumerate();
    let moved = moved.filter(|&(cell, &tile)| usize::from(tile) != cell);
    let cells = moved.map(|(cell, _)| cell).chain([board.home]);
    let region = Region::around(cells.map(|cell| shape.coordinates(cell)))?;
    let region = region.with_margin(MARGIN, &Region::all(shape));
    if region.cells() == shape.cells() {
        return None;
    }
    part(&region, shape, |cell| board.cells[cell], board.home)
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
                let Some(part) = cropped(&board) else {
                    continue;
                };
                smaller += 1;
                assert!(part.cells.len() < board.cells.len());
                // The contents are a permutation of the cells.
                let again =
                    CanonicalBoard::from_cells(part.shape, part.home, part.cells.iter().copied());
                assert_eq!(again.as_ref(), Some(&part));
                assert_eq!(part.manhattan(), board.manhattan());
                assert!(board.is_solved_by(&home_moves));
                // The walk stays on or beside the cells that it changes.
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
        assert_eq!(cropped(&board), None);
        let solved = CanonicalBoard::from_cells(shape, 15, 0..16).unwrap();
        assert_eq!(cropped(&solved).unwrap().cells, [0, 1, 2, 3]);
        let path = Shape::rectangle(1, 9).unwrap();
        let solved = CanonicalBoard::from_cells(path, 0, 0..9).unwrap();
        assert_eq!(cropped(&solved), None);
    }
}
