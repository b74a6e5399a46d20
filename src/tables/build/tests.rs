//! Tables against a search that is slow and obvious.

use alloc::collections::VecDeque;
use std::collections::HashMap;

use super::*;
use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::runtime::{Counts, Job, Slice, Work};
use crate::shape::Shape;

fn shape(rows: usize, cols: usize, layers: usize) -> Shape {
    Shape::new(rows, cols, layers).unwrap()
}

fn pattern(shape: Shape, home: usize, cells: &[usize]) -> Pattern {
    let mask = cells.iter().fold(0, |mask, &cell| mask | 1 << cell);
    Pattern::new(shape, home, mask).unwrap()
}

fn table(pattern: Pattern) -> Table {
    build_at_once(&[pattern]).unwrap().swap_remove(0)
}

/// The cells of the pattern's tiles, in the order of their homes, then the blank's.
type State = Vec<usize>;

/// Returns the distance of every state that can reach the goal: a step of the blank costs 1 where
/// it moves a tile of the pattern, else nothing.
fn distances(pattern: &Pattern) -> HashMap<State, u32> {
    let mut goal: State = pattern.cells().collect();
    goal.push(pattern.home);
    let mut known = HashMap::new();
    let mut todo = VecDeque::from([(goal, 0)]);
    while let Some((state, distance)) = todo.pop_front() {
        if known.contains_key(&state) {
            continue;
        }
        known.insert(state.clone(), distance);
        let tiles = state.len() - 1;
        for side in Direction::ALL {
            let Some(next) = pattern.shape.neighbour(state[tiles], side) else {
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
    let own: Vec<usize> = pattern.cells().chain([pattern.home]).collect();
    let cells = 0..pattern.shape.cells();
    let mut others = cells.clone().filter(|cell| !own.contains(cell));
    let tiles = cells.map(|cell| match state.iter().position(|&it| it == cell) {
        Some(tile) => own[tile] as u16,
        None => others.next().unwrap() as u16,
    });
    CanonicalBoard::from_cells(pattern.shape, pattern.home, tiles).unwrap()
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

/// Compares a table with the search, state by state. Returns the number of states that can reach the
/// goal.
fn check(table: &Table) -> usize {
    let pattern = &table.pattern;
    let expected = distances(pattern);
    let cells = pattern.shape.cells();
    all_states(cells, pattern.tiles() + 1, &mut Vec::new(), &mut |state| {
        let board = board(pattern, state);
        let distance = table.descend(table.place(&board));
        assert_eq!(
            distance.as_ref(),
            expected.get(state),
            "{state:?} of {pattern:?}"
        );
    });
    let distances = expected.values();
    assert_eq!(Some(&table.data.max), distances.clone().max());
    let mean = distances.map(|&it| f64::from(it)).sum::<f64>() / expected.len() as f64;
    assert!((table.data.mean - mean).abs() < 1e-9, "mean of {pattern:?}");
    expected.len()
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
                check(&table(Pattern::new(shape, home, mask).unwrap()));
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
        check(&table(pattern(shape, home, cells)));
    }
}

/// The well-known figures of whole boards, and of tables of six tiles.
#[test]
fn large_tables_have_the_known_figures() {
    let whole = table(pattern(shape(3, 3, 1), 8, &[0, 1, 2, 3, 4, 5, 6, 7]));
    assert_eq!((check(&whole), whole.data.max), (181_440, 31));
    assert!((whole.data.mean - 21.972_4).abs() < 1e-4);
    let flat = shape(4, 4, 1);
    let pair = [
        pattern(flat, 0, &[1, 4, 5, 8, 9, 12]),
        pattern(flat, 0, &[2, 3, 6, 7, 10, 11]),
    ];
    let tables = build_at_once(&pair).unwrap();
    assert_eq!((tables[0].data.max, tables[1].data.max), (28, 27));
    let huge = pattern(shape(8, 8, 1), 63, &[0, 1, 2, 3, 4, 5, 6, 7]);
    let error = build_at_once(&[huge]).unwrap_err();
    assert!(matches!(error, TableError::States { tiles: 8, .. }));
}

#[test]
fn mirror_images_built_together_share_entries() {
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
    let tables = build_at_once(&patterns).unwrap();
    for (a, b, shared) in [
        (0, 1, true),
        (2, 3, false),
        (3, 4, true),
        (5, 6, true),
        (5, 7, true),
    ] {
        let is_same = Arc::ptr_eq(&tables[a].data, &tables[b].data);
        assert_eq!(is_same, shared, "{a} {b}");
    }
    for (pattern, table) in patterns.iter().zip(&tables) {
        assert_eq!(table.pattern, *pattern);
        check(table);
    }
}

/// So many entries that several threads build them.
#[test]
fn progress_grows_and_tables_do_not_depend_on_threads() {
    let of = [pattern(shape(4, 5, 1), 19, &[0, 1, 2, 3, 4, 5])];
    let one = &build_at_once(&of).unwrap()[0];
    let entries = one.data.index.entries();
    for threads in [1, 3] {
        let mut reports = Vec::new();
        let maker = TableMaker {
            threads,
            ..TableMaker::default()
        };
        let mut job =
            Job::new(move |mut pace| async move { make_tables(&of, &maker, &mut pace).await });
        let made = loop {
            let made = job.do_slice(&mut Slice::default(), &mut Counts::default());
            reports.extend(job.preparing().map(|it| (it.known, it.entries)));
            if let Some(made) = made {
                break made.unwrap();
            }
        };
        let table = &made[0];
        assert!(table.data.words == one.data.words);
        assert_eq!(
            (table.data.max, table.data.mean.to_bits()),
            (one.data.max, one.data.mean.to_bits())
        );
        assert!(reports.len() > 20 && reports.is_sorted());
        assert_eq!(reports.last(), Some(&(entries, entries)));
    }
}
