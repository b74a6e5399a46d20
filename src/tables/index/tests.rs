use super::*;
use crate::runtime::block_on;
use crate::tables::index::index_bytes;

fn shape(rows: usize, cols: usize, layers: usize) -> Shape {
    Shape::new(rows, cols, layers).unwrap()
}

fn index(shape: Shape, tiles: usize) -> PatternIndex {
    block_on(async |pace| PatternIndex::new(shape, tiles, pace).await).unwrap()
}

#[test]
fn there_are_as_many_entries_as_published() {
    let flat = shape(4, 4, 1);
    for (tiles, blocks, entries) in [
        (3, 632, 3_792),
        (4, 2_442, 58_608),
        (5, 7_284, 874_080),
        (6, 16_412, 11_816_640),
        (7, 27_748, 139_849_920),
        (8, 35_347, 1_425_191_040),
    ] {
        let index = self::index(flat, tiles);
        assert_eq!(index.blocks, blocks);
        assert_eq!(index.entries(), entries);
    }
    for (tiles, entries) in [(5, 7_871_280), (6, 181_008_000)] {
        let index = self::index(shape(5, 5, 1), tiles);
        assert_eq!(index.entries(), entries);
    }
}

#[test]
fn the_index_is_a_bijection() {
    for (shape, tiles) in [
        (shape(2, 2, 1), 3),
        (shape(2, 3, 1), 4),
        (shape(3, 3, 1), 5),
        (shape(3, 3, 1), 8),
        (shape(4, 4, 1), 4),
        (shape(2, 8, 1), 5),
        (shape(2, 2, 3), 4),
        (shape(3, 3, 2), 3),
        (shape(5, 5, 1), 3),
        (shape(6, 6, 1), 2),
        (shape(4, 4, 4), 2),
    ] {
        let index = self::index(shape, tiles);
        let mut seen = alloc::vec![false; index.entries() as usize];
        let mut regions = Vec::new();
        for map in maps(shape.cells(), tiles) {
            index.grid.regions(map, &mut regions);
            for (&region, number) in regions
                .iter()
                .flat_map(|it| (0..index.orders.count()).map(move |number| (it, number)))
            {
                let order = index.orders.order(number);
                let mut entries = bits(region).map(|blank| index.entry(map, order, blank));
                let entry = entries.next().unwrap();
                assert!(
                    entries.all(|other| other == entry),
                    "{shape}, {tiles} tiles"
                );
                assert!(!core::mem::replace(&mut seen[entry as usize], true));
            }
        }
        assert!(seen.into_iter().all(|it| it));
        // Small parts are not worth counting beforehand.
        let bytes = size_of_val(&index.numbers[..])
            + size_of_val(&index.maps[..])
            + index.regions.len()
            + size_of::<Order>() * index.orders.count();
        assert!(bytes as u64 <= index_bytes(shape, tiles) + 100_000);
    }
}
