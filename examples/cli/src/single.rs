//! Lines of one number each: the side of a grid, boards of one cell, or the cells of a square.

use std::collections::VecDeque;
use std::mem;

use npuzzle::notation::parse_grid;
use npuzzle::{DynBoard, MAX_CELLS};

use crate::failure::in_words;
use crate::found::{Found, MAX_TEXT};

/// Consecutive lines of one word, a number or a blank, whose meaning depends on what follows.
#[derive(Default)]
pub(crate) struct SingleLines {
    /// The number of each line and its word.
    lines: Vec<(usize, String)>,
    /// The bytes of the words, and one for each empty line between them.
    bytes: usize,
    one_cell: OneCell,
    /// The same of the lines before the last.
    before_last: OneCell,
    /// True if the lines are the cells of a square; `None` if it is not known yet.
    is_square: Option<bool>,
}

/// Progress of lines as boards of one cell: 0, or the side 1 and 0.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum OneCell {
    #[default]
    Whole,
    /// The last line is a side.
    Side,
    Other,
}

impl SingleLines {
    /// Takes a line if it is a single number or blank; or if it is empty and the lines before it
    /// are not whole boards. Refuses lines beyond what any board needs.
    pub(crate) fn take(&mut self, number: usize, text: &str) -> bool {
        let is_taken = if text.is_empty() {
            !self.is_complete()
        } else {
            (text.parse::<usize>().is_ok() || is_blank(text)) && self.lines.len() <= MAX_CELLS
        };
        let bytes = self.bytes + text.len().max(1);
        if !is_taken || bytes > MAX_TEXT.max(text.len()) {
            return false;
        }
        self.bytes = bytes;
        if !text.is_empty() {
            self.before_last = self.one_cell;
            self.one_cell = match (self.one_cell, text.parse()) {
                (OneCell::Whole | OneCell::Side, Ok(0_usize)) => OneCell::Whole,
                (OneCell::Whole, Ok(1)) => OneCell::Side,
                _ => OneCell::Other,
            };
            self.is_square = None;
            self.lines.push((number, text.to_owned()));
        }
        true
    }

    /// Ends the lines, adds their boards to `found`, and returns the line and the side of a grid if
    /// the last of them is a side and `text`, the line that follows, is its first row.
    pub(crate) fn end(
        &mut self,
        text: &str,
        found: &mut VecDeque<Found>,
    ) -> Option<(usize, usize)> {
        // A row of one word is that of a board of one cell, which is taken as a single number.
        let is_first_row = text.contains(char::is_whitespace) && is_row(text);
        let is_first_row = is_first_row && !self.is_complete();
        let mut all = mem::take(self);
        let side = all.lines.last().filter(|_| is_first_row);
        let side = side.and_then(|(line, word)| Some((*line, word.parse::<usize>().ok()?)));
        let side = side.filter(|&(_, side)| side > 0);
        if side.is_some() {
            all.lines.pop();
            all.one_cell = all.before_last;
        }
        all.find(found);
        side
    }

    /// Adds the boards of the lines.
    fn find(self, found: &mut VecDeque<Found>) {
        match &self.lines[..] {
            [] => {}
            // A blank alone is no board, and 0 alone is one.
            [(line, word)] if word.parse::<usize>().unwrap_or(0) == 0 => {
                found.push_back((*line, Ok(word.clone())));
            }
            lines if self.one_cell == OneCell::Whole => {
                let mut side = None;
                for (line, word) in lines {
                    if is_zero(word) {
                        found.push_back((side.take().unwrap_or(*line), Ok(word.clone())));
                    } else {
                        side = Some(*line);
                    }
                }
            }
            lines => {
                let words: Vec<&str> = lines.iter().map(|(_, word)| word.as_str()).collect();
                found.push_back(match parse_grid(&words.join("\n")) {
                    Ok(board) => (lines[0].0, Ok(board.to_string())),
                    Err(error) => {
                        let at_fault = lines.get(error.line() - 1).unwrap_or(&lines[0]);
                        (at_fault.0, Err(in_words(&error)))
                    }
                });
            }
        }
    }

    /// Returns whether the lines are whole boards.
    fn is_complete(&mut self) -> bool {
        let lines = &self.lines;
        self.one_cell == OneCell::Whole || *self.is_square.get_or_insert_with(|| is_square(lines))
    }
}

/// Returns whether a text is numbers and blanks with spaces between them, as rows of grids are.
pub(crate) fn is_row(text: &str) -> bool {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    text.split_ascii_whitespace()
        .all(|word| is_number(word) || is_blank(word))
}

/// Returns whether a word stands for the blank and is not 0, as the library reads it.
fn is_blank(word: &str) -> bool {
    word.len() == 1
        && !word.starts_with(|it: char| it.is_ascii_digit())
        && format!("1 {word}").parse::<DynBoard>().is_ok()
}

fn is_zero(word: &str) -> bool {
    word.parse() == Ok(0_usize)
}

/// Returns whether the lines are the cells of a square of at least 2 x 2.
fn is_square(lines: &[(usize, String)]) -> bool {
    let cells = lines.len();
    if cells < 4 || cells.isqrt().pow(2) != cells {
        return false;
    }
    let mut seen = vec![false; cells];
    lines.iter().all(|(_, word)| {
        let tile = if is_blank(word) {
            Ok(0)
        } else {
            word.parse::<usize>()
        };
        let place = tile.ok().and_then(|tile| seen.get_mut(tile));
        place.is_some_and(|seen| !mem::replace(seen, true))
    })
}
