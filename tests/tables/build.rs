//! Pattern tables against a search that is slow and obvious.

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;

use npuzzle::heuristic::CanonicalBoard;
use npuzzle::tables::{BuildProgress, Pattern, Table, TableBuilder, TableError};
use npuzzle::{Direction, Shape};

use crate::oracle::shape::shape;

pub(crate) fn pattern(shape: Shape, home: usize, cells: &[usize]) -> Pattern {
    Pattern::new(shape, home, cells.iter().copied()).unwrap()
}

/// The cells of the pattern's tiles, in the order of their homes, then the blank's.
type State = Vec<usize>;

/// Returns the distance of every state that can reach the goal: a step of the blank costs 1 where
/// it moves a tile of the pattern, else nothing.
fn distances(pattern: &Pattern) -> HashMap<State, u32> {
    let mut goal: State = pattern.cells().collect();
    goal.push(pattern.home());
    let mut known = HashMap::new();
    let mut todo = VecDeque::from([(goal, 0)]);
    while let Some((state, distance)) = todo.pop_front() {
        if known.contains_key(&state) {
            continue;
        }
        known.insert(state.clone(), distance);
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
    let own: Vec<usize> = pattern.cells().chain([pattern.home()]).collect();
    let cells = 0..pattern.shape().cells();
    let mut others = cells.clone().filter(|cell| !own.contains(cell));
    let tiles = cells.map(|cell| match state.iter().position(|&it| it == cell) {
        Some(tile) => own[tile] as u16,
        None => others.next().unwrap() as u16,
    });
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

/// Compares a table with the search, state by state.
fn check(table: &Table) {
    let pattern = table.pattern();
    let expected = distances(pattern);
    let cells = pattern.shape().cells();
    all_states(cells, pattern.tiles() + 1, &mut Vec::new(), &mut |state| {
        let distance = table.distance(&board(pattern, state));
        assert_eq!(
            distance.as_ref(),
            expected.get(state),
            "{state:?} of\n{pattern}"
        );
    });
    let distances = expected.values();
    assert_eq!(Some(&table.max()), distances.clone().max());
    let mean = distances.map(|&it| f64::from(it)).sum::<f64>() / expected.len() as f64;
    assert!((table.mean() - mean).abs() < 1e-9, "mean of\n{pattern}");
}

#[test]
fn every_pattern_of_small_boards_is_exact() {
    for (shape, homes) in [
        (shape(2, 2, 1), 0..4),
        (shape(2, 3, 1), 1..3),
        (shape(3, 2, 1), 5..6),
    ] {
        for home in homes {
            let masks = (1..1_u64 << shape.cells()).filter(|mask| mask >> home & 1 == 0);
            for mask in masks {
                let cells = (0..shape.cells()).filter(|cell| mask >> cell & 1 != 0);
                let pattern = Pattern::new(shape, home, cells).unwrap();
                check(&Table::build(pattern).unwrap());
            }
        }
    }
}

#[test]
fn patterns_of_larger_boards_and_boxes_are_exact() {
    for (shape, home, cells) in [
        // Homes in a corner, on an edge and in the middle.
        (shape(3, 3, 1), 0, &[1, 4, 5][..]),
        (shape(3, 3, 1), 1, &[0, 2, 4, 7]),
        (shape(3, 3, 1), 4, &[1, 3, 5, 7]),
        (shape(2, 4, 1), 5, &[0, 1, 4, 6]),
        (shape(2, 5, 1), 0, &[1, 5, 6]),
        (shape(3, 4, 1), 6, &[2, 5, 7]),
        (shape(4, 4, 1), 15, &[11, 14]),
        (shape(2, 2, 2), 0, &[1, 2, 3, 4, 5, 6]),
        (shape(2, 2, 2), 3, &[0, 1, 2, 4, 5, 6, 7]),
        (shape(2, 2, 3), 5, &[0, 4, 8]),
        (shape(3, 1, 3), 4, &[0, 1, 2]),
        // More than 16 cells.
        (shape(3, 3, 2), 0, &[1, 3]),
        (shape(4, 5, 1), 19, &[0, 18]),
        (shape(3, 3, 3), 13, &[0, 26]),
        (shape(6, 6, 1), 35, &[34]),
        (shape(4, 4, 4), 63, &[62]),
    ] {
        check(&Table::build(pattern(shape, home, cells)).unwrap());
    }
}

/// The well-known figures of whole boards, and of tables of six tiles.
#[test]
fn large_tables_have_the_known_figures() {
    let square = shape(3, 3, 1);
    let table = Table::build(pattern(square, 8, &[0, 1, 2, 3, 4, 5, 6, 7])).unwrap();
    assert_eq!((table.reached(), table.max()), (181_440, 31));
    assert!((table.mean() - 21.972_4).abs() < 1e-4);
    let odd = CanonicalBoard::from_cells(square, 8, [1, 0, 2, 3, 4, 5, 6, 7, 8]).unwrap();
    assert_eq!(table.distance(&odd), None);
    let flat = shape(4, 4, 1);
    let pair = [
        pattern(flat, 0, &[1, 4, 5, 8, 9, 12]),
        pattern(flat, 0, &[2, 3, 6, 7, 10, 11]),
    ];
    let tables = TableBuilder::new().tables(&pair).unwrap();
    assert_eq!((tables[0].max(), tables[1].max()), (28, 27));
}

#[test]
fn bad_requests_are_refused_with_the_reason() {
    let (flat, path, large) = (shape(4, 4, 1), shape(1, 5, 1), shape(8, 9, 1));
    let (cell, tiles) = (
        |cell| TableError::Cell { cell },
        |tiles| TableError::Tiles { tiles },
    );
    for (shape, home, cells, error) in [
        (flat, 15, &[0, 16][..], cell(16)),
        (flat, 16, &[0], cell(16)),
        (flat, 15, &[15], cell(15)),
        (flat, 15, &[3, 3], cell(3)),
        (flat, 15, &[], tiles(0)),
        (flat, 15, &[0, 1, 2, 3, 4, 5, 6, 7, 8], tiles(9)),
        (path, 4, &[0], TableError::Shape { shape: path }),
        (large, 4, &[0], TableError::Shape { shape: large }),
    ] {
        assert_eq!(Pattern::new(shape, home, cells.iter().copied()), Err(error));
    }
    let huge = pattern(shape(8, 8, 1), 63, &[0, 1, 2, 3, 4, 5, 6, 7]);
    let error = Table::build(huge).map(drop).unwrap_err();
    assert!(matches!(error, TableError::States { tiles: 8, .. }));
}

#[test]
fn tables_built_together_are_the_same_and_share_entries_with_mirror_images() {
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
        pattern(square, 8, &[6, 7]),
    ];
    let tables = TableBuilder::new().tables(&patterns).unwrap();
    for (a, b, shared) in [
        (0, 1, true),
        (2, 3, false),
        (3, 4, true),
        (5, 6, true),
        (5, 7, true),
    ] {
        assert_eq!(tables[a].shares_entries_with(&tables[b]), shared, "{a} {b}");
        assert_eq!(patterns[a].shares_table_with(&patterns[b]), shared);
    }
    for (pattern, table) in patterns.iter().zip(&tables) {
        assert_eq!(table.pattern(), pattern);
        check(table);
    }
    // Tables that are known are not built again.
    let mut panics = |_: &_| panic!("nothing is left to build");
    let builder = TableBuilder::new().on_progress(&mut panics);
    let again = builder.known(&tables).tables(&patterns).unwrap();
    let mut pairs = again.iter().zip(&tables);
    assert!(pairs.all(|(it, known)| it.shares_entries_with(known)));
    let builder = TableBuilder::new().known(&tables[2..]);
    let rest = builder.tables(&patterns).unwrap();
    assert!(rest[2].shares_entries_with(&tables[2]) && !rest[0].shares_entries_with(&tables[0]));
    assert_eq!(rest[0], tables[0]);
    // Known tables may share the entries of others.
    let [row, column] = [&[0, 1, 2], &[0, 3, 6]].map(|cells| pattern(shape(3, 3, 1), 8, cells));
    let both = TableBuilder::new().tables(&[row, column]).unwrap();
    let again = TableBuilder::new().known(&both[1..]).tables(&[column, row]);
    again.unwrap().iter().for_each(check);
}

fn with<'a>(threads: usize) -> TableBuilder<'a> {
    TableBuilder::new().threads(threads)
}

#[test]
fn progress_grows_can_stop_and_does_not_depend_on_threads() {
    let of = pattern(shape(4, 4, 1), 15, &[0, 1, 2, 3, 4, 5]);
    let one = Table::build(of).unwrap();
    for threads in [1, 3] {
        let mut reports = Vec::new();
        let mut listener = |progress: &BuildProgress| {
            reports.push((progress.known, progress.entries));
            ControlFlow::Continue(())
        };
        let table = with(threads).on_progress(&mut listener).table(of).unwrap();
        assert_eq!(table, one);
        assert_eq!(table.mean().to_bits(), one.mean().to_bits());
        assert!(reports.len() > 20 && reports.is_sorted());
        assert_eq!(reports.last(), Some(&(one.entries(), one.entries())));
        for stop in [1, 2, 7, 20] {
            let mut calls = 0;
            let mut listener = |_: &_| {
                calls += 1;
                if calls == stop {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let stopped = with(threads).on_progress(&mut listener).table(of);
            assert_eq!(stopped.unwrap_err(), TableError::Stopped);
            assert_eq!(calls, stop, "no report after the stop");
        }
    }
}
