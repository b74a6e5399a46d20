//! Tables by slides as files of a folder.
//!
//! A file is like that of any other table. In place of the pattern its identity has the colours, two
//! bits a cell, and at bit 32 the number of the source's reading.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::colours::Colours;
use super::plan::SlidePattern;
use super::table::{SlideTable, words_of_line};
use crate::runtime::shared::Shared;
use crate::tables::TableError;
use crate::tables::file::{make_folder, read, write};

impl SlidePattern {
    /// Returns what distinguishes it from all other tables.
    fn identity(&self) -> [u64; 3] {
        let [rows, cols] = self.sides.map(|side| side as u64);
        let colours = self.colours().iter().rev();
        let colours = colours.fold(0, |mask, &colour| mask << 2 | u64::from(colour));
        // Tables of patterns have a number of layers there.
        let sides = rows | cols << 16;
        [
            sides,
            self.home as u64,
            colours | (self.source as u64) << 32,
        ]
    }

    /// Returns its file: shape, home, colours and source are its name.
    fn file_in(&self, folder: &Path) -> PathBuf {
        let ([rows, cols], [.., mask]) = (self.sides, self.identity());
        let name = alloc::format!("slides-{rows}x{cols}-{}-{mask:x}.table", self.home);
        folder.join(name)
    }
}

impl SlideTable {
    /// Reads a table from a folder; `None` if there is no such file.
    pub(crate) fn read(folder: &Path, pattern: SlidePattern) -> Result<Option<Self>, TableError> {
        let line = words_of_line(pattern.orders() as usize);
        let count = (pattern.sides[0] + pattern.sides[1]) * line;
        let file = pattern.file_in(folder);
        let ([max, ..], words) = match read(&file, pattern.identity(), count) {
            Err(TableError::Read {
                error: ErrorKind::NotFound,
                ..
            }) => return Ok(None),
            read => read?,
        };
        let colours = Colours::new(pattern.sides, pattern.home, pattern.colours())?;
        let max = max.min(u16::MAX.into()) as u32;
        let table = Self::new(Shared::new(colours), pattern.source, max, words);
        Ok(Some(table))
    }

    /// Writes the table to a folder.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), TableError> {
        let colours = self.colours();
        let (sides, home) = (colours.sides(), colours.home());
        let pattern = SlidePattern::of_colours(sides, home, colours.of(), self.source());
        make_folder(folder)?;
        let (file, numbers) = (pattern.file_in(folder), [self.max().into(), 0, 0]);
        write(&file, pattern.identity(), numbers, self.all_words())
    }
}
