//! `npuzzle stats`: solves a large random board and says what the solution is like.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;
use npuzzle::tables::Partition;
use npuzzle::{Control, DynBoard, Goal, Moves, Partial, Quality, Shape, SolveError, Solver};
use serde::Serialize;

use crate::failure::Failure;
use crate::interrupt::{self, INTERRUPTED};
use crate::json::write_line;
use crate::options::{USUAL_MEMORY, parse_named_goal, parse_seconds, parse_shape, shape_in_words};
use crate::progress::{self, moves};

/// Solve a large random board and print statistics of the solution
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Options {
    /// 50 for a square, 30x60, or 6x6x6 for a box
    #[arg(default_value = "50", value_parser = parse_shape)]
    shape: Shape,
    /// The seed of the board
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// blank-last, blank-first or snail
    #[arg(long, default_value = "blank-last", value_parser = parse_named_goal)]
    goal: Goal,
    /// Stop after this time
    #[arg(long, value_parser = parse_seconds, allow_negative_numbers = true)]
    seconds: Option<Duration>,
    /// Look for a shorter solution for this time
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, allow_negative_numbers = true)]
    improve: Option<Duration>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Solvers have tables of groups of tiles for shapes of these numbers of cells.
const TABLE_CELLS: RangeInclusive<usize> = 10..=32;

const NOTES: &str = "\
A solution is built at once; --improve looks for a shorter one. Ctrl-C ends
either: the answer is what was found until then.";

/// Prints the statistics, and returns the exit status.
pub(crate) fn run(options: &Options) -> Result<u8, Failure> {
    interrupt::watch();
    let report = solve(options)?;
    let mut out = io::stdout().lock();
    if options.json {
        write_line(&mut out, &report.json())?;
    } else {
        out.write_all(report.in_words().as_bytes())?;
    }
    out.flush()?;
    Ok(0)
}

fn solve(options: &Options) -> Result<Report, Failure> {
    let Options {
        shape, ref goal, ..
    } = *options;
    let board = DynBoard::from_seed_for(shape, goal, options.seed).map_err(Failure::wrong)?;
    let started = Instant::now();
    let left = || {
        options
            .seconds
            .map(|all| all.saturating_sub(started.elapsed()))
    };

    // A rough estimate of the expansions: the bar stops at its end.
    let estimate = (unit(shape) * 1.5) as u64;
    let bar = progress::bar(estimate);
    let show = |known: &Partial| {
        let made = known.stats.expanded;
        bar.set_position(made.min(estimate));
        bar.set_message(format!("{made} moves tried"));
    };
    let built = attempt(&board, goal, Quality::Fast, left(), &bar, show)?;
    bar.finish_and_clear();
    let built =
        built.ok_or_else(|| Failure::Stopped("there was no time for a solution".to_owned()))?;
    let built_in = started.elapsed();

    let mut best = built.moves.clone();
    let mut lower_bound = built.lower_bound;
    if let Some(improve) = options.improve {
        let time = left().map_or(improve, |left| left.min(improve));
        let improving = Instant::now();
        let bar = progress::bar(time.as_millis() as u64);
        let show = |known: &Partial| {
            bar.set_position(improving.elapsed().as_millis() as u64);
            let shortest = known.best.as_ref().map_or(best.len(), Moves::len);
            bar.set_message(format!(
                "{} ({:.3} {}), at least {}",
                moves(shortest),
                shortest as f64 / unit(shape),
                unit_name(shape),
                known.lower_bound
            ));
        };
        let improved = attempt(&board, goal, Quality::Best, Some(time), &bar, show)?;
        bar.finish_and_clear();
        if let Some(improved) = improved {
            lower_bound = lower_bound.max(improved.lower_bound);
            if improved.moves.len() < best.len() {
                best = improved.moves;
            }
        }
    }
    let tally = Tally::of(&board, goal, &best)?;
    let home = goal.home(shape).map_err(Failure::wrong)?;
    let partition = TABLE_CELLS
        .contains(&shape.cells())
        .then(|| Partition::choose(shape, home, USUAL_MEMORY).ok())
        .flatten();
    Ok(Report {
        shape,
        goal: goal.to_string(),
        seed: options.seed,
        moves: best.len(),
        tally,
        build_bytes: partition.map(|partition| partition.build_bytes()),
        lower_bound,
        built: built.moves.len(),
        built_in,
        time: started.elapsed(),
    })
}

/// A solution, and the number of moves that every solution needs at least.
struct Found {
    moves: Moves,
    lower_bound: usize,
}

/// Solves a board; `None` if the time is up, or Ctrl-C was pressed, before there is a solution.
fn attempt(
    board: &DynBoard,
    goal: &Goal,
    quality: Quality,
    time: Option<Duration>,
    bar: &ProgressBar,
    mut show: impl FnMut(&Partial),
) -> Result<Option<Found>, Failure> {
    let builder = Solver::builder().goal(goal.clone()).quality(quality);
    let solver = builder.memory(USUAL_MEMORY).build();
    let mut control = Control::new().cancel(&INTERRUPTED);
    if let Some(time) = time {
        control = control.timeout(time);
    }
    if !bar.is_hidden() {
        let mut show = progress::at_times(|known, _| show(known));
        control = control.on_progress(move |known| show(known, Duration::ZERO));
    }
    match solver.solve_with(board, &mut control) {
        Ok(solution) => Ok(Some(Found {
            lower_bound: solution.lower_bound(),
            moves: solution.into_moves(),
        })),
        Err(SolveError::Stopped(_)) => Ok(None),
        Err(error) => Err(Failure::wrong(error)),
    }
}

/// Returns the cells times the mean side: n^3 for n x n.
fn unit(shape: Shape) -> f64 {
    let (sides, axes) = if shape.is_flat() {
        (shape.rows() + shape.columns(), 2)
    } else {
        (shape.rows() + shape.columns() + shape.layers(), 3)
    };
    shape.cells() as f64 * sides as f64 / f64::from(axes)
}

/// Returns the name of [`unit`] in short.
const fn unit_name(shape: Shape) -> &'static str {
    if shape.is_flat() && shape.rows() == shape.columns() {
        "n^3"
    } else {
        "x cells x side"
    }
}

/// Counts made while a solution is played.
struct Tally {
    manhattan: usize,
    /// Moves in which several tiles may slide at once.
    slides: usize,
    /// The tile that moved most, and how often.
    most_moved: Option<(usize, u64)>,
}

impl Tally {
    /// Plays the solution, so that every figure is of moves that were made on the board.
    fn of(board: &DynBoard, goal: &Goal, moves: &Moves) -> Result<Self, Failure> {
        let mut end = board.clone();
        let mut moves_of = vec![0_u64; board.shape().cells()];
        for direction in moves {
            let tile = end.slide(direction).map_err(Failure::wrong)?;
            moves_of[usize::from(tile)] += 1;
        }
        if !end.is_solved_for(goal) {
            let reason = "these moves do not solve the board";
            return Err(Failure::Wrong(reason.to_owned()));
        }
        let most_moved = (1..moves_of.len()).max_by_key(|&tile| moves_of[tile]);
        Ok(Self {
            manhattan: board.manhattan(goal),
            slides: moves.multi_tile_len(),
            most_moved: most_moved.map(|tile| (tile, moves_of[tile])),
        })
    }
}

/// The statistics in JSON.
#[derive(Serialize)]
struct Object<'a> {
    shape: String,
    goal: &'a str,
    seed: u64,
    cells: usize,
    moves: usize,
    slides: usize,
    turns: usize,
    moves_per_cell: f64,
    moves_per_cell_and_side: f64,
    manhattan: usize,
    moves_per_manhattan: Option<f64>,
    moves_per_tile: Option<f64>,
    most_moved: Option<MostMoved>,
    lower_bound: usize,
    built: Built,
    table_memory: u64,
    table_build_bytes: Option<u64>,
    seconds: f64,
}

#[derive(Serialize)]
struct MostMoved {
    tile: usize,
    moves: u64,
}

/// The solution built at once.
#[derive(Serialize)]
struct Built {
    moves: usize,
    seconds: f64,
    moves_per_second: f64,
}

/// All that is printed.
struct Report {
    shape: Shape,
    goal: String,
    seed: u64,
    moves: usize,
    tally: Tally,
    /// The most memory that building the tables of the shape takes at a time.
    build_bytes: Option<u64>,
    lower_bound: usize,
    /// The length of the solution built at once, and its time.
    built: usize,
    built_in: Duration,
    time: Duration,
}

impl Report {
    fn per_cell(&self) -> f64 {
        self.moves as f64 / self.shape.cells() as f64
    }

    fn per_unit(&self) -> f64 {
        self.moves as f64 / unit(self.shape)
    }

    fn per_manhattan(&self) -> Option<f64> {
        let manhattan = self.tally.manhattan;
        (manhattan > 0).then(|| self.moves as f64 / manhattan as f64)
    }

    fn per_tile(&self) -> Option<f64> {
        let tiles = self.shape.cells() - 1;
        (tiles > 0).then(|| self.moves as f64 / tiles as f64)
    }

    const fn turns(&self) -> usize {
        self.tally.slides.saturating_sub(1)
    }

    fn built_per_second(&self) -> f64 {
        self.built as f64 / self.built_in.as_secs_f64()
    }

    fn json(&self) -> Object<'_> {
        let most_moved = self.tally.most_moved;
        Object {
            shape: shape_in_words(self.shape),
            goal: &self.goal,
            seed: self.seed,
            cells: self.shape.cells(),
            moves: self.moves,
            slides: self.tally.slides,
            turns: self.turns(),
            moves_per_cell: self.per_cell(),
            moves_per_cell_and_side: self.per_unit(),
            manhattan: self.tally.manhattan,
            moves_per_manhattan: self.per_manhattan(),
            moves_per_tile: self.per_tile(),
            most_moved: most_moved.map(|(tile, moves)| MostMoved { tile, moves }),
            lower_bound: self.lower_bound,
            built: Built {
                moves: self.built,
                seconds: self.built_in.as_secs_f64(),
                moves_per_second: self.built_per_second(),
            },
            table_memory: USUAL_MEMORY,
            table_build_bytes: self.build_bytes,
            seconds: self.time.as_secs_f64(),
        }
    }

    fn in_words(&self) -> String {
        let figure =
            |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |it| format!("{it:.4}"));
        let shape = shape_in_words(self.shape);
        let cells = match self.shape.cells() {
            1 => "1 cell".to_owned(),
            cells => format!("{cells} cells"),
        };
        let most_moved = self.tally.most_moved.map_or_else(
            || "-".to_owned(),
            |(tile, count)| format!("tile {tile}, {}", moves(count as usize)),
        );
        let tables = self.build_bytes.map_or_else(
            || "none for this shape".to_owned(),
            |build| {
                let (most, build) = (USUAL_MEMORY as f64 / 1e6, build as f64 / 1e6);
                format!("up to {most} MB, built in {build:.1} MB")
            },
        );
        let lines = [
            ("board", format!("{shape}, seed {}: {cells}", self.seed)),
            ("moves", self.moves.to_string()),
            ("  per cell", figure(Some(self.per_cell()))),
            (
                "  per cell and mean side",
                format!("{} (n x n: in n^3)", figure(Some(self.per_unit()))),
            ),
            ("  per tile", figure(self.per_tile())),
            (
                "  of the Manhattan distance",
                format!(
                    "{} x {}",
                    figure(self.per_manhattan()),
                    self.tally.manhattan
                ),
            ),
            ("at least needed", self.lower_bound.to_string()),
            (
                "slides",
                format!(
                    "{} (a run of tiles is one), {} changes of direction",
                    self.tally.slides,
                    self.turns()
                ),
            ),
            ("most moved", most_moved),
            (
                "built",
                format!(
                    "{} in {:.4} s, {:.0} a second",
                    moves(self.built),
                    self.built_in.as_secs_f64(),
                    self.built_per_second()
                ),
            ),
            ("tables", tables),
            ("time", format!("{:.4} s", self.time.as_secs_f64())),
        ];
        lines
            .map(|(name, value)| format!("{name:28}{value}\n"))
            .concat()
    }
}
