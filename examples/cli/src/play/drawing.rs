//! A board that needs a number of moves, looked for in a thread: it may take seconds.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use npuzzle::{Control, DynBoard, Goal, Shape, Solver};

use crate::failure::in_words;

/// Expanded boards for a board: some seconds.
const EFFORT: u64 = 50_000_000;

/// The time that a look waits for news.
const WAIT: Duration = Duration::from_millis(1);

/// A board that is looked for. When it is dropped, the search ends.
pub(crate) struct Drawing {
    pub(crate) goal: Goal,
    pub(crate) moves: usize,
    news: Receiver<Result<DynBoard, String>>,
    is_cancelled: Arc<AtomicBool>,
}

impl Drawing {
    /// Begins to look for a board.
    pub(crate) fn new(shape: Shape, goal: &Goal, moves: usize, seed: u64) -> Self {
        let (sender, news) = mpsc::channel();
        let is_cancelled = Arc::new(AtomicBool::new(false));
        let drawing = Self {
            goal: goal.clone(),
            moves,
            news,
            is_cancelled: Arc::clone(&is_cancelled),
        };
        let solver = Solver::builder().goal(goal.clone()).threads(1).build();
        thread::spawn(move || {
            let mut control = Control::new().max_nodes(EFFORT).cancel(&is_cancelled);
            let board = solver.at_distance(shape, moves, seed, &mut control);
            // Nobody may be waiting any more.
            let _ = sender.send(board.map_err(|error| in_words(&error)));
        });
        drawing
    }

    /// Returns the board, or why there is none, once that is known.
    pub(crate) fn look(&self) -> Option<Result<DynBoard, String>> {
        match self.news.recv_timeout(WAIT) {
            Ok(news) => Some(news),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Err("the search has failed".to_owned())),
        }
    }
}

impl Drop for Drawing {
    fn drop(&mut self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }
}
