//! Games driven by random players: hints never lose the way, undo and redo are true.

use npuzzle::{
    Board, Control, Direction, DynBoard, Goal, Guide, Moves, ResumeError, Shape, SolveError, Solver,
};

use crate::oracle::breadth_first::distances;
use crate::oracle::random::Random;
use crate::oracle::shape::shape;

fn solver(goal: &Goal) -> Solver {
    let builder = Solver::builder().goal(goal.clone());
    builder.build()
}

/// A board some moves away from the goal.
fn walked(shape: Shape, goal: &Goal, steps: usize, dice: &mut Random) -> DynBoard {
    let mut board = goal.board(shape).expect("it fits");
    for _ in 0..steps {
        let moves: Vec<_> = board.legal_moves().collect();
        let direction = moves[dice.below(moves.len())];
        board.slide(direction).expect("a legal move");
    }
    board
}

/// Does something that a player may do; the board must be what a plain log says.
fn play_around(guide: &mut Guide<DynBoard>, dice: &mut Random) {
    match dice.below(5) {
        0 => {
            let cell = dice.below(guide.board().shape().cells());
            let before = guide.board().clone();
            if guide.slide_cell(cell).is_err() {
                assert_eq!(*guide.board(), before);
            }
        }
        1 => {
            let before = guide.board().clone();
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
        _ => {
            let direction = Direction::ALL[dice.below(6)];
            let _ = guide.slide(direction);
        }
    }
    let mut replayed = guide.start().clone();
    replayed.play(&guide.moves()).expect("the log is legal");
    assert_eq!(*guide.board(), replayed);
    assert_eq!(guide.move_count(), guide.moves().len());
    assert_eq!(guide.slide_count(), guide.moves().multi_tile_len());
}

#[test]
fn hints_lead_every_player_to_the_goal_within_the_moves_announced() {
    for (shape, goal, steps) in [
        (shape(3, 3, 1), Goal::BlankLast, 40),
        (shape(3, 3, 1), Goal::Snail, 41),
        (shape(4, 4, 1), Goal::BlankFirst, 40),
        (shape(3, 5, 1), Goal::BlankLast, 40),
        (shape(2, 2, 2), Goal::BlankLast, 30),
        (shape(1, 4, 1), Goal::BlankLast, 5),
    ] {
        let solver = solver(&goal);
        for seed in 0..12 {
            let mut dice = Random(seed);
            let mut guide = Guide::new(walked(shape, &goal, steps, &mut dice));
            for _ in 0..60 {
                let hint = guide.hint(&solver).expect("a solvable board");
                assert_eq!(hint.is_none(), guide.board().is_solved_for(&goal));
                match hint {
                    Some(hint) if dice.below(2) == 0 => {
                        assert_eq!(guide.board().tiles()[hint.cell], hint.tile);
                        assert_eq!(guide.slide(hint.direction), Ok(hint.tile));
                    }
                    _ => play_around(&mut guide, &mut dice),
                }
            }
            let mut announced = None;
            while let Some(hint) = guide.hint(&solver).expect("a solvable board") {
                let solution = guide.solution().expect("a hint was given");
                assert_eq!(solution.len(), hint.moves_left);
                assert!(announced.is_none_or(|left| hint.moves_left < left));
                announced = Some(hint.moves_left);
                guide.slide(hint.direction).expect("a legal hint");
            }
            assert!(guide.board().is_solved_for(&goal), "{shape}");
        }
    }
}

/// A proven number of moves equals the distance by breadth-first search; an unproven one may be
/// longer by the detour.
#[test]
fn proven_hints_are_the_truth() {
    for (shape, goal) in [
        (shape(3, 3, 1), Goal::BlankLast),
        (shape(2, 2, 2), Goal::BlankFirst),
    ] {
        let distances = distances(shape, &goal);
        let solver = solver(&goal);
        let (mut proven, mut unproven) = (0, 0);
        for seed in 0..40 {
            let mut dice = Random(seed);
            let board = DynBoard::from_seed_for(shape, &goal, seed).expect("it fits");
            let mut guide = Guide::new(board);
            for _ in 0..50 {
                if let Some(hint) = guide.hint(&solver).expect("a solvable board") {
                    let truth = distances[guide.board()];
                    assert!(hint.moves_left >= truth && hint.moves_left <= truth + 4);
                    if hint.proven {
                        assert_eq!(hint.moves_left, truth, "{}", guide.board());
                        proven += 1;
                    } else {
                        unproven += 1;
                    }
                    if dice.below(2) == 0 {
                        guide.slide(hint.direction).expect("a legal hint");
                    }
                }
                play_around(&mut guide, &mut dice);
            }
        }
        assert!(proven > 1_000 && unproven > 50, "{proven} and {unproven}");
    }
}

/// A player strays, and no board may be expanded: the hint is there all the same.
#[test]
fn detours_are_repaired_without_a_search() {
    let solver = solver(&Goal::BlankLast);
    let board: Board<4> = "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15"
        .parse()
        .expect("a board");
    let mut guide = Guide::new(board);
    let none = || Control::new().max_nodes(0);
    let error = guide.hint_with(&solver, &mut none());
    assert!(matches!(error, Err(SolveError::Stopped(_))));
    let first = guide.hint(&solver).expect("solvable").expect("not solved");
    assert_eq!((first.tile, first.moves_left, first.proven), (13, 9, true));
    // Along the solution, and back: still proven.
    guide.slide(first.direction).expect("legal");
    let next = guide
        .hint_with(&solver, &mut none())
        .expect("kept")
        .expect("not solved");
    assert_eq!((next.tile, next.moves_left, next.proven), (9, 8, true));
    guide.undo();
    assert_eq!(guide.hint_with(&solver, &mut none()), Ok(Some(first)));
    // Two moves off it, then back by hand.
    guide.slide(Direction::Left).expect("legal");
    guide.slide(Direction::Left).expect("legal");
    let back = guide
        .hint_with(&solver, &mut none())
        .expect("kept")
        .expect("not solved");
    assert_eq!(
        (back.tile, back.direction, back.moves_left),
        (11, Direction::Right, 11)
    );
    guide.slide(Direction::Right).expect("legal");
    guide.slide(Direction::Right).expect("legal");
    assert_eq!(guide.hint_with(&solver, &mut none()), Ok(Some(first)));
    // Five moves off it no search is allowed, and the old way is still there.
    let strays: Moves = "LLLDR".parse().expect("moves");
    for direction in &strays {
        guide.slide(direction).expect("legal");
    }
    let back = guide
        .hint_with(&solver, &mut none())
        .expect("kept")
        .expect("not solved");
    assert_eq!(
        (back.direction, back.moves_left, back.proven),
        (Direction::Left, 14, false)
    );
    // A solver for another goal has another way.
    let other = Solver::builder().goal(guide.start().clone()).build();
    let hint = guide.hint(&other).expect("solvable").expect("not solved");
    assert_eq!((hint.moves_left, hint.proven), (5, true));
}

#[test]
fn undo_and_redo_take_whole_turns() {
    let mut guide = Guide::new(Board::<3>::solved());
    assert_eq!((guide.undo(), guide.redo()), (None, None));
    assert_eq!(guide.slide_cell(6).expect("in line").to_string(), "RR");
    assert!(guide.slide_cell(6).expect("the blank").is_empty());
    assert_eq!(guide.slide(Direction::Down), Ok(4));
    assert_eq!(
        (guide.move_count(), guide.slide_count(), guide.position()),
        (3, 2, 2)
    );
    assert_eq!(guide.undo().expect("a turn").to_string(), "U");
    assert_eq!(guide.undo().expect("a turn").to_string(), "LL");
    assert!(guide.board().is_solved() && guide.moves().is_empty());
    assert_eq!(guide.redo().expect("a turn").to_string(), "RR");
    assert!(guide.slide(Direction::Up).is_err());
    assert_eq!(guide.turns().len(), 2); // an illegal move forgets nothing
    assert_eq!(guide.slide(Direction::Left), Ok(7));
    assert_eq!(guide.redo(), None);
    let turns: Vec<String> = guide.turns().map(|turn| turn.to_string()).collect();
    assert_eq!(turns, ["RR", "L"]);
}

#[test]
fn stored_games_are_checked() {
    let start = Board::<3>::solved();
    let turns = |text: [&str; 2]| text.map(|turn| turn.parse::<Moves>().expect("moves"));
    let guide = Guide::resume(start.clone(), turns(["RR", "D"]), 1).expect("a legal game");
    assert_eq!(guide.board().to_string(), "1 2 3/4 5 6/0 7 8");
    let error = |turns, position| Guide::resume(start.clone(), turns, position).expect_err("bad");
    assert!(matches!(
        error(turns(["RR", "U"]), 1),
        ResumeError::Play { turn: 1, .. }
    ));
    assert_eq!(error(turns(["RR", ""]), 1), ResumeError::Empty { turn: 1 });
    assert_eq!(
        error(turns(["RR", "D"]), 3),
        ResumeError::Position {
            position: 3,
            turns: 2
        }
    );
}

#[cfg(feature = "serde")]
#[test]
fn games_survive_serde_and_what_was_tampered_with_does_not() {
    let mut guide = Guide::new(Board::<3>::solved());
    guide.slide_cell(6).expect("in line");
    guide.slide(Direction::Down).expect("legal");
    guide.undo();
    let text = serde_json::to_string(&guide).expect("plain values");
    assert_eq!(
        text,
        r#"{"start":"1 2 3/4 5 6/7 8 0","turns":["RR","D"],"position":1}"#
    );
    let mut read: Guide<Board<3>> = serde_json::from_str(&text).expect("what was written");
    assert_eq!(read.board(), guide.board());
    assert_eq!(read.redo(), guide.redo());
    let dynamic: Guide<DynBoard> = serde_json::from_str(&text).expect("any shape");
    assert_eq!(dynamic.board().to_string(), "1 2 3/4 5 6/0 7 8");
    let listed: Guide<DynBoard> =
        serde_json::from_str(r#"["1 2/3 0",["D"],1]"#).expect("formats without names");
    assert_eq!(listed.board().to_string(), "1 0/3 2");
    for (wrong, why) in [
        (
            text.replace('D', "U"),
            "turn 2 can't be played: move 1: no tile can move U",
        ),
        (
            text.replace(":1}", ":3}"),
            "3 turns are said to be played, but there are 2",
        ),
        (text.replace("8 0", "8 8"), "tile 8 appears twice"),
        (
            text.replace(r#","position":1"#, ""),
            "missing field `position`",
        ),
        (
            text.replace(":1}", r#":1,"position":1}"#),
            "duplicate field `position`",
        ),
    ] {
        let error = serde_json::from_str::<Guide<DynBoard>>(&wrong).expect_err("tampered with");
        assert!(error.to_string().contains(why), "{error}");
    }
}

#[cfg(feature = "serde")]
#[test]
fn stored_games_mean_no_more_moves_than_their_length_pays_for() {
    let game = |turns: String, position: usize| {
        let start = DynBoard::solved(npuzzle::Shape::rectangle(1, 65_536).expect("a shape"));
        let text = format!(r#"{{"turns":[{turns}],"position":{position},"start":"{start}"}}"#);
        serde_json::from_str::<Guide<DynBoard>>(&text)
    };
    // The longest slides there are, to and fro: these are legal.
    let legal = vec![r#""R65535","L65535""#; 100].join(",");
    let guide = game(legal, 200).expect("less than 2^24 moves");
    assert_eq!(guide.move_count(), 200 * 65_535);
    // 120 KB of them would be 786 MB of moves, 600 KB would be 4 GB. They are refused as they are
    // read.
    for slides in [6_000, 30_000] {
        let error = game(vec![r#""R65535","L65535""#; slides].join(","), 0);
        let error = error.expect_err("too many moves").to_string();
        assert!(
            error.starts_with("turn 257 can't be played: byte 0: more than ")
                && error.contains(" moves, too many"),
            "{error}"
        );
    }
    // A turn that lacks something is named.
    let error = game(r#""R","LX""#.into(), 0).expect_err("no move");
    assert!(
        error
            .to_string()
            .starts_with("turn 2 can't be played: unexpected 'X' at byte 1"),
        "{error}"
    );
}

#[test]
fn a_way_found_elsewhere_is_followed_from_wherever_the_player_is() {
    let goal = Goal::BlankLast;
    let solver = solver(&goal);
    let mut dice = Random(17);
    for round in 0..60 {
        let board = walked(shape(3, 3, 1), &goal, 60, &mut dice);
        let solution = solver.solve(&board).expect("solvable");
        let mut guide = Guide::new(walked(shape(3, 3, 1), &goal, 40, &mut dice));
        assert_eq!(
            guide.adopt(&goal, &board, solution.moves(), 0),
            Ok(*guide.board() == board)
        );

        guide = Guide::new(board.clone());
        for _ in 0..round % 7 {
            play_around(&mut guide, &mut dice);
        }
        let adopted = guide.adopt(&goal, &board, solution.moves(), solution.lower_bound());
        assert_eq!(adopted, Ok(true));
        let mut way = guide.board().clone();
        way.play(&guide.solution().expect("a way"))
            .expect("legal moves");
        assert!(way.is_solved());
        let played = guide.moves().len();
        let left = guide.solution().map_or(0, |way| way.len());
        assert!(left <= solution.moves().len() + played);

        // No search is allowed, and none is needed.
        let mut no_search = Control::new().max_nodes(0);
        let mut before = usize::MAX;
        while let Some(hint) = guide.hint_with(&solver, &mut no_search).expect("a hint") {
            assert!(hint.moves_left < before);
            before = hint.moves_left;
            guide.slide(hint.direction).expect("a legal move");
        }
        assert!(guide.board().is_solved());
    }
}

#[test]
fn a_way_is_kept_only_if_it_is_right_and_not_longer() {
    let goal = Goal::BlankLast;
    let board: DynBoard = "1 2 3/0 4 6/7 5 8".parse().expect("a board");
    let moves = |text: &str| text.parse::<Moves>().expect("moves");
    let mut guide = Guide::new(board.clone());
    assert!(guide.adopt(&goal, &board, &moves("LU"), 0).is_err()); // not the goal
    assert!(guide.adopt(&goal, &board, &moves("LUU"), 0).is_err()); // illegal
    assert_eq!(guide.solution(), None);
    assert_eq!(guide.adopt(&goal, &board, &moves("LRLUL"), 0), Ok(true));
    assert_eq!(guide.adopt(&goal, &board, &moves("LUL"), 3), Ok(true));
    assert_eq!(guide.adopt(&goal, &board, &moves("LRLUL"), 0), Ok(false));
    assert_eq!(guide.solution(), Some(moves("LUL")));
    // For another goal it is another question.
    let other = Goal::from(board.after(Direction::Left).expect("a legal move"));
    assert_eq!(guide.adopt(&other, &board, &moves("L"), 1), Ok(true));
    assert_eq!(guide.solution(), Some(moves("L")));
}
