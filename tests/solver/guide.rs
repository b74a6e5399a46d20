//! Games: hints lead home, even while they improve and players stray; undo and redo.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use npuzzle::{
    Board, Control, Difficulty, Direction, DynBoard, Goal, Guide, Hint, Metric, MoveError, Moves,
    Quality, Reason, SolveError, Solver,
};

use crate::oracle::random::Random;
use crate::oracle::scrambled::scrambled;
use crate::oracle::shape::shape;
use crate::oracle::space::Space;

/// The expansions of a frame.
const FRAME: u64 = 2_000;

/// Boards that are expanded together, beyond a limit.
const TOGETHER: u64 = 64;

/// The expansions of the first hint on boards of up to 8 x 8 and 10 x 10, as documented; the last
/// slice may pass the limit.
const FIRST: [u64; 2] = [40_000 + SLICE, 3_000];
const SLICE: u64 = 1_024 + 200;

fn solver(quality: Quality) -> Solver {
    Solver::builder().quality(quality).build()
}

fn frame(guide: &mut Guide<DynBoard>, solver: &Solver) -> bool {
    let control = Control::new().max_nodes(FRAME);
    guide.think_with(solver, control).expect("solvable")
}

fn hint(guide: &mut Guide<DynBoard>, solver: &Solver) -> Option<Hint> {
    guide.hint(solver).expect("solvable")
}

/// Makes the moves of a hint, which are several tiles by slides.
fn follow(guide: &mut Guide<DynBoard>, hint: Hint) {
    assert_eq!(guide.board().get(hint.cell), Some(hint.tile));
    let moved = guide.slide_cell(hint.cell).expect("a legal hint");
    assert_eq!(moved.first().map(|it| it.direction), Some(hint.direction));
}

/// Executes a random action of a player; the board must be that of a plain log.
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
}

/// On small shapes a proven number of moves is the distance by breadth-first search, and an unproven
/// one may be longer.
#[test]
fn hints_lead_to_the_goal_within_the_announced_moves() {
    use Metric::{MultiTile, SingleTile};
    use Quality::{Best, Fast, Optimal, Within};
    let (last, first, snail) = (&Goal::BlankLast, &Goal::BlankFirst, &Goal::Snail);
    for (shape, goal, quality, metric) in [
        (shape(3, 3, 1), snail, Best, SingleTile),
        (shape(3, 3, 1), last, Best, MultiTile),
        (shape(3, 3, 1), first, Optimal, SingleTile),
        (shape(4, 4, 1), last, Best, SingleTile),
        (shape(3, 4, 1), last, Within { percent: 10 }, SingleTile),
        (shape(5, 5, 1), first, Fast, SingleTile),
        (shape(4, 4, 1), snail, Fast, MultiTile),
        (shape(2, 2, 2), first, Optimal, SingleTile),
        (shape(2, 2, 2), last, Best, SingleTile),
        (shape(2, 2, 2), last, Within { percent: 20 }, SingleTile),
        (shape(1, 4, 1), last, Optimal, SingleTile),
    ] {
        let builder = Solver::builder().goal(goal.clone()).metric(metric);
        let solver = builder.quality(quality).build();
        let truth = (shape.cells() < 10).then(|| match metric {
            SingleTile => Space::by_tiles(shape, goal).distances(),
            _ => Space::by_slides(shape, goal).distances(),
        });
        let (mut proven, games) = (0, if truth.is_some() { 20 } else { 5 });
        for seed in 0..games {
            let mut dice = Random(seed);
            let board = DynBoard::from_seed_for(shape, goal, seed).expect("it fits");
            let mut guide = Guide::for_goal(board, goal.clone()).expect("it fits");
            for _ in 0..50 {
                for _ in 0..dice.below(10) {
                    let little = Control::new().max_nodes(dice.below(200) as u64);
                    drop(guide.think_with(&solver, little));
                }
                let limit = Control::new().max_nodes([0, 5_000][dice.below(2)]);
                if let Ok(Some(hint)) = guide.hint_with(&solver, limit) {
                    if let Some(truth) = &truth {
                        let distance = truth.of(guide.board()).expect("solvable");
                        assert!(hint.moves_left >= distance);
                        let is_true = !hint.proven || hint.moves_left == distance;
                        assert!(is_true, "{}", guide.board());
                    }
                    proven += u32::from(hint.proven);
                    if dice.below(4) == 0 {
                        follow(&mut guide, hint);
                    }
                }
                stray(&mut guide, &mut dice);
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
            let is_over = guide.is_solved() && guide.board().is_solved_for(goal);
            assert!(is_over, "{shape} {quality}");
        }
        assert!(
            truth.is_none() || proven > 100,
            "{shape} {quality}: {proven}"
        );
    }
}

#[test]
fn frames_keep_their_limit_and_hints_never_get_worse() {
    for (side, metric) in [3, 4, 6, 10]
        .into_iter()
        .flat_map(|side| [Metric::SingleTile, Metric::MultiTile].map(|metric| (side, metric)))
    {
        let builder = Solver::builder().metric(metric);
        let solver = builder.quality(Quality::Best).build();
        let mut guide = Guide::new(DynBoard::from_seed(shape(side, side, 1), 6));
        let first = hint(&mut guide, &solver).expect("not solved");
        let most = FIRST[usize::from(side > 8)];
        assert!(guide.stats().expanded <= most, "{:?}", guide.stats());
        let mut before = first;
        let mut frames = 0;
        // The first hints of small boards, and by slides, leave little to gain.
        let improves = side > 4 && metric == Metric::SingleTile;
        let is_same = |before: Hint| before.moves_left == first.moves_left;
        while frames < 15 || (improves && frames < 400 && is_same(before)) {
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
        assert!(!improves || !is_same(before), "{side}: {first:?}");
    }
}

#[test]
fn undo_takes_turns_and_stored_games_are_checked() {
    let mut guide = Guide::new(Board::<3>::solved());
    assert_eq!((guide.undo(), guide.redo()), (None, None));
    assert_eq!(guide.slide_cell(6).expect("in line").len(), 2);
    assert!(guide.slide_cell(6).expect("the blank").is_empty());
    assert_eq!(guide.slide(Direction::Down).map(|it| it.tile), Ok(4));
    assert_eq!(
        (guide.moves().to_string(), guide.position()),
        ("RRD".into(), 2)
    );
    assert_eq!(guide.undo().expect("a turn").to_string(), "U");
    assert_eq!(guide.undo().expect("a turn").to_string(), "LL");
    assert!(guide.board().is_solved() && guide.moves().is_empty());
    assert_eq!(guide.redo().expect("a turn").to_string(), "RR");
    assert!(guide.slide(Direction::Up).is_err());
    assert_eq!(guide.turns().len(), 2); // an illegal move forgets nothing
    assert_eq!(guide.slide(Direction::Left).map(|it| it.tile), Ok(7));
    assert_eq!(guide.redo(), None);
    assert!(guide.turns().iter().map(Moves::to_string).eq(["RR", "L"]));

    let resume = |turns: [&str; 2], position| {
        let turns = turns.map(|turn| turn.parse::<Moves>().expect("moves"));
        Guide::new(Board::<3>::solved()).resume(turns, position)
    };
    let guide = resume(["RR", "D"], 1).expect("a legal game");
    assert_eq!(guide.board().to_string(), "1 2 3/4 5 6/0 7 8");
    let error = resume(["RR", "U"], 1).expect_err("illegal");
    assert!(matches!(error, MoveError::Illegal { index: 2, .. }));
}

/// Against a board on which the turns are played, one after the other.
#[test]
fn a_game_resumes_at_the_position_of_any_log() {
    let dice = &mut Random(8);
    let (mut legal, mut illegal) = (0, 0);
    for seed in 0..2_000 {
        let sides = [(1, 4, 1), (2, 2, 1), (3, 3, 1), (2, 2, 2)][dice.below(4)];
        let start = DynBoard::permutation_from_seed(shape(sides.0, sides.1, sides.2), seed);
        let mut board = start.clone();
        let mut boards = vec![board.clone()];
        let (mut turns, mut first_illegal): (Vec<Moves>, _) = (Vec::new(), None);
        let mut moves = 0;
        for _ in 0..dice.below(8) {
            let mut turn = Moves::new();
            for _ in 0..dice.below(3) {
                let legal: Vec<Direction> = board.legal_moves().collect();
                let direction = match dice.below(30) {
                    0 => Direction::ALL[dice.below(6)],
                    _ => legal[dice.below(legal.len())],
                };
                if board.slide(direction).is_err() && first_illegal.is_none() {
                    first_illegal = Some(moves);
                }
                turn.push(direction);
                moves += 1;
            }
            turns.push(turn);
            boards.push(board.clone());
        }
        let position = dice.below(turns.len() + 2);
        let resumed = Guide::new(start.clone()).resume(turns.clone(), position);
        if let Some(index) = first_illegal {
            let is_named = |it| matches!(it, MoveError::Illegal { index: at, .. } if at == index);
            assert!(resumed.is_err_and(is_named), "{start} {turns:?}");
            illegal += 1;
            continue;
        }
        let mut guide = resumed.expect("a legal game");
        let (played, left) = turns.split_at(position.min(turns.len()));
        assert_eq!(
            guide.board(),
            &boards[played.len()],
            "{start} {turns:?} {position}"
        );
        assert!(guide.moves().iter().eq(played.iter().flatten()));
        let with_moves = |turns: &[Moves]| turns.iter().filter(|it| !it.is_empty()).count();
        assert_eq!(guide.position(), with_moves(played));
        assert_eq!(guide.turns().len(), with_moves(&turns));
        for turn in left.iter().filter(|it| !it.is_empty()) {
            assert_eq!(guide.redo().as_ref(), Some(turn));
        }
        assert_eq!((guide.redo(), guide.board()), (None, &board));
        guide.restart();
        assert_eq!(guide.board(), &start);
        legal += 1;
    }
    assert!(legal > 1_000 && illegal > 100, "{legal} {illegal}");
}

#[cfg(feature = "serde")]
#[test]
fn games_survive_serde_unless_tampered_with() {
    let mut guide = Guide::new(Board::<3>::solved());
    guide.slide_cell(6).expect("in line");
    guide.slide(Direction::Down).expect("legal");
    guide.undo();
    let text = serde_json::to_string(&guide).expect("plain values");
    let stored = r#"["1 2 3/4 5 6/7 8 0","blank-last","RR D",1,null]"#;
    assert_eq!(text, stored);
    let mut read: Guide<Board<3>> = serde_json::from_str(&text).expect("a stored game");
    assert_eq!(read.board(), guide.board());
    assert_eq!(read.redo(), guide.redo());
    let dynamic: Guide<DynBoard> = serde_json::from_str(&text).expect("any shape");
    assert_eq!(dynamic.board().to_string(), "1 2 3/4 5 6/0 7 8");
    // Turns that would be 4 GB of moves are refused as they are read.
    let many = vec!["R65535 L65535"; 30_000].join(" ");
    for (wrong, words) in [
        (text.replace('D', "U"), "move 3"),
        (text.replace('D', "LX"), "'X'"),
        (text.replace("blank-last", "snail-first"), "blank-last"),
        (text.replace("blank-last", "1 2/3 0"), "2 x 2"),
        (text.replace("null", r#"["LU",2]"#), "move 2"),
        (text.replace("null", r#"["UL",2]"#), "move 1"),
        (text.replace("null", r#"["LX",2]"#), "'X'"),
        (text.replace("8 0", "8 8"), "tile 8"),
        (text.replace(",1,", ","), "expected usize"),
        (text.replace("RR D", &many), "moves"),
        (text.replace("RR D", "# R65535 R65535"), "'#'"),
    ] {
        let error = serde_json::from_str::<Guide<DynBoard>>(&wrong).expect_err("tampered with");
        assert!(error.to_string().contains(words), "{error}");
    }
}

/// A stored game gives the same hints without a search, those with a proof and those without;
/// a stored bound above the length is cut to it.
#[cfg(feature = "serde")]
#[test]
fn stored_games_keep_their_solution() {
    for goal in [Goal::BlankLast, Goal::BlankFirst] {
        let builder = Solver::builder().goal(goal.clone());
        let solver = builder.quality(Quality::Best).build();
        let board = DynBoard::from_seed_for(shape(4, 3, 1), &goal, 3).expect("it fits");
        let mut guide = Guide::for_goal(board, goal).expect("it fits");
        while !frame(&mut guide, &solver) {}
        let first = hint(&mut guide, &solver).expect("not solved");
        assert!(first.proven);
        for moves_off in 0..4 {
            let text = serde_json::to_string(&guide).expect("plain values");
            let mut read: Guide<DynBoard> = serde_json::from_str(&text).expect("what was written");
            let limit = || Control::new().max_nodes(0);
            let known = guide.hint_with(&solver, limit());
            assert_eq!(read.hint_with(&solver, limit()), known, "{moves_off}");
            assert_eq!(
                (read.solution(), read.stats().expanded),
                (guide.solution(), 0)
            );
            if moves_off == 0 {
                follow(&mut guide, first);
                continue;
            }
            let path = guide.solution().and_then(|path| path.iter().next());
            let mut moves = guide.board().legal_moves();
            let off = moves.find(|&it| Some(it) != path).expect("another move");
            guide.slide(off).expect("legal");
        }
    }
    let text = r#"["1 2 3/4 5 6/7 0 8","blank-last","",0,["LRL",999]]"#;
    let mut read: Guide<DynBoard> = serde_json::from_str(text).expect("a game");
    let hint = read.hint_with(&Solver::default(), Control::new().max_nodes(0));
    // A move and its undoing are left out.
    let hint = hint.expect("it is known").expect("not solved");
    assert_eq!((hint.moves_left, hint.proven), (1, true));
}

/// Games that call nothing but `hint`: easy boards have the shortest solution, others one of `Fast`.
#[test]
fn first_hints_are_good() {
    let solver = solver(Quality::Best);
    let (optimal, fast) = (self::solver(Quality::Optimal), self::solver(Quality::Fast));
    let of = |difficulty, seed| DynBoard::of_difficulty(shape(4, 4, 1), difficulty, seed);
    for seed in 0..40 {
        let board = of(Difficulty::Easy, seed);
        let length = optimal.solve(&board).expect("solvable").length();
        let first = hint(&mut Guide::new(board), &solver).expect("not solved");
        assert_eq!(first.moves_left, length, "{seed}");
    }
    for board in (0..10).map(|seed| of(Difficulty::Medium, seed)).chain([
        DynBoard::from_seed(shape(5, 5, 1), 20_261_120),
        DynBoard::from_seed(shape(8, 8, 1), 1),
    ]) {
        let length = fast.solve(&board).expect("solvable").length();
        let first = hint(&mut Guide::new(board.clone()), &solver).expect("not solved");
        assert!(first.moves_left <= length, "{board}");
        // A frame before it, in which only the first construction is found, changes nothing.
        let mut guide = Guide::new(board);
        guide
            .think_with(&solver, Control::new().max_nodes(1))
            .expect("solvable");
        assert!(hint(&mut guide, &solver).expect("not solved").moves_left <= length);
    }
}

#[test]
fn a_path_found_elsewhere_is_followed_from_any_board() {
    let solver = solver(Quality::Optimal);
    let solved = DynBoard::solved(shape(3, 3, 1));
    let mut dice = Random(17);
    for round in 0..40 {
        let board = scrambled(solved.clone(), 40, round);
        let solution = solver.solve(&board).expect("solvable");
        let mut guide = Guide::new(scrambled(solved.clone(), 30, round + 100));
        let adopted = guide.adopt(&board, solution.moves(), 0);
        assert_eq!(adopted, Ok(*guide.board() == board));

        guide = Guide::new(board.clone());
        for _ in 0..round % 7 {
            stray(&mut guide, &mut dice);
        }
        let adopted = guide.adopt(&board, solution.moves(), solution.lower_bound());
        assert_eq!(adopted, Ok(true));
        let left = guide.solution().expect("a path").len();
        assert!(left <= solution.length() + guide.moves().len());
        // No expansion is allowed, and none is needed.
        let no_search = || Control::new().max_nodes(0);
        let mut before = left + 1;
        while let Some(hint) = guide.hint_with(&solver, no_search()).expect("a hint") {
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
        ("LULDRULDRULDRUL", 0, Some(false)),
    ] {
        let moves = moves.parse().expect("moves");
        assert_eq!(guide.adopt(&board, &moves, bound).ok(), adopted);
    }
    assert_eq!(
        guide.solution().map(|it| it.to_string()),
        Some("LUL".into())
    );
    // A move and its undoing are no part of it, and may be played.
    let mut guide = Guide::new(board.clone());
    let moves = "LRLUL".parse().expect("moves");
    assert_eq!(guide.adopt(&board, &moves, 0), Ok(true));
    for direction in [Direction::Left, Direction::Right] {
        guide.slide(direction).expect("legal");
        let hint = guide.hint_with(&solver, Control::new().max_nodes(0));
        assert!(hint.is_ok_and(|hint| hint.is_some()));
    }
}

#[test]
fn following_keeps_the_search_straying_restarts_it() {
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

    // A clone has the known solution, and searches for itself.
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
        // The hint itself searches to the end, even if `think` has begun.
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

/// The search has kept its promise, so that a hint needs no other, though nothing is proved.
#[test]
fn a_hint_after_all_thinking_is_known() {
    let solver = solver(Quality::Within { percent: 100 });
    let mut unproven = 0;
    for seed in 0..4 {
        let mut guide = Guide::new(DynBoard::from_seed(shape(4, 4, 1), seed));
        while !frame(&mut guide, &solver) {}
        let expanded = guide.stats().expanded;
        let hint = hint(&mut guide, &solver).expect("not solved");
        unproven += u32::from(!hint.proven);
        assert_eq!(guide.stats().expanded, expanded);
    }
    assert!(unproven > 0);
}

#[test]
fn another_budget_is_another_search() {
    let of_budget = |budget| {
        let builder = Solver::builder().quality(Quality::Best);
        builder.budget(budget).build()
    };
    let small = of_budget(5_000);
    let mut guide = Guide::new(DynBoard::from_seed(shape(6, 6, 1), 1));
    while !frame(&mut guide, &small) {}
    let expanded = guide.stats().expanded;
    assert!(frame(&mut guide, &small));
    assert_eq!(guide.stats().expanded, expanded, "it has ended");
    let large = of_budget(50_000);
    while !frame(&mut guide, &large) {}
    assert!(guide.stats().expanded > expanded);
}

#[test]
fn a_new_metric_restarts_and_a_new_goal_is_refused() {
    let mut guide = Guide::new(DynBoard::from_seed(shape(3, 4, 1), 8));
    let best = solver(Quality::Best);
    frame(&mut guide, &best);
    let next = guide.board().legal_moves().next().expect("a move");
    let near = guide.board().after(next).expect("legal");
    let other = Solver::builder().goal(near.clone()).build();
    for error in [
        guide.hint(&other).expect_err("another goal"),
        guide
            .think_with(&other, Control::new())
            .expect_err("another goal"),
        guide
            .hint_with(&other, Control::new())
            .expect_err("another goal"),
    ] {
        let words = format!("the goal of the game is blank-last, but that of the solver is {near}");
        assert_eq!(error.to_string(), words);
    }
    let mut to_near = Guide::for_goal(guide.board().clone(), near).expect("it fits");
    let one = hint(&mut to_near, &other).expect("one move away");
    assert_eq!((one.moves_left, one.proven), (1, true));
    follow(&mut to_near, one);
    assert!(to_near.is_solved() && hint(&mut to_near, &other).is_none());

    let slides = Solver::builder().metric(Metric::MultiTile).build();
    let by_slides = hint(&mut guide, &slides).expect("not solved");
    let by_tiles = hint(&mut guide, &solver(Quality::Optimal)).expect("not solved");
    assert!(by_slides.proven && by_tiles.proven);
    assert!(by_slides.moves_left < by_tiles.moves_left);
    // A proved solution needs no further search, by any quality.
    assert!(frame(&mut guide, &best));
    let expanded = guide.stats().expanded;
    assert_eq!(hint(&mut guide, &best), Some(by_tiles));
    assert_eq!(guide.stats().expanded, expanded);
    // A promise nearer to a shortest solution needs another search.
    let mut guide = Guide::new(DynBoard::from_seed(shape(4, 4, 1), 8));
    for percent in [40, 4] {
        let within = solver(Quality::Within { percent });
        let left = hint(&mut guide, &within).expect("not solved").moves_left;
        let bound = guide.lower_bound(Metric::SingleTile);
        assert!(
            100 * left <= (100 + percent as usize) * bound,
            "{left} {bound}"
        );
    }
}

#[test]
fn promises_and_proofs_survive_a_limit() {
    let (best, optimal) = (solver(Quality::Best), solver(Quality::Optimal));
    let mut guide = Guide::new(DynBoard::from_seed(shape(4, 4, 1), 3));
    hint(&mut guide, &best);
    let limited = guide.hint_with(&optimal, Control::new().max_nodes(1));
    assert!(limited.is_ok_and(|hint| hint.is_some()));
    assert!(hint(&mut guide, &optimal).is_some_and(|hint| hint.proven));
    let bound = guide.lower_bound(Metric::SingleTile);
    let solution = guide.solution().expect("it is known");
    assert_eq!(solution.len(), bound);
    let board = guide.board().clone();
    assert_eq!(guide.adopt(&board, &solution, 0), Ok(true));
    assert_eq!(guide.lower_bound(Metric::SingleTile), bound);
    // So are they if a solution begins on an earlier board.
    let near: DynBoard = "1 2 3/0 4 6/7 5 8".parse().expect("a board");
    let mut earlier = Guide::new(near.clone());
    earlier.slide(Direction::Down).expect("legal");
    let from = earlier.board().clone();
    earlier = Guide::new(from.clone());
    earlier.slide(Direction::Up).expect("legal");
    assert_eq!(earlier.board(), &near);
    assert!(hint(&mut earlier, &optimal).is_some_and(|hint| hint.proven));
    let moves = "ULUL".parse().expect("moves");
    assert_eq!(earlier.adopt(&from, &moves, 0), Ok(true));
    assert!(hint(&mut earlier, &best).is_some_and(|hint| hint.proven));
    // A clone keeps the promise.
    let mut guide = Guide::new(DynBoard::from_seed(shape(4, 4, 1), 3));
    hint(&mut guide, &best);
    let limited = guide.hint_with(&optimal, Control::new().max_nodes(1));
    assert!(limited.is_ok_and(|hint| hint.is_some()));
    assert!(hint(&mut guide.clone(), &optimal).is_some_and(|hint| hint.proven));
    // An adopted solution needs no search, by either metric.
    let by_slides = Solver::builder().metric(Metric::MultiTile).build();
    assert_eq!(guide.adopt(&board, &solution, 0), Ok(true));
    let expanded = guide.stats().expanded;
    assert!(hint(&mut guide, &by_slides).is_some());
    assert_eq!(guide.stats().expanded, expanded);
    // Without any expansion there is no solution, for this reason.
    let mut guide = Guide::new(board);
    let nothing = guide.hint_with(&optimal, Control::new().max_nodes(0));
    let reason = |error| match error {
        SolveError::Stopped(known) => known.reason,
        other => panic!("{other}"),
    };
    assert_eq!(nothing.map_err(reason), Err(Some(Reason::NodeLimit)));
    // A solved board needs no search, under any limits.
    let solved = DynBoard::solved(shape(4, 4, 1));
    let control = Control::new().max_nodes(0).timeout(Duration::ZERO);
    assert_eq!(Guide::new(solved).hint_with(&optimal, control), Ok(None));
}

/// A call with a callback and a limit of boards takes another code path than one with the limit
/// alone.
#[test]
fn thinking_reports_its_progress() {
    let solver = solver(Quality::Best);
    let mut guide = Guide::new(DynBoard::from_seed(shape(6, 6, 1), 1));
    let mut lengths = Vec::new();
    let control = Control::new().max_nodes(200_000).on_progress(|known| {
        lengths.extend(known.best.as_ref().map(|best| best.len()));
        ControlFlow::Continue(())
    });
    let is_settled = guide.think_with(&solver, control);
    assert_eq!(is_settled, Ok(false));
    assert!(lengths.is_sorted_by(|before, after| before >= after));
    assert_eq!(lengths.pop(), guide.solution().map(|it| it.len()));
    // A time limit or a flag still applies.
    let is_set = AtomicBool::new(true);
    let limit = || Control::new().max_nodes(200_000);
    for control in [limit().timeout(Duration::ZERO), limit().cancel(&is_set)] {
        let shown = format!("{control:?}");
        let mut guide = Guide::new(DynBoard::from_seed(shape(6, 6, 1), 1));
        assert_eq!(guide.think_with(&solver, control), Ok(false));
        assert!(guide.stats().expanded < 100_000, "{shown}");
    }
}

#[test]
fn solved_and_unsolvable_boards_need_no_search() {
    let solver = solver(Quality::Best);
    let mut solved = Guide::new(Board::<4>::solved());
    assert_eq!(solved.think_with(&solver, Control::new()), Ok(true));
    assert_eq!(solved.hint(&solver), Ok(None));
    let mut stuck = Guide::new("2 1 3/4 5 6/7 8 0".parse::<Board<3>>().expect("a board"));
    let thought = stuck.think_with(&solver, Control::new());
    assert!(matches!(thought, Err(SolveError::Unsolvable(_))));
    assert!(matches!(
        stuck.hint(&solver),
        Err(SolveError::Unsolvable(_))
    ));
    let cube = DynBoard::from_seed(shape(2, 2, 2), 1);
    assert!(Guide::for_goal(cube, Goal::Snail).is_err());
}

/// The usual goal, and the same board in words.
#[test]
fn equivalent_goals_are_one_goal() {
    let board: Board<3> = "1 2 3/4 5 6/0 7 8".parse().expect("a board");
    let spelled = Goal::from(Board::<3>::solved());
    for (game, own) in [(&spelled, &Goal::BlankLast), (&Goal::BlankLast, &spelled)] {
        let solver = Solver::builder().goal(own.clone()).build();
        let guide = Guide::for_goal(board.clone(), game.clone());
        let hint = guide.expect("it fits").hint(&solver);
        assert!(hint.expect("the same goal").is_some());
    }
    let first_row: Goal = "1 2 3/* * */* * *".parse().expect("a goal");
    let mut guide = Guide::new(board);
    let solver = Solver::builder().goal(first_row).build();
    assert!(matches!(
        guide.hint(&solver),
        Err(SolveError::OtherGoal { .. })
    ));
}
