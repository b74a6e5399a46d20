//! Boards at an exact distance.

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::ControlFlow;

use npuzzle::{Board, Control, DistanceError, DynBoard, Goal, Metric, Reason, Solver};

use crate::oracle::shape::shape;
use crate::oracle::shapes::shapes;
use crate::oracle::space::{Space, distances};
use crate::oracle::stop::stop;

#[test]
fn small_shapes_draw_from_all_boards_at_the_distance() {
    let custom = Goal::from(DynBoard::permutation_from_seed(shape(2, 3, 1), 3));
    for (shape, goal) in [
        (shape(2, 2, 1), Goal::BlankLast),
        (shape(2, 3, 1), custom),
        (shape(1, 5, 1), Goal::BlankFirst),
        (shape(3, 3, 1), Goal::Snail),
        (shape(2, 2, 2), Goal::BlankFirst),
    ] {
        let distances = distances(shape, &goal);
        let counts = distances.space.search(|_, _| ());
        let solver = Solver::builder().goal(goal).build();
        // Without a search no limit applies.
        let control = || Control::new().max_nodes(0);
        for distance in 0..counts.len() {
            let board = solver.at_distance_with(shape, distance, 3, control());
            let board = board.expect("there is one");
            assert_eq!(distances.of(&board), Some(distance), "{board}");
        }
        assert!(
            solver
                .at_distance_with(shape, counts.len(), 3, control())
                .is_err()
        );
    }
    // All of them are drawn: of 2 x 3 there are 1 board, 2, 3, 5, 6, 7, 10 ... at 0, 1, 2, ...
    // moves.
    let counts = Space::by_tiles(shape(2, 3, 1), &Goal::BlankLast).search(|_, _| ());
    for (distance, all) in counts.into_iter().enumerate() {
        let mut drawn = HashMap::new();
        for seed in 0..40 * all as u64 {
            let board = Board::<2, 3>::at_distance(distance, seed).expect("there is one");
            *drawn.entry(board).or_insert(0) += 1;
        }
        assert_eq!(drawn.len(), all, "at {distance}");
        assert!(drawn.values().all(|times| (10..100).contains(times)));
    }
}

#[test]
fn larger_boards_have_the_distance_in_both_metrics() {
    use Metric::{MultiTile, SingleTile};
    for ((rows, cols, layers), metric, distance, seed) in [
        ((4, 4, 1), SingleTile, 0, 1),
        ((4, 4, 1), SingleTile, 8, 3),
        ((4, 4, 1), SingleTile, 35, 1),
        ((4, 4, 1), SingleTile, 50, 5),
        ((2, 5, 1), SingleTile, 30, 4),
        ((5, 5, 1), SingleTile, 25, 4),
        ((3, 2, 2), SingleTile, 15, 4),
        // Few walks get so far.
        ((3, 2, 2), SingleTile, 33, 1),
        ((4, 4, 1), SingleTile, 62, 1),
        ((3, 2, 2), MultiTile, 25, 4),
        ((3, 3, 1), MultiTile, 24, 3),
        ((2, 5, 1), MultiTile, 16, 3),
        ((1, 6, 1), MultiTile, 1, 2),
    ] {
        let shape = shape(rows, cols, layers);
        let solver = Solver::builder().metric(metric).build();
        let draw = || solver.at_distance_with(shape, distance, seed, Control::new());
        let board = draw().unwrap_or_else(|error| panic!("{shape}: {error}"));
        assert_eq!(draw().as_ref(), Ok(&board), "the same each time");
        let solution = solver.solve(&board).expect("a solvable board");
        assert_eq!((solution.length(), solution.is_optimal()), (distance, true));
    }
    let slides = Solver::builder().metric(MultiTile).build();
    for (shape, distance) in [(shape(3, 3, 1), 25), (shape(1, 6, 1), 2)] {
        let far = slides.at_distance_with(shape, distance, 1, Control::new());
        assert!(far.is_err());
    }
}

#[test]
fn a_search_for_a_far_board_can_be_stopped() {
    let solver = Solver::builder().build();
    let far = |control: Control<'_>| match solver.at_distance_with(shape(4, 4, 1), 80, 1, control) {
        Err(DistanceError::NotFound {
            distance: 80,
            farthest,
            reason,
        }) => (farthest, reason),
        other => panic!("{other:?}"),
    };
    let limited = far(Control::new().max_nodes(100_000));
    let is_near = matches!(limited, (Some(20..), Reason::NodeLimit));
    assert!(is_near, "{limited:?}");
    let nothing = far(Control::new().max_nodes(10));
    assert_eq!(nothing, (None, Reason::NodeLimit));
    // Each move of a walk counts, and each board that is measured: the walk is one of three moves.
    let near = |limit| {
        let control = Control::new().max_nodes(limit);
        solver.at_distance_with(shape(5, 5, 1), 3, 1, control)
    };
    let stopped = DistanceError::NotFound {
        distance: 3,
        farthest: None,
        reason: Reason::NodeLimit,
    };
    assert_eq!(
        stopped.to_string(),
        "no board that needs 3 moves was found, though there may be one: the limit of expanded \
         boards was reached"
    );
    for limit in 0..=3 {
        assert_eq!(near(limit).as_ref(), Err(&stopped));
    }
    assert!(near(1_000).is_ok());
    stop(300_000, far, |(_, found), reason| assert_eq!(found, reason));
    // Even if the callback stops it with the last news of a board.
    for last in 1..60 {
        let calls = Cell::new(0);
        let control = Control::new().max_nodes(2_000_000).on_progress(|_| {
            calls.set(calls.get() + 1);
            if calls.get() == last {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        let (_, reason) = far(control);
        assert_eq!((calls.get(), reason), (last, Reason::Cancelled));
    }
    // The limits count all boards that were solved, not each for itself.
    let near = |limit| {
        let control = Control::new().max_nodes(limit);
        solver.at_distance_with(shape(4, 4, 1), 44, 2, control)
    };
    let usual = Board::<4>::at_distance(44, 2).map(DynBoard::from);
    assert_eq!(near(100_000_000), usual);
    assert!(near(100_000_000).is_ok() && near(200).is_err());
}

/// Neither overflows nor searches for impossible distances.
#[test]
fn impossible_distances_are_refused_at_once() {
    for shape in shapes("1x1 1x65536 2x2 4x4 3x2x2 256x256 40x40x40") {
        for distance in [usize::MAX / 2, usize::MAX] {
            let refused = DynBoard::at_distance(shape, distance, 1);
            assert!(refused.is_err(), "{shape}");
        }
        assert!(DynBoard::at_distance(shape, 0, 1).is_ok());
    }
    // The farthest boards are known if the home is a corner.
    let far = |goal: Goal, control: Control<'_>| {
        let solver = Solver::builder().goal(goal).build();
        solver.at_distance_with(shape(4, 4, 1), 81, 1, control)
    };
    let beyond = Err(DistanceError::BeyondRadius {
        distance: 81,
        radius: 80,
    });
    for goal in [Goal::BlankFirst, Goal::BlankLast] {
        assert_eq!(far(goal, Control::new()), beyond);
    }
    let searched = far(Goal::Snail, Control::new().max_nodes(1));
    assert!(matches!(searched, Err(DistanceError::NotFound { .. })));
}
