//! Beams in slices, to limits and on threads.

use super::{beam, boards};
use crate::beam::beam_to_goal;
use crate::beam::ranking::{ByPairs, ByPatterns};
use crate::canonical::CanonicalBoard;
use crate::exact::automaton::Automaton;
use crate::exact::batch::{AnyAutomaton, SearchTables};
use crate::exact::fixtures::{Random, go_on, run, run_in_all_slices, walk};
use crate::exact::patterns::Patterns;
use crate::moves::Moves;
use crate::pairs;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::job::block_on;
use crate::runtime::shared::Shared;
use crate::runtime::work::Work;
use crate::shape::Shape;
use crate::tables::{Narrow, Partition, TableBuilder, Wide};

fn try_all_slices<W>(board: &CanonicalBoard, beam: &dyn Fn() -> W) -> usize
where
    W: Work<Found = Moves, Failure = OutOfMemory>,
{
    let found = run_in_all_slices(beam).found;
    assert!(found.iter().all(|moves| board.is_solved_by(moves)));
    found.len()
}

#[test]
fn slices_and_limits_change_nothing() {
    let mut found = 0;
    for board in boards(15, 200) {
        for width in [1, 8, 50] {
            found += try_all_slices(&board, &|| beam(&board, width, 300));
        }
    }
    assert!(found >= 20, "{found}");
}

#[test]
fn threads_slices_and_limits_change_nothing_in_wide_beams() {
    let shape = Shape::square(5).unwrap();
    let tables = block_on(async |pace| pairs::tables_for(shape, pace).await);
    let tables = tables.unwrap().unwrap();
    let mut found = 0;
    for (seed, steps) in [(1, 30), (2, 300)] {
        let (board, _) = walk(shape, 24, steps, &mut Random(seed));
        let state = Some(ByPairs::evaluate(&board));
        let beam = |threads: usize| {
            let ranking = ByPairs(Shared::clone(&tables));
            let beam = beam_to_goal(ranking, state, &board, (3_000, threads), 150);
            beam.unwrap().unwrap()
        };
        let alone = run(&mut beam(1), u64::MAX, || u64::MAX);
        found += alone.found.len();
        assert!(alone.expanded > 20_000, "{}", alone.expanded);
        let mut random = Random(seed);
        for threads in [2, 3, 5] {
            for slice in [1, 700, u64::MAX] {
                let outcome = run(&mut beam(threads), u64::MAX, || slice);
                assert_eq!(outcome, alone, "{threads} {slice}");
            }
            for _ in 0..3 {
                let limit = random.below(alone.expanded as usize) as u64;
                let mut beam = beam(threads);
                let mut outcome = run(&mut beam, limit, || 5_000);
                assert_eq!(outcome.expanded, limit);
                go_on(&mut beam, u64::MAX, &mut || u64::MAX, &mut outcome);
                assert_eq!(outcome, alone, "{threads} {limit}");
            }
        }
    }
    assert_eq!(found, 2);
}

#[test]
fn slices_change_nothing_with_tables() {
    let mut found = 0;
    for (shape, partition) in [
        (
            Shape::square(4).unwrap(),
            "A A B B / A A B B / C C D D / C C D .",
        ),
        (
            Shape::square(4).unwrap(),
            "A A B B / A C C B / D C E E / D D E .",
        ),
        (
            Shape::rectangle(3, 6).unwrap(),
            "A A A B B B / A C C B D D / E C C F D .",
        ),
    ] {
        let partition: Partition = partition.parse().unwrap();
        let tables = TableBuilder::new().tables(partition.patterns()).unwrap();
        let moving = AnyAutomaton::Flat(Automaton::at_once(shape, 4));
        let kit = Shared::new(SearchTables::at_once(Patterns::new(tables), moving));
        for seed in 0..3 {
            let (board, _) = walk(shape, shape.cells() - 1, 150, &mut Random(seed));
            for width in [4, 60] {
                let state = ByPatterns::evaluate(&kit, &board);
                found += if kit.patterns().is_narrow() {
                    let ranking = || ByPatterns::<Narrow>::new(Shared::clone(&kit));
                    let beam = || beam_to_goal(ranking(), state, &board, (width, 1), 200);
                    try_all_slices(&board, &|| beam().unwrap().unwrap())
                } else {
                    let ranking = || ByPatterns::<Wide>::new(Shared::clone(&kit));
                    let beam = || beam_to_goal(ranking(), state, &board, (width, 1), 200);
                    try_all_slices(&board, &|| beam().unwrap().unwrap())
                };
            }
        }
    }
    assert!(found >= 12, "{found}");
}
