//! The search by slides is the same however it is stored and shared out.

use super::*;
use crate::exact::fixtures::{self, Outcome};
use crate::exact::slides::StoredSlides;

/// Returns tables of few colours, so that rounds are large enough to be split, and a board.
fn case(seed: u64) -> (Shared<SlideKit>, CanonicalBoard) {
    let shape = Shape::rectangle(3, 4).unwrap();
    let kit = Shared::new(kit(shape, 11, &["000000011111"], 1));
    let (board, _) = walk(shape, 11, 400, &mut Random(seed));
    (kit, board)
}

fn new(kit: &Shared<SlideKit>, board: &CanonicalBoard) -> SlideSearch {
    SlideSearch::new(Shared::clone(kit), board, 0).unwrap()
}

fn restored(
    kit: &Shared<SlideKit>,
    board: &CanonicalBoard,
    stored: &StoredSlides,
) -> Result<SlideSearch, PositionError> {
    SlideSearch::restore(Shared::clone(kit), board, stored)
}

/// Advances a search by a slice; returns whether there is more to do before its first solution.
fn advance(search: &mut SlideSearch, by: u64, outcome: &mut Outcome) -> bool {
    fixtures::advance(search, by, outcome) && outcome.found.is_empty()
}

/// Returns the outcome up to the first solution.
fn whole(kit: &Shared<SlideKit>, board: &CanonicalBoard) -> Outcome {
    let (mut search, mut outcome) = (new(kit, board), Outcome::default());
    while advance(&mut search, u64::MAX / 2, &mut outcome) {}
    assert!(search.is_split(), "{outcome:?}");
    outcome
}

#[test]
fn storing_changes_nothing() {
    for (seed, first) in [(1, 1), (2, 6), (3, 40)] {
        let (kit, board) = case(seed);
        let expected = whole(&kit, &board);
        let (mut search, mut outcome) = (new(&kit, &board), Outcome::default());
        let mut slice = first;
        let mut stages = Vec::new();
        while advance(&mut search, slice, &mut outcome) {
            slice = (slice + slice / 4 + 1).min(20_000);
            let stored = search.store().unwrap();
            search = restored(&kit, &board, &stored).unwrap();
            assert_eq!(search.store().as_ref(), Ok(&stored));
            stages.push(stored.stage);
        }
        assert_eq!(outcome, expected, "{board}");
        for stage in [SlideStage::Split, SlideStage::Search] {
            assert!(stages.contains(&stage), "{stages:?}");
        }
    }
}

#[test]
fn parts_come_to_what_one_search_comes_to() {
    let (kit, board) = case(1);
    let expected = whole(&kit, &board);
    for wanted in [2, 3, 7, 1_000] {
        let (mut search, mut outcome) = (new(&kit, &board), Outcome::default());
        let (mut rounds, mut most) = (0, 0);
        while advance(&mut search, 30_000, &mut outcome) {
            let parts = search.parts(wanted).unwrap();
            if parts.is_empty() {
                continue;
            }
            (rounds, most) = (rounds + 1, most.max(parts.len()));
            let before = outcome.expanded;
            for part in &parts {
                let mut own = restored(&kit, &board, part).unwrap();
                let bounds = outcome.bounds.len();
                while advance(&mut own, 1_000, &mut outcome) {}
                assert_eq!(outcome.bounds.len(), bounds);
                if !outcome.found.is_empty() {
                    break;
                }
            }
            if !outcome.found.is_empty() {
                break;
            }
            let mut stored = search.store().unwrap();
            stored.end_round(outcome.expanded - before);
            search = restored(&kit, &board, &stored).unwrap();
        }
        assert_eq!(outcome, expected);
        assert!(rounds > 1 && most <= wanted && most >= wanted.min(50));
    }
}

/// A list of stored nodes.
type Nodes = fn(&mut StoredSlides) -> &mut Vec<Vec<u8>>;

#[test]
fn what_is_not_of_the_board_is_not_restored() {
    let (kit, board) = case(1);
    let (mut search, mut outcome) = (new(&kit, &board), Outcome::default());
    while search.parts(2).unwrap().is_empty() || search.store().unwrap().made.is_empty() {
        advance(&mut search, 7_777, &mut outcome);
    }
    let good = search.store().unwrap();
    assert_eq!(restored(&kit, &board, &good).map(drop), Ok(()));
    let refused = |change: &dyn Fn(&mut StoredSlides)| {
        let mut stored = good.clone();
        change(&mut stored);
        assert_ne!(stored, good, "nothing was changed");
        restored(&kit, &board, &stored).map(drop).unwrap_err()
    };
    for bound in [0, 1, 64, 1 << 20, usize::MAX] {
        assert_eq!(refused(&|it| it.bound = bound), PositionError::Bound);
    }
    // Paths of no slides, of slides that there are none of, and of too many.
    let none = PositionError::Next;
    let forbidden = |at| PositionError::Forbidden { at };
    let places: [Nodes; 3] = [|it| &mut it.seeds, |it| &mut it.open, |it| &mut it.made];
    for place in places {
        let last = |it: &mut StoredSlides, path: Vec<u8>| *place(it).last_mut().unwrap() = path;
        let found = refused(&|it| last(it, Vec::new()));
        assert!([none, forbidden(0)].contains(&found));
        let found = refused(&|it| last(it, [2, 0].into()));
        assert_eq!(found, forbidden(0));
        let found = refused(&|it| place(it).last_mut().unwrap()[1] = 9);
        assert_eq!(found, forbidden(1));
        let long = refused(&|it| place(it).last_mut().unwrap().resize(70, 0));
        assert_eq!(long, none);
    }
    // A round has two slides by either axis at least, and its loop never holds a last slide.
    let full = |it: &mut StoredSlides| {
        let first = good.open[0].clone();
        it.made = core::iter::repeat_n(first, 17).collect();
    };
    assert_eq!(refused(&full), none);
    let axis = |it: &mut StoredSlides| it.open[0][0] ^= 1;
    assert!(matches!(
        refused(&axis),
        PositionError::Forbidden { .. } | PositionError::Pruned { .. }
    ));
    // Counts are untrusted, so they are clamped.
    let mut counted = good.clone();
    (counted.last_round, counted.in_round) = (u64::MAX, u64::MAX);
    let mut search = restored(&kit, &board, &counted).unwrap();
    let mut outcome = Outcome::default();
    while advance(&mut search, u64::MAX / 2, &mut outcome) {}
    assert!(board.is_solved_by(&outcome.found[0]));
}
