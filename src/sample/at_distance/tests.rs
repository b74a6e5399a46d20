//! Hunts on 3 x 3, however they are cut into slices.

use super::*;
use crate::exact::all_boards::{AllBoards, ReadOff};
use crate::metric::Metric;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::shared::Shared;
use crate::shape::Shape;

type Search = Result<ReadOff, OutOfMemory>;

/// A hunt on 3 x 3, which reads distances off the table of all boards.
fn hunt(
    table: &Shared<AllBoards>,
    distance: usize,
    seed: u64,
) -> Hunt<impl FnMut(&CanonicalBoard) -> Search, ReadOff> {
    let shape = Shape::new(3, 3, 1).expect("a small shape");
    let solved = CanonicalBoard::from_cells(shape, 8, 0..9).expect("a permutation");
    let table = Shared::clone(table);
    let measure = move |board: &CanonicalBoard| Ok(ReadOff::new(Shared::clone(&table), board));
    Hunt::new(solved, distance, Metric::Tiles, seed, measure)
}

fn table() -> Shared<AllBoards> {
    let shape = Shape::new(3, 3, 1).expect("a small shape");
    Shared::new(AllBoards::new(shape, 8, Metric::Tiles).expect("little memory"))
}

/// Hunts in slices of some expansions.
fn hunted(
    table: &Shared<AllBoards>,
    (distance, seed): (usize, u64),
    slice: &mut dyn FnMut() -> u64,
) -> (CanonicalBoard, Option<usize>, Counts) {
    let mut hunt = hunt(table, distance, seed);
    let mut counts = Counts::default();
    let mut found = None;
    loop {
        let until = counts.expanded.saturating_add(slice());
        match hunt
            .advance(until, &mut counts)
            .expect("no memory is taken")
        {
            Step::Paused => assert!(counts.expanded <= until),
            Step::Found(board) => found = Some(board),
            Step::Done => break,
            Step::Bound(_) => panic!("a hunt proves nothing of a board"),
        }
    }
    (found.expect("there is one"), hunt.farthest(), counts)
}

#[test]
fn boards_are_as_far_as_asked_however_the_hunt_is_sliced() {
    let table = table();
    let mut random = Generator::new(7);
    // Beyond some 26 moves it climbs.
    for distance in (1..=29).chain([29, 29, 30]) {
        let seed = u64::from(random.next());
        let whole = hunted(&table, (distance, seed), &mut || u64::MAX);
        let board = &whole.0;
        assert_eq!(table.walk(&board.cells, board.blank).left(), distance);
        for slice in [1, 7] {
            assert_eq!(hunted(&table, (distance, seed), &mut || slice), whole);
        }
        let mut slice = || 1 + u64::from(below(1000, &mut || random.next()));
        assert_eq!(hunted(&table, (distance, seed), &mut slice), whole);
    }
}

#[test]
fn limits_are_met_exactly_and_can_be_raised() {
    let table = table();
    for request in [(20, 3), (28, 5)] {
        let (board, _, all) = hunted(&table, request, &mut || u64::MAX);
        let mut hunt = hunt(&table, request.0, request.1);
        let mut counts = Counts::default();
        for limit in (0..all.expanded).step_by(1 + all.expanded as usize / 100) {
            counts.limit = limit;
            while counts.expanded < limit {
                let step = hunt.advance(u64::MAX, &mut counts);
                assert_eq!(step, Ok(Step::Paused));
            }
            assert_eq!(hunt.advance(u64::MAX, &mut counts), Ok(Step::Paused));
            assert_eq!(counts.expanded, limit);
        }
        counts.limit = u64::MAX;
        let last = loop {
            match hunt
                .advance(u64::MAX, &mut counts)
                .expect("no memory is taken")
            {
                Step::Paused => {}
                step => break step,
            }
        };
        assert_eq!(last, Step::Found(board));
        assert_eq!(counts, all);
    }
}
