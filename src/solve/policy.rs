//! The trait that the policies of all qualities share.

use crate::moves::Moves;
use crate::runtime::work::Work;
use crate::solve::error::SolveError;
use crate::tables::BuildProgress;

/// A way to go from a board to its solutions: a small loop over works, itself a work.
///
/// It yields ever shorter solutions. What it does in which order depends on the board and the
/// options alone, never on a limit: a limit only cuts it short.
pub(super) trait Policy: Work<Found = Moves, Failure = SolveError> {
    /// Returns how far the tables are, while they are built.
    fn tables(&self) -> Option<BuildProgress>;

    /// Returns the best solution that other threads have found before its turn, if they look for
    /// any. It is lost if all ends here.
    fn best_ahead(&mut self) -> Option<Moves> {
        None
    }
}
