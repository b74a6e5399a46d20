//! Games, played by events and read off the screen.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use npuzzle::{DynBoard, Goal, Guide, Shape};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use tempfile::TempDir;

use crate::play::app::{App, Plan, Screen, USUAL_SHAPE};
use crate::play::game::{Game, Kind, day};
use crate::play::store::Store;

const TODAY: u64 = 20_261_122;
const NINE_MOVES: &str = "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15";
const THREE_MOVES: &str = "1 2 3/0 4 6/7 5 8";

/// A game and its screen.
struct Play {
    app: App,
    screen: Terminal<TestBackend>,
}

fn given(board: &str) -> Game {
    near(Goal::BlankLast, board, Kind::Given)
}

fn near(goal: Goal, board: &str, kind: Kind) -> Game {
    let board = board.parse().expect("a board");
    Game::new(Guide::for_goal(board, goal).expect("it fits"), kind)
}

impl Play {
    fn new(folder: Option<&Path>) -> Self {
        static SEED: AtomicU64 = AtomicU64::new(1);
        let store = Store::new(folder.map(Path::to_owned));
        // Later games of a program have the next seeds.
        let seed = SEED.fetch_add(1_000, Ordering::Relaxed);
        Self {
            app: App::new(store, TODAY, seed),
            screen: Terminal::new(TestBackend::new(80, 24)).expect("a screen"),
        }
    }

    fn on(board: &str) -> Self {
        let mut play = Self::new(None);
        play.app.begin(given(board));
        play
    }

    /// Presses keys: letters, arrows, `⏎` for enter and `⎋` for escape.
    fn keys(&mut self, keys: &str) {
        for key in keys.chars() {
            let key = match key {
                '←' => KeyCode::Left,
                '↑' => KeyCode::Up,
                '→' => KeyCode::Right,
                '↓' => KeyCode::Down,
                '⏎' => KeyCode::Enter,
                '⎋' => KeyCode::Esc,
                letter => KeyCode::Char(letter),
            };
            self.app
                .handle(&Event::Key(KeyEvent::new(key, KeyModifiers::NONE)));
        }
    }

    /// Slides any tile: of two opposite directions one is possible.
    fn slide(&mut self) {
        let before = self.board();
        for key in ["←", "→"] {
            if self.board() == before {
                self.keys(key);
            }
        }
        assert_ne!(self.board(), before);
    }

    fn choose(&mut self, kind: Kind) {
        let chosen = self.app.choose(USUAL_SHAPE, Goal::BlankLast, kind);
        chosen.expect("there is one");
        self.search();
    }

    fn board(&self) -> String {
        self.app.game.board().to_string()
    }

    fn is_asked(&self) -> bool {
        matches!(self.app.screen, Screen::Question(_))
    }

    /// Draws, and returns the screen as lines.
    fn lines(&mut self) -> String {
        self.screen
            .draw(|frame| self.app.draw(frame))
            .expect("a screen");
        self.screen.backend().to_string()
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
    fn search(&mut self) {
        while self.app.work() {}
    }
}

/// Begins a program that stores its games in a folder.
fn stored_in(folder: &TempDir) -> Play {
    Play::new(Some(&folder.path().join("games")))
}

#[test]
fn keys_slide_tiles_undo_and_redo() {
    for (keys, board) in [
        ("", THREE_MOVES),
        ("←", "1 2 3/4 0 6/7 5 8"),
        ("←k", "1 2 3/4 5 6/7 0 8"),
        ("←ku", "1 2 3/4 0 6/7 5 8"),
        ("←kur", "1 2 3/4 5 6/7 0 8"),
        ("←kR", THREE_MOVES),
        ("←kRrr", "1 2 3/4 5 6/7 0 8"),
        ("→", THREE_MOVES), // there is no tile to slide
        ("hkl", "1 2 3/4 5 6/0 7 8"),
        ("←↑←", "1 2 3/4 5 6/7 8 0"),
        ("←↑←→", "1 2 3/4 5 6/7 8 0"), // a solved board stays
    ] {
        let mut play = Play::on(THREE_MOVES);
        play.keys(keys);
        assert_eq!(play.board(), board, "{keys}");
    }
    let mut play = Play::on(THREE_MOVES);
    play.keys("u");
    play.sees("nothing to undo");
    play.keys("←↑←");
    play.search();
    play.sees("solved in 3 moves, 0:00: the fewest possible");
    // A detour is found once the game is over, and forgotten with its end.
    let mut play = Play::new(None);
    play.app.begin(given(THREE_MOVES));
    play.keys("←→←↑←");
    while play.app.work() {}
    play.sees("solved in 5 moves, 0:00: 2 more than the fewest; the first detour was move 2");
    play.keys("u");
    assert_eq!(play.app.first_lost, None);
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
    assert!(play.app.game.is_solved());
}

#[test]
fn hints_lead_to_the_goal_and_follow_the_player() {
    let mut play = Play::on(NINE_MOVES);
    play.keys(" ");
    play.search();
    play.sees("hint: tile 13; then 8 moves are left");
    play.sees("by hand: ");
    assert_eq!(play.app.game.shortest, (9, true));
    // Off the solution and back.
    play.keys("← ");
    play.sees("hint: tile 14; then 9 moves are left");
    for _ in 0..10 {
        play.keys(" ");
        play.search();
        let hint = play.app.game.hint.expect("a hint");
        play.click(hint.cell);
    }
    assert!(play.app.game.is_solved());
    play.sees("solved with help in 11 moves");
}

#[test]
fn a_solution_is_played_at_a_pace_and_ended_by_a_key() {
    let mut play = Play::on(NINE_MOVES);
    let pass = |play: &mut Play, time| play.app.pass(Duration::from_millis(time));
    play.keys("s");
    pass(&mut play, 100);
    play.sees("solving: 9 moves left");
    pass(&mut play, 200);
    play.sees("solving: 8 moves left");
    play.keys("+++");
    pass(&mut play, 100);
    play.sees("solving: 7 moves left");
    play.keys("⎋");
    assert_eq!(play.app.plan, Plan::Nothing);
    play.keys("s");
    for _ in 0..7 {
        assert!(!play.app.game.is_solved());
        pass(&mut play, 100);
    }
    assert!(play.app.game.is_solved());
    // On a large board nothing is played before the search ends, and a key ends the search.
    let shape = Shape::square(6).expect("a shape");
    let board = DynBoard::from_seed(shape, 1);
    play.app.begin(Game::new(Guide::new(board), Kind::Given));
    play.keys("s");
    play.sees("looking for a shorter solution");
    assert!(play.app.work());
    pass(&mut play, 1_000);
    assert_eq!(play.app.game.guide.moves().len(), 0);
    assert!(play.app.searches.is_searching);
    play.keys("⎋");
    assert!(!play.app.searches.is_searching);
}

#[test]
fn the_menu_begins_games() {
    let mut play = Play::on(THREE_MOVES);
    play.keys("n");
    play.sees("◂ 3 x 3 ▸");
    play.keys("→");
    play.sees("3 x 4");
    play.keys("↓→↓→");
    play.sees("the board of the day");
    play.keys("⏎");
    play.sees("3x4 · blank-first · daily 20261122");
    let shape = Shape::rectangle(3, 4).expect("a shape");
    let daily = DynBoard::from_seed_for(shape, &Goal::BlankFirst, TODAY).expect("a board");
    assert_eq!(*play.app.game.board(), daily);
    // A board at a distance takes a search, and there may be none.
    play.keys("n↓↓→→→→→⏎");
    play.sees("looking for a board that needs 20 moves");
    play.search();
    play.sees("3x4 · blank-first · distance 20");
    assert_eq!(play.app.game.shortest, (20, true));
    play.keys("n←←↓↓←⏎"); // 2 x 3
    play.search();
    play.sees("21 are always enough");
    play.keys("n⎋?");
    play.sees("slide a run of tiles");
    play.keys("x");
    assert!(matches!(play.app.screen, Screen::Game));
}

#[test]
fn screens_of_every_size_are_drawn() {
    let board = DynBoard::from_seed(Shape::square(30).expect("a shape"), 1);
    let mut play = Play::new(None);
    play.app.begin(Game::new(Guide::new(board), Kind::Given));
    for (width, height) in [(80, 24), (30, 10), (12, 4), (11, 3), (1, 1), (200, 60)] {
        play.screen = Terminal::new(TestBackend::new(width, height)).expect("a screen");
        assert_eq!(play.lines().contains('·'), width >= 12, "the blank is seen");
        for keys in ["?", " n", "⎋"] {
            play.keys(keys);
            play.lines();
        }
    }
    let mut play = Play::on("1 2/3 4//5 6/7 0");
    play.sees("│ 1 ││ 2 │   │ 5 ││ 6 │");
}

#[test]
fn games_are_left_and_resumed() {
    let scratch = TempDir::new().expect("a temporary folder");
    let mut play = stored_in(&scratch);
    play.app.begin(given(NINE_MOVES));
    play.app.pass(Duration::from_secs(75));
    play.keys("↓");
    play.click(3); // a click that slides nothing is no turn
    play.keys("↓u");
    let board = play.board();
    play.keys("q");
    assert!(play.app.is_over);
    let mut play = stored_in(&scratch);
    assert_eq!(play.board(), board);
    play.sees("time      1:15");
    play.sees("4x4 · blank-last · given");
    play.keys("r");
    assert_eq!(play.app.game.guide.moves().len(), 2);
    // A solved game is not saved, but its result is; one per kind, and none with help or of given
    // boards.
    for (kind, keys, best) in [
        (Kind::Random, "→←←", "best      3 moves, 0:00"),
        (Kind::Random, "←", "best      1 move, 0:00"),
        (Kind::Random, "→←←", "best      1 move, 0:00"),
        (Kind::Daily(TODAY), "→←←", "best      3 moves, 0:00"),
        (Kind::Distance(1), " ←", "best      none yet"),
        (Kind::Given, "←", "best      given: no record"),
    ] {
        play.app
            .begin(near(Goal::BlankLast, "1 2 3/4 5 6/7 0 8", kind));
        play.keys(if play.is_asked() { "y" } else { "" });
        play.keys(keys);
        assert!(play.app.game.is_solved());
        play.sees(best);
    }
    play.keys("q");
    let mut play = stored_in(&scratch);
    play.app
        .begin(near(Goal::BlankLast, "1 2 3/4 5 6/0 7 8", Kind::Random));
    play.sees("best      1 move, 0:00");
    play.app
        .begin(near(Goal::Snail, "1 2 3/8 4 0/7 6 5", Kind::Random));
    play.sees("none yet");
}

#[test]
fn replacing_a_started_game_needs_confirmation() {
    let scratch = TempDir::new().expect("a temporary folder");
    let mut play = stored_in(&scratch);
    let first = play.board();
    play.choose(Kind::Random);
    assert_ne!(
        play.board(),
        first,
        "without a move there is nothing to lose"
    );
    play.slide();
    let random = play.board();
    play.choose(Kind::Daily(TODAY));
    assert!(!play.is_asked(), "each kind has a saved game of its own");
    play.slide();
    play.app.pass(Duration::from_secs(20));
    let daily = play.board();
    play.choose(Kind::Distance(5));
    play.slide();
    let distant = play.board();
    // Again on the same day, in the same program and in the next one.
    play.choose(Kind::Daily(TODAY));
    assert_eq!(play.board(), daily);
    play.keys("q");
    let mut play = stored_in(&scratch);
    assert_eq!(play.board(), daily, "it was played last");
    play.sees("time      0:20");
    for (kind, old) in [(Kind::Random, &random), (Kind::Distance(6), &distant)] {
        let before = play.board();
        for key in ["n", "⎋"] {
            play.choose(kind);
            play.keys("x");
            assert!(play.is_asked(), "other keys change nothing");
            play.keys(key);
            assert_eq!(play.board(), before);
        }
        play.choose(kind);
        play.keys("c");
        assert_eq!(play.board(), *old);
    }
    // The board of the next day.
    play.choose(Kind::Daily(TODAY + 1));
    play.sees("daily 20261122: 1 move, 0:20");
    play.keys("y");
    play.sees("daily 20261123");
    assert!(!play.app.game.is_started());
    play.keys("q");
    assert_ne!(stored_in(&scratch).board(), daily);
}

#[test]
fn damaged_files_are_renamed_and_never_overwritten() {
    let scratch = TempDir::new().expect("a temporary folder");
    let mut play = stored_in(&scratch);
    play.app.begin(given(THREE_MOVES));
    play.keys("←q");
    let file = scratch.path().join("games/play.txt");
    let whole = fs::read(&file).expect("saved");
    // With any other byte there is a game to play.
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x80 | at as u8;
        fs::write(&file, damaged).expect("written");
        stored_in(&scratch).lines();
    }
    let damaged = "npuzzle play 1\ngame|given|1 2/3 0\n";
    fs::remove_dir_all(scratch.path().join("games")).expect("removed");
    fs::create_dir(scratch.path().join("games")).expect("made");
    for nth in ["", "-", "--"] {
        fs::write(&file, damaged).expect("written");
        stored_in(&scratch).sees("play.txt is damaged; it is play.txt.damaged");
        let aside = scratch.path().join(format!("games/play.txt.damaged{nth}"));
        assert_eq!(fs::read_to_string(aside).expect("kept"), damaged);
    }
}

#[test]
fn an_unsaved_game_is_left_at_the_second_attempt() {
    let scratch = TempDir::new().expect("a temporary folder");
    let mut play = stored_in(&scratch);
    play.slide();
    // Another program has saved its game meanwhile.
    let mut other = stored_in(&scratch);
    other.choose(Kind::Random);
    other.slide();
    other.keys("q");
    let saved = other.board();
    play.keys("q");
    assert!(!play.app.is_over);
    play.sees("another game of this kind was saved meanwhile");
    play.keys("q");
    assert!(play.app.is_over);
    assert_eq!(stored_in(&scratch).board(), saved);
    // A file is in the folder's place.
    let scratch = TempDir::new().expect("a temporary folder");
    fs::write(scratch.path().join("games"), "").expect("written");
    let mut play = stored_in(&scratch);
    play.slide();
    play.keys("q");
    assert!(!play.app.is_over);
    play.keys("q");
    assert!(play.app.is_over);
}

#[test]
fn days_have_dates() {
    for (seconds, date) in [
        (0, 19_700_101),
        (951_782_399, 20_000_228),
        (951_782_400, 20_000_229),
        (4_107_542_400, 21_000_301),
        (1_795_305_600, TODAY),
    ] {
        assert_eq!(day(seconds), date);
    }
}
