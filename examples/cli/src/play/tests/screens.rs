//! Screens of several sizes, keys and boxes.

use npuzzle::{DynBoard, Goal};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;

use super::Play;
use crate::play::app::{Plan, Screen};
use crate::play::kind::Kind;
use crate::play::store::Store;

/// A game in the middle, on a screen of this size.
fn play_at(width: u16, height: u16) -> Play {
    let mut play = Play::on("5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15");
    play.screen = Terminal::new(TestBackend::new(width, height)).expect("a screen");
    play
}

#[test]
fn help_scrolls_to_every_key() {
    for (width, height) in [(80, 24), (40, 12), (20, 8), (12, 4)] {
        let mut play = play_at(width, height);
        play.keys("?");
        let mut seen = String::new();
        for _ in 0..60 {
            seen += &play.lines();
            play.press(KeyCode::Down);
        }
        // Words of a line are in one row or in two.
        for word in [
            "hint", "solve", "new", "quit", "undo", "colours", "esc", "space",
        ] {
            let is_there = seen.contains(word) || (word == "quit" && seen.contains("leave"));
            assert!(is_there, "{word} at {width} x {height}:\n{seen}");
        }
        let last = play.lines();
        play.press(KeyCode::End);
        assert_eq!(play.lines(), last);
        play.press(KeyCode::Home);
        assert_eq!(play.lines() == last, height >= 24);
        play.press(KeyCode::PageDown);
        play.press(KeyCode::Up);
        assert!(matches!(play.app.screen, Screen::Help(_)));
        play.keys("x");
        assert!(matches!(play.app.screen, Screen::Game));
    }
}

#[test]
fn small_screens_say_which_key_lists_the_keys() {
    for (width, height) in [(57, 24), (40, 12), (20, 8), (80, 9)] {
        let mut play = play_at(width, height);
        play.sees("? keys");
        // Whatever else is said.
        play.keys("1");
        play.sees("? keys");
        play.keys("s");
        play.think();
        play.sees("? keys");
        while !play.app.is_won() {
            play.app.wait(std::time::Duration::from_secs(1));
        }
        play.sees("? keys");
        let shape = npuzzle::Shape::square(12).expect("a shape");
        play.app
            .begin(DynBoard::from_seed(shape, 1), Goal::BlankLast, Kind::Random);
        play.sees("? keys");
    }
    play_at(20, 8).sees("0:00 · 0 moves");
}

#[test]
fn small_screens_show_the_keys_of_every_box() {
    for (width, height) in [(80, 24), (40, 12), (20, 8)] {
        let mut play = play_at(width, height);
        play.press(KeyCode::Up);
        play.press(KeyCode::Down);
        play.app.take(
            &"1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15"
                .parse()
                .expect("a board"),
            &Goal::BlankLast,
        );
        for key in ["y drops", "n continues it"] {
            play.sees(key);
        }
        play.keys("n");
        play.keys("n");
        for key in ["enter", "types a", "esc"] {
            play.sees(key);
        }
        play.keys("t");
        play.sees("tab changes it");
        play.press(KeyCode::Esc);
    }
}

#[test]
fn the_reason_for_a_hint_is_the_next_step_by_hand() {
    let mut play = play_at(80, 24);
    play.keys(" ");
    play.think();
    play.sees("w: why");
    play.keys("w");
    play.sees("bring 1 home, to row 1, column 1: ");
    play.sees("By hand, row 1 comes next.");
    play.sees("The hint, tile 13, ");
    // The hint is still there.
    play.keys("x");
    assert!(matches!(play.app.screen, Screen::Game));
    play.sees("hint: tile 13");
    assert!(play.app.game.is_helped);
    // Without a hint the step alone is explained, and a box has no such steps.
    play.press(KeyCode::Esc);
    play.keys("w");
    play.sees("By hand");
    assert!(!play.lines().contains("The hint"));
    let start: DynBoard = "1 2/3 4//5 6/0 7".parse().expect("a board");
    play.press(KeyCode::Esc);
    play.app.begin(start, Goal::BlankLast, Kind::Typed);
    play.keys("w");
    play.sees("the method by hand is for flat boards");
}

#[test]
fn escape_ends_what_is_shown_and_never_the_game() {
    let mut play = play_at(80, 24);
    play.keys(" ");
    play.think();
    play.sees("hint: tile 13");
    play.press(KeyCode::Esc);
    assert_eq!(play.app.plan, Plan::Nothing);
    play.keys("s");
    play.press(KeyCode::Esc);
    assert!(!play.app.thinker.is_looking());
    play.keys("1");
    play.press(KeyCode::Esc);
    assert!(play.app.digits.is_empty());
    for _ in 0..3 {
        play.press(KeyCode::Esc);
    }
    assert!(!play.app.is_over());
    play.sees("q leaves");
}

#[test]
fn a_typed_board_has_the_goal_that_the_box_names() {
    let mut play = Play::new(Store::new(None));
    let goal: Goal = "1 2 3/4 0 5/6 7 8".parse().expect("a goal");
    let start: DynBoard = "1 2 3/4 5 0/6 7 8".parse().expect("a board");
    play.app.begin(start, goal.clone(), Kind::Typed);
    play.keys("t");
    play.sees("goal: as in this game");
    // The goal has another shape than the board.
    play.keys("1 2/0 3");
    play.sees("goal");
    play.press(KeyCode::Enter);
    assert!(matches!(play.app.screen, Screen::Typing(_)));
    for named in ["blank-last", "blank-first", "snail"] {
        play.press(KeyCode::Tab);
        play.sees(&format!("goal: {named}"));
    }
    play.press(KeyCode::Enter);
    assert_eq!(play.app.game.goal, Goal::Snail);
    assert_eq!(play.board(), "1 2/0 3");
    // The menu offers the shape and the goal of the game, whatever they are.
    play.app.begin(
        "1 2 3/4 0 5/6 7 8".parse().expect("a board"),
        goal.clone(),
        Kind::Typed,
    );
    play.keys("nt");
    play.sees("goal: as in this game");
    play.keys("1 2 3/0 4 5/6 7 8");
    play.press(KeyCode::Enter);
    assert_eq!(play.app.game.goal, goal);
}
