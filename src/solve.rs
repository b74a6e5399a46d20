//! Finding solutions: the front door, and the algorithms behind it.

mod control;
mod partial;
mod prepared;
mod solution;
mod solver;

pub use control::Control;
pub use partial::{Partial, Reason, Stats};
pub use solution::{Solution, VerifyError};
pub use solver::{BuildError, HeuristicKind, Quality, SolveError, Solver, SolverBuilder};
