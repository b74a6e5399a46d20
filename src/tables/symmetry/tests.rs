use super::*;

fn shape(rows: usize, cols: usize, layers: usize) -> Shape {
    Shape::new(rows, cols, layers).unwrap()
}

#[test]
fn two_symmetries_of_a_square_fix_a_corner() {
    let all = Symmetry::all(shape(4, 4, 1)).into_iter();
    let still: Vec<_> = all.filter(|symmetry| symmetry.cell(15) == 15).collect();
    // None at all, and the mirroring on the diagonal.
    assert_eq!(still.len(), 2);
    assert_eq!(still[1].cell(1), 4);
}

#[test]
fn symmetries_are_those_of_the_shape() {
    for (shape, count) in [
        (shape(2, 3, 1), 4),
        (shape(3, 3, 1), 8),
        (shape(2, 2, 2), 48),
        (shape(2, 2, 3), 16),
        (shape(2, 3, 4), 8),
        (shape(3, 1, 3), 8),
    ] {
        let all = Symmetry::all(shape);
        assert_eq!(all.len(), count, "{shape}");
        assert_eq!(all[0], Symmetry::identity());
        for symmetry in all {
            for a in 0..shape.cells() {
                for b in 0..shape.cells() {
                    let image = shape.distance(symmetry.cell(a), symmetry.cell(b));
                    assert_eq!(image, shape.distance(a, b));
                }
            }
        }
    }
}
