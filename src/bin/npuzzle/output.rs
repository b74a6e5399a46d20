//! Files that commands write.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

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
