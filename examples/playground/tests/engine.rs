//! The engine without a browser.

use npuzzle::{DynBoard, Goal, Moves};
use npuzzle_playground::Engine;
use serde_json::{Value, json};

fn ask(engine: &mut Engine, action: &str, mut request: Value) -> Value {
    request["do"] = action.into();
    let answer = engine.answer(request.to_string().as_bytes());
    serde_json::from_str(&answer).expect("an answer is JSON")
}

/// Advances a search to its end; returns the last answer, with the trail of all of them.
fn finish(engine: &mut Engine, search: Value) -> Value {
    let id = ask(engine, "search", search)["id"].take();
    let (mut trail, mut moves) = (Vec::new(), Value::Null);
    loop {
        let mut told = ask(engine, "advance", json!({ "id": id }));
        assert!(told["error"].is_null(), "{told}");
        trail.extend(told["trail"].as_array().expect("a trail").clone());
        if told["moves"].is_string() {
            moves = told["moves"].take();
        }
        if told["done"] == true {
            told["trail"] = json!(trail);
            told["moves"] = moves;
            return told;
        }
    }
}

#[test]
fn what_is_wrong_with_a_request_is_said() {
    for (action, request, words) in [
        (
            "read",
            json!({ "text": "1 2/2 0" }),
            "row 2: tile 2 appears twice",
        ),
        (
            "read",
            json!({ "text": "3\n1 2 3\n4 5 6\n7 7 0" }),
            "line 4: row 3: tile 7 appears twice",
        ),
        (
            "make",
            json!({ "kind": "solved", "rows": 11, "cols": 2 }),
            "a board of 11 x 2 is too large for this page",
        ),
        ("dance", json!({}), "no game has begun"),
        (
            "search",
            json!({ "board": "1 2 3/4 5 6/8 7 0", "quality": "best" }),
            "unsolvable: ",
        ),
    ] {
        let answer = ask(&mut Engine::new(), action, request);
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.starts_with(words), "{answer}");
    }
    for (request, words) in [("{}", "'do' has to be text"), ("{", "not a request")] {
        assert!(Engine::new().answer(request.as_bytes()).contains(words));
    }
}

#[test]
fn an_explanation_matches_its_drawing() {
    let engine = &mut Engine::new();
    let snail = json!({ "board": "1 2 3/8 0 4/7 5 6", "goal": "snail" });
    let why = ask(engine, "explain", snail);
    assert_eq!(why["repair"], json!({ "swap": [5, 6] }));
    // In the snail's order 5 and 6 stand the wrong way round: the sixth and seventh in the row.
    assert_eq!(why["pairs"].as_array().map(Vec::len), Some(1));
    // A blank that may end on two cells follows its cycle.
    let some = json!({ "board": "0 2/1 3", "goal": "1 2/* *" });
    let why = ask(engine, "explain", some);
    assert_eq!((&why["steps"], &why["solvable"]), (&json!(1), &json!(true)));
    for seed in 0..50 {
        for [rows, cols, layers] in [[3, 4, 1], [5, 5, 1], [2, 2, 3]] {
            let any = json!({ "kind": "any", "rows": rows, "cols": cols, "layers": layers, "seed": seed });
            let made = ask(engine, "make", any);
            let why = ask(engine, "explain", json!({ "board": made["board"] }));
            let board: DynBoard = made["board"]
                .as_str()
                .expect("text")
                .parse()
                .expect("a board");
            assert_eq!(why["solvable"], board.is_solvable());
            assert_eq!(made["solvable"], board.is_solvable());
            let cycles = board.cycles(&Goal::BlankLast).expect("it fits");
            let cells = |cycle: &Vec<u16>| {
                json!(
                    cycle
                        .iter()
                        .map(|&it| board.position(it))
                        .collect::<Vec<_>>()
                )
            };
            assert_eq!(why["cycles"], cycles.iter().map(cells).collect::<Value>());
            let steps = board
                .shape()
                .distance(board.blank(), board.shape().cells() - 1);
            assert_eq!(why["steps"], steps);
            if layers == 1 {
                let pairs = board
                    .inverted_pairs(&Goal::BlankLast)
                    .expect("it fits")
                    .len();
                assert_eq!(why["pairs"].as_array().map(Vec::len), Some(pairs));
                assert_eq!(why["evidence"]["inversions"], pairs);
            } else {
                assert_eq!(why["evidence"]["kind"], "cycles");
            }
        }
    }
}

#[test]
fn a_game_is_played_undone_stored_and_resumed() {
    let engine = &mut Engine::new();
    let begun = ask(engine, "begin", json!({ "board": "1 2 3/4 5 6/7 8 0" }));
    assert_eq!(begun["pressable"], json!([2, 5, 6, 7]));
    let pressed = ask(engine, "press", json!({ "cell": 6 }));
    let told = ["made", "moves", "slides"].map(|key| pressed[key].clone());
    assert_eq!(told, [json!("RR"), json!(2), json!(1)]);
    let slid = ask(engine, "slide", json!({ "direction": "D" }));
    assert_eq!(slid["board"], "1 2 3/0 5 6/4 7 8");
    let undone = ask(engine, "undo", json!({}));
    assert_eq!(undone["turns"], json!(["RR", "D"]));
    assert_eq!(undone["position"], 1);
    let mut stored = undone.clone();
    stored["board"] = undone["start"].clone();
    let again = ask(&mut Engine::new(), "begin", stored);
    assert_eq!(again["board"], undone["board"]);
    let refused = ask(engine, "press", json!({ "cell": 1 }))["error"].to_string();
    assert!(refused.contains("not in line with the blank"), "{refused}");
    let restarted = ask(engine, "restart", json!({}));
    assert_eq!(restarted["position"], 0);
    assert_eq!(restarted["solved"], true);
}

#[test]
fn hints_follow_the_way_that_was_found_elsewhere() {
    let engine = &mut Engine::new();
    let board = "8 6 7/2 5 4/3 0 1";
    ask(engine, "begin", json!({ "board": board }));
    let first = ask(engine, "hint", json!({}));
    assert!(first["left"].as_u64() >= Some(31), "{first}"); // at once, and no promise
    let found = finish(engine, json!({ "board": board, "quality": "optimal" }));
    ask(engine, "slide", json!({ "direction": "D" })); // the player moves meanwhile
    let path = json!({ "from": board, "moves": found["moves"], "bound": found["bound"] });
    assert_eq!(ask(engine, "adopt", path)["kept"], true);
    for moves in 0..40 {
        let hint = ask(engine, "hint", json!({}));
        if hint.is_null() {
            assert!(moves >= 30);
            assert_eq!(ask(engine, "undo", json!({}))["solved"], false);
            return;
        }
        ask(engine, "slide", json!({ "direction": hint["direction"] }));
    }
    panic!("the hints do not lead to the goal");
}

#[test]
fn a_game_is_analysed() {
    let engine = &mut Engine::new();
    let turns = ["L", "R", "L", "U", "L"];
    let game = json!({ "board": "1 2 3/0 4 6/7 5 8", "turns": turns });
    ask(engine, "begin", game);
    let analysis = ask(engine, "analyse", json!({ "boards": 100_000 }));
    assert_eq!(analysis, json!({ "shortest": 3, "detour": 2 }));
    let unknown = ask(engine, "analyse", json!({ "boards": 0 }));
    assert_eq!(unknown, json!({ "shortest": null, "detour": null }));
}

#[test]
fn a_game_thinks_in_frames_and_its_hints_improve() {
    let engine = &mut Engine::new();
    let board = DynBoard::from_seed("4x4".parse().expect("a shape"), 1).to_string();
    ask(engine, "begin", json!({ "board": board }));
    let left = |engine: &mut Engine| ask(engine, "hint", json!({}))["left"].as_u64();
    let first = left(engine).expect("a hint");
    let mut before = first;
    // Each request builds a part of the tables, then searches.
    for _ in 0..2_000 {
        ask(engine, "think", json!({ "boards": 20_000 }));
        let now = left(engine).expect("a hint");
        assert!(now <= before);
        before = now;
        if before < first {
            break;
        }
    }
    assert!(before < first);
    ask(engine, "begin", json!({ "board": "2 1 3/4 5 6/7 8 0" }));
    for action in ["hint", "think"] {
        let refused = ask(engine, action, json!({ "boards": 1 }));
        assert!(refused["error"].is_string(), "{refused}");
    }
}

#[test]
fn searches_report_in_slices_and_add_up() {
    let engine = &mut Engine::new();
    let text = "3 5 6/0 4 8/7 2 1";
    let board: DynBoard = text.parse().expect("a board");
    let length = board.solve().expect("solvable").length();
    let heuristics = "manhattan linear-conflict walking-distance patterns auto";
    for heuristic in heuristics.split(' ') {
        let search = json!({ "board": text, "quality": "optimal", "heuristic": heuristic });
        let told = finish(engine, search);
        let moves: Moves = told["moves"]
            .as_str()
            .expect("moves")
            .parse()
            .expect("moves");
        let mut end = board.clone();
        end.play(&moves).expect("legal moves");
        assert!(end.is_solved() && moves.len() == length, "{heuristic}");
        assert_eq!(told["length"], length);
        assert_eq!(told["bound"], length);
        // Bounds rise, and so do the expansions when they were proved.
        let trail = told["trail"].as_array().expect("a trail");
        for two in trail.windows(2) {
            assert!(two[0][0].as_u64() < two[1][0].as_u64(), "{trail:?}");
            assert!(two[0][1].as_u64() <= two[1][1].as_u64(), "{trail:?}");
        }
        let last = trail.last().expect("a bound");
        assert!(last[1].as_u64() <= told["expanded"].as_u64());
    }
}

#[test]
fn a_search_that_was_dropped_is_gone() {
    let engine = &mut Engine::new();
    let hard = json!({ "board": "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", "quality": "optimal" });
    let begun = ask(engine, "search", hard);
    let search = || json!({ "id": begun["id"] });
    ask(engine, "advance", search());
    assert_eq!(ask(engine, "drop", search()), Value::Null);
    let gone = ask(engine, "advance", search());
    assert_eq!(gone["error"], "there is no such search");
}

#[test]
fn a_walk_names_the_cell_of_each_tile() {
    let walk = json!({ "board": "1 2 3/0 4 6/7 5 8", "moves": "LUL" });
    let walked = ask(&mut Engine::new(), "walk", walk);
    assert_eq!(walked, json!({ "cells": [4, 7, 8], "slides": 3 }));
}

#[test]
fn tiles_are_swapped_and_unknown_ones_refused() {
    let engine = &mut Engine::new();
    let swapped = ask(
        engine,
        "swap",
        json!({ "board": "1x4: 1 2 3 0", "a": 3, "b": 0 }),
    );
    assert_eq!(swapped, json!({ "board": "1x4: 1 2 0 3" }));
    let far = json!({ "board": "1 2/0 3", "a": 1, "b": 65_537 });
    let refused = ask(engine, "swap", far);
    assert!(refused["error"].is_string(), "{refused}");
}

#[test]
fn a_verdict_tells_illegal_moves_from_another_end() {
    let engine = &mut Engine::new();
    for (moves, legal, solved) in [
        ("LUL", true, true),
        ("L", true, false),
        ("LLL", false, false),
        ("what", false, false),
    ] {
        let request = json!({ "board": "1 2 3/0 4 6/7 5 8", "moves": moves });
        let verdict = ask(engine, "verify", request);
        assert_eq!(
            (&verdict["legal"], &verdict["solved"]),
            (&json!(legal), &json!(solved)),
            "{moves}"
        );
    }
}
