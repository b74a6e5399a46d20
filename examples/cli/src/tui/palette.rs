//! The colours of the terminal, if it may have any.

use std::env;

use ratatui::style::{Color, Modifier, Style};

/// True if there are colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Palette {
    pub(crate) has_colours: bool,
}

/// The role of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tint {
    Plain,
    /// A tile at home, and all that is well.
    Good,
    /// Highlights.
    Mark,
    /// Errors.
    Bad,
    Muted,
    /// Different things.
    Hue(usize),
}

/// The terminal's own colours: they suit its background.
const HUES: [Color; 8] = [
    Color::Cyan,
    Color::Yellow,
    Color::Magenta,
    Color::Blue,
    Color::Red,
    Color::LightCyan,
    Color::LightYellow,
    Color::LightMagenta,
];

impl Palette {
    /// Follows the convention of `NO_COLOR`: any value but an empty one turns colours off.
    pub(crate) fn of_environment() -> Self {
        Self {
            has_colours: env::var_os("NO_COLOR").is_none_or(|it| it.is_empty()),
        }
    }

    pub(crate) const fn style(self, tint: Tint) -> Style {
        let style = Style::new();
        if !self.has_colours {
            return match tint {
                Tint::Mark => style.add_modifier(Modifier::REVERSED),
                Tint::Good | Tint::Bad => style.add_modifier(Modifier::BOLD),
                Tint::Muted => style.add_modifier(Modifier::DIM),
                Tint::Plain | Tint::Hue(_) => style,
            };
        }
        match tint {
            Tint::Plain => style,
            Tint::Good => style.fg(Color::Green),
            Tint::Mark => style.fg(Color::Black).bg(Color::Yellow),
            Tint::Bad => style.fg(Color::Red),
            Tint::Muted => style.fg(Color::DarkGray),
            Tint::Hue(nth) => style.fg(HUES[nth % HUES.len()]),
        }
    }
}
