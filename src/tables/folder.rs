//! A folder of tables.

use alloc::format;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::Shared;
use super::build::BuildProgress;
use super::builder::Listener;
use super::file::{FileError, FileFault};
use super::index::PatternIndex;
use super::mirrors::mirrors;
use super::pattern::Pattern;
use super::table::Table;

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
    replaces: bool,
}

impl Folder {
    /// Names a folder; it is made when the first table is saved.
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
        self.load_with(patterns, &mut |_| ControlFlow::Continue(()))
    }

    /// Writes the tables that have entries of their own; those that share another's are left to it.
    ///
    /// # Errors
    /// [`FileError`] for the first file that can't be written, or where the folder can't be made.
    pub fn save(&self, tables: &[Table]) -> Result<(), FileError> {
        self.save_with(tables, &mut |_| ControlFlow::Continue(()))
    }

    /// Reads tables, unless the listener, which hears of the progress, breaks.
    pub(crate) fn load_with(
        &self,
        patterns: &[Pattern],
        listener: &mut Listener<'_>,
    ) -> Result<Vec<Table>, FileError> {
        let mut indices: Vec<Shared<PatternIndex>> = Vec::new();
        let mut files = Vec::new();
        for (pattern, mirror) in patterns.iter().zip(mirrors(patterns)) {
            let path = self.file_of(pattern);
            if mirror.is_some() || !path.exists() {
                continue;
            }
            let (shape, tiles) = (pattern.shape(), pattern.tiles());
            let serves =
                |index: &&Shared<PatternIndex>| index.shape() == shape && index.tiles() == tiles;
            let index = match indices.iter().find(serves) {
                Some(index) => index.clone(),
                None => Shared::new(
                    PatternIndex::new(shape, tiles)
                        .map_err(|error| FileError::new(&path, FileFault::Build(error.into())))?,
                ),
            };
            indices.push(index.clone());
            files.push((path, *pattern, index));
        }
        let entries = files.iter().map(|(_, _, index)| index.entries()).sum();
        let mut known = 0;
        let mut tables = Vec::new();
        for (path, pattern, index) in files {
            let mut pause = count_up(pattern, entries, &mut known, listener);
            match Table::load_with(&path, pattern, index, &mut pause) {
                Ok(table) => tables.push(table),
                // Another program's user may have removed it just now.
                Err(error) if error.fault() == FileFault::Read(ErrorKind::NotFound) => {}
                Err(error) if self.replaces && error.fault().is_content() => {}
                Err(error) => return Err(error),
            }
        }
        Ok(tables)
    }

    /// Writes tables, unless the listener, which hears of the progress, breaks.
    pub(crate) fn save_with(
        &self,
        tables: &[Table],
        listener: &mut Listener<'_>,
    ) -> Result<(), FileError> {
        if tables.is_empty() {
            return Ok(());
        }
        fs::create_dir_all(&self.path).map_err(|error| {
            let fault = match error.kind() {
                ErrorKind::AlreadyExists => FileFault::NotAFolder,
                kind => FileFault::Write(kind),
            };
            FileError::new(&self.path, fault)
        })?;
        let own: Vec<&Table> = tables
            .iter()
            .filter(|table| table.framed_pattern() == table.pattern())
            .collect();
        let entries = own.iter().map(|table| table.index().entries()).sum();
        let mut known = 0;
        for table in own {
            let pattern = *table.pattern();
            let mut pause = count_up(pattern, entries, &mut known, listener);
            table.save_with(&self.file_of(&pattern), &mut pause)?;
        }
        Ok(())
    }
}

/// Makes progress of what was read or written.
fn count_up<'a, 'b>(
    pattern: Pattern,
    entries: u64,
    known: &'a mut u64,
    listener: &'a mut Listener<'b>,
) -> impl FnMut(u64) -> ControlFlow<()> + use<'a, 'b> {
    move |some| {
        // The last word may have room for more entries than there are.
        *known = (*known + some).min(entries);
        let level = 0;
        listener(&BuildProgress {
            pattern,
            level,
            known: *known,
            entries,
        })
    }
}
