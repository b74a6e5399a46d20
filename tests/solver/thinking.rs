//! The search that a guide owns: short frames, hints that only improve, and players who stray.

use std::panic::{RefUnwindSafe, UnwindSafe};

use npuzzle::{
    Board, Control, Direction, DynBoard, Goal, Guide, Hint, Metric, Quality, Shape, SolveError,
    Solver,
};

use crate::oracle::breadth_first::distances;
use crate::oracle::random::Random;
use crate::oracle::shape::shape;

/// The expansions of a frame.
const FRAME: u64 = 2_000;

/// Boards that are expanded together, beyond a limit.
const TOGETHER: u64 = 16;

/// The expansions of the first hint on boards of up to 10 x 10, as documented.
const FIRST: u64 = 2_048 + TOGETHER;

fn solver(quality: Quality) -> Solver {
    Solver::builder().quality(quality).build()
}

fn frame(guide: &mut Guide<DynBoard>, solver: &Solver) -> bool {
    let mut control = Control::new().max_nodes(FRAME);
    guide.think_with(solver, &mut control).expect("solvable")
}

fn hint(guide: &mut Guide<DynBoard>, solver: &Solver) -> Option<Hint> {
    guide.hint(solver).expect("solvable")
}

/// Makes the moves of a hint, which are several tiles by slides.
fn follow(guide: &mut Guide<DynBoard>, hint: Hint) {
    let moved = guide.slide_cell(hint.cell).expect("a legal hint");
    assert_eq!(moved.iter().next(), Some(hint.direction));
}

#[test]
fn no_frame_expands_more_than_is_documented_and_no_hint_gets_worse() {
    for metric in [Metric::Tiles, Metric::Slides] {
        for side in 3..=10 {
            let square = Shape::square(side).expect("a shape");
            let builder = || Solver::builder().metric(metric);
            let solver = builder().quality(Quality::Best).build();
            let mut guide = Guide::new(DynBoard::from_seed(square, 5));
            let first = hint(&mut guide, &solver).expect("not solved");
            assert!(guide.stats().expanded <= FIRST, "{:?}", guide.stats());
            let mut before = first;
            let mut frames = 0;
            while frames < 15 || (frames < 400 && before.moves_left == first.moves_left) {
                frames += 1;
                let expanded = guide.stats().expanded;
                let is_over = frame(&mut guide, &solver);
                let thought = guide.stats().expanded - expanded;
                assert!(thought <= FRAME + TOGETHER, "{square}: {thought}");
                // The hint itself searches nothing, and is never worse.
                let expanded = guide.stats().expanded;
                let now = hint(&mut guide, &solver).expect("not solved");
                assert_eq!(guide.stats().expanded, expanded, "{square}");
                assert!(now.moves_left <= before.moves_left, "{square}");
                assert!(now.proven >= before.proven, "{square}");
                assert!(!is_over || now.proven || side > 3, "{square}");
                before = now;
            }
            // 3 x 3 is read off a table of all boards.
            let is_better = before.moves_left < first.moves_left;
            assert!(is_better || first.proven, "{square}: {first:?}");
        }
    }
}

/// Makes a move of a player who does not follow.
fn stray(guide: &mut Guide<DynBoard>, dice: &mut Random) {
    match dice.below(6) {
        0 => drop(guide.undo()),
        1 => drop(guide.redo()),
        2 => guide.restart(),
        3 => {
            let cell = dice.below(guide.board().shape().cells());
            let _ = guide.slide_cell(cell);
        }
        _ => {
            let _ = guide.slide(Direction::ALL[dice.below(6)]);
        }
    }
}

#[test]
fn players_who_follow_or_stray_come_to_the_goal_within_the_moves_announced() {
    let within = Quality::Within { percent: 10 };
    for (shape, goal, quality, metric) in [
        (shape(3, 3, 1), Goal::Snail, Quality::Best, Metric::Tiles),
        (
            shape(3, 3, 1),
            Goal::BlankLast,
            Quality::Best,
            Metric::Slides,
        ),
        (
            shape(3, 3, 1),
            Goal::BlankFirst,
            Quality::Optimal,
            Metric::Tiles,
        ),
        (
            shape(4, 4, 1),
            Goal::BlankLast,
            Quality::Best,
            Metric::Tiles,
        ),
        (shape(3, 4, 1), Goal::BlankLast, within, Metric::Tiles),
        (
            shape(5, 5, 1),
            Goal::BlankFirst,
            Quality::Fast,
            Metric::Tiles,
        ),
        (shape(4, 4, 1), Goal::Snail, Quality::Fast, Metric::Slides),
        (
            shape(2, 2, 2),
            Goal::BlankLast,
            Quality::Best,
            Metric::Tiles,
        ),
    ] {
        let builder = Solver::builder().goal(goal.clone()).metric(metric);
        let solver = builder.quality(quality).build();
        for seed in 0..4 {
            let mut dice = Random(seed);
            let board = DynBoard::from_seed_for(shape, &goal, seed).expect("it fits");
            let mut guide = Guide::new(board);
            for _ in 0..40 {
                let thinks = Control::new().max_nodes(dice.below(3_000) as u64);
                match dice.below(4) {
                    0 => drop(guide.think_with(&solver, &mut { thinks })),
                    1 => match hint(&mut guide, &solver) {
                        Some(hint) => follow(&mut guide, hint),
                        None => assert!(guide.board().is_solved_for(&goal)),
                    },
                    _ => stray(&mut guide, &mut dice),
                }
            }
            let mut announced = usize::MAX;
            while let Some(hint) = hint(&mut guide, &solver) {
                let way = guide.solution().expect("a hint was given");
                assert_eq!(metric.length(&way), hint.moves_left);
                let mut walker = guide.board().clone();
                walker.play(&way).expect("legal moves");
                assert!(walker.is_solved_for(&goal));
                assert!(hint.moves_left < announced, "{shape} {quality}");
                announced = hint.moves_left;
                follow(&mut guide, hint);
                if dice.below(3) == 0 {
                    frame(&mut guide, &solver);
                }
            }
            assert!(guide.board().is_solved_for(&goal), "{shape} {quality}");
        }
    }
}

/// Proven hints have the distance that breadth-first search finds.
#[test]
fn what_thinking_proves_is_the_truth() {
    let shape = shape(2, 2, 2);
    let distances = distances(shape, &Goal::BlankLast);
    for quality in [
        Quality::Best,
        Quality::Optimal,
        Quality::Within { percent: 20 },
    ] {
        let solver = solver(quality);
        let mut proven = 0;
        for seed in 0..30 {
            let mut dice = Random(seed);
            let mut guide = Guide::new(DynBoard::from_seed(shape, seed));
            for _ in 0..20 {
                for _ in 0..dice.below(40) {
                    let mut control = Control::new().max_nodes(40);
                    guide.think_with(&solver, &mut control).expect("solvable");
                }
                stray(&mut guide, &mut dice);
                let mut none = Control::new().max_nodes(0);
                if let Ok(Some(hint)) = guide.hint_with(&solver, &mut none) {
                    let truth = distances[guide.board()];
                    assert!(hint.moves_left >= truth);
                    assert!(
                        !hint.proven || hint.moves_left == truth,
                        "{}",
                        guide.board()
                    );
                    proven += usize::from(hint.proven);
                }
            }
        }
        assert!(proven > 100, "{quality}: {proven}");
    }
}

#[test]
fn a_player_who_follows_keeps_the_search_and_one_who_strays_begins_another() {
    let solver = solver(Quality::Fast);
    let board = DynBoard::from_seed(shape(5, 5, 1), 3);
    let mut still = Guide::new(board.clone());
    hint(&mut still, &solver);
    while !frame(&mut still, &solver) {}
    let whole = still.stats().expanded;
    assert!(whole > 2 * FRAME, "{whole}");

    // A move between two frames, along the hint: the search is the same, to its last board.
    let mut guide = Guide::new(board.clone());
    let mut moves = 0;
    loop {
        if moves < 6 {
            let hint = hint(&mut guide, &solver).expect("not solved");
            follow(&mut guide, hint);
            moves += 1;
        }
        if frame(&mut guide, &solver) {
            break;
        }
    }
    assert_eq!(guide.stats().expanded, whole);
    assert!(frame(&mut guide, &solver), "nothing more to find");

    // One move off, and one undone: still the same.
    let away = guide.board().clone();
    let off = |guide: &mut Guide<DynBoard>| {
        let way = guide.solution().expect("a way");
        let next = way.iter().next().expect("not solved");
        let moves: Vec<_> = guide.board().legal_moves().collect();
        let last = guide.moves().iter().last().map(Direction::opposite);
        let other = moves.iter().find(|&&it| it != next && Some(it) != last);
        guide.slide(*other.unwrap_or(&moves[0])).expect("legal");
    };
    off(&mut guide);
    assert!(frame(&mut guide, &solver));
    guide.undo();
    assert_eq!((guide.board(), guide.stats().expanded), (&away, whole));

    // Far off: another search, and until it finds a shorter way the old one leads back.
    let left = hint(&mut guide, &solver).expect("not solved").moves_left;
    for _ in 0..3 {
        off(&mut guide);
    }
    let back = guide.solution().expect("a way").len();
    assert!(back <= left + 3);
    assert!(!frame(&mut guide, &solver), "there is more to find");
    let now = hint(&mut guide, &solver).expect("not solved").moves_left;
    assert!(now <= back);
    while !frame(&mut guide, &solver) {}
    assert!(guide.stats().expanded > whole);
}

/// The search begins again from the present board once it has ended and the player is nearer.
#[test]
fn nearer_boards_are_searched_again() {
    let solver = solver(Quality::Fast);
    let mut guide = Guide::new(DynBoard::from_seed(shape(4, 4, 1), 9));
    while !frame(&mut guide, &solver) {}
    let first = hint(&mut guide, &solver).expect("not solved");
    assert!(!first.proven);
    let mut searches = 0;
    while let Some(hint) = hint(&mut guide, &solver) {
        follow(&mut guide, hint);
        searches += usize::from(!frame(&mut guide, &solver));
    }
    assert!(guide.is_solved() && guide.move_count() <= first.moves_left);
    assert!(searches >= 2, "{searches}");
}

#[test]
fn a_promised_quality_is_thought_out_beforehand() {
    for quality in [Quality::Optimal, Quality::Within { percent: 10 }] {
        let solver = solver(quality);
        let board = DynBoard::from_seed(shape(4, 4, 1), 2);
        let mut guide = Guide::new(board.clone());
        while !frame(&mut guide, &solver) {}
        let expanded = guide.stats().expanded;
        let hint = hint(&mut guide, &solver).expect("not solved");
        assert_eq!(
            guide.stats().expanded,
            expanded,
            "the hint searches nothing"
        );
        let solution = solver.solve(&board).expect("solvable");
        assert_eq!(hint.moves_left, solution.moves().len());
        assert_eq!(hint.proven, solution.is_optimal());

        // Without thinking the hint itself searches to the end, also if thinking has begun.
        for frames in [0, 1] {
            let mut guide = Guide::new(board.clone());
            for _ in 0..frames {
                frame(&mut guide, &solver);
            }
            let late = self::hint(&mut guide, &solver).expect("not solved");
            assert_eq!(late.moves_left, hint.moves_left);
        }
    }
}

#[test]
fn another_goal_metric_or_quality_is_another_search() {
    let board = DynBoard::from_seed(shape(3, 4, 1), 8);
    let mut guide = Guide::new(board);
    let best = solver(Quality::Best);
    frame(&mut guide, &best);
    let far = Goal::from(
        guide
            .board()
            .after(guide.board().legal_moves().next().expect("a move"))
            .expect("legal"),
    );
    let other = Solver::builder()
        .goal(far.clone())
        .quality(Quality::Best)
        .build();
    let one = hint(&mut guide, &other).expect("one move away");
    assert_eq!((one.moves_left, one.proven), (1, true));
    assert!(
        guide
            .think_with(&other, &mut Control::new())
            .expect("solvable")
    );

    let slides = Solver::builder().metric(Metric::Slides).build();
    let by_slides = hint(&mut guide, &slides).expect("not solved");
    let optimal = solver(Quality::Optimal);
    let by_tiles = hint(&mut guide, &optimal).expect("not solved");
    assert!(by_slides.proven && by_tiles.proven);
    assert!(by_slides.moves_left < by_tiles.moves_left);
    // What is proved needs no further thinking, by whatever quality.
    assert!(frame(&mut guide, &best));
    let expanded = guide.stats().expanded;
    assert_eq!(hint(&mut guide, &best), Some(by_tiles));
    assert_eq!(guide.stats().expanded, expanded);

    // Forgotten is forgotten.
    guide.forget_solution();
    assert_eq!(guide.solution(), None);
    let fast = solver(Quality::Fast);
    while !frame(&mut guide, &fast) {}
    assert!(guide.solution().is_some() && guide.stats().expanded > expanded);
}

#[test]
fn a_clone_has_what_is_known_and_searches_for_itself() {
    fn is_shareable<T: Clone + Send + Sync + UnwindSafe + RefUnwindSafe>(_: &T) {}
    let solver = solver(Quality::Best);
    let mut guide = Guide::new(DynBoard::from_seed(shape(4, 4, 1), 4));
    is_shareable(&guide);
    for _ in 0..3 {
        frame(&mut guide, &solver);
    }
    let mut clone = guide.clone();
    assert_eq!(clone.solution(), guide.solution());
    assert_eq!(hint(&mut clone, &solver), hint(&mut guide, &solver));
    for guide in [&mut guide, &mut clone] {
        while !frame(guide, &solver) {}
    }
    let hints = [&mut guide, &mut clone].map(|guide| hint(guide, &solver));
    assert_eq!(
        hints[0].map(|it| it.moves_left),
        hints[1].map(|it| it.moves_left)
    );
}

#[test]
fn boards_that_are_solved_or_can_not_be_need_no_thinking() {
    let solver = solver(Quality::Best);
    let mut solved = Guide::new(Board::<4>::solved());
    assert_eq!(solved.think_with(&solver, &mut Control::new()), Ok(true));
    assert_eq!(solved.hint(&solver), Ok(None));
    let board: Board<3> = "2 1 3/4 5 6/7 8 0".parse().expect("a board");
    let mut stuck = Guide::new(board);
    for _ in 0..2 {
        let thought = stuck.think_with(&solver, &mut Control::new());
        assert!(matches!(thought, Err(SolveError::Unsolvable(_))));
        assert!(matches!(
            stuck.hint(&solver),
            Err(SolveError::Unsolvable(_))
        ));
    }
    let snail = Solver::builder().goal(Goal::Snail).build();
    let mut cube = Guide::new(DynBoard::from_seed(shape(2, 2, 2), 1));
    let thought = cube.think_with(&snail, &mut Control::new());
    assert!(matches!(thought, Err(SolveError::Goal(_))));
}
