//! The number of boards at each distance, by breadth-first search of whole shapes, against
//! published counts.

use npuzzle::Goal;

use crate::oracle::shape::shape;
use crate::oracle::space::{Space, blank_at};

/// Rows, columns and layers.
type Sides = (usize, usize, usize);

/// OEIS A090035 and A089473, A089483, A089474: 3 x 3 with the blank in a corner, on an edge and in
/// the centre. The counts of boxes are those of this search.
const PUBLISHED: [(Sides, &[usize], &str); 6] = [
    ((2, 2, 1), &[0, 1, 2, 3], "1 2 2 2 2 2 1"),
    (
        (2, 4, 1),
        &[0, 3, 7],
        "1 2 3 6 10 14 19 28 42 61 85 119 161 215 293 396 506 632 788 985 1194 1414 1664 1884 1999 \
         1958 1770 1463 1076 667 361 190 88 39 19 7 1",
    ),
    (
        (3, 3, 1),
        &[0, 2, 6, 8],
        "1 2 4 8 16 20 39 62 116 152 286 396 748 1024 1893 2512 4485 5638 9529 10878 16993 17110 \
         23952 20224 24047 15578 14560 6274 3910 760 221 2",
    ),
    (
        (3, 3, 1),
        &[1, 3],
        "1 3 5 10 14 28 42 80 108 202 278 524 726 1348 1804 3283 4193 7322 8596 13930 14713 21721 \
         19827 25132 18197 18978 9929 7359 2081 878 126 2",
    ),
    (
        (3, 3, 1),
        &[4],
        "1 4 8 8 16 32 60 72 136 200 376 512 964 1296 2368 3084 5482 6736 11132 12208 18612 18444 \
         24968 19632 22289 13600 11842 4340 2398 472 148",
    ),
    (
        (2, 2, 2),
        &[0, 5, 7],
        "1 3 6 12 24 48 93 180 351 675 1191 1963 3015 3772 3732 2837 1589 572 78 18",
    ),
];

fn numbers(text: &str) -> Vec<usize> {
    let numbers = text.split_whitespace().map(str::parse);
    numbers.collect::<Result<_, _>>().expect("counts")
}

#[test]
fn counts_are_the_published_ones() {
    for ((rows, cols, layers), homes, counts) in PUBLISHED {
        let (shape, turned) = (shape(rows, cols, layers), shape(cols, rows, layers));
        for &home in homes {
            let goal = blank_at(shape, home);
            let space = Space::by_tiles(shape, &goal);
            let found = space.search(|_, level| {
                let mut boards = level.iter().map(|&packed| space.board(packed));
                assert!(boards.all(|board| board.is_solvable_for(&goal)));
            });
            assert_eq!(found, numbers(counts), "{shape}, {home}");
        }
        let transposed = Space::by_tiles(turned, &blank_at(turned, homes[0]));
        let is_alike = homes[0] == 0 || rows == cols;
        assert!(!is_alike || transposed.search(|_, _| ()) == numbers(counts));
    }
}

/// Counts by slides, from `lightln2/SlidingTilesSolver` at 8db6d04.
#[test]
fn counts_by_slides_are_the_published_ones() {
    for (rows, cols, counts) in [
        (
            4,
            2,
            "1 4 6 12 18 36 53 96 136 232 324 544 728 1064 1366 1928 2321 2780 2884 2436 1825 800 \
             368 140 50 8",
        ),
        (
            3,
            3,
            "1 4 8 16 32 64 127 244 454 856 1576 2854 5117 8588 13466 19739 26558 31485 30985 \
             23494 11751 3390 589 41 1",
        ),
    ] {
        let space = Space::by_slides(shape(rows, cols, 1), &Goal::BlankFirst);
        assert_eq!(space.search(|_, _| ()), numbers(counts), "{rows} x {cols}");
    }
}
