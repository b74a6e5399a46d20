mod generate;

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;

use super::*;
use crate::runtime::block_on;

type Tiles = u64;

/// The shape's cells, cell by cell and turn by turn.
fn neighbours(shape: Shape) -> Vec<[Option<usize>; 6]> {
    (0..shape.cells())
        .map(|cell| Side::ALL.map(|side| side.entered(shape, cell)))
        .collect()
}

fn moved(tiles: Tiles, blank: usize, to: usize) -> Tiles {
    let change = (tiles >> (4 * blank) ^ tiles >> (4 * to)) & 15;
    tiles ^ change << (4 * blank) ^ change << (4 * to)
}

fn to_depth(moves: usize, depth: usize) -> Automaton {
    block_on(async |pace| Automaton::to_depth(moves, depth, pace).await).expect("little memory")
}

fn row(automaton: &Automaton, state: u16) -> &[u16] {
    let (rows, moves) = automaton.rows();
    &rows[usize::from(state) * moves..][..moves]
}

/// Walks the automaton breadth first from these start cells and asserts that it reaches every
/// board, each as soon as a plain breadth-first search does.
fn reaches_every_board_from(
    moves: usize,
    shape: Shape,
    depth: usize,
    boards: usize,
    starts: impl IntoIterator<Item = usize>,
) {
    let automaton = to_depth(moves, depth);
    let sides = neighbours(shape);
    for start in starts {
        let solved: Tiles = 0xfedc_ba98_7654_3210;
        // The blank is the tile with the number of the start cell.
        let mut seen = BTreeSet::from([solved]);
        let mut plain = vec![(solved, start)];
        let mut pruned = BTreeSet::from([(solved, start, 0)]);
        while !plain.is_empty() {
            let mut level = BTreeMap::new();
            for (tiles, blank) in plain {
                for to in sides[blank].into_iter().flatten() {
                    let next = moved(tiles, blank, to);
                    if seen.insert(next) {
                        level.insert(next, to);
                    }
                }
            }
            let mut walks = BTreeSet::new();
            for (tiles, blank, state) in pruned {
                for (turn, &next_state) in row(&automaton, state).iter().enumerate() {
                    if let (true, Some(to)) = (next_state != REFUSED, sides[blank][turn]) {
                        let next = moved(tiles, blank, to);
                        if level.contains_key(&next) {
                            walks.insert((next, to, next_state));
                        }
                    }
                }
            }
            let reached: BTreeSet<_> = walks.iter().map(|(tiles, ..)| tiles).collect();
            assert_eq!(reached.len(), level.len(), "from cell {start} of {shape}");
            plain = level.into_iter().collect();
            pruned = walks;
        }
        assert_eq!(seen.len(), boards);
    }
}

fn shape(rows: usize, cols: usize, layers: usize) -> Shape {
    Shape::new(rows, cols, layers).expect("a fine shape")
}

#[test]
fn every_board_of_small_shapes_is_reached_in_time() {
    reaches_every_board_from(4, shape(3, 3, 1), RECTANGLE_DEPTH, 181_440, [8]);
    for depth in [2, 6, 7, 10, 12, RECTANGLE_DEPTH] {
        reaches_every_board_from(4, shape(2, 3, 1), depth, 360, 0..6);
        reaches_every_board_from(4, shape(3, 2, 1), depth, 360, 0..6);
    }
    reaches_every_board_from(4, shape(2, 4, 1), RECTANGLE_DEPTH, 20_160, [0, 1, 6]);
    reaches_every_board_from(4, shape(1, 5, 1), RECTANGLE_DEPTH, 5, 0..5);
    reaches_every_board_from(4, shape(1, 1, 1), RECTANGLE_DEPTH, 1, [0]);
    for depth in [2, 6, 8, BOX_DEPTH] {
        reaches_every_board_from(6, shape(2, 2, 2), depth, 20_160, [0, 5]);
    }
    reaches_every_board_from(6, shape(2, 1, 4), BOX_DEPTH, 20_160, [0, 3]);
    // A rectangle may take the box's automaton.
    reaches_every_board_from(6, shape(2, 4, 1), BOX_DEPTH, 20_160, [2]);
}

/// Returns the number of walks of each length from 0 to `length` that the automaton passes.
fn walks(automaton: &Automaton, shape: Shape, start: usize, length: usize) -> Vec<u64> {
    let sides = neighbours(shape);
    let mut now = BTreeMap::from([((0, start), 1)]);
    let mut counts = vec![1];
    for _ in 0..length {
        let mut then = BTreeMap::new();
        for ((state, blank), count) in now {
            for (turn, &next) in row(automaton, state).iter().enumerate() {
                if let (true, Some(to)) = (next != REFUSED, sides[blank][turn]) {
                    *then.entry((next, to)).or_insert(0) += count;
                }
            }
        }
        counts.push(then.values().sum());
        now = then;
    }
    counts
}

#[test]
fn no_board_is_met_twice_up_to_the_depth() {
    // The boards at each distance from the solved one; they equal the walks only if nothing is met
    // twice.
    let known = [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1_948, 3_938, 7_808];
    let square = shape(4, 4, 1);
    let automaton = to_depth(4, 12);
    assert_eq!(walks(&automaton, square, 15, 12), known);
    assert_eq!(walks(&automaton, square, 0, 12), known);
    let eight = shape(3, 3, 1);
    assert_eq!(
        walks(&to_depth(4, 14), eight, 0, 12),
        [1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748]
    );
    // From 13 moves on, a few walks (1,025 to 1,024 boards here) can be replaced only outside of
    // their boxes, and pass.
    let cube = shape(2, 2, 2);
    assert_eq!(
        walks(&to_depth(6, 10), cube, 7, 10),
        [1, 3, 6, 12, 24, 48, 93, 180, 351, 675, 1_191]
    );
}

#[test]
fn the_number_of_states_is_known() {
    let states = |moves, depth| to_depth(moves, depth).rows.len() / moves;
    assert_eq!(
        [2, 8, 10, 12, 14].map(|depth| states(4, depth)),
        [5, 166, 1_191, 8_081, 54_281]
    );
    assert_eq!([8, 10].map(|depth| states(6, depth)), [1_239, 25_292]);
}
