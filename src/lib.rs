//! Sliding puzzles of any size: why a board can or cannot be solved, and its shortest solution.
//!
//! [`Board`]`<4>` is the 15-puzzle, `Board<3, 5>` has three rows of five columns, `Board<4, 4, 4>`
//! is the 63-puzzle in a cube; the shape of a [`DynBoard`] is known only at run time. A board is a
//! permutation of the tiles `0..cells`, 0 being the blank.
//!
//! ```
//! # #[cfg(feature = "solver")] {
//! use npuzzle::{Board, Goal, Solver};
//!
//! let board: Board<3> = "1 2 3/0 4 6/7 5 8".parse()?;
//! assert!(board.is_solvable());
//! let solution = Solver::default().solve(&board)?; // a shortest one
//! assert_eq!(solution.moves().to_string(), "LUL"); // tile 4 left, 5 up, 8 left
//!
//! let swapped: Board<3> = "1 2 3/4 5 6/8 7 0".parse()?;
//! assert!(!swapped.is_solvable());
//! println!("{}", swapped.solvability(&Goal::BlankLast)); // the reason, and a swap that repairs it
//! # }
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```
//!
//! A direction is always that of the *tile* that moves, see [`Direction`]. `board.solve()` returns
//! the shortest solution found by about a second's work, for boards of every size.
//!
//! # Overview
//! | task | items |
//! |---|---|
//! | boards | [`Board`], [`DynBoard`], [`Puzzle`] (the trait of both), [`Shape`], [`Moves`], [`Goal`] |
//! | questions without a search | [`Board::is_solvable`], [`solvability`], [`inversions`], [`permutation`], [`verify()`], [`Board::manhattan`], [`Board::rank`] |
//! | random boards | [`Board::from_seed`], [`daily_seed`], [`Board::of_difficulty`], [`Board::scrambled`], `Board::at_distance`, `Board::random` |
//! | solving | [`Solver`], [`Quality`], [`Metric`], [`Control`] (limits and progress), [`Solution`] |
//! | solving in slices | [`Search`], stored as text or split into [`stored::SearchUnit`]s |
//! | games | [`Guide`] (undo, redo, hints), [`Solver::analyse`] (moves that lost), [`Solver::all_optimal`] |
//! | whole spaces | [`Space`]: the distance of every board of a shape of up to 12 cells |
//! | heuristics | [`heuristic`] (the trait, its check, and the known ones), [`tables`] (pattern databases) |
//! | text | [`FromStr`](core::str::FromStr) and [`Display`](core::fmt::Display) of every type, [`notation`] |
//! | learning | [`lesson`] (a solution by hand, step by step), [`learn`] (pages with pictures, recipes for games and courses) |
//!
//! # Errors
//! Each area has one error type, which names the tile, row, byte or file at fault. `{}` prints only
//! its own message; [`source`](core::error::Error::source) returns the cause, and `{:#}` prints the
//! causes too: "the goal can't be used: the goal is 3 x 3 but the board is 4 x 4".
//!
//! # Features
//! | feature | default | adds |
//! |---|---|---|
//! | `solver` | yes | all searches: solvers, heuristics, tables, hints, with threads, clocks and files (`std`); without it the crate is `no_std` with `alloc` |
//! | `rand_core_0_10` | no | `random*` constructors over any generator of `rand_core` 0.10; one crate |
//! | `serde` | no | boards, goals, moves and options as their text, and with `solver` games in play, checked when read; one crate |
//! | `arbitrary` | no | valid values for fuzz targets; one crate |
#![no_std]
#![warn(
    clippy::alloc_instead_of_core,
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc
)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(any(feature = "solver", test))]
extern crate std;

// Rustdoc lists methods in this order: those that make a board come first, then the questions and
// moves, then those that solve, and those that resume a stored search last.
mod board;
mod dyn_board;

mod sample;

#[cfg(feature = "solver")]
mod solve;

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(feature = "solver")]
mod beam;
#[cfg(feature = "solver")]
mod canonical;
mod cells;
#[cfg(feature = "solver")]
mod construct;
mod direction;
#[cfg(feature = "solver")]
mod exact;
mod goal;
mod guide;
#[cfg(feature = "solver")]
pub mod heuristic;
#[cfg(feature = "solver")]
mod improve;
pub mod inversions;
pub mod learn;
pub mod lesson;
mod messages;
mod metric;
mod moves;
pub mod notation;
#[cfg(feature = "solver")]
mod pairs;
mod parse_error;
pub mod permutation;
#[cfg(feature = "solver")]
mod policy;
#[cfg(feature = "solver")]
mod prepare;
mod puzzle;
#[cfg_attr(
    not(feature = "solver"),
    expect(dead_code, reason = "lessons need a part of it, the solver all")
)]
mod region;
#[cfg(feature = "solver")]
mod runtime;
#[cfg(feature = "serde")]
mod serde;
mod shape;
#[cfg(feature = "solver")]
mod side;
pub mod solvability;
#[cfg(feature = "solver")]
pub mod space;
#[cfg(feature = "solver")]
pub mod tables;
mod tile_move;
mod verify;

pub use board::Board;
pub use direction::Direction;
pub use dyn_board::DynBoard;
pub use goal::{Goal, GoalError};
pub use guide::Guide;
pub use metric::Metric;
pub use moves::Moves;
pub use parse_error::{ParseError, ParseErrorKind};
pub use puzzle::Puzzle;
pub use sample::{Difficulty, daily_seed};
pub use shape::{BoardError, MAX_CELLS, Place, Shape, Tile};
pub use solvability::Solvability;
#[cfg(feature = "solver")]
pub use solve::{
    AllOptimal, AnalysedMove, Analysis, Control, DistanceError, Progress, Quality, Reason, Search,
    Solution, SolveError, Solver, SolverBuilder, Stats, Status, stored,
};
pub use tile_move::{LegalMoves, MoveError, TileMove};
pub use verify::{Verdict, verify};
#[cfg(feature = "solver")]
pub use {guide::Hint, prepare::HeuristicKind, space::Space};

/// Compiles the programs of the README.
#[cfg(all(doctest, feature = "solver"))]
#[doc = include_str!("../README.md")]
struct Readme;
