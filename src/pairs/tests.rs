use alloc::vec::Vec;

use super::weights::{PLACES, REACH, number_of, pairs};
use super::{PairTables, far_first, of_blank, of_tile, offset_between, zone_of};
use crate::canonical::CanonicalBoard;
use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::runtime::block_on;
use crate::shape::Shape;
use crate::side::Side;

/// Returns the score of a board, pair by pair.
fn weight(board: &CanonicalBoard) -> i32 {
    let shape = board.shape();
    let tiles = board.cells().iter().map(|&tile| usize::from(tile));
    let tiles: Vec<_> = tiles.collect();
    let displacement = |cell: usize| offset_between(shape, tiles[cell], cell);
    let mut sum = 0;
    for cell in (0..tiles.len()).filter(|&cell| cell != board.blank()) {
        sum += i32::from(of_tile(zone_of(shape, tiles[cell]), displacement(cell)));
        let squares = displacement(cell).map(|along| along * along);
        sum += far_first(shape) * squares.iter().sum::<i32>();
        let (zone, seen) = (
            zone_of(shape, board.blank()),
            offset_between(shape, board.blank(), cell),
        );
        sum += i32::from(of_blank(zone, seen, displacement(cell)));
        for other in (cell + 1..tiles.len()).filter(|&other| other != board.blank()) {
            let offset = offset_between(shape, tiles[cell], tiles[other]);
            if offset.iter().all(|along| along.abs() <= REACH) {
                let offsets = [displacement(cell), displacement(other), offset];
                let [first, second, offset] = offsets.map(|it| number_of(it, [REACH; 2]));
                sum += i32::from(
                    pairs().expect("little memory")[(first * PLACES + second) * PLACES + offset],
                );
            }
        }
    }
    sum
}

#[test]
fn changes_are_those_of_the_sum_over_all_pairs() {
    for (rows, cols) in [(5, 5), (5, 8), (7, 6), (9, 9)] {
        let shape = Shape::rectangle(rows, cols).unwrap();
        let tables = block_on(async |pace| PairTables::lay_out(shape, pace).await).unwrap();
        for (seed, goal) in [
            (1, Goal::BlankLast),
            (2, Goal::BlankFirst),
            (3, Goal::Snail),
        ] {
            let board = DynBoard::from_seed_for(shape, &goal, seed).unwrap();
            let mut board = CanonicalBoard::new(&board, &goal).unwrap();
            for step in 0..30 {
                let (at, blank) = (board.cells().iter().zip(0..), board.blank());
                let stride = shape.cells() as u16;
                let at: Vec<_> = at.map(|(tile, cell)| tile + cell * stride).collect();
                let sides = Side::ALL.into_iter();
                let slides = sides.filter_map(|side| Some((side.entered(shape, blank)?, side)));
                let slides: Vec<_> = slides.collect();
                let before = weight(&board);
                let [first, second] = [slides[0], slides[1]];
                let pairs = tables.changes(&at, blank, [first, second]);
                for (nth, &slide) in slides.iter().enumerate() {
                    let [change] = tables.changes(&at, blank, [slide]);
                    assert!(nth > 1 || pairs[nth] == change);
                    let child = board.after(slide.0);
                    let after = weight(&child);
                    assert_eq!(change.weight, after - before, "{shape} {goal:?} {slide:?}");
                    let distance = child.manhattan() as i32 - board.manhattan() as i32;
                    assert_eq!(change.distance, distance);
                }
                board = board.after(slides[(step * step + 1) % slides.len()].0);
            }
        }
    }
}
