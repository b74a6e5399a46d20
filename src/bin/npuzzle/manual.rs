//! `npuzzle manual`: the manual, as text or for `man`.

pub(crate) mod topics;

use std::fmt::Write;
use std::io;

use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use crate::failure::Failure;
use crate::output::write_to;
use topics::TOPICS;

/// Print the manual, or the page of a command
#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle manual | less
  npuzzle manual solve
  npuzzle manual --man > npuzzle.1 && man ./npuzzle.1")]
pub(crate) struct Manual {
    /// A command, such as solve [default: the manual of all]
    command: Option<String>,
    /// Print a page for the program man (roff)
    #[arg(long)]
    man: bool,
}

/// Prints the manual or a page of it, and returns the exit status.
pub(crate) fn manual(options: &Manual, mut program: Command) -> Result<u8, Failure> {
    // Names its commands `npuzzle-solve` and so on.
    program.build();
    let page = match &options.command {
        None if options.man => whole_for_man(program)?,
        None => whole(&program).into_bytes(),
        Some(name) => {
            let command = program.find_subcommand(name).cloned();
            let mut command =
                command.ok_or_else(|| Failure::Wrong(format!("there is no command {name}")))?;
            if options.man {
                let mut page = Vec::new();
                Man::new(command).render(&mut page)?;
                page
            } else {
                command.render_long_help().to_string().into_bytes()
            }
        }
    };
    write_to(None, &page)?;
    Ok(0)
}

/// Returns the manual as text.
fn whole(program: &Command) -> String {
    let mut text = String::new();
    section(
        &mut text,
        "Name",
        &format!("npuzzle {}", program.get_version().unwrap_or_default()),
    );
    let about = program.get_about().map(ToString::to_string);
    section(&mut text, "Description", &about.unwrap_or_default());
    let mut commands = String::new();
    for command in program.get_subcommands() {
        let about = command.get_about().map(ToString::to_string);
        // Writing to a string never fails.
        let _ = writeln!(
            commands,
            "{:13}{}",
            command.get_name(),
            about.unwrap_or_default()
        );
    }
    commands.push_str("\nnpuzzle manual COMMAND prints the options of a command.");
    section(&mut text, "Commands", &commands);
    for topic in TOPICS {
        section(&mut text, topic.title, topic.text);
    }
    text
}

/// Adds a section, its lines indented.
fn section(text: &mut String, title: &str, content: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&title.to_uppercase());
    text.push('\n');
    for line in content.lines() {
        if !line.is_empty() {
            text.push_str("   ");
            text.push_str(line);
        }
        text.push('\n');
    }
}

/// Returns the manual for `man`.
fn whole_for_man(program: Command) -> io::Result<Vec<u8>> {
    let man = Man::new(program);
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_subcommands_section(&mut page)?;
    let mut topics = Roff::new();
    for topic in TOPICS {
        topics.control("SH", [topic.title.to_uppercase().as_str()]);
        for paragraph in topic.text.split("\n\n") {
            let is_list = paragraph.starts_with("  ");
            topics.control("PP", []);
            // Without filling, the lines of a list stay as they are.
            topics.control(if is_list { "nf" } else { "fi" }, []);
            topics.text([roman(paragraph)]);
            topics.control("fi", []);
        }
    }
    topics.to_writer(&mut page)?;
    Ok(page)
}
