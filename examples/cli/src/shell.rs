//! `npuzzle completions`: what shells read.

use clap::{Args, Command};
use clap_complete::Shell;

use crate::failure::Failure;
use crate::output::write_to;

/// Print completions for a shell
#[derive(Args)]
#[command(after_help = "Example, for bash:
  npuzzle completions bash > ~/.local/share/bash-completion/completions/npuzzle")]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints completions, and returns the exit status.
pub(crate) fn completions(options: &Completions, mut program: Command) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut program, "npuzzle", &mut script);
    write_to(None, &script)?;
    Ok(0)
}
