//! Whole spaces of boards by plain breadth-first search: slow, and obviously right.

use std::collections::{HashMap, VecDeque};

use npuzzle::{DynBoard, Goal, Shape};

/// Returns every board that leads to the goal, with the fewest moves it needs.
pub(crate) fn distances(shape: Shape, goal: &Goal) -> HashMap<DynBoard, usize> {
    let goal = goal.board(shape).expect("the goal fits the shape");
    let mut distances = HashMap::from([(goal.clone(), 0)]);
    let mut queue = VecDeque::from([goal]);
    while let Some(board) = queue.pop_front() {
        let distance = distances[&board];
        for direction in board.legal_moves() {
            let mut next = board.clone();
            next.slide(direction).expect("a legal move");
            if !distances.contains_key(&next) {
                distances.insert(next.clone(), distance + 1);
                queue.push_back(next);
            }
        }
    }
    distances
}
