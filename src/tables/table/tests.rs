use alloc::vec;

use super::*;
use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::shape::Shape;
use crate::tables::build_at_once;

fn pattern(rows: usize, cols: usize, home: usize, cells: &[usize]) -> Pattern {
    let shape = Shape::new(rows, cols, 1).unwrap();
    let mask = cells.iter().fold(0, |mask, &cell| mask | 1 << cell);
    Pattern::new(shape, home, mask).unwrap()
}

#[test]
fn tables_that_share_entries_see_them_through_a_frame() {
    // The third is the mirror image of the first, the fourth is the second again.
    let patterns = [
        pattern(4, 4, 15, &[0, 1, 2, 3, 7]),
        pattern(4, 4, 15, &[5, 6, 10]),
        pattern(4, 4, 15, &[0, 4, 8, 12, 13]),
        pattern(4, 4, 15, &[5, 6, 10]),
    ];
    let tables = build_at_once(&patterns).unwrap();
    let identity = Symmetry::identity();
    let is_framed = tables.iter().map(|table| table.frame != identity);
    assert!(is_framed.eq([false, false, true, false]));
    for table in &tables {
        let alone = &build_at_once(&[table.data.pattern]).unwrap()[0];
        assert_eq!(alone.data.words, table.data.words);
    }
    assert_eq!(tables[2].data.pattern, patterns[0]);
    assert_eq!(tables[2].frame.cell(1), 4);
}

/// Returns the same table with other words and another largest distance.
fn forged(table: &Table, words: Vec<u64>, max: u32) -> Table {
    let data = Data {
        pattern: table.pattern,
        index: table.data.index.clone(),
        words,
        max,
        mean: table.data.mean,
    };
    Table {
        data: Arc::new(data),
        ..table.clone()
    }
}

/// A forged maximum, which keeps a descent from circles.
#[test]
fn a_descent_ends_after_the_largest_distance() {
    let table = &build_at_once(&[pattern(2, 3, 5, &[0, 1])]).unwrap()[0];
    let shape = table.pattern.shape;
    let swapped = CanonicalBoard::from_cells(shape, 5, [1, 0, 2, 3, 4, 5]).unwrap();
    let swapped = table.place(&swapped);
    assert_eq!(table.descend(swapped), Some(6));
    for (max, found) in [(6, Some(6)), (5, None)] {
        let forged = forged(table, table.data.words.clone(), max);
        assert_eq!(forged.descend(swapped), found);
    }
}

/// Descents in such tables went in circles.
#[test]
fn a_forged_table_is_asked_in_bounded_time() {
    let table = &build_at_once(&[pattern(2, 5, 9, &[0, 1, 5, 6])]).unwrap()[0];
    let len = table.data.words.len() as u64;
    let mixed = |nth: u64, kind: u64| {
        let mixed = nth.wrapping_mul(0x9e37_79b9_7f4a_7c15 ^ kind);
        (mixed ^ mixed >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    };
    let noise = (4..12).map(|kind| (1..=len).map(|nth| mixed(nth, kind)).collect());
    let constant = [0, u64::MAX, 0x9999_9999_9999_9999].map(|word| vec![word; len as usize]);
    let mut circles = 0;
    for words in noise.chain(constant) {
        let senseless = forged(table, words, table.data.max);
        for seed in 0..200 {
            let board = DynBoard::from_seed(table.pattern.shape, seed);
            let board = CanonicalBoard::new(&board, &Goal::BlankLast).unwrap();
            match senseless.descend(senseless.place(&board)) {
                Some(distance) => assert!(distance <= table.data.max),
                None => circles += 1,
            }
        }
    }
    assert!(circles > 300, "{circles}");
}
