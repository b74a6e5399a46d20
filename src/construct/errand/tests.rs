use alloc::vec::Vec;

use super::{Aim, Errand, Pricing};
use crate::construct::carried::Carried;
use crate::construct::layout::{Task, tasks};
use crate::construct::site::Site;
use crate::construct::style::Style;
use crate::effort::Effort;
use crate::search::trial::{Random, walk};
use crate::shape::Shape;
use crate::work::Counts;

/// Returns boards that are carried: that of the site, and those of other ways of the blank.
fn carried(site: &Site, random: &mut Random) -> Vec<Carried> {
    let mut carried = alloc::vec![Carried::default()];
    for late in 1..4 {
        let way = site.random_way(30, random);
        carried.push(Carried { way, late });
    }
    carried
}

#[test]
fn boards_of_a_beam_cost_what_their_tiles_do() {
    let (mut compared, mut late) = (0, 0);
    for (rows, cols) in [(10, 10), (12, 9), (7, 8)] {
        let random = &mut Random(7);
        let shape = Shape::rectangle(rows, cols).unwrap();
        let (board, _) = walk(shape, shape.cells() - 1, 2_000, random);
        let site = Site::filled(&board);
        for task in tasks(&site, true).unwrap() {
            let Task::Errand(aim) = task else { continue };
            let style = Style::numbered(1, 40);
            let manner = match aim {
                Aim::Flow => style.flow(site.at.len(), &site),
                _ => style.manner(&aim, 0, &site),
            };
            let carried = carried(&site, random);
            let mut errand = Errand::new(aim, manner, site.left, carried, &site).unwrap();
            let mut counts = Counts::default();
            while errand.beam.as_ref().is_none_or(|beam| beam.made() < 6) {
                let mut effort = Effort::slice();
                let until = counts.expanded + 1;
                errand
                    .advance(&site, until, &mut counts, &mut effort)
                    .unwrap();
            }
            let mut pricing = Pricing::new(&errand.plan.window, manner.power, &site).unwrap();
            while pricing.costs.tiles() < errand.plan.window.len() {
                pricing.price(&errand.plan, &site).unwrap();
            }
            let beam = errand.beam.as_ref().unwrap();
            for (nth, state) in beam.states().iter().enumerate() {
                let mut expected = pricing.standing(&errand.plan, beam.board(nth).0, &site);
                expected.late = state.late;
                expected.cost += 64 * i64::from(state.late);
                assert_eq!(*state, expected);
                compared += 1;
                late += usize::from(state.late > 0);
            }
        }
    }
    assert!(compared > 300 && late > 50, "{compared} {late}");
}
