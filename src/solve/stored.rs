//! Searches between two units as text: the head `npuzzle-search 5`, lines of a word and its values,
//! the paths that are left, and a checksum.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};
use core::str::FromStr;

use crate::dyn_board::DynBoard;
use crate::exact::rounds::StoredRound;
use crate::goal::Goal;
use crate::messages::messages;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::parse_error::{ParseError, ParseErrorKind};
use crate::runtime::lock;
pub use crate::solve::search_unit::SearchUnit;
use crate::solve::solver::least_moves;
use crate::solve::{
    Control, Quality, Reason, Search, SolveError, Solver, SolverBuilder, Status, most_moves,
};

/// The first line: the format and its version.
const HEAD: &str = "npuzzle-search 5";

/// No search counts further.
const MOST_COUNTED: u64 = 1 << 62;

/// Errors while storing, splitting or joining searches.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoredError {
    /// Only searches for a shortest solution can be split or stored.
    Quality,
    /// The search has its answer: nothing is left to split.
    Solved,
    /// The number of units is 0, or too large.
    Units {
        /// The number of units asked for.
        asked: usize,
    },
    /// A limit was met before the search could be stored or split; another call continues there.
    Stopped(Reason),
    /// The search was not split, or has continued since.
    NotSplit,
    /// A unit is missing, not done, there twice, or not one of the last split.
    Unit {
        /// Its number, from 0 on.
        unit: usize,
        /// The fault, such as "is missing".
        fault: &'static str,
    },
    /// The search can't continue.
    Solve(SolveError),
}

messages! { StoredError, caused by Solve(SolveError);
    Self::Solve(_) => "the search can't continue";
    Self::Quality => "only a search for a shortest solution can be shared out or stored";
    Self::Solved => "the search has its answer: nothing is left to share out";
    Self::Units { asked } => "{asked} units were asked for, but there can be 1 to 1048576";
    Self::Stopped(reason) => "the search can't be stored or split yet: {reason}";
    Self::NotSplit => "the search was not split, or was advanced since";
    Self::Unit { unit, fault } => "unit {unit} {fault}";
}

const MALFORMED: &str = "this is malformed, or not what a stored search has here";

/// FNV-1a, 64 bits.
fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

impl Search {
    /// Returns the text of the search after the unit of the round that has begun; `unit` is the
    /// line of a unit.
    fn store(&mut self, unit: Option<String>, control: Control<'_>) -> Result<String, StoredError> {
        if self.solving.quality != Quality::Optimal {
            return Err(StoredError::Quality);
        }
        // The split parts are stored as they were then.
        if self.units.is_none() || self.failure.is_some() {
            self.drive(control, 0, Some(0))?;
            let reason = self.known.reason;
            if let Some(reason) = reason.filter(|_| !lock(&self.round).may_stop(0)) {
                return Err(StoredError::Stopped(reason));
            }
        }
        let round = if self.is_over() {
            StoredRound::default()
        } else {
            lock(&self.round).stored().map_err(SolveError::from)?
        };
        let (heuristic, memory, metric) = self.solving.solver.table_choice();
        let (expanded, generated) = self.known.stats.counts();
        let bound = round.bound.max(self.lower_bound());
        // A row of a square number of cells prints its shape by itself.
        let tiles = self.board.to_string();
        let shape = format!("{}: ", self.board.shape());
        let shape = if tiles.contains(':') { "" } else { &shape };
        let mut lines = vec![format!(
            "{HEAD}\nboard {shape}{tiles}\ngoal {}\nheuristic {heuristic}\nmemory {memory}\n\
             metric {metric}\ncounted {expanded} {generated}",
            self.goal()
        )];
        lines.extend(unit);
        lines.extend(self.units.map(|units| format!("units {units}")));
        let (last_round, in_round) = (round.last_round, round.in_round);
        lines.push(format!("bound {bound} {last_round} {in_round}"));
        lines.extend(self.is_over().then(|| match self.best() {
            Some(moves) => format!("solved {moves}"),
            None => "end".to_string(),
        }));
        if !round.partitions.is_empty() {
            let numbers = round.partitions.iter().map(|nth| format!(" {nth}"));
            lines.push(format!("lanes{}", numbers.collect::<String>()));
        }
        if let Some(seeds) = &round.seeds {
            lines.push(format!("paths {}", seeds.len()));
            lines.extend(seeds.iter().map(Moves::to_string));
        }
        let text = lines.join("\n") + "\n";
        Ok(format!("{text}check {:016x}\n", checksum(&text)))
    }

    /// Returns the search as text, to continue elsewhere: the board, the options that decide its
    /// tables, and the rest of its round. Tables are not stored.
    ///
    /// A search is stored between two units of its round, so this call first finishes the current
    /// unit: some milliseconds in short rounds, about a thousandth of a long one, and the whole
    /// round if the Manhattan distance guides it on 4 x 4. It also finishes the choice of
    /// partitions (5 x 5) and beams before a long round.
    ///
    /// The text has a version, a checksum, and one line per remaining path. [`Solver::resume`]
    /// reads it, and so does [`parse`](str::parse), which makes new tables. A caller that stores
    /// and reads a search repeatedly must run it until its tables are ready each time; otherwise it
    /// makes no progress.
    ///
    /// # Errors
    /// [`StoredError`] if the search is not one of [`Quality::Optimal`], or
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
    /// let mut elsewhere: Search = search.suspend()?.parse()?;
    /// while let Progress::Running(_) = elsewhere.advance(10_000)? {}
    /// assert_eq!(elsewhere.into_solution(), solver.solve(&board).ok());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn suspend(&mut self) -> Result<String, StoredError> {
        self.suspend_with(Control::new())
    }

    /// Returns the search as a text, within the limits of a call.
    ///
    /// # Errors
    /// As [`suspend`](Self::suspend); [`StoredError::Stopped`] if a limit was met before the
    /// current unit was finished. Another call continues there.
    pub fn suspend_with(&mut self, control: Control<'_>) -> Result<String, StoredError> {
        self.store(None, control)
    }

    /// Reads a unit, or a search as the unit that is all of it, which continues with the tables of
    /// a solver.
    fn read(text: &str, solver: &Solver, is_unit: bool) -> Result<SearchUnit, ParseError> {
        let (mut lines, board, asked) = read_options(text)?;
        let (asked, metric) = (asked.build(), solver.metric());
        let is_same_goal = asked.goal().means_same_on(solver.goal(), board.shape());
        if !is_same_goal || asked.table_choice() != solver.table_choice() {
            return lines.fault("stored with another goal, heuristic, memory or metric");
        }
        let solving = solver.solving(&board, Quality::Optimal, solver.thread_count());
        let Ok(solving) = solving else {
            return lines.fault("the board can't be solved for the goal");
        };
        let instance = &solving.board;
        let [expanded, generated] = lines.expect("counted").and_then(|it| lines.numbers(it))?;
        let unit = lines.take_numbers("unit")?;
        let units = lines.take_numbers("units")?.map(|[it]| it as usize);
        let [bound, last_round, in_round] =
            lines.expect("bound").and_then(|it| lines.numbers(it))?;
        let bound = bound as usize;
        if bound > most_moves(instance.shape) {
            return lines.fault("fewer moves than this bound are always enough");
        }
        // In the single-tile metric each move changes the distance by one, if no tile is free.
        let least = least_moves(instance, metric);
        let stride = instance.free.as_ref().map_or(metric.stride(), |_| 1);
        let is_proved = bound >= least && (bound - least) % stride == 0;
        let is_own = |[nth, of, at, ..]: [u64; 5]| nth < of && at <= bound as u64;
        if !(bound == solving.bound || is_proved) || units == Some(0) || !unit.is_none_or(is_own) {
            return lines.fault("no search of the board has this bound");
        }
        let mut known = Status::new(metric, bound);
        if let Some(moves) = lines.take("solved") {
            let moves = lines.moves(moves)?;
            let is_proved = metric.length(&moves) == bound;
            if !is_proved || known.record_found(moves, &board, solver.goal()).is_err() {
                return lines.fault("these moves are not a solution of the proved length");
            }
            known.end();
        } else if lines.take("end").is_some() {
            if unit.is_none() {
                return lines.fault("only a unit may end without a solution");
            }
            known.end();
        }
        let mut round = StoredRound {
            bound,
            last_round,
            in_round,
            is_part: unit.is_some(),
            ..StoredRound::default()
        };
        if let Some(numbers) = lines.take("lanes") {
            let numbers = numbers.split(' ').map(|nth| lines.parse(nth));
            round.partitions = numbers.collect::<Result<_, _>>()?;
        }
        if let Some([count]) = lines.take_numbers("paths")? {
            round.seeds = Some(lines.seeds(count, &board, metric, bound)?);
        }
        if lines.next().is_ok() {
            return lines.fault("a stored search ends before this line");
        }
        if unit.is_some() != is_unit {
            lines.number = 1;
            return lines.fault(match unit {
                Some(_) => "this is a unit, not a search",
                None => "this is a search, not a unit",
            });
        }
        (known.stats.expanded, known.stats.generated) = (expanded, generated);
        let mut search = Self {
            units,
            ..Self::begun(board, solving, round.shared(), known)
        };
        search.settle();
        let [nth, of, bound, expanded, generated] = unit.unwrap_or_default();
        Ok(SearchUnit {
            search,
            index: nth as usize,
            count: of as usize,
            split_at: (bound as usize, (expanded, generated)),
        })
    }
}

/// Reads the board of a stored search, and the options of its solver that decide the answer.
fn read_options(text: &str) -> Result<(Lines<'_>, DynBoard, SolverBuilder), ParseError> {
    let body = text.trim_end().rfind('\n').map_or(0, |end| end + 1);
    let (body, check) = text.split_at(body);
    let mut lines = Lines {
        text,
        left: body.lines(),
        number: 1,
    };
    let head = text.lines().next().unwrap_or_default();
    if head != HEAD {
        let is_search = head.split(' ').next() == HEAD.split(' ').next();
        return lines.fault(if is_search {
            "the search was stored by another version"
        } else {
            "this is not a stored search"
        });
    }
    if check.trim_end() != format!("check {:016x}", checksum(body)) {
        lines.number += body.lines().count();
        return lines.fault("the text was changed, or its end is missing");
    }
    lines.left.next();
    let board = lines.read("board")?;
    let asked = Solver::builder().goal(lines.read::<Goal>("goal")?);
    let asked = asked.heuristic(lines.read("heuristic")?);
    let asked = asked.memory(lines.read("memory")?);
    let asked = asked.metric(lines.read("metric")?);
    Ok((lines, board, asked))
}

/// The lines of a stored search, each a word and its values.
struct Lines<'t> {
    text: &'t str,
    left: core::str::Lines<'t>,
    /// The number of the last line read, from 1 on.
    number: usize,
}

impl<'t> Lines<'t> {
    /// Returns the error of the last line read.
    fn fault<T>(&self, fault: &str) -> Result<T, ParseError> {
        let before = self.text.split_inclusive('\n').take(self.number - 1);
        let byte = before.map(str::len).sum();
        let message = format!("line {}: {fault}", self.number);
        let kind = ParseErrorKind::Search;
        Err(ParseError::new(kind, self.text, byte, message))
    }

    fn next(&mut self) -> Result<&'t str, ParseError> {
        self.number += 1;
        let line = self.left.next();
        line.map_or_else(|| self.fault("the end is missing"), Ok)
    }

    /// Returns the values of the next line, if it begins with a word.
    fn take(&mut self, word: &str) -> Option<&'t str> {
        let mut left = self.left.clone();
        let line = left.next()?;
        let (first, values) = line.split_once(' ').unwrap_or((line, ""));
        (first == word).then(|| {
            (self.left, self.number) = (left, self.number + 1);
            values
        })
    }

    /// Returns the values of the next line, which must begin with a word.
    fn expect(&mut self, word: &str) -> Result<&'t str, ParseError> {
        match self.take(word) {
            Some(values) => Ok(values),
            None => self.next().and_then(|_| self.fault(MALFORMED)),
        }
    }

    fn read<T: FromStr>(&mut self, word: &str) -> Result<T, ParseError> {
        let values = self.expect(word)?;
        self.parse(values)
    }

    fn numbers<const N: usize>(&self, values: &str) -> Result<[u64; N], ParseError> {
        let numbers: Result<Vec<u64>, _> = values.split(' ').map(|it| self.parse(it)).collect();
        let numbers = numbers?.try_into().ok();
        let numbers = numbers.filter(|all: &[u64; N]| all.iter().all(|&it| it <= MOST_COUNTED));
        numbers.map_or_else(|| self.fault(MALFORMED), Ok)
    }

    /// Reads a line of numbers, if the next one begins with a word.
    fn take_numbers<const N: usize>(&mut self, word: &str) -> Result<Option<[u64; N]>, ParseError> {
        let values = self.take(word);
        values.map(|values| self.numbers(values)).transpose()
    }

    fn parse<T: FromStr>(&self, value: &str) -> Result<T, ParseError> {
        value.parse().or_else(|_| self.fault(MALFORMED))
    }

    /// Reads moves without run counts, by which a short text could mean many.
    fn moves(&self, text: &str) -> Result<Moves, ParseError> {
        if text.contains(|letter: char| !letter.is_ascii_uppercase()) {
            return self.fault(MALFORMED);
        }
        self.parse(text)
    }

    /// Reads `count` paths. They must differ, have one length, of 1 to `bound - 1` moves, and be
    /// playable on the board.
    fn seeds(
        &mut self,
        count: u64,
        board: &DynBoard,
        metric: Metric,
        bound: usize,
    ) -> Result<Vec<Moves>, ParseError> {
        let (mut seeds, mut known, mut first_length) = (Vec::new(), BTreeSet::new(), None);
        for _ in 0..count {
            let path = self.next().and_then(|path| self.moves(path))?;
            let length = metric.length(&path);
            let is_possible = (1..bound).contains(&length)
                && *first_length.get_or_insert(length) == length
                && board.clone().play(&path).is_ok()
                && known.insert(path.clone());
            if !is_possible {
                return self.fault("no search of the board has this path");
            }
            seeds.push(path);
        }
        Ok(seeds)
    }
}

impl SearchUnit {
    /// Returns the unit as a text, as [`Search::suspend`] does.
    ///
    /// # Errors
    /// [`StoredError`] if it has ended with an error.
    pub fn suspend(&mut self) -> Result<String, StoredError> {
        self.suspend_with(Control::new())
    }

    /// Returns the unit as a text, within the limits of a call, as [`Search::suspend_with`] does.
    ///
    /// # Errors
    /// As [`Search::suspend_with`].
    pub fn suspend_with(&mut self, control: Control<'_>) -> Result<String, StoredError> {
        let (index, count) = (self.index, self.count);
        let (bound, (expanded, generated)) = self.split_at;
        let unit = format!("unit {index} {count} {bound} {expanded} {generated}");
        self.search.store(Some(unit), control)
    }
}

impl Solver {
    /// Reads a search that was stored by [`Search::suspend`]. It resumes with the tables of this
    /// solver.
    ///
    /// # What is checked
    /// The checksum finds damage, not forgery. So bounds are checked against the longest possible
    /// solution, paths and moves by playing them. A contradiction found later ends the search with
    /// an error ([`SolveError::Answer`]).
    ///
    /// No check proves that shorter lengths were searched before. A solution of a forged text, or
    /// of a forged unit that claims to have found nothing, may falsely be [called
    /// optimal](crate::Solution::is_optimal). From an untrusted source take the moves, not the
    /// proof.
    ///
    /// # Errors
    /// [`ParseError`] if the text is not a search, if no search can be in the state that it
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
    /// let mut again = solver.resume(&search.suspend()?)?;
    /// assert_eq!(again.stats().counts(), search.stats().counts());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn resume(&self, text: &str) -> Result<Search, ParseError> {
        Ok(Search::read(text, self, false)?.search)
    }

    /// Reads a unit that was stored by [`SearchUnit::suspend`]. It resumes with the tables of this
    /// solver, so one set of tables serves all units of a process. The checks are those of
    /// [`resume`](Self::resume).
    ///
    /// # Errors
    /// As [`resume`](Self::resume).
    pub fn resume_unit(&self, text: &str) -> Result<SearchUnit, ParseError> {
        Search::read(text, self, true)
    }
}

impl SolverBuilder {
    /// Returns the options of the solver that stored a search or a unit: goal, heuristic, memory
    /// and metric. Threads and a folder for tables may be added.
    ///
    /// # Errors
    /// [`ParseError`] if the text is neither.
    pub fn from_stored(text: &str) -> Result<Self, ParseError> {
        let (_, _, asked) = read_options(text)?;
        Ok(asked)
    }
}

impl FromStr for Search {
    type Err = ParseError;

    /// Reads a search that was stored by [`suspend`](Self::suspend). It builds its own tables, on
    /// one thread. The checks are those of [`Solver::resume`].
    fn from_str(text: &str) -> Result<Self, ParseError> {
        SolverBuilder::from_stored(text)?.build().resume(text)
    }
}

impl FromStr for SearchUnit {
    type Err = ParseError;

    /// Reads a unit that was stored by [`suspend`](Self::suspend). It builds its own tables, on one
    /// thread. The checks are those of [`Solver::resume`].
    fn from_str(text: &str) -> Result<Self, ParseError> {
        SolverBuilder::from_stored(text)?.build().resume_unit(text)
    }
}
