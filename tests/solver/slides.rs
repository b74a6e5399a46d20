//! Solutions of the fewest slides, against breadth-first search by slides.

#[cfg(feature = "std")]
use npuzzle::DistanceError;
use npuzzle::heuristic::{CanonicalBoard, Manhattan};
use npuzzle::{
    Board, Control, Direction, DynBoard, Goal, Guide, HeuristicKind, Metric, Quality, Shape,
    Solution, SolveError, Solver, SolverBuilder, TableError,
};

use crate::oracle::by_slides::{distances, distances_up_to};
use crate::oracle::shape::shape;
use crate::oracle::shapes::goals;

fn by_slides() -> SolverBuilder {
    // Tables of 9 MB on 4 x 4: those of 25 MB take seconds.
    Solver::builder()
        .metric(Metric::Slides)
        .memory(10_000_000)
        .budget(250_000)
}

/// Checks a solution, and returns its length.
fn checked(board: &DynBoard, solution: &Solution) -> usize {
    assert_eq!(solution.verify(board), Ok(()), "{board}");
    assert_eq!(solution.metric(), Metric::Slides);
    assert_eq!(solution.length(), solution.slides());
    assert_eq!(solution.slides(), solution.moves().multi_tile_len());
    assert_eq!(solution.tile_moves(), solution.moves().len());
    assert!(solution.lower_bound() <= solution.length(), "{board}");
    solution.length()
}

/// Solves some boards of a shape and compares the lengths; returns the radius.
fn compare(shape: Shape, goal: &Goal, every: usize, solver: &Solver) -> usize {
    let distances = distances(shape, goal);
    let mut boards: Vec<_> = distances.iter().collect();
    boards.sort_by(|a, b| a.0.tiles().cmp(b.0.tiles()));
    for (board, &distance) in boards.into_iter().step_by(every) {
        let solution = solver.solve(board).expect("a solvable board");
        assert_eq!(checked(board, &solution), distance, "{shape}: {board}");
        assert!(solution.is_optimal());
        // Each move of a tile takes the blank to a cell of the other colour.
        let home = goal.home(shape).expect("the goal fits");
        let steps = shape.distance(board.blank(), home);
        assert_eq!(solution.tile_moves() % 2, steps % 2, "{board}");
    }
    distances.into_values().max().expect("the goal at least")
}

#[test]
fn small_shapes_are_read_off_for_every_goal() {
    for (rows, cols, layers) in [(2, 2, 1), (2, 3, 1), (4, 2, 1), (2, 2, 2), (1, 5, 1)] {
        let shape = shape(rows, cols, layers);
        for goal in goals(shape, [3, 4]) {
            let mut solver = by_slides().goal(goal.clone()).build();
            solver.prepare_mut(shape).expect("little memory");
            compare(shape, &goal, 7, &solver);
        }
    }
    let mut solver = by_slides().build();
    solver.prepare_mut(shape(3, 3, 1)).expect("little memory");
    let radius = compare(shape(3, 3, 1), &Goal::BlankLast, 11, &solver);
    assert_eq!(radius, 24);
    let farthest = distances(shape(3, 3, 1), &Goal::BlankLast);
    assert_eq!(farthest.values().filter(|&&it| it == 24).count(), 1);
}

#[test]
fn every_heuristic_gives_the_fewest_slides() {
    use npuzzle::HeuristicKind::{LinearConflict, Manhattan, WalkingDistance};
    let shape = shape(3, 3, 1);
    for goal in [Goal::BlankLast, Goal::Snail] {
        for heuristic in [Manhattan, LinearConflict, WalkingDistance] {
            let solver = by_slides().heuristic(heuristic).goal(goal.clone());
            compare(shape, &goal, 20_011, &solver.build());
        }
    }
}

#[cfg(feature = "std")]
#[test]
#[ignore = "long, for release builds: .ci/full"]
fn tables_of_flat_shapes_agree_with_breadth_first_search() {
    let shape = shape(2, 5, 1);
    let solver = by_slides().build();
    solver.prepare(shape).expect("little memory");
    assert!(solver.table_bytes() > 0);
    compare(shape, &Goal::BlankLast, 9_001, &solver);
}

#[test]
fn boards_near_the_goal_agree_on_larger_shapes() {
    for (rows, cols, goal, most) in [
        (3, 4, Goal::BlankLast, 11),
        (4, 3, Goal::BlankFirst, 9),
        (5, 2, Goal::Snail, 12),
        (5, 3, Goal::BlankFirst, 8),
        (2, 7, Goal::BlankLast, 9),
    ] {
        let shape = shape(rows, cols, 1);
        let mut solver = by_slides().goal(goal.clone()).build();
        solver.prepare_mut(shape).expect("little memory");
        let mut boards: Vec<_> = distances_up_to(most, shape, &goal).into_iter().collect();
        boards.sort_by(|a, b| a.0.tiles().cmp(b.0.tiles()));
        let mut lengths = vec![0; most + 1];
        for (board, distance) in boards.into_iter().step_by(17) {
            let solution = solver.solve(&board).expect("a solvable board");
            assert_eq!(checked(&board, &solution), distance, "{board}");
            lengths[distance] += 1;
        }
        assert!(
            lengths[most / 2..].iter().all(|&boards| boards > 3),
            "{lengths:?}"
        );
    }
}

/// Some of the farthest boards of 3 x 4: five need 33 slides. They are from the breadth-first
/// search of the whole shape in `boards::distributions`, which `.ci/full` runs.
#[cfg(feature = "std")]
#[test]
fn the_farthest_boards_of_3x4_take_33_slides() {
    let solver = by_slides().build();
    for (text, distance) in [
        ("4 3 2 1/8 11 6 5/0 7 10 9", 33),
        ("11 8 2 1/3 6 7 5/0 4 10 9", 33),
        ("7 0 2 1/4 3 6 5/8 11 10 9", 33),
        ("4 3 2 5/8 7 10 9/0 11 6 1", 32),
        ("8 4 7 3/11 6 2 0/10 9 5 1", 32),
        ("2 11 9 1/3 7 6 10/0 4 8 5", 31),
        ("8 11 2 1/10 7 0 5/3 4 6 9", 31),
        ("4 3 6 5/8 0 10 2/11 1 7 9", 30),
        ("3 11 6 1/0 8 7 2/4 10 9 5", 29),
        ("9 11 3 2/0 5 8 10/7 4 6 1", 28),
    ] {
        let board: DynBoard = text.parse().expect("a board");
        let solution = solver.solve(&board).expect("a solvable board");
        assert_eq!(checked(&board, &solution), distance, "{board}");
        assert!(solution.is_optimal());
    }
}

/// Lengths of shapes that no breadth-first search ends on, against another search by another bound.
#[cfg(feature = "std")]
#[test]
fn tables_and_other_bounds_agree_on_larger_shapes() {
    use npuzzle::HeuristicKind::{LinearConflict, Patterns, WalkingDistance};
    for (rows, cols, steps, kind) in [
        (3, 5, 44, WalkingDistance),
        (2, 6, 36, WalkingDistance),
        // Walking distance would take too much memory.
        (2, 7, 30, LinearConflict),
    ] {
        let shape = shape(rows, cols, 1);
        let [tables, other] = [Patterns, kind].map(|kind| by_slides().heuristic(kind).build());
        let mut longest = 0;
        for seed in 1..=5 {
            let board = DynBoard::scrambled(shape, steps, seed);
            let limit = &mut Control::new().max_nodes(1_000_000);
            let Ok(by_other) = other.solve_with(&board, limit) else {
                continue;
            };
            let by_tables = tables.solve(&board).expect("a solvable board");
            let length = checked(&board, &by_tables);
            assert_eq!(checked(&board, &by_other), length, "{board}");
            longest = longest.max(length);
        }
        assert!(longest >= 18, "{shape}: {longest}");
    }
}

/// Boards of 4 x 4 that need the most slides of all (Norskog and Davidson 2010: there are 16 that
/// need 43): the goal mirrored at either diagonal, and the latter with the seven tiles of the last
/// row and column taken three cells on. A mirror image needs the same number.
#[cfg(feature = "std")]
#[test]
#[ignore = "long, for release builds: .ci/full"]
fn the_farthest_boards_of_4x4_take_43_slides() {
    let solver = by_slides().memory(51_000_000).build();
    for text in [
        "1 5 9 13/2 6 10 14/3 7 11 15/4 8 12 0",
        "0 12 8 4/15 11 7 3/14 10 6 2/13 9 5 1",
        "0 12 8 5/15 11 7 9/14 10 6 13/1 2 3 4",
    ] {
        let board: DynBoard = text.parse().expect("a board");
        let solution = solver.solve(&board).expect("a solvable board");
        assert_eq!(
            (checked(&board, &solution), solution.lower_bound()),
            (43, 43),
            "{board}"
        );
    }
}

/// A board of 3 x 5 that needs the most slides of all, the goal mirrored from left to right, and
/// one next to it. They were found by a climb over boards, by the bounds that searches proved of
/// them.
#[cfg(feature = "std")]
#[test]
#[ignore = "long, for release builds: .ci/full"]
fn a_farthest_board_of_3x5_takes_44_slides() {
    let solver = by_slides().memory(64_000_000).build();
    for (text, distance) in [
        ("5 4 3 2 1/10 9 8 7 6/0 14 13 12 11", 44),
        ("5 4 3 2 1/10 9 8 7 6/14 0 13 12 11", 43),
    ] {
        let board: DynBoard = text.parse().expect("a board");
        let solution = solver.solve(&board).expect("a solvable board");
        assert_eq!(
            (checked(&board, &solution), solution.lower_bound()),
            (distance, distance),
            "{board}"
        );
    }
}

#[test]
fn all_shortest_solutions_are_found_once() {
    for (text, goal) in [
        ("8 6 7/2 5 4/3 0 1", Goal::BlankLast),
        ("1 3 2 4 5/6 7 8 0 9", Goal::BlankFirst),
        ("1 2 3 4/5 6 7 8/9 10 0 12/13 14 11 15", Goal::Snail),
    ] {
        let board: DynBoard = text.parse().expect("a board");
        let solver = by_slides().goal(goal.clone()).memory(1_000_000).build();
        let Ok(all) = solver.all_optimal_with(&board, &mut Control::new().max_nodes(200_000))
        else {
            assert!(board.shape().cells() > 10 || !board.is_solvable_for(&goal));
            continue;
        };
        let length = all.length();
        let mut all: Vec<_> = all.collect();
        let found = all.len();
        all.sort();
        all.dedup();
        assert!(found > 0 && all.len() == found);
        for moves in all {
            let mut end = board.clone();
            end.play(&moves).expect("legal moves");
            assert!(end.is_solved_for(&goal) && moves.multi_tile_len() == length);
        }
    }
}

#[test]
fn hints_are_slides() {
    let solver = by_slides().build();
    let board: Board<3> = "1 2 3/4 5 6/0 7 8".parse().expect("a board");
    let hint = solver.hint(&board).expect("solvable").expect("unsolved");
    // A click on tile 8 slides both.
    assert_eq!(
        (hint.tile, hint.cell, hint.direction),
        (8, 8, Direction::Left)
    );
    assert_eq!((hint.moves_left, hint.proven), (1, true));

    let mut guide = Guide::new("8 6 7/2 5 4/3 0 1".parse::<Board<3>>().expect("a board"));
    let mut left = 20;
    while let Some(hint) = guide.hint(&solver).expect("solvable") {
        assert_eq!((hint.moves_left, hint.proven), (left, true));
        guide.slide_cell(hint.cell).expect("in line");
        left -= 1;
    }
    assert!(guide.is_solved() && left == 0);
    assert_eq!(guide.slide_count(), 20);
    // The same game, counted by tiles.
    guide.restart();
    let tiles = guide
        .hint(&Solver::default())
        .expect("solvable")
        .expect("unsolved");
    assert_eq!(tiles.moves_left, 31);
}

#[test]
#[cfg(feature = "std")]
fn boards_at_a_distance_need_so_many_slides() {
    let solver = by_slides().build();
    for (shape, distances) in [
        (shape(3, 3, 1), &[0, 7, 24][..]),
        (shape(2, 5, 1), &[1, 9, 16]),
        (shape(1, 6, 1), &[0, 1]),
    ] {
        for (&distance, seed) in distances.iter().zip(1..) {
            let mut control = Control::new().max_nodes(2_000_000);
            let board = solver.at_distance(shape, distance, seed, &mut control);
            let board = board.unwrap_or_else(|error| panic!("{shape}: {error}"));
            assert_eq!(solver.solve(&board).expect("solvable").length(), distance);
        }
    }
    let far = solver.at_distance(shape(3, 3, 1), 25, 1, &mut Control::new());
    assert!(matches!(
        far,
        Err(DistanceError::BeyondRadius { radius: 24, .. })
    ));
    let far = solver.at_distance(shape(4, 4, 1), 44, 1, &mut Control::new());
    assert!(matches!(
        far,
        Err(DistanceError::BeyondRadius { radius: 43, .. })
    ));
    let far = solver.at_distance(shape(1, 6, 1), 2, 1, &mut Control::new());
    assert!(matches!(
        far,
        Err(DistanceError::BeyondRadius { radius: 1, .. })
    ));
}

#[test]
fn every_quality_counts_slides() {
    for (rows, cols, layers) in [(3, 3, 1), (2, 5, 1), (3, 3, 2), (5, 5, 1), (1, 7, 1)] {
        let shape = shape(rows, cols, layers);
        for seed in 0..2 {
            let board = DynBoard::from_seed(shape, seed);
            let solve = |quality| {
                let solver = by_slides().quality(quality).build();
                solver.solve_with(&board, &mut Control::new().max_nodes(60_000))
            };
            let fast = solve(Quality::Fast).expect("it ends");
            let best = solve(Quality::Best).expect("an answer is there at once");
            assert!(checked(&board, &best) <= checked(&board, &fast), "{board}");
            match solve(Quality::Within { percent: 50 }) {
                Ok(within) => {
                    assert!(2 * checked(&board, &within) <= 3 * within.lower_bound());
                }
                Err(SolveError::Stopped(known)) => {
                    assert_eq!(known.metric, Metric::Slides);
                    assert!(known.best.is_some() && shape.cells() > 10, "{board}");
                }
                Err(error) => panic!("{board}: {error}"),
            }
        }
    }
}

#[test]
fn limits_are_exact_and_searches_pause() {
    let board: DynBoard = "0 9 8 7 6/5 4 3 2 1".parse().expect("a board");
    let goal = if board.is_solvable() {
        Goal::BlankLast
    } else {
        Goal::BlankFirst
    };
    let solver = by_slides().goal(goal).build();
    let whole = solver.solve(&board).expect("solvable");
    let limit = whole.stats().expanded / 2;
    match solver.solve_with(&board, &mut Control::new().max_nodes(limit)) {
        Err(SolveError::Stopped(known)) => {
            assert_eq!(known.stats.expanded, limit);
            assert!(known.lower_bound <= whole.slides());
            assert!(SolveError::Stopped(known).to_string().ends_with(" slides"));
        }
        other => panic!("{other:?}"),
    }
    let mut search = solver.search(&board).expect("solvable");
    while search.solution().is_none() {
        search.advance(5_000).expect("little memory");
    }
    assert_eq!(search.solution(), Some(&whole));
}

#[test]
fn what_knows_tiles_only_says_so() {
    let solver = by_slides().build();
    let stored = Solver::default().search(&Board::<3, 4>::from_seed(1));
    let stored = stored.expect("solvable").to_text().expect("by tiles");
    assert!(solver.resume(&stored).is_err());
    let patterns = by_slides().heuristic(HeuristicKind::Patterns).build();
    let refused = patterns.solve(&Board::<5>::from_seed(1));
    assert!(matches!(
        refused,
        Err(SolveError::Table(TableError::Slides { .. }))
    ));
}

#[test]
fn heuristics_of_ones_own_guide_searches_by_slides() {
    let board: DynBoard = "2 3 0/1 5 6/4 7 8".parse().expect("a board");
    let canonical = CanonicalBoard::new(&board, &Goal::BlankLast).expect("a usual goal");
    let manhattan = Manhattan::new(canonical.shape(), canonical.home()).expect("a home");
    let solver = by_slides().build();
    let solution = solver.solve_by(&board, &manhattan, &mut Control::new());
    let solution = solution.expect("solvable");
    assert_eq!(
        solution.slides(),
        solver.solve(&board).expect("solvable").slides()
    );
    assert_eq!(solution.to_string(), "R2U2L2 (3 slides, optimal)");
}
