//! The tables of a shape by slides: which ones, and whence.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::error::{PrepareError, TableError};
use super::table_options::TableOptions;
use super::tables_for::Made;
use crate::runtime::effort::Effort;
use crate::runtime::shared::Shared;
use crate::search::slides::SlideKit;
use crate::shape::Shape;
use crate::tables::BuildProgress;
use crate::tables::slides::{BuildSlides, SlidePattern, SlideTable, Transposer, Upright, plan};
#[cfg(feature = "std")]
use crate::tables::slides::{LoadSlides, Loaded, SaveSlides};

/// The tables of a shape and a home by slides: chosen, read, built, kept.
#[derive(Debug)]
pub(super) struct SlideTablesFor {
    upright: Upright,
    transposer: Shared<Transposer>,
    means: TableOptions,
    /// The memory of all planned tables, in bytes.
    bytes: u64,
    /// The tables to come; the last one is next.
    patterns: Vec<SlidePattern>,
    stage: Stage,
    tables: Vec<Shared<SlideTable>>,
    /// The vertices of the tables that are there, and of all.
    known: u64,
    vertices: u64,
    /// Why tables were not kept for the next program, if they should have been.
    unkept: Option<TableError>,
    /// The bytes of the first allocation that failed.
    shortage: Option<u64>,
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

/// Returns the shape with its longer side down, if it may have such tables.
fn upright(shape: Shape, home: usize) -> Result<Upright, TableError> {
    Upright::new(shape, home).ok_or(TableError::Slides { shape })
}

/// Returns the tables for a memory, the largest first; none if none fits.
fn planned(upright: &Upright, memory: u64, means: &TableOptions) -> Vec<SlidePattern> {
    plan(upright.sides(), upright.home(), memory, means.build_memory)
}

impl SlideTablesFor {
    /// Checks that the shape has such tables in the memory allowed.
    pub(super) fn check(shape: Shape, home: usize, means: &TableOptions) -> Result<(), TableError> {
        if planned(&upright(shape, home)?, means.memory, means).is_empty() {
            return Err(TableError::Slides { shape });
        }
        Ok(())
    }

    /// Begins them, if the shape has such tables in the memory allowed.
    pub(super) fn new(
        shape: Shape,
        home: usize,
        means: &TableOptions,
    ) -> Result<Self, PrepareError> {
        let upright = upright(shape, home)?;
        let [rows, cols] = upright.sides();
        let mut tables = Self {
            upright,
            transposer: Shared::new(Transposer::new(rows, cols)?),
            means: means.clone(),
            bytes: 0,
            stage: Stage::Next,
            tables: Vec::new(),
            known: 0,
            vertices: 0,
            patterns: Vec::new(),
            unkept: None,
            shortage: None,
        };
        if tables.plan(means.memory) {
            Ok(tables)
        } else {
            Err(TableError::Slides { shape }.into())
        }
    }

    /// Plans tables that fit a memory; returns whether there are some.
    fn plan(&mut self, memory: u64) -> bool {
        self.patterns = planned(&self.upright, memory, &self.means);
        self.patterns.reverse();
        self.vertices = self.patterns.iter().map(SlidePattern::vertices).sum();
        self.bytes = self.patterns.iter().map(SlidePattern::bytes).sum();
        !self.patterns.is_empty()
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

    /// Advances, and returns all once it is there. If an allocation fails, smaller tables are begun.
    ///
    /// # Errors
    /// The first allocation that failed, if even the smallest tables are too large.
    pub(super) fn advance(
        &mut self,
        effort: &mut Effort,
    ) -> Result<Option<Made<SlideKit>>, PrepareError> {
        let step = self.step(effort);
        let Err(PrepareError::OutOfMemory { bytes }) = step else {
            return step;
        };
        let first = *self.shortage.get_or_insert(bytes);
        self.stage = Stage::Next;
        self.tables.clear();
        self.known = 0;
        // The next smaller ones: there are few.
        if self.plan(self.bytes.saturating_sub(1)) {
            Ok(None)
        } else {
            Err(PrepareError::OutOfMemory { bytes: first })
        }
    }

    fn step(&mut self, effort: &mut Effort) -> Result<Option<Made<SlideKit>>, PrepareError> {
        while !effort.is_spent() {
            match &mut self.stage {
                Stage::Next => {
                    let Some(pattern) = self.patterns.pop() else {
                        let tables = core::mem::take(&mut self.tables);
                        let transposer = Shared::clone(&self.transposer);
                        let kit = SlideKit::new(self.upright, transposer, tables);
                        return Ok(Some(Made {
                            kit,
                            unkept: self.unkept.take(),
                            shortage: self.shortage,
                        }));
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
        let build = BuildSlides::new(pattern, Shared::clone(&self.transposer));
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
