//! Whole files: one grid over several lines, a board a line, or several grids.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::dyn_board::DynBoard;
use crate::notation::grid::{board_of, read_part, without_comments};
use crate::parse_error::ParseError;

/// Reads all boards of a text such as a file: one board in any of the forms in
/// [`notation`](crate::notation), a board a line, or several with an empty line between them.
///
/// # Errors
/// [`ParseError`] if the text has no reading, or more than one.
///
/// # Examples
/// ```
/// use npuzzle::notation::read_boards;
/// let grid = "# one board\n2\n1 2\n3 0\n";
/// assert_eq!(read_boards(grid)?.len(), 1);
/// let lines = "1 2/3 0 # solved\n0 2/1 3\n";
/// assert_eq!(read_boards(lines)?.len(), 2);
/// let grids = "1 2\n3 0\n\n0 2\n1 3\n";
/// assert_eq!(read_boards(grids)?[1].to_string(), "0 2/1 3");
/// # Ok::<_, npuzzle::ParseError>(())
/// ```
pub fn read_boards(text: &str) -> Result<Vec<DynBoard>, ParseError> {
    let plain = without_comments(text, &["#"]);
    let read = |part: &Range<usize>| {
        let plain = &plain[..part.end];
        read_part(text, plain, part.start, false, board_of)
    };
    let whole = read(&(0..plain.len()));
    let fault = match whole {
        Ok(board) => return Ok(vec![board]),
        Err(fault) => fault,
    };
    // The lines, and the paragraphs that they make.
    let (mut lines, mut paragraphs) = (Vec::new(), Vec::<Range<usize>>::new());
    let (mut begin, mut is_after_gap) = (0, true);
    for line in plain.split_inclusive('\n') {
        let part = begin..begin + line.len();
        begin = part.end;
        let is_gap = line.trim().is_empty();
        match paragraphs.last_mut() {
            _ if is_gap => {}
            Some(last) if !is_after_gap => last.end = part.end,
            _ => paragraphs.push(part.clone()),
        }
        if !is_gap {
            lines.push(part);
        }
        is_after_gap = is_gap;
    }
    for parts in [lines, paragraphs] {
        if let Ok(boards) = parts.iter().map(read).collect() {
            return Ok(boards);
        }
    }
    Err(fault)
}
