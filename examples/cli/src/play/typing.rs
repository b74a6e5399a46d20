//! A board that is typed in, what is said of it, and its repair.

use npuzzle::{DynBoard, Goal, Repair};
use ratatui::crossterm::event::KeyCode;

use crate::failure::in_words;
use crate::options::parse_board;
use crate::play::menu::GOALS;

/// The most signs of a board that is typed by hand.
const LONGEST: usize = 400;

/// A board, while it is typed.
#[derive(Clone, Debug)]
pub(crate) struct Typing {
    pub(crate) text: String,
    /// The goal that the board is judged by, and played with.
    pub(crate) goal: Goal,
    /// The goal at the beginning, if it has no name.
    custom: Option<Goal>,
    pub(crate) verdict: Verdict,
}

/// The verdict on the text so far.
#[derive(Clone, Debug)]
pub(crate) enum Verdict {
    Nothing,
    /// It is not a board: why.
    Wrong(String),
    Solvable(DynBoard),
    /// It can't be solved: why, and the board that it may become.
    Unsolvable(String, Option<DynBoard>),
}

/// The request of a key.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Stay,
    Leave,
    Play(DynBoard),
}

impl Typing {
    pub(crate) fn new(goal: Goal) -> Self {
        Self {
            text: String::new(),
            custom: matches!(goal, Goal::Custom(_)).then(|| goal.clone()),
            goal,
            verdict: Verdict::Nothing,
        }
    }

    pub(crate) fn press(&mut self, key: KeyCode) -> Wish {
        match key {
            KeyCode::Esc => return Wish::Leave,
            KeyCode::Backspace => {
                self.text.pop();
            }
            KeyCode::Char(sign @ ('0'..='9' | ' ' | '/' | ',')) if self.text.len() < LONGEST => {
                self.text.push(sign);
            }
            KeyCode::Tab => self.change_goal(),
            KeyCode::Char('m') => {
                if let Verdict::Unsolvable(_, Some(mended)) = &self.verdict {
                    self.text = mended.to_string();
                }
            }
            KeyCode::Enter => {
                if let Verdict::Solvable(board) = &self.verdict {
                    return Wish::Play(board.clone());
                }
            }
            _ => {}
        }
        self.verdict = self.judge();
        Wish::Stay
    }

    fn change_goal(&mut self) {
        let mut goals = GOALS.iter().chain(&self.custom).cycle();
        // The goal is one of them.
        goals.find(|it| **it == self.goal);
        if let Some(next) = goals.next() {
            self.goal = next.clone();
        }
    }

    /// Reads what was pasted.
    pub(crate) fn paste(&mut self, text: &str) {
        for sign in text.chars() {
            let sign = if sign == '\n' { '/' } else { sign };
            self.press(KeyCode::Char(sign));
        }
    }

    fn judge(&self) -> Verdict {
        let text = self.text.trim().trim_end_matches('/');
        if text.is_empty() {
            return Verdict::Nothing;
        }
        let board = match parse_board(text) {
            Ok(board) => board,
            Err(why) => return Verdict::Wrong(why),
        };
        if let Err(error) = self.goal.fits(board.shape()) {
            return Verdict::Wrong(in_words(&error));
        }
        let why = board.solvability(&self.goal);
        if why.is_solvable() {
            return Verdict::Solvable(board);
        }
        let mended = why.repair().and_then(|repair| mend(&board, repair));
        Verdict::Unsolvable(why.to_string(), mended)
    }
}

/// Returns the board as a repair makes it.
fn mend(board: &DynBoard, repair: &Repair) -> Option<DynBoard> {
    let tiles: Vec<u16> = match repair {
        Repair::Swap(a, b) => {
            let swap = |tile| match tile {
                tile if tile == *a => *b,
                tile if tile == *b => *a,
                tile => tile,
            };
            board.iter().map(swap).collect()
        }
        Repair::Order(order) => {
            let mut order = order.iter().copied();
            let next = |tile| if tile == 0 { Some(0) } else { order.next() };
            board.iter().filter_map(next).collect()
        }
        _ => return None,
    };
    DynBoard::from_tiles(board.shape(), tiles).ok()
}
