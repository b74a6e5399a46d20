//! The ways in which a beam may weigh what it sees.

/// How a beam weighs what it sees. No style is best for all boards, and all of them are good.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// How many boards are kept.
    pub(super) width: usize,
    /// What a step of a tile of the line is worth, in units.
    pub(super) line: i32,
    /// After so many moves for each of its tiles a line counts twice as much, and so on: none
    /// takes for ever.
    pub(super) patience: usize,
    /// What is left of the worth of a line's tiles for each line that comes before it, in
    /// twentieths.
    pub(super) decay: i64,
}

impl Style {
    pub(super) const COUNT: usize = 27;

    /// Returns one of all styles; the first is the best on average.
    pub(super) const fn numbered(number: usize, width: usize) -> Self {
        Self {
            width,
            line: [3, 2, 4][number / 3 % 3],
            patience: [16, 12, 24][number / 9 % 3],
            decay: [18, 17, 19][number % 3],
        }
    }
}
