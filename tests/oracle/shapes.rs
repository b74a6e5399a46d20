//! Shapes and goals of every kind.

use super::shape::shape;

use npuzzle::{DynBoard, Goal, Shape};

/// Returns all shapes with at most this many cells, flat ones and boxes.
pub(crate) fn shapes_up_to(cells: usize) -> Vec<Shape> {
    let sides = 1..=cells;
    let mut shapes = Vec::new();
    for rows in sides.clone() {
        for cols in sides.clone() {
            for layers in sides.clone() {
                if rows * cols * layers <= cells {
                    shapes.push(shape(rows, cols, layers));
                }
            }
        }
    }
    shapes
}

/// Returns the shapes of these names.
pub(crate) fn shapes(names: &str) -> impl Iterator<Item = Shape> + '_ {
    let names = names.split_whitespace();
    names.map(|name| name.parse().expect("a shape"))
}

/// Returns the named goals that fit the shape, then one random goal for each seed.
pub(crate) fn goals(shape: Shape, seeds: impl IntoIterator<Item = u64>) -> Vec<Goal> {
    let mut goals = vec![Goal::BlankLast, Goal::BlankFirst, Goal::Snail];
    goals.retain(|goal| goal.fits(shape).is_ok());
    let custom = |seed| DynBoard::permutation_from_seed(shape, seed).into();
    goals.extend(seeds.into_iter().map(custom));
    goals
}
