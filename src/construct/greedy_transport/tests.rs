use alloc::vec::Vec;

use super::{PRICE_UNIT, PathPlanner};
use crate::canonical::CanonicalBoard;
use crate::construct::workspace::Workspace;
use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::runtime::block_on;
use crate::shape::Shape;
use crate::side::Side;

fn workspace([rows, cols, layers]: [usize; 3], seed: u64) -> Workspace {
    let shape = Shape::new(rows, cols, layers).expect("a shape");
    let board = DynBoard::from_seed(shape, seed);
    let board = CanonicalBoard::new(&board, &Goal::BlankLast).expect("a goal of the shape");
    block_on(async |pace| Workspace::new(&board, pace).await).unwrap()
}

/// Returns the sum over tiles and axes of the squares of distances, which transport decreases.
fn squares(workspace: &Workspace) -> i32 {
    let tiles = (0..workspace.at.len()).filter(|&cell| cell != workspace.blank);
    let of = |cell: usize| {
        workspace
            .displacement
            .iter()
            .map(|it| it[cell].pow(2))
            .sum::<i32>()
    };
    tiles.map(of).sum()
}

/// Goes a path; returns its worth minus its price.
fn go(workspace: &mut Workspace, steps: &[Side], price: i32) -> i32 {
    let before = squares(workspace);
    for &side in steps {
        workspace.go(side);
    }
    PRICE_UNIT * (before - squares(workspace)) - price * steps.len() as i32
}

/// Extends the path by each step that keeps it to turning back along one axis at most, and there
/// only from row to row; returns the worth of the best.
fn best(
    workspace: &Workspace,
    path: &mut Vec<Side>,
    along: usize,
    reach: usize,
    price: i32,
) -> i32 {
    let mut copy = workspace.clone();
    let mut most = go(&mut copy, path, price);
    for side in Side::ALL {
        let Some(cell) = copy.beside(copy.blank, side) else {
            continue;
        };
        let (start, there) = (
            workspace.coordinates(workspace.blank),
            workspace.coordinates(cell),
        );
        let is_far = (0..3).any(|axis| start[axis].abs_diff(there[axis]) > reach);
        let turns_back = if side.axis() == along {
            path.last() == Some(&side.undo())
        } else {
            path.contains(&side.undo())
        };
        if !is_far && !turns_back {
            path.push(side);
            most = most.max(best(workspace, path, along, reach, price));
            path.pop();
        }
    }
    most
}

#[test]
fn paths_are_worth_as_much_as_the_best_of_all() {
    for (sides, reach) in [
        ([4, 4, 1], 9),
        ([3, 5, 1], 2),
        ([2, 3, 2], 9),
        ([1, 6, 1], 9),
    ] {
        for seed in 0..6 {
            for price in [0, PRICE_UNIT, 4 * PRICE_UNIT] {
                let mut workspace = workspace(sides, seed);
                let mut planner = PathPlanner::default();
                for _ in 0..3 {
                    let (steps, _) = planner.plan(&workspace, reach, price);
                    let of_axis = |&along: &usize| sides[along] > 1;
                    let best_of = |along| best(&workspace, &mut Vec::new(), along, reach, price);
                    let all: Vec<_> = (0..3).filter(of_axis).map(best_of).collect();
                    let worth = go(&mut workspace, &steps, price);
                    assert!(all.contains(&worth), "{worth} is none of {all:?}");
                    assert!(worth > 0 || all.iter().all(|&worth| worth == 0), "{all:?}");
                }
            }
        }
    }
}
