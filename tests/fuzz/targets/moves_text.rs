//! Text of moves is printed and read back as the same moves, in every notation.

#![no_main]

use libfuzzer_sys::fuzz_target;
use npuzzle::notation::Notation;
use npuzzle::Moves;

fuzz_target!(|text: &str| {
    let (tile, blank) = (Notation::Tile, Notation::Blank);
    let Ok(moves) = text.parse::<Moves>() else {
        assert!(Moves::parse_as(text, tile).is_err());
        return;
    };
    assert_eq!(Moves::parse_as(text, tile), Ok(moves.clone()));
    assert_eq!(moves.to_string().parse(), Ok(moves.clone()));
    assert_eq!(format!("{moves:#}").parse(), Ok(moves.clone()));
    for notation in [tile, blank] {
        let text = moves.to_string_as(notation);
        assert_eq!(Moves::parse_as(&text, notation), Ok(moves.clone()));
        let runs = format!("{:#}", moves.display_as(notation));
        assert_eq!(Moves::parse_as(&runs, notation), Ok(moves.clone()));
    }
    assert_eq!(moves.inverse().inverse(), moves);
    assert!(moves.simplify().len() <= moves.len());
    let of_runs = moves.runs().map(|(_, tiles)| tiles);
    assert_eq!(of_runs.sum::<usize>(), moves.len());
    assert_eq!(moves.runs().count(), moves.multi_tile_len());
});
