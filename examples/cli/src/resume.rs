//! `npuzzle solve --resume`: the answers of an earlier run, and where the next ones are added.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use npuzzle::Quality;
use serde_json::{Map, Value};

use crate::failure::Failure;
use crate::input::Origin;
use crate::output;

/// The answers of an earlier run.
pub(crate) struct Resumed {
    pub(crate) answered: Answered,
    pub(crate) kept: Kept,
    /// The file, at whose end new answers are written.
    pub(crate) file: File,
}

/// The share of the kept answers in the summary and the exit status.
#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    pub(crate) answers: usize,
    pub(crate) boards: usize,
    pub(crate) solved: usize,
    pub(crate) seconds: f64,
    pub(crate) status: u8,
}

/// The boards that were answered and did not come up again yet.
#[derive(Default)]
pub(crate) struct Answered {
    path: PathBuf,
    /// The hashes of the boards by their numbers of line, in the order of the answers; `None` for a
    /// line that was no board.
    boards: BTreeMap<usize, Vec<Option<u64>>>,
}

/// The decision about a line of the file.
enum Fate {
    Keep,
    /// The board is solved again: Ctrl-C ended it, or it could not be tried.
    SolveAgain,
    /// It sums up the answers before it.
    Summary,
}

impl Resumed {
    /// Reads the answers of a file, which is begun if there is none. A torn last line, the summary
    /// and the answers of boards that are solved again are removed from it.
    pub(crate) fn open(path: &Path, quality: Quality, is_check: bool) -> Result<Self, Failure> {
        let unread = |error| Failure::Wrong(format!("--resume {}: {error}", path.display()));
        let mut kept = Kept::default();
        let mut answered = Answered {
            path: path.into(),
            ..Answered::default()
        };
        let mut whole = Vec::new();
        match fs::metadata(path) {
            Ok(found) if !found.is_file() => {
                return Err(unread("this is not a regular file".to_owned()));
            }
            Ok(_) => {
                let file = File::open(path).map_err(|error| unread(error.to_string()))?;
                whole = read(file, |number, line| {
                    let fate = match serde_json::from_str(line) {
                        Ok(members) => take(&members, quality, is_check, &mut answered, &mut kept),
                        Err(_) => Err("not an answer in JSON".to_owned()),
                    };
                    fate.map_err(|error| format!("line {number}: {error}"))
                })
                .map_err(unread)?;
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(unread(error.to_string())),
        }
        keep(path, &whole).map_err(|error| unread(error.to_string()))?;
        let file = File::options().append(true).create(true).open(path);
        Ok(Self {
            answered,
            kept,
            file: file.map_err(|error| unread(error.to_string()))?,
        })
    }
}

/// A part of the file that is kept or removed: whether it is kept, and its length in bytes.
type Part = (bool, u64);

/// Reads the lines of a file, and returns what is kept of it.
fn read(
    file: File,
    mut take: impl FnMut(usize, &str) -> Result<Fate, String>,
) -> Result<Vec<Part>, String> {
    let mut lines = BufReader::new(file);
    let mut bytes = Vec::new();
    let mut parts: Vec<Part> = Vec::new();
    for number in 1.. {
        bytes.clear();
        let length = lines.read_until(b'\n', &mut bytes);
        let length = length.map_err(|error| error.to_string())? as u64;
        if length == 0 {
            break;
        }
        // A last line without an end is torn: the program that wrote it was stopped.
        let is_whole = bytes.last() == Some(&b'\n');
        let line = String::from_utf8_lossy(&bytes);
        let is_kept =
            is_whole && (line.trim().is_empty() || matches!(take(number, &line)?, Fate::Keep));
        match parts.last_mut() {
            Some((as_before, bytes)) if *as_before == is_kept => *bytes += length,
            _ => parts.push((is_kept, length)),
        }
    }
    Ok(parts)
}

/// Removes the parts of a file that are not kept.
fn keep(path: &Path, parts: &[Part]) -> io::Result<()> {
    match parts {
        [] | [(true, _)] => Ok(()),
        [(false, _)] => File::options().write(true).open(path)?.set_len(0),
        [(true, length), (false, _)] => File::options().write(true).open(path)?.set_len(*length),
        _ => output::replace_by(path, |to| {
            let mut from = BufReader::new(File::open(path)?);
            let mut to = BufWriter::new(to);
            for &(is_kept, length) in parts {
                let mut some = io::Read::take(&mut from, length);
                if is_kept {
                    io::copy(&mut some, &mut to)?;
                } else {
                    io::copy(&mut some, &mut io::sink())?;
                }
            }
            to.flush()
        }),
    }
}

/// Takes a line of the file.
fn take(
    members: &Map<String, Value>,
    quality: Quality,
    is_check: bool,
    answered: &mut Answered,
    kept: &mut Kept,
) -> Result<Fate, String> {
    if members.contains_key("summary") {
        return Ok(Fate::Summary);
    }
    let line = whole(members, "line").ok_or("an answer without \"line\"")?;
    let board = members.get("board").and_then(Value::as_str);
    let is_error = members.contains_key("error");
    let is_true = |key| members.get(key) == Some(&Value::Bool(true));
    if is_true("interrupted") || (is_error && board.is_some()) {
        return Ok(Fate::SolveAgain);
    }
    if board.is_none() != is_error {
        return Err("neither a board nor an error".to_owned());
    }
    let mut status = 0;
    if is_error {
        status = 2;
    } else if is_true("solvable") && !is_check {
        let length = members.get("length");
        let length = length.ok_or("this is the output of --check")?;
        let is_solved = !length.is_null() && is_answer(members, quality);
        kept.solved += usize::from(is_solved);
        status = u8::from(!is_solved);
    }
    kept.answers += 1;
    kept.boards += usize::from(!is_error);
    kept.seconds += members
        .get("seconds")
        .and_then(Value::as_f64)
        .unwrap_or(0.0);
    kept.status = kept.status.max(status);
    let answers = answered.boards.entry(line).or_default();
    answers.push(board.map(hash));
    Ok(Fate::Keep)
}

/// Returns whether a solution is of the quality asked for.
fn is_answer(members: &Map<String, Value>, quality: Quality) -> bool {
    let is_within = |percent: u16| {
        let (length, bound) = (whole(members, "length"), whole(members, "lower_bound"));
        let (Some(length), Some(bound)) = (length, bound) else {
            return false;
        };
        length as u64 * 100 <= bound as u64 * (100 + u64::from(percent))
    };
    match quality {
        Quality::Best | Quality::Fast => true,
        Quality::Within { percent } => is_within(percent),
        _ => is_within(0),
    }
}

/// Returns the whole number of a key, if it is one.
fn whole(members: &Map<String, Value>, key: &str) -> Option<usize> {
    usize::try_from(members.get(key)?.as_u64()?).ok()
}

fn hash(board: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    board.hash(&mut hasher);
    hasher.finish()
}

impl Answered {
    /// Takes a board of the input, or `None` for a line that is no board; returns whether it was
    /// answered.
    ///
    /// # Errors
    /// The answer to this line is about another board.
    pub(crate) fn take(&mut self, origin: &Origin, board: Option<&str>) -> Result<bool, String> {
        let number = origin.number();
        let Some(answers) = self.boards.get_mut(&number) else {
            return Ok(false);
        };
        let board = board.map(hash);
        let Some(place) = answers.iter().position(|it| *it == board) else {
            let path = self.path.display();
            return Err(format!(
                "--resume {path}: the answer to line {number} is about another board than {origin} of the input"
            ));
        };
        answers.remove(place);
        if answers.is_empty() {
            self.boards.remove(&number);
        }
        Ok(true)
    }

    /// Says that the file has answers to lines that the input does not have, if there are some.
    pub(crate) fn left_over(&self) -> Option<String> {
        let (line, path) = (self.boards.keys().next()?, self.path.display());
        let count: usize = self.boards.values().map(Vec::len).sum();
        Some(format!(
            "--resume {path}: {count} answers are not of this input; the first one is to line {line}"
        ))
    }
}
