//! Boards as lines of text: one a line, as a grid that begins with its side, or one number a line.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use npuzzle::notation::parse_grid;
use npuzzle::{DynBoard, MAX_CELLS};

use crate::failure::in_words;
use crate::found::{Found, MAX_TEXT};
use crate::single::{SingleLines, is_row};

/// The most bytes of a line beyond [`MAX_TEXT`] that are skipped. A longer line has no end, or is no
/// text: the rest of the input is not read.
const MAX_SKIPPED: usize = 64 * MAX_TEXT;

/// A line, without its end.
pub(crate) enum Line {
    Text(String),
    /// It is longer than [`MAX_TEXT`]. It was skipped.
    TooLong,
    /// It is longer than what is skipped. Nothing after it is read.
    Endless,
}

/// Reads lines, and holds one of them at a time, up to [`MAX_TEXT`] bytes.
pub(crate) struct Lines<R> {
    input: R,
    bytes: Vec<u8>,
    is_over: bool,
}

impl<R: BufRead> Lines<R> {
    pub(crate) const fn new(input: R) -> Self {
        Self {
            input,
            bytes: Vec::new(),
            is_over: false,
        }
    }

    fn read(&mut self) -> io::Result<Option<Line>> {
        let mut skipped = 0;
        let mut is_begun = false;
        loop {
            let buffer = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            let is_over = end.is_some() || buffer.is_empty();
            is_begun |= !buffer.is_empty();
            let kept = part.len().min(MAX_TEXT - self.bytes.len());
            self.bytes.extend_from_slice(&part[..kept]);
            skipped += part.len() - kept;
            let read = part.len() + usize::from(end.is_some());
            self.input.consume(read);
            if skipped > MAX_SKIPPED {
                return Ok(Some(Line::Endless));
            }
            if is_over {
                break;
            }
        }
        // What follows the mark of a comment is of no use anyway.
        let is_whole = skipped == 0 || self.bytes.contains(&b'#');
        Ok(is_begun.then(|| {
            if is_whole {
                Line::Text(String::from_utf8_lossy(&self.bytes).into_owned())
            } else {
                Line::TooLong
            }
        }))
    }
}

/// Ends at the end of the input, and after an error.
impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<io::Result<Line>> {
        if self.is_over {
            return None;
        }
        self.bytes.clear();
        let line = self.read();
        self.is_over = !matches!(line, Ok(Some(Line::Text(_) | Line::TooLong)));
        line.transpose()
    }
}

/// Says that a line is too long, and how it is skipped.
pub(crate) fn too_long(is_endless: bool) -> String {
    let longer = format!("malformed: longer than {MAX_TEXT} bytes, more than any board needs");
    if is_endless {
        format!("{longer}; it does not end within {MAX_SKIPPED}, so nothing after it is read")
    } else {
        longer
    }
}

/// Reads a file with one grid. The error names the line at fault.
pub(crate) fn read_grid(input: impl BufRead) -> Result<(usize, DynBoard), (usize, String)> {
    let mut text = String::new();
    let mut first = 0;
    for (number, line) in (1..).zip(Lines::new(input)) {
        match line {
            Ok(Line::Text(line)) if text.len() + line.len() < MAX_TEXT => {
                let line = content(line.trim_start_matches('\u{feff}'));
                if first == 0 && !line.is_empty() {
                    first = number;
                }
                text.push_str(line);
                text.push('\n');
            }
            Ok(line) => return Err((number, too_long(matches!(line, Line::Endless)))),
            Err(error) => return Err((number, format!("can't be read: {error}"))),
        }
    }
    match parse_grid(&text) {
        Ok(board) => Ok((first, board)),
        Err(error) => Err((error.line(), in_words(&error))),
    }
}

/// Reads boards, one a line; `#` begins a comment. A line with a single number above 0, which no
/// board is, is the side `n` of a grid: the next `n` lines of numbers are its rows. The grid is given
/// as soon as its last row is read. Other lines with a single number, one after the other, are the
/// cells of a square, which is given when a line follows that is none of them.
pub(crate) struct BoardLines<R> {
    lines: Lines<R>,
    /// The number of the last line.
    number: usize,
    grid: Option<Grid>,
    single: SingleLines,
    /// Set if a single number is a side or a cell.
    has_grids: bool,
    /// Found, and not given yet.
    found: VecDeque<Found>,
}

impl<R: BufRead> BoardLines<R> {
    pub(crate) fn new(input: R, has_grids: bool) -> Self {
        Self {
            lines: Lines::new(input),
            number: 0,
            grid: None,
            single: SingleLines::default(),
            has_grids,
            found: VecDeque::new(),
        }
    }

    /// Takes a line without its comment.
    fn take(&mut self, text: &str) {
        if let Some(mut begun) = self.grid.take() {
            if begun.take(text) {
                if begun.is_whole() {
                    self.found.push_back(begun.board());
                } else {
                    self.grid = Some(begun);
                }
                return;
            }
            // Too few rows. This line is none of them.
            self.found.push_back(begun.board());
        }
        if self.has_grids {
            if self.single.take(self.number, text) {
                return;
            }
            if let Some((line, side)) = self.single.end(text, &mut self.found) {
                let mut begun = Grid::new(line, side);
                begun.take_empty(self.number - line - 1);
                // More rows than any board has are not waited for.
                let is_row = side <= MAX_CELLS.isqrt() && begun.take(text);
                if is_row && !begun.is_whole() {
                    self.grid = Some(begun);
                } else {
                    self.found.push_back(begun.board());
                }
                if is_row {
                    return;
                }
            }
            // Beyond the cells of any board, single numbers begin a new board.
            if self.single.take(self.number, text) {
                return;
            }
        }
        if !text.is_empty() {
            self.found.push_back((self.number, Ok(text.to_owned())));
        }
    }

    /// Ends a grid or single numbers that no line continues.
    fn end(&mut self) {
        self.found.extend(self.grid.take().map(Grid::board));
        self.single.end("", &mut self.found);
    }

    /// Takes what ends a grid without being a row of it.
    fn take_error(&mut self, error: String) {
        self.end();
        self.found.push_back((self.number, Err(error)));
    }
}

impl<R: BufRead> Iterator for BoardLines<R> {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        loop {
            if let Some(found) = self.found.pop_front() {
                return Some(found);
            }
            let Some(line) = self.lines.next() else {
                self.end();
                return self.found.pop_front();
            };
            self.number += 1;
            match line {
                Ok(Line::Text(line)) => self.take(content(line.trim_start_matches('\u{feff}'))),
                Ok(Line::TooLong) => self.take_error(too_long(false)),
                Ok(Line::Endless) => self.take_error(too_long(true)),
                Err(error) => self.take_error(format!("can't be read: {error}")),
            }
        }
    }
}

/// Returns a line without its comment.
fn content(line: &str) -> &str {
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
    fn new(line: usize, side: usize) -> Self {
        Self {
            line,
            side,
            rows: 0,
            text: format!("{side}\n"),
        }
    }

    /// Takes empty lines.
    fn take_empty(&mut self, lines: usize) {
        self.text.extend(std::iter::repeat_n('\n', lines));
    }

    /// Takes a line, if it is a row, or empty, and no grid is too long with it.
    fn take(&mut self, text: &str) -> bool {
        let fits = is_row(text) && self.text.len() + text.len() < MAX_TEXT;
        if fits {
            self.rows += usize::from(!text.is_empty());
            self.text.push_str(text);
            self.text.push('\n');
        }
        fits
    }

    const fn is_whole(&self) -> bool {
        self.rows == self.side
    }

    /// Returns the board, in one line of text.
    fn board(self) -> Found {
        match parse_grid(&self.text) {
            Ok(board) => (self.line, Ok(board.to_string())),
            Err(error) => (self.line + error.line() - 1, Err(in_words(&error))),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read, repeat};

    use super::*;

    fn found(input: impl Read) -> Vec<Found> {
        BoardLines::new(BufReader::new(input), true).collect()
    }

    #[test]
    fn a_line_longer_than_any_board_is_skipped() {
        let long = |byte: u8| repeat(byte).take(5 * MAX_TEXT as u64);
        let input = b"1 2/3 0\n".chain(long(b' ')).chain(&b"\n1 2/0 3\n"[..]);
        let boards = found(input);
        assert_eq!(boards.len(), 3);
        assert_eq!(boards[0], (1, Ok("1 2/3 0".to_owned())));
        assert_eq!(boards[1], (2, Err(too_long(false))));
        assert_eq!(boards[2], (3, Ok("1 2/0 3".to_owned())));
        let comment = b"1 2/3 0 #".chain(long(b'x'));
        assert_eq!(found(comment), [(1, Ok("1 2/3 0".to_owned()))]);
    }

    #[test]
    fn a_line_without_end_is_given_up() {
        for byte in [0, b' ', b'1'] {
            assert_eq!(found(repeat(byte)), [(1, Err(too_long(true)))]);
            let error = read_grid(BufReader::new(repeat(byte))).expect_err("no grid");
            assert_eq!(error, (1, too_long(true)));
        }
    }

    #[test]
    fn a_grid_of_lines_without_end_is_given_up() {
        let (line, error) = read_grid(BufReader::new(repeat(b'\n'))).expect_err("no grid");
        assert_eq!((line, error), (MAX_TEXT + 1, too_long(false)));
        let blank = repeat(b'\n').take(2 * MAX_TEXT as u64);
        let boards = found(b"2\n1 2\n".chain(blank));
        assert_eq!(boards.len(), 1, "too few rows: {boards:?}");
    }

    #[test]
    fn single_numbers_without_end_are_given_up() {
        // Empty lines are waited through up to the length of a board.
        let blank = repeat(b'\n').take(2 * MAX_TEXT as u64);
        let error = "the number of rows is 0; expected 2".to_owned();
        let boards = found(b"2\n".chain(blank).chain(&b"1 2/3 0\n"[..]));
        let last = 2 * MAX_TEXT + 2;
        assert_eq!(boards, [(1, Err(error)), (last, Ok("1 2/3 0".to_owned()))]);
        // Long words are held up to the same length.
        let long = format!("{}1\n", "0".repeat(MAX_TEXT / 2)).repeat(4);
        assert!(found(long.as_bytes()).len() > 1);
        // More cells than any board has begin another one.
        let cells = "7\n".repeat(2 * MAX_CELLS + 2);
        let boards = found(cells.as_bytes());
        assert_eq!(boards.len(), 2);
        assert!(boards.iter().all(|(_, board)| board.is_err()));
    }

    #[test]
    fn the_longest_lines_of_boards_are_read() {
        let numbers: Vec<String> = (1..MAX_CELLS).chain([0]).map(|it| it.to_string()).collect();
        for line in [
            format!("1x65536: {}", numbers.join("         ,")),
            format!("[[{}]]", numbers.join(" , ")),
        ] {
            assert!(line.len() < MAX_TEXT, "{}", line.len());
            assert_eq!(found(line.as_bytes()), [(1, Ok(line.clone()))]);
        }
    }
}
