//! The answers to boards, printed in the order of the input, as text, JSON or CSV.

use std::collections::VecDeque;
use std::io::{self, BufWriter, Stdout, Write};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use npuzzle::notation::Notation;
use npuzzle::{
    DynBoard, Metric, Moves, Reason, Solution, Solvability, SolveError, Solver, Stats, Status,
};
use serde::Serialize;

use crate::failure::{complain, told};
use crate::input::{Input, Origin};
use crate::interrupt::{INTERRUPTED, is_interrupted};
use crate::json::{write_csv, write_line};
use crate::progress::{count, note};
use crate::rounds::{Round, seconds};
use crate::shortest::Shortest;

/// The form in which answers are printed.
#[derive(Clone, Copy)]
pub(crate) enum Format {
    Text,
    Json { has_summary: bool },
    Csv,
}

/// The columns of CSV.
const COLUMNS: [&str; 15] = [
    "line",
    "board",
    "solvable",
    "reason",
    "error",
    "length",
    "lower_bound",
    "optimal",
    "tiles",
    "slides",
    "moves",
    "expanded",
    "generated",
    "seconds",
    "interrupted",
];

/// The answer to a line of the input.
pub(crate) enum Answer {
    /// The line is not a board.
    Malformed(String),
    /// With `--check`: whether the board can be solved.
    Checked(Solvability),
    Solved(Result<Solution, SolveError>),
    All(Shortest),
}

impl Answer {
    /// Returns the bound that was proved, and the work that was done.
    pub(crate) fn work(&self) -> Option<(usize, Stats)> {
        match self {
            Self::Solved(Ok(it)) => Some((it.lower_bound(), it.stats())),
            Self::Solved(Err(SolveError::Stopped(it))) => Some((it.lower_bound, it.stats)),
            Self::All(it) => Some((it.length, it.stats)),
            _ => None,
        }
    }
}

/// Returns whether what is known decides that `most` moves are enough, or that they are not.
pub(crate) fn is_enough(known: &Status, most: usize) -> Option<bool> {
    let length = known.best.as_ref().map(|best| known.metric.length(best));
    let is_found = length.is_some_and(|length| length <= most);
    (is_found || known.lower_bound > most).then_some(is_found)
}

/// Returns whether a board has a solution of at most `most` moves, if a search has decided that.
pub(crate) fn is_at_most(result: &Result<Solution, SolveError>, most: usize) -> Option<bool> {
    match result {
        Ok(it) if it.length() <= most => Some(true),
        Ok(it) => (it.lower_bound() > most).then_some(false),
        Err(SolveError::Unsolvable(_)) => Some(false),
        Err(SolveError::Stopped(known)) => is_enough(known, most),
        Err(_) => None,
    }
}

/// Prints each answer as soon as all before it are printed. The threads that read and solve share it.
pub(crate) struct Report {
    out: BufWriter<Stdout>,
    format: Format,
    has_header: bool,
    notation: Notation,
    /// The number of moves that is asked about.
    at_most: Option<usize>,
    progress: ProgressBar,
    /// The lines that were read and have no answer yet, with the error of those that are no board; the
    /// first is always a board.
    waiting: VecDeque<(Origin, Option<String>)>,
    boards: usize,
    solved: usize,
    /// The time of the last answer.
    answered: Instant,
    /// The time in which at least one thread prepared tables, and in which one searched.
    setup: Duration,
    search: Duration,
    status: u8,
    lacks_time: bool,
    /// The error that ended the output.
    failure: Option<io::Error>,
}

/// The last line of JSON.
#[derive(Serialize)]
struct LastLine {
    summary: Summary,
}

#[derive(Serialize)]
struct Summary {
    boards: usize,
    solved: usize,
    setup_seconds: f64,
    solve_seconds: f64,
    table_bytes: u64,
    threads: usize,
}

/// An answer in JSON.
#[derive(Default, Serialize)]
struct Object {
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solvable: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    found: Option<Found>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions_at_least: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    all: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds: Option<Vec<Round>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<bool>,
}

/// The result of a search in JSON; lengths are `null` if no solution was found.
#[derive(Serialize)]
struct Found {
    length: Option<usize>,
    lower_bound: usize,
    optimal: bool,
    tiles: Option<usize>,
    slides: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
    expanded: u64,
    generated: u64,
    seconds: f64,
}

const TRY_BEST: &str =
    "no solution in this time: --quality best gives one soon, though not always a shortest one";

impl Report {
    pub(crate) fn new(
        format: Format,
        notation: Notation,
        at_most: Option<usize>,
        progress: ProgressBar,
    ) -> Self {
        Self {
            out: BufWriter::new(io::stdout()),
            format,
            has_header: false,
            notation,
            at_most,
            progress,
            waiting: VecDeque::new(),
            boards: 0,
            solved: 0,
            answered: Instant::now(),
            setup: Duration::ZERO,
            search: Duration::ZERO,
            status: 0,
            lacks_time: false,
            failure: None,
        }
    }

    /// Takes a line of the input, and returns its board to be answered.
    pub(crate) fn receive(&mut self, Input { origin, board }: Input) -> Option<DynBoard> {
        let (board, error) = match board {
            Ok(board) => (Some(board), None),
            Err(error) => (None, Some(error)),
        };
        self.waiting.push_back((origin, error));
        self.print_errors();
        board
    }

    /// Returns the number of lines without an answer.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Prints the answer to the first board that waits for one, and the rounds of its search.
    pub(crate) fn answer(&mut self, board: &DynBoard, answer: &Answer, rounds: Option<Vec<Round>>) {
        let Some((origin, _)) = self.waiting.pop_front() else {
            return;
        };
        self.boards += 1;
        if let Answer::Solved(_) | Answer::All(_) = answer {
            self.solved += usize::from(match answer {
                Answer::Solved(result) => result.is_ok() || self.decided(answer) == Some(true),
                _ => true,
            });
            let stats = answer
                .work()
                .map_or_else(Stats::default, |(_, stats)| stats);
            // Boards that were solved during an earlier one add no time.
            let since = self.answered.elapsed();
            let setup = stats.setup.min(since);
            self.setup += setup;
            self.search += stats.search.min(since.saturating_sub(setup));
            self.answered = Instant::now();
            self.lacks_time |= matches!(answer, Answer::Solved(Err(SolveError::Stopped(known)))
                if known.best.is_none() && known.reason == Some(Reason::TimeLimit));
        }
        self.print(&origin, Some(board), answer, rounds);
        self.print_errors();
    }

    /// Prints the errors of the lines that are next.
    fn print_errors(&mut self) {
        while let Some((_, Some(_))) = self.waiting.front() {
            if let Some((origin, Some(error))) = self.waiting.pop_front() {
                self.print(&origin, None, &Answer::Malformed(error), None);
            }
        }
    }

    /// Returns whether an answer decides what `--at-most` asks.
    fn decided(&self, answer: &Answer) -> Option<bool> {
        match answer {
            Answer::Solved(result) => is_at_most(result, self.at_most?),
            _ => None,
        }
    }

    fn print(
        &mut self,
        origin: &Origin,
        board: Option<&DynBoard>,
        answer: &Answer,
        rounds: Option<Vec<Round>>,
    ) {
        let decided = self.decided(answer);
        self.status = self.status.max(match answer {
            _ if decided.is_some() => 0,
            Answer::All(it) => u8::from(it.stopped.is_some()),
            Answer::Checked(_) | Answer::Solved(Ok(_) | Err(SolveError::Unsolvable(_))) => 0,
            Answer::Solved(Err(SolveError::Stopped(_))) => 1,
            Answer::Malformed(_) | Answer::Solved(Err(_)) => 2,
        });
        if self.failure.is_some() {
            return;
        }
        let Self { out, notation, .. } = self;
        let lines = rounds.iter().flatten().map(|it| format!("{it}\n"));
        let lines: String = lines.collect();
        let object = || Object {
            at_most: decided,
            rounds,
            ..object(origin, board, answer, *notation, decided)
        };
        let printed = self.progress.suspend(|| {
            match self.format {
                Format::Json { .. } => write_line(&mut *out, &object())?,
                Format::Csv => {
                    if !std::mem::replace(&mut self.has_header, true) {
                        writeln!(out, "{}", COLUMNS.join(","))?;
                    }
                    write_csv(&mut *out, &COLUMNS, &object())?;
                }
                Format::Text => match words(answer, *notation, decided) {
                    Ok(words) => writeln!(out, "{lines}{}{words}", named(board))?,
                    Err(words) => complain(format_args!("{origin}: {}{words}", named(board))),
                },
            }
            out.flush()
        });
        if let Err(error) = printed {
            // The reader has gone: no more answers are needed.
            self.failure = Some(error);
            INTERRUPTED.store(true, Ordering::Relaxed);
        }
    }

    /// Prints the summary of JSON, and returns the exit status.
    pub(crate) fn finish(mut self, solver: &Solver) -> io::Result<u8> {
        self.progress.finish_and_clear();
        if let Some(error) = self.failure {
            return Err(error);
        }
        if self.lacks_time {
            note(TRY_BEST);
        }
        if let Format::Json { has_summary: true } = self.format {
            let summary = Summary {
                boards: self.boards,
                solved: self.solved,
                setup_seconds: seconds(self.setup),
                solve_seconds: seconds(self.search),
                table_bytes: solver.table_bytes(),
                threads: solver.thread_count(),
            };
            write_line(&mut self.out, &LastLine { summary })?;
        }
        self.out.flush()?;
        Ok(self.status.max(u8::from(is_interrupted())))
    }
}

fn named(board: Option<&DynBoard>) -> String {
    board.map_or_else(String::new, |board| format!("{board}: "))
}

fn object(
    origin: &Origin,
    board: Option<&DynBoard>,
    answer: &Answer,
    notation: Notation,
    decided: Option<bool>,
) -> Object {
    let mut object = Object {
        line: origin.number(),
        board: board.map(DynBoard::to_string),
        ..Object::default()
    };
    let mut search = |best: Option<&Moves>, metric: Metric, lower_bound, stats: Stats| {
        let length = |metric: Metric| best.map(|best| metric.length(best));
        object.solvable = Some(true);
        object.found = Some(Found {
            length: length(metric),
            lower_bound,
            optimal: length(metric) == Some(lower_bound),
            tiles: length(Metric::SingleTile),
            slides: length(Metric::MultiTile),
            moves: best.map(|best| printed(metric, best, notation)),
            expanded: stats.expanded,
            generated: stats.generated,
            seconds: seconds(stats.search),
        });
    };
    match answer {
        Answer::Malformed(error) => {
            object.error = Some(match origin {
                Origin::File(..) => format!("{origin}: {error}"),
                _ => error.clone(),
            });
        }
        Answer::Checked(why) => {
            object.solvable = Some(why.is_solvable());
            object.reason = Some(why.to_string());
        }
        Answer::Solved(Err(SolveError::Unsolvable(why))) => {
            object.solvable = Some(false);
            object.reason = Some(why.to_string());
        }
        Answer::Solved(Ok(it)) => {
            search(Some(it.moves()), it.metric(), it.lower_bound(), it.stats());
        }
        Answer::Solved(Err(SolveError::Stopped(it))) => {
            search(it.best.as_ref(), it.metric, it.lower_bound, it.stats);
            let is_interrupted = it.reason == Some(Reason::Cancelled) && decided.is_none();
            object.interrupted = is_interrupted.then_some(true);
        }
        Answer::Solved(Err(error)) => object.error = Some(told(error)),
        Answer::All(it) => {
            search(it.first.first(), it.metric, it.length, it.stats);
            if let Some(found) = &mut object.found {
                (found.length, found.optimal) = (Some(it.length), true);
            }
            let number = if it.stopped.is_none() {
                &mut object.solutions
            } else {
                &mut object.solutions_at_least
            };
            *number = Some(it.number);
            let moves = it
                .first
                .iter()
                .map(|moves| printed(it.metric, moves, notation));
            object.all = Some(moves.collect());
            object.interrupted = (it.stopped == Some(Reason::Cancelled)).then_some(true);
        }
    }
    object
}

/// Returns the text of an answer, or an error.
fn words(answer: &Answer, notation: Notation, decided: Option<bool>) -> Result<String, String> {
    let work = |stats: Stats| {
        format!(
            "[{} expanded, {:.6} s]",
            stats.expanded,
            stats.search.as_secs_f64()
        )
    };
    let verdict = match decided {
        Some(true) => "yes: ",
        Some(false) => "no: ",
        None => "",
    };
    let words = match answer {
        Answer::Malformed(error) => return Err(error.clone()),
        Answer::Checked(why) => why.to_string(),
        Answer::Solved(Err(SolveError::Unsolvable(why))) => why.to_string(),
        Answer::Solved(Ok(solution)) => {
            let length = count(solution.metric(), solution.length());
            let proof = match solution.lower_bound() {
                0 if solution.is_optimal() => "this is the goal".to_owned(),
                _ if solution.is_optimal() => "no fewer are possible".to_owned(),
                0 => "nothing is proved, 0 or more".to_owned(),
                bound => {
                    // Rounded up: the factor is never too small.
                    let hundredths = (100 * solution.length() as u64).div_ceil(bound as u64);
                    let (whole, part) = (hundredths / 100, hundredths % 100);
                    format!("at most {whole}.{part:02} x the shortest, {bound} or more")
                }
            };
            let moves = match solution.moves() {
                none if none.is_empty() => String::new(),
                moves => format!(": {}", printed(solution.metric(), moves, notation)),
            };
            format!("{length} ({proof}){moves} {}", work(solution.stats()))
        }
        Answer::All(it) => {
            let length = count(it.metric, it.length);
            let (at_least, reason) = match it.stopped {
                Some(reason) => ("at least ", format!(", {reason}")),
                None => ("", String::new()),
            };
            let number = match it.number {
                1 => "1 solution".to_owned(),
                number => format!("{number} solutions"),
            };
            let work = work(it.stats);
            let moves = it.first.iter().filter(|moves| !moves.is_empty());
            let moves = moves.map(|moves| format!("\n  {}", printed(it.metric, moves, notation)));
            let moves: String = moves.collect();
            format!("{length} (no fewer are possible), {at_least}{number}{reason} {work}{moves}")
        }
        Answer::Solved(Err(SolveError::Stopped(known))) => {
            let Status {
                metric,
                lower_bound,
                stats,
                ..
            } = **known;
            let best = known.best.as_ref().map(|best| {
                let best_length = count(metric, metric.length(best));
                (best_length, printed(metric, best, notation))
            });
            let reason = known
                .reason
                .map_or_else(String::new, |it| format!(", {it}"));
            let bound = format!("a solution has at least {}", count(metric, lower_bound));
            let words = match (best, decided) {
                (Some((length, best)), Some(true)) => format!("{length}: {best}"),
                (_, Some(_)) => bound,
                (Some((length, best)), None) => {
                    format!("{length}, not as few as asked for: {best}{reason}; {bound}")
                }
                (None, None) => format!("no answer{reason}; {bound}"),
            };
            format!("{words} {}", work(stats))
        }
        Answer::Solved(Err(error)) => return Err(told(error)),
    };
    Ok(format!("{verdict}{words}"))
}

/// Returns moves one by one, or by slides as runs.
fn printed(metric: Metric, moves: &Moves, notation: Notation) -> String {
    match metric {
        Metric::MultiTile => format!("{:#}", moves.display_as(notation)),
        _ => moves.display_as(notation).to_string(),
    }
}
