//! Partitions of the tiles: as text, and chosen for a budget.

use npuzzle::tables::{Partition, Pattern, TableBuilder, TableError};

use crate::build::pattern;
use crate::oracle::shape::shape;

#[test]
fn partitions_are_checked_and_drawn() {
    let square = shape(3, 3, 1);
    let a = pattern(square, 8, &[0, 1, 3, 4]);
    let b = pattern(square, 8, &[2, 5]);
    let c = pattern(square, 8, &[6, 7]);
    let partition = Partition::new([a, b, c]).unwrap();
    assert_eq!(partition.to_string(), "A A B\nA A B\nC C .");
    assert_eq!(partition.to_string().parse(), Ok(partition));
    assert_eq!(Partition::new([]), Err(TableError::Drawing));
    assert_eq!(Partition::new([a, b]), Err(TableError::Missing { cell: 6 }));
    assert_eq!(
        Partition::new([a, b, c, b]),
        Err(TableError::Cell { cell: 2 })
    );
    let other = pattern(square, 7, &[6, 8]);
    assert_eq!(Partition::new([a, b, other]), Err(TableError::Mixed));

    let cube: Partition = "AB/AB//AB/A.".parse().unwrap();
    assert_eq!(cube.shape(), shape(2, 2, 2));
    assert_eq!(cube.to_string(), "A B\nA B\n\nA B\nA .");
    assert_eq!(cube.to_string().parse(), Ok(cube));
    for text in ["", "AA/AA", "A./A.", "AA/A.A", "AA/AA//A."] {
        assert_eq!(text.parse::<Partition>(), Err(TableError::Drawing));
    }
    let path = "AAA.".parse::<Partition>();
    assert!(matches!(path, Err(TableError::Shape { .. })));
}

#[test]
fn a_partition_is_chosen_for_every_board_and_budget() {
    let flat = shape(4, 4, 1);
    for home in [0, 3, 12, 15] {
        for (budget, sizes) in [
            (200_000_000, &[7, 8][..]),
            (4_000_000, &[6, 6, 3]),
            (400_000, &[5, 5, 5]),
        ] {
            let partition = Partition::choose(flat, home, budget).unwrap();
            assert_eq!(partition.home(), home);
            let got: Vec<usize> = partition.patterns().iter().map(Pattern::tiles).collect();
            assert_eq!(got, sizes);
        }
    }
    for (shape, home) in [
        (flat, 5),
        (flat, 1),
        (shape(2, 2, 1), 3),
        (shape(3, 3, 1), 4),
        (shape(2, 8, 1), 15),
        (shape(2, 2, 3), 6),
        (shape(3, 3, 3), 13),
    ] {
        for budget in [10_000, 100_000, 400_000] {
            let Ok(partition) = Partition::choose(shape, home, budget) else {
                assert!(budget < 100_000);
                continue;
            };
            assert_eq!((partition.shape(), partition.home()), (shape, home));
            assert_eq!(
                Partition::choose(shape, home, budget),
                Ok(partition.clone())
            );
            let tables = TableBuilder::new().tables(partition.patterns()).unwrap();
            let mut bytes = 0;
            let mut seen = Vec::new();
            for table in tables {
                bytes += table.bytes() as u64;
                if !seen.contains(&table.pattern().tiles()) {
                    bytes += table.index_bytes() as u64;
                    seen.push(table.pattern().tiles());
                }
            }
            // Small fixed parts are not worth counting beforehand.
            assert!(bytes <= budget + 100_000, "{shape}: {bytes} of {budget}");
        }
    }
    let error = Partition::choose(flat, 15, 100).unwrap_err();
    assert!(matches!(error, TableError::Memory { bytes } if bytes > 100));
}
