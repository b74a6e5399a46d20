use alloc::string::ToString;

use super::*;
use crate::tables::index::index_bytes;
use crate::tables::{build_at_once, bytes_of};

fn shape(rows: usize, cols: usize, layers: usize) -> Shape {
    Shape::new(rows, cols, layers).unwrap()
}

#[test]
fn a_partition_is_checked_and_drawn() {
    for (text, drawn, sides) in [
        ("A A B/A A B/C C .", "A A B\nA A B\nC C .", [3, 3, 1]),
        ("xy/.z", "A B\n. C", [2, 2, 1]),
        ("AB/AB//AB/A.", "A B\nA B\n\nA B\nA .", [2, 2, 2]),
    ] {
        let partition: Partition = text.parse().unwrap();
        assert_eq!(partition.shape().sides(), sides);
        assert_eq!(partition.to_string(), drawn);
        assert_eq!(drawn.parse(), Ok(partition));
    }
    for text in ["", "AA/AA", "A./A.", "AA/A.A", "AA/AA//A."] {
        assert_eq!(
            text.parse::<Partition>(),
            Err(TableError::Drawing),
            "{text}"
        );
    }
    let error = |text: &str| text.parse::<Partition>().unwrap_err();
    assert_eq!(error("AAA./AAAA/AABB"), TableError::Tiles { tiles: 9 });
    let path = shape(1, 4, 1);
    assert_eq!(error("AAA."), TableError::Shape { shape: path });
    let shape = shape(8, 9, 1);
    assert_eq!(
        error(&["AAAAAAAA."; 8].join("/")),
        TableError::Shape { shape }
    );
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
            assert!(
                partition
                    .patterns
                    .iter()
                    .map(Pattern::tiles)
                    .eq(sizes.iter().copied())
            );
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
            let again = Partition::choose(shape, home, budget);
            assert_eq!(again.as_ref(), Ok(&partition));
            // Its patterns have each tile once: a drawing would miss others.
            let mut drawn = partition.to_string().parse::<Partition>().unwrap();
            drawn.patterns.sort_unstable();
            let mut patterns = partition.patterns;
            patterns.sort_unstable();
            assert_eq!(drawn.patterns, patterns);
            let tables = build_at_once(&patterns).unwrap();
            let mut sizes: Vec<usize> = patterns.iter().map(Pattern::tiles).collect();
            sizes.sort_unstable();
            sizes.dedup();
            let indices: u64 = sizes.iter().map(|&size| index_bytes(shape, size)).sum();
            let bytes = bytes_of(tables.iter()) as u64 + indices;
            assert!(bytes <= budget, "{shape}: {bytes} of {budget}");
        }
    }
    let error = Partition::choose(flat, 15, 100).unwrap_err();
    assert!(matches!(error, TableError::Memory { bytes } if bytes > 100));
    let error = TableError::NoSuchHome {
        shape: flat,
        home: 16,
    };
    assert_eq!(Partition::choose(flat, 16, 400_000), Err(error));
}
