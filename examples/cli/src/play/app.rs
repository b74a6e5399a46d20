//! The effects of keys, mouse and time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use npuzzle::lesson::Lesson;
use npuzzle::{Analysis, Control, Direction, DynBoard, Goal, Guide, Shape, Solver};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::Position;

use crate::failure::Failure;
use crate::play::game::{Game, Kind, Searches};
use crate::play::screen::Grid;
use crate::play::store::{Best, Store};

/// The shape of the first game.
pub(crate) const USUAL_SHAPE: Shape = match Shape::new(4, 4, 1) {
    Ok(shape) => shape,
    Err(_) => panic!("15-puzzle"),
};

/// The shapes of the menu.
const SHAPES: &str = "2x2 2x3 3x3 3x4 4x4 4x5 5x5 6x6 8x8 10x10 2x2x2 3x3x3";

/// The distances of the menu, in moves.
const DISTANCES: [usize; 7] = [5, 10, 15, 20, 30, 40, 50];

/// The menu of a new game: a shape, a goal and a kind, each chosen from a list.
pub(crate) struct Menu {
    /// The list that the arrows change.
    pub(crate) line: usize,
    chosen: [usize; 3],
    /// The shape and the goal of the current game are always among them.
    shapes: Vec<Shape>,
    goals: Vec<Goal>,
    kinds: Vec<Kind>,
}

impl Menu {
    fn new(game: &Game, today: u64) -> Self {
        fn index_of<T: PartialEq>(list: &mut Vec<T>, value: T) -> usize {
            list.iter().position(|it| *it == value).unwrap_or_else(|| {
                list.push(value);
                list.len() - 1
            })
        }
        let shapes = SHAPES.split(' ').filter_map(|it| it.parse().ok());
        let mut shapes: Vec<Shape> = shapes.collect();
        let mut goals = vec![Goal::BlankLast, Goal::BlankFirst, Goal::Snail];
        let shape = index_of(&mut shapes, game.board().shape());
        let goal = index_of(&mut goals, game.goal().clone());
        let mut kinds = vec![Kind::Random, Kind::Daily(today)];
        kinds.extend(DISTANCES.map(Kind::Distance));
        Self {
            line: 0,
            chosen: [shape, goal, 0],
            shapes,
            goals,
            kinds,
        }
    }

    pub(crate) fn choice(&self) -> (Shape, Goal, Kind) {
        let [shape, goal, kind] = self.chosen;
        let (shape, goal) = (self.shapes[shape], self.goals[goal].clone());
        (shape, goal, self.kinds[kind])
    }

    fn press(&mut self, key: KeyCode) {
        let length = [self.shapes.len(), self.goals.len(), self.kinds.len()][self.line];
        let chosen = &mut self.chosen[self.line];
        match key {
            KeyCode::Up | KeyCode::Char('k') => self.line = (self.line + 2) % 3,
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => self.line = (self.line + 1) % 3,
            KeyCode::Left | KeyCode::Char('h') => *chosen = (*chosen + length - 1) % length,
            KeyCode::Right | KeyCode::Char('l') => *chosen = (*chosen + 1) % length,
            _ => {}
        }
    }
}

/// The screen that is shown.
pub(crate) enum Screen {
    Game,
    Menu(Menu),
    /// Asks whether this new game may replace a saved one of its kind.
    Question(Box<Game>),
    Help,
}

/// The use of a solution once it is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// The player plays.
    Nothing,
    Hint,
    /// The solution is played, one move per `pace`.
    Watch,
}

/// The effort of the search for a board at a distance, and of an analysis, in nodes: some seconds.
const EFFORT: u64 = 50_000_000;

/// Work in a thread; it ends when this is dropped.
struct Background<T> {
    result: Receiver<T>,
    is_cancelled: Arc<AtomicBool>,
}

impl<T: Send + 'static> Background<T> {
    /// Begins work that makes its result within limits.
    fn begin(work: impl FnOnce(Control<'_>) -> T + Send + 'static) -> Self {
        let is_cancelled = Arc::new(AtomicBool::new(false));
        let cancel = Arc::clone(&is_cancelled);
        let (sender, result) = mpsc::channel();
        // Without a thread there is no result.
        let _ = thread::Builder::new().spawn(move || {
            let control = Control::new().max_nodes(EFFORT).cancel(&cancel);
            // The receiver may be gone.
            let _ = sender.send(work(control));
        });
        Self {
            result,
            is_cancelled,
        }
    }
}

impl<T> Drop for Background<T> {
    fn drop(&mut self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }
}

/// The fastest and the slowest pace of a solution, in milliseconds per move.
const PACES: [u64; 2] = [30, 2_000];

/// The state of the program around the game.
pub(crate) struct App {
    pub(crate) screen: Screen,
    pub(crate) game: Game,
    pub(crate) searches: Searches,
    pub(crate) store: Store,
    pub(crate) plan: Plan,
    /// The last message.
    pub(crate) notice: String,
    /// The next step of the method by hand, beside a hint.
    pub(crate) by_hand: String,
    /// The place where the board was last drawn.
    pub(crate) grid: Option<Grid>,
    /// The next game, while its board is searched.
    board_search: Option<Background<Result<Game, Failure>>>,
    /// The analysis of a solved game.
    analysis: Option<Background<Option<Analysis>>>,
    /// The first move of a solved game that has lost, counted from 0.
    pub(crate) first_lost: Option<usize>,
    pub(crate) today: u64,
    seed: u64,
    pace: Duration,
    /// Since the last move of a solution.
    waited: Duration,
    /// True if the player was told that the game can't be saved.
    has_warned: bool,
    /// True if the player has left.
    pub(crate) is_over: bool,
}

impl App {
    /// Resumes the game that was played last, or begins one. The seed is for random boards.
    pub(crate) fn new(mut store: Store, today: u64, seed: u64) -> Self {
        let notice = store.read().err().unwrap_or_default();
        let game = store.last().cloned().unwrap_or_else(|| {
            let board = DynBoard::from_seed(USUAL_SHAPE, seed);
            Game::new(Guide::new(board), Kind::Random)
        });
        Self {
            screen: Screen::Game,
            searches: Searches::new(&game),
            game,
            store,
            plan: Plan::Nothing,
            notice,
            by_hand: String::new(),
            grid: None,
            board_search: None,
            analysis: None,
            first_lost: None,
            today,
            seed,
            pace: Duration::from_millis(250),
            waited: Duration::ZERO,
            has_warned: false,
            is_over: false,
        }
    }

    /// Begins a game of a kind, at once or when its board is found.
    ///
    /// # Errors
    /// Shows the reason why there is no such board.
    pub(crate) fn choose(&mut self, shape: Shape, goal: Goal, kind: Kind) -> Result<(), Failure> {
        self.seed = self.seed.wrapping_add(1);
        let mut seed = self.seed;
        match kind {
            Kind::Random | Kind::Given => {}
            Kind::Daily(day) => seed = day,
            Kind::Distance(moves) => {
                self.notice = format!("looking for a board that needs {moves} moves ...");
                let solver = Solver::builder().goal(goal.clone()).threads(1).build();
                self.board_search = Some(Background::begin(move |control| {
                    let board = solver.at_distance_with(shape, moves, seed, control)?;
                    Ok(Game::new(Guide::for_goal(board, goal)?, kind))
                }));
                return Ok(());
            }
        }
        let board = DynBoard::from_seed_for(shape, &goal, seed)?;
        self.begin(Game::new(Guide::for_goal(board, goal)?, kind));
        Ok(())
    }

    /// Begins a game. If one of its kind is saved, resumes that if it has the same board, and asks
    /// before it replaces a started one.
    pub(crate) fn begin(&mut self, new: Game) {
        if self.board_search.take().is_some() {
            self.notice.clear();
        }
        if !self.is_kept() {
            return;
        }
        match self.store.game(new.kind) {
            Some(old) if old.has_same_start(&new) => self.show(old.clone()),
            Some(old) if old.is_started() => {
                self.stop();
                self.screen = Screen::Question(Box::new(new));
            }
            _ => self.show(new),
        }
    }

    /// Saves the game in play. If that fails, shows the error once; the next time the game is
    /// dropped.
    fn is_kept(&mut self) -> bool {
        // Unchanged since it was resumed: it is in the file.
        let is_stored = self.store.last().is_some_and(|old| {
            let (then, now) = (&old.guide, &self.game.guide);
            let is_there = then.turns() == now.turns() && then.position() == now.position();
            is_there && old.has_same_start(&self.game)
        });
        let is_lost = self.game.is_started() && !is_stored;
        let result = self.store.keep(&self.game);
        match result {
            Err(why) if !self.has_warned && is_lost => {
                self.notice = format!("{why}; the same again drops this game");
                self.screen = Screen::Game;
                self.has_warned = true;
                false
            }
            result => {
                self.has_warned &= result.is_err();
                true
            }
        }
    }

    fn show(&mut self, game: Game) {
        self.stop();
        self.searches = Searches::new(&game);
        self.game = game;
        self.screen = Screen::Game;
    }

    fn leave(&mut self) {
        self.is_over = self.is_kept();
    }

    /// Ends a hint, a solution and the search for them.
    fn stop(&mut self) {
        self.plan = Plan::Nothing;
        self.by_hand.clear();
        self.searches.is_searching = false;
        self.analysis = None;
        self.first_lost = None;
    }

    /// Handles a key or the mouse.
    pub(crate) fn handle(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(*key),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                let place = Position::new(mouse.column, mouse.row);
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

    fn press(&mut self, key: KeyEvent) {
        let key = match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return self.leave();
            }
            code => code,
        };
        match (&mut self.screen, key) {
            (Screen::Game, _) => self.press_in_game(key),
            (Screen::Menu(menu), KeyCode::Enter | KeyCode::Char(' ')) => {
                let (shape, goal, kind) = menu.choice();
                self.notice.clear();
                if let Err(why) = self.choose(shape, goal, kind) {
                    self.notice = why.to_string();
                } else if matches!(self.screen, Screen::Menu(_)) {
                    self.screen = Screen::Game;
                }
            }
            (Screen::Menu(_), KeyCode::Esc | KeyCode::Char('q' | 'n')) => {
                self.notice.clear();
                self.screen = Screen::Game;
            }
            (Screen::Menu(menu), _) => menu.press(key),
            (Screen::Question(_), KeyCode::Char('y' | 'c')) => {
                self.answer(key == KeyCode::Char('y'));
            }
            (Screen::Question(_), KeyCode::Esc | KeyCode::Char('n' | 'q')) | (Screen::Help, _) => {
                self.screen = Screen::Game;
            }
            (Screen::Question(_), _) => {}
        }
    }

    /// Begins the game of the question, or resumes the saved one.
    fn answer(&mut self, is_begun: bool) {
        let screen = std::mem::replace(&mut self.screen, Screen::Game);
        let Screen::Question(new) = screen else {
            return;
        };
        if is_begun {
            self.notice = self.store.forget(new.kind).err().unwrap_or_default();
            self.show(*new);
        } else if let Some(old) = self.store.game(new.kind) {
            self.show(old.clone());
        }
    }

    fn press_in_game(&mut self, key: KeyCode) {
        self.notice.clear();
        // The pace may change while a solution is shown; all other keys end that.
        if !matches!(key, KeyCode::Char('+' | '-')) {
            self.stop();
        }
        match key {
            KeyCode::Up | KeyCode::Char('k') => self.slide(Direction::Up),
            KeyCode::Down | KeyCode::Char('j') => self.slide(Direction::Down),
            KeyCode::Left | KeyCode::Char('h') => self.slide(Direction::Left),
            KeyCode::Right | KeyCode::Char('l') => self.slide(Direction::Right),
            KeyCode::Char('f' | '<') => self.slide(Direction::Front),
            KeyCode::Char('b' | '>') => self.slide(Direction::Back),
            KeyCode::Char('u') | KeyCode::Backspace => {
                let undone = self.game.guide.undo();
                self.say_if(undone.is_none(), "nothing to undo");
            }
            KeyCode::Char('r') => {
                let redone = self.game.guide.redo();
                self.say_if(redone.is_none(), "nothing to redo");
            }
            KeyCode::Char('R') => {
                self.game.guide.restart();
                self.say_if(true, "back at the start; r plays the moves again");
            }
            KeyCode::Char(' ') => self.plan(Plan::Hint),
            KeyCode::Char('s') => self.plan(Plan::Watch),
            KeyCode::Char('+') => self.pace = self.pace * 2 / 3,
            KeyCode::Char('-') => self.pace = self.pace * 3 / 2,
            KeyCode::Char('n') => self.screen = Screen::Menu(Menu::new(&self.game, self.today)),
            KeyCode::Char('?') | KeyCode::F(1) => self.screen = Screen::Help,
            KeyCode::Char('q') => self.leave(),
            KeyCode::Esc => {
                let board_search = self.board_search.take();
                self.say_if(board_search.is_some(), "the search for a board is over");
            }
            _ => {}
        }
        let [fastest, slowest] = PACES.map(Duration::from_millis);
        self.pace = self.pace.clamp(fastest, slowest);
    }

    fn say_if(&mut self, is_due: bool, what: &str) {
        if is_due {
            what.clone_into(&mut self.notice);
        }
    }

    fn slide(&mut self, direction: Direction) {
        if !self.game.is_solved() && self.game.guide.slide(direction).is_ok() {
            self.end_if_solved();
        }
    }

    fn click(&mut self, cell: usize) {
        if self.game.is_solved() {
            return;
        }
        let slid = self.game.guide.slide_cell(cell);
        self.say_if(slid.is_err(), "that tile is not in line with the blank");
        self.end_if_solved();
    }

    /// Shows a hint, a better one as shorter solutions are found; or a solution once the search ends.
    fn plan(&mut self, plan: Plan) {
        if self.game.is_solved() {
            return;
        }
        self.game.is_helped = true;
        self.plan = plan;
        self.waited = Duration::ZERO;
        if let Err(why) = self.searches.begin(&mut self.game) {
            self.fail(why);
        } else if plan == Plan::Hint {
            // Boxes have no method by hand.
            let lesson = Lesson::new(self.game.board(), self.game.goal()).ok();
            let step = lesson.and_then(|mut lesson| lesson.next());
            self.by_hand = step.map_or_else(String::new, |step| step.to_string());
        }
    }

    fn fail(&mut self, why: String) {
        self.stop();
        self.notice = why;
    }

    fn end_if_solved(&mut self) {
        if !self.game.is_solved() {
            return;
        }
        self.stop();
        let (moves, time) = (self.game.guide.moves().len(), self.game.time);
        let new = Best { moves, time };
        let mut result = self.store.keep(&self.game);
        if let Some(name) = self.game.record_name().filter(|_| !self.game.is_helped) {
            result = self.store.record(name, new).and(result);
        }
        if let Err(why) = result {
            self.notice = why;
        }
        let guide = &self.game.guide;
        let (start, moves) = (guide.start().clone(), guide.moves());
        let solver = Solver::builder().goal(guide.goal().clone());
        let solver = solver.threads(1).build();
        self.analysis = Some(Background::begin(move |control| {
            solver.analyse_with(&start, &moves, control).ok()
        }));
    }

    /// Waits a little for the analysis of a solved game; `false` if there is none.
    fn work_on_analysis(&mut self) -> bool {
        let Some(analysis) = &self.analysis else {
            return false;
        };
        match analysis.result.recv_timeout(Duration::from_millis(1)) {
            Err(RecvTimeoutError::Timeout) => return true,
            Ok(Some(analysis)) => {
                self.first_lost = analysis.first_lost();
                if let Some(shortest) = analysis.shortest {
                    self.game.shortest = (shortest, true);
                }
            }
            Ok(None) | Err(RecvTimeoutError::Disconnected) => {}
        }
        self.analysis = None;
        true
    }

    /// Adds the time that has passed to the game's clock, and plays the solution that is shown.
    pub(crate) fn pass(&mut self, time: Duration) {
        if !matches!(self.screen, Screen::Game) || self.game.is_solved() {
            return;
        }
        self.game.time += time;
        self.waited += time;
        let is_due = self.waited >= self.pace && !self.searches.is_searching;
        if self.plan == Plan::Watch && is_due {
            self.waited = Duration::ZERO;
            if let Some(hint) = self.game.hint {
                if self.game.guide.slide(hint.direction).is_ok() {
                    self.searches.update_hint(&mut self.game);
                    self.end_if_solved();
                }
            }
        }
    }

    /// Does a slice of the searches, of about a millisecond; `false` if there is nothing to do.
    pub(crate) fn work(&mut self) -> bool {
        let Some(board_search) = &self.board_search else {
            let is_working = self.searches.work(&mut self.game).unwrap_or_else(|why| {
                self.fail(why);
                true
            });
            return self.work_on_analysis() || is_working;
        };
        let why = match board_search.result.recv_timeout(Duration::from_millis(1)) {
            Err(RecvTimeoutError::Timeout) => return true,
            Ok(Ok(game)) => {
                self.begin(game);
                return true;
            }
            Ok(Err(why)) => why.to_string(),
            Err(RecvTimeoutError::Disconnected) => "the search for a board could not run".into(),
        };
        self.board_search = None;
        self.notice = why;
        true
    }
}
