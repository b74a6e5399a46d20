//! Tables by slides as files of a folder.
//!
//! A file is like that of any other table: a head of 64 bytes, then the words by rows and by
//! columns. Its magic is `npslide` and the byte 0, and in place of the pattern there are the
//! colours, two bits a cell, and at bit 32 the number of the source's reading.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::colours::Colours;
use super::plan::SlidePattern;
use super::table::{SlideTable, words_of_line};
use crate::runtime::cost_model::file as cost;
use crate::runtime::job::Pace;
use crate::runtime::shared::Shared;
use crate::tables::file::{self, FileError, FileFault, HEAD, Head, Stored, max_of, read_words};
use crate::tables::folder::Folder;

const MAGIC: [u8; 8] = *b"npslide\0";

impl SlidePattern {
    /// Returns what the head of its file says.
    fn head(&self) -> Head {
        let [rows, cols] = self.sides.map(|side| side as u64);
        let colours = self.colours().iter().rev();
        let colours = colours.fold(0, |mask, &colour| mask << 2 | u64::from(colour));
        Head {
            shape: [rows, cols, 1],
            home: self.home as u64,
            mask: colours | (self.source as u64) << 32,
            entries: self.vertices(),
        }
    }

    /// Returns its file: shape, home, colours and source are its name.
    fn file_in(&self, folder: &Folder) -> PathBuf {
        let [rows, cols] = self.sides;
        let mask = self.head().mask;
        let name = alloc::format!("slides-{rows}x{cols}-{}-{mask:x}.table", self.home);
        folder.path().join(name)
    }
}

impl Stored for Shared<SlideTable> {
    fn head(&self) -> [u64; HEAD / 8] {
        self.pattern().head().written(MAGIC, self.max())
    }

    fn words(&self) -> &[u64] {
        self.all_words()
    }
}

impl SlideTable {
    /// Returns what it is about.
    fn pattern(&self) -> SlidePattern {
        let colours = self.colours();
        SlidePattern::of_colours(colours.sides(), colours.home(), colours.of(), self.source())
    }
}

impl SlideTable {
    /// Reads a table from a folder; `None` if there is no such file, or none that may be used.
    /// `show` receives the number of vertices read.
    pub(crate) async fn read(
        folder: &Folder,
        pattern: SlidePattern,
        show: &(dyn Fn(u64) + Send + Sync),
        pace: &mut Pace,
    ) -> Result<Option<Self>, FileError> {
        match Self::read_file(&pattern.file_in(folder), pattern, show, pace).await {
            // Another program's user may have removed it just now.
            Err(error) if error.fault() == FileFault::Read(ErrorKind::NotFound) => Ok(None),
            read => read.map(Some),
        }
    }

    async fn read_file(
        path: &Path,
        pattern: SlidePattern,
        show: &(dyn Fn(u64) + Send + Sync),
        pace: &mut Pace,
    ) -> Result<Self, FileError> {
        pace.spend(cost::LOOK).await;
        let line = words_of_line(pattern.orders() as usize);
        let count = ((pattern.sides[0] + pattern.sides[1]) * line) as u64;
        let show = |read: u64| show(read.min(pattern.vertices()));
        let (head, words) = read_words(path, MAGIC, &pattern.head(), count, &show, pace).await?;
        pace.spend(cost::COLOURS).await;
        let colours = Colours::new(pattern.sides, pattern.home, pattern.colours());
        let wrong = |error| FileError::new(path, FileFault::Build(error));
        let colours = Shared::new(colours.map_err(|error| wrong(error.into()))?);
        Ok(Self::new(colours, pattern.source, max_of(&head), words))
    }
}

/// Writes a table to a folder.
pub(crate) async fn write_to(
    folder: &Folder,
    table: &Shared<SlideTable>,
    pace: &mut Pace,
) -> Result<(), FileError> {
    folder.make()?;
    pace.spend(cost::LOOK).await;
    let path = table.pattern().file_in(folder);
    file::write(&path, table, &|_| {}, pace).await
}
