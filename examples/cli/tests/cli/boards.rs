//! `npuzzle boards`.

use npuzzle::{DynBoard, Goal, Metric, Shape, Solver};

use super::{npuzzle, text};

fn boards(arguments: &[&str]) -> Vec<DynBoard> {
    let output = npuzzle("boards").args(arguments).output().expect("ended");
    assert!(output.status.success(), "{output:?}");
    let parse = |line: &str| line.parse().expect("a board");
    text(&output).lines().map(parse).collect()
}

#[test]
fn boards_are_drawn_by_seed() {
    let drawn = boards(&["3x4", "5", "--seed", "7"]);
    assert_eq!(drawn.len(), 5);
    for (seed, board) in (7..).zip(&drawn) {
        assert_eq!(board, &DynBoard::from_seed(board.shape(), seed));
        assert!(board.is_solvable());
    }
    for board in boards(&["4", "3", "--goal", "blank-first"]) {
        assert!(board.is_solvable_for(&Goal::BlankFirst));
    }
}

#[test]
fn boards_are_scrambled_or_drawn_at_a_distance() {
    let near = boards(&["2x2x2", "2", "--scramble", "1"]);
    assert_eq!(near[0].manhattan(&Goal::BlankLast), 1);
    let far = boards(&["3x3", "1", "--distance", "31"]);
    assert_eq!(far[0].solve().expect("solvable").moves().len(), 31);
    let lengths = |arguments: &[&str]| -> Vec<usize> {
        let moves = |board: DynBoard| board.solve().expect("solvable").moves().len();
        boards(arguments).into_iter().map(moves).collect()
    };
    assert_eq!(
        lengths(&["3x3", "--distance", "10..14"]),
        [10, 11, 12, 13, 14]
    );
    assert_eq!(lengths(&["3x3", "4", "--distance", "2..4"]), [2, 3, 4, 2]);
    let snail = boards(&["3x4", "1", "--distance", "20", "--goal", "snail"]);
    let solver = Solver::builder().goal(Goal::Snail).build();
    let solution = solver.solve(&snail[0]).expect("solvable");
    assert_eq!(solution.moves().len(), 20);
}

#[test]
fn boards_are_described_for_scripts() {
    let two = ["3x3", "2", "--json", "--seed", "5"];
    let output = npuzzle("boards").args(two).output().expect("ended");
    let lines: Vec<serde_json::Value> = text(&output)
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    assert_eq!(lines.len(), 2);
    for (seed, line) in (5..).zip(&lines) {
        let board = DynBoard::from_seed(Shape::square(3).expect("a shape"), seed);
        assert_eq!(line["seed"], seed);
        assert_eq!(line["board"], board.to_string());
        assert_eq!(line["shape"], "3 x 3");
        assert_eq!(line["manhattan"], board.manhattan(&Goal::BlankLast));
        assert!(line["distance"].is_null());
    }
    let far = [
        "3x3",
        "1",
        "--distance",
        "24",
        "--metric",
        "slides",
        "--json",
    ];
    let output = npuzzle("boards").args(far).output().expect("ended");
    let line: serde_json::Value = serde_json::from_str(text(&output).trim()).expect("an object");
    assert_eq!(line["distance"], 24);
    // Only one board of 3 x 3 needs this number of slides.
    let board: DynBoard = line["board"]
        .as_str()
        .expect("text")
        .parse()
        .expect("a board");
    let solver = Solver::builder().metric(Metric::Slides).build();
    assert_eq!(solver.solve(&board).expect("solvable").slides(), 24);
}

#[test]
fn a_board_that_is_not_found_in_the_limits_ends_with_status_1() {
    for limit in [["--max-nodes", "1000"], ["--timeout", "0"]] {
        let mut command = npuzzle("boards");
        let output = command.args(["4x4", "3", "--distance", "78"]).args(limit);
        let output = output.output().expect("ended");
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(output.stdout.is_empty());
        let complaint = String::from_utf8_lossy(&output.stderr);
        let expected = "error: no board that needs 78 moves was found, though there may be one: ";
        assert!(complaint.starts_with(expected), "{complaint}");
    }
}

#[test]
fn wrong_shapes_and_distances_are_refused() {
    for (wrong, word) in [
        (&["0x3"][..], "0 x 3"),
        (&["3y3"], "a shape is written as 4x4 or 3x3x3"),
        (&["3x3", "1", "--distance", "32"], "31"),
        (
            &["6x6", "1", "--distance", "1099511627776"],
            "are always enough",
        ),
        (&["3x3", "--distance", "5..3"], "a range such as 10..60"),
        (&["3x3", "1", "--timeout", "1"], "--distance"),
        (&["3x3", "--goal", "1 2/3 0"], "the goal is 2 x 2"),
    ] {
        let output = npuzzle("boards").args(wrong).output().expect("ended");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(complaint.contains(word), "{complaint}");
    }
}
