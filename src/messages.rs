//! The messages of errors.

use core::fmt;

/// Implements `Display` and `Error` for an error type, given the message of each of its values.
///
/// The variants after `through` hold an error that says everything: its message and its source are
/// those of the whole. The variants after `source` hold one that says more.
macro_rules! messages {
    (
        $error:ident $(, through $($through:ident),+)? $(, source $source:ident)?;
        $($value:pat => $message:literal $(, $argument:expr)*;)*
    ) => {
        impl core::fmt::Display for $error {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self {
                    $($value => write!(f, $message $(, $argument)*),)*
                    $($(Self::$through(error) => core::fmt::Display::fmt(error, f),)+)?
                }
            }
        }

        impl core::error::Error for $error {
            $(
                fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
                    match self {
                        $(Self::$through(error) => error.source(),)+
                        _ => None,
                    }
                }
            )?
            $(
                fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
                    match self {
                        Self::$source { error, .. } => Some(error),
                        _ => None,
                    }
                }
            )?
        }
    };
}

pub(crate) use messages;

/// Prints a number and a noun, `1 step` or `2 steps`.
pub(crate) struct Counted(pub(crate) usize, pub(crate) &'static str);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.0 == 1 { "" } else { "s" };
        write!(f, "{} {}{plural}", self.0, self.1)
    }
}
