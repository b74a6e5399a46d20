//! Tables by slides as files of a folder.
//!
//! A file is like that of any other table. In place of the pattern its identity has the colours,
//! two bits a cell, and at bit 32 the number of the source's axis.

use std::path::{Path, PathBuf};

use super::plan::SlidePattern;
use super::table::SlideTable;
use crate::tables::TableError;
use crate::tables::file::{file_in, make_folder, read, write};

impl SlidePattern {
    /// Returns its file in a folder, and what distinguishes it from all other tables.
    fn file_in(&self, folder: &Path) -> (PathBuf, [u64; 3]) {
        let ([rows, cols], home) = (self.sides, self.home);
        let colours = self.colours.iter().rev();
        let colours = colours.fold(0, |mask, &colour| mask << 2 | u64::from(colour));
        let mask = colours | (self.source as u64) << 32;
        let name = alloc::format!("slides-{rows}x{cols}-{home}-{mask:x}");
        // Tables of patterns have a number of layers beside the sides.
        let sides = (rows | cols << 16) as u64;
        (file_in(folder, &name), [sides, home as u64, mask])
    }
}

impl SlideTable {
    /// Reads a table from a folder; `None` if there is no such file.
    pub(crate) fn read(folder: &Path, pattern: SlidePattern) -> Result<Option<Self>, TableError> {
        let (file, identity) = pattern.file_in(folder);
        let ((max, _), words) = match read(&file, identity, pattern.words()) {
            Err(error) if error.is_missing() => return Ok(None),
            read => read?,
        };
        Ok(Some(Self::new(pattern, max, words)?))
    }

    /// Writes the table to a folder.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), TableError> {
        make_folder(folder)?;
        let (file, identity) = self.pattern.file_in(folder);
        write(&file, identity, (self.max, 0.0), &self.words)
    }
}
