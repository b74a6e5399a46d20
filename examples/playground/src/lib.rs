//! The requests of the playground's page.
//!
//! The page and its worker each hold an [`Engine`]. A request is a JSON object whose `do` names the
//! action. So is the answer; `{"error": "..."}` is the message of a wrong request.
//!
//! ```text
//! read     text, goal                 any text of a board        describes the board
//! goal     text                       a goal written as a board, and its shape
//! make     rows, cols, layers, goal, kind, seed, moves           a new board; daily: year, month, day
//! explain  board, goal                why it can(not) be solved
//! random   shape, seed, goal          a board of any size
//! verify   board, moves, goal         whether the moves solve it, and why not
//! walk     board, moves               the cell of each tile that moves
//! swap     board, a, b                the board with two tiles exchanged
//! begin    board, goal, turns, position                          a game; its state, as all below
//! press    cell    ·  slide  direction  ·  undo  ·  redo  ·  restart
//! adopt    from, moves, bound         a way to the goal, for hints
//! think    boards                     advances the search for a shorter way; whether it is over
//! analyse  boards                     the fewest moves of the game, and its first detour
//! hint                                the next move of the best way that is known
//! lesson                              the next step by hand, with its moves
//! search   board, goal, quality, metric, heuristic, memory       the id of a new search
//! advance  id                         continues for some milliseconds
//! drop     id                         ends a search
//! ```
//!
//! Nothing here depends on a browser, so tests run it directly.

#[cfg(target_family = "wasm")]
mod abi;
mod boards;
mod engine;
mod explain;
mod game;
mod request;
mod searches;

pub use engine::Engine;
