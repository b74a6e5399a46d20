//! Reading the members of a request.

use core::fmt::Display;
use core::str::FromStr;

use npuzzle::notation::{read_board, read_goal};
use npuzzle::{DynBoard, Goal};
use serde_json::Value;

/// An answer, or the error message of a wrong request.
pub(crate) type Answer = Result<Value, String>;

/// Returns the message of an error with its causes.
pub(crate) fn told(error: impl Display) -> String {
    format!("{error:#}")
}

/// A JSON object.
#[derive(Debug)]
pub(crate) struct Request(pub(crate) Value);

impl Request {
    fn member(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// Returns a member that is text.
    pub(crate) fn text(&self, name: &str) -> Result<&str, String> {
        let text = self.member(name).and_then(Value::as_str);
        text.ok_or_else(|| format!("'{name}' has to be text"))
    }

    /// Returns a member that is a natural number.
    pub(crate) fn number(&self, name: &str) -> Result<u64, String> {
        let number = self.member(name).and_then(Value::as_u64);
        number.ok_or_else(|| format!("'{name}' has to be a whole number"))
    }

    /// Returns a member that is a small natural number.
    pub(crate) fn size(&self, name: &str) -> Result<usize, String> {
        let number = self.number(name)?;
        usize::try_from(number).map_err(|_| format!("'{name}' is too large"))
    }

    /// Returns a member that may be missing.
    pub(crate) fn optional<'r, T>(
        &'r self,
        name: &str,
        read: impl FnOnce(&'r Self, &str) -> Result<T, String>,
    ) -> Result<Option<T>, String> {
        let is_there = self.member(name).is_some();
        is_there.then(|| read(self, name)).transpose()
    }

    /// Returns a member that is a list of texts, empty if it is missing.
    pub(crate) fn texts(&self, name: &str) -> Result<Vec<&str>, String> {
        let Some(list) = self.member(name) else {
            return Ok(Vec::new());
        };
        let texts = list
            .as_array()
            .and_then(|list| list.iter().map(Value::as_str).collect());
        texts.ok_or_else(|| format!("'{name}' has to be a list of texts"))
    }

    /// Reads a member that is text of a known form.
    pub(crate) fn parse<T: FromStr<Err: Display>>(&self, name: &str) -> Result<T, String> {
        let text = self.text(name)?;
        text.parse().map_err(|error: T::Err| told(error))
    }

    /// Reads the goal, the usual one if none is named.
    pub(crate) fn goal(&self) -> Result<Goal, String> {
        let goal = self.optional("goal", Self::text)?.map(read_goal);
        goal.transpose()
            .map_err(told)
            .map(Option::unwrap_or_default)
    }

    /// Reads the board and the goal.
    pub(crate) fn board_and_goal(&self) -> Result<(DynBoard, Goal), String> {
        let board = read_board(self.text("board")?).map_err(told)?;
        let goal = self.goal()?;
        goal.fits(board.shape()).map_err(told)?;
        Ok((board, goal))
    }
}
