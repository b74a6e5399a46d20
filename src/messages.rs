//! The messages of errors, and the conversions between them.

use alloc::format;
use alloc::string::String;

/// Implements `Display` and `Error` for an error type, given the message of each of its values.
///
/// The field after `source` holds an error that says more. The variants after `through` hold one
/// that says everything.
macro_rules! messages {
    (
        $error:ident
        $(, source $source:ident.$field:tt)? $(, through $($(#[$on:meta])? $through:ident),+)?;
        $($value:pat => $message:literal $(, $argument:expr)*;)*
    ) => {
        impl core::fmt::Display for $error {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self {
                    $($value => write!(f, $message $(, $argument)*),)*
                    $($($(#[$on])? Self::$through(error) => core::fmt::Display::fmt(error, f),)+)?
                }
            }
        }

        impl core::error::Error for $error {
            fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
                match self {
                    $(Self::$source { $field: error, .. } => Some(error),)?
                    _ => None,
                }
            }
        }
    };
}

pub(crate) use messages;

/// Implements `From` for a type, given the value that it makes of each other type.
macro_rules! conversions {
    ($of:ident; $($value:ident: $other:ty => $made:expr;)+) => {
        $(
            impl From<$other> for $of {
                fn from($value: $other) -> Self {
                    $made
                }
            }
        )+
    };
}

pub(crate) use conversions;

/// Returns a number and a noun, `1 step` or `2 steps`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
