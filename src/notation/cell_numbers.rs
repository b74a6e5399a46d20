//! The numbers of the cells of a board as they are read, in every form of text.

use alloc::vec::Vec;

use crate::notation::board_error::ParseBoardError;
use crate::notation::excerpt::Excerpt;
use crate::notation::tokens::Token;
use crate::validate::BoardError;

/// The numbers of cells in reading order. At most one of them is the blank if a word such as `X`
/// stands for it.
#[derive(Default)]
pub(crate) struct CellNumbers {
    list: Vec<u64>,
    /// The first number that a [`BoardError`] can't hold, as it was typed.
    too_large: Option<Excerpt>,
    has_zero: bool,
    has_blank_word: bool,
}

/// Errors while adding a number: it is a second blank.
pub(crate) struct SecondBlank;

/// The least number whose text is kept for messages.
const TOO_LARGE: u64 = i64::MAX as u64;

impl CellNumbers {
    /// Adds a number, or else a word that stands for the blank, that was typed as `word`.
    pub(crate) fn add_token(&mut self, token: Token, word: &str) -> Result<(), SecondBlank> {
        let (number, is_word) = match token {
            Token::Number(number) => (number, false),
            _ => (0, true),
        };
        if number == 0 && (self.has_blank_word || is_word && self.has_zero) {
            return Err(SecondBlank);
        }
        self.add(number);
        self.has_blank_word |= is_word;
        if number >= TOO_LARGE && self.too_large.is_none() {
            self.too_large = Some(Excerpt::of(word));
        }
        Ok(())
    }

    /// Adds a number that is not text.
    pub(crate) fn add(&mut self, number: u64) {
        self.has_zero |= number == 0;
        self.list.push(number);
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Builds a board of the numbers by `build`. The error quotes a number that [`BoardError`] can't
    /// hold.
    pub(crate) fn build<B>(
        self,
        build: impl FnOnce(Vec<u64>) -> Result<B, BoardError>,
    ) -> Result<B, ParseBoardError> {
        build(self.list).map_err(|error| match (error, self.too_large) {
            (BoardError::OutOfRange { tile, at, shape }, Some(number)) if tile == i64::MAX => {
                ParseBoardError::OutOfRange { number, at, shape }
            }
            _ => error.into(),
        })
    }
}
