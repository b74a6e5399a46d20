//! Searches that are cut in pieces, by calls, limits and storage: the answer and its counts are
//! those of one call.

use npuzzle::{
    Board, Control, DynBoard, Goal, HeuristicKind, Metric, Progress, Quality, Search, Solution,
    Solver,
};

use crate::oracle::shape::shape;
use crate::oracle::shapes::shapes_up_to;

/// A step that expands several boards is not cut: a search may pass the end of a call by fewer.
const STEP: u64 = 512;

/// Ends a search by `run` with a limit of `nodes` for each call.
fn run_to_end(search: &mut Search, nodes: u64) -> Solution {
    loop {
        let before = search.stats().expanded;
        let control = &mut Control::new().max_nodes(nodes);
        if let Progress::Done(solution) = search.run(control).expect("no error") {
            return solution.clone();
        }
        let expanded = search.stats().expanded - before;
        assert!((nodes..nodes + STEP).contains(&expanded), "{expanded}");
    }
}

/// Ends a search by `advance`.
fn advance_to_end(search: &mut Search, expansions: u64) -> Solution {
    loop {
        if let Progress::Done(solution) = search.advance(expansions).expect("no error") {
            return solution.clone();
        }
    }
}

#[test]
fn run_with_a_limit_only_pauses() {
    let patterns = |goal| Solver::builder().goal(goal).memory(400_000).build();
    for (solver, board) in [
        (patterns(Goal::BlankLast), Board::<4>::from_seed(3)),
        (
            patterns(Goal::Snail),
            Board::<4>::from_seed_for(&Goal::Snail, 2).expect("it fits"),
        ),
        (
            Solver::builder()
                .heuristic(HeuristicKind::LinearConflict)
                .build(),
            Board::<4>::scrambled(50, 7),
        ),
    ] {
        let whole = solver.solve(&board).expect("solvable");
        for nodes in [1_000, 7_777] {
            let mut search = solver.search(&board).expect("solvable");
            assert_eq!(run_to_end(&mut search, nodes), whole, "{board}, {nodes}");
        }
    }
}

/// `solve`, `advance` and `run` count the same with every quality, by both metrics.
#[test]
fn every_way_to_drive_a_search_counts_the_same() {
    let boards = [
        DynBoard::from(Board::<5>::scrambled(20, 1)),
        DynBoard::from(Board::<5>::scrambled(40, 2)),
        DynBoard::from(Board::<6>::scrambled(12, 3)),
        DynBoard::from_seed(shape(3, 4, 1), 3),
        DynBoard::from_seed(shape(2, 2, 2), 4),
    ];
    let mut searched = 0;
    for quality in [
        Quality::Optimal,
        Quality::Within { percent: 30 },
        Quality::Fast,
    ] {
        let solver = Solver::builder().quality(quality).memory(100_000).build();
        for board in &boards {
            if quality == Quality::Optimal && board.shape().cells() > 25 {
                continue;
            }
            let whole = solver.solve(board).expect("solvable");
            for pieces in [1, 13, 5_000] {
                let mut search = solver.search(board).expect("solvable");
                let solution = advance_to_end(&mut search, pieces);
                assert_eq!(solution, whole, "{quality}: {board}, by {pieces}");
            }
            let mut search = solver.search(board).expect("solvable");
            let solution = search.run(&mut Control::new()).expect("no error");
            assert!(matches!(solution, Progress::Done(it) if *it == whole));
            searched += u32::from(whole.stats().expanded > 0);
        }
    }
    assert!(searched > 5);
}

/// A construction is proved the shortest before all constructions are done.
#[test]
fn fast_searches_stop_alike_once_the_shortest_is_found() {
    let solver = Solver::builder().quality(Quality::Fast).build();
    for seed in 0..40 {
        let board = Board::<5>::scrambled(5 + seed as usize % 20, seed);
        let whole = solver.solve(&board).expect("solvable");
        let mut search = solver.search(&board).expect("solvable");
        assert_eq!(advance_to_end(&mut search, 5_000), whole, "{board}");
        let mut search = solver.search(&board).expect("solvable");
        assert_eq!(run_to_end(&mut search, 3), whole, "{board}");
    }
}

/// The bound that was proved without tables is stored with the search.
#[test]
fn a_search_stored_before_its_tables_are_there_keeps_its_bound() {
    let solver = Solver::builder()
        .goal(Goal::BlankFirst)
        .memory(20_000)
        .build();
    let board: Board<4, 3> = "3 4 6/2 7 10/9 8 0/11 5 1".parse().expect("a board");
    let whole = solver.solve(&board).expect("solvable");
    assert!((2_000..8_000).contains(&whole.stats().expanded));
    let builder = Solver::builder().goal(Goal::BlankFirst).memory(20_000);
    let mut waited = 0;
    for expansions in (1..4_000).step_by(300).chain([8_192, 12_288, 16_384]) {
        // Its own solver, so that the search waits for tables.
        let mut search = builder.clone().build().search(&board).expect("solvable");
        search.advance(expansions).expect("no error");
        let text = search.to_text().expect("a search for a shortest solution");
        waited += u32::from(!text.contains("\npaths "));
        let mut again = solver.resume(&text).expect("what was just stored");
        assert_eq!(again.lower_bound(), search.lower_bound());
        assert_eq!(advance_to_end(&mut again, 5_000), whole, "{expansions}");
    }
    assert!(waited > 1, "{waited}");
}

/// Searches of every shape up to 64 cells, by both metrics, of boards that are solved and near that,
/// can be stored and read at every stage. A row of a square number of cells is among them.
#[test]
fn a_stored_search_of_every_shape_can_be_read() {
    let shapes = shapes_up_to(64);
    assert!(shapes.contains(&shape(1, 49, 1)) && shapes.contains(&shape(4, 4, 4)));
    let metrics = [Metric::Tiles, Metric::Slides];
    for (shape, metric) in shapes.into_iter().flat_map(|it| metrics.map(|by| (it, by))) {
        let near = DynBoard::scrambled(shape, 3, 1);
        for (board, goal) in [
            (near.clone(), Goal::BlankLast),
            (DynBoard::solved(shape), Goal::BlankLast),
            (near.clone(), Goal::from(near)),
        ] {
            let builder = Solver::builder().heuristic(HeuristicKind::Manhattan);
            let solver = builder.metric(metric).goal(goal).build();
            let mut search = solver.search(&board).expect("solvable");
            for expansions in [0, 1, 100] {
                search.advance(expansions).expect("no error");
                let text = search.to_text().expect("a search for a shortest solution");
                let mut again = solver.resume(&text).expect("what was just stored");
                assert_eq!(again.board(), &board);
                assert_eq!(again.to_text().as_ref(), Ok(&text), "{shape}");
                let mut parsed: Search = text.parse().expect("what was just stored");
                assert_eq!(parsed.to_text().as_ref(), Ok(&text), "{shape}");
                let whole = solver.solve(&board).expect("solvable");
                assert_eq!(advance_to_end(&mut parsed, 1_000), whole, "{board}");
            }
        }
    }
}
