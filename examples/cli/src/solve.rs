//! `npuzzle solve`: solves boards, or explains why they can't be solved.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use clap::Args;
use indicatif::ProgressBar;
use npuzzle::notation::Notation;
use npuzzle::tables::FileFault;
use npuzzle::{
    Control, DynBoard, Goal, HeuristicKind, Metric, Partial, Quality, Shape, Solution, SolveError,
    Solver, TableError,
};
use serde::Serialize;

use crate::answer::{Answer, seconds};
use crate::columns::Columns;
use crate::failure::{Failure, in_words};
use crate::input::Sources;
use crate::interrupt;
use crate::json::write_line;
use crate::options::{
    USUAL_MEMORY, USUAL_SLIDES_MEMORY, parse_goal, parse_metric, parse_notation, parse_quality,
    parse_seconds, parse_shape,
};
use crate::progress;
use crate::report::{self, Report};
use crate::resume::{Answered, Kept, Resumed};
use crate::stopwatch::Stopwatch;
use crate::topics;
use crate::upcoming::{End, Upcoming};

/// Solve boards, or explain why they can't be solved
#[derive(Args)]
#[command(after_help = notes())]
pub(crate) struct Options {
    /// Boards such as "1 2 3/4 5 6/7 8 0", or files of them
    #[arg(value_name = "BOARD")]
    boards: Vec<String>,
    /// Names of the columns, such as id,board,length; skip for any other
    #[arg(long, value_name = "NAMES")]
    columns: Option<Columns>,
    /// Read a grid file: comments, the side n, then n rows
    #[arg(long, value_name = "F")]
    file: Vec<PathBuf>,
    /// The shape of all boards, such as 1x9
    #[arg(long, value_name = "SHAPE", value_parser = parse_shape)]
    shape: Option<Shape>,
    /// blank-last, blank-first, snail, or a board
    #[arg(long, default_value = "blank-last", value_parser = parse_goal)]
    goal: Goal,
    /// optimal, within=1.1, best or fast
    #[arg(long, default_value = "optimal", value_parser = parse_quality)]
    quality: Quality,
    /// Unit of moves: tiles, or slides of whole runs of tiles
    #[arg(long, default_value = "tiles", value_parser = parse_metric)]
    metric: Metric,
    /// Notation of moves: tile or blank, if letters name the way that
    /// it moves, or arrows
    #[arg(long, value_name = "AS", default_value = "tile", value_parser = parse_notation, verbatim_doc_comment)]
    moves: Notation,
    /// Only report whether each board can be solved, and why
    #[arg(long)]
    check: bool,
    /// Memory for the tables of a shape, in units of 1,048,576 bytes
    /// [default: 4,000,000 bytes, or 26,000,000 by slides]
    #[arg(long, value_name = "MIB", verbatim_doc_comment)]
    memory: Option<u32>,
    /// Keep tables in this folder
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// Threads, 0 for all cores, at most 4 a core or 16; the answers
    /// are the same for every number
    #[arg(long, value_name = "N", default_value_t = 0, verbatim_doc_comment)]
    threads: usize,
    /// Expansions of --quality best for a board if no limit is set
    /// [default: 8,000,000]
    #[arg(long, value_name = "N", verbatim_doc_comment)]
    budget: Option<u64>,
    /// Give up on a board after N expansions
    #[arg(long, value_name = "N")]
    max_nodes: Option<u64>,
    /// Give up on a board after this time
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
    /// manhattan, linear-conflict, walking-distance or patterns
    /// [default: the best that fits]
    #[arg(long, value_name = "NAME", verbatim_doc_comment)]
    heuristic: Option<HeuristicKind>,
    /// Print one JSON object a board, then a summary
    #[arg(long)]
    json: bool,
    /// Continue a batch: skip the boards that FILE, the JSON output of
    /// an earlier run, has answers to, and add the others to FILE
    #[arg(long, value_name = "FILE", verbatim_doc_comment)]
    resume: Option<PathBuf>,
}

/// Returns what follows the help.
fn notes() -> String {
    use topics::{BOARDS, COLUMNS, INPUT, INTERRUPTS, MOVES};
    topics::notes(&[&BOARDS, &INPUT, &MOVES, &COLUMNS, &INTERRUPTS])
}

/// Solves what the options say, and returns the exit status.
pub(crate) fn run(options: &Options) -> Result<u8, Failure> {
    interrupt::watch_boards();
    let (answered, kept, out): (_, _, Box<dyn Write + Send>) = match &options.resume {
        None => (Answered::default(), Kept::default(), Box::new(io::stdout())),
        Some(file) => {
            let Resumed {
                answered,
                kept,
                file,
            } = Resumed::open(file, options.quality, options.check)?;
            (answered, kept, Box::new(file))
        }
    };
    let session = Session::new(options, kept, out)?;
    let sources = Sources {
        boards: options.boards.clone(),
        grids: options.file.clone(),
        files: Vec::new(),
        shape: options.shape,
        columns: options.columns.clone(),
    };
    if sources.is_typed() && io::stdin().is_terminal() {
        progress::note("type boards, one a line, and Ctrl-D at the end; --help explains");
    }
    let inputs = sources.read();
    let mut upcoming = Upcoming::new(&session.report, &options.goal, inputs, answered);
    while let Some(board) = upcoming.next() {
        if options.check {
            let mut report = report::lock(&session.report);
            report.answer(|origin| Answer::checked(origin, &board, &options.goal));
        } else if upcoming.is_alone() {
            session.solve(&board);
        } else {
            upcoming.put_back(board);
            session.solve_all(&mut upcoming);
        }
    }
    let end = upcoming.into_end();
    session.finish(end)
}

/// One run of the program, shared by the threads that solve.
struct Session<'a> {
    options: &'a Options,
    solver: Solver,
    kept: Kept,
    progress: ProgressBar,
    report: Mutex<Report>,
    stopwatch: Stopwatch,
}

impl<'a> Session<'a> {
    fn new(options: &'a Options, kept: Kept, out: Box<dyn Write + Send>) -> Result<Self, Failure> {
        let mut builder = Solver::builder()
            .goal(options.goal.clone())
            .quality(options.quality)
            .metric(options.metric)
            .heuristic(options.heuristic.unwrap_or_default())
            .threads(options.threads);
        let memory = options.memory.map(|memory| u64::from(memory) << 20);
        let usual = match options.metric {
            Metric::Slides => USUAL_SLIDES_MEMORY,
            _ => USUAL_MEMORY,
        };
        builder = builder.memory(memory.unwrap_or(usual));
        if let Some(expansions) = options.budget {
            builder = builder.budget(expansions);
        }
        if let Some(folder) = &options.cache {
            if fs::metadata(folder).is_ok_and(|it| !it.is_dir()) {
                let name = folder.display();
                return Err(Failure::Wrong(format!(
                    "--cache {name}: this is not a folder"
                )));
            }
            builder = builder.cache_dir(folder);
        }
        let progress = progress::spinner();
        Ok(Self {
            options,
            solver: builder.build(),
            kept,
            report: Mutex::new(Report::new(
                out,
                options.json || options.resume.is_some(),
                options.moves,
                kept,
                progress.clone(),
            )),
            progress,
            stopwatch: Stopwatch::default(),
        })
    }

    /// Solves a board on all threads.
    fn solve(&self, board: &DynBoard) {
        let nth = self.boards_answered();
        let mut control = self.control(nth, Duration::ZERO);
        let result = self.solver.solve_with(board, &mut control);
        drop(control);
        self.answer(nth, board, result);
    }

    /// Solves all boards that are left, each on one thread.
    fn solve_all(&self, boards: &mut Upcoming<'_>) {
        let before = self.boards_answered();
        self.solver.solve_each(
            boards,
            |nth| self.control(before + nth, Duration::ZERO),
            |nth, board, result| {
                self.answer(before + nth, &board, result);
                if report::lock(&self.report).has_failed() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
    }

    fn boards_answered(&self) -> usize {
        report::lock(&self.report).counts().0
    }

    /// Prints the answer of a board.
    fn answer(&self, nth: usize, board: &DynBoard, result: Result<Solution, SolveError>) {
        let mut result = result;
        let mut taken = self.stopwatch.time_of(nth);
        if let Err(SolveError::Table(TableError::File(error))) = &result {
            if matches!(error.fault(), FileFault::Write(_) | FileFault::NotAFolder) {
                // The tables exist, but could not be stored in their folder. This is reported once.
                let warning = format!("warning: {}", in_words(error));
                self.progress.suspend(|| progress::note(warning));
                let spent = taken.setup + taken.search;
                result = self.solver.solve_with(board, &mut self.control(nth, spent));
                taken = self.stopwatch.time_of(nth);
            }
        }
        let mut report = report::lock(&self.report);
        report.answer(|origin| Answer::solved(origin, board, result, taken.search));
    }

    /// Returns the limits of a board that is solved from now on until they are dropped. They hold
    /// for its tables and its search together, of which some time may be spent.
    fn control(&self, nth: usize, spent: Duration) -> Control<'_> {
        let mut running = self.stopwatch.start(nth);
        let mut show = progress::at_times(move |known, elapsed| {
            if !self.progress.is_hidden() {
                self.show(nth + 1, known, elapsed);
            }
        });
        let under_way = interrupt::begin_board();
        let mut control = Control::new().cancel(under_way.flag());
        if let Some(expanded) = self.options.max_nodes {
            control = control.max_nodes(expanded);
        }
        if let Some(timeout) = self.options.timeout {
            control = control.timeout(timeout.saturating_sub(spent));
        }
        control.on_progress(move |known| {
            // The board is under way as long as its limits are there.
            let _ = &under_way;
            running.look(known);
            show(known, running.searched())
        })
    }

    fn show(&self, board: usize, known: &Partial, elapsed: Duration) {
        self.progress
            .set_message(progress::describe(board, known, elapsed));
        self.progress.tick();
    }

    fn finish(self, end: Option<End>) -> Result<u8, Failure> {
        let mut report = self
            .report
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let other_input = match end {
            Some(End::OtherInput(error)) => Some(error),
            Some(End::Interrupted) => {
                report.cut_short();
                None
            }
            None => None,
        };
        if report.lacks_time() && !matches!(self.options.quality, Quality::Best | Quality::Fast) {
            self.progress.suspend(|| progress::note(TRY_BEST));
        }
        let (boards, solved) = report.counts();
        let is_json = self.options.json || self.options.resume.is_some();
        let summary = is_json.then(|| {
            let searched = self.kept.seconds + seconds(self.stopwatch.searched());
            let summary = Summary {
                boards,
                solved,
                setup_seconds: seconds(self.stopwatch.setup()),
                solve_seconds: searched,
                table_bytes: self.solver.table_bytes(),
                threads: self.solver.thread_count(),
            };
            LastLine { summary }
        });
        if let Some(error) = other_input {
            report.finish(None::<&LastLine>)?;
            return Err(Failure::Wrong(error));
        }
        let status = report.finish(summary.as_ref())?;
        if let (Some(summary), true) = (summary, self.options.resume.is_some()) {
            write_line(io::stdout(), &summary)?;
        }
        Ok(status)
    }
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

/// The advice if a board had no solution when its time was over.
const TRY_BEST: &str =
    "no solution in this time: --quality best gives one soon, though not always a shortest one";
