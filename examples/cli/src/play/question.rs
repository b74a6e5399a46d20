//! The question before a started game is replaced.

use ratatui::crossterm::event::KeyCode;

use crate::play::game::Game;

/// A started game is in the slot of a new one.
pub(crate) struct Question {
    /// The game to begin.
    pub(crate) new: Game,
    /// The started game in the new one's slot; `None` if it is the game in play.
    pub(crate) stored: Option<Game>,
}

/// An answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Drop the started game.
    Begin,
    /// Continue the started game.
    Resume,
    /// Return to the game in play.
    Back,
}

impl Answer {
    /// Returns the answer of a key; `None` if the key is none.
    pub(crate) const fn of(key: KeyCode) -> Option<Self> {
        match key {
            KeyCode::Char('y') => Some(Self::Begin),
            KeyCode::Char('c') => Some(Self::Resume),
            KeyCode::Char('n' | 'q') | KeyCode::Esc => Some(Self::Back),
            _ => None,
        }
    }
}
