//! Boards as lines of text: one a line, or as a grid that begins with its side.

use std::io::BufRead;
use std::ops::ControlFlow;

use npuzzle::notation::parse_grid;
use npuzzle::{DynBoard, MAX_CELLS};

use crate::failure::in_words;

/// Takes the number of a line, from 1, and its board.
type Give<'a> = dyn FnMut(usize, Result<DynBoard, String>) -> ControlFlow<()> + 'a;

/// Reads boards, one a line; `#` begins a comment. A line with a single number above 0, which no
/// board is, is the side `n` of a grid: the next `n` lines of numbers are its rows. It is given as
/// soon as its last row is read.
pub(crate) fn read_lines(
    mut lines: impl BufRead,
    parse: &dyn Fn(&str) -> Result<DynBoard, String>,
    give: &mut Give<'_>,
) -> ControlFlow<()> {
    let mut grid: Option<Grid> = None;
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        match lines.read_until(b'\n', &mut bytes) {
            Ok(0) => break,
            Ok(_) => {}
            Err(error) => return give(number, Err(format!("can't be read: {error}"))),
        }
        let line = String::from_utf8_lossy(&bytes);
        let text = content(line.trim_start_matches('\u{feff}'));
        if let Some(mut begun) = grid.take() {
            if begun.take(text) {
                if begun.is_whole() {
                    begun.give(parse, give)?;
                } else {
                    grid = Some(begun);
                }
                continue;
            }
            // Too few rows. This line is none of them.
            begun.give(parse, give)?;
        }
        match text.parse::<usize>() {
            _ if text.is_empty() => {}
            Ok(side) if side > 0 => {
                let begun = Grid::new(number, side, text);
                // More rows than any board has are not waited for.
                if side > MAX_CELLS.isqrt() {
                    begun.give(parse, give)?;
                } else {
                    grid = Some(begun);
                }
            }
            _ => give(number, parse(text))?,
        }
    }
    match grid {
        Some(grid) => grid.give(parse, give),
        None => ControlFlow::Continue(()),
    }
}

/// Returns a line without its comment.
pub(crate) fn content(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim()
}

/// The lines of a grid so far.
struct Grid {
    /// The number of the line of the side.
    line: usize,
    side: usize,
    rows: usize,
    text: String,
}

impl Grid {
    fn new(line: usize, side: usize, text: &str) -> Self {
        Self {
            line,
            side,
            rows: 0,
            text: format!("{text}\n"),
        }
    }

    /// Takes a line, if it is a row, or empty.
    fn take(&mut self, text: &str) -> bool {
        let is_row = text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace());
        if is_row {
            self.rows += usize::from(!text.is_empty());
            self.text.push_str(text);
            self.text.push('\n');
        }
        is_row
    }

    const fn is_whole(&self) -> bool {
        self.rows == self.side
    }

    fn give(
        self,
        parse: &dyn Fn(&str) -> Result<DynBoard, String>,
        give: &mut Give<'_>,
    ) -> ControlFlow<()> {
        match parse_grid(&self.text) {
            // Read once more, for the shape that may have been asked for.
            Ok(board) => give(self.line, parse(&board.to_string())),
            Err(error) => give(self.line + error.line() - 1, Err(in_words(&error))),
        }
    }
}
