//! `npuzzle solve`: solves boards, or explains why they can't be solved.

use std::fs;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;
use npuzzle::tables::FileFault;
use npuzzle::{
    Control, DynBoard, Goal, HeuristicKind, Partial, Quality, Shape, SolveError, Solver, TableError,
};

use crate::answer::{Answer, seconds};
use crate::failure::{Failure, in_words};
use crate::input::Sources;
use crate::interrupt::{self, INTERRUPTED, is_interrupted};
use crate::json::Object;
use crate::options::{parse_goal, parse_quality, parse_seconds, parse_shape};
use crate::progress;
use crate::report::Report;
use crate::stopwatch::{Running, Stopwatch};
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
    pub(crate) goal: Goal,
    /// optimal, within=1.1, best or fast
    #[arg(long, default_value = "optimal", value_parser = parse_quality)]
    quality: Quality,
    /// Only say whether each board is solvable, and why
    #[arg(long)]
    check: bool,
    /// Memory for the tables of a shape, in units of 1,048,576 bytes
    /// [default: 4,000,000 bytes]
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
a box F to the front, B to the back.

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
    let mut upcoming = Upcoming::new(&session, inputs);
    while let Some(board) = upcoming.next() {
        if options.check {
            let mut report = session.report();
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

/// Shapes of up to this many cells are prepared whatever the board: it takes milliseconds.
const SMALL: usize = 9;

/// [`Solver::solve_with`] first tries boards of larger shapes without tables up to this Manhattan
/// distance.
const NEAR: usize = 32;

/// Whether that was enough is known after this many expansions.
const EASY: u64 = 5_000;

/// The memory for tables if none is named, in bytes: in builds for debugging too, as the help says.
const USUAL_MEMORY: u64 = 4_000_000;

/// One run of the program, shared by the threads that solve.
pub(crate) struct Session<'a> {
    pub(crate) options: &'a Options,
    solver: Solver,
    threads: usize,
    progress: ProgressBar,
    report: Mutex<Report>,
    stopwatch: Stopwatch,
    setup: Mutex<Setup>,
}

/// What was prepared, and how long that took.
#[derive(Default)]
struct Setup {
    shapes: Vec<Shape>,
    time: Duration,
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
            .heuristic(options.heuristic.unwrap_or_default())
            .threads(threads);
        let memory = options.memory.map(|memory| u64::from(memory) << 20);
        builder = builder.memory(memory.unwrap_or(USUAL_MEMORY));
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
            setup: Mutex::default(),
        })
    }

    /// Returns the answers, to add one.
    pub(crate) fn report(&self) -> MutexGuard<'_, Report> {
        self.report.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Prepares the shape of a board, unless that was done or the board needs no tables: so the
    /// time of a board is that of its own search, and an easy board never waits for tables.
    pub(crate) fn prepare_for(&self, board: &DynBoard) {
        let shape = board.shape();
        let mut setup = self.setup.lock().unwrap_or_else(PoisonError::into_inner);
        if self.options.check || setup.shapes.contains(&shape) || self.is_easy(board) {
            return;
        }
        let started = Instant::now();
        let mut control = self.limits();
        if !self.progress.is_hidden() {
            control = control.on_progress(progress::at_times(|known| {
                self.show(0, known, started.elapsed());
            }));
        }
        match self.solver.prepare_with(shape, &mut control) {
            // The tables are there, though not in their folder.
            Err(SolveError::Table(TableError::File(error)))
                if matches!(error.fault(), FileFault::Write(_) | FileFault::NotAFolder) =>
            {
                let warning = format!("warning: {}", in_words(&error));
                self.progress.suspend(|| progress::note(warning));
            }
            // If it fails otherwise, solving says why.
            _ => {}
        }
        setup.time += started.elapsed();
        setup.shapes.push(shape);
    }

    /// Returns whether a board is solved, or found to be unsolvable, before any table would be
    /// built.
    fn is_easy(&self, board: &DynBoard) -> bool {
        if !board.is_solvable_for(&self.options.goal) {
            return true;
        }
        if self.options.quality == Quality::Fast {
            return true;
        }
        let is_tried = self.options.heuristic.unwrap_or_default() == HeuristicKind::Auto
            && board.shape().cells() > SMALL
            && board.manhattan(&self.options.goal) <= NEAR;
        if !is_tried {
            return false;
        }
        let most = self.options.max_nodes.map_or(EASY, |most| most.min(EASY));
        let mut builds = false;
        let control = Control::new().max_nodes(most).cancel(&INTERRUPTED);
        let mut control = control.on_progress(|known| {
            builds |= known.tables.is_some();
            if builds {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        let result = self.solver.solve_with(board, &mut control);
        drop(control);
        match result {
            Ok(_) => true,
            // A limit of its own came first.
            Err(SolveError::Stopped(_)) => !builds && most < EASY,
            Err(_) => false,
        }
    }

    /// Solves a board on all threads.
    fn solve(&self, board: &DynBoard) {
        let nth = self.report().counts().0;
        let mut control = self.control(nth);
        let result = self.solver.solve_with(board, &mut control);
        drop(control);
        let elapsed = self.stopwatch.time_of(nth);
        let mut report = self.report();
        report.answer(|origin| Answer::solved(origin, board, result, elapsed));
    }

    /// Solves all boards that are left, each on one thread.
    fn solve_all(&self, boards: &mut Upcoming<'_>) {
        let before = self.report().counts().0;
        self.solver.solve_each(
            boards,
            |nth| self.control(before + nth),
            |nth, board, result| {
                let elapsed = self.stopwatch.time_of(before + nth);
                let mut report = self.report();
                report.answer(|origin| Answer::solved(origin, &board, result, elapsed));
                if report.has_failed() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
    }

    /// Returns the limits of a board.
    fn limits<'s>(&self) -> Control<'s> {
        let mut control = Control::new().cancel(&INTERRUPTED);
        if let Some(expanded) = self.options.max_nodes {
            control = control.max_nodes(expanded);
        }
        if let Some(timeout) = self.options.timeout {
            control = control.timeout(timeout);
        }
        control
    }

    /// Returns the limits of a board that is solved from now on until they are dropped.
    fn control(&self, nth: usize) -> Control<'_> {
        let running: Running<'_> = self.stopwatch.start(nth);
        let mut show = progress::at_times(move |known| {
            if !self.progress.is_hidden() {
                self.show(nth + 1, known, running.elapsed());
            }
        });
        self.limits().on_progress(move |known| show(known))
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
        let setup = self
            .setup
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let (boards, solved) = report.counts();
        let summary = self.options.json.then(|| {
            let summary = Object::new()
                .with("boards", boards)
                .with("solved", solved)
                .with("setup_seconds", seconds(setup.time))
                .with("solve_seconds", seconds(self.stopwatch.total()))
                .with("table_bytes", self.solver.table_bytes())
                .with("threads", self.threads);
            Object::new().with("summary", summary)
        });
        Ok(report.finish(summary)?)
    }
}
