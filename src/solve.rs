//! Finding solutions: the front door, and the policies and the driver behind it.

// Rustdoc lists the methods of `Solver` in this order.
mod solver;

mod many;

mod search;

mod hint;

mod all_optimal;
mod answer;
mod any_policy;
mod at_distance;
mod builder;
mod control;
mod custom_heuristic_search;
mod driver;
mod error;
mod optimal;
mod ordered_jobs;
mod partial;
mod policy;
mod prepare;
mod quality;
mod schedule;
mod search_unit;
mod shared;
mod solution;
mod solver_options;
mod stored;

pub use all_optimal::AllOptimal;
pub use answer::AnswerError;
pub use at_distance::DistanceError;
pub use builder::SolverBuilder;
pub use control::Control;
pub use error::SolveError;
pub use hint::Hint;
pub(crate) use hint::Way;
pub use partial::{Partial, Reason, Stats};
pub use quality::Quality;
pub use search::{Progress, Search};
pub use search_unit::{JoinError, SearchUnit, SplitError};
pub(crate) use solution::verify;
pub use solution::{Solution, VerifyError};
pub use solver::Solver;
pub use stored::{ParseSearchError, StoreError};
