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
#[cfg(feature = "std")]
use crate::tables::slides::{LoadSlides, Loaded, SaveSlides};
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
    #[cfg(feature = "std")]
    means: Means,
    /// The tables to come; the last one is next.
    patterns: Vec<SlidePattern>,
    stage: Stage,
    tables: Vec<Shared<SlideTable>>,
    /// The vertices of the tables that are there, and of all.
    known: u64,
    vertices: u64,
    /// Why tables were not kept for the next program, if they should have been.
    unkept: Option<TableError>,
}

/// What is done with a table.
#[derive(Debug)]
enum Stage {
    Next,
    #[cfg(feature = "std")]
    Load(Box<LoadSlides>, SlidePattern),
    Build(Box<BuildSlides>),
    #[cfg(feature = "std")]
    Keep(Box<SaveSlides>),
}

/// What a search with tables needs, and why its tables were not kept, if they should have been.
pub(super) type Made = (SlideKit, Option<TableError>);

impl SlideTablesFor {
    /// Begins them, if the shape has such tables in the memory allowed.
    pub(super) fn new(shape: Shape, home: usize, means: &Means) -> Result<Self, PrepareError> {
        let upright = Upright::new(shape, home);
        let upright = upright.ok_or(TableError::Slides { shape })?;
        let (memory, build_memory) = (means.memory, means.build_memory);
        let mut patterns = plan(upright.sides(), upright.home(), memory, build_memory);
        if patterns.is_empty() {
            return Err(TableError::Slides { shape }.into());
        }
        patterns.reverse();
        let [rows, cols] = upright.sides();
        Ok(Self {
            upright,
            turns: Shared::new(Turns::new(rows, cols)?),
            #[cfg(feature = "std")]
            means: means.clone(),
            stage: Stage::Next,
            tables: Vec::new(),
            known: 0,
            vertices: patterns.iter().map(SlidePattern::vertices).sum(),
            patterns,
            unkept: None,
        })
    }

    /// Returns how far the tables are.
    pub(super) fn progress(&self) -> BuildProgress {
        let (level, known) = match &self.stage {
            Stage::Build(build) => build.progress(),
            #[cfg(feature = "std")]
            Stage::Load(load, _) => (0, load.known()),
            _ => (0, 0),
        };
        BuildProgress {
            pattern: None,
            level,
            known: self.known + known,
            entries: self.vertices,
        }
    }

    /// Goes on, and returns all once it is there.
    pub(super) fn advance(&mut self, effort: &mut Effort) -> Result<Option<Made>, PrepareError> {
        while !effort.is_spent() {
            match &mut self.stage {
                Stage::Next => {
                    let Some(pattern) = self.patterns.pop() else {
                        let tables = core::mem::take(&mut self.tables);
                        let turns = Shared::clone(&self.turns);
                        let kit = SlideKit::new(self.upright, turns, tables);
                        return Ok(Some((kit, self.unkept.take())));
                    };
                    self.stage = self.begin(pattern);
                }
                #[cfg(feature = "std")]
                Stage::Load(load, pattern) => match load.advance(effort)? {
                    None => {}
                    Some(Loaded::Missing) => {
                        let pattern = *pattern;
                        self.stage = self.build(pattern);
                    }
                    Some(Loaded::Table(table)) => {
                        self.known += pattern.vertices();
                        self.tables.push(Shared::new(table));
                        self.stage = Stage::Next;
                    }
                },
                Stage::Build(build) => {
                    if let Some(table) = build.advance(effort)? {
                        self.known += build.vertices();
                        self.tables.push(Shared::new(table));
                        self.stage = Stage::Next;
                        #[cfg(feature = "std")]
                        {
                            self.stage = self.after_build();
                        }
                    }
                }
                #[cfg(feature = "std")]
                Stage::Keep(save) => {
                    let kept = save.advance(effort);
                    if !matches!(kept, Ok(None)) {
                        let error = kept.err().map(|error| TableError::File(Box::new(error)));
                        self.unkept = self.unkept.take().or(error);
                        self.stage = Stage::Next;
                    }
                }
            }
        }
        Ok(None)
    }

    /// Returns what is done first with a table.
    fn begin(&self, pattern: SlidePattern) -> Stage {
        #[cfg(feature = "std")]
        if let Some(folder) = &self.means.folder {
            let load = LoadSlides::new(folder, pattern);
            return Stage::Load(Box::new(load), pattern);
        }
        self.build(pattern)
    }

    fn build(&self, pattern: SlidePattern) -> Stage {
        let build = BuildSlides::new(pattern, Shared::clone(&self.turns));
        #[cfg(feature = "std")]
        let build = build.threads(self.means.threads);
        Stage::Build(Box::new(build))
    }

    /// Returns what is done with the last table after it was built.
    #[cfg(feature = "std")]
    fn after_build(&self) -> Stage {
        if let (Some(folder), Some(table)) = (&self.means.folder, self.tables.last()) {
            return Stage::Keep(Box::new(SaveSlides::new(folder, table)));
        }
        Stage::Next
    }
}
