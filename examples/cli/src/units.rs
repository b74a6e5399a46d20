//! `npuzzle units`: one hard board on many machines, as files that any scheduler can hand out.

mod folder;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Subcommand};
use npuzzle::{
    Control, DynBoard, Goal, HeuristicKind, Metric, Search, SearchUnit, Solution, Solver,
    SolverBuilder, SplitError,
};

use crate::failure::{Failure, in_words};
use crate::interrupt::{self, INTERRUPTED};
use crate::options::{
    USUAL_MEMORY, USUAL_SLIDES_MEMORY, parse_board, parse_goal, parse_metric, parse_seconds,
};
use crate::progress;
use folder::{Folder, Found, read};

/// Solve one hard board on many machines: files that any scheduler can hand out
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Options {
    #[command(subcommand)]
    task: Task,
}

const NOTES: &str = "\
A search goes through bounds: is there a solution of 95 moves, of 97 ...? `split`
divides the search of a bound into files, `run` searches them anywhere, in any
order, and `join` reads them all: it prints a shortest solution, or writes the
files of the next bound.

  npuzzle units split \"BOARD\" --units 64 --dir D --memory 320 --cache T
  parallel npuzzle units run --cache T ::: D/unit-*
  npuzzle units join D --cache T

`join` and `status` exit with 1 as long as units are left, so that a script can
repeat `run` and `join`. A `run` that was killed resumes from what its file had
stored last. All machines that see D may take part. If two of them run the same
file at the same time, both do the same work. The answer is that of
`npuzzle solve`.";

#[derive(Subcommand)]
enum Task {
    Split(Split),
    Run(Run),
    Join(Join),
    Status(Status),
}

/// Divide the search of a board into files
#[derive(Args)]
struct Split {
    /// A board such as "1 2 3/4 5 6/7 8 0"
    #[arg(value_parser = parse_board)]
    board: DynBoard,
    /// About this number of units
    #[arg(long, value_name = "N", default_value_t = 64)]
    units: usize,
    /// The folder of the files: a new one, or an empty one
    #[arg(long, value_name = "D")]
    dir: PathBuf,
    /// blank-last, blank-first, snail, or a board
    #[arg(long, default_value = "blank-last", value_parser = parse_goal)]
    goal: Goal,
    /// Unit of moves: tiles, or slides of whole runs of tiles
    #[arg(long, default_value = "tiles", value_parser = parse_metric)]
    metric: Metric,
    /// Memory for tables on each machine, in units of 1,048,576 bytes
    /// [default: 4,000,000 bytes, or 26,000,000 by slides]
    #[arg(long, value_name = "MIB", verbatim_doc_comment)]
    memory: Option<u32>,
    /// manhattan, linear-conflict, walking-distance or patterns
    /// [default: the best that fits]
    #[arg(long, value_name = "NAME", verbatim_doc_comment)]
    heuristic: Option<HeuristicKind>,
    #[command(flatten)]
    machine: Machine,
}

/// Search units, and store what is done in their files
#[derive(Args)]
struct Run {
    /// Files that `split` or `join` has written
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Store each unit after this time
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
    every: Duration,
    #[command(flatten)]
    machine: Machine,
}

/// Join the units: print the solution, or what is missing, or begin the next bound
#[derive(Args)]
struct Join {
    /// The folder of the files
    #[arg(value_name = "D")]
    dir: PathBuf,
    /// About this number of units for the next bound [default: as many as before]
    #[arg(long, value_name = "N")]
    units: Option<usize>,
    #[command(flatten)]
    machine: Machine,
}

/// Report the progress of the units
#[derive(Args)]
struct Status {
    /// The folder of the files
    #[arg(value_name = "D")]
    dir: PathBuf,
}

/// The options of each machine.
#[derive(Args)]
struct Machine {
    /// Keep tables in this folder
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// Threads, 0 for all cores
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
}

impl Machine {
    fn solver(&self, builder: SolverBuilder) -> Solver {
        let builder = builder.threads(self.threads);
        match &self.cache {
            Some(folder) => builder.cache_dir(folder).build(),
            None => builder.build(),
        }
    }
}

/// The exit status if units are left to run.
const LEFT: u8 = 1;

/// Does what the options say, and returns the exit status.
pub(crate) fn run(options: &Options) -> Result<u8, Failure> {
    interrupt::watch();
    match &options.task {
        Task::Split(options) => split(options),
        Task::Run(options) => run_files(options),
        Task::Join(options) => join(options),
        Task::Status(options) => status(&options.dir),
    }
}

fn split(options: &Split) -> Result<u8, Failure> {
    let usual = match options.metric {
        Metric::Slides => USUAL_SLIDES_MEMORY,
        _ => USUAL_MEMORY,
    };
    let memory = options.memory.map(|memory| u64::from(memory) << 20);
    let builder = Solver::builder()
        .goal(options.goal.clone())
        .metric(options.metric)
        .heuristic(options.heuristic.unwrap_or_default())
        .memory(memory.unwrap_or(usual));
    let solver = options.machine.solver(builder);
    let mut search = solver.search(&options.board).map_err(Failure::wrong)?;
    let folder = Folder::begin(&options.dir)?;
    // That units are left is what was asked for.
    share_out(&folder, &mut search, options.units).map(|_| 0)
}

/// Writes the units of a search and the search, or prints its solution.
fn share_out(folder: &Folder, search: &mut Search, units: usize) -> Result<u8, Failure> {
    let mut control = Control::new().cancel(&INTERRUPTED);
    match search.split_with(units, &mut control) {
        Ok(units) => {
            folder.store(search, &units)?;
            let (bound, count, dir) = (search.lower_bound(), units.len(), folder.path().display());
            println!("bound {bound}: {count} units in {dir}");
            Ok(LEFT)
        }
        Err(SplitError::Solved) => {
            let solution = search.solution().cloned();
            folder.store(search, &[])?;
            tell(solution.as_ref())
        }
        Err(SplitError::Stopped(reason)) => Err(Failure::Stopped(format!(
            "stopped before there were units: {reason}"
        ))),
        Err(error) => Err(Failure::wrong(error)),
    }
}

/// Prints a solution.
fn tell(solution: Option<&Solution>) -> Result<u8, Failure> {
    let Some(solution) = solution else {
        return Err(Failure::Stopped("the search has no solution".into()));
    };
    println!("{solution}");
    Ok(0)
}

fn run_files(options: &Run) -> Result<u8, Failure> {
    let mut solver: Option<Solver> = None;
    for file in &options.files {
        let text = read(file)?;
        let named = |error: &dyn std::error::Error| {
            Failure::Wrong(format!("{}: {}", file.display(), in_words(error)))
        };
        // Units of one search have the same tables.
        let known = solver.as_ref().and_then(|it| it.resume_unit(&text).ok());
        let mut unit = if let Some(unit) = known {
            unit
        } else {
            let builder = SolverBuilder::from_stored(&text).map_err(|error| named(&error))?;
            let own = solver.insert(options.machine.solver(builder));
            own.resume_unit(&text).map_err(|error| named(&error))?
        };
        run_unit(file, &mut unit, options.every)?;
        if !unit.is_done() {
            return Err(Failure::Stopped(format!(
                "{}: stored where it was stopped",
                file.display()
            )));
        }
        println!("{}: {}", file.display(), done(&unit));
    }
    Ok(0)
}

/// Says what a unit that is done has found.
fn done(unit: &SearchUnit) -> String {
    let expanded = unit.stats().expanded;
    match unit.found() {
        Some(moves) => format!("{expanded} expanded, {} moves found", moves.len()),
        None => format!("{expanded} expanded, no solution"),
    }
}

/// Searches a unit until it is done or Ctrl-C is pressed, and stores it now and then.
fn run_unit(file: &Path, unit: &mut SearchUnit, every: Duration) -> Result<(), Failure> {
    let bar = progress::spinner();
    while !unit.is_done() {
        let mut show = progress::at_times(|known, elapsed| {
            bar.set_message(progress::describe(unit_number(file), known, elapsed));
            bar.tick();
        });
        let started = std::time::Instant::now();
        let mut control = Control::new()
            .cancel(&INTERRUPTED)
            .timeout(every)
            .on_progress(move |known| show(known, started.elapsed()));
        let result = unit.run(&mut control);
        drop(control);
        result
            .map_err(|error| Failure::Wrong(format!("{}: {}", file.display(), in_words(&error))))?;
        folder::write_unit(file, unit)?;
        if interrupt::is_interrupted() {
            break;
        }
    }
    bar.finish_and_clear();
    Ok(())
}

/// Returns the number at the end of a file's name, for what is shown.
fn unit_number(file: &Path) -> usize {
    let name = file.file_stem().and_then(|name| name.to_str());
    let number = name.and_then(|name| name.rsplit('-').next()?.parse().ok());
    number.unwrap_or_default()
}

fn join(options: &Join) -> Result<u8, Failure> {
    let folder = Folder::open(&options.dir)?;
    let text = folder.search()?;
    let builder = SolverBuilder::from_stored(&text).map_err(|error| folder.wrong(&error))?;
    let solver = options.machine.solver(builder);
    let mut search = solver.resume(&text).map_err(|error| folder.wrong(&error))?;
    if search.solution().is_some() {
        return tell(search.solution());
    }
    let found = folder.units(&solver, &search)?;
    if let Some(left) = found.left()? {
        println!("{}", found.places.in_words(search.lower_bound()));
        println!("{left}");
        return Ok(LEFT);
    }
    let count = found.units.len();
    let units = found.units.into_iter().map(|(_, unit)| unit);
    search.join(units).map_err(|error| folder.wrong(&error))?;
    if search.solution().is_some() {
        let solution = search.solution().cloned();
        folder.store(&search, &[])?;
        return tell(solution.as_ref());
    }
    share_out(&folder, &mut search, options.units.unwrap_or(count))
}

fn status(dir: &Path) -> Result<u8, Failure> {
    let folder = Folder::open(dir)?;
    let text = folder.search()?;
    let builder = SolverBuilder::from_stored(&text).map_err(|error| folder.wrong(&error))?;
    let solver = builder.build();
    let search = solver.resume(&text).map_err(|error| folder.wrong(&error))?;
    if search.solution().is_some() {
        return tell(search.solution());
    }
    let Found { places, .. } = folder.units(&solver, &search)?;
    println!("{}", places.in_words(search.lower_bound()));
    Ok(if places.is_complete() { 0 } else { LEFT })
}
