//! The memory of cached tables is bounded, and no answer depends on evictions.

use npuzzle::notation::read_goal;
use npuzzle::{DynBoard, Goal, Progress, Shape, Solver};

use crate::oracle::shape::shape;

/// Goals with three free cells beside that of the blank, no two of them the same.
fn goals(shape: Shape) -> impl Iterator<Item = Goal> {
    let last = shape.cells() - 1;
    (0..last - 2).map(move |first| {
        let tiles = (0..last).map(|cell| {
            let is_free = (first..first + 3).contains(&cell);
            if is_free {
                "*".into()
            } else {
                (cell + 1).to_string()
            }
        });
        let tiles: Vec<String> = tiles.chain(["0".into()]).collect();
        read_goal(&format!("{shape}: {}", tiles.join(" "))).expect("a goal")
    })
}

/// More memory than the tables of any goal on 3 x 4, and less than those of all.
const MEMORY: u64 = 500_000;

#[test]
fn tables_that_no_search_uses_are_evicted() {
    let shape = shape(3, 4, 1);
    let solver = Solver::builder().memory(MEMORY).build();
    let board = DynBoard::scrambled(shape, 40, 7);
    let (mut all, mut answers) = (0, Vec::new());
    for goal in goals(shape) {
        let alone = Solver::builder().memory(MEMORY).goal(goal.clone()).build();
        let answer = alone.solve(&board).expect("an answer");
        all += alone.table_bytes();
        assert_eq!(
            solver.with_goal(goal.clone()).solve(&board).as_ref(),
            Ok(&answer)
        );
        assert!((1..=MEMORY).contains(&solver.table_bytes()));
        answers.push((goal, answer));
    }
    assert!(all > 4 * MEMORY, "{all} bytes");
    // Those of the first goals are gone, and made again.
    for (goal, answer) in answers {
        assert_eq!(solver.with_goal(goal).solve(&board), Ok(answer));
    }
}

#[test]
fn the_least_recently_used_tables_go_first() {
    let shape = shape(3, 4, 1);
    let solver = Solver::builder().memory(MEMORY).build();
    let board = DynBoard::scrambled(shape, 40, 7);
    // Searches that have their tables, and are not advanced to their end.
    let mut searches = Vec::new();
    let mut in_use = 0;
    for goal in goals(shape) {
        let mut search = solver
            .with_goal(goal)
            .search(&board)
            .expect("it can be solved");
        while search.stats().expanded == 0 {
            search.advance(1).expect("no error");
        }
        searches.push(search);
        assert!(solver.table_bytes() > in_use, "all are in use");
        in_use = solver.table_bytes();
    }
    assert!(in_use > 4 * MEMORY, "{in_use} bytes");
    for search in &mut searches {
        while let Progress::Running(_) = search.advance(1_000).expect("no error") {}
    }
    drop(searches);
    assert!((1..=MEMORY).contains(&solver.table_bytes()));
}

/// One slice per call, so that each build ends with its call.
#[test]
fn builds_that_are_cut_off_count() {
    let shape = shape(3, 4, 1);
    let solver = Solver::builder().memory(MEMORY).build();
    let board = DynBoard::scrambled(shape, 40, 7);
    let begin = |goal: Goal, calls| {
        let mut search = solver
            .with_goal(goal)
            .search(&board)
            .expect("it can be solved");
        for _ in 0..calls {
            search.advance(1).expect("no error");
        }
        search
    };
    for goal in goals(shape) {
        let search = begin(goal.clone(), 8);
        assert_eq!(search.stats().expanded, 0, "the tables are under way");
        let under_way = solver.table_bytes();
        assert!(under_way > 0);
        drop(search);
        assert!((1..=MEMORY).contains(&solver.table_bytes()));
        // The next call continues, for any memory.
        let mut calls = 0;
        while begin(goal.clone(), 8).stats().expanded == 0 {
            calls += 1;
            assert!(calls < 1_000_000, "each call begins again");
        }
    }
}

#[test]
fn cleared_tables_are_built_again() {
    let solver = Solver::builder().memory(400_000).build();
    let board = DynBoard::from_seed(shape(4, 4, 1), 1);
    let solution = solver.solve(&board);
    assert!(solution.is_ok() && solver.table_bytes() > 0);
    solver.with_budget(1).clear_tables();
    assert_eq!(solver.table_bytes(), 0);
    assert_eq!(solver.solve(&board), solution);
}
