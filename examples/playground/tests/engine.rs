//! The engine as the page uses it, without a browser.

use npuzzle::{DynBoard, Goal, Moves};
use npuzzle_playground::Engine;
use serde_json::{Value, json};

fn ask(engine: &mut Engine, request: &Value) -> Value {
    let answer = engine.answer(request.to_string().as_bytes());
    serde_json::from_str(&answer).expect("an answer is JSON")
}

fn error(request: &Value) -> String {
    let answer = ask(&mut Engine::new(), request);
    answer["error"].as_str().unwrap_or_default().to_owned()
}

/// Advances a search to its end; returns the last answer, with the trail of all of them.
fn finish(engine: &mut Engine, search: &Value) -> Value {
    let begun = ask(engine, search);
    let id = begun["id"].as_u64().expect("a search");
    let (mut trail, mut moves) = (Vec::new(), Value::Null);
    loop {
        let mut told = ask(engine, &json!({ "do": "advance", "id": id }));
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
    assert_eq!(
        error(&json!({ "do": "read", "text": "1 2/2 0" })),
        "row 2: tile 2 appears twice"
    );
    assert_eq!(
        error(&json!({ "do": "read", "text": "3\n1 2 3\n4 5 6\n7 7 0" })),
        "line 4: row 3: tile 7 appears twice"
    );
    let large = json!({ "do": "make", "kind": "solved", "rows": 11, "cols": 2 });
    assert!(error(&large).starts_with("a board of 11 x 2 is too large for this page"));
    assert_eq!(error(&json!({})), "'do' has to be text");
    assert_eq!(error(&json!({ "do": "dance" })), "no game has begun");
    assert!(Engine::new().answer(b"{").contains("not a request"));
    let unsolvable = json!({ "do": "search", "board": "1 2 3/4 5 6/8 7 0", "quality": "best" });
    assert!(error(&unsolvable).starts_with("unsolvable: "));
}

#[test]
fn an_explanation_draws_what_it_says() {
    let engine = &mut Engine::new();
    let why = ask(
        engine,
        &json!({ "do": "explain", "board": "1 2 3/8 0 4/7 5 6", "goal": "snail" }),
    );
    assert_eq!(why["repair"], json!({ "swap": [5, 6] }));
    // In the snail's order 5 and 6 stand the wrong way round: the sixth and seventh in the row.
    assert_eq!(why["pairs"].as_array().map(Vec::len), Some(1));
    assert_eq!(why["evidence"]["inversions"], 1);
    assert_eq!(why["cycles"], json!([[7, 8]]));
    for seed in 0..50 {
        for shape in [[3, 4, 1], [5, 5, 1], [2, 2, 3]] {
            let [rows, cols, layers] = shape;
            let made = ask(
                engine,
                &json!({ "do": "make", "kind": "any", "rows": rows, "cols": cols, "layers": layers, "seed": seed }),
            );
            let why = ask(engine, &json!({ "do": "explain", "board": made["board"] }));
            assert_eq!(why["solvable"], made["solvable"]);
            let pairs = why["pairs"].as_array().map_or(0, Vec::len);
            let cycles = why["cycles"].as_array().expect("cycles");
            let swaps: usize = cycles
                .iter()
                .map(|cycle| cycle.as_array().map_or(0, Vec::len) - 1)
                .sum();
            let steps = why["steps"].as_u64().expect("a number") as usize;
            assert_eq!(swaps % 2 == steps % 2, why["solvable"] == true, "{made}");
            match why["evidence"]["kind"].as_str() {
                Some("inversions") => assert_eq!(why["evidence"]["inversions"], pairs),
                kind => assert_eq!(kind, Some("cycles")),
            }
        }
    }
}

#[test]
fn a_game_is_played_undone_stored_and_resumed() {
    let engine = &mut Engine::new();
    let begun = ask(
        engine,
        &json!({ "do": "begin", "board": "1 2 3/4 5 6/7 8 0" }),
    );
    assert_eq!(begun["pressable"], json!([2, 5, 6, 7]));
    let pressed = ask(engine, &json!({ "do": "press", "cell": 6 }));
    assert_eq!(
        (&pressed["made"], &pressed["moves"], &pressed["slides"]),
        (&json!("RR"), &json!(2), &json!(1))
    );
    let slid = ask(engine, &json!({ "do": "slide", "direction": "D" }));
    assert_eq!(slid["board"], "1 2 3/0 5 6/4 7 8");
    let undone = ask(engine, &json!({ "do": "undo" }));
    assert_eq!(
        (&undone["turns"], &undone["position"]),
        (&json!(["RR", "D"]), &json!(1))
    );
    let again = ask(
        &mut Engine::new(),
        &json!({
            "do": "begin", "board": undone["start"], "turns": undone["turns"], "position": undone["position"],
        }),
    );
    assert_eq!(again["board"], undone["board"]);
    let refused = ask(engine, &json!({ "do": "press", "cell": 1 }));
    assert!(
        refused["error"]
            .as_str()
            .is_some_and(|error| error.contains("not in line with the blank"))
    );
    let restarted = ask(engine, &json!({ "do": "restart" }));
    assert_eq!(
        (&restarted["position"], &restarted["solved"]),
        (&json!(0), &json!(true))
    );
}

#[test]
fn hints_follow_the_way_that_was_found_elsewhere() {
    let engine = &mut Engine::new();
    let board = "8 6 7/2 5 4/3 0 1";
    ask(engine, &json!({ "do": "begin", "board": board }));
    let first = ask(engine, &json!({ "do": "hint" }));
    assert!(first["left"].as_u64() >= Some(31), "{first}"); // at once, and no promise
    let found = finish(
        engine,
        &json!({ "do": "search", "board": board, "quality": "optimal" }),
    );
    ask(engine, &json!({ "do": "slide", "direction": "D" })); // the player moves meanwhile
    let adopted = ask(
        engine,
        &json!({ "do": "adopt", "from": board, "moves": found["moves"], "bound": found["bound"] }),
    );
    assert_eq!(adopted["kept"], true);
    for moves in (0..).take_while(|&moves| moves < 40) {
        let hint = ask(engine, &json!({ "do": "hint" }));
        if hint.is_null() {
            assert!(moves >= 30);
            assert_eq!(ask(engine, &json!({ "do": "undo" }))["solved"], false);
            return;
        }
        ask(
            engine,
            &json!({ "do": "slide", "direction": hint["direction"] }),
        );
    }
    panic!("the hints do not lead to the goal");
}

#[test]
fn a_game_is_analysed() {
    let engine = &mut Engine::new();
    let turns = ["L", "R", "L", "U", "L"];
    ask(
        engine,
        &json!({ "do": "begin", "board": "1 2 3/0 4 6/7 5 8", "turns": turns }),
    );
    let analysis = ask(engine, &json!({ "do": "analyse", "boards": 100_000 }));
    assert_eq!(analysis, json!({ "shortest": 3, "detour": 2 }));
    let unknown = ask(engine, &json!({ "do": "analyse", "boards": 0 }));
    assert_eq!(unknown, json!({ "shortest": null, "detour": null }));
}

#[test]
fn a_game_thinks_in_frames_and_its_hints_improve() {
    let engine = &mut Engine::new();
    let board = DynBoard::from_seed("4x4".parse().expect("a shape"), 1).to_string();
    ask(engine, &json!({ "do": "begin", "board": board }));
    let left = |engine: &mut Engine| ask(engine, &json!({ "do": "hint" }))["left"].as_u64();
    let first = left(engine).expect("a hint");
    let mut before = first;
    // Each request builds a part of the tables, then searches.
    for _ in 0..2_000 {
        ask(engine, &json!({ "do": "think", "boards": 20_000 }));
        let now = left(engine).expect("a hint");
        assert!(now <= before);
        before = now;
        if before < first {
            break;
        }
    }
    assert!(before < first);
    let unsolvable = json!({ "do": "begin", "board": "2 1 3/4 5 6/7 8 0" });
    ask(engine, &unsolvable);
    for action in ["hint", "think"] {
        let refused = ask(engine, &json!({ "do": action, "boards": 1 }));
        assert!(refused["error"].is_string(), "{refused}");
    }
}

#[test]
fn searches_are_told_in_slices_and_add_up() {
    let engine = &mut Engine::new();
    let text = "3 5 6/0 4 8/7 2 1";
    let board: DynBoard = text.parse().expect("a board");
    let mut lengths = Vec::new();
    for heuristic in [
        "manhattan",
        "linear-conflict",
        "walking-distance",
        "patterns",
        "auto",
    ] {
        let search =
            json!({ "do": "search", "board": text, "quality": "optimal", "heuristic": heuristic });
        let told = finish(engine, &search);
        let moves: Moves = told["moves"]
            .as_str()
            .expect("moves")
            .parse()
            .expect("moves");
        let mut end = board.clone();
        end.play(&moves).expect("legal moves");
        assert!(end.is_solved_for(&Goal::BlankLast));
        assert_eq!(
            (&told["length"], &told["bound"]),
            (&json!(moves.len()), &json!(moves.len()))
        );
        lengths.push(moves.len());
        // Bounds rise, and so does what was expanded when they were proved.
        let trail = told["trail"].as_array().expect("a trail");
        for two in trail.windows(2) {
            assert!(two[0][0].as_u64() < two[1][0].as_u64(), "{trail:?}");
            assert!(two[0][1].as_u64() <= two[1][1].as_u64(), "{trail:?}");
        }
        let last = trail.last().expect("a bound");
        assert!(last[1].as_u64() <= told["expanded"].as_u64());
    }
    assert!(
        lengths.iter().all(|length| *length == lengths[0]),
        "{lengths:?}"
    );
}

#[test]
fn a_search_that_was_dropped_is_gone() {
    let engine = &mut Engine::new();
    let begun = ask(
        engine,
        &json!({ "do": "search", "board": "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", "quality": "optimal" }),
    );
    ask(engine, &json!({ "do": "advance", "id": begun["id"] }));
    assert_eq!(
        ask(engine, &json!({ "do": "drop", "id": begun["id"] })),
        Value::Null
    );
    let gone = ask(engine, &json!({ "do": "advance", "id": begun["id"] }));
    assert_eq!(gone["error"], "there is no such search");
}

#[test]
fn a_walk_names_the_cell_of_each_tile() {
    let walked = ask(
        &mut Engine::new(),
        &json!({ "do": "walk", "board": "1 2 3/0 4 6/7 5 8", "moves": "LUL" }),
    );
    assert_eq!(walked, json!({ "cells": [4, 7, 8], "slides": 3 }));
}
