//! Files that commands write.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Writes to a file; to standard output if there is none, or it is `-`.
pub(crate) fn write_to(file: Option<&Path>, content: &[u8]) -> Result<(), Failure> {
    if let Some(file) = file.filter(|it| *it != Path::new("-")) {
        return fs::write(file, content).map_err(|error| {
            let name = file.display();
            Failure::Wrong(format!("can't write {name}: {error}"))
        });
    }
    let mut out = io::stdout().lock();
    out.write_all(content)?;
    Ok(out.flush()?)
}

/// Writes a file, or replaces it as a whole: readers find the old content or the new one, even after
/// a crash.
pub(crate) fn replace(file: &Path, content: &[u8]) -> io::Result<()> {
    let mut name = file.as_os_str().to_owned();
    // Two processes that write the same file do not write the same part.
    name.push(format!(".{}.part", std::process::id()));
    let part = PathBuf::from(name);
    let replaced = File::create(&part).and_then(|mut to| {
        to.write_all(content)?;
        to.sync_all()?;
        fs::rename(&part, file)
    });
    replaced.inspect_err(|_| {
        let _ = fs::remove_file(&part);
    })
}
