//! Whatever is done in a game, its log leads from its start to its board, and its hints to the goal.

#![no_main]

use std::sync::LazyLock;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use npuzzle::{Board, Control, Direction, Guide, Quality, Solver};

#[derive(Arbitrary, Debug)]
enum Step {
    Slide(Direction),
    SlideCell(u8),
    Undo,
    Redo,
    Restart,
    Hint,
    Think(u8),
    FollowHint,
    Forget,
}

static SOLVER: LazyLock<Solver> = LazyLock::new(|| {
    let solver = Solver::builder().quality(Quality::Best).budget(2_000);
    solver.memory(20_000).threads(1).build()
});

fuzz_target!(|input: (Board<3>, Vec<Step>)| {
    let (start, steps) = input;
    let mut guide = Guide::new(start.clone());
    let mut last = None;
    for step in steps.iter().take(64) {
        let mut moves_left = None;
        match step {
            Step::Slide(direction) => drop(guide.slide(*direction)),
            Step::SlideCell(cell) => drop(guide.slide_cell((*cell).into())),
            Step::Undo => drop(guide.undo()),
            Step::Redo => drop(guide.redo()),
            Step::Restart => guide.restart(),
            Step::Forget => guide.forget_solution(),
            Step::Think(slice) => {
                let mut control = Control::new().max_nodes(u64::from(*slice));
                drop(guide.think_with(&SOLVER, &mut control));
            }
            Step::Hint | Step::FollowHint => match guide.hint(&SOLVER) {
                Ok(Some(hint)) => {
                    assert!(guide.board().is_solvable() && !guide.is_solved());
                    assert!(guide.board().can_slide(hint.direction));
                    moves_left = Some(hint.moves_left);
                    if matches!(step, Step::FollowHint) {
                        guide.slide(hint.direction).expect("the hint is a move");
                        // The next hint continues the solution.
                        last = Some(hint.moves_left - 1);
                        continue;
                    }
                }
                Ok(None) => assert!(guide.is_solved()),
                Err(_) => assert!(!guide.board().is_solvable()),
            },
        }
        if let (Some(now), Some(before)) = (moves_left, last.take()) {
            assert!(now <= before, "a hint became worse: {now}, {before}");
        }
        let mut board = start.clone();
        assert_eq!(board.play(&guide.moves()), Ok(()));
        assert_eq!(&board, guide.board());
    }
});
