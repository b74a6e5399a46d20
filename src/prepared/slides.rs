//! What guides searches by slides, and these searches.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::error::{PrepareError, TableError};
use super::means::Means;
use crate::canonical::CanonicalBoard;
use crate::effort::Effort;
use crate::heuristic::{ByAxis, LinearConflict, OfTiles, SlideBound, WalkingSlides};
use crate::moves::Moves;
use crate::prepared::{Method, Prepared};
use crate::search::all_boards::AllBoards;
use crate::search::neighbours::Neighbours;
use crate::search::slides::{GeneralSlides, SlideKit, SlideSearch};
use crate::shape::Shape;
use crate::tables::slides::{BuildSlides, SlidePattern, SlideTable, Turns, Upright, plan};
use crate::tables::{BuildProgress, OutOfMemory, Shared};
use crate::work::{Counts, Step, Work};

/// The kernel for solutions of the fewest slides, and what guides it.
#[derive(Clone, Debug)]
pub(crate) enum SlideMethod {
    Tables(Shared<SlideKit>),
    /// The general kernel, as the next ones.
    Walking(Shared<WalkingSlides>),
    LinearConflict(Shared<OfTiles<LinearConflict>>),
    ByAxis(Shared<ByAxis>),
}

/// A search for a solution of the fewest slides, which proves bounds on the way.
#[derive(Clone, Debug)]
pub(crate) enum SlideProof {
    Tables(Box<SlideSearch>),
    Walking(GeneralSlides<Shared<WalkingSlides>>),
    LinearConflict(GeneralSlides<Shared<OfTiles<LinearConflict>>>),
    ByAxis(GeneralSlides<Shared<ByAxis>>),
    AllBoards(GeneralSlides<Shared<AllBoards>>),
}

impl SlideMethod {
    /// Returns the memory of the tables, in bytes.
    pub(super) fn table_bytes(&self) -> u64 {
        match self {
            Self::Tables(kit) => kit.bytes() as u64,
            _ => 0,
        }
    }

    /// Returns the search for a solvable board. `proved` is a number of slides that every solution
    /// is known to need.
    pub(crate) fn proof(
        &self,
        board: &CanonicalBoard,
        proved: usize,
    ) -> Result<SlideProof, OutOfMemory> {
        Ok(match self {
            Self::Tables(kit) => {
                let search = SlideSearch::new(Shared::clone(kit), board, proved)?;
                SlideProof::Tables(Box::new(search))
            }
            Self::Walking(by) => SlideProof::Walking(general(by, board, proved)?),
            Self::LinearConflict(by) => SlideProof::LinearConflict(general(by, board, proved)?),
            Self::ByAxis(by) => SlideProof::ByAxis(general(by, board, proved)?),
        })
    }
}

impl Prepared {
    /// Returns the search for all solutions of a board that have `length` slides, the fewest.
    pub(crate) fn all_by_slides(
        &self,
        board: &CanonicalBoard,
        length: usize,
    ) -> Result<SlideProof, OutOfMemory> {
        let mut all = match self.method() {
            Method::Slides(method) => method.proof(board, length)?,
            Method::Full(table) => SlideProof::AllBoards(general(table, board, length)?),
            // Nothing else is prepared for searches by slides.
            _ => {
                let by = ByAxis::new(board.shape, board.home);
                let by = by.map_err(|_| OutOfMemory { bytes: 0 })?;
                SlideProof::ByAxis(general(&Shared::new(by), board, length)?)
            }
        };
        // An iterator can't say that there is no memory.
        match &mut all {
            SlideProof::Tables(_) => {}
            SlideProof::Walking(search) => search.reserve()?,
            SlideProof::LinearConflict(search) => search.reserve()?,
            SlideProof::ByAxis(search) => search.reserve()?,
            SlideProof::AllBoards(search) => search.reserve()?,
        }
        Ok(all)
    }
}

/// Returns the general search by a bound.
fn general<B: SlideBound>(
    by: &Shared<B>,
    board: &CanonicalBoard,
    proved: usize,
) -> Result<GeneralSlides<Shared<B>>, OutOfMemory> {
    let neighbours = Shared::new(Neighbours::new(board.shape)?);
    GeneralSlides::new(Shared::clone(by), neighbours, board.clone(), proved)
}

impl Work for SlideProof {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        match self {
            Self::Tables(search) => search.advance(until, counts),
            Self::Walking(search) => search.advance(until, counts),
            Self::LinearConflict(search) => search.advance(until, counts),
            Self::ByAxis(search) => search.advance(until, counts),
            Self::AllBoards(search) => search.advance(until, counts),
        }
    }
}

/// The tables of a shape and a home by slides: chosen, read, built, kept.
#[derive(Debug)]
pub(super) struct SlideTablesFor {
    upright: Upright,
    turns: Shared<Turns>,
    means: Means,
    /// The tables to come; the last one is next.
    patterns: Vec<SlidePattern>,
    build: Option<BuildSlides>,
    tables: Vec<SlideTable>,
    /// The vertices of the tables that are there, and of all.
    known: u64,
    vertices: u64,
}

impl SlideTablesFor {
    /// Begins them, if the shape has such tables in the memory allowed.
    pub(super) fn new(shape: Shape, home: usize, means: &Means) -> Result<Self, PrepareError> {
        let upright = Upright::new(shape, home);
        let upright = upright.ok_or(TableError::Slides { shape })?;
        let mut patterns = plan(
            upright.sides(),
            upright.home(),
            means.memory,
            means.build_memory,
        );
        if patterns.is_empty() {
            return Err(TableError::Slides { shape }.into());
        }
        patterns.reverse();
        let [rows, cols] = upright.sides();
        Ok(Self {
            upright,
            turns: Shared::new(Turns::new(rows, cols)?),
            means: means.clone(),
            build: None,
            tables: Vec::new(),
            known: 0,
            vertices: patterns.iter().map(SlidePattern::vertices).sum(),
            patterns,
        })
    }

    /// Returns how far the tables are.
    pub(super) fn progress(&self) -> Option<BuildProgress> {
        let (level, known, _) = self.build.as_ref()?.progress();
        Some(BuildProgress {
            pattern: None,
            level,
            known: self.known + known,
            entries: self.vertices,
        })
    }

    /// Goes on, and returns all once it is there.
    pub(super) fn advance(
        &mut self,
        effort: &mut Effort,
    ) -> Result<Option<SlideKit>, PrepareError> {
        while !effort.is_spent() {
            if let Some(build) = &mut self.build {
                if let Some(table) = build.advance(effort)? {
                    self.known += build.progress().2;
                    self.tables.push(table);
                    self.build = None;
                }
            } else if let Some(pattern) = self.patterns.pop() {
                #[cfg(feature = "std")]
                let threads = self.means.threads;
                #[cfg(not(feature = "std"))]
                let threads = 1;
                self.build = Some(BuildSlides::new(
                    pattern,
                    Shared::clone(&self.turns),
                    threads,
                ));
            } else {
                let tables = core::mem::take(&mut self.tables);
                let turns = Shared::clone(&self.turns);
                return Ok(Some(SlideKit::new(self.upright, turns, tables)));
            }
        }
        Ok(None)
    }
}
