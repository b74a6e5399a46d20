//! Faults of a table's file.

use alloc::boxed::Box;
use core::fmt;
use std::io::ErrorKind;
use std::path::Path;

use crate::tables::build_error::BuildError;

/// The version of the layout and of the order of the entries.
pub(super) const VERSION: u32 = 2;

/// A file that is no table, or that could not be written.
///
/// # Examples
/// ```
/// use npuzzle::tables::{Pattern, Table};
/// use npuzzle::Shape;
/// let pattern = Pattern::new(Shape::square(3)?, 8, [0])?;
/// let error = Table::load("no/such/file", pattern).unwrap_err();
/// assert!(error.to_string().contains("no/such/file"), "{error}");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    path: Box<Path>,
    fault: FileFault,
}

/// The fault of a file.
///
/// # Examples
/// ```
/// use npuzzle::tables::{FileFault, Folder, Pattern};
/// use npuzzle::Shape;
/// let pattern = Pattern::new(Shape::square(3)?, 8, [0])?;
/// let error = Folder::new("").load(&[pattern]).unwrap_err();
/// assert_eq!(error.fault(), FileFault::NoFolder);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileFault {
    /// The system does not let us read it.
    Read(ErrorKind),
    /// The system does not let us write it.
    Write(ErrorKind),
    /// It is a folder, a pipe or a device. It is neither read nor replaced.
    NotAFile,
    /// The path of the folder of tables names a file.
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
    /// The largest distance is more than any table has.
    Distance,
    /// The pattern has no table.
    Build(BuildError),
}

impl FileError {
    pub(crate) fn new(path: &Path, fault: FileFault) -> Self {
        Self {
            path: path.into(),
            fault,
        }
    }

    /// Returns the file at fault.
    ///
    /// ```
    /// use npuzzle::tables::{FileFault, Table};
    /// # let pattern = npuzzle::tables::Pattern::new(npuzzle::Shape::square(3)?, 8, [0])?;
    /// let error = Table::load("no/such/file", pattern).unwrap_err();
    /// assert_eq!(error.path(), std::path::Path::new("no/such/file"));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns what is wrong with it.
    ///
    /// ```
    /// use npuzzle::tables::{FileFault, Table};
    /// # let pattern = npuzzle::tables::Pattern::new(npuzzle::Shape::square(3)?, 8, [0])?;
    /// let error = Table::load("no/such/file", pattern).unwrap_err();
    /// assert_eq!(error.fault(), FileFault::Read(std::io::ErrorKind::NotFound));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
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
            FileFault::Distance => {
                f.write_str("distance: the largest one is more than any table has")
            }
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
