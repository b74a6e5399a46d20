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
    // Paper and tray, too.
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
            .filter(|(is, goal)| is != goal);
        // A curve and a head each.
        assert_eq!(
            svg.matches("<path ").count(),
            2 * misplaced.count(),
            "{board}"
        );
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
    // The 1 is where the middle of its tile is, a little to the right.
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
