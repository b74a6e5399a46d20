//! Beginning, resuming and leaving games: none is lost without a question.

use npuzzle::{DynBoard, Goal};
use ratatui::crossterm::event::KeyCode;

use crate::failure::in_words;
use crate::play::app::{App, Plan, Screen};
use crate::play::drawing::Drawing;
use crate::play::game::Game;
use crate::play::kind::Kind;
use crate::play::menu::{Choice, Level};
use crate::play::question::{Answer, Question};
use crate::play::thinker::Thinker;
use crate::play::typing::Typing;

impl App {
    /// Begins a game. If its slot has a started one on the same board, resumes that; if it has one
    /// on another board, asks first.
    pub(crate) fn begin(&mut self, board: DynBoard, goal: Goal, kind: Kind) {
        let new = Game::new(board, goal, kind);
        self.drawing = None;
        self.notice.clear();
        if new.slot() == self.game.slot() {
            if !self.game.is_started() || self.is_won() {
                self.show(new);
            } else if new.has_same_start(&self.game) {
                self.screen = Screen::Game;
            } else {
                self.ask(new, None);
            }
            return;
        }
        match self.store.game(&new.slot()) {
            Ok(Some(stored)) if stored.has_same_start(&new) => {
                self.switch_to(stored);
            }
            Ok(Some(stored)) if stored.is_started() => self.ask(new, Some(stored)),
            Ok(_) => {
                self.switch_to(new);
            }
            Err(why) => {
                if self.switch_to(new) {
                    self.notice = why;
                }
            }
        }
    }

    /// Begins a game on a board from elsewhere, or says why the board can't be solved and offers
    /// to mend it.
    pub(crate) fn take(&mut self, board: &DynBoard, goal: &Goal) {
        if board.is_solvable_for(goal) {
            self.begin(board.clone(), goal.clone(), Kind::Typed);
        } else {
            let mut typing = Typing::new(goal.clone());
            typing.paste(&board.to_string());
            self.screen = Screen::Typing(typing);
        }
    }

    /// Begins a game on the board that is chosen, at once or when it is found.
    ///
    /// # Errors
    /// Says why there is no such board.
    pub(crate) fn choose(&mut self, choice: &Choice) -> Result<(), String> {
        let Choice { shape, goal, level } = choice;
        self.seed = self.seed.wrapping_add(1);
        let (seed, kind) = match level {
            Level::Random => (self.seed, Kind::Random),
            Level::Daily => (self.today.seed(), Kind::Daily(self.today)),
            Level::Needs(moves) => {
                self.notice = format!("looking for a board that needs {moves} moves ...");
                self.drawing = Some(Drawing::new(*shape, goal, *moves, self.seed));
                return Ok(());
            }
        };
        let board = DynBoard::from_seed_for(*shape, goal, seed);
        let board = board.map_err(|error| in_words(&error))?;
        self.begin(board, goal.clone(), kind);
        Ok(())
    }

    fn ask(&mut self, new: Game, stored: Option<Game>) {
        self.stop();
        self.screen = Screen::Question(Box::new(Question { new, stored }));
    }

    /// Reads the answer to the question on the screen; other keys change nothing.
    pub(crate) fn answer(&mut self, key: KeyCode) {
        let Some(answer) = Answer::of(key) else {
            return;
        };
        let Screen::Question(question) = std::mem::replace(&mut self.screen, Screen::Game) else {
            return;
        };
        let Question { new, stored } = *question;
        match (answer, stored) {
            (Answer::Begin, None) => self.show(new),
            (Answer::Begin, Some(stored)) => {
                if self.switch_to(new) {
                    self.store.forget(&stored);
                }
            }
            (Answer::Resume, Some(stored)) => {
                self.switch_to(stored);
            }
            (Answer::Resume, None) | (Answer::Back, _) => {}
        }
    }

    /// Stores the game in play, and puts another one in its place; `false` if the game in play
    /// can't be stored. That is said once; a second time the game in play is dropped.
    fn switch_to(&mut self, game: Game) -> bool {
        if let Err(error) = self.keep_game() {
            self.notice = format!("the same again drops this game; it can't be kept: {error}");
            self.screen = Screen::Game;
            return false;
        }
        self.show(game);
        true
    }

    /// Puts a game on the screen.
    fn show(&mut self, game: Game) {
        self.thinker = Thinker::new(game.guide.start(), &game.goal);
        self.game = game;
        self.plan = Plan::Nothing;
        self.notice.clear();
        self.digits.clear();
        self.screen = Screen::Game;
    }

    /// Leaves, and stores the game for the next time.
    pub(crate) fn leave(&mut self) {
        match self.keep_game() {
            Ok(()) => self.is_over = true,
            Err(error) => {
                self.notice = format!("q again leaves; the game can't be kept: {error}");
                self.screen = Screen::Game;
            }
        }
    }

    /// Stores the game in play, if it isn't solved. A game without a move gives way to a started
    /// one.
    ///
    /// # Errors
    /// Says, once, why the game can't be stored.
    fn keep_game(&mut self) -> Result<(), String> {
        if self.is_won() {
            return Ok(());
        }
        let result = self.store.keep(&self.game);
        // A damaged file or a second program may be in the way.
        if result.is_err() && self.game.is_started() && !self.has_warned {
            self.has_warned = true;
            return result;
        }
        Ok(())
    }
}
