//! The loop between the terminal and a program that is driven by events.

use std::io;
use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;

/// The time between two pictures.
const FRAME: Duration = Duration::from_millis(33);

/// A program that owns no part of the terminal: it receives events and the time, and draws itself
/// on request. So tests drive it without a terminal.
pub(crate) trait Program {
    /// Handles a key, the mouse, or a new size.
    fn handle(&mut self, event: &Event);

    /// Handles the passing of time.
    fn pass(&mut self, time: Duration);

    /// Runs a slice of long work, of about a millisecond; returns `false` if there is none.
    fn work(&mut self) -> bool;

    /// Draws the program, and notes the areas that react to clicks.
    fn draw(&mut self, frame: &mut Frame<'_>);

    /// True if the user has left.
    fn is_over(&self) -> bool;
}

/// Runs a program in the terminal to its end, and leaves the terminal as it was.
pub(crate) fn run(program: &mut impl Program) -> io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    let result = execute!(io::stdout(), EnableMouseCapture).and_then(|()| {
        let mut drawn = Instant::now();
        while !program.is_over() {
            program.pass(drawn.elapsed());
            drawn = Instant::now();
            terminal.draw(|frame| program.draw(frame))?;
            // Works until the next picture, but lets no key wait.
            let mut is_busy = true;
            while let Some(left) = FRAME.checked_sub(drawn.elapsed()) {
                is_busy = is_busy && program.work();
                let wait = if is_busy { Duration::ZERO } else { left };
                if event::poll(wait)? {
                    program.handle(&event::read()?);
                    break;
                }
            }
        }
        Ok(())
    });
    // Both, whatever has failed.
    let mouse = execute!(io::stdout(), DisableMouseCapture);
    let restored = ratatui::try_restore();
    result.and(mouse).and(restored)
}
