//! The searches of textbooks, which keep every board that they have seen: breadth-first search, A\*
//! and bidirectional breadth-first search.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::mem;

use npuzzle::{DynBoard, Goal};

use crate::interrupt::is_interrupted;

/// The most boards that a search keeps.
const MOST_BOARDS: usize = 1_000_000;

/// The result of a search: the length of a shortest solution, and the boards in memory at the end,
/// those whose moves were tried and those that wait.
type Found = (usize, usize);

/// A search from one board to another; `None` if a limit comes first, or there is no solution.
pub(crate) type Search = fn(&DynBoard, &DynBoard, &mut Count) -> Option<Found>;

/// Each search with its name.
pub(crate) const ALL: [(&str, Search); 3] = [
    ("breadth-first", breadth_first),
    ("a*", a_star),
    ("bidirectional", bidirectional),
];

/// The number of boards whose moves were tried, and its limit.
pub(crate) struct Count {
    pub(crate) expanded: u64,
    pub(crate) limit: u64,
}

impl Count {
    /// Returns the boards one move away; `None` at a limit.
    fn expand(&mut self, board: &DynBoard, kept: usize) -> Option<Vec<DynBoard>> {
        if self.expanded >= self.limit || kept >= MOST_BOARDS || is_interrupted() {
            return None;
        }
        self.expanded += 1;
        Some(board.neighbours().map(|(_, next)| next).collect())
    }
}

/// Expands boards in the order in which they were found, until the goal is found.
fn breadth_first(start: &DynBoard, goal: &DynBoard, count: &mut Count) -> Option<Found> {
    let mut seen = HashMap::from([(start.clone(), 0)]);
    let mut waiting = VecDeque::from([start.clone()]);
    while !seen.contains_key(goal) {
        let board = waiting.pop_front()?;
        let depth = seen[&board] + 1;
        for next in count.expand(&board, seen.len())? {
            if !seen.contains_key(&next) {
                seen.insert(next.clone(), depth);
                waiting.push_back(next);
            }
        }
    }
    Some((seen[goal], seen.len()))
}

/// Expands the board with the least sum of moves made and Manhattan distance left, of equals one
/// with the most moves made, until that board is the goal. The distance is consistent, so no board
/// is expanded twice.
fn a_star(start: &DynBoard, goal: &DynBoard, count: &mut Count) -> Option<Found> {
    let by_goal = Goal::from(goal.clone());
    let waiting = |board: DynBoard, depth: usize| {
        let left = board.manhattan(&by_goal);
        Reverse((depth + left, left, board))
    };
    let mut seen = HashMap::from([(start.clone(), 0)]);
    let mut open = BinaryHeap::from([waiting(start.clone(), 0)]);
    loop {
        let Reverse((sum, left, board)) = open.pop()?;
        let depth = seen[&board];
        if board == *goal {
            return Some((depth, seen.len()));
        }
        if sum > depth + left {
            continue; // a shorter path was found later
        }
        for next in count.expand(&board, seen.len())? {
            if seen.get(&next).is_none_or(|&known| depth + 1 < known) {
                seen.insert(next.clone(), depth + 1);
                open.push(waiting(next, depth + 1));
            }
        }
    }
}

/// Expands the smaller frontier of two searches, from the board and from the goal, depth after
/// depth. The first board that both have seen is on a shortest solution: the depths before had no
/// such board.
fn bidirectional(start: &DynBoard, goal: &DynBoard, count: &mut Count) -> Option<Found> {
    let mut seen = [start, goal].map(|it| HashMap::from([(it.clone(), 0)]));
    let mut frontiers = [start, goal].map(|it| vec![it.clone()]);
    if start == goal {
        return Some((0, 1));
    }
    loop {
        let side = usize::from(frontiers[1].len() < frontiers[0].len());
        if frontiers[side].is_empty() {
            return None;
        }
        for board in mem::take(&mut frontiers[side]) {
            let depth = seen[side][&board] + 1;
            let kept = seen[0].len() + seen[1].len();
            for next in count.expand(&board, kept)? {
                if let Some(other) = seen[1 - side].get(&next) {
                    return Some((depth + other, kept));
                }
                if !seen[side].contains_key(&next) {
                    seen[side].insert(next.clone(), depth);
                    frontiers[side].push(next);
                }
            }
        }
    }
}
