//! Easy starts: walks from the goal, by a generator that is not the crate's.

use npuzzle::{Direction, Puzzle};

/// Returns the board that a walk of so many moves ends on, without ever stepping back; the seed decides.
pub(crate) fn scrambled<P: Puzzle>(mut board: P, moves: usize, seed: u64) -> P {
    let mut random = seed;
    let mut last: Option<Direction> = None;
    for _ in 0..moves {
        loop {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let direction = Direction::ALL[(random >> 33) as usize % 6];
            if last != Some(direction.opposite()) && board.slide(direction).is_ok() {
                last = Some(direction);
                break;
            }
        }
    }
    board
}
