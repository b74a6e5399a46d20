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
mod fault;
mod to_disk;

use alloc::borrow::ToOwned;
use alloc::vec;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use super::index::PatternIndex;
use super::pattern::Pattern;
use super::table::{Bits, Table};
use super::words::Words;
use crate::runtime::cost_model::file as cost;
use crate::runtime::job::{Job, Pace};
use crate::runtime::shared::Shared;
use checksum::checksum;
use draft::Draft;
use fault::VERSION;
pub use fault::{FileError, FileFault};
use to_disk::ToDisk;

const MAGIC: [u8; 8] = *b"npuzzle\0";
pub(super) const HEAD: usize = 64;

/// Descents to the goal end after the largest distance, so a forged file must not make them long.
const MOST_DISTANT: u32 = u16::MAX as u32;

/// The number of bytes that are read or written at a time.
const PIECE: usize = 1 << 16;

impl Table {
    /// Writes the table to a file, which then holds either all of it or what it held before: it is
    /// written beside it, and renamed.
    ///
    /// A table that shares the entries of its mirror image writes those, as the mirror image does.
    ///
    /// # Errors
    /// [`FileFault::Write`], with the system's reason.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::tables::{Pattern, Table};
    /// use npuzzle::Shape;
    /// let path = std::env::temp_dir().join(format!("npuzzle-table-{}", std::process::id()));
    /// let pattern = Pattern::new(Shape::square(3)?, 8, [0])?;
    /// Table::build(pattern)?.save(&path)?;
    /// assert_eq!(Table::load(&path, pattern)?.max(), 4);
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let (path, table) = (path.as_ref().to_owned(), self.clone());
        Job::new(move |mut pace| async move { write(&path, &table, &|_| {}, &mut pace).await })
            .finish()
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
        let path = path.as_ref().to_owned();
        let index = PatternIndex::at_once(pattern.shape(), pattern.tiles())
            .map_err(|error| FileError::new(&path, FileFault::Build(error)))?;
        let index = Shared::new(index);
        let read = move |mut pace| async move {
            Self::read(&path, pattern, index, &|_| {}, &mut pace).await
        };
        Job::new(read).finish()
    }
}

impl Table {
    /// Reads the table of a pattern with this index from a file. `show` receives the number of
    /// entries read.
    pub(super) async fn read(
        path: &Path,
        pattern: Pattern,
        index: Shared<PatternIndex>,
        show: &(dyn Fn(u64) + Send + Sync),
        pace: &mut Pace,
    ) -> Result<Self, FileError> {
        let head = Head::of(&pattern, index.entries());
        let count = index.entries().div_ceil(64);
        let (head, words) = read_words(path, MAGIC, &head, count, show, pace).await?;
        let bits = Bits {
            words,
            max: max_of(&head),
            reached: head[5],
            mean: f64::from_bits(head[6]),
        };
        Ok(Self::new(pattern, index, bits))
    }
}

/// Reads a file of `count` words whose head should say `ours`. Returns head and words. `show`
/// receives the number of bits read.
pub(super) async fn read_words(
    path: &Path,
    magic: [u8; 8],
    ours: &Head,
    count: u64,
    show: &(dyn Fn(u64) + Send + Sync),
    pace: &mut Pace,
) -> Result<([u64; HEAD / 8], Words), FileError> {
    let wrong = |fault| FileError::new(path, fault);
    let (mut file, head) = open(path, magic, ours, count)?;
    let mut sum = checksum(&head);
    let words = Words::with_room(count as usize);
    let mut words = words.map_err(|error| wrong(FileFault::Build(error.into())))?;
    let mut piece = vec![0; PIECE];
    while (words.len() as u64) < count {
        let first = words.len();
        let piece = &mut piece[..PIECE.min(8 * (count as usize - first))];
        let read = file.read_exact(piece);
        read.map_err(|error| wrong(FileFault::Read(error.kind())))?;
        for bytes in piece.chunks_exact(8) {
            words.push(word(bytes));
        }
        sum.add(&words[first..]);
        show(64 * words.len() as u64);
        pace.spend(cost::PIECE).await;
    }
    if sum.value() != head[7] {
        return Err(wrong(FileFault::Checksum));
    }
    if max_of(&head) > MOST_DISTANT {
        return Err(wrong(FileFault::Distance));
    }
    Ok((head, words))
}

/// Opens a file of `count` words, and checks all but these against what its head should say.
fn open(
    path: &Path,
    magic: [u8; 8],
    ours: &Head,
    count: u64,
) -> Result<(File, [u64; HEAD / 8]), FileError> {
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
    // A file too short for a head is recognized by the part of it that is there.
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
    Ok((file, head))
}

/// Content that is stored in a file.
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

/// Writes a table to a file. `show` receives the number of bits written.
pub(super) async fn write(
    path: &Path,
    table: &(dyn Stored + Sync),
    show: &(dyn Fn(u64) + Send + Sync),
    pace: &mut Pace,
) -> Result<(), FileError> {
    let wrong = |error: io::Error| FileError::new(path, FileFault::Write(error.kind()));
    // The head has a sum of all words, so that comes first.
    let mut head = table.head();
    let mut sum = checksum(&head);
    for words in table.words().chunks(PIECE / 8) {
        sum.add(words);
        pace.spend(cost::SUM).await;
    }
    head[7] = sum.value();
    let (mut draft, mut piece) = (Draft::new(path).map_err(wrong)?, vec![0; PIECE]);
    draft.write(&head, &mut piece).map_err(wrong)?;
    let mut written = 0;
    for words in table.words().chunks(PIECE / 8) {
        draft.write(words, &mut piece).map_err(wrong)?;
        written += words.len();
        show(64 * written as u64);
        pace.spend(cost::PIECE).await;
    }
    // What comes next takes long. The slice ends, so that each file is seen once with all of its
    // words, and without its name.
    pace.end_slice().await;
    // Another thread waits for the disk, and gives the draft back.
    let mut disk = ToDisk::begin(draft, path);
    let draft = loop {
        if let Some(draft) = disk.wait() {
            break draft;
        }
        pace.end_slice().await;
    };
    // Here, not on the other thread: the file appears in a slice, or not at all.
    draft.and_then(|draft| draft.publish(path)).map_err(wrong)
}

/// The header of a table's file.
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
            shape: [shape.rows(), shape.columns(), shape.layers()].map(|side| side as u64),
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

/// Returns the largest distance that a head states.
pub(super) const fn max_of(head: &[u64; HEAD / 8]) -> u32 {
    (head[2] >> 32) as u32
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
