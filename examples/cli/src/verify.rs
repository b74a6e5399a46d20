//! `npuzzle verify`: plays a given solution, and reports the moves that lost.

use std::io;
use std::mem;
use std::time::Duration;

use clap::{Args, ValueEnum};
use npuzzle::notation::Notation;
use npuzzle::{
    Analysis, Direction, DynBoard, Goal, Metric, MoveError, Moves, ParseError, Solver, Status,
    Verdict,
};
use serde_json::{Value, json};

use crate::failure::{Failure, told};
use crate::input::parse_board_file;
use crate::json;
use crate::options::{GOAL, METRIC, parse_board, parse_seconds};
use crate::output::print_line;
use crate::progress::{self, count};

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
    #[arg(value_name = "MOVES", required_unless_present = "file")]
    #[arg(allow_hyphen_values = true, verbatim_doc_comment)]
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
        (Some(board), _) => (board, Some(&options.first)),
        (None, list) => (
            &parse_board(&options.first).map_err(Failure::Wrong)?,
            list.as_ref(),
        ),
    };
    let mut text = list.cloned().unwrap_or_default();
    if text == "-" {
        text = io::read_to_string(io::stdin())
            .map_err(|error| Failure::Wrong(format!("the moves can't be read: {error:#}")))?;
    }
    let listed = options.moves.unwrap_or(Listed::Tiles).read(board, &text);
    let moves =
        listed.map_err(|error| Failure::Wrong(told(error) + &hint(options, board, &text)))?;
    let mut verdict = npuzzle::verify(board, &moves, goal)?;
    let is_of_blank = matches!(options.moves, Some(Listed::Blank));
    let is_of_tiles = is_of_blank && mem::take(&mut verdict.is_solved_by_blank);
    let mut is_done = verdict.is_solved;
    print_line(if options.analyse && verdict.illegal.is_none() {
        let analysis = analyse(options, board, &moves)?;
        is_done &= analysis.moves.iter().all(|it| it.lost().is_some());
        if options.json {
            json::line(&analysis_object(board, &analysis))
        } else {
            table(*metric, &analysis)
        }
    } else if options.json {
        json::line(&object(options, board, &moves, &verdict))
    } else if verdict.is_solved {
        let other = match metric {
            Metric::MultiTile => Metric::SingleTile,
            _ => Metric::MultiTile,
        };
        let [length, other] = [*metric, other].map(|it| count(it, it.length(&moves)));
        format!("{board}: solved in {length} ({other})")
    } else {
        let mut hint = hint(options, board, &text);
        if is_of_tiles {
            hint += "; as moves of the tiles they solve it";
        }
        format!("{board}: not solved: {verdict}{hint}")
    })?;
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
    let solves = |listed: Listed| {
        let moves = listed.read(board, text).ok();
        let verdict = moves.and_then(|it| npuzzle::verify(board, &it, &options.goal).ok());
        options.moves.is_none() && verdict.is_some_and(|it| it.is_solved)
    };
    let listed = [
        ("cells", Listed::Cells),
        ("coordinates", Listed::Coordinates),
    ];
    let solving = listed.into_iter().find(|&(_, it)| solves(it));
    solving.map_or_else(String::new, |(name, _)| {
        format!("; with --moves {name} they solve it")
    })
}

fn analyse(options: &Options, board: &DynBoard, moves: &Moves) -> Result<Analysis, Failure> {
    let builder = Solver::builder().goal(options.goal.clone());
    let solver = builder.metric(options.metric).build();
    let show = |known: &Status| format!("{} boards expanded", known.stats.expanded);
    Ok(progress::watched(options.timeout, show, |control| {
        solver.analyse_with(board, moves, control)
    })?)
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

/// Returns a table, and the sum of it.
fn table(metric: Metric, analysis: &Analysis) -> String {
    let number = |number: Option<usize>| number.map_or_else(|| "-".to_owned(), |it| it.to_string());
    let mut lines = vec!["   no  move  tile  before  after".to_owned()];
    for (nth, it) in (1..).zip(&analysis.moves) {
        let run = run_in_letters((it.direction, it.tiles));
        let (tile, before, after) = (it.tile, number(it.before), number(it.after));
        let lost = match (it.lost(), it.better) {
            (Some(true), Some(better)) => format!("  lost: {} is better", run_in_letters(better)),
            (Some(true), None) => "  lost: the board was solved".to_owned(),
            _ => String::new(),
        };
        lines.push(format!(
            "{nth:5}  {run:4}  {tile:4}  {before:>6}  {after:>5}{lost}"
        ));
    }
    let (length, is_solved) = (analysis.moves.len(), analysis.solved);
    let verdict = if is_solved {
        "solved in"
    } else {
        "not solved by"
    };
    let fewest = match analysis.shortest {
        None => "; the fewest are not known".to_owned(),
        Some(shortest) if !is_solved => {
            format!("; a shortest solution has {}", count(metric, shortest))
        }
        Some(shortest) if shortest == length => ", the fewest".to_owned(),
        Some(shortest) => {
            let more = count(metric, length.saturating_sub(shortest));
            format!(", {more} more than the fewest")
        }
    };
    let detour = analysis.first_lost().map_or_else(String::new, |first| {
        format!("; the first detour was move {}", first + 1)
    });
    lines.push(format!(
        "{verdict} {}{fewest}{detour}",
        count(metric, length)
    ));
    lines.join("\n")
}
