//! `npuzzle teach`: a solution by hand, each step named and explained.

use std::collections::BTreeSet;
use std::io::{self, Write};

use clap::Args;
use npuzzle::lesson::{Lesson, LessonError, LessonStep, Manoeuvre};
use npuzzle::{DynBoard, Goal, Quality, Solution, Solver};
use serde::Serialize;

use crate::failure::Failure;
use crate::json::write_line;
use crate::options::{parse_board, parse_goal};
use crate::progress::moves;

/// Teach how to solve a board by hand, each step named and explained
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Options {
    /// A board such as "1 2 3/4 5 6/7 8 0"
    #[arg(value_name = "BOARD", value_parser = parse_board)]
    board: DynBoard,
    /// blank-last, blank-first, snail, or a board
    #[arg(long, default_value = "blank-last", value_parser = parse_goal)]
    goal: Goal,
    /// Print the steps alone, without reasons and boards
    #[arg(long)]
    brief: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const NOTES: &str = "\
Example:
  npuzzle teach \"8 1 3/4 0 2/7 6 5\" --goal snail

The reason of a step is printed the first time, the board after each step if it
has 256 cells at most. The moves are more than a solver needs: each step is one
that people do by heart.";

/// The most cells of boards that are printed after each step.
const MOST_PRINTED: usize = 256;

/// The most cells of boards whose solution is looked for, and the boards expanded for it: less than
/// a second.
const MOST_SOLVED: usize = 100;
const BUDGET: u64 = 250_000;

/// Teaches, and returns the exit status.
pub(crate) fn run(options: &Options) -> Result<u8, Failure> {
    let Options { board, goal, .. } = options;
    let mut out = io::BufWriter::new(io::stdout());
    let lesson = match Lesson::new(board, goal) {
        Ok(lesson) => lesson,
        Err(LessonError::Unsolvable(why)) => {
            if options.json {
                let object = Unsolvable {
                    board: board.to_string(),
                    solvable: false,
                    reason: why.to_string(),
                };
                write_line(&mut out, &object)?;
            } else {
                writeln!(out, "{board}: {why}")?;
            }
            out.flush()?;
            return Ok(0);
        }
        Err(error) => return Err(Failure::wrong(error)),
    };
    let has_boards = !options.brief && board.shape().cells() <= MOST_PRINTED;
    if options.json {
        write_line(&mut out, &Taught::new(options, lesson, has_boards))?;
    } else {
        write_lesson(&mut out, options, lesson, has_boards)?;
    }
    out.flush()?;
    Ok(0)
}

/// Writes the steps as they come, then how many moves they have and a solver needs.
fn write_lesson(
    out: &mut impl Write,
    options: &Options,
    mut lesson: Lesson,
    has_boards: bool,
) -> io::Result<()> {
    let Options { board, goal, .. } = options;
    if board.is_solved_for(goal) {
        return writeln!(out, "{board}: this is the goal");
    }
    writeln!(
        out,
        "A letter is the way a tile moves into the blank: up, down, left or right."
    )?;
    if has_boards {
        writeln!(out)?;
        write_board(out, lesson.board())?;
    }
    let mut line = None;
    let mut explained = BTreeSet::new();
    let (mut steps, mut length) = (0, 0);
    while let Some(step) = lesson.next() {
        if line.replace(step.line()) != Some(step.line()) {
            writeln!(out, "\n{}", capitalized(&step.line().to_string()))?;
        }
        steps += 1;
        length += step.moves().len();
        writeln!(out, "{steps:3}. {step}")?;
        if !options.brief && explained.insert(step.manoeuvre().name()) {
            writeln!(out, "     {}", step.manoeuvre().reason())?;
        }
        if has_boards {
            write_board(out, lesson.board())?;
        }
    }
    let count = if steps == 1 {
        "1 step"
    } else {
        &format!("{steps} steps")
    };
    writeln!(out, "\n{} in {count}.", moves(length))?;
    match solution(board, goal) {
        Some(found) if found.is_optimal() => {
            writeln!(out, "A shortest solution has {}.", moves(found.length()))
        }
        Some(found) => writeln!(
            out,
            "A solver finds a solution of {}.",
            moves(found.length())
        ),
        None => writeln!(
            out,
            "Any solution has at least {}.",
            moves(board.manhattan(goal))
        ),
    }
}

fn write_board(out: &mut impl Write, board: &DynBoard) -> io::Result<()> {
    for row in format!("{board:#}").lines() {
        writeln!(out, "       {row}")?;
    }
    Ok(())
}

/// The object for a board that can't be solved.
#[derive(Serialize)]
struct Unsolvable {
    board: String,
    solvable: bool,
    reason: String,
}

/// The object for a lesson.
#[derive(Serialize)]
struct Taught {
    board: String,
    goal: String,
    solvable: bool,
    length: usize,
    steps: Vec<StepObject>,
    solver_length: Option<usize>,
    lower_bound: usize,
}

/// A step in the object for a lesson.
#[derive(Serialize)]
struct StepObject {
    step: &'static str,
    line: String,
    tiles: Vec<u16>,
    words: String,
    reason: &'static str,
    moves: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
}

impl Taught {
    fn new(options: &Options, mut lesson: Lesson, has_boards: bool) -> Self {
        let Options { board, goal, .. } = options;
        let mut steps = Vec::new();
        let mut length = 0;
        while let Some(step) = lesson.next() {
            length += step.moves().len();
            let board = has_boards.then(|| lesson.board().to_string());
            steps.push(StepObject::new(&step, board));
        }
        let found = solution(board, goal);
        let bound = found.as_ref().map(Solution::lower_bound);
        Self {
            board: board.to_string(),
            goal: goal.to_string(),
            solvable: true,
            length,
            steps,
            solver_length: found.as_ref().map(Solution::length),
            lower_bound: bound.unwrap_or_else(|| board.manhattan(goal)),
        }
    }
}

impl StepObject {
    fn new(step: &LessonStep, board: Option<String>) -> Self {
        let manoeuvre = step.manoeuvre();
        let tiles = match manoeuvre {
            Manoeuvre::Place { tile, .. }
            | Manoeuvre::ToCorner { tile, .. }
            | Manoeuvre::BelowCorner { tile, .. } => vec![tile],
            Manoeuvre::TurnCorner { first, second }
            | Manoeuvre::LeadAround { first, second, .. } => vec![first, second],
            _ => Vec::new(),
        };
        Self {
            step: manoeuvre.name(),
            line: step.line().to_string(),
            tiles,
            words: manoeuvre.to_string(),
            reason: manoeuvre.reason(),
            moves: step.moves().to_string(),
            board,
        }
    }
}

/// Returns a short solution, if the board is small enough to have one soon.
fn solution(board: &DynBoard, goal: &Goal) -> Option<Solution> {
    if board.shape().cells() > MOST_SOLVED {
        return None;
    }
    let builder = Solver::builder().goal(goal.clone()).quality(Quality::Best);
    builder.budget(BUDGET).build().solve(board).ok()
}

fn capitalized(words: &str) -> String {
    let (first, rest) = words.split_at(words.len().min(1));
    first.to_uppercase() + rest
}
