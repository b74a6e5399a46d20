//! The distances of the farthest boards, as far as they are known.

#[cfg(feature = "std")]
use crate::metric::Metric;
use crate::shape::Shape;

/// The known distance of the farthest boards.
#[cfg(feature = "std")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Radius {
    /// They need exactly this number of moves.
    Known(usize),
    /// They need at most this number, and perhaps fewer.
    AtMost(usize),
}

/// The most moves that boards need if the home is a corner: known from whole searches, by the
/// sides in order; in moves of tiles, and in slides.
const RADII: [([usize; 3], usize, usize); 11] = [
    ([1, 2, 2], 6, 6),
    ([1, 2, 3], 21, 20),
    ([1, 2, 4], 36, 25),
    ([1, 2, 5], 55, 36),
    ([1, 3, 3], 31, 24),
    ([2, 2, 2], 19, 19),
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
const fn constructed(shape: Shape) -> usize {
    let sides = shape.rows() + shape.columns() + shape.layers();
    (13 * sides).saturating_mul(shape.cells())
}

/// Returns the radius from a corner in moves of tiles and in slides, if it is known.
fn from_corner(shape: Shape) -> Option<(usize, usize)> {
    let mut sides = [shape.rows(), shape.columns(), shape.layers()];
    sides.sort_unstable();
    let mut known = RADII.iter().filter(|(known, ..)| *known == sides);
    known.next().map(|&(_, tiles, slides)| (tiles, slides))
}

/// Returns the number of moves from a cell to the nearest corner.
fn to_corner(shape: Shape, cell: usize) -> usize {
    let at = shape.place(cell);
    let to_end = |place: usize, side: usize| place.min(side - 1 - place);
    to_end(at.row, shape.rows())
        + to_end(at.column, shape.columns())
        + to_end(at.layer, shape.layers())
}

/// Returns a number of moves that is enough for every solvable board of a shape, with the blank's
/// home on a cell; by tiles, hence by slides.
///
/// On a path the blank goes home, and nothing else moves. If the radius from a corner is known, a
/// board is taken to the goal with the blank moved into the nearest corner, and the blank back.
pub(super) fn always_enough(shape: Shape, home: usize) -> usize {
    if shape.is_path() {
        return home.max(shape.cells() - 1 - home);
    }
    match from_corner(shape) {
        Some((tiles, _)) => tiles + to_corner(shape, home),
        None => constructed(shape),
    }
}

/// Returns how far boards can be, on a shape that is not a path, with the blank's home on a cell.
#[cfg(feature = "std")]
pub(super) fn radius(shape: Shape, home: usize, metric: Metric) -> Radius {
    match (from_corner(shape), metric) {
        (Some((tiles, _)), Metric::Tiles) if to_corner(shape, home) == 0 => Radius::Known(tiles),
        (Some((_, slides)), Metric::Slides) if to_corner(shape, home) == 0 => Radius::Known(slides),
        _ => Radius::AtMost(always_enough(shape, home)),
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use alloc::collections::{BTreeMap, VecDeque};

    use super::*;
    use crate::exact::all_boards::AllBoards;

    #[test]
    fn no_board_of_a_small_shape_needs_more() {
        let radius_of = |shape, home, metric| {
            let table = AllBoards::new(shape, home, metric);
            table.expect("little memory").radius()
        };
        for (rows, cols, layers) in [(2, 2, 1), (2, 3, 1), (4, 2, 1), (3, 3, 1), (2, 2, 2)] {
            let shape = Shape::new(rows, cols, layers).expect("a small shape");
            for home in 0..shape.cells() {
                let tiles = radius_of(shape, home, Metric::Tiles);
                assert!(tiles <= always_enough(shape, home), "{shape}, {home}");
                // The last cells of the proof need less than it leaves for them.
                assert!(tiles < 13 * 5 * 3);
                for metric in [Metric::Tiles, Metric::Slides] {
                    match radius(shape, home, metric) {
                        Radius::Known(known) => {
                            assert_eq!(known, radius_of(shape, home, metric), "{shape}, {metric}");
                        }
                        Radius::AtMost(most) => assert!(radius_of(shape, home, metric) <= most),
                    }
                }
            }
        }
        for (sides, radius, slides) in RADII {
            let shape = Shape::new(sides[0], sides[1], sides[2]).expect("a small shape");
            assert!(slides <= radius && radius <= constructed(shape));
        }
    }

    #[test]
    fn a_path_and_a_home_inside_have_bounds_of_their_own() {
        let enough = |rows, cols, home| {
            let shape = Shape::new(rows, cols, 1).expect("a small shape");
            always_enough(shape, home)
        };
        assert_eq!((enough(1, 9, 8), enough(1, 9, 2)), (8, 6));
        // A corner, a cell beside it, and one inside.
        let square = [15, 14, 5].map(|home| enough(4, 4, home));
        assert_eq!(square, [80, 81, 82]);
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
