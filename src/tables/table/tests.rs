use super::*;
use crate::shape::Shape;
use crate::tables::TableBuilder;

fn pattern(rows: usize, cols: usize, home: usize, cells: &[usize]) -> Pattern {
    let shape = Shape::new(rows, cols, 1).unwrap();
    Pattern::new(shape, home, cells.iter().copied()).unwrap()
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
    let tables = TableBuilder::new().tables(&patterns).unwrap();
    let identity = Symmetry::identity();
    let is_framed = tables.iter().map(|table| *table.frame() != identity);
    assert!(is_framed.eq([false, false, true, false]));
    for table in &tables {
        let alone = Table::build(*table.framed_pattern()).unwrap();
        assert_eq!(alone.words(), table.words());
    }
    assert_eq!(tables[2].framed_pattern(), &patterns[0]);
    assert_eq!(tables[2].frame().cell(1), 4);
}

/// A forged maximum, which keeps a descent from circles.
#[test]
fn a_descent_ends_after_the_largest_distance() {
    let table = Table::build(pattern(2, 3, 5, &[0, 1])).unwrap();
    let shape = table.pattern().shape();
    let swapped = CanonicalBoard::from_cells(shape, 5, [1, 0, 2, 3, 4, 5]).unwrap();
    let swapped = table.place(&swapped);
    assert_eq!(table.descend(swapped), Some(6));
    for (max, found) in [(6, Some(6)), (5, None)] {
        let forged = Table::new(Data {
            pattern: *table.pattern(),
            index: table.index().clone(),
            words: table.words().to_vec(),
            max,
            mean: table.mean(),
            reached: table.reached(),
        });
        assert_eq!(forged.descend(swapped), found);
    }
}
