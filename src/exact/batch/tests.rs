//! The search with tables is the same however it is cut, stored and shared out.

use alloc::vec::Vec;

use super::*;
use crate::DynBoard;
use crate::exact::automaton::{Automaton, depth_for};
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

/// The result of a search.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    bounds: Vec<usize>,
    moves: Option<Moves>,
    expanded: u64,
    generated: u64,
}

/// Ends a search in slices whose lengths `slice` gives.
fn end(search: &mut BatchSearch, counts: &mut Counts, mut slice: impl FnMut() -> u64) -> Outcome {
    let (mut bounds, mut moves) = (Vec::new(), None);
    loop {
        let until = counts.expanded.saturating_add(slice());
        match search.advance(until, counts).expect("little memory") {
            Step::Paused => {}
            Step::Bound(bound) => bounds.push(bound),
            Step::Found(found) => moves = Some(found),
            Step::Done => break,
        }
    }
    Outcome {
        bounds,
        moves,
        expanded: counts.expanded,
        generated: counts.generated,
    }
}

fn whole(kit: &Shared<SearchTables>, board: &CanonicalBoard) -> Outcome {
    let mut search = BatchSearch::new(Shared::clone(kit), board, 0);
    end(&mut search, &mut Counts::default(), || u64::MAX)
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
fn slices_change_nothing() {
    for (kit, board) in cases() {
        let expected = whole(&kit, &board);
        let moves = expected.moves.as_ref().expect("a solvable board");
        assert!(board.is_solved_by(moves));
        assert_eq!(expected.bounds.last(), Some(&moves.len()));
        let mut random = 1_u64;
        let mut some = || {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            random >> 52
        };
        let mut search = BatchSearch::new(Shared::clone(&kit), &board, 0);
        assert_eq!(end(&mut search, &mut Counts::default(), || 7), expected);
        let mut search = BatchSearch::new(Shared::clone(&kit), &board, 0);
        assert_eq!(
            end(&mut search, &mut Counts::default(), &mut some),
            expected
        );
    }
}

#[test]
fn a_limit_is_met_exactly_and_may_be_raised() {
    for (kit, board) in cases() {
        let expected = whole(&kit, &board);
        for limit in [
            0,
            1,
            17,
            1_000,
            expected.expanded / 2,
            expected.expanded - 1,
        ] {
            let mut search = BatchSearch::new(Shared::clone(&kit), &board, 0);
            let mut counts = Counts {
                limit,
                ..Counts::default()
            };
            let mut is_done = false;
            for _ in 0..1_000 {
                let step = search
                    .advance(u64::MAX, &mut counts)
                    .expect("little memory");
                // A batch that is cut may find the solution sooner or later.
                assert!(counts.expanded <= limit);
                is_done |= step == Step::Done;
            }
            assert!(counts.expanded == limit || is_done);
            counts.limit = u64::MAX;
            let moves = end(&mut search, &mut counts, || u64::MAX).moves;
            let length = moves.map(|moves| moves.len());
            assert!(
                is_done || length == expected.bounds.last().copied(),
                "{length:?}"
            );
        }
    }
}

/// Goes on with what was stored of a search, again and again.
#[test]
fn storing_changes_nothing() {
    for (kit, board) in cases() {
        let expected = whole(&kit, &board);
        let mut search = BatchSearch::new(Shared::clone(&kit), &board, 0);
        let mut counts = Counts::default();
        let (mut bounds, mut moves) = (Vec::new(), None);
        let mut slice = 1;
        loop {
            let until = counts.expanded + slice;
            slice = slice * 5 / 4 + 1;
            match search.advance(until, &mut counts).expect("little memory") {
                Step::Paused => {}
                Step::Bound(bound) => bounds.push(bound),
                Step::Found(found) => moves = Some(found),
                Step::Done => break,
            }
            let stored = search.store();
            let restored = BatchSearch::restore(Shared::clone(&kit), &board, &stored);
            search = restored.expect("what was just stored");
            assert_eq!(search.store(), stored);
        }
        let outcome = Outcome {
            bounds,
            moves,
            expanded: counts.expanded,
            generated: counts.generated,
        };
        assert_eq!(outcome, expected);
    }
}

#[test]
fn what_is_not_of_the_board_is_not_restored() {
    let shape = Shape::new(4, 4, 1).expect("a shape");
    let kit = kit(shape, 400_000);
    let board = board(shape, 1);
    let mut search = BatchSearch::new(Shared::clone(&kit), &board, 0);
    let mut counts = Counts::default();
    while counts.expanded < 20_000 {
        search.advance(20_000, &mut counts).expect("little memory");
    }
    let good = search.store();
    let restore =
        |stored: &StoredBatch| BatchSearch::restore(Shared::clone(&kit), &board, stored).map(drop);
    assert_eq!(restore(&good), Ok(()));
    let refused = |change: &dyn Fn(&mut StoredBatch)| {
        let mut stored = good.clone();
        change(&mut stored);
        assert_ne!(stored, good, "nothing was changed");
        restore(&stored).expect_err("it was changed")
    };
    assert_eq!(refused(&|it| it.bound += 1), StoredError::Bound);
    assert_eq!(refused(&|it| it.bound = 1), StoredError::Bound);
    assert_eq!(refused(&|it| it.bound += 1 << 20), StoredError::Bound);
    assert_eq!(
        refused(&|it| it.round.seeds.push([9].into())),
        StoredError::Path
    );
    assert_eq!(refused(&|it| it.round.turns.push(9)), StoredError::Path);
    let unit = StoredStage::Searching {
        unit: 2,
        is_open: false,
        end: 1,
    };
    assert_eq!(refused(&|it| it.stage = unit), StoredError::Unit);
    let last = good.round.stack.len() - 1;
    let board_error = StoredError::Board { nth: last };
    assert_eq!(refused(&|it| it.round.stack[last].left += 1), board_error);
    assert_eq!(refused(&|it| it.round.stack[last].left = 2), board_error);
    assert_eq!(
        refused(&|it| it.round.stack[last].mark = u32::MAX),
        board_error
    );
    assert_eq!(
        refused(&|it| it.round.stack[last].automaton = 60_000),
        board_error
    );
    assert_eq!(
        refused(&|it| it.round.stack[last].cells[3] = 99),
        board_error
    );
    assert_eq!(
        refused(&|it| it.round.stack[last].cells.swap(0, 1)),
        board_error
    );
    assert_eq!(
        refused(&|it| it.round.stack[last].cells.truncate(3)),
        board_error
    );
    let trail_error = StoredError::Trail { nth: 1 };
    assert_eq!(refused(&|it| it.round.trail[1].0 = 1), trail_error);
    assert_eq!(refused(&|it| it.round.trail[1].1 = 7), trail_error);
}

/// A board whose search with small tables takes split rounds.
#[test]
fn parts_come_to_what_one_search_comes_to() {
    let shape = Shape::new(4, 4, 1).expect("a shape");
    let kit = kit(shape, 100_000);
    let board = board(shape, 5);
    let expected = whole(&kit, &board);
    for parts in [2, 3, 7, 1_000] {
        let mut search = BatchSearch::new(Shared::clone(&kit), &board, 0);
        let mut counts = Counts::default();
        let mut moves = None;
        let mut shared_out = 0;
        while moves.is_none() {
            let until = counts.expanded + 30_000;
            if let Step::Found(found) = search.advance(until, &mut counts).expect("memory") {
                moves = Some(found);
            }
            let stored = search.parts(parts);
            if stored.is_empty() {
                continue;
            }
            shared_out += 1;
            let mut expanded = 0;
            for part in &stored {
                let own = BatchSearch::restore(Shared::clone(&kit), &board, part);
                let mut own = own.expect("what was just stored");
                let mut part_counts = Counts::default();
                let outcome = end(&mut own, &mut part_counts, || 1_000);
                assert!(outcome.bounds.is_empty());
                counts.expanded += outcome.expanded;
                counts.generated += outcome.generated;
                expanded += outcome.expanded;
                if outcome.moves.is_some() {
                    moves = outcome.moves;
                    break;
                }
            }
            if moves.is_none() {
                let mut stored = search.store();
                stored.skip_units(expanded);
                let restored = BatchSearch::restore(Shared::clone(&kit), &board, &stored);
                search = restored.expect("what was just stored");
            }
        }
        assert!(shared_out > 0, "no round was shared out");
        assert_eq!(moves, expected.moves);
        assert_eq!(counts.expanded, expected.expanded);
        assert_eq!(counts.generated, expected.generated);
    }
}

#[cfg(feature = "std")]
#[test]
fn threads_change_nothing() {
    let shape = Shape::new(4, 4, 1).expect("a shape");
    let kit = kit(shape, 100_000);
    for seed in [2, 5] {
        let board = board(shape, seed);
        let expected = whole(&kit, &board);
        for threads in [2, 3, 8] {
            for slice in [u64::MAX, 50_000] {
                let search = BatchSearch::new(Shared::clone(&kit), &board, 0);
                let mut search = search.on_threads(threads);
                let mut counts = Counts::default();
                assert_eq!(end(&mut search, &mut counts, || slice), expected);
            }
            let search = BatchSearch::new(Shared::clone(&kit), &board, 0);
            let mut search = search.on_threads(threads);
            let mut counts = Counts {
                limit: expected.expanded * 2 / 3,
                ..Counts::default()
            };
            let mut alone = (BatchSearch::new(Shared::clone(&kit), &board, 0), counts);
            while !counts.is_spent() {
                search
                    .advance(u64::MAX, &mut counts)
                    .expect("little memory");
            }
            while !alone.1.is_spent() {
                alone
                    .0
                    .advance(u64::MAX, &mut alone.1)
                    .expect("little memory");
            }
            assert_eq!(counts, alone.1);
        }
    }
}

/// A round that is split at depths of several chunks, with and without a limit in one of them.
#[cfg(feature = "std")]
#[test]
fn threads_split_a_round_as_one_thread_does() {
    let shape = Shape::new(4, 4, 1).expect("a shape");
    let kit = kit(shape, 100_000);
    let mut split = 0;
    for seed in [2, 5] {
        let board = board(shape, seed);
        let length = whole(&kit, &board).moves.expect("a solution").len();
        for limit in [u64::MAX, 2_000, 2_048, 3_333] {
            let search = |threads| {
                let search = BatchSearch::new(Shared::clone(&kit), &board, length - 2);
                let mut search = search.on_threads(threads).after_round(1 << 20);
                search.chunks_from = 2;
                search
            };
            let run = |threads, pauses: &mut Vec<StoredBatch>, split: &mut usize| {
                let mut search = search(threads);
                let mut counts = Counts {
                    limit,
                    ..Counts::default()
                };
                let mut moves = None;
                while moves.is_none() {
                    let step = search.advance(u64::MAX, &mut counts).expect("memory");
                    *split += usize::from(search.splitters.is_some());
                    if let Step::Found(found) = step {
                        moves = Some(found);
                    }
                    let stored = search.store();
                    if stored.stage == StoredStage::Splitting && pauses.last() != Some(&stored) {
                        pauses.push(stored);
                    }
                    if counts.is_spent() {
                        counts.limit = u64::MAX;
                    }
                }
                (moves, counts.tally())
            };
            let (mut expected, mut pauses) = (Vec::new(), Vec::new());
            let alone = run(1, &mut expected, &mut 0);
            assert_eq!(run(3, &mut pauses, &mut split), alone);
            assert!(pauses == expected, "seed {seed}, limit {limit}");
        }
    }
    assert!(split > 0, "no depth was expanded by workers");
}
