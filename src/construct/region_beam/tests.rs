use alloc::vec::Vec;

use super::{Next, Pricing, RegionBeam};
use crate::canonical::CanonicalBoard;
use crate::construct::beam_settings::BeamSettings;
use crate::construct::layout::{Step, steps};
use crate::construct::tuning::Tuning;
use crate::construct::workspace::Workspace;
use crate::exact::fixtures::{Random, walk};
use crate::runtime::job::{Pace, block_on};
use crate::shape::Shape;

#[test]
fn boards_of_a_beam_cost_what_their_tiles_do() {
    let mut compared = 0;
    let settings = BeamSettings {
        number: 1,
        width: 40,
    };
    for (rows, cols) in [(10, 10), (12, 9), (7, 11)] {
        let random = &mut Random(7);
        let shape = Shape::rectangle(rows, cols).unwrap();
        let (board, _) = walk(shape, shape.cells() - 1, 2_000, random);
        let workspace = Workspace::filled(&board);
        let layout = Tuning::for_shape(shape).layout;
        let steps = steps(&workspace, layout).unwrap();
        let steps = steps.into_iter().filter_map(|step| match step {
            Step::Block(gather) => Some(gather),
            Step::Lines(..) | Step::Last(_) => None,
        });
        for gather in steps.map(Some).chain([None]) {
            let left = workspace.left;
            let params = match &gather {
                None => settings.of_transport(0, &workspace),
                Some(_) => settings.of_block(0, &workspace),
            };
            let (it, pricing) = block_on(async |pace| {
                let it = RegionBeam::new(gather, params, left, &workspace, pace).await;
                let mut it = it.unwrap();
                while it.beam.made() < 6 {
                    let next = it.beam.advance(u32::MAX, pace).await;
                    assert!(matches!(next, Next::Layer));
                }
                let pricing = Pricing::new(&it.plan, &workspace, pace).await.unwrap();
                (it, pricing)
            });
            let score = |at: &[u16]| it.plan.score(at, &pricing.powers, &workspace);
            let first: Vec<_> = (0..shape.cells()).map(|tile| tile as u16).collect();
            for (nth, state) in it.beam.states().iter().enumerate() {
                let mut expected = score(it.beam.board(nth).0);
                expected.cost -= score(&first).cost;
                assert_eq!(*state, expected);
                compared += 1;
            }
        }
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn the_first_board_is_no_arrival_if_its_block_is_odd() {
    let shape = Shape::square(10).unwrap();
    let home = shape.cells() - 1;
    let layout = Tuning::for_shape(shape).layout;
    for is_odd in [false, true] {
        let solved: Vec<u16> = (0..shape.cells()).map(|cell| cell as u16).collect();
        let board = CanonicalBoard::from_cells(shape, home, solved.iter().copied()).unwrap();
        let steps = steps(&Workspace::filled(&board), layout).unwrap();
        let Step::Block(gather) = &steps[0] else {
            panic!("{:?}", steps[0]);
        };
        // The block is gathered: the blank is on the gate, whose tile is outside.
        let mut cells = solved;
        cells.swap(gather.gate, gather.outside);
        cells.swap(gather.gate, home);
        if is_odd {
            cells.swap(0, 1);
        }
        let board = CanonicalBoard::from_cells(shape, home, cells).unwrap();
        let workspace = Workspace::filled(&board);
        let left = workspace.left;
        let params = BeamSettings {
            number: 0,
            width: 100,
        }
        .of_block(0, &workspace);
        let run = async |pace: &mut Pace| {
            RegionBeam::run(Some(gather.clone()), params, left, &workspace, pace).await
        };
        let it = block_on(run).unwrap();
        assert!(!it.arrivals.is_empty());
        let made: Vec<usize> = it.arrivals.iter().map(|arrival| arrival.made).collect();
        assert_eq!(made.contains(&0), !is_odd, "{made:?}");
    }
}
