//! A folder of tables.

use alloc::format;
use alloc::vec::Vec;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::build::{BuildGauge, BuildProgress};
use super::file::{self, FileError, FileFault};
use super::index::PatternIndex;
use super::mirrors::find_mirrors;
use super::pattern::Pattern;
use super::table::Table;
use crate::runtime::cost_model::file as cost;
use crate::runtime::job::{Job, Pace};
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
}

impl Folder {
    /// Names a folder; it is made when the first table is saved. An empty path is no folder: to
    /// load from it or to save in it is an error ([`FileFault::NoFolder`]).
    ///
    /// ```
    /// use npuzzle::tables::Folder;
    /// let folder = Folder::new("tables"); // not made yet
    /// assert_eq!(folder.path(), std::path::Path::new("tables"));
    /// ```
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// Returns the folder's path.
    ///
    /// ```
    /// use npuzzle::tables::Folder;
    /// assert_eq!(Folder::new("tables").path(), std::path::Path::new("tables"));
    /// ```
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the file of a pattern's table: shape, home and the pattern's set of cells
    /// (hexadecimal) are its name.
    ///
    /// ```
    /// use npuzzle::tables::{Folder, Pattern};
    /// use npuzzle::Shape;
    /// let pattern = Pattern::new(Shape::square(3)?, 8, [0, 1])?; // bits 0 and 1: 3
    /// let file = Folder::new("tables").file_of(&pattern);
    /// assert!(file.starts_with("tables"), "{}", file.display());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn file_of(&self, pattern: &Pattern) -> PathBuf {
        let (shape, home, mask) = (pattern.shape(), pattern.home(), pattern.mask());
        let [rows, cols, layers] = [shape.rows(), shape.columns(), shape.layers()];
        let name = format!("{rows}x{cols}x{layers}-{home}-{mask:x}.table");
        self.path.join(name)
    }

    /// Reads the tables of these patterns that are there, in their order. Mirror images of other
    /// patterns among them are left out: [`TableBuilder::tables`](super::TableBuilder::tables)
    /// makes them of those ones' tables.
    ///
    /// # Errors
    /// [`FileError`] for the first file that is there and can't be used.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::tables::{Folder, Pattern};
    /// use npuzzle::Shape;
    /// let pattern = Pattern::new(Shape::square(3)?, 8, [0])?;
    /// assert!(Folder::new("no/such/folder").load(&[pattern])?.is_empty()); // nothing is kept yet
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn load(&self, patterns: &[Pattern]) -> Result<Vec<Table>, FileError> {
        self.check()?;
        let (folder, patterns) = (self.clone(), patterns.to_vec());
        let read = move |mut pace| async move {
            folder
                .read(&patterns, &BuildGauge::default(), &mut pace)
                .await
        };
        Job::new(read).finish()
    }

    /// Writes the tables that have entries of their own; those that share another's are left to it.
    ///
    /// # Errors
    /// [`FileError`] for the first file that can't be written, or where the folder can't be made.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::tables::{Folder, Pattern, Table};
    /// use npuzzle::Shape;
    /// let path = std::env::temp_dir().join(format!("npuzzle-save-{}", std::process::id()));
    /// let pattern = Pattern::new(Shape::square(3)?, 8, [0])?;
    /// let folder = Folder::new(&path);
    /// folder.save(&[Table::build(pattern)?])?;
    /// assert!(folder.file_of(&pattern).is_file());
    /// # std::fs::remove_dir_all(&path)?;
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn save(&self, tables: &[Table]) -> Result<(), FileError> {
        let (folder, tables) = (self.clone(), tables.to_vec());
        let write = move |mut pace| async move {
            folder
                .write(&tables, &BuildGauge::default(), &mut pace)
                .await
        };
        Job::new(write).finish()
    }
}

impl Folder {
    /// Reads those tables of patterns that are there: as [`load`](Self::load).
    pub(crate) async fn read(
        &self,
        patterns: &[Pattern],
        gauge: &BuildGauge,
        pace: &mut Pace,
    ) -> Result<Vec<Table>, FileError> {
        let mirrors = find_mirrors(patterns, pace).await;
        let mut indices: Vec<Shared<PatternIndex>> = Vec::new();
        let mut files = Vec::new();
        for (&pattern, mirror) in patterns.iter().zip(mirrors) {
            let path = self.file_of(&pattern);
            pace.spend(cost::LOOK).await;
            if mirror.is_some() || !path.exists() {
                continue;
            }
            let (shape, tiles) = (pattern.shape(), pattern.tiles());
            let serves =
                |index: &&Shared<PatternIndex>| index.shape() == shape && index.tiles() == tiles;
            let index = if let Some(index) = indices.iter().find(serves) {
                index.clone()
            } else {
                let wrong = |error| FileError::new(&path, FileFault::Build(error));
                let index = PatternIndex::new(shape, tiles, pace).await;
                let index = Shared::new(index.map_err(wrong)?);
                indices.push(index.clone());
                index
            };
            files.push((path, pattern, index));
        }
        let entries = files.iter().map(|(.., index)| index.entries()).sum();
        let (mut tables, mut known) = (Vec::new(), 0);
        for (path, pattern, index) in files {
            let of_table = index.entries();
            // The last word may have room for more entries than there are.
            let show = |read: u64| show(gauge, pattern, known + read.min(of_table), entries);
            show(0);
            match Table::read(&path, pattern, index, &show, pace).await {
                Ok(table) => tables.push(table),
                // Another program's user may have removed it just now.
                Err(error) if error.fault() == FileFault::Read(ErrorKind::NotFound) => {}
                Err(error) => return Err(error),
            }
            known += of_table;
            pace.spend(cost::LOOK).await;
        }
        Ok(tables)
    }

    /// Writes tables: as [`save`](Self::save).
    pub(crate) async fn write(
        &self,
        tables: &[Table],
        gauge: &BuildGauge,
        pace: &mut Pace,
    ) -> Result<(), FileError> {
        let own = |table: &&Table| table.framed_pattern() == table.pattern();
        let own = || tables.iter().filter(own);
        let entries = own().map(Table::entries).sum();
        let mut known = 0;
        for (nth, table) in own().enumerate() {
            if nth == 0 {
                self.make()?;
            }
            let of_table = table.entries();
            let show = |written: u64| {
                show(
                    gauge,
                    *table.pattern(),
                    known + written.min(of_table),
                    entries,
                );
            };
            show(0);
            pace.spend(cost::LOOK).await;
            file::write(&self.file_of(table.pattern()), table, &show, pace).await?;
            known += of_table;
        }
        Ok(())
    }
}

fn show(gauge: &BuildGauge, pattern: Pattern, known: u64, entries: u64) {
    gauge.set(BuildProgress {
        pattern: Some(pattern),
        level: 0,
        known,
        entries,
    });
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
