//! The part of a long text that is on the screen.

use std::cell::Cell;

use ratatui::crossterm::event::KeyCode;

/// The position in a text that is scrolled, in rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scroll {
    top: u16,
    /// The rows that are seen, and the last `top`: known once the text was drawn.
    drawn: Cell<[u16; 2]>,
}

impl Scroll {
    /// Scrolls, if the key does that; `false` if it doesn't.
    pub(crate) fn press(&mut self, key: KeyCode) -> bool {
        let [page, last] = self.drawn.get();
        let top = self.top.min(last);
        self.top = match key {
            KeyCode::Up | KeyCode::Char('k') => top.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => top + 1,
            KeyCode::PageUp => top.saturating_sub(page),
            KeyCode::PageDown | KeyCode::Char(' ') => top.saturating_add(page),
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => return false,
        }
        .min(last);
        true
    }

    /// Notes the size of the text and of its place, and returns the first row to draw.
    pub(crate) fn place(&self, rows: u16, page: u16) -> u16 {
        let last = rows.saturating_sub(page);
        self.drawn.set([page, last]);
        self.top.min(last)
    }
}
