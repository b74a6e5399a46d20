//! Pages to read: solving the puzzle by hand, its mathematics, how a program solves it, and how to
//! use this crate for games, for courses and for speed-solving.
//!
//! Nearly every page opens with a picture, drawn by `npuzzle draw`. The pages need no feature;
//! their examples name the features that they use. The tests of the crate run every program on
//! them, such as:
//!
//! ```
//! let board = npuzzle::Board::<4>::from_seed(20261120);
//! println!("{board:#}"); // an aligned grid
//! assert!(board.is_solvable());
//! ```
//!
//! | page | content |
//! |---|---|
//! | [`by_hand`] | a method for people: line by line, and the corner |
//! | [`permutation`] | the puzzle as a permutation: cycles and swaps |
//! | [`inversions`] | pairs in the wrong order, counted the slow way and the fast way |
//! | [`parity`] | the proof that half of all boards can't be solved |
//! | [`shapes`] | odd and even widths, other goals, boxes, single lines |
//! | [`search`] | IDA\* from the ground up, and why the bound rises by two |
//! | [`tables`] | tables of exact distances, and why their sums never overestimate |
//! | [`near`] | solutions of nearly minimal length, and solutions by construction |
//! | [`choose`] | which quality, which heuristic, how much memory |
//! | [`stored`] | searches that pause, are stored, and are split between machines |
//! | [`games`] | recipes for games: a frame loop, Bevy, macroquad, the browser |
//! | [`courses`] | recipes for courses: files, goals, and the two complexities |
//! | [`speed`] | recipes for speed-solvers: notation, both metrics, scrambles |
//! | [`architecture`] | how the crate itself is built, for its maintainers |

/// A method for people: line by line, and the corner.
///
#[doc = include_str!("learn/by_hand.svg")]
///
#[doc = include_str!("learn/by_hand.md")]
///
#[doc = include_str!("learn/by_hand_corner.svg")]
///
#[doc = include_str!("learn/by_hand_corner.md")]
///
#[doc = include_str!("learn/by_hand_around.svg")]
///
#[doc = include_str!("learn/by_hand_around.md")]
pub mod by_hand {}

/// The puzzle as a permutation: cycles and swaps.
///
#[doc = include_str!("learn/permutation.svg")]
///
#[doc = include_str!("learn/permutation.md")]
pub mod permutation {}

/// Pairs in the wrong order, counted the slow way and the fast way.
///
#[doc = include_str!("learn/inversions.svg")]
///
#[doc = include_str!("learn/inversions.md")]
pub mod inversions {}

/// The proof that half of all boards can't be solved.
///
#[doc = include_str!("learn/parity.svg")]
///
#[doc = include_str!("learn/parity.md")]
pub mod parity {}

/// Odd and even widths, other goals, boxes, single lines.
///
#[doc = include_str!("learn/shapes.svg")]
///
#[doc = include_str!("learn/shapes.md")]
pub mod shapes {}

/// IDA\* from the ground up, and why the bound rises by two.
///
#[doc = include_str!("learn/search.svg")]
///
#[doc = include_str!("learn/search.md")]
pub mod search {}

/// Tables of exact distances, and why their sums never overestimate.
///
#[doc = include_str!("learn/tables.svg")]
///
#[doc = include_str!("learn/tables.md")]
pub mod tables {}

/// Solutions of nearly minimal length, and solutions by construction.
///
#[doc = include_str!("learn/near.svg")]
///
#[doc = include_str!("learn/near.md")]
pub mod near {}

/// Which quality, which heuristic, how much memory.
///
#[doc = include_str!("learn/choose.svg")]
///
#[doc = include_str!("learn/choose.md")]
pub mod choose {}

/// Searches that pause, are stored, and are split between machines.
///
#[doc = include_str!("learn/stored.md")]
pub mod stored {}

/// Recipes for games: a frame loop, Bevy, macroquad, the browser.
///
#[doc = include_str!("../examples/pictures/watch.svg")]
///
#[doc = include_str!("learn/games.md")]
pub mod games {}

/// Recipes for courses: files, goals, and the two complexities.
///
#[doc = include_str!("learn/courses.svg")]
///
#[doc = include_str!("learn/courses.md")]
pub mod courses {}

/// Recipes for speed-solvers: notation, both metrics, scrambles.
///
#[doc = include_str!("learn/speed.svg")]
///
#[doc = include_str!("learn/speed.md")]
pub mod speed {}

#[cfg(doc)]
#[path = "architecture.rs"]
pub mod architecture;
