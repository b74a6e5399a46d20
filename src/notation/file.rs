//! Whole files: one grid over several lines, a board a line, or several grids.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::dyn_board::DynBoard;
use crate::notation::grid::{board_of, plain_text, read_part};
use crate::parse_error::ParseError;

/// The most parts at fault before text is not taken for several boards: each costs a walk over it.
const MOST_FAULTS: usize = 16;

/// Reads all boards of a text such as a file: one board in any of the forms in
/// [`notation`](crate::notation), a board a line, or several grids.
///
/// Grids have an empty line between them or a header each, the side or rows and columns; or the
/// first line is their number and they are equally long. A last line of zeros is ignored.
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
    let plain = plain_text(text);
    let read = |part: &Range<usize>| {
        let plain = &plain[..part.end];
        read_part(text, plain, part.start, false, board_of)
    };
    let fault = match read(&(0..plain.len())) {
        Ok(board) => return Ok(vec![board]),
        Err(fault) => fault,
    };
    let (mut lines, mut begin, mut is_first) = (Vec::new(), 0, true);
    for text in plain.split_inclusive('\n') {
        let words = text.split([' ', ',', '\t', '\n', '\r']);
        let words = words.filter(|it| !it.is_empty()).count();
        let bytes = begin..begin + text.len();
        begin = bytes.end;
        if words > 0 {
            lines.push(Line {
                bytes,
                words,
                is_first,
            });
        }
        is_first = words == 0;
    }
    let is_zero = |line: &Line| {
        plain[line.bytes.clone()]
            .trim()
            .split(' ')
            .all(|it| it == "0")
    };
    let end = lines.len() - usize::from(lines.last().is_some_and(|it| it.words < 3 && is_zero(it)));
    let is_header = |nth: usize| {
        let next = lines.get(nth + 1).map_or(0, |line| line.words);
        lines[nth].words < 3 && next > 2
    };
    let number = lines
        .first()
        .and_then(|line| plain[line.bytes.clone()].trim().parse().ok());
    let rest = end.saturating_sub(1);
    let each = number
        .filter(|number| rest.checked_rem(*number) == Some(0))
        .map(|it| rest / it);
    // The lines of each board, if one begins at some of the lines.
    let part = |all: Range<usize>, begins: &dyn Fn(usize) -> bool| {
        let mut parts: Vec<Range<usize>> = Vec::new();
        for nth in all {
            let bytes = lines[nth].bytes.clone();
            match parts.last_mut() {
                Some(part) if !begins(nth) => part.end = bytes.end,
                _ => parts.push(bytes),
            }
        }
        parts
    };
    for parts in [
        part(0..lines.len(), &|_| true),
        part(0..lines.len(), &|nth| lines[nth].is_first),
        part(0..end, &is_header),
        each.map_or(Vec::new(), |each| {
            part(1..end, &|nth| (nth - 1) % each == 0)
        }),
    ] {
        let (mut boards, mut faults) = (Vec::new(), Vec::new());
        for part in &parts {
            match read(part) {
                Ok(board) => boards.push(board),
                Err(fault) => faults.push(fault),
            }
            // No two rows of one grid are boards.
            if boards.len() > 1 && !faults.is_empty() {
                return Err(faults.swap_remove(0));
            }
            if faults.len() > MOST_FAULTS {
                break;
            }
        }
        if faults.is_empty() && !boards.is_empty() {
            return Ok(boards);
        }
    }
    Err(fault)
}

/// A line that is not empty.
struct Line {
    bytes: Range<usize>,
    words: usize,
    /// True if an empty line stands in front of it.
    is_first: bool,
}
