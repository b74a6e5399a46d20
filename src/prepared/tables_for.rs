//! The tables of a shape: which ones, and whence.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::error::{PrepareError, TableError};
use super::table_options::TableOptions;
use crate::runtime::effort::Effort;
use crate::search::automaton::{NewAutomaton, depth_for};
use crate::search::patterns::{MAX_CELLS, MAX_GROUPS, Patterns};
use crate::search::stack::{AnyAutomaton, NewSearchTables, SearchTables, Views};
use crate::shape::Shape;
use crate::tables::{Build, BuildProgress, Choose, Pattern, Table};
#[cfg(feature = "std")]
use crate::tables::{LoadTables, SaveTables};

/// The tables of a shape and a home, and the automaton: chosen, read, built, kept.
#[derive(Debug)]
pub(super) struct TablesFor {
    shape: Shape,
    home: usize,
    means: TableOptions,
    /// The memory that the tables may take, in bytes: that of the means, halved while allocations
    /// fail.
    memory: u64,
    /// The patterns being built.
    patterns: Vec<Pattern>,
    stage: Stage,
    /// The tables that were read.
    #[cfg(feature = "std")]
    read: Vec<Table>,
    /// The tables, once they are there, and how many of them are of the first partition.
    tables: Vec<Table>,
    first: usize,
    progress: Option<BuildProgress>,
    /// Why they were not kept for the next program, if they should have been.
    unkept: Option<TableError>,
    /// The bytes of the first allocation that failed.
    shortage: Option<u64>,
}

#[derive(Debug)]
enum Stage {
    Choose(Box<Choose>),
    #[cfg(feature = "std")]
    Load(Box<(Vec<Pattern>, LoadTables)>),
    Build(Build),
    #[cfg(feature = "std")]
    Keep(SaveTables),
    Automaton(NewAnyAutomaton),
    SearchTables(Box<NewSearchTables>),
}

/// The tiles of patterns that are counted at once. On every board that has tables, eleven of them
/// are enough for all tiles.
const SMALL: usize = 3;

/// Finished tables, ready for searches.
#[derive(Debug)]
pub(super) struct Made<K> {
    pub(super) kit: K,
    /// The error that kept them from being stored for the next program.
    pub(super) unkept: Option<TableError>,
    /// The bytes of the first allocation that failed, if the tables are smaller for that.
    pub(super) shortage: Option<u64>,
}

/// Begins the choice of tables for a memory, if the shape has some.
fn choose(
    shape: Shape,
    home: usize,
    memory: u64,
    means: &TableOptions,
) -> Result<Choose, TableError> {
    if shape.cells() > MAX_CELLS {
        let limit = MAX_CELLS;
        return Err(TableError::TooManyCells { shape, limit });
    }
    let choose = Choose::new(shape, home, memory, means.build_memory);
    choose.map_err(TableError::Partition)
}

/// Checks that a search can follow these tables.
const fn check_number(tables: usize) -> Result<(), TableError> {
    if tables > MAX_GROUPS {
        let limit = MAX_GROUPS;
        return Err(TableError::TooMany { tables, limit });
    }
    Ok(())
}

impl TablesFor {
    /// Checks that the shape has tables in the memory allowed, in half a millisecond.
    ///
    /// What small patterns can do larger ones can, too: only if these come to too many tables,
    /// all are counted.
    pub(super) fn check(shape: Shape, home: usize, means: &TableOptions) -> Result<(), TableError> {
        let choose = || choose(shape, home, means.memory, means);
        let small = choose()?.up_to(SMALL).count();
        match check_number(small.map_err(TableError::Partition)?) {
            Ok(()) => Ok(()),
            Err(_) => check_number(choose()?.count().map_err(TableError::Partition)?),
        }
    }

    /// Begins them, if the shape has such tables.
    pub(super) fn new(
        shape: Shape,
        home: usize,
        means: &TableOptions,
    ) -> Result<Self, PrepareError> {
        Ok(Self {
            shape,
            home,
            means: means.clone(),
            memory: means.memory,
            patterns: Vec::new(),
            stage: Stage::Choose(Box::new(choose(shape, home, means.memory, means)?)),
            #[cfg(feature = "std")]
            read: Vec::new(),
            tables: Vec::new(),
            first: 0,
            progress: None,
            unkept: None,
            shortage: None,
        })
    }

    /// Returns how far the tables are, once it is known which ones these are.
    pub(super) const fn progress(&self) -> Option<BuildProgress> {
        self.progress
    }

    /// Advances, and returns all once it is there. If an allocation fails, smaller tables are begun.
    ///
    /// # Errors
    /// The first allocation that failed, if even the smallest tables are too large.
    pub(super) fn advance(
        &mut self,
        effort: &mut Effort,
    ) -> Result<Option<Made<SearchTables>>, PrepareError> {
        match (self.step(effort), self.shortage) {
            (Err(PrepareError::OutOfMemory { bytes }), _) if self.memory > 0 => {
                self.shortage.get_or_insert(bytes);
                self.begin_smaller()?;
                Ok(None)
            }
            // What is too small for a partition was tried for lack of memory only.
            (
                Err(PrepareError::Table(TableError::Partition(_) | TableError::TooMany { .. })),
                Some(bytes),
            ) => Err(PrepareError::OutOfMemory { bytes }),
            (result, _) => result,
        }
    }

    /// Begins tables of half the memory.
    fn begin_smaller(&mut self) -> Result<(), PrepareError> {
        self.memory /= 2;
        #[cfg(feature = "std")]
        self.read.clear();
        self.tables.clear();
        self.progress = None;
        let choose = choose(self.shape, self.home, self.memory, &self.means)?;
        self.stage = Stage::Choose(Box::new(choose));
        Ok(())
    }

    fn step(&mut self, effort: &mut Effort) -> Result<Option<Made<SearchTables>>, PrepareError> {
        match &mut self.stage {
            Stage::Choose(choose) => {
                let chosen = choose.advance(effort).map_err(TableError::Partition)?;
                let Some(chosen) = chosen else {
                    return Ok(None);
                };
                let patterns = chosen.patterns();
                if self.shortage.is_some() && patterns == self.patterns {
                    // These failed before.
                    self.begin_smaller()?;
                    return Ok(None);
                }
                self.first = chosen.first.patterns().len();
                check_number(self.first)?;
                self.stage = self.after_choice(&patterns);
                self.patterns = patterns;
            }
            #[cfg(feature = "std")]
            Stage::Load(loading) => {
                let (patterns, load) = &mut **loading;
                let read = load.advance(effort)?;
                self.progress = load.progress().or(self.progress);
                if let Some(read) = read {
                    let build = self.means.build(patterns, &read);
                    self.read = read;
                    self.stage = Stage::Build(build);
                }
            }
            Stage::Build(build) => {
                let made = build.go_on(effort)?;
                self.progress = build.progress().or(self.progress);
                if let Some(tables) = made {
                    self.tables = tables;
                    self.stage = self.after_build();
                }
            }
            #[cfg(feature = "std")]
            Stage::Keep(save) => {
                let kept = save.advance(effort);
                self.progress = save.progress().or(self.progress);
                if let Ok(None) = kept {
                    return Ok(None);
                }
                self.unkept = kept.err().map(|error| TableError::File(Box::new(error)));
                self.stage = Stage::Automaton(NewAnyAutomaton::new(self.shape));
            }
            Stage::Automaton(new) => {
                if let Some(moving) = new.advance(effort) {
                    let mut first = core::mem::take(&mut self.tables);
                    let second = first.split_off(self.first);
                    let second = (!second.is_empty()).then(|| Patterns::new(second));
                    let views = Views::new(Patterns::new(first), second);
                    self.stage = Stage::SearchTables(Box::new(NewSearchTables::new(views, moving)));
                }
            }
            Stage::SearchTables(new) => {
                let kit = new.advance(effort)?;
                return Ok(kit.map(|kit| Made {
                    kit,
                    unkept: self.unkept.take(),
                    shortage: self.shortage,
                }));
            }
        }
        Ok(None)
    }

    /// Returns what comes after the choice.
    fn after_choice(&self, patterns: &[Pattern]) -> Stage {
        #[cfg(feature = "std")]
        if let Some(folder) = &self.means.folder {
            let load = LoadTables::new(folder, patterns);
            return Stage::Load(Box::new((patterns.to_vec(), load)));
        }
        Stage::Build(self.means.build(patterns, &[]))
    }

    /// Returns what comes after the tables were built.
    fn after_build(&mut self) -> Stage {
        #[cfg(feature = "std")]
        if let Some(folder) = &self.means.folder {
            let read = core::mem::take(&mut self.read);
            let is_new = |table: &&Table| !read.iter().any(|it| it.shares_entries_with(table));
            let new: Vec<Table> = self.tables.iter().filter(is_new).cloned().collect();
            return Stage::Keep(SaveTables::new(folder, &new));
        }
        Stage::Automaton(NewAnyAutomaton::new(self.shape))
    }
}

/// The automaton of a shape, while it is made.
#[derive(Debug)]
enum NewAnyAutomaton {
    Flat(NewAutomaton<4>),
    Box(NewAutomaton<6>),
}

impl NewAnyAutomaton {
    fn new(shape: Shape) -> Self {
        if shape.is_rectangle() {
            Self::Flat(NewAutomaton::new(shape, depth_for(shape)))
        } else {
            Self::Box(NewAutomaton::new(shape, depth_for(shape)))
        }
    }

    fn advance(&mut self, effort: &mut Effort) -> Option<AnyAutomaton> {
        match self {
            Self::Flat(new) => new.advance(effort).map(AnyAutomaton::Flat),
            Self::Box(new) => new.advance(effort).map(AnyAutomaton::Box),
        }
    }
}

impl TableOptions {
    /// Begins the tables of these patterns but for those that are known.
    fn build(&self, patterns: &[Pattern], known: &[Table]) -> Build {
        let build = Build::new(patterns, known);
        #[cfg(feature = "std")]
        let build = build.threads(self.threads);
        match self.build_memory {
            Some(bytes) => build.memory(bytes),
            None => build,
        }
    }
}
