//! Boards as easy or hard as asked for.

use npuzzle::{Board, DynBoard, Goal, GoalError};

use crate::oracle::breadth_first::distances;
use crate::oracle::shape::shape;

#[test]
fn scrambled_boards_need_at_most_as_many_moves_and_are_frozen() {
    for (shape, goal) in [
        (shape(3, 3, 1), Goal::Snail),
        (shape(2, 2, 2), Goal::BlankFirst),
        (shape(1, 5, 1), Goal::BlankLast),
    ] {
        let distances = distances(shape, &goal);
        for moves in 0..40 {
            let board = DynBoard::scrambled_for(shape, &goal, moves, 5).expect("it fits");
            let distance = distances[&board];
            assert!(distance <= moves);
            assert!(shape.is_path() || distance % 2 == moves % 2);
            // No cycle is shorter than 12 moves.
            assert!(shape.is_path() || moves > 6 || distance == moves);
        }
    }
    assert!(Board::<4>::scrambled(0, 1).is_solved());
    assert_eq!(Board::<4>::scrambled(30, 7), Board::scrambled(30, 7));
    assert_ne!(Board::<4>::scrambled(30, 7), Board::scrambled(30, 8));
    assert_eq!(
        Board::<4>::scrambled(30, 7).to_string(),
        "2 4 0 8/9 1 7 5/13 10 3 6/14 11 15 12"
    );
    assert_eq!(
        DynBoard::from(Board::<4>::scrambled(30, 7)),
        DynBoard::scrambled(shape(4, 4, 1), 30, 7)
    );
    let other = Goal::from(Board::<3>::solved());
    let error: Result<Board<4>, GoalError> = Board::scrambled_for(&other, 3, 1);
    assert!(error.is_err());
}

/// `Board::<2>::scrambled(12, seed)` was solved for every seed: the walk goes round a circle of 12
/// boards.
#[test]
fn a_scramble_asked_for_is_never_solved() {
    let shapes = [
        (2, 2, 1),
        (1, 2, 1),
        (1, 5, 1),
        (3, 1, 1),
        (2, 3, 1),
        (4, 2, 1),
    ];
    for (rows, cols, layers) in shapes.into_iter().chain([(2, 2, 2), (1, 1, 3)]) {
        let shape = shape(rows, cols, layers);
        let custom = Goal::from(DynBoard::permutation_from_seed(shape, 2));
        for goal in [Goal::BlankLast, Goal::BlankFirst, custom] {
            let distances = distances(shape, &goal);
            for moves in 1..=40 {
                for seed in 0..50 {
                    let board =
                        DynBoard::scrambled_for(shape, &goal, moves, seed).expect("it fits");
                    let distance = distances[&board];
                    assert!((1..=moves).contains(&distance), "{board}");
                    assert!(shape.is_path() || distance % 2 == moves % 2, "{board}");
                }
            }
        }
    }
    // Some walks on 3 x 3 return to nearer boards.
    for seed in 0..20_000 {
        assert!(!Board::<3>::scrambled(12, seed).is_solved(), "{seed}");
    }
    for moves in 0..=100 {
        let distance = |board: Board<2>| distances(shape(2, 2, 1), &Goal::BlankLast)[&board.into()];
        let round = [0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];
        let expected = if moves > 0 && moves % 12 == 0 {
            2
        } else {
            round[moves % 12]
        };
        assert_eq!(distance(Board::scrambled(moves, 9)), expected);
    }
    assert!(
        Board::<1>::scrambled(9, 1).is_solved(),
        "there is no other board"
    );
    // What was not solved is as it was.
    assert_eq!(Board::<2>::scrambled(11, 1), Board::<2>::scrambled(23, 1));
    assert_eq!(
        Board::<3>::scrambled(12, 3).to_string(),
        "1 3 0/8 2 5/4 7 6"
    );
}

#[cfg(feature = "std")]
#[test]
fn boards_of_small_shapes_are_drawn_from_all_at_the_distance() {
    use std::collections::HashMap;

    use npuzzle::{Control, DistanceError, Solver};

    let custom = Goal::from(DynBoard::permutation_from_seed(shape(2, 3, 1), 3));
    for (shape, goal) in [
        (shape(2, 2, 1), Goal::BlankLast),
        (shape(2, 3, 1), custom),
        (shape(1, 5, 1), Goal::BlankFirst),
        (shape(3, 3, 1), Goal::Snail),
        (shape(2, 2, 2), Goal::BlankFirst),
    ] {
        let distances = distances(shape, &goal);
        let radius = *distances.values().max().expect("many boards");
        let solver = Solver::builder().goal(goal.clone()).build();
        // No limit stops what needs no search.
        let mut control = Control::new().max_nodes(0);
        for distance in 0..=radius {
            let board = solver
                .at_distance(shape, distance, 3, &mut control)
                .expect("there is one");
            assert_eq!(distances.get(&board), Some(&distance), "{board}");
        }
        let beyond = solver.at_distance(shape, radius + 1, 3, &mut control);
        assert_eq!(
            beyond,
            Err(DistanceError::BeyondRadius {
                distance: radius + 1,
                radius
            })
        );
    }
    // All of them are drawn: of 2 x 3 there are 1 board, 2, 3, 5, 6, 7, 10 ... at 0, 1, 2, ...
    // moves.
    let distances = distances(shape(2, 3, 1), &Goal::BlankLast);
    for distance in 0..=21 {
        let all = distances.values().filter(|&&is| is == distance).count();
        let mut drawn = HashMap::new();
        for seed in 0..40 * all as u64 {
            let board = Board::<2, 3>::at_distance(distance, seed).expect("there is one");
            *drawn.entry(board).or_insert(0) += 1;
        }
        assert_eq!(drawn.len(), all, "at {distance}");
        assert!(drawn.values().all(|times| (10..100).contains(times)));
    }
}

#[cfg(feature = "std")]
#[test]
fn larger_boards_are_as_far_as_asked() {
    use npuzzle::DistanceError;

    for (distance, seed) in [(0, 1), (1, 1), (8, 3), (20, 7), (35, 1), (44, 2), (50, 5)] {
        let board = Board::<4>::at_distance(distance, seed).expect("not too far");
        assert_eq!(board, Board::at_distance(distance, seed).expect("the same"));
        let solution = board.solve().expect("a solvable board");
        assert_eq!(
            (solution.moves().len(), solution.is_optimal()),
            (distance, true)
        );
    }
    let (wide, large) = (shape(2, 5, 1), shape(5, 5, 1));
    for (shape, distance) in [(wide, 30), (large, 25), (shape(3, 2, 2), 15)] {
        let board = DynBoard::at_distance(shape, distance, 4).expect("not too far");
        assert_eq!(board.solve().expect("solvable").moves().len(), distance);
    }
    assert_eq!(
        Board::<4>::at_distance(81, 1),
        Err(DistanceError::BeyondRadius {
            distance: 81,
            radius: 80
        })
    );
}

#[cfg(feature = "std")]
#[test]
fn a_search_for_a_far_board_ends_when_told() {
    use std::cell::Cell;
    use std::ops::ControlFlow;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use npuzzle::{Control, DistanceError, Reason, Solver};

    let solver = Solver::builder().build();
    let far = |control: &mut Control<'_>| match solver.at_distance(shape(4, 4, 1), 80, 1, control) {
        Err(DistanceError::NotFound {
            distance: 80,
            farthest,
            reason,
        }) => (farthest, reason),
        other => panic!("{other:?}"),
    };
    let limited = far(&mut Control::new().max_nodes(100_000));
    assert!(
        matches!(limited, (Some(20..), Reason::NodeLimit)),
        "{limited:?}"
    );
    // Nothing was measured, and the message does not speak of it.
    assert_eq!(
        far(&mut Control::new().max_nodes(10)),
        (None, Reason::NodeLimit)
    );
    let error = solver.at_distance(shape(4, 4, 1), 80, 1, &mut Control::new().max_nodes(10));
    assert_eq!(
        error.expect_err("too few").to_string(),
        "no board that needs 80 moves was found, though there may be one: the limit of expanded boards was reached"
    );

    let flag = AtomicBool::new(true);
    assert_eq!(
        far(&mut Control::new().cancel(&flag)),
        (None, Reason::Cancelled)
    );
    let seconds = Cell::new(0);
    let clock = || {
        seconds.set(seconds.get() + 1);
        Duration::from_secs(seconds.get())
    };
    let mut control = Control::new().clock(clock).timeout(Duration::from_secs(20));
    assert_eq!(far(&mut control).1, Reason::TimeLimit);

    let mut expanded = Vec::new();
    let mut control = Control::new().on_progress(|known| {
        expanded.push(known.stats.expanded);
        if known.stats.expanded > 300_000 {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    assert_eq!(far(&mut control).1, Reason::Cancelled);
    drop(control);
    assert!(expanded.len() > 10 && expanded.is_sorted());

    // The limits count all boards that were solved, not each for itself.
    let near = |limit| {
        let mut control = Control::new().max_nodes(limit);
        Board::<4>::at_distance_with(44, 2, &mut control)
    };
    let expected = Board::<4>::at_distance(44, 2).expect("not too far");
    assert_eq!(near(100_000_000), Ok(expected));
    assert!(near(200).is_err());
}

/// Neither overflows nor searches what can't be found.
#[cfg(feature = "std")]
#[test]
fn impossible_distances_are_refused_at_once() {
    use npuzzle::DistanceError;

    let shapes = [
        (1, 1, 1),
        (1, 2, 1),
        (1, 65_536, 1),
        (2, 2, 1),
        (3, 3, 1),
        (2, 5, 1),
        (4, 4, 1),
        (3, 2, 2),
        (5, 5, 1),
        (2, 32_768, 1),
        (256, 256, 1),
        (40, 40, 40),
    ];
    if usize::BITS < 64 {
        return; // Memory is too small for numbers that are too large.
    }
    for (rows, cols, layers) in shapes {
        for distance in [usize::MAX / (1 << 24), usize::MAX - 1, usize::MAX] {
            let shape = shape(rows, cols, layers);
            let error = DynBoard::at_distance(shape, distance, 1).expect_err("too far");
            let is_refused = match error {
                DistanceError::BeyondRadius { radius, .. } => radius < distance,
                DistanceError::AlwaysLess { enough, .. } => enough < distance,
                _ => false,
            };
            assert!(is_refused, "{shape}: {error}");
        }
        assert!(DynBoard::at_distance(shape(rows, cols, layers), 0, 1).is_ok());
    }
    let beyond = |rows, cols, distance| DynBoard::at_distance(shape(rows, cols, 1), distance, 1);
    for (rows, cols, radius) in [(3, 4, 53), (5, 3, 84), (4, 4, 80), (2, 7, 108), (8, 2, 140)] {
        let distance = radius + 1;
        let expected = DistanceError::BeyondRadius { distance, radius };
        assert_eq!(beyond(rows, cols, distance), Err(expected));
    }
}

#[cfg(feature = "std")]
mod in_pieces {
    use super::shape;
    use npuzzle::{Control, DistanceError, DistanceProgress, Reason, Solver};

    /// The board of a search is that of one call, however the search is cut.
    #[test]
    fn a_distance_search_finds_the_same_board_in_pieces() {
        let solver = Solver::builder().memory(400_000).build();
        for (shape, distance) in [
            (shape(3, 3, 1), 20),
            (shape(2, 3, 1), 21),
            (shape(1, 7, 1), 3),
            (shape(3, 4, 1), 33),
            (shape(4, 4, 1), 0),
            (shape(4, 4, 1), 40),
        ] {
            let mut control = Control::new().max_nodes(50_000_000);
            let whole = solver
                .at_distance(shape, distance, 7, &mut control)
                .expect("there is one");
            for slice in [300, 20_000, u64::MAX] {
                let mut search = solver
                    .distance_search(shape, distance, 7)
                    .expect("it is possible");
                assert_eq!(search.board(), None);
                let mut expanded = 0;
                while let DistanceProgress::Running { stats, .. } =
                    search.advance(slice).expect("memory")
                {
                    // Some boards are expanded together.
                    assert!(stats.expanded - expanded <= slice.saturating_add(16));
                    expanded = stats.expanded;
                }
                assert_eq!(
                    search.into_board().as_ref(),
                    Some(&whole),
                    "{shape} {distance} by {slice}"
                );
            }
            let mut search = solver
                .distance_search(shape, distance, 7)
                .expect("it is possible");
            let board = loop {
                let mut control = Control::new().max_nodes(7_777);
                match search.run(&mut control).expect("memory") {
                    DistanceProgress::Done(board) => break board.clone(),
                    DistanceProgress::Running { reason, .. } => {
                        assert_eq!(reason, Some(Reason::NodeLimit));
                    }
                    _ => unreachable!("there are two kinds of progress"),
                }
            };
            assert_eq!(board, whole, "{shape} {distance} by run");
        }
    }

    #[test]
    fn a_distance_search_says_that_a_board_is_too_far() {
        let solver = Solver::default();
        let mut search = solver
            .distance_search(shape(3, 3, 1), 32, 1)
            .expect("it is not known yet");
        let error = search.advance(u64::MAX).expect_err("too far");
        assert_eq!(
            error,
            DistanceError::BeyondRadius {
                distance: 32,
                radius: 31
            }
        );
        let error = solver
            .distance_search(shape(4, 4, 1), 81, 1)
            .expect_err("too far");
        assert_eq!(
            error,
            DistanceError::BeyondRadius {
                distance: 81,
                radius: 80
            }
        );
        let mut search = solver
            .distance_search(shape(4, 4, 1), 79, 1)
            .expect("it is possible");
        let DistanceProgress::Running { stats, .. } = search.advance(200_000).expect("memory")
        else {
            panic!("found a board of 79 moves so soon");
        };
        assert!(stats.expanded > 0);
    }
}
