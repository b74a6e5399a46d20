//! Goals with free tiles, against breadth-first search over states in which those tiles are alike.

use std::collections::HashMap;

use npuzzle::HeuristicKind::{Auto, LinearConflict, Manhattan, WalkingDistance};
use npuzzle::Metric::{self, Slides, Tiles};
use npuzzle::Quality::{Best, Fast, Optimal, Within};
use npuzzle::lesson::Lesson;
use npuzzle::{Control, Direction, DynBoard, Goal, Guide, Shape, SolveError, Solver};

use crate::oracle::random::Random;
use crate::oracle::shape::shape;

/// The distances of all states: the tiles that matter by cell, the blank, and one number for the
/// others.
struct Alike {
    shape: Shape,
    /// `[tile]`: true if it matters.
    matters: Vec<bool>,
    distances: HashMap<Vec<u8>, usize>,
}

const FREE: u8 = u8::MAX;

impl Alike {
    fn new(shape: Shape, goal: &[Option<u8>], metric: Metric) -> Self {
        let cells = shape.cells();
        let mut matters = vec![false; cells];
        for &tile in goal.iter().flatten() {
            matters[usize::from(tile)] = true;
        }
        let state: Vec<u8> = goal.iter().map(|tile| tile.unwrap_or(FREE)).collect();
        let mut frontier = Vec::new();
        if matters[0] {
            frontier.push(state);
        } else {
            for blank in (0..cells).filter(|&cell| state[cell] == FREE) {
                let mut state = state.clone();
                state[blank] = 0;
                frontier.push(state);
            }
        }
        matters[0] = true;
        let start = frontier.iter().map(|state| (state.clone(), 0));
        let mut distances: HashMap<_, _> = start.collect();
        for distance in 1.. {
            let mut next = Vec::new();
            for state in frontier {
                let blank = state.iter().position(|&tile| tile == 0).expect("a blank");
                for side in Direction::ALL {
                    let (mut child, mut blank) = (state.clone(), blank);
                    while let Some(from) = shape.neighbour(blank, side) {
                        child.swap(blank, from);
                        blank = from;
                        if !distances.contains_key(&child) {
                            distances.insert(child.clone(), distance);
                            next.push(child.clone());
                        }
                        if metric == Tiles {
                            break;
                        }
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            frontier = next;
        }
        Self {
            shape,
            matters,
            distances,
        }
    }

    fn of(&self, board: &DynBoard) -> Option<usize> {
        let alike = |tile: u16| {
            let is_known = self.matters[usize::from(tile)];
            if is_known { tile as u8 } else { FREE }
        };
        let state: Vec<u8> = board.iter().map(alike).collect();
        self.distances.get(&state).copied()
    }

    /// Returns a board of each state, with the free tiles in some order: of each `nth` state.
    fn boards(&self, nth: usize) -> impl Iterator<Item = (DynBoard, usize)> + '_ {
        let mut states: Vec<_> = self.distances.iter().collect();
        states.sort_unstable();
        let others: Vec<u8> = (0..self.shape.cells())
            .filter(|&tile| !self.matters[tile])
            .map(|tile| tile as u8)
            .collect();
        states
            .into_iter()
            .step_by(nth)
            .map(move |(state, &distance)| {
                let mut others = others.iter().copied();
                let any = |&tile: &u8| {
                    if tile == FREE {
                        others.next().expect("a free tile")
                    } else {
                        tile
                    }
                };
                let tiles: Vec<u8> = state.iter().map(any).collect();
                (
                    DynBoard::from_tiles(self.shape, tiles).expect("a board"),
                    distance,
                )
            })
    }
}

/// Returns a goal with some cells free, as text and by cell.
fn some_goal(shape: Shape, random: &mut Random) -> (Goal, Vec<Option<u8>>) {
    let board = DynBoard::permutation_from_seed(shape, random.below(1 << 30) as u64);
    // From two free cells to all of them.
    let free = 2 + random.below(shape.cells() - 1);
    let mut cells: Vec<Option<u8>> = board.iter().map(|tile| Some(tile as u8)).collect();
    let mut left = free;
    while left > 0 {
        let cell = random.below(cells.len());
        left -= usize::from(cells[cell].take().is_some());
    }
    let words = cells
        .iter()
        .map(|tile| tile.map_or("*".to_owned(), |tile| tile.to_string()));
    let words: Vec<String> = words.collect();
    let rows: Vec<String> = words
        .chunks(shape.columns())
        .map(|row| row.join(" "))
        .collect();
    let layers = rows.chunks(shape.rows()).map(|layer| layer.join("/"));
    let text = layers.collect::<Vec<_>>().join("//");
    let front = if shape.rows() == 1 {
        format!("{}x{}: ", 1, shape.columns())
    } else {
        String::new()
    };
    let goal: Goal = format!("{front}{text}").parse().expect("a goal");
    assert_eq!(goal.to_string().parse(), Ok(goal.clone()));
    assert!(matches!(goal, Goal::Partial(_)), "{goal}");
    if shape.layers() == 1 {
        assert_eq!(
            Goal::partial(cells.chunks(shape.columns())),
            Ok(goal.clone())
        );
    }
    (goal, cells)
}

/// Checks verdicts of random boards, and the lengths of each `nth` state of `goals` goals; verdicts of
/// all boards if it is each state.
fn check(sides: [usize; 3], metric: Metric, goals: usize, nth: usize, most_states: usize) {
    let shape = shape(sides[0], sides[1], sides[2]);
    let mut random = Random(sides.iter().sum::<usize>() as u64);
    let (mut verdicts, mut checked, mut lengths) = (0, 0, 0);
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
        let truth = Alike::new(shape, &cells, metric);
        let all = if nth == 1 {
            (1..=shape.cells() as u64).product()
        } else {
            0
        };
        let seeds = (0..40).map(|seed| DynBoard::permutation_from_seed(shape, seed));
        let all = (0..all).map(|rank| DynBoard::unrank(shape, rank.into()).expect("a rank"));
        for (seed, board) in (0..).zip(seeds.chain(all)) {
            verdicts += 1;
            let can = truth.of(&board).is_some();
            let why = board.solvability(&goal);
            assert_eq!(board.is_solvable_for(&goal), can, "{board} to {goal}");
            assert_eq!(why.is_solvable(), can, "{board} to {goal}: {why}");
            assert_eq!(
                truth.of(&board) == Some(0),
                board.is_solved_for(&goal),
                "{board} to {goal}"
            );
            assert_eq!(
                why.to_string().ends_with("this is the goal."),
                board.is_solved_for(&goal)
            );
            if let Some((a, b)) = why.repair() {
                let swapped = board.iter().map(|tile| match tile {
                    _ if tile == a => b,
                    _ if tile == b => a,
                    _ => tile,
                });
                let swapped = DynBoard::from_tiles(shape, swapped).expect("a board");
                assert!(swapped.is_solvable_for(&goal), "{board} to {goal}: {why}");
            }
            if seed < 40 && shape.rows() * shape.layers() > 1 {
                let drawn = DynBoard::from_seed_for(shape, &goal, seed).expect("it fits");
                assert!(truth.of(&drawn).is_some(), "{drawn} to {goal}");
            }
        }
        let solver = |heuristic, quality| {
            let builder = Solver::builder()
                .goal(goal.clone())
                .metric(metric)
                .budget(50_000);
            builder.heuristic(heuristic).quality(quality).build()
        };
        let optimal = solver(Auto, Optimal);
        let others = [
            (solver(Auto, Fast), Fast),
            (solver(Auto, Best), Best),
            (solver(Auto, Within { percent: 30 }), Within { percent: 30 }),
            (solver(Manhattan, Optimal), Optimal),
            (solver(LinearConflict, Optimal), Optimal),
        ];
        for (number, (board, distance)) in truth.boards(nth).enumerate() {
            let solution = optimal.solve(&board);
            let solution = solution.unwrap_or_else(|error| panic!("{board} to {goal}: {error}"));
            assert_eq!(solution.verify(&board), Ok(()));
            let found = (solution.length(), solution.lower_bound());
            assert_eq!(found, (distance, distance), "{board} to {goal}");
            checked += 1;
            lengths += distance;
            // Weak bounds take long.
            if number % 97 == 0 && distance < 20 {
                for (solver, quality) in &others {
                    let solution = solver.solve(&board).expect("a solution");
                    assert_eq!(solution.verify(&board), Ok(()), "{board} to {goal}");
                    let (length, bound) = (solution.length(), solution.lower_bound());
                    assert!(
                        bound <= distance && distance <= length,
                        "{board} to {goal}, {quality}"
                    );
                    assert!(
                        *quality != Optimal || length == distance,
                        "{board} to {goal}"
                    );
                }
            }
        }
    }
    eprintln!(
        "{shape} by {metric}: {goals} goals, {verdicts} verdicts, {checked} boards, {lengths} moves"
    );
}

#[test]
fn verdicts_and_lengths_are_those_of_breadth_first_search() {
    check([1, 5, 1], Tiles, 10, 1, usize::MAX);
    check([2, 3, 1], Tiles, 30, 1, usize::MAX);
    check([2, 3, 1], Slides, 30, 1, usize::MAX);
    check([2, 2, 2], Tiles, 10, 19, usize::MAX);
    check([3, 3, 1], Tiles, 30, 301, 70_000);
    check([3, 3, 1], Slides, 10, 301, 70_000);
    check([2, 4, 1], Tiles, 30, 101, usize::MAX);
    check([3, 4, 1], Tiles, 6, 4_001, 100_000);
}

#[test]
#[ignore = "some minutes of all boards"]
fn all_lengths_are_those_of_breadth_first_search() {
    check([3, 3, 1], Tiles, 30, 1, usize::MAX);
    check([3, 3, 1], Slides, 30, 1, usize::MAX);
    check([2, 4, 1], Tiles, 30, 1, usize::MAX);
    check([3, 4, 1], Tiles, 30, 11, 700_000);
}

const FIRST_ROWS: &str = "1 2 3 4/5 6 7 8/* * * */* * * *";
const FRINGE: &str = "1 2 3 4/5 * * */9 * * */13 * * *";

/// Solves boards for a goal by tables and by Manhattan, which has to prove as much as it can in some
/// expansions.
fn compare(goal: &str, boards: impl Iterator<Item = DynBoard>, expansions: u64) {
    let name = goal;
    let goal: Goal = goal.parse().expect("a goal");
    let by = |heuristic| {
        let builder = Solver::builder().goal(goal.clone());
        builder.heuristic(heuristic).build()
    };
    let (tables, plain) = (by(Auto), by(Manhattan));
    let (mut solved, mut stopped) = (0, 0);
    for board in boards {
        let solution = tables.solve(&board).expect("solvable");
        assert!(solution.is_optimal() && solution.verify(&board).is_ok());
        match plain.solve_with(&board, &mut Control::new().max_nodes(expansions)) {
            Ok(truth) => {
                assert_eq!(solution.length(), truth.length(), "{board} to {goal}");
                assert!(solution.stats().expanded <= truth.stats().expanded);
                solved += 1;
            }
            Err(SolveError::Stopped(partial)) => {
                let length = solution.length();
                assert!(partial.lower_bound <= length, "{board} to {goal}");
                stopped += 1;
            }
            Err(error) => panic!("{board} to {goal}: {error}"),
        }
    }
    eprintln!("{name}: {solved} boards solved by Manhattan, {stopped} bounded");
}

#[test]
fn tables_agree_with_manhattan_on_near_boards_of_4_by_4() {
    let shape = shape(4, 4, 1);
    let boards = |seed| (seed..seed + 5).map(move |it| DynBoard::scrambled(shape, 30, it));
    let last = "* * * */* * * */9 10 11 12/13 14 15 0";
    compare(FIRST_ROWS, boards(1), u64::MAX);
    compare(FRINGE, boards(10), u64::MAX);
    compare(last, boards(20), u64::MAX);
}

#[test]
#[ignore = "long: Manhattan expands up to 30 million boards for each"]
fn tables_agree_with_manhattan_on_random_boards_of_4_by_4() {
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
        let solver = Solver::builder()
            .goal(goal.clone())
            .quality(quality)
            .budget(50_000)
            .build();
        let mut guide = Guide::for_goal(DynBoard::scrambled(shape(4, 4, 1), 25, 3), goal.clone())
            .expect("it fits");
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
fn large_boards_end_as_soon_as_the_tiles_that_matter_are_in_place() {
    let shape = shape(10, 10, 1);
    let row = |row: usize| {
        (1..=10)
            .map(|nth| (10 * row + nth).to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let any = ["*"; 10].join(" ");
    let rows: Vec<String> = (0..10)
        .map(|nth| if nth < 2 { row(nth) } else { any.clone() })
        .collect();
    let goal: Goal = rows.join("/").parse().expect("a goal");
    let board = DynBoard::permutation_from_seed(shape, 1);
    for quality in [Fast, Best] {
        let solver = Solver::builder()
            .goal(goal.clone())
            .quality(quality)
            .budget(20_000)
            .build();
        let solution = solver.solve(&board).expect("two free tiles");
        assert_eq!(solution.verify(&board), Ok(()));
        assert!(solution.lower_bound() >= board.manhattan(&goal));
        assert!(solution.length() < 700, "{}", solution.length());
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
    assert_eq!(error.expect_err("no single board").to_string(), many);
    let manhattan = npuzzle::heuristic::Manhattan::new(shape, 8).expect("a home");
    let error = solver.clone().build().solve_by(&board, &manhattan);
    assert_eq!(error.expect_err("its own heuristic").to_string(), many);
    let error = solver
        .heuristic(WalkingDistance)
        .build()
        .solve(&board)
        .expect_err("no walking distance");
    assert_eq!(
        error.to_string(),
        "the heuristic asked for needs a goal without free tiles"
    );
    assert_eq!(goal.home(shape).expect_err("free").to_string(), many);
    assert_eq!(
        (goal.tile_at(shape, 1), goal.tile_at(shape, 4)),
        (Some(2), None)
    );
    assert_eq!(
        (goal.cell_of(shape, 2), goal.cell_of(shape, 4)),
        (Some(1), None)
    );
    // Bad text names the place.
    for (text, message) in [
        ("1 2 3/* * */* 2 *", "row 3: tile 2 appears twice"),
        ("1 2 3/* 9 */* * *", "row 2: tile 9 is not one of 0 to 8"),
        ("0 2 3/* 0 */* * *", "row 2: the blank (0) appears twice"),
        ("1 2 3/* */* * *", "row 2"),
        ("1 2 3/* x */* * *", "unexpected 'x' at byte 8"),
        ("1 2 3/** * */* * *", "unexpected '*' at byte 6"),
    ] {
        let error = text.parse::<Goal>().expect_err(text).to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
    assert!("1 2/* 0".parse::<DynBoard>().is_err());
    assert_eq!(
        "1 2/* 0".parse(),
        Ok(Goal::from("1 2/3 0".parse::<DynBoard>().expect("a board")))
    );
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
