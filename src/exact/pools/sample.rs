//! Random paths of a round.

use alloc::vec::Vec;

use super::pool_tables::PoolTables;
use super::{LONG_ROUND, PATHS};
use crate::canonical::CanonicalBoard;
use crate::exact::automaton::REFUSED;
use crate::heuristic::Heuristic;
use crate::runtime::{OutOfMemory, Pace, reserved};
use crate::sample::seeded;
use crate::side::Side;

#[derive(Clone, Copy, Debug)]
pub(super) struct PathStep {
    /// The tile that moves, named by the cell that it must reach.
    pub(super) tile: u8,
    /// The tile's cells before and after.
    pub(super) from: u8,
    pub(super) to: u8,
    /// The moves that the bound leaves after it.
    pub(super) left: u16,
}

/// The most boards searched, far more than the first long round has: a forged round may be endless.
const MOST_SEEN: u64 = 100 * LONG_ROUND;

/// Searches the round of a bound, and returns paths to some of its boards, all boards equally
/// likely (reservoir sampling, Vitter 1985). The same arguments give the same paths.
pub(super) async fn paths(
    tables: &PoolTables,
    board: &CanonicalBoard,
    bound: usize,
    pace: &mut Pace,
) -> Result<Vec<Vec<PathStep>>, OutOfMemory> {
    let by = &tables.base_tables;
    let (rows, turns) = tables.automaton.rows();
    let mut next = seeded(0);
    let mut kept: Vec<Vec<PathStep>> = reserved(PATHS)?;
    let mut path: Vec<PathStep> = reserved(bound)?;
    // Boards to search below, with the state of the automaton and the last move.
    let mut stack = Vec::from([(board.clone(), by.evaluate(board), 0, None)]);
    let mut seen = 0_u64;
    while let Some((board, state, automaton, last)) = stack.pop().filter(|_| seen < MOST_SEEN) {
        let left = last.map_or(bound, |last: PathStep| last.left.into());
        if let Some(last) = last {
            path.truncate(bound - left - 1);
            path.push(last);
            seen += 1;
            if kept.len() < PATHS {
                kept.push(path.clone());
            } else {
                let random = (u64::from(next()) * seen) >> 32;
                if let Some(old) = kept.get_mut(random as usize) {
                    old.clone_from(&path);
                }
            }
        }
        // The first move is popped first.
        for (turn, side) in Side::ALL.into_iter().enumerate().take(turns).rev() {
            let automaton = rows[usize::from(automaton) * turns + turn];
            let from = side.entered(board.shape, board.blank);
            let Some(from) = from.filter(|_| automaton != REFUSED) else {
                continue;
            };
            pace.spend(150).await;
            let state = by.update(&state, &board, from);
            if by.estimate(&state) as usize >= left {
                continue;
            }
            let last = PathStep {
                tile: board.cells[from] as u8,
                from: from as u8,
                to: board.blank as u8,
                left: (left - 1) as u16,
            };
            stack.push((board.after(from), state, automaton, Some(last)));
        }
    }
    Ok(kept)
}
