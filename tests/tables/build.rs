//! Pattern tables against a search that is slow and obvious.

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;

use npuzzle::heuristic::CanonicalBoard;
use npuzzle::tables::{BuildError, Pattern, PatternError, Table, TableBuilder};
use npuzzle::{Direction, Shape};

use crate::oracle::shape::shape;

pub(crate) fn pattern(shape: Shape, home: usize, cells: &[usize]) -> Pattern {
    Pattern::new(shape, home, cells.iter().copied()).unwrap()
}

/// The cells of the pattern's tiles, in the order of their homes, then the blank's.
type State = Vec<usize>;

/// Returns a state as a number, six bits a cell.
fn packed(state: &[usize]) -> u64 {
    state.iter().fold(0, |key, &cell| key << 6 | cell as u64)
}

/// Returns the distance of every state that can reach the goal: a step of the blank costs 1 where
/// it moves a tile of the pattern, else nothing.
fn distances(pattern: &Pattern) -> HashMap<u64, u32> {
    let mut goal: State = pattern.cells().collect();
    goal.push(pattern.home());
    let mut known = HashMap::new();
    let mut todo = VecDeque::from([(goal, 0)]);
    while let Some((state, distance)) = todo.pop_front() {
        if known.contains_key(&packed(&state)) {
            continue;
        }
        known.insert(packed(&state), distance);
        let tiles = state.len() - 1;
        for side in Direction::ALL {
            let Some(next) = pattern.shape().neighbour(state[tiles], side) else {
                continue;
            };
            let mut moved = state.clone();
            if let Some(tile) = state[..tiles].iter().position(|&cell| cell == next) {
                moved[tile] = state[tiles];
                moved[tiles] = next;
                todo.push_back((moved, distance + 1));
            } else {
                moved[tiles] = next;
                todo.push_front((moved, distance));
            }
        }
    }
    known
}

/// Returns a board with the pattern's tiles and the blank as in the state, the other tiles
/// anywhere.
fn board(pattern: &Pattern, state: &State) -> CanonicalBoard {
    let cells = pattern.shape().cells();
    let mut board = vec![None; cells];
    for (tile, &cell) in pattern.cells().chain([pattern.home()]).zip(state) {
        board[cell] = Some(tile);
    }
    let mut others =
        (0..cells).filter(|&c| c != pattern.home() && !pattern.cells().any(|own| own == c));
    let tiles = board
        .into_iter()
        .map(|tile| tile.or_else(|| others.next()).unwrap() as u16);
    CanonicalBoard::from_cells(pattern.shape(), pattern.home(), tiles).unwrap()
}

/// Calls back for all states, reachable or not.
fn all_states(cells: usize, len: usize, state: &mut State, visit: &mut impl FnMut(&State)) {
    if state.len() == len {
        visit(state);
        return;
    }
    for cell in 0..cells {
        if !state.contains(&cell) {
            state.push(cell);
            all_states(cells, len, state, visit);
            state.pop();
        }
    }
}

fn check(pattern: &Pattern) {
    let table = Table::build(*pattern).unwrap();
    check_table(&table);
}

fn check_table(table: &Table) {
    let pattern = table.pattern();
    let expected = distances(pattern);
    let cells = pattern.shape().cells();
    let mut states = 0;
    all_states(cells, pattern.tiles() + 1, &mut Vec::new(), &mut |state| {
        let distance = table.distance(&board(pattern, state));
        assert_eq!(
            distance.as_ref(),
            expected.get(&packed(state)),
            "{state:?} of\n{pattern}"
        );
        states += 1;
    });
    assert!(states >= expected.len());
    assert_eq!(table.max(), *expected.values().max().unwrap());
    let mean = expected.values().copied().map(f64::from).sum::<f64>() / expected.len() as f64;
    assert!((table.mean() - mean).abs() < 1e-9, "mean of\n{pattern}");
}

#[test]
fn every_pattern_of_small_boards_is_exact() {
    for (shape, homes) in [
        (shape(2, 2, 1), 0..4),
        (shape(2, 3, 1), 0..6),
        (shape(3, 2, 1), 1..3),
    ] {
        for home in homes {
            for mask in 1..1_u64 << shape.cells() {
                if mask >> home & 1 == 0 {
                    let cells = (0..shape.cells()).filter(|cell| mask >> cell & 1 != 0);
                    check(&Pattern::new(shape, home, cells).unwrap());
                }
            }
        }
    }
}

#[test]
fn patterns_of_larger_boards_are_exact() {
    let square = shape(3, 3, 1);
    // Homes in a corner, on an edge and in the middle.
    check(&pattern(square, 8, &[0, 1, 2, 3]));
    check(&pattern(square, 0, &[1, 4, 5]));
    check(&pattern(square, 1, &[0, 2, 4, 7]));
    check(&pattern(square, 4, &[0, 1, 2, 3]));
    check(&pattern(square, 4, &[1, 3, 5, 7]));
    check(&pattern(shape(2, 4, 1), 5, &[0, 1, 4, 6]));
    check(&pattern(shape(2, 5, 1), 0, &[1, 5, 6]));
    check(&pattern(shape(3, 4, 1), 6, &[2, 5, 7]));
    check(&pattern(shape(4, 4, 1), 15, &[11, 14]));
}

#[test]
fn patterns_of_boxes_are_exact() {
    check(&pattern(shape(2, 2, 2), 7, &[0, 1, 2, 4]));
    check(&pattern(shape(2, 2, 2), 0, &[1, 2, 3, 4, 5, 6]));
    check(&pattern(shape(2, 2, 2), 3, &[0, 1, 2, 4, 5, 6, 7]));
    check(&pattern(shape(2, 2, 3), 5, &[0, 4, 8]));
    check(&pattern(shape(2, 3, 2), 11, &[9, 10, 6]));
    check(&pattern(shape(3, 1, 3), 4, &[0, 1, 2]));
}

#[test]
fn boards_of_more_than_16_cells_are_exact() {
    check(&pattern(shape(3, 3, 2), 0, &[1, 3, 9]));
    check(&pattern(shape(4, 5, 1), 19, &[0, 1, 18]));
    check(&pattern(shape(3, 3, 3), 13, &[0, 26]));
    check(&pattern(shape(6, 6, 1), 35, &[34, 29]));
    check(&pattern(shape(4, 4, 4), 63, &[62]));
}

#[test]
fn all_tiles_of_3_x_3_are_exact() {
    let table = Table::build(pattern(shape(3, 3, 1), 8, &[0, 1, 2, 3, 4, 5, 6, 7])).unwrap();
    // The well-known figures: half of all boards, 31 moves, 21.97 on average.
    assert_eq!(table.reached(), 181_440);
    assert_eq!(table.max(), 31);
    let odd = CanonicalBoard::from_cells(shape(3, 3, 1), 8, [1, 0, 2, 3, 4, 5, 6, 7, 8]).unwrap();
    assert_eq!(table.distance(&odd), None);
    check_table(&table);
}

#[test]
fn bad_requests_are_refused_with_the_reason() {
    let (flat, path, large) = (shape(4, 4, 1), shape(1, 5, 1), shape(8, 9, 1));
    for (shape, home, cells, error, message) in [
        (
            flat,
            15,
            &[0, 16][..],
            PatternError::NoSuchCell {
                shape: flat,
                cell: 16,
            },
            "a board of 4 x 4 has no cell 16 (counted from 0)",
        ),
        (
            flat,
            16,
            &[0],
            PatternError::NoSuchCell {
                shape: flat,
                cell: 16,
            },
            "a board of 4 x 4 has no cell 16 (counted from 0)",
        ),
        (
            flat,
            15,
            &[15],
            PatternError::Home { cell: 15 },
            "cell 15 is the blank's home: no tile belongs there",
        ),
        (
            flat,
            15,
            &[3, 3],
            PatternError::Twice { cell: 3 },
            "cell 3 is named twice",
        ),
        (
            flat,
            15,
            &[],
            PatternError::Tiles { tiles: 0 },
            "a pattern has 1 to 8 tiles, not 0",
        ),
        (
            flat,
            15,
            &[0, 1, 2, 3, 4, 5, 6, 7, 8],
            PatternError::Tiles { tiles: 9 },
            "a pattern has 1 to 8 tiles, not 9",
        ),
        (
            path,
            4,
            &[0],
            PatternError::Path { shape: path },
            "a board of 1 x 5 is a path and has no tables",
        ),
        (
            large,
            4,
            &[0],
            PatternError::TooManyCells { shape: large },
            "a board of 8 x 9 has more than 64 cells, the most for tables",
        ),
    ] {
        let refused = Pattern::new(shape, home, cells.iter().copied());
        assert_eq!(refused, Err(error));
        assert_eq!(error.to_string(), message);
    }
    let huge = pattern(shape(8, 8, 1), 63, &[0, 1, 2, 3, 4, 5, 6, 7]);
    let error = Table::build(huge).map(drop).unwrap_err();
    assert!(matches!(error, BuildError::TooLarge { tiles: 8, .. }));
    assert_eq!(
        error.to_string(),
        "8 tiles on a board of 8 x 8 have too many states"
    );
    assert_eq!(
        BuildError::OutOfMemory { bytes: 12 }.to_string(),
        "no memory for 12 bytes of a table"
    );
}

#[test]
fn tables_built_together_are_the_same() {
    let flat = shape(4, 4, 1);
    // Homes of both colours, sizes mixed, a mirror image (the third of the first) and one pattern
    // twice.
    let patterns = [
        pattern(flat, 15, &[0, 1, 2, 3, 7]),
        pattern(flat, 15, &[5, 6, 10]),
        pattern(flat, 15, &[0, 4, 8, 12, 13]),
        pattern(flat, 15, &[1, 2, 3, 6, 7]),
        pattern(flat, 15, &[5, 6, 9, 10, 14]),
        pattern(flat, 15, &[5, 6, 10]),
        pattern(flat, 15, &[8, 9, 10, 11, 4]),
    ];
    let tables = TableBuilder::new().tables(&patterns).unwrap();
    for (nth, (pattern, table)) in patterns.iter().zip(&tables).enumerate() {
        assert_eq!(table.pattern(), pattern);
        let alone = Table::build(*pattern).unwrap();
        assert_eq!(
            (alone.max(), alone.reached()),
            (table.max(), table.reached())
        );
        assert_eq!(alone.mean().to_bits(), table.mean().to_bits());
        // The third has no entries of its own.
        if nth != 2 {
            assert_eq!(&alone, table);
        }
        // Some boards far from home.
        let mut board: Vec<u16> = (0..16).collect();
        for turn in 0..16 {
            board.rotate_left(5);
            board.swap(turn, (turn * 7 + 3) % 16);
            let board = CanonicalBoard::from_cells(flat, 15, board.iter().copied()).unwrap();
            assert_eq!(alone.distance(&board), table.distance(&board));
        }
    }
    assert!(tables[0].shares_entries_with(&tables[2]));
    assert!(tables[1].shares_entries_with(&tables[5]));
    assert!(!tables[0].shares_entries_with(&tables[3]));
}

#[test]
fn a_mirrored_table_is_exact() {
    let square = shape(3, 3, 1);
    let patterns = [
        pattern(square, 8, &[0, 1, 2]),
        pattern(square, 8, &[0, 3, 6]),
        // These two cut the home off: only the mirror image on the diagonal will do.
        pattern(square, 8, &[5, 7, 4]),
        pattern(square, 8, &[1, 3, 4]),
        pattern(square, 8, &[3, 4, 7]),
        // This one lies on home where it is turned round.
        pattern(square, 8, &[6, 7]),
        pattern(square, 8, &[0, 1]),
    ];
    let tables = TableBuilder::new().tables(&patterns).unwrap();
    for (a, b, shared) in [(0, 1, true), (2, 3, false), (3, 4, true), (5, 6, true)] {
        assert_eq!(tables[a].shares_entries_with(&tables[b]), shared, "{a} {b}");
        assert_eq!(patterns[a].shares_table_with(&patterns[b]), shared);
    }
    for table in &tables {
        check_table(table);
    }
}

#[test]
fn six_tiles_of_4_x_4_have_their_known_maxima() {
    let flat = shape(4, 4, 1);
    let pair = [
        pattern(flat, 0, &[1, 4, 5, 8, 9, 12]),
        pattern(flat, 0, &[2, 3, 6, 7, 10, 11]),
    ];
    let tables = TableBuilder::new().tables(&pair).unwrap();
    assert_eq!((tables[0].max(), tables[1].max()), (28, 27));
}

#[test]
#[ignore = "all of them: .ci/full"]
fn six_tiles_of_3_x_4_are_exact() {
    check(&pattern(shape(3, 4, 1), 0, &[1, 4, 5, 8, 9, 10]));
    check(&pattern(shape(3, 4, 1), 11, &[2, 3, 6, 7, 9, 10]));
}

#[cfg(feature = "std")]
#[test]
fn threads_change_nothing() {
    let of = pattern(shape(3, 5, 1), 14, &[0, 1, 2, 3, 4, 5, 6]);
    let one = Table::build(of).unwrap();
    let mut reports = 0;
    let three = TableBuilder::new()
        .threads(3)
        .on_progress(&mut |_| {
            reports += 1;
            ControlFlow::Continue(())
        })
        .table(of)
        .unwrap();
    assert_eq!(one, three);
    assert_eq!(one.mean().to_bits(), three.mean().to_bits());
    assert!(reports > 30);

    let mut left = 40;
    let stopped = TableBuilder::new()
        .threads(3)
        .on_progress(&mut |_| {
            left -= 1;
            if left == 0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .table(of);
    assert_eq!(stopped.unwrap_err(), BuildError::Stopped);
    assert_eq!(left, 0, "no report after the stop");
}

#[test]
fn progress_grows_and_can_stop() {
    let flat = shape(4, 4, 1);
    let patterns = [
        pattern(flat, 15, &[0, 1, 2, 3, 4, 5]),
        pattern(flat, 15, &[5, 6, 10]),
    ];
    let mut reports = Vec::new();
    TableBuilder::new()
        .on_progress(&mut |progress| {
            reports.push(*progress);
            ControlFlow::Continue(())
        })
        .tables(&patterns)
        .unwrap();
    assert!(
        reports
            .windows(2)
            .all(|pair| pair[0].known <= pair[1].known)
    );
    let last = reports.last().unwrap();
    let entries = 11_816_640 + 3_792;
    assert_eq!((last.known, last.entries), (entries, entries));

    assert!(reports.len() > 20);
    for stop in [1, 2, 7, 20, reports.len()] {
        let mut calls = 0;
        let stopped = TableBuilder::new()
            .on_progress(&mut |_| {
                calls += 1;
                if calls == stop {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })
            .tables(&patterns);
        assert_eq!(stopped.unwrap_err(), BuildError::Stopped);
        assert_eq!(calls, stop);
    }
}
