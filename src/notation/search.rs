//! Stored searches: `npuzzle-search 1`, then lines of a word and what it says.

mod batch;
mod error;
mod lines;
mod slides;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::str::FromStr;

use crate::dyn_board::DynBoard;
use crate::exact::position::{BlankMove, Position};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::prepare::StoredProof;
use crate::runtime::work::Tally;

use crate::side::Side;
#[cfg(doc)]
use crate::solve::SolveError;
use crate::solve::{
    Division, Search, SearchUnit, Solver, SolverBuilder, StoreError, StoredAt, StoredSearch, UnitOf,
};
pub use error::ParseSearchError;
use lines::{Lines, Words, path, put_path};

/// The first line: the format and its version.
const HEAD: &str = "npuzzle-search 1";

pub(crate) fn write(search: &StoredSearch) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = put(&mut text, search);
    let _ = writeln!(text, "check {:016x}", checksum(&text));
    text
}

fn put(text: &mut String, search: &StoredSearch) -> fmt::Result {
    writeln!(text, "{HEAD}")?;
    put_board(text, &search.board)?;
    writeln!(text, "goal {}", search.goal)?;
    writeln!(text, "heuristic {}", search.kind)?;
    writeln!(text, "memory {}", search.memory)?;
    if search.metric != Metric::Tiles {
        writeln!(text, "metric {}", search.metric)?;
    }
    writeln!(text, "counted {} {}", search.expanded, search.generated)?;
    writeln!(text, "bound {}", search.lower_bound)?;
    if let Some(unit) = &search.unit {
        let UnitOf {
            nth,
            of,
            bound,
            counted,
        } = unit;
        let Tally {
            expanded,
            generated,
        } = counted;
        writeln!(text, "unit {nth} {of} {bound} {expanded} {generated}")?;
    }
    if let Some(division) = &search.division {
        let Tally {
            expanded,
            generated,
        } = division.counted;
        write!(text, "division {} {expanded} {generated}", division.bound)?;
        for tally in division.before.iter().chain([&division.after]) {
            write!(text, " {}.{}", tally.expanded, tally.generated)?;
        }
        writeln!(text)?;
    }
    match &search.at {
        StoredAt::Probe { bound, position } => {
            write!(text, "at probe {bound} ")?;
            put_position(text, position)
        }
        StoredAt::Tables => writeln!(text, "at tables"),
        StoredAt::Proof(StoredProof::Path {
            bound,
            position,
            floor,
        }) => {
            write!(text, "at path {bound} ")?;
            match floor {
                Some(floor) => write!(text, "{floor} ")?,
                None => write!(text, "- ")?,
            }
            put_position(text, position)
        }
        StoredAt::Proof(StoredProof::Stack { tables, search }) => batch::put(text, tables, search),
        StoredAt::Proof(StoredProof::Slides { tables, search }) => {
            slides::put(text, tables, search)
        }
        StoredAt::Over(None) => writeln!(text, "at end"),
        StoredAt::Over(Some(moves)) => writeln!(text, "at end {moves}"),
    }
}

/// Writes a board with its shape in front: once, although a row of a square number of cells names
/// its shape by itself.
fn put_board(text: &mut String, board: &DynBoard) -> fmt::Result {
    let tiles = board.to_string();
    if tiles.contains(':') {
        writeln!(text, "board {tiles}")
    } else {
        writeln!(text, "board {}: {tiles}", board.shape())
    }
}

/// Writes a position as the sides tried last and the blank's steps from cell to cell.
fn put_position(text: &mut String, position: &Position) -> fmt::Result {
    let steps = position.moves.iter().flat_map(|run| {
        let BlankMove { side, tiles } = *run;
        core::iter::repeat_n(side as u8, tiles.into())
    });
    write!(text, "{} ", position.next)?;
    put_path(text, &steps.collect::<Vec<_>>())?;
    writeln!(text)
}

/// FNV-1a, 64 bits.
fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// Reads a stored search. The caller that resumes it checks whether its parts fit together.
pub(crate) fn read(text: &str) -> Result<StoredSearch, ParseSearchError> {
    let head = text.lines().next().unwrap_or_default();
    if head != HEAD {
        return Err(if head.starts_with("npuzzle-search ") {
            ParseSearchError::Version
        } else {
            ParseSearchError::NotASearch
        });
    }
    let body = text.trim_end().rfind('\n').map_or(0, |end| end + 1);
    let (body, check) = text.split_at(body);
    if check.trim_end() != alloc::format!("check {:016x}", checksum(body)) {
        return Err(ParseSearchError::Checksum);
    }
    let mut lines = Lines::new(body);
    lines.skip();
    let board = lines.expect("board")?;
    let board = board.parse().map_err(ParseSearchError::Board)?;
    let goal = lines.expect("goal")?;
    let goal = goal.parse().map_err(ParseSearchError::Goal)?;
    let kind = lines.expect("heuristic")?;
    let kind = kind.parse().map_err(ParseSearchError::Heuristic)?;
    let memory = lines.words("memory")?.last()?;
    let metric = match lines.optional("metric") {
        Some(words) => words.last()?,
        None => Metric::Tiles,
    };
    let mut counted = lines.words("counted")?;
    let (expanded, generated) = (counted.number()?, counted.last()?);
    let lower_bound = lines.words("bound")?.last()?;
    let unit = match lines.optional("unit") {
        Some(mut words) => Some(UnitOf {
            nth: words.number()?,
            of: words.number()?,
            bound: words.number()?,
            counted: Tally {
                expanded: words.number()?,
                generated: words.last()?,
            },
        }),
        None => None,
    };
    let division = match lines.optional("division") {
        Some(words) => Some(read_division(words)?),
        None => None,
    };
    let mut words = lines.words("at")?;
    let at = match words.word()? {
        "probe" => {
            let bound = words.number()?;
            let position = read_position(&mut words, metric)?;
            StoredAt::Probe { bound, position }
        }
        "tables" => StoredAt::Tables,
        "path" => {
            let bound = words.number()?;
            let floor = match words.word()? {
                "-" => None,
                floor => Some(words.parse(floor)?),
            };
            let position = read_position(&mut words, metric)?;
            StoredAt::Proof(StoredProof::Path {
                bound,
                position,
                floor,
            })
        }
        "slides" => StoredAt::Proof(slides::read(words, &mut lines)?),
        kind @ ("stack" | "part") => {
            let is_part = kind == "part";
            StoredAt::Proof(batch::read(words, &mut lines, is_part)?)
        }
        "end" => StoredAt::Over(match words.rest() {
            "" => None,
            moves => Some(moves.parse::<Moves>().map_err(ParseSearchError::Moves)?),
        }),
        _ => return Err(words.error()),
    };
    lines.end()?;
    Ok(StoredSearch {
        board,
        goal,
        kind,
        memory,
        metric,
        expanded,
        generated,
        lower_bound,
        at,
        division,
        unit,
    })
}

fn read_position(words: &mut Words<'_>, metric: Metric) -> Result<Position, ParseSearchError> {
    let next = words.number()?;
    let steps = path(words.word()?).ok_or_else(|| words.error())?;
    let sides = steps.into_iter().map(Side::numbered);
    let sides: Option<Vec<Side>> = sides.collect();
    let sides = sides.ok_or_else(|| words.error())?;
    Ok(Position {
        moves: BlankMove::of_steps(&sides, metric == Metric::Slides),
        next,
    })
}

fn read_division(mut words: Words<'_>) -> Result<Division, ParseSearchError> {
    let bound = words.number()?;
    let counted = Tally {
        expanded: words.number()?,
        generated: words.number()?,
    };
    let mut before = Vec::new();
    while let Some(word) = words.next() {
        let [expanded, generated] = words.fields(word)?;
        before.push(Tally {
            expanded: words.parse(expanded)?,
            generated: words.parse(generated)?,
        });
    }
    let after = before.pop().ok_or_else(|| words.error())?;
    Ok(Division {
        bound,
        counted,
        before,
        after,
    })
}

impl Search {
    /// Returns the search as a text, with which it can continue elsewhere: the board, the options
    /// that decide what tables it needs, and what is still to be searched. Tables are not among it.
    ///
    /// The text has some kilobytes, a version and a checksum. It is read by
    /// [`parse`](str::parse), then the search makes its own tables, and by [`Solver::resume`].
    /// With the feature `serde` a search is stored as this text. A caller that stores and reads a
    /// search repeatedly must run it each time until its tables are ready
    /// ([`Progress::Running`](crate::Progress::Running)), and on boards with a pool of tables, such
    /// as 5 x 5, for the second that the choice of partitions may take: otherwise it makes no
    /// progress.
    ///
    /// # Errors
    /// [`StoreError`] if the search is not one of [`Quality::Optimal`](crate::Quality::Optimal).
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Progress, Search, Solver};
    ///
    /// let solver = Solver::builder().memory(400_000).build();
    /// let board: Board<4> = Board::from_seed(1);
    /// let mut search = solver.search(&board)?;
    /// search.advance(10_000)?;
    /// let mut elsewhere: Search = search.to_text()?.parse()?;
    /// while let Progress::Running { .. } = elsewhere.advance(10_000)? {}
    /// assert_eq!(elsewhere.into_solution(), solver.solve(&board).ok());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn to_text(&self) -> Result<String, StoreError> {
        Ok(write(&self.stored()?))
    }
}

impl SearchUnit {
    /// Returns the unit as a text, as [`Search::to_text`] does.
    ///
    /// # Errors
    /// [`StoreError`] if there is no memory for it.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, SearchUnit, Solver};
    /// let mut search = Solver::builder().memory(400_000).build().search(&Board::<4>::from_seed(3))?;
    /// let text = search.split(3)?[0].to_text()?;
    /// let unit: SearchUnit = text.parse()?; // on another machine
    /// assert!(search.owns(&unit));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn to_text(&self) -> Result<String, StoreError> {
        Ok(write(&self.stored()?))
    }
}

impl Solver {
    /// Reads a search that was stored by [`Search::to_text`]. It resumes with the tables of this
    /// solver.
    ///
    /// # What is checked
    /// The checksum finds damage, not forgery: anyone can compute it. So everything is checked that
    /// can be checked without repeating the search: bounds against the moves that any board of the
    /// shape needs, positions and moves by playing them. Each solution of a search that was read
    /// solves the board, and its lower bound does not exceed its length; if a contradiction shows
    /// later, the search ends with an error ([`SolveError::Answer`], [`SolveError::Stored`]).
    ///
    /// No check shows that shorter lengths were searched before, or how many boards were expanded
    /// for that. A forged text can claim both falsely, and then a solution is
    /// [called optimal](crate::Solution::is_optimal) though a shorter one exists. From a source
    /// that is not trusted take the moves, not the proof. The same holds for a unit that claims to
    /// have found nothing.
    ///
    /// # Errors
    /// [`ParseSearchError`] if the text is not a search, if no search can be in the state that it
    /// describes, or if it was stored by a solver with another goal, heuristic, memory or
    /// metric.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Solver};
    ///
    /// let solver = Solver::builder().memory(400_000).build();
    /// let board: Board<4> = Board::from_seed(1);
    /// let mut search = solver.search(&board)?;
    /// search.advance(10_000)?;
    /// let mut again = solver.resume(&search.to_text()?)?;
    /// assert_eq!(again.stats(), search.stats());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn resume(&self, text: &str) -> Result<Search, ParseSearchError> {
        let stored = read(text)?;
        if stored.unit.is_some() {
            return Err(ParseSearchError::Kind { is_unit: true });
        }
        Ok(Search::restored(stored, self)?)
    }

    /// Reads a unit that was stored by [`SearchUnit::to_text`]. It resumes with the tables of this
    /// solver, so one set of tables serves all units of a process. [`resume`](Self::resume) says
    /// what is checked.
    ///
    /// # Errors
    /// As [`resume`](Self::resume).
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Solver};
    /// let solver = Solver::builder().memory(400_000).build();
    /// let mut search = solver.search(&Board::<4>::from_seed(3))?;
    /// let text = search.split(3)?[0].to_text()?;
    /// assert!(search.owns(&solver.resume_unit(&text)?));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn resume_unit(&self, text: &str) -> Result<SearchUnit, ParseSearchError> {
        let stored = read(text)?;
        let of = stored.unit;
        let of = of.ok_or(ParseSearchError::Kind { is_unit: false })?;
        Ok(SearchUnit::restored(Search::restored(stored, self)?, of))
    }
}

impl SolverBuilder {
    /// Returns the options of the solver that has stored a search or a unit, as far as its answer
    /// depends on them: goal, heuristic, memory and metric. Threads and a folder for tables may be
    /// added.
    ///
    /// # Errors
    /// [`ParseSearchError`] if the text is neither.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Solver, SolverBuilder};
    ///
    /// let board: Board<4> = Board::from_seed(1);
    /// let search = Solver::builder().memory(400_000).build().search(&board)?;
    /// let text = search.to_text()?;
    /// let solver = SolverBuilder::from_stored(&text)?.threads(2).build();
    /// let again = solver.resume(&text)?; // another memory would be an error
    /// assert_eq!(again.lower_bound(), search.lower_bound());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn from_stored(text: &str) -> Result<Self, ParseSearchError> {
        Ok(builder_of(&read(text)?))
    }
}

impl FromStr for Search {
    type Err = ParseSearchError;

    /// Reads a search that was stored by [`to_text`](Self::to_text). It builds its own tables, on
    /// one thread. [`Solver::resume`] says what is checked.
    fn from_str(text: &str) -> Result<Self, ParseSearchError> {
        let stored = read(text)?;
        builder_of(&stored).build().resume(text)
    }
}

impl FromStr for SearchUnit {
    type Err = ParseSearchError;

    /// Reads a unit that was stored by [`to_text`](Self::to_text). It builds its own tables, on one
    /// thread. [`Solver::resume`] says what is checked.
    fn from_str(text: &str) -> Result<Self, ParseSearchError> {
        let stored = read(text)?;
        builder_of(&stored).build().resume_unit(text)
    }
}

/// Returns the options of the solver that has stored a search, as far as the answer depends on them.
fn builder_of(stored: &StoredSearch) -> SolverBuilder {
    Solver::builder()
        .goal(stored.goal.clone())
        .heuristic(stored.kind)
        .memory(stored.memory)
        .metric(stored.metric)
}
