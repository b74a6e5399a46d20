//! The answers to boards, printed in the order of the input, as text, JSON or CSV.

use std::collections::VecDeque;
use std::io::{self, BufWriter, Stdout, Write};
use std::iter;
use std::mem;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;
use npuzzle::notation::Notation;
use npuzzle::{DynBoard, Metric, Moves, Reason, Solution, Solvability, SolveError, Solver, Stats};
use serde_json::{Value, json};

use crate::failure::{complain, told};
use crate::input::{Input, Origin};
use crate::interrupt::{INTERRUPTED, is_interrupted};
use crate::json;
use crate::progress::{count, counted, note};
use crate::rounds::{Round, seconds};
use crate::solve::Options;

/// The form of the answers.
#[derive(Args)]
pub(crate) struct Output {
    /// Print one JSON object per board, then a summary
    #[arg(long)]
    json: bool,
    /// Leave the summary of JSON out
    #[arg(long)]
    no_summary: bool,
    /// Print CSV: a header, then one line per board, with the keys of JSON as columns
    #[arg(long, conflicts_with = "json", verbatim_doc_comment)]
    csv: bool,
}

/// The columns of CSV.
const COLUMNS: &str = "line,board,solvable,reason,error,length,lower_bound,optimal,tiles,slides,moves,\
    expanded,generated,seconds,interrupted";

/// The answer to a line of the input.
pub(crate) enum Answer {
    /// The line is not a board, or its board can't be searched.
    Fault(String),
    /// The board can't be solved; or, with `--check`, whether it can.
    Explained(Solvability),
    Found(Found),
}

/// The result of a search.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) metric: Metric,
    pub(crate) length: Option<usize>,
    pub(crate) lower_bound: usize,
    /// The shortest solution found, or the first of those that were counted.
    pub(crate) moves: Vec<Moves>,
    /// The number of shortest solutions, if they were counted: exact if nothing stopped the count.
    pub(crate) number: Option<u64>,
    pub(crate) stopped: Option<Reason>,
    pub(crate) stats: Stats,
    /// The rounds of the search, if they are asked for.
    pub(crate) rounds: Vec<Round>,
}

impl From<Result<Solution, SolveError>> for Answer {
    fn from(result: Result<Solution, SolveError>) -> Self {
        Self::Found(match result {
            Ok(it) => Found {
                metric: it.metric(),
                length: Some(it.length()),
                lower_bound: it.lower_bound(),
                stats: it.stats(),
                moves: vec![it.into_moves()],
                ..Found::default()
            },
            Err(SolveError::Stopped(it)) => Found {
                metric: it.metric,
                length: it.best.as_ref().map(|best| it.metric.length(best)),
                lower_bound: it.lower_bound,
                stats: it.stats,
                stopped: it.reason,
                moves: it.best.into_iter().collect(),
                ..Found::default()
            },
            Err(SolveError::Unsolvable(why)) => return Self::Explained(*why),
            Err(error) => return Self::Fault(told(error)),
        })
    }
}

impl Answer {
    /// Returns whether a solution has at most `most` moves, if the answer decides that.
    pub(crate) fn decides(&self, most: usize) -> Option<bool> {
        match self {
            Self::Found(it) => is_enough(it.length, it.lower_bound, most),
            Self::Explained(why) => (!why.is_solvable()).then_some(false),
            Self::Fault(_) => None,
        }
    }
}

/// Returns whether `most` moves are enough, if a length that was found or the bound decides that.
pub(crate) fn is_enough(length: Option<usize>, lower_bound: usize, most: usize) -> Option<bool> {
    let is_found = length.is_some_and(|length| length <= most);
    (is_found || lower_bound > most).then_some(is_found)
}

/// Prints each answer as soon as all before it are printed. The threads that read and solve share it.
pub(crate) struct Report<'a> {
    out: BufWriter<Stdout>,
    options: &'a Options,
    /// The first line of CSV, until it is printed.
    header: String,
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

const TRY_BEST: &str =
    "no solution in this time: --quality best gives one soon, though not always a shortest one";

impl<'a> Report<'a> {
    pub(crate) fn new(options: &'a Options, progress: ProgressBar) -> Self {
        Self {
            out: BufWriter::new(io::stdout()),
            options,
            header: format!("{COLUMNS}\n"),
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
        let error = board.as_ref().err().cloned();
        self.waiting.push_back((origin, error));
        self.print_errors();
        board.ok()
    }

    /// Returns the number of lines without an answer.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Prints the answer to the first board that waits for one.
    pub(crate) fn answer(&mut self, board: &DynBoard, answer: &Answer) {
        let Some((origin, _)) = self.waiting.pop_front() else {
            return;
        };
        self.boards += 1;
        if let Answer::Found(found) = answer {
            let is_solved = found.number.is_some() || found.stopped.is_none();
            self.solved += usize::from(is_solved || self.decided(answer) == Some(true));
            // Boards that were solved during an earlier one add no time.
            let since = self.answered.elapsed();
            let setup = found.stats.setup.min(since);
            self.setup += setup;
            self.search += found.stats.search.min(since.saturating_sub(setup));
            self.answered = Instant::now();
            self.lacks_time |= found.length.is_none() && found.stopped == Some(Reason::TimeLimit);
        }
        self.print(&origin, Some(board), answer);
        self.print_errors();
    }

    /// Prints the errors of the lines that are next.
    fn print_errors(&mut self) {
        while let Some((_, Some(_))) = self.waiting.front() {
            if let Some((origin, Some(error))) = self.waiting.pop_front() {
                self.print(&origin, None, &Answer::Fault(error));
            }
        }
    }

    /// Returns whether an answer decides what `--at-most` asks.
    fn decided(&self, answer: &Answer) -> Option<bool> {
        answer.decides(self.options.question.at_most?)
    }

    fn print(&mut self, origin: &Origin, board: Option<&DynBoard>, answer: &Answer) {
        self.status = self.status.max(match answer {
            Answer::Found(it) => u8::from(it.stopped.is_some() && self.decided(answer).is_none()),
            Answer::Explained(_) => 0,
            Answer::Fault(_) => 2,
        });
        if self.failure.is_some() {
            return;
        }
        let text = if self.options.output.csv {
            let header = mem::take(&mut self.header);
            Ok(header + &json::csv(COLUMNS, &self.object(origin, board, answer)))
        } else if self.options.output.json {
            Ok(json::line(&self.object(origin, board, answer)))
        } else {
            self.words(board, answer)
        };
        let out = &mut self.out;
        let printed = self.progress.suspend(|| match text {
            Ok(text) => writeln!(out, "{text}").and_then(|()| out.flush()),
            Err(error) => {
                complain(format_args!("{}: {error}", origin.name));
                Ok(())
            }
        });
        if let Err(error) = printed {
            // The reader has gone: no more answers are needed.
            self.failure = Some(error);
            INTERRUPTED.store(true, Ordering::Relaxed);
        }
    }

    fn object(&self, origin: &Origin, board: Option<&DynBoard>, answer: &Answer) -> Value {
        let (notation, decided) = (self.options.moves, self.decided(answer));
        let mut object = json!({ "line": origin.number });
        if let Some(board) = board {
            object["board"] = json!(board.to_string());
        }
        match answer {
            Answer::Fault(error) => {
                let file = origin.is_file.then(|| format!("{}: ", origin.name));
                object["error"] = json!(file.unwrap_or_default() + error);
            }
            Answer::Explained(why) => {
                object["solvable"] = json!(why.is_solvable());
                object["reason"] = json!(why.to_string());
            }
            Answer::Found(found) => {
                let best = found.moves.first();
                let length = |metric: Metric| best.map(|best| metric.length(best));
                object["solvable"] = json!(true);
                object["length"] = json!(found.length);
                object["lower_bound"] = json!(found.lower_bound);
                object["optimal"] = json!(found.length == Some(found.lower_bound));
                object["tiles"] = json!(length(Metric::SingleTile));
                object["slides"] = json!(length(Metric::MultiTile));
                if let Some(best) = best {
                    object["moves"] = json!(found.printed(best, notation));
                }
                object["expanded"] = json!(found.stats.expanded);
                object["generated"] = json!(found.stats.generated);
                object["seconds"] = json!(seconds(found.stats.search));
            }
        }
        if let Some(decided) = decided {
            object["at_most"] = json!(decided);
        }
        if let Answer::Found(found) = answer {
            if let Some(number) = found.number {
                let is_exact = found.stopped.is_none();
                let least = if is_exact { "" } else { "_at_least" };
                object[format!("solutions{least}")] = json!(number);
                let moves = found.moves.iter();
                object["all"] = moves.map(|it| found.printed(it, notation)).collect();
            }
            if !found.rounds.is_empty() {
                object["rounds"] = found.rounds.iter().map(Round::object).collect();
            }
            if found.stopped == Some(Reason::Cancelled) && decided.is_none() {
                object["interrupted"] = json!(true);
            }
        }
        object
    }

    /// Returns the text of an answer, or an error.
    fn words(&self, board: Option<&DynBoard>, answer: &Answer) -> Result<String, String> {
        let name = board.map_or_else(String::new, |board| format!("{board}: "));
        let decided = self.decided(answer);
        let verdict = match decided {
            Some(true) => "yes: ",
            Some(false) => "no: ",
            None => "",
        };
        match answer {
            Answer::Fault(error) => Err(name + error),
            Answer::Explained(why) => Ok(format!("{name}{verdict}{why}")),
            Answer::Found(found) => {
                let mut text: Vec<String> = found.rounds.iter().map(Round::to_string).collect();
                let words = found.words(self.options.moves, decided);
                text.push(format!("{name}{verdict}{words}"));
                Ok(text.join("\n"))
            }
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
        if self.options.output.json && !self.options.output.no_summary {
            let summary = json!({ "summary": {
                "boards": self.boards,
                "solved": self.solved,
                "setup_seconds": seconds(self.setup),
                "solve_seconds": seconds(self.search),
                "table_bytes": solver.table_bytes(),
                "threads": solver.thread_count(),
            }});
            writeln!(self.out, "{}", json::line(&summary))?;
        }
        self.out.flush()?;
        Ok(self.status.max(u8::from(is_interrupted())))
    }
}

impl Found {
    fn words(&self, notation: Notation, decided: Option<bool>) -> String {
        let mut moves = self.moves.iter().filter(|it| !it.is_empty());
        let mut best = || moves.next().map(|it| self.printed(it, notation));
        let stopped = self.stopped;
        let reason = stopped.map_or_else(String::new, |it| format!(", {it}"));
        let bound = || {
            let bound = count(self.metric, self.lower_bound);
            format!("a solution has at least {bound}")
        };
        let (expanded, seconds) = (self.stats.expanded, self.stats.search.as_secs_f64());
        let work = format!("[{expanded} expanded, {seconds:.6} s]");
        let Some(length) = self.length else {
            return match decided {
                None => format!("no answer{reason}; {} {work}", bound()),
                Some(_) => format!("{} {work}", bound()),
            };
        };
        let words = count(self.metric, length);
        if let Some(number) = self.number {
            let at_least = self.stopped.map_or("", |_| "at least ");
            let number = format!("{at_least}{}{reason}", counted(number, "solution"));
            let lines: Vec<String> = iter::once(work).chain(iter::from_fn(best)).collect();
            let lines = lines.join("\n  ");
            return format!("{words} (no fewer are possible), {number} {lines}");
        }
        let best = best().map_or_else(String::new, |it| format!(": {it}"));
        match (self.stopped, decided) {
            (None, _) => {
                let proof = self.proof(length);
                format!("{words} ({proof}){best} {work}")
            }
            (_, None) => {
                let bound = bound();
                format!("{words}, not as few as asked for{best}{reason}; {bound} {work}")
            }
            (_, Some(true)) => format!("{words}{best} {work}"),
            (_, Some(false)) => format!("{} {work}", bound()),
        }
    }

    /// Returns what is proved about a solution of a length.
    fn proof(&self, length: usize) -> String {
        match self.lower_bound {
            0 if length == 0 => "this is the goal".to_owned(),
            bound if length == bound => "no fewer are possible".to_owned(),
            0 => "nothing is proved, 0 or more".to_owned(),
            bound => {
                // Rounded up: the factor is never too small.
                let hundredths = (100 * length as u64).div_ceil(bound as u64);
                let (whole, part) = (hundredths / 100, hundredths % 100);
                format!("at most {whole}.{part:02} x the shortest, {bound} or more")
            }
        }
    }

    /// Returns moves one by one, or by slides as runs.
    fn printed(&self, moves: &Moves, notation: Notation) -> String {
        match self.metric {
            Metric::MultiTile => format!("{:#}", moves.display_as(notation)),
            _ => moves.display_as(notation).to_string(),
        }
    }
}
