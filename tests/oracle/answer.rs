//! The promises of each quality.

use npuzzle::Quality::{self, Fast, Within};
use npuzzle::{DynBoard, Goal, Solution};

/// Checks an answer against its quality, for a board that needs `optimum` moves.
pub(crate) fn check(
    board: &DynBoard,
    goal: &Goal,
    quality: Quality,
    solution: &Solution,
    optimum: usize,
) {
    assert_eq!(solution.verify(board), Ok(()), "{board}");
    let mut end = board.clone();
    end.play(solution.moves()).expect("legal moves");
    assert!(end.is_solved_for(goal), "{board}");
    let (length, bound) = (solution.length(), solution.lower_bound());
    assert_eq!(length, solution.metric().length(solution.moves()));
    let is_between = bound <= optimum && optimum <= length;
    assert!(is_between, "{board}: {bound} <= {optimum} <= {length}");
    assert_eq!(solution.is_optimal(), bound == length, "{board}");
    match quality {
        Fast => {}
        Within { percent } => {
            let most = (100 + usize::from(percent)) * bound;
            assert!(100 * length <= most, "{board}: {length} by {bound}");
        }
        // `Best` proves its answer on boards as small as these.
        _ => assert_eq!((bound, length), (optimum, optimum), "{board}"),
    }
    // Each move of a tile takes the blank to a cell of the other colour.
    let steps = board.shape().distance(board.blank(), end.blank());
    assert_eq!(solution.tile_moves() % 2, steps % 2, "{board}");
}
