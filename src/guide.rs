//! A player's session: moves, undo and redo, and hints that survive them.

// Rustdoc lists the methods of a game in this order.
mod log;

#[cfg(feature = "solver")]
mod hints;
#[cfg(feature = "solver")]
mod path;

use alloc::vec::Vec;

use crate::goal::Goal;
#[cfg(feature = "solver")]
use crate::guide::hints::Hints;
use crate::moves::Moves;
#[cfg(feature = "solver")]
pub use hints::Hint;

/// A game in play: the board, its goal, the log of its moves, and the known solution.
///
/// [`hint`](Self::hint) returns the next move of the best known solution, and
/// [`think`](Self::think) searches for a shorter one, a little each frame of a game. A solution
/// follows the player: a move along it shortens it, and the next hint takes back a move off it. A
/// detour of one or two moves costs no search; after a longer one the search begins again. So hints
/// stay consistent.
///
/// It works for any [`Puzzle`](crate::Puzzle), [`Board`](crate::Board) or
/// [`DynBoard`](crate::DynBoard). With `serde` and `solver` it is stored as start, goal, turns and
/// position, and the known solution with its lower bound. Reading replays all moves; only the lower
/// bound is trusted. Searches are neither stored nor cloned.
///
/// # Examples
/// ```
/// # #[cfg(feature = "solver")] {
/// use npuzzle::{Board, Direction, Guide, Solver};
///
/// let solver = Solver::builder().build();
/// let board: Board<3> = "1 2 3/0 4 6/7 5 8".parse()?; // solved by LUL
/// let mut guide = Guide::new(board);
/// assert_eq!(guide.hint(&solver)?.map(|hint| hint.tile), Some(4));
/// guide.slide_cell(0)?; // the player clicks on tile 1 instead: it moves down
/// let hint = guide.hint(&solver)?.ok_or("it is solved")?;
/// assert_eq!((hint.tile, hint.direction, hint.moves_left), (1, Direction::Up, 4)); // back
/// guide.undo();
/// while let Some(hint) = guide.hint(&solver)? {
///     guide.slide(hint.direction)?;
/// }
/// assert!(guide.board().is_solved());
/// assert_eq!(guide.moves().to_string(), "LUL");
/// # }
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Guide<P> {
    start: P,
    board: P,
    goal: Goal,
    /// The moves of each turn (a slide or a click), including those that were undone.
    turns: Vec<Moves>,
    /// The number of turns played; later ones can be redone.
    position: usize,
    #[cfg(feature = "solver")]
    hints: Hints,
}
