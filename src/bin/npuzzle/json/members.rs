//! Reading an object that the program printed.

use std::iter::Peekable;
use std::str::Chars;

/// The members of an object in one line.
pub(crate) struct Members(Vec<(String, Member)>);

/// A value.
#[derive(Debug, PartialEq)]
pub(crate) enum Member {
    Text(String),
    Number(f64),
    Bool(bool),
    Null,
    /// An array or an object; what is in it is not read.
    Nested,
}

impl Members {
    /// Reads a line; `None` if it is not an object.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let mut text = Text(line.trim().chars().peekable());
        let mut members = Vec::new();
        text.expect('{')?;
        if !text.takes('}') {
            loop {
                text.spaces();
                let key = text.string()?;
                text.expect(':')?;
                members.push((key, text.value()?));
                if !text.takes(',') {
                    break;
                }
            }
            text.expect('}')?;
        }
        text.0.next().is_none().then_some(Self(members))
    }

    /// Returns the value of a key.
    pub(crate) fn get(&self, key: &str) -> Option<&Member> {
        let found = self.0.iter().find(|(name, _)| name == key);
        found.map(|(_, value)| value)
    }

    /// Returns the text of a key, if it is one.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        match self.get(key) {
            Some(Member::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Returns the number of a key, if it is one.
    pub(crate) fn number(&self, key: &str) -> Option<f64> {
        match self.get(key) {
            Some(Member::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// Returns the whole number of a key, if it is one that is exact.
    pub(crate) fn whole(&self, key: &str) -> Option<usize> {
        let number = self.number(key)?;
        let is_whole = number >= 0.0 && number.fract() == 0.0 && number < 9e15;
        is_whole.then_some(number as usize)
    }
}

struct Text<'t>(Peekable<Chars<'t>>);

impl Text<'_> {
    fn spaces(&mut self) {
        while self.0.next_if(char::is_ascii_whitespace).is_some() {}
    }

    /// Takes a character, after spaces, if it comes next.
    fn takes(&mut self, wanted: char) -> bool {
        self.spaces();
        self.0.next_if_eq(&wanted).is_some()
    }

    fn expect(&mut self, wanted: char) -> Option<()> {
        self.takes(wanted).then_some(())
    }

    fn value(&mut self) -> Option<Member> {
        self.spaces();
        match self.0.peek()? {
            '"' => self.string().map(Member::Text),
            '{' | '[' => self.skip(),
            _ => {
                let is_part =
                    |it: &char| it.is_ascii_alphanumeric() || matches!(it, '.' | '-' | '+');
                let mut word = String::new();
                while let Some(letter) = self.0.next_if(is_part) {
                    word.push(letter);
                }
                match word.as_str() {
                    "null" => Some(Member::Null),
                    "true" => Some(Member::Bool(true)),
                    "false" => Some(Member::Bool(false)),
                    word if word.starts_with(|it: char| it.is_ascii_digit() || it == '-') => {
                        word.parse().ok().map(Member::Number)
                    }
                    _ => None,
                }
            }
        }
    }

    /// Skips an array or an object.
    fn skip(&mut self) -> Option<Member> {
        let mut depth = 0_usize;
        loop {
            match self.0.peek()? {
                '"' => {
                    self.string()?;
                    continue;
                }
                '{' | '[' => depth += 1,
                '}' | ']' => depth -= 1,
                _ => {}
            }
            self.0.next();
            if depth == 0 {
                return Some(Member::Nested);
            }
        }
    }

    fn string(&mut self) -> Option<String> {
        self.0.next_if_eq(&'"')?;
        let mut text = String::new();
        loop {
            match self.0.next()? {
                '"' => return Some(text),
                '\\' => text.push(match self.0.next()? {
                    'u' => {
                        let digits: String = self.0.by_ref().take(4).collect();
                        char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?
                    }
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    other @ ('"' | '\\' | '/') => other,
                    _ => return None,
                }),
                letter => text.push(letter),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Object;

    #[test]
    fn what_is_written_is_read() {
        let written = Object::new()
            .with("line", 7_usize)
            .with("board", "a \"b\"\\\n\u{1}")
            .with("solvable", true)
            .with("length", None::<usize>)
            .with("each", vec![1_usize, 2])
            .with("seconds", 0.25);
        let read = Members::read(&written.to_string()).expect("an object");
        assert_eq!(read.whole("line"), Some(7));
        assert_eq!(read.text("board"), Some("a \"b\"\\\n\u{1}"));
        assert_eq!(read.get("solvable"), Some(&Member::Bool(true)));
        assert_eq!(read.get("length"), Some(&Member::Null));
        assert_eq!(read.get("each"), Some(&Member::Nested));
        assert_eq!(read.number("seconds"), Some(0.25));
        assert_eq!((read.get("moves"), read.whole("seconds")), (None, None));
        let nested =
            Members::read(r#" {"summary": {"a":[{}, "}"]} , "b":-1e3}"#).expect("an object");
        assert_eq!(
            (nested.number("b"), nested.whole("b")),
            (Some(-1000.0), None)
        );
        assert!(Members::read("{}").is_some());
    }

    #[test]
    fn every_torn_line_is_refused() {
        let line =
            r#"{"line":12,"board":"1 2/3 \"0","each":[1,{"a":2}],"optimal":true,"seconds":0.5}"#;
        assert!(Members::read(line).is_some());
        for end in 0..line.len() {
            assert!(Members::read(&line[..end]).is_none(), "{}", &line[..end]);
        }
        assert!(Members::read(&format!("{line}x")).is_none());
    }
}
