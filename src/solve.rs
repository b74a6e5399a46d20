//! Finding solutions: the front door, and the algorithms behind it.

mod best;
mod bounded;
mod choice;
mod control;
mod error;
mod improve;
mod incumbent;
mod partial;
mod prepared;
mod probe;
#[cfg(feature = "std")]
mod shelf;
mod solution;
mod solver;

pub use choice::HeuristicKind;
pub use control::Control;
pub use error::{BuildError, SolveError, TableError};
pub use partial::{Partial, Reason, Stats};
pub use solution::{Solution, VerifyError};
pub use solver::{Quality, Solver, SolverBuilder};
