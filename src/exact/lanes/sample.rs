//! Random paths of a round.

use alloc::vec::Vec;

use super::PATHS;
use super::lane_tables::LaneTables;
use crate::canonical::CanonicalBoard;
use crate::exact::automaton::REFUSED;
use crate::exact::batch::SearchTables;
use crate::heuristic::Heuristic;
use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::runtime::cost_model::lanes as cost;
use crate::runtime::job::Pace;
use crate::sample::Generator;
use crate::side::Side;

/// A move on a path.
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

/// A board to search below.
struct Node {
    board: CanonicalBoard,
    state: <SearchTables as Heuristic>::State,
    automaton: u16,
    /// The moves made, and the last one.
    made: usize,
    last: Option<PathStep>,
}

/// Searches the round of a bound, and returns paths to some of its boards, all boards equally likely
/// (reservoir sampling, Vitter 1985). The same arguments give the same paths.
pub(super) async fn paths(
    tables: &LaneTables,
    board: &CanonicalBoard,
    bound: usize,
    pace: &mut Pace,
) -> Result<Vec<Vec<PathStep>>, OutOfMemory> {
    let by = &tables.base_tables;
    let (rows, turns) = tables.automaton.rows();
    let mut generator = Generator::new(0);
    let mut kept: Vec<Vec<PathStep>> = reserved(PATHS)?;
    let mut path: Vec<PathStep> = reserved(bound)?;
    let mut stack = Vec::from([Node {
        board: board.clone(),
        state: by.evaluate(board),
        automaton: 0,
        made: 0,
        last: None,
    }]);
    let mut seen = 0_u64;
    while let Some(node) = stack.pop() {
        if let Some(last) = node.last {
            path.truncate(node.made - 1);
            path.push(last);
            seen += 1;
            if kept.len() < PATHS {
                kept.push(path.clone());
            } else {
                let random = (u64::from(generator.next()) * seen) >> 32;
                if let Some(old) = kept.get_mut(random as usize) {
                    old.clone_from(&path);
                }
            }
        }
        // The first move is popped first.
        for (turn, side) in Side::ALL.into_iter().enumerate().take(turns).rev() {
            let automaton = rows[usize::from(node.automaton) * turns + turn];
            let (board, made) = (&node.board, node.made + 1);
            let Some(from) = side.entered(board.shape, board.blank) else {
                continue;
            };
            if automaton == REFUSED {
                continue;
            }
            pace.spend(cost::SAMPLED_BOARD).await;
            let state = by.update(&node.state, board, from);
            if by.estimate(&state) as usize + made > bound {
                continue;
            }
            let last = PathStep {
                tile: board.cells[from] as u8,
                from: from as u8,
                to: board.blank as u8,
                left: (bound - made) as u16,
            };
            let mut board = board.clone();
            board.move_tile(from);
            stack.push(Node {
                board,
                state,
                automaton,
                made,
                last: Some(last),
            });
        }
    }
    Ok(kept)
}
