//! Whole files: one grid over several lines, one board per line, or several grids.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::dyn_board::DynBoard;
use crate::notation::grid::{Form, board_of, plain_text, read};
use crate::parse_error::ParseError;

/// The most parts at fault before text is not taken for several boards: each costs a walk over it.
const MOST_FAULTS: usize = 16;

/// Reads all boards of a text such as a file: one board in any of the forms in
/// [`notation`](crate::notation), one board per line, or several grids.
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
        let part = (&plain[..part.end], part.start);
        read(text, part, Form::Any, false).map(board_of)
    };
    let fault = match read(&(0..plain.len())) {
        Ok(board) => return Ok(vec![board]),
        Err(fault) => fault,
    };
    // Each line that is not empty, the words in it, and whether an empty one stands in front.
    let (mut lines, mut begin, mut is_first) = (Vec::new(), 0, true);
    for line in plain.split_inclusive('\n') {
        let words = line.split([' ', ',', '\t', '\n', '\r']);
        let words = words.filter(|it| !it.is_empty()).count();
        if words > 0 {
            lines.push((begin..begin + line.len(), words, is_first));
        }
        (begin, is_first) = (begin + line.len(), words == 0);
    }
    let all = lines.len();
    let text = |line: &(Range<usize>, usize, bool)| plain[line.0.clone()].trim();
    let is_header = |nth: usize| (lines.get(nth + 1)).is_some_and(|it| lines[nth].1 < it.1.min(3));
    let last = lines.last().map_or("", text);
    let end = (all - usize::from(["0", "0 0"].contains(&last))).max(1);
    // The first line may be the number of boards, or of rows that are words.
    let first = lines.first().map_or("", text);
    let number: usize = first.parse().unwrap_or(0);
    let is_number = (end - 1).checked_rem(number) == Some(0) && read(&lines[0].0).is_err();
    let each = if is_number { (end - 1) / number } else { 0 };
    let rows = 1..if is_number { end } else { 1 };
    // The lines of each board, if one begins at some of the lines.
    let part = |all: Range<usize>, begins: &dyn Fn(usize) -> bool| {
        let mut parts: Vec<Range<usize>> = Vec::new();
        for nth in all {
            let bytes = lines[nth].0.clone();
            match parts.last_mut() {
                Some(part) if !begins(nth) => part.end = bytes.end,
                _ => parts.push(bytes),
            }
        }
        parts
    };
    // One without a fault, else the fault of the first one with several boards.
    let mut of_several = None;
    for parts in [
        part(rows.clone(), &|nth| (nth - 1) % each == 0),
        part(0..end.min(all), &|_| true),
        part(0..end.min(all), &|nth| lines[nth].2),
        part(0..end.min(all), &is_header),
        part(rows, &|_| each > 1),
    ] {
        let mut faults = 0;
        let found = parts.iter().map(read).take_while(|it| {
            faults += usize::from(it.is_err());
            faults < MOST_FAULTS
        });
        let found: Vec<_> = found.collect();
        let boards = found.iter().filter(|it| it.is_ok()).count();
        match found.into_iter().collect::<Result<Vec<_>, _>>() {
            Ok(found) if boards > 0 => return Ok(found),
            // No two rows of one grid are boards.
            Err(fault) if boards > 1 => of_several = of_several.or(Some(fault)),
            _ => {}
        }
    }
    Err(of_several.unwrap_or(fault))
}
