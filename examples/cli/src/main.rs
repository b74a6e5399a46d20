//! `npuzzle`: sliding puzzles on the command line.
//!
//! Each subcommand is a file of its own; they share `options` (how values are read), `failure` (what ends the program, and
//! with which status), `interrupt` (Ctrl-C), `progress`, `json` and `output` (files).

mod answer;
mod boards;
mod check_moves;
mod columns;
mod compare;
mod draw;
mod explain;
mod failure;
mod found;
mod homes;
mod input;
mod interrupt;
mod json;
mod lines;
mod options;
mod output;
mod play;
mod progress;
mod report;
mod resume;
mod shell;
mod single;
mod solve;
mod stopwatch;
mod teach;
mod topics;
mod units;
mod upcoming;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::failure::Failure;

/// Sliding puzzles of any size: why a board can or can't be solved, and how.
#[derive(Parser)]
#[command(version, propagate_version = true, after_help = notes())]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// Returns what follows the help: examples and the exit status.
fn notes() -> String {
    let status = topics::notes(&[&topics::STATUS]);
    format!("{EXAMPLES}\n\n{status}")
}

const EXAMPLES: &str = "\
Examples:
  npuzzle solve \"5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15\"
  npuzzle boards 4x4 100 | npuzzle solve --json
  npuzzle play
  npuzzle explain \"1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0\"";

#[derive(Subcommand)]
enum Command {
    Solve(Box<solve::Options>),
    CheckMoves(check_moves::Options),
    Boards(boards::Options),
    Draw(draw::Options),
    Play(play::Options),
    Explain(explain::Options),
    Teach(teach::Options),
    Compare(compare::Options),
    Units(units::Options),
    Completions(shell::Completions),
}

fn main() -> ExitCode {
    let result = match Arguments::try_parse() {
        Ok(arguments) => match arguments.command {
            Command::Solve(options) => solve::run(&options),
            Command::CheckMoves(options) => check_moves::run(&options),
            Command::Boards(options) => boards::run(&options),
            Command::Draw(options) => draw::run(&options),
            Command::Play(options) => play::run(&options),
            Command::Explain(options) => explain::run(&options),
            Command::Teach(options) => teach::run(&options),
            Command::Compare(options) => compare::run(&options),
            Command::Units(options) => units::run(&options),
            Command::Completions(options) => shell::completions(&options, Arguments::command()),
        },
        // Help and version are reported as errors.
        Err(error) => error
            .print()
            .and_then(|()| io::stdout().flush())
            .map(|()| u8::try_from(error.exit_code()).unwrap_or(2))
            .map_err(Failure::Output),
    };
    match result {
        Ok(status) => ExitCode::from(status),
        // The reader of the output has closed it, as `head` does.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            failure::complain(&failure);
            ExitCode::from(failure.status())
        }
    }
}
