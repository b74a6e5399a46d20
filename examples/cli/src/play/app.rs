//! The effects of keys, mouse and time.

use std::time::Duration;

use npuzzle::{Direction, DynBoard, Goal};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::Position;

use crate::options::shape_in_words;
use crate::play::date::Date;
use crate::play::drawing::Drawing;
use crate::play::game::{Game, Shortest};
use crate::play::kind::Kind;
use crate::play::menu::{self, Menu};
use crate::play::question::Question;
use crate::play::scroll::Scroll;
use crate::play::store::{Best, Records, Store};
use crate::play::thinker::{Thinker, Thought};
use crate::play::typing::{self, Typing};
use crate::play::why::Why;
use crate::tui::{Grid, Palette};

/// The environment in which a game begins.
#[derive(Clone, Copy)]
pub(crate) struct Setting {
    pub(crate) palette: Palette,
    pub(crate) today: Date,
    /// For random boards.
    pub(crate) seed: u64,
}

/// The screen that is shown.
pub(crate) enum Screen {
    Game,
    Menu(Menu),
    Typing(Typing),
    Question(Box<Question>),
    /// The list of keys.
    Help(Scroll),
    /// The reason for a hint.
    Why(Box<Why>),
}

/// The meaning of the colours of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colouring {
    Home,
    Rows,
    Columns,
    Distance,
    Nothing,
}

/// The use of a solution once it is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// The player plays.
    Nothing,
    ShowHint,
    /// The way is played, a move each `pace`.
    Solve,
}

/// The time that digits wait for another one.
const DIGIT_WAITS: Duration = Duration::from_millis(900);

/// The slowest and the fastest pace of a solution.
const PACES: [u64; 2] = [30, 2_000];

/// The game, with all that is around it.
pub(crate) struct App {
    pub(crate) screen: Screen,
    pub(crate) game: Game,
    pub(crate) thinker: Thinker,
    pub(crate) records: Records,
    pub(crate) palette: Palette,
    pub(crate) colouring: Colouring,
    pub(crate) plan: Plan,
    /// The last message.
    pub(crate) notice: String,
    /// The digits of a tile, while they are typed.
    pub(crate) digits: String,
    /// The place where the board was last drawn.
    pub(crate) grid: Option<Grid>,
    /// The board of the next game, while it is looked for.
    pub(crate) drawing: Option<Drawing>,
    pub(crate) store: Store,
    pub(crate) today: Date,
    pub(crate) seed: u64,
    pace: Duration,
    /// Since the last move of a solution, or the last digit.
    waited: Duration,
    /// True if it was said that the game can't be kept.
    pub(crate) has_warned: bool,
    pub(crate) is_over: bool,
}

impl App {
    /// Resumes the game that was left, or begins one.
    pub(crate) fn new(store: Store, setting: Setting) -> Self {
        let mut notice = String::new();
        let mut say = |error: String| notice = error;
        let records = store.records().map_err(&mut say).unwrap_or_default();
        let mut stored = store.last_game().map_err(&mut say).unwrap_or_default();
        let board = DynBoard::from_seed(menu::USUAL_SHAPE, setting.seed);
        let new = Game::new(board, Goal::BlankLast, Kind::Random);
        if stored.is_none() {
            stored = store
                .game(&new.slot())
                .map_err(&mut say)
                .unwrap_or_default();
        }
        let game = stored.unwrap_or(new);
        Self {
            screen: Screen::Game,
            thinker: Thinker::new(game.guide.start(), &game.goal),
            game,
            records,
            palette: setting.palette,
            colouring: Colouring::Home,
            plan: Plan::Nothing,
            notice,
            digits: String::new(),
            grid: None,
            drawing: None,
            store,
            today: setting.today,
            seed: setting.seed,
            pace: Duration::from_millis(250),
            waited: Duration::ZERO,
            has_warned: false,
            is_over: false,
        }
    }

    /// The best result on boards of this shape, goal and kind.
    pub(crate) fn best(&self) -> Option<Best> {
        self.records.get(&self.record_name()?).copied()
    }

    /// The name of the record that this game counts for; `None` if its board was typed.
    pub(crate) fn record_name(&self) -> Option<String> {
        let Game { kind, goal, .. } = &self.game;
        kind.record_name(self.game.board().shape(), goal)
    }

    fn press(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => self.leave(),
                KeyCode::Char('r') => self.redo(),
                _ => {}
            }
            return;
        }
        match &mut self.screen {
            Screen::Help(scroll) => {
                if !scroll.press(key.code) {
                    self.screen = Screen::Game;
                }
            }
            Screen::Why(why) => {
                if !why.scroll.press(key.code) {
                    self.screen = Screen::Game;
                }
            }
            Screen::Question(_) => self.answer(key.code),
            Screen::Game => self.press_in_game(key.code),
            Screen::Menu(menu) => match menu.press(key.code) {
                menu::Wish::Stay => {}
                menu::Wish::Leave => {
                    self.drawing = None;
                    self.notice.clear();
                    self.screen = Screen::Game;
                }
                menu::Wish::Type => {
                    let goal = menu.choice().goal;
                    self.screen = Screen::Typing(Typing::new(goal));
                }
                menu::Wish::Play => {
                    let choice = menu.choice();
                    if let Err(why) = self.choose(&choice) {
                        self.notice = why;
                    }
                }
            },
            Screen::Typing(typing) => match typing.press(key.code) {
                typing::Wish::Stay => {}
                typing::Wish::Leave => self.screen = Screen::Game,
                typing::Wish::Play(board) => {
                    let goal = typing.goal.clone();
                    self.begin(board, goal, Kind::Typed);
                }
            },
        }
    }

    fn press_in_game(&mut self, key: KeyCode) {
        self.notice.clear();
        if key == KeyCode::Esc {
            self.dismiss();
            return;
        }
        // The pace may change while a solution is shown, and a hint stays beside its reason; all
        // other keys end that.
        if !matches!(key, KeyCode::Char('+' | '-' | 'w')) {
            self.stop();
        }
        match key {
            KeyCode::Up | KeyCode::Char('k') => self.slide(Direction::Up),
            KeyCode::Down | KeyCode::Char('j') => self.slide(Direction::Down),
            KeyCode::Left | KeyCode::Char('h') => self.slide(Direction::Left),
            KeyCode::Right | KeyCode::Char('l') => self.slide(Direction::Right),
            KeyCode::Char('f' | '<') => self.slide(Direction::Front),
            KeyCode::Char('b' | '>') => self.slide(Direction::Back),
            KeyCode::Char(digit @ '0'..='9') => self.type_digit(digit),
            KeyCode::Enter => self.slide_typed(),
            KeyCode::Char('u') | KeyCode::Backspace => self.undo(),
            KeyCode::Char('r') => self.redo(),
            KeyCode::Char('R') => {
                self.game.restart();
                self.say("back at the start; r plays the moves again");
            }
            KeyCode::Char(' ') => self.plan(Plan::ShowHint),
            KeyCode::Char('w') => self.say_why(),
            KeyCode::Char('s') => self.plan(Plan::Solve),
            KeyCode::Char('n') => {
                let shape = self.game.board().shape();
                self.screen = Screen::Menu(Menu::new(shape, &self.game.goal));
            }
            KeyCode::Char('t') => {
                self.screen = Screen::Typing(Typing::new(self.game.goal.clone()));
            }
            KeyCode::Char('c') => {
                self.colouring = match self.colouring {
                    Colouring::Home => Colouring::Rows,
                    Colouring::Rows => Colouring::Columns,
                    Colouring::Columns => Colouring::Distance,
                    Colouring::Distance => Colouring::Nothing,
                    Colouring::Nothing => Colouring::Home,
                };
                self.notice = format!("colours: {:?}", self.colouring).to_lowercase();
            }
            KeyCode::Char('+') => self.change_pace(2, 3),
            KeyCode::Char('-') => self.change_pace(3, 2),
            KeyCode::Char('?') | KeyCode::F(1) => {
                self.screen = Screen::Help(Scroll::default());
            }
            KeyCode::Char('q') => self.leave(),
            _ => {}
        }
    }

    /// Ends a hint, a solution, a search or a number that is half typed; the game stays.
    fn dismiss(&mut self) {
        let is_shown = self.plan != Plan::Nothing || !self.digits.is_empty();
        self.digits.clear();
        self.stop();
        if self.drawing.take().is_some() {
            self.say("the search for a board is over");
        } else if !is_shown {
            self.say("q leaves, n begins a new board");
        }
    }

    fn say(&mut self, what: &str) {
        what.clone_into(&mut self.notice);
    }

    fn slide(&mut self, direction: Direction) {
        self.digits.clear();
        if !self.is_won() && self.game.slide(direction) {
            self.look_whether_won();
        }
    }

    fn click(&mut self, cell: usize) {
        if self.is_won() {
            return;
        }
        if self.game.slide_cell(cell) {
            self.look_whether_won();
        } else if cell != self.game.board().blank() {
            self.say("that tile is not in line with the blank");
        }
    }

    fn undo(&mut self) {
        if !self.game.undo() {
            self.say("nothing to undo");
        }
    }

    fn redo(&mut self) {
        self.stop();
        if !self.game.redo() {
            self.say("nothing to do again");
        }
    }

    fn type_digit(&mut self, digit: char) {
        self.digits.push(digit);
        self.waited = Duration::ZERO;
        let last = self.game.board().shape().cells() - 1;
        let number: usize = self.digits.parse().unwrap_or(usize::MAX);
        // A longer number would be too large.
        if number == 0 || number > last {
            self.notice = format!("there is no tile {}", self.digits);
            self.digits.clear();
        } else if number * 10 > last {
            self.slide_typed();
        }
    }

    fn slide_typed(&mut self) {
        let typed = std::mem::take(&mut self.digits);
        let tile = typed.parse().ok();
        if let Some(cell) = tile.and_then(|tile| self.game.board().position(tile)) {
            self.click(cell);
        }
    }

    fn change_pace(&mut self, times: u32, by: u32) {
        let [fastest, slowest] = PACES.map(Duration::from_millis);
        self.pace = (self.pace * times / by).clamp(fastest, slowest);
        self.notice = format!("a move takes {} ms", self.pace.as_millis());
    }

    /// Shows a hint, a better one as better ways are found, or a solution once the search ends.
    fn plan(&mut self, plan: Plan) {
        if self.is_won() {
            return;
        }
        self.game.is_helped = true;
        self.digits.clear();
        self.plan = plan;
        self.waited = Duration::ZERO;
        let thought = self.thinker.look(&mut self.game.guide);
        self.take_thought(thought);
    }

    /// Explains the next step by hand, and the hint if one is shown.
    fn say_why(&mut self) {
        if self.is_won() {
            return;
        }
        self.game.is_helped = true;
        self.digits.clear();
        let is_shown = self.plan == Plan::ShowHint;
        let hint = self.game.hint.filter(|_| is_shown);
        self.screen = Screen::Why(Box::new(Why::new(&self.game, hint)));
    }

    /// Ends what is shown or looked for.
    pub(crate) const fn stop(&mut self) {
        self.plan = Plan::Nothing;
        self.thinker.stop();
    }

    pub(crate) fn is_won(&self) -> bool {
        self.game.is_solved()
    }

    fn look_whether_won(&mut self) {
        if !self.is_won() {
            return;
        }
        self.plan = Plan::Nothing;
        self.store.forget(&self.game);
        let (moves, time) = (self.game.guide.move_count(), self.game.time);
        let Some(name) = self.record_name().filter(|_| !self.game.is_helped) else {
            return;
        };
        let before = self.records.get(&name).copied();
        let best = Best {
            moves: before.map_or(moves, |it| it.moves.min(moves)),
            time: before.map_or(time, |it| it.time.min(time)),
        };
        if before != Some(best) {
            self.records.insert(name, best);
            if let Err(error) = self.store.keep_records(&self.records) {
                self.notice = format!("the result can't be kept: {error}");
            }
        }
    }

    /// The name of the game, in a line.
    pub(crate) fn title(&self) -> String {
        let shape = shape_in_words(self.game.board().shape());
        format!("{shape} · {} · {}", self.game.goal, self.game.kind)
    }
}

impl App {
    /// Handles a key, the mouse, or pasted text.
    pub(crate) fn hear(&mut self, event: &Event) {
        match event {
            Event::Key(key) => self.press(*key),
            Event::Paste(text) => {
                if let Screen::Typing(typing) = &mut self.screen {
                    typing.paste(text);
                }
            }
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                let place = Position {
                    x: mouse.column,
                    y: mouse.row,
                };
                let cell = self.grid.and_then(|grid| grid.cell_at(place));
                if let (Screen::Game, Some(cell)) = (&self.screen, cell) {
                    self.notice.clear();
                    self.stop();
                    self.click(cell);
                }
            }
            _ => {}
        }
    }

    /// Adds the time that has passed to the game's clock.
    pub(crate) fn wait(&mut self, time: Duration) {
        if !matches!(self.screen, Screen::Game) || self.is_won() {
            return;
        }
        self.game.time += time;
        self.waited += time;
        if !self.digits.is_empty() && self.waited >= DIGIT_WAITS {
            self.slide_typed();
        }
        let is_due = self.waited >= self.pace && !self.thinker.is_looking();
        if self.plan == Plan::Solve && is_due {
            self.waited = Duration::ZERO;
            if let Some(direction) = self.game.next() {
                self.game.slide(direction);
                self.game.hint = self.thinker.hint(&mut self.game.guide);
                self.look_whether_won();
            }
        }
    }

    /// Does a slice of what is searched for; `false` if there is nothing.
    pub(crate) fn think(&mut self) -> bool {
        if let Some(drawing) = &self.drawing {
            match drawing.look() {
                None => {}
                Some(Ok(board)) => {
                    let (goal, moves) = (drawing.goal.clone(), drawing.moves);
                    self.begin(board, goal, Kind::Distance(moves));
                }
                Some(Err(why)) => {
                    self.drawing = None;
                    self.notice = why;
                }
            }
            return true;
        }
        let thought = self.thinker.work(&mut self.game.guide);
        let is_idle = thought == Thought::Idle;
        self.take_thought(thought);
        !is_idle
    }

    fn take_thought(&mut self, thought: Thought) {
        match thought {
            Thought::Idle | Thought::Busy => {}
            Thought::Way(hint) => self.game.hint = hint,
            Thought::Shortest(known) => {
                if matches!(self.game.shortest, Shortest::AtLeast(_)) {
                    self.game.shortest = known;
                }
            }
            Thought::Failed(why) => {
                self.plan = Plan::Nothing;
                self.notice = why;
            }
        }
    }

    /// True if the player has left.
    pub(crate) const fn is_over(&self) -> bool {
        self.is_over
    }
}
