//! Games and records that are stored.

use std::fs;
use std::path::Path;
use std::time::Duration;

use npuzzle::{DynBoard, Goal};
use ratatui::crossterm::event::KeyCode;

use super::{Play, folder, setting};
use crate::play::app::{App, Screen, Setting};
use crate::play::date::Date;
use crate::play::kind::Kind;
use crate::play::menu::{Choice, Level, USUAL_SHAPE};
use crate::play::store::Store;
use crate::tui::Program;

fn play_in(folder: &Path) -> Play {
    Play::new(Store::new(Some(folder.to_owned())))
}

fn choose(play: &mut Play, level: Level) {
    let choice = Choice {
        shape: USUAL_SHAPE,
        goal: Goal::BlankLast,
        level,
    };
    play.app.choose(&choice).expect("there is one");
}

fn board(text: &str) -> DynBoard {
    text.parse().expect("a board")
}

/// Slides any tile: of two opposite directions one is possible.
fn slide(play: &mut Play) {
    let before = play.board();
    for key in [KeyCode::Left, KeyCode::Right] {
        if play.board() == before {
            play.press(key);
        }
    }
    assert_ne!(play.board(), before);
}

fn is_asked(play: &Play) -> bool {
    matches!(play.app.screen, Screen::Question(_))
}

#[test]
fn each_kind_has_records_of_its_own_and_typed_boards_have_none() {
    let folder = folder("records");
    let near = "1 2 3/4 5 6/7 0 8";
    let mut play = play_in(&folder);
    play.app.begin(board(near), Goal::BlankLast, Kind::Typed);
    play.sees("typed: no record");
    play.press(KeyCode::Left);
    assert!(play.app.is_won());
    assert_eq!(play.app.records.len(), 0);
    for (kind, moves) in [
        (Kind::Random, 5),
        (Kind::Daily(setting().today), 3),
        (Kind::Distance(1), 1),
    ] {
        play.app.begin(board(near), Goal::BlankLast, kind);
        play.sees("none yet");
        for _ in 1..moves {
            let key = if play.app.game.board().blank() == 7 {
                KeyCode::Right
            } else {
                KeyCode::Left
            };
            play.press(key);
        }
        play.press(KeyCode::Left);
        assert!(play.app.is_won(), "{}", play.board());
    }
    let mut play = play_in(&folder);
    for (kind, words) in [
        (Kind::Random, "best      5 moves"),
        (Kind::Daily(Date::of(0)), "best      3 moves"), // of all days
        (Kind::Distance(1), "best      1 move,"),
        (Kind::Distance(2), "none yet"), // a distance each
        (Kind::Typed, "typed: no record"),
    ] {
        play.app.begin(board(near), Goal::BlankLast, kind);
        play.sees(words);
    }
    // Another goal is another record.
    play.app
        .begin(board("1 2 3/8 4 0/7 6 5"), Goal::Snail, Kind::Random);
    play.sees("none yet");
    fs::remove_dir_all(folder).expect("it was made");
}

#[test]
fn results_of_all_kinds_together_stay_in_the_file() {
    let folder = folder("old-records");
    fs::create_dir_all(&folder).expect("made");
    let file = folder.join("best.txt");
    fs::write(&file, "3x3 blank-last|3|4000\n").expect("written");
    let mut play = play_in(&folder);
    play.app
        .begin(board("1 2 3/4 5 6/7 0 8"), Goal::BlankLast, Kind::Random);
    play.sees("none yet");
    play.press(KeyCode::Left);
    let text = fs::read_to_string(&file).expect("kept");
    assert_eq!(text, "3x3 blank-last|3|4000\n3x3 blank-last random|1|0\n");
    fs::remove_dir_all(folder).expect("it was made");
}

#[test]
fn a_board_without_a_move_is_kept() {
    let folder = folder("unmoved");
    let mut play = play_in(&folder);
    let before = play.board();
    play.keys("q");
    let later = Setting {
        seed: 99,
        ..setting()
    };
    let app = App::new(Store::new(Some(folder.clone())), later);
    assert_eq!(app.game.board().to_string(), before);
    fs::remove_dir_all(folder).expect("it was made");
}

#[test]
fn the_board_of_the_day_resumes_and_replaces_no_other_game() {
    let folder = folder("daily");
    let mut play = play_in(&folder);
    slide(&mut play);
    let random = play.board();
    choose(&mut play, Level::Daily);
    assert!(!is_asked(&play), "the games have slots of their own");
    slide(&mut play);
    play.app.pass(Duration::from_secs(20));
    let daily = play.board();
    // Again on the same day, in the same program and in the next one.
    choose(&mut play, Level::Daily);
    assert_eq!(play.board(), daily);
    play.keys("q");
    let mut play = play_in(&folder);
    assert_eq!(play.board(), daily, "it was played last");
    choose(&mut play, Level::Daily);
    assert!(!is_asked(&play));
    assert_eq!(play.board(), daily);
    play.sees("time      0:20");
    // The random game is still there: a new one asks, and c continues the old one.
    choose(&mut play, Level::Random);
    assert!(is_asked(&play));
    play.sees("random: 1 move, 0:00");
    play.keys("x");
    assert!(is_asked(&play), "other keys change nothing");
    play.keys("c");
    assert_eq!(play.board(), random);
    // So is that of the day, and the day after it is not dropped silently.
    play.app.today = Date::of(1_795_305_600 + 86_400);
    choose(&mut play, Level::Daily);
    play.sees("daily 2026-11-22: 1 move, 0:20");
    play.keys("n");
    assert_eq!(play.board(), random);
    choose(&mut play, Level::Daily);
    play.keys("y");
    play.sees("daily 2026-11-23");
    assert_ne!(play.board(), daily);
    play.keys("q");
    let mut play = play_in(&folder);
    play.sees("daily 2026-11-23");
    choose(&mut play, Level::Random);
    play.keys("c");
    assert_eq!(play.board(), random);
    fs::remove_dir_all(folder).expect("it was made");
}

#[test]
fn a_started_game_is_asked_about_before_another_takes_its_slot() {
    let mut play = Play::new(Store::new(None));
    let first = play.board();
    // Without a move there is nothing to lose.
    choose(&mut play, Level::Random);
    assert_ne!(play.board(), first);
    slide(&mut play);
    let started = play.board();
    choose(&mut play, Level::Random);
    assert!(is_asked(&play));
    play.sees("y drops the old game");
    play.press(KeyCode::Esc);
    assert_eq!(play.board(), started);
    choose(&mut play, Level::Random);
    play.keys("n");
    assert_eq!(play.board(), started);
    choose(&mut play, Level::Random);
    play.keys("y");
    assert_ne!(play.board(), started);
    assert!(!play.app.game.is_started());
}

#[test]
fn typed_boards_and_distances_replace_no_other_game() {
    let folder = folder("typed");
    let mut play = play_in(&folder);
    slide(&mut play);
    let random = play.board();
    let near = "1 2 3 4/5 6 7 8/9 10 0 12/13 14 11 15";
    play.keys("t");
    play.keys(near);
    play.press(KeyCode::Enter);
    assert_eq!(play.board(), near);
    play.press(KeyCode::Up);
    let typed = play.board();
    // The same board again resumes, another one asks.
    play.app.take(&board(near), &Goal::BlankLast);
    assert_eq!(play.board(), typed);
    play.app.take(
        &board("1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15"),
        &Goal::BlankLast,
    );
    assert!(is_asked(&play));
    play.keys("n");
    choose(&mut play, Level::Needs(5));
    play.think();
    assert_eq!(play.app.game.kind, Kind::Distance(5));
    slide(&mut play);
    let distant = play.board();
    play.keys("q");
    for (level, found) in [(Level::Needs(6), distant), (Level::Random, random)] {
        let mut play = play_in(&folder);
        choose(&mut play, level);
        play.think();
        assert!(is_asked(&play));
        play.keys("c");
        assert_eq!(play.board(), found);
    }
    let mut play = play_in(&folder);
    play.app.take(&board(near), &Goal::BlankLast);
    assert_eq!(play.board(), typed);
    fs::remove_dir_all(folder).expect("it was made");
}

#[test]
fn a_game_of_an_older_version_moves_to_its_slot() {
    let folder = folder("old-game");
    fs::create_dir_all(&folder).expect("made");
    let old = |name: &str, start: &str| {
        let text = format!(
            "npuzzle game 1\nname {name}\ngoal blank-last\nstart {start}\nturns R2 D U\n\
             position 2\nmilliseconds 61000\nhelped false\n"
        );
        fs::write(folder.join("game.txt"), text).expect("written");
    };
    for (name, slot) in [
        ("random", "game-3x3-blank-last-random.txt"),
        ("daily 2026-11-22", "game-3x3-blank-last-daily.txt"),
        ("needs 20 moves", "game-3x3-blank-last-distance.txt"),
        ("typed", "game-3x3-blank-last-typed.txt"),
    ] {
        old(name, "1 2 3/4 5 6/7 8 0");
        let mut play = play_in(&folder);
        play.sees(&format!("3x3 · blank-last · {name}"));
        play.sees("moves     3");
        play.sees("time      1:01");
        assert!(folder.join(slot).exists() && !folder.join("game.txt").exists());
    }
    // If the slot has a game, the old file stays until the slot is free.
    old("typed", "1 2 3/4 5 6/7 8 0");
    let play = play_in(&folder);
    assert!(folder.join("game.txt").exists());
    assert_eq!(play.app.game.kind, Kind::Typed);
    fs::remove_file(folder.join("game-3x3-blank-last-typed.txt")).expect("it is there");
    play_in(&folder);
    assert!(!folder.join("game.txt").exists());
    fs::remove_dir_all(folder).expect("it was made");
}

#[test]
fn damaged_files_are_renamed_and_never_overwritten() {
    let folder = folder("damaged");
    let near = board("1 2 3/0 4 6/7 5 8");
    let mut play = play_in(&folder);
    play.app.begin(near.clone(), Goal::BlankLast, Kind::Typed);
    play.press(KeyCode::Left);
    play.keys("q");
    let name = "game-3x3-blank-last-typed.txt";
    let file = folder.join(name);
    let whole = fs::read(&file).expect("kept");
    // Whatever byte is another, there is a game to play.
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x80 | at as u8;
        fs::write(&file, damaged).expect("written");
        let mut play = play_in(&folder);
        play.lines();
    }
    for entry in fs::read_dir(&folder).expect("a folder") {
        fs::remove_file(entry.expect("a file").path()).expect("removed");
    }
    let damaged = "npuzzle game 1\nstart 1 2/3 0\n";
    for nth in ["", "-2", "-3"] {
        fs::write(&file, damaged).expect("written");
        fs::write(folder.join("last.txt"), name).expect("written");
        let mut play = play_in(&folder);
        play.sees(&format!("{name} is damaged; it is"));
        let aside = folder.join(format!("{name}.damaged{nth}"));
        assert_eq!(fs::read_to_string(aside).expect("kept"), damaged);
    }
    // A file that is damaged while its game is played.
    let mut play = play_in(&folder);
    play.app.begin(near, Goal::BlankLast, Kind::Typed);
    play.press(KeyCode::Left);
    fs::write(&file, damaged).expect("written");
    play.keys("q");
    assert!(play.app.is_over());
    let aside = folder.join(format!("{name}.damaged-4"));
    assert_eq!(fs::read_to_string(aside).expect("kept"), damaged);
    assert_eq!(play_in(&folder).board(), "1 2 3/4 0 6/7 5 8");
    fs::write(folder.join("best.txt"), [0xff, 0xfe]).expect("written");
    play_in(&folder).sees("best.txt is damaged");
    // What `last.txt` says is no path to elsewhere.
    for name in ["../game-1.txt", "", "best.txt", "game-\0.txt"] {
        fs::write(folder.join("last.txt"), name).expect("written");
        play_in(&folder).lines();
    }
    fs::remove_dir_all(folder).expect("it was made");
}

#[test]
fn a_game_that_cannot_be_kept_is_left_at_the_second_attempt() {
    let folder = folder("second");
    let mut play = play_in(&folder);
    slide(&mut play);
    // Another program has stored its game meanwhile.
    let mut other = Play::new(Store::new(Some(folder.clone())));
    other.app.seed = 77;
    choose(&mut other, Level::Random);
    slide(&mut other);
    other.keys("q");
    let stored = other.board();
    play.keys("q");
    assert!(!play.app.is_over());
    play.sees("q again leaves; the game can't be kept: its file has another game");
    play.keys("q");
    assert!(play.app.is_over());
    assert_eq!(play_in(&folder).board(), stored);
    fs::remove_dir_all(folder).expect("it was made");
}
