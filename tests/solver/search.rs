//! Searches that advance only when called, and are stored.

mod units;

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use npuzzle::stored::{SearchUnit, StoredError};
use npuzzle::{
    Board, Control, DynBoard, Goal, HeuristicKind, Metric, Progress, Quality, Reason, Search,
    Solution, SolveError, Solver, SolverBuilder,
};

use crate::oracle::cases::optimal;
use crate::oracle::shape::shape;
use crate::oracle::shapes::shapes_up_to;
use crate::oracle::stored::{body, checked};

#[test]
fn a_stored_search_continues_elsewhere() {
    for (solver, board) in optimal() {
        let whole = solver.solve(&board).expect("solvable");
        let mut search = solver.search(&board).expect("solvable");
        let mut piece = 1;
        let mut stored = 0;
        while search.solution().is_none() {
            search.advance(piece).expect("no error");
            piece += piece / 3 + 1;
            let text = search.suspend().expect("a search for a shortest solution");
            let counts = search.stats().counts();
            search = if stored % 3 == 0 {
                text.parse().expect("a stored search")
            } else {
                solver.resume(&text).expect("a stored search")
            };
            if board.shape().cells() > 9 {
                assert_eq!(search.stats().counts(), counts, "{board:?}");
            }
            assert_eq!(search.suspend(), Ok(text));
            stored += 1;
        }
        assert!(stored > 0, "{board:?}");
        assert_eq!(search.into_solution(), Some(whole), "{board:?}");
    }
}

/// Ends a search by `advance`.
fn advance_to_end(search: &mut Search, expansions: u64) -> Solution {
    loop {
        if let Progress::Done(solution) = search.advance(expansions).expect("no error") {
            return solution.clone();
        }
    }
}

/// The bound that was proved without tables is stored with the search.
#[test]
fn a_search_stored_before_its_tables_keeps_its_bound() {
    let solver = Solver::builder()
        .goal(Goal::BlankFirst)
        .memory(20_000)
        .build();
    let board: Board<4, 3> = "3 4 6/2 7 10/9 8 0/11 5 1".parse().expect("a board");
    let whole = solver.solve(&board).expect("solvable");
    assert!((2_000..8_000).contains(&whole.stats().expanded));
    let builder = Solver::builder().goal(Goal::BlankFirst).memory(20_000);
    let mut waited = 0;
    for expansions in (1..4_000).step_by(300).chain([8_192, 12_288, 16_384]) {
        // Its own solver, so that the search waits for tables.
        let mut search = builder.clone().build().search(&board).expect("solvable");
        let manhattan = board.manhattan(&Goal::BlankFirst);
        assert_eq!(search.lower_bound(), manhattan, "proved at once");
        search.advance(expansions).expect("no error");
        let text = search.suspend().expect("a search for a shortest solution");
        waited += u32::from(!text.contains("\npaths "));
        let mut again = solver.resume(&text).expect("a stored search");
        assert_eq!(again.lower_bound(), search.lower_bound());
        assert_eq!(advance_to_end(&mut again, 5_000), whole, "{expansions}");
    }
    assert!(waited > 1, "{waited}");
}

/// Searches of every shape up to 64 cells, by both metrics, of boards that are solved and near that,
/// can be stored and read at every stage. A row of a square number of cells is among them.
#[test]
fn a_stored_search_of_every_shape_can_be_read() {
    let shapes = shapes_up_to(64);
    assert!(shapes.contains(&shape(1, 49, 1)) && shapes.contains(&shape(4, 4, 4)));
    let metrics = [Metric::SingleTile, Metric::MultiTile];
    for (shape, metric) in shapes.into_iter().flat_map(|it| metrics.map(|by| (it, by))) {
        let near = DynBoard::scrambled(shape, 3, 1);
        for (board, goal) in [
            (near.clone(), Goal::BlankLast),
            (DynBoard::solved(shape), Goal::BlankLast),
            (near.clone(), Goal::from(near)),
        ] {
            let builder = Solver::builder().heuristic(HeuristicKind::Manhattan);
            let solver = builder.metric(metric).goal(goal).build();
            let mut search = solver.search(&board).expect("solvable");
            for expansions in [0, 1, 100] {
                search.advance(expansions).expect("no error");
                let text = search.suspend().expect("a search for a shortest solution");
                let mut again = solver.resume(&text).expect("a stored search");
                assert_eq!(again.board(), &board);
                assert_eq!(again.suspend().as_ref(), Ok(&text), "{shape}");
                let mut parsed: Search = text.parse().expect("a stored search");
                assert_eq!(parsed.suspend().as_ref(), Ok(&text), "{shape}");
                let whole = solver.solve(&board).expect("solvable");
                assert_eq!(advance_to_end(&mut parsed, 1_000), whole, "{board}");
            }
        }
    }
}

#[test]
fn only_searches_for_a_shortest_solution_are_stored() {
    let solver = Solver::builder().quality(Quality::Fast).build();
    let mut search = solver.search(&Board::<4>::from_seed(1)).expect("solvable");
    assert_eq!(search.suspend(), Err(StoredError::Quality));
    assert_eq!(search.split(2).map(drop), Err(StoredError::Quality));
}

#[test]
fn a_changed_text_is_an_error() {
    let solver = Solver::builder().memory(400_000).build();
    let board = Board::<4>::from_seed(1);
    let mut search = solver.search(&board).expect("solvable");
    search.advance(9_000).expect("no error");
    let text = search.suspend().expect("it can be stored");
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
    let slides = Solver::builder().metric(Metric::MultiTile);
    let slides = slides.memory(400_000).build();
    let mut hard = solver.search(&Board::<4>::from_seed(14)).expect("solvable");
    let unit = hard.split(2).expect("a hard board")[0].suspend();
    let unit = unit.expect("it can be stored");
    let last = text.lines().count();
    let refuses = |solver: &Solver, text: &str, fault: &str| {
        let error = solver.resume(text).map(drop).expect_err(fault);
        assert_eq!(error.to_string(), fault);
        assert!(fault.starts_with(&format!("line {}: ", error.line())));
    };
    refuses(&solver, "", "line 1: this is not a stored search");
    let fault = "line 1: the search was stored by another version";
    refuses(&solver, "npuzzle-search 1\n", fault);
    let fault = format!("line {last}: the text was changed, or its end is missing");
    refuses(&solver, &text.replace("counted ", "counted 1"), &fault);
    let fault = "line 6: the board can't be solved for the goal";
    refuses(&solver, &checked(&unsolvable), fault);
    let fault = "line 6: stored with another goal, heuristic, memory or metric";
    refuses(&other, &text, fault);
    refuses(&slides, &text, fault);
    let fault = "line 7: this is malformed, or not what a stored search has here";
    let huge = u64::MAX;
    let counted = body(&text).replace("counted ", &format!("counted {huge} "));
    refuses(&solver, &checked(&counted), fault);
    let line = text.lines().find(|line| line.starts_with("counted "));
    let counted = body(&text).replace(line.expect("counts"), &format!("counted {huge} 0"));
    refuses(&solver, &checked(&counted), fault);
    let fault = format!("line {last}: a stored search ends before this line");
    refuses(&solver, &checked(&body(&text).repeat(2)), &fault);
    refuses(&solver, &unit, "line 1: this is a unit, not a search");
    let third = checked(&body(&unit).replace("\nunit 0 2 ", "\nunit 2 2 "));
    let error = solver.resume_unit(&third).map(drop).expect_err("of two");
    assert_eq!(
        error.to_string(),
        "line 9: no search of the board has this bound"
    );
    let error = text.parse::<SearchUnit>().map(drop);
    let fault = "line 1: this is a search, not a unit";
    assert_eq!(error.expect_err(fault).to_string(), fault);
}

#[test]
fn a_search_stored_after_a_split_owns_its_units() {
    for threads in [1, 2] {
        let solver = Solver::builder().memory(400_000).threads(threads).build();
        let mut search = solver.search(&Board::<4>::from_seed(14)).expect("solvable");
        let mut splits = 0;
        while let Progress::Running(_) = search.advance(40_000).expect("no error") {
            let text = search.suspend().expect("it can be stored");
            let mut resumed = solver.resume(&text).expect("a stored search");
            let Ok(mut units) = resumed.split(3) else {
                break;
            };
            let expanded = resumed.stats().expanded;
            let text = resumed.suspend().expect("it can be stored");
            assert_eq!(resumed.stats().expanded, expanded);
            assert!(units.iter().all(|unit| resumed.owns(unit)));
            let mut again = solver.resume(&text).expect("a stored search");
            if splits < 3 {
                for unit in &mut units {
                    while !unit.advance(1_000_000).expect("no error") {}
                }
                again.join(units).expect("its units");
            }
            splits += 1;
        }
        assert!(splits > 5, "{splits}");
    }
}

/// The board, the goal, the number of units and the position of the search: each alone identifies
/// it.
#[test]
fn a_search_owns_the_units_of_its_last_split_alone() {
    let split = |goal: Goal, board: &Board<4>| {
        let solver = Solver::builder().memory(400_000).goal(goal).build();
        let mut search = solver.search(board).expect("solvable");
        let units = search.split(1).expect("a hard board");
        assert_eq!((search.unit_count(), units.len()), (Some(1), 1));
        (search, units)
    };
    let board = Board::<4>::from_seed(14);
    let (mut search, units) = split(Goal::BlankLast, &board);
    assert!(search.owns(&units[0]));
    let place = |search: &Search| (search.lower_bound(), search.stats().expanded);
    let here = place(&search);
    let rotated = (1..=13).map(|tile| {
        let mut tiles: Vec<u8> = (1..16).chain([0]).collect();
        tiles[tile - 1..tile + 2].rotate_left(1);
        let goal = DynBoard::from_tiles(shape(4, 4, 1), tiles).expect("a permutation");
        (Goal::from(goal), board.clone())
    });
    let boards = (15..60).map(|seed| (Goal::BlankLast, Board::<4>::from_seed(seed)));
    let mut alike = Vec::new();
    for (goal, board) in rotated.chain(boards) {
        let (other, others) = split(goal.clone(), &board);
        assert!(!search.owns(&others[0]) && !other.owns(&units[0]));
        if place(&other) == here {
            alike.push(goal == Goal::BlankLast);
        }
    }
    assert!(alike.contains(&true) && alike.contains(&false), "{alike:?}");
    let two = search.split(2).expect("a hard board");
    assert!(search.owns(&two[0]) && search.unit_count() == Some(2));
    let here = place(&search);
    let three = search.split(3).expect("a hard board");
    assert!(place(&search) == here && search.owns(&three[0]) && !search.owns(&two[0]));
    search.advance(1).expect("no error");
    let later = search.split(3).expect("a hard board");
    assert!(search.owns(&later[0]) && !search.owns(&three[0]));
}

#[test]
fn a_resumed_split_is_stored_unchanged() {
    let solver = Solver::builder().memory(400_000).build();
    let mut search = solver.search(&Board::<5>::from_seed(1)).expect("solvable");
    search.split(3).expect("a hard board");
    let text = search.suspend().expect("it can be stored");
    let mut resumed = solver.resume(&text).expect("a stored search");
    let mut pauses = 0;
    loop {
        resumed.advance(1).expect("no error");
        let now = resumed.suspend().expect("it can be stored");
        if !now.contains("\nunits 3\n") {
            break;
        }
        assert!(now == text, "after {pauses} pauses");
        pauses += 1;
    }
    assert!(pauses > 1, "{pauses}");
}

#[test]
fn a_call_that_does_nothing_leaves_a_split_as_it_is() {
    let solver = Solver::builder().memory(400_000).build();
    let mut search = solver.search(&Board::<4>::from_seed(14)).expect("solvable");
    search.split(2).expect("a hard board");
    let nothing = Control::new().max_nodes(0);
    let mut units = search.split_with(2, nothing).expect("it is split");
    search.run(Control::new().max_nodes(0)).expect("no error");
    for unit in &mut units {
        while !unit.advance(1_000_000).expect("no error") {}
    }
    assert!(search.join(units).is_ok());
}

#[test]
fn a_search_whose_callback_panicked_is_over() {
    let solver = Solver::builder().memory(400_000).build();
    let mut search = solver.search(&Board::<4>::from_seed(14)).expect("solvable");
    let caught = catch_unwind(AssertUnwindSafe(|| {
        let control = Control::new().max_nodes(1_000_000);
        search
            .run(control.on_progress(|_| panic!("as it should")))
            .map(drop)
    }));
    assert!(caught.is_err());
    for expansions in [0, 1] {
        assert!(matches!(
            search.advance(expansions),
            Err(SolveError::Answer(_))
        ));
    }
}

#[test]
fn stored_options_are_those_of_the_solver() {
    let builder = || {
        let builder = Solver::builder().heuristic(HeuristicKind::Manhattan);
        builder.memory(0)
    };
    for (builder, goal) in [
        (builder(), Goal::BlankLast),
        (builder().goal(Goal::Snail), Goal::Snail),
        (builder().metric(Metric::MultiTile), Goal::BlankLast),
        (builder().memory(1), Goal::BlankLast),
        (
            builder().heuristic(HeuristicKind::LinearConflict),
            Goal::BlankLast,
        ),
    ] {
        let board = Board::<3>::from_seed_for(&goal, 5).expect("a goal of the shape");
        let mut search = builder.build().search(&board).expect("solvable");
        let text = search.suspend().expect("it can be stored");
        let solver = SolverBuilder::from_stored(&text).expect("a stored search");
        // Any other option would be an error.
        let mut again = solver.build().resume(&text).expect("the same options");
        assert_eq!(again.suspend(), Ok(text));
    }
    assert!(SolverBuilder::from_stored("").is_err());
}

/// Two callbacks that prepare each other's shape used to deadlock.
#[test]
fn callbacks_may_prepare_each_others_shapes() {
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
                let control = Control::new().on_progress(|partial| {
                    if is_first && partial.tables.is_some() {
                        is_first = false;
                        meet.wait();
                        let other = solver.solve(&boards[1 - turn]).expect("solvable");
                        assert_eq!(other.verify(&boards[1 - turn]), Ok(()));
                        // Its own tables are being built.
                        solver.solve(&boards[turn]).expect("solvable");
                    }
                    ControlFlow::Continue(())
                });
                let solution = solver.solve_with(&boards[turn], control);
                assert!(solution.is_ok_and(|it| it.verify(&boards[turn]).is_ok()));
                assert!(!is_first, "no table was built");
            });
        }
    });
}

/// The usual goal, and the same board in words.
#[test]
fn a_search_resumes_with_an_equivalent_goal() {
    let usual = Solver::builder().memory(400_000).build();
    let spelled = Goal::from(Board::<4>::solved());
    let spelled = Solver::builder().memory(400_000).goal(spelled).build();
    let first = Solver::builder().memory(400_000).goal(Goal::BlankFirst);
    let first = first.build();
    for (solver, other) in [(&usual, &spelled), (&spelled, &usual)] {
        let mut search = solver.search(&Board::<4>::from_seed(14)).expect("solvable");
        let mut unit = search.split(3).expect("a hard board").swap_remove(0);
        let text = search.suspend().expect("it can be stored");
        let resumed = other.resume(&text).expect("the same goal");
        assert!(resumed.owns(&unit));
        let text = unit.suspend().expect("it can be stored");
        assert!(search.owns(&other.resume_unit(&text).expect("the same goal")));
        assert!(first.resume_unit(&text).is_err(), "another goal");
    }
}

#[test]
fn suspending_keeps_its_limits() {
    let board: Board<4> = "4 10 0 8/2 6 12 7/1 5 9 11/13 15 14 3"
        .parse()
        .expect("a board");
    let solver = Solver::builder()
        .heuristic(HeuristicKind::Manhattan)
        .build();
    let mut search = solver.search(&board).expect("solvable");
    // A round of this heuristic on 4 x 4 is one unit.
    search.advance(500_000).expect("no error");
    let before = search.stats().expanded;
    let mut stopped = 0;
    let text = loop {
        match search.suspend_with(Control::new().max_nodes(20_000)) {
            Ok(text) => break text,
            Err(StoredError::Stopped(reason)) => assert_eq!(reason, Reason::NodeLimit),
            Err(error) => panic!("{error}"),
        }
        stopped += 1;
    };
    assert!(stopped > 0 && search.stats().expanded > before);
    let mut again = solver.resume(&text).expect("it was just stored");
    while let Progress::Running(_) = again.advance(u64::MAX).expect("no error") {}
    assert_eq!(again.into_solution(), solver.solve(&board).ok());
}
