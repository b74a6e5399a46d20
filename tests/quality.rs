//! Bounded and best-effort solutions against the optimum.

#[cfg(feature = "std")]
#[path = "oracle/breadth_first.rs"]
mod breadth_first;

#[cfg(feature = "std")]
use breadth_first::distances;
#[cfg(feature = "std")]
use npuzzle::HeuristicKind;
use npuzzle::{
    Board, Control, DynBoard, Goal, Puzzle, Quality, Shape, Solution, SolveError, Solver,
};

fn solver(goal: Goal, quality: Quality) -> Solver {
    Solver::builder()
        .goal(goal)
        .quality(quality)
        .build()
        .expect("options of this version")
}

fn within(percent: u16) -> Solver {
    solver(Goal::BlankLast, Quality::Within { percent })
}

/// Checks the moves, the promise, and that the promise is proved; returns the length.
fn assert_within(solution: &Solution, board: &impl Puzzle, percent: usize, optimum: usize) {
    assert_eq!(solution.verify(board), Ok(()), "{board:?}");
    let (length, bound) = (solution.moves().len(), solution.lower_bound());
    assert!(bound <= optimum, "{board:?}: {bound} > {optimum}");
    assert!(length >= optimum, "{board:?}: {length} < {optimum}");
    assert!(
        length * 100 <= bound * (100 + percent),
        "{board:?}: {length} is not proved by {bound}"
    );
}

#[cfg(feature = "std")] // minutes without its tables
#[test]
fn the_whole_8_puzzle_is_solved_within_the_bound() {
    let optima = distances(Board::<3>::SHAPE, &Goal::BlankLast);
    assert_eq!(optima.len(), 181_440);
    let read_off = [0, 10, 50].map(|percent| (percent, within(percent)));
    // Linear conflict has to search where the default reads the answer off a table.
    let searching = [0, 10, 50].map(|percent| {
        let builder = Solver::builder().quality(Quality::Within { percent });
        let solver = builder.heuristic(HeuristicKind::LinearConflict).build();
        (percent, solver.expect("options of this version"))
    });
    for (nth, (board, &optimum)) in optima.iter().enumerate() {
        for (percent, solver) in &read_off {
            let solution = solver.solve(board).expect("solvable");
            assert_within(&solution, board, usize::from(*percent), optimum);
        }
        let (percent, solver) = &searching[nth % 3];
        if nth % 20 < 3 {
            let solution = solver.solve(board).expect("solvable");
            assert_within(&solution, board, usize::from(*percent), optimum);
        }
    }
}

#[cfg(feature = "std")] // each solve would build its tables anew
fn assert_boards_of_4_x_4(count: u64) {
    let optimal = solver(Goal::BlankLast, Quality::Optimal);
    let bounded = [5, 10, 20, 50].map(|percent| (percent, within(percent)));
    let best = solver(Goal::BlankLast, Quality::Best);
    for seed in 0..count {
        let board = Board::<4>::from_seed(seed);
        let optimum = optimal.solve(&board).expect("solvable").moves().len();
        for (percent, solver) in &bounded {
            let solution = solver.solve(&board).expect("solvable");
            assert_within(&solution, &board, usize::from(*percent), optimum);
        }
        let control = &mut Control::new().max_nodes(60_000 + seed * 100);
        let solution = best.solve_with(&board, control).expect("solvable");
        assert_within(&solution, &board, 900, optimum);
    }
}

#[cfg(feature = "std")]
#[test]
fn boards_of_4_x_4_are_solved_within_the_bound() {
    assert_boards_of_4_x_4(200);
}

#[cfg(feature = "std")]
#[test]
#[ignore = "long"]
fn many_boards_of_4_x_4_are_solved_within_the_bound() {
    assert_boards_of_4_x_4(2_000);
}

#[test]
fn every_kind_of_shape_and_goal_is_solved_within_the_bound() {
    for (rows, cols, layers) in [(2, 5, 1), (5, 2, 1), (2, 3, 2), (1, 6, 1), (2, 6, 1)] {
        let shape = Shape::new(rows, cols, layers).expect("a small shape");
        let custom = DynBoard::permutation_from_seed(shape, 3).into();
        for goal in [Goal::BlankLast, Goal::BlankFirst, custom] {
            let optimal = solver(goal.clone(), Quality::Optimal);
            for (quality, percent) in [
                (Quality::Within { percent: 0 }, 0),
                (Quality::Within { percent: 25 }, 25),
                (Quality::Best, 900),
            ] {
                let solver = solver(goal.clone(), quality);
                for seed in 0..4 {
                    let board = DynBoard::from_seed_for(shape, &goal, seed).expect("it fits");
                    let optimum = optimal.solve(&board).expect("solvable").moves().len();
                    let solution = solver.solve(&board).expect("solvable");
                    assert_within(&solution, &board, percent, optimum);
                }
            }
        }
    }
}

#[test]
fn solved_and_unsolvable_boards_are_told() {
    for quality in [Quality::Within { percent: 10 }, Quality::Best] {
        let solver = solver(Goal::BlankLast, quality);
        let solution = solver.solve(&Board::<6>::solved()).expect("solved");
        assert!(solution.moves().is_empty() && solution.is_optimal());
        let board: Board<4> = "2 1 3 4/5 6 7 8/9 10 11 12/13 14 15 0"
            .parse()
            .expect("a board");
        assert!(matches!(
            solver.solve(&board),
            Err(SolveError::Unsolvable(_))
        ));
    }
}

#[test]
fn a_limit_leaves_the_best_solution_and_its_bound() {
    let board = Board::<5>::from_seed(3);
    let solver = within(1);
    let stopped = |nodes| {
        let result = solver.solve_with(&board, &mut Control::new().max_nodes(nodes));
        let Err(SolveError::Stopped(known)) = result else {
            panic!("proved with {nodes} boards");
        };
        assert_eq!(known.stats.expanded, nodes);
        *known
    };
    assert_eq!(stopped(0).best, None);
    let known = stopped(100_000);
    assert_eq!(known, stopped(100_000), "the same limit, another answer");
    let best = known.best.expect("found by a narrow beam");
    assert!(best.len() > known.lower_bound);
    let mut end = board.clone();
    end.play(&best).expect("legal moves");
    assert!(end.is_solved());
    assert!(
        stopped(200_000)
            .best
            .is_some_and(|it| it.len() <= best.len())
    );
}

#[cfg(feature = "std")]
#[test]
fn best_uses_its_budget_alike_each_time() {
    let solver = solver(Goal::BlankLast, Quality::Best);
    for nodes in [0, 1, 1_000, 50_000, 300_000] {
        let board = Board::<5>::from_seed(4);
        let solve = || solver.solve_with(&board, &mut Control::new().max_nodes(nodes));
        let first = solve();
        assert_eq!(first, solve(), "{nodes} boards");
        match first {
            Ok(solution) => {
                assert_eq!(solution.verify(&board), Ok(()));
                assert!(solution.lower_bound() <= solution.moves().len());
                assert_eq!(solution.stats().expanded, nodes);
            }
            Err(SolveError::Stopped(known)) => assert!(nodes < 50_000 && known.best.is_none()),
            Err(error) => panic!("{error}"),
        }
    }
}

#[cfg(feature = "std")]
#[test]
fn best_ends_on_boards_beyond_proof() {
    for shape in [(5, 5, 1), (6, 6, 1), (3, 3, 3)] {
        let shape = Shape::new(shape.0, shape.1, shape.2).expect("a shape");
        let board = DynBoard::from_seed(shape, 1);
        let solution = board.solve().expect("solvable");
        assert_eq!(solution.verify(&board), Ok(()));
        assert!(solution.lower_bound() <= solution.moves().len());
    }
}
