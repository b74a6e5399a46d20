//! The time that the slices of searches last: run with
//! `cargo test --release --lib slices_of -- --ignored --nocapture --test-threads 1`.

use alloc::vec::Vec;
use core::fmt::Debug;
use core::time::Duration;
use std::time::Instant;

use crate::beam::ranking::ByPatterns;
use crate::beam::{beam_to_goal, max_width};
use crate::canonical::CanonicalBoard;
use crate::exact::automaton::{Automaton, depth_for};
use crate::exact::batch::{AnyAutomaton, SearchTables};
use crate::exact::fixtures::{Random, walk};
use crate::exact::general::General;
use crate::exact::manhattan::ByManhattan;
use crate::exact::neighbours::Neighbours;
use crate::exact::patterns::Patterns;
use crate::heuristic::{ByTiles, Heuristic, LinearConflict, Manhattan, WalkingDistance};
use crate::improve::Polish;
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Work};
use crate::shape::Shape;
use crate::tables::{Narrow, Partition, TableBuilder, Wide};

/// Returns a board that looks random.
fn board(rows: usize, cols: usize, layers: usize) -> CanonicalBoard {
    let shape = Shape::new(rows, cols, layers).unwrap();
    let cells = shape.cells();
    let (mut board, _) = walk(shape, cells - 1, 0, &mut Random(1));
    let mut random = Random(2);
    // An even number of tiles change places.
    for _ in 0..2 * cells {
        let [a, b] = [0; 2].map(|_| random.below(cells - 1));
        let c = (a + 1) % (cells - 1);
        if a != b && b != c {
            board.cells.swap(a, b);
            board.cells.swap(b, c);
        }
    }
    board
}

/// Prints how long the slices of a work last, at most and on average. All is done three times, and
/// the least time of each slice counts, because other processes use the machine.
fn print_slices<W>(name: &str, work: &dyn Fn() -> W, expansions: u64)
where
    W: Work,
    W::Failure: Debug,
{
    let mut slices = Vec::<Duration>::new();
    let mut expanded = 0;
    for turn in 0..3 {
        let mut work = work();
        let mut counts = Counts {
            limit: expansions,
            ..Counts::default()
        };
        for nth in 0.. {
            let start = Instant::now();
            let step = work
                .advance(u64::MAX, &mut counts)
                .expect("there is memory");
            let taken = start.elapsed();
            match slices.get_mut(nth) {
                Some(slice) => *slice = taken.min(*slice),
                None => slices.push(taken),
            }
            let is_last = turn > 0 && nth + 1 == slices.len();
            let is_idle = counts.expanded == expansions && nth % 1000 == 999;
            if matches!(step, Step::Done) || is_last || turn == 0 && is_idle {
                break;
            }
        }
        expanded = counts.expanded;
    }
    let total: Duration = slices.iter().sum();
    let longest = slices.iter().max().unwrap();
    let over = slices
        .iter()
        .filter(|slice| slice.as_micros() > 1000)
        .count();
    let long = slices
        .iter()
        .filter(|slice| slice.as_micros() > 100)
        .count();
    for (nth, slice) in slices
        .iter()
        .enumerate()
        .filter(|(_, slice)| slice.as_micros() > 1000)
    {
        std::print!("[{nth}: {slice:.1?}] ");
    }
    std::println!(
        "{name:60} {expanded:>9} expanded, {:>6} slices ({long} long), {total:>9.1?}, {longest:>8.1?} at most, {over} over 1 ms",
        slices.len(),
    );
}

const SHAPES: [(usize, usize, usize); 9] = [
    (4, 4, 1),
    (5, 5, 1),
    (10, 10, 1),
    (100, 100, 1),
    (256, 256, 1),
    (2, 32768, 1),
    (3, 21845, 1),
    (40, 40, 40),
    (16, 16, 256),
];

#[test]
#[ignore = "prints a table"]
fn slices_of_searches_by_manhattan_distance_and_linear_conflict() {
    for (rows, cols, layers) in SHAPES {
        let board = board(rows, cols, layers);
        let shape = board.shape;
        let start = Instant::now();
        let search = ByManhattan::new(board.clone()).unwrap();
        let made = start.elapsed();
        print_slices(
            &std::format!("Manhattan, {shape} (made in {made:.1?})"),
            &|| search.clone(),
            5_000_000,
        );
        let start = Instant::now();
        let conflict = LinearConflict::new(shape, board.home).unwrap();
        let built = start.elapsed();
        let neighbours = Shared::new(Neighbours::new(shape).unwrap());
        let start = Instant::now();
        let search = General::new(ByTiles(conflict), neighbours, board, 0).unwrap();
        let name = std::format!(
            "conflict, {shape} ({built:.1?} and {:.1?})",
            start.elapsed()
        );
        print_slices(
            &name,
            &|| search.clone(),
            if shape.cells() > 10_000 {
                500
            } else {
                2_000_000
            },
        );
    }
    let board = board(4, 4, 1);
    let neighbours = Shared::new(Neighbours::new(board.shape).unwrap());
    let walking = WalkingDistance::new(board.shape, board.home).unwrap();
    let search = General::new(
        ByTiles(&walking),
        Shared::clone(&neighbours),
        board.clone(),
        0,
    )
    .unwrap();
    print_slices("walking distance, 4 x 4", &|| search.clone(), 2_000_000);
    let manhattan = Manhattan::of_board(&board);
    let search = General::new(ByTiles(manhattan), neighbours, board, 0).unwrap();
    print_slices(
        "Manhattan by the general kernel, 4 x 4",
        &|| search.clone(),
        2_000_000,
    );
}

#[test]
#[ignore = "prints a table"]
fn slices_of_beams() {
    for (rows, cols, layers) in SHAPES {
        let board = board(rows, cols, layers);
        for width in [8, max_width(board.shape)] {
            let conflict = LinearConflict::new(board.shape, board.home).unwrap();
            let start = Instant::now();
            let state = Some(conflict.evaluate(&board));
            let conflict = Shared::new(conflict);
            let beam = || {
                let conflict = Shared::clone(&conflict);
                let beam = beam_to_goal(conflict, state, &board, (width, 1), 1_000_000);
                beam.unwrap().unwrap()
            };
            drop(beam());
            let made = start.elapsed();
            let name = std::format!("{}, beam of {width} (made in {made:.1?})", board.shape);
            print_slices(&name, &beam, 5 * width as u64 + 10_000);
        }
    }
    for (side, partition) in [
        (4, "A A B B / A A B B / A A B B / C C C ."),
        (
            5,
            "A A A B B / A A B B B / C C A B D / C C D D D / C C D D .",
        ),
        (
            5,
            "A A A B B / C A A B B / C C E E B / C F E D D / F F E D .",
        ),
    ] {
        let partition: Partition = partition.parse().unwrap();
        let tables = TableBuilder::new().tables(partition.patterns()).unwrap();
        let board = board(side, side, 1);
        let moving = AnyAutomaton::Flat(Automaton::at_once(board.shape, depth_for(board.shape)));
        let kit = Shared::new(SearchTables::at_once(Patterns::new(tables), moving));
        for width in [8, 1 << 17] {
            let state = ByPatterns::evaluate(&kit, &board);
            let name = std::format!("{}, beam of {width} by tables", board.shape);
            if kit.patterns().is_narrow() {
                let ranking = ByPatterns::<Narrow>::new(Shared::clone(&kit));
                let beam = || beam_to_goal(ranking.clone(), state, &board, (width, 1), 300);
                print_slices(&name, &|| beam().unwrap().unwrap(), 1_000_000);
            } else {
                let ranking = ByPatterns::<Wide>::new(Shared::clone(&kit));
                let beam = || beam_to_goal(ranking.clone(), state, &board, (width, 1), 300);
                print_slices(&name, &|| beam().unwrap().unwrap(), 1_000_000);
            }
        }
    }
}

#[test]
#[ignore = "prints a table"]
fn slices_of_polish() {
    for (rows, cols, layers, steps) in [
        (4, 4, 1, 1_000),
        (10, 10, 1, 20_000),
        (100, 100, 1, 1_200_000),
        (256, 256, 1, 2_000_000),
        (2, 32768, 1, 16_000_000),
        (16, 16, 256, 2_000_000),
    ] {
        let shape = Shape::new(rows, cols, layers).unwrap();
        let (board, moves) = walk(shape, 0, steps, &mut Random(1));
        let start = Instant::now();
        drop(Polish::of(board.clone(), &moves, 1_000_000).unwrap());
        let name = std::format!("{shape}, {steps} moves (made in {:.1?})", start.elapsed());
        print_slices(
            &name,
            &|| Polish::of(board.clone(), &moves, 1_000_000).unwrap(),
            u64::MAX,
        );
    }
}
