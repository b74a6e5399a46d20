//! How far boards can be from the goal, as far as that is known.

use crate::metric::Metric;
use crate::shape::Shape;
use crate::slide::LegalMoves;

/// What is known of the farthest boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Radius {
    /// They need exactly this number of moves.
    Known(usize),
    /// They need at most this number, and perhaps fewer.
    AtMost(usize),
}

/// The most moves that boards need if the home is a corner: known from whole searches, by the
/// sides in order; in moves of tiles, and in slides.
const RADII: [([usize; 3], usize, usize); 5] = [
    ([1, 2, 7], 108, 52),
    ([1, 2, 8], 140, 57),
    ([1, 3, 4], 53, 33),
    ([1, 3, 5], 84, 44),
    ([1, 4, 4], 80, 43),
];

/// Returns a number of moves that is enough for every board of a shape that is not a path, and for
/// every home.
///
/// # Proof
/// Let `S` be the sum of the sides. While a side has three cells or more, a face at an end of it,
/// of which no cell is the home, is put in order, cell by cell in reading order, and left alone.
/// `B` is the box without the face: two of its sides are at least two. `F` is what is left of the
/// face: connected, with a cell of `B` behind each of its cells. Let `F` have two cells or more.
/// - A tile gets anywhere by at most `S - 2` steps: into `B`, in which no two cells are more than
///   `S - 4` apart, and out of it.
/// - Before each step the blank has to come to the next cell on the tile's way, and not over the
///   tile. In `B` without a cell that takes two moves more than the taxicab distance at most: cells
///   in a line have a way beside it, others two ways apart. From a cell of `F` the blank gets into
///   `B` by two moves at most, to the cell behind it or, if the tile is there, behind a neighbour.
///   So the first time it takes `4 + (S - 4) + 2` moves at most. Then the blank is on one side of
///   the tile and has to come to another, at distance 2, which becomes 4 beside the two moves into
///   `B` and out of it: `4 + 4 + 2` at most. The step itself is one move.
/// - So a tile takes `S + 3 + 11 (S - 3) = 12 S - 30` moves at most.
///
/// The last two cells of the face, `p` and `q`, get their tiles together. The first tile is led to
/// `p`. Behind `p` and `q` lie two cells each: a window of six. If the other tile is outside, it is
/// led through `B` to the farthest cell behind `q`, after one move of the blank if that is on `q`.
/// Then the blank comes into the window through `B`, not over the tile, by `S - 2` moves at most.
/// In the window at most 21 moves bring both tiles home, as a test counts. For both tiles that is
/// at most `2 (12 S - 30) + 1 + S - 2 + 21 = 25 S - 40`, less than `2 * 13 S`.
///
/// 2 x 2 or 2 x 2 x 2 cells are left: far fewer moves than `13 S` for each of three or seven tiles.
const fn always_enough(shape: Shape) -> usize {
    let sides = shape.rows() + shape.cols() + shape.layers();
    (13 * sides).saturating_mul(shape.cells())
}

/// Returns how far boards can be, on a shape that is not a path, with the blank's home on a cell.
pub(super) fn radius(shape: Shape, home: usize, metric: Metric) -> Radius {
    let mut sides = [shape.rows(), shape.cols(), shape.layers()];
    sides.sort_unstable();
    let is_corner = LegalMoves::of(shape, home).len() == 2;
    let known = RADII
        .iter()
        .find(|(known, ..)| *known == sides && is_corner);
    match known {
        Some(&(_, tiles, slides)) => Radius::Known(match metric {
            Metric::Tiles => tiles,
            Metric::Slides => slides,
        }),
        None => Radius::AtMost(always_enough(shape)),
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::{BTreeMap, VecDeque};

    use super::*;
    use crate::search::all_boards::AllBoards;

    #[test]
    fn no_board_of_a_small_shape_needs_more() {
        for (rows, cols, layers) in [(2, 2, 1), (2, 3, 1), (4, 2, 1), (3, 3, 1), (2, 2, 2)] {
            let shape = Shape::new(rows, cols, layers).expect("a small shape");
            for home in 0..shape.cells() {
                let table = AllBoards::new(shape, home, Metric::Tiles).expect("little memory");
                assert!(table.radius() <= always_enough(shape), "{shape}, {home}");
                // The last cells of the proof need less than it leaves for them.
                assert!(table.radius() < 13 * 5 * 3);
            }
        }
        // Boards of more than 2 x 2 cells that are searched as a whole.
        for (sides, radius, _) in RADII {
            let shape = Shape::new(sides[0], sides[1], sides[2]).expect("a small shape");
            assert!(radius <= always_enough(shape));
        }
    }

    /// The cells 0 and 1 of 3 rows by 2 are `p` and `q` of the proof.
    #[test]
    fn two_tiles_come_home_in_their_window_by_21_moves() {
        let window = Shape::new(3, 2, 1).expect("a small shape");
        // Backwards, from wherever the blank may be left.
        let ends = (2..6).map(|blank| [0, 1, blank]);
        let mut moves: BTreeMap<[usize; 3], usize> = ends.map(|end| (end, 0)).collect();
        let mut open: VecDeque<[usize; 3]> = moves.keys().copied().collect();
        while let Some(state) = open.pop_front() {
            let [first, second, blank] = state;
            for from in (0..6).filter(|&cell| window.distance(cell, blank) == 1) {
                let moved = |tile: usize| if tile == from { blank } else { tile };
                let next = [moved(first), moved(second), from];
                if !moves.contains_key(&next) {
                    moves.insert(next, moves[&state] + 1);
                    open.push_back(next);
                }
            }
        }
        assert_eq!(moves.len(), 6 * 5 * 4, "from everywhere");
        let most = moves.values().max();
        assert!(
            most.is_some_and(|&most| (10..=21).contains(&most)),
            "{most:?}"
        );
    }
}
