//! A beam by the best ranking that was prepared.

use alloc::boxed::Box;
use core::panic::{RefUnwindSafe, UnwindSafe};

use crate::canonical::CanonicalBoard;
use crate::heuristic::{Heuristic, LinearConflict};
use crate::moves::Moves;
use crate::pairs::PairTables;
use crate::prepared::{Method, Prepared};
use crate::search::beam::BeamToGoal;
use crate::search::ranking::{ByPairs, ByPatterns, Ranking};
use crate::tables::{Narrow, OutOfMemory, Shared, Wide};
use crate::work::Work;

/// A beam by any ranking.
pub(crate) type AnyBeam =
    Box<dyn Work<Found = Moves, Failure = OutOfMemory> + Send + Sync + UnwindSafe + RefUnwindSafe>;

/// A beam gives up if its solution would be this many times as long as the estimate.
const HOPELESS: usize = 12;

impl Prepared {
    /// Returns a beam of a width that looks for solutions shorter than `length`, ranked by pairs of
    /// tiles if there are tables of them; `None` if nothing here ranks boards.
    pub(crate) fn beam(
        &self,
        board: &CanonicalBoard,
        width: usize,
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
            return boxed(ranking, Some(ByPairs::evaluate(board)), board, width, most);
        }
        if let Method::Patterns(kit) = self.method() {
            let state = kit.patterns().evaluate(board);
            let most = most(kit.patterns().estimate(&state));
            let seen = ByPatterns::evaluate(kit, board);
            let (is_narrow, kit) = (kit.patterns().is_narrow(), Shared::clone(kit));
            return if is_narrow {
                boxed(ByPatterns::<Narrow>::new(kit), seen, board, width, most)
            } else {
                boxed(ByPatterns::<Wide>::new(kit), seen, board, width, most)
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
        boxed(linear_conflict, Some(state), board, width, most)
    }
}

/// Returns the beam of a width by a ranking, given what that keeps of the board.
fn boxed<R>(
    ranking: R,
    state: Option<R::State>,
    board: &CanonicalBoard,
    width: usize,
    most: usize,
) -> Result<Option<AnyBeam>, OutOfMemory>
where
    R: Ranking + Send + Sync + UnwindSafe + RefUnwindSafe + 'static,
    R::State: Send + Sync + UnwindSafe + RefUnwindSafe,
{
    let beam = BeamToGoal::new(ranking, state, board, width, most)?;
    Ok(beam.map(|beam| Box::new(beam) as AnyBeam))
}
