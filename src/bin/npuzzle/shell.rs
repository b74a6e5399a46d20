//! `npuzzle completions` and `npuzzle manual`: what shells and `man` read.

use clap::{Args, Command};
use clap_complete::Shell;

use crate::failure::Failure;
use crate::output::write_to;

/// Print completions for a shell
#[derive(Args)]
#[command(after_help = "Example, for bash:
  npuzzle completions bash > ~/.local/share/bash-completion/completions/npuzzle")]
pub(crate) struct Completions {
    /// bash, elvish, fish, powershell or zsh
    #[arg(value_enum)]
    shell: Shell,
}

/// Print the manual, or a page of it, for `man`
#[derive(Args)]
#[command(after_help = "Example:
  npuzzle manual solve > npuzzle-solve.1 && man ./npuzzle-solve.1")]
pub(crate) struct Manual {
    /// A command, such as solve [default: the program]
    command: Option<String>,
}

/// Prints completions, and returns the exit status.
pub(crate) fn completions(options: &Completions, mut program: Command) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut program, "npuzzle", &mut script);
    write_to(None, &script)?;
    Ok(0)
}

/// Prints a page of the manual, and returns the exit status.
pub(crate) fn manual(options: &Manual, mut program: Command) -> Result<u8, Failure> {
    // Names its commands `npuzzle-solve` and so on.
    program.build();
    let page = match &options.command {
        None => program,
        Some(name) => {
            let command = program.find_subcommand(name).cloned();
            command.ok_or_else(|| Failure::Wrong(format!("there is no command {name}")))?
        }
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    write_to(None, &text)?;
    Ok(0)
}
