//! Finding solutions: the front door, and the algorithms behind it.

mod all_optimal;
#[cfg(feature = "std")]
mod at_distance;
mod best;
mod bounded;
mod builder;
mod choice;
mod constructive;
mod control;
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
mod solution;
mod solver;

pub use all_optimal::AllOptimal;
#[cfg(feature = "std")]
pub use at_distance::DistanceError;
pub use builder::SolverBuilder;
pub use control::Control;
pub use error::SolveError;
pub use hint::Hint;
pub(crate) use hint::Way;
pub use partial::{Partial, Reason, Stats};
pub use quality::Quality;
pub use solution::{Solution, VerifyError};
pub use solver::Solver;
