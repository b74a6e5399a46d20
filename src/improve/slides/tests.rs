//! Polished solutions are solutions still, and shorter ones.

use super::*;
use crate::exact::fixtures::{Outcome, Random, go_on, run, slices, walk};
use crate::runtime::work::Work;
use crate::shape::Shape;

#[test]
fn makes_walks_shorter_the_same_in_all_slices() {
    for (rows, cols, layers, steps) in [(3, 3, 1, 60), (4, 4, 1, 80), (6, 5, 1, 150), (2, 3, 3, 60)]
    {
        let shape = Shape::new(rows, cols, layers).unwrap();
        let (board, moves) = walk(shape, shape.cells() - 1, steps, &mut Random(3));
        let polish = || PolishSlides::of(board.clone(), &moves, 20_000).unwrap();
        let whole = run(&mut polish(), u64::MAX, || u64::MAX);
        let lengths: Vec<usize> = whole.found.iter().map(Moves::multi_tile_len).collect();
        assert!(lengths.first() < Some(&moves.multi_tile_len()));
        assert!(lengths.is_sorted_by(|longer, shorter| longer > shorter));
        assert!(whole.found.iter().all(|moves| board.is_solved_by(moves)));
        assert!(whole.expanded <= 20_000);
        for slice in slices() {
            let mut random = Random(5);
            assert_eq!(run(&mut polish(), u64::MAX, || slice(&mut random)), whole);
        }
        let mut work = polish();
        let mut stopped = run(&mut work, whole.expanded / 3, || u64::MAX);
        assert_eq!(stopped.expanded, whole.expanded / 3);
        go_on(&mut work, u64::MAX, &mut || u64::MAX, &mut stopped);
        assert_eq!(stopped, whole);
    }
}

#[test]
fn slides_along_an_axis_become_one() {
    let mut slides = Vec::new();
    for slide in [
        (Direction::Up, 1),
        (Direction::Left, 2),
        (Direction::Right, 2),
        (Direction::Up, 1),
        (Direction::Down, 3),
    ] {
        push(&mut slides, slide);
    }
    assert_eq!(slides, [(Direction::Down, 1)]);
}

/// Counts, not times: a child costs more than 20 nanoseconds.
#[test]
fn slices_share_their_effort_with_the_searches_of_stretches() {
    for (rows, cols, layers, steps) in [(4, 4, 1, 200), (6, 6, 1, 400), (2, 500, 1, 4_000)] {
        let shape = Shape::new(rows, cols, layers).unwrap();
        let (board, moves) = walk(shape, shape.cells() - 1, steps, &mut Random(3));
        let mut polish = PolishSlides::of(board, &moves, 20_000).unwrap();
        let mut counts = Counts::default();
        loop {
            let before = counts.generated;
            let step = polish.advance(u64::MAX, &mut counts).unwrap();
            let children = (counts.generated - before) as usize;
            assert!(children * 20 <= 2 * Effort::SLICE, "{shape}: {children}");
            if step == Step::Done {
                break;
            }
        }
        assert!(counts.generated > 20_000, "{shape}: {}", counts.generated);
    }
}

#[test]
fn solutions_that_are_too_long_are_left_as_they_are() {
    let shape = Shape::rectangle(2, 3).unwrap();
    let (board, moves) = walk(shape, 0, MOST_MOVES + 2, &mut Random(1));
    let mut polish = PolishSlides::of(board, &moves, u64::MAX).unwrap();
    assert_eq!(run(&mut polish, u64::MAX, || u64::MAX), Outcome::default());
}
