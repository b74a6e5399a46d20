//! Ctrl-C: the first press cancels the search and prints the bound so far, the second ends the
//! program.

use std::process;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use npuzzle::Control;

/// Set by the first Ctrl-C; an argument for [`Control::cancel`](npuzzle::Control::cancel).
pub(crate) static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The exit status of a program that Ctrl-C ended: 128 plus the number of the signal.
const KILLED: i32 = 130;

/// Handles Ctrl-C from now on. If that is impossible, Ctrl-C ends the program as usual.
pub(crate) fn watch() {
    static WATCHED: Once = Once::new();
    let handle = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            process::exit(KILLED);
        }
    };
    WATCHED.call_once(|| drop(ctrlc::set_handler(handle)));
}

/// Returns whether Ctrl-C was pressed since [`watch`].
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Returns the limits of a call that Ctrl-C cancels, and a timeout if there is one.
pub(crate) fn control<'a>(timeout: Option<Duration>) -> Control<'a> {
    watch();
    let control = Control::new().cancel(&INTERRUPTED);
    match timeout {
        Some(timeout) => control.timeout(timeout),
        None => control,
    }
}
