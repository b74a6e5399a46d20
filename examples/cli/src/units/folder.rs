//! The files of a search that is shared out: `search.npuzzle`, and for each unit of the bound
//! `unit-BOUND-NUMBER.npuzzle`.
//!
//! All files of a bound are there before the search is replaced by the one that refers to them, and
//! those of the bound before are removed after that. So at every moment, a crash at any point
//! included, the search and the units that it refers to are there. Units of other bounds that a crash
//! leaves are not read.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use npuzzle::{Search, SearchUnit, Solver};

use crate::failure::{Failure, in_words};
use crate::output;

const SEARCH: &str = "search.npuzzle";
const UNIT: &str = "unit-";
const SUFFIX: &str = ".npuzzle";

/// The folder of a search.
pub(super) struct Folder(PathBuf);

/// The units that were found.
pub(super) struct Found {
    /// With the names of their files.
    pub(super) units: Vec<(PathBuf, SearchUnit)>,
    pub(super) places: Places,
}

/// The progress of the units of a bound.
pub(super) struct Places {
    of: usize,
    done: usize,
    begun: usize,
    missing: Vec<usize>,
    /// The first unit that has found a solution.
    first_found: Option<usize>,
    expanded: u64,
}

impl Folder {
    /// Begins a search in a folder, which is made if there is none.
    pub(super) fn begin(path: &Path) -> Result<Self, Failure> {
        let name = path.display();
        fs::create_dir_all(path)
            .map_err(|error| Failure::Wrong(format!("can't make the folder {name}: {error}")))?;
        if path.join(SEARCH).exists() {
            return Err(Failure::Wrong(format!(
                "{name} has a search already: `npuzzle units status {name}` says how far it is; \
                 choose another folder, or remove it"
            )));
        }
        Ok(Self(path.into()))
    }

    /// Opens the folder of a search.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        if path.join(SEARCH).is_file() {
            return Ok(Self(path.into()));
        }
        let name = path.display();
        Err(Failure::Wrong(format!(
            "{name} has no file {SEARCH}: `npuzzle units split BOARD --dir {name}` begins a search"
        )))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the text of the search.
    pub(super) fn search(&self) -> Result<String, Failure> {
        read(&self.0.join(SEARCH))
    }

    /// Says what is wrong with the search.
    pub(super) fn wrong(&self, error: &dyn Error) -> Failure {
        let file = self.0.join(SEARCH);
        Failure::Wrong(format!("{}: {}", file.display(), in_words(error)))
    }

    /// Writes a search and its units, and removes the units that it had before.
    pub(super) fn store(&self, search: &Search, units: &[SearchUnit]) -> Result<(), Failure> {
        let mut names = Vec::new();
        for unit in units {
            let (nth, of) = unit.number();
            let digits = of.to_string().len();
            let bound = search.lower_bound();
            let name = format!("{UNIT}{bound}-{:0digits$}{SUFFIX}", nth + 1);
            let file = self.0.join(&name);
            write_unit(&file, unit)?;
            names.push(name);
        }
        let text = search.to_text().map_err(|error| self.wrong(&error))?;
        write(&self.0.join(SEARCH), &text)?;
        for file in self.unit_files()? {
            let is_new = file
                .file_name()
                .is_some_and(|it| names.iter().any(|name| it == &**name));
            if !is_new {
                // Only the search says what is to be done: a file that stays is not read again.
                let _ = fs::remove_file(file);
            }
        }
        Ok(())
    }

    /// Returns the files of units, in the order of their names.
    fn unit_files(&self) -> Result<Vec<PathBuf>, Failure> {
        let unread = |error| Failure::Wrong(format!("can't read {}: {error}", self.0.display()));
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.0).map_err(unread)? {
            let entry = entry.map_err(unread)?;
            let name = entry.file_name();
            let is_unit = name
                .to_str()
                .is_some_and(|name| name.starts_with(UNIT) && name.ends_with(SUFFIX));
            if is_unit {
                files.push(entry.path());
            }
        }
        files.sort();
        Ok(files)
    }

    /// Reads the units of a search.
    ///
    /// # Errors
    /// A file is no unit of this search's bound, or two files are the same unit.
    pub(super) fn units(&self, solver: &Solver, search: &Search) -> Result<Found, Failure> {
        let mut units: Vec<(PathBuf, SearchUnit)> = Vec::new();
        let of = search.unit_count().unwrap_or(0);
        for file in self.unit_files()? {
            let wrong = |what: &str| Failure::Wrong(format!("{}: {what}", file.display()));
            let unit = solver
                .resume_unit(&read(&file)?)
                .map_err(|error| wrong(&in_words(&error)))?;
            let is_of_other_bound = bound(&file).is_some_and(|it| it != search.lower_bound());
            if is_of_other_bound && unit.board() == search.board() {
                continue; // a crash left it
            }
            if !search.owns(&unit) {
                return Err(wrong(&format!(
                    "this is a unit of another search or bound; remove it from {}",
                    self.0.display()
                )));
            }
            let same = units.iter().find(|(_, it)| it.number() == unit.number());
            if let Some((other, _)) = same {
                return Err(wrong(&format!(
                    "this is the same unit as {}; remove one of them",
                    other.display()
                )));
            }
            units.push((file, unit));
        }
        let missing = (0..of).filter(|nth| units.iter().all(|(_, it)| it.number().0 != *nth));
        let is_begun = |unit: &SearchUnit| !unit.is_done() && unit.stats().expanded > 0;
        let numbers = units.iter().filter(|(_, unit)| unit.found().is_some());
        let places = Places {
            of,
            done: units.iter().filter(|(_, unit)| unit.is_done()).count(),
            begun: units.iter().filter(|(_, unit)| is_begun(unit)).count(),
            missing: missing.collect(),
            first_found: numbers.map(|(_, unit)| unit.number().0).min(),
            expanded: units.iter().map(|(_, unit)| unit.stats().expanded).sum(),
        };
        Ok(Found { units, places })
    }
}

impl Found {
    /// Says what is to be done before the units can be joined, if there is something.
    ///
    /// # Errors
    /// A unit that is needed is missing.
    pub(super) fn left(&self) -> Result<Option<String>, Failure> {
        let first_found = self.places.first_found;
        let end = first_found.map_or(self.places.of, |nth| nth + 1);
        if let Some(nth) = self.places.missing.iter().find(|nth| **nth < end) {
            return Err(Failure::Wrong(format!(
                "unit {} is missing: bring its file back, or split the board again",
                nth + 1
            )));
        }
        let is_left = |unit: &SearchUnit| unit.number().0 < end && !unit.is_done();
        let next = self.units.iter().find(|(_, unit)| is_left(unit));
        Ok(next.map(|(file, _)| format!("next: npuzzle units run {}", file.display())))
    }
}

impl Places {
    pub(super) const fn is_complete(&self) -> bool {
        self.done == self.of
    }

    pub(super) fn in_words(&self, bound: usize) -> String {
        let new = self.of - self.done.min(self.of) - self.begun - self.missing.len();
        let mut words = format!(
            "bound {bound}: {} units, {} done, {} under way, {new} to begin, {} boards expanded",
            self.of, self.done, self.begun, self.expanded
        );
        if let Some(nth) = self.first_found {
            let _ = write!(words, "; unit {} has a solution", nth + 1);
        }
        for nth in &self.missing {
            let _ = write!(words, "; unit {} is missing", nth + 1);
        }
        words
    }
}

/// Returns the bound that the name of a unit's file states.
fn bound(file: &Path) -> Option<usize> {
    let numbers = file.file_name()?.to_str()?.strip_prefix(UNIT)?;
    numbers.split_once('-')?.0.parse().ok()
}

/// Reads a file.
pub(super) fn read(file: &Path) -> Result<String, Failure> {
    fs::read_to_string(file).map_err(|error| {
        let name = file.display();
        Failure::Wrong(match error.kind() {
            ErrorKind::InvalidData => format!("{name}: this is not a stored search"),
            _ => format!("can't read {name}: {error}"),
        })
    })
}

/// Writes a unit.
pub(super) fn write_unit(file: &Path, unit: &SearchUnit) -> Result<(), Failure> {
    let text = unit.to_text().map_err(Failure::wrong)?;
    write(file, &text)
}

fn write(file: &Path, text: &str) -> Result<(), Failure> {
    output::replace(file, text.as_bytes()).map_err(|error| {
        let name = file.display();
        Failure::Wrong(format!(
            "can't write {name}: {error}; what was stored there before is unchanged"
        ))
    })
}
