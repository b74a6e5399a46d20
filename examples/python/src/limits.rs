//! The limits of a call, and Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use std::{ops::ControlFlow, panic, thread};

use ::npuzzle::Control;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::input::Count;

/// The time between two checks for Ctrl-C, which wait for the interpreter's lock.
const LOOK: Duration = Duration::from_millis(50);

/// The limits of a call.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    timeout: Option<Duration>,
    max_nodes: Option<u64>,
}

impl Limits {
    pub(crate) fn new(seconds: Option<f64>, max_nodes: Option<Count>) -> PyResult<Self> {
        let timeout = seconds.map(|seconds| {
            Duration::try_from_secs_f64(seconds)
                .map_err(|error| PyValueError::new_err(format!("timeout={seconds}: {error}")))
        });
        Ok(Self {
            timeout: timeout.transpose()?,
            max_nodes: max_nodes.map(|expansions| expansions.0),
        })
    }

    pub(crate) fn control<'a>(self) -> Control<'a> {
        let mut control = Control::new();
        if let Some(timeout) = self.timeout {
            control = control.timeout(timeout);
        }
        match self.max_nodes {
            Some(expansions) => control.max_nodes(expansions),
            None => control,
        }
    }

    /// Does work on this thread without the interpreter's lock; Ctrl-C cancels it.
    pub(crate) fn run<T: Send>(
        self,
        py: Python<'_>,
        work: impl FnOnce(Control<'_>) -> T + Send,
    ) -> PyResult<T> {
        let mut interrupt = None;
        let mut looked = Instant::now();
        let result = py.detach(|| {
            let control = self.control().on_progress(|_| {
                if looked.elapsed() < LOOK {
                    return ControlFlow::Continue(());
                }
                looked = Instant::now();
                interrupt = interrupt.take().or_else(pressed);
                match interrupt {
                    None => ControlFlow::Continue(()),
                    Some(_) => ControlFlow::Break(()),
                }
            });
            work(control)
        });
        interrupt.map_or(Ok(result), Err)
    }
}

/// Does work on a thread of its own without the interpreter's lock; Ctrl-C sets its flag, and so does
/// an exception of `look`, which is called now and then meanwhile, on this thread.
///
/// Only the thread of the caller receives signals, and [`npuzzle::Solver::solve_each`] does not
/// return to it.
pub(crate) fn aside<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
    mut look: impl FnMut(Python<'_>) -> PyResult<()> + Send,
) -> PyResult<T> {
    let is_cancelled = AtomicBool::new(false);
    let mut interrupt = None;
    let result = py.detach(|| {
        thread::scope(|scope| {
            let (done, is_done) = channel::<()>();
            let worker = thread::Builder::new().spawn_scoped(scope, || {
                let _done = done; // its end is the signal
                work(&is_cancelled)
            })?;
            while is_done.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                interrupt = interrupt
                    .take()
                    .or_else(|| pressed().or_else(|| Python::attach(&mut look).err()));
                is_cancelled.store(interrupt.is_some(), Ordering::Relaxed);
            }
            Ok::<_, std::io::Error>(worker.join().unwrap_or_else(|it| panic::resume_unwind(it)))
        })
    })?;
    interrupt.map_or(Ok(result), Err)
}

/// Returns KeyboardInterrupt, or what another handler of a signal raises, if there was a signal.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method is not general enough in its lifetime"
)]
fn pressed() -> Option<PyErr> {
    Python::attach(|py| py.check_signals()).err()
}
