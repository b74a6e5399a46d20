//! Tables as files of a folder, which several programs may use at once.
//!
//! A file has a head of 64 bytes, then the words of the table; all numbers begin with their lowest
//! byte.
//!
//! | bytes | content |
//! |---|---|
//! | 0-7 | `npuzzle` and the version of this format and of the order of the entries |
//! | 8-31 | the identity: shape, home and pattern, different for any two tables |
//! | 32-39 | the largest distance |
//! | 40-47 | not read |
//! | 48-55 | the mean distance as an IEEE 754 number, for tables of patterns |
//! | 56-63 | the checksum of all words but this one |
//!
//! Its name has the version, so that each version has files of its own. A file is written
//! beside its name and renamed, so others see all of it or nothing. A program that is killed in
//! between leaves a file whose name ends with `.draft`, which is never read; the next writer removes
//! it once it is a day old.

use alloc::format;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::time::Duration;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use super::error::TableError;
use super::index::PatternIndex;
use super::pattern::{Pattern, find_mirrors};
use super::table::{Data, Table};
use crate::runtime::alloc::{reserved_words, zeroed};
use crate::runtime::job::Pace;

/// The version of the format and of the order of the entries.
const VERSION: u8 = 3;

const MAGIC: [u8; 8] = [b'n', b'p', b'u', b'z', b'z', b'l', b'e', VERSION];

/// No program writes a table for this long.
const OLD: Duration = Duration::from_secs(86_400);

/// The bytes before the words.
const HEAD: usize = 64;

/// The number of bytes that are read at a time.
const PIECE: usize = 1 << 16;

/// A step of the checksum. It is a bijection, so changing one word always changes the sum.
const fn step(sum: u64, word: u64) -> u64 {
    (sum ^ word)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(29)
}

/// Writes a file: the identity of the table, its largest and its mean distance, and its words.
pub(crate) fn write(
    path: &Path,
    identity: [u64; 3],
    (max, mean): (u32, f64),
    words: &[u64],
) -> Result<(), TableError> {
    let mut head = [0; HEAD / 8];
    head[0] = u64::from_le_bytes(MAGIC);
    head[1..4].copy_from_slice(&identity);
    (head[4], head[6]) = (max.into(), mean.to_bits());
    head[7] = head[..7].iter().chain(words).copied().fold(0, step);
    let write = || {
        let (draft, file) = create_beside(path)?;
        let mut file = BufWriter::new(file);
        let mut words = head.iter().chain(words);
        words
            .try_for_each(|word| file.write_all(&word.to_le_bytes()))
            .and_then(|()| file.flush())
            // A name without its content would be a damaged file after a loss of power.
            .and_then(|()| file.get_ref().sync_all())
            .and_then(|()| fs::rename(&draft, path))
            .inspect_err(|_| drop(fs::remove_file(&draft)))
    };
    write().map_err(|error| TableError::Write {
        path: path.into(),
        error: error.kind(),
    })
}

/// Creates a file beside another one, under a name that no thread and no process has taken.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let process = std::process::id();
    let mut nth = 0_u32;
    loop {
        let mut name = path.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".{process}-{nth}.draft"));
        let draft = path.with_file_name(name);
        match File::create_new(&draft) {
            Ok(file) => return Ok((draft, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists && nth < 1_000 => nth += 1,
            Err(error) => return Err(error),
        }
    }
}

/// Reads the file of a table with this identity and `count` words. Returns its largest and its mean
/// distance, and its words.
pub(crate) fn read(
    path: &Path,
    identity: [u64; 3],
    count: usize,
) -> Result<((u32, f64), Vec<u64>), TableError> {
    let failed = |error: io::Error| TableError::Read {
        path: path.into(),
        error: error.kind(),
    };
    let wrong = |fault| TableError::File {
        path: path.into(),
        fault,
    };
    // Opening a pipe would block.
    if !fs::metadata(path).map_err(failed)?.is_file() {
        return Err(wrong("is not a regular file"));
    }
    let mut file = File::open(path).map_err(failed)?;
    let length = file.metadata().map_err(failed)?.len();
    let mut bytes = [0; HEAD];
    match file.read_exact(&mut bytes) {
        Err(error) if error.kind() != ErrorKind::UnexpectedEof => return Err(failed(error)),
        _ => {}
    }
    let mut head = [0; HEAD / 8];
    for (word, bytes) in head.iter_mut().zip(bytes.chunks_exact(8)) {
        *word = word_of(bytes);
    }
    if bytes[..7] != MAGIC[..7] {
        return Err(wrong("is not a table of npuzzle"));
    }
    if bytes[7] != MAGIC[7] {
        return Err(wrong("was written by another version of npuzzle"));
    }
    if length < HEAD as u64 || head[1..4] != identity || length != HEAD as u64 + 8 * count as u64 {
        return Err(wrong("is the table of another pattern, or cut off"));
    }
    let mut sum = head[..7].iter().copied().fold(0, step);
    let mut words = reserved_words(count)?;
    let mut piece = zeroed(PIECE)?;
    while words.len() < count {
        let piece = &mut piece[..PIECE.min(8 * (count - words.len()))];
        file.read_exact(piece).map_err(failed)?;
        words.extend(piece.chunks_exact(8).map(word_of));
        let new = &words[words.len() - piece.len() / 8..];
        sum = new.iter().copied().fold(sum, step);
    }
    if sum != head[7] {
        return Err(wrong("is damaged: its checksum is not that of its content"));
    }
    // A descent takes at most `max` steps, so a forged file must not make it long.
    let max = head[4].min(u16::MAX.into()) as u32;
    Ok(((max, f64::from_bits(head[6])), words))
}

/// Returns the number in eight bytes.
fn word_of(bytes: &[u8]) -> u64 {
    bytes.try_into().map_or(0, u64::from_le_bytes)
}

/// Returns the file of a table in a folder, by the name of the table.
pub(crate) fn file_in(folder: &Path, table: &str) -> PathBuf {
    folder.join(format!("{table}-v{VERSION}.table"))
}

/// Makes a folder of tables if it is missing, and removes old drafts from it.
pub(crate) fn make_folder(folder: &Path) -> Result<(), TableError> {
    fs::create_dir_all(folder).map_err(|error| TableError::Write {
        path: folder.into(),
        error: error.kind(),
    })?;
    // Errors of listing or removing them are harmless.
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_draft = path.extension().is_some_and(|it| it == "draft")
            && entry.file_name().to_string_lossy().contains(".table.");
        let modified = || entry.metadata()?.modified();
        let is_old = || modified().is_ok_and(|time| time.elapsed().is_ok_and(|age| age > OLD));
        if is_draft && is_old() {
            let _ = fs::remove_file(path);
        }
    }
    Ok(())
}

/// Refuses an empty path for a folder: the system would use the working directory.
pub(crate) fn check_folder(folder: &Path) -> Result<(), TableError> {
    if folder.as_os_str().is_empty() {
        let fault = "the path of the folder is empty: \".\" is the working directory";
        let path = folder.into();
        return Err(TableError::File { path, fault });
    }
    Ok(())
}

/// Returns the table that a folder has, if there is a folder. A file that can't be read is one that
/// is missing; `file_error` receives the first error.
pub(crate) fn kept<T>(
    read: Option<Result<Option<T>, TableError>>,
    file_error: &mut Option<TableError>,
) -> Result<Option<T>, TableError> {
    match read {
        Some(Err(error)) if error.is_of_file() => {
            file_error.get_or_insert(error);
            Ok(None)
        }
        read => Ok(read.transpose()?.flatten()),
    }
}

impl Pattern {
    /// Returns the identity of the pattern.
    fn identity(&self) -> [u64; 3] {
        let [rows, columns, layers] = self.shape.sides().map(|side| side as u64);
        let home = self.home as u64;
        [rows | columns << 16 | layers << 32, home, self.mask]
    }

    /// Returns the file of its table in a folder.
    fn file_in(&self, folder: &Path) -> PathBuf {
        let (shape, home, mask) = (self.shape, self.home, self.mask);
        let [rows, cols, layers] = shape.sides();
        file_in(folder, &format!("{rows}x{cols}x{layers}-{home}-{mask:x}"))
    }
}

impl Table {
    /// Writes the entries to a file, as those of their pattern.
    fn write(&self, path: &Path) -> Result<(), TableError> {
        let identity = self.data.pattern.identity();
        let data = &self.data;
        write(path, identity, (data.max, data.mean), &data.words)
    }

    /// Reads the table of a pattern, whose states the index numbers, from a file.
    fn read(path: &Path, pattern: Pattern, index: Arc<PatternIndex>) -> Result<Self, TableError> {
        let count = index.entries().div_ceil(64) as usize;
        let ((max, mean), words) = read(path, pattern.identity(), count)?;
        Ok(Self::new(Data {
            pattern,
            index,
            words,
            max,
            mean,
        }))
    }
}

/// Reads those tables of patterns that a folder has, in their order, without mirror images of
/// others among them. Files that can't be read are left out; `file_error` receives the first one's error.
pub(crate) async fn read_tables(
    folder: &Path,
    patterns: &[Pattern],
    file_error: &mut Option<TableError>,
    pace: &mut Pace,
) -> Result<Vec<Table>, TableError> {
    let mut tables: Vec<Table> = Vec::new();
    let mirrors = find_mirrors(patterns);
    for (&pattern, mirror) in patterns.iter().zip(mirrors) {
        let path = pattern.file_in(folder);
        if mirror.is_some() || !path.exists() {
            continue;
        }
        let index =
            PatternIndex::of(&pattern, tables.iter().map(|it| &it.data.index), pace).await?;
        match Table::read(&path, pattern, index) {
            Ok(table) => tables.push(table),
            // Another program may have removed it.
            Err(error) if error.is_missing() => {}
            Err(error) if error.is_of_file() => drop(file_error.get_or_insert(error)),
            Err(error) => return Err(error),
        }
        pace.end_slice().await;
    }
    Ok(tables)
}

/// Writes the tables that have entries of their own to a folder.
pub(crate) async fn write_tables(
    folder: &Path,
    tables: &[Table],
    pace: &mut Pace,
) -> Result<(), TableError> {
    for table in tables {
        if table.data.pattern == table.pattern {
            make_folder(folder)?;
            table.write(&table.pattern.file_in(folder))?;
            pace.end_slice().await;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
