//! Files that commands write.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Writes to a file; to standard output if there is none, or it is `-`.
pub(crate) fn write_to(file: Option<&Path>, content: &[u8]) -> Result<(), Failure> {
    if let Some(file) = file.filter(|it| *it != Path::new("-")) {
        return fs::write(file, content).map_err(Failure::of_file("write", file));
    }
    let mut out = io::stdout().lock();
    out.write_all(content)?;
    Ok(out.flush()?)
}

/// Prints a line, if standard output is not closed: the exit status remains.
pub(crate) fn print_line(line: impl Display) -> io::Result<()> {
    match writeln!(io::stdout(), "{line}") {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        printed => printed,
    }
}

/// Writes a file, or replaces it as a whole: readers find the old content or the new one, even after
/// a crash.
pub(crate) fn replace(file: &Path, content: &[u8]) -> io::Result<()> {
    let (part, mut to) = create_beside(file)?;
    let replaced = to
        .write_all(content)
        .and_then(|()| to.sync_all())
        .and_then(|()| fs::rename(&part, file));
    replaced.inspect_err(|_| {
        let _ = fs::remove_file(&part);
    })
}

/// Creates a file beside another one that no other process writes: those of other machines may have
/// the same number.
fn create_beside(file: &Path) -> io::Result<(PathBuf, File)> {
    let mut nth = 0_u32;
    loop {
        let mut name = file.as_os_str().to_owned();
        name.push(format!(".{}-{nth}.part", std::process::id()));
        match File::create_new(&name) {
            Ok(part) => return Ok((name.into(), part)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => nth += 1,
            Err(error) => return Err(error),
        }
    }
}
