//! Goals with free tiles, against breadth-first search over states in which those tiles are alike.

use std::error::Error;

use npuzzle::HeuristicKind::{Auto, LinearConflict, Manhattan, WalkingDistance};
use npuzzle::Metric::{self, MultiTile, SingleTile};
use npuzzle::Quality::{self, Best, Fast, Optimal, Within};
use npuzzle::heuristic::{self, CanonicalBoard, Heuristic};
use npuzzle::lesson::Lesson;
use npuzzle::solvability::Evidence;
use npuzzle::{
    Control, Difficulty, DynBoard, Goal, GoalError, Guide, SolveError, Solver, SolverBuilder,
};

use crate::oracle::answer;
use crate::oracle::random::Random;
use crate::oracle::random_goal::some_goal;
use crate::oracle::shape::shape;
use crate::oracle::space::{Space, swapped};

fn builder(goal: &Goal, quality: Quality) -> SolverBuilder {
    let builder = Solver::builder().goal(goal.clone());
    builder.quality(quality).budget(50_000)
}

/// Checks verdicts of random boards, and the lengths of each `nth` state of `goals` goals; verdicts of
/// all boards if it is each state.
fn check(sides: [usize; 3], metric: Metric, goals: usize, nth: usize, most_states: usize) {
    let shape = shape(sides[0], sides[1], sides[2]);
    let mut random = Random(sides.iter().sum::<usize>() as u64);
    let mut made = 0;
    while made < goals {
        let (goal, cells) = some_goal(shape, &mut random);
        let named =
            cells.iter().flatten().count() + usize::from(cells.iter().flatten().all(|&it| it > 0));
        let states: usize = (0..named).map(|less| shape.cells() - less).product();
        if states > most_states {
            continue;
        }
        made += 1;
        let most = if metric == MultiTile { usize::MAX } else { 1 };
        let truth = Space::with_free_tiles(shape, &cells, most).distances();
        let all = if nth == 1 {
            (1..=shape.cells() as u64).product()
        } else {
            0
        };
        let seeds = (0..40).map(|seed| DynBoard::permutation_from_seed(shape, seed));
        let all = (0..all).map(|rank| DynBoard::unrank(shape, rank.into()).expect("a rank"));
        for (seed, board) in (0..).zip(seeds.chain(all)) {
            let distance = truth.of(&board);
            let (can, is_solved) = (distance.is_some(), distance == Some(0));
            let why = board.solvability(&goal);
            assert_eq!(board.is_solvable_for(&goal), can, "{board} to {goal}");
            assert_eq!(why.is_solvable(), can, "{board} to {goal}: {why}");
            assert_eq!(board.is_solved_for(&goal), is_solved, "{board} to {goal}");
            assert_eq!(why.to_string().ends_with("this is the goal"), is_solved);
            assert!(shape.is_path() || why.repair().is_some() != can, "{why}");
            if let Some((a, b)) = why.repair() {
                let swapped = swapped(&board, a, b);
                assert!(swapped.is_solvable_for(&goal), "{board} to {goal}: {why}");
            }
            if seed < 40 && !shape.is_path() {
                let drawn = DynBoard::from_seed_for(shape, &goal, seed).expect("it fits");
                assert!(truth.of(&drawn).is_some(), "{drawn} to {goal}");
            }
        }
        let solver = |heuristic, quality| {
            let builder = builder(&goal, quality).metric(metric);
            builder.heuristic(heuristic).build()
        };
        let optimal = solver(Auto, Optimal);
        let within = Within { percent: 30 };
        // `Best` need not prove its answer in this budget.
        let others = [
            (solver(Auto, Fast), Fast),
            (solver(Auto, Best), Fast),
            (solver(Auto, within), within),
            (solver(Manhattan, Optimal), Optimal),
            (solver(LinearConflict, Optimal), Optimal),
        ];
        let mut number = 0;
        truth.space.search(|distance, level| {
            for &packed in level {
                if number % nth == 0 {
                    let board = truth.space.board(packed);
                    let solution = optimal.solve(&board).expect("solvable");
                    answer::check(&board, &goal, Optimal, &solution, distance);
                    // Weak bounds take long.
                    if number % (97 * nth) == 0 && distance < 20 {
                        for (solver, quality) in &others {
                            let solution = solver.solve(&board).expect("solvable");
                            answer::check(&board, &goal, *quality, &solution, distance);
                        }
                    }
                }
                number += 1;
            }
        });
    }
}

/// The solver of the last such goal is kept.
#[test]
fn goals_in_turn_have_each_their_own_solver() {
    let board: DynBoard = "1 2 3/4 5 6/7 0 8".parse().expect("a board");
    for (text, moves) in [("* * */4 5 6/* * 0", "L"), ("* * */4 0 6/* * *", "D")].repeat(2) {
        let goal: Goal = text.parse().expect("a goal");
        let solution = board.solve_for(&goal).expect("solvable");
        assert_eq!(solution.moves().to_string(), moves);
    }
}

#[test]
fn a_free_tile_and_blank_allow_swaps_at_even_distance() {
    let board: DynBoard = "2 1 3/4 5 6/7 8 0".parse().expect("a board");
    for (goal, free) in [
        ("1 2 3/4 5 6/7 * *", None),
        ("1 2 3/4 5 6/* 7 *", Some(1)),
        ("1 2 3/4 5 6/* * 0", Some(2)),
        ("1 2 3/4 * */* * *", Some(4)),
    ] {
        let why = board.solvability(&goal.parse().expect("a goal"));
        let can = free.is_some();
        assert_eq!((why.is_solvable(), why.repair().is_none()), (can, can));
        match *why.evidence() {
            Evidence::FreeTiles { tiles } => assert_eq!(Some(tiles), free),
            ref other => assert!(!can, "{other:?}"),
        }
    }
    // The two that change places are tiles, if there are two.
    let board: DynBoard = "7 2 3/4 5 6/0 1 8".parse().expect("a board");
    let goal = "1 2 3/4 5 6/* * *".parse().expect("a goal");
    assert!(board.solvability(&goal).is_solvable());
    for other in [shape(2, 2, 1), shape(4, 4, 1)] {
        let why = DynBoard::from_seed(other, 1).solvability(&goal);
        let is_shape = matches!(why.evidence(), Evidence::Goal(GoalError::WrongShape { .. }));
        assert!(!why.is_solvable() && is_shape, "{why}");
    }
}

#[test]
fn verdicts_and_lengths_match_breadth_first_search() {
    check([1, 5, 1], SingleTile, 10, 1, usize::MAX);
    check([2, 3, 1], SingleTile, 30, 1, usize::MAX);
    check([2, 3, 1], MultiTile, 30, 1, usize::MAX);
    check([2, 2, 2], SingleTile, 10, 19, usize::MAX);
    check([3, 3, 1], SingleTile, 30, 301, 70_000);
    check([3, 3, 1], MultiTile, 10, 301, 70_000);
    check([2, 4, 1], SingleTile, 30, 101, usize::MAX);
    check([3, 4, 1], SingleTile, 6, 4_001, 100_000);
}

#[test]
#[ignore = "some minutes of all boards"]
fn all_lengths_are_those_of_breadth_first_search() {
    check([3, 3, 1], SingleTile, 30, 1, usize::MAX);
    check([3, 3, 1], MultiTile, 30, 1, usize::MAX);
    check([2, 4, 1], SingleTile, 30, 1, usize::MAX);
    check([3, 4, 1], SingleTile, 30, 11, 700_000);
}

const FIRST_ROWS: &str = "1 2 3 4/5 6 7 8/* * * */* * * *";
const FRINGE: &str = "1 2 3 4/5 * * */9 * * */13 * * *";

/// Solves boards for a goal by tables and by Manhattan with a limit of expansions.
fn compare(goal: &str, boards: impl Iterator<Item = DynBoard>, expansions: u64) {
    let goal: Goal = goal.parse().expect("a goal");
    let by = |heuristic| {
        let builder = Solver::builder().goal(goal.clone());
        builder.heuristic(heuristic).build()
    };
    let (tables, plain) = (by(Auto), by(Manhattan));
    let mut expanded = [0; 2];
    for board in boards {
        let solution = tables.solve(&board).expect("solvable");
        assert!(solution.is_optimal() && solution.verify(&board).is_ok());
        match plain.solve_with(&board, Control::new().max_nodes(expansions)) {
            Ok(truth) => {
                assert_eq!(solution.length(), truth.length(), "{board} to {goal}");
                let both = [&solution, &truth].map(|it| it.stats().expanded);
                assert!(both[0] <= both[1], "{board} to {goal}");
                expanded = [expanded[0] + both[0], expanded[1] + both[1]];
            }
            Err(SolveError::Stopped(partial)) => {
                let length = solution.length();
                assert!(partial.lower_bound <= length, "{board} to {goal}");
            }
            Err(error) => panic!("{board} to {goal}: {error}"),
        }
    }
    let [by_tables, by_manhattan] = expanded;
    assert!(2 * by_tables < by_manhattan, "{goal}: {expanded:?}");
}

#[test]
fn tables_agree_with_manhattan_on_near_boards() {
    let shape = shape(4, 4, 1);
    let boards = |seed| (seed..seed + 5).map(move |it| DynBoard::scrambled(shape, 30, it));
    let last = "* * * */* * * */9 10 11 12/13 14 15 0";
    compare(FIRST_ROWS, boards(1), u64::MAX);
    compare(FRINGE, boards(10), u64::MAX);
    compare(last, boards(20), u64::MAX);
    // The blank's cells of more than 16 take two words.
    let scrambled = (1..5).map(|seed| DynBoard::scrambled(self::shape(5, 5, 1), 40, seed));
    let corner = "1 2 * * */6 7 * * */* * * * */* * * * */* * * * *";
    compare(corner, scrambled, u64::MAX);
}

#[test]
fn shapes_of_more_than_32_cells_have_no_tables() {
    let free = "* * * * * *";
    let goal: Goal = format!("1 2 * * * */{}", [free; 5].join("/"))
        .parse()
        .expect("a goal");
    let solvers = [Auto, Manhattan].map(|heuristic| {
        let builder = Solver::builder().goal(goal.clone());
        builder.heuristic(heuristic).build()
    });
    for seed in 1..5 {
        let board = DynBoard::scrambled(shape(6, 6, 1), 20, seed);
        let [own, plain] = solvers.each_ref().map(|solver| solver.solve(&board));
        assert!(own.is_ok());
        assert_eq!(own, plain, "{board}");
    }
}

#[test]
#[ignore = "long: Manhattan expands up to 30 million boards for each"]
fn tables_agree_with_manhattan_on_4_by_4() {
    let shape = shape(4, 4, 1);
    for goal in [FIRST_ROWS, FRINGE] {
        let scrambled = (1..=100).map(|seed| DynBoard::scrambled(shape, 80, seed));
        compare(goal, scrambled, 30_000_000);
        let random = (1..=100).map(|seed| DynBoard::from_seed(shape, seed));
        compare(goal, random, 3_000_000);
    }
}

#[test]
fn hints_lead_to_a_goal_with_free_tiles() {
    for (goal, quality) in [(FIRST_ROWS, Best), (FRINGE, Fast), (FRINGE, Optimal)] {
        let goal: Goal = goal.parse().expect("a goal");
        let solver = builder(&goal, quality).build();
        let board = DynBoard::scrambled(shape(4, 4, 1), 25, 3);
        let mut guide = Guide::for_goal(board, goal.clone()).expect("it fits");
        for _ in 0..2_000 {
            let Some(hint) = guide.hint(&solver).expect("a hint") else {
                break;
            };
            guide.slide_cell(hint.cell).expect("a legal move");
        }
        assert!(guide.board().is_solved_for(&goal), "{goal}");
    }
    let goal: Goal = FRINGE.parse().expect("a goal");
    let board = DynBoard::from_seed(shape(4, 4, 1), 5);
    let lesson = Lesson::new(&board, &goal).expect("a lesson");
    let mut last = board.clone();
    for step in lesson {
        assert!(!last.is_solved_for(&goal));
        last.play(step.moves()).expect("legal moves");
    }
    assert!(last.is_solved_for(&goal));
}

#[test]
fn large_boards_end_once_the_named_tiles_are_placed() {
    let shape = shape(10, 10, 1);
    let rows = (0..10).map(|row| {
        let tiles = 10 * row + 1..=10 * row + 10;
        let tiles = tiles.map(|tile| (row < 2).then_some(tile));
        tiles.collect::<Vec<Option<u8>>>()
    });
    let goal = Goal::partial(rows).expect("two rows");
    let board = DynBoard::permutation_from_seed(shape, 1);
    for quality in [Fast, Best] {
        let solution = builder(&goal, quality).build().solve(&board);
        let solution = solution.expect("two free tiles");
        assert_eq!(solution.verify(&board), Ok(()));
        assert!(solution.lower_bound() >= board.manhattan(&goal));
        assert!(solution.length() < 700, "{}", solution.length());
        let mut on_the_way = board.clone();
        for direction in solution.moves() {
            assert!(!on_the_way.is_solved_for(&goal));
            on_the_way.slide(direction).expect("a legal move");
        }
    }
}

#[test]
fn what_needs_a_single_board_is_refused() {
    let shape = shape(3, 3, 1);
    let goal: Goal = "1 2 3/* * */* * *".parse().expect("a goal");
    let board = DynBoard::from_seed(shape, 1);
    let solver = Solver::builder().goal(goal.clone());
    let many = "some tiles are free in the goal, so it is no single board";
    let error = solver.clone().build().at_distance(shape, 5, 1);
    let cause = error.expect_err("no single board");
    assert_eq!(cause.source().map(ToString::to_string), Some(many.into()));
    let manhattan = npuzzle::heuristic::Manhattan::new(shape, 8).expect("a home");
    let error = solver.clone().build().solve_by(&board, &manhattan);
    let cause = error.expect_err("its own heuristic");
    assert_eq!(cause.source().map(ToString::to_string), Some(many.into()));
    let walking = solver.heuristic(WalkingDistance).build().solve(&board);
    let words = "the heuristic asked for needs a goal without free tiles";
    let error = walking.expect_err("no walking distance");
    assert_eq!(error.source().map(ToString::to_string), Some(words.into()));
    assert_eq!(goal.home(shape).expect_err("free").to_string(), many);
    let with_home: Goal = "1 2 3/4 * */* * 0".parse().expect("a goal");
    assert_eq!(with_home.home(shape), Ok(8));
    let tiles = (goal.tile_at(shape, 1), goal.tile_at(shape, 4));
    assert_eq!(tiles, (Some(2), None));
    let cells = (goal.cell_of(shape, 2), goal.cell_of(shape, 4));
    assert_eq!(cells, (Some(1), None));
    // Bad text names the place.
    for (text, message) in [
        ("1 2 3/* * */* 2 *", "row 3: tile 2 appears twice"),
        ("1 2 3/* 9 */* * *", "row 2: tile 9 is not one of 0 to 8"),
        ("0 2 3/* 0 */* * *", "row 2: the blank (0) appears twice"),
        ("1 2 3/* */* * *", "row 2"),
        ("1 2 3/* x */* * *", "unexpected 'x' at byte 8"),
        ("1 2 3/** * */* * *", "unexpected '*' at byte 6"),
    ] {
        let error = format!("{:#}", text.parse::<Goal>().expect_err(text));
        assert!(error.starts_with(message), "{text}: {error}");
    }
    assert!("1 2/* 0".parse::<DynBoard>().is_err());
    let whole: DynBoard = "1 2/3 0".parse().expect("a board");
    assert_eq!("1 2/* 0".parse(), Ok(Goal::from(whole)));
}

#[test]
fn goals_of_one_end_share_tables_and_change_no_counts() {
    let board = DynBoard::from_seed(shape(4, 4, 1), 5);
    let counts = |solver: &Solver| {
        let solution = solver.solve(&board).expect("solvable");
        (solution.stats().expanded, solution.into_moves())
    };
    let (fresh, other) = (Solver::default(), Solver::default());
    let some: Goal = "1 2 3 4/5 6 7 8/9 10 11 12/* * 15 0"
        .parse()
        .expect("a goal");
    other.with_goal(some).solve(&board).expect("solvable");
    assert_eq!(counts(&other), counts(&fresh));
}

#[test]
fn walking_distance_bounds_other_goals_and_boards() {
    let walking = heuristic::WalkingDistance::new(shape(3, 3, 1), 8).expect("small");
    let some: Goal = "1 2 3/* * */* * *".parse().expect("a goal");
    let board = DynBoard::from_seed(shape(3, 3, 1), 5);
    assert!(walking.value(&board, &some).is_ok_and(|value| value < 31));
    let near: DynBoard = "4 1 2/0 5 6/7 8 3".parse().expect("a board");
    let row: Goal = "* * */4 5 6/* * *".parse().expect("a goal");
    let near = CanonicalBoard::new(&near, &row).expect("a goal of the shape");
    let of_row = heuristic::WalkingDistance::new(near.shape(), near.home()).expect("small");
    let after = of_row.update(&of_row.evaluate(&near), &near, 0);
    assert_eq!(of_row.estimate(&after), 0);
    let path: DynBoard = "1x3: 2 1 0".parse().expect("a board");
    let walking = heuristic::WalkingDistance::new(shape(1, 3, 1), 2).expect("small");
    assert_eq!(walking.value(&path, &Goal::BlankLast), Ok(0));
}

#[test]
fn boards_by_difficulty_are_unsolved() {
    let corner: Goal = "* * */* * */* * 0".parse().expect("a goal");
    for difficulty in [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard] {
        let board = DynBoard::of_difficulty_for(shape(3, 3, 1), &corner, difficulty, 1);
        assert!(!board.expect("it fits").is_solved_for(&corner));
    }
}

#[test]
fn boards_of_up_to_32_cells_have_such_tables() {
    for (rows, columns) in [(4, 8), (3, 11)] {
        let any = " *".repeat(columns);
        let goal = format!("1 2 0{}{}", &any[6..], format!("/{any}").repeat(rows - 1)).parse();
        let solver = builder(&goal.expect("a goal"), Optimal).build();
        let made = solver.prepare(shape(rows, columns, 1));
        assert!(made.is_ok() && (solver.table_bytes() > 0) == (columns == 8));
    }
}

/// Tables for goals with free tiles may be larger, unless the memory is set.
#[test]
fn the_usual_memory_is_the_documented_one() {
    let first_rows: Goal = "1 2 3 4/5 6 7 8/* * * */* * * *".parse().expect("a goal");
    for (goal, memory) in [(Goal::BlankLast, 4_000_000), (first_rows, 26_000_000)] {
        let bytes = |set: Option<u64>| {
            let builder = Solver::builder().goal(goal.clone());
            let solver = match set {
                Some(bytes) => builder.memory(bytes).build(),
                None => builder.build(),
            };
            solver.prepare(shape(4, 4, 1)).expect("little memory");
            solver.table_bytes()
        };
        let usual = bytes(None);
        assert!(usual <= memory, "{goal}");
        assert_eq!(usual, bytes(Some(memory)), "{goal}");
        assert_ne!(usual, bytes(Some(30_000_000 - memory)), "{goal}");
    }
}
