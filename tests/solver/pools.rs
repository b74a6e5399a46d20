//! Shortest solutions by the partitions of a pool that suit the board.

use npuzzle::{Control, DynBoard, Progress, Solution, Solver};

use crate::oracle::shape::shape;

/// Room for the eight smallest tables that make a pool of 3 x 6.
const MEMORY: u64 = 28_000_000;

#[test]
fn solutions_are_as_short_as_by_one_partition() {
    let (one, pool) = (Solver::default(), Solver::builder().memory(MEMORY).build());
    let shape = shape(3, 6, 1);
    for seed in [0, 2, 4, 8] {
        let board = DynBoard::from_seed(shape, seed);
        let expected = one.solve(&board).expect("solvable");
        let solution = pool.solve(&board).expect("solvable");
        assert_eq!(solution.length(), expected.length(), "{board:?}");
        assert!(solution.is_optimal());
        assert_eq!(solution.verify(&board), Ok(()));
    }
    assert!(pool.table_bytes() > 20_000_000, "{}", pool.table_bytes());
}

#[test]
fn a_search_stored_after_the_choice_continues() {
    let solver = Solver::builder().memory(MEMORY).build();
    let board = DynBoard::from_seed(shape(3, 6, 1), 6);
    let whole = solver.solve(&board).expect("solvable");
    let counts = |solution: &Solution| (solution.stats().expanded, solution.stats().generated);
    // A unit for each round: the partitions are chosen once.
    let mut joined = solver.search(&board).expect("solvable");
    while let Ok(mut units) = joined.split(1) {
        while !units[0].advance(1_000_000).expect("no error") {}
        joined.join(units).expect("its own unit");
    }
    let solution = joined.into_solution().expect("joined");
    assert_eq!((counts(&solution), &solution), (counts(&whole), &whole));
    let mut search = solver.search(&board).expect("solvable");
    let mut stored = 0;
    // `run` does not count the choice, as `advance` does: a stored search begins it again.
    let piece = || Control::new().max_nodes(200_000);
    while let Progress::Running(_) = search.run(piece()).expect("no error") {
        let text = search.suspend().expect("a search for a shortest solution");
        search = solver.resume(&text).expect("a stored search");
        stored += 1;
    }
    assert!(
        stored > 3,
        "partitions are chosen after 200,000 boards: {stored}"
    );
    assert_eq!(search.into_solution(), Some(whole));
}
