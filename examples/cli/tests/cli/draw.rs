//! `npuzzle draw`.

use std::fs::File;
use std::io::BufReader;

use npuzzle::DynBoard;

use super::{Scratch, complaint, npuzzle, text};

const BOARD: &str = "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15";

/// Returns what is drawn as SVG.
fn draw(arguments: &[&str]) -> String {
    let output = npuzzle("draw").args(arguments).output().expect("ended");
    assert!(output.status.success(), "{output:?}");
    let svg = text(&output);
    assert_is_svg(&svg);
    svg
}

/// Asserts that a text is one SVG whose parts are closed.
pub(crate) fn assert_is_svg(svg: &str) {
    assert!(
        svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" ") && svg.ends_with("</svg>\n")
    );
    assert!(
        !svg.contains("\n\n"),
        "Markdown would take it as two pieces"
    );
    assert!(!svg.contains("<script"));
    for tag in ["svg", "title", "style", "g", "text"] {
        let opened =
            svg.matches(&format!("<{tag} ")).count() + svg.matches(&format!("<{tag}>")).count();
        assert_eq!(opened, svg.matches(&format!("</{tag}>")).count(), "{tag}");
    }
    for tag in ["<rect ", "<path ", "<circle "] {
        for part in svg.split(tag).skip(1) {
            let end = part.find('>').expect("an end");
            assert!(part[..end].ends_with('/'), "{tag}{part}");
        }
    }
}

/// The texts of an SVG, without its title.
fn texts(svg: &str) -> Vec<&str> {
    let texts = svg.split("<text ").skip(1);
    texts
        .map(|it| it.split_once('>').expect("a text").1)
        .map(|it| it.split_once("</text>").expect("an end").0)
        .collect()
}

#[test]
fn a_board_has_its_tiles_in_order() {
    let svg = draw(&[BOARD]);
    let board: DynBoard = BOARD.parse().expect("a board");
    let tiles: Vec<String> = board
        .iter()
        .filter(|it| *it != 0)
        .map(|it| it.to_string())
        .collect();
    assert_eq!(texts(&svg), tiles);
    // Paper and tray are drawn.
    assert_eq!(svg.matches("<rect ").count(), 17);
    assert!(svg.contains(&format!("<title>The board {BOARD}</title>")));
    // Six tiles are at home.
    assert_eq!(svg.matches("data-np=\"homeedge\"").count(), 6);
}

#[test]
fn themes_have_colours_of_their_own() {
    let auto = draw(&[BOARD]);
    assert!(auto.contains("prefers-color-scheme:dark"));
    let [light, dark] = ["light", "dark"].map(|theme| draw(&[BOARD, "--theme", theme]));
    assert_ne!(light, dark);
    assert!(!light.contains("<style") && !dark.contains("<style"));
    let output = npuzzle("draw")
        .args([BOARD, "--theme", "blue"])
        .output()
        .expect("ended");
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("a theme is light, dark or auto"));
}

#[test]
fn an_arc_for_each_inversion_and_an_arrow_for_each_misplaced_tile() {
    for board in ["8 1 3/4 0 2/7 6 5", "1 2 3/4 5 6/7 8 0", BOARD] {
        let read: DynBoard = board.parse().expect("a board");
        let svg = draw(&[board, "--as", "inversions"]);
        assert_eq!(
            svg.matches("<path ").count() as u64,
            read.inversions(),
            "{board}"
        );
        let svg = draw(&[board, "--as", "cycles"]);
        let solved = DynBoard::solved(read.shape());
        let misplaced = read
            .iter()
            .zip(solved.iter())
            .filter(|(is, goal)| is != goal)
            .count();
        // A curve and a head each, from a dot. More arrows than nine are not drawn.
        if misplaced <= 9 {
            let arrows = (
                svg.matches("<path ").count(),
                svg.matches("<circle ").count(),
            );
            assert_eq!(arrows, (2 * misplaced, misplaced), "{board}");
        }
    }
}

#[test]
fn many_cycles_are_chains_and_many_inversions_columns() {
    let board = "13 11 15 3/9 14 8 1/10 4 2 5/7 12 0 6";
    let svg = draw(&[board, "--as", "cycles"]);
    let words = texts(&svg);
    let (tiles, chains) = words.split_at(15);
    assert_eq!(tiles.join(" "), "13 11 15 3 9 14 8 1 10 4 2 5 7 12 6");
    assert!(chains[0].starts_with("each tile goes to the place of the next one"));
    // The blank is among them, without a number.
    assert_eq!(chains[1..].join(" "), "13 7 8 1 11 2 15 6 14 12 5 9 10 4 3");
    // A line and a head for each step: 3 + 1 + 9.
    assert_eq!(svg.matches("<path ").count(), 26);
    let svg = draw(&[board, "--as", "inversions"]);
    assert_eq!(svg.matches("<path ").count(), 0);
    let words = texts(&svg);
    let read: DynBoard = board.parse().expect("a board");
    // A number for each inversion, the tiles, and two lines of words.
    assert_eq!(words.len() as u64, read.inversions() + 15 + 2);
    assert_eq!(words[..3], ["11", "3", "9"]);
    assert!(words.contains(&"66 inversions: even"));
    assert!(words.contains(&"above each tile: the smaller tiles to its right"));
    let svg = draw(&[board, "--as", "inversions", "--goal", "snail"]);
    assert!(texts(&svg).contains(&"above each tile: the tiles to its right that belong before it"));
    // What has no room is counted.
    let large = DynBoard::from_seed(npuzzle::Shape::square(40).expect("a shape"), 1);
    let svg = draw(&[&large.to_string(), "--as", "cycles"]);
    let words = texts(&svg);
    let left_out = words
        .last()
        .expect("words")
        .strip_suffix(" more tiles are left out");
    let left_out: usize = left_out
        .expect("a number of tiles")
        .parse()
        .expect("a number");
    let solved = DynBoard::solved(large.shape());
    let moved = large
        .iter()
        .zip(solved.iter())
        .filter(|(is, goal)| is != goal);
    // The tiles of the board, the words, and the chains: of them the blank has no number.
    let chains = words.len() - 1599 - 2;
    let all = chains + left_out;
    let moved = moved.count();
    assert!(all == moved || all + 1 == moved, "{all} of {moved}");
}

#[test]
fn a_strip_has_one_scale_of_distances_and_the_blank_none() {
    let heats = |svg: &str| {
        let classes = svg.split("class=\"np-heat").skip(1);
        let names = classes.map(|it| it.split('"').next().expect("a name").to_owned());
        names.collect::<std::collections::BTreeSet<_>>()
    };
    // All tiles are at home or beside it; the blank is 3 steps away and comes home.
    let arguments = [
        BOARD,
        "--as",
        "strip",
        "--colours",
        "distance",
        "--moves",
        "D3L2U3L",
    ];
    let expected = std::collections::BTreeSet::from(["0", "2"].map(str::to_owned));
    assert_eq!(heats(&draw(&arguments)), expected);
    assert_eq!(heats(&draw(&[BOARD, "--colours", "distance"])), expected);
    // A tile that moves away makes the scale longer, in all boards of the strip.
    let start = "8 1 3/4 0 2/7 6 5";
    let moves = ["--as", "strip", "--colours", "distance", "--moves"];
    for moves_made in ["U", "ULDRULDR"] {
        let mut arguments = vec![start];
        arguments.extend(moves);
        arguments.push(moves_made);
        let svg = draw(&arguments);
        let frames = svg.matches(">8</text>").count();
        assert_eq!(frames, moves_made.len() + 1);
        let eight = svg.split(">8</text>").take(frames);
        let fills: std::collections::BTreeSet<String> = eight
            .map(|it| {
                it.rsplit("class=\"np-heat")
                    .next()
                    .expect("a class")
                    .chars()
                    .take(1)
                    .collect()
            })
            .collect();
        assert_eq!(fills.len(), 1, "the 8 does not move: {fills:?}");
    }
}

#[test]
fn distances_are_written_where_they_are_not_zero() {
    let svg = draw(&["2 1 3/4 5 6/7 8 0", "--colours", "distance"]);
    assert_eq!(
        texts(&svg),
        ["2", "1", "1", "1", "3", "4", "5", "6", "7", "8"]
    );
}

#[test]
fn boxes_lie_layer_beside_layer() {
    let svg = draw(&["1 2/3 4//5 6/7 0"]);
    let words = [
        "layer 1, the front",
        "layer 2",
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
        "7",
    ];
    assert_eq!(texts(&svg), words);
}

#[test]
fn a_strip_shows_a_solution_or_moves() {
    let svg = draw(&["1 2 3/0 4 6/7 5 8", "--as", "strip"]);
    let captions = |svg: &str| {
        let texts = texts(svg).into_iter();
        let words = texts.filter(|it| it.parse::<u16>().is_err());
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(captions(&svg), ["start", "1: L", "2: U", "3: L"]);
    let svg = draw(&[BOARD, "--as", "strip", "--frames", "3"]);
    assert_eq!(captions(&svg), ["start", "move 4", "move 9"]);
    let wrong = ["1 2 3/0 4 6/7 5 8", "--as", "strip", "--moves", "R"];
    let output = npuzzle("draw").args(wrong).output().expect("ended");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[test]
fn a_png_has_the_same_shapes_as_pixels() {
    let scratch = Scratch::new("draw-png");
    let file = format!("{}/board.png", scratch.path());
    let arguments = [
        "1 2/3 0", "--png", &file, "--theme", "dark", "--scale", "1", "--cell", "100",
    ];
    let output = npuzzle("draw").args(arguments).output().expect("ended");
    assert!(
        output.status.success() && output.stdout.is_empty(),
        "{output:?}"
    );
    let decoder = png::Decoder::new(BufReader::new(File::open(&file).expect("written")));
    let mut reader = decoder.read_info().expect("a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("small")];
    let info = reader.next_frame(&mut bytes).expect("a picture");
    // Two cells, a gap, two rims, two margins: 200 + 7 + 26 + 60.
    assert_eq!((info.width, info.height), (293, 293));
    let at = |x: usize, y: usize| &bytes[3 * (y * 293 + x)..][..3];
    let (paper, tray, home) = (at(2, 2), at(230, 230), at(60, 60));
    assert_eq!(paper, [0x16, 0x18, 0x1d]);
    assert_eq!(tray, [0x0c, 0x0e, 0x11]);
    assert_eq!(home, [0x21, 0x48, 0x2f]);
    // The 1 is at the middle of its tile, shifted a little to the right.
    assert!(at(95, 93).iter().all(|it| *it > 0xd0), "{:?}", at(95, 93));
}

#[test]
fn too_large_a_picture_is_refused() {
    let arguments = [BOARD, "--png", "-", "--scale", "1e9"];
    let output = npuzzle("draw").args(arguments).output().expect("ended");
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("too many pixels"));
    let large = DynBoard::solved(npuzzle::Shape::square(11).expect("a shape")).to_string();
    let output = npuzzle("draw")
        .args([&large, "--as", "inversions"])
        .output()
        .expect("ended");
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("100 cells at most"));
}
