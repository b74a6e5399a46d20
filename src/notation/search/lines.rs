//! The lines of a stored search, and their words.

use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::str::{FromStr, SplitAsciiWhitespace};

use super::error::ParseSearchError;

/// Lines, each a word and what it says.
pub(super) struct Lines<'t> {
    lines: core::str::Lines<'t>,
    /// The number of the last line read, from 1 on.
    number: usize,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            lines: text.lines(),
            number: 0,
        }
    }

    /// Leaves a line out.
    pub(super) fn skip(&mut self) {
        self.number += 1;
        self.lines.next();
    }

    /// Returns what the next line says, which begins with a word.
    pub(super) fn expect(&mut self, word: &str) -> Result<&'t str, ParseSearchError> {
        self.number += 1;
        let line = self.lines.next().unwrap_or_default();
        let said = line.strip_prefix(word).map(str::trim_start);
        said.ok_or(ParseSearchError::Line { line: self.number })
    }

    /// Returns the words of the next line.
    pub(super) fn words(&mut self, word: &str) -> Result<Words<'t>, ParseSearchError> {
        let said = self.expect(word)?;
        Ok(Words {
            said,
            left: said.split_ascii_whitespace(),
            line: self.number,
        })
    }

    /// Returns the words of the next line if it begins with a word.
    pub(super) fn optional(&mut self, word: &str) -> Option<Words<'t>> {
        let mut ahead = self.lines.clone();
        ahead.next().filter(|line| line.starts_with(word))?;
        self.words(word).ok()
    }

    /// Checks that no line is left.
    pub(super) fn end(mut self) -> Result<(), ParseSearchError> {
        match self.lines.next() {
            None => Ok(()),
            Some(_) => Err(ParseSearchError::Line {
                line: self.number + 1,
            }),
        }
    }
}

/// The words of a line.
pub(super) struct Words<'t> {
    said: &'t str,
    left: SplitAsciiWhitespace<'t>,
    line: usize,
}

impl<'t> Words<'t> {
    /// Returns the error that names the line.
    pub(super) const fn error(&self) -> ParseSearchError {
        ParseSearchError::Line { line: self.line }
    }

    pub(super) fn word(&mut self) -> Result<&'t str, ParseSearchError> {
        self.left.next().ok_or(self.error())
    }

    pub(super) fn next(&mut self) -> Option<&'t str> {
        self.left.next()
    }

    /// Returns all that the line says after its first word.
    pub(super) fn rest(&self) -> &'t str {
        let first = self.said.find(' ').unwrap_or(self.said.len());
        self.said[first..].trim()
    }

    pub(super) fn parse<T: FromStr>(&self, word: &str) -> Result<T, ParseSearchError> {
        word.parse().map_err(|_| self.error())
    }

    pub(super) fn number<T: FromStr>(&mut self) -> Result<T, ParseSearchError> {
        let word = self.word()?;
        self.parse(word)
    }

    pub(super) fn last<T: FromStr>(mut self) -> Result<T, ParseSearchError> {
        let number = self.number()?;
        match self.left.next() {
            None => Ok(number),
            Some(_) => Err(self.error()),
        }
    }

    /// Returns the parts of a word between dots.
    pub(super) fn fields<const N: usize>(
        &self,
        word: &'t str,
    ) -> Result<[&'t str; N], ParseSearchError> {
        let mut parts = word.split('.');
        let mut fields = [""; N];
        for field in &mut fields {
            *field = parts.next().ok_or(self.error())?;
        }
        match parts.next() {
            None => Ok(fields),
            Some(_) => Err(self.error()),
        }
    }
}

/// The digits of cells: there are at most 36.
const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// Returns the digit of a number below 36.
pub(super) fn digit(number: u8) -> char {
    DIGITS.get(usize::from(number)).map_or('?', |&it| it.into())
}

/// Reads digits.
pub(super) fn digits(word: &str) -> Option<Vec<u8>> {
    let number = |byte| DIGITS.iter().position(|&digit| digit == byte);
    let numbers = word.bytes().map(|byte| number(byte).map(|it| it as u8));
    numbers.collect()
}

/// Writes turns as digits, `-` if there are none.
pub(super) fn put_path(text: &mut impl Write, turns: &[u8]) -> fmt::Result {
    if turns.is_empty() {
        return text.write_char('-');
    }
    turns
        .iter()
        .try_for_each(|&turn| text.write_char(digit(turn)))
}

/// Reads what [`put_path`] writes.
pub(super) fn path(word: &str) -> Option<Vec<u8>> {
    match word {
        "-" => Some(Vec::new()),
        word => digits(word),
    }
}

/// Writes several paths, each with a space in front.
pub(super) fn put_paths(text: &mut impl Write, paths: &[Vec<u8>]) -> fmt::Result {
    paths.iter().try_for_each(|turns| {
        text.write_char(' ')?;
        put_path(text, turns)
    })
}

/// Reads the paths that are left on a line.
pub(super) fn paths(mut words: Words<'_>) -> Result<Vec<Vec<u8>>, ParseSearchError> {
    let mut all = Vec::new();
    while let Some(word) = words.next() {
        all.push(path(word).ok_or(words.error())?);
    }
    Ok(all)
}
