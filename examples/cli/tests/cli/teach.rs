//! `npuzzle teach`.

use npuzzle::{DynBoard, Goal, Moves};

use super::{complaint, npuzzle, objects, text};

const BOARD: &str = "1 2 4 3/5 6 7 8/9 10 12 11/13 14 0 15";

fn teach(arguments: &[&str]) -> String {
    let output = npuzzle("teach").args(arguments).output().expect("ended");
    assert!(output.status.success(), "{output:?}");
    text(&output)
}

/// Plays the moves behind the colon of each numbered line.
fn play(lesson: &str, board: &mut DynBoard) -> usize {
    let mut length = 0;
    for line in lesson.lines() {
        let Some((number, step)) = line.trim_start().split_once(". ") else {
            continue;
        };
        if number.parse::<usize>().is_ok() {
            let (_, moves) = step.rsplit_once(": ").expect("moves");
            let moves: Moves = moves.parse().expect("moves");
            board.play(&moves).expect("legal moves");
            length += moves.len();
        }
    }
    length
}

#[test]
fn a_lesson_is_printed_with_reasons_and_boards() {
    let lesson = teach(&[BOARD]);
    for part in [
        "\nRow 1\n  1. move the blank to row 2, column 3: DD\n",
        "\n  2. lead 4 around 3: DLURULDDR\n     It stands where the blank has to be",
        "\n  5. turn the corner, 3 then 4: LU\n     One tile slides out of the corner",
        "\n        1  2  3  4\n",
        "\nThe last block\n",
        " in 10 steps.\n",
        "solution",
    ] {
        assert!(lesson.contains(part), "{part:?} is not in\n{lesson}");
    }
    // A reason is given once.
    assert_eq!(
        lesson.matches("One tile slides out of the corner").count(),
        1
    );
    let brief = teach(&[BOARD, "--brief"]);
    assert!(
        !brief.contains("One tile slides") && 2 * brief.lines().count() < lesson.lines().count(),
        "{brief}"
    );
    let mut boards: [DynBoard; 2] = [BOARD, BOARD].map(|it| it.parse().expect("a board"));
    let length = play(&lesson, &mut boards[0]);
    assert_eq!(play(&brief, &mut boards[1]), length);
    assert!(boards.iter().all(DynBoard::is_solved));
    assert!(lesson.contains(&format!("\n{length} moves in 10 steps.")));
}

#[test]
fn goals_and_rectangles_are_taught() {
    for (shape, goal) in [
        ("3x5", "snail"),
        ("6x4", "blank-first"),
        ("2x7", "blank-last"),
    ] {
        let made = npuzzle("boards")
            .args([shape, "3", "--seed", "5", "--goal", goal])
            .output();
        for board in text(&made.expect("ended")).lines() {
            let lesson = teach(&[board, "--goal", goal]);
            let mut board: DynBoard = board.parse().expect("a board");
            play(&lesson, &mut board);
            let goal: Goal = goal.parse().expect("a goal");
            assert!(board.is_solved_for(&goal), "{lesson}");
        }
    }
}

#[test]
fn json_has_every_step() {
    let output = npuzzle("teach")
        .args([BOARD, "--json"])
        .output()
        .expect("ended");
    let objects = objects(&output);
    let [lesson] = &objects[..] else {
        panic!("{objects:?}")
    };
    let mut board: DynBoard = BOARD.parse().expect("a board");
    let steps = lesson["steps"].as_array().expect("steps");
    for step in steps {
        let moves: Moves = step["moves"]
            .as_str()
            .expect("text")
            .parse()
            .expect("moves");
        board.play(&moves).expect("legal moves");
        assert_eq!(step["board"], board.to_string());
    }
    assert!(board.is_solved());
    assert_eq!(
        (&steps[1]["step"], &steps[1]["line"]),
        (&"lead-around".into(), &"row 1".into())
    );
    assert_eq!(steps[1]["tiles"], serde_json::json!([3, 4]));
    assert!(lesson["solver_length"].as_u64() <= lesson["length"].as_u64());
    let brief = teach(&[BOARD, "--json", "--brief"]);
    assert!(brief.matches("\"board\"").count() == 1, "{brief}");
}

#[test]
fn what_has_no_lesson_is_said() {
    let unsolvable = teach(&["1 2 3/4 5 6/8 7 0"]);
    assert!(
        unsolvable.starts_with("1 2 3/4 5 6/8 7 0: unsolvable: "),
        "{unsolvable}"
    );
    let object = teach(&["1 2 3/4 5 6/8 7 0", "--json"]);
    assert!(
        object.contains("\"solvable\":false,\"reason\":\"unsolvable: "),
        "{object}"
    );
    assert_eq!(teach(&["1 2/3 0"]), "1 2/3 0: this is the goal\n");
    for arguments in [
        &["1 2/3 4//5 6/7 0"][..],
        &["1 2/3 0", "--goal", "1 2 3/4 5 6/7 8 0"],
        &["1 2/3 3"],
        &[],
    ] {
        let output = npuzzle("teach").args(arguments).output().expect("ended");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
    let output = npuzzle("teach")
        .arg("1 2/3 4//5 6/7 0")
        .output()
        .expect("ended");
    assert!(complaint(&output).contains("a box of 2 x 2 x 2"));
}
