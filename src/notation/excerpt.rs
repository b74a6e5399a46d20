//! Parts of a text that an error quotes.

use core::fmt;

/// The number of bytes that an excerpt keeps.
const KEPT: usize = 40;

/// A word of a text as it was typed, for messages; of a long one, its first 40 bytes.
///
/// ```
/// use npuzzle::notation::ParseBoardError;
/// use npuzzle::DynBoard;
/// let error = "1 2/3 99999999999999999999".parse::<DynBoard>().unwrap_err();
/// let ParseBoardError::OutOfRange { number, .. } = error else {
///     unreachable!("four cells have no such tile");
/// };
/// assert_eq!(number.to_string(), "99999999999999999999");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Excerpt {
    bytes: [u8; KEPT],
    len: u8,
    is_cut: bool,
}

impl Excerpt {
    pub(crate) fn of(word: &str) -> Self {
        let mut len = word.len().min(KEPT);
        while !word.is_char_boundary(len) {
            len -= 1;
        }
        let mut bytes = [0; KEPT];
        bytes[..len].copy_from_slice(&word.as_bytes()[..len]);
        Self {
            bytes,
            len: len as u8,
            is_cut: len < word.len(),
        }
    }

    fn kept(&self) -> &str {
        core::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }
}

/// Prints the word, with `...` in place of what is left out.
impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kept())?;
        f.write_str(if self.is_cut { "..." } else { "" })
    }
}

/// Prints the word in quotes, with escapes.
impl fmt::Debug for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.kept(), f)?;
        f.write_str(if self.is_cut { "..." } else { "" })
    }
}
