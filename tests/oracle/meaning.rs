//! The boards that a text can mean, word by word and sign by sign.

use npuzzle::{DynBoard, Shape};

/// Returns whether the numbers or signs of a text, in reading order, can be the tiles of a board: with 0
/// or a sign for the blank, with a sign and tiles from 0, or with the largest number for the blank.
pub(crate) fn can_mean(text: &str, board: &DynBoard) -> bool {
    let cells = board.tiles().len();
    let plain = text.lines().filter_map(|line| line.split('#').next());
    let plain = plain.collect::<Vec<_>>().join("\n");
    let plain = plain.trim_start_matches('\u{feff}');
    let separates = |it: char| it.is_whitespace() || ",;/[]{}()\"'".contains(it);
    let body = match plain.split_once(':') {
        Some((front, body)) if front.trim_matches(separates).parse::<Shape>().is_ok() => body,
        _ => plain,
    };
    let words: Vec<&str> = body.split(separates).filter(|it| !it.is_empty()).collect();
    let means = |values: Vec<i64>| {
        let has = |value| values.contains(&value);
        let is = |tile: &dyn Fn(i64) -> i64| {
            let tiles = board.tiles().iter().map(|&tile| i64::from(tile));
            values.iter().map(|&value| tile(value)).eq(tiles)
        };
        let is_largest = !has(-1) && !has(0) && is(&|value| value % cells as i64);
        is(&|value| value.max(0)) && !(has(-1) && has(0))
            || has(-1) && is(&|value| value + 1)
            || is_largest
    };
    let split = |word: &&str| word.split('-').all(|part| !part.is_empty());
    let parts = words.iter().flat_map(|word| {
        let parts = word.split(|it| it == '-' && split(word));
        parts.collect::<Vec<_>>()
    });
    let numbers = parts.map(|word| match word {
        "_" | "." | "-" | "x" | "X" => Some(-1),
        _ => word.parse::<i64>().ok(),
    });
    let numbers: Vec<Option<i64>> = numbers.collect();
    // A header has one or two numbers.
    let header = numbers.len().wrapping_sub(cells);
    let values = numbers
        .get(header..)
        .and_then(|it| it.iter().copied().collect());
    if header <= 2 && values.is_some_and(means) {
        return true;
    }
    let signs: Vec<char> = words.concat().chars().collect();
    let header = signs.len().wrapping_sub(cells);
    let in_front: String = signs.iter().take(header).collect();
    let is_header = in_front == "0x" || in_front.bytes().all(|it| it.is_ascii_digit());
    header <= signs.len()
        && is_header
        && [0, 9].into_iter().any(|shift| {
            let value = |sign: &char| match sign {
                '_' | '.' | '-' => Some(-1),
                '0' => Some(0),
                _ => Some(i64::from(sign.to_digit(36)?) - shift).filter(|&value| value > 0),
            };
            let values = signs[header..].iter().map(value);
            values.collect::<Option<_>>().is_some_and(means)
        })
}
