//! JSON objects whose members keep their order.
//!
//! What the program prints is flat and small; a library for it would take as long to compile as
//! the rest of the program. The tests read what this writes with a library.

mod members;

use std::fmt::{self, Write};

pub(crate) use members::{Member, Members};

/// An object: its members, written.
#[derive(Default)]
pub(crate) struct Object(String);

impl Object {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Adds a member at the end. Keys need no escapes.
    pub(crate) fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        let Value(value) = value.into();
        let comma = if self.0.is_empty() { "" } else { "," };
        self.0.push_str(comma);
        self.0.push('"');
        self.0.push_str(key);
        self.0.push_str("\":");
        self.0.push_str(&value);
        self
    }
}

/// Prints the object in one line.
impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}}}", self.0)
    }
}

/// A value, written.
pub(crate) struct Value(String);

impl From<Object> for Value {
    fn from(object: Object) -> Self {
        Self(object.to_string())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        let mut value = String::with_capacity(text.len() + 2);
        value.push('"');
        for character in text.chars() {
            match character {
                '"' | '\\' => value.extend(['\\', character]),
                // Writing to a string never fails.
                '\0'..='\x1f' => drop(write!(value, "\\u{:04x}", u32::from(character))),
                _ => value.push(character),
            }
        }
        value.push('"');
        Self(value)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self(value.to_string())
    }
}

impl From<usize> for Value {
    fn from(value: usize) -> Self {
        Self(value.to_string())
    }
}

impl From<u64> for Value {
    fn from(value: u64) -> Self {
        Self(value.to_string())
    }
}

/// Numbers always have a point or an exponent; JSON has no infinity, so that is `null`.
impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self(if value.is_finite() {
            format!("{value:?}")
        } else {
            "null".to_owned()
        })
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or_else(|| Self("null".to_owned()), Into::into)
    }
}

impl<T: Into<Self>> From<Vec<T>> for Value {
    fn from(values: Vec<T>) -> Self {
        let written: Vec<String> = values.into_iter().map(|it| it.into().0).collect();
        Self(format!("[{}]", written.join(",")))
    }
}
