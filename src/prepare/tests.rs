use alloc::format;
use alloc::string::{String, ToString};
use std::sync::Barrier;

use super::*;
use crate::exact::fixtures::Random;
use crate::heuristic::Heuristic;
use crate::runtime::{Effort, block_on};

/// The boards of the usual goal.
fn last(shape: Shape) -> Target {
    let (home, free) = (shape.cells() - 1, None);
    Target {
        shape,
        home,
        free,
        purpose: Purpose::Search,
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
        if let Some(prepared) = slot.advance(options, &mut Slice::default()) {
            return (prepared.expect("there is memory"), slices);
        }
        slices += 1;
    }
}

/// Returns the progress that calls report while the job is under way.
fn progress(slot: &Slot) -> BuildProgress {
    lock(&slot.held).1
}

/// Returns whether both have the same tables of patterns or slides.
fn are_shared(one: &Prepared, other: &Prepared) -> bool {
    match (one, other) {
        (Prepared::Patterns(one), Prepared::Patterns(other)) => Arc::ptr_eq(one, other),
        (Prepared::SlideTables(one), Prepared::SlideTables(other)) => Arc::ptr_eq(one, other),
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
                if let Some(found) = slot.advance(&options, &mut Slice::default()) {
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
                    assert!(!is_limited || prepared.holders_and_bytes().1 <= 100_000);
                    assert!(tables.get(&last(shape)).is_some());
                }
            }
        }
    }
}

#[test]
fn the_next_call_continues_an_unfinished_job() {
    for (shape, metric) in [
        (shape(4, 4, 1), Metric::SingleTile),
        (shape(3, 4, 1), Metric::MultiTile),
    ] {
        let options = TableOptions {
            metric,
            ..options(400_000)
        };
        let (alone, slices) = to_the_end(&PreparedTables::new(u64::MAX), shape, &options);
        assert!(slices > 10, "{slices} slices");
        let tables = PreparedTables::new(u64::MAX);
        let (mut known, mut peak) = (0, 0);
        let most = alone.holders_and_bytes().1 as u64;
        for _ in 0..slices - 1 {
            // A call that has time for one slice.
            let slot = tables.hold(&last(shape), &options);
            let advanced = slot.advance(&options, &mut Slice::default());
            assert!(advanced.is_none());
            let held = tables.table_bytes();
            assert!((known / 8..=4 * most).contains(&held), "{held} bytes");
            peak = peak.max(held);
            let progress = progress(&slot);
            assert!(known <= progress.known && progress.known <= progress.entries);
            known = progress.known;
        }
        // A table that is built takes thrice its size.
        assert!(peak > most * 5 / 4, "{peak} bytes for {most}");
        let (found, slices) = to_the_end(&tables, shape, &options);
        assert_eq!(slices, 1);
        assert_eq!(found.holders_and_bytes().1, alone.holders_and_bytes().1);
        assert_eq!(tables.table_bytes(), most);
        let slot = tables.hold(&last(shape), &options);
        assert_eq!(progress(&slot), BuildProgress::NONE);
        let (again, slices) = to_the_end(&tables, shape, &options);
        assert!(are_shared(&again, &found) && slices == 1);
    }
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
    assert!(slot.advance(&options, &mut Slice::default()).is_none());
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
            if let Some(prepared) = slot.advance(&options, &mut Slice::default()) {
                return prepared.expect("there is memory");
            }
        }
    };
    let homes = |tables: &PreparedTables| -> Vec<usize> {
        tables.evict();
        let slots = lock(&tables.slots);
        slots.iter().map(|slot| slot.target.home).collect()
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
        while (lock(&held.held).0 as u64) < 3 * bytes {
            assert!(held.advance(&options, &mut Slice::default()).is_none());
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
                .advance(&options, &mut Slice::default())
                .is_some()
        );
        assert_eq!(homes(&tables), [home]);
    }
}

/// A folder of its own for a test, gone when the test ends well.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Prepares escape distance by a cold solver within some memory, or returns the error of its files.
fn escape(shape: Shape, home: usize, memory: u64, folder: &Scratch) -> Result<Prepared, String> {
    let tables = PreparedTables::new(u64::MAX);
    let options = TableOptions {
        folder: Some(folder.0.clone()),
        ..options(memory)
    };
    let mut target = last(shape).with_purpose(Purpose::Escape);
    target.home = home;
    let slot = tables.hold(&target, &options);
    let step = Slice {
        effort: Effort::step(),
        ..Slice::default()
    };
    loop {
        match slot.advance(&options, &mut { step }) {
            Some(Ok(prepared)) => return Ok(prepared),
            Some(Err(error)) => {
                let again = slot.advance(&options, &mut { step });
                assert!(matches!(again, Some(Ok(Prepared::EscapeDistance(_)))));
                assert_eq!(progress(&slot), BuildProgress::NONE);
                return Err(format!("{error:#}"));
            }
            None => assert!(progress(&slot).known <= progress(&slot).entries),
        }
    }
}

/// Returns the sums of the distances of boards on walks.
fn sums(prepared: &Prepared, shape: Shape, home: usize) -> Vec<u32> {
    let Prepared::EscapeDistance(escape) = prepared else {
        panic!("{prepared:?}");
    };
    let walk = |seed| crate::exact::fixtures::walk(shape, home, 60, &mut Random(seed)).0;
    (0..20)
        .map(|seed| escape.estimate(&escape.evaluate(&walk(seed))))
        .collect()
}

#[test]
fn escape_distance_is_kept_in_a_folder() {
    let path = std::env::temp_dir().join(format!("npuzzle-escape-{}", std::process::id()));
    let scratch = Scratch(path);
    let shape = shape(3, 4, 1);
    let most = u64::MAX;
    let of = |home| {
        sums(
            &escape(shape, home, most, &scratch).expect("no fault"),
            shape,
            home,
        )
    };
    let names = || {
        let files = std::fs::read_dir(&scratch.0).expect("a folder");
        let names = files.map(|it| it.expect("a file").file_name());
        let mut names: Vec<_> = names.map(|it| it.into_string().expect("text")).collect();
        names.sort();
        names
    };
    let own = EscapeDistance::new(shape, 11).expect("small sides");
    let own = sums(&Prepared::EscapeDistance(Arc::new(own)), shape, 11);
    // What is built, what is read; and all corners have the same tables.
    assert_eq!([of(11), of(11)], [own.clone(), own.clone()]);
    let both = ["escape-3x4-0-v3.table", "escape-4x3-0-v3.table"];
    assert_eq!(names(), both);
    for home in [0, 3, 8] {
        of(home);
    }
    assert_eq!(names(), both);
    of(5);
    assert_eq!(names().len(), 4);
    // Each file is replaced if a byte of it is another, or missing.
    for file in both.map(|name| scratch.0.join(name)) {
        let good = std::fs::read(&file).expect("a table");
        for at in (0..64).chain((64..good.len()).step_by(101)) {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at % 8);
            if at % 3 == 0 {
                bad.truncate(at);
            }
            std::fs::write(&file, bad).expect("a folder");
            let error = escape(shape, 11, most, &scratch).expect_err("a fault");
            let name = file.display().to_string();
            assert!(error.contains(&name), "{error}");
            assert!(std::fs::read(&file).expect("a table") == good, "{error}");
        }
    }
    assert_eq!(of(11), own);
    // One for other boards is not taken, and no forged one makes a descent endless.
    let square = std::fs::copy(scratch.0.join(both[0]), scratch.0.join(both[1]));
    assert!(square.is_ok() && escape(shape, 11, most, &scratch).is_err());
    assert_eq!(of(11), own);
    // Two bits for each position while they are built; without them, another heuristic.
    for memory in [0, 1 << 10] {
        let small = escape(shape, 11, memory, &scratch);
        assert!(
            matches!(small, Ok(Prepared::LinearConflict(_))),
            "{small:?}"
        );
    }
}

#[test]
fn forged_escape_distances_end() {
    let path = std::env::temp_dir().join(format!("npuzzle-forged-{}", std::process::id()));
    let (scratch, shape) = (Scratch(path), shape(3, 3, 1));
    escape(shape, 8, u64::MAX, &scratch).expect("no fault");
    let id = ("escape-3x3-0".to_string(), [3 | 3 << 16 | 1 << 62, 0, 0]);
    let name = scratch.0.join("escape-3x3-0-v3.table");
    let words = std::fs::metadata(&name).expect("a table").len() as usize / 8 - 8;
    let maker = TableMaker {
        folder: Some(scratch.0.clone()),
        ..TableMaker::default()
    };
    for word in [0, u64::MAX, 0x9999_9999_9999_9999, 0x0123_4567_89ab_cdef] {
        std::fs::remove_file(&name).expect("a table");
        let forged = async { Ok(((u32::MAX, 0.0), alloc::vec![word; words])) };
        block_on(async |_| maker.make(&id, words, forged).await).expect("little memory");
        assert_eq!(maker.error.get(), None);
        let forged = escape(shape, 8, u64::MAX, &scratch).expect("a good checksum");
        assert!(sums(&forged, shape, 8).iter().all(|&sum| sum <= 1 << 15));
    }
}
