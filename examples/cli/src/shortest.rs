//! All shortest solutions of a board: their number, and the first of them in the order of letters.

use std::collections::BinaryHeap;

use npuzzle::notation::Notation;
use npuzzle::{AllOptimal, Control, Metric, Moves, Reason, SolveError, Stats};

/// The shortest solutions of a board, as far as they were counted.
pub(crate) struct Shortest {
    pub(crate) metric: Metric,
    pub(crate) length: usize,
    /// At least this number exist, exactly if nothing stopped the count.
    pub(crate) number: u64,
    pub(crate) stopped: Option<Reason>,
    /// The first of those that were counted.
    pub(crate) first: Vec<Moves>,
    pub(crate) stats: Stats,
}

impl Shortest {
    /// Counts solutions, and keeps the first `most` in the order of the letters of a notation; of
    /// arrows in the order of the letters of tiles. Each call of the search gets a control, given
    /// the expansions before it.
    pub(crate) fn count<'a>(
        mut solutions: AllOptimal,
        metric: Metric,
        (most, notation): (usize, Notation),
        mut control: impl FnMut(u64) -> Control<'a>,
    ) -> Result<Self, SolveError> {
        let notation = match notation {
            Notation::Blank => Notation::Blank,
            _ => Notation::Tile,
        };
        let (mut number, mut stopped) = (0, None);
        // The last of those that are kept is on top.
        let mut kept = BinaryHeap::new();
        loop {
            let moves = match solutions.next_with(control(solutions.stats().expanded)) {
                Ok(Some(moves)) => moves,
                Ok(None) => break,
                Err(SolveError::Stopped(known)) => {
                    stopped = known.reason;
                    break;
                }
                Err(error) => return Err(error),
            };
            number += 1;
            let letters = moves.display_as(notation).to_string();
            if kept.len() < most {
                kept.push((letters, moves));
            } else if let Some(mut last) = kept.peek_mut().filter(|last| letters < last.0) {
                *last = (letters, moves);
            }
        }
        let first = kept.into_sorted_vec().into_iter().map(|(_, moves)| moves);
        Ok(Self {
            metric,
            length: solutions.length(),
            // Finding the length has found a solution.
            number: number.max(1),
            stopped,
            first: first.collect(),
            stats: solutions.stats(),
        })
    }
}
