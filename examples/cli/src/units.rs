//! `npuzzle units`: one hard board on many machines, as files that any scheduler can hand out.
//!
//! A folder has the file `search.npuzzle`, and for each unit of its bound `unit-BOUND-NUMBER.npuzzle`.
//! All units of a bound are written before the search that refers to them, and those of the bound
//! before are removed after that: a crash at any point leaves the search and all of its units.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use npuzzle::stored::{SearchUnit, StoredError};
use npuzzle::{DynBoard, Goal, Metric, Search, Solver, SolverBuilder};

use crate::failure::Failure;
use crate::interrupt::{self, is_interrupted};
use crate::options::{GOAL, METRIC, parse_board, parse_seconds};
use crate::output::{self, print_line};
use crate::progress;
use crate::solve::{Tables, prepare_stored, with_cache};

/// Solve one hard board on many machines: files that any scheduler can hand out
#[derive(Args)]
#[command(after_help = "\
A search goes through bounds: is there a solution of 95 moves, of 97 ...? `split`
divides the search of a bound into files, `run` searches them anywhere, in any
order, and `join` reads them all: it prints a shortest solution, or writes the
files of the next bound.

  npuzzle units split \"BOARD\" --units 64 --dir D --memory 320 --cache T
  parallel npuzzle units run --cache T ::: D/unit-*.npuzzle
  npuzzle units join D --cache T

`join` exits with 1 as long as units are left, so that a script can repeat `run`
and `join`. A `run` that was killed resumes from what its file had stored last.
The answer is that of `npuzzle solve`.")]
pub(crate) struct Options {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Split(Split),
    Run(Run),
    Join(Join),
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
    /// Expand this number of boards before the rest is divided
    #[arg(long, value_name = "N", default_value_t = ALONE)]
    alone: u64,
    /// The folder of the files: a new one, or an empty one
    #[arg(long, value_name = "D")]
    dir: PathBuf,
    /// blank-last, blank-first, snail, or a board with * for any tile
    #[arg(long, default_value = "blank-last", value_parser = GOAL, hide_possible_values = true)]
    goal: Goal,
    /// Unit of moves: stm (single tiles) or mtm (runs of tiles)
    #[arg(long, default_value = "stm", value_parser = METRIC, hide_possible_values = true)]
    metric: Metric,
    #[command(flatten)]
    tables: Tables,
    /// Threads, 0 for all cores
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
}

/// Search units, and store their progress in their files
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

/// Join the units: print the solution, or the units left, or begin the next bound
#[derive(Args)]
struct Join {
    /// The folder of the files
    #[arg(value_name = "D")]
    dir: PathBuf,
    /// About this number of units for the next bound [default: as many as before]
    #[arg(long, value_name = "N")]
    units: Option<usize>,
    /// Expand this number of boards of the next bound before the rest is divided
    #[arg(long, value_name = "N", default_value_t = ALONE)]
    alone: u64,
    #[command(flatten)]
    machine: Machine,
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
    /// Returns a solver with the options of a stored search or unit.
    fn solver(&self, file: &Path, text: &str) -> Result<Solver, Failure> {
        let builder = SolverBuilder::from_stored(text).map_err(wrong(file))?;
        let builder = builder.threads(self.threads);
        Ok(with_cache(builder, self.cache.as_ref()).build())
    }
}

/// The usual number of boards that are expanded before a bound is divided, some seconds: small bounds
/// are proved in less time than other processes load their tables.
const ALONE: u64 = 20_000_000;

/// The exit status if units are left to run.
const LEFT: u8 = 1;

/// Does the task, and returns the exit status.
pub(crate) fn run(options: &Options) -> Result<u8, Failure> {
    match &options.task {
        Task::Split(options) => split(options),
        Task::Run(options) => run_files(options),
        Task::Join(options) => join(options),
    }
}

fn split(options: &Split) -> Result<u8, Failure> {
    let builder = options.tables.builder(&options.goal, options.metric);
    let solver = builder.threads(options.threads).build();
    let mut search = solver.search(&options.board)?;
    let unmade = Failure::of_file("make", &options.dir);
    fs::create_dir_all(&options.dir).map_err(&unmade)?;
    if fs::read_dir(&options.dir).map_err(unmade)?.next().is_some() {
        let name = options.dir.display();
        let error = format!("{name} is not empty: choose another folder, or remove its files");
        return Err(Failure::Wrong(error));
    }
    let (shape, cache) = (options.board.shape(), options.tables.cache.as_ref());
    prepare_stored(&solver, shape, cache);
    // Exit with 0: `split` is meant to leave units.
    divide(&options.dir, &mut search, options.units, options.alone).map(|_| 0)
}

/// Advances the search by the boards that it expands alone, and writes it and its units to the folder,
/// or prints its solution.
fn divide(folder: &Path, search: &mut Search, units: usize, alone: u64) -> Result<u8, Failure> {
    let before = unit_files(folder, "unit-")?;
    if alone > 0 {
        let limit = interrupt::control(None).max_nodes(alone);
        search.run(limit)?;
    }
    let mut units = match search.split_with(units, interrupt::control(None)) {
        Ok(units) => units,
        Err(StoredError::Solved) => Vec::new(),
        Err(StoredError::Stopped(reason)) => {
            let error = format!("stopped before there were units: {reason}");
            return Err(Failure::Stopped(error));
        }
        Err(error) => return Err(error.into()),
    };
    let bound = search.lower_bound();
    let mut names = Vec::new();
    for unit in &mut units {
        let (nth, of) = (unit.index(), unit.count());
        let digits = of.to_string().len();
        let name = folder.join(format!("unit-{bound}-{:0digits$}.npuzzle", nth + 1));
        write(&name, &unit.suspend()?)?;
        names.push(name);
    }
    write(&search_file(folder), &search.suspend()?)?;
    for file in before.iter().filter(|file| !names.contains(file)) {
        // The search does not refer to it: if it stays, it is not read again.
        let _ = fs::remove_file(file);
    }
    if let Some(solution) = search.solution() {
        print_line(solution)?;
        return Ok(0);
    }
    let (count, name) = (units.len() as u64, folder.display());
    let count = progress::counted(count, "unit");
    print_line(format_args!("bound {bound}: {count} in {name}"))?;
    Ok(LEFT)
}

fn run_files(options: &Run) -> Result<u8, Failure> {
    let mut solver: Option<Solver> = None;
    let (begin, files) = (Instant::now(), options.files.len());
    for (nth, file) in (1..).zip(&options.files) {
        let text = read(file)?;
        // Units of one search share their tables. Those of another one are an error here.
        let known = solver.as_ref().and_then(|it| it.resume_unit(&text).ok());
        let mut unit = if let Some(unit) = known {
            unit
        } else {
            let own = solver.insert(options.machine.solver(file, &text)?);
            let unit = own.resume_unit(&text).map_err(wrong(file))?;
            prepare_stored(own, unit.board().shape(), options.machine.cache.as_ref());
            unit
        };
        let before = unit.stats().expanded;
        run_unit(file, &mut unit, options.every)?;
        let stats = unit.stats();
        let found = match unit.found() {
            Some(moves) => {
                let metric = solver.as_ref().map(Solver::metric).unwrap_or_default();
                format!("{} found", progress::count(metric, metric.length(moves)))
            }
            None => "no solution".to_owned(),
        };
        let (name, expanded) = (file.display(), stats.expanded);
        let rate = (expanded - before) as f64 / stats.search.as_secs_f64().max(1e-3) / 1e6;
        let rest = begin.elapsed().mul_f64((files - nth) as f64 / nth as f64);
        let rest = match files {
            1 => String::new(),
            _ => format!("; {nth} of {files}, about {} left", progress::clock(rest)),
        };
        let work = format!("{expanded} expanded, {rate:.1} M/s");
        print_line(format_args!("{name}: {work}, {found}{rest}"))?;
    }
    Ok(0)
}

/// Searches a unit until it is done, and stores it regularly, and at Ctrl-C.
fn run_unit(file: &Path, unit: &mut SearchUnit, every: Duration) -> Result<(), Failure> {
    let (spinner, before) = (progress::spinner(), unit.stats().expanded);
    while !unit.is_done() {
        let number = unit_number(file);
        let show = progress::shown(&spinner, |known| progress::describe(number, before, known));
        // Without any time it would never advance.
        let every = every.max(Duration::from_millis(1));
        let control = interrupt::control(Some(every)).on_progress(show);
        unit.run(control).map_err(wrong(file))?;
        write(file, &unit.suspend()?)?;
        if is_interrupted() && !unit.is_done() {
            let stored = format!("{}: stored where it was stopped", file.display());
            return Err(Failure::Stopped(stored));
        }
    }
    spinner.finish_and_clear();
    Ok(())
}

/// Returns the number at the end of a file's name, for the progress.
fn unit_number(file: &Path) -> usize {
    let name = file.file_stem().and_then(|name| name.to_str());
    let number = name.and_then(|name| name.rsplit('-').next()?.parse().ok());
    number.unwrap_or_default()
}

fn join(options: &Join) -> Result<u8, Failure> {
    let (folder, file) = (&options.dir, search_file(&options.dir));
    let text = read(&file)?;
    let solver = options.machine.solver(&file, &text)?;
    let mut search = solver.resume(&text).map_err(wrong(&file))?;
    if search.solution().is_some() {
        return divide(folder, &mut search, 0, 0);
    }
    let (bound, count) = (search.lower_bound(), search.unit_count().unwrap_or(0));
    let mut units = Vec::new();
    // Files of other bounds were left by a crash.
    for file in unit_files(folder, &format!("unit-{bound}-"))? {
        let unit = solver.resume_unit(&read(&file)?).map_err(wrong(&file))?;
        if !search.owns(&unit) {
            let error = format!("{}: this is a unit of another search", file.display());
            return Err(Failure::Wrong(error));
        }
        units.push((file, unit));
    }
    let found = units.iter().filter(|(_, unit)| unit.found().is_some());
    let first_found = found.map(|(_, unit)| unit.index()).min().unwrap_or(count);
    let is_left = |unit: &SearchUnit| !unit.is_done() && unit.index() <= first_found;
    let left: Vec<_> = units.iter().filter(|(_, unit)| is_left(unit)).collect();
    if let [(next, _), ..] = left[..] {
        let (left, next) = (left.len(), next.display());
        let left = format!("bound {bound}: units left: {left} of {count}");
        print_line(format_args!("{left}\nnext: npuzzle units run {next}"))?;
        return Ok(LEFT);
    }
    let joined = search.join(units.into_iter().map(|(_, unit)| unit));
    joined.map_err(|error| match error {
        // Files are numbered from 1.
        StoredError::Unit { unit, fault } => {
            let name = folder.display();
            Failure::Wrong(format!("{name}: the file of unit {} {fault}", unit + 1))
        }
        error => wrong(folder)(error),
    })?;
    let (shape, cache) = (search.board().shape(), options.machine.cache.as_ref());
    prepare_stored(&solver, shape, cache);
    let units = options.units.unwrap_or(count);
    divide(folder, &mut search, units, options.alone)
}

fn search_file(folder: &Path) -> PathBuf {
    folder.join("search.npuzzle")
}

/// Returns the files of units whose names begin in a way, in the order of their names.
fn unit_files(folder: &Path, prefix: &str) -> Result<Vec<PathBuf>, Failure> {
    let unread = Failure::of_file("read", folder);
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(&unread)? {
        let name = entry.map_err(&unread)?.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(prefix) && name.ends_with(".npuzzle") {
            files.push(folder.join(&*name));
        }
    }
    files.sort();
    Ok(files)
}

/// Returns the failures of what a file or a folder has.
fn wrong<E: Error>(file: &Path) -> impl Fn(E) -> Failure {
    move |error| Failure::Wrong(format!("{}: {error:#}", file.display()))
}

fn read(file: &Path) -> Result<String, Failure> {
    fs::read_to_string(file).map_err(Failure::of_file("read", file))
}

/// Replaces a file as a whole.
fn write(file: &Path, text: &str) -> Result<(), Failure> {
    output::replace(file, text.as_bytes()).map_err(Failure::of_file("write", file))
}
