use alloc::vec::Vec;

use super::{PairTables, are_for, far_first, rank_beams, way_between};
use crate::canonical::CanonicalBoard;
use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::pairs::kinds::{Kinds, PairClass, zone_of};
use crate::pairs::weights::PairWeights;
use crate::runtime::shared::Shared;
use crate::shape::Shape;
use crate::side::Side;

fn tables(shape: Shape) -> PairTables {
    let job = PairTables::job(shape, Shared::new(PairWeights::shipped()));
    job.finish().unwrap()
}

/// Returns the score of a board, pair by pair.
fn weight(kinds: &Kinds, weights: &PairWeights, board: &CanonicalBoard) -> i32 {
    let shape = board.shape();
    let tiles: Vec<_> = board
        .cells()
        .iter()
        .map(|&tile| usize::from(tile))
        .collect();
    let displacement = |cell: usize| way_between(shape, tiles[cell], cell);
    let mut sum = 0;
    for cell in (0..tiles.len()).filter(|&cell| cell != board.blank()) {
        sum += i32::from(weights.of(Kinds::single(displacement(cell))));
        let squares = displacement(cell).map(|way| way * way);
        sum += far_first(shape) * squares.iter().sum::<i32>();
        let seen = way_between(shape, board.blank(), cell);
        let kind = kinds.beside_blank(seen, displacement(cell));
        sum += i32::from(weights.of(kind));
        let zone = zone_of(shape, board.blank());
        if let Some(kind) = kinds.beside_blank_in_zone(zone, seen, displacement(cell)) {
            sum += i32::from(weights.of(kind));
        }
        let kind = kinds.in_zone(zone_of(shape, tiles[cell]), displacement(cell));
        sum += i32::from(weights.of(kind));
        for other in (cell + 1..tiles.len()).filter(|&other| other != board.blank()) {
            let offset = way_between(shape, tiles[cell], tiles[other]);
            if let Some(class) = PairClass::of(offset) {
                let turned = [cell, other].map(|it| kinds.turned(class.turn(), displacement(it)));
                let kind = kinds.pairs()[class.entry(turned[0], turned[1])];
                sum += i32::from(weights.of(kind as usize));
            }
        }
    }
    sum
}

#[test]
fn changes_are_those_of_the_sum_over_all_pairs() {
    let kinds = Kinds::at_once().unwrap();
    let weights = PairWeights::shipped();
    for (rows, cols) in [(5, 5), (5, 8), (7, 6), (9, 9)] {
        let shape = Shape::rectangle(rows, cols).unwrap();
        let tables = tables(shape);
        for (seed, goal) in [
            (1, Goal::BlankLast),
            (2, Goal::BlankFirst),
            (3, Goal::Snail),
        ] {
            let board = DynBoard::from_seed_for(shape, &goal, seed).unwrap();
            let mut board = CanonicalBoard::new(&board, &goal).unwrap();
            for step in 0..30 {
                let (at, blank) = (board.cells(), board.blank());
                let sides = Side::ALL.into_iter();
                let ways = sides.filter_map(|side| Some((side.entered(shape, blank)?, side)));
                let ways: Vec<_> = ways.collect();
                let before = weight(&kinds, &weights, &board);
                let [first, second] = [ways[0], ways[1]];
                let pairs = tables.changes(at, blank, [first, second]);
                for (nth, &way) in ways.iter().enumerate() {
                    let [change] = tables.changes(at, blank, [way]);
                    assert!(nth > 1 || pairs[nth] == change);
                    let child = board.after(way.0);
                    let after = weight(&kinds, &weights, &child);
                    assert_eq!(change.weight, after - before, "{shape} {goal:?} {way:?}");
                    assert_eq!(change.is_nearer, child.manhattan() < board.manhattan());
                }
                board = board.after(ways[(step * step + 1) % ways.len()].0);
            }
        }
    }
}

#[test]
fn rectangles_with_short_sides_have_tables_and_those_of_5_or_more_beams() {
    let expected = [
        ([5, 5], [true, true]),
        ([9, 5], [true, true]),
        ([9, 9], [true, true]),
        ([4, 9], [true, false]),
        ([3, 3], [true, false]),
        ([2, 9], [false, false]),
        ([10, 10], [false, false]),
    ];
    for ([rows, cols], [tables, beams]) in expected {
        let shape = Shape::rectangle(rows, cols).unwrap();
        assert_eq!(
            (are_for(shape), rank_beams(shape)),
            (tables, beams),
            "{shape}"
        );
    }
    assert!(!are_for(Shape::new(5, 5, 5).unwrap()));
}
