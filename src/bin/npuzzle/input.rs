//! Where boards come from: arguments, files, standard input.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, ErrorKind};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use npuzzle::notation::parse_grid;
use npuzzle::{DynBoard, ParseBoardError, Shape};

use crate::failure::in_words;
use crate::lines::{content, read_lines};
use crate::options::{parse_board, parse_board_of};

/// A board of the input, or why it is not one.
pub(crate) struct Input {
    pub(crate) origin: Origin,
    pub(crate) board: Result<DynBoard, String>,
}

/// Where a board stands.
#[derive(Clone)]
pub(crate) enum Origin {
    /// The number of the argument, from 1.
    Argument(usize),
    /// The line of standard input, from 1.
    Line(usize),
    /// A line of a file, from 1.
    File(Arc<Path>, usize),
    /// A file that can't be read.
    Unread(Arc<Path>),
}

impl Origin {
    /// Returns the number of the line, or of the argument.
    pub(crate) const fn number(&self) -> usize {
        match self {
            Self::Argument(number) | Self::Line(number) | Self::File(_, number) => *number,
            Self::Unread(_) => 1,
        }
    }

    /// Returns what a number alone doesn't tell: the file.
    pub(crate) fn beside_number(&self) -> String {
        match self {
            Self::Argument(_) | Self::Line(_) => String::new(),
            Self::File(..) | Self::Unread(_) => format!("{self}: "),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument(number) => write!(f, "board {number}"),
            Self::Line(number) => write!(f, "line {number}"),
            Self::File(path, number) => write!(f, "{}, line {number}", path.display()),
            Self::Unread(path) => write!(f, "{}", path.display()),
        }
    }
}

/// What is to be read.
#[derive(Clone)]
pub(crate) struct Sources {
    pub(crate) boards: Vec<String>,
    pub(crate) files: Vec<PathBuf>,
    /// The shape of all boards, if one was named.
    pub(crate) shape: Option<Shape>,
}

/// How many boards are read before somebody asks for them. With the window of the solver it bounds
/// the memory.
const AHEAD: usize = 64;

impl Sources {
    /// Reads boards on a thread of its own, so that answers don't wait for the next line. The
    /// channel closes at the end.
    pub(crate) fn read(self) -> io::Result<Receiver<Input>> {
        let (sender, receiver) = sync_channel(AHEAD);
        thread::Builder::new().spawn(move || {
            let _ = self.give_all(&mut |input| match sender.send(input) {
                Ok(()) => ControlFlow::Continue(()),
                // Nobody wants more.
                Err(_) => ControlFlow::Break(()),
            });
        })?;
        Ok(receiver)
    }

    fn give_all(&self, give: &mut Give<'_>) -> ControlFlow<()> {
        for (number, text) in (1..).zip(&self.boards) {
            self.give_argument(number, text, give)?;
        }
        for path in &self.files {
            give(self.read_grid_file(path))?;
        }
        if self.boards.is_empty() && self.files.is_empty() {
            self.give_standard_input(give)?;
        }
        ControlFlow::Continue(())
    }

    fn give_standard_input(&self, give: &mut Give<'_>) -> ControlFlow<()> {
        let parse = |text: &str| self.parse(text);
        read_lines(io::stdin().lock(), &parse, &mut |line, board| {
            let origin = Origin::Line(line);
            give(Input { origin, board })
        })
    }

    /// Gives the board of an argument, or the boards of the file that it names.
    fn give_argument(&self, number: usize, text: &str, give: &mut Give<'_>) -> ControlFlow<()> {
        if text == "-" {
            return self.give_standard_input(give);
        }
        let origin = Origin::Argument(number);
        let error = match self.parse(text) {
            Err(error) if may_be_name(text) => error,
            board => return give(Input { origin, board }),
        };
        let path: Arc<Path> = Path::new(text).into();
        let why_not = match fs::metadata(&path) {
            Ok(found) if found.is_dir() => "this is a folder; name a file in it".to_owned(),
            Ok(_) => match File::open(&path) {
                Ok(file) => {
                    let parse = |text: &str| self.parse(text);
                    return read_lines(BufReader::new(file), &parse, &mut |line, board| {
                        let origin = Origin::File(Arc::clone(&path), line);
                        give(Input { origin, board })
                    });
                }
                Err(error) => format!("can't be read: {error}"),
            },
            Err(missing) if missing.kind() == ErrorKind::NotFound => {
                let board = Err(format!("{error} (and no file has this name)"));
                return give(Input { origin, board });
            }
            Err(_) => {
                let board = Err(error);
                return give(Input { origin, board });
            }
        };
        give(Input {
            origin: Origin::Unread(path),
            board: Err(why_not),
        })
    }

    fn read_grid_file(&self, path: &Path) -> Input {
        let path: Arc<Path> = path.into();
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                return Input {
                    origin: Origin::Unread(path),
                    board: Err(format!("can't be read: {error}")),
                };
            }
        };
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches('\u{feff}');
        match parse_grid(text) {
            Ok(board) => {
                let first = text.lines().position(|line| !content(line).is_empty());
                Input {
                    origin: Origin::File(path, first.map_or(1, |line| line + 1)),
                    board: self.fit(board),
                }
            }
            Err(error) => Input {
                origin: Origin::File(path, error.line()),
                board: Err(in_words(&error)),
            },
        }
    }

    fn parse(&self, text: &str) -> Result<DynBoard, String> {
        match self.shape {
            Some(shape) => parse_board_of(shape, text),
            None => parse_board(text),
        }
    }

    /// A grid is a square; another shape may have been asked for.
    fn fit(&self, board: DynBoard) -> Result<DynBoard, String> {
        match self.shape {
            Some(shape) => parse_board_of(shape, &board.to_string()),
            None => Ok(board),
        }
    }
}

/// Returns whether a text that is not a board may be the name of a file.
fn may_be_name(text: &str) -> bool {
    let is_wrong_board = matches!(
        text.parse::<DynBoard>(),
        Ok(_) | Err(ParseBoardError::Board(_))
    );
    text.contains(char::is_alphabetic) && !is_wrong_board
}

/// Takes what was read, and says whether more is wanted.
type Give<'a> = dyn FnMut(Input) -> ControlFlow<()> + 'a;
