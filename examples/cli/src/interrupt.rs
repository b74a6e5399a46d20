//! Ctrl-C: the first press asks for an end with what is known, a second one ends the program.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Set by the first Ctrl-C of [`watch`]; an argument for
/// [`Control::cancel`](npuzzle::Control::cancel).
pub(crate) static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The status of programs that were ended by Ctrl-C: 128 and the number of the signal.
const KILLED: i32 = 130;

/// Two presses within this time end the program.
const TWICE: Duration = Duration::from_secs(1);

/// Watches for Ctrl-C from now on. The first press sets [`INTERRUPTED`], the second one ends the
/// program.
pub(crate) fn watch() {
    handle(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            process::exit(KILLED);
        }
    });
}

/// Watches for Ctrl-C from now on. A press ends the boards that are under way, and the next ones
/// are solved. A second press within a second, or before those boards have ended, ends the program.
pub(crate) fn watch_boards() {
    handle(|| {
        if lock().press(Instant::now()) {
            process::exit(KILLED);
        }
    });
}

/// Calls a handler at each Ctrl-C. If that is impossible, Ctrl-C ends the program as usual.
fn handle(handler: impl FnMut() + Send + 'static) {
    // `ctrlc` catches the signal before it starts its thread. Without that thread nobody would
    // answer, so the signal is left alone if the system gives no thread.
    let has_threads = thread::Builder::new()
        .spawn(|| {})
        .is_ok_and(|it| it.join().is_ok());
    if has_threads {
        let _ = ctrlc::set_handler(handler);
    }
}

/// Returns whether Ctrl-C was pressed since [`watch`].
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// A board that is being solved, until this is dropped.
pub(crate) struct UnderWay(usize);

/// Begins a board.
pub(crate) fn begin_board() -> UnderWay {
    UnderWay(lock().begin())
}

impl UnderWay {
    /// Returns the flag that Ctrl-C sets for this board.
    pub(crate) fn flag(&self) -> &'static AtomicBool {
        &FLAGS[self.0]
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        lock().end(self.0);
    }
}

/// Returns, once, whether Ctrl-C was pressed while no board was under way.
pub(crate) fn take_idle_press() -> bool {
    std::mem::take(&mut lock().idle_press)
}

/// The flags of boards under way, by [`Presses::current`]. Two are enough: at a press all boards of
/// the other flag have ended, otherwise the press ends the program.
static FLAGS: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(false)];

static PRESSES: Mutex<Presses> = Mutex::new(Presses {
    current: 0,
    under_way: [0; 2],
    last: None,
    idle_press: false,
});

/// The boards under way, and what Ctrl-C asked for.
struct Presses {
    /// The flag of boards that begin now.
    current: usize,
    /// The number of boards under way, by flag.
    under_way: [usize; 2],
    /// When Ctrl-C was pressed last.
    last: Option<Instant>,
    /// Set if that was while no board was under way. It holds for the next board, or for the wait
    /// for it.
    idle_press: bool,
}

fn lock() -> MutexGuard<'static, Presses> {
    PRESSES.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Presses {
    /// Takes a press; returns whether it ends the program.
    fn press(&mut self, now: Instant) -> bool {
        let other = 1 - self.current;
        let is_second = self
            .last
            .is_some_and(|last| now.saturating_duration_since(last) < TWICE);
        if is_second || self.idle_press || self.under_way[other] > 0 {
            return true;
        }
        self.last = Some(now);
        if self.under_way[self.current] > 0 {
            self.switch();
        } else {
            self.idle_press = true;
        }
        false
    }

    /// Sets the flag of the boards under way; the next boards get the other one.
    fn switch(&mut self) {
        FLAGS[self.current].store(true, Ordering::Relaxed);
        self.current = 1 - self.current;
        FLAGS[self.current].store(false, Ordering::Relaxed);
    }

    fn begin(&mut self) -> usize {
        let flag = self.current;
        self.under_way[flag] += 1;
        if std::mem::take(&mut self.idle_press) {
            self.switch();
        }
        flag
    }

    const fn end(&mut self, flag: usize) {
        self.under_way[flag] -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One test, since all boards of a program share the flags.
    #[test]
    fn a_press_ends_the_boards_under_way_and_a_second_one_the_program() {
        let start = Instant::now();
        let after = |seconds: u64| start + Duration::from_secs(seconds);
        let is_set = |board: &UnderWay| board.flag().load(Ordering::Relaxed);

        let (first, second) = (begin_board(), begin_board());
        assert!(!is_set(&first) && !is_set(&second));
        assert!(!lock().press(after(0)));
        assert!(is_set(&first) && is_set(&second));
        let third = begin_board();
        assert!(!is_set(&third), "the next board is solved");
        assert!(lock().press(after(9)), "the first board has not ended");
        drop((first, second));
        assert!(lock().press(start + TWICE / 2), "twice within a second");
        assert!(!lock().press(after(10)));
        assert!(is_set(&third));
        drop(third);

        assert!(!lock().press(after(20)), "no board is under way");
        let next = begin_board();
        assert!(is_set(&next), "the press holds for the next one");
        drop(next);
        assert!(!is_set(&begin_board()), "and for no other");
        assert!(!take_idle_press());
        assert!(!lock().press(after(30)));
        assert!(take_idle_press(), "or for the wait for it");
        assert!(!is_set(&begin_board()));
        assert!(!lock().press(after(40)));
        assert!(lock().press(after(50)), "nobody has answered the last one");
        assert!(take_idle_press());
    }
}
