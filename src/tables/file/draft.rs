//! A file that appears as a whole or not at all.

use alloc::borrow::ToOwned;
use core::time::Duration;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A file that is being written beside the one that it will be; it is removed where it never
/// becomes that.
#[derive(Debug)]
pub(super) struct Draft {
    file: File,
    path: PathBuf,
    is_published: bool,
}

/// A draft that nobody has written to for so long was left by a program that was killed.
const ABANDONED: Duration = Duration::from_secs(600);

impl Draft {
    pub(super) fn new(path: &Path) -> io::Result<Self> {
        remove_abandoned(path);
        let process = std::process::id();
        for nth in 0_u32.. {
            let draft = path.with_file_name(draft_name(path, &alloc::format!("{process}-{nth}")));
            match File::create_new(&draft) {
                Ok(file) => {
                    return Ok(Self {
                        file,
                        path: draft,
                        is_published: false,
                    });
                }
                // Another thread's, or that of a process of the same number on another machine.
                Err(error) if error.kind() == ErrorKind::AlreadyExists && nth < 1_000 => {}
                Err(error) => return Err(error),
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    /// Writes words, at most a piece.
    pub(super) fn write(&mut self, words: &[u64], piece: &mut [u8]) -> io::Result<()> {
        for (bytes, word) in piece.chunks_exact_mut(8).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        self.file.write_all(&piece[..8 * words.len()])
    }

    /// Waits until the disk has all of it.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }

    /// Makes it the file, in one step that others see as a whole.
    pub(super) fn publish(mut self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)?;
        self.is_published = true;
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.is_published {
            // If it can't be removed there is nothing more to do, and the table's own file is
            // untouched.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Returns the name of a draft of a file.
fn draft_name(path: &Path, mark: &str) -> OsString {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(mark);
    name.push(".draft");
    name
}

/// Removes the drafts of programs that were killed while they wrote this file. If that fails, the
/// drafts only take up space.
fn remove_abandoned(path: &Path) {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return;
    };
    let is_here = folder.as_os_str().is_empty();
    let Ok(files) = fs::read_dir(if is_here { Path::new(".") } else { folder }) else {
        return;
    };
    for file in files.flatten() {
        let other = file.file_name();
        let other = other.as_encoded_bytes();
        let is_draft = other.starts_with(name.as_encoded_bytes()) && other.ends_with(b".draft");
        let age = || file.metadata().ok()?.modified().ok()?.elapsed().ok();
        if is_draft && age().is_some_and(|age| age > ABANDONED) {
            let _ = fs::remove_file(file.path());
        }
    }
}
