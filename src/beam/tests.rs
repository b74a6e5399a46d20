use alloc::collections::{BTreeMap, BTreeSet};
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{Beam, BeamConfig, Keys, beam_to_goal};
use crate::beam::ranking::{ByOrder, Ranking, Score, TileCosts};
use crate::canonical::CanonicalBoard;
use crate::exact::fixtures::{Random, run, run_in_all_slices, walk};
use crate::exact::neighbours::Neighbours;
use crate::moves::Moves;
use crate::pairs::{self, PairScore};
use crate::runtime::{Job, OutOfMemory, Step, block_on};
use crate::shape::Shape;
use crate::side::Side;

fn boards(count: u64, steps: usize) -> Vec<CanonicalBoard> {
    let shapes = [(4, 4, 1), (5, 5, 1), (2, 7, 1), (3, 3, 3), (1, 5, 1)];
    let shapes = shapes.map(|(rows, cols, layers)| Shape::new(rows, cols, layers).unwrap());
    let board = |nth: u64| {
        let shape = shapes[nth as usize % shapes.len()];
        let random = &mut Random(nth);
        if shape.is_path() {
            // The blank can't turn back there.
            return walk(shape, 0, 4, random).0;
        }
        walk(shape, random.below(shape.cells()), steps, random).0
    };
    (0..count).map(board).collect()
}

/// Returns a task that reports the solution of a beam.
fn ranked<R: Ranking>(
    ranking: R,
    state: R::State,
    board: &CanonicalBoard,
    width: usize,
    most: usize,
) -> Job<Result<(), OutOfMemory>> {
    let board = board.clone();
    Job::new(move |mut pace| async move {
        let found = beam_to_goal(ranking, state, &board, width, most, None, &mut pace).await?;
        if let Some(moves) = found {
            pace.tell(Step::Found(moves)).await;
        }
        Ok(())
    })
}

fn beam(board: &CanonicalBoard, width: usize, most: usize) -> Job<Result<(), OutOfMemory>> {
    let (ranking, state) = ByOrder::new(board);
    ranked(ranking, state, board, width, most)
}

/// Returns the length of the shortest solutions of at most `most` moves, by breadth-first search.
fn plainly(board: &CanonicalBoard, most: usize) -> Option<usize> {
    let mut layer = BTreeSet::from([board.cells.clone()]);
    let mut met = layer.clone();
    for made in 1..=most {
        let mut next = BTreeSet::new();
        for cells in &layer {
            let mut parent = board.clone();
            parent.cells.clone_from(cells);
            let home = board.home as u16;
            parent.blank = cells.iter().position(|&tile| tile == home).unwrap();
            for side in Side::ALL {
                let mut child = parent.clone();
                if child.slide(side.tile_moves()) && met.insert(child.cells.clone()) {
                    if child.is_solved() {
                        return Some(made);
                    }
                    next.insert(child.cells);
                }
            }
        }
        layer = next;
    }
    None
}

#[test]
fn a_beam_that_keeps_all_is_a_search_in_breadth() {
    let mut found = 0;
    for board in boards(20, 9) {
        for most in [0, 1, 5, 9] {
            if board.is_solved() {
                continue;
            }
            let outcome = run_in_all_slices(|| beam(&board, 3000, most));
            let length = outcome.found.first().map(|moves| moves.len());
            assert_eq!(length, plainly(&board, most), "{board} {most}");
            found += outcome.found.len();
        }
    }
    assert!(found >= 15, "{found}");
}

/// Continues to the layer after `made` moves; returns whether there is one.
fn go_to_layer<R: Ranking>(beam: &mut Beam<R>, made: usize) -> bool {
    block_on(async |pace| {
        while beam.made < made {
            if beam.advance(u32::MAX, pace).await.unwrap().is_break() {
                return false;
            }
        }
        true
    })
}

/// The cost of a step: with some more boards, orders are sorted by classes of several.
const PRICE: usize = 7;

/// Returns a beam by Manhattan distance, written down as a table of costs, with terms of its own.
fn by_tiles(board: &CanonicalBoard, change: impl FnOnce(&mut BeamConfig)) -> Beam<TileCosts> {
    let (shape, cells) = (board.shape, board.cells.len());
    let mut costs = TileCosts {
        blank: board.home as u16,
        ..TileCosts::default()
    };
    let center = costs
        .add_distances(8, |distance| Score {
            cost: (PRICE * distance) as i64,
            ..Score::default()
        })
        .unwrap();
    let none = costs
        .add_row(core::iter::repeat_n(Score::default(), 8))
        .unwrap();
    for cell in 0..cells {
        let place = shape.place(cell);
        let place = [place.row, place.column, place.layer].map(|it| it as u16);
        costs.coordinates.push(place);
        let rows = place.map(|home| center - u32::from(home));
        let is_blank = cell == board.home;
        costs.rows.push(if is_blank { [none; 3] } else { rows });
    }
    let mut terms = BeamConfig {
        neighbours: Neighbours::new(shape).unwrap(),
        keys: Keys::new(cells, |_| true).unwrap(),
        width: 60,
        width_of_cell: 60,
    };
    change(&mut terms);
    let state = costs.evaluate(&board.cells);
    Beam::new(costs, state, &board.cells, board.blank, terms).unwrap()
}

/// Returns a beam by costs that is so wide, with a cap for each cell of the blank, and its terms.
fn of_widths(
    board: &CanonicalBoard,
    width: usize,
    width_of_cell: usize,
) -> (Beam<TileCosts>, BeamConfig) {
    let mut terms = None;
    let beam = by_tiles(board, |its| {
        (its.width, its.width_of_cell) = (width, width_of_cell);
        terms = Some(its.clone());
    });
    (beam, terms.unwrap())
}

/// A layer worked out plainly: boards and the sides by which the blank came.
type PlainLayer = Vec<(CanonicalBoard, Option<Side>)>;

/// Returns the next layer of a beam by Manhattan distance, worked out plainly. `met` are hashes by
/// slot, of which there are `slots`.
fn plain_layer(
    layer: &PlainLayer,
    terms: &BeamConfig,
    met: &mut BTreeMap<u64, u64>,
    slots: u64,
) -> PlainLayer {
    let mut children = Vec::new();
    for (board, came_by) in layer {
        for side in Side::ALL {
            let mut child = board.clone();
            if *came_by != Some(side.undo()) && child.slide(side.tile_moves()) {
                children.push((child, Some(side)));
            }
        }
    }
    // A sort that leaves boards of the same class in place.
    let order = |child: &(CanonicalBoard, _)| PRICE * child.0.manhattan();
    let least = children.iter().map(order).min().unwrap_or(0);
    let range = children.iter().map(order).max().unwrap_or(0) - least;
    let classes = (4 * children.len()).clamp(64, 1 << 13);
    let shift = (0..32).find(|&shift| range >> shift < classes).unwrap();
    children.sort_by_key(|child| (order(child) - least) >> shift);
    let (mut next, mut of_cell) = (PlainLayer::new(), BTreeMap::new());
    for (child, side) in children {
        let hash = terms.keys.of(&child.cells);
        let slot = (hash >> 20) % slots;
        let of_cell = of_cell.entry(child.blank).or_insert(0);
        if next.len() < terms.width
            && *of_cell < terms.width_of_cell
            && met.insert(slot, hash) != Some(hash)
        {
            *of_cell += 1;
            next.push((child, side));
        }
    }
    next
}

/// Continues to a layer, and compares it with the same one worked out plainly. Returns whether
/// there is one.
fn goes_to_same_layer(beam: &mut Beam<TileCosts>, made: usize, layer: &PlainLayer) -> bool {
    if !go_to_layer(beam, made) {
        assert!(layer.is_empty(), "{made}");
        return false;
    }
    assert_eq!(beam.states().len(), layer.len());
    for (nth, (plain, _)) in layer.iter().enumerate() {
        assert_eq!(beam.board(nth), plain.cells);
    }
    true
}

#[test]
fn layers_match_a_plain_implementation() {
    let mut boards_in_all = 0;
    for board in boards(10, 200) {
        for (width, width_of_cell) in [(1, 1), (7, 2), (90, 90), (150, 20)] {
            let (mut beam, terms) = of_widths(&board, width, width_of_cell);
            let slots = (16 * width as u64).next_power_of_two().max(1 << 10);
            let hash = terms.keys.of(&board.cells);
            let mut met = BTreeMap::from([((hash >> 20) % slots, hash)]);
            let mut layer = alloc::vec![(board.clone(), None)];
            for made in 1..60 {
                layer = plain_layer(&layer, &terms, &mut met, slots);
                if !goes_to_same_layer(&mut beam, made, &layer) {
                    break;
                }
                boards_in_all += layer.len();
            }
        }
    }
    assert!(boards_in_all > 50_000, "{boards_in_all}");
}

#[test]
fn boards_that_differ_in_free_tiles_are_one() {
    let (board, _) = walk(Shape::square(4).unwrap(), 15, 300, &mut Random(5));
    let mut beam = by_tiles(&board, |terms| {
        terms.keys = Keys::new(16, |tile| tile == 15).unwrap();
    });
    // Only the blank counts: it visits each cell once.
    let mut boards = 1;
    for made in 1.. {
        if !go_to_layer(&mut beam, made) {
            break;
        }
        boards += beam.states().len();
        assert!(boards <= 16);
    }
    assert_eq!(boards, 16);
}

#[test]
fn a_solved_board_takes_no_moves() {
    let (board, _) = walk(Shape::square(4).unwrap(), 5, 0, &mut Random(0));
    for most in [0, 10] {
        let outcome = run(&mut beam(&board, 8, most), u64::MAX, || u64::MAX);
        assert_eq!(
            (outcome.found, outcome.expanded),
            (alloc::vec![Moves::new()], 0)
        );
    }
}

#[test]
fn slices_and_limits_change_nothing_in_wide_beams() {
    let shape = Shape::square(5).unwrap();
    let tables = block_on(async |pace| pairs::tables_for(shape, pace).await);
    let tables = tables.unwrap().unwrap();
    for (seed, steps) in [(1, 30), (2, 300)] {
        let (board, _) = walk(shape, 24, steps, &mut Random(seed));
        let whole = run_in_all_slices(|| {
            let state = PairScore {
                weight: 0,
                distance: board.manhattan() as i32,
            };
            ranked(Arc::clone(&tables), state, &board, 300, 150)
        });
        assert_eq!(whole.found.len(), 1);
        assert!(whole.expanded > 2_000, "{}", whole.expanded);
    }
}
