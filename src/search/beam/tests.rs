use alloc::vec::Vec;

use super::{Beam, BeamByTables};
use crate::canonical::CanonicalBoard;
use crate::heuristic::{Heuristic, LinearConflict};
use crate::moves::Moves;
use crate::search::automaton::Automaton;
use crate::search::patterns::Patterns;
use crate::search::stack::{Kit, Moving};
use crate::search::trial::{Random, go_on, run, slices, walk};
use crate::shape::Shape;
use crate::side::Side;
use crate::tables::{OutOfMemory, Partition, Shared, TableBuilder};
use crate::work::Work;

fn boards(count: u64, steps: usize) -> Vec<CanonicalBoard> {
    let shapes = [(4, 4, 1), (5, 5, 1), (2, 7, 1), (3, 3, 3), (1, 5, 1)];
    let shapes = shapes.map(|(rows, cols, layers)| Shape::new(rows, cols, layers).unwrap());
    let board = |nth: u64| {
        let shape = shapes[nth as usize % shapes.len()];
        let random = &mut Random(nth);
        if shape.is_path() {
            // There the blank can't turn round.
            return walk(shape, 0, 4, random).0;
        }
        walk(shape, random.below(shape.cells()), steps, random).0
    };
    (0..count).map(board).collect()
}

fn beam(board: &CanonicalBoard, width: usize, most: usize) -> Beam<Shared<LinearConflict>> {
    let conflict = Shared::new(LinearConflict::new(board.shape, board.home).unwrap());
    Beam::new(conflict, board, width, most).unwrap()
}

/// Keeps all boards of all layers as lists of cells, and compares them in full.
fn plainly(board: &CanonicalBoard, most: usize) -> (Option<usize>, u64) {
    let conflict = LinearConflict::new(board.shape, board.home).unwrap();
    let mut layers = alloc::vec![Vec::new(), alloc::vec![(board.clone(), None::<Side>)]];
    let mut expanded = 0;
    for made in 1..=most {
        let mut next = Vec::<(CanonicalBoard, Option<Side>)>::new();
        for (parent, made_by) in &layers[made] {
            expanded += 1;
            for side in Side::ALL {
                let mut child = parent.clone();
                if *made_by == Some(side.undo()) || !child.slide(side.tile_moves()) {
                    continue;
                }
                let is = |other: &(CanonicalBoard, Option<Side>)| other.0 == child;
                if layers[made - 1].iter().any(is) || next.iter().any(is) {
                    continue;
                }
                if child.is_solved() {
                    return (Some(made), expanded);
                }
                if conflict.estimate(&conflict.evaluate(&child)) as usize <= most - made {
                    next.push((child, Some(side)));
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layers.push(next);
    }
    (None, expanded)
}

#[test]
fn a_beam_that_keeps_all_is_a_search_in_breadth() {
    let mut found = 0;
    for board in boards(20, 9) {
        for most in [0, 1, 5, 9, 20] {
            if board.is_solved() {
                continue;
            }
            let outcome = run(&mut beam(&board, 3000, most), u64::MAX, || u64::MAX);
            let length = outcome.found.first().map(Moves::len);
            assert_eq!(
                (length, outcome.expanded),
                plainly(&board, most),
                "{board} {most}"
            );
            found += outcome.found.len();
        }
    }
    assert!(found >= 20, "{found}");
}

/// Runs a beam in slices of all kinds and to limits; returns how many solutions it found.
fn try_all_slices<W>(board: &CanonicalBoard, beam: &dyn Fn() -> W) -> usize
where
    W: Work<Found = Moves, Failure = OutOfMemory>,
{
    let whole = run(&mut beam(), u64::MAX, || u64::MAX);
    assert!(whole.found.iter().all(|moves| board.is_solved_by(moves)));
    for slice in slices() {
        let mut random = Random(1);
        let outcome = run(&mut beam(), u64::MAX, || slice(&mut random));
        assert_eq!(outcome, whole, "{board}");
    }
    let mut random = Random(2);
    for _ in 0..8 {
        let limit = random.below(whole.expanded as usize + 2) as u64;
        let mut beam = beam();
        let mut outcome = run(&mut beam, limit, || 100);
        assert_eq!(outcome.expanded, limit.min(whole.expanded));
        go_on(&mut beam, u64::MAX, &mut || u64::MAX, &mut outcome);
        assert_eq!(outcome, whole, "{board}");
    }
    whole.found.len()
}

#[test]
fn slices_and_limits_change_nothing() {
    let mut found = 0;
    for board in boards(15, 200) {
        for width in [1, 8, 50] {
            found += try_all_slices(&board, &|| beam(&board, width, 300));
        }
    }
    assert!(found >= 20, "{found}");
}

#[test]
fn slices_change_nothing_with_tables() {
    let mut found = 0;
    for (shape, partition) in [
        (
            Shape::square(4).unwrap(),
            "A A B B / A A B B / C C D D / C C D .",
        ),
        (
            Shape::square(4).unwrap(),
            "A A B B / A C C B / D C E E / D D E .",
        ),
        (
            Shape::rectangle(3, 6).unwrap(),
            "A A A B B B / A C C B D D / E C C F D .",
        ),
    ] {
        let partition: Partition = partition.parse().unwrap();
        let tables = TableBuilder::new().tables(partition.patterns()).unwrap();
        let moving = Moving::Flat(Automaton::new(shape, 4));
        let kit = Shared::new(Kit::new(Patterns::new(tables), moving));
        for seed in 0..3 {
            let (board, _) = walk(shape, shape.cells() - 1, 150, &mut Random(seed));
            for width in [4, 60] {
                let beam = || BeamByTables::new(Shared::clone(&kit), &board, width, 200).unwrap();
                found += try_all_slices(&board, &beam);
            }
        }
    }
    assert!(found >= 12, "{found}");
}

#[test]
fn a_solved_board_takes_no_moves() {
    let (board, _) = walk(Shape::square(4).unwrap(), 5, 0, &mut Random(0));
    for most in [0, 10] {
        let outcome = run(&mut beam(&board, 8, most), u64::MAX, || u64::MAX);
        assert_eq!(
            (outcome.found, outcome.expanded),
            (alloc::vec![Moves::new()], 0)
        );
    }
}
