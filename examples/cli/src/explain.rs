//! `npuzzle explain`: why a board can or can't be solved, step by step; and boards to practise on.

mod proof;
mod quiz;

use std::io::{self, Write};

use clap::Args;
use npuzzle::{DynBoard, Goal, Shape};

use crate::failure::Failure;
use crate::json::write_line;
use crate::options::{parse_board, parse_goal, parse_shape};
use proof::Proof;
use quiz::Sheet;

/// Explain why a board can or can't be solved, step by step
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Options {
    /// A board such as "1 2 3/4 5 6/7 8 0"
    #[arg(value_name = "BOARD", value_parser = parse_board, required_unless_present = "quiz")]
    board: Option<DynBoard>,
    /// blank-last, blank-first, snail, or a board
    #[arg(long, default_value = "blank-last", value_parser = parse_goal)]
    goal: Goal,
    /// Print N boards to decide, and the answers
    #[arg(long, value_name = "N", conflicts_with = "board")]
    quiz: Option<u32>,
    /// Seed of the first board of the quiz; the others count up from it
    #[arg(long, default_value_t = 1, conflicts_with = "board")]
    seed: u64,
    /// The shape of the boards of the quiz
    #[arg(long, default_value = "3x3", value_parser = parse_shape, conflicts_with = "board")]
    shape: Shape,
    /// Sheets to print
    #[arg(long, value_enum, default_value_t = Sheet::Both, conflicts_with = "board")]
    sheet: Sheet,
    /// Print JSON: one object a board
    #[arg(long)]
    json: bool,
}

const NOTES: &str = "\
Examples:
  npuzzle explain \"1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0\"
  npuzzle explain --quiz 10 --seed 7 --shape 4x4 --sheet questions";

/// Explains, and returns the exit status.
pub(crate) fn run(options: &Options) -> Result<u8, Failure> {
    let goal = &options.goal;
    let mut out = io::BufWriter::new(io::stdout());
    if let Some(board) = &options.board {
        goal.fits(board.shape()).map_err(Failure::wrong)?;
        let proof = Proof::new(board, goal);
        if options.json {
            write_line(&mut out, &proof.json())?;
        } else {
            write!(out, "{proof}")?;
        }
    } else {
        let shape = options.shape;
        goal.fits(shape).map_err(Failure::wrong)?;
        let seeds = (options.seed..).take(options.quiz.unwrap_or(0) as usize);
        let boards: Vec<DynBoard> = seeds
            .map(|seed| DynBoard::permutation_from_seed(shape, seed))
            .collect();
        if options.json {
            for board in &boards {
                write_line(&mut out, &Proof::new(board, goal).json())?;
            }
        } else {
            quiz::print(&mut out, &boards, goal, options.seed, options.sheet)?;
        }
    }
    out.flush()?;
    Ok(0)
}
