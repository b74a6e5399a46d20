//! Finding solutions: the front door, and the algorithms behind it.

mod all_optimal;
mod best;
mod bounded;
mod builder;
mod choice;
mod constructive;
mod control;
#[cfg(feature = "std")]
mod difficulty;
mod error;
mod estimate;
mod hint;
mod improve;
mod in_order;
mod incumbent;
mod many;
mod partial;
mod prepared;
mod probe;
mod quality;
#[cfg(feature = "std")]
mod shelf;
mod solution;
mod solver;

pub use all_optimal::AllOptimal;
pub use builder::SolverBuilder;
pub use choice::HeuristicKind;
pub use control::Control;
#[cfg(feature = "std")]
pub use difficulty::DistanceError;
pub use error::{SolveError, TableError};
pub use hint::Hint;
pub(crate) use hint::Way;
pub use partial::{Partial, Reason, Stats};
pub use quality::Quality;
pub use solution::{Solution, VerifyError};
pub use solver::Solver;
