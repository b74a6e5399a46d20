//! Grids pasted on standard input, where a line is a board.

use super::*;

/// Returns the boards that are answered for a text on standard input.
fn answered(text: &str) -> Vec<String> {
    let mut lines = text.split('\n');
    let next = || {
        lines
            .next()
            .map_or(Next::End, |line| Next::Line(Ok(line.into())))
    };
    let boards = boards(next, None).filter_map(|input| input.board.ok());
    boards.map(|board| board.to_string()).collect()
}

/// A grid as some program writes it: what stands in front of each row and of its end, and each tile,
/// given its number and the largest.
struct Form {
    edges: [&'static str; 2],
    lines: [&'static str; 3],
    separator: &'static str,
    tile: fn(usize, usize) -> String,
}

const fn form(
    edges: [&'static str; 2],
    lines: [&'static str; 3],
    separator: &'static str,
    tile: fn(usize, usize) -> String,
) -> Form {
    Form {
        edges,
        lines,
        separator,
        tile,
    }
}

fn number(tile: usize, _: usize) -> String {
    tile.to_string()
}

fn aligned(tile: usize, _: usize) -> String {
    format!("{tile:2}")
}

/// Counted from 0, with a sign for the blank.
fn from_zero(tile: usize, _: usize) -> String {
    tile.checked_sub(1).map_or("_".into(), |it| it.to_string())
}

fn largest(tile: usize, cells: usize) -> String {
    if tile == 0 { cells } else { tile }.to_string()
}

fn with_x(tile: usize, _: usize) -> String {
    if tile == 0 {
        "x".into()
    } else {
        tile.to_string()
    }
}

/// A digit or a letter after it.
fn digit(tile: usize, _: usize) -> String {
    let digit = char::from_digit(tile as u32, 36).expect("at most 36 cells");
    digit.to_ascii_uppercase().to_string()
}

fn letter(tile: usize, _: usize) -> String {
    match tile {
        0 => "-".into(),
        _ => char::from_digit(tile as u32 + 9, 36).map_or("?".into(), String::from),
    }
}

/// In front of all rows and behind them, and between two.
const PLAIN: [&str; 3] = ["", "\n", "\n"];
const SPACED: [&str; 3] = ["\n", "\n", "\n\n"];

const FORMS: [Form; 18] = [
    form(["", ""], PLAIN, " ", number),
    form(["", ""], PLAIN, " ", aligned),
    form(["", ""], PLAIN, ", ", largest),
    form(["", ""], PLAIN, "\t", with_x),
    form(["", ""], PLAIN, "-", number),
    form(["", ""], SPACED, "-", with_x),
    form(["", ""], PLAIN, "", digit),
    form(["", ""], ["", "\n\n", "\n---\n"], "", digit),
    form(["", ""], PLAIN, "", letter),
    form(["", ""], SPACED, " ", letter),
    form(["", ""], SPACED, " ", from_zero),
    form(
        ["", ""],
        ["-----\n", "\n-----\n", "\n-----\n"],
        " ",
        aligned,
    ),
    form(
        ["", ""],
        ["+--+--+\n", "\n+--+--+", "\n+--+--+\n"],
        " ",
        number,
    ),
    form(["[", "]"], PLAIN, ", ", number),
    form(["  [", "],"], ["[\n", "\n]\n", "\n"], ", ", number),
    form(["[", "]"], ["[", "]", "\n "], " ", aligned),
    form(["{", "},"], ["{", "}", "\n\n"], ",", number),
    form(["", ""], PLAIN, "\",\"", number),
];

/// Rows that are boards themselves stand at each place of the grid.
#[test]
fn no_row_of_a_pasted_grid_is_answered() {
    let (mut files, mut boards_of_rows, mut has_both) = (0, 0, 0);
    for (rows, columns) in [
        (2, 4),
        (3, 4),
        (4, 4),
        (5, 4),
        (6, 4),
        (2, 9),
        (3, 9),
        (4, 9),
    ] {
        let shape = Shape::rectangle(rows, columns).expect("a shape");
        for seed in 0..3_u64 {
            let mut tiles = DynBoard::permutation_from_seed(shape, seed)
                .tiles()
                .to_vec();
            let place = seed as usize % rows * columns;
            // The first tiles in some order.
            let small = Shape::rectangle(1, columns).expect("a shape");
            let small = DynBoard::permutation_from_seed(small, seed);
            for (nth, &tile) in small.tiles().iter().enumerate() {
                let old = tiles
                    .iter()
                    .position(|&it| it == tile)
                    .expect("a permutation");
                tiles.swap(old, place + nth);
            }
            for form in &FORMS {
                let cells = rows * columns;
                if (form.tile)(cells - 1, cells) == "?" {
                    continue;
                }
                let row = |row: &[u16]| {
                    let tiles = row.iter().map(|&tile| (form.tile)(tile.into(), cells));
                    let [begin, end] = form.edges;
                    format!(
                        "{begin}{}{end}",
                        tiles.collect::<Vec<_>>().join(form.separator)
                    )
                };
                let lines: Vec<String> = tiles.chunks(columns).map(row).collect();
                let [front, back, between] = form.lines;
                let text = format!("{front}{}{back}", lines.join(between));
                assert_eq!(answered(&text), [""; 0], "{text}");
                // Nor is one after boards of its size, or after another grid.
                for gap in ["", "\n"] {
                    let boards = format!("1 2 3 0\n1 2 0 3\n{gap}{text}\n{text}");
                    let found = answered(&boards);
                    assert!(found.starts_with(&["1 2/3 0".into()]), "{boards}");
                    assert!(
                        found[1..].iter().all(|it| it == "1 2/0 3"),
                        "{boards}: {found:?}"
                    );
                    has_both += usize::from(found.len() == 2);
                }
                // As a file it is the board or an error.
                let board = DynBoard::from_tiles(shape, tiles.iter().copied()).expect("a board");
                let found = read_boards(&text);
                assert!(
                    found.is_err() || found == Ok(vec![board]),
                    "{text}: {found:?}"
                );
                files += 1;
                boards_of_rows += lines.iter().filter(|it| read_board(it).is_ok()).count();
            }
        }
    }
    assert!(
        files >= 413 && boards_of_rows >= 300 && has_both >= 800,
        "{files}, {boards_of_rows}, {has_both}"
    );
}

#[test]
fn boards_of_lines_are_answered_in_every_form() {
    let forms = [
        "1 2 3/4 5 6/7 0 8",
        "12345678_",
        "[[1,2,3],[4,5,6],[7,8,0]]",
        "abcdefgh.",
        "1-2-3-4-5-6-7-0-8",
        "3x3: 0 1 2 3 4 5 6 7 8",
        "1 2 3 4 5 6 7 9 8",
    ];
    for separator in ["\n", "\n\n", "\n# a comment\n"] {
        let mut forms = forms;
        for _ in 0..forms.len() {
            forms.rotate_left(1);
            let text = forms.join(separator);
            assert_eq!(answered(&text).len(), forms.len(), "{text}");
            // A line at fault is one error among them.
            let faulty = ["", "123456780", "1 2 3 4 5 6 7 8 8", "876543210"].join(separator);
            assert_eq!(answered(&(text + &faulty)).len(), forms.len() + 2);
        }
    }
}
