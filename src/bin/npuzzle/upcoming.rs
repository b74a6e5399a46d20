//! The boards to solve, one after the other.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use npuzzle::{DynBoard, Goal};

use crate::failure::in_words;
use crate::input::{Input, Origin};
use crate::interrupt::is_interrupted;
use crate::report::{self, Report};

/// The boards of the input. What is not a board is reported in its place.
///
/// The solver's threads pull from it, one at a time.
pub(crate) struct Upcoming<'s> {
    report: &'s Mutex<Report>,
    goal: &'s Goal,
    inputs: Receiver<Input>,
    /// A board that was handed out and came back.
    back: Option<DynBoard>,
    /// A board that was read, but not handed out.
    ahead: Option<(Origin, DynBoard)>,
}

/// How often a wait for input looks whether it is still wanted.
const PATIENCE: Duration = Duration::from_millis(50);

/// A board that no other follows within this time is solved alone, on all threads. Only its time
/// depends on that, not its answer.
const ALONE: Duration = Duration::from_millis(20);

impl<'s> Upcoming<'s> {
    pub(crate) const fn new(
        report: &'s Mutex<Report>,
        goal: &'s Goal,
        inputs: Receiver<Input>,
    ) -> Self {
        Self {
            report,
            goal,
            inputs,
            back: None,
            ahead: None,
        }
    }

    /// Takes a board back that was handed out last: it comes next again.
    pub(crate) fn put_back(&mut self, board: DynBoard) {
        self.back = Some(board);
    }

    /// Returns whether no other board follows soon.
    pub(crate) fn is_alone(&mut self) -> bool {
        if self.ahead.is_none() {
            self.ahead = self.fetch(Some(Instant::now() + ALONE));
        }
        self.ahead.is_none()
    }

    /// Reads the next board; `None` at the end, or if it has not come until then.
    fn fetch(&self, until: Option<Instant>) -> Option<(Origin, DynBoard)> {
        loop {
            if is_interrupted() || report::lock(self.report).has_failed() {
                return None;
            }
            let left = until.map_or(PATIENCE, |until| {
                until.saturating_duration_since(Instant::now())
            });
            let Input { origin, board } = match self.inputs.recv_timeout(left.min(PATIENCE)) {
                Ok(input) => input,
                Err(RecvTimeoutError::Timeout) if until.is_none_or(|it| Instant::now() < it) => {
                    continue;
                }
                Err(_) => return None,
            };
            let board = board.and_then(|board| match self.goal.fits(board.shape()) {
                Ok(()) => Ok(board),
                Err(error) => Err(in_words(&error)),
            });
            match board {
                Ok(board) => return Some((origin, board)),
                Err(error) => report::lock(self.report).malformed(origin, error),
            }
        }
    }
}

impl Iterator for Upcoming<'_> {
    type Item = DynBoard;

    fn next(&mut self) -> Option<DynBoard> {
        if let Some(board) = self.back.take() {
            return Some(board);
        }
        let (origin, board) = match self.ahead.take() {
            // After Ctrl-C no further board is begun.
            Some(_) if is_interrupted() => return None,
            Some(ahead) => ahead,
            None => self.fetch(None)?,
        };
        report::lock(self.report).expect(origin);
        Some(board)
    }
}
