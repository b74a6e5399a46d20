//! The building of tables as a work: it goes on when it is told to.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use super::cost::{side_by_side, table_bytes, usual_build_bytes};
use super::index::{IndexError, NewIndex, PatternIndex};
use super::job::SideBySide;
use super::mirrors::{FindMirrors, Mirrors};
use super::order::{binomial, factorial};
use super::pattern::Pattern;
use super::sweep::Form;
use super::table::Table;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::effort::Effort;
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Work};

/// How far the tables are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildProgress {
    /// The pattern being worked on, the first where several tables are built side by side; none
    /// for tables by slides, which are not about groups of tiles.
    pub pattern: Option<Pattern>,
    /// The distance from the goal that the builder works on, in moves of the pattern's tiles; 0
    /// while a file is read or written, and before the search begins.
    pub level: u32,
    /// The entries whose distance is known, over all tables of this call.
    pub known: u64,
    /// The entries of all tables of this call: somewhat less at first, until regions are counted.
    /// Where a pattern leaves fewer than two other tiles,
    /// only half of its entries are ever known; a table that was there before, or that
    /// another's mirror image saves, counts as known at once.
    pub entries: u64,
}

/// Tables that are being built.
///
/// The distance of a state is the fewest moves of the pattern's own tiles that bring them all home,
/// with the blank on the home's side of them. The search goes breadth first from the goal; it
/// handles the k! orders of one map and region at once, as the bits of a few words.
#[derive(Debug)]
pub(crate) struct Build {
    patterns: Vec<Pattern>,
    threads: usize,
    /// Whether no table is to be built.
    is_known: bool,
    /// The most memory that a job may take, in bytes, if it can do with less.
    memory: Option<u64>,
    tables: Vec<Option<Table>>,
    mirrors: Mirrors,
    indices: Vec<Shared<PatternIndex>>,
    stage: Stage,
    /// The entries of the tables that are ready, and of all tables.
    before: u64,
    entries: u64,
}

#[derive(Debug)]
enum Stage {
    Mirrors(FindMirrors),
    /// The numberings are made, one for each shape and number of tiles.
    Indices(Option<Box<NewIndex>>),
    /// Tables are to be built with the first of the numberings.
    Next,
    Job(UnderWay),
    Over,
}

/// Tables that are being built side by side: which of the patterns these are.
#[derive(Debug)]
struct UnderWay {
    of: Vec<usize>,
    job: Box<SideBySide>,
}

impl Build {
    /// Begins the tables of these patterns, in their order; those that are known already are taken
    /// as they are.
    pub(crate) fn new(patterns: &[Pattern], known: &[Table]) -> Self {
        let known_of = |pattern| known.iter().find(|table| table.pattern() == pattern);
        let least = |pattern: &Pattern| {
            binomial(pattern.shape().cells(), pattern.tiles()) * factorial(pattern.tiles()) as u64
        };
        let tables: Vec<_> = patterns.iter().map(|it| known_of(it).cloned()).collect();
        Self {
            patterns: patterns.to_vec(),
            threads: 1,
            is_known: tables.iter().all(Option::is_some),
            memory: None,
            tables,
            mirrors: Mirrors::new(),
            indices: Vec::new(),
            stage: Stage::Mirrors(FindMirrors::default()),
            before: 0,
            entries: patterns.iter().map(least).fold(0, u64::saturating_add),
        }
    }

    /// Sets how many threads work.
    #[cfg(feature = "std")]
    pub(crate) const fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets how much memory a search may take, in bytes, if tables can be built one by one then.
    pub(crate) const fn memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Returns how far the tables are; nothing if there are none to be built.
    pub(crate) fn progress(&self) -> Option<BuildProgress> {
        let (first, level, known) = match &self.stage {
            Stage::Job(at) => (at.of[0], at.job.level(), at.job.known()),
            _ if self.is_known => return None,
            _ => (0, 0, 0),
        };
        Some(BuildProgress {
            pattern: Some(*self.patterns.get(first)?),
            level,
            known: self.before + known,
            entries: self.entries,
        })
    }

    /// Goes on, and returns all tables once they are built.
    pub(crate) fn go_on(&mut self, effort: &mut Effort) -> Result<Option<Vec<Table>>, BuildError> {
        while !effort.is_spent() {
            match &mut self.stage {
                Stage::Mirrors(find) => {
                    if let Some(mirrors) = find.advance(&self.patterns, effort) {
                        self.mirrors = mirrors;
                        self.stage = Stage::Indices(None);
                    }
                }
                Stage::Indices(Some(new)) => {
                    if let Some(index) = new.advance(effort)? {
                        self.add_index(Shared::new(index));
                        self.stage = Stage::Indices(None);
                    }
                }
                Stage::Indices(None) => self.next_index()?,
                Stage::Next => {
                    if self.indices.is_empty() {
                        self.stage = Stage::Over;
                        return Ok(Some(self.finish()));
                    }
                    self.next_job()?;
                }
                Stage::Job(UnderWay { of, job }) => {
                    let index = &self.indices[0];
                    let Some(bits) = job.advance(index, self.threads, effort)? else {
                        continue;
                    };
                    self.before += of.len() as u64 * index.entries();
                    for (&at, bits) in of.iter().zip(bits) {
                        let table = Table::new(self.patterns[at], index.clone(), bits);
                        self.tables[at] = Some(table);
                    }
                    self.stage = Stage::Next;
                }
                Stage::Over => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Adds a numbering. The largest tables come first: then the others need not wait in memory.
    fn add_index(&mut self, index: Shared<PatternIndex>) {
        let smaller = |other: &Shared<PatternIndex>| other.entries() < index.entries();
        let at = self.indices.iter().position(smaller);
        self.indices.insert(at.unwrap_or(self.indices.len()), index);
    }

    /// Begins the next numbering that is needed, or takes one that is there.
    fn next_index(&mut self) -> Result<(), BuildError> {
        for (pattern, known) in self.patterns.iter().zip(&self.tables) {
            if self.indices.iter().any(|index| serves(index, pattern)) {
                continue;
            }
            if let Some(table) = known {
                let index = table.shared_index();
                self.add_index(index);
            } else {
                let new = NewIndex::new(pattern.shape(), pattern.tiles())?;
                self.stage = Stage::Indices(Some(Box::new(new)));
            }
            return Ok(());
        }
        let of = |pattern: &Pattern| {
            let index = self.indices.iter().find(|index| serves(index, pattern));
            index.map_or(0, |index| index.entries())
        };
        self.entries = self.patterns.iter().map(of).sum();
        let is_there = |&at: &usize| self.tables[at].is_some() || self.mirrors[at].is_some();
        let there = (0..self.patterns.len()).filter(is_there);
        self.before = there.map(|at| of(&self.patterns[at])).sum();
        self.stage = Stage::Next;
        Ok(())
    }

    /// Begins the next tables of the first numbering, or is done with that.
    fn next_job(&mut self) -> Result<(), BuildError> {
        let index = &self.indices[0];
        let is_missing = |&at: &usize| {
            self.tables[at].is_none()
                && self.mirrors[at].is_none()
                && serves(index, &self.patterns[at])
        };
        let mut of: Vec<usize> = (0..self.patterns.len()).filter(is_missing).collect();
        if of.is_empty() {
            self.indices.remove(0);
            return Ok(());
        }
        let table = table_bytes(index.tiles(), index.blocks() as u64);
        let allowed = match self.memory {
            Some(memory) => memory.saturating_sub(self.bytes()),
            None => usual_build_bytes(table),
        };
        let blocks = index.blocks() as u64;
        let together = side_by_side(index.shape(), index.tiles(), blocks, of.len(), allowed);
        of.truncate(together);
        let patterns: Vec<Pattern> = of.iter().map(|&at| self.patterns[at]).collect();
        let form = match (index.tiles(), together) {
            (0..=4, 1) => Form::new::<1, 1>(),
            (0..=4, _) => Form::new::<4, 1>(),
            (5, 1) => Form::new::<1, 2>(),
            (5, _) => Form::new::<4, 2>(),
            (6, 1) => Form::new::<1, 15>(),
            (6, _) => Form::new::<2, 16>(),
            (7, _) => Form::new::<2, 42>(),
            _ => Form::new::<2, 336>(),
        };
        let job = Box::new(SideBySide::new(patterns, index, form)?);
        self.stage = Stage::Job(UnderWay { of, job });
        Ok(())
    }

    /// Returns the memory of the tables and numberings that are there, in bytes.
    fn bytes(&self) -> u64 {
        let tables = self.tables.iter().flatten().map(Table::bytes);
        let indices = self.indices.iter().map(|index| index.bytes());
        tables.chain(indices).sum::<usize>() as u64
    }

    /// Adds the tables of mirror images.
    fn finish(&mut self) -> Vec<Table> {
        let mut tables = core::mem::take(&mut self.tables);
        for at in 0..tables.len() {
            if let (Some((of, symmetry)), None) = (&self.mirrors[at], &tables[at]) {
                let image = tables[*of].as_ref();
                tables[at] = image.map(|table| table.seen_from(self.patterns[at], *symmetry));
            }
        }
        tables.into_iter().flatten().collect()
    }
}

impl Work for Build {
    type Found = Vec<Table>;
    type Failure = BuildError;

    fn advance(&mut self, _: u64, _: &mut Counts) -> Result<Step<Vec<Table>>, BuildError> {
        let made = self.go_on(&mut Effort::slice())?;
        Ok(match (made, &self.stage) {
            (Some(tables), _) => Step::Found(tables),
            (None, Stage::Over) => Step::Done,
            (None, _) => Step::Paused,
        })
    }
}

/// Returns whether an index is that of a pattern's states.
fn serves(index: &PatternIndex, pattern: &Pattern) -> bool {
    index.shape() == pattern.shape() && index.tiles() == pattern.tiles()
}

/// Why a table could not be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// The states have no index.
    Index(IndexError),
    /// An allocation failed.
    OutOfMemory {
        /// The size of the allocation in bytes.
        bytes: u64,
    },
    /// The callback stopped the work.
    Stopped,
}

impl From<IndexError> for BuildError {
    fn from(error: IndexError) -> Self {
        match error {
            IndexError::OutOfMemory { bytes } => Self::OutOfMemory { bytes },
            error => Self::Index(error),
        }
    }
}

impl From<OutOfMemory> for BuildError {
    fn from(error: OutOfMemory) -> Self {
        Self::OutOfMemory { bytes: error.bytes }
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index(error) => error.fmt(f),
            Self::OutOfMemory { bytes } => write!(f, "no memory for {bytes} bytes of a table"),
            Self::Stopped => f.write_str("the building of a table was stopped"),
        }
    }
}

impl core::error::Error for BuildError {}
