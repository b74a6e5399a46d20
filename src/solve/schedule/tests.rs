//! The schedules, from within.

mod near_the_goal;
mod slices;

use super::*;
use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::shape::Shape;
use crate::solve::Solver;

#[test]
fn beams_that_get_wider_and_wider_do_not_outgrow_their_share() {
    let shape = Shape::new(10, 10, 1).expect("a shape");
    let board = DynBoard::from_seed(shape, 4);
    let board = CanonicalBoard::new(&board, &Goal::BlankLast).expect("its shape");
    let solver = Solver::default();
    let request = solver.request(shape, board.home);
    let asked = (Quality::Best, Metric::Tiles);
    let mut best = Schedule::new(&board, asked, solver.heuristic(), request, 1, None);
    let mut counts = Counts::of_root();
    while counts.expanded < 6_000_000 {
        best.advance(u64::MAX, &mut counts).expect("memory");
    }
    let race = best.race.as_ref().expect("there were rounds");
    let &[.., Turn::Race(Some(sixteenths))] = best.round() else {
        panic!("a round ends with a race");
    };
    let share = best.rounds / 16 * sixteenths;
    // Without debts that is 80 times the share.
    let work = race.work();
    assert!(work < 4 * share, "{work} of {share}");
}
