//! `npuzzle boards`.

use npuzzle::{DynBoard, Goal, Metric, Shape, Solver};

use super::{answer, complaint, objects, printed, refuses, run};

fn boards(arguments: &str) -> Vec<DynBoard> {
    let printed = answer(&format!("boards {arguments}"));
    let parse = |line: &str| line.parse().expect("a board");
    printed.lines().map(parse).collect()
}

#[test]
fn boards_are_drawn_by_seed() {
    // Seeds wrap around.
    let last = boards("3x3 2 --seed 18446744073709551615");
    assert_eq!(last[1], boards("3x3 1 --seed 0")[0]);
    let drawn = boards("3x4 5 --seed 7");
    assert_eq!(drawn.len(), 5);
    for (seed, board) in (7..).zip(&drawn) {
        assert_eq!(board, &DynBoard::from_seed(board.shape(), seed));
    }
    for board in boards("4 3 --goal blank-first") {
        assert!(board.is_solvable_for(&Goal::BlankFirst));
    }
}

#[test]
fn boards_are_scrambled_or_drawn_at_a_distance() {
    let near = boards("2x2x2 2 --scramble 1");
    assert_eq!(near[0].manhattan(&Goal::BlankLast), 1);
    for (arguments, goal, distances) in [
        ("3x3 1 --distance 31", Goal::BlankLast, &[31][..]),
        (
            "3x3 --distance 10..14",
            Goal::BlankLast,
            &[10, 11, 12, 13, 14],
        ),
        ("3x3 4 --distance 2..4", Goal::BlankLast, &[2, 3, 4, 2]),
        ("3x4 1 --distance 20 --goal snail", Goal::Snail, &[20]),
    ] {
        let solver = Solver::builder().goal(goal).build();
        let distance = |board| solver.distance(board).expect("solvable");
        let drawn: Vec<_> = boards(arguments).iter().map(distance).collect();
        assert_eq!(drawn, distances, "{arguments}");
    }
}

#[test]
fn boards_are_described_for_scripts() {
    let lines = objects(&run("boards 3x3 2 --json --seed 5", ""));
    assert_eq!(lines.len(), 2);
    for (seed, line) in (5..).zip(&lines) {
        let board = DynBoard::from_seed(Shape::square(3).expect("a shape"), seed);
        assert_eq!(line["seed"], seed);
        assert_eq!(line["board"], board.to_string());
        assert_eq!(line["shape"], "3 x 3");
        assert_eq!(line["manhattan"], board.manhattan(&Goal::BlankLast));
        assert!(line["distance"].is_null());
    }
    let far = run("boards 3x3 1 --distance 24 --metric mtm --json", "");
    let line = objects(&far).remove(0);
    assert_eq!(line["distance"], 24);
    // Only one board of 3 x 3 needs this number of slides.
    let board: DynBoard = line["board"]
        .as_str()
        .expect("text")
        .parse()
        .expect("a board");
    let solver = Solver::builder().metric(Metric::MultiTile).build();
    assert_eq!(solver.distance(&board), Ok(24));
}

#[test]
fn a_board_not_found_within_limits_exits_with_1() {
    for limit in ["--max-nodes 1000", "--timeout 0"] {
        let output = run(&format!("boards 4x4 3 --distance 78 {limit}"), "");
        assert_eq!(printed(&output, 1), "");
        let expected = "error: no board that needs 78 moves was found, though there may be one: ";
        assert!(complaint(&output).starts_with(expected), "{output:?}");
    }
}

#[test]
fn wrong_shapes_and_distances_are_refused() {
    refuses("boards 0x3", "0 x 3");
    refuses("boards 3y3", "a shape is written as 4x4 or 3x3x3");
    refuses("boards 3x3 1 --distance 32", "31");
    let far = "boards 6x6 1 --distance 1099511627776";
    refuses(far, "are always enough");
    refuses("boards 3x3 --distance 5..3", "a range such as 10..60");
    refuses("boards 3x3 1 --timeout 1", "--distance");
    refuses("boards 3x3 --scramble 5 --timeout 1", "--timeout");
    refuses("boards 3x3 --goal '1 2/3 0'", "the goal is 2 x 2");
}
