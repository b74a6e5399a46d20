use alloc::vec;
use alloc::vec::Vec;

use super::{Fixed15Search, SHAPE};
use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::exact::fixtures::{Outcome, Random, go_on, run, slices, walk};
use crate::exact::position::{BlankMove, Part, Position, PositionError, Resume};
use crate::moves::Moves;
use crate::runtime::work::{Counts, Step, Tally, Work};
use crate::side::Side;

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

fn search(board: &CanonicalBoard) -> Fixed15Search {
    Fixed15Search::new(board).unwrap().unwrap()
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

/// Advances a search by some expansions; returns whether there is more to do.
fn advance(search: &mut Fixed15Search, by: u64, outcome: &mut Outcome) -> bool {
    let mut counts = Counts {
        expanded: outcome.expanded,
        generated: outcome.generated,
        ..Counts::default()
    };
    let step = search.advance(outcome.expanded.saturating_add(by), &mut counts);
    (outcome.expanded, outcome.generated) = (counts.expanded, counts.generated);
    match step.unwrap() {
        Step::Paused => {}
        Step::Bound(bound) => outcome.bounds.push(bound),
        Step::Found(moves) => outcome.found.push(moves),
        Step::Done => return false,
    }
    outcome.found.is_empty()
}

#[test]
fn pauses_with_exact_counts_and_resumes_there() {
    let (board, _) = walk(SHAPE, 5, 200, &mut Random(3));
    let whole = plainly(&board, 30_000);
    let mut paused = search(&board);
    let mut outcome = Outcome::default();
    let mut pauses = 0;
    while outcome.expanded < 28_000 {
        assert!(advance(&mut paused, 777, &mut outcome));
        let wanted = plainly(&board, outcome.expanded);
        // A bound is reported just before its root is expanded.
        assert_eq!(outcome.generated, wanted.generated);
        let (bound, position) = (paused.bound(), paused.position().unwrap());
        let mut resumed = search(&board).resumed(bound, &position).unwrap();
        assert_eq!(resumed.position(), Ok(position));
        let mut rest = outcome.clone();
        go_on(&mut resumed, 30_000, &mut || 10_000, &mut rest);
        rest.bounds.dedup();
        assert_eq!(rest, whole);
        pauses += 1;
    }
    assert!(pauses >= 36, "{pauses}");
}

#[test]
fn parts_together_do_what_one_search_does() {
    let mut most = 0;
    for (home, steps) in [(15, 44), (5, 60), (8, 52)] {
        let (board, _) = walk(SHAPE, home, steps, &mut Random(9));
        let (mut whole, mut outcome) = (search(&board), Outcome::default());
        while advance(&mut whole, 12_345, &mut outcome) && outcome.expanded < 300_000 {
            let (bound, position) = (whole.bound(), whole.position());
            let mut wanted = outcome.clone();
            let mut round = whole.clone();
            while advance(&mut round, u64::MAX, &mut wanted) && round.bound() == bound {}
            for at_least in [1, 3, 40, 500] {
                let parts = whole.parts(at_least).unwrap();
                assert_eq!(whole.position(), position);
                most = most.max(parts.parts.len());
                let mut got = Outcome {
                    bounds: wanted.bounds.clone(),
                    ..outcome.clone()
                };
                for part in &parts.parts {
                    got.expanded += part.before.expanded;
                    got.generated += part.before.generated;
                    let own = run(
                        &mut search(&board).part(bound, part).unwrap(),
                        u64::MAX,
                        || 999,
                    );
                    got.expanded += own.expanded;
                    got.generated += own.generated;
                    got.found.extend(own.found);
                    if !got.found.is_empty() {
                        break;
                    }
                }
                if got.found.is_empty() {
                    got.expanded += parts.after.expanded;
                    got.generated += parts.after.generated;
                }
                assert_eq!(got, wanted, "{board} {at_least} {position:?}");
            }
        }
    }
    assert!(most >= 500, "{most}");
}

#[test]
fn refuses_positions_of_other_searches() {
    let (board, _) = walk(SHAPE, 15, 30, &mut Random(1));
    let resume = |bound, turns: &[u8], next| {
        let sides = turns.iter().map(|&turn| Side::numbered(turn).unwrap());
        let moves = BlankMove::of_steps(&sides.collect::<Vec<_>>(), false);
        let resumed = search(&board).resumed(bound, &Position { moves, next });
        resumed.map(|search| search.position())
    };
    let bound = board.manhattan();
    let fine = resume(bound, &[], 4).unwrap().unwrap();
    assert_eq!((fine.moves.len(), fine.next), (0, 4));
    for bad in [0, bound - 2, bound + 1, 98, usize::MAX] {
        assert_eq!(resume(bad, &[], 0), Err(PositionError::Bound));
    }
    assert_eq!(resume(bound, &[], 8), Err(PositionError::Next));
    assert_eq!(resume(bound, &[0; 100], 0), Err(PositionError::Next));
    for front in [4, 5] {
        assert_eq!(
            resume(bound, &[front], 0),
            Err(PositionError::Forbidden { at: 0 })
        );
    }
    let long = [0, 1, 2, 3].map(|side| resume(bound, &[side; 8], 0));
    assert!(long.iter().all(Result::is_err));
    let part = Part {
        position: Position::default(),
        floor: 1,
        before: Tally::default(),
    };
    let part = search(&board).part(bound, &part);
    assert_eq!(part.map(drop), Err(PositionError::Next));
}
