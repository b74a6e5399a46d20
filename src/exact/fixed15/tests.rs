use alloc::boxed::Box;
use alloc::vec::Vec;
use alloc::{format, vec};

use super::{Fixed15, SHAPE};
use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::exact::fixtures::{Checked, Outcome, Random, check_rounds, go_on, run, slices, walk};
use crate::exact::lanes::ExactSearch;
use crate::exact::rounds::{Rounds, StoredRound, StoredSeed};
use crate::moves::Moves;
use crate::runtime::work::{Counts, Step, Tally, Work};

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
fn agrees_with_the_plain_search() {
    let mut random = Random(1);
    let mut solved_lengths = 0;
    for steps in [24, 30] {
        for home in 0..SHAPE.cells() {
            for _ in 0..4 {
                let (board, _) = walk(SHAPE, home, steps, &mut random);
                let wanted = plainly(&board, u64::MAX);
                solved_lengths += wanted.found[0].len();
                for slice in [u64::MAX, 1, 2, 63, 64, 65, 66, 67, 68, 69, 70, 97, 1000] {
                    let got = run(&mut search(&board), u64::MAX, || slice);
                    assert_eq!(got, wanted, "{board} {slice}");
                }
                for slice in slices() {
                    let got = run(&mut search(&board), u64::MAX, || slice(&mut random));
                    assert_eq!(got, wanted, "{board}");
                }
            }
        }
    }
    assert!(solved_lengths > 100 * 18);
}

#[test]
fn starts_near_the_goal() {
    for home in 0..SHAPE.cells() {
        for steps in 0..=5 {
            for seed in 0..6 {
                let (board, _) = walk(SHAPE, home, steps, &mut Random(seed));
                let got = run(&mut search(&board), u64::MAX, || 1 << 30);
                assert_eq!(got, plainly(&board, u64::MAX));
                assert_eq!(got.bounds, [steps]);
            }
        }
    }
}

#[test]
fn stops_exactly_at_any_limit_and_goes_on() {
    let mut random = Random(2);
    for (home, steps) in [(0, 36), (6, 36), (15, 40), (10, 44)] {
        let (board, _) = walk(SHAPE, home, steps, &mut random);
        let whole = plainly(&board, u64::MAX);
        let step = whole.expanded as usize / 24 + 1;
        let limits = (0..100).chain((100..whole.expanded + 50).step_by(step));
        for limit in limits {
            let wanted = plainly(&board, limit);
            assert_eq!(wanted.expanded, limit.min(whole.expanded));
            for slice in [u64::MAX, 50, 100] {
                let mut search = search(&board);
                let mut got = run(&mut search, limit, || slice);
                assert_eq!(got, wanted, "{board} {limit} {slice}");
                go_on(&mut search, u64::MAX, &mut || slice, &mut got);
                assert_eq!(got, whole, "{board} {limit} {slice}");
            }
        }
    }
}

#[test]
fn counts_as_if_no_round_were_split() {
    let mut checked = Checked::default();
    for (home, steps) in [(5, 60), (8, 52)] {
        let (board, _) = walk(SHAPE, home, steps, &mut Random(9));
        let got = run(&mut search(&board), u64::MAX, || u64::MAX);
        assert_eq!(got, plainly(&board, u64::MAX));
        let make = |from: &StoredRound, threads| -> ExactSearch {
            let kernel = Fixed15::new(&board).unwrap();
            Rounds::resumed(Box::new(kernel), from, threads).into()
        };
        check_rounds(make, 2, &mut checked);
    }
    assert!(checked.stored > 5 && checked.parted > 3, "{checked:?}");
}

#[test]
fn paths_of_other_boards_are_left_out() {
    let (board, _) = walk(SHAPE, 15, 30, &mut Random(1));
    let seed = |path: &str| StoredSeed {
        path: path.parse().unwrap(),
        before: Tally::default(),
    };
    let mut paths = Vec::new();
    for first in ["U", "D", "L", "R"] {
        paths.extend(["U", "D", "L", "R"].map(|second| seed(&format!("{first}{second}"))));
    }
    let stored = StoredRound {
        seeds: Some(paths),
        ..StoredRound::new(board.manhattan() + 10)
    };
    let kernel = Box::new(Fixed15::new(&board).unwrap());
    let mut search = Rounds::resumed(kernel, &stored, 1);
    // The paths are followed, not searched below.
    let mut counts = Counts {
        limit: 0,
        ..Counts::default()
    };
    for _ in 0..20 {
        assert_eq!(search.advance(u64::MAX, &mut counts), Ok(Step::Paused));
    }
    let left = search.stored().seeds.unwrap();
    assert!(left.len() > 2 && left.len() < 12, "{left:?}");
}
