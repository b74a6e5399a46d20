//! The hundred boards of Korf, *Depth-First Iterative-Deepening*, 1985, with what he found.

use npuzzle::Board;

use super::data;

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

/// Returns the boards, those that are easy by Manhattan distance first; or says that `count` boards
/// are skipped.
pub(crate) fn easiest(count: usize) -> Vec<Korf> {
    let Some(text) = data::read("korf100.txt", &format!("{count} boards")) else {
        return Vec::new();
    };
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let mut boards: Vec<Korf> = rows
        .map(|row| {
            let numbers = row.split_whitespace().map(str::parse);
            let row: Vec<u64> = numbers.collect::<Result<_, _>>().expect("numbers");
            Korf {
                number: row[0],
                board: Board::from_tiles(row[1..17].iter().copied()).expect("a board"),
                length: row[17] as usize,
                generated: row[19],
            }
        })
        .collect();
    assert_eq!(boards.len(), 100);
    boards.sort_by_key(|board| board.generated);
    boards.truncate(count);
    boards
}
