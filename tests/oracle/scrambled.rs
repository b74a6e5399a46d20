//! Easy starts: walks from the goal, by an independent generator.

use npuzzle::{Direction, Puzzle};

use super::random::Random;

/// Returns the board on which a walk of `moves` moves ends, without ever stepping back; the seed
/// decides.
pub(crate) fn scrambled<P: Puzzle>(mut board: P, moves: usize, seed: u64) -> P {
    let mut random = Random(seed);
    let mut last: Option<Direction> = None;
    for _ in 0..moves {
        loop {
            let direction = Direction::ALL[random.below(6)];
            if last != Some(direction.opposite()) && board.slide(direction).is_ok() {
                last = Some(direction);
                break;
            }
        }
    }
    board
}
