//! The boards of the input: arguments, grid files, or lines of standard input.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use npuzzle::{DynBoard, Shape};

use crate::interrupt::is_interrupted;
use crate::options::{parse_board, parse_board_of};

/// A board of the input, or why it could not be parsed.
pub(crate) struct Input {
    pub(crate) origin: Origin,
    pub(crate) board: Result<DynBoard, String>,
}

/// The place of a board in the input, with the number of the argument or line, from 1.
pub(crate) enum Origin {
    Argument(usize),
    Line(usize),
    /// The number is 0 for a file that can't be read.
    File(PathBuf, usize),
}

impl Origin {
    pub(crate) fn number(&self) -> usize {
        let (Self::Argument(number) | Self::Line(number) | Self::File(_, number)) = self;
        (*number).max(1)
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument(number) => write!(f, "board {number}"),
            Self::Line(number) => write!(f, "line {number}"),
            Self::File(path, 0) => write!(f, "{}", path.display()),
            Self::File(path, number) => write!(f, "{}, line {number}", path.display()),
        }
    }
}

/// The boards, in order.
pub(crate) type Inputs<'a> = Box<dyn Iterator<Item = Input> + Send + 'a>;

/// The longest line and the longest grid file that are read, in bytes: 16 a cell of the largest board.
const MAX_TEXT: u64 = 1 << 20;

/// The most bytes of a line that are skipped after that.
const MAX_SKIPPED: u64 = 64 << 20;

/// The number of lines that the reader is ahead of the solver.
const AHEAD: usize = 64;

/// The time between two checks for Ctrl-C while the reader waits for a line.
const PATIENCE: Duration = Duration::from_millis(50);

const UNQUOTED: &str = "a tile is no board: put a board in quotes, such as \"1 2 3/4 5 6/7 8 0\"";

/// Returns the boards of arguments and grid files.
pub(crate) fn named<'a>(
    boards: &'a [String],
    files: &'a [PathBuf],
    shape: Option<Shape>,
) -> Inputs<'a> {
    let is_tile = |text: &String| text.parse::<u32>().is_ok();
    if boards.len() > 1 && boards.iter().all(is_tile) {
        let board = Err(UNQUOTED.to_owned());
        return Box::new(iter::once(Input {
            origin: Origin::Argument(1),
            board,
        }));
    }
    let boards = (1..).zip(boards).map(move |(number, text)| Input {
        origin: Origin::Argument(number),
        board: parse(shape, text),
    });
    let files = files.iter().map(move |path| read_grid(path, shape));
    Box::new(boards.chain(files))
}

/// Returns the boards of standard input, one a line. A thread reads them, so that Ctrl-C ends a wait
/// for the next line; if no thread can be started, the caller reads them.
pub(crate) fn typed(shape: Option<Shape>) -> Inputs<'static> {
    let (sender, receiver) = sync_channel(AHEAD);
    let reader = thread::Builder::new().spawn(move || {
        // Without a receiver no more boards are needed.
        let _ = read_lines(io::stdin().lock(), shape).try_for_each(|input| sender.send(input));
    });
    if reader.is_err() {
        return Box::new(read_lines(BufReader::new(io::stdin()), shape));
    }
    Box::new(iter::from_fn(move || {
        loop {
            match receiver.recv_timeout(PATIENCE) {
                Ok(input) => return Some(input),
                Err(RecvTimeoutError::Timeout) if !is_interrupted() => {}
                Err(_) => return None,
            }
        }
    }))
}

/// Returns the boards of lines; `#` begins a comment.
fn read_lines(input: impl BufRead, shape: Option<Shape>) -> impl Iterator<Item = Input> {
    (1..).zip(lines(input)).filter_map(move |(number, line)| {
        let board = match line.as_deref().map(content) {
            Ok("") => return None,
            Ok(text) => parse(shape, text),
            Err(error) => Err(error.clone()),
        };
        let origin = Origin::Line(number);
        Some(Input { origin, board })
    })
}

/// Returns the lines of an input, up to the first that can't be read or is endless.
fn lines(mut input: impl BufRead) -> impl Iterator<Item = Result<String, String>> {
    let mut is_over = false;
    iter::from_fn(move || {
        if is_over {
            return None;
        }
        let mut bytes = Vec::new();
        let mut read = || {
            let length = input
                .by_ref()
                .take(MAX_TEXT)
                .read_until(b'\n', &mut bytes)?;
            let is_long = length as u64 == MAX_TEXT && !bytes.ends_with(b"\n");
            let mut rest = input.by_ref().take(if is_long { MAX_SKIPPED } else { 0 });
            Ok((length, is_long, rest.skip_until(b'\n')? as u64))
        };
        let text: Result<_, io::Error> = read();
        is_over = !matches!(text, Ok((1.., _, ..MAX_SKIPPED)));
        match text {
            Ok((0, ..)) => None,
            Ok((_, false, _)) => Some(Ok(String::from_utf8_lossy(&bytes).into_owned())),
            Ok((_, true, _)) => Some(Err(too_long(is_over))),
            Err(error) => Some(Err(format!("can't be read: {error}"))),
        }
    })
}

fn too_long(is_endless: bool) -> String {
    let end = if is_endless {
        "; nothing after it is read"
    } else {
        ""
    };
    format!("malformed: longer than {MAX_TEXT} bytes, more than any board needs{end}")
}

/// Reads a file with one grid.
fn read_grid(path: &Path, shape: Option<Shape>) -> Input {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_TEXT).read_to_end(&mut bytes));
    let text = String::from_utf8_lossy(&bytes);
    let (line, board) = match read {
        Err(error) => (0, Err(format!("can't be read: {error}"))),
        Ok(length) if length as u64 == MAX_TEXT => (0, Err(too_long(false))),
        Ok(_) => match text.parse::<DynBoard>() {
            Err(error) => (error.line(), Err(error.to_string())),
            Ok(board) => {
                let comments = text
                    .lines()
                    .take_while(|line| content(line).is_empty())
                    .count();
                (comments + 1, parse(shape, &board.to_string()))
            }
        },
    };
    let origin = Origin::File(path.into(), line);
    Input { origin, board }
}

fn parse(shape: Option<Shape>, text: &str) -> Result<DynBoard, String> {
    shape.map_or_else(|| parse_board(text), |shape| parse_board_of(shape, text))
}

/// Returns a line without its comment and the byte order mark of other systems.
fn content(line: &str) -> &str {
    let line = line.trim_start_matches('\u{feff}');
    line.split('#').next().unwrap_or_default().trim()
}
