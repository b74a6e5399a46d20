//! Tables against plain breadth-first search over boards of colours, and plans.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::*;
use crate::runtime::block_on;
use crate::shape::Shape;
use crate::tables::TableMaker;

/// A board of colours, and none for the blank.
type Board = Vec<Option<u8>>;

/// Returns the tiles in the order of a reading, and the blank's line.
fn read(board: &Board, cols: usize, reading: ScanAxis) -> (usize, Vec<u8>) {
    let rows = board.len() / cols;
    let blank = board.iter().position(Option::is_none).unwrap();
    match reading {
        ScanAxis::Rows => (blank / cols, board.iter().copied().flatten().collect()),
        ScanAxis::Columns => {
            let cells = (0..cols).flat_map(|column| (0..rows).map(move |row| row * cols + column));
            (blank % cols, cells.filter_map(|cell| board[cell]).collect())
        }
    }
}

/// Returns all boards that differ by one slide along a reading's lines, and the board itself.
fn slides(board: &Board, cols: usize, reading: ScanAxis) -> Vec<Board> {
    let blank = board.iter().position(Option::is_none).unwrap();
    let line: Vec<usize> = match reading {
        ScanAxis::Rows => (blank / cols * cols..(blank / cols + 1) * cols).collect(),
        ScanAxis::Columns => (blank % cols..board.len()).step_by(cols).collect(),
    };
    let tiles = line.iter().filter_map(|&cell| board[cell]);
    let tiles: Vec<Option<u8>> = tiles.map(Some).collect();
    let with_blank = |at: usize| {
        let mut tiles = tiles.clone();
        tiles.insert(at, None);
        let mut board = board.clone();
        for (&cell, tile) in line.iter().zip(tiles) {
            board[cell] = tile;
        }
        board
    };
    (0..line.len()).map(with_blank).collect()
}

#[test]
fn distances_are_those_of_breadth_first_search() {
    for (sides, home, drawing) in [
        ([3, 3], 8, "000111222"),
        ([3, 3], 4, "001100122"),
        ([2, 5], 9, "0011223333"),
        ([3, 4], 11, "000011112222"),
    ] {
        for source in ScanAxis::BOTH {
            let pattern = SlidePattern::new(sides, home, drawing, source);
            let transposer = Transposer::new(sides).unwrap();
            let table = block_on(async |pace: &mut _| {
                let maker = &TableMaker::default();
                SlideTable::make(pattern, &transposer, maker, pace).await
            });
            let table = table.unwrap();
            let goal: Board = (0..sides[0] * sides[1])
                .map(|cell| (cell != home).then_some(pattern.colours[cell]))
                .collect();
            let mut level = Vec::from([goal]);
            let mut seen = [BTreeMap::new(), BTreeMap::new()];
            let (mut distance, mut axis) = (0, source);
            while !level.is_empty() {
                let mut next = Vec::new();
                for board in level {
                    let (line, tiles) = read(&board, sides[1], axis);
                    if seen[axis as usize].contains_key(&(line, tiles.clone())) {
                        continue;
                    }
                    let order = tiles.iter().rev();
                    let order = order.fold(0, |order, &it| order << 2 | u32::from(it));
                    let is = table.distance(&transposer, axis, (order, line));
                    assert_eq!(is, distance, "{drawing} {source:?}: {board:?} {axis:?}");
                    seen[axis as usize].insert((line, tiles), distance);
                    next.extend(slides(&board, sides[1], axis));
                }
                level = next;
                distance += 1;
                axis = axis.other();
            }
            let vertices = seen[0].len() + seen[1].len();
            assert_eq!(vertices as u64, pattern.vertices(), "{drawing}");
            let most = seen.iter().flat_map(BTreeMap::values).max();
            assert_eq!(most, Some(&table.max));
        }
    }
}

#[test]
fn equal_boards_share_tables_within_the_memory() {
    // Shapes and homes, with the rows, columns and home of the tables.
    for (shape, homes, sides, upright) in [
        ("4x4", &[0, 3, 12, 15][..], [4, 4], 15),
        ("4x4", &[1, 2, 4, 7, 8, 11, 13, 14], [4, 4], 11),
        ("4x4", &[5, 6, 9, 10], [4, 4], 10),
        ("3x5", &[0, 4, 10, 14], [3, 5], 14),
        ("5x3", &[0, 2, 12, 14], [3, 5], 14),
        ("5x3", &[3, 5, 9, 11], [3, 5], 13),
        ("6x2", &[4, 5, 6, 7], [2, 6], 9),
    ] {
        let shape: Shape = shape.parse().unwrap();
        for &home in homes {
            let it = Upright::new(shape, home).unwrap();
            assert_eq!((it.sides, it.home), (sides, upright), "{shape}, {home}");
            for a in 0..shape.cells() {
                for b in 0..shape.cells() {
                    let [c, d] = [a, b].map(|cell| it.cells[cell]);
                    let is_beside = c.abs_diff(d) == sides[1]
                        || c.abs_diff(d) == 1 && c / sides[1] == d / sides[1];
                    assert_eq!(is_beside, shape.distance(a, b) == 1, "{shape}, {home}");
                }
            }
        }
        let mut memory = u64::MAX;
        loop {
            let patterns = plan(sides, upright, memory);
            let bytes: u64 = patterns.iter().map(SlidePattern::bytes).sum();
            assert!(bytes <= memory);
            if patterns.is_empty() {
                break;
            }
            memory = bytes - 1;
        }
        assert!(memory < 11_000_000, "{shape}");
    }
    for shape in ["4x5", "2x2x2", "1x9"] {
        assert!(Upright::new(shape.parse().unwrap(), 0).is_none(), "{shape}");
    }
}
