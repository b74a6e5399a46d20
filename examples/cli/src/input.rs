//! The boards of the input: arguments, grid files, or lines of standard input.

use std::collections::{HashSet, VecDeque};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use npuzzle::notation::read_board;
use npuzzle::{DynBoard, ParseErrorKind, Shape};

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
            Self::File(path, number) => {
                let name = if path == Path::new("-") {
                    "standard input"
                } else {
                    &path.to_string_lossy()
                };
                match number {
                    0 => f.write_str(name),
                    _ => write!(f, "{name}, line {number}"),
                }
            }
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

const BOARDS: &str = "each line is a board, but a file is one grid: comments, the side n, then n rows; \
    without --file, standard input has a board a line";

const UNQUOTED: &str = "a tile is no board: put a board in quotes, such as \"1 2 3/4 5 6/7 8 0\"";

/// Returns the boards of arguments and grid files.
pub(crate) fn named<'a>(
    boards: &'a [String],
    files: &'a [PathBuf],
    shape: Option<Shape>,
) -> Inputs<'a> {
    let is_tile = |text: &String| text.parse::<u16>().is_ok() && parse(shape, text).is_err();
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
        let _ = lines(io::stdin().lock()).try_for_each(|line| sender.send(line));
    });
    if reader.is_err() {
        let mut lines = lines(BufReader::new(io::stdin()));
        let next = move || lines.next().map_or(Next::End, Next::Line);
        return Box::new(Lines::new(next, shape));
    }
    let next = move || match receiver.recv_timeout(PATIENCE) {
        Ok(line) => Next::Line(line),
        Err(RecvTimeoutError::Timeout) if !is_interrupted() => Next::Pause,
        Err(_) => Next::End,
    };
    Box::new(Lines::new(next, shape))
}

/// The next thing on standard input.
enum Next {
    Line(Result<String, String>),
    /// No line for a while.
    Pause,
    End,
}

/// The boards of lines, one a line; `#` begins a comment.
///
/// A line of numbers alone may also be a row of a grid. Boards of a shape share their numbers, rows of
/// a grid share none: so the first such line is held until the next one comes. A grid is one error.
struct Lines<N> {
    next: N,
    shape: Option<Shape>,
    /// The number of the last line.
    number: usize,
    held: Vec<Row>,
    /// The numbers of a row that is known to be a board.
    numbers_of_board: usize,
    /// The first and the last line of a grid, and the numbers of its rows.
    grid: Option<(usize, usize, usize)>,
    ready: VecDeque<Input>,
    is_over: bool,
}

/// A line of numbers alone.
struct Row {
    line: usize,
    text: String,
    numbers: Vec<i64>,
}

impl<N: FnMut() -> Next> Lines<N> {
    const fn new(next: N, shape: Option<Shape>) -> Self {
        Self {
            next,
            shape,
            number: 0,
            held: Vec::new(),
            numbers_of_board: 0,
            grid: None,
            ready: VecDeque::new(),
            is_over: false,
        }
    }

    fn take(&mut self, line: Result<String, String>) {
        self.number += 1;
        let number = self.number;
        let line = match line {
            Ok(line) => line,
            Err(error) => {
                self.release();
                return self.push(number, Err(error));
            }
        };
        let text = content(&line);
        let Some(numbers) = numbers_alone(text) else {
            // Grids have comments, but end at an empty line.
            if !text.is_empty() || !line.contains('#') {
                self.release();
            }
            if !text.is_empty() {
                self.push(number, parse(self.shape, text));
            }
            return;
        };
        match &mut self.grid {
            // Two lines of one number may be a header.
            Some((first, last, columns))
                if *columns == numbers.len() || *columns == 1 && *last == *first + 1 =>
            {
                (*last, *columns) = (number, numbers.len());
                return;
            }
            Some(_) => self.release(),
            None => {}
        }
        if self.numbers_of_board == numbers.len() {
            self.release();
            return self.push(number, parse(self.shape, text));
        }
        // It may be the header of a grid.
        self.numbers_of_board = 0;
        self.held.push(Row {
            line: number,
            text: text.to_owned(),
            numbers,
        });
        if let [first, .., before, last] | [first @ before, last] = &self.held[..] {
            let known: HashSet<_> = before.numbers.iter().collect();
            let shares = last.numbers.iter().any(|it| known.contains(it));
            if before.numbers.len() != last.numbers.len() {
                // A header is one or two numbers a line, or the side and the first row.
                let (length, columns) = (before.numbers.len(), last.numbers.len());
                let has_side = length == columns + 1 && before.numbers[0] == columns as i64;
                let kept = if length <= 2 || has_side { 3 } else { 1 };
                let boards = self.held.len().saturating_sub(kept);
                for row in self.held.drain(..boards).collect::<Vec<_>>() {
                    self.push(row.line, parse(self.shape, &row.text));
                }
                return;
            }
            if shares {
                self.numbers_of_board = last.numbers.len();
                self.release();
            } else {
                self.grid = Some((first.line, number, last.numbers.len()));
                self.held.clear();
            }
        }
    }

    /// Makes boards of the lines that are held, or an error of a grid.
    fn release(&mut self) {
        for row in std::mem::take(&mut self.held) {
            self.push(row.line, parse(self.shape, &row.text));
        }
        if let Some((first, last, _)) = self.grid.take() {
            let error = format!(
                "lines {first} to {last} look like the rows of one board, but a line is a board: \
                 join them with '/', or read them with --file -"
            );
            self.push(first, Err(error));
        }
    }

    fn push(&mut self, line: usize, board: Result<DynBoard, String>) {
        let origin = Origin::Line(line);
        self.ready.push_back(Input { origin, board });
    }
}

impl<N: FnMut() -> Next> Iterator for Lines<N> {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        while self.ready.is_empty() && !self.is_over {
            match (self.next)() {
                Next::Line(line) => self.take(line),
                Next::Pause if self.grid.is_some() => {}
                Next::Pause => self.release(),
                Next::End => {
                    self.release();
                    self.is_over = true;
                }
            }
        }
        self.ready.pop_front()
    }
}

/// Returns the numbers of a line that has nothing else, if it is not one word of signs.
fn numbers_alone(text: &str) -> Option<Vec<i64>> {
    let words = text.split([' ', '\t', ',']).filter(|it| !it.is_empty());
    let numbers = words.map(|word| match word {
        "_" | "." | "-" => Some(-1),
        _ => word.parse().ok(),
    });
    let numbers: Vec<i64> = numbers.collect::<Option<_>>()?;
    let is_word = numbers.len() == 1 && read_board(text).is_ok();
    (!numbers.is_empty() && !is_word).then_some(numbers)
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
        is_over = !matches!(text, Ok((length, _, skipped)) if length > 0 && skipped < MAX_SKIPPED);
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

/// Reads a file with one grid; `-` is standard input.
fn read_grid(path: &Path, shape: Option<Shape>) -> Input {
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().lock().take(MAX_TEXT).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(MAX_TEXT).read_to_end(&mut bytes))
    };
    let text = String::from_utf8_lossy(&bytes);
    let (line, board) = match read {
        Err(error) => (0, Err(format!("can't be read: {error}"))),
        Ok(length) if length as u64 == MAX_TEXT => (0, Err(too_long(false))),
        Ok(_) => match parse(shape, &text).map_err(|fault| (fault, read_board(&text))) {
            Err((fault, Err(error))) => {
                let mut lines = text.lines().map(content).filter(|it| !it.is_empty());
                let are_boards = error.kind() != ParseErrorKind::Empty
                    && lines.all(|line| parse(shape, line).is_ok());
                let fault = if are_boards { BOARDS.to_owned() } else { fault };
                (error.line(), Err(fault))
            }
            board => {
                let comments = text
                    .lines()
                    .take_while(|line| content(line).is_empty())
                    .count();
                (comments + 1, board.map_err(|(fault, _)| fault))
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
