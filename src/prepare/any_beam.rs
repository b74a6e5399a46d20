//! A beam by the best ranking that was prepared.

use crate::beam::ranking::{ByPairs, ByPatterns};
use crate::beam::{AnyBeam, beam_to_goal};
use crate::canonical::CanonicalBoard;
use crate::heuristic::{Heuristic, LinearConflict};
use crate::pairs::PairTables;
use crate::prepare::{Method, Prepared};
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::shared::Shared;
use crate::tables::{Narrow, Wide};

/// A beam gives up if its solution would be this many times as long as the estimate.
const HOPELESS: usize = 12;

impl Prepared {
    /// Returns a beam, of a width and on a number of threads, that looks for solutions shorter than
    /// `length`, ranked by pairs of tiles if there are tables of them; `None` if nothing here ranks
    /// boards.
    pub(crate) fn beam(
        &self,
        board: &CanonicalBoard,
        share: (usize, usize),
        length: Option<usize>,
        pairs: Option<&Shared<PairTables>>,
    ) -> Result<Option<AnyBeam>, OutOfMemory> {
        let most = |estimate: u32| match length {
            // All solutions have the same parity.
            Some(length) => length.saturating_sub(2),
            None => HOPELESS * estimate as usize + HOPELESS,
        };
        if let Some(pairs) = pairs {
            let most = most(board.manhattan() as u32);
            let ranking = ByPairs(Shared::clone(pairs));
            let state = Some(ByPairs::evaluate(board));
            return beam_to_goal(ranking, state, board, share, most);
        }
        if let Some(kit) = self.method().search_tables() {
            let state = kit.patterns().evaluate(board);
            let most = most(kit.patterns().estimate(&state));
            let seen = ByPatterns::evaluate(kit, board);
            let (is_narrow, kit) = (kit.patterns().is_narrow(), Shared::clone(kit));
            return if is_narrow {
                beam_to_goal(ByPatterns::<Narrow>::new(kit), seen, board, share, most)
            } else {
                beam_to_goal(ByPatterns::<Wide>::new(kit), seen, board, share, most)
            };
        }
        let linear_conflict = match self.method() {
            Method::LinearConflict(it) => Shared::clone(it),
            _ => match LinearConflict::new(board.shape, board.home) {
                Ok(it) => Shared::new(it),
                Err(_) => return Ok(None),
            },
        };
        let state = linear_conflict.evaluate(board);
        let most = most(linear_conflict.estimate(&state));
        beam_to_goal(linear_conflict, Some(state), board, share, most)
    }
}
