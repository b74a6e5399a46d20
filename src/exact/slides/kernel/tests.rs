//! The search by slides against breadth-first search.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::*;
use crate::exact::fixtures::{Checked, Random, check_rounds, run, walk};
use crate::exact::general::General;
use crate::exact::lanes::ExactSearch;
use crate::exact::neighbours::Neighbours;
use crate::exact::rounds::{Rounds, StoredRound};
use crate::heuristic::ByAxis;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::job::Job;
use crate::shape::Shape;
use crate::tables::slides::{SlidePattern, SlideTable, Transposer, Upright, build_slides};

/// Returns the build of a table.
fn build(
    pattern: SlidePattern,
    transposer: &Shared<Transposer>,
    threads: usize,
) -> Job<Result<SlideTable, OutOfMemory>> {
    let transposer = Shared::clone(transposer);
    Job::new(move |mut pace| async move {
        build_slides(pattern, &transposer, threads, &|_, _| {}, &mut pace).await
    })
}

/// Returns a kit with tables by drawings; `b` in front of a drawing means both sources, `y` the
/// columns.
fn kit(shape: Shape, home: usize, drawings: &[&str], threads: usize) -> SlideKit {
    let upright = Upright::new(shape, home).unwrap();
    let [rows, cols] = upright.sides();
    let transposer = Shared::new(Transposer::new(rows, cols).unwrap());
    let mut tables = Vec::new();
    for drawing in drawings {
        let (sources, drawing) = match drawing.as_bytes()[0] {
            b'b' => (&ScanAxis::BOTH[..], &drawing[1..]),
            b'y' => (&ScanAxis::BOTH[1..], &drawing[1..]),
            _ => (&ScanAxis::BOTH[..1], *drawing),
        };
        for &source in sources {
            let pattern = SlidePattern::new([rows, cols], upright.home(), drawing, source);
            let mut build = build(pattern, &transposer, threads);
            let table = loop {
                if let Some(table) = build.do_slice() {
                    break table.unwrap();
                }
            };
            tables.push(Shared::new(table));
        }
    }
    SlideKit::new(upright, transposer, tables)
}

/// Returns boards of a shape near the goal and farther away.
fn boards(shape: Shape, home: usize) -> Vec<CanonicalBoard> {
    let steps = [0, 1, 2, 3, 8, 13, 24];
    let walked = |steps: usize| walk(shape, home, steps, &mut Random(steps as u64)).0;
    steps.into_iter().map(walked).collect()
}

#[test]
fn finds_what_the_general_search_finds() {
    let drawings: [(&str, usize, &[&str]); 9] = [
        ("2x5", 9, &["0011223333"]),
        ("2x5", 2, &["b0011223333"]),
        (
            "2x5",
            4,
            &["0011223333", "b0000011111", "0101010101", "y0011001100"],
        ),
        (
            "3x3",
            8,
            &["b000111222", "001122112", "y000111111", "000000111"],
        ),
        ("5x2", 0, &["y0011223333", "0123012301"]),
        ("3x4", 11, &["b000011112222", "012301230123"]),
        ("4x3", 5, &["000011112222", "012301230123"]),
        ("3x3", 0, &["y000111222"]),
        ("3x3", 5, &["b000111222", "001122112"]),
    ];
    for (shape, home, drawings) in drawings {
        let shape: Shape = shape.parse().unwrap();
        let kit = Shared::new(kit(shape, home, drawings, 1));
        let by_axis = Shared::new(ByAxis::new(shape, home).unwrap());
        let neighbours = Shared::new(Neighbours::new(shape).unwrap());
        for board in boards(shape, home) {
            let by = Shared::clone(&by_axis);
            let plain = General::new(by, Shared::clone(&neighbours), board.clone());
            let mut plain = Rounds::new(Box::new(plain), 0).for_all();
            let mut wanted = run(&mut plain, u64::MAX, || u64::MAX).found;
            let search = Rounds::new(slide_kernel(Shared::clone(&kit), &board), 0);
            let mut search = search.for_all();
            let mut found = run(&mut search, u64::MAX, || u64::MAX).found;
            // All solutions of the last round, each once.
            wanted.sort();
            found.sort();
            assert_eq!(found, wanted, "{shape}, {home}: {board}");
            assert!(found.iter().all(|moves| board.is_solved_by(moves)));
        }
    }
}

#[test]
fn is_the_same_however_it_is_shared_out() {
    let shape = Shape::rectangle(3, 4).unwrap();
    let kit = Shared::new(kit(shape, 11, &["000011112222"], 1));
    let mut checked = Checked::default();
    let (board, _) = walk(shape, 11, 60, &mut Random(8));
    let make = |from: &StoredRound, threads| -> ExactSearch {
        let kernel = slide_kernel(Shared::clone(&kit), &board);
        Rounds::resumed(kernel, from, threads).into()
    };
    check_rounds(make, 1, &mut checked);
    assert!(checked.stored > 3 && checked.parted > 0, "{checked:?}");
}

#[test]
fn threads_build_the_same_tables() {
    let transposer = Shared::new(Transposer::new(3, 4).unwrap());
    for source in ScanAxis::BOTH {
        let pattern = SlidePattern::new([3, 4], 11, "012301230123", source);
        let tables = [1, 2, 3, 7].map(|threads| {
            let build = build(pattern, &transposer, threads);
            build.finish().unwrap()
        });
        for table in &tables[1..] {
            assert_eq!(table.max(), tables[0].max());
            for reading in ScanAxis::BOTH {
                assert!(table.words(reading) == tables[0].words(reading));
            }
        }
    }
}
