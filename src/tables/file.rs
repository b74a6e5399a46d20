//! A table as a file.
//!
//! A file has a head of 64 bytes, then the words of the entries ([`Table::words`]); all numbers
//! begin with their lowest byte.
//!
//! | bytes | what |
//! |---|---|
//! | 0-7 | `npuzzle` and the byte 0 |
//! | 8-11 | the version of this layout and of the order of the entries |
//! | 12-19 | rows, columns, layers, home, two bytes each |
//! | 20-23 | the largest distance |
//! | 24-31 | the pattern: bit `c` for cell `c` |
//! | 32-39 | the number of entries |
//! | 40-47 | how many of them can reach the goal |
//! | 48-55 | the mean distance, as the bits of a 64-bit float |
//! | 56-63 | the checksum of all words but this one |
//!
//! Each word changes the checksum in a way that can be undone, so a file that differs in a single
//! word never passes.

mod checksum;
mod draft;
mod to_disk;

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::{fmt, mem};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::build::BuildError;
use super::index::PatternIndex;
use super::pattern::Pattern;
use super::table::{Bits, Table};
use super::words::Words;
use crate::runtime::effort::{Effort, to_the_end};
use crate::runtime::shared::Shared;
use checksum::{Checksum, checksum};
use draft::Draft;
use to_disk::ToDisk;

const MAGIC: [u8; 8] = *b"npuzzle\0";
const VERSION: u32 = 2;
pub(super) const HEAD: usize = 64;

/// How much is read or written at a time, in bytes.
const PIECE: usize = 1 << 16;

/// A file that is no table, or that could not be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    path: Box<Path>,
    fault: FileFault,
}

/// What is wrong with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileFault {
    /// The system does not let us read it.
    Read(ErrorKind),
    /// The system does not let us write it.
    Write(ErrorKind),
    /// It is a folder, a pipe or a device. It is neither read nor replaced.
    NotAFile,
    /// What should be the folder of tables is a file.
    NotAFolder,
    /// The path of the folder of tables is empty: files would be kept in the working directory.
    NoFolder,
    /// It does not begin as tables do.
    Magic,
    /// It was written by another version of this crate.
    Version {
        /// The version of the file.
        found: u32,
    },
    /// The shape is not the one that was asked for.
    Shape,
    /// The home of the blank is not the one that was asked for.
    Home,
    /// The pattern is not the one that was asked for.
    Pattern,
    /// The number of entries is not that of the pattern.
    Entries,
    /// The file has too few or too many bytes.
    Length {
        /// The bytes that it should have.
        expected: u64,
        /// The bytes that it has.
        found: u64,
    },
    /// The content is not what was written.
    Checksum,
    /// The pattern has no table.
    Build(BuildError),
}

impl FileFault {
    /// Returns whether the file can be read, but not be used.
    pub(super) const fn is_content(self) -> bool {
        !matches!(
            self,
            Self::Read(_)
                | Self::Write(_)
                | Self::NotAFile
                | Self::NotAFolder
                | Self::NoFolder
                | Self::Build(_)
        )
    }
}

impl FileError {
    pub(crate) fn new(path: &Path, fault: FileFault) -> Self {
        Self {
            path: path.into(),
            fault,
        }
    }

    /// Returns the file at fault.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns what is wrong with it.
    #[must_use]
    pub const fn fault(&self) -> FileFault {
        self.fault
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.fault != FileFault::NoFolder {
            write!(f, "{}: ", self.path.display())?;
        }
        match self.fault {
            FileFault::Read(kind) => write!(f, "can't be read: {kind}"),
            FileFault::Write(kind) => write!(f, "can't be written: {kind}"),
            FileFault::NotAFile => {
                f.write_str("is not a regular file, so it is neither read nor replaced")
            }
            FileFault::NotAFolder => f.write_str("is not a folder, so no tables are kept there"),
            FileFault::NoFolder => {
                f.write_str("the path of the folder is empty: \".\" is the working directory")
            }
            FileFault::Magic => f.write_str("magic: this is not a table of npuzzle"),
            FileFault::Version { found } => {
                write!(f, "version: it has {found}, and {VERSION} is needed")
            }
            FileFault::Shape => f.write_str("shape: the table is for boards of another one"),
            FileFault::Home => f.write_str("home: the table is for another one"),
            FileFault::Pattern => f.write_str("pattern: the table is for another one"),
            FileFault::Entries => f.write_str("entries: not as many as the pattern has"),
            FileFault::Length { expected, found } => {
                write!(f, "length: {found} bytes, not {expected}")
            }
            FileFault::Checksum => f.write_str("checksum: the content is damaged"),
            FileFault::Build(_) => f.write_str("there is no table for the pattern"),
        }
    }
}

impl core::error::Error for FileError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.fault {
            FileFault::Build(error) => Some(error),
            _ => None,
        }
    }
}

impl Table {
    /// Writes the table to a file, which then holds either all of it or what it held before: it is
    /// written beside it, and renamed.
    ///
    /// A table that shares the entries of its mirror image writes those, as the mirror image does.
    ///
    /// # Errors
    /// [`FileFault::Write`], with the system's reason.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let mut write = Write::new(path.as_ref(), self.clone());
        to_the_end(|effort| write.advance(effort))
    }

    /// Reads the table of a pattern from a file.
    ///
    /// # Errors
    /// [`FileError`] says which part of the file is wrong; one that was damaged, cut or made for
    /// something else is never taken.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Shape, tables::{Pattern, Table}};
    ///
    /// let pattern = Pattern::new(Shape::new(2, 3, 1)?, 5, [0, 1])?;
    /// let path = std::env::temp_dir().join(format!("npuzzle-doc-{}.table", std::process::id()));
    /// let table = Table::build(pattern)?;
    /// table.save(&path)?;
    /// assert_eq!(Table::load(&path, pattern)?, table);
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn load(path: impl AsRef<Path>, pattern: Pattern) -> Result<Self, FileError> {
        let path = path.as_ref();
        let index = PatternIndex::new(pattern.shape(), pattern.tiles())
            .map_err(|error| FileError::new(path, FileFault::Build(error.into())))?;
        let mut read = ReadTable::open(path, pattern, Shared::new(index))?;
        to_the_end(|effort| read.advance(effort))
    }
}

/// A table that is being read.
#[derive(Debug)]
pub(super) struct ReadTable {
    pattern: Pattern,
    index: Shared<PatternIndex>,
    words: ReadWords,
}

/// What a piece costs that is read or written, and one that is only summed up. The system keeps
/// what was read or written a short time ago; where a disk has to move it takes longer.
const PIECE_COST: usize = 60_000;
const SUM_COST: usize = 10_000;

impl ReadTable {
    /// Opens the file of a table with this index, and checks all but the words.
    pub(super) fn open(
        path: &Path,
        pattern: Pattern,
        index: Shared<PatternIndex>,
    ) -> Result<Self, FileError> {
        let head = Head::of(&pattern, index.entries());
        let count = index.entries().div_ceil(64);
        Ok(Self {
            pattern,
            index,
            words: ReadWords::open(path, MAGIC, &head, count)?,
        })
    }

    /// Returns how many entries were read.
    pub(super) fn entries(&self) -> u64 {
        // The last word may have room for more entries than there are.
        self.words.entries().min(self.index.entries())
    }

    /// Goes on, and returns the table once it is read.
    pub(super) fn advance(&mut self, effort: &mut Effort) -> Result<Option<Table>, FileError> {
        let Some((head, words)) = self.words.advance(effort)? else {
            return Ok(None);
        };
        let bits = Bits {
            words,
            max: (head[2] >> 32) as u32,
            reached: head[5],
            mean: f64::from_bits(head[6]),
        };
        Ok(Some(Table::new(self.pattern, self.index.clone(), bits)))
    }
}

/// The head and the words of a file that is being read.
#[derive(Debug)]
pub(super) struct ReadWords {
    path: PathBuf,
    file: File,
    head: [u64; HEAD / 8],
    sum: Checksum,
    /// The words so far, and how many there will be.
    words: Words,
    count: usize,
    piece: Vec<u8>,
}

impl ReadWords {
    /// Opens a file of `count` words, and checks all but these against what its head should say.
    pub(super) fn open(
        path: &Path,
        magic: [u8; 8],
        ours: &Head,
        count: u64,
    ) -> Result<Self, FileError> {
        let wrong = |fault| FileError::new(path, fault);
        let failed = |error: io::Error| wrong(FileFault::Read(error.kind()));
        // Opening a pipe would wait until somebody writes to it.
        if !fs::metadata(path).map_err(failed)?.is_file() {
            return Err(wrong(FileFault::NotAFile));
        }
        let mut file = File::open(path).map_err(failed)?;
        let found = file.metadata().map_err(failed)?.len();
        let expected = HEAD as u64 + 8 * count;
        let mut head = [0; HEAD];
        // A file too short for a head is told by what it has of it.
        let has = fill(&mut file, &mut head).map_err(failed)?;
        if head[..has.min(8)] != magic[..has.min(8)] {
            return Err(wrong(FileFault::Magic));
        }
        if has < HEAD {
            return Err(wrong(FileFault::Length { expected, found }));
        }
        let head = words_of(&head);
        let version = head[1] as u32;
        if version != VERSION {
            return Err(wrong(FileFault::Version { found: version }));
        }
        let theirs = Head::read(&head);
        for (is_ours, fault) in [
            (theirs.shape == ours.shape, FileFault::Shape),
            (theirs.home == ours.home, FileFault::Home),
            (theirs.mask == ours.mask, FileFault::Pattern),
            (theirs.entries == ours.entries, FileFault::Entries),
            (found == expected, FileFault::Length { expected, found }),
        ] {
            if !is_ours {
                return Err(wrong(fault));
            }
        }
        let words = Words::with_room(count as usize);
        Ok(Self {
            path: path.into(),
            file,
            sum: checksum(&head),
            head,
            words: words.map_err(|error| wrong(FileFault::Build(error.into())))?,
            count: count as usize,
            piece: vec![0; PIECE],
        })
    }

    /// Returns how many bits were read.
    pub(super) fn entries(&self) -> u64 {
        64 * self.words.len() as u64
    }

    /// Goes on, and returns head and words once they are read.
    pub(super) fn advance(
        &mut self,
        effort: &mut Effort,
    ) -> Result<Option<([u64; HEAD / 8], Words)>, FileError> {
        while self.words.len() < self.count {
            if effort.is_spent() {
                return Ok(None);
            }
            effort.spend(PIECE_COST);
            let first = self.words.len();
            let piece = &mut self.piece[..PIECE.min(8 * (self.count - first))];
            let read = self.file.read_exact(piece);
            read.map_err(|error| FileError::new(&self.path, FileFault::Read(error.kind())))?;
            for bytes in piece.chunks_exact(8) {
                self.words.push(word(bytes));
            }
            self.sum.add(&self.words[first..]);
        }
        if self.sum.value() != self.head[7] {
            return Err(FileError::new(&self.path, FileFault::Checksum));
        }
        let nothing = Words::with_room(0);
        let nothing =
            nothing.map_err(|error| FileError::new(&self.path, FileFault::Build(error.into())))?;
        Ok(Some((self.head, mem::replace(&mut self.words, nothing))))
    }
}

/// What is kept in a file.
pub(super) trait Stored {
    /// Returns the head, the checksum left out.
    fn head(&self) -> [u64; HEAD / 8];

    /// Returns what follows it.
    fn words(&self) -> &[u64];
}

impl Stored for Table {
    fn head(&self) -> [u64; HEAD / 8] {
        let pattern = self.framed_pattern();
        let head = Head::of(pattern, self.index().entries());
        let mut head = head.written(MAGIC, self.max());
        head[5] = self.reached();
        head[6] = self.mean().to_bits();
        head
    }

    fn words(&self) -> &[u64] {
        self.words()
    }
}

/// A table that is being written.
#[derive(Debug)]
pub(super) struct Write<T> {
    path: PathBuf,
    table: T,
    /// The words that were summed up, then those that were written.
    done: usize,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    /// The head has a sum of all words, so that comes first.
    Sum(Checksum),
    Write(Draft, Vec<u8>),
    /// Another thread waits for the disk, and gives the draft back.
    Publish(Arc<ToDisk>),
    /// The file is there, or could not be written.
    Over,
}

impl<T: Stored> Write<T> {
    /// Begins to write a table.
    pub(super) fn new(path: &Path, table: T) -> Self {
        Self {
            path: path.into(),
            stage: Stage::Sum(checksum(&table.head())),
            table,
            done: 0,
        }
    }

    /// Returns how many bits were written.
    pub(super) fn entries(&self) -> u64 {
        let done = match &self.stage {
            Stage::Sum(_) => 0,
            Stage::Write(..) => self.done,
            Stage::Publish(_) | Stage::Over => self.table.words().len(),
        };
        64 * done as u64
    }

    /// Goes on; something is returned once the file is there.
    pub(super) fn advance(&mut self, effort: &mut Effort) -> Result<Option<()>, FileError> {
        let step = self.step(effort);
        step.map_err(|error| FileError::new(&self.path, FileFault::Write(error.kind())))
    }

    fn step(&mut self, effort: &mut Effort) -> io::Result<Option<()>> {
        while !effort.is_spent() {
            let words = &self.table.words()[self.done..];
            let some = &words[..words.len().min(PIECE / 8)];
            match &mut self.stage {
                Stage::Sum(sum) if some.is_empty() => {
                    let mut head = self.table.head();
                    head[7] = sum.value();
                    let (mut draft, mut piece) = (Draft::new(&self.path)?, vec![0; PIECE]);
                    draft.write(&head, &mut piece)?;
                    self.done = 0;
                    self.stage = Stage::Write(draft, piece);
                }
                Stage::Sum(sum) => {
                    sum.add(some);
                    self.done += some.len();
                    effort.spend(SUM_COST);
                }
                Stage::Write(..) if some.is_empty() => {
                    let stage = mem::replace(&mut self.stage, Stage::Over);
                    if let Stage::Write(draft, _) = stage {
                        self.stage = Stage::Publish(ToDisk::begin(draft, &self.path));
                    }
                }
                Stage::Write(draft, piece) => {
                    draft.write(some, piece)?;
                    self.done += some.len();
                    effort.spend(PIECE_COST);
                    if self.done == self.table.words().len() {
                        // What comes next takes long. The slice ends, so that each file is seen
                        // once with all of its words, and without its name.
                        effort.spend(Effort::SLICE);
                    }
                }
                Stage::Publish(disk) => match disk.wait() {
                    // Here, not on the other thread: the file appears in a slice, or not at all.
                    Some(draft) => return draft?.publish(&self.path).map(Some),
                    None => effort.spend(Effort::SLICE),
                },
                Stage::Over => return Err(ErrorKind::Other.into()),
            }
        }
        Ok(None)
    }
}

/// What a file says of its table.
pub(super) struct Head {
    pub(super) shape: [u64; 3],
    pub(super) home: u64,
    pub(super) mask: u64,
    pub(super) entries: u64,
}

impl Head {
    fn of(pattern: &Pattern, entries: u64) -> Self {
        let shape = pattern.shape();
        Self {
            shape: [shape.rows(), shape.cols(), shape.layers()].map(|side| side as u64),
            home: pattern.home() as u64,
            mask: pattern.mask(),
            entries,
        }
    }

    /// Returns the head of a file with this in it, and the largest distance.
    pub(super) fn written(&self, magic: [u8; 8], max: u32) -> [u64; HEAD / 8] {
        let [rows, cols, layers] = self.shape;
        [
            u64::from_le_bytes(magic),
            u64::from(VERSION) | rows << 32 | cols << 48,
            layers | self.home << 16 | u64::from(max) << 32,
            self.mask,
            self.entries,
            0,
            0,
            0,
        ]
    }

    fn read(head: &[u64; HEAD / 8]) -> Self {
        let part = |word: u64, shift: u32| word >> shift & 0xffff;
        Self {
            shape: [part(head[1], 32), part(head[1], 48), part(head[2], 0)],
            home: part(head[2], 16),
            mask: head[3],
            entries: head[4],
        }
    }
}

/// Returns the number in eight bytes.
fn word(bytes: &[u8]) -> u64 {
    bytes.try_into().map_or(0, u64::from_le_bytes)
}

fn words_of(head: &[u8; HEAD]) -> [u64; HEAD / 8] {
    core::array::from_fn(|nth| word(&head[8 * nth..8 * nth + 8]))
}

/// Reads until the buffer is full or the file ends, and returns how much that was.
fn fill(file: &mut File, buffer: &mut [u8]) -> io::Result<usize> {
    let mut has = 0;
    while has < buffer.len() {
        match file.read(&mut buffer[has..]) {
            Ok(0) => break,
            Ok(some) => has += some,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(has)
}
