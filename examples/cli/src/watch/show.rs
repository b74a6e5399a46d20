//! A solution in the terminal.

use std::time::Duration;

use npuzzle::{DynBoard, Goal, Moves};
use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout};
use ratatui::style::Style;
use ratatui::text::Line;

use crate::progress::moves as in_words;
use crate::tui::{BoardView, Grid, Palette, Program, Tint};

/// A solution, being shown.
pub(crate) struct Show {
    board: DynBoard,
    goal: Goal,
    moves: Moves,
    /// The number of moves that were made.
    time: usize,
    pace: Duration,
    /// Since the last move.
    waited: Duration,
    is_paused: bool,
    is_over: bool,
    palette: Palette,
}

impl Show {
    pub(crate) fn new(board: DynBoard, goal: Goal, moves: Moves, pace: Duration) -> Self {
        Self {
            board,
            goal,
            moves,
            time: 0,
            pace,
            waited: Duration::ZERO,
            is_paused: false,
            is_over: false,
            palette: Palette::of_environment(),
        }
    }

    fn forward(&mut self) {
        if self.time < self.moves.len() && self.board.slide(self.moves[self.time]).is_ok() {
            self.time += 1;
        }
    }

    fn back(&mut self) {
        if let Some(last) = self.time.checked_sub(1) {
            if self.board.slide(self.moves[last].opposite()).is_ok() {
                self.time = last;
            }
        }
    }

    fn style(&self, cell: usize) -> Style {
        let tile = self.board.tiles()[cell];
        // The blank is where the last tile came from.
        let moved = self.time.checked_sub(1).and_then(|last| {
            let to = self.moves[last];
            self.board.shape().neighbour(self.board.blank(), to)
        });
        let tint = if moved == Some(cell) {
            Tint::Hue(1)
        } else if self.goal.tile_at(self.board.shape(), cell) == Some(tile) {
            Tint::Good
        } else {
            Tint::Plain
        };
        self.palette.style(tint)
    }
}

impl Program for Show {
    fn handle(&mut self, event: &Event) {
        let Event::Key(key) = event else { return };
        if key.kind == KeyEventKind::Release {
            return;
        }
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if is_control => self.is_over = true,
            KeyCode::Char('q') | KeyCode::Esc => self.is_over = true,
            KeyCode::Char(' ') => self.is_paused = !self.is_paused,
            KeyCode::Right | KeyCode::Char('l') => {
                self.is_paused = true;
                self.forward();
            }
            KeyCode::Left | KeyCode::Char('h') => {
                self.is_paused = true;
                self.back();
            }
            KeyCode::Home => {
                while self.time > 0 {
                    self.back();
                }
            }
            KeyCode::Char('+') => self.pace = (self.pace * 2 / 3).max(Duration::from_millis(20)),
            KeyCode::Char('-') => self.pace = (self.pace * 3 / 2).min(Duration::from_secs(5)),
            _ => {}
        }
    }

    fn pass(&mut self, time: Duration) {
        if self.is_paused {
            self.waited = Duration::ZERO;
            return;
        }
        self.waited += time;
        // A terminal that was asleep does not make up for it.
        if self.waited >= self.pace {
            self.waited = Duration::ZERO;
            self.forward();
        }
    }

    fn work(&mut self) -> bool {
        false
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        let rows = [
            Constraint::Length(1),
            Constraint::Min(1),
            Constraint::Length(1),
        ];
        let [head, middle, foot] = Layout::vertical(rows).areas(frame.area());
        let made = match self.time.checked_sub(1) {
            Some(last) => format!(
                "move {} of {}: {}",
                self.time,
                self.moves.len(),
                self.moves[last]
            ),
            None => in_words(self.moves.len()),
        };
        frame.render_widget(Line::raw(made).centered(), head);
        let view = BoardView {
            board: &self.board,
            grid: Grid::new(&self.board, middle),
            style: &|cell| self.style(cell),
        };
        frame.render_widget(view, middle);
        let pause = if self.is_paused { "goes on" } else { "pauses" };
        let keys = format!("space {pause}   ← → a move   + - pace   q ends");
        let style = self.palette.style(Tint::Muted);
        frame.render_widget(Line::styled(keys, style).centered(), foot);
    }

    fn is_over(&self) -> bool {
        self.is_over
    }
}
