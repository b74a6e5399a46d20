//! The search by slides against the general search.

use alloc::boxed::Box;

use super::*;
use crate::exact::fixtures::{Checked, Random, RoundsJob, WholeRounds, check_rounds, run, walk};
use crate::exact::general::General;
use crate::exact::rounds::StoredRound;
use crate::heuristic::{ByAxis, Manhattan};
use crate::runtime::block_on;
use crate::shape::Shape;
use crate::tables::TableMaker;
use crate::tables::slides::{SlidePattern, SlideTable, Upright};

/// Returns tables by drawings, with this number of sources each.
fn tables(shape: Shape, home: usize, sources: usize, drawings: &[&str]) -> Arc<SlideTables> {
    let mut tables = SlideTables::new(Upright::new(shape, home).unwrap()).unwrap();
    for drawing in drawings {
        for source in &ScanAxis::BOTH[..sources] {
            let (sides, home) = (tables.upright.sides, tables.upright.home);
            let pattern = SlidePattern::new(sides, home, drawing, *source);
            let build = async |pace: &mut _| {
                let maker = &TableMaker::default();
                SlideTable::make(pattern, &tables.transposer, maker, pace).await
            };
            tables.tables.push(block_on(build).unwrap());
        }
    }
    Arc::new(tables)
}

#[test]
fn agrees_with_the_general_search() {
    let cases: [(&str, usize, usize, &[&str]); 8] = [
        ("2x5", 2, 2, &["0011223333"]),
        ("2x5", 4, 1, &["0011223333", "0000011111", "0101010101"]),
        ("5x2", 0, 2, &["0011223333", "0123012301"]),
        ("3x3", 8, 2, &["000111222", "001122112"]),
        ("3x3", 0, 1, &["000111222"]),
        ("3x3", 5, 1, &["000111222", "001122112"]),
        ("3x4", 11, 2, &["000011112222", "012301230123"]),
        ("4x3", 5, 1, &["000011112222", "012301230123"]),
    ];
    for (shape, home, sources, drawings) in cases {
        let shape: Shape = shape.parse().unwrap();
        let tables = tables(shape, home, sources, drawings);
        let by_axis = Arc::new(ByAxis(Manhattan::new(shape, home).unwrap()));
        for steps in [0, 1, 2, 3, 8, 13, 18] {
            let (board, _) = walk(shape, home, steps, &mut Random(steps as u64));
            let by = Arc::clone(&by_axis);
            let plain = General::new(by, board.clone()).unwrap();
            let mut plain = WholeRounds::new(Box::new(plain));
            let mut wanted = run(&mut plain, u64::MAX, || u64::MAX).found;
            let search = SlideKernel::new(Arc::clone(&tables), &board);
            let mut search = WholeRounds::new(Box::new(search));
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
fn splitting_changes_nothing() {
    let shape = Shape::rectangle(3, 4).unwrap();
    let tables = tables(shape, 11, 1, &["000011112222"]);
    let mut checked = Checked::default();
    let (board, _) = walk(shape, 11, 60, &mut Random(8));
    let make = |from: &StoredRound, threads| -> RoundsJob {
        let kernel = Box::new(SlideKernel::new(Arc::clone(&tables), &board));
        RoundsJob::new(kernel, from, threads)
    };
    check_rounds(make, 1, &mut checked);
    assert!(checked.stored > 3 && checked.parted > 0, "{checked:?}");
}
