//! The search for a shortest solution, by any method.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::panic::{RefUnwindSafe, UnwindSafe};

use super::stored_proof::{ProofParts, RestoreError, StoredProof};
use crate::canonical::CanonicalBoard;
use crate::exact::all_boards::ReadOff;
use crate::exact::batch::{BatchSearch, SearchTables};
use crate::exact::general::General;
use crate::exact::lanes::LaneSearch;
use crate::exact::manhattan::ByManhattan;
use crate::exact::neighbours::Neighbours;
use crate::exact::patterns::Patterns;
use crate::exact::position::{Position, Resume};
use crate::exact::slides::{SlideKit, SlideSearch};
use crate::heuristic::{Bound, ByTiles};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::prepare::{Method, Prepared};
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::shared::{Shareable, Shared};
use crate::runtime::work::{Counts, Step, Work};
use crate::tables::slides::SlideTable;
use crate::tables::{HAS_POOLS, Partition, Pattern};

/// A search for a shortest solution, which proves bounds as it advances.
#[derive(Debug)]
pub(crate) struct Proof(Box<dyn ProofSearch>);

impl fmt::Debug for dyn ProofSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProofSearch")
    }
}

/// The search of one method. By default it can be neither stored nor split.
trait ProofSearch:
    Work<Found = Moves, Failure = OutOfMemory> + Shareable + UnwindSafe + RefUnwindSafe
{
    /// Returns the number of nodes whose count is provisional.
    fn ahead(&self) -> u64 {
        0
    }

    /// Returns the stored form; `None` if the search has none.
    fn store(&self) -> Result<Option<StoredProof>, OutOfMemory> {
        Ok(None)
    }

    /// Splits the rest of the round into about `wanted` parts; `None` if it can't be split now.
    fn parts(&mut self, _wanted: usize) -> Result<Option<ProofParts>, OutOfMemory> {
        Ok(None)
    }

    /// Resumes a stored path of nodes: see [`StoredProof::Path`].
    fn restored(
        self: Box<Self>,
        _bound: usize,
        _position: &Position,
        _floor: Option<usize>,
    ) -> Result<Proof, RestoreError> {
        Err(RestoreError::Tables)
    }
}

impl ProofSearch for ReadOff {}

impl ProofSearch for SlideSearch {
    fn store(&self) -> Result<Option<StoredProof>, OutOfMemory> {
        let (tables, search) = (colours(self.kit()), self.store()?);
        Ok(Some(StoredProof::Slides { tables, search }))
    }

    fn parts(&mut self, wanted: usize) -> Result<Option<ProofParts>, OutOfMemory> {
        let tables = colours(self.kit());
        let parts = SlideSearch::parts(self, wanted)?.into_iter();
        Ok(ProofParts::of_seeds(parts.map(|search| {
            let tables = tables.clone();
            StoredProof::Slides { tables, search }
        })))
    }
}

impl ProofSearch for LaneSearch {
    fn ahead(&self) -> u64 {
        self.search().ahead()
    }

    fn store(&self) -> Result<Option<StoredProof>, OutOfMemory> {
        ProofSearch::store(self.search())
    }

    fn parts(&mut self, wanted: usize) -> Result<Option<ProofParts>, OutOfMemory> {
        Ok(parts_of(self.search(), wanted))
    }
}

impl ProofSearch for BatchSearch {
    fn ahead(&self) -> u64 {
        self.ahead()
    }

    fn store(&self) -> Result<Option<StoredProof>, OutOfMemory> {
        let (tables, search) = (drawing(self.kit()), self.store());
        Ok(Some(StoredProof::Stack { tables, search }))
    }

    fn parts(&mut self, wanted: usize) -> Result<Option<ProofParts>, OutOfMemory> {
        Ok(parts_of(self, wanted))
    }
}

/// Splits the rest of the round of a search with tables.
fn parts_of(search: &BatchSearch, wanted: usize) -> Option<ProofParts> {
    let tables = drawing(search.kit());
    ProofParts::of_seeds(search.parts(wanted).into_iter().map(|search| {
        let tables = tables.clone();
        StoredProof::Stack { tables, search }
    }))
}

/// Searches along a path of nodes.
impl<S> ProofSearch for S
where
    S: Resume + Work<Found = Moves, Failure = OutOfMemory> + 'static,
    S: Shareable + UnwindSafe + RefUnwindSafe,
{
    fn store(&self) -> Result<Option<StoredProof>, OutOfMemory> {
        Ok(Some(StoredProof::Path {
            bound: self.bound(),
            position: self.position()?,
            floor: self.floor(),
        }))
    }

    fn parts(&mut self, wanted: usize) -> Result<Option<ProofParts>, OutOfMemory> {
        let split = Resume::parts(self, wanted)?;
        Ok(ProofParts::of_path(self.bound(), split))
    }

    fn restored(
        self: Box<Self>,
        bound: usize,
        position: &Position,
        floor: Option<usize>,
    ) -> Result<Proof, RestoreError> {
        let search = Resume::restored(*self, bound, position, floor)?;
        Ok(Proof(Box::new(search)))
    }
}

impl Proof {
    /// Returns the search for a solvable board on up to `threads` threads. `proved` is a number of
    /// moves that every solution is known to need.
    pub(crate) fn new(
        prepared: &Prepared,
        board: &CanonicalBoard,
        proved: usize,
        threads: usize,
    ) -> Result<Self, OutOfMemory> {
        Ok(Self(match prepared.method() {
            Method::Full(table) => Box::new(ReadOff::new(Shared::clone(table), board)),
            Method::Patterns(kit) => {
                let search = BatchSearch::new(Shared::clone(kit), board, proved);
                Box::new(search.on_threads(threads))
            }
            Method::Lanes(tables) if HAS_POOLS => {
                let tables = Shared::clone(tables);
                Box::new(LaneSearch::new(tables, board, proved, threads))
            }
            Method::Lanes(_) => unreachable!("there are no pools"),
            Method::Manhattan(_) => Box::new(ByManhattan::new(board.clone())?),
            Method::LinearConflict(by) => Box::new(general(ByTiles(Shared::clone(by)), board, 0)?),
            Method::WalkingDistance(by) => Box::new(general(ByTiles(Shared::clone(by)), board, 0)?),
            Method::SlideTables(kit) => {
                Box::new(SlideSearch::new(Shared::clone(kit), board, proved)?)
            }
            Method::ConflictSlides(by) => Box::new(general(Shared::clone(by), board, proved)?),
            Method::ByAxis(by) => Box::new(general(Shared::clone(by), board, proved)?),
        }))
    }

    /// Returns the number of nodes whose count is provisional: other threads are expanding them.
    pub(crate) fn ahead(&self) -> u64 {
        self.0.ahead()
    }

    /// Returns the stored form; `None` if the search has none.
    pub(crate) fn store(&self) -> Result<Option<StoredProof>, OutOfMemory> {
        self.0.store()
    }

    /// Returns the search of a board that was stored.
    ///
    /// # Errors
    /// [`RestoreError`] if it is not one of this board with these tables.
    pub(crate) fn restore(
        prepared: &Prepared,
        board: &CanonicalBoard,
        stored: &StoredProof,
        threads: usize,
    ) -> Result<Self, RestoreError> {
        match (stored, prepared.method()) {
            (StoredProof::Stack { tables, search }, Method::Patterns(kit))
                if drawing(kit) == *tables =>
            {
                let search = BatchSearch::restore(Shared::clone(kit), board, search)?;
                Ok(Self(Box::new(search.on_threads(threads))))
            }
            (StoredProof::Stack { tables, search }, Method::Lanes(pool)) if HAS_POOLS => {
                let pool = Shared::clone(pool);
                let lanes = sets_in(tables).ok_or(RestoreError::Tables)?;
                let search = LaneSearch::restore(pool, board, search, &lanes, threads)?;
                Ok(Self(Box::new(search.ok_or(RestoreError::Tables)?)))
            }
            (StoredProof::Slides { tables, search }, Method::SlideTables(kit))
                if colours(kit) == *tables =>
            {
                let search = SlideSearch::restore(Shared::clone(kit), board, search)?;
                Ok(Self(Box::new(search)))
            }
            (StoredProof::Stack { .. } | StoredProof::Slides { .. }, _) => {
                Err(RestoreError::Tables)
            }
            (
                StoredProof::Path {
                    bound,
                    position,
                    floor,
                },
                _,
            ) => {
                let Self(search) = Self::new(prepared, board, 0, threads)?;
                search.restored(*bound, position, *floor)
            }
        }
    }

    /// Splits the rest of the round into about `wanted` parts; `None` if it can't be split now.
    pub(crate) fn parts(&mut self, wanted: usize) -> Result<Option<ProofParts>, OutOfMemory> {
        self.0.parts(wanted)
    }

    /// Marks the rest of the round as exhausted by other searchers, with `expanded` expansions.
    /// `prepared` and `board` are those that the search was made from, `metric` is its metric.
    pub(crate) fn end_round(
        &mut self,
        prepared: &Prepared,
        metric: Metric,
        board: &CanonicalBoard,
        expanded: u64,
        threads: usize,
    ) -> Result<(), RestoreError> {
        // A walk home has no rounds.
        if let Some(mut stored) = self.store()? {
            stored.end_round(metric, expanded);
            *self = Self::restore(prepared, board, &stored, threads)?;
        }
        Ok(())
    }
}

impl Work for Proof {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        self.0.advance(until, counts)
    }
}

/// Returns the general search by a bound; `proved` as in [`Proof::new`].
pub(super) fn general<B: Bound>(
    bound: B,
    board: &CanonicalBoard,
    proved: usize,
) -> Result<General<B>, OutOfMemory> {
    let neighbours = Shared::new(Neighbours::new(board.shape)?);
    General::new(bound, neighbours, board.clone(), proved)
}

/// Returns the drawings of the partitions, one below the other.
fn drawing(kit: &SearchTables) -> String {
    let draw = |patterns: &Patterns| {
        let patterns = patterns.tables().iter().map(|it| *it.pattern());
        Partition::new(patterns).map_or_else(|_| String::new(), |it| alloc::format!("{it}"))
    };
    let drawings = kit.views().partitions();
    drawings.map(draw).collect::<Vec<_>>().join("\n\n")
}

/// Returns the sets of cells of drawn partitions; `None` if one is none.
fn sets_in(drawings: &str) -> Option<Vec<Vec<u64>>> {
    let partitions = drawings.split("\n\n").map(|drawing| {
        let partition: Partition = drawing.parse().ok()?;
        Some(partition.patterns().iter().map(Pattern::mask).collect())
    });
    partitions.collect()
}

/// Returns the colours of the tables as digits, each behind `r` or `c` for its source.
fn colours(kit: &SlideKit) -> String {
    let draw = |table: &Shared<SlideTable>| {
        let colours = table.colours().of().iter();
        let digits = colours.map(|&colour| char::from(b'0' + colour));
        let source = ['r', 'c'][table.source() as usize];
        core::iter::once(source).chain(digits).collect::<String>()
    };
    kit.tables().map(draw).collect::<Vec<_>>().join(" ")
}
