//! `npuzzle watch`.

use std::fs::{self, File};

use npuzzle::DynBoard;

use super::draw::assert_is_svg;
use super::{Scratch, npuzzle, text};

const BOARD: &str = "1 2 3/0 4 6/7 5 8"; // solved by LUL

#[test]
fn a_pipe_gets_all_boards() {
    let output = npuzzle("watch").arg(BOARD).output().expect("ended");
    let text = text(&output);
    let boards: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(boards.len(), 4, "{text}");
    assert_eq!(boards[0], "1 2 3\n0 4 6\n7 5 8");
    assert_eq!(boards[1], "1: tile 4 L\n1 2 3\n4 0 6\n7 5 8");
    let (_, last) = boards[3].split_once('\n').expect("a board");
    let last: DynBoard = last.parse().expect("a board");
    assert!(last.is_solved());
}

#[test]
fn an_svg_moves_the_tiles_of_the_solution() {
    let scratch = Scratch::new("watch-svg");
    let file = format!("{}/watch.svg", scratch.path());
    let arguments = [BOARD, "--svg", &file, "--pace", "0.5"];
    let output = npuzzle("watch").args(arguments).output().expect("ended");
    assert!(output.status.success(), "{output:?}");
    let svg = fs::read_to_string(file).expect("written");
    assert_is_svg(&svg);
    let moving: Vec<&str> = svg
        .split("@keyframes np-m")
        .skip(1)
        .map(|it| &it[..1])
        .collect();
    assert_eq!(moving, ["4", "5", "8"]);
    // Three moves, and three moves of rest at both ends.
    assert_eq!(svg.matches("4.5s linear infinite").count(), 3);
    assert!(svg.contains("prefers-reduced-motion"));
    // In the end each tile is where it is in the picture of the goal.
    let goal = npuzzle("draw")
        .args(["1 2 3/4 5 6/7 8 0"])
        .output()
        .expect("ended");
    let goal = text(&goal);
    for tile in ["4", "5", "8"] {
        let group = svg
            .split(&format!("<g class=\"np-m{tile}\">"))
            .nth(1)
            .expect("a group");
        let start = [number(group, "x=\""), number(group, "y=\"")];
        let frames = svg
            .split(&format!("@keyframes np-m{tile}{{"))
            .nth(1)
            .expect("frames");
        let last = frames
            .split("100%{transform:translate(")
            .nth(1)
            .expect("a last frame");
        let (dx, dy) = last.split_once("px,").expect("two lengths");
        let end = [start[0] + number(dx, ""), start[1] + number(dy, "")];
        let rects: Vec<&str> = goal.split("<rect ").collect();
        let home = rects
            .iter()
            .find(|it| it.contains(&format!(">{tile}</text>")))
            .expect("a tile");
        for (found, name) in end.into_iter().zip(["x=\"", "y=\""]) {
            assert!(
                (found - number(home, name)).abs() < 0.2,
                "tile {tile}: {found}"
            );
        }
    }
}

#[test]
fn colours_are_those_that_are_named_and_follow_the_tiles() {
    let watch = |colours: &str| {
        let arguments = [BOARD, "--moves", "LUL", "--svg", "-", "--colours", colours];
        let output = npuzzle("watch").args(arguments).output().expect("ended");
        let svg = text(&output);
        assert_is_svg(&svg);
        svg
    };
    // The help says that home is the default.
    let usual = npuzzle("watch")
        .args([BOARD, "--moves", "LUL", "--svg", "-"])
        .output()
        .expect("ended");
    let home = watch("home");
    assert_eq!(text(&usual), home);
    assert!(home.contains("np-home{") && !home.contains("np-soft"));
    // Three tiles come home; each has a look away from home and one at home.
    assert_eq!(home.matches("@keyframes np-f").count(), 6);
    for look in home.split("<g class=\"np-f").skip(1) {
        let (nth, shapes) = look.split_once("\">").expect("a number");
        let is_home = shapes
            .split("</g>")
            .next()
            .expect("a group")
            .contains("np-home");
        let frames = home
            .split(&format!("@keyframes np-f{nth}{{"))
            .nth(1)
            .expect("frames");
        let frames = frames.split("}}").next().expect("an end");
        assert_eq!(frames.starts_with("0%{opacity:1}"), !is_home, "{frames}");
        assert_eq!(frames.ends_with("}100%{opacity:1"), is_home, "{frames}");
        // Without motion the first board is seen.
        let first = format!(".np-f{nth}{{opacity:{}", u8::from(!is_home));
        assert!(home.contains(&first), "{first}");
    }
    let rows = watch("rows");
    assert!(rows.contains("np-soft") && !rows.contains("np-home"));
    assert_eq!(rows.matches("@keyframes np-f").count(), 0);
    // At home no distance is written.
    let distance = watch("distance");
    assert_eq!(distance.matches("@keyframes np-f").count(), 6);
    assert_eq!(distance.matches(">1</text>").count(), 1 + 3);
}

/// Returns the number after some signs.
fn number(text: &str, after: &str) -> f64 {
    let rest = &text[text.find(after).expect("it is there") + after.len()..];
    let end = rest.find(|it: char| !it.is_ascii_digit() && it != '.' && it != '-');
    rest[..end.unwrap_or(rest.len())].parse().expect("a number")
}

#[test]
fn a_gif_has_a_frame_for_each_board() {
    let scratch = Scratch::new("watch-gif");
    let file = format!("{}/watch.gif", scratch.path());
    let arguments = [BOARD, "--gif", &file, "--pace", "0.2", "--cell", "20"];
    let output = npuzzle("watch").args(arguments).output().expect("ended");
    assert!(output.status.success(), "{output:?}");
    let mut decoder = gif::DecodeOptions::new()
        .read_info(File::open(file).expect("written"))
        .expect("a GIF");
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        delays.push(frame.delay);
        let is_whole = delays.len() == 1;
        // Later frames are as large as what has changed: two cells.
        assert_eq!(
            frame.width > 80,
            is_whole,
            "{} x {}",
            frame.width,
            frame.height
        );
    }
    assert_eq!(delays, [80, 20, 20, 80]);
}

#[test]
fn moves_that_are_not_legal_are_refused() {
    let many = "LR".repeat(5_001);
    for arguments in [
        &[BOARD, "--moves", "R"][..],
        &[BOARD, "--moves", &many, "--svg", "-"],
        &["2 1 3/4 5 6/7 8 0"],
    ] {
        let output = npuzzle("watch").args(arguments).output().expect("ended");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
    }
}
