//! Tables against plain breadth-first search over boards of colours.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::{ScanAxis, SlidePattern, SlideTable, Transposer, build_slides};
use crate::runtime::job::block_on;
use crate::runtime::shared::Shared;

fn built(pattern: SlidePattern, transposer: &Shared<Transposer>) -> SlideTable {
    let show = |_, _| {};
    block_on(async |pace| build_slides(pattern, transposer, 1, &show, pace).await).unwrap()
}

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
        ([2, 3], 5, "001122"),
        ([2, 4], 3, "01230123"),
        ([3, 3], 8, "000111222"),
        ([3, 3], 4, "001100122"),
        ([2, 5], 9, "0011223333"),
        ([3, 4], 11, "000011112222"),
    ] {
        for source in ScanAxis::BOTH {
            let pattern = SlidePattern::new(sides, home, drawing, source);
            let transposer = Shared::new(Transposer::new(sides[0], sides[1]).unwrap());
            let table = built(pattern, &transposer);
            let goal: Board = (0..sides[0] * sides[1])
                .map(|cell| (cell != home).then_some(pattern.colours()[cell]))
                .collect();
            let mut level = Vec::from([goal]);
            let mut seen = [BTreeMap::new(), BTreeMap::new()];
            let (mut distance, mut reading) = (0, source);
            while !level.is_empty() {
                let mut next = Vec::new();
                for board in level {
                    let key = read(&board, sides[1], reading);
                    if seen[reading as usize].contains_key(&key) {
                        continue;
                    }
                    let order = key
                        .1
                        .iter()
                        .rev()
                        .fold(0, |order, &it| order << 2 | u32::from(it));
                    let is = table.distance(&transposer, reading, key.0, order);
                    assert_eq!(is, distance, "{drawing} {source:?}: {board:?} {reading:?}");
                    seen[reading as usize].insert(key, distance);
                    next.extend(slides(&board, sides[1], reading));
                }
                level = next;
                distance += 1;
                reading = reading.other();
            }
            let vertices = seen[0].len() + seen[1].len();
            assert_eq!(vertices as u64, pattern.vertices(), "{drawing}");
            assert_eq!(table.bytes() as u64, pattern.bytes());
            assert_eq!(
                seen.iter().flat_map(BTreeMap::values).max(),
                Some(&table.max())
            );
        }
    }
}
