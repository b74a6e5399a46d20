//! Heuristics keep what they promise: on small shapes for every board, on others along random
//! walks.

use npuzzle::heuristic::CanonicalBoard;
use npuzzle::heuristic::{
    CheckError, EscapeDistance, Heuristic, HeuristicError, LinearConflict, Manhattan,
    PatternDatabases, Report, WalkingDistance, check,
};
use npuzzle::tables::Partition;
use npuzzle::{Board, Direction, DynBoard, Shape, SolveError, Solver};

use crate::oracle::random::Random;
use crate::oracle::shape::shape;

/// Proves all of them on a shape and returns the reports of the first three.
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
    let is_large = HeuristicError::TooLarge { shape };
    match EscapeDistance::new(shape, home) {
        Ok(escape) => {
            let report = check(shape, home, &escape).expect("escape distance");
            assert!(report.parity);
            assert!(report.mean_estimate >= reports[1].mean_estimate);
            assert!(report.mean_estimate >= reports[2].mean_estimate);
        }
        Err(error) => assert!(!shape.is_flat() && error == is_large, "{error}"),
    }
    reports
}

#[test]
fn proved_on_every_board_of_small_shapes() {
    for (rows, cols, layers, homes, boards) in [
        (2, 4, 1, 2..5, 20_160),
        (4, 2, 1, 6..8, 20_160),
        (2, 3, 1, 0..6, 360),
        (1, 6, 1, 0..6, 6),
        (1, 1, 1, 0..1, 1),
        (2, 2, 2, 7..8, 20_160),
        (1, 4, 2, 3..4, 20_160),
        (3, 1, 2, 1..2, 360),
    ] {
        for home in homes {
            let [report, ..] = prove(shape(rows, cols, layers), home);
            assert_eq!(report.boards, boards);
        }
    }
}

#[test]
#[ignore = "all of them: .ci/full"]
fn proved_on_3x3_for_every_kind_of_home() {
    for home in [0, 8, 5, 4] {
        prove(shape(3, 3, 1), home);
    }
}

/// Walks at random from the goal: each move changes the estimate by 1, which is never above the
/// number of moves made, and updates agree with evaluations. The heuristic is for these boards alone.
fn walk<H: Heuristic>(shape: Shape, home: usize, heuristic: &H, walks: usize, moves: usize) {
    let other = self::shape(1, 1, 1 + shape.cells());
    let fits = [(shape, home), (shape, home ^ 1), (other, home)]
        .map(|(shape, home)| heuristic.fits(shape, home).is_ok());
    let name = std::any::type_name::<H>();
    assert_eq!(fits, [true, false, false], "{name}");
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..walks {
        let solved = 0..shape.cells() as u16;
        let mut board = CanonicalBoard::from_cells(shape, home, solved).expect("the goal");
        let mut last = home;
        let mut state = heuristic.evaluate(&board);
        assert_eq!(heuristic.estimate(&state), 0);
        for made in 1..=moves {
            let near = |side| shape.neighbour(board.blank(), side);
            let ways = Direction::ALL.into_iter().filter_map(near);
            let ways: Vec<usize> = ways.filter(|&cell| cell != last).collect();
            let from = ways[random.below(ways.len())];
            let before = heuristic.estimate(&state);
            state = heuristic.update(&state, &board, from);
            last = board.blank();
            board = board.after(from);
            let evaluated = heuristic.evaluate(&board);
            assert_eq!(state, evaluated, "{name}, {shape}, {board}");
            let estimate = heuristic.estimate(&state);
            let changes_by_one = estimate.abs_diff(before) == 1;
            assert!(
                changes_by_one && estimate as usize <= made,
                "{name}, {shape}, {board}"
            );
        }
    }
}

#[test]
fn estimates_hold_along_random_walks() {
    for (rows, cols, layers, homes, has_walking_distance) in [
        (4, 4, 1, [0, 15, 6], true),
        (3, 4, 1, [0, 5, 11], true),
        (2, 2, 3, [0, 11, 5], true),
        (3, 3, 3, [0, 26, 13], true),
        (5, 5, 1, [0, 24, 12], false),
        (7, 2, 1, [13, 0, 6], false),
        (4, 4, 4, [63, 0, 21], false),
        (10, 12, 1, [119, 0, 77], false),
    ] {
        let shape = shape(rows, cols, layers);
        for home in homes {
            let manhattan = Manhattan::new(shape, home).expect("a fine home");
            let conflict = LinearConflict::new(shape, home).expect("a fine home");
            let walking = has_walking_distance.then(|| WalkingDistance::new(shape, home));
            for (walks, moves) in [(50, 40), (1, 1_000)] {
                walk(shape, home, &manhattan, walks, moves);
                walk(shape, home, &conflict, walks, moves);
                if let Some(walking) = &walking {
                    let walking = walking.as_ref().expect("a small shape");
                    walk(shape, home, walking, walks, moves);
                    if let Ok(escape) = EscapeDistance::new(shape, home) {
                        walk(shape, home, &escape, walks, moves);
                    }
                }
            }
        }
    }
    for (shape, home) in [
        (shape(4, 4, 1), 15),
        (shape(3, 5, 1), 7),
        (shape(2, 3, 3), 0),
    ] {
        let partition = Partition::choose(shape, home, 100_000).expect("small tables");
        let patterns = PatternDatabases::build(&partition).expect("small tables");
        walk(shape, home, &patterns, 4, 100);
    }
}

#[test]
fn what_cannot_be_built_is_an_error() {
    let (square, home) = (shape(3, 3, 1), 9);
    let error = HeuristicError::NoSuchHome {
        shape: square,
        home,
    };
    let errors = [
        Manhattan::new(square, 9).err(),
        LinearConflict::new(square, 9).err(),
        WalkingDistance::new(square, 9).err(),
        EscapeDistance::new(square, 9).err(),
    ];
    assert!(errors.iter().all(|it| it.as_ref() == Some(&error)));
    for shape in [shape(5, 5, 1), shape(100, 100, 1), shape(1, 65_536, 1)] {
        let error = WalkingDistance::new(shape, 0).err();
        assert_eq!(error, Some(HeuristicError::TooLarge { shape }));
    }
}

/// A heuristic made of the Manhattan distance: the estimate, and the data noted beside it by an
/// update, if it looks.
struct Changed {
    inner: Manhattan,
    estimate: fn(u32) -> u32,
    note: u32,
    is_stale: bool,
}

impl Heuristic for Changed {
    type State = (u32, u32);

    fn evaluate(&self, board: &CanonicalBoard) -> (u32, u32) {
        (self.inner.evaluate(board), 0)
    }

    fn update(&self, state: &(u32, u32), board: &CanonicalBoard, from: usize) -> (u32, u32) {
        if self.is_stale {
            return *state;
        }
        (self.inner.update(&state.0, board, from), self.note)
    }

    fn estimate(&self, state: &(u32, u32)) -> u32 {
        (self.estimate)(state.0)
    }
}

#[test]
fn the_check_finds_counts_and_names_each_mistake() {
    let (square, home) = (shape(2, 2, 1), 3);
    let changed = |estimate, note, is_stale| Changed {
        inner: Manhattan::new(square, home).expect("a fine home"),
        estimate,
        note,
        is_stale,
    };
    let find = |estimate, note, is_stale| check(square, home, &changed(estimate, note, is_stale));
    // A ring of twelve boards: one at 0, two at each of 1 to 5, one at 6.
    let report = find(|sum| sum, 0, false).expect("Manhattan");
    assert_eq!((report.boards, report.moves, report.parity), (12, 24, true));
    for mean in [report.mean_estimate, report.mean_distance] {
        assert!((mean - 3.0).abs() < 1e-9, "{mean}");
    }
    assert!(find(|sum| sum / 2, 0, false).is_ok_and(|report| !report.parity));
    // One too much at the goal already, and twice as much.
    let goal = "1 2/3 0".parse().expect("the goal");
    let expected = CheckError::Overestimates {
        board: goal,
        estimate: 1,
        distance: 0,
    };
    assert_eq!(find(|_| 1, 0, false), Err(expected));
    let twice = find(|sum| 2 * sum, 0, false).expect_err("twice as much");
    let is_named = matches!(
        twice,
        CheckError::Overestimates {
            estimate: 2,
            distance: 1,
            ..
        }
    );
    assert!(is_named, "{twice}");
    // From 0 to 3 in a move.
    let error = find(|sum| if sum < 3 { 0 } else { sum }, 0, false).expect_err("a jump");
    let is_jump = matches!(
        error,
        CheckError::Inconsistent {
            before: 0,
            after: 3,
            ..
        }
    );
    assert!(is_jump, "{error}");
    // An ordinary board, which can be solved.
    let text = error.to_string();
    let board: DynBoard = text[3..10].parse().expect("a board");
    assert!(board.is_solvable() && text.ends_with("no estimate is above the distance"));
    // The estimates agree, the states don't; and an update that forgets to look.
    for error in [find(|sum| sum, 1, false), find(|sum| sum, 0, true)] {
        assert!(matches!(error, Err(CheckError::UpdateDiffers { .. })));
    }
    // Ten cells are not too many.
    let (long, large) = (shape(2, 5, 1), shape(3, 4, 1));
    let manhattan = Manhattan::new(square, home).expect("a fine home");
    let check = |shape, home| check(shape, home, &manhattan).map(drop);
    let other = HeuristicError::OtherBoards {
        shape: long,
        home: 9,
    };
    assert_eq!(check(long, 9), Err(other.into()));
    let too_large = CheckError::TooManyCells { shape: large };
    assert_eq!(check(large, 0), Err(too_large));
    let no_home = HeuristicError::NoSuchHome {
        shape: square,
        home: 6,
    };
    assert_eq!(check(square, 6), Err(no_home.into()));
}

/// One move from the goal: no solution has the three moves of the heuristic.
#[test]
fn an_impossible_estimate_names_its_heuristic() {
    let board: Board<3> = "1 2 3/4 5 6/7 0 8".parse().expect("a board");
    let solve = |estimate| {
        let heuristic = Changed {
            inner: Manhattan::new(board.shape(), 8).expect("a fine home"),
            estimate,
            note: 0,
            is_stale: false,
        };
        Solver::default().solve_by(&board, &heuristic)
    };
    let too_much = solve(|sum| if sum == 0 { 0 } else { sum + 2 });
    assert!(
        matches!(too_much, Err(SolveError::Answer(_))),
        "{too_much:?}"
    );
    assert_eq!(solve(|sum| sum).map(|it| it.length()), Ok(1));
}

/// Conflicts of both lines of a tile on its goal cost different moves on a flat board, not in a
/// box.
#[test]
fn a_box_charges_a_tile_on_one_axis() {
    //  0 7 2 the middle tile is in conflict in its row and in its column 5 4 3 6 1 8
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
    let small = estimate(shape(2, 2, 2), &[1, 0, 6, 3, 4, 5, 2, 7]);
    assert_eq!(small, 4 + 2 * (1 + 1));
}

/// Sums of tables are true on every board of the shape that is drawn, and above Manhattan; of
/// tables of one tile they are the Manhattan distance.
#[test]
fn sums_of_tables_are_proved() {
    for (drawing, is_better) in [
        ("A A A A / B B B .", true),
        ("A A / A B / . B / B C", true),
        ("A A / A B // . B / B C", true),
        ("A B C / D . E", false),
    ] {
        let partition: Partition = drawing.parse().expect("a partition");
        let (shape, home) = (partition.shape(), partition.home());
        let patterns = PatternDatabases::build(&partition).expect("small tables");
        let report = check(shape, home, &patterns).expect(drawing);
        assert!(report.parity);
        let manhattan = Manhattan::new(shape, home).expect("a fine home");
        let other = check(shape, home, &manhattan).expect("proved");
        let gain = report.mean_estimate - other.mean_estimate;
        assert!(
            gain.abs() < 1e-9 || gain > 0.05 && is_better,
            "{drawing}: {gain}"
        );
        assert_eq!(gain > 0.05, is_better);
    }
}
