//! Forged stored searches with a good checksum: each is refused, or ends with a correct answer or a
//! typed error.

use std::collections::BTreeSet;

use npuzzle::HeuristicKind::{self, Auto, LinearConflict, WalkingDistance};
use npuzzle::Metric::{MultiTile, SingleTile};
use npuzzle::stored::{SearchUnit, StoredError};
use npuzzle::{Board, Control, DynBoard, Moves, Progress, Reason, Search, SolveError, Solver};

use crate::oracle::cases::optimal;
use crate::oracle::random::Random;
use crate::oracle::shape::shape;
use crate::oracle::stored::{body, checked, solver};

/// Returns a text with another line in place of the one that begins with a word.
fn with_line(text: &str, word: &str, line: &str) -> String {
    let mut lines: Vec<&str> = body(text).lines().collect();
    let place = lines.iter().position(|it| it.starts_with(word));
    lines[place.expect("there is such a line")] = line;
    checked(&(lines.join("\n") + "\n"))
}

/// The search whose forged text gave the moves `UU`, "at least 65538".
fn near() -> (Solver, Board<3, 4>, String) {
    let board: Board<3, 4> = "10 0 9 1/3 4 11 2/6 5 8 7".parse().expect("a board");
    let solver = Solver::builder().memory(20_000).build();
    let mut search = solver.search(&board).expect("solvable");
    let text = search.suspend().expect("a search for a shortest solution");
    (solver, board, text)
}

#[test]
fn a_bound_that_no_board_needs_is_refused() {
    let (solver, _, text) = near();
    for bound in [1_250, 65_536, 65_538] {
        let forged = with_line(&text, "bound", &format!("bound {bound} 0 0"));
        let error = solver.resume(&forged).expect_err("too high").to_string();
        assert_eq!(
            error,
            "line 8: fewer moves than this bound are always enough"
        );
    }
}

#[test]
fn a_search_that_is_over_without_moves_is_refused() {
    let (solver, board, text) = near();
    let with_end = |text: &str, line: &str| checked(&format!("{}{line}\n", body(text)));
    // Moves that solve the board, but are more or fewer than was proved.
    let moves = solver.solve(&board).expect("solvable").into_moves();
    let end = with_end(&text, &format!("solved {moves}"));
    let fewer = with_line(&end, "bound", &format!("bound {} 0 0", moves.len() - 2));
    for (text, fault) in [
        (
            with_end(&text, "end"),
            "only a unit may end without a solution",
        ),
        (fewer, "these moves are not a solution of the proved length"),
    ] {
        let error = solver.resume(&text).expect_err("forged").to_string();
        assert_eq!(error, format!("line 9: {fault}"));
    }
    let proved = with_line(&end, "bound", &format!("bound {} 0 0", moves.len()));
    let search = solver.resume(&proved).expect("it fits together");
    assert_eq!(
        search.solution().map(npuzzle::Solution::moves),
        Some(&moves)
    );
    // Moves that do not solve it.
    let other = with_line(&proved, "solved", "solved UU");
    let other = with_line(&other, "bound", "bound 2 0 0");
    assert!(solver.resume(&other).is_err());
}

#[test]
fn paths_that_are_not_the_boards_are_refused() {
    let (solver, board, text) = near();
    let length = solver.solve(&board).expect("solvable").length();
    let with_paths = |paths: &[&str]| {
        let begun = with_line(&text, "bound", &format!("bound {length} 0 0"));
        let count = paths.len();
        let lines = paths.join("\n");
        checked(&format!("{}paths {count}\n{lines}\n", body(&begun)))
    };
    // The line of the first path, and of the second one.
    let first = body(&text).lines().count() + 2;
    for (paths, line) in [
        (&[""][..], first),                                       // the root
        (&["LLLL"][..], first),                                   // into a wall
        (&["L", "RL"], first + 1),                                // of another length
        (&["L", "L"], first + 1),                                 // twice
        (&["L", "x"], first + 1),                                 // no move
        (&["L", "R1"], first + 1),                                // a count
        (&["L", "R1000000000000"], first + 1),                    // too many
        (&[&*"LR".repeat(length), &*"RL".repeat(length)], first), // as long as the bound
    ] {
        let error = solver.resume(&with_paths(paths)).expect_err("forged");
        let place = format!("line {line}: ");
        assert!(error.to_string().starts_with(&place), "{paths:?}: {error}");
    }
    // A path that no search takes is dropped, and so is a path that leads too far.
    let mut search = solver.resume(&with_paths(&["LR", "RL"])).expect("legal");
    while let Ok(Progress::Running(_)) = search.advance(10_000) {}
    assert!(search.solution().is_none_or(|it| it.verify(&board).is_ok()));
}

/// Short rounds are never stored with paths, but every kernel follows them, in any order.
#[test]
fn paths_that_a_search_never_stores_are_followed() {
    use HeuristicKind::{Manhattan, Patterns};

    for (metric, kind, memory, board) in [
        (
            SingleTile,
            Manhattan,
            0,
            "2 7 6 4/1 10 15 8/9 13 0 11/14 3 5 12",
        ),
        (
            SingleTile,
            LinearConflict,
            0,
            "2 7 6 4/1 10 15 8/9 13 0 11/14 3 5 12",
        ),
        (
            SingleTile,
            Patterns,
            20_000,
            "2 7 6 4/1 10 15 8/9 13 0 11/14 3 5 12",
        ),
        (
            SingleTile,
            Manhattan,
            0,
            "7 6 4 1 2/8 0 12 14 9/11 13 3 10 5",
        ),
        (MultiTile, Manhattan, 0, "5 0 2 3/1 8 6 4/9 10 7 11"),
        (MultiTile, Patterns, 100_000, "5 0 2 3/1 8 6 4/9 10 7 11"),
    ] {
        let board: DynBoard = board.parse().expect("a board");
        let solver = self::solver(metric, kind, memory);
        let length = solver.solve(&board).expect("solvable").length();
        let text = solver.search(&board).expect("solvable").suspend();
        let text = text.expect("a search for a shortest solution");
        let begun = with_line(&text, "bound", &format!("bound {length} 0 0"));
        let first: Vec<_> = board.legal_moves().collect();
        // By slides each move is a path for each number of tiles.
        let is_legal = |moves: &Moves| board.clone().play(moves).is_ok();
        let most = if metric == MultiTile { 4 } else { 1 };
        let paths = first
            .iter()
            .flat_map(|&it| (1..=most).map(move |tiles| core::iter::repeat_n(it, tiles).collect()));
        let paths: Vec<String> = paths.filter(is_legal).map(|it| it.to_string()).collect();
        // All orders of four paths, and some of more.
        let orders: usize = (1..=paths.len()).product();
        for mut order in 0..orders.min(48) {
            let mut left = paths.clone();
            let next = |count| {
                let nth = order % count;
                order /= count;
                left.remove(nth)
            };
            let paths: Vec<String> = (1..=paths.len()).rev().map(next).collect();
            let (count, lines) = (paths.len(), paths.join("\n"));
            let forged = checked(&format!("{}paths {count}\n{lines}\n", body(&begun)));
            let mut search = solver.resume(&forged).expect("the board's paths");
            while let Ok(Progress::Running(_)) = search.advance(100_000) {}
            let solution = search.into_solution().expect("one of the round");
            assert_eq!(solution.length(), length, "{metric} {kind}: {paths:?}");
            assert_eq!(solution.verify(&board), Ok(()));
        }
    }
}

#[test]
fn a_search_by_slides_far_beyond_all_boards_ends() {
    let solver = Solver::builder()
        .metric(MultiTile)
        .memory(8_000_000)
        .build();
    for board in [
        "10 0 9 1/3 4 11 2/6 5 8 7",
        "1 2 3 4 5/6 7 8 9 10/11 0 12 13 14",
    ] {
        let board: DynBoard = board.parse().expect("a board");
        let length = solver.solve(&board).expect("solvable").length();
        let text = solver.search(&board).expect("solvable").suspend();
        let text = text.expect("a search for a shortest solution");
        // The paths of 3 x 5 have room for 51 slides, those of 3 x 4 for 64.
        let first = if board.shape().cells() == 15 { 52 } else { 65 };
        for bound in [first, 65, 255, 256, 256 + length] {
            let forged = with_line(&text, "bound", &format!("bound {bound} 0 0"));
            let mut search = solver.resume(&forged).expect("it may be there");
            while let Ok(Progress::Running(status)) = search.advance(100_000) {
                assert!(status.lower_bound < 2_000);
            }
            assert_eq!(search.solution(), None, "{bound}");
        }
    }
}

#[test]
fn splitting_is_bounded() {
    let board = Board::<4>::from_seed(14);
    let solver = Solver::builder().memory(400_000).build();
    let mut search = solver.search(&board).expect("solvable");
    let mut calls = 0;
    let units = loop {
        match search.split_with(3, Control::new().max_nodes(60_000)) {
            Err(StoredError::Stopped(Reason::NodeLimit)) => calls += 1,
            other => break other.expect("a hard board"),
        }
    };
    assert!(calls > 0 && units.len() > 1);
}

#[test]
fn a_changed_search_fails_repeatedly() {
    let (solver, _, text) = near();
    // No path of its round is left, so a later round finds the solution: it is too short.
    let path: DynBoard = "1x11: 0 1 2 3 4 5 6 7 8 9 10".parse().expect("a board");
    let mut search = Solver::default().search(&path).expect("solvable");
    let stored = search.suspend().expect("a search for a shortest solution");
    let solution = Solver::default().solve(&path).expect("solvable");
    assert_eq!(solution.moves().len(), 10);
    let skipped = with_line(&stored, "bound", "bound 10 0 0");
    let skipped = checked(&format!("{}paths 0\n", body(&skipped)));
    let mut search = Solver::default().resume(&skipped).expect("it may be there");
    for _ in 0..2 {
        let error = search
            .advance(100_000)
            .map(drop)
            .expect_err("no solution is left");
        let SolveError::Answer(fault) = error else {
            panic!("{error}")
        };
        assert!(fault.contains("shorter than the proved bound"), "{fault}");
    }
    assert!(matches!(search.suspend(), Err(StoredError::Solve(_))));
    // A bound that is too low is only slow.
    let mut search = solver.resume(&text).expect("a stored search");
    assert!(search.advance(u64::MAX).is_ok());
}

/// Returns the text with each of its first numbers changed.
fn forgeries(text: &str) -> Vec<String> {
    let body = body(text);
    let mut forged = Vec::new();
    let mut begin = 0;
    for line in body.split_inclusive('\n') {
        let mut numbers = Vec::new();
        let mut at = 0;
        while let Some(start) = line[at..].find(|it: char| it.is_ascii_digit()) {
            let start = at + start;
            let end = line[start..].find(|it: char| !it.is_ascii_digit());
            at = end.map_or(line.len(), |end| start + end);
            numbers.push(start..at);
        }
        // The first ones and the last of a long line.
        let count = numbers.len();
        let chosen = (0..count).filter(|&nth| nth < 4 || nth + 1 == count);
        for number in chosen.map(|nth| numbers[nth].clone()) {
            let old: u128 = line[number.clone()].parse().unwrap_or(0);
            let mut values = BTreeSet::from([0, 1, 65_536, u128::from(u64::MAX)]);
            values.extend([
                old.saturating_sub(2),
                old.saturating_sub(1),
                old + 1,
                old + 2,
            ]);
            values.remove(&old);
            for value in values {
                let (start, end) = (begin + number.start, begin + number.end);
                forged.push(checked(&format!(
                    "{}{value}{}",
                    &body[..start],
                    &body[end..]
                )));
            }
        }
        begin += line.len();
    }
    forged
}

/// The number of forgeries by their fate.
#[derive(Debug, Default)]
struct Fates {
    refused: u32,
    failed: u32,
    solved: u32,
    running: u32,
}

/// The expansions that a forged search gets.
const ENOUGH: u64 = 10_000;

/// Ends a search that was read, if it ends within [`ENOUGH`] expansions.
fn follow(mut search: Search, board: &DynBoard, fates: &mut Fates) {
    let start = search.stats().expanded;
    for _ in 0..5_000 {
        match search.advance(2_000) {
            Err(_) => return fates.failed += 1,
            Ok(Progress::Done(solution)) => {
                assert_eq!(solution.verify(board), Ok(()));
                let length = solution.metric().length(solution.moves());
                assert_eq!(solution.length(), length);
                assert!(solution.lower_bound() <= solution.length());
                return fates.solved += 1;
            }
            Ok(_) => {}
        }
        let expanded = search.stats().expanded.saturating_sub(start);
        if expanded >= ENOUGH {
            return fates.running += 1;
        }
    }
    panic!("no expansions in 5,000 calls: {search:?}");
}

/// Searches of every kernel, stored as often as they can be.
fn stored_states() -> Vec<(Solver, Vec<String>)> {
    let kinds = [
        (solver(SingleTile, Auto, 20_000), shape(3, 4, 1)),
        (solver(SingleTile, Auto, 400_000), shape(4, 4, 1)),
        (solver(SingleTile, Auto, 20_000), shape(2, 2, 3)),
        (
            solver(SingleTile, HeuristicKind::Manhattan, 0),
            shape(3, 3, 1),
        ),
        (solver(SingleTile, LinearConflict, 0), shape(3, 4, 1)),
        (solver(MultiTile, Auto, 100_000), shape(3, 4, 1)),
        (solver(MultiTile, WalkingDistance, 0), shape(2, 6, 1)),
    ];
    let stored = kinds.into_iter().map(|(solver, shape)| {
        let board = DynBoard::from_seed(shape, 3);
        let mut search = solver.search(&board).expect("solvable");
        let mut texts = Vec::new();
        let mut piece = 1;
        while texts.len() < 12 && search.solution().is_none() {
            texts.push(search.suspend().expect("a search for a shortest solution"));
            search.advance(piece).expect("no error");
            piece *= 3;
        }
        (solver, texts)
    });
    stored.collect()
}

#[test]
fn forged_numbers_of_a_search_give_no_wrong_answer() {
    let mut fates = Fates::default();
    for (solver, texts) in stored_states() {
        for forged in texts.iter().flat_map(|text| forgeries(text)) {
            match solver.resume(&forged) {
                Err(_) => fates.refused += 1,
                Ok(search) => {
                    // A text that names another board is a search of that one.
                    let board = search.board().clone();
                    follow(search, &board, &mut fates);
                }
            }
        }
    }
    println!("{fates:?}");
    assert!(fates.refused > 1_000 && fates.solved > 200, "{fates:?}");
}

/// Changes words at random. The board and the options stay, so that tables are there.
#[test]
fn no_words_lead_to_a_panic_or_a_wrong_answer() {
    let mut random = Random(1);
    let mut fates = Fates::default();
    for (solver, board) in optimal() {
        let mut search = solver.search(&board).expect("solvable");
        search.advance(2_000).expect("no error");
        let text = search.suspend().expect("it can be stored");
        for _ in 0..60 {
            let mut lines: Vec<String> = body(&text).lines().map(String::from).collect();
            let line = 5 + random.below(lines.len() - 5);
            let mut words: Vec<String> = lines[line].split(' ').map(String::from).collect();
            let word = random.below(words.len());
            words[word] = match random.below(4) {
                0 => random.below(100).to_string(),
                1 => format!("{}{}", words[word], random.below(10)),
                2 => words[random.below(words.len())].clone(),
                _ => {
                    let mut bytes = words[word].clone().into_bytes();
                    let len = bytes.len().max(1);
                    if let Some(byte) = bytes.get_mut(random.below(len)) {
                        *byte = b"0123456789abcdefghij.-"[random.below(22)];
                    }
                    String::from_utf8(bytes).expect("still ASCII")
                }
            };
            lines[line] = words.join(" ");
            match solver.resume(&checked(&(lines.join("\n") + "\n"))) {
                Err(_) => fates.refused += 1,
                Ok(search) => follow(search, &board, &mut fates),
            }
        }
    }
    assert!(fates.refused > 200 && fates.solved > 50, "{fates:?}");
}

/// The same for units, and for searches that were split.
#[test]
fn forged_numbers_of_a_unit_give_no_wrong_answer() {
    let solver = Solver::builder().memory(400_000).build();
    let board = DynBoard::from_seed(shape(4, 4, 1), 14);
    let mut fates = Fates::default();
    let mut search = solver.search(&board).expect("solvable");
    let mut units = search.split(2).expect("a hard board");
    let shared_out = search.suspend().expect("it can be stored");
    assert!(shared_out.contains("\nunits 2\n"));
    for forged in forgeries(&shared_out) {
        let Ok(mut search) = solver.resume(&forged) else {
            fates.refused += 1;
            continue;
        };
        // A search that was split waits for its units, and any other has none.
        assert!(search.join([]).is_err(), "{forged}");
    }
    let text = units[0].suspend().expect("it can be stored");
    for forged in forgeries(&text) {
        match solver.resume_unit(&forged) {
            Err(_) => fates.refused += 1,
            Ok(unit) => follow_unit(unit, &board, &mut fates),
        }
    }
    println!("{fates:?}");
    assert!(fates.refused > 100 && fates.running > 10, "{fates:?}");
}

/// Advances a unit that was read by some expansions; checks what it finds.
fn follow_unit(mut unit: SearchUnit, board: &DynBoard, fates: &mut Fates) {
    for _ in 0..2 {
        match unit.advance(1_000) {
            Err(_) => return fates.failed += 1,
            Ok(true) => {
                if let Some(moves) = unit.found() {
                    let mut end = board.clone();
                    assert_eq!(end.play(moves), Ok(()));
                    assert!(end.is_solved());
                }
                return fates.solved += 1;
            }
            Ok(false) => {}
        }
    }
    fates.running += 1;
}
