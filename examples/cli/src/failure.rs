//! Failures that end the program early, and their exit status.

use std::error::Error;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;

/// A failure that ends the program early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// An option or the input is at fault.
    Wrong(String),
    /// A limit or Ctrl-C came before any output.
    Stopped(String),
    /// The output can't be written.
    Output(io::Error),
}

impl Failure {
    /// Returns the failures of an action on a file or a folder.
    pub(crate) fn of_file<'a>(what: &'a str, path: &'a Path) -> impl Fn(io::Error) -> Self + 'a {
        move |error| Self::Wrong(format!("can't {what} {}: {error}", path.display()))
    }

    /// Returns the exit status of the program.
    pub(crate) const fn status(&self) -> u8 {
        match self {
            Self::Stopped(_) => 1,
            Self::Wrong(_) | Self::Output(_) => 2,
        }
    }
}

/// Input and output fail at the output, the library at an option or the input.
impl<E: Error + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        match (Box::new(error) as Box<dyn Error>).downcast() {
            Ok(error) => Self::Output(*error),
            Err(error) => Self::Wrong(told(error)),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrong(reason) | Self::Stopped(reason) => f.write_str(reason),
            Self::Output(error) => write!(f, "can't write the output: {error}"),
        }
    }
}

/// Returns the message of an error of the library with its causes.
pub(crate) fn told(error: impl fmt::Display) -> String {
    format!("{error:#}")
}

/// Writes an error to standard error. If stderr is closed, the exit status remains.
pub(crate) fn complain(what: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "error: {what}");
}
