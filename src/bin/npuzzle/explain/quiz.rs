//! Boards for a class to decide, and the answers.

use std::io::{self, Write};

use npuzzle::{DynBoard, Goal};

use crate::explain::Sheet;

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
