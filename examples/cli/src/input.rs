//! Sources of boards: arguments, files, standard input.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use npuzzle::notation::ParseBoardError;
use npuzzle::{DynBoard, Shape};

use crate::columns::{Columns, Labels};
use crate::lines::{BoardLines, read_grid};
use crate::options::{parse_board, parse_board_of};

/// A board of the input, or why it is not one.
pub(crate) struct Input {
    pub(crate) origin: Origin,
    pub(crate) board: Result<DynBoard, String>,
}

/// The place of a board in the input, and the labels beside it.
#[derive(Clone)]
pub(crate) struct Origin {
    place: Place,
    pub(crate) labels: Labels,
}

#[derive(Clone)]
enum Place {
    /// The number of the argument, from 1.
    Argument(usize),
    /// The line of standard input, from 1.
    Line(usize),
    /// A line of a file, from 1.
    File(Arc<Path>, usize),
    /// A file that can't be read.
    Unread(Arc<Path>),
}

impl From<Place> for Origin {
    fn from(place: Place) -> Self {
        Self {
            place,
            labels: Labels::default(),
        }
    }
}

impl Origin {
    /// Returns the number of the line, or of the argument.
    pub(crate) const fn number(&self) -> usize {
        match &self.place {
            Place::Argument(number) | Place::Line(number) | Place::File(_, number) => *number,
            Place::Unread(_) => 1,
        }
    }

    /// Returns what identifies the origin beside its number: the file.
    pub(crate) fn beside_number(&self) -> String {
        match self.place {
            Place::Argument(_) | Place::Line(_) => String::new(),
            Place::File(..) | Place::Unread(_) => format!("{self}: "),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Place::Argument(number) => write!(f, "board {number}"),
            Place::Line(number) => write!(f, "line {number}"),
            Place::File(path, number) => write!(f, "{}, line {number}", path.display()),
            Place::Unread(path) => write!(f, "{}", path.display()),
        }
    }
}

/// The source and format of the input.
#[derive(Clone, Default)]
pub(crate) struct Sources {
    /// Boards, files of boards, or `-` for standard input.
    pub(crate) boards: Vec<String>,
    /// Files with one grid each.
    pub(crate) grids: Vec<PathBuf>,
    /// Files of boards.
    pub(crate) files: Vec<PathBuf>,
    /// The shape of all boards, if one was named.
    pub(crate) shape: Option<Shape>,
    /// The columns of lines, if lines are more than a board.
    pub(crate) columns: Option<Columns>,
}

/// The fault of tiles that are arguments of their own.
const UNQUOTED: &str = "a tile is no board: put a board in quotes, such as \"1 2 3/4 5 6/7 8 0\"";

/// The number of boards that are read before somebody asks for them. With the window of the solver
/// it bounds the memory.
const AHEAD: usize = 64;

/// The boards of the input, as they come.
pub(crate) enum Inputs {
    /// A thread reads ahead.
    Ahead(Receiver<Input>),
    /// There is no other thread: each board is read when it is asked for.
    Inline(Box<Reading>),
}

impl Inputs {
    /// Returns the next board, waiting for it up to `patience` if a thread reads.
    pub(crate) fn next(&mut self, patience: Duration) -> Result<Input, RecvTimeoutError> {
        match self {
            Self::Ahead(receiver) => receiver.recv_timeout(patience),
            Self::Inline(reading) => reading.next().ok_or(RecvTimeoutError::Disconnected),
        }
    }

    /// Returns whether a board can be asked for without waiting for it longer than is allowed.
    pub(crate) const fn keeps_time(&self) -> bool {
        matches!(self, Self::Ahead(_))
    }
}

impl Sources {
    /// Reads boards on a thread of its own, so that answers don't wait for the next line. If the
    /// system gives no thread, they are read on the calling one.
    pub(crate) fn read(self) -> Inputs {
        let (sender, receiver) = sync_channel(AHEAD);
        let mut reading = Reading::new(self.clone());
        let reader = thread::Builder::new().spawn(move || {
            // If nobody receives, no more boards are needed.
            while reading
                .next()
                .is_some_and(|input| sender.send(input).is_ok())
            {}
        });
        match reader {
            Ok(_) => Inputs::Ahead(receiver),
            Err(_) => Inputs::Inline(Box::new(Reading::new(self))),
        }
    }

    /// Returns whether standard input is read because nothing else was named.
    pub(crate) fn is_typed(&self) -> bool {
        self.boards.is_empty() && self.grids.is_empty() && self.files.is_empty()
    }

    /// Returns whether the arguments are the tiles of one board, without quotes.
    fn is_unquoted(&self) -> bool {
        let is_tile = |text: &String| text.parse::<u32>().is_ok();
        self.boards.len() > 1 && self.boards.iter().all(is_tile)
    }
}

/// Reads the boards of all sources, one after the other.
pub(crate) struct Reading {
    sources: Sources,
    is_unquoted: bool,
    /// The source that is read next.
    next: usize,
    open: Option<Open>,
}

/// A source that was begun.
enum Begun {
    /// It is one board.
    One(Input),
    /// Its lines are [`Reading::open`].
    Lines,
    /// There are no more sources.
    End,
}

/// Lines that are being read.
struct Open {
    /// The file, or else standard input.
    path: Option<Arc<Path>>,
    lines: BoardLines<Box<dyn BufRead + Send>>,
}

impl Reading {
    pub(crate) fn new(sources: Sources) -> Self {
        Self {
            is_unquoted: sources.is_unquoted(),
            sources,
            next: 0,
            open: None,
        }
    }

    /// Opens the source with a number.
    fn begin(&mut self, number: usize) -> Begun {
        let sources = &self.sources;
        if sources.is_typed() {
            return match number {
                0 => self.open_standard_input(),
                _ => Begun::End,
            };
        }
        // Tiles without quotes are one board.
        let arguments = if self.is_unquoted {
            1
        } else {
            sources.boards.len()
        };
        if number < arguments {
            if self.is_unquoted {
                return Begun::One(Input {
                    origin: Place::Argument(1).into(),
                    board: Err(UNQUOTED.to_owned()),
                });
            }
            let text = sources.boards[number].clone();
            return self.begin_argument(number + 1, &text);
        }
        let mut rest = number - arguments;
        if let Some(path) = sources.grids.get(rest) {
            return Begun::One(self.read_grid_file(path));
        }
        rest -= sources.grids.len();
        let Some(path) = sources.files.get(rest) else {
            return Begun::End;
        };
        let path: Arc<Path> = path.as_path().into();
        self.open_file(path)
    }

    fn open_standard_input(&mut self) -> Begun {
        self.open_lines(None, Box::new(BufReader::new(io::stdin())))
    }

    fn open_lines(&mut self, path: Option<Arc<Path>>, input: Box<dyn BufRead + Send>) -> Begun {
        let lines = BoardLines::new(input, self.sources.columns.is_none());
        self.open = Some(Open { path, lines });
        Begun::Lines
    }

    /// Opens a file of boards, or says why that is impossible.
    fn open_file(&mut self, path: Arc<Path>) -> Begun {
        let why_not = match fs::metadata(&path) {
            Ok(found) if found.is_dir() => "this is a folder; name a file in it".to_owned(),
            _ => match File::open(&path) {
                Ok(file) => return self.open_lines(Some(path), Box::new(BufReader::new(file))),
                Err(error) => format!("can't be read: {error}"),
            },
        };
        Begun::One(Input {
            origin: Place::Unread(path).into(),
            board: Err(why_not),
        })
    }

    /// Returns the board of an argument, or opens the file that it names.
    fn begin_argument(&mut self, number: usize, text: &str) -> Begun {
        if text == "-" {
            return self.open_standard_input();
        }
        let input = self.parse(Place::Argument(number), text);
        let Err(error) = &input.board else {
            return Begun::One(input);
        };
        let missing = match fs::metadata(text) {
            _ if !may_be_name(text) => return Begun::One(input),
            Ok(_) => return self.open_file(Path::new(text).into()),
            Err(error) => error.kind(),
        };
        if missing == ErrorKind::NotFound {
            let board = Err(format!("{error} (and no file has this name)"));
            return Begun::One(Input { board, ..input });
        }
        Begun::One(input)
    }

    fn read_grid_file(&self, path: &Path) -> Input {
        let path: Arc<Path> = path.into();
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) => {
                return Input {
                    origin: Place::Unread(path).into(),
                    board: Err(format!("can't be read: {error}")),
                };
            }
        };
        let (line, board) = match read_grid(BufReader::new(file)) {
            Ok((line, board)) => (line, self.fit(board)),
            Err((line, error)) => (line, Err(error)),
        };
        Input {
            origin: Place::File(path, line).into(),
            board,
        }
    }

    /// Reads a line, and the columns beside the board.
    fn parse(&self, place: Place, line: &str) -> Input {
        let mut origin = Origin::from(place);
        let text = match &self.sources.columns {
            None => Ok(line),
            Some(columns) => columns.split(line).map(|(text, labels)| {
                origin.labels = labels;
                text
            }),
        };
        let board = text.and_then(|text| match self.sources.shape {
            Some(shape) => parse_board_of(shape, text),
            None => parse_board(text),
        });
        Input { origin, board }
    }

    /// A grid is a square; another shape may have been asked for.
    fn fit(&self, board: DynBoard) -> Result<DynBoard, String> {
        match self.sources.shape {
            Some(shape) => parse_board_of(shape, &board.to_string()),
            None => Ok(board),
        }
    }
}

impl Iterator for Reading {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        loop {
            if let Some(open) = &mut self.open {
                let Some((line, text)) = open.lines.next() else {
                    self.open = None;
                    continue;
                };
                let place = match &open.path {
                    Some(path) => Place::File(Arc::clone(path), line),
                    None => Place::Line(line),
                };
                return Some(match text {
                    Ok(text) => self.parse(place, &text),
                    Err(error) => Input {
                        origin: place.into(),
                        board: Err(error),
                    },
                });
            }
            let number = self.next;
            self.next += 1;
            match self.begin(number) {
                Begun::One(input) => return Some(input),
                Begun::Lines => {}
                Begun::End => return None,
            }
        }
    }
}

/// Returns whether a text that is not a board may be the name of a file.
fn may_be_name(text: &str) -> bool {
    let is_wrong_board = matches!(
        text.parse::<DynBoard>(),
        Ok(_)
            | Err(ParseBoardError::Board(_)
                | ParseBoardError::OutOfRange { .. }
                | ParseBoardError::NoSquare { .. }
                | ParseBoardError::SecondBlank { .. })
    );
    text.contains(char::is_alphabetic) && !is_wrong_board
}
