//! The answers, printed in the order of the input.

use std::collections::VecDeque;
use std::io::{self, BufWriter, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use indicatif::ProgressBar;
use npuzzle::notation::Notation;
use serde::Serialize;

use crate::answer::Answer;
use crate::failure::complain;
use crate::input::Origin;
use crate::json::write_line;
use crate::resume::Kept;

/// Prints answers in the order of the input, each as soon as it and all before it are known.
///
/// Threads read and solve; this is what they share, behind a lock.
pub(crate) struct Report {
    out: BufWriter<Box<dyn Write + Send>>,
    is_json: bool,
    /// The notation of printed moves.
    notation: Notation,
    progress: ProgressBar,
    /// Lines read but not answered yet, in order; the first is always awaited.
    waiting: VecDeque<Waiting>,
    boards: usize,
    solved: usize,
    status: u8,
    /// Set if a board had no solution when its time was over.
    lacks_time: bool,
    /// Reasons why nothing more can be printed.
    failure: Option<io::Error>,
}

enum Waiting {
    Awaited(Origin),
    /// A line that is not a board, and the reason.
    Malformed(Origin, String),
}

/// Returns the answers, to add one: what a panicking thread left is whole.
pub(crate) fn lock(report: &Mutex<Report>) -> MutexGuard<'_, Report> {
    report.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Report {
    pub(crate) fn new(
        out: Box<dyn Write + Send>,
        is_json: bool,
        notation: Notation,
        kept: Kept,
        progress: ProgressBar,
    ) -> Self {
        Self {
            out: BufWriter::new(out),
            is_json,
            notation,
            progress,
            waiting: VecDeque::new(),
            boards: kept.boards,
            solved: kept.solved,
            status: kept.status,
            lacks_time: false,
            failure: None,
        }
    }

    /// Keeps a place for the answer of a board.
    pub(crate) fn expect(&mut self, origin: Origin) {
        self.waiting.push_back(Waiting::Awaited(origin));
    }

    /// Says why something is not a board, after the answers of all before it.
    pub(crate) fn malformed(&mut self, origin: Origin, error: String) {
        self.waiting.push_back(Waiting::Malformed(origin, error));
        self.print_known();
    }

    /// Prints the answer of the first board that is expected.
    pub(crate) fn answer(&mut self, answer: impl FnOnce(Origin) -> Answer) {
        if let Some(Waiting::Awaited(origin)) = self.waiting.pop_front() {
            self.print(&answer(origin));
        }
        self.print_known();
    }

    /// Returns the number of boards that were answered, and of those that were solved.
    pub(crate) const fn counts(&self) -> (usize, usize) {
        (self.boards, self.solved)
    }

    /// Returns whether nothing more can be printed.
    pub(crate) const fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// Returns whether a board had no solution when its time was over.
    pub(crate) const fn lacks_time(&self) -> bool {
        self.lacks_time
    }

    /// Says that not all boards were answered.
    pub(crate) fn cut_short(&mut self) {
        self.status = self.status.max(1);
    }

    /// Prints a last object, if there is one, and returns the exit status. Nothing is printed after
    /// this.
    pub(crate) fn finish(mut self, last: Option<&impl Serialize>) -> io::Result<u8> {
        self.progress.finish_and_clear();
        if let Some(error) = self.failure {
            return Err(error);
        }
        if let Some(last) = last {
            write_line(&mut self.out, last)?;
        }
        self.out.flush()?;
        Ok(self.status)
    }

    fn print_known(&mut self) {
        while let Some(Waiting::Malformed(..)) = self.waiting.front() {
            if let Some(Waiting::Malformed(origin, error)) = self.waiting.pop_front() {
                self.print(&Answer::malformed(origin, error));
            }
        }
    }

    fn print(&mut self, answer: &Answer) {
        self.boards += usize::from(answer.is_board());
        self.solved += usize::from(answer.is_solution());
        self.status = self.status.max(answer.status());
        self.lacks_time |= answer.lacks_time();
        if self.failure.is_some() {
            return;
        }
        let notation = self.notation;
        let Self { out, is_json, .. } = self;
        let printed = self.progress.suspend(|| {
            if *is_json {
                write_line(&mut *out, &answer.json(notation))?;
            } else {
                match answer.in_words(notation) {
                    Ok(words) => writeln!(out, "{words}")?,
                    Err(words) => complain(words),
                }
            }
            answer.contradiction().iter().for_each(complain);
            out.flush()
        });
        self.failure = printed.err();
    }
}
