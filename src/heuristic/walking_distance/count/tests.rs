use crate::heuristic::{HeuristicError, WalkingDistance};
use crate::shape::Shape;

/// Shapes, homes, and whether walking distance serves them: as the search of all positions says.
#[test]
fn counts_are_those_of_the_search() {
    let shapes = [
        (1, 1, 1),
        (1, 2, 1),
        (1, 9, 1),
        (1, 12, 1),
        (2, 2, 1),
        (2, 3, 1),
        (3, 3, 1),
        (2, 6, 1),
        (3, 4, 1),
        (3, 5, 1),
        (4, 4, 1),
        (2, 2, 2),
        (2, 2, 3),
        (2, 3, 4),
        (2, 7, 1),
        (3, 6, 1),
        (2, 300, 1),
    ];
    for (rows, cols, layers) in shapes {
        let shape = Shape::new(rows, cols, layers).expect("a shape");
        for home in [0, shape.cells() / 2, shape.cells() - 1] {
            let built = WalkingDistance::new(shape, home).map(drop);
            assert_eq!(WalkingDistance::check(shape, home), built, "{shape} {home}");
        }
    }
}

#[test]
fn the_count_is_exact() {
    for (rows, cols, home, positions) in [(4, 4, 15, 24_964), (4, 4, 5, 24_964), (3, 3, 8, 105)] {
        let shape = Shape::new(rows, cols, 1).expect("a shape");
        let rules = super::Rules::of_axis(shape, home, 0)
            .expect("small")
            .expect("an axis");
        assert_eq!(rules.positions(1 << 19), positions);
        let walking = WalkingDistance::new(shape, usize::from(home)).expect("small");
        assert!(
            walking.positions() % positions == 0,
            "{}",
            walking.positions()
        );
    }
}

#[test]
fn large_shapes_are_refused_at_once() {
    for (rows, cols, layers) in [
        (5, 5, 1),
        (4, 100, 1),
        (10, 10, 1),
        (1, 12, 1),
        (256, 256, 1),
    ] {
        let shape = Shape::new(rows, cols, layers).expect("a shape");
        let error = HeuristicError::TooLarge { shape };
        assert_eq!(WalkingDistance::check(shape, 0), Err(error));
    }
}

#[test]
fn positions_that_no_number_holds_are_refused() {
    // Four rows of 200 cells: 16 digits of 8 bits, and the blank's row.
    let shape = Shape::new(4, 200, 1).expect("a shape");
    assert_eq!(
        super::Rules::of_axis(shape, 0, 0),
        Err(HeuristicError::TooLarge { shape })
    );
}

#[test]
fn the_longest_path_has_a_position_for_each_cell() {
    let shape = Shape::new(1, 11, 1).expect("a shape");
    assert_eq!(WalkingDistance::check(shape, 5), Ok(()));
    let walking = WalkingDistance::new(shape, 5).expect("a small axis");
    assert_eq!(walking.positions(), 11);
}

#[test]
fn a_count_ends_above_its_limit() {
    for (rows, cols, all) in [(1, 11, 11), (3, 3, 105)] {
        let shape = Shape::new(rows, cols, 1).expect("a shape");
        let rules = super::Rules::of_axis(shape, 4, 1)
            .expect("small")
            .expect("an axis");
        assert_eq!(rules.positions(all), all, "{shape}");
        assert_eq!(rules.positions(all + 1), all, "{shape}");
        assert_eq!(rules.positions(all - 1), all, "{shape}");
        assert_eq!(rules.positions(all - 2), all - 1, "{shape}");
    }
}
