//! The search with tables is the same however it is cut, stored and shared out.

use alloc::vec::Vec;

use super::*;
use crate::DynBoard;
use crate::exact::automaton::Automaton;
use crate::exact::fixtures::{Checked, check_rounds, run};
use crate::exact::patterns::Patterns;
use crate::exact::pools::ExactSearch;
use crate::exact::rounds::{Rounds, StoredRound};
use crate::goal::Goal;
use crate::shape::Shape;
use crate::tables::{Partition, TableBuilder};

fn search_tables(shape: Shape, memory: u64) -> Arc<SearchTables> {
    let partition = Partition::choose(shape, shape.cells() - 1, memory).expect("a partition");
    let tables = TableBuilder::new().tables(partition.patterns());
    let views = Views::new(Vec::from([Patterns::new(tables.expect("tables"))]));
    Arc::new(SearchTables::at_once(views, Automaton::at_once(shape)))
}

fn board(shape: Shape, seed: u64) -> CanonicalBoard {
    let board = DynBoard::from_seed(shape, seed);
    CanonicalBoard::new(&board, &Goal::BlankLast).expect("the usual goal")
}

/// Shapes of all forms: one view and two, few tables and many, flat and not, rounds of several
/// units; boards that take some hundred thousand expansions at most.
#[test]
fn is_the_same_however_it_is_shared_out() {
    let mut checked = Checked::default();
    for (sides, memory, seeds) in [
        ([3, 4, 1], 3_000, [0, 1, 2]),
        ([4, 4, 1], 400_000, [1, 2, 3]),
        ([4, 4, 1], 100_000, [1, 2, 5]),
        ([2, 6, 1], 20_000, [0, 1, 2]),
        ([2, 3, 2], 20_000, [0, 1, 2]),
    ] {
        let shape = Shape::new(sides[0], sides[1], sides[2]).expect("a shape");
        let tables = search_tables(shape, memory);
        for board in seeds.map(|seed| board(shape, seed)) {
            let make = |from: &StoredRound, threads| -> ExactSearch {
                Rounds::resumed(kernel(&tables, &board), from, threads).into()
            };
            let found = run(&mut make(&StoredRound::default(), 1), u64::MAX, || u64::MAX);
            assert!(board.is_solved_by(&found.found[0]));
            assert_eq!(found.bounds.last(), Some(&found.found[0].len()));
            check_rounds(make, 2, &mut checked);
        }
    }
    assert!(checked.stored > 5 && checked.parted > 3, "{checked:?}");
}
