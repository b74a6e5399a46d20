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
use crate::runtime::effort::Effort;
use crate::runtime::shared::Shared;
use crate::tables::file::{FileError, FileFault, HEAD, Head, ReadWords, Stored, Write};
use crate::tables::folder::Folder;

const MAGIC: [u8; 8] = *b"npslide\0";

/// What it costs to look for a file, and to number the orders of its colours.
const FILE_COST: usize = 20_000;
const COLOURS_COST: usize = 300_000;

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

/// A table that is being read from a folder.
#[derive(Debug)]
pub(crate) struct LoadSlides {
    folder: Folder,
    pattern: SlidePattern,
    words: Option<ReadWords>,
}

/// What came of reading.
#[derive(Debug)]
pub(crate) enum Loaded {
    Table(SlideTable),
    /// There is no such file, or none that may be used.
    Missing,
}

impl LoadSlides {
    pub(crate) fn new(folder: &Folder, pattern: SlidePattern) -> Self {
        Self {
            folder: folder.clone(),
            pattern,
            words: None,
        }
    }

    /// Returns how many vertices were read.
    pub(crate) fn known(&self) -> u64 {
        let read = self.words.as_ref().map_or(0, ReadWords::entries);
        read.min(self.pattern.vertices())
    }

    /// Goes on, and returns the table once it is read, or that there is none.
    pub(crate) fn advance(&mut self, effort: &mut Effort) -> Result<Option<Loaded>, FileError> {
        let path = self.pattern.file_in(&self.folder);
        match self.step(&path, effort) {
            // Another program's user may have removed it just now.
            Err(error) if error.fault() == FileFault::Read(ErrorKind::NotFound) => {
                Ok(Some(Loaded::Missing))
            }
            Err(error) if self.folder.replaces && error.fault().is_content() => {
                Ok(Some(Loaded::Missing))
            }
            step => Ok(step?.map(Loaded::Table)),
        }
    }

    fn step(&mut self, path: &Path, effort: &mut Effort) -> Result<Option<SlideTable>, FileError> {
        let pattern = &self.pattern;
        let words = if let Some(words) = &mut self.words {
            words
        } else {
            effort.spend(FILE_COST);
            let line = words_of_line(pattern.orders() as usize);
            let count = (pattern.sides[0] + pattern.sides[1]) * line;
            let words = ReadWords::open(path, MAGIC, &pattern.head(), count as u64)?;
            self.words.insert(words)
        };
        let Some((head, words)) = words.advance(effort)? else {
            return Ok(None);
        };
        effort.spend(COLOURS_COST);
        let colours = Colours::new(pattern.sides, pattern.home, pattern.colours());
        let wrong = |error| FileError::new(path, FileFault::Build(error));
        let colours = Shared::new(colours.map_err(|error| wrong(error.into()))?);
        let max = (head[2] >> 32) as u32;
        Ok(Some(SlideTable::new(colours, pattern.source, max, words)))
    }
}

/// A table that is being written to a folder.
#[derive(Debug)]
pub(crate) struct SaveSlides {
    folder: Folder,
    write: Write<Shared<SlideTable>>,
    is_begun: bool,
}

impl SaveSlides {
    pub(crate) fn new(folder: &Folder, table: &Shared<SlideTable>) -> Self {
        let path = table.pattern().file_in(folder);
        Self {
            folder: folder.clone(),
            write: Write::new(&path, Shared::clone(table)),
            is_begun: false,
        }
    }

    /// Goes on; something is returned once the file is there.
    pub(crate) fn advance(&mut self, effort: &mut Effort) -> Result<Option<()>, FileError> {
        if !self.is_begun {
            self.folder.make()?;
            self.is_begun = true;
            effort.spend(FILE_COST);
        }
        self.write.advance(effort)
    }
}
