//! Texts of boards that are found in lines, and their greatest length.

use npuzzle::MAX_CELLS;

/// The longest line of a board, and the longest file with one grid, in bytes: 16 for each of the
/// most cells, which is ten more than the longest number and a separator.
pub(crate) const MAX_TEXT: usize = 16 * MAX_CELLS;

/// The text of a board, with the number of its line, from 1; or what is wrong with that line.
pub(crate) type Found = (usize, Result<String, String>);
