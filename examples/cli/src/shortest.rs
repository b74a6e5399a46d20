//! All shortest solutions of a board: their number, and the first of them in the order of letters.

use std::collections::BinaryHeap;

use npuzzle::notation::Notation;
use npuzzle::{AllOptimal, Control, Metric, SolveError};

use crate::answer::Found;

/// Counts solutions, and keeps the first `most` in the order of the letters of a notation; of
/// arrows in the order of the letters of tiles. Each call of the search gets a control, given
/// the expansions before it.
pub(crate) fn count<'a>(
    mut solutions: AllOptimal,
    metric: Metric,
    (most, notation): (usize, Notation),
    mut control: impl FnMut(u64) -> Control<'a>,
) -> Result<Found, SolveError> {
    let notation = match notation {
        Notation::Blank => Notation::Blank,
        _ => Notation::Tile,
    };
    // The last of those that are kept is on top.
    let (mut number, mut kept) = (0, BinaryHeap::new());
    let stopped = loop {
        let moves = match solutions.next_with(control(solutions.stats().expanded)) {
            Ok(Some(moves)) => moves,
            Ok(None) => break None,
            Err(SolveError::Stopped(known)) => break known.reason,
            Err(error) => return Err(error),
        };
        number += 1;
        let letters = moves.display_as(notation).to_string();
        if kept.len() < most {
            kept.push((letters, moves));
        } else if let Some(mut last) = kept.peek_mut().filter(|last| letters < last.0) {
            *last = (letters, moves);
        }
    };
    let first = kept.into_sorted_vec().into_iter().map(|(_, moves)| moves);
    Ok(Found {
        metric,
        length: Some(solutions.length()),
        lower_bound: solutions.length(),
        moves: first.collect(),
        // Finding the length has found a solution.
        number: Some(number.max(1)),
        stopped,
        stats: solutions.stats(),
        ..Found::default()
    })
}
