//! The pictures of the docs and the README are what the program draws.
//!
//! `NPUZZLE_PICTURES=write cargo test --features cli --test cli pictures::` draws them again.

use std::env;
use std::fs;
use std::path::Path;

use super::draw::assert_is_svg;
use super::{Scratch, npuzzle, text};

const NINE_MOVES: &str = "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15";

/// Each file with the words that draw it. Solutions are given, since solvers may find others.
const PICTURES: [(&str, &[&str]); 16] = [
    (
        "src/learn/by_hand.svg",
        &["draw", "1 2 3 4/10 6 15 7/5 0 9 12/13 8 14 11"],
    ),
    (
        "src/learn/by_hand_corner.svg",
        &[
            "draw",
            "--as",
            "strip",
            "--moves",
            "LU",
            "1 2 0 3/5 6 7 4/9 10 11 8/13 14 15 12",
        ],
    ),
    (
        "src/learn/by_hand_around.svg",
        &[
            "draw",
            "--as",
            "strip",
            "--cell",
            "36",
            "--moves",
            "LURULDDR",
            "1 2 0 3/5 6 4 7/9 10 11 8/13 14 15 12",
        ],
    ),
    (
        "src/learn/permutation.svg",
        &["draw", "--as", "cycles", "3 8 1/5 4 2/7 0 6"],
    ),
    (
        "src/learn/inversions.svg",
        &["draw", "--as", "inversions", "8 1 3/4 0 2/7 6 5"],
    ),
    (
        "src/learn/parity.svg",
        &["draw", "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"],
    ),
    (
        "src/learn/shapes.svg",
        &[
            "draw",
            "--colours",
            "rows",
            "--cell",
            "44",
            "1 2 3/4 5 6/7 8 9//10 11 12/13 14 15/16 17 18//19 20 21/22 23 24/25 26 0",
        ],
    ),
    (
        "src/learn/search.svg",
        &[
            "draw",
            "--as",
            "strip",
            "--moves",
            "LULU",
            "0 1 3/4 2 5/7 8 6",
        ],
    ),
    (
        "src/learn/tables.svg",
        &[
            "draw",
            "--colours",
            "distance",
            "12 1 10 2/7 0 4 14/5 11 9 15/8 13 6 3",
        ],
    ),
    (
        "src/learn/near.svg",
        &[
            "draw",
            "--colours",
            "rows",
            "--cell",
            "40",
            "7 19 25 3 30 12/33 1 16 28 9 22/14 35 5 20 31 11/26 8 0 17 2 34/10 29 23 6 15 27/21 4 32 13 18 24",
        ],
    ),
    (
        "src/learn/choose.svg",
        &[
            "draw",
            "--colours",
            "distance",
            "--cell",
            "44",
            "3 9 1 15 22/14 11 4 6 17/13 0 10 12 24/2 7 8 5 19/20 16 23 18 21",
        ],
    ),
    (
        "src/learn/games.svg",
        &["watch", "--moves", "D3L2U3L", "--svg", "-", NINE_MOVES],
    ),
    (
        "src/learn/courses.svg",
        &[
            "draw",
            "--colours",
            "columns",
            "--goal",
            "snail",
            "1 2 3 4/12 13 14 5/11 0 15 6/10 9 8 7",
        ],
    ),
    (
        "src/learn/speed.svg",
        &["draw", "--colours", "rows", NINE_MOVES],
    ),
    (
        "examples/pictures/watch.svg",
        &["watch", "--moves", "D3L2U3L", "--svg", "-", NINE_MOVES],
    ),
    (
        "examples/pictures/heuristics.svg",
        &[
            "compare",
            "4x4",
            "--boards",
            "40",
            "--scramble",
            "80",
            "--max-nodes",
            "3000000",
            "--svg",
            "{}",
        ],
    ),
];

#[test]
fn pictures_are_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scratch = Scratch::new("pictures");
    let is_drawn_anew = env::var("NPUZZLE_PICTURES").is_ok_and(|it| it == "write");
    for (nth, (file, words)) in PICTURES.into_iter().enumerate() {
        // Some print other things on standard output.
        let drawn = format!("{}/{nth}.svg", scratch.path());
        let words: Vec<&str> = words
            .iter()
            .map(|it| if *it == "{}" { &drawn } else { *it })
            .collect();
        let output = npuzzle(words[0]).args(&words[1..]).output().expect("ended");
        assert!(output.status.success(), "{file}: {output:?}");
        let svg = fs::read_to_string(&drawn).unwrap_or_else(|_| text(&output));
        assert_is_svg(&svg);
        let path = root.join(file);
        if is_drawn_anew {
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(&path, &svg).expect("written");
        }
        let found = fs::read_to_string(&path).unwrap_or_default();
        let words = words.join(" ");
        assert!(
            found == svg,
            "{file} is not what `npuzzle {words}` draws; NPUZZLE_PICTURES=write redraws it"
        );
    }
}
