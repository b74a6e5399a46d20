//! A stored game of any content is an error, or a game that is stored and read back as the same.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use npuzzle::{Board, DynBoard, Guide, Moves};

#[derive(Arbitrary, Debug)]
enum Input {
    Text(String),
    Game {
        start: Board<3>,
        turns: Vec<Moves>,
        position: u8,
    },
}

fn round_trip(text: &str) {
    if let Ok(guide) = serde_json::from_str::<Guide<Board<3>>>(text) {
        let again = serde_json::to_string(&guide).expect("a game");
        let read: Guide<Board<3>> = serde_json::from_str(&again).expect("a stored game");
        assert_eq!(read.board(), guide.board());
        assert_eq!(read.turns(), guide.turns());
    }
    if let Ok(guide) = serde_json::from_str::<Guide<DynBoard>>(text) {
        let again = serde_json::to_string(&guide).expect("a game");
        let read: Guide<DynBoard> = serde_json::from_str(&again).expect("a stored game");
        assert_eq!(read.board(), guide.board());
    }
}

fuzz_target!(|input: Input| {
    match input {
        Input::Text(text) => round_trip(&text),
        Input::Game {
            start,
            turns,
            position,
        } => {
            let text = turns
                .iter()
                .map(Moves::to_string)
                .collect::<Vec<_>>()
                .join(" ");
            let game = serde_json::json!([start, "blank-last", text, position, null]);
            round_trip(&game.to_string());
            let resumed = Guide::new(start).resume(turns, position.into());
            // The position that is read exists.
            let is_game = resumed.is_ok_and(|guide| guide.turns().len() >= position.into());
            let read = serde_json::from_value::<Guide<Board<3>>>(game);
            assert_eq!(is_game, read.is_ok());
        }
    }
});
