//! Games, played by events and read off the screen.

mod screens;
mod slots;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use npuzzle::{DynBoard, Goal};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use crate::play::app::{App, Plan, Screen, Setting};
use crate::play::date::Date;
use crate::play::game::Shortest;
use crate::play::kind::Kind;
use crate::play::menu::{Choice, Level};
use crate::play::store::Store;
use crate::tui::{Palette, Program};

/// A game and its screen.
struct Play {
    app: App,
    screen: Terminal<TestBackend>,
}

fn setting() -> Setting {
    Setting {
        palette: Palette { has_colours: true },
        today: Date::of(1_795_305_600), // 2026-11-22
        seed: 1,
    }
}

impl Play {
    fn new(store: Store) -> Self {
        Self {
            app: App::new(store, setting()),
            screen: Terminal::new(TestBackend::new(80, 24)).expect("a screen"),
        }
    }

    fn on(board: &str) -> Self {
        let mut play = Self::new(Store::new(None));
        let board = board.parse().expect("a board");
        play.app.begin(board, Goal::BlankLast, Kind::Typed);
        play
    }

    fn press(&mut self, key: KeyCode) {
        self.app
            .handle(&Event::Key(KeyEvent::new(key, KeyModifiers::NONE)));
    }

    fn keys(&mut self, keys: &str) {
        for key in keys.chars() {
            self.press(KeyCode::Char(key));
        }
    }

    fn board(&self) -> String {
        self.app.game.board().to_string()
    }

    /// Draws, and returns the screen as lines.
    fn lines(&mut self) -> String {
        self.screen
            .draw(|frame| self.app.draw(frame))
            .expect("a screen");
        let buffer = self.screen.backend().buffer();
        let width = usize::from(buffer.area.width);
        let rows = buffer.content.chunks(width);
        let row = |row: &[ratatui::buffer::Cell]| {
            row.iter()
                .map(ratatui::buffer::Cell::symbol)
                .collect::<String>()
        };
        rows.map(|it| row(it).trim_end().to_owned() + "\n")
            .collect()
    }

    fn sees(&mut self, words: &str) {
        let lines = self.lines();
        assert!(lines.contains(words), "{words:?} is not in\n{lines}");
    }

    fn click(&mut self, cell: usize) {
        self.lines();
        let grid = self.app.grid.expect("the board is drawn");
        let rect = grid.rect(cell).expect("the cell is seen");
        let mouse = MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column: rect.x + rect.width / 2,
            row: rect.y + rect.height / 2,
            modifiers: KeyModifiers::NONE,
        };
        self.app.handle(&Event::Mouse(mouse));
    }

    /// Works until there is nothing left to do.
    fn think(&mut self) {
        while self.app.work() {}
    }
}

/// A folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("npuzzle-play-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

#[test]
fn keys_slide_tiles_and_the_screen_shows_it() {
    let mut play = Play::on("1 2 3/0 4 6/7 5 8");
    play.sees("│ 4 │");
    play.press(KeyCode::Left);
    assert_eq!(play.board(), "1 2 3/4 0 6/7 5 8");
    play.keys("k"); // as in vi: tile 5 goes up
    assert_eq!(play.board(), "1 2 3/4 5 6/7 0 8");
    play.keys("u");
    assert_eq!(play.board(), "1 2 3/4 0 6/7 5 8");
    play.keys("r");
    play.keys("8"); // by its number
    assert!(play.app.is_won());
    play.think();
    play.sees("solved in 3 moves, 3 slides, 0:00: the fewest possible");
    // A board that is solved stays.
    play.press(KeyCode::Right);
    assert!(play.app.is_won());
}

#[test]
fn a_click_slides_a_run_of_tiles() {
    let mut play = Play::on("1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15");
    play.click(0);
    assert_eq!(play.board(), "0 2 3 4/1 6 7 8/5 10 11 12/9 13 14 15");
    play.sees("moves     3");
    play.sees("slides    1");
    play.click(5);
    play.sees("that tile is not in line with the blank");
    play.keys("u");
    play.click(15);
    assert!(play.app.is_won());
}

#[test]
fn digits_wait_for_another_one() {
    let mut play = Play::on("1 2 3 4/5 6 7 8/9 10 0 11/13 14 15 12");
    play.keys("1");
    play.sees("tile 1");
    play.keys("1"); // 11 moves left
    assert_eq!(play.board(), "1 2 3 4/5 6 7 8/9 10 11 0/13 14 15 12");
    play.keys("1");
    play.app.pass(Duration::from_secs(1)); // that was all: 1 is not in line
    play.sees("that tile is not in line with the blank");
    play.keys("0");
    play.sees("there is no tile 0");
    play.keys("12");
    assert!(play.app.is_won());
}

#[test]
fn hints_lead_to_the_goal_and_follow_the_player() {
    let mut play = Play::on("5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15");
    play.keys(" ");
    play.think();
    play.sees("hint: tile 13; then 8 moves are left");
    assert_eq!(play.app.game.shortest, Shortest::Is(9));
    // Off the way and back.
    play.keys("14");
    play.keys(" ");
    assert_eq!(play.app.game.moves_left(), Some(10));
    play.sees("hint: tile 14; then 9 moves are left");
    for _ in 0..10 {
        play.keys(" ");
        play.think();
        let cell = play.app.game.next_cell().expect("a hint");
        play.click(cell);
    }
    assert!(play.app.is_won());
    play.sees("solved with help in 11 moves");
}

#[test]
fn a_solution_is_played_at_a_pace_and_ended_by_a_key() {
    let mut play = Play::on("5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15");
    play.keys("s");
    play.app.pass(Duration::from_millis(100));
    play.sees("solving: 9 moves left");
    play.app.pass(Duration::from_millis(200));
    play.sees("solving: 8 moves left");
    play.keys("u");
    assert_eq!(play.app.plan, Plan::Nothing);
    play.keys("s");
    for _ in 0..40 {
        play.app.pass(Duration::from_millis(250));
    }
    assert!(play.app.is_won());
}

#[test]
fn a_search_is_ended_by_a_key() {
    let mut play = Play::new(Store::new(None));
    let shape = npuzzle::Shape::square(6).expect("a shape");
    let board = DynBoard::from_seed(shape, 1);
    play.app.begin(board, Goal::BlankLast, Kind::Typed);
    play.keys("s");
    // Something is known at once, but nothing is played before the search ends.
    let first = play.app.game.moves_left().expect("a way");
    play.sees("looking for a way");
    for _ in 0..1_000 {
        if play.app.game.moves_left() < Some(first) {
            break;
        }
        assert!(play.app.work());
        play.app.pass(Duration::from_secs(1));
    }
    assert!(play.app.game.moves_left() < Some(first));
    assert_eq!(play.app.game.guide.move_count(), 0);
    assert!(play.app.thinker.is_looking());
    play.press(KeyCode::Up);
    assert!(!play.app.thinker.is_looking());
}

#[test]
fn the_menu_begins_games() {
    let mut play = Play::on("1 2 3/0 4 6/7 5 8");
    play.keys("n");
    play.sees("◂ 3 x 3 ▸");
    play.press(KeyCode::Right);
    play.sees("3 x 4");
    play.press(KeyCode::Down);
    play.press(KeyCode::Right);
    play.press(KeyCode::Down);
    play.press(KeyCode::Right);
    play.sees("the board of the day");
    play.press(KeyCode::Enter);
    play.sees("3x4 · blank-first · daily 2026-11-22");
    let shape = npuzzle::Shape::rectangle(3, 4).expect("a shape");
    let daily = DynBoard::from_seed_for(shape, &Goal::BlankFirst, 20_261_122).expect("a board");
    assert_eq!(*play.app.game.board(), daily);
}

#[test]
fn levels_need_what_they_say() {
    let mut play = Play::new(Store::new(None));
    let shape = npuzzle::Shape::square(3).expect("a shape");
    let mut choice = Choice {
        shape,
        goal: Goal::Snail,
        level: Level::Needs(20),
    };
    play.app.choose(&choice).expect("it is looked for");
    play.think();
    assert_eq!(play.app.game.kind, Kind::Distance(20));
    play.sees("3x3 · snail · needs 20 moves");
    assert_eq!(play.app.game.shortest, Shortest::Is(20));
    choice.level = Level::Needs(50);
    play.app.choose(&choice).expect("it is looked for");
    play.sees("looking for a board that needs 50 moves ...");
    play.think();
    play.sees("the farthest ones need 30");
    assert_eq!(
        play.app.game.shortest,
        Shortest::Is(20),
        "the game continues"
    );
}

#[test]
fn a_typed_board_that_cannot_be_solved_is_explained_and_mended() {
    let mut play = Play::on("1 2 3/0 4 6/7 5 8");
    play.keys("t");
    play.keys("1 2 3/4 5 6/8 7");
    play.keys(" 7");
    play.sees("tile 7 appears twice");
    play.press(KeyCode::Backspace);
    play.keys("0");
    play.sees("unsolvable: Inversions (1) are odd");
    play.press(KeyCode::Enter);
    assert!(matches!(play.app.screen, Screen::Typing(_)));
    play.keys("m");
    play.sees("1 2 3/4 5 6/7 8 0");
    play.sees("it can be solved: enter plays it");
    play.press(KeyCode::Enter);
    assert!(play.app.is_won());
    // So is one from the command line.
    let board = "2 1 3/4 5 6/7 8 0".parse().expect("a board");
    play.app.take(&board, &Goal::BlankLast);
    play.sees("m mends it");
    play.press(KeyCode::Esc);
    // In a single line more than two tiles may have to change places.
    play.keys("t");
    play.app.handle(&Event::Paste("2 3 1 0 4/".to_owned()));
    play.keys("m");
    play.press(KeyCode::Esc);
    assert!(matches!(play.app.screen, Screen::Game));
}

#[test]
fn games_are_left_and_resumed() {
    let folder = folder("resumed");
    let mut play = Play::new(Store::new(Some(folder.clone())));
    let board = "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15"
        .parse()
        .expect("a board");
    play.app.begin(board, Goal::BlankLast, Kind::Typed);
    play.app.pass(Duration::from_secs(75));
    play.press(KeyCode::Down);
    play.click(3); // a click that slides nothing is no turn
    play.press(KeyCode::Down);
    play.keys("u");
    let board = play.board();
    play.keys("q");
    assert!(play.app.is_over());
    let mut play = Play::new(Store::new(Some(folder.clone())));
    assert_eq!(play.board(), board);
    play.sees("time      1:15");
    play.sees("4x4 · blank-last · typed");
    play.keys("r");
    assert_eq!(play.app.game.guide.move_count(), 2);
    // A game that is won is not kept, but its result is.
    play.app.begin(
        "1 2/0 3".parse().expect("a board"),
        Goal::BlankLast,
        Kind::Random,
    );
    play.press(KeyCode::Left);
    assert!(play.app.is_won());
    play.sees("best      1 move, 0:00");
    play.keys("q");
    let play = Play::new(Store::new(Some(folder.clone())));
    assert_eq!(play.app.game.guide.move_count(), 2, "the game before it");
    assert_eq!(play.app.records.len(), 1);
    fs::remove_dir_all(folder).expect("it was made");
}

#[test]
fn small_screens_show_the_part_around_the_blank() {
    let mut play = Play::new(Store::new(None));
    let shape = npuzzle::Shape::new(30, 30, 1).expect("a shape");
    let board = DynBoard::from_seed(shape, 1);
    play.app.begin(board, Goal::BlankLast, Kind::Typed);
    for (width, height) in [(80, 24), (30, 10), (12, 4), (11, 3), (1, 1), (200, 60)] {
        play.screen = Terminal::new(TestBackend::new(width, height)).expect("a screen");
        let lines = play.lines();
        let is_seen = lines.contains('·');
        assert_eq!(is_seen, width >= 12, "{lines}");
    }
    let mut play = Play::on("1 2/3 4//5 6/7 0");
    play.sees("│ 1 ││ 2 │   │ 5 ││ 6 │");
}

#[test]
fn help_and_colours() {
    let mut play = Play::on("1 2 3/0 4 6/7 5 8");
    play.keys("?");
    play.sees("slide a run of tiles");
    play.keys("x");
    for name in ["rows", "columns", "distance", "nothing", "home"] {
        play.keys("c");
        play.sees(&format!("colours: {name}"));
    }
    play.app.palette.has_colours = false;
    play.lines();
    let buffer = play.screen.backend().buffer();
    let is_plain = |cell: &ratatui::buffer::Cell| cell.fg == ratatui::style::Color::Reset;
    assert!(buffer.content.iter().all(is_plain));
}

#[test]
fn days_have_dates() {
    for (seconds, date) in [
        (0, "1970-01-01"),
        (951_782_399, "2000-02-28"),
        (951_782_400, "2000-02-29"),
        (4_107_542_400, "2100-03-01"),
        (1_795_305_600, "2026-11-22"),
    ] {
        assert_eq!(Date::of(seconds).to_string(), date);
    }
}
