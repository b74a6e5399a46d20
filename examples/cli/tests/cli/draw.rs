//! `npuzzle draw`.

use std::collections::BTreeSet;
use std::fs;

use npuzzle::{DynBoard, Goal, Shape};

use super::{Scratch, complaint, npuzzle, text};

const BOARD: &str = "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15";

/// Returns what is drawn, and asserts that it is one SVG whose elements are closed.
fn draw(arguments: &[&str]) -> String {
    let output = npuzzle("draw").args(arguments).output().expect("ended");
    assert!(output.status.success(), "{output:?}");
    let svg = text(&output);
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" "));
    assert!(svg.ends_with("</svg>\n") && !svg.contains("\n\n") && !svg.contains("<script"));
    for tag in ["svg", "title", "style", "g", "text"] {
        let opened = [" ", ">"].map(|end| svg.matches(&format!("<{tag}{end}")).count());
        let closed = svg.matches(&format!("</{tag}>")).count();
        assert_eq!(opened[0] + opened[1], closed, "{tag}");
    }
    for tag in ["<rect ", "<path "] {
        for part in svg.split(tag).skip(1) {
            assert!(part.split_once('>').expect("an end").0.ends_with('/'));
        }
    }
    svg
}

/// The texts of an SVG, without its title.
fn texts(svg: &str) -> Vec<&str> {
    let texts = svg.split("<text ").skip(1);
    texts
        .map(|it| it.split_once('>').expect("a text").1)
        .map(|it| it.split_once("</text>").expect("an end").0)
        .collect()
}

/// The values of an attribute or a class, up to the next quote or blank.
fn values<'a>(svg: &'a str, name: &str) -> Vec<&'a str> {
    let parts = svg.split(name).skip(1);
    parts
        .map(|it| it.split(['"', ' ', '{']).next().expect("a value"))
        .collect()
}

#[test]
fn pictures_have_the_tiles_in_order() {
    let tiles = "5 1 2 4 9 6 3 8 13 10 7 12 14 11 15";
    for (board, arguments, expected) in [
        (BOARD, "", tiles),
        (BOARD, "--colours columns --theme dark --cell 100", tiles),
        (
            "2 1 3/4 5 6/7 8 0",
            "--colours distance",
            "2 1 1 1 3 4 5 6 7 8",
        ), // with distances
        (
            "1 2/3 4//5 6/7 0",
            "",
            "layer 1, the front 1 2 3 4 layer 2 5 6 7",
        ),
    ] {
        let arguments = [board].into_iter().chain(arguments.split_whitespace());
        let svg = draw(&arguments.collect::<Vec<_>>());
        let words: BTreeSet<&str> = expected.split(' ').collect();
        assert_eq!(
            texts(&svg).join(" ").split(' ').collect::<BTreeSet<_>>(),
            words
        );
        if !expected.contains("layer") {
            assert_eq!(texts(&svg).join(" "), expected);
        }
    }
    // Six tiles are at home.
    assert_eq!(draw(&[BOARD]).matches("class=\"np-home\"").count(), 6);
}

#[test]
fn themes_have_colours_of_their_own() {
    let auto = draw(&[BOARD]);
    let [light, dark] = ["light", "dark"].map(|theme| draw(&[BOARD, "--theme", theme]));
    assert_ne!(light, dark);
    let query = "prefers-color-scheme:dark";
    assert!(auto.contains(query) && !light.contains(query) && !dark.contains(query));
    // No class of an element lacks a style.
    for name in values(&dark, "class=\"np-") {
        assert!(dark.contains(&format!(".np-{name}{{")), "{name}");
    }
}

#[test]
fn an_arc_for_each_inversion_and_a_link_for_each_tile_of_a_cycle() {
    let far = "13 11 15 3/9 14 8 1/10 4 2 5/7 12 0 6";
    for (board, goal) in [
        ("8 1 3/4 0 2/7 6 5", Goal::BlankLast),
        ("1 2 3/4 5 6/7 8 0", Goal::BlankLast),
        (BOARD, Goal::BlankFirst),
        (far, Goal::Snail),
    ] {
        let name = goal.to_string();
        let read: DynBoard = board.parse().expect("a board");
        let svg = draw(&[board, "--as", "inversions", "--goal", &name]);
        let pairs = read.inverted_pairs(&goal).expect("it fits").len();
        assert_eq!(svg.matches("<path ").count(), pairs);
        assert_eq!(texts(&svg).len(), read.shape().cells());
        let svg = draw(&[board, "--as", "cycles", "--goal", &name]);
        let cycles = read.cycles(&goal).expect("it fits").concat();
        let links = cycles.iter().filter(|it| **it != 0);
        let links: Vec<String> = links.map(ToString::to_string).collect();
        let numbers = texts(&svg)
            .into_iter()
            .filter(|it| it.parse::<u16>().is_ok());
        assert!(numbers.skip(read.shape().cells() - 1).eq(links), "{board}");
    }
}

#[test]
fn a_strip_shows_a_solution_or_moves() {
    for (arguments, captions) in [
        (
            &["1 2 3/0 4 6/7 5 8"][..],
            &["start", "1: L", "2: U", "3: L"][..],
        ),
        (&[BOARD, "--frames", "3"], &["start", "move 4", "move 9"]),
        (&["1 2 3/0 4 6/7 5 8", "--moves", "D"], &["start", "1: D"]),
        (&["1 2/3 0"], &["start", "start"]),
    ] {
        let svg = draw(&[arguments, &["--as", "strip"]].concat());
        let words = texts(&svg)
            .into_iter()
            .filter(|it| it.parse::<u16>().is_err());
        assert_eq!(words.collect::<Vec<_>>(), captions);
    }
    // One scale of distances for all boards: the 8, which does not move, keeps its colour.
    let start = [
        "8 1 3/4 0 2/7 6 5",
        "--as",
        "strip",
        "--colours",
        "distance",
    ];
    let svg = draw(&[&start[..], &["--moves", "ULDRULDR"]].concat());
    let frames: Vec<&str> = svg.split(">8</text>").collect();
    let heats = frames[..9].iter().map(|it| values(it, "np-heat").pop());
    assert_eq!(heats.collect::<BTreeSet<_>>().len(), 1);
}

#[test]
fn an_animation_moves_the_tiles_of_the_solution() {
    let scratch = Scratch::new("draw-moving");
    let file = format!("{}/moving.svg", scratch.path());
    let start = "1 2 3/0 4 6/7 5 8"; // solved by LUL
    let svg = draw(&[start, "--as", "moving", "--pace", "0.5"]);
    let output = npuzzle("draw")
        .args([start, "--as", "moving", "--pace", "0.5", "--svg", &file])
        .output()
        .expect("ended");
    assert!(output.status.success() && output.stdout.is_empty());
    assert_eq!(fs::read_to_string(file).expect("written"), svg);
    assert_eq!(values(&svg, "@keyframes np-m"), ["4", "5", "8"]);
    // Three moves, and three moves of rest at both ends.
    assert_eq!(svg.matches("4.50s linear infinite").count(), 3);
    assert!(svg.contains("prefers-reduced-motion"));
    let step = |tile: &str, percent: &str| {
        let frames = svg.split(&format!("@keyframes np-m{tile}")).nth(1);
        let frames = frames.expect("frames").split(percent).nth(1);
        frames
            .expect("a step")
            .split_once('}')
            .expect("an end")
            .0
            .to_owned()
    };
    // A cell is 56 wide, and a gap 3.9.
    for (tile, by) in [
        ("4", "-59.9px,0.0px"),
        ("5", "0.0px,-59.9px"),
        ("8", "-59.9px,0.0px"),
    ] {
        assert_eq!(step(tile, "{0%"), "{transform:translate(0.0px,0.0px)");
        assert_eq!(step(tile, "100%"), format!("{{transform:translate({by})"));
        // It looks otherwise at home, and one of both is seen at a time.
        assert_eq!(svg.matches(&format!("@keyframes np-f{tile}-")).count(), 2);
        assert_eq!(
            svg.matches(&format!(".np-f{tile}-0{{opacity:1;")).count(),
            1
        );
        assert_eq!(
            svg.matches(&format!(".np-f{tile}-1{{opacity:0;")).count(),
            1
        );
    }
    let svg = draw(&[start, "--as", "moving", "--colours", "rows"]);
    assert!(!svg.contains("np-f"), "the colours do not change");
}

#[test]
fn what_can_not_be_drawn_is_refused() {
    let large = DynBoard::solved(Shape::square(11).expect("a shape")).to_string();
    for (arguments, words) in [
        (&[&large, "--as", "inversions"][..], "100 cells at most"),
        (&[BOARD, "--theme", "blue"], "blue"),
        (&[BOARD, "--goal", "1 2/3 0"], "2 x 2"),
        (&["1 2 3/0 4 6/7 5 8", "--as", "strip", "--moves", "R"], "R"),
        (&["1 2 3/4 5 6/8 7 0", "--as", "moving"], "solvable"),
        (&[BOARD, "--svg", "no/such/folder/x.svg"], "no/such/folder"),
    ] {
        let output = npuzzle("draw").args(arguments).output().expect("ended");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(complaint(&output).contains(words), "{output:?}");
    }
}
