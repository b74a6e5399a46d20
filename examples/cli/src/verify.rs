//! `npuzzle verify`: plays a given solution, and reports the moves that lost.

use std::io::{self, Read, Write};
use std::mem;
use std::time::Duration;

use clap::{Args, ValueEnum};
use npuzzle::notation::Notation;
use npuzzle::{
    Analysis, Direction, DynBoard, Goal, Metric, MoveError, Moves, ParseError, Solver, Verdict,
};
use serde_json::{Value, json};

use crate::failure::{Failure, told};
use crate::input::parse_board_file;
use crate::interrupt;
use crate::json::write_line;
use crate::options::{GOAL, METRIC, parse_board, parse_seconds};
use crate::output::unless_closed;
use crate::progress::{count, shown, spinner};

/// Verify a given solution: play its moves
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 if the moves solve the board, 1 if they do not, 2 if the board or
the moves can't be read, or a tile named by its number is not next to the blank.
With --analyse 1 also if the time limit came before all was known (an unknown
number is '-', in JSON null), and 2 also if the board can't be solved.")]
pub(crate) struct Options {
    /// A board such as "1 2 3/4 5 6/7 8 0", unless --file has it
    #[arg(value_name = "BOARD", allow_hyphen_values = true)]
    first: String,
    /// Moves such as LUL or R2D, or the numbers of the tiles that move;
    /// - reads them from standard input
    #[arg(
        value_name = "MOVES",
        required_unless_present = "file",
        allow_hyphen_values = true,
        verbatim_doc_comment
    )]
    second: Option<String>,
    /// Read the board from a file; - is standard input
    #[arg(long, value_name = "F", value_parser = parse_board_file, conflicts_with = "second")]
    file: Option<DynBoard>,
    /// Contents of the list [default: the way of each tile, or its number]
    #[arg(long, value_name = "AS")]
    moves: Option<Listed>,
    /// blank-last, blank-first, snail, or a board with * for any tile
    #[arg(long, default_value = "blank-last", value_parser = GOAL, hide_possible_values = true)]
    goal: Goal,
    /// Unit of moves: stm (single tiles) or mtm (runs of tiles)
    #[arg(long, default_value = "stm", value_parser = METRIC, hide_possible_values = true)]
    metric: Metric,
    /// Print the moves that lost, with a better one: for each the fewest moves before and after it
    #[arg(long)]
    analyse: bool,
    /// Give up the analysis after this time
    #[arg(long, value_name = "SECONDS", requires = "analyse", value_parser = parse_seconds)]
    timeout: Option<Duration>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The contents of a list of moves.
#[derive(Clone, Copy, ValueEnum)]
enum Listed {
    /// The way that the blank moves: RDL
    Blank,
    /// The cells that the blank goes to, from 1: 6 9 8
    Cells,
    /// The tiles that move: 5 6 8
    #[value(alias = "tile")]
    Tiles,
    /// Row, column and, in a box, layer of the cells, from 1: 2 3, 3 3
    Coordinates,
}

impl Listed {
    fn read(self, board: &DynBoard, text: &str) -> Result<Moves, ParseError> {
        match self {
            Self::Blank => Moves::parse_as(text, Notation::Blank),
            Self::Cells => Moves::parse_cells(board, text),
            Self::Tiles => Moves::parse_on(board, text),
            Self::Coordinates => Moves::parse_coordinates(board, text),
        }
    }
}

/// Plays the moves, and returns the exit status.
pub(crate) fn run(options: &Options) -> Result<u8, Failure> {
    let Options { goal, metric, .. } = options;
    let (board, list) = match (&options.file, &options.second) {
        (Some(board), _) => (board.clone(), Some(&options.first)),
        (None, list) => {
            let board = parse_board(&options.first).map_err(Failure::Wrong)?;
            (board, list.as_ref())
        }
    };
    let board = &board;
    let mut text = list.cloned().unwrap_or_default();
    if text == "-" {
        text.clear();
        let read = io::stdin().lock().read_to_string(&mut text);
        read.map_err(|error| Failure::Wrong(format!("the moves can't be read: {error:#}")))?;
    }
    let listed = options.moves.unwrap_or(Listed::Tiles).read(board, &text);
    let moves =
        listed.map_err(|error| Failure::Wrong(told(error) + &hint(options, board, &text)))?;
    let mut verdict = npuzzle::verify(board, &moves, goal).map_err(Failure::wrong)?;
    let mut hint = if verdict.is_solved {
        String::new()
    } else {
        hint(options, board, &text)
    };
    let is_of_blank = matches!(options.moves, Some(Listed::Blank));
    if is_of_blank && mem::take(&mut verdict.is_solved_by_blank) {
        hint += "; as moves of the tiles they solve it";
    }
    let (solves, illegal) = (verdict.is_solved, verdict.illegal.as_ref());
    let mut out = io::stdout().lock();
    let (printed, is_done) = if options.analyse && illegal.is_none() {
        let analysis = analyse(options, board, &moves)?;
        let printed = if options.json {
            write_line(&mut out, &analysis_object(board, &analysis))
        } else {
            print(&mut out, *metric, &analysis)
        };
        let is_known = analysis.moves.iter().all(|it| it.lost().is_some());
        (printed, solves && is_known)
    } else if options.json {
        (
            write_line(&mut out, &object(options, board, &moves, &verdict)),
            solves,
        )
    } else if solves {
        let other = match metric {
            Metric::MultiTile => Metric::SingleTile,
            _ => Metric::MultiTile,
        };
        let [length, other] = [*metric, other].map(|it| count(it, it.length(&moves)));
        let printed = writeln!(out, "{board}: solved in {length} ({other})");
        (printed, solves)
    } else {
        let printed = writeln!(out, "{board}: not solved: {verdict}{hint}");
        (printed, solves)
    };
    unless_closed(printed.and_then(|()| out.flush()))?;
    Ok(u8::from(!is_done))
}

/// Returns the result in JSON.
fn object(options: &Options, board: &DynBoard, moves: &Moves, verdict: &Verdict) -> Value {
    let mut object = json!({
        "board": board.to_string(),
        "solves": verdict.is_solved,
        "length": options.metric.length(moves),
        "tiles": Metric::SingleTile.length(moves),
        "slides": Metric::MultiTile.length(moves),
    });
    if let Some(MoveError::Illegal { index, .. }) = verdict.illegal {
        object["illegal_move"] = json!(index + 1);
    }
    if let Some(illegal) = &verdict.illegal {
        object["error"] = json!(illegal.to_string());
    } else {
        if moves.is_empty() && !verdict.is_solved {
            object["error"] = json!(verdict.to_string());
        }
        object["end"] = json!(verdict.end.to_string());
    }
    if verdict.is_solved_by_blank {
        object["solves_by_blank"] = json!(true);
    }
    object
}

/// Returns the option by which a list solves the board, if that is not given.
fn hint(options: &Options, board: &DynBoard, text: &str) -> String {
    let goal = &options.goal;
    let solves = |it: &Listed| {
        let moves = it.read(board, text).ok();
        let verdict = moves.and_then(|moves| npuzzle::verify(board, &moves, goal).ok());
        verdict.is_some_and(|it| it.is_solved)
    };
    let listed = [
        ("cells", Listed::Cells),
        ("coordinates", Listed::Coordinates),
    ];
    let solving = listed
        .iter()
        .find(|(_, it)| options.moves.is_none() && solves(it));
    solving.map_or_else(String::new, |(name, _)| {
        format!("; with --moves {name} they solve it")
    })
}

fn analyse(options: &Options, board: &DynBoard, moves: &Moves) -> Result<Analysis, Failure> {
    let Options {
        goal,
        metric,
        timeout,
        ..
    } = options;
    interrupt::watch();
    let solver = Solver::builder().goal(goal.clone()).metric(*metric).build();
    let spinner = spinner();
    let show = shown(&spinner, |known| {
        format!("{} boards expanded", known.stats.expanded)
    });
    let control = interrupt::control(*timeout).on_progress(show);
    let analysis = solver.analyse_with(board, moves, control);
    spinner.finish_and_clear();
    analysis.map_err(Failure::wrong)
}

/// Returns the text of a run of tiles.
fn run_in_letters((direction, tiles): (Direction, usize)) -> String {
    let run: Moves = std::iter::repeat_n(direction, tiles).collect();
    format!("{run:#}")
}

/// Returns the analysis in JSON; `null` stands for what is not known.
fn analysis_object(board: &DynBoard, analysis: &Analysis) -> Value {
    let steps = analysis.moves.iter().map(|it| {
        json!({
            "move": run_in_letters((it.direction, it.tiles)),
            "tile": it.tile,
            "before": it.before,
            "after": it.after,
            "lost": it.lost(),
            "better": it.better.map(run_in_letters),
        })
    });
    json!({
        "board": board.to_string(),
        "solved": analysis.solved,
        "length": analysis.moves.len(),
        "shortest": analysis.shortest,
        "steps": steps.collect::<Value>(),
    })
}

/// Prints a table, and the sum of it.
fn print(mut out: impl Write, metric: Metric, analysis: &Analysis) -> io::Result<()> {
    let number = |number: Option<usize>| number.map_or_else(|| "-".to_owned(), |it| it.to_string());
    writeln!(out, "   no  move  tile  before  after")?;
    for (nth, it) in (1..).zip(&analysis.moves) {
        let run = run_in_letters((it.direction, it.tiles));
        let (before, after) = (number(it.before), number(it.after));
        write!(
            out,
            "{nth:5}  {run:4}  {:4}  {before:>6}  {after:>5}",
            it.tile
        )?;
        match (it.lost(), it.better) {
            (Some(true), Some(better)) => {
                writeln!(out, "  lost: {} is better", run_in_letters(better))?;
            }
            (Some(true), None) => writeln!(out, "  lost: the board was solved")?,
            _ => writeln!(out)?,
        }
    }
    let length = analysis.moves.len();
    let verdict = if analysis.solved {
        "solved in"
    } else {
        "not solved by"
    };
    write!(out, "{verdict} {}", count(metric, length))?;
    match analysis.shortest {
        None => write!(out, "; the fewest are not known")?,
        Some(shortest) if analysis.solved && shortest == length => {
            write!(out, ", the fewest")?;
        }
        Some(shortest) if analysis.solved => write!(
            out,
            ", {} more than the fewest",
            count(metric, length.saturating_sub(shortest))
        )?,
        Some(shortest) => write!(out, "; a shortest solution has {}", count(metric, shortest))?,
    }
    match analysis.first_lost() {
        Some(first) => writeln!(out, "; the first detour was move {}", first + 1),
        None => writeln!(out),
    }
}
