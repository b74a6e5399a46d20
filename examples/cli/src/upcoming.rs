//! The boards to solve, one after the other.

use std::sync::Mutex;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use npuzzle::{DynBoard, Goal};

use crate::failure::in_words;
use crate::input::{Input, Inputs, Origin};
use crate::interrupt::take_idle_press;
use crate::report::{self, Report};
use crate::resume::Answered;

/// The boards of the input. What is not a board is reported in its place.
///
/// The solver's threads pull from it, one at a time.
pub(crate) struct Upcoming<'s> {
    report: &'s Mutex<Report>,
    goal: &'s Goal,
    inputs: Inputs,
    /// The answers of an earlier run.
    answered: Answered,
    end: Option<End>,
    /// A board that was handed out and came back.
    back: Option<DynBoard>,
    /// A board that was read, but not handed out.
    ahead: Option<(Origin, DynBoard)>,
}

/// A reason to end the boards before the input ends.
pub(crate) enum End {
    /// Ctrl-C, while no board was solved.
    Interrupted,
    /// The answers of an earlier run belong to another input.
    OtherInput(String),
}

/// The number of times that a wait for input looks whether it is still wanted.
const PATIENCE: Duration = Duration::from_millis(50);

/// A board that no other follows within this time is solved alone, on all threads. Only its time
/// depends on that, not its answer.
const ALONE: Duration = Duration::from_millis(20);

impl<'s> Upcoming<'s> {
    pub(crate) const fn new(
        report: &'s Mutex<Report>,
        goal: &'s Goal,
        inputs: Inputs,
        answered: Answered,
    ) -> Self {
        Self {
            report,
            goal,
            inputs,
            answered,
            end: None,
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
        if self.ahead.is_none() && self.inputs.keeps_time() {
            self.ahead = self.fetch(Some(Instant::now() + ALONE));
        }
        self.ahead.is_none()
    }

    /// Returns what ended the boards before the input ended, or says that the answers of an earlier
    /// run belong to another input.
    pub(crate) fn into_end(self) -> Option<End> {
        let left_over = || self.answered.left_over().map(End::OtherInput);
        self.end.or_else(left_over)
    }

    /// Reads the next board; `None` at the end, or if it has not come until then.
    fn fetch(&mut self, until: Option<Instant>) -> Option<(Origin, DynBoard)> {
        loop {
            if self.end.is_some() || report::lock(self.report).has_failed() {
                return None;
            }
            let left = until.map_or(PATIENCE, |until| {
                until.saturating_duration_since(Instant::now())
            });
            let Input { origin, board } = match self.inputs.next(left.min(PATIENCE)) {
                Ok(input) => input,
                Err(RecvTimeoutError::Timeout) if until.is_none_or(|it| Instant::now() < it) => {
                    if take_idle_press() {
                        self.end = Some(End::Interrupted);
                    }
                    continue;
                }
                Err(_) => return None,
            };
            let board = board.and_then(|board| match self.goal.fits(board.shape()) {
                Ok(()) => Ok(board),
                Err(error) => Err(in_words(&error)),
            });
            let text = board.as_ref().ok().map(DynBoard::to_string);
            match (self.answered.take(&origin, text.as_deref()), board) {
                (Ok(true), _) => {}
                (Ok(false), Ok(board)) => return Some((origin, board)),
                (Ok(false), Err(error)) => report::lock(self.report).malformed(origin, error),
                (Err(error), _) => self.end = Some(End::OtherInput(error)),
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
            Some(ahead) => ahead,
            None => self.fetch(None)?,
        };
        report::lock(self.report).expect(origin);
        Some(board)
    }
}
