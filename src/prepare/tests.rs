use std::sync::Barrier;

use super::*;

/// The boards of the usual goal.
fn last(shape: Shape) -> Target {
    let (home, free) = (shape.cells() - 1, None);
    Target {
        shape,
        home,
        free,
        is_space: false,
    }
}

fn shape(rows: usize, cols: usize, layers: usize) -> Shape {
    Shape::new(rows, cols, layers).expect("a fine shape")
}

fn options(memory: u64) -> TableOptions {
    TableOptions {
        memory,
        ..TableOptions::default()
    }
}

/// Prepares a shape, and returns the data and the number of slices.
fn to_the_end(tables: &PreparedTables, shape: Shape, options: &TableOptions) -> (Prepared, usize) {
    let slot = tables.hold(&last(shape), options);
    let mut slices = 1;
    loop {
        if let Some(prepared) = slot.advance(options, &mut Effort::slice()) {
            return (prepared.expect("there is memory"), slices);
        }
        slices += 1;
    }
}

/// Returns whether both have the same pattern tables.
fn are_shared(one: &Prepared, other: &Prepared) -> bool {
    match (one, other) {
        (Prepared::Patterns(one), Prepared::Patterns(other)) => Arc::ptr_eq(one, other),
        _ => false,
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
            let options = TableOptions {
                heuristic,
                ..options(100_000)
            };
            let tables = PreparedTables::new(u64::MAX);
            let slot = tables.hold(&last(shape), &options);
            let found = loop {
                if let Some(found) = slot.advance(&options, &mut Effort::slice()) {
                    break found;
                }
            };
            match (heuristic, found) {
                (HeuristicKind::Patterns, Err(HeuristicError::Table(_))) => {
                    assert!(shape.is_path() || shape.cells() > 32, "{shape}");
                }
                (HeuristicKind::WalkingDistance, Err(_)) => {
                    assert!(shape.cells() > 32, "{shape}");
                }
                (_, found) => {
                    let prepared = found.expect("there is one");
                    // The option limits pattern databases alone.
                    let is_limited = !matches!(prepared, Prepared::WalkingDistance(_));
                    assert!(!is_limited || prepared.bytes() <= 100_000);
                    assert!(tables.get(&last(shape)).is_some());
                }
            }
        }
    }
}

#[test]
fn the_next_call_continues_an_unfinished_job() {
    let (shape, options) = (shape(4, 4, 1), options(400_000));
    let (alone, slices) = to_the_end(&PreparedTables::new(u64::MAX), shape, &options);
    assert!(slices > 10, "{slices} slices");
    let tables = PreparedTables::new(u64::MAX);
    let (mut known, most) = (0, alone.bytes() as u64);
    for _ in 0..slices - 1 {
        // A call that has time for one slice.
        assert!(
            tables
                .hold(&last(shape), &options)
                .advance(&options, &mut Effort::slice())
                .is_none()
        );
        let held = tables.table_bytes();
        assert!((known / 8..=4 * most).contains(&held), "{held} bytes");
        if let Some(progress) = tables.progress(&last(shape)) {
            assert!(known <= progress.known && progress.known <= progress.entries);
            known = progress.known;
        }
    }
    let (found, slices) = to_the_end(&tables, shape, &options);
    assert_eq!(slices, 1);
    assert_eq!(found.bytes(), alone.bytes());
    assert_eq!(tables.table_bytes(), most);
    assert_eq!(tables.progress(&last(shape)), None);
    let (again, slices) = to_the_end(&tables, shape, &options);
    assert!(are_shared(&again, &found) && slices == 1);
}

#[test]
fn several_threads_go_on_with_the_same() {
    let (shape, options) = (shape(4, 4, 1), options(4_000_000));
    let tables = PreparedTables::new(u64::MAX);
    let barrier = Barrier::new(3);
    let found: Vec<_> = std::thread::scope(|scope| {
        let run = || {
            barrier.wait();
            to_the_end(&tables, shape, &options)
        };
        let threads: Vec<_> = (0..3).map(|_| scope.spawn(run)).collect();
        let ends = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
        ends.map(|end| end.expect("no panic")).collect()
    });
    assert!(are_shared(&found[0].0, &found[1].0) && are_shared(&found[0].0, &found[2].0));
    // A call does not wait for a slice of another one: it has limits of its own.
    let slot = PreparedTables::new(u64::MAX).hold(&last(shape), &options);
    let other = lock(&slot.under_way);
    assert!(slot.advance(&options, &mut Effort::slice()).is_none());
    drop(other);
}

/// The distances of all boards of 3 x 3, a table for each home.
#[test]
fn least_recently_used_tables_are_evicted_first() {
    let options = options(4_000_000);
    let target = |home| Target {
        home,
        ..last(shape(3, 3, 1))
    };
    let prepare = |tables: &PreparedTables, home| {
        let slot = tables.hold(&target(home), &options);
        loop {
            if let Some(prepared) = slot.advance(&options, &mut Effort::slice()) {
                return prepared.expect("there is memory");
            }
        }
    };
    let homes = |tables: &PreparedTables| -> Vec<usize> {
        tables.evict();
        let slots = lock(&tables.0);
        slots.all.iter().map(|slot| slot.target.home).collect()
    };
    let bytes = SpaceTable::bytes_for(shape(3, 3, 1)) as u64;
    let tables = PreparedTables::new(2 * bytes + bytes / 2);
    let first = prepare(&tables, 0);
    for home in 1..5 {
        prepare(&tables, home);
    }
    // One in use, and two unused ones.
    assert_eq!(homes(&tables), [0, 3, 4]);
    assert_eq!(tables.table_bytes(), 3 * bytes);
    assert!(tables.get(&target(3)).is_some() && tables.get(&target(1)).is_none());
    prepare(&tables, 5);
    assert_eq!(homes(&tables), [0, 3, 5]);
    drop(first);
    assert_eq!(homes(&tables), [3, 5]);
    // A job that takes more than all memory stays alone while it runs.
    for home in [6, 7] {
        let large = Target {
            home,
            ..last(shape(4, 4, 1))
        };
        let held = tables.hold(&large, &options);
        while (held.held.load(Ordering::Relaxed) as u64) < 3 * bytes {
            assert!(held.advance(&options, &mut Effort::slice()).is_none());
        }
        drop(held);
        assert_eq!(homes(&tables), [home]);
    }
    // Slots without tables count.
    let tables = PreparedTables::new(0);
    for home in 0..9 {
        let options = TableOptions {
            heuristic: HeuristicKind::Manhattan,
            ..options.clone()
        };
        assert!(
            tables
                .hold(&target(home), &options)
                .advance(&options, &mut Effort::slice())
                .is_some()
        );
        assert_eq!(homes(&tables), [home]);
    }
}
