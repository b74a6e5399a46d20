//! Ctrl-C: the first one asks for an end with what is known, the second one ends at once.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set by the first Ctrl-C; what [`Control::cancel`](npuzzle::Control::cancel) takes.
pub(crate) static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The status of programs that were ended by Ctrl-C: 128 and the number of the signal.
const KILLED: i32 = 130;

/// Watches for Ctrl-C from now on. If that is impossible, Ctrl-C ends the program as usual.
pub(crate) fn watch() {
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            process::exit(KILLED);
        }
    });
}

/// Returns whether Ctrl-C was pressed.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
