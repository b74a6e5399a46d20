//! Boards for a class to decide, and the answers.

use std::io::{self, Write};

use clap::ValueEnum;
use npuzzle::{DynBoard, Goal};

/// The sheets of a quiz.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sheet {
    Questions,
    Answers,
    Both,
}

pub(crate) fn print(
    out: &mut impl Write,
    boards: &[DynBoard],
    goal: &Goal,
    seed: u64,
    sheet: Sheet,
) -> io::Result<()> {
    if sheet != Sheet::Answers {
        writeln!(
            out,
            "Which of these boards can be solved, and why? The goal is {goal}; 0 is the blank."
        )?;
        for (number, board) in (1..).zip(boards) {
            writeln!(out, "\nBoard {number}\n")?;
            for row in format!("{board:#}").lines() {
                writeln!(out, "  {row}")?;
            }
        }
    }
    if sheet == Sheet::Both {
        writeln!(out)?;
    }
    if sheet != Sheet::Questions {
        writeln!(out, "Answers (seed {seed})\n")?;
        for (number, board) in (1..).zip(boards) {
            writeln!(out, "{number}. {board}\n   {}", board.solvability(goal))?;
        }
    }
    Ok(())
}
