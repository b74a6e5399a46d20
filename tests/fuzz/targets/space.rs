//! A space agrees with parity about the boards that can be solved, its best moves lead to the goal in its
//! distance, and `verify` agrees with moves that are played one by one.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use npuzzle::{Direction, DynBoard, Goal, Metric, Moves, Shape, Space, Tile, verify};

/// Rows, columns and layers of the shapes.
const SIDES: [[usize; 3]; 10] = [
    [1, 1, 1],
    [1, 2, 1],
    [1, 5, 1],
    [2, 2, 1],
    [2, 3, 1],
    [3, 2, 1],
    [2, 4, 1],
    [4, 2, 1],
    [2, 2, 2],
    [2, 1, 3],
];

#[derive(Arbitrary, Debug)]
struct Input {
    shape: u8,
    board: Vec<u8>,
    goal: Vec<u8>,
    /// The goal's cells with free tiles.
    free: u8,
    is_multi_tile: bool,
    moves: Moves,
}

/// Returns the board that some swaps of cells make.
fn board(shape: Shape, swaps: &[u8]) -> DynBoard {
    let mut tiles: Vec<Tile> = (0..shape.cells()).map(|tile| tile as Tile).collect();
    for (cell, &swap) in swaps.iter().enumerate().take(shape.cells()) {
        tiles.swap(cell, usize::from(swap) % shape.cells());
    }
    DynBoard::from_tiles(shape, tiles).expect("each tile once")
}

/// Returns the goal of a board, on flat ones with some free tiles.
fn goal(board: DynBoard, free: u8) -> Option<Goal> {
    let shape = board.shape();
    if shape.layers() > 1 {
        return Some(Goal::Custom(board));
    }
    let tiles = board.tiles().iter().enumerate();
    let cells = tiles.map(|(cell, &tile)| (tile == 0 || free >> cell & 1 == 0).then_some(tile));
    let cells: Vec<Option<Tile>> = cells.collect();
    Goal::partial(cells.chunks(shape.columns())).ok()
}

/// Returns the board after legal moves, and whether all are.
fn played(board: &DynBoard, moves: &Moves) -> (DynBoard, bool) {
    let mut board = board.clone();
    for direction in moves {
        if board.slide(direction).is_err() {
            return (board, false);
        }
    }
    (board, true)
}

fuzz_target!(|input: Input| {
    let [rows, columns, layers] = SIDES[usize::from(input.shape) % SIDES.len()];
    let shape = Shape::new(rows, columns, layers).expect("few cells");
    let start = board(shape, &input.board);
    let Some(goal) = goal(board(shape, &input.goal), input.free) else {
        return;
    };
    let metric = if input.is_multi_tile {
        Metric::MultiTile
    } else {
        Metric::SingleTile
    };
    let space = Space::new(shape, &goal, metric).expect("few boards");
    let distance = space.distance(&start);
    assert_eq!(distance.is_some(), start.is_solvable_for(&goal));
    assert_eq!(space.histogram().len(), space.radius() + 1);
    let (mut at, mut path) = (start.clone(), Vec::<Direction>::new());
    while let Some(&best) = space.best_moves(&at).first() {
        let before = space.distance(&at);
        at.slide(best).expect("a legal move");
        path.push(best);
        assert!(space.distance(&at) <= before);
        assert!(path.len() <= 64, "no way to the goal");
    }
    assert_eq!(at.is_solved_for(&goal), distance.is_some());
    let path: Moves = path.into_iter().collect();
    if let (Some(distance), Metric::SingleTile) = (distance, metric) {
        assert_eq!(path.len(), distance);
    }
    for moves in [&path, &input.moves] {
        if moves.len() > 1 << 12 {
            continue;
        }
        let verdict = verify(&start, moves, &goal).expect("the goal fits");
        let (end, is_legal) = played(&start, moves);
        assert_eq!((&verdict.end, verdict.illegal.is_none()), (&end, is_legal));
        assert_eq!(verdict.is_solved, is_legal && end.is_solved_for(&goal));
        assert!(!verdict.to_string().is_empty());
    }
});
