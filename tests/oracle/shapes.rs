//! Small shapes of every kind.

use npuzzle::Shape;

/// Returns all shapes with at most this many cells, flat ones and boxes.
pub(crate) fn shapes_up_to(cells: usize) -> Vec<Shape> {
    let sides = 1..=cells;
    let mut shapes = Vec::new();
    for rows in sides.clone() {
        for cols in sides.clone() {
            for layers in sides.clone() {
                if rows * cols * layers <= cells {
                    shapes.push(Shape::new(rows, cols, layers).expect("a small shape"));
                }
            }
        }
    }
    shapes
}
