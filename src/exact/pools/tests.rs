mod eta;

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::*;
use crate::canonical::CanonicalBoard;
use crate::exact::automaton::Automaton;
use crate::exact::batch;
use crate::exact::fixtures::{Random, RoundsJob, WholeRounds, run, walk};
use crate::exact::general::General;
use crate::exact::rounds::StoredRound;
use crate::heuristic::{EscapeDistance, Heuristic, Manhattan};
use crate::runtime::{Pace, Step, block_on, lock};
use crate::shape::Shape;
use crate::tables::{Partition, Pool, Table, build_at_once};

/// Partitions of the 3 x 4 board.
const PARTITIONS_OF_12: [&str; 10] = [
    "A A B B/A A B B/C C C .",
    "A A A B/C A B B/C C B .",
    "A B B C/A B B C/A A C .",
    "A A A A/B B B B/C C C .",
    "A A A B/A C B B/C C B .",
    "A B C C/A B C C/A B B .",
    "A A B B/C A A B/C C B .",
    "A B B B/A C C B/A A C .",
    "A A B B/A C C B/A C B .",
    "A A A B/C A B B/C B C .",
];

fn shape() -> Shape {
    Shape::rectangle(3, 4).expect("a shape")
}

/// Returns the partitions of the 3 x 4 board.
fn tables_of_12() -> Arc<PoolTables> {
    let mut patterns = Vec::new();
    let mut partitions = Vec::new();
    for drawing in PARTITIONS_OF_12 {
        let partition: Partition = drawing.parse().expect("a partition");
        let places = partition.patterns.iter().map(|pattern| {
            let known = patterns.iter().position(|it| it == pattern);
            known.unwrap_or_else(|| {
                patterns.push(*pattern);
                patterns.len() - 1
            }) as u16
        });
        partitions.push(places.collect());
    }
    let tables = build_at_once(&patterns).expect("little memory");
    lay_out(
        shape(),
        Pool {
            patterns,
            partitions,
        },
        tables,
    )
}

fn lay_out(shape: Shape, pool: Pool, tables: Vec<Table>) -> Arc<PoolTables> {
    let automaton = Automaton::at_once(shape);
    let made =
        block_on(async |pace| PoolTables::new(pool, tables, automaton, u64::MAX, pace).await);
    Arc::new(made.expect("little memory"))
}

/// Returns boards far from home.
fn boards() -> impl Iterator<Item = CanonicalBoard> {
    (0..12).map(|seed| walk(shape(), 11, 300, &mut Random(seed)).0)
}

/// Returns the search of a board that chooses partitions early, after a round of some expansions.
fn search(
    tables: &Arc<PoolTables>,
    board: &CanonicalBoard,
    threads: usize,
    long_round: u64,
) -> RoundsJob {
    let (tables, board) = (Arc::clone(tables), board.clone());
    RoundsJob::of(StoredRound::default(), move |shared, mut pace| async move {
        let rounds = rounds_by_pool(&tables, &board, None, &shared, threads, &mut pace);
        let mut rounds = rounds.await?;
        rounds.long_round = long_round;
        while let Some(bound) = rounds.bound() {
            rounds.announce(false);
            pace.tell(Step::Bound(bound)).await;
            if choose_partitions(&tables, &board, None, &mut rounds, &mut pace).await? {
                continue;
            }
            if let ControlFlow::Break(Some(moves)) = rounds.round(&mut pace).await? {
                pace.tell(Step::Found(moves)).await;
                break;
            }
        }
        Ok(())
    })
}

#[test]
fn pools_find_shortest_solutions_with_less_work() {
    let tables = tables_of_12();
    let (mut by_base, mut by_pool, mut chosen) = (0, 0, 0);
    for board in boards() {
        let kernel = batch::kernel(&tables.base_tables, &board).expect("little memory");
        let mut base = RoundsJob::new(kernel, &StoredRound::default(), 1);
        let expected = run(&mut base, u64::MAX, &mut || u64::MAX);
        let mut by_board = search(&tables, &board, 1, 300);
        let outcome = run(&mut by_board, u64::MAX, &mut || u64::MAX);
        assert!(board.is_solved_by(&outcome.found[0]));
        assert_eq!(outcome.found[0].len(), expected.found[0].len());
        by_base += expected.expanded;
        by_pool += outcome.expanded;
        chosen += usize::from(lock(&by_board.shared).round.partitions.len() == FOLLOWED);
        // The same answer and counts in slices and on two threads.
        let mut sliced = search(&tables, &board, 2, 300);
        let again = run(&mut sliced, u64::MAX, &mut || 7);
        assert_eq!(again.found, outcome.found);
        assert_eq!(again.expanded, outcome.expanded);
    }
    assert!(chosen > 5, "{chosen}");
    assert!(by_pool < by_base, "{by_pool} {by_base}");
}

#[test]
fn escape_distance_finds_the_same_lengths_with_less_work() {
    let tables = tables_of_12();
    let laid_out = |escape| {
        let partitions = [0, 1, 2, 3, 4, 5, 6, 7];
        let new = async |pace: &mut Pace| tables.search_tables(&partitions, escape, pace).await;
        Arc::new(block_on(new).expect("little memory"))
    };
    let escape = Arc::new(EscapeDistance::new(shape(), 11).expect("small sides"));
    let (plain, escaping) = (laid_out(None), laid_out(Some(Arc::clone(&escape))));
    let mut expanded = [0; 2];
    for board in boards() {
        let search = |tables| {
            let kernel = batch::kernel(tables, &board).expect("little memory");
            let first = kernel.first_bound(0);
            let mut job = RoundsJob::new(kernel, &StoredRound::default(), 1);
            (first, run(&mut job, u64::MAX, &mut || u64::MAX))
        };
        let ((first, expected), (bound, outcome)) = (search(&plain), search(&escaping));
        let by_escape = escape.estimate(&escape.evaluate(&board)) as usize;
        assert_eq!(bound, first.max(by_escape));
        assert_eq!(outcome.found[0].len(), expected.found[0].len());
        assert!(board.is_solved_by(&outcome.found[0]));
        expanded[0] += expected.expanded;
        expanded[1] += outcome.expanded;
    }
    assert!(expanded[1] < expanded[0], "{expanded:?}");
}

#[test]
fn paths_beyond_the_bound_are_cut_off() {
    let tables = tables_of_12();
    for board in boards() {
        let bound = tables.base_tables.views[0].evaluate(&board).sum as usize + 6;
        let paths = block_on(async |pace| sample::paths(&tables, &board, bound, pace).await);
        let paths = paths.expect("little memory");
        assert!((1..=PATHS).contains(&paths.len()));
        for path in &paths {
            let mut last = board.clone();
            for (made, step) in (1..).zip(path) {
                let from = usize::from(step.from);
                assert_eq!(last.cells[from], u16::from(step.tile));
                assert_eq!(last.blank, usize::from(step.to));
                last.move_tile(from);
                assert_eq!(usize::from(step.left) + made, bound);
                for nth in tables.base {
                    let partition = &tables.partitions[nth];
                    assert!(distance(&tables, partition, &last) <= step.left.into());
                }
            }
        }
        let chosen = block_on(async |pace| choose::choose(&tables, &board, &paths, pace).await);
        let chosen = chosen.expect("little memory");
        assert_eq!(chosen.len(), FOLLOWED);
        let (others, base) = chosen.split_at(FOLLOWED - 2);
        assert_eq!(base, tables.base);
        assert_ne!(base[0], base[1], "no mirror leaves the home in its place");
        let is_new = |nth: usize| !others[..nth].contains(&others[nth]);
        assert!((0..others.len()).all(|nth| is_new(nth) && !base.contains(&others[nth])));
    }
}

/// Returns partitions of sets of five and four tiles.
fn compact_tables(shape: Shape, home: usize) -> Arc<PoolTables> {
    let sizes = [5, 4];
    let pool = block_on(async |pace| Pool::compact(shape, home, &sizes, 6_000_000, pace).await);
    let pool = pool.expect("little memory");
    let tables = build_at_once(&pool.patterns).expect("little memory");
    lay_out(shape, pool, tables)
}

#[test]
fn rectangles_are_searched_by_pools() {
    let mut chosen = 0;
    for (rows, columns, home) in [(4, 5, 19), (5, 4, 3), (7, 3, 0)] {
        let shape = Shape::rectangle(rows, columns).expect("a shape");
        let tables = compact_tables(shape, home);
        assert!(
            tables.partitions.len() > FOLLOWED,
            "{shape}: {}",
            tables.partitions.len()
        );
        for seed in 0..2 {
            let board = walk(shape, home, 50, &mut Random(seed)).0;
            let manhattan = Manhattan::new(shape, home).expect("few cells");
            let plain = General::new(&manhattan, board.clone()).expect("little memory");
            let expected = run(
                &mut WholeRounds::new(Box::new(plain)),
                u64::MAX,
                &mut || u64::MAX,
            );
            let mut by_board = search(&tables, &board, 1, 20);
            let outcome = run(&mut by_board, u64::MAX, &mut || u64::MAX);
            assert!(board.is_solved_by(&outcome.found[0]));
            assert_eq!(outcome.found[0].len(), expected.found[0].len(), "{shape}");
            chosen += usize::from(lock(&by_board.shared).round.partitions.len() == FOLLOWED);
        }
    }
    assert!(chosen > 3, "{chosen}");
}

/// Returns the sum of the distances of a partition's patterns.
fn distance(tables: &PoolTables, partition: &[u16], board: &CanonicalBoard) -> u32 {
    let tables = pool_tables::tables_of(&tables.tables, partition);
    tables.map(|table| table.locate(board).distance).sum()
}
