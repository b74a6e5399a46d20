//! Whole spaces of boards by plain breadth-first search, a slide of several tiles being one move.

use std::collections::{HashMap, VecDeque};

use npuzzle::{DynBoard, Goal, Shape};

/// Returns every board that leads to the goal, with the fewest slides it needs: a slide of several
/// tiles is one.
pub(crate) fn distances(shape: Shape, goal: &Goal) -> HashMap<DynBoard, usize> {
    distances_up_to(usize::MAX, shape, goal)
}

/// The same for the boards that need at most this many slides.
pub(crate) fn distances_up_to(most: usize, shape: Shape, goal: &Goal) -> HashMap<DynBoard, usize> {
    let goal = goal.board(shape).expect("the goal fits the shape");
    let mut distances = HashMap::from([(goal.clone(), 0)]);
    let mut queue = VecDeque::from([goal]);
    while let Some(board) = queue.pop_front() {
        let distance = distances[&board];
        if distance == most {
            break;
        }
        for direction in board.legal_moves() {
            let mut next = board.clone();
            while next.slide(direction).is_ok() {
                if !distances.contains_key(&next) {
                    distances.insert(next.clone(), distance + 1);
                    queue.push_back(next.clone());
                }
            }
        }
    }
    distances
}
