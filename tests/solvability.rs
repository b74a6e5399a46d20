//! Solvability against breadth-first search, on every board of every small shape.

#[path = "oracle/breadth_first.rs"]
mod breadth_first;
#[path = "oracle/shapes.rs"]
mod shapes;

use breadth_first::distances;
use shapes::shapes_up_to;

use npuzzle::{Board, DynBoard, Evidence, Goal, Repair, Shape, SolveError, Solver};

fn goals(shape: Shape) -> Vec<Goal> {
    let mut goals = vec![Goal::BlankLast, Goal::BlankFirst, Goal::Snail];
    goals.extend((0..2).map(|seed| DynBoard::permutation_from_seed(shape, seed).into()));
    goals.retain(|goal| goal.fits(shape).is_ok());
    goals
}

fn all_boards(shape: Shape) -> impl Iterator<Item = DynBoard> {
    let boards: u128 = (1..=shape.cells() as u128).product();
    (0..boards).map(move |rank| DynBoard::unrank(shape, rank).expect("in range"))
}

#[test]
fn every_board_of_every_shape_up_to_8_cells_is_judged_as_breadth_first_search_does() {
    let mut shapes = 0;
    for shape in shapes_up_to(8) {
        for goal in goals(shape) {
            let reachable = distances(shape, &goal);
            for board in all_boards(shape) {
                let expected = reachable.contains_key(&board);
                assert_eq!(board.is_solvable_for(&goal), expected, "{board} to {goal}");
            }
        }
        shapes += 1;
    }
    assert_eq!(shapes, 38);
}

#[test]
fn explanations_agree_and_repairs_repair() {
    for shape in shapes_up_to(6) {
        for goal in goals(shape) {
            for board in all_boards(shape) {
                let why = board.solvability(&goal);
                assert_eq!(
                    why.is_solvable(),
                    board.is_solvable_for(&goal),
                    "{board} to {goal}"
                );
                let Some(repair) = why.repair() else {
                    assert!(why.is_solvable(), "{board} to {goal}");
                    continue;
                };
                assert!(!why.is_solvable(), "{board} to {goal}");
                let mut tiles = board.tiles().to_vec();
                match repair {
                    Repair::Swap(a, b) => {
                        assert!(0 < *a && a < b);
                        for tile in &mut tiles {
                            if *tile == *a {
                                *tile = *b;
                            } else if *tile == *b {
                                *tile = *a;
                            }
                        }
                    }
                    Repair::Order(order) => {
                        let mut order = order.iter();
                        for tile in tiles.iter_mut().filter(|tile| **tile != 0) {
                            *tile = *order.next().expect("as many tiles");
                        }
                    }
                    other => panic!("unknown repair {other:?}"),
                }
                let repaired = DynBoard::from_tiles(shape, tiles).expect("still a board");
                assert!(repaired.is_solvable_for(&goal), "{board} to {goal}: {why}");
            }
        }
    }
}

#[test]
fn the_numbers_shown_are_those_that_decide() {
    for seed in 0..500 {
        let board = Board::<4, 5>::permutation_from_seed(seed);
        match board.solvability(&Goal::BlankFirst).evidence() {
            Evidence::Inversions {
                inversions,
                goal_row_from_bottom,
                ..
            } => {
                assert_eq!(*inversions, board.inversions_naive());
                assert_eq!(*goal_row_from_bottom, 4);
                assert_eq!(
                    board.is_solvable_for(&Goal::BlankFirst),
                    inversions % 2 == 0
                );
            }
            other => panic!("{other:?}"),
        }
        let board = Board::<3, 2, 2>::permutation_from_seed(seed);
        match board.solvability(&Goal::BlankLast).evidence() {
            Evidence::Cycles {
                misplaced,
                cycles,
                blank_distance,
            } => {
                assert_eq!(
                    board.is_solvable(),
                    (misplaced - cycles) % 2 == blank_distance % 2
                );
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn the_explanation_reads_well() {
    let explain = |board: &str, goal: &Goal| {
        board
            .parse::<DynBoard>()
            .expect("a board")
            .solvability(goal)
            .to_string()
    };
    assert_eq!(
        explain("8 1 2/0 4 3/7 6 5", &Goal::BlankLast),
        "unsolvable: 11 inversions, an odd number; where the width (3) is odd, every board that can be solved has an even \
         number, as the goal has, and the blank's row (from the bottom, 2) does not matter. Swapping tiles 6 and 8 would \
         make it solvable."
    );
    assert_eq!(
        explain("13 2 10 3/1 12 8 4/5 0 9 6/15 14 11 7", &Goal::BlankLast),
        "solvable: 41 inversions + the blank's row from the bottom, 2, = 43 is odd; where the width (4) is even, every \
         board that can be solved has an odd sum, as the goal has."
    );
    assert_eq!(
        explain("1 2 3/8 0 4/7 5 6", &Goal::Snail),
        "unsolvable: bringing home the 2 misplaced numbers, the blank included, takes 2 - 1 = 1 swap (they form 1 cycle), \
         and the blank is 0 steps from home; every move is one swap and one step, so both would have to be even or both \
         odd. Swapping tiles 5 and 6 would make it solvable."
    );
    assert_eq!(
        explain("1 3 0 2", &Goal::BlankLast),
        "unsolvable: in a single line no tile can pass another, and from number 2 on they are not in order. They would \
         have to stand as 1 2 3."
    );
    assert_eq!(
        explain("1 2/3 0//4 5/6 7", &Goal::Snail),
        "unsolvable: the snail goal is for flat boards, not for 2 x 2 x 2."
    );
}

#[test]
fn degenerate_shapes_are_right() {
    assert!(Board::<1>::solved().is_solvable());
    assert!(
        "2 1 0"
            .parse::<Board<1, 3>>()
            .is_ok_and(|board| !board.is_solvable())
    );
    assert!(
        "1 0 2"
            .parse::<Board<1, 3>>()
            .is_ok_and(|board| board.is_solvable())
    );
    assert!(
        "0/1/2"
            .parse::<Board<3, 1>>()
            .is_ok_and(|board| board.is_solvable())
    );
    assert!(
        "2/0/1"
            .parse::<Board<3, 1>>()
            .is_ok_and(|board| !board.is_solvable())
    );
    assert!(
        "1//0//2"
            .parse::<Board<1, 1, 3>>()
            .is_ok_and(|board| board.is_solvable())
    );
    assert!(
        "1 2/0 3"
            .parse::<Board<2>>()
            .is_ok_and(|board| board.is_solvable())
    );
    assert!(
        "2 1/3 0"
            .parse::<Board<2>>()
            .is_ok_and(|board| !board.is_solvable())
    );
}

#[test]
fn goals_of_another_shape_are_never_reached() {
    let goal = Goal::from(Board::<3>::solved());
    let board = Board::<4>::solved();
    assert!(!board.is_solvable_for(&goal));
    assert!(!board.is_solved_for(&goal));
    assert_eq!(
        board.solvability(&goal).to_string(),
        "unsolvable: the goal is 3 x 3 but the board is 4 x 4."
    );
    let solver = Solver::builder().goal(goal).build().expect("options");
    assert!(matches!(solver.solve(&board), Err(SolveError::Goal(_))));
}

#[test]
fn an_unsolvable_board_is_refused_at_once_on_any_shape() {
    let tiles = [2, 1].into_iter().chain(3..65_536).chain([0_u32]);
    let board = Board::<256>::from_tiles(tiles).expect("a permutation");
    let solver = Solver::builder().build().expect("options");
    assert!(matches!(
        solver.solve(&board),
        Err(SolveError::Unsolvable(_))
    ));
}
