//! `npuzzle teach`: a solution by hand, each step named and explained.

use std::collections::BTreeSet;
use std::io::{self, Write};

use clap::Args;
use npuzzle::DynBoard;
use npuzzle::lesson::{Lesson, LessonError};

use crate::failure::Failure;
use crate::input::OneBoard;
use crate::progress::{counted, moves};

/// Teach how to solve a board by hand, each step named and explained
#[derive(Args)]
#[command(after_help = "\
Example:
  npuzzle teach \"8 1 3/4 0 2/7 6 5\" --goal snail

The reason of a step is printed the first time, the board after each step if it
has 256 cells at most. The moves are more than a solver needs: each step is one
that people do by heart.")]
pub(crate) struct Options {
    #[command(flatten)]
    input: OneBoard,
    /// Print the steps alone, without reasons and boards
    #[arg(long)]
    brief: bool,
}

/// The most cells of boards that are printed after each step.
const MOST_PRINTED: usize = 256;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let (board, goal) = (options.input.board(), &options.input.goal);
    let mut out = io::BufWriter::new(io::stdout());
    match Lesson::new(board, goal) {
        Ok(_) if board.is_solved_for(goal) => writeln!(out, "{board}: this is the goal")?,
        Ok(lesson) => write_lesson(&mut out, options, lesson)?,
        Err(LessonError::Unsolvable(why)) => writeln!(out, "{board}: {why}")?,
        Err(error) => return Err(error.into()),
    }
    Ok(out.flush()?)
}

/// Writes the steps one by one, then their number and that of their moves.
fn write_lesson(out: &mut impl Write, options: &Options, mut lesson: Lesson) -> io::Result<()> {
    let is_drawn = !options.brief && options.input.board().shape().cells() <= MOST_PRINTED;
    let draw = |out: &mut dyn Write, board: &DynBoard| {
        let text = format!("{board:#}");
        let mut rows = text.lines().filter(|_| is_drawn);
        rows.try_for_each(|row| writeln!(out, "       {row}"))
    };
    writeln!(
        out,
        "A letter is the way a tile moves into the blank: up, down, left or right."
    )?;
    if is_drawn {
        writeln!(out)?;
    }
    draw(out, lesson.board())?;
    let mut line = None;
    let mut explained = BTreeSet::new();
    let (mut steps, mut length) = (0, 0);
    while let Some(step) = lesson.next() {
        if line.replace(step.line()) != Some(step.line()) {
            writeln!(out, "\n{}:", step.line())?;
        }
        steps += 1;
        length += step.moves().len();
        writeln!(out, "{steps:3}. {step}")?;
        if !options.brief && explained.insert(step.manoeuvre().reason()) {
            writeln!(out, "     {}", step.manoeuvre().reason())?;
        }
        draw(out, lesson.board())?;
    }
    writeln!(out, "\n{} in {}.", moves(length), counted(steps, "step"))
}
