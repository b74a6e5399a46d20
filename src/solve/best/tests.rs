use super::*;
use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::solve::Solver;

#[test]
fn beams_that_get_wider_and_wider_do_not_outgrow_their_share() {
    let shape = Shape::new(10, 10, 1).expect("a shape");
    let board = DynBoard::from_seed(shape, 4);
    let board = CanonicalBoard::new(&board, &Goal::BlankLast).expect("its shape");
    let solver = Solver::default();
    let request = solver.request(shape, board.home);
    let kind = solver.heuristic();
    let mut best = Best::new(&board, kind, request, 1, None);
    let mut counts = Counts::of_root();
    while counts.expanded < 6_000_000 {
        best.advance(u64::MAX, &mut counts).expect("memory");
    }
    let race = best.race.as_ref().expect("there were rounds");
    let work = price(100) * race.beams.expanded() + race.proof.counts.expanded;
    let share = best.rounds / 16 * best.shares().race;
    // Without debts that is 80 times the share.
    assert!(work < 4 * share, "{work} of {share}");
}
