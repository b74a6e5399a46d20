use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::Stamped;
use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::search::meter::{Counts, Meter};
use crate::shape::Shape;

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

#[derive(Clone, Debug, PartialEq, Eq)]
struct Outcome {
    moves: Option<Vec<Direction>>,
    bound: usize,
    expanded: u64,
    generated: u64,
}

fn plainly(shape: Shape, home: usize, at: &[u16], blank: usize, budget: u64) -> Outcome {
    let mut plain = Plain {
        board: CanonicalBoard {
            shape,
            home,
            cells: at.to_vec(),
            blank,
        },
        expanded: 0,
        generated: 1,
        budget,
        moves: vec![],
    };
    let mut bound = plain.board.manhattan();
    loop {
        match plain.search(bound) {
            Some(false) => bound += 2,
            found => {
                assert!(found.is_none() || plain.board.blank == plain.board.home);
                return Outcome {
                    moves: found.map(|_| plain.moves),
                    bound,
                    expanded: plain.expanded,
                    generated: plain.generated,
                };
            }
        }
    }
}

/// Runs the kernel to a budget, with a pause every so many expansions.
fn stamped(shape: Shape, at: &[u16], blank: usize, budget: u64, step: u64) -> Outcome {
    let mut hook = |counts: &mut Counts<'_>| {
        assert!(counts.expanded <= budget);
        if counts.expanded == budget && counts.pause_at == budget && counts.bound > 0 {
            return ControlFlow::Break(());
        }
        counts.pause_at = budget.min(counts.expanded + step);
        ControlFlow::Continue(())
    };
    let mut meter = Meter::new(&mut hook);
    let moves = Stamped::new(shape).unwrap().search(at, blank, &mut meter);
    Outcome {
        moves,
        bound: meter.bound,
        expanded: meter.expanded,
        generated: meter.generated,
    }
}

/// Small numbers that look random (`SplitMix64`).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((x ^ (x >> 31)) % limit as u64) as usize
    }
}

/// Walks from the goal, never straight back.
fn walk(shape: Shape, home: usize, steps: usize, random: &mut Random) -> (Vec<u16>, usize) {
    let mut at: Vec<u16> = (0..shape.cells() as u16).collect();
    let (mut blank, mut last) = (home, None);
    for _ in 0..steps {
        let (side, cell) = loop {
            let side = Direction::ALL[random.below(4)];
            match shape.neighbour(blank, side) {
                Some(cell) if last != Some(side.opposite()) => break (side, cell),
                _ => {}
            }
        };
        at.swap(blank, cell);
        (blank, last) = (cell, Some(side));
    }
    (at, blank)
}

fn shape(side: usize) -> Shape {
    Shape::new(side, side, 1).unwrap()
}

#[test]
fn agrees_with_the_plain_search() {
    let mut random = Random(1);
    let mut solved_lengths = 0;
    for (side, steps) in [(3, 60), (4, 30)] {
        for home in 0..side * side {
            for _ in 0..4 {
                let (at, blank) = walk(shape(side), home, steps, &mut random);
                let wanted = plainly(shape(side), home, &at, blank, u64::MAX);
                solved_lengths += wanted.bound;
                for step in [u64::MAX / 2, 1, 2, 63, 64, 65, 66, 67, 68, 69, 70, 97, 1000] {
                    let got = stamped(shape(side), &at, blank, u64::MAX, step);
                    assert_eq!(got, wanted, "{at:?} {step}");
                }
            }
        }
    }
    assert!(solved_lengths > 100 * 18);
}

#[test]
fn starts_near_the_goal() {
    for side in [3, 4] {
        for home in 0..side * side {
            for steps in 0..=5 {
                for seed in 0..6 {
                    let (at, blank) = walk(shape(side), home, steps, &mut Random(seed));
                    let got = stamped(shape(side), &at, blank, u64::MAX, 1 << 30);
                    assert_eq!(got, plainly(shape(side), home, &at, blank, u64::MAX));
                    assert_eq!(got.bound, steps);
                }
            }
        }
    }
}

#[test]
fn stops_exactly_at_any_budget() {
    let mut random = Random(2);
    for (side, home, steps) in [(4, 0, 36), (4, 6, 36), (4, 15, 40), (3, 4, 80)] {
        let (at, blank) = walk(shape(side), home, steps, &mut random);
        let whole = plainly(shape(side), home, &at, blank, u64::MAX);
        let step = whole.expanded as usize / 24 + 1;
        let budgets = (0..100).chain((100..whole.expanded + 50).step_by(step));
        for budget in budgets {
            let wanted = plainly(shape(side), home, &at, blank, budget);
            assert_eq!(wanted.expanded, budget.min(whole.expanded));
            for step in [u64::MAX / 2, 50, 100] {
                let got = stamped(shape(side), &at, blank, budget, step);
                assert!(got.bound <= whole.bound);
                assert_eq!(got, wanted, "{at:?} {budget} {step}");
            }
        }
    }
}

#[test]
fn pauses_with_exact_counts() {
    let (at, blank) = walk(shape(4), 5, 60, &mut Random(3));
    let mut pauses = vec![];
    let mut hook = |counts: &mut Counts<'_>| {
        if counts.expanded > 0 && counts.expanded == counts.pause_at {
            pauses.push((counts.expanded, counts.generated, counts.bound));
        }
        if counts.expanded >= 30_000 {
            return ControlFlow::Break(());
        }
        if counts.expanded >= counts.pause_at {
            counts.pause_at += 777;
        }
        ControlFlow::Continue(())
    };
    let moves = Stamped::new(shape(4))
        .unwrap()
        .search(&at, blank, &mut Meter::new(&mut hook));
    assert!(moves.is_none());
    assert_eq!(pauses.len(), 39);
    for (i, &(expanded, generated, bound)) in pauses.iter().enumerate() {
        let wanted = plainly(shape(4), 5, &at, blank, expanded);
        assert_eq!(expanded, 777 * (i as u64 + 1));
        assert_eq!((generated, bound), (wanted.generated, wanted.bound));
    }
}
