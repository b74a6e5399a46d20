//! The boards of the input: arguments, grid files, or lines of standard input.

use std::collections::{HashSet, VecDeque};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::iter;
use std::mem;
use std::path::{Path, PathBuf};
use std::slice::from_ref;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use clap::Args;
use npuzzle::notation::{read_board, read_boards};
use npuzzle::{DynBoard, Goal, ParseError, Shape};

use crate::interrupt::is_interrupted;
use crate::options::{GOAL, asking_for_shape, note_blank, parse_board, parse_board_of};

/// A board of the input, or why it could not be parsed.
pub(crate) struct Input {
    pub(crate) origin: Origin,
    pub(crate) board: Result<DynBoard, String>,
}

/// The place of a board in the input.
pub(crate) struct Origin {
    /// Its name, such as "line 3".
    pub(crate) name: String,
    /// The number of the argument or line, from 1.
    pub(crate) number: usize,
    pub(crate) is_file: bool,
}

impl Input {
    fn new(kind: &str, number: usize, board: Result<DynBoard, String>) -> Self {
        let origin = Origin {
            name: format!("{kind} {number}"),
            number,
            is_file: false,
        };
        Self { origin, board }
    }
}

/// The boards, in order.
pub(crate) type Inputs<'a> = Box<dyn Iterator<Item = Input> + Send + 'a>;

/// The longest line and the longest grid file that are read, in bytes: 16 per cell of the largest
/// board.
const MAX_TEXT: u64 = 1 << 20;

/// The most bytes of a line that are skipped after that.
const MAX_SKIPPED: u64 = 64 << 20;

/// The number of lines that the reader is ahead of the solver.
const AHEAD: usize = 64;

/// The time between two checks for Ctrl-C while the reader waits for a line.
const PATIENCE: Duration = Duration::from_millis(50);

const UNQUOTED: &str = "a tile is no board: put a board in quotes, such as \"1 2 3/4 5 6/7 8 0\"";

/// The board of a command that takes one, an argument or a file, and its goal.
#[derive(Args)]
pub(crate) struct OneBoard {
    /// A board such as "1 2 3/4 5 6/7 8 0"
    #[arg(value_name = "BOARD", value_parser = parse_board, required_unless_present = "file")]
    board: Option<DynBoard>,
    /// Read the board from a file; - is standard input
    #[arg(long, value_name = "F", value_parser = parse_board_file, conflicts_with = "board")]
    file: Option<DynBoard>,
    /// blank-last, blank-first, snail, or a board with * for any tile
    #[arg(long, default_value = "blank-last", value_parser = GOAL, hide_possible_values = true)]
    pub(crate) goal: Goal,
}

impl OneBoard {
    pub(crate) fn board(&self) -> &DynBoard {
        let given = self.board.as_ref().or(self.file.as_ref());
        given.expect("clap requires one of them")
    }
}

/// Reads the board of a file; `-` is standard input.
pub(crate) fn parse_board_file(path: &str) -> Result<DynBoard, String> {
    parse_board(&read_text(Path::new(path))?)
}

/// Returns the boards of arguments and grid files.
pub(crate) fn named<'a>(
    boards: &'a [String],
    files: &'a [PathBuf],
    shape: Option<Shape>,
) -> Inputs<'a> {
    let is_tile = |text: &String| text.parse::<u16>().is_ok() && parse(shape, text).is_err();
    if boards.len() > 1 && boards.iter().all(is_tile) {
        let input = Input::new("board", 1, Err(UNQUOTED.to_owned()));
        return Box::new(iter::once(input));
    }
    let boards = (1..).zip(boards).map(move |(number, text)| {
        let board = parse(shape, text).map_err(|fault| {
            let path = Path::new(text);
            if path.extension().is_some_and(|it| it == "txt") || path.is_file() {
                format!("{text:?} is no board; to read a file use --file {text}")
            } else {
                fault
            }
        });
        Input::new("board", number, board)
    });
    let files = files.iter().flat_map(move |path| read_file(path, shape));
    Box::new(boards.chain(files))
}

/// Returns the boards of standard input, one per line. A thread reads them, so that Ctrl-C ends a
/// wait for the next line; if no thread can be started, the caller reads them.
pub(crate) fn typed(shape: Option<Shape>) -> Inputs<'static> {
    let (sender, receiver) = sync_channel(AHEAD);
    let reader = thread::Builder::new().spawn(move || {
        // Without a receiver no more boards are needed.
        let _ = lines(io::stdin().lock()).try_for_each(|line| sender.send(line));
    });
    if reader.is_err() {
        let mut lines = lines(BufReader::new(io::stdin()));
        let next = move || lines.next().map_or(Next::End, Next::Line);
        return Box::new(boards(next, shape));
    }
    let next = move || match receiver.recv_timeout(PATIENCE) {
        Ok(line) => Next::Line(line),
        Err(RecvTimeoutError::Timeout) if !is_interrupted() => Next::Pause,
        Err(_) => Next::End,
    };
    Box::new(boards(next, shape))
}

#[cfg(test)]
mod tests;

/// The next input event.
enum Next {
    Line(Result<String, String>),
    /// No line for a while.
    Pause,
    End,
}

/// Returns the boards of lines.
fn boards(mut next: impl FnMut() -> Next, shape: Option<Shape>) -> impl Iterator<Item = Input> {
    let mut lines = Lines {
        shape,
        ..Lines::default()
    };
    let mut is_over = false;
    iter::from_fn(move || {
        while lines.ready.is_empty() && !is_over {
            match next() {
                Next::Line(line) => lines.take(&line),
                Next::Pause if lines.is_grid => {}
                Next::Pause => lines.release(),
                Next::End => {
                    lines.release();
                    is_over = true;
                }
            }
        }
        lines.ready.pop_front()
    })
}

/// The boards of lines, one per line; `#` begins a comment.
///
/// A line may also be a row of a grid, in any notation. Boards of a shape share their tiles, rows
/// of a grid share none: so each line is held until the next one comes, over empty lines and
/// rulers. A grid is one error.
#[derive(Default)]
struct Lines {
    shape: Option<Shape>,
    /// The number of the last line.
    number: usize,
    /// The last line, with the header that it may have, or the lines of a grid.
    held: Vec<Row>,
    is_grid: bool,
    /// The cells of the rows of the grid.
    cells: HashSet<String>,
    ready: VecDeque<Input>,
}

/// A line that may be a row.
struct Row {
    line: usize,
    text: String,
    /// The text of each cell; a ruler has none.
    cells: Vec<String>,
    /// True if it shares its tiles with the board in front of it.
    is_board: bool,
}

impl Row {
    /// Returns whether most of its cells are others', as most cells of a board are those of another.
    fn repeats(&self, others: &HashSet<String>) -> bool {
        let both = self.cells.iter().filter(|it| others.contains(*it)).count();
        2 * both > self.cells.len()
    }

    /// Returns its cells as words, or as the characters of one word.
    fn plain(&self) -> String {
        let word = self.cells.concat();
        let is_word = self.text.to_ascii_lowercase().contains(&word);
        if is_word { word } else { self.cells.join(" ") }
    }
}

impl Lines {
    fn take(&mut self, line: &Result<String, String>) {
        self.number += 1;
        let text = match line {
            Ok(line) => content(line),
            Err(error) => {
                self.release();
                return self.push(self.number, Err(error.clone()));
            }
        };
        if text.is_empty() {
            return;
        }
        // No row has rows or its shape in front, or is a letter alone.
        let has_rows = text.trim_end_matches(['/', ';']).contains(['/', ';', ':']);
        if has_rows || text.len() == 1 && text.starts_with(char::is_alphabetic) {
            self.release();
            return self.push(self.number, parse(self.shape, text));
        }
        let mut row = Row {
            line: self.number,
            text: text.to_owned(),
            cells: cells(text),
            is_board: false,
        };
        let (count, own) = (row.cells.len(), row.cells.iter().cloned());
        let before = self.held.iter().rfind(|row| !row.cells.is_empty());
        let Some(before) = before.filter(|_| count > 0) else {
            return self.held.push(row);
        };
        let columns = before.cells.len();
        if self.is_grid {
            // Two lines of one number may be a header.
            let is_header = columns == 1 && self.cells.len() == 2;
            if is_header || count == columns && !row.repeats(&self.cells) {
                self.cells.extend(own);
                return self.held.push(row);
            }
            self.release();
        } else if columns == count {
            let others = before.cells.iter().cloned().collect();
            let is_board = |row: &Row| parse(self.shape, &row.text).is_ok();
            row.is_board = row.repeats(&others) || is_board(before) && is_board(&row);
            if row.is_board {
                self.release();
            } else {
                self.is_grid = true;
                self.cells.extend(own);
                self.cells
                    .extend(others.into_iter().filter(|_| !before.is_board));
            }
        } else {
            // It may be the header of a grid: one or two numbers per line, or the side and the
            // first row.
            let has_side = columns == count + 1 && before.cells[0] == count.to_string();
            let kept = if columns <= 2 || has_side { 2 } else { 0 };
            let kept = self.held.split_off(self.held.len().saturating_sub(kept));
            self.release();
            self.held = kept;
        }
        self.held.push(row);
    }

    /// Makes boards of the lines that are held, or an error of a grid.
    fn release(&mut self) {
        let mut rows = mem::take(&mut self.held);
        self.cells.clear();
        if mem::take(&mut self.is_grid) {
            // The line in front of it is no row if the others are a board, unless it is the first row
            // of one before them.
            let first = rows[0].cells.iter().cloned().collect();
            let mut others = rows[1..].iter();
            let again = others.position(|row| row.repeats(&first));
            let before = &rows[..again.map_or(0, |nth| nth + 1)];
            if rows[0].is_board && is_grid(&rows[1..]) && !is_grid(before) {
                self.answer(&rows.remove(0));
            }
            let (first, last) = (rows[0].line, rows[rows.len() - 1].line);
            let error = format!(
                "lines {first} to {last} look like the rows of one board, but a line is a board: \
                 join them with '/', or read them with --file -"
            );
            return self.push(first, Err(error));
        }
        for row in rows {
            self.answer(&row);
        }
    }

    fn answer(&mut self, row: &Row) {
        self.push(row.line, parse(self.shape, &row.text));
    }

    fn push(&mut self, line: usize, board: Result<DynBoard, String>) {
        self.ready.push_back(Input::new("line", line, board));
    }
}

/// Returns whether rows are a board together.
fn is_grid(rows: &[Row]) -> bool {
    let rows = rows.iter().filter(|row| !row.cells.is_empty());
    let rows: Vec<String> = rows.map(Row::plain).collect();
    read_board(&rows.join("/")).is_ok()
}

/// Returns the texts of the cells of a line: its words, or the characters of its only word.
fn cells(text: &str) -> Vec<String> {
    let text = text.to_ascii_lowercase();
    let separates = |it: char| it.is_whitespace() || ",;/|+[]{}()\"'".contains(it);
    // A ruler has no cells.
    let is_ruler = |word: &str| word.len() > 2 && word.chars().all(|it| "-=_*~.".contains(it));
    let words = text
        .split(separates)
        .filter(|it| !it.is_empty() && !is_ruler(it));
    let has_dashes = text.matches('-').nth(1).is_some();
    let words = words.flat_map(|word| word.split(|it| it == '-' && has_dashes && word.len() > 1));
    let words: Vec<&str> = words.filter(|it| !it.is_empty()).collect();
    match words[..] {
        [word] if word.len() > 3 => word.chars().map(String::from).collect(),
        _ => words.into_iter().map(str::to_owned).collect(),
    }
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
    let end = is_endless.then_some("; nothing after it is read");
    let end = end.unwrap_or_default();
    format!("malformed: longer than {MAX_TEXT} bytes, more than any board needs{end}")
}

/// Reads a file of boards, which is not longer than any board needs; `-` is standard input.
pub(crate) fn read_text(path: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().lock().take(MAX_TEXT).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(MAX_TEXT).read_to_end(&mut bytes))
    };
    match read {
        Err(error) => Err(format!("can't be read: {error}")),
        Ok(length) if length as u64 == MAX_TEXT => Err(too_long(false)),
        Ok(_) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
    }
}

/// Reads the boards of a file, of which there is one with a shape; `-` is standard input.
fn read_file(path: &Path, shape: Option<Shape>) -> Vec<Input> {
    let file = match path.to_string_lossy() {
        name if name == "-" => "standard input".into(),
        name => name,
    };
    let input = |line, board| {
        let mut input = Input::new(&format!("{file}, line"), line, board);
        input.origin.is_file = true;
        input
    };
    let text = match read_text(path) {
        Ok(text) => text,
        Err(fault) => {
            let mut unread = input(1, Err(fault));
            unread.origin.name = file.into_owned();
            return vec![unread];
        }
    };
    let lines = text.lines().map(content);
    let line = 1 + lines.take_while(|line| line.is_empty()).count();
    let boards = read_boards(&text);
    let of_fault = boards.as_ref().map_or_else(ParseError::line, |_| line);
    let boards = match (boards, shape) {
        (_, Some(shape)) => parse(Some(shape), &text).map(|board| vec![board]),
        (boards, None) => boards.map_err(asking_for_shape),
    };
    match boards {
        Ok(boards) => {
            note_blank(&text, &boards);
            let inputs = boards.into_iter().map(|board| input(line, Ok(board)));
            inputs.collect()
        }
        Err(fault) => vec![input(of_fault, Err(fault))],
    }
}

fn parse(shape: Option<Shape>, text: &str) -> Result<DynBoard, String> {
    let board = match shape {
        Some(shape) => parse_board_of(shape, text),
        None => read_board(text).map_err(asking_for_shape),
    };
    board.inspect(|board| note_blank(text, from_ref(board)))
}

/// Returns a line without its comment and the byte order mark of other systems.
fn content(line: &str) -> &str {
    let line = line.trim_start_matches('\u{feff}');
    line.split('#').next().unwrap_or_default().trim()
}
