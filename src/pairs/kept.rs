//! Weights in files.

#[cfg(feature = "train")]
use alloc::borrow::ToOwned;
use alloc::format;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
#[cfg(feature = "train")]
use std::process;

use super::weights::{PairWeights, PairWeightsError};
use crate::shape::Shape;
use crate::tables::{FileError, FileFault, Folder};

/// The most bytes of weights.
const MOST_BYTES: u64 = 1 << 20;

impl PairWeights {
    /// Writes the weights to a file, which then holds either all of them or what it held before.
    ///
    /// # Errors
    /// [`FileFault::Write`], with the system's reason.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::train::PairWeights;
    /// let path = std::env::temp_dir().join(format!("npuzzle-weights-{}", std::process::id()));
    /// PairWeights::shipped().save(&path)?;
    /// assert_eq!(PairWeights::load(&path)?, PairWeights::shipped());
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[cfg(feature = "train")]
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let path = path.as_ref();
        let mut draft = path.as_os_str().to_owned();
        draft.push(format!(".{}.tmp", process::id()));
        let written = fs::write(&draft, self.to_bytes()).and_then(|()| fs::rename(&draft, path));
        written.map_err(|error: io::Error| {
            // It may not exist, and the first error is the one to report.
            let _ = fs::remove_file(&draft);
            FileError::new(path, FileFault::Write(error.kind()))
        })
    }

    /// Reads weights from a file.
    ///
    /// # Errors
    /// [`FileError`] if the file can't be read, was damaged, or does not hold weights.
    ///
    /// # Examples
    /// ```
    /// # #[cfg(feature = "train")] {
    /// use npuzzle::train::PairWeights;
    ///
    /// let path = std::env::temp_dir().join(format!("npuzzle-doc-{}.weights", std::process::id()));
    /// PairWeights::shipped().save(&path)?;
    /// assert_eq!(PairWeights::load(&path)?, PairWeights::shipped());
    /// # std::fs::remove_file(&path)?;
    /// # }
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn load(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        let wrong = |fault| FileError::new(path, fault);
        let failed = |error: io::Error| wrong(FileFault::Read(error.kind()));
        let about = fs::metadata(path).map_err(failed)?;
        // Opening a pipe would wait until somebody writes to it.
        if !about.is_file() {
            return Err(wrong(FileFault::NotAFile));
        }
        if about.len() > MOST_BYTES {
            return Err(wrong(FileFault::Magic));
        }
        let bytes = fs::read(path).map_err(failed)?;
        Self::from_bytes(&bytes).map_err(|error| {
            wrong(match error {
                PairWeightsError::Magic => FileFault::Magic,
                PairWeightsError::Version { found } => FileFault::Version { found },
                PairWeightsError::Length | PairWeightsError::Checksum => FileFault::Checksum,
            })
        })
    }

    /// Returns the file in a folder of tables with the weights for boards of a shape: a solver that
    /// keeps its tables there ranks boards by them, if the file exists.
    ///
    /// ```
    /// # #[cfg(feature = "train")] {
    /// use npuzzle::train::PairWeights;
    /// use npuzzle::Shape;
    /// let file = PairWeights::file_in("tables", Shape::square(6)?);
    /// assert!(file.starts_with("tables"), "{}", file.display());
    /// # }
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn file_in(folder: impl AsRef<Path>, shape: Shape) -> PathBuf {
        let (rows, cols) = (shape.rows(), shape.columns());
        folder.as_ref().join(format!("{rows}x{cols}.weights"))
    }
}

/// Returns the weights for a shape in a folder.
pub(crate) fn kept_in(folder: &Folder, shape: Shape) -> Result<Option<PairWeights>, FileError> {
    match PairWeights::load(PairWeights::file_in(folder.path(), shape)) {
        Ok(weights) => Ok(Some(weights)),
        Err(error) => match error.fault() {
            // Tables report errors of the folder.
            FileFault::Read(ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
            _ => Err(error),
        },
    }
}
