use alloc::vec::Vec;

use super::General;
use crate::canonical::CanonicalBoard;
use crate::exact::fixtures::{Outcome, Random, advance, go_on, run, slices, walk};
use crate::exact::neighbours::Neighbours;
use crate::exact::position::{BlankMove, Part, Position, PositionError, Resume};
use crate::heuristic::{Bound, ByAxis, ByTiles, Heuristic, LinearConflict, Manhattan};
use crate::runtime::shared::Shared;
use crate::runtime::work::Tally;
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
    let estimate = heuristic.estimate(&heuristic.evaluate(board)) as usize;
    let mut plain = Plain {
        heuristic,
        board: board.clone(),
        outcome: Outcome::default(),
        sides: Vec::new(),
    };
    let parity = board.shape.distance(board.blank, board.home) % 2;
    let mut bound = estimate + (estimate + parity) % 2;
    while plain.outcome.found.is_empty() {
        plain.outcome.bounds.push(bound);
        plain.search(bound);
        bound += 2;
    }
    plain.outcome
}

/// A heuristic that knows little: the tiles out of place, and nothing of boards two moves away.
#[derive(Clone, Debug)]
struct Misplaced;

impl Heuristic for Misplaced {
    type State = u32;

    fn evaluate(&self, board: &CanonicalBoard) -> u32 {
        let cells = board.cells().iter().enumerate();
        let wrong = cells.filter(|&(cell, &is)| cell != board.blank() && usize::from(is) != cell);
        (wrong.count() as u32).saturating_sub(2)
    }

    fn update(&self, _: &u32, board: &CanonicalBoard, from: usize) -> u32 {
        self.evaluate(&board.after(from))
    }

    fn estimate(&self, state: &u32) -> u32 {
        *state
    }

    fn name(&self) -> &'static str {
        "misplaced"
    }
}

fn general<H: Heuristic>(heuristic: H, board: &CanonicalBoard) -> General<ByTiles<H>> {
    let neighbours = Shared::new(Neighbours::new(board.shape).unwrap());
    General::new(ByTiles(heuristic), neighbours, board.clone(), 0).unwrap()
}

/// Returns the search by slides of the tiles' distances along each axis.
fn by_slides(board: &CanonicalBoard) -> General<ByAxis> {
    let neighbours = Shared::new(Neighbours::new(board.shape).unwrap());
    let by = ByAxis::new(board.shape, board.home).unwrap();
    General::new(by, neighbours, board.clone(), 0).unwrap()
}

/// Walks of some steps on boards of five shapes, of two or more sides and of one.
fn boards(count: usize, steps: usize) -> Vec<CanonicalBoard> {
    let mut random = Random(7);
    let shapes = [(3, 3, 1), (2, 4, 1), (4, 4, 1), (2, 2, 3), (1, 7, 1)];
    let shapes = shapes.into_iter().cycle().take(count);
    let shapes = shapes.map(|(rows, cols, layers)| Shape::new(rows, cols, layers).unwrap());
    let board = |shape: Shape| {
        if shape.is_path() {
            // There the blank can't turn round.
            return walk(shape, 0, steps.min(6), &mut random).0;
        }
        let home = random.below(shape.cells());
        walk(shape, home, steps, &mut random).0
    };
    shapes.map(board).collect()
}

#[test]
fn agrees_with_the_recursion_however_it_is_sliced() {
    for board in boards(20, 16) {
        let manhattan = Manhattan::new(board.shape, board.home).unwrap();
        let wanted = plainly(&manhattan, &board);
        for slice in slices() {
            let mut random = Random(3);
            let outcome = run(&mut general(&manhattan, &board), u64::MAX, || {
                slice(&mut random)
            });
            assert_eq!(outcome, wanted, "{board}");
        }
        let conflict = LinearConflict::new(board.shape, board.home).unwrap();
        let outcome = run(&mut general(&conflict, &board), u64::MAX, || u64::MAX);
        assert_eq!(outcome, plainly(&conflict, &board), "{board}");
    }
}

#[test]
fn works_with_a_heuristic_that_sees_no_end() {
    for board in boards(10, 9) {
        let outcome = run(&mut general(Misplaced, &board), u64::MAX, || 3);
        assert_eq!(outcome, plainly(Misplaced, &board), "{board}");
    }
}

#[test]
fn stops_at_any_limit_and_goes_on() {
    for board in boards(10, 30) {
        let manhattan = Manhattan::new(board.shape, board.home).unwrap();
        let whole = run(&mut general(&manhattan, &board), u64::MAX, || u64::MAX);
        let step = whole.expanded as usize / 40 + 1;
        for limit in (0..30).chain((30..whole.expanded).step_by(step)) {
            let mut search = general(&manhattan, &board);
            let mut outcome = run(&mut search, limit, || 50);
            assert_eq!(outcome.expanded, limit.min(whole.expanded));
            go_on(&mut search, u64::MAX, &mut || u64::MAX, &mut outcome);
            assert_eq!(outcome, whole, "{board} {limit}");
        }
    }
}

/// Stores and resumes a search at many points; returns their number.
fn resume_everywhere<B: Bound>(make: impl Fn() -> General<B>) -> u32 {
    let mut stored = 0;
    let whole = run(&mut make(), u64::MAX, || u64::MAX);
    let mut search = make();
    let mut outcome = Outcome::default();
    loop {
        advance(&mut search, whole.expanded / 20 + 1, &mut outcome);
        if !outcome.found.is_empty() {
            return stored;
        }
        let (bound, position) = (search.bound(), search.position().unwrap());
        let mut resumed = make().resumed(bound, &position).unwrap();
        assert_eq!(resumed.position().as_ref(), Ok(&position));
        let mut rest = outcome.clone();
        go_on(&mut resumed, u64::MAX, &mut || 77, &mut rest);
        rest.bounds.dedup();
        assert_eq!(rest, whole, "{position:?}");
        stored += 1;
    }
}

#[test]
fn resumes_where_it_was_stored() {
    let (mut tiles, mut slides) = (0, 0);
    for board in boards(10, 30) {
        let manhattan = Manhattan::new(board.shape, board.home).unwrap();
        tiles += resume_everywhere(|| general(&manhattan, &board));
    }
    for board in boards(10, 12) {
        slides += resume_everywhere(|| by_slides(&board));
    }
    assert!(tiles > 60 && slides > 20, "{tiles} {slides}");
}

/// Searches the rest of a round part by part, and returns what one search would have counted.
fn in_parts<B: Bound>(
    search: &mut General<B>,
    make: impl Fn() -> General<B>,
    parts: usize,
) -> Outcome {
    let parts = search.parts(parts).unwrap();
    let mut outcome = Outcome::default();
    let count = |outcome: &mut Outcome, tally: Tally| {
        outcome.expanded += tally.expanded;
        outcome.generated += tally.generated;
    };
    for part in &parts.parts {
        count(&mut outcome, part.before);
        let mut search = make().part(search.bound(), part).unwrap();
        let own = run(&mut search, u64::MAX, || 100);
        count(
            &mut outcome,
            Tally {
                expanded: own.expanded,
                generated: own.generated,
            },
        );
        outcome.found.extend(own.found);
    }
    count(&mut outcome, parts.after);
    outcome
}

/// Parts a search at many points; returns the largest number of parts.
fn part_everywhere<B: Bound + Clone>(make: impl Fn() -> General<B>, every: u64) -> usize {
    let mut most = 0;
    let mut search = make();
    let (mut outcome, mut round) = (Outcome::default(), 0);
    loop {
        advance(&mut search, every, &mut outcome);
        if !outcome.found.is_empty() {
            return most;
        }
        round += 1;
        for at_least in [1, 2, 5, 50, 400] {
            let before = search.position();
            let parts = search.parts(at_least).unwrap();
            most = most.max(parts.parts.len());
            assert_eq!(search.position(), before);
            let mut wanted = outcome.clone();
            let mut whole = search.clone();
            // The rest of the round.
            while advance(&mut whole, u64::MAX / 2, &mut wanted) && whole.bound == search.bound {}
            let got = in_parts(&mut search, &make, at_least);
            assert_eq!(got.expanded, wanted.expanded - outcome.expanded, "{round}");
            assert_eq!(got.generated, wanted.generated - outcome.generated);
            assert_eq!(got.found, wanted.found);
        }
    }
}

#[test]
fn parts_together_do_what_one_search_does() {
    let (mut tiles, mut slides) = (0, 0);
    for board in boards(5, 40) {
        let manhattan = Manhattan::new(board.shape, board.home).unwrap();
        tiles = tiles.max(part_everywhere(|| general(&manhattan, &board), 500));
    }
    for board in boards(5, 12) {
        slides = slides.max(part_everywhere(|| by_slides(&board), 500));
    }
    assert!(tiles >= 400 && slides >= 50, "{tiles} {slides}");
}

#[test]
fn refuses_positions_of_other_searches() {
    let (board, _) = walk(Shape::square(4).unwrap(), 15, 30, &mut Random(1));
    let manhattan = Manhattan::new(board.shape, board.home).unwrap();
    let resume = |bound, turns: &[u8], next| {
        let sides = turns.iter().map(|&turn| Side::numbered(turn).unwrap());
        let position = Position {
            moves: BlankMove::of_steps(&sides.collect::<Vec<_>>(), false),
            next,
        };
        general(&manhattan, &board)
            .resumed(bound, &position)
            .map(drop)
    };
    let bound = general(&manhattan, &board).bound();
    assert_eq!(resume(bound, &[], 0), Ok(()));
    assert_eq!(resume(bound - 2, &[], 0), Err(PositionError::Bound));
    assert_eq!(resume(bound + 1, &[], 0), Err(PositionError::Bound));
    assert_eq!(resume(bound, &[], 8), Err(PositionError::Next));
    let forbidden = |at| Err(PositionError::Forbidden { at });
    assert_eq!(resume(bound, &[4], 0), forbidden(0));
    let open = Side::ALL
        .into_iter()
        .filter(|side| side.entered(board.shape, board.blank).is_some());
    let mut pruned = 0;
    for side in open {
        let (on, back) = (side as u8, side.undo() as u8);
        assert_eq!(resume(bound + 8, &[on], 0), Ok(()));
        assert_eq!(resume(bound + 8, &[on, back], 0), forbidden(1));
        match resume(bound, &[on], 0) {
            Err(error) => {
                assert_eq!(error, PositionError::Pruned { at: 0 });
                pruned += 1;
            }
            Ok(()) => assert!(manhattan.estimate(&manhattan.evaluate(&board)) > 0),
        }
    }
    assert!(pruned > 0);
    let long = [0; 100];
    assert_eq!(resume(bound, &long, 0), Err(PositionError::Next));
    let part = Part {
        position: Position::default(),
        floor: 1,
        before: Tally::default(),
    };
    let part = general(&manhattan, &board).part(bound, &part);
    assert_eq!(part.map(drop), Err(PositionError::Next));
}
