use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::*;
use crate::direction::Direction;
use crate::heuristic::Manhattan;

fn shape(rows: usize, cols: usize, layers: usize) -> Shape {
    Shape::new(rows, cols, layers).expect("a shape")
}

fn axis_of(direction: Direction) -> usize {
    match direction {
        Direction::Up | Direction::Down => 0,
        Direction::Left | Direction::Right => 1,
        Direction::Front | Direction::Back => 2,
    }
}

/// Returns all boards that slides in turns of axes lead to, each with the axis of its first slide
/// on the way to the goal and the number of slides.
fn boards(shape: Shape, home: usize) -> BTreeMap<(Vec<u16>, usize), (CanonicalBoard, u32)> {
    let solved = CanonicalBoard::from_cells(shape, home, 0..shape.cells() as u16);
    let solved = solved.expect("the solved board");
    let mut all = BTreeMap::new();
    let (mut level, mut distance) = (Vec::from([(solved, None)]), 1);
    while !level.is_empty() {
        let mut next = Vec::new();
        for (board, last) in level {
            for direction in Direction::ALL {
                let axis = axis_of(direction);
                let mut after = board.clone();
                while last != Some(axis) && after.slide(direction) {
                    let key = (after.cells.clone(), axis);
                    if let alloc::collections::btree_map::Entry::Vacant(entry) = all.entry(key) {
                        entry.insert((after.clone(), distance));
                        next.push((after.clone(), Some(axis)));
                    }
                }
            }
        }
        (level, distance) = (next, distance + 1);
    }
    all
}

/// Checks that a bound never exceeds a distance, and that it is updated as it is made.
fn check<B: Bound>(bound: &B, board: &CanonicalBoard, first: usize, distance: u32)
where
    B::State: PartialEq,
{
    let state = bound.state(board);
    for last in [None, Some(0), Some(1), Some(2)] {
        if last != Some(first) {
            let least = bound.least(&state, last);
            assert!(least <= distance, "{least} for {distance} of {board}");
        }
    }
    for direction in Direction::ALL {
        let mut after = board.clone();
        if after.slide(direction) {
            let updated = bound.after(&state, board, after.blank());
            assert!(updated == bound.state(&after), "{board} {direction}");
        }
    }
}

#[test]
fn a_slide_moves_a_line_but_one_tile_at_most() {
    // Sides of 3, 4 and 2 cells.
    let shape = shape(3, 4, 2);
    assert_eq!(needed(shape, [0, 0, 0]), [0, 0, 0]);
    assert_eq!(needed(shape, [2, 3, 1]), [1, 1, 1]);
    assert_eq!(needed(shape, [3, 4, 2]), [2, 2, 2]);
    assert_eq!(needed(shape, [3, 7, 5]), [2, 3, 5]);
    let solved = CanonicalBoard::from_cells(shape, 23, 0..24).expect("the solved board");
    let bound = Arc::new(ByAxis(Manhattan::new(shape, 23).expect("a fine home")));
    // The blank goes to the other end of its line along each axis.
    for (directions, needed) in [
        (&[Direction::Down][..], [1, 0, 0]),
        (&[Direction::Right], [0, 1, 0]),
        (&[Direction::Back], [0, 0, 1]),
        (&[Direction::Right, Direction::Back], [0, 1, 1]),
    ] {
        let mut board = solved.clone();
        for &direction in directions {
            while board.slide(direction) {}
        }
        let is = self::needed(shape, bound.state(&board));
        assert_eq!(is, needed, "{directions:?}");
    }
}

#[test]
fn bounds_by_slides_hold_and_dominate_weaker_ones() {
    for (shape, home, count) in [
        (shape(2, 3, 1), 5, 359),
        (shape(2, 3, 1), 1, 359),
        (shape(2, 2, 2), 7, 20_159),
        (shape(1, 5, 1), 4, 4),
    ] {
        let manhattan = Manhattan::new(shape, home).expect("a fine home");
        let of_tiles = BySlides::new(manhattan.clone(), shape);
        let by_axes = Arc::new(ByAxis(Manhattan::new(shape, home).expect("a fine home")));
        let sides = [shape.rows(), shape.columns(), shape.layers()];
        let longest = sides.into_iter().max().map_or(1, |side| side as u32 - 1);
        let boards = boards(shape, home);
        let mut seen = Vec::new();
        for ((cells, first), (board, distance)) in &boards {
            if board.is_solved() {
                continue;
            }
            if seen.last() != Some(cells) {
                seen.push(cells.clone());
            }
            check(&of_tiles, board, *first, *distance);
            check(&by_axes, board, *first, *distance);
            let least = of_tiles.least(&of_tiles.state(board), None);
            assert_eq!(least, (board.manhattan() as u32).div_ceil(longest));
            let state = by_axes.state(board);
            assert_eq!(by_axes.least(&state, None), least_slides(board));
            for last in [None, Some(0), Some(1), Some(2)] {
                assert!(least <= by_axes.least(&state, last));
            }
        }
        assert_eq!(seen.len(), count, "{shape}");
    }
}
