//! Short constructors of shapes.

use npuzzle::Shape;

/// Returns the shape with these sides.
pub(crate) fn shape(rows: usize, cols: usize, layers: usize) -> Shape {
    Shape::new(rows, cols, layers).expect("sides of 1 and more, few enough cells")
}
