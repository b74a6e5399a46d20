//! `npuzzle solve`: solves boards, or explains why they can't be solved.

use std::fs;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use clap::Args;
use indicatif::ProgressBar;
use npuzzle::tables::FileFault;
use npuzzle::{
    Control, DynBoard, Goal, HeuristicKind, Metric, Partial, Quality, Shape, Solution, SolveError,
    Solver, TableError,
};

use crate::answer::{Answer, seconds};
use crate::failure::{Failure, in_words};
use crate::input::Sources;
use crate::interrupt::{self, INTERRUPTED, is_interrupted};
use crate::json::Object;
use crate::options::{
    USUAL_MEMORY, USUAL_SLIDES_MEMORY, parse_goal, parse_metric, parse_quality, parse_seconds,
    parse_shape,
};
use crate::progress;
use crate::report::{self, Report};
use crate::stopwatch::Stopwatch;
use crate::upcoming::Upcoming;

/// Solve boards, or explain why they can't be solved
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Options {
    /// Boards such as "1 2 3/4 5 6/7 8 0", or files of them
    #[arg(value_name = "BOARD")]
    boards: Vec<String>,
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
    /// What is one move: tiles or slides
    #[arg(long, default_value = "tiles", value_parser = parse_metric)]
    metric: Metric,
    /// Only say whether each board is solvable, and why
    #[arg(long)]
    check: bool,
    /// Memory for the tables of a shape, in units of 1,048,576 bytes
    /// [default: 4,000,000 bytes, or 26,000,000 by slides]
    #[arg(long, value_name = "MIB", verbatim_doc_comment)]
    memory: Option<u32>,
    /// Keep tables in this folder
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// Replace damaged tables in that folder
    #[arg(long, requires = "cache")]
    rebuild: bool,
    /// Threads, 0 for all cores; the answers are the same
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Give a board up after expanding this many boards
    #[arg(long, value_name = "N")]
    max_nodes: Option<u64>,
    /// Give a board up after this time
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
    /// manhattan, linear-conflict, walking-distance or patterns
    /// [default: the best that fits]
    #[arg(long, value_name = "NAME", verbatim_doc_comment)]
    heuristic: Option<HeuristicKind>,
    /// Print one JSON object a board, then a summary
    #[arg(long)]
    json: bool,
}

const NOTES: &str = "\
Boards: rows end with '/', layers with '//'; 0 is the blank. A bare row of n*n
numbers is a square; \"1x9: 1 2 3 ...\" is what it says. With no BOARD, or for -,
standard input is read: one board a line, '#' begins a comment; a line with a
single number n begins a grid of n rows. A file is read in the same way.

Moves are given by the way the tile moves: U up, D down, L left, R right, and in
a box F to the front, B to the back. By slides they are runs: R2D is a slide of
two tiles, then one of one tile, and lengths and bounds are numbers of slides.

Ctrl-C ends a board with what is proved so far; a second one ends the program.";

/// Solves what the options say, and returns the exit status.
pub(crate) fn run(options: &Options) -> Result<u8, Failure> {
    interrupt::watch();
    let session = Session::new(options)?;
    let sources = Sources {
        boards: options.boards.clone(),
        files: options.file.clone(),
        shape: options.shape,
    };
    let inputs = sources
        .read()
        .map_err(|error| Failure::Wrong(format!("no thread to read the input: {error}")))?;
    let is_typed = options.boards.is_empty() && options.file.is_empty();
    if is_typed && io::stdin().is_terminal() {
        progress::note("type boards, one a line, and Ctrl-D at the end; --help explains");
    }
    let mut upcoming = Upcoming::new(&session.report, &options.goal, inputs);
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
    drop(upcoming);
    session.finish()
}

/// One run of the program, shared by the threads that solve.
struct Session<'a> {
    options: &'a Options,
    solver: Solver,
    threads: usize,
    progress: ProgressBar,
    report: Mutex<Report>,
    stopwatch: Stopwatch,
}

impl<'a> Session<'a> {
    fn new(options: &'a Options) -> Result<Self, Failure> {
        let threads = match options.threads {
            0 => thread::available_parallelism().map_or(1, std::num::NonZero::get),
            some => some,
        };
        let mut builder = Solver::builder()
            .goal(options.goal.clone())
            .quality(options.quality)
            .metric(options.metric)
            .heuristic(options.heuristic.unwrap_or_default())
            .threads(threads);
        let memory = options.memory.map(|memory| u64::from(memory) << 20);
        let usual = match options.metric {
            Metric::Slides => USUAL_SLIDES_MEMORY,
            _ => USUAL_MEMORY,
        };
        builder = builder.memory(memory.unwrap_or(usual));
        if let Some(folder) = &options.cache {
            if fs::metadata(folder).is_ok_and(|it| !it.is_dir()) {
                let name = folder.display();
                return Err(Failure::Wrong(format!(
                    "--cache {name}: this is not a folder"
                )));
            }
            builder = builder
                .cache_dir(folder)
                .rebuild_bad_tables(options.rebuild);
        }
        let progress = progress::spinner();
        Ok(Self {
            options,
            solver: builder.build(),
            threads,
            report: Mutex::new(Report::new(options.json, progress.clone())),
            progress,
            stopwatch: Stopwatch::default(),
        })
    }

    /// Solves a board on all threads.
    fn solve(&self, board: &DynBoard) {
        let nth = report::lock(&self.report).counts().0;
        let mut control = self.control(nth, Duration::ZERO);
        let result = self.solver.solve_with(board, &mut control);
        drop(control);
        self.answer(nth, board, result);
    }

    /// Solves all boards that are left, each on one thread.
    fn solve_all(&self, boards: &mut Upcoming<'_>) {
        let before = report::lock(&self.report).counts().0;
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

    /// Prints the answer of a board.
    fn answer(&self, nth: usize, board: &DynBoard, result: Result<Solution, SolveError>) {
        let mut result = result;
        let mut taken = self.stopwatch.time_of(nth);
        if let Err(SolveError::Table(TableError::File(error))) = &result {
            if matches!(error.fault(), FileFault::Write(_) | FileFault::NotAFolder) {
                // The tables are there, though not in their folder. That is told once.
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
        let mut control = Control::new().cancel(&INTERRUPTED);
        if let Some(expanded) = self.options.max_nodes {
            control = control.max_nodes(expanded);
        }
        if let Some(timeout) = self.options.timeout {
            control = control.timeout(timeout.saturating_sub(spent));
        }
        control.on_progress(move |known| {
            running.look(known);
            show(known, running.searched())
        })
    }

    fn show(&self, board: usize, known: &Partial, elapsed: Duration) {
        self.progress
            .set_message(progress::describe(board, known, elapsed));
        self.progress.tick();
    }

    fn finish(self) -> Result<u8, Failure> {
        let mut report = self
            .report
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        if is_interrupted() {
            report.cut_short();
        }
        let (boards, solved) = report.counts();
        let summary = self.options.json.then(|| {
            let summary = Object::new()
                .with("boards", boards)
                .with("solved", solved)
                .with("setup_seconds", seconds(self.stopwatch.setup()))
                .with("solve_seconds", seconds(self.stopwatch.searched()))
                .with("table_bytes", self.solver.table_bytes())
                .with("threads", self.threads);
            Object::new().with("summary", summary)
        });
        Ok(report.finish(summary)?)
    }
}
