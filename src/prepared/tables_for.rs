//! The tables of a shape: which ones, and whence.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::error::{PrepareError, TableError};
use super::table_options::TableOptions;
use crate::runtime::effort::Effort;
use crate::runtime::job::Job;
use crate::search::automaton::{NewAutomaton, depth_for};
use crate::search::patterns::{MAX_CELLS, MAX_GROUPS, Patterns};
use crate::search::stack::{AnyAutomaton, NewSearchTables, SearchTables, Views};
use crate::shape::Shape;
use crate::tables::{
    Build, BuildProgress, Chosen, PartitionError, Pattern, Table, choose_partitions,
};
#[cfg(feature = "std")]
use crate::tables::{LoadTables, SaveTables};

/// The tables of a shape and a home, and the automaton: chosen, read, built, kept.
#[derive(Debug)]
pub(super) struct TablesFor {
    shape: Shape,
    means: TableOptions,
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
}

#[derive(Debug)]
enum Stage {
    Choose(Job<Result<Chosen, PartitionError>>),
    #[cfg(feature = "std")]
    Load(Box<(Vec<Pattern>, LoadTables)>),
    Build(Build),
    #[cfg(feature = "std")]
    Keep(SaveTables),
    Automaton(NewAnyAutomaton),
    SearchTables(Box<NewSearchTables>),
}

/// What a search with tables needs, and why its tables were not kept, if they should have been.
pub(super) type Made = (SearchTables, Option<TableError>);

impl TablesFor {
    /// Begins them, if the shape has such tables.
    pub(super) fn new(
        shape: Shape,
        home: usize,
        means: &TableOptions,
    ) -> Result<Self, PrepareError> {
        if shape.cells() > MAX_CELLS {
            let limit = MAX_CELLS;
            return Err(TableError::TooManyCells { shape, limit }.into());
        }
        let (memory, build_memory) = (means.memory, means.build_memory);
        let choose = Job::new(move |mut pace| async move {
            choose_partitions(shape, home, memory, build_memory, &mut pace).await
        });
        Ok(Self {
            shape,
            means: means.clone(),
            stage: Stage::Choose(choose),
            #[cfg(feature = "std")]
            read: Vec::new(),
            tables: Vec::new(),
            first: 0,
            progress: None,
            unkept: None,
        })
    }

    /// Returns how far the tables are, once it is known which ones these are.
    pub(super) const fn progress(&self) -> Option<BuildProgress> {
        self.progress
    }

    /// Goes on, and returns all once it is there.
    pub(super) fn advance(&mut self, effort: &mut Effort) -> Result<Option<Made>, PrepareError> {
        match &mut self.stage {
            Stage::Choose(choose) => {
                let chosen = choose
                    .advance()
                    .transpose()
                    .map_err(TableError::Partition)?;
                let Some(chosen) = chosen else {
                    return Ok(None);
                };
                self.first = chosen.first.patterns().len();
                let tables = self.first;
                if tables > MAX_GROUPS {
                    let limit = MAX_GROUPS;
                    return Err(TableError::TooMany { tables, limit }.into());
                }
                self.stage = self.after_choice(&chosen.patterns());
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
                return Ok(kit.map(|kit| (kit, self.unkept.take())));
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
