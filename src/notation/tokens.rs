//! The parts of which the text of a board consists.

use core::iter::Peekable;
use core::str::CharIndices;

/// What some editors write in front of a text.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// A part of a text.
#[derive(Clone, Copy)]
pub(crate) enum Token {
    Number(u64),
    Comma,
    Line,
    /// A slash or a semicolon.
    RowEnd,
    Open,
    Close,
    Other,
    End,
}

/// The parts of a text, one by one, each with the byte at which it begins. Spaces and tabs are left
/// out.
pub(crate) struct Tokens<'a> {
    text: &'a str,
    begin: usize,
    chars: Peekable<CharIndices<'a>>,
}

impl<'a> Tokens<'a> {
    /// Returns the parts of a text from the byte `begin` on.
    pub(crate) fn from(text: &'a str, begin: usize) -> Self {
        Self {
            text,
            begin,
            chars: text[begin..].char_indices().peekable(),
        }
    }

    pub(crate) fn next(&mut self) -> (usize, Token) {
        let is_space = |&(_, character): &(usize, char)| matches!(character, ' ' | '\t' | '\r');
        while self.chars.next_if(is_space).is_some() {}
        let Some((byte, character)) = self.chars.next() else {
            return (self.text.len(), Token::End);
        };
        let token = match character {
            '\n' => Token::Line,
            ',' => Token::Comma,
            '/' | ';' => Token::RowEnd,
            '[' => Token::Open,
            ']' => Token::Close,
            '0'..='9' => Token::Number(self.number(character)),
            _ => Token::Other,
        };
        (self.begin + byte, token)
    }

    /// Passes over ends of lines.
    pub(crate) fn next_but_lines(&mut self) -> (usize, Token) {
        loop {
            match self.next() {
                (_, Token::Line) => {}
                token => return token,
            }
        }
    }

    /// Reads the other digits of a number; the largest number stands for all that are too large.
    fn number(&mut self, first: char) -> u64 {
        let value = |digit: char| u64::from(digit as u32 - '0' as u32);
        let mut number = value(first);
        while let Some((_, digit)) = self.chars.next_if(|(_, it)| it.is_ascii_digit()) {
            number = number.saturating_mul(10).saturating_add(value(digit));
        }
        number
    }

    /// Returns the character at a byte, unless the text ends there.
    pub(crate) fn character(&self, byte: usize) -> Option<char> {
        self.text[byte..].chars().next()
    }
}
