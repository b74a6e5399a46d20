//! The tokens of a board's text.

use core::iter::Peekable;
use core::str::CharIndices;

/// The mark that some editors write in front of a text.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// Words that stand for the blank in texts of others.
const BLANKS: [char; 6] = ['X', 'x', 'O', 'o', '_', '.'];

/// Returns whether a word stands for the blank: one of `X x O o _ .`.
pub(crate) fn is_blank(word: &str) -> bool {
    let mut chars = word.chars();
    let first = chars.next();
    chars.next().is_none() && first.is_some_and(|it| BLANKS.contains(&it))
}

/// Returns the first word of a text, up to a separator of tiles or rows.
pub(crate) fn first_word(text: &str) -> &str {
    text.split(|it: char| it.is_whitespace() || matches!(it, ',' | '/' | ';' | '[' | ']'))
        .next()
        .unwrap_or_default()
}

/// A part of a text.
#[derive(Clone, Copy)]
pub(crate) enum Token {
    Number(u64),
    /// A word that stands for the blank.
    Blank,
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
            _ if self.is_blank_at(self.begin + byte) => Token::Blank,
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

    /// Returns whether a word that stands for the blank begins at a byte.
    fn is_blank_at(&self, byte: usize) -> bool {
        let before = self.text[self.begin..byte].chars().next_back();
        let follows_separator =
            before.is_none_or(|it| first_word(it.encode_utf8(&mut [0; 4])).is_empty());
        follows_separator && is_blank(first_word(&self.text[byte..]))
    }

    pub(crate) fn digits(&self, byte: usize) -> &'a str {
        let rest = &self.text[byte..];
        let end = rest.find(|it: char| !it.is_ascii_digit());
        &rest[..end.unwrap_or(rest.len())]
    }

    /// Returns the character at a byte, unless the text ends there.
    pub(crate) fn character(&self, byte: usize) -> Option<char> {
        self.text[byte..].chars().next()
    }
}
