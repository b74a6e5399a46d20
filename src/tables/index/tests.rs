use alloc::vec::Vec;

use super::*;

fn shape(rows: usize, cols: usize, layers: usize) -> Shape {
    Shape::new(rows, cols, layers).unwrap()
}

impl PatternIndex {
    /// Returns the state of an entry, with the lowest cell of its region for the blank; `None`
    /// where there is no such entry.
    fn unrank(&self, entry: u64) -> Option<Placement> {
        if entry >= self.entries() {
            return None;
        }
        let block = (entry % self.blocks as u64) as usize;
        let number = (entry / self.blocks as u64) as usize;
        // The last map whose first block is not behind.
        let (mut low, mut high) = (0, self.maps());
        while high - low > 1 {
            let middle = low.midpoint(high);
            if self.lookup.first_block(middle) <= block {
                low = middle;
            } else {
                high = middle;
            }
        }
        let mut rest = low as u64;
        let mut map = 0_u64;
        let mut cell = self.shape.cells();
        for left in (1..=self.tiles()).rev() {
            loop {
                cell -= 1;
                if binomial(cell, left) <= rest {
                    break;
                }
            }
            rest -= binomial(cell, left);
            map |= 1 << cell;
        }
        let mut regions = Vec::new();
        self.grid.regions(map, &mut regions);
        Some(Placement {
            map,
            order: self.orders.order(number),
            blank: regions[block - self.lookup.first_block(low)].trailing_zeros() as usize,
        })
    }
}

#[test]
fn there_are_as_many_entries_as_published() {
    let flat = shape(4, 4, 1);
    for (tiles, maps, blocks, entries) in [
        (3, 560, 632, 3_792),
        (4, 1_820, 2_442, 58_608),
        (5, 4_368, 7_284, 874_080),
        (6, 8_008, 16_412, 11_816_640),
        (7, 11_440, 27_748, 139_849_920),
        (8, 12_870, 35_347, 1_425_191_040),
    ] {
        let index = PatternIndex::at_once(flat, tiles).unwrap();
        assert_eq!(index.maps(), maps);
        assert_eq!(index.blocks(), blocks);
        assert_eq!(index.entries(), entries);
    }
    for (tiles, entries) in [(5, 7_871_280), (6, 181_008_000)] {
        let index = PatternIndex::at_once(shape(5, 5, 1), tiles).unwrap();
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
        let index = PatternIndex::at_once(shape, tiles).unwrap();
        for entry in 0..index.entries() {
            let state = index.unrank(entry).unwrap();
            assert_eq!(state.map.count_ones() as usize, tiles);
            assert_eq!(index.rank(state), Some(entry), "{shape}, {tiles} tiles");
        }
        assert_eq!(index.unrank(index.entries()), None);
    }
}

#[test]
fn what_is_no_state_has_no_entry() {
    let index = PatternIndex::at_once(shape(3, 3, 1), 3).unwrap();
    let state = Placement {
        map: 0b111,
        order: 0o210,
        blank: 8,
    };
    assert!(index.rank(state).is_some());
    for bad in [
        Placement { map: 0b11, ..state },
        Placement {
            map: 1 << 9 | 0b11,
            ..state
        },
        Placement {
            order: 0o110,
            ..state
        },
        Placement {
            order: 0o310,
            ..state
        },
        Placement {
            order: 0o1210,
            ..state
        },
        Placement { blank: 2, ..state },
        Placement { blank: 9, ..state },
        Placement {
            blank: usize::MAX,
            ..state
        },
    ] {
        assert_eq!(index.rank(bad), None, "{bad:?}");
    }
    // The bits of the one tile's number are right, those above them are not.
    let index = PatternIndex::at_once(shape(3, 3, 1), 1).unwrap();
    let state = Placement {
        map: 1,
        order: 0,
        blank: 8,
    };
    assert!(index.rank(state).is_some());
    assert_eq!(index.rank(Placement { order: 8, ..state }), None);
}
