//! Bounds and solutions, as a search reports them.

use super::Check;
use crate::direction::Direction;
use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::runtime::Step;
use crate::shape::Shape;
use crate::solve::{SolveError, Status};

/// Any reports, in any order.
#[test]
fn bounds_rise_solutions_shorten_and_both_are_checked() {
    let shape = Shape::new(3, 3, 1).expect("a shape");
    let mut board = DynBoard::solved(shape);
    let mut known = Status::new(Metric::SingleTile, 1);
    let moves = |text: &str| text.parse::<Moves>().expect("moves");
    board.play(&moves("RD")).expect("legal");
    let mut record = |step| {
        let is_news = known.record(step, &mut None, &board, &Goal::BlankLast);
        let best = known.best.as_ref().map(|best| best.len());
        (is_news, known.lower_bound, best)
    };
    let untrue = |fault| Err(SolveError::Answer(fault));
    let walk = moves("UDUL"); // its own way back and forth
    let steps = [
        (Step::Bound(2), Ok(true), 2, None),
        (Step::Bound(2), Ok(false), 2, None),
        (Step::Bound(1), Ok(false), 2, None),
        (
            Step::Found(moves("U")),
            untrue("the moves don't solve the board"),
            2,
            None,
        ),
        (
            Step::Bound(usize::MAX),
            untrue("every solution would need too many moves"),
            2,
            None,
        ),
        (Step::Found(walk.clone()), Ok(true), 2, Some(4)),
        (
            Step::Bound(5),
            untrue("a solution is shorter than the proved bound"),
            2,
            Some(4),
        ),
        (Step::Found(moves("UL")), Ok(true), 2, Some(2)),
        (Step::Found(walk), Ok(false), 2, Some(2)),
        (Step::Found(moves("UL")), Ok(false), 2, Some(2)),
    ];
    for (step, is_news, bound, best) in steps {
        let words = alloc::format!("{step:?}");
        assert_eq!(record(step), (is_news, bound, best), "{words}");
    }
}

/// A solution of many moves is replayed in several slices.
#[test]
fn long_solutions_are_checked_to_their_end() {
    let shape = Shape::new(3, 3, 1).expect("a shape");
    let mut board = DynBoard::solved(shape);
    board.play(&Moves::from([Direction::Right])).expect("legal");
    let known = Status::new(Metric::SingleTile, 1);
    let back_and_forth = [Direction::Left, Direction::Right].repeat(Check::MOVES);
    for (end, result) in [
        (&[Direction::Left][..], Ok(true)),
        (&[], Err(())),
        (&[Direction::Left, Direction::Left], Err(())),
    ] {
        let moves = Moves::from([&back_and_forth[..], end].concat());
        let mut check = Check::new(moves, &known, &board).expect("there is none");
        let mut slices = 0;
        let checked = loop {
            slices += 1;
            match check.advance(&Goal::BlankLast) {
                Ok(false) => {}
                checked => break checked.map_err(drop),
            }
        };
        assert_eq!(checked, result, "{} moves more", end.len());
        assert!((2..=3).contains(&slices));
    }
}
