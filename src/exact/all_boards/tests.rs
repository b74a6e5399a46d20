//! The table against plain breadth-first search.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::*;
use crate::runtime::job::block_on;

/// All boards and their distances by plain breadth-first search.
fn distances(shape: Shape, home: usize, metric: Metric) -> BTreeMap<Vec<u16>, usize> {
    let goal: Vec<u16> = (0..shape.cells() as u16).collect();
    let mut known = BTreeMap::from([(goal.clone(), 0)]);
    let mut level = alloc::vec![(goal, home)];
    let mut distance = 0;
    while !level.is_empty() {
        distance += 1;
        let mut next = Vec::new();
        for (at, blank) in level {
            for side in Side::ALL {
                let (mut child, mut blank) = (at.clone(), blank);
                while let Some(from) = side.entered(shape, blank) {
                    child.swap(blank, from);
                    blank = from;
                    if !known.contains_key(&child) {
                        known.insert(child.clone(), distance);
                        next.push((child.clone(), from));
                    }
                    if metric == Metric::SingleTile {
                        break;
                    }
                }
            }
        }
        level = next;
    }
    known
}

/// Numbers lead back to boards, distances are those of breadth-first search, and walks lead home.
#[test]
fn all_boards_agree_with_breadth_first_search() {
    for (rows, cols, layers, home) in [(2, 3, 1, 1), (4, 2, 1, 7), (3, 3, 1, 4), (2, 2, 2, 3)] {
        let shape = Shape::new(rows, cols, layers).expect("a small shape");
        for metric in [Metric::SingleTile, Metric::MultiTile] {
            let build = async |pace: &mut _| AllBoards::build(shape, home, metric, pace).await;
            let table = block_on(build).expect("little memory");
            let known = distances(shape, home, metric);
            assert_eq!(known.len(), table.distances.len(), "{shape}");
            assert_eq!(known.values().max(), Some(&table.radius()), "{shape}");
            for number in (0..known.len()).step_by(7) {
                let (mut at, mut blank) = table.order(number);
                if !known.contains_key(&at) {
                    // The other one of the two boards that share a number.
                    let cells: Vec<usize> = (0..at.len()).filter(|&it| it != blank).collect();
                    at.swap(cells[cells.len() - 2], cells[cells.len() - 1]);
                }
                let mut board = table.board(&at, blank);
                assert_eq!(table.number(board), number, "{shape}, {home}");
                assert_eq!(table.left(board), known[&at], "{shape}, {home}: {at:?}");
                while table.left(board) > 0 {
                    let (side, tiles, _) = table.step(&mut board);
                    for _ in 0..tiles {
                        let from = side.entered(shape, blank).expect("a legal move");
                        at.swap(blank, from);
                        blank = from;
                    }
                    assert_eq!(table.left(board), known[&at], "{shape}, {home}: {at:?}");
                }
            }
        }
    }
}
