use alloc::vec::Vec;

use super::{BeamSettings, Construction};
use crate::canonical::CanonicalBoard;
use crate::dyn_board::DynBoard;
use crate::exact::fixtures::{run, run_in_all_slices};
use crate::goal::Goal;
use crate::runtime::{Job, OutOfMemory, Step};
use crate::shape::Shape;

fn shape([rows, cols, layers]: [usize; 3]) -> Shape {
    Shape::new(rows, cols, layers).expect("a shape")
}

fn board(sides: [usize; 3], goal: &Goal, seed: u64) -> CanonicalBoard {
    let board = DynBoard::from_seed_for(shape(sides), goal, seed).expect("a goal of the shape");
    CanonicalBoard::new(&board, goal).expect("a goal of the shape")
}

/// Returns a task that reports the solutions of a construction.
fn work(mut construction: Construction) -> Job<Result<(), OutOfMemory>> {
    Job::new(|mut pace| async move {
        while let Some(moves) = construction.next(&mut pace).await? {
            pace.tell(Step::Found(moves)).await;
        }
        Ok(())
    })
}

/// Returns a task that reports another solution.
fn other(board: CanonicalBoard, number: usize, width: usize) -> Job<Result<(), OutOfMemory>> {
    Job::new(move |mut pace| async move {
        let quota = None;
        let settings = BeamSettings {
            number,
            width,
            quota,
        };
        let mut construction = Construction::of(board);
        if let Some(moves) = construction.solve_by_beams(settings, &mut pace).await? {
            pace.tell(Step::Found(moves)).await;
        }
        Ok(())
    })
}

#[test]
fn results_get_shorter_for_any_slices_and_limits() {
    let goals = [Goal::BlankLast, Goal::BlankFirst];
    let random = [
        [1, 9, 1],
        [2, 2, 1],
        [3, 3, 1],
        [5, 4, 1],
        [2, 12, 1],
        [7, 8, 1],
        [3, 3, 3],
        [12, 3, 1],
    ];
    let random = random.into_iter().zip(goals.iter().cycle());
    let random = random.map(|(sides, goal)| board(sides, goal, 1));
    // Near the goal moves are undone in the end, and were counted before.
    let near = [
        ([10, 10, 1], 2),
        ([16, 16, 1], 80),
        ([3, 20, 1], 20),
        ([4, 4, 4], 80),
    ];
    let near = near.into_iter().map(|(sides, steps)| {
        let board = DynBoard::scrambled(shape(sides), steps, steps as u64);
        CanonicalBoard::new(&board, &Goal::BlankLast).expect("its goal")
    });
    let mut finds = 0;
    for board in random.chain(near) {
        let outcome = run_in_all_slices(|| work(Construction::of(board.clone())));
        let found = &outcome.found;
        assert!(!found.is_empty(), "{board}");
        assert!(found.iter().all(|moves| board.is_solved_by(moves)));
        assert!(found.is_sorted_by(|longer, shorter| longer.len() > shorter.len()));
        finds += found.len() - 1;
    }
    assert!(finds > 0, "nothing was ever made shorter");
    for (sides, number) in [([3, 4, 1], 20), ([2, 2, 3], 25), ([10, 10, 1], 1)] {
        let board = board(sides, &Goal::BlankLast, 5);
        let outcome = run_in_all_slices(|| other(board.clone(), number, 50));
        assert!(outcome.found.iter().all(|moves| board.is_solved_by(moves)));
        assert_eq!(outcome.found.len(), 1, "{board}");
    }
}

/// Boards of all kinds: square, long, thin, deep, small and large, the home in a corner, on an edge
/// and inside.
#[test]
fn beams_solve_boards_of_all_shapes_and_homes() {
    let mut solved = 0;
    for (sides, home) in [
        ([7, 7, 1], 24),
        ([3, 12, 1], 0),
        ([60, 4, 1], 100),
        ([10, 10, 1], 55),
        ([11, 12, 1], 0),
        ([14, 17, 1], 9),
        ([4, 5, 3], 59),
        ([6, 6, 6], 0),
    ] {
        let cells = sides.iter().product::<usize>();
        let tiles = (1..cells as u16).collect::<Vec<_>>();
        let tiles = [&tiles[..home], &[0], &tiles[home..]].concat();
        let goal = Goal::from(DynBoard::from_tiles(shape(sides), tiles).expect("a board"));
        let board = board(sides, &goal, 7);
        for number in 0..2 {
            let mut work = other(board.clone(), number, 100);
            let found = run(&mut work, u64::MAX, || u64::MAX).found;
            assert!(found.iter().all(|moves| board.is_solved_by(moves)));
            solved += found.len();
        }
    }
    // A beam may find nothing.
    assert!(solved >= 14, "{solved} of 16");
}
