//! The table against plain breadth-first search, and its numbers against those of ranks.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::*;
use crate::canonical::CanonicalBoard;
use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::side::Side;

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
                    if metric == Metric::Tiles {
                        break;
                    }
                }
            }
        }
        level = next;
    }
    known
}

#[test]
fn all_distances_are_those_of_breadth_first_search() {
    for (rows, cols, layers, homes) in [
        (2, 2, 1, &[0, 1, 2, 3][..]),
        (2, 3, 1, &[0, 1, 4, 5]),
        (3, 2, 1, &[0, 2, 5]),
        (2, 4, 1, &[0, 2, 7]),
        (4, 2, 1, &[1, 7]),
        (3, 3, 1, &[5]),
        (2, 2, 2, &[0, 3, 7]),
    ] {
        let shape = Shape::new(rows, cols, layers).expect("a small shape");
        let metrics = [Metric::Tiles, Metric::Slides];
        for (&home, metric) in homes.iter().flat_map(|home| metrics.map(|it| (home, it))) {
            let table = AllBoards::new(shape, home, metric).expect("little memory");
            assert_eq!(table.bytes(), AllBoards::bytes_for(shape));
            let known = distances(shape, home, metric);
            assert_eq!(known.len(), table.entries.len(), "{shape}");
            for (at, distance) in &known {
                let blank = at.iter().position(|&tile| tile as usize == home);
                let walk = table.walk(at, blank.expect("a blank"));
                assert_eq!(walk.left(), *distance, "{shape}, home {home}: {at:?}");
            }
        }
    }
}

#[test]
fn walks_lead_home() {
    let shape = Shape::new(3, 3, 1).expect("a small shape");
    for metric in [Metric::Tiles, Metric::Slides] {
        let table = AllBoards::new(shape, 4, metric).expect("little memory");
        for (mut at, distance) in distances(shape, 4, metric).into_iter().step_by(97) {
            let mut blank = at.iter().position(|&tile| tile == 4).expect("a blank");
            let mut walk = table.walk(&at, blank);
            for _ in 0..distance {
                let (side, tiles, looked_at) = walk.step(&table);
                assert!((1..=4).contains(&looked_at));
                assert!((1..=if metric == Metric::Tiles { 1 } else { 2 }).contains(&tiles));
                for _ in 0..tiles {
                    let from = side.entered(shape, blank).expect("a legal move");
                    at.swap(blank, from);
                    blank = from;
                }
            }
            assert!(walk.left() == 0 && at.into_iter().eq(0..9));
        }
    }
}

#[test]
fn boards_have_the_numbers_of_their_ranks() {
    for (rows, cols, layers) in [(2, 2, 1), (2, 3, 1), (4, 2, 1), (3, 3, 1), (2, 2, 2)] {
        let shape = Shape::new(rows, cols, layers).expect("a small shape");
        let cells = shape.cells();
        let table = AllBoards::new(shape, cells - 1, Metric::Tiles).expect("little memory");
        for rank in (0..table.entries.len()).step_by(7) {
            let board = DynBoard::unrank_solvable(shape, rank as u128).expect("it is below n!/2");
            let at = CanonicalBoard::new(&board, &Goal::BlankLast).expect("a goal of all shapes");
            let walk = table.walk(&at.cells, at.blank);
            assert_eq!(
                table.index(walk.order, walk.blank),
                rank,
                "{shape}: {board}"
            );
        }
    }
}

#[test]
fn numbers_lead_back_to_boards() {
    let shape = Shape::new(3, 3, 1).expect("a small shape");
    for home in [0, 4, 8] {
        let table = AllBoards::new(shape, home, Metric::Tiles).expect("little memory");
        for number in (0..table.entries.len()).step_by(5) {
            let (at, blank) = table.order(number);
            let walk = table.walk(&at, blank);
            assert_eq!(table.index(walk.order, walk.blank), number, "home {home}");
        }
    }
}
