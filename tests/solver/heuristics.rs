//! Heuristics keep what they promise: on small shapes for every board, on others along random
//! walks.

use npuzzle::heuristic::CanonicalBoard;
use npuzzle::heuristic::{
    Additive, CheckError, Heuristic, HeuristicError, LinearConflict, Manhattan, Report,
    WalkingDistance, check,
};
use npuzzle::tables::{Partition, PartitionError, Pattern, Table};
use npuzzle::{Direction, Shape};

use crate::oracle::random::Random;
use crate::oracle::shape::shape;

/// Proves all three on a shape and returns their reports.
fn prove(shape: Shape, home: usize) -> [Report; 3] {
    let manhattan = Manhattan::new(shape, home).expect("a fine home");
    let conflict = LinearConflict::new(shape, home).expect("a fine home");
    let walking = WalkingDistance::new(shape, home).expect("a small shape");
    let reports = [
        check(shape, home, &manhattan).expect("Manhattan"),
        check(shape, home, &conflict).expect("linear conflict"),
        check(shape, home, &walking).expect("walking distance"),
    ];
    assert!(reports.iter().all(|report| report.parity));
    assert!(reports[1].mean_estimate >= reports[0].mean_estimate);
    assert!(reports[2].mean_estimate >= reports[0].mean_estimate);
    reports
}

fn prove_on_3x3(homes: &[usize]) {
    for &home in homes {
        for report in prove(shape(3, 3, 1), home) {
            assert_eq!((report.boards, report.moves), (181_440, 483_840));
        }
    }
}

#[test]
fn proved_on_3x3() {
    prove_on_3x3(&[8]);
}

#[test]
#[ignore = "all of them: .ci/full"]
fn proved_on_3x3_for_homes_in_other_corners_on_edges_and_in_the_centre() {
    prove_on_3x3(&[0, 5, 4]);
}

#[test]
fn proved_on_narrow_shapes() {
    for (rows, cols, boards) in [
        (2, 4, 20_160),
        (4, 2, 20_160),
        (2, 3, 360),
        (2, 2, 12),
        (1, 6, 6),
    ] {
        for home in 0..rows * cols {
            let reports = prove(shape(rows, cols, 1), home);
            assert_eq!(reports[0].boards, boards);
        }
    }
    prove(shape(1, 1, 1), 0);
}

#[test]
fn proved_on_boxes() {
    for home in [0, 7] {
        assert_eq!(prove(shape(2, 2, 2), home)[0].boards, 20_160);
    }
    prove(shape(1, 4, 2), 3);
    prove(shape(3, 1, 2), 1);
}

/// Walks at random from the goal: each move changes the estimate by 1, which is never above the
/// number of moves made, and updates agree with evaluations.
fn walk<H: Heuristic>(shape: Shape, home: usize, heuristic: &H, walks: usize, moves: usize) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..walks {
        let solved = 0..shape.cells() as u16;
        let mut board = CanonicalBoard::from_cells(shape, home, solved).expect("the goal");
        let mut last = home;
        let mut state = heuristic.evaluate(&board);
        assert_eq!(heuristic.estimate(&state), 0);
        for made in 1..=moves {
            let ways: Vec<usize> = Direction::ALL
                .into_iter()
                .filter_map(|side| shape.neighbour(board.blank(), side))
                .filter(|&cell| cell != last)
                .collect();
            let from = ways[random.below(ways.len())];
            let before = heuristic.estimate(&state);
            state = heuristic.update(&state, &board, from);
            last = board.blank();
            board = board.after(from);
            let name = heuristic.name();
            assert_eq!(
                state,
                heuristic.evaluate(&board),
                "{name}, {shape}, {board}"
            );
            let estimate = heuristic.estimate(&state);
            assert_eq!(estimate.abs_diff(before), 1, "{name}, {shape}, {board}");
            assert!(estimate as usize <= made, "{name}, {shape}, {board}");
        }
    }
}

#[test]
fn hold_along_random_walks() {
    for (shape, homes) in [
        (shape(4, 4, 1), [0, 15, 6]),
        (shape(5, 5, 1), [0, 24, 12]),
        (shape(3, 5, 1), [14, 2, 7]),
        (shape(7, 2, 1), [13, 0, 6]),
        (shape(2, 2, 3), [0, 11, 5]),
        (shape(3, 2, 3), [0, 17, 8]),
        (shape(3, 3, 3), [0, 26, 13]),
        (shape(4, 4, 4), [63, 0, 21]),
        (shape(10, 12, 1), [119, 0, 77]),
    ] {
        for home in homes {
            let manhattan = Manhattan::new(shape, home).expect("a fine home");
            let conflict = LinearConflict::new(shape, home).expect("a fine home");
            for (walks, moves) in [(50, 40), (1, 1_000)] {
                walk(shape, home, &manhattan, walks, moves);
                walk(shape, home, &conflict, walks, moves);
            }
        }
    }
}

#[test]
fn walking_distance_holds_along_random_walks() {
    for (shape, home) in [
        (shape(4, 4, 1), 15),
        (shape(4, 4, 1), 6),
        (shape(3, 4, 1), 0),
        (shape(2, 2, 3), 11),
        (shape(3, 2, 3), 8),
        (shape(3, 3, 3), 13),
    ] {
        let walking = WalkingDistance::new(shape, home).expect("a small shape");
        for (walks, moves) in [(100, 40), (1, 1_000)] {
            walk(shape, home, &walking, walks, moves);
        }
    }
}

#[test]
fn walking_distance_knows_its_positions() {
    for home in [0, 15, 5] {
        let walking = WalkingDistance::new(shape(4, 4, 1), home).expect("a small shape");
        assert_eq!(walking.positions(), 24_964);
    }
    let walking = WalkingDistance::new(shape(3, 5, 1), 14).expect("a small shape");
    assert_eq!(walking.positions(), 353_085);
    // One table for each axis where the homes differ.
    let walking = WalkingDistance::new(shape(4, 4, 1), 1).expect("a small shape");
    assert_eq!(walking.positions(), 2 * 24_964);
}

#[test]
fn what_cannot_be_built_is_an_error() {
    let square = shape(3, 3, 1);
    let error = HeuristicError::NoSuchHome {
        shape: square,
        home: 9,
    };
    assert_eq!(Manhattan::new(square, 9).err(), Some(error));
    assert_eq!(LinearConflict::new(square, 9).err(), Some(error));
    assert_eq!(WalkingDistance::new(square, 9).err(), Some(error));
    assert_eq!(
        error.to_string(),
        "a board of 3 x 3 has no cell 9 for its blank"
    );
    for shape in [shape(5, 5, 1), shape(100, 100, 1), shape(1, 65_536, 1)] {
        assert_eq!(
            WalkingDistance::new(shape, 0).err(),
            Some(HeuristicError::TooLarge { shape })
        );
    }
}

/// Manhattan distance with a mistake: `halves` halves of it, or an update that forgets to look.
struct Wrong {
    inner: Manhattan,
    halves: u32,
    stale: bool,
}

impl Heuristic for Wrong {
    type State = u32;

    fn evaluate(&self, board: &CanonicalBoard) -> u32 {
        self.inner.evaluate(board)
    }

    fn update(&self, state: &u32, board: &CanonicalBoard, from: usize) -> u32 {
        if self.stale {
            return *state;
        }
        self.inner.update(state, board, from)
    }

    fn estimate(&self, state: &u32) -> u32 {
        state * self.halves / 2
    }

    fn name(&self) -> &'static str {
        "wrong"
    }
}

#[test]
fn the_check_finds_mistakes() {
    let square = shape(2, 3, 1);
    let wrong = |halves, stale| Wrong {
        inner: Manhattan::new(square, 5).expect("a fine home"),
        halves,
        stale,
    };
    assert!(check(square, 5, &wrong(2, false)).is_ok_and(|report| report.parity));
    assert!(check(square, 5, &wrong(1, false)).is_ok_and(|report| !report.parity));
    let error = check(square, 5, &wrong(4, false)).expect_err("twice as much");
    let CheckError::Overestimates {
        board,
        estimate,
        distance,
    } = &error
    else {
        panic!("{error}");
    };
    // The blank is 5; the tile of cell 2 or 4 stands on its home.
    let at = board.cells();
    assert!(at[2] == 5 && at[5] == 2 || at[4] == 5 && at[5] == 4);
    assert_eq!((*estimate, *distance), (2, 1));
    let error = check(square, 5, &wrong(2, true)).expect_err("never updated");
    assert!(matches!(error, CheckError::UpdateDiffers { to: 5, .. }));
    let large = shape(3, 4, 1);
    assert_eq!(
        check(large, 0, &wrong(2, false)),
        Err(CheckError::TooManyCells { shape: large })
    );
    assert_eq!(
        check(square, 6, &wrong(2, false)),
        Err(CheckError::NoSuchHome {
            shape: square,
            home: 6
        })
    );
}

/// A heuristic made of the Manhattan distance: what is estimated, and what is noted beside it.
struct Changed<E, N> {
    inner: Manhattan,
    estimate: E,
    note: N,
}

impl<E: Fn(u32) -> u32, N: Fn(bool) -> u32> Heuristic for Changed<E, N> {
    type State = (u32, u32);

    fn evaluate(&self, board: &CanonicalBoard) -> (u32, u32) {
        (self.inner.evaluate(board), (self.note)(false))
    }

    fn update(&self, state: &(u32, u32), board: &CanonicalBoard, from: usize) -> (u32, u32) {
        (self.inner.update(&state.0, board, from), (self.note)(true))
    }

    fn estimate(&self, state: &(u32, u32)) -> u32 {
        (self.estimate)(state.0)
    }

    fn name(&self) -> &'static str {
        "changed"
    }
}

#[test]
fn the_check_counts_and_names_each_mistake() {
    let square = shape(2, 2, 1);
    let inner = || Manhattan::new(square, 3).expect("a fine home");
    // A ring of twelve boards: one at 0, two at each of 1 to 5, one at 6.
    let report = check(square, 3, &inner()).expect("Manhattan");
    assert_eq!((report.boards, report.moves), (12, 24));
    let means = [report.mean_estimate, report.mean_distance];
    assert!(
        means.iter().all(|mean| (mean - 3.0).abs() < 1e-9),
        "{means:?}"
    );
    let heuristic = |estimate: fn(u32) -> u32, note: fn(bool) -> u32| Changed {
        inner: inner(),
        estimate,
        note,
    };
    let same = |sum| sum;
    assert!(check(square, 3, &heuristic(same, |_| 0)).is_ok());
    // One too much at the goal already.
    let error = check(square, 3, &heuristic(|_| 1, |_| 0)).expect_err("1 at the goal");
    let goal = CanonicalBoard::from_cells(square, 3, 0..4).expect("the goal");
    let expected = CheckError::Overestimates {
        board: goal,
        estimate: 1,
        distance: 0,
    };
    assert_eq!(error, expected);
    // From 0 to 3 in a move.
    let jump = |sum| if sum < 3 { 0 } else { sum };
    let error = check(square, 3, &heuristic(jump, |_| 0)).expect_err("a jump");
    let CheckError::Inconsistent { before, after, .. } = error else {
        panic!("{error}");
    };
    assert_eq!((before, after), (0, 3));
    // The estimates agree, the states don't.
    let error = check(square, 3, &heuristic(same, u32::from)).expect_err("notes differ");
    assert!(
        matches!(error, CheckError::UpdateDiffers { to: 3, .. }),
        "{error}"
    );
    // Ten cells are not too many.
    let long = shape(2, 5, 1);
    let error = CheckError::OtherBoards {
        shape: long,
        home: 9,
    };
    assert_eq!(check(long, 9, &inner()), Err(error));
}

#[test]
fn each_heuristic_fits_its_own_boards_and_has_a_name() {
    fn assert_fits(heuristic: &impl Heuristic, name: &str) {
        let (own, other) = (shape(2, 3, 1), shape(3, 2, 1));
        assert_eq!(heuristic.name(), name);
        assert!(heuristic.fits(own, 5), "{name}");
        assert!(!heuristic.fits(own, 0), "{name}");
        assert!(!heuristic.fits(other, 5), "{name}");
    }
    let own = shape(2, 3, 1);
    assert_fits(&Manhattan::new(own, 5).expect("a fine home"), "Manhattan");
    let conflict = LinearConflict::new(own, 5).expect("a fine home");
    assert_fits(&conflict, "linear conflict");
    let walking = WalkingDistance::new(own, 5).expect("a small shape");
    assert_fits(&walking, "walking distance");
    let partition: Partition = "A A B / B B .".parse().expect("a partition");
    let additive = Additive::build(&partition).expect("small tables");
    assert_fits(&additive, "additive tables");
}

/// Conflicts of both lines of a tile on its goal cost different moves on a flat board, not in a
/// box.
#[test]
fn a_box_charges_a_tile_on_one_axis() {
    //  0 7 2     the middle tile is in conflict in its row and in its column
    //  5 4 3
    //  6 1 8
    let layer = [0, 7, 2, 5, 4, 3, 6, 1, 8];
    let estimate = |shape: Shape, cells: &[u16]| {
        let home = shape.cells() - 1;
        let board = CanonicalBoard::from_cells(shape, home, cells.iter().copied());
        let heuristic = LinearConflict::new(shape, home).expect("a fine home");
        heuristic.estimate(&heuristic.evaluate(&board.expect("a permutation")))
    };
    assert_eq!(estimate(shape(3, 3, 1), &layer), 8 + 2 * (2 + 2));
    let both: Vec<u16> = layer.into_iter().chain(9..18).collect();
    assert_eq!(estimate(shape(3, 3, 2), &both), 8 + 2 * 2);
    // No tile of a line of two is on its goal: conflicts of such lines add up in a box.
    assert_eq!(
        estimate(shape(2, 2, 2), &[1, 0, 6, 3, 4, 5, 2, 7]),
        4 + 2 * (1 + 1)
    );
}

/// Proves the sum of tables on the shape that is drawn, and returns how much its mean is above that
/// of Manhattan.
fn prove_tables(drawing: &str) -> f64 {
    let partition: Partition = drawing.parse().expect("a partition");
    let (shape, home) = (partition.shape(), partition.home());
    let additive = Additive::build(&partition).expect("small tables");
    let report = check(shape, home, &additive).expect(drawing);
    assert!(report.parity);
    let manhattan = Manhattan::new(shape, home).expect("a fine home");
    report.mean_estimate
        - check(shape, home, &manhattan)
            .expect("proved")
            .mean_estimate
}

fn assert_gains(drawings: &[&str]) {
    for drawing in drawings {
        let gain = prove_tables(drawing);
        assert!(gain > 0.05, "{drawing}: {gain}");
    }
}

#[test]
fn sums_of_tables_are_proved_on_narrow_shapes() {
    assert_gains(&[
        "A A A A / B B B .",
        "A A / A B / . B / B C",
        "A A / A B // . B / B C",
    ]);
}

#[test]
#[ignore = "all of them: .ci/full"]
fn sums_of_tables_are_proved_on_3x3_for_three_homes() {
    assert_gains(&[
        "A A A / A B B / B B .",
        "A A B / C . B / D D D",
        "A A A / B B . / B C C",
    ]);
}

#[test]
fn sums_of_tables_of_one_tile_are_the_manhattan_distance() {
    assert!(prove_tables("A B C / D . E").abs() < 1e-9);
}

#[test]
fn sums_of_tables_hold_along_random_walks() {
    for (shape, home) in [
        (shape(4, 4, 1), 15),
        (shape(3, 5, 1), 7),
        (shape(2, 3, 3), 0),
    ] {
        let partition = Partition::choose(shape, home, 100_000).expect("small tables");
        let additive = Additive::build(&partition).expect("small tables");
        assert_eq!(additive.tables().len(), partition.patterns().len());
        walk(shape, home, &additive, 4, 100);
    }
}

#[test]
fn tables_that_are_no_partition_make_no_sum() {
    let pattern = Pattern::new(shape(2, 3, 1), 5, [0, 1]).expect("a pattern");
    let table = Table::build(pattern).expect("a small table");
    let twice = Additive::new([table.clone(), table.clone()]);
    assert_eq!(twice.map(drop), Err(PartitionError::Twice { cell: 0 }));
    let few = Additive::new([table]);
    assert_eq!(few.map(drop), Err(PartitionError::Missing { cell: 2 }));
}
