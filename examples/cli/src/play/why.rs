//! The reason for a hint: the next step by hand.

use npuzzle::lesson::Lesson;
use npuzzle::{Direction, Hint};

use crate::play::game::Game;
use crate::play::scroll::Scroll;
use crate::progress::moves;

/// The page with the reason for a hint.
pub(crate) struct Why {
    /// The next step by hand, or why there is none.
    pub(crate) step: String,
    /// Paragraphs about it.
    pub(crate) lines: Vec<String>,
    pub(crate) scroll: Scroll,
}

impl Why {
    /// Explains the next move of a game from its current board, and the hint if one is shown.
    pub(crate) fn new(game: &Game, hint: Option<Hint>) -> Self {
        let (step, mut lines, first) = match Lesson::new(game.board(), &game.goal) {
            Err(error) => (error.to_string(), Vec::new(), None),
            Ok(mut lesson) => match lesson.next() {
                None => ("the board is solved".to_owned(), Vec::new(), None),
                Some(step) => {
                    let reason = step.manoeuvre().reason().to_owned();
                    let line = format!("By hand, {} comes next.", step.line());
                    let first = step.moves().iter().next();
                    (step.to_string(), vec![reason, line], first)
                }
            },
        };
        lines.extend(hint.map(|hint| about(hint, first)));
        let scroll = Scroll::default();
        Self {
            step,
            lines,
            scroll,
        }
    }
}

/// Compares a hint with the first move by hand.
fn about(hint: Hint, by_hand: Option<Direction>) -> String {
    let Hint {
        tile, moves_left, ..
    } = hint;
    let way = if hint.proven {
        "a shortest way"
    } else {
        "the best way known"
    };
    let left = moves(moves_left);
    if by_hand == Some(hint.direction) {
        format!("The hint, tile {tile}, is the first of these moves, and of {way}: {left}.")
    } else {
        format!("The hint, tile {tile}, follows no such rule: it begins {way}, of {left}.")
    }
}
