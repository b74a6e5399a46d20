//! Whole spaces: counts against published ones, distances against breadth-first search.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fs;
use std::ops::ControlFlow;

use npuzzle::{Control, Direction, DynBoard, Goal, Metric, Shape, SolveError, Solver, Space};

use crate::oracle::shape::shape;

const METRICS: [Metric; 2] = [Metric::SingleTile, Metric::MultiTile];

/// From `lightln2/SlidingTilesSolver` at 8db6d04: the sides, the metric, and the number of boards at
/// each distance from a goal with the blank in a corner.
const PUBLISHED: &str = include_str!("../oracle/spaces.txt");

/// Builds the published spaces of shapes with a number of cells, in both orientations.
fn counts_are_published(is_wanted: impl Fn(usize) -> bool) {
    let mut checked = 0;
    for line in PUBLISHED.lines().filter(|line| !line.starts_with('#')) {
        let (name, counts) = line.split_once(": ").expect("a name and counts");
        let mut words = name.split([' ', 'x']);
        let mut side = || words.next().and_then(|word| word.parse().ok());
        let (Some(rows), Some(columns)) = (side(), side()) else {
            panic!("two sides: {name}");
        };
        let metric: Metric = words.next().expect("a metric").parse().expect("a metric");
        let counts: Vec<u64> = (counts.split(' ').map(str::parse))
            .collect::<Result<_, _>>()
            .expect("counts");
        if is_wanted(rows * columns) {
            for (shape, goal) in [
                (shape(rows, columns, 1), Goal::BlankLast),
                (shape(columns, rows, 1), Goal::BlankFirst),
            ] {
                let space = Space::new(shape, &goal, metric).expect("little memory");
                assert_eq!(space.histogram(), counts, "{shape}, {metric}");
                let farthest: HashSet<DynBoard> = space.farthest().collect();
                assert_eq!(farthest.len() as u64, counts[space.radius()], "{shape}");
                let distances = farthest.iter().map(|board| space.distance(board));
                assert!(
                    { distances }.all(|it| it == Some(space.radius())),
                    "{shape}"
                );
            }
            checked += 1;
        }
    }
    assert!(checked >= 4);
}

#[test]
fn counts_of_up_to_10_cells_are_the_published_ones() {
    counts_are_published(|cells| cells <= 10);
}

#[test]
#[ignore = "builds eight tables of 65 MB"]
fn counts_of_12_cells_are_the_published_ones() {
    counts_are_published(|cells| cells == 12);
}

/// Boxes have no published counts: searches say whether distances are right.
#[test]
#[ignore = "builds two tables of 65 MB"]
fn every_board_of_a_box_of_12_cells_has_a_distance() {
    let shape = shape(2, 2, 3);
    for metric in METRICS {
        let space = Space::new(shape, &Goal::BlankLast, metric).expect("little memory");
        assert_eq!(space.histogram().iter().sum::<u64>(), 239_500_800);
        let mut counts = vec![0; space.radius() + 1];
        space.distances().for_each(|it| counts[it.1] += 1);
        assert_eq!(counts, space.histogram());
        let solver = Solver::builder().metric(metric).build();
        for seed in 0..20 {
            let board = DynBoard::scrambled(shape, 30, seed);
            let length = solver.solve(&board).map(|solution| solution.length());
            assert_eq!(space.distance(&board), length.ok(), "{board}");
        }
    }
}

/// Returns the boards that one move leads to, with its direction, by the public API alone.
fn neighbours(board: &DynBoard, metric: Metric) -> Vec<(Direction, DynBoard)> {
    let mut found = Vec::new();
    for direction in Direction::ALL {
        let mut next = board.clone();
        while next.slide(direction).is_ok() {
            found.push((direction, next.clone()));
            if metric == Metric::SingleTile {
                break;
            }
        }
    }
    found
}

/// Returns `[rank]`: the distance.
fn by_rank(space: &Space) -> Vec<Option<usize>> {
    let mut by_rank = vec![None; (1..=space.shape().cells()).product()];
    for (rank, distance) in space.distances() {
        assert_eq!(by_rank[rank as usize].replace(distance), None, "{rank}");
    }
    by_rank
}

/// Compares a space with breadth-first search from all boards that solve the goal.
fn is_exact(shape: Shape, goal: &Goal, metric: Metric) {
    let context = format!("{shape}, {goal}, {metric}");
    let factorial = (1..=shape.cells() as u128).product();
    let all = (0..factorial).map(|rank| DynBoard::unrank(shape, rank).expect("a rank"));
    let mut distances: HashMap<DynBoard, usize> = HashMap::new();
    let mut queue: VecDeque<DynBoard> = VecDeque::new();
    for board in all.clone().filter(|board| board.is_solved_for(goal)) {
        distances.insert(board.clone(), 0);
        queue.push_back(board);
    }
    let mut counts: Vec<u64> = Vec::new();
    while let Some(board) = queue.pop_front() {
        let distance = distances[&board];
        counts.resize(distance + 1, 0);
        counts[distance] += 1;
        for (_, next) in neighbours(&board, metric) {
            if !distances.contains_key(&next) {
                distances.insert(next.clone(), distance + 1);
                queue.push_back(next);
            }
        }
    }
    let space = Space::new(shape, goal, metric).expect("little memory");
    assert_eq!(space.histogram(), counts, "{context}");
    let by_rank = by_rank(&space);
    for (rank, board) in all.enumerate() {
        let distance = distances.get(&board).copied();
        assert_eq!(space.distance(&board), distance, "{context}: {board}");
        assert_eq!(by_rank[rank], distance, "{context}: {board}");
        let nearer = neighbours(&board, metric).into_iter();
        let nearer = nearer.filter(|(_, next)| {
            distances
                .get(next)
                .is_some_and(|it| Some(it + 1) == distance)
        });
        let best: HashSet<Direction> = nearer.map(|(direction, _)| direction).collect();
        let moves = space.best_moves(&board);
        assert_eq!(moves.len(), best.len(), "{context}: {board}");
        assert!(
            moves.iter().all(|it| best.contains(it)),
            "{context}: {board}"
        );
    }
    for distance in 0..=space.radius() + 1 {
        let boards: Vec<DynBoard> = space.boards_at(distance).collect();
        let count = counts.get(distance).copied().unwrap_or(0);
        assert_eq!(boards.len() as u64, count, "{context}: {distance}");
        assert!(
            boards.iter().all(|board| distances[board] == distance),
            "{context}"
        );
        assert_eq!(
            boards.iter().collect::<HashSet<_>>().len(),
            boards.len(),
            "{context}"
        );
    }
}

#[test]
fn small_spaces_are_those_of_breadth_first_search() {
    for (sides, goals) in [
        ((1, 1, 1), &["blank-last"][..]),
        ((1, 2, 1), &["blank-last", "1x2: * *"]),
        (
            (1, 5, 1),
            &[
                "blank-last",
                "1x5: 1 0 4 3 2",
                "1x5: * * 3 2 *",
                "1x5: * 2 3 4 *",
                "1x5: 1 * * 3 4",
                "1x5: * * * * 0",
            ],
        ),
        ((5, 1, 1), &["*/2/*/4/3"]),
        ((2, 2, 1), &["blank-first", "* */* *", "1 */2 *", "1 */* 2"]),
        (
            (2, 3, 1),
            &[
                "snail",
                "4 0 2/5 3 1",
                "1 2 */* * *",
                "1 2 */* * 0",
                "1 * 2/3 * 4",
                "* 2 4/3 * 1",
                "* 2 */3 5 1",
            ],
        ),
        ((3, 2, 1), &["blank-last", "* */* */* *"]),
    ] {
        for goal in goals {
            let goal = goal.parse().expect("a goal");
            for metric in METRICS {
                is_exact(shape(sides.0, sides.1, sides.2), &goal, metric);
            }
        }
    }
}

#[test]
fn spaces_of_8_cells_match_breadth_first_search() {
    is_exact(shape(2, 2, 2), &Goal::BlankLast, Metric::MultiTile);
    is_exact(
        shape(2, 4, 1),
        &"1 2 * */* * * *".parse().expect("a goal"),
        Metric::SingleTile,
    );
}

/// On 2 x 5 two tiles are outer ones. Some goals have two tables, some tables have free tiles.
#[test]
fn distances_by_rank_are_those_of_walks() {
    let shape = shape(2, 5, 1);
    for goal in [
        "9 0 2 3 7/5 6 1 4 8",
        "* 2 3 4 5/* 7 8 9 1",
        "1 * 8 * 5/6 7 0 9 2",
        "* 9 * 8 */7 * 0 * *",
    ] {
        let goal: Goal = goal.parse().expect("a goal");
        for metric in METRICS {
            let space = Space::new(shape, &goal, metric).expect("little memory");
            let by_rank = by_rank(&space);
            let mut counts = vec![0; space.radius() + 1];
            by_rank.iter().flatten().for_each(|&it| counts[it] += 1);
            assert_eq!(counts, space.histogram(), "{goal}, {metric}");
            for rank in (0..by_rank.len()).step_by(97) {
                let board = DynBoard::unrank(shape, rank as u128).expect("a rank");
                assert_eq!(by_rank[rank], space.distance(&board), "{goal}: {board}");
            }
        }
    }
}

/// Each distance is that of a search.
#[test]
fn distances_are_those_of_searches() {
    for metric in METRICS {
        let goal: Goal = "4 0 2 3 1/5 6 7 9 8".parse().expect("a goal");
        let shape = shape(2, 5, 1);
        let space = Space::new(shape, &goal, metric).expect("little memory");
        assert_eq!(space.histogram().iter().sum::<u64>(), 1_814_400);
        let solver = Solver::builder().goal(goal.clone()).metric(metric).build();
        for seed in 0..20 {
            let board = DynBoard::from_seed_for(shape, &goal, seed).expect("a board");
            let solution = solver.solve(&board).expect("a solution");
            assert_eq!(space.distance(&board), Some(solution.length()), "{board}");
        }
    }
}

#[test]
fn a_space_is_stopped_continued_shared_and_kept() {
    let shape = shape(2, 5, 1);
    let folder = std::env::temp_dir().join(format!("npuzzle-spaces-{}", std::process::id()));
    let solver = || Solver::builder().threads(2).cache_dir(&folder).build();
    let first = solver();
    let mut reports = 0;
    let control = Control::new().on_progress(|known| {
        reports += usize::from(known.tables.is_some_and(|tables| tables.known > 0));
        if reports > 0 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let stopped = first.space_with(shape, control);
    assert!(matches!(stopped, Err(SolveError::Stopped(_))));
    assert!(reports > 0);
    let space = first
        .space_with(shape, Control::new())
        .expect("it continues");
    assert_eq!(space.radius(), 55);
    // A solution is read off: a board a move is expanded.
    let board = space.farthest().next().expect("a board");
    let solution = first.solve(&board).expect("a solution");
    assert_eq!((solution.length(), solution.stats().expanded), (55, 55));
    assert_eq!(
        first
            .at_distance(shape, 54, 1)
            .map(|board| space.distance(&board)),
        Ok(Some(54))
    );
    // Another solver reads the file, and reports a damaged one once.
    let files = || {
        fs::read_dir(&folder)
            .expect("a folder")
            .flatten()
            .map(|it| it.path())
    };
    let read = |solver: &Solver| solver.space_with(shape, Control::new());
    assert_eq!(read(&solver()).map(|space| space.radius()), Ok(55));
    let file = files().next().expect("a file");
    let mut bytes = fs::read(&file).expect("bytes");
    bytes[5_000] ^= 1;
    fs::write(&file, bytes).expect("written");
    let third = solver();
    assert!(matches!(
        read(&third),
        Err(SolveError::Heuristic(_) | SolveError::Table(_))
    ));
    assert_eq!(read(&third).map(|space| space.radius()), Ok(55));
    assert_eq!(read(&solver()).map(|space| space.radius()), Ok(55));
    assert_eq!(files().count(), 1);
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn what_has_no_space_is_refused() {
    let refused = Space::new(shape(2, 7, 1), &Goal::BlankLast, Metric::SingleTile);
    assert!(matches!(refused, Err(SolveError::Table(_))), "{refused:?}");
    let refused = Space::new(shape(2, 2, 2), &Goal::Snail, Metric::SingleTile);
    assert!(matches!(refused, Err(SolveError::Goal(_))), "{refused:?}");
    let space = Space::new(shape(2, 2, 1), &Goal::BlankLast, Metric::SingleTile).expect("a space");
    let swapped: DynBoard = "2 1/3 0".parse().expect("a board");
    let other: DynBoard = "1 2 3/4 5 0".parse().expect("a board");
    for board in [swapped, other] {
        assert_eq!(space.distance(&board), None);
        assert!(space.best_moves(&board).is_empty());
    }
}

/// A space serves solves as long as it is held, and no longer.
#[test]
fn a_dropped_space_changes_no_answer() {
    let (solver, shape) = (Solver::default(), shape(2, 5, 1));
    let board = DynBoard::from_seed(shape, 5);
    let answer = || {
        let solution = solver.solve(&board).expect("solvable");
        let far = solver.at_distance(shape, 40, 1).expect("a board");
        (solution.stats().counts(), far)
    };
    let before = answer();
    let space = solver.space_with(shape, Control::new()).expect("a space");
    assert_ne!(answer(), before);
    drop(space);
    assert_eq!(answer(), before);
}
