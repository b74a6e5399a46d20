use alloc::sync::Arc;
use alloc::vec::Vec;
use std::sync::Barrier;

use super::prepared_tables::Request;
use super::*;
use crate::metric::Metric;
use crate::runtime::shared::Shared;

fn shape(rows: usize, cols: usize, layers: usize) -> Shape {
    Shape::new(rows, cols, layers).expect("a fine shape")
}

const fn means(memory: u64) -> TableOptions {
    TableOptions {
        metric: Metric::Tiles,
        heuristic: HeuristicKind::Auto,
        memory,
        threads: 1,
        folder: None,
    }
}

/// Does a request to its end, and returns the result and the number of slices.
fn to_the_end(request: &Request) -> (Shared<Prepared>, usize) {
    let mut slices = 1;
    loop {
        if let Some(prepared) = request.advance() {
            return (prepared.expect("there is memory"), slices);
        }
        slices += 1;
    }
}

#[test]
fn every_kind_of_heuristic_is_prepared() {
    for (rows, cols, layers) in [
        (1, 6, 1),
        (2, 3, 1),
        (3, 3, 1),
        (3, 4, 1),
        (2, 2, 3),
        (6, 6, 1),
    ] {
        for heuristic in [
            HeuristicKind::Auto,
            HeuristicKind::Manhattan,
            HeuristicKind::LinearConflict,
            HeuristicKind::WalkingDistance,
            HeuristicKind::Patterns,
        ] {
            let shape = shape(rows, cols, layers);
            let means = TableOptions {
                heuristic,
                ..means(100_000)
            };
            let mut preparing = Preparing::new(shape, shape.cells() - 1, &means);
            let found = loop {
                if let Some(found) = preparing.advance() {
                    break found;
                }
            };
            match (heuristic, found) {
                (HeuristicKind::Patterns, Err(PrepareError::Table(_))) => {
                    assert!(shape.is_path() || shape.cells() > 32, "{shape}");
                }
                (HeuristicKind::WalkingDistance, Err(PrepareError::Heuristic(_))) => {
                    assert!(shape.cells() > 32, "{shape}");
                }
                (_, found) => {
                    let prepared = found.expect("there is one");
                    assert!(prepared.fits(shape, shape.cells() - 1));
                    assert!(prepared.table_bytes() <= 100_000);
                    assert!(preparing.advance().is_none());
                }
            }
        }
    }
}

#[test]
fn what_a_call_leaves_the_next_one_goes_on_with() {
    let (shape, home) = (shape(4, 4, 1), 15);
    let alone = to_the_end(&PreparedTables::default().request(shape, home, &means(400_000)));
    assert!(alone.1 > 10, "{} slices", alone.1);
    let tables = PreparedTables::default();
    let mut known = 0;
    for _ in 0..alone.1 - 1 {
        // A call that has time for one slice.
        let request = tables.request(shape, home, &means(400_000));
        assert!(request.advance().is_none());
        assert_eq!(tables.table_bytes(), 0);
        if let Some(progress) = tables.progress(shape, home) {
            assert!(known <= progress.known && progress.known <= progress.entries);
            known = progress.known;
        }
    }
    let request = tables.request(shape, home, &means(400_000));
    let (found, slices) = to_the_end(&request);
    assert_eq!(slices, 1);
    assert_eq!(found.table_bytes(), alone.0.table_bytes());
    assert_eq!(tables.table_bytes(), found.table_bytes());
    // It is the same for all.
    let again = to_the_end(&tables.request(shape, home, &means(400_000)));
    assert!(Shared::ptr_eq(&again.0, &found) && again.1 == 1);
}

#[test]
fn several_threads_go_on_with_the_same() {
    let tables = PreparedTables::default();
    let barrier = Barrier::new(3);
    let found: Vec<_> = std::thread::scope(|scope| {
        let run = || {
            barrier.wait();
            to_the_end(&tables.request(shape(4, 4, 1), 15, &means(4_000_000)))
        };
        let threads: Vec<_> = (0..3).map(|_| scope.spawn(run)).collect();
        let ends = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
        ends.map(|end| end.expect("no panic")).collect()
    });
    assert!(Arc::ptr_eq(&found[0].0, &found[1].0) && Arc::ptr_eq(&found[0].0, &found[2].0));
    // Each did a part of what one does alone.
    let alone =
        to_the_end(&PreparedTables::default().request(shape(4, 4, 1), 15, &means(4_000_000)));
    let slices: usize = found.iter().map(|it| it.1).sum();
    assert!(slices <= alone.1 + 2, "{slices} slices, {} alone", alone.1);
}
