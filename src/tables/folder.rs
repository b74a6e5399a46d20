//! A folder of tables.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::mem;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::build::BuildProgress;
use super::file::{FileError, FileFault, ReadTable, Write};
use super::index::{IndexError, NewIndex, PatternIndex};
use super::mirrors::{FindMirrors, Mirrors};
use super::pattern::Pattern;
use super::table::Table;
use crate::runtime::effort::{Effort, to_the_end};
use crate::runtime::shared::Shared;

/// A folder that keeps tables, a file each; several programs may use it at once.
///
/// A file is only ever replaced as a whole. Two programs that miss the same table both build it,
/// and the later one's file, which is the same, stays.
///
/// ```
/// use npuzzle::{Shape, tables::{TableBuilder, Folder, Partition}};
///
/// let path = std::env::temp_dir().join(format!("npuzzle-folder-{}", std::process::id()));
/// let folder = Folder::new(&path);
/// let partition: Partition = "A A B / A A B / B B .".parse()?;
/// assert_eq!(folder.load(partition.patterns())?.len(), 0);
/// let tables = TableBuilder::new().tables(partition.patterns())?;
/// folder.save(&tables)?;
/// assert_eq!(folder.load(partition.patterns())?.len(), 2);
/// # std::fs::remove_dir_all(&path)?;
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Folder {
    path: PathBuf,
    pub(super) replaces: bool,
}

impl Folder {
    /// Names a folder; it is made when the first table is saved. An empty path is no folder: to load
    /// from it or to save in it is an error ([`FileFault::NoFolder`]).
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            replaces: false,
        }
    }

    /// Sets whether files that are damaged, or of another version, count as missing, so that they
    /// are built anew and replaced; otherwise, and if not set, they are errors.
    #[must_use]
    pub const fn replace_bad(mut self, replaces: bool) -> Self {
        self.replaces = replaces;
        self
    }

    /// Returns the folder's path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the file of a pattern's table: shape, home and the pattern's set of cells
    /// (hexadecimal) are its name.
    #[must_use]
    pub fn file_of(&self, pattern: &Pattern) -> PathBuf {
        let (shape, home, mask) = (pattern.shape(), pattern.home(), pattern.mask());
        let [rows, cols, layers] = [shape.rows(), shape.cols(), shape.layers()];
        let name = format!("{rows}x{cols}x{layers}-{home}-{mask:x}.table");
        self.path.join(name)
    }

    /// Reads the tables of these patterns that are there, in their order. Mirror images of other
    /// patterns among them are left out: [`TableBuilder::tables`](super::TableBuilder::tables)
    /// makes them of those ones' tables.
    ///
    /// # Errors
    /// [`FileError`] for the first file that is there and can't be used.
    pub fn load(&self, patterns: &[Pattern]) -> Result<Vec<Table>, FileError> {
        self.check()?;
        let mut load = LoadTables::new(self, patterns);
        to_the_end(|effort| load.advance(effort))
    }

    /// Writes the tables that have entries of their own; those that share another's are left to it.
    ///
    /// # Errors
    /// [`FileError`] for the first file that can't be written, or where the folder can't be made.
    pub fn save(&self, tables: &[Table]) -> Result<(), FileError> {
        let mut save = SaveTables::new(self, tables);
        to_the_end(|effort| save.advance(effort))
    }
}

/// Tables that are being read from a folder.
#[derive(Debug)]
pub(crate) struct LoadTables {
    folder: Folder,
    patterns: Vec<Pattern>,
    find: FindMirrors,
    mirrors: Option<Mirrors>,
    /// The pattern whose file is looked for next.
    next: usize,
    indices: Vec<Shared<PatternIndex>>,
    new_index: Option<Box<NewIndex>>,
    /// The files that are there; the last one is next.
    files: Vec<(Pattern, Shared<PatternIndex>)>,
    reading: Option<ReadTable>,
    tables: Vec<Table>,
    /// The entries read, all of the files, and the pattern at which it is.
    known: u64,
    entries: u64,
    pattern: Option<Pattern>,
}

/// What it costs to look for a file.
const FILE_COST: usize = 20_000;

impl LoadTables {
    /// Begins to read those tables of patterns that are there: as [`Folder::load`].
    pub(crate) fn new(folder: &Folder, patterns: &[Pattern]) -> Self {
        Self {
            folder: folder.clone(),
            patterns: patterns.to_vec(),
            find: FindMirrors::default(),
            mirrors: None,
            next: 0,
            indices: Vec::new(),
            new_index: None,
            files: Vec::new(),
            reading: None,
            tables: Vec::new(),
            known: 0,
            entries: 0,
            pattern: None,
        }
    }

    /// Returns how much was read, if there is something to read.
    pub(crate) fn progress(&self) -> Option<BuildProgress> {
        let read = self.reading.as_ref().map_or(0, ReadTable::entries);
        Some(BuildProgress {
            pattern: Some(self.pattern?),
            level: 0,
            known: self.known + read,
            entries: self.entries,
        })
    }

    /// Goes on, and returns the tables once they are there.
    pub(crate) fn advance(&mut self, effort: &mut Effort) -> Result<Option<Vec<Table>>, FileError> {
        while !effort.is_spent() {
            let Some(mirrors) = &self.mirrors else {
                self.mirrors = self.find.advance(&self.patterns, effort);
                continue;
            };
            if let Some(&pattern) = self.patterns.get(self.next) {
                let is_own = mirrors[self.next].is_none();
                self.look_for(pattern, is_own, effort)?;
            } else if let Some(reading) = &mut self.reading {
                let read = reading.advance(effort);
                if matches!(read, Ok(None)) {
                    continue;
                }
                self.known += reading.entries();
                self.reading = None;
                self.take(read)?;
            } else if let Some((pattern, index)) = self.files.pop() {
                self.pattern = Some(pattern);
                let path = self.folder.file_of(&pattern);
                effort.spend(FILE_COST);
                match ReadTable::open(&path, pattern, index) {
                    Ok(reading) => self.reading = Some(reading),
                    Err(error) => self.take(Err(error))?,
                }
            } else {
                return Ok(Some(mem::take(&mut self.tables)));
            }
        }
        Ok(None)
    }

    /// Looks for the file of a pattern, and makes the index that it needs.
    fn look_for(
        &mut self,
        pattern: Pattern,
        is_own: bool,
        effort: &mut Effort,
    ) -> Result<(), FileError> {
        let path = self.folder.file_of(&pattern);
        let wrong = |error: IndexError| FileError::new(&path, FileFault::Build(error.into()));
        let (shape, tiles) = (pattern.shape(), pattern.tiles());
        if let Some(new) = &mut self.new_index {
            if let Some(index) = new.advance(effort).map_err(wrong)? {
                self.indices.push(Shared::new(index));
                self.new_index = None;
            }
            return Ok(());
        }
        effort.spend(FILE_COST);
        if is_own && path.exists() {
            let serves =
                |index: &&Shared<PatternIndex>| index.shape() == shape && index.tiles() == tiles;
            let Some(index) = self.indices.iter().find(serves) else {
                let new = NewIndex::new(shape, tiles).map_err(wrong)?;
                self.new_index = Some(Box::new(new));
                return Ok(());
            };
            self.entries += index.entries();
            self.files.push((pattern, index.clone()));
        }
        self.next += 1;
        if self.next == self.patterns.len() {
            self.files.reverse();
        }
        Ok(())
    }

    /// Takes over what was read of a file.
    fn take(&mut self, read: Result<Option<Table>, FileError>) -> Result<(), FileError> {
        match read {
            Ok(table) => self.tables.extend(table),
            // Another program's user may have removed it just now.
            Err(error) if error.fault() == FileFault::Read(ErrorKind::NotFound) => {}
            Err(error) if self.folder.replaces && error.fault().is_content() => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

/// Tables that are being written to a folder.
#[derive(Debug)]
pub(crate) struct SaveTables {
    folder: Folder,
    /// Those that have entries of their own; the last one is next.
    tables: Vec<Table>,
    writing: Option<Write<Table>>,
    /// The entries written, all of them, and the pattern at which it is.
    known: u64,
    entries: u64,
    pattern: Option<Pattern>,
}

impl SaveTables {
    /// Begins to write tables: as [`Folder::save`].
    pub(crate) fn new(folder: &Folder, tables: &[Table]) -> Self {
        let own = |table: &&Table| table.framed_pattern() == table.pattern();
        let tables: Vec<Table> = tables.iter().filter(own).rev().cloned().collect();
        Self {
            folder: folder.clone(),
            writing: None,
            known: 0,
            entries: tables.iter().map(Table::entries).sum(),
            pattern: None,
            tables,
        }
    }

    /// Returns how much was written, if there is something to write.
    pub(crate) fn progress(&self) -> Option<BuildProgress> {
        let written = self.writing.as_ref().map_or(0, Write::entries);
        Some(BuildProgress {
            pattern: Some(self.pattern?),
            level: 0,
            // The last words may have room for more entries than there are.
            known: (self.known + written).min(self.entries),
            entries: self.entries,
        })
    }

    /// Goes on; something is returned once all tables are written.
    pub(crate) fn advance(&mut self, effort: &mut Effort) -> Result<Option<()>, FileError> {
        while !effort.is_spent() {
            if let Some(writing) = &mut self.writing {
                if writing.advance(effort)?.is_some() {
                    self.known += writing.entries();
                    self.writing = None;
                }
                continue;
            }
            let Some(table) = self.tables.pop() else {
                return Ok(Some(()));
            };
            if self.pattern.is_none() {
                self.folder.make()?;
            }
            let pattern = *table.pattern();
            self.pattern = Some(pattern);
            effort.spend(FILE_COST);
            self.writing = Some(Write::new(&self.folder.file_of(&pattern), table));
        }
        Ok(None)
    }
}

impl Folder {
    /// Refuses an empty path: the system would take it for the working directory.
    pub(crate) fn check(&self) -> Result<(), FileError> {
        if self.path.as_os_str().is_empty() {
            return Err(FileError::new(&self.path, FileFault::NoFolder));
        }
        Ok(())
    }

    /// Makes the folder if it is missing.
    pub(super) fn make(&self) -> Result<(), FileError> {
        self.check()?;
        fs::create_dir_all(&self.path).map_err(|error| {
            let fault = match error.kind() {
                ErrorKind::AlreadyExists => FileFault::NotAFolder,
                kind => FileFault::Write(kind),
            };
            FileError::new(&self.path, fault)
        })
    }
}
