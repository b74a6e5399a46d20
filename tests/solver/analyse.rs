//! Analyses of solutions, against breadth-first search.

use npuzzle::{
    AnalysedMove, Board, Control, Direction, DynBoard, Goal, Metric, MoveError, Moves, Quality,
    SolveError, Solver,
};

use crate::oracle::random::Random;
use crate::oracle::shape::shape;
use crate::oracle::space::Space;

/// Random moves, in runs; they may go back and forth.
fn wandering(board: &DynBoard, runs: usize, dice: &mut Random) -> Moves {
    let (mut board, mut moves) = (board.clone(), Moves::new());
    for _ in 0..runs {
        let legal: Vec<Direction> = board.legal_moves().collect();
        let direction = legal[dice.below(legal.len())];
        for _ in 0..=dice.below(2) {
            if board.slide(direction).is_ok() {
                moves.push(direction);
            }
        }
    }
    moves
}

/// The numbers of moves left are the true ones, and a better move is the first of a shortest
/// solution.
#[test]
fn analyses_match_breadth_first_search() {
    for (rows, cols, layers) in [(3, 3, 1), (2, 4, 1), (2, 2, 2)] {
        let (shape, mut lost) = (shape(rows, cols, layers), 0);
        for (goal, metric) in [
            (Goal::BlankLast, Metric::SingleTile),
            (Goal::BlankFirst, Metric::MultiTile),
        ] {
            let truth = match metric {
                Metric::SingleTile => Space::by_tiles(shape, &goal).distances(),
                _ => Space::by_slides(shape, &goal).distances(),
            };
            let of = |board: &DynBoard| truth.of(board).expect("solvable");
            let builder = Solver::builder().goal(goal.clone()).metric(metric);
            let solver = builder.quality(Quality::Fast).build();
            for seed in 0..30 {
                let mut dice = Random(seed);
                let board = DynBoard::from_seed_for(shape, &goal, seed).expect("it fits");
                let mut moves = wandering(&board, dice.below(12), &mut dice);
                let mut walker = board.clone();
                walker.play(&moves).expect("legal");
                let is_solved = dice.below(3) > 0;
                if is_solved {
                    moves.extend(solver.solve(&walker).expect("solvable").moves());
                }
                let analysis = solver.analyse(&board, &moves);
                let analysis = analysis.expect("legal moves");
                assert_eq!(analysis.moves.len(), metric.length(&moves));
                assert_eq!(analysis.shortest, Some(of(&board)));
                let (mut walker, mut first_lost) = (board, None);
                for (at, it) in analysis.moves.iter().enumerate() {
                    assert_eq!(it.before, Some(of(&walker)));
                    if let Some((direction, tiles)) = it.better {
                        let mut better = walker.clone();
                        for _ in 0..tiles {
                            better.slide(direction).expect("legal");
                        }
                        assert_eq!(of(&better) + 1, of(&walker));
                    }
                    let slid =
                        (0..it.tiles).map(|_| walker.slide(it.direction).expect("legal").tile);
                    assert_eq!(slid.last(), Some(it.tile));
                    assert_eq!(it.after, Some(of(&walker)));
                    let is_lost = it.after >= it.before;
                    assert_eq!(
                        (it.lost(), it.better.is_some()),
                        (Some(is_lost), is_lost && it.before > Some(0))
                    );
                    lost += usize::from(is_lost);
                    first_lost = first_lost.or(is_lost.then_some(at));
                }
                assert_eq!(analysis.first_lost(), first_lost);
                assert_eq!(analysis.solved, walker.is_solved_for(&goal));
                assert!(analysis.solved || !is_solved);
            }
        }
        assert!(lost > 100, "{shape}: {lost}");
    }
}

#[test]
fn limits_leave_numbers_unknown_and_bad_input_fails() {
    let solver = Solver::default();
    let board = Board::<4>::from_seed(7);
    let fast = Solver::builder().quality(Quality::Fast).build();
    let solution = fast.solve(&board).expect("solvable");
    let all = solver.analyse(&board, solution.moves()).expect("legal");
    let mut before = 0;
    for nodes in [0, 1_000, 20_000, u64::MAX] {
        let limit = Control::new().max_nodes(nodes);
        let some = solver
            .analyse_with(&board, solution.moves(), limit)
            .expect("legal");
        let known = |it: &&AnalysedMove| it.before.is_some();
        let known = some.moves.iter().filter(known).count();
        assert!(known >= before, "{nodes}");
        for (some, all) in some.moves.iter().zip(&all.moves) {
            assert!(some.before.is_none() || some.before == all.before);
            assert!(some.lost().is_none() || some == all, "{nodes}");
        }
        before = known;
    }
    assert_eq!(before, solution.length());
    // Nothing to analyse, moves from the goal, illegal moves, an unsolvable board.
    let analyse = |board: &str, moves: &str| {
        let board: Board<3> = board.parse().expect("a board");
        solver.analyse(&board, &moves.parse().expect("moves"))
    };
    let none = analyse("1 2 3/4 5 6/7 8 0", "").expect("nothing");
    assert_eq!(
        (none.solved, none.shortest, none.moves.len()),
        (true, Some(0), 0)
    );
    let away = analyse("1 2 3/4 5 6/7 8 0", "RL").expect("legal");
    assert_eq!((away.first_lost(), away.moves[0].better), (Some(0), None));
    let illegal = analyse("1 2 3/4 5 6/7 8 0", "RLL");
    assert!(matches!(
        illegal,
        Err(SolveError::Move(MoveError::Illegal { index: 2, .. }))
    ));
    let unsolvable = analyse("2 1 3/4 5 6/7 8 0", "R");
    assert!(matches!(unsolvable, Err(SolveError::Unsolvable(_))));
}
