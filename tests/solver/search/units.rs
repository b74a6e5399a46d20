//! Searches that are split into units.

use std::collections::BTreeSet;

use npuzzle::HeuristicKind::{Auto, LinearConflict, Manhattan, WalkingDistance};
use npuzzle::Metric::{MultiTile, SingleTile};
use npuzzle::stored::{SearchUnit, StoredError};
use npuzzle::{Board, Control, DynBoard, Search, Solver};

use crate::oracle::cases::farthest;
use crate::oracle::shape::shape;
use crate::oracle::stored::solver;

/// Ends a search by repeated splits; each unit is stored before, midway and after.
fn end_by_units(solver: &Solver, search: &mut Search, units: usize) -> usize {
    let mut splits = 0;
    loop {
        let parts = match search.split(units) {
            Ok(parts) => parts,
            Err(StoredError::Solved) => return splits,
            Err(error) => panic!("{error}"),
        };
        splits += 1;
        assert!(!parts.is_empty() && parts.len() <= units);
        // They return in another order.
        let mut done: Vec<SearchUnit> = Vec::new();
        for mut unit in parts.into_iter().rev() {
            while !unit.is_done() {
                let text = unit.suspend().expect("it can be stored");
                unit = solver.resume_unit(&text).expect("a stored search");
                let is_done = unit.run(Control::new().max_nodes(25_000));
                assert_eq!(is_done, Ok(unit.is_done()));
                unit.advance(25_000).expect("no error");
            }
            let text = unit.suspend().expect("it can be stored");
            done.push(text.parse().expect("a stored search"));
        }
        // The search that joins may have been stored.
        let text = search.suspend().expect("it can be stored");
        *search = solver.resume(&text).expect("a stored search");
        let has_found = done.iter().any(|unit| unit.found().is_some());
        search.join(done).expect("all are there");
        assert_eq!(has_found, search.solution().is_some());
    }
}

#[test]
fn units_have_the_answer_of_one_search() {
    let from_seed = |shape, seed| DynBoard::from_seed(shape, seed);
    for (metric, kind, memory, board) in [
        (SingleTile, Auto, 400_000, from_seed(shape(4, 4, 1), 14)),
        (
            SingleTile,
            LinearConflict,
            400_000,
            DynBoard::scrambled(shape(4, 4, 1), 80, 5),
        ),
        (MultiTile, Auto, 100_000, from_seed(shape(3, 4, 1), 9)),
        (MultiTile, WalkingDistance, 0, from_seed(shape(3, 4, 1), 9)),
        (MultiTile, Manhattan, 0, from_seed(shape(3, 4, 1), 1)),
    ] {
        let solver = solver(metric, kind, memory);
        let whole = solver.solve(&board).expect("solvable");
        for units in [2, 9] {
            let mut search = solver.search(&board).expect("solvable");
            let splits = end_by_units(&solver, &mut search, units);
            assert!(splits > 0, "{board}: {:?}", whole.stats());
            assert_eq!(search.solution(), Some(&whole));
        }
    }
}

#[test]
fn splitting_midway_counts_no_board_twice() {
    let solver = Solver::builder().memory(400_000).build();
    let board = Board::<4>::from_seed(14);
    let whole = solver.solve(&board).expect("solvable");
    for expanded in [1_000, 30_000, 60_000, 100_000] {
        let mut search = solver.search(&board).expect("solvable");
        search.advance(expanded).expect("no error");
        end_by_units(&solver, &mut search, 3);
        assert_eq!(search.solution(), Some(&whole), "after {expanded}");
    }
}

#[test]
fn units_at_fault_are_named() {
    let solver = Solver::builder().memory(400_000).build();
    let board = Board::<4>::from_seed(14);
    let mut search = solver.search(&board).expect("solvable");
    assert_eq!(search.join([]).map(drop), Err(StoredError::NotSplit));
    let mut done = || {
        let mut units = search.split(3).expect("a hard board");
        for unit in &mut units {
            while !unit.advance(u64::MAX).expect("no error") {}
        }
        units
    };
    let (mut first, second) = (done(), done());
    let numbers: BTreeSet<_> = first.iter().map(SearchUnit::index).collect();
    assert_eq!(numbers.len(), first.len());
    first.pop();
    let last = first.len();
    let mut twice = second;
    twice.push(search.split(3).expect("it is as it was").swap_remove(0));
    let undone = search.split(3).expect("it is as it was");
    let other = solver.search(&farthest()).expect("solvable").split(3);
    for (units, unit, fault) in [
        (first, last, "is missing"),
        (twice, 0, "is there twice"),
        (undone, 0, "is not done"),
        (other.expect("hard"), 0, "is not one of the last split"),
    ] {
        let error = search.join(units).map(drop);
        assert_eq!(error, Err(StoredError::Unit { unit, fault }));
    }
    let units = search.split(2).expect("it is as it was");
    search.advance(1).expect("no error");
    assert_eq!(search.join(units).map(drop), Err(StoredError::NotSplit));
}

/// Of a search that has not begun, one unit is the whole first round; a hard board has the
/// requested number of units, if the round has seeds.
#[test]
fn split_returns_the_requested_number_of_units() {
    let solver = Solver::builder().memory(400_000).build();
    let board = Board::<4>::from_seed(14);
    let mut search = solver.search(&board).expect("solvable");
    for asked in [0, (1 << 20) + 1, usize::MAX] {
        let refused = search.split(asked).map(drop);
        assert_eq!(refused, Err(StoredError::Units { asked }));
    }
    let units = search.split(1).expect("it is not solved");
    assert_eq!((units.len(), search.stats().expanded), (1, 0));
    let mut units = end_by_units(&solver, &mut search, 1);
    assert!(units > 3, "each bound is a unit: {units}");
    assert_eq!(search.solution(), solver.solve(&board).ok().as_ref());
    // `npuzzle units join` reads the number of units before: 0 if the board was solved.
    assert_eq!(search.split(0).map(drop), Err(StoredError::Solved));
    let mut search = solver.search(&board).expect("solvable");
    for asked in [2, 3, 5, 64, 100] {
        units = search.split(asked).expect("a hard board").len();
        assert_eq!(units, asked);
    }
    // A unit has some seeds, and there are some thousand of these.
    units = search.split(100_000).expect("a hard board").len();
    assert!((101..10_000).contains(&units), "{units}");
}
