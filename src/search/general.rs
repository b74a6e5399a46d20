//! IDA* on any shape, with any heuristic.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::canonical::CanonicalBoard;
use crate::direction::{Direction, ORDER};
use crate::heuristic::Heuristic;
use crate::moves::Moves;
use crate::search::meter::Meter;
use crate::shape::Shape;

/// No cell lies there.
const NONE: u32 = u32::MAX;

/// For each cell of the blank and each side of [`ORDER`]: the neighbour, whose tile would move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Neighbours(Vec<[u32; 6]>);

impl Neighbours {
    pub(crate) fn new(shape: Shape) -> Self {
        let neighbour = |blank, side| {
            shape
                .neighbour(blank, side)
                .map_or(NONE, |cell| cell as u32)
        };
        Self(
            (0..shape.cells())
                .map(|blank| ORDER.map(|side| neighbour(blank, side)))
                .collect(),
        )
    }
}

/// A board on the path from the root.
struct Frame<S> {
    /// What the heuristic keeps of it.
    state: S,
    /// The turn of [`ORDER`] that made it.
    made_by: u8,
    /// The next turn to try.
    next: u8,
}

/// Never equal to a turn that undoes another.
const NO_TURN: u8 = 7;

/// Returns the turn of [`ORDER`] that undoes this one.
const fn undoing(turn: u8) -> u8 {
    [3, 2, 1, 0, 5, 4, NO_TURN, NO_TURN][turn as usize]
}

/// Searches with an explicit stack, so that no bound is too deep for it; the path is the only
/// memory.
///
/// Iterative deepening A* (Korf 1985): depth-first search for solutions of at most `bound` moves,
/// never stepping back. The bound starts at the estimate and is raised by 2: every move takes the
/// blank to a cell of the other colour, so all solutions of a board are odd or all are even, and a
/// bound between them would find nothing new.
pub(crate) fn search<H: Heuristic>(
    neighbours: &Neighbours,
    heuristic: &H,
    instance: &CanonicalBoard,
    meter: &mut Meter<'_>,
) -> ControlFlow<(), Moves> {
    let Neighbours(neighbours) = neighbours;
    let root = heuristic.evaluate(instance);
    // The blank's distance has the parity of all solutions.
    let parity = instance.shape.distance(instance.blank, instance.home) % 2;
    let mut bound = heuristic.estimate(&root) as usize;
    bound += usize::from(bound % 2 != parity);
    let mut board = instance.clone();
    meter.generated += 1;
    loop {
        meter.begin_round(bound)?;
        if bound == 0 && board.is_solved() {
            return ControlFlow::Continue(Moves::new());
        }
        let mut path = vec![Frame {
            state: root.clone(),
            made_by: NO_TURN,
            next: 0,
        }];
        meter.expand()?;
        while let Some(frame) = path.last_mut() {
            if frame.next == 6 {
                // Back to the parent: the tile that came to the parent's blank returns.
                let back = undoing(frame.made_by);
                path.pop();
                if back != NO_TURN {
                    board.move_tile(neighbours[board.blank][back as usize] as usize);
                }
                continue;
            }
            let turn = frame.next;
            frame.next += 1;
            let from = neighbours[board.blank][turn as usize];
            if turn == undoing(frame.made_by) || from == NONE {
                continue;
            }
            let from = from as usize;
            meter.generated += 1;
            let state = heuristic.update(&frame.state, &board, from);
            // As many moves as there are frames lead to the child.
            if path.len() + heuristic.estimate(&state) as usize > bound {
                continue;
            }
            board.move_tile(from);
            path.push(Frame {
                state,
                made_by: turn,
                next: 0,
            });
            if path.len() > bound {
                if board.is_solved() {
                    let turns = path[1..].iter().map(|frame| ORDER[frame.made_by as usize]);
                    return ControlFlow::Continue(turns.map(Direction::opposite).collect());
                }
                // No move is left, but a weak heuristic did not see that some are needed.
                path.last_mut().into_iter().for_each(|frame| frame.next = 6);
                continue;
            }
            meter.expand()?;
        }
        bound += 2;
    }
}
