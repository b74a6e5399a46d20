//! The messages of errors, and the conversions between them.

use alloc::format;
use alloc::string::String;
use core::error::Error;
use core::fmt;

/// Implements `Display` and `Error` for an error type, given the message of each of its values and
/// the variants that hold their cause: with its type, if it becomes that variant by `From`.
macro_rules! messages {
    (
        $error:ident $(, caused by $($cause:ident $(($of:ty))?),+)?;
        $($value:pat => $message:literal $(, $argument:expr)*;)*
    ) => {
        impl core::fmt::Display for $error {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self {
                    $($value => write!(f, $message $(, $argument)*),)*
                }?;
                $crate::messages::write_causes(self, f)
            }
        }

        impl core::error::Error for $error {
            fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
                match self {
                    $($(Self::$cause(error) => Some(error),)+)?
                    _ => None,
                }
            }
        }

        $($($($crate::messages::conversions! { $error; error: $of => Self::$cause(error); })?)+)?
    };
}

pub(crate) use messages;

/// Writes the causes of an error after its own message, in the form `{:#}`.
pub(crate) fn write_causes(error: &dyn Error, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match error.source() {
        Some(cause) if f.alternate() => write!(f, ": {cause:#}"),
        _ => Ok(()),
    }
}

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
