//! Slicing, storing and splitting a search with tables change nothing.

use std::sync::Mutex;

use super::*;
use crate::DynBoard;
use crate::exact::automaton::Automaton;
use crate::exact::fixtures::{Checked, Outcome, RoundsJob, advance, check_rounds, run};
use crate::exact::general::General;
use crate::exact::rounds::{Rounds, SharedRound, StoredRound};
use crate::goal::Goal;
use crate::heuristic::LinearConflict;
use crate::runtime::{Counts, Job, Slice, Step, Work, lock};
use crate::shape::Shape;
use crate::tables::{Partition, build_at_once};

fn search_tables(shape: Shape, memory: u64) -> Arc<SearchTables> {
    let partition = Partition::choose(shape, shape.cells() - 1, memory).expect("a partition");
    let tables = build_at_once(&partition.patterns);
    let tables = tables.expect("tables");
    let views = Vec::from([PatternDatabases { tables }]);
    Arc::new(SearchTables::at_once(views, Automaton::at_once(shape)))
}

fn board(shape: Shape, seed: u64) -> CanonicalBoard {
    let board = DynBoard::from_seed(shape, seed);
    CanonicalBoard::new(&board, &Goal::BlankLast).expect("the usual goal")
}

/// Shapes of all forms: one view and two, few tables and many, flat and not, rounds of several
/// units; boards that take some hundred thousand expansions at most.
#[test]
fn splitting_changes_nothing() {
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
            let make = |from: &StoredRound, threads| -> RoundsJob {
                RoundsJob::new(
                    kernel(&tables, &board).expect("little memory"),
                    from,
                    threads,
                )
            };
            let found = run(&mut make(&StoredRound::default(), 1), u64::MAX, || u64::MAX);
            assert!(board.is_solved_by(&found.found[0]));
            assert_eq!(found.bounds.last(), Some(&found.found[0].len()));
            check_rounds(make, 2, &mut checked);
        }
    }
    assert!(checked.stored > 5 && checked.parted > 3, "{checked:?}");
}

/// A depth-first kernel makes a unit of each seed: here there are more of them than it ever makes.
#[test]
fn another_kernel_continues_a_round() {
    let shape = Shape::rectangle(3, 4).expect("a shape");
    let tables = search_tables(shape, 3_000);
    let heuristic = LinearConflict::new(shape, 11).expect("a fine home");
    let heuristic = Arc::new(heuristic);
    let mut most = 0;
    for board in [0, 1, 2].map(|seed| board(shape, seed)) {
        let begun = || {
            let kernel = kernel(&tables, &board).expect("little memory");
            RoundsJob::new(kernel, &StoredRound::default(), 1)
        };
        let length = run(&mut begun(), u64::MAX, || u64::MAX).found[0].len();
        let (mut search, mut outcome) = (begun(), Outcome::default());
        while outcome.found.is_empty() && advance(&mut search, 10_000, &mut outcome) {
            let stored = lock(&search.shared).stored().expect("little memory");
            let Some(seeds) = stored.seeds.as_ref().map(Vec::len) else {
                continue;
            };
            most = most.max(seeds);
            let [one, three] = [1, 3].map(|threads| {
                let kernel = General::new(Arc::clone(&heuristic), board.clone());
                let kernel = Box::new(kernel.expect("little memory"));
                let mut search = RoundsJob::new(kernel, &stored, threads);
                run(&mut search, u64::MAX, || 5_000)
            });
            assert_eq!(one, three, "{board}");
            assert_eq!(one.found[0].len(), length, "{board}");
        }
    }
    assert!(most > 300, "{most} seeds");
}

#[test]
fn a_frontier_keeps_to_its_memory() {
    const BYTES: usize = 20_000;
    /// The least that a seed takes: the board of a cache line.
    const SEED: usize = 64;

    let shape = Shape::rectangle(4, 4).expect("a shape");
    let tables = search_tables(shape, 400_000);
    let [(free, most), (limited, fewer)] = [usize::MAX, BYTES].map(|bytes| {
        let kernel = kernel(&tables, &board(shape, 1)).expect("little memory");
        let shared = Arc::new(Mutex::new(SharedRound::default()));
        let rounds = Rounds::new(kernel, &shared, 1);
        let mut search = rounds.with_frontier(bytes);
        let mut search = Job::new(|mut pace| async move { search.prove(&mut pace).await });
        let (mut counts, mut most) = (Counts::default(), 0);
        let found = loop {
            match search
                .advance(&mut Slice::default(), &mut counts)
                .expect("memory")
            {
                Step::Found(moves) => break moves.len(),
                Step::Done => panic!("there is a solution"),
                _ => {}
            }
            let parts = lock(&shared).parts(1).expect("little memory");
            let seeds = parts.first().and_then(|round| round.seeds.as_ref());
            most = most.max(seeds.map_or(0, Vec::len));
        };
        (found, most)
    });
    assert_eq!(limited, free);
    assert!(
        most * SEED > BYTES && fewer * SEED <= BYTES,
        "{most} and {fewer} seeds"
    );
    assert!(fewer > 1, "{fewer} seeds");
}

/// A thread holds the tables that it searches with. These tables are so small that a round outlasts
/// a slice.
#[test]
fn threads_end_with_their_search() {
    let shape = Shape::rectangle(4, 4).expect("a shape");
    let tables = search_tables(shape, 10_000);
    let kernel = kernel(&tables, &board(shape, 1)).expect("little memory");
    let mut search = RoundsJob::new(kernel, &StoredRound::default(), 2);
    let without_threads = Arc::strong_count(&tables);
    let mut counts = Counts::default();
    while Arc::strong_count(&tables) == without_threads {
        let step = search
            .advance(&mut Slice::default(), &mut counts)
            .expect("memory");
        assert!(matches!(step, Step::Bound(_) | Step::Paused));
    }
    drop(search);
    assert_eq!(Arc::strong_count(&tables), 1);
}
