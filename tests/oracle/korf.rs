//! The hundred boards of Korf, *Depth-First Iterative-Deepening*, 1985, with what he found.

use npuzzle::Board;

/// One of the boards; the goal has the blank first.
pub(crate) struct Korf {
    /// From 1 to 100.
    pub(crate) number: u64,
    pub(crate) board: Board<4>,
    /// Of a shortest solution, in moves.
    pub(crate) length: usize,
    /// The boards that his search by Manhattan distance generated.
    pub(crate) generated: u64,
}

/// Returns the `count` boards that are easiest by Manhattan distance.
pub(crate) fn easiest(count: usize) -> Vec<Korf> {
    let lines = include_str!("korf100.txt").lines();
    let rows = lines.filter_map(|line| line.split_once(" # "));
    let mut boards: Vec<Korf> = rows
        .map(|(board, numbers)| {
            let numbers = numbers.split_whitespace().map(str::parse);
            let numbers: Vec<u64> = numbers.collect::<Result<_, _>>().expect("numbers");
            Korf {
                number: numbers[0],
                board: board.parse().expect("a board"),
                length: numbers[1] as usize,
                generated: numbers[2],
            }
        })
        .collect();
    assert_eq!(boards.len(), 100);
    boards.sort_by_key(|board| board.generated);
    boards.truncate(count);
    boards
}
