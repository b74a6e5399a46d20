use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::General;
use crate::canonical::CanonicalBoard;
use crate::exact::fixtures::{
    Checked, Outcome, Random, RoundsJob, WholeRounds, advance, check_rounds, run,
    run_in_all_slices, walk,
};
use crate::exact::rounds::{Kernel, StoredRound};
use crate::heuristic::{ByAxis, Heuristic, LinearConflict, Manhattan};
use crate::shape::Shape;
use crate::side::Side;

/// The same search as a recursion.
struct Plain<H> {
    heuristic: H,
    board: CanonicalBoard,
    outcome: Outcome,
    sides: Vec<Side>,
}

impl<H: Heuristic> Plain<H> {
    fn search(&mut self, left: usize) {
        if left == 0 && self.board.is_solved() {
            let moves = self.sides.iter().map(|side| side.tile_moves());
            self.outcome.found.push(moves.collect());
        }
        if left == 0 && (!self.sides.is_empty() || self.board.is_solved()) {
            return;
        }
        self.outcome.expanded += 1;
        for side in Side::ALL {
            let last = self.sides.last();
            if last == Some(&side.undo()) || !self.board.slide(side.tile_moves()) {
                continue;
            }
            self.outcome.generated += 1;
            let state = self.heuristic.evaluate(&self.board);
            if (self.heuristic.estimate(&state) as usize) < left {
                self.sides.push(side);
                self.search(left - 1);
                self.sides.pop();
            }
            self.board.slide(side.undo().tile_moves());
        }
    }
}

/// Searches for all shortest solutions.
fn plainly<H: Heuristic>(heuristic: H, board: &CanonicalBoard) -> Outcome {
    plain_rounds(heuristic, board).pop().expect("a round")
}

/// Searches for all shortest solutions; returns the outcome after each round.
fn plain_rounds<H: Heuristic>(heuristic: H, board: &CanonicalBoard) -> Vec<Outcome> {
    let estimate = heuristic.estimate(&heuristic.evaluate(board)) as usize;
    let mut plain = Plain {
        heuristic,
        board: board.clone(),
        outcome: Outcome::default(),
        sides: Vec::new(),
    };
    let parity = board.shape.distance(board.blank, board.home) % 2;
    let mut bound = estimate + (estimate + parity) % 2;
    let mut rounds = Vec::new();
    while plain.outcome.found.is_empty() {
        plain.outcome.bounds.push(bound);
        plain.search(bound);
        rounds.push(plain.outcome.clone());
        bound += 2;
    }
    rounds
}

/// A heuristic that is always 0.
#[derive(Clone, Debug)]
struct Blind;

impl Heuristic for Blind {
    type State = ();

    fn evaluate(&self, _: &CanonicalBoard) {}

    fn update(&self, (): &(), _: &CanonicalBoard, _: usize) {}

    fn estimate(&self, (): &()) -> u32 {
        0
    }
}

fn general<'h, H: Heuristic + 'h>(
    heuristic: H,
    board: &CanonicalBoard,
) -> WholeRounds<dyn Kernel + 'h> {
    let kernel = General::new(heuristic, board.clone()).unwrap();
    WholeRounds::new(Box::new(kernel))
}

/// Walks of some steps on boards of five shapes, of two or more sides and of one.
fn boards(count: usize, steps: usize) -> Vec<CanonicalBoard> {
    let mut random = Random(7);
    let shapes = [(3, 3, 1), (2, 4, 1), (4, 4, 1), (2, 2, 3), (1, 7, 1)];
    let shapes = shapes.into_iter().cycle().take(count);
    let shapes = shapes.map(|(rows, cols, layers)| Shape::new(rows, cols, layers).unwrap());
    let board = |shape: Shape| {
        if shape.is_path() {
            // The blank can't turn back there.
            return walk(shape, 0, steps.min(6), &mut random).0;
        }
        let home = random.below(shape.cells());
        walk(shape, home, steps, &mut random).0
    };
    shapes.map(board).collect()
}

#[test]
fn agrees_with_the_recursion_in_slices_and_at_limits() {
    for board in boards(20, 16) {
        let manhattan = Manhattan::new(board.shape, board.home).unwrap();
        let outcome = run_in_all_slices(|| general(&manhattan, &board));
        assert_eq!(outcome, plainly(&manhattan, &board), "{board}");
        let conflict = LinearConflict::new(board.shape, board.home).unwrap();
        let outcome = run(&mut general(&conflict, &board), u64::MAX, || u64::MAX);
        assert_eq!(outcome, plainly(&conflict, &board), "{board}");
    }
    for board in boards(10, 8) {
        let outcome = run(&mut general(Blind, &board), u64::MAX, || 3);
        assert_eq!(outcome, plainly(Blind, &board), "{board}");
    }
}

#[test]
fn splitting_changes_nothing() {
    let mut checked = Checked::default();
    let shape = Shape::square(4).unwrap();
    let (board, _) = walk(shape, 15, 50, &mut Random(4));
    let manhattan = Arc::new(Manhattan::new(shape, 15).unwrap());
    let make = |from: &StoredRound, threads| -> RoundsJob {
        let by = Arc::clone(&manhattan);
        let kernel = General::new(by, board.clone()).unwrap();
        RoundsJob::new(Box::new(kernel), from, threads)
    };
    check_rounds(make, 2, &mut checked);
    // A split round counts boards as a recursion does.
    let mut rounds = plain_rounds(&*manhattan, &board);
    let last = rounds.pop().expect("a round");
    let before = rounds.pop().expect("several rounds");
    assert!(before.expanded > 200_000, "rounds were split: {before:?}");
    for threads in [1, 3] {
        let (mut search, mut outcome) =
            (make(&StoredRound::default(), threads), Outcome::default());
        while outcome.bounds != last.bounds {
            assert!(advance(&mut search, u64::MAX >> 1, &mut outcome));
        }
        assert_eq!(outcome.expanded, before.expanded, "{threads} threads");
        assert_eq!(outcome.generated, before.generated, "{threads} threads");
    }
    let (board, _) = walk(shape, 15, 24, &mut Random(4));
    let by = Arc::new(ByAxis(Manhattan::new(shape, 15).unwrap()));
    let make = |from: &StoredRound, threads| -> RoundsJob {
        let by = Arc::clone(&by);
        let kernel = General::new(by, board.clone()).unwrap();
        RoundsJob::new(Box::new(kernel), from, threads)
    };
    check_rounds(make, 1, &mut checked);
    assert!(checked.stored > 5 && checked.parted > 2, "{checked:?}");
}
