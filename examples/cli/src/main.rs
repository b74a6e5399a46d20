//! `npuzzle`: sliding puzzles on the command line.
//!
//! Each subcommand is a file of its own; they share `options` (parsing of values), `failure`
//! (errors and exit status), `interrupt` (Ctrl-C), `progress`, `json`, `plot`, `rounds` and `output`
//! (files).

mod answer;
mod boards;
mod compare;
mod distances;
mod draw;
mod explain;
mod failure;
mod input;
mod interrupt;
mod json;
mod options;
mod output;
#[cfg(feature = "play")]
mod play;
mod plot;
mod progress;
mod rounds;
mod solve;
mod teach;
mod textbook;
mod units;
mod verify;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use crate::failure::Failure;
use crate::output::write_to;

/// Sliding puzzles of any size: why a board can or can't be solved, and how.
#[derive(Parser)]
#[command(
    name = "npuzzle",
    version,
    propagate_version = true,
    after_help = "\
Examples:
  npuzzle solve \"5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15\"
  npuzzle boards 4x4 100 | npuzzle solve --json
  npuzzle play
  npuzzle explain \"1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0\"

Exit status: 0 if every board got an answer (\"unsolvable\" is one), 1 if a limit
or Ctrl-C came first, 2 if the input or an option is wrong. 2 wins over 1."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Solve(Box<solve::Options>),
    Boards(boards::Options),
    Explain(explain::Options),
    Teach(teach::Options),
    Verify(verify::Options),
    Draw(draw::Options),
    Compare(compare::Options),
    Distances(distances::Options),
    #[cfg(feature = "play")]
    Play(play::Options),
    /// Play in the terminal, if built with the feature play
    #[cfg(not(feature = "play"))]
    Play {
        #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
        _options: Vec<String>,
    },
    Units(units::Options),
    /// Print completions for a shell
    #[command(after_help = "\
Example, for bash:
  npuzzle completions bash > ~/.local/share/bash-completion/completions/npuzzle")]
    Completions {
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Print the manual page of the command or of a subcommand, as roff
    #[command(after_help = "\
Examples:
  npuzzle man > npuzzle.1
  npuzzle man solve | man -l -")]
    Man {
        /// A subcommand such as solve
        subcommand: Option<String>,
    },
}

/// Has the system map the stack that a search needs while there is memory: where it may not grow
/// later, the process would end by a signal.
#[inline(never)]
#[expect(clippy::large_stack_arrays, reason = "that is what maps it")]
fn map_stack() {
    std::hint::black_box([0_u8; 1 << 18]);
}

fn main() -> ExitCode {
    map_stack();
    let result = match Arguments::try_parse() {
        Ok(arguments) => match arguments.command {
            Command::Solve(options) => solve::run(&options),
            Command::Boards(options) => boards::run(&options).map(|()| 0),
            Command::Explain(options) => explain::run(&options).map(|()| 0),
            Command::Teach(options) => teach::run(&options).map(|()| 0),
            Command::Verify(options) => verify::run(&options),
            Command::Draw(options) => draw::run(&options).map(|()| 0),
            Command::Compare(options) => compare::run(&options).map(|()| 0),
            Command::Distances(options) => distances::run(&options).map(|()| 0),
            #[cfg(feature = "play")]
            Command::Play(options) => play::run(&options).map(|()| 0),
            #[cfg(not(feature = "play"))]
            Command::Play { .. } => Err(Failure::Wrong(
                "this build has no game: give cargo --features play".into(),
            )),
            Command::Units(options) => units::run(&options),
            Command::Completions { shell } => completions(shell).map(|()| 0),
            Command::Man { subcommand } => manual(subcommand.as_deref()).map(|()| 0),
        },
        // Help and version are reported as errors.
        Err(error) => {
            let printed = error.print().and_then(|()| io::stdout().flush());
            match (printed, error.exit_code()) {
                (Err(unprinted), 0) => Err(Failure::Output(unprinted)),
                (_, status) => Ok(status as u8),
            }
        }
    };
    match result {
        Ok(status) => ExitCode::from(status),
        // The reader has closed the output, as `head` does.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            failure::complain(&failure);
            ExitCode::from(failure.status())
        }
    }
}

/// Prints the manual page of the command, or of a subcommand.
fn manual(subcommand: Option<&str>) -> Result<(), Failure> {
    let mut command = Arguments::command();
    command.build();
    let mut words = subcommand.into_iter().flat_map(|name| name.split('-'));
    let found = words.try_fold(&command, |it, word| it.find_subcommand(word));
    let name = subcommand.unwrap_or_default();
    let page = found.ok_or_else(|| Failure::Wrong(format!("there is no subcommand {name}")))?;
    let mut roff = Vec::new();
    clap_mangen::Man::new(page.clone()).render(&mut roff)?;
    write_to(None, &roff)
}

fn completions(shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "npuzzle", &mut script);
    write_to(None, &script)
}
