//! Stored searches: `npuzzle-search 2`, then lines of a word and what it says, then the paths that
//! are left, one a line.

mod error;
mod lines;

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::str::FromStr;

use crate::dyn_board::DynBoard;
use crate::exact::rounds::{StoredRound, StoredSeed};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::runtime::work::Tally;
#[cfg(doc)]
use crate::solve::SolveError;
use crate::solve::{
    Ending, Search, SearchUnit, Solver, SolverBuilder, StoreError, StoredSearch, UnitOf,
};
pub use error::ParseSearchError;
use lines::Lines;

/// The first line: the format and its version.
const HEAD: &str = "npuzzle-search 2";

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
    put_tally(text, "counted", search.counted)?;
    if let Some(unit) = &search.unit {
        let (nth, of, bound) = (unit.nth, unit.of, unit.bound);
        put_tally(
            text,
            &alloc::format!("unit {nth} {of} {bound}"),
            unit.counted,
        )?;
    }
    if let Some(units) = search.units {
        writeln!(text, "units {units}")?;
    }
    let round = &search.round;
    let (bound, last, own) = (round.bound, round.last_round, round.in_round);
    writeln!(text, "bound {bound} {last} {own}")?;
    match &search.ending {
        Some(Ending(Some(moves))) => writeln!(text, "solved {moves}")?,
        Some(Ending(None)) => writeln!(text, "end")?,
        None => {}
    }
    if !round.lanes.is_empty() {
        write!(text, "lanes")?;
        round
            .lanes
            .iter()
            .try_for_each(|lane| write!(text, " {lane}"))?;
        writeln!(text)?;
    }
    if let Some(seeds) = &round.seeds {
        put_tally(text, &alloc::format!("paths {}", seeds.len()), round.after)?;
        for StoredSeed { path, before } in seeds {
            if *before == Tally::default() {
                writeln!(text, "{path}")?;
            } else {
                put_tally(text, &path.to_string(), *before)?;
            }
        }
    }
    Ok(())
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

/// Writes a line that ends with boards expanded and generated.
fn put_tally(text: &mut String, words: &str, tally: Tally) -> fmt::Result {
    writeln!(text, "{words} {} {}", tally.expanded, tally.generated)
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
    let counted = lines.words("counted")?.tally()?;
    let unit = match lines.optional("unit ") {
        Some(mut words) => Some(UnitOf {
            nth: words.number()?,
            of: words.number()?,
            bound: words.number()?,
            counted: words.tally()?,
        }),
        None => None,
    };
    let units = match lines.optional("units") {
        Some(words) => Some(words.last()?),
        None => None,
    };
    let mut words = lines.words("bound")?;
    let mut round = StoredRound {
        bound: words.number()?,
        last_round: words.number()?,
        in_round: words.last()?,
        ..StoredRound::default()
    };
    let ending = if let Some(words) = lines.optional("solved") {
        let moves = words.rest().parse::<Moves>();
        Some(Ending(Some(moves.map_err(ParseSearchError::Moves)?)))
    } else if let Some(words) = lines.optional("end") {
        words.end()?;
        Some(Ending(None))
    } else {
        None
    };
    if let Some(mut words) = lines.optional("lanes") {
        while let Some(lane) = words.next() {
            round.lanes.push(words.parse(lane)?);
        }
    }
    if let Some(mut words) = lines.optional("paths") {
        let count: usize = words.number()?;
        round.after = words.tally()?;
        round.seeds = Some(read_seeds(&mut lines, count, &board, metric, round.bound)?);
    }
    lines.end()?;
    Ok(StoredSearch {
        board,
        goal,
        kind,
        memory,
        metric,
        counted,
        round,
        ending,
        units,
        unit,
    })
}

/// Reads paths, each with what is counted before it if that is not nothing. They are different, of
/// one length below the bound, and the board's.
fn read_seeds(
    lines: &mut Lines<'_>,
    count: usize,
    board: &DynBoard,
    metric: Metric,
    bound: usize,
) -> Result<Vec<StoredSeed>, ParseSearchError> {
    let (mut seeds, mut known) = (Vec::new(), BTreeSet::new());
    let mut length = None;
    for _ in 0..count {
        let mut words = lines.words("")?;
        let path: Moves = words.number()?;
        let own = metric.length(&path);
        let is_possible = own < bound
            && *length.get_or_insert(own) == own
            && board.clone().play(&path).is_ok()
            && known.insert(path.clone());
        if !is_possible {
            return Err(words.error());
        }
        let before = if words.is_empty() {
            Tally::default()
        } else {
            words.tally()?
        };
        seeds.push(StoredSeed { path, before });
    }
    Ok(seeds)
}

impl Search {
    /// Returns the search as a text, with which it can continue elsewhere: the board, the options
    /// that decide what tables it needs, and what is still to be searched. Tables are not among it.
    ///
    /// A search is stored between two units of its round, so this call first finishes the unit that
    /// has begun: that takes some milliseconds, or on boards with a pool of tables, such as 5 x 5,
    /// the second that the choice of partitions may take.
    ///
    /// The text has a version and a checksum, and a line for each path that is left. It is read by
    /// [`parse`](str::parse), then the search makes its own tables, and by [`Solver::resume`]. A
    /// caller that stores and reads a search repeatedly must run it each time until its tables are
    /// ready ([`Progress::Running`](crate::Progress::Running)): otherwise it makes no progress.
    ///
    /// # Errors
    /// [`StoreError`] if the search is not one of [`Quality::Optimal`](crate::Quality::Optimal), or
    /// has ended with an error.
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
    pub fn to_text(&mut self) -> Result<String, StoreError> {
        Ok(write(&self.stored()?))
    }
}

impl SearchUnit {
    /// Returns the unit as a text, as [`Search::to_text`] does.
    ///
    /// # Errors
    /// [`StoreError`] if it has ended with an error.
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
    pub fn to_text(&mut self) -> Result<String, StoreError> {
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
    /// shape needs, paths and moves by playing them. Each solution of a search that was read solves
    /// the board, and its lower bound does not exceed its length; if a contradiction shows later,
    /// the search ends with an error ([`SolveError::Answer`]).
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
    /// let mut search = Solver::builder().memory(400_000).build().search(&board)?;
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
