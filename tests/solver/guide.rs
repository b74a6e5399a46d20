//! Games: hints lead home, also while they improve and players stray; undo and redo are true.

use std::panic::{RefUnwindSafe, UnwindSafe};

use npuzzle::{
    Board, Control, Direction, DynBoard, Goal, Guide, Hint, Metric, Moves, Quality, ResumeError,
    SolveError, Solver,
};

use crate::oracle::random::Random;
use crate::oracle::scrambled::scrambled;
use crate::oracle::shape::shape;
use crate::oracle::space::distances;

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
    assert_eq!(guide.board().get(hint.cell), Some(hint.tile));
    let moved = guide.slide_cell(hint.cell).expect("a legal hint");
    assert_eq!(moved.iter().next(), Some(hint.direction));
}

/// Does something that a player may do; the board must be what a plain log says.
fn stray(guide: &mut Guide<DynBoard>, dice: &mut Random) {
    let before = guide.board().clone();
    match dice.below(7) {
        0 => {
            let cell = dice.below(before.shape().cells());
            let moved = guide.slide_cell(cell);
            assert!(moved.is_ok() || *guide.board() == before);
        }
        1 => {
            if let Some(moves) = guide.undo() {
                let mut board = before.clone();
                board.play(&moves).expect("legal moves");
                assert_eq!(*guide.board(), board);
                if dice.below(2) == 0 {
                    assert_eq!(guide.redo(), Some(moves.inverse()));
                    assert_eq!(*guide.board(), before);
                }
            }
        }
        2 => drop(guide.redo()),
        3 if dice.below(4) == 0 => guide.restart(),
        _ => drop(guide.slide(Direction::ALL[dice.below(6)])),
    }
    let mut replayed = guide.start().clone();
    replayed.play(&guide.moves()).expect("the log is legal");
    assert_eq!(*guide.board(), replayed);
    assert_eq!(guide.move_count(), guide.moves().len());
    assert_eq!(guide.slide_count(), guide.moves().multi_tile_len());
}

#[test]
fn players_who_follow_or_stray_come_to_the_goal_within_the_moves_announced() {
    use Metric::{Slides, Tiles};
    use Quality::{Best, Fast, Optimal};
    let within = Quality::Within { percent: 10 };
    let (last, first, snail) = (&Goal::BlankLast, &Goal::BlankFirst, &Goal::Snail);
    for ((rows, cols, layers), goal, quality, metric) in [
        ((3, 3, 1), snail, Best, Tiles),
        ((3, 3, 1), last, Best, Slides),
        ((3, 3, 1), first, Optimal, Tiles),
        ((4, 4, 1), last, Best, Tiles),
        ((3, 4, 1), last, within, Tiles),
        ((5, 5, 1), first, Fast, Tiles),
        ((4, 4, 1), snail, Fast, Slides),
        ((2, 2, 2), last, Best, Tiles),
        ((1, 4, 1), last, Optimal, Tiles),
    ] {
        let builder = Solver::builder().goal(goal.clone()).metric(metric);
        let solver = builder.quality(quality).build();
        for seed in 0..5 {
            let mut dice = Random(seed);
            let shape = shape(rows, cols, layers);
            let board = DynBoard::from_seed_for(shape, goal, seed).expect("it fits");
            let mut guide = Guide::new(board);
            for _ in 0..50 {
                let mut thinks = Control::new().max_nodes(dice.below(3_000) as u64);
                match dice.below(4) {
                    0 => drop(guide.think_with(&solver, &mut thinks)),
                    1 => match hint(&mut guide, &solver) {
                        Some(hint) => follow(&mut guide, hint),
                        None => assert!(guide.board().is_solved_for(goal)),
                    },
                    _ => stray(&mut guide, &mut dice),
                }
            }
            let mut announced = usize::MAX;
            while let Some(hint) = hint(&mut guide, &solver) {
                let path = guide.solution().expect("a hint was given");
                assert_eq!(metric.length(&path), hint.moves_left);
                let mut walker = guide.board().clone();
                walker.play(&path).expect("legal moves");
                assert!(walker.is_solved_for(goal));
                assert!(hint.moves_left < announced, "{shape} {quality}");
                announced = hint.moves_left;
                follow(&mut guide, hint);
                if dice.below(3) == 0 {
                    frame(&mut guide, &solver);
                }
            }
            assert!(guide.board().is_solved_for(goal), "{shape} {quality}");
        }
    }
}

/// A proven number of moves is the distance by breadth-first search; an unproven one may be longer.
#[test]
fn proven_hints_are_the_truth() {
    let within = Quality::Within { percent: 20 };
    for ((rows, cols, layers), goal, quality) in [
        ((3, 3, 1), Goal::BlankLast, Quality::Optimal),
        ((2, 2, 2), Goal::BlankFirst, Quality::Optimal),
        ((2, 2, 2), Goal::BlankLast, Quality::Best),
        ((2, 2, 2), Goal::BlankLast, within),
    ] {
        let shape = shape(rows, cols, layers);
        let distances = distances(shape, &goal);
        let builder = Solver::builder().goal(goal.clone());
        let solver = builder.quality(quality).build();
        let (mut proven, mut unproven) = (0, 0);
        for seed in 0..20 {
            let mut dice = Random(seed);
            let board = DynBoard::from_seed_for(shape, &goal, seed).expect("it fits");
            let mut guide = Guide::new(board);
            for _ in 0..40 {
                for _ in 0..dice.below(10) {
                    let mut control = Control::new().max_nodes(100);
                    drop(guide.think_with(&solver, &mut control));
                }
                let mut limit = Control::new().max_nodes([0, 5_000][dice.below(2)]);
                if let Ok(Some(hint)) = guide.hint_with(&solver, &mut limit) {
                    let truth = distances.of(guide.board()).expect("solvable");
                    assert!(hint.moves_left >= truth);
                    assert!(
                        !hint.proven || hint.moves_left == truth,
                        "{}",
                        guide.board()
                    );
                    proven += usize::from(hint.proven);
                    unproven += usize::from(!hint.proven);
                }
                stray(&mut guide, &mut dice);
            }
        }
        assert!(proven > 100, "{quality}: {proven} and {unproven}");
    }
}

#[test]
fn no_frame_expands_more_than_is_documented_and_no_hint_gets_worse() {
    for (side, metric) in [3, 4, 6, 10]
        .into_iter()
        .flat_map(|side| [Metric::Tiles, Metric::Slides].map(|metric| (side, metric)))
    {
        let builder = Solver::builder().metric(metric);
        let solver = builder.quality(Quality::Best).build();
        let mut guide = Guide::new(DynBoard::from_seed(shape(side, side, 1), 5));
        let first = hint(&mut guide, &solver).expect("not solved");
        assert!(guide.stats().expanded <= FIRST, "{:?}", guide.stats());
        let mut before = first;
        let mut frames = 0;
        while frames < 15 || (frames < 400 && before.moves_left == first.moves_left) {
            frames += 1;
            let expanded = guide.stats().expanded;
            let is_over = frame(&mut guide, &solver);
            let thought = guide.stats().expanded - expanded;
            assert!(thought <= FRAME + TOGETHER, "{side}: {thought}");
            // The hint itself searches nothing, and is never worse.
            let expanded = guide.stats().expanded;
            let now = hint(&mut guide, &solver).expect("not solved");
            assert_eq!(guide.stats().expanded, expanded, "{side}");
            assert!(now.moves_left <= before.moves_left && now.proven >= before.proven);
            assert!(!is_over || now.proven || side > 3, "{side}");
            before = now;
        }
        // 3 x 3 is read off a table of all boards.
        let is_better = before.moves_left < first.moves_left;
        assert!(is_better || first.proven, "{side}: {first:?}");
    }
}

#[test]
fn undo_and_redo_take_whole_turns_and_stored_games_are_checked() {
    let mut guide = Guide::new(Board::<3>::solved());
    assert_eq!((guide.undo(), guide.redo()), (None, None));
    assert_eq!(guide.slide_cell(6).expect("in line").to_string(), "RR");
    assert!(guide.slide_cell(6).expect("the blank").is_empty());
    assert_eq!(guide.slide(Direction::Down), Ok(4));
    let counts = (guide.move_count(), guide.slide_count(), guide.position());
    assert_eq!(counts, (3, 2, 2));
    assert_eq!(guide.undo().expect("a turn").to_string(), "U");
    assert_eq!(guide.undo().expect("a turn").to_string(), "LL");
    assert!(guide.board().is_solved() && guide.moves().is_empty());
    assert_eq!(guide.redo().expect("a turn").to_string(), "RR");
    assert!(guide.slide(Direction::Up).is_err());
    assert_eq!(guide.turns().len(), 2); // an illegal move forgets nothing
    assert_eq!(guide.slide(Direction::Left), Ok(7));
    assert_eq!(guide.redo(), None);
    assert!(guide.turns().map(|turn| turn.to_string()).eq(["RR", "L"]));

    let resume = |turns: [&str; 2], position| {
        let turns = turns.map(|turn| turn.parse::<Moves>().expect("moves"));
        Guide::resume(Board::<3>::solved(), turns, position)
    };
    let guide = resume(["RR", "D"], 1).expect("a legal game");
    assert_eq!(guide.board().to_string(), "1 2 3/4 5 6/0 7 8");
    let error = resume(["RR", "U"], 1).expect_err("illegal");
    assert!(matches!(error, ResumeError::Play { turn: 1, .. }));
    let error = resume(["RR", ""], 1).expect_err("no move");
    assert_eq!(error, ResumeError::Empty { turn: 1 });
    let (position, turns) = (3, 2);
    let error = resume(["RR", "D"], position).expect_err("there are two");
    assert_eq!(error, ResumeError::Position { position, turns });
}

#[cfg(feature = "serde")]
#[test]
fn games_survive_serde_and_what_was_tampered_with_does_not() {
    let mut guide = Guide::new(Board::<3>::solved());
    guide.slide_cell(6).expect("in line");
    guide.slide(Direction::Down).expect("legal");
    guide.undo();
    let text = serde_json::to_string(&guide).expect("plain values");
    let stored = r#"{"start":"1 2 3/4 5 6/7 8 0","turns":["RR","D"],"position":1}"#;
    assert_eq!(text, stored);
    let mut read: Guide<Board<3>> = serde_json::from_str(&text).expect("what was written");
    assert_eq!(read.board(), guide.board());
    assert_eq!(read.redo(), guide.redo());
    let dynamic: Guide<DynBoard> = serde_json::from_str(&text).expect("any shape");
    assert_eq!(dynamic.board().to_string(), "1 2 3/4 5 6/0 7 8");
    // Turns that would be 4 GB of moves are refused as they are read.
    let many = vec![r#""R65535","L65535""#; 30_000].join(",");
    for (wrong, words) in [
        (text.replace('D', "U"), "turn 2"),
        (text.replace('D', "LX"), "turn 2"),
        (text.replace(":1}", ":3}"), "3 turns"),
        (text.replace("8 0", "8 8"), "tile 8"),
        (text.replace(r#","position":1"#, ""), "`position`"),
        (text.replace(":1}", r#":1,"position":1}"#), "`position`"),
        (text.replace(r#""RR","D""#, &many), ""),
    ] {
        let error = serde_json::from_str::<Guide<DynBoard>>(&wrong).expect_err("tampered with");
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn a_path_found_elsewhere_is_followed_from_wherever_the_player_is() {
    let goal = Goal::BlankLast;
    let solver = solver(Quality::Optimal);
    let solved = DynBoard::solved(shape(3, 3, 1));
    let mut dice = Random(17);
    for round in 0..40 {
        let board = scrambled(solved.clone(), 40, round);
        let solution = solver.solve(&board).expect("solvable");
        let mut guide = Guide::new(scrambled(solved.clone(), 30, round + 100));
        let adopted = guide.adopt(&goal, &board, solution.moves(), 0);
        assert_eq!(adopted, Ok(*guide.board() == board));

        guide = Guide::new(board.clone());
        for _ in 0..round % 7 {
            stray(&mut guide, &mut dice);
        }
        let adopted = guide.adopt(&goal, &board, solution.moves(), solution.lower_bound());
        assert_eq!(adopted, Ok(true));
        let left = guide.solution().expect("a path").len();
        assert!(left <= solution.length() + guide.move_count());
        // No search is allowed, and none is needed.
        let mut no_search = Control::new().max_nodes(0);
        let mut before = left + 1;
        while let Some(hint) = guide.hint_with(&solver, &mut no_search).expect("a hint") {
            assert!(hint.moves_left < before);
            before = hint.moves_left;
            guide.slide(hint.direction).expect("a legal move");
        }
        assert!(guide.board().is_solved());
    }
    // It is kept only if it is right and not longer.
    let board: DynBoard = "1 2 3/0 4 6/7 5 8".parse().expect("a board");
    let mut guide = Guide::new(board.clone());
    for (moves, bound, adopted) in [
        ("LU", 0, None),  // not the goal
        ("LUU", 0, None), // illegal
        ("LRLUL", 0, Some(true)),
        ("LUL", 3, Some(true)),
        ("LRLUL", 0, Some(false)),
    ] {
        let moves = moves.parse().expect("moves");
        assert_eq!(guide.adopt(&goal, &board, &moves, bound).ok(), adopted);
    }
    assert_eq!(
        guide.solution().map(|it| it.to_string()),
        Some("LUL".into())
    );
    // For another goal it is another question.
    let other = Goal::from(board.after(Direction::Left).expect("a legal move"));
    let moves = "L".parse().expect("a move");
    assert_eq!(guide.adopt(&other, &board, &moves, 1), Ok(true));
    assert_eq!(guide.solution(), Some(moves));
}

const fn is_shareable<T: Clone + Send + Sync + UnwindSafe + RefUnwindSafe>(_: &T) {}

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
    for turn in 0.. {
        if turn < 6 {
            let hint = hint(&mut guide, &solver).expect("not solved");
            follow(&mut guide, hint);
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
        let next = guide.solution().and_then(|path| path.iter().next());
        let last = guide.moves().iter().last().map(Direction::opposite);
        let mut moves = guide.board().legal_moves();
        let other = moves.find(|&it| Some(it) != next && Some(it) != last);
        guide.slide(other.expect("a third move")).expect("legal");
    };
    off(&mut guide);
    assert!(frame(&mut guide, &solver));
    guide.undo();
    assert_eq!((guide.board(), guide.stats().expanded), (&away, whole));

    // Far off: another search, and until it finds a shorter path the old one leads back.
    let left = hint(&mut guide, &solver).expect("not solved").moves_left;
    for _ in 0..3 {
        off(&mut guide);
    }
    let back = guide.solution().expect("a path").len();
    assert!(back <= left + 3);
    assert!(!frame(&mut guide, &solver), "there is more to find");
    assert!(hint(&mut guide, &solver).is_some_and(|it| it.moves_left <= back));
    while !frame(&mut guide, &solver) {}
    assert!(guide.stats().expanded > whole);

    // A clone has what is known, and searches for itself.
    is_shareable(&guide);
    let mut clone = guide.clone();
    assert_eq!(hint(&mut clone, &solver), hint(&mut guide, &solver));
    // Nearer boards are searched again.
    let mut searches = 0;
    while let Some(hint) = hint(&mut clone, &solver) {
        follow(&mut clone, hint);
        searches += usize::from(!frame(&mut clone, &solver));
    }
    assert!(
        clone.is_solved() && !guide.is_solved() && searches > 0,
        "{searches}"
    );
}

#[test]
fn a_promised_quality_is_thought_out_beforehand() {
    for quality in [Quality::Optimal, Quality::Within { percent: 10 }] {
        let solver = solver(quality);
        let board = DynBoard::from_seed(shape(4, 4, 1), 2);
        let solution = solver.solve(&board).expect("solvable");
        // Without thinking the hint itself searches to the end, also if thinking has begun.
        for frames in [0, 1, usize::MAX] {
            let mut guide = Guide::new(board.clone());
            let is_over = (0..frames).any(|_| frame(&mut guide, &solver));
            let expanded = guide.stats().expanded;
            let hint = hint(&mut guide, &solver).expect("not solved");
            assert_eq!(hint.moves_left, solution.length());
            assert_eq!(hint.proven, solution.is_optimal());
            assert!(!is_over || guide.stats().expanded == expanded);
        }
    }
}

#[test]
fn another_goal_metric_or_quality_is_another_search() {
    let mut guide = Guide::new(DynBoard::from_seed(shape(3, 4, 1), 8));
    let best = solver(Quality::Best);
    frame(&mut guide, &best);
    let next = guide.board().legal_moves().next().expect("a move");
    let near = guide.board().after(next).expect("legal");
    let builder = Solver::builder().goal(near).quality(Quality::Best);
    let other = builder.build();
    let one = hint(&mut guide, &other).expect("one move away");
    assert_eq!((one.moves_left, one.proven), (1, true));
    assert_eq!(guide.think_with(&other, &mut Control::new()), Ok(true));

    let slides = Solver::builder().metric(Metric::Slides).build();
    let by_slides = hint(&mut guide, &slides).expect("not solved");
    let by_tiles = hint(&mut guide, &solver(Quality::Optimal)).expect("not solved");
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
fn boards_that_are_solved_or_can_not_be_need_no_thinking() {
    let solver = solver(Quality::Best);
    let mut solved = Guide::new(Board::<4>::solved());
    assert_eq!(solved.think_with(&solver, &mut Control::new()), Ok(true));
    assert_eq!(solved.hint(&solver), Ok(None));
    let mut stuck = Guide::new("2 1 3/4 5 6/7 8 0".parse::<Board<3>>().expect("a board"));
    let thought = stuck.think_with(&solver, &mut Control::new());
    assert!(matches!(thought, Err(SolveError::Unsolvable(_))));
    assert!(matches!(
        stuck.hint(&solver),
        Err(SolveError::Unsolvable(_))
    ));
    let snail = Solver::builder().goal(Goal::Snail).build();
    let mut cube = Guide::new(DynBoard::from_seed(shape(2, 2, 2), 1));
    let thought = cube.think_with(&snail, &mut Control::new());
    assert!(matches!(thought, Err(SolveError::Goal(_))));
}
