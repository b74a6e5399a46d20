//! The search with tables is the same however it is cut, stored and shared out.

use alloc::vec::Vec;

use super::*;
use crate::DynBoard;
use crate::exact::automaton::{Automaton, depth_for};
use crate::exact::fixtures::{Checked, check_rounds, go_on, run};
use crate::exact::lanes::ExactSearch;
use crate::exact::patterns::Patterns;
use crate::exact::rounds::{Rounds, StoredRound};
use crate::goal::Goal;
use crate::shape::Shape;
use crate::tables::{Partition, TableBuilder};

fn kit(shape: Shape, memory: u64) -> Shared<SearchTables> {
    let partition = Partition::choose(shape, shape.cells() - 1, memory).expect("a partition");
    let tables = TableBuilder::new().tables(partition.patterns());
    let moving = if shape.is_flat() {
        AnyAutomaton::Flat(Automaton::at_once(shape, depth_for(shape)))
    } else {
        AnyAutomaton::Box(Automaton::at_once(shape, depth_for(shape)))
    };
    Shared::new(SearchTables::at_once(
        Patterns::new(tables.expect("tables")),
        moving,
    ))
}

fn board(shape: Shape, seed: u64) -> CanonicalBoard {
    let board = DynBoard::from_seed(shape, seed);
    CanonicalBoard::new(&board, &Goal::BlankLast).expect("the usual goal")
}

/// Shapes of all forms: one view and two, few tables and many, flat and not; boards that take some
/// hundred thousand expansions at most.
fn cases() -> Vec<(Shared<SearchTables>, CanonicalBoard)> {
    let mut cases = Vec::new();
    for (sides, memory, seeds) in [
        ([3, 4, 1], 3_000, 0..4),
        ([4, 4, 1], 400_000, 1..3),
        ([2, 6, 1], 20_000, 0..3),
        ([2, 3, 2], 20_000, 0..3),
    ] {
        let shape = Shape::new(sides[0], sides[1], sides[2]).expect("a shape");
        let kit = kit(shape, memory);
        cases.extend(seeds.map(|seed| (Shared::clone(&kit), board(shape, seed))));
    }
    cases
}

#[test]
fn is_the_same_however_it_is_shared_out() {
    let shape = Shape::new(4, 4, 1).expect("a shape");
    let small = kit(shape, 100_000);
    let mut cases = cases();
    // Rounds of several units.
    cases.extend([2, 5].map(|seed| (Shared::clone(&small), board(shape, seed))));
    let mut checked = Checked::default();
    for (kit, board) in cases {
        let make = |from: &StoredRound, threads| -> ExactSearch {
            Rounds::resumed(kernel(&kit, &board), from, threads).into()
        };
        let found = run(&mut make(&StoredRound::default(), 1), u64::MAX, || u64::MAX);
        assert!(board.is_solved_by(&found.found[0]));
        assert_eq!(found.bounds.last(), Some(&found.found[0].len()));
        check_rounds(make, 2, &mut checked);
    }
    assert!(checked.stored > 5 && checked.parted > 3, "{checked:?}");
}

#[test]
fn a_limit_is_met_exactly_and_may_be_raised() {
    for (kit, board) in cases() {
        let make = || Rounds::new(kernel(&kit, &board), 0);
        let expected = run(&mut make(), u64::MAX, || u64::MAX);
        let (half, most) = (expected.expanded / 2, expected.expanded - 1);
        for limit in [0, 1, 17, 1_000, half, most] {
            let mut search = make();
            // A batch that is cut may find the solution sooner or later.
            let mut outcome = run(&mut search, limit, || u64::MAX);
            assert!(outcome.expanded == limit || !outcome.found.is_empty());
            go_on(&mut search, u64::MAX, &mut || u64::MAX, &mut outcome);
            assert_eq!(outcome.found[0].len(), expected.found[0].len());
        }
    }
}
