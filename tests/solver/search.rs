//! Searches that advance only when called, and are stored.

mod units;

use std::ops::ControlFlow;

use npuzzle::stored::{SearchUnit, StoredError};
use npuzzle::{
    Board, Control, DynBoard, Goal, HeuristicKind, Metric, Progress, Quality, Reason, Search,
    Solution, SolveError, Solver, SolverBuilder,
};

use crate::oracle::shape::shape;

/// Ends a search by calls of these numbers of expansions, over and over.
fn end(search: &mut Search, expansions: &[u64]) -> Solution {
    let mut turn = expansions.iter().cycle();
    loop {
        let next = turn.next().copied().unwrap_or(1);
        if let Progress::Done(solution) = search.advance(next).expect("it goes on") {
            return solution.clone();
        }
    }
}

/// Returns a solver by slides.
pub(crate) fn by_slides(kind: HeuristicKind, memory: u64) -> Solver {
    let builder = Solver::builder().heuristic(kind).memory(memory);
    builder.metric(Metric::Slides).build()
}

/// Kinds of searches: with each kernel, by both metrics, easy and not.
fn kinds() -> Vec<(Solver, DynBoard)> {
    let of = |kind, memory| Solver::builder().heuristic(kind).memory(memory).build();
    let board = |rows, cols, layers, seed| DynBoard::from_seed(shape(rows, cols, layers), seed);
    vec![
        (of(HeuristicKind::Auto, 400_000), board(4, 4, 1, 1)),
        (
            of(HeuristicKind::Auto, 400_000),
            DynBoard::from(Board::<4>::scrambled(30, 5)),
        ),
        (of(HeuristicKind::Auto, 400_000), board(3, 3, 1, 5)),
        (of(HeuristicKind::Auto, 400_000), board(1, 8, 1, 5)),
        (of(HeuristicKind::Auto, 30_000), board(2, 3, 2, 1)),
        (of(HeuristicKind::Manhattan, 0), board(3, 3, 1, 4)),
        (
            of(HeuristicKind::Manhattan, 0),
            DynBoard::from(Board::<4>::scrambled(40, 3)),
        ),
        (of(HeuristicKind::LinearConflict, 0), board(3, 4, 1, 2)),
        (of(HeuristicKind::WalkingDistance, 0), board(2, 6, 1, 2)),
        (by_slides(HeuristicKind::Auto, 100_000), board(3, 4, 1, 1)),
        (by_slides(HeuristicKind::Auto, 100_000), board(3, 3, 1, 5)),
        (by_slides(HeuristicKind::Auto, 0), board(1, 8, 1, 5)),
        (
            by_slides(HeuristicKind::Auto, 0),
            DynBoard::scrambled(shape(2, 2, 3), 20, 1),
        ),
        (
            by_slides(HeuristicKind::WalkingDistance, 0),
            board(2, 5, 1, 4),
        ),
        (
            by_slides(HeuristicKind::LinearConflict, 0),
            DynBoard::scrambled(shape(3, 4, 1), 30, 2),
        ),
        (
            by_slides(HeuristicKind::Manhattan, 0),
            DynBoard::from(Board::<4>::scrambled(20, 3)),
        ),
    ]
}

#[test]
fn pieces_come_to_what_one_call_comes_to() {
    for (solver, board) in kinds() {
        let whole = solver.solve(&board).expect("solvable");
        // The tables are ready now: a small board is read off without a search.
        assert_eq!(solver.solve(&board).expect("solvable"), whole);
        for pieces in [&[u64::MAX][..], &[1], &[7, 1_000], &[50_000]] {
            let mut search = solver.search(&board).expect("solvable");
            assert_eq!(end(&mut search, pieces), whole, "{board:?} by {pieces:?}");
            assert_eq!(search.stats(), whole.stats());
            assert_eq!(search.lower_bound(), whole.lower_bound());
            assert_eq!(search.into_solution(), Some(whole.clone()));
        }
    }
}

#[test]
fn every_quality_goes_on_in_pieces() {
    for quality in [
        Quality::Optimal,
        Quality::Within { percent: 20 },
        Quality::Best,
        Quality::Fast,
    ] {
        let builder = Solver::builder().quality(quality).memory(100_000);
        let solver = builder.budget(250_000).build();
        for board in [
            DynBoard::from_seed(shape(3, 4, 1), 3),
            DynBoard::from_seed(shape(2, 2, 2), 3),
            DynBoard::from(Board::<5>::scrambled(30, 1)),
        ] {
            let whole = solver.solve(&board).expect("solvable");
            let mut search = solver.search(&board).expect("solvable");
            let mut lengths = Vec::new();
            let mut bounds = Vec::new();
            let found = loop {
                match search.advance(3_000).expect("it goes on") {
                    Progress::Done(solution) => break solution.clone(),
                    Progress::Running {
                        best, lower_bound, ..
                    } => {
                        lengths.extend(best.map(|moves| moves.len()));
                        bounds.push(lower_bound);
                    }
                    _ => unreachable!("there are two kinds of progress"),
                }
            };
            assert_eq!(found.moves(), whole.moves(), "{quality}: {board}");
            assert_eq!(found.lower_bound(), whole.lower_bound());
            assert!(lengths.is_sorted_by(|a, b| a >= b) && bounds.is_sorted());
        }
    }
}

#[test]
fn limits_of_a_call_only_interrupt() {
    let solver = Solver::builder().memory(400_000).build();
    let board = Board::<4>::from_seed(2);
    let whole = solver.solve(&board).expect("solvable");
    let mut search = solver.search(&board).expect("solvable");
    let (mut calls, mut before) = (0, 0);
    while let Progress::Running { stats, .. } = search
        .run(&mut Control::new().max_nodes(5_000))
        .expect("it goes on")
    {
        calls += 1;
        // A step that expands several boards is not cut.
        let expanded = stats.expanded - core::mem::replace(&mut before, stats.expanded);
        assert!((5_000..5_512).contains(&expanded), "{expanded}");
    }
    assert_eq!(search.solution(), Some(&whole));
    assert!(calls > 2);
    // A callback may interrupt.
    let mut search = solver.search(&board).expect("solvable");
    let mut control = Control::new().on_progress(|_| ControlFlow::Break(()));
    let running = search.run(&mut control).expect("it goes on");
    assert!(matches!(running, Progress::Running { .. }));
}

#[test]
fn a_stored_search_goes_on_elsewhere() {
    for (solver, board) in kinds() {
        let whole = solver.solve(&board).expect("solvable");
        let mut search = solver.search(&board).expect("solvable");
        let mut piece = 1;
        let mut stored = 0;
        while search.solution().is_none() {
            search.advance(piece).expect("it goes on");
            piece += piece / 3 + 1;
            let text = search.to_text().expect("a search for a shortest solution");
            let stats = search.stats();
            search = if stored % 3 == 0 {
                text.parse().expect("what was just stored")
            } else {
                solver.resume(&text).expect("what was just stored")
            };
            if board.shape().cells() > 9 {
                assert_eq!(search.stats(), stats, "{board:?}");
            }
            assert_eq!(search.to_text(), Ok(text));
            stored += 1;
        }
        assert!(stored > 0, "{board:?}");
        assert_eq!(search.into_solution(), Some(whole), "{board:?}");
    }
}

#[test]
fn only_searches_for_a_shortest_solution_are_stored() {
    let solver = Solver::builder().quality(Quality::Fast).build();
    let mut search = solver.search(&Board::<4>::from_seed(1)).expect("solvable");
    assert_eq!(search.to_text(), Err(StoredError::Quality));
    assert_eq!(search.split(2).map(drop), Err(StoredError::Quality));
}

/// Ends a text with its checksum (FNV-1a, 64 bits).
pub(crate) fn checked(body: &str) -> String {
    let sum = body.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    });
    format!("{body}check {sum:016x}\n")
}

pub(crate) fn body(text: &str) -> &str {
    let end = text.trim_end().rfind('\n').expect("several lines");
    &text[..=end]
}

#[test]
fn a_changed_text_is_an_error() {
    let solver = Solver::builder().memory(400_000).build();
    let board = Board::<4>::from_seed(1);
    let mut search = solver.search(&board).expect("solvable");
    search.advance(9_000).expect("it goes on");
    let text = search.to_text().expect("it can be stored");
    assert_eq!(checked(body(&text)), text);
    for at in 0..text.len() - 1 {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1;
        if let Ok(changed) = String::from_utf8(bytes) {
            assert!(changed.parse::<Search>().is_err(), "byte {at}");
        }
        assert!(text[..at].parse::<Search>().is_err(), "cut at {at}");
    }
    let unsolvable =
        body(&text).replace(&board.to_string(), "2 1 3 4/5 6 7 8/9 10 11 12/13 14 15 0");
    let other = Solver::builder().memory(400_001).build();
    let slides = by_slides(HeuristicKind::Auto, 400_000);
    let mut hard = solver.search(&Board::<4>::from_seed(14)).expect("solvable");
    let unit = hard.split(2).expect("a hard board")[0].to_text();
    let unit = unit.expect("it can be stored");
    let last = text.lines().count();
    let resumed = |solver: &Solver, text: &str| solver.resume(text).map(drop);
    for (result, fault) in [
        (resumed(&solver, ""), "line 1: this is not a stored search"),
        (
            resumed(&solver, "npuzzle-search 1\n"),
            "line 1: the search was stored by another version",
        ),
        (
            resumed(&solver, &text.replace("counted ", "counted 1")),
            &format!("line {last}: the text was changed, or its end is missing"),
        ),
        (
            resumed(&solver, &checked(&unsolvable)),
            "line 6: the board can't be solved for the goal",
        ),
        (
            resumed(&other, &text),
            "line 6: stored with another goal, heuristic, memory or metric",
        ),
        (
            resumed(&slides, &text),
            "line 6: stored with another goal, heuristic, memory or metric",
        ),
        (
            resumed(&solver, &checked(&body(&text).repeat(2))),
            &format!("line {last}: a stored search ends before this line"),
        ),
        (
            resumed(&solver, &unit),
            "line 1: this is a unit, not a search",
        ),
        (
            text.parse::<SearchUnit>().map(drop),
            "line 1: this is a search, not a unit",
        ),
    ] {
        assert_eq!(result.expect_err(fault).to_string(), fault);
    }
}

#[test]
fn the_options_of_a_stored_search_are_those_of_its_solver() {
    let builder = || {
        let builder = Solver::builder().heuristic(HeuristicKind::Manhattan);
        builder.memory(0)
    };
    for (builder, goal) in [
        (builder(), Goal::BlankLast),
        (builder().goal(Goal::Snail), Goal::Snail),
        (builder().metric(Metric::Slides), Goal::BlankLast),
        (builder().memory(1), Goal::BlankLast),
        (
            builder().heuristic(HeuristicKind::LinearConflict),
            Goal::BlankLast,
        ),
    ] {
        let board = Board::<3>::from_seed_for(&goal, 5).expect("a goal of the shape");
        let mut search = builder.build().search(&board).expect("solvable");
        let text = search.to_text().expect("it can be stored");
        let solver = SolverBuilder::from_stored(&text).expect("what was just stored");
        // Any other option would be an error.
        let mut again = solver.build().resume(&text).expect("the same options");
        assert_eq!(again.to_text(), Ok(text));
    }
    assert!(SolverBuilder::from_stored("").is_err());
}

/// Changes words at random, with a good checksum: that is refused at once or later, or continues,
/// but never panics, and what is found solves the board.
#[test]
fn no_text_leads_to_a_panic_or_a_wrong_solution() {
    let mut random = 1_u64;
    let mut below = |limit: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % limit
    };
    let mut refused = [0; 2];
    for (solver, board) in kinds() {
        let mut search = solver.search(&board).expect("solvable");
        search.advance(2_000).expect("it goes on");
        let text = search.to_text().expect("it can be stored");
        for _ in 0..60 {
            let mut lines: Vec<String> = body(&text).lines().map(String::from).collect();
            // The board and the options stay, so that tables are there.
            let line = 5 + below(lines.len() - 5);
            let mut words: Vec<String> = lines[line].split(' ').map(String::from).collect();
            let word = below(words.len());
            let made = match below(4) {
                0 => below(100).to_string(),
                1 => format!("{}{}", words[word], below(10)),
                2 => words[below(words.len())].clone(),
                _ => {
                    let mut bytes = words[word].clone().into_bytes();
                    let len = bytes.len().max(1);
                    if let Some(byte) = bytes.get_mut(below(len)) {
                        *byte = b"0123456789abcdefghij.-"[below(22)];
                    }
                    String::from_utf8(bytes).expect("still ASCII")
                }
            };
            words[word] = made;
            lines[line] = words.join(" ");
            let changed = checked(&(lines.join("\n") + "\n"));
            let Ok(mut search) = solver.resume(&changed) else {
                refused[0] += 1;
                continue;
            };
            for _ in 0..40 {
                match search.advance(5_000) {
                    Ok(Progress::Done(solution)) => {
                        assert_eq!(solution.verify(&board), Ok(()));
                        break;
                    }
                    Ok(_) => {}
                    Err(_) => {
                        refused[1] += 1;
                        break;
                    }
                }
            }
        }
    }
    assert!(refused[0] > 200, "{refused:?}");
}

/// A call that is broken off while tables are built leaves them to the next one.
#[test]
fn tables_survive_a_call_that_ends() {
    let solver = Solver::builder().memory(4_000_000).build();
    let board = Board::<4>::from_seed(1);
    let mut known = vec![0];
    let mut calls = 0;
    let solution = loop {
        calls += 1;
        let mut seen = 0;
        let mut control = Control::new().on_progress(|partial| match &partial.tables {
            Some(tables) => {
                seen = tables.known;
                ControlFlow::Break(())
            }
            None => ControlFlow::Continue(()),
        });
        let result = solver.solve_with(&board, &mut control);
        drop(control);
        match result {
            Ok(solution) => break solution,
            Err(SolveError::Stopped(partial)) => {
                assert_eq!(partial.reason, Some(Reason::Cancelled));
            }
            Err(error) => panic!("{error}"),
        }
        known.push(seen);
    };
    assert!(
        known.is_sorted() && known.last() > Some(&1_000_000),
        "{known:?}"
    );
    assert!(calls > 3, "they are built by several calls");
    assert_eq!(
        Ok(solution),
        Solver::builder().memory(4_000_000).build().solve(&board)
    );
}

/// Two callbacks that ask for each other's shape used to wait for ever.
#[test]
fn callbacks_may_ask_for_the_shapes_of_each_other() {
    let solver = Solver::builder().memory(400_000).build();
    let boards = [
        DynBoard::from_seed(shape(3, 4, 1), 1),
        DynBoard::from_seed(shape(4, 4, 1), 1),
    ];
    let meet = std::sync::Barrier::new(2);
    std::thread::scope(|scope| {
        for turn in 0..2 {
            let (solver, boards, meet) = (&solver, &boards, &meet);
            scope.spawn(move || {
                let mut is_first = true;
                let mut control = Control::new().on_progress(|partial| {
                    if is_first && partial.tables.is_some() {
                        is_first = false;
                        meet.wait();
                        let other = solver.solve(&boards[1 - turn]).expect("solvable");
                        assert_eq!(other.verify(&boards[1 - turn]), Ok(()));
                        // Its own is under way, by itself.
                        solver.solve(&boards[turn]).expect("solvable");
                    }
                    ControlFlow::Continue(())
                });
                let solution = solver.solve_with(&boards[turn], &mut control);
                assert!(solution.is_ok_and(|it| it.verify(&boards[turn]).is_ok()));
                drop(control);
                assert!(!is_first, "no table was built");
            });
        }
    });
}
