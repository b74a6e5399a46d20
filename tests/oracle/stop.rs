//! Every way to stop a call.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::panic::RefUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use npuzzle::{Control, Reason, Status};

/// Stops a call after `enough` expansions by a clock that jumps, by a flag, by a callback and by
/// its panic; `check` receives the result of the call, and the reason.
pub(crate) fn stop<T>(
    enough: u64,
    call: impl Fn(Control<'_>) -> T + RefUnwindSafe,
    check: impl Fn(T, Reason),
) {
    let (time, flag, breaks) = (Cell::new(0), AtomicBool::new(false), Cell::new(0));
    let clock = || Duration::from_secs(time.get());
    let control = || Control::new().timeout(Duration::from_secs(1)).clock(clock);
    let is_over = |known: &Status| known.stats.expanded > enough;
    let by_clock = control().on_progress(|known| {
        time.set(is_over(known).into());
        ControlFlow::Continue(())
    });
    check(call(by_clock), Reason::TimeLimit);
    time.set(0);
    let by_flag = control().cancel(&flag).on_progress(|known| {
        let was_set = flag.load(Ordering::Relaxed);
        assert!(!was_set, "the flag is looked at before");
        flag.store(is_over(known), Ordering::Relaxed);
        ControlFlow::Continue(())
    });
    check(call(by_flag), Reason::Cancelled);
    // A callback that breaks is not called again.
    let by_callback = control().on_progress(|known| {
        assert_eq!((known.reason, breaks.get()), (None, 0));
        if is_over(known) {
            breaks.set(1);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    check(call(by_callback), Reason::Cancelled);
    assert_eq!(breaks.get(), 1);
    // A panic of a callback ends the call and its threads.
    let caught = std::panic::catch_unwind(|| {
        let control = Control::new().on_progress(|known| {
            assert!(known.stats.expanded <= enough, "as it should");
            ControlFlow::Continue(())
        });
        call(control);
    });
    assert!(caught.is_err());
}
