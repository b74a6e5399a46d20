use alloc::vec::Vec;

use super::{MustPlace, Next, Pricing, RegionBeam};
use crate::construct::beam_settings::BeamSettings;
use crate::construct::layout::{Step, steps};
use crate::construct::tuning::Tuning;
use crate::construct::workspace::Workspace;
use crate::exact::fixtures::{Random, walk};
use crate::runtime::job::block_on;
use crate::shape::Shape;

#[test]
fn boards_of_a_beam_cost_what_their_tiles_do() {
    let mut compared = 0;
    for (rows, cols) in [(10, 10), (12, 9), (7, 8)] {
        let random = &mut Random(7);
        let shape = Shape::rectangle(rows, cols).unwrap();
        let (board, _) = walk(shape, shape.cells() - 1, 2_000, random);
        let workspace = Workspace::filled(&board);
        let layout = Tuning::for_shape(shape).layout;
        let steps = steps(&workspace, layout).unwrap();
        let steps = steps.into_iter().filter_map(|step| match step {
            Step::Beam(must_place) => Some(must_place),
            Step::Lines(..) | Step::Last(_) => None,
        });
        for must_place in steps.chain([MustPlace::Nothing]) {
            let left = workspace.left;
            let params = BeamSettings::varied(1, 40).params(&must_place, 0, &left, &workspace);
            let (it, pricing) = block_on(async |pace| {
                let it = RegionBeam::new(must_place, params, left, &workspace, pace).await;
                let mut it = it.unwrap();
                while it.beam.made() < 6 {
                    let next = it.beam.advance(u32::MAX, pace).await;
                    assert!(matches!(next.unwrap(), Next::Layer));
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
