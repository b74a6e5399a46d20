//! The number of boards at each distance, by breadth-first search of whole shapes: against
//! published counts, and the solver against a sample of each distance, by tiles and by slides.

use npuzzle::{DynBoard, Goal, Shape};

use crate::oracle::data;
use crate::oracle::shape::shape;
use crate::oracle::space::Space;

/// Compares the counts of a shape with those below the header that begins so: `[3x3]`..
fn check(published: &str, header: &str, shape: Shape, goal: &Goal) {
    let rows = published.lines().zip(published.lines().skip(1));
    let row = rows
        .into_iter()
        .find(|(above, _)| above.starts_with(header));
    let (_, counts) = row.unwrap_or_else(|| panic!("no {header}"));
    let counts = counts.split(' ').map(str::parse);
    let counts: Vec<usize> = counts.collect::<Result<_, _>>().expect("counts");
    let space = Space::by_tiles(shape, goal);
    assert_eq!(space.search(|_, _| ()), counts, "{header}");
}

/// The tiles in order, and the blank in this cell.
fn blank_at(shape: Shape, home: usize) -> Goal {
    let mut tiles: Vec<usize> = (1..shape.cells()).collect();
    tiles.insert(home, 0);
    let board = DynBoard::from_tiles(shape, tiles);
    board.expect("a permutation").into()
}

#[test]
fn counts_are_the_published_ones() {
    let Some(text) = data::read("distributions.txt", "the counts of 11 shapes and goals") else {
        return;
    };
    for (header, rows, cols) in [
        ("[2x2]", 2, 2),
        ("[2x3]", 2, 3),
        ("[2x4]", 2, 4),
        ("[3x3]", 3, 3),
        ("[2x5]", 2, 5),
    ] {
        let lying = shape(rows, cols, 1);
        check(&text, header, lying, &Goal::BlankLast);
        if lying.cells() < 10 {
            // The distribution is the same for the transposed shape and for homes in other corners.
            check(&text, header, lying, &Goal::BlankFirst);
            check(&text, header, lying, &blank_at(lying, cols - 1));
            check(&text, header, shape(cols, rows, 1), &Goal::BlankLast);
        }
    }
    for (header, home) in [
        ("[3x3 blank home mid-edge]", 1),
        ("[3x3 blank home mid-edge]", 3),
        ("[3x3 blank home centre]", 4),
    ] {
        let shape = shape(3, 3, 1);
        check(&text, header, shape, &blank_at(shape, home));
    }
}

#[test]
fn counts_of_2x2x2_are_the_known_ones() {
    let known = [
        1, 3, 6, 12, 24, 48, 93, 180, 351, 675, 1191, 1963, 3015, 3772, 3732, 2837, 1589, 572, 78,
        18,
    ];
    let shape = shape(2, 2, 2);
    for goal in [Goal::BlankLast, Goal::BlankFirst, blank_at(shape, 5)] {
        assert_eq!(Space::by_tiles(shape, &goal).search(|_, _| ()), known);
    }
}

/// It takes half a gigabyte.
#[test]
#[ignore = "long, for release builds: .ci/full"]
fn counts_of_12_cells_are_the_published_ones() {
    let Some(text) = data::read("distributions.txt", "the counts of 2 shapes") else {
        return;
    };
    check(&text, "[3x4]", shape(3, 4, 1), &Goal::BlankLast);
    check(&text, "[2x6]", shape(2, 6, 1), &Goal::BlankFirst);
}

#[test]
fn solvable_ranks_are_the_numbers_of_an_unrelated_search() {
    for shape in [shape(2, 3, 1), shape(4, 2, 1), shape(2, 2, 2)] {
        let space = Space::by_tiles(shape, &Goal::BlankLast);
        space.search(|_, level| {
            for &packed in level {
                let (board, rank) = (space.board(packed), space.number(packed).1 as u128);
                assert_eq!(board.solvable_rank(), Ok(rank), "{board}");
                assert_eq!(DynBoard::unrank_solvable(shape, rank), Ok(board));
            }
        });
    }
}

#[cfg(all(feature = "std", feature = "solver"))] // minutes without its tables
#[test]
fn boards_at_each_distance_of_2x5_take_as_many_moves() {
    let solver = npuzzle::Solver::builder();
    let solver = solver.build();
    let space = Space::by_tiles(shape(2, 5, 1), &Goal::BlankLast);
    let mut solved = 0;
    space.search(|distance, level| {
        // All of a small level, and of others boards from everywhere.
        for &packed in level.iter().step_by(level.len().div_ceil(40)) {
            let board = space.board(packed);
            let solution = solver.solve(&board).expect("a solvable board");
            assert_eq!(solution.moves().len(), distance, "{board}");
            assert_eq!(solution.verify(&board), Ok(()), "{board}");
            assert!(solution.is_optimal());
            solved += 1;
        }
    });
    assert!(solved > 1_500, "{solved}");
}

/// Solves boards of each distance by slides, at most as many as told of each; returns how many
/// boards there are at each.
#[cfg(all(feature = "std", feature = "solver"))]
fn solve_by_slides(shape: Shape, goal: &Goal, of_each: usize) -> Vec<usize> {
    let solver = npuzzle::Solver::builder().metric(npuzzle::Metric::Slides);
    let solver = solver.goal(goal.clone()).build();
    let space = Space::by_slides(shape, goal);
    space.search(|distance, level| {
        for &packed in level.iter().step_by(level.len().div_ceil(of_each)) {
            let board = space.board(packed);
            let solution = solver.solve(&board).expect("a solvable board");
            assert_eq!(solution.slides(), distance, "{board}");
            assert_eq!(solution.lower_bound(), distance, "{board}");
            assert_eq!(solution.verify(&board), Ok(()), "{board}");
            // Each move of a tile takes the blank to a cell of the other colour.
            let home = goal.home(shape).expect("the goal fits");
            let steps = shape.distance(board.blank(), home);
            assert_eq!(solution.tile_moves() % 2, steps % 2, "{board}");
        }
    })
}

/// The counts are those of this search; the last ones are of the farthest boards.
#[cfg(all(feature = "std", feature = "solver"))]
#[test]
fn boards_at_each_distance_by_slides_take_as_many() {
    let counts = |rows, cols, goal| solve_by_slides(shape(rows, cols, 1), &goal, 40);
    assert_eq!(counts(2, 2, Goal::BlankLast), [1, 2, 2, 2, 2, 2, 1]);
    let of_3x3 = [
        1, 4, 8, 16, 32, 64, 127, 244, 454, 856, 1576, 2854, 5117, 8588, 13466, 19739, 26558,
        31485, 30985, 23494, 11751, 3390, 589, 41, 1,
    ];
    assert_eq!(counts(3, 3, Goal::BlankLast), of_3x3);
    // The same in every corner, but not for other homes.
    assert_eq!(counts(3, 3, Goal::BlankFirst), of_3x3);
    assert_ne!(counts(3, 3, blank_at(shape(3, 3, 1), 4)), of_3x3);
    let of_2x4 = [
        1, 4, 6, 12, 18, 36, 53, 96, 136, 232, 324, 544, 728, 1064, 1366, 1928, 2321, 2780, 2884,
        2436, 1825, 800, 368, 140, 50, 8,
    ];
    assert_eq!(counts(2, 4, Goal::BlankLast), of_2x4);
    assert_eq!(counts(4, 2, Goal::BlankFirst), of_2x4);
    let of_2x5 = counts(2, 5, Goal::BlankLast);
    assert_eq!(of_2x5.len(), 37);
    assert_eq!(of_2x5[30..], [1229, 440, 113, 30, 8, 5, 1]);
}

/// It takes half a gigabyte. `solver::slides` has boards from it.
#[cfg(all(feature = "std", feature = "solver"))]
#[test]
#[ignore = "long, for release builds: .ci/full"]
fn boards_at_each_distance_by_slides_of_3x4_take_as_many() {
    let counts = solve_by_slides(shape(3, 4, 1), &Goal::BlankLast, 100);
    assert_eq!(counts.len(), 34);
    assert_eq!(counts[28..], [4_854_329, 939_300, 93_345, 5_229, 204, 5]);
}
