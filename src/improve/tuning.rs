//! The tuned constants of improving solutions; `cargo bench --bench lengths` shows what they are
//! worth, at 1 s and 10 s on 10 x 10 and 20 x 20.

/// The number of moves that are replaced at once. Manhattan IDA\* mostly finds the shortest way for
/// them within [`EXPANSIONS_OF_WINDOW`].
pub(super) const WINDOW: usize = 32;

/// The distance between the starts of successive windows.
pub(super) const STEP_OF_WINDOW: usize = WINDOW / 4;

/// The number of boards that are expanded at most for one window.
pub(super) const EXPANSIONS_OF_WINDOW: u64 = 4_000;

/// The sides of a box. In larger ones more moves fit, which take longer to rank. On 10 x 10 in 11
/// million expansions 7 leaves 976 moves, 8 leaves 977 and 9 leaves 980; with more time 8 gains
/// more than 7. 6 gains less than both in a pass, up to 20 x 20.
pub(super) const SIDE_OF_BOX: usize = 8;

/// The most moves of a stretch. Only larger boxes would have longer ones.
pub(super) const LONGEST_STRETCH: usize = 200;

/// A stretch begins after this part of the previous one. A half or a quarter is within 0.3 %.
pub(super) const PART_OF_STRETCH: usize = 3;

/// The width of the beams in the first pass; it doubles from pass to pass up to the last. Half or
/// twice as wide is within 0.3 %.
pub(super) const FIRST_WIDTH: usize = 64;
pub(super) const LAST_WIDTH: usize = 1 << 14;

/// The price of a stretch and of an expansion of its beam in expansions of a window, by time.
pub(super) const PRICE_OF_STRETCH: u64 = 100;
pub(super) const PRICE_OF_BEAM_EXPANSION: u64 = 7;
