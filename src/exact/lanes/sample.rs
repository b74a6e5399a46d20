//! Random paths of a round.

use alloc::vec::Vec;

use smallvec::SmallVec;

use super::lane_tables::LaneTables;
use super::tuning::PATHS;
use crate::canonical::CanonicalBoard;
use crate::exact::automaton::REFUSED;
use crate::exact::patterns::{PatternState, Patterns, step};
use crate::heuristic::Heuristic;
use crate::runtime::alloc::{OutOfMemory, reserve, reserved, try_push};
use crate::runtime::cost_model::lanes as cost;
use crate::runtime::job::Pace;
use crate::sample::Generator;
use crate::side::Side;

/// A move on a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathStep {
    /// The tile that moves, named by the cell that it must reach.
    pub(super) tile: u8,
    /// The number of the [`step`].
    pub(super) step: u8,
    /// The moves that the bound leaves after it.
    pub(super) left: u16,
}

/// Paths from the root to boards of a round.
#[derive(Debug, Default)]
pub(super) struct Paths {
    /// The steps of all paths, one path after the other.
    pub(super) steps: Vec<PathStep>,
    /// `[path]`: the end of its steps.
    pub(super) ends: Vec<usize>,
}

/// A board on the path of the search.
struct Frame {
    /// By partition.
    states: SmallVec<[PatternState; 2]>,
    automaton: u16,
    /// The turn to try next.
    turn: usize,
}

/// Searches the round of a bound, and returns paths to some of its boards, all boards equally likely
/// (reservoir sampling, Vitter 1985). The same arguments give the same paths.
pub(super) async fn paths(
    tables: &LaneTables,
    board: &CanonicalBoard,
    bound: usize,
    pace: &mut Pace,
) -> Result<Paths, OutOfMemory> {
    let partitions: Vec<&Patterns> = tables.base().views().partitions().collect();
    let (rows, turns) = tables.automaton.rows();
    let mut board = board.clone();
    let mut generator = Generator::new(0);
    let mut kept: Vec<Vec<PathStep>> = reserved(PATHS)?;
    let mut path: Vec<PathStep> = reserved(bound)?;
    let mut frames = reserved(bound + 1)?;
    frames.push(Frame {
        states: partitions.iter().map(|by| by.evaluate(&board)).collect(),
        automaton: 0,
        turn: 0,
    });
    let mut seen = 0_u64;
    while let Some(frame) = frames.last_mut() {
        let turn = frame.turn;
        frame.turn += 1;
        if turn == turns {
            frames.pop();
            if let Some(last) = path.pop() {
                let side = Side::ALL[usize::from(crate::exact::patterns::turn_of(last.step))];
                let back = side.undo().entered(board.shape, board.blank);
                board.move_tile(back.unwrap_or(board.blank));
            }
            continue;
        }
        let side = Side::ALL[turn];
        let next = rows[usize::from(frame.automaton) * turns + turn];
        let Some(from) = side.entered(board.shape, board.blank) else {
            continue;
        };
        if next == REFUSED {
            continue;
        }
        pace.spend(cost::SAMPLED_BOARD).await;
        let made = path.len() + 1;
        let mut states = SmallVec::new();
        for (by, state) in partitions.iter().zip(&frame.states) {
            let state = by.update(state, &board, from);
            if made + by.estimate(&state) as usize > bound {
                break;
            }
            states.push(state);
        }
        if states.len() < partitions.len() {
            continue;
        }
        path.push(PathStep {
            tile: board.cells[from] as u8,
            step: step(board.blank, turn),
            left: (bound - made) as u16,
        });
        board.move_tile(from);
        frames.push(Frame {
            states,
            automaton: next,
            turn: 0,
        });
        seen += 1;
        if kept.len() < PATHS {
            kept.push(copied(&path)?);
        } else {
            let random = (u64::from(generator.next()) * seen) >> 32;
            if let Some(old) = kept.get_mut(random as usize) {
                old.clear();
                reserve(old, path.len())?;
                old.extend_from_slice(&path);
            }
        }
    }
    let mut paths = Paths::default();
    for path in kept {
        reserve(&mut paths.steps, path.len())?;
        paths.steps.extend(path);
        try_push(&mut paths.ends, paths.steps.len())?;
    }
    Ok(paths)
}

fn copied(path: &[PathStep]) -> Result<Vec<PathStep>, OutOfMemory> {
    let mut copy = reserved(path.len())?;
    copy.extend_from_slice(path);
    Ok(copy)
}
