//! Solving: the solver, its qualities and their driver.

// Rustdoc lists the methods of `Solver` in this order.
mod solver;

mod many;

mod search;

mod all_optimal;
mod analyse;
mod answer;
mod at_distance;
mod builder;
mod control;
mod driver;
mod error;
mod near;
mod portfolio;
mod qualities;
mod search_unit;
mod status;
pub mod stored;
#[cfg(test)]
mod tests;

pub use all_optimal::AllOptimal;
pub use analyse::{AnalysedMove, Analysis};
pub use answer::Solution;
pub(crate) use answer::replay;
use answer::{Check, most_moves};
pub use at_distance::DistanceError;
pub use builder::{Quality, SolverBuilder};
pub use control::Control;
use driver::Driver;
pub use error::SolveError;
use qualities::Solving;
pub use search::{Progress, Search};
pub use solver::Solver;
pub use status::{Reason, Stats, Status};
