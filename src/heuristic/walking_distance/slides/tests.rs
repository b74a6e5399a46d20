use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use super::*;
use crate::runtime::job::block_on;

/// The blank's row, and `[row][goal row]`: the number of tiles.
type Position = (usize, Vec<Vec<usize>>);

/// Returns the slides from the solved position to each other one of an axis.
fn slides(rows: usize, width: usize, home: usize) -> BTreeMap<Position, u16> {
    let mut solved = vec![vec![0; rows]; rows];
    for (row, tiles) in solved.iter_mut().enumerate() {
        tiles[row] = width - usize::from(row == home);
    }
    let mut known = BTreeMap::from([((home, solved.clone()), 0)]);
    let (mut level, mut distance) = (Vec::from([(home, solved)]), 1);
    while !level.is_empty() {
        let mut next = Vec::new();
        for position in level {
            // All runs of the blank to lower rows, then to higher ones.
            for is_up in [false, true] {
                let mut open = Vec::from([position.clone()]);
                while let Some((row, tiles)) = open.pop() {
                    let is_end = row == if is_up { rows - 1 } else { 0 };
                    if is_end {
                        continue;
                    }
                    let from = if is_up { row + 1 } else { row - 1 };
                    for goal in (0..rows).filter(|&goal| tiles[from][goal] > 0) {
                        let mut after = tiles.clone();
                        after[from][goal] -= 1;
                        after[row][goal] += 1;
                        let after = (from, after);
                        if !known.contains_key(&after) {
                            known.insert(after.clone(), distance);
                            next.push(after.clone());
                        }
                        open.push(after);
                    }
                }
            }
        }
        (level, distance) = (next, distance + 1);
    }
    known
}

#[test]
fn slides_are_those_of_a_search_without_tables() {
    for (rows, cols, layers, home) in [
        (2, 3, 1, 5),
        (3, 3, 1, 8),
        (3, 3, 1, 4),
        (4, 2, 1, 2),
        (5, 2, 1, 9),
        (2, 2, 3, 11),
        (1, 5, 1, 1),
        // Its rows fill the word: to read beyond the last one overflows.
        (1, 11, 1, 5),
    ] {
        let shape = Shape::new(rows, cols, layers).expect("a shape");
        let walking = block_on(async |pace| walking_slides(shape, home, pace).await);
        let WalkingSlides {
            walking,
            slides: found,
        } = walking.expect("a small shape");
        for (table, found) in walking.tables.iter().zip(found) {
            let rules = table.rules;
            let mut known = slides(rules.rows, rules.width, usize::from(rules.home));
            assert_eq!(found.len(), known.len(), "{shape}");
            for (&position, slides) in table.positions.iter().zip(found) {
                let row = |row| (0..rules.rows).map(move |goal| rules.tiles(position, row, goal));
                let tiles = (0..rules.rows).map(|it| row(it).map(|tiles| tiles as usize).collect());
                let position = (rules.blank_row(position), tiles.collect());
                assert_eq!(
                    known.remove(&position),
                    Some(slides),
                    "{shape} {position:?}"
                );
            }
        }
    }
}
