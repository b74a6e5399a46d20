use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::{Fixed15, SHAPE};
use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::exact::fixtures::{Outcome, Random, go_on, run, run_in_all_slices, walk};
use crate::exact::rounds::{Rounds, StoredRound};
use crate::moves::Moves;

/// The same search as plainly as can be: a board as a list of cells, one board a call, all by the
/// book.
struct Plain {
    board: CanonicalBoard,
    expanded: u64,
    generated: u64,
    budget: u64,
    moves: Vec<Direction>,
}

impl Plain {
    /// Returns whether the goal was found, or nothing where the budget is used up.
    fn search(&mut self, depth: usize) -> Option<bool> {
        if depth == 0 {
            return Some(self.board.manhattan() == 0);
        }
        if self.expanded == self.budget {
            return None;
        }
        self.expanded += 1;
        for side in [
            Direction::Up,
            Direction::Left,
            Direction::Right,
            Direction::Down,
        ] {
            // The last tile would go back, or there is none to move.
            if self.moves.last() == Some(&side) || !self.board.slide(side.opposite()) {
                continue;
            }
            self.generated += 1;
            self.moves.push(side.opposite());
            if self.board.manhattan() < depth {
                let result = self.search(depth - 1);
                if result != Some(false) {
                    return result;
                }
            }
            self.moves.pop();
            self.board.slide(side);
        }
        Some(false)
    }
}

/// Searches until `budget` boards are expanded.
fn plainly(board: &CanonicalBoard, budget: u64) -> Outcome {
    let mut plain = Plain {
        board: board.clone(),
        expanded: 0,
        generated: 0,
        budget,
        moves: vec![],
    };
    let mut bounds = vec![plain.board.manhattan()];
    loop {
        let bound = bounds[bounds.len() - 1];
        match plain.search(bound) {
            Some(false) => bounds.push(bound + 2),
            found => {
                assert!(found.is_none() || plain.board.is_solved());
                let moves = found.map(|_| plain.moves.into_iter().collect::<Moves>());
                return Outcome {
                    found: moves.into_iter().collect(),
                    bounds,
                    expanded: plain.expanded,
                    generated: plain.generated,
                };
            }
        }
    }
}

fn search(board: &CanonicalBoard) -> Rounds {
    Rounds::new(Box::new(Fixed15::new(board).unwrap()), 0)
}

#[test]
fn agrees_with_the_plain_search_in_slices_and_at_limits() {
    let mut random = Random(1);
    for steps in [0, 1, 2, 5, 24, 30] {
        for home in 0..SHAPE.cells() {
            let (board, _) = walk(SHAPE, home, steps, &mut random);
            let wanted = plainly(&board, u64::MAX);
            assert_eq!(run_in_all_slices(|| search(&board)), wanted, "{board}");
            for limit in [0, 1, 5, 63, 64, 65, wanted.expanded / 2] {
                let mut stopped = search(&board);
                let mut got = run(&mut stopped, limit, || 97);
                assert_eq!(got, plainly(&board, limit), "{board} {limit}");
                go_on(&mut stopped, u64::MAX, &mut || 65, &mut got);
                assert_eq!(got, wanted, "{board} {limit}");
            }
        }
    }
}

/// Rounds of more than 100,000 boards, which other kernels split.
#[test]
fn counts_as_a_recursion_in_long_rounds_and_on_threads() {
    for (home, steps) in [(5, 60), (8, 52)] {
        let (board, _) = walk(SHAPE, home, steps, &mut Random(9));
        let whole = plainly(&board, u64::MAX);
        assert!(whole.expanded > 400_000, "{}", whole.expanded);
        for threads in [1, 3] {
            let kernel = Box::new(Fixed15::new(&board).unwrap());
            let mut search = Rounds::resumed(kernel, &StoredRound::default(), threads);
            assert_eq!(run(&mut search, u64::MAX, || u64::MAX), whole);
        }
    }
}
