//! Solves boards, or explains why they can't be solved.
//!
//! ```text
//! cargo run --release --example solve -- "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15"
//! cargo run --release --example solve -- --check --goal snail "1 2 3/8 0 4/7 5 6"
//! cargo run --release --example solve -- --json --max-nodes 1000000 < boards.txt
//! ```
//!
//! The exit status is 0 when every board got an answer (unsolvable is an answer), 1 when a budget ran out, 2 when an input
//! was malformed; the other boards are answered all the same.

use std::io::{self, BufRead, BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use npuzzle::notation::parse_grid;
use npuzzle::tables::FileFault;
use npuzzle::{
    Control, DynBoard, Goal, HeuristicKind, ParseBoardError, Partial, Quality, Shape, Solution,
    SolveError, Solver, TableError,
};
use serde_json::{Value, json};

/// Solves sliding puzzles of any shape: as few moves as possible, and which.
#[derive(Parser)]
struct Options {
    /// Rows parted by '/', layers by '//': "1 2 3/4 5 6/7 8 0"; a bare row of n*n numbers is a square. With none, standard
    /// input is read: one board a line, '#' begins a comment.
    #[arg(value_name = "BOARD")]
    boards: Vec<String>,
    /// A grid file: comments, the side n, then n rows.
    #[arg(long, value_name = "F")]
    file: Vec<PathBuf>,
    /// blank-last, blank-first, snail, or a board.
    #[arg(long, default_value = "blank-last", value_parser = parse_goal)]
    goal: Goal,
    /// optimal, within=1.1, best or fast.
    #[arg(long, default_value = "optimal", value_parser = parse_quality)]
    quality: Quality,
    /// Only say whether each board is solvable, and why.
    #[arg(long)]
    check: bool,
    /// The memory for the tables of a shape, in units of 1,048,576 bytes (default: 4,000,000 bytes).
    #[arg(long, value_name = "MIB")]
    memory: Option<u32>,
    /// Keep tables in this folder.
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// Build tables of that folder anew where their files can't be used.
    #[arg(long, requires = "cache")]
    rebuild: bool,
    /// How many threads search.
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Give a board up after expanding this many.
    #[arg(long, value_name = "N")]
    max_nodes: Option<u64>,
    /// Give a board up after this time.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    timeout: Option<Duration>,
    /// manhattan, linear-conflict, walking-distance or patterns (default: the best that fits).
    #[arg(long, value_name = "NAME")]
    heuristic: Option<HeuristicKind>,
    /// Print one JSON object a board, then a summary.
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    let options = Options::parse();
    match Session::new(&options).and_then(Session::run) {
        Ok(status) => status,
        // Whoever read our output has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(Failure::Output(error)) => fail(&error),
        Err(Failure::Options(reason)) => fail(&reason),
    }
}

fn fail(reason: &dyn std::fmt::Display) -> ExitCode {
    eprintln!("error: {reason}");
    ExitCode::from(2)
}

/// Boards of up to this many cells are solved by a table of all boards, which takes some milliseconds.
const SMALL: usize = 9;

/// What ends the program before its last board.
enum Failure {
    Options(String),
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// A board of the input, or why it is none.
struct Input {
    /// The line of the input, or the number of the argument, from 1.
    line: usize,
    board: Result<DynBoard, String>,
}

/// One run of the program.
struct Session<'a> {
    options: &'a Options,
    solver: Solver,
    out: BufWriter<io::Stdout>,
    progress: ProgressBar,
    prepared: Vec<Shape>,
    boards: usize,
    solved: usize,
    setup: Duration,
    solving: Duration,
    status: u8,
}

impl<'a> Session<'a> {
    fn new(options: &'a Options) -> Result<Self, Failure> {
        let mut builder = Solver::builder()
            .goal(options.goal.clone())
            .quality(options.quality)
            .heuristic(options.heuristic.unwrap_or_default())
            .threads(options.threads);
        if let Some(memory) = options.memory {
            builder = builder.memory(u64::from(memory) << 20);
        }
        if let Some(folder) = &options.cache {
            builder = builder
                .cache_dir(folder)
                .rebuild_bad_tables(options.rebuild);
        }
        let solver = builder
            .build()
            .map_err(|error| Failure::Options(error.to_string()))?;
        let progress = if io::stderr().is_terminal() {
            let style = ProgressStyle::with_template("{spinner} {msg} ({elapsed})");
            let bar = ProgressBar::new_spinner();
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
        } else {
            ProgressBar::hidden()
        };
        Ok(Self {
            options,
            solver,
            out: BufWriter::new(io::stdout()),
            progress,
            prepared: Vec::new(),
            boards: 0,
            solved: 0,
            setup: Duration::ZERO,
            solving: Duration::ZERO,
            status: 0,
        })
    }

    fn run(mut self) -> Result<ExitCode, Failure> {
        let options = self.options;
        for (line, text) in (1..).zip(&options.boards) {
            self.answer(Input {
                line,
                board: read_board(text),
            })?;
        }
        for path in &options.file {
            let input = match std::fs::read_to_string(path) {
                Ok(text) => match parse_grid(&text) {
                    Ok(board) => Input {
                        line: 1,
                        board: Ok(board),
                    },
                    Err(error) => Input {
                        line: error.line(),
                        board: Err(error.to_string()),
                    },
                },
                Err(error) => Input {
                    line: 1,
                    board: Err(format!("{}: {error}", path.display())),
                },
            };
            self.answer(input)?;
        }
        if options.boards.is_empty() && options.file.is_empty() {
            for (line, bytes) in (1..).zip(io::stdin().lock().split(b'\n')) {
                let bytes = bytes?;
                let text = String::from_utf8_lossy(&bytes);
                let text = text.split('#').next().unwrap_or_default().trim();
                if !text.is_empty() {
                    self.answer(Input {
                        line,
                        board: read_board(text),
                    })?;
                }
            }
        }
        self.progress.finish_and_clear();
        if options.json {
            self.summarise()?;
        }
        self.out.flush()?;
        Ok(ExitCode::from(self.status))
    }

    fn answer(&mut self, input: Input) -> Result<(), Failure> {
        let board = input
            .board
            .and_then(|board| match self.options.goal.fits(board.shape()) {
                Ok(()) => Ok(board),
                Err(error) => Err(error.to_string()),
            });
        match board {
            Err(error) => {
                self.status = 2;
                self.print(
                    &json!({"line": input.line, "error": error}),
                    &format!("line {}: error: {error}", input.line),
                )?;
            }
            Ok(board) if self.options.check => {
                self.boards += 1;
                let why = board.solvability(&self.options.goal);
                self.print(
                    &json!({
                        "board": board.to_string(),
                        "solvable": why.is_solvable(),
                        "reason": why.to_string(),
                    }),
                    &format!("{board}: {why}"),
                )?;
            }
            Ok(board) => {
                self.boards += 1;
                self.solve(input.line, &board)?;
            }
        }
        Ok(())
    }

    fn solve(&mut self, line: usize, board: &DynBoard) -> Result<(), Failure> {
        let mut started = Instant::now();
        let mut result = None;
        if !self.prepared.contains(&board.shape()) {
            if board.shape().cells() > SMALL {
                // An easy board needs no tables.
                result = self.solve_without_tables(board, started);
            }
            if result.is_none() {
                started = Instant::now();
                let prepared = self
                    .solver
                    .prepare_with(board.shape(), &mut self.control(started));
                match prepared {
                    // The tables are there, though not in their folder.
                    Err(SolveError::Table(TableError::File(error)))
                        if matches!(error.fault(), FileFault::Write(_)) =>
                    {
                        self.progress.suspend(|| eprintln!("warning: {error}"));
                    }
                    // Where it fails otherwise, solving says why.
                    _ => {}
                }
                self.setup += started.elapsed();
                self.prepared.push(board.shape());
                started = Instant::now();
            }
        }
        let result =
            result.unwrap_or_else(|| self.solver.solve_with(board, &mut self.control(started)));
        let elapsed = started.elapsed();
        self.solving += elapsed;
        let text = board.to_string();
        match result {
            Ok(solution) => {
                self.solved += 1;
                let sentence = sentence(&solution, elapsed);
                self.print(
                    &solved(&text, &solution.into(), elapsed),
                    &format!("{text}: {sentence}"),
                )
            }
            Err(SolveError::Unsolvable(why)) => self.print(
                &json!({"board": text, "solvable": false, "reason": why.to_string()}),
                &format!("{text}: {why}"),
            ),
            Err(SolveError::Stopped(known)) => {
                self.status = self.status.max(1);
                let answer = match &known.best {
                    Some(best) => format!("{} moves, not as few as asked for: {best}", best.len()),
                    None => "no answer".to_owned(),
                };
                self.print(
                    &solved(&text, &known, elapsed),
                    &format!(
                        "{text}: {answer}, {}; a solution has at least {} moves [{} expanded, {:.6} s]",
                        known.reason,
                        known.lower_bound,
                        known.stats.expanded,
                        elapsed.as_secs_f64()
                    ),
                )
            }
            Err(error) => {
                self.status = 2;
                let error = error.to_string();
                self.print(
                    &json!({"line": line, "board": text, "error": error}),
                    &format!("{text}: {error}"),
                )
            }
        }
    }

    /// Solves a board, unless tables are built for it: then it gives up at once, and the tables are the next thing to do.
    fn solve_without_tables(
        &self,
        board: &DynBoard,
        started: Instant,
    ) -> Option<Result<Solution, SolveError>> {
        let mut draw = self.draw(started);
        let mut is_building = false;
        let mut control = self.limits().on_progress(|known| {
            is_building = known.tables.is_some();
            if is_building {
                return ControlFlow::Break(());
            }
            draw(known);
            ControlFlow::Continue(())
        });
        let result = self.solver.solve_with(board, &mut control);
        drop(control);
        (!is_building).then_some(result)
    }

    /// Returns the limits of a board.
    fn limits(&self) -> Control<'static> {
        let mut control = Control::new();
        if let Some(expanded) = self.options.max_nodes {
            control = control.max_nodes(expanded);
        }
        if let Some(timeout) = self.options.timeout {
            control = control.timeout(timeout);
        }
        control
    }

    /// Returns the limits of a board, and shows the progress.
    fn control(&self, started: Instant) -> Control<'static> {
        if self.progress.is_hidden() {
            return self.limits();
        }
        let mut draw = self.draw(started);
        self.limits().on_progress(move |known| {
            draw(known);
            ControlFlow::Continue(())
        })
    }

    /// Returns what draws the progress, ten times a second.
    fn draw(&self, started: Instant) -> impl FnMut(&Partial) + 'static {
        let (bar, number) = (self.progress.clone(), self.boards);
        let mut next_draw = Duration::from_millis(100);
        move |known| {
            let elapsed = started.elapsed();
            if elapsed < next_draw {
                return;
            }
            next_draw = elapsed + Duration::from_millis(100);
            let Partial {
                lower_bound,
                stats,
                tables,
                ..
            } = known;
            bar.set_message(if let Some(tables) = tables {
                let percent = 100 * tables.known / tables.entries.max(1);
                match tables.level {
                    0 => format!("tables: {percent} %"),
                    level => format!("tables: {percent} %, at distance {level}"),
                }
            } else {
                let rate = stats.expanded as f64 / elapsed.as_secs_f64() / 1e6;
                format!(
                    "board {number}: at least {lower_bound} moves, {:.1} M boards expanded, {rate:.0} M/s",
                    stats.expanded as f64 / 1e6
                )
            });
            bar.tick();
        }
    }

    fn print(&mut self, json: &Value, text: &str) -> Result<(), Failure> {
        let Self { out, options, .. } = self;
        self.progress.suspend(|| {
            if options.json {
                writeln!(out, "{json}")
            } else {
                writeln!(out, "{text}")
            }?;
            out.flush()
        })?;
        Ok(())
    }

    fn summarise(&mut self) -> Result<(), Failure> {
        let summary = json!({"summary": {
            "boards": self.boards,
            "solved": self.solved,
            "setup_seconds": seconds(self.setup),
            "solve_seconds": seconds(self.solving),
            "table_bytes": self.solver.table_bytes(),
            "threads": self.options.threads,
        }});
        writeln!(self.out, "{summary}")?;
        Ok(())
    }
}

fn solved(board: &str, known: &Partial, elapsed: Duration) -> Value {
    let length = known.best.as_ref().map(npuzzle::Moves::len);
    let mut object = json!({
        "board": board,
        "solvable": true,
        "length": length,
        "lower_bound": known.lower_bound,
        "optimal": length == Some(known.lower_bound),
    });
    if let Some(moves) = &known.best {
        object["moves"] = moves.to_string().into();
    }
    object["expanded"] = known.stats.expanded.into();
    object["generated"] = known.stats.generated.into();
    object["seconds"] = seconds(elapsed).into();
    object
}

fn sentence(solution: &Solution, elapsed: Duration) -> String {
    let length = solution.moves().len();
    let proof = if solution.is_optimal() {
        "no fewer are possible".to_owned()
    } else {
        format!("at least {} are needed", solution.lower_bound())
    };
    format!(
        "{length} moves ({proof}): {} [{} expanded, {:.6} s]",
        solution.moves(),
        solution.stats().expanded,
        elapsed.as_secs_f64()
    )
}

/// Seconds to the microsecond.
fn seconds(duration: Duration) -> f64 {
    duration.as_micros() as f64 / 1e6
}

/// Reads a board; a bare row of n*n numbers is a square.
fn read_board(text: &str) -> Result<DynBoard, String> {
    let board: DynBoard = text
        .parse()
        .map_err(|error: ParseBoardError| error.to_string())?;
    let shape = board.shape();
    let side = shape.cells().isqrt();
    if shape.rows() == 1 && shape.layers() == 1 && side * side == shape.cells() {
        let square = Shape::new(side, side, 1).map_err(|error| error.to_string())?;
        let tiles = board.tiles().iter().copied();
        return DynBoard::from_tiles(square, tiles).map_err(|error| error.to_string());
    }
    Ok(board)
}

fn parse_goal(text: &str) -> Result<Goal, String> {
    match text.parse() {
        Ok(Goal::Custom(_)) => read_board(text).map(Goal::from),
        Ok(goal) => Ok(goal),
        Err(error) => Err(format!(
            "{error}; a goal is blank-last, blank-first, snail or a board"
        )),
    }
}

fn parse_quality(text: &str) -> Result<Quality, String> {
    match text {
        "optimal" => return Ok(Quality::Optimal),
        "best" => return Ok(Quality::Best),
        "fast" => return Ok(Quality::Fast),
        _ => {}
    }
    let factor = text
        .strip_prefix("within=")
        .and_then(|factor| factor.parse::<f64>().ok());
    match factor {
        Some(factor) if (1.0..=100.0).contains(&factor) => Ok(Quality::Within {
            percent: ((factor - 1.0) * 100.0).round() as u16,
        }),
        _ => Err("a quality is optimal, within=FACTOR (1 to 100), best or fast".into()),
    }
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds")?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}
