//! `npuzzle draw`.

use std::collections::BTreeSet;
use std::fs;

use npuzzle::{DynBoard, Goal, Shape};

use super::{Scratch, answer, refuses};

const NINE_MOVES: &str = "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15";
const LUL: &str = "1 2 3/0 4 6/7 5 8";

/// Returns the picture, and asserts that it is one SVG whose elements are closed.
fn draw(board: &str, options: &str) -> String {
    let svg = answer(&format!("draw '{board}' {options}"));
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" "));
    assert!(svg.ends_with("</svg>\n") && !svg.contains("\n\n") && !svg.contains("<script"));
    for tag in ["svg", "title", "style", "g", "text"] {
        let opened = [" ", ">"].map(|end| svg.matches(&format!("<{tag}{end}")).count());
        let closed = svg.matches(&format!("</{tag}>")).count();
        assert_eq!(opened[0] + opened[1], closed, "{tag}");
    }
    let is_empty = |it: &str| it.starts_with("<rect ") || it.starts_with("<path ");
    let mut lines = svg.lines();
    assert!(lines.all(|it| !is_empty(it) || it.ends_with("/>")), "{svg}");
    // No class of an element lacks a style, but groups that may move.
    for name in values(&svg, "class=\"np-") {
        let is_group = svg.contains(&format!("<g class=\"np-{name}\""));
        assert!(is_group || svg.contains(&format!(".np-{name}{{")), "{name}");
    }
    svg
}

/// The texts of an SVG, without its title.
fn texts(svg: &str) -> Vec<&str> {
    let lines = svg.lines().filter_map(|it| it.strip_suffix("</text>"));
    lines
        .filter_map(|it| Some(it.rsplit_once('>')?.1))
        .collect()
}

/// The texts after a name, up to the next quote or blank.
fn values<'a>(svg: &'a str, name: &str) -> Vec<&'a str> {
    let parts = svg.split(name).skip(1);
    parts
        .filter_map(|it| it.split(['"', ' ', '{']).next())
        .collect()
}

#[test]
fn pictures_have_the_tiles_in_order() {
    let tiles = "5 1 2 4 9 6 3 8 13 10 7 12 14 11 15";
    for (board, options, expected) in [
        (NINE_MOVES, "", tiles),
        (NINE_MOVES, "--colours rows --theme dark --cell 100", tiles),
        ("2 1 3/4 5 0", "--colours distance", "2 1 1 1 3 4 5"), // with distances
        ("1 2//3 0", "", "layer 1, the front layer 2 1 2 3"),
    ] {
        assert_eq!(texts(&draw(board, options)).join(" "), expected);
    }
    // Six tiles are at home.
    let at_home = draw(NINE_MOVES, "").matches("class=\"np-home\"").count();
    assert_eq!(at_home, 6);
}

#[test]
fn inversions_are_arcs_and_cycles_are_links() {
    for (board, goal) in [
        ("8 1 3/4 0 2/7 6 5", Goal::BlankLast),
        ("1 2 3/4 5 6/7 8 0", Goal::BlankLast),
        (NINE_MOVES, Goal::BlankFirst),
        ("13 11 15 3/9 14 8 1/10 4 2 5/7 12 0 6", Goal::Snail),
    ] {
        let read: DynBoard = board.parse().expect("a board");
        let svg = draw(board, &format!("--as inversions --goal {goal}"));
        let pairs = read.inverted_pairs(&goal).expect("it fits").len();
        assert_eq!(svg.matches("<path ").count(), pairs);
        assert_eq!(texts(&svg).len(), read.shape().cells());
        let svg = draw(board, &format!("--as cycles --goal {goal}"));
        let cycles = read.cycles(&goal).expect("it fits").concat();
        let links = cycles.iter().filter(|it| **it != 0);
        let links: Vec<String> = links.map(ToString::to_string).collect();
        let mut numbers = texts(&svg);
        numbers.retain(|it| it.parse::<u16>().is_ok());
        assert_eq!(numbers[read.shape().cells() - 1..], links, "{board}");
    }
}

#[test]
fn a_strip_shows_a_solution_or_moves() {
    for (board, options, expected) in [
        (LUL, "", "start|1: L|2: U|3: L"),
        (LUL, "--moves D", "start|1: D"),
        (NINE_MOVES, "--frames 3", "start|move 4|move 9"),
        ("1 2/3 0", "", "start"),
    ] {
        let svg = draw(board, &format!("--as strip {options}"));
        let mut captions = texts(&svg);
        captions.retain(|it| it.parse::<u16>().is_err());
        assert_eq!(captions.join("|"), expected);
    }
    assert_eq!(draw(LUL, "--as strip").matches(" np-moved\"").count(), 3);
    // One scale of distances for all boards: the 8, which does not move, keeps its colour.
    let options = "--as strip --colours distance --moves ULDRULDR";
    let svg = draw("8 1 3/4 0 2/7 6 5", options);
    let frames: Vec<&str> = svg.split(">8</text>").collect();
    let heats = frames[..9].iter().map(|it| values(it, "np-heat").pop());
    assert_eq!(heats.collect::<BTreeSet<_>>().len(), 1);
}

#[test]
fn an_animation_moves_the_tiles_of_the_solution() {
    let scratch = Scratch::new("draw-moving");
    let file = format!("{}/moving.svg", scratch.path());
    let svg = draw(LUL, "--as moving --pace 0.5");
    let said = answer(&format!("draw '{LUL}' --as moving --pace 0.5 --svg {file}"));
    assert_eq!(said, "");
    assert_eq!(fs::read_to_string(file).expect("written"), svg);
    assert_eq!(values(&svg, "@keyframes np-m"), ["4", "5", "8"]);
    // Three moves, and three moves of rest at both ends.
    assert_eq!(svg.matches("4.50s linear infinite").count(), 3);
    assert!(svg.contains("prefers-reduced-motion"));
    // A cell is 56 wide, and a gap 3.9.
    for (tile, by) in [("4", "-59.9px,0.0px"), ("5", "0.0px,-59.9px")] {
        let frames = svg.split(&format!("@keyframes np-m{tile}{{")).nth(1);
        let frames = frames.expect("frames").split("}}").next().expect("an end");
        assert!(frames.starts_with("0.000%{transform:translate(0.0px,0.0px)}"));
        assert!(frames.ends_with(&format!("100.000%{{transform:translate({by})")));
        // It has another style at home.
        assert_eq!(svg.matches(&format!("@keyframes np-f{tile}-")).count(), 2);
    }
}

#[test]
fn undrawable_boards_are_refused() {
    let large = DynBoard::solved(Shape::square(11).expect("a shape")).to_string();
    for (board, options, words) in [
        (large.as_str(), "--as inversions", "100 cells at most"),
        (LUL, "--theme blue", "blue"),
        (LUL, "--goal 2x1:1,0", "2 x 1"),
        (LUL, "--as strip --moves R", "R"),
        ("1 2 3/4 5 6/8 7 0", "--as moving", "solvable"),
        (LUL, "--svg no/such/folder/x.svg", "no/such/folder"),
    ] {
        refuses(&format!("draw '{board}' {options}"), words);
    }
}
