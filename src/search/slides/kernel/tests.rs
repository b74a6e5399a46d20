//! The search by slides against breadth-first search, and its figures.

use alloc::string::String;
use alloc::vec::Vec;
use std::time::Instant;

use super::*;
use crate::effort::to_the_end;
use crate::shape::Shape;
use crate::tables::slides::{BuildSlides, SlidePattern, Turns, Upright};

/// Returns a kit with tables by drawings; `b` in front of a drawing means both sources, `y` the
/// columns.
fn kit(shape: Shape, home: usize, drawings: &[&str], threads: usize) -> SlideKit {
    let upright = Upright::new(shape, home).unwrap();
    let [rows, cols] = upright.sides();
    let turns = Shared::new(Turns::new(rows, cols).unwrap());
    let mut tables = Vec::new();
    for drawing in drawings {
        let (sources, drawing) = match drawing.as_bytes()[0] {
            b'b' => (&Reading::BOTH[..], &drawing[1..]),
            b'y' => (&Reading::BOTH[1..], &drawing[1..]),
            _ => (&Reading::BOTH[..1], *drawing),
        };
        for &source in sources {
            let pattern = SlidePattern::new([rows, cols], upright.home(), drawing, source);
            let mut build = BuildSlides::new(pattern, Shared::clone(&turns)).threads(threads);
            let start = Instant::now();
            let table = to_the_end(|effort| build.advance(effort)).unwrap();
            std::println!(
                "{drawing} {source:?}: {} orders, {} bytes, max {}, {:.2?}",
                table.colours().orders(),
                table.bytes(),
                table.max(),
                start.elapsed()
            );
            tables.push(Shared::new(table));
        }
    }
    SlideKit::new(upright, turns, tables)
}

/// Run with `SLIDES='4x4 000011112222333. boards'`.
#[test]
#[ignore = "prints a table"]
fn figures_of_slides() {
    let arguments = std::env::var("SLIDES").unwrap();
    let words: Vec<&str> = arguments.split(' ').collect();
    let shape: Shape = words[0].parse().unwrap();
    let home: usize = words[1].parse().unwrap();
    let count: u64 = words[2].parse().unwrap();
    let threads: usize = words[3].parse().unwrap();
    let kit = Shared::new(kit(shape, home, &words[4..], threads));
    let (mut counts, mut length, mut worst) = (Counts::default(), 0, 0.0_f64);
    let mut lengths = String::new();
    let start = Instant::now();
    for seed in 1..=count {
        let goal = crate::dyn_board::DynBoard::solved(shape);
        let mut goal: Vec<u16> = goal.tiles().to_vec();
        goal.pop();
        goal.insert(home, 0);
        let goal = crate::dyn_board::DynBoard::from_tiles(shape, goal).unwrap();
        let goal = crate::goal::Goal::from(goal);
        let board = crate::dyn_board::DynBoard::from_seed_for(shape, &goal, seed).unwrap();
        let board = CanonicalBoard::new(&board, &goal).unwrap();
        let begin = Instant::now();
        let mut search = SlideSearch::new(Shared::clone(&kit), &board, 0).unwrap();
        let moves = loop {
            match search.advance(u64::MAX, &mut counts).unwrap() {
                Step::Found(moves) => break moves,
                Step::Done => panic!("no solution"),
                Step::Bound(bound) if std::env::var("VERBOSE").is_ok() => {
                    std::println!("{bound} {counts:?} {:?}", search.distances);
                }
                _ => {}
            }
        };
        worst = worst.max(begin.elapsed().as_secs_f64());
        assert!(board.is_solved_by(&moves));
        assert_eq!(moves.multi_tile_len(), search.bound);
        length += search.bound;
        lengths.push_str(&std::format!("{} ", search.bound));
    }
    let taken = start.elapsed().as_secs_f64();
    std::println!(
        "{} bytes: {:.2} slides, {} expanded, {} generated, {:.2} ms a board, worst {:.0} ms, {:.1} ns each\n{lengths}",
        kit.bytes(),
        length as f64 / count as f64,
        counts.expanded / count,
        counts.generated / count,
        taken * 1e3 / count as f64,
        worst * 1e3,
        taken * 1e9 / counts.generated as f64
    );
}

#[test]
fn near_boards() {
    use crate::search::trial::{Random, walk};
    let shape = Shape::rectangle(3, 4).unwrap();
    let kit = Shared::new(kit(shape, 11, &["000011112222", "012301230123"], 1));
    for steps in 0..12 {
        let (board, moves) = walk(shape, 11, steps, &mut Random(steps as u64));
        let mut search = SlideSearch::new(Shared::clone(&kit), &board, 0).unwrap();
        let mut counts = Counts::default();
        let found = loop {
            match search.advance(u64::MAX, &mut counts).unwrap() {
                Step::Found(moves) => break moves,
                Step::Done => panic!("no solution"),
                Step::Bound(bound) => {
                    std::println!(
                        "{board} {moves:#} {bound} {counts:?} {:?}",
                        search.distances
                    );
                    assert!(bound < 12);
                }
                _ => {}
            }
        };
        assert!(board.is_solved_by(&found));
    }
}
