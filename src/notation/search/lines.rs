//! The lines of a stored search, and their words.

use core::str::{FromStr, SplitAsciiWhitespace};

use super::error::ParseSearchError;
use crate::runtime::work::Tally;

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

    /// Returns all that the line says.
    pub(super) const fn rest(&self) -> &'t str {
        self.said
    }

    pub(super) fn parse<T: FromStr>(&self, word: &str) -> Result<T, ParseSearchError> {
        word.parse().map_err(|_| self.error())
    }

    pub(super) fn number<T: FromStr>(&mut self) -> Result<T, ParseSearchError> {
        let word = self.word()?;
        self.parse(word)
    }

    /// Returns whether no word is left.
    pub(super) fn is_empty(&self) -> bool {
        self.left.clone().next().is_none()
    }

    /// Returns the boards expanded and generated with which the line ends.
    pub(super) fn tally(mut self) -> Result<Tally, ParseSearchError> {
        Ok(Tally {
            expanded: self.number()?,
            generated: self.last()?,
        })
    }

    pub(super) fn last<T: FromStr>(mut self) -> Result<T, ParseSearchError> {
        let number = self.number()?;
        self.end()?;
        Ok(number)
    }

    /// Checks that no word is left.
    pub(super) fn end(mut self) -> Result<(), ParseSearchError> {
        match self.left.next() {
            None => Ok(()),
            Some(_) => Err(self.error()),
        }
    }
}
