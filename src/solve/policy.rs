//! The trait of everything that a call drives.

use crate::runtime::work::Work;
use crate::tables::BuildProgress;

/// A work that a call drives: a small loop over the work of others.
///
/// It yields ever shorter solutions, or a single other find. What it does in which order depends on
/// the board and the options alone, never on a limit: a limit only cuts it short.
pub(super) trait Policy: Work {
    /// Returns whether the next slice prepares tables, or waits for those that another thread prepares.
    fn is_preparing(&self) -> bool {
        false
    }

    /// Returns how far the tables are, while they are built.
    fn tables(&self) -> Option<BuildProgress> {
        None
    }

    /// Returns the best find of other threads before its turn, if there is any. It is lost if all
    /// ends here.
    fn best_ahead(&mut self) -> Option<Self::Found> {
        None
    }
}
