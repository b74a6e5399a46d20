//! The game as a program of the terminal.

use std::time::Duration;

use ratatui::Frame;
use ratatui::crossterm::event::Event;

use crate::play::app::App;
use crate::play::view;
use crate::tui::Program;

impl Program for App {
    fn handle(&mut self, event: &Event) {
        self.hear(event);
    }

    fn pass(&mut self, time: Duration) {
        self.wait(time);
    }

    fn work(&mut self) -> bool {
        self.think()
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        self.grid = view::draw(self, frame);
    }

    fn is_over(&self) -> bool {
        Self::is_over(self)
    }
}
