//! Every shortest solution, against brute force over whole spaces of boards.

use std::collections::{BTreeSet, HashMap};

use npuzzle::{
    Board, Control, Direction, DynBoard, Goal, HeuristicKind, Moves, SolveError, Solver,
};

use crate::oracle::breadth_first::distances;
use crate::oracle::random::Random;
use crate::oracle::shape::shape;

fn solver(goal: &Goal, heuristic: HeuristicKind) -> Solver {
    let builder = Solver::builder().goal(goal.clone()).heuristic(heuristic);
    builder.build()
}

/// Walks downhill in every way there is.
fn all_by_distances(
    board: &DynBoard,
    distances: &HashMap<DynBoard, usize>,
    made: &mut Moves,
    all: &mut BTreeSet<Moves>,
) {
    let left = distances[board];
    if left == 0 {
        all.insert(made.clone());
    }
    for direction in board.legal_moves() {
        let mut next = board.clone();
        next.slide(direction).expect("a legal move");
        if distances[&next] + 1 == left {
            made.push(direction);
            all_by_distances(&next, distances, made, all);
            made.pop();
        }
    }
}

/// The blank's moves in Korf's order.
fn key(moves: &Moves) -> Vec<usize> {
    let order = [
        Direction::Down,
        Direction::Right,
        Direction::Left,
        Direction::Up,
        Direction::Back,
        Direction::Front,
    ];
    let place = |it: Direction| order.iter().position(|&other| other == it);
    moves
        .iter()
        .map(|it| place(it).expect("one of six"))
        .collect()
}

fn assert_all(solver: &Solver, board: &DynBoard, distances: &HashMap<DynBoard, usize>) -> usize {
    let mut expected = BTreeSet::new();
    all_by_distances(board, distances, &mut Moves::new(), &mut expected);
    let solutions = solver.all_optimal(board).expect("a solvable board");
    assert_eq!(solutions.length(), distances[board], "{board}");
    let found: Vec<Moves> = solutions.collect();
    assert!(
        found.windows(2).all(|pair| key(&pair[0]) < key(&pair[1])),
        "{board}: not in order, or one twice"
    );
    assert_eq!(
        found.into_iter().collect::<BTreeSet<_>>(),
        expected,
        "{board}"
    );
    expected.len()
}

#[test]
fn all_solutions_of_all_boards_of_small_shapes() {
    for (shape, goal) in [
        (shape(2, 2, 1), Goal::BlankLast),
        (shape(2, 3, 1), Goal::BlankFirst),
        (shape(3, 2, 1), Goal::Snail),
        (shape(1, 5, 1), Goal::BlankLast),
    ] {
        let distances = distances(shape, &goal);
        let solver = solver(&goal, HeuristicKind::Auto);
        let most = distances
            .keys()
            .map(|board| assert_all(&solver, board, &distances))
            .max();
        assert!(shape.is_path() || most > Some(1), "{shape}");
    }
}

#[test]
fn all_solutions_of_a_sample_of_3_x_3_and_2_x_2_x_2() {
    let custom = Goal::from(DynBoard::permutation_from_seed(shape(3, 3, 1), 3));
    for (shape, goal) in [
        (shape(3, 3, 1), Goal::BlankLast),
        (shape(3, 3, 1), Goal::Snail),
        (shape(3, 3, 1), custom),
        (shape(2, 2, 2), Goal::BlankLast),
    ] {
        let distances = distances(shape, &goal);
        let kinds = [
            (HeuristicKind::Auto, 150),
            (HeuristicKind::Manhattan, 5),
            (HeuristicKind::LinearConflict, 5),
            (HeuristicKind::WalkingDistance, 5),
        ];
        for (kind, boards) in kinds {
            let solver = solver(&goal, kind);
            for seed in 0..boards {
                let board = DynBoard::from_seed_for(shape, &goal, seed).expect("it fits");
                assert_all(&solver, &board, &distances);
            }
        }
        // The farthest ones have many solutions.
        let solver = solver(&goal, HeuristicKind::Auto);
        let radius = distances.values().max().expect("many boards");
        let farthest = distances.iter().filter(|(_, distance)| *distance == radius);
        for (board, _) in farthest.take(10) {
            assert!(assert_all(&solver, board, &distances) > 1);
        }
    }
}

/// Different estimates see the same solutions; the pattern tables are on trial, flat and in a box,
/// with one view and with two.
#[test]
fn pattern_tables_hide_no_solution() {
    let custom = Goal::from(DynBoard::permutation_from_seed(shape(4, 3, 1), 3));
    for (shape, goal, boards, steps) in [
        (shape(4, 4, 1), Goal::BlankFirst, 12, 36),
        (shape(4, 3, 1), custom, 12, 30),
        (shape(3, 2, 2), Goal::BlankLast, 8, 24),
        (shape(4, 5, 1), Goal::BlankLast, 4, 30),
    ] {
        let with_tables = solver(&goal, HeuristicKind::Patterns);
        let without = solver(&goal, HeuristicKind::LinearConflict);
        let mut random = Random(9);
        for _ in 0..boards {
            let mut board = goal.board(shape).expect("it fits");
            for _ in 0..steps {
                let moves: Vec<_> = board.legal_moves().collect();
                let direction = moves[random.below(moves.len())];
                board.slide(direction).expect("a legal move");
            }
            let all = with_tables.all_optimal(&board).expect("a solvable board");
            let length = all.length();
            let all: Vec<Moves> = all.collect();
            let others: Vec<Moves> = without.all_optimal(&board).expect("solvable").collect();
            assert_eq!(all, others, "{board}");
            assert!(!all.is_empty());
            for moves in all {
                assert_eq!(moves.len(), length);
                let mut board = board.clone();
                board.play(&moves).expect("legal moves");
                assert!(board.is_solved_for(&goal));
            }
        }
    }
}

#[test]
fn it_is_lazy_and_its_first_phase_has_limits() {
    let solver = solver(&Goal::BlankLast, HeuristicKind::Auto);
    let mut none = solver.all_optimal(&Board::<4>::solved()).expect("solved");
    assert_eq!((none.next(), none.next()), (Some(Moves::new()), None));

    let board: Board<4> = "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15"
        .parse()
        .expect("a board");
    let mut all = solver.all_optimal(&board).expect("an easy board");
    assert_eq!(all.next().expect("one at least").to_string(), "DDDLLUUUL");
    drop(solver); // it owns what it needs
    assert_eq!(all.next(), None);

    let solver = Solver::builder().build();
    let hard: Board<5> = Board::from_seed(1);
    let error = solver.all_optimal_with(&hard, &mut Control::new().max_nodes(1000));
    assert!(matches!(error, Err(SolveError::Stopped(_))));
    let unsolvable: Board<3> = "1 2 3/4 5 6/8 7 0".parse().expect("a board");
    assert!(matches!(
        solver.all_optimal(&unsolvable),
        Err(SolveError::Unsolvable(_))
    ));
}
