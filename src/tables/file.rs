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
use alloc::string::String;
use alloc::vec::Vec;
use core::array;
use core::time::Duration;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::error::TableError;
use crate::runtime::alloc::reserved_words;
use crate::runtime::{OutOfMemory, filled};

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

/// The name of a table's file, without the version, and the identity of the table.
pub(crate) type TableId = (String, [u64; 3]);

/// The largest and the mean distance of a table, and its words.
pub(crate) type Contents = ((u32, f64), Vec<u64>);

/// Makes tables: reads those that its folder has, builds and stores the others.
///
/// The default has no folder, and builds on one thread.
#[derive(Debug, Default)]
pub(crate) struct TableMaker {
    pub(crate) folder: Option<PathBuf>,
    /// The first error of a file, if there was one: it could not be read, and the table is built
    /// again, or could not be written.
    pub(crate) error: OnceLock<TableError>,
    /// The number of threads that build, unless it is 0.
    pub(crate) threads: usize,
}

impl TableMaker {
    /// Refuses an empty path for a folder: the system would use the working directory.
    pub(crate) fn check(&self) -> Result<(), TableError> {
        if self.folder.as_deref() == Some(Path::new("")) {
            return Err(TableError::File {
                path: Path::new("").into(),
                fault: "the path of the folder is empty: \".\" is the working directory",
            });
        }
        Ok(())
    }

    /// Makes a table of `count` words: reads it, or builds and writes it. One that can't be read is like
    /// one that is missing.
    pub(crate) async fn make(
        &self,
        (name, identity): &TableId,
        count: usize,
        building: impl Future<Output = Result<Contents, OutOfMemory>>,
    ) -> Result<Contents, OutOfMemory> {
        let file = |folder: &PathBuf| folder.join(format!("{name}-v{VERSION}.table"));
        let path = self.folder.as_ref().map(file);
        if let Some(path) = &path {
            match read(path, *identity, count) {
                Ok(None) => {}
                Ok(Some(contents)) => return Ok(contents),
                Err(TableError::OutOfMemory { bytes }) => return Err(OutOfMemory { bytes }),
                Err(error) => _ = self.error.set(error),
            }
        }
        let made = building.await?;
        // No more is tried where a file could not be written, such as on a full disk.
        let has_failed = matches!(self.error.get(), Some(TableError::Write { .. }));
        if let Some(path) = path.filter(|_| !has_failed) {
            if let Err(error) = write(&path, *identity, &made) {
                let _ = self.error.set(error);
            }
        }
        Ok(made)
    }
}

/// Writes a file: the identity of the table, its largest and its mean distance, and its words.
fn write(
    path: &Path,
    identity: [u64; 3],
    ((max, mean), words): &Contents,
) -> Result<(), TableError> {
    path.parent().map_or(Ok(()), make_folder)?;
    let mut head = [0; HEAD / 8];
    head[0] = u64::from_le_bytes(MAGIC);
    head[1..4].copy_from_slice(&identity);
    (head[4], head[6]) = (u64::from(*max), mean.to_bits());
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

/// Reads the file of a table with this identity and `count` words; `None` if there is none.
fn read(path: &Path, identity: [u64; 3], count: usize) -> Result<Option<Contents>, TableError> {
    let failed = |error: io::Error| TableError::Read {
        path: path.into(),
        error: error.kind(),
    };
    let wrong = |fault| TableError::File {
        path: path.into(),
        fault,
    };
    let Ok(metadata) = fs::metadata(path) else {
        return Ok(None);
    };
    // Opening a pipe would block.
    if !metadata.is_file() {
        return Err(wrong("is not a regular file"));
    }
    let mut file = File::open(path).map_err(failed)?;
    let length = file.metadata().map_err(failed)?.len();
    let mut bytes = [0; HEAD];
    match file.read_exact(&mut bytes) {
        Err(error) if error.kind() != ErrorKind::UnexpectedEof => return Err(failed(error)),
        _ => {}
    }
    let head: [u64; HEAD / 8] = array::from_fn(|nth| word_of(&bytes[8 * nth..][..8]));
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
    let mut piece = filled(0, PIECE)?;
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
    Ok(Some(((max, f64::from_bits(head[6])), words)))
}

/// Returns the number in eight bytes.
fn word_of(bytes: &[u8]) -> u64 {
    bytes.try_into().map_or(0, u64::from_le_bytes)
}

/// Makes a folder of tables if it is missing, and removes old drafts from it.
fn make_folder(folder: &Path) -> Result<(), TableError> {
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

#[cfg(test)]
mod tests;
