//! The six directions of a move.

use core::fmt;

use Direction::{Back, Down, Front, Left, Right, Up};

/// The direction in which a *tile* moves into the blank.
///
/// The blank moves in the opposite direction: after `Left` it stands one cell further right. Boards
/// with one layer use the first four; a box also has `Front` (to the layer before) and `Back` (to
/// the layer behind). Layer 0 is the front.
///
/// It prints its letter; letters and names (`U`, `up`, `Up`) can be parsed.
///
/// ```
/// use npuzzle::{Board, Direction};
///
/// let mut board: Board<2> = "1 2/0 3".parse()?;
/// board.slide(Direction::Left)?; // tile 3 moves left
/// assert!(board.is_solved());
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// To the row above, letter `U`.
    Up = 0,
    /// To the row below, letter `D`.
    Down = 1,
    /// To the column on the left, letter `L`.
    Left = 2,
    /// To the column on the right, letter `R`.
    Right = 3,
    /// To the layer in front (the lower number), letter `F`.
    Front = 4,
    /// To the layer behind (the higher number), letter `B`.
    Back = 5,
}

impl Direction {
    /// All six, in the order of their numbers: rows, columns, layers, first the lower ones.
    pub const ALL: [Self; 6] = [Up, Down, Left, Right, Front, Back];

    /// Returns the direction that takes this one back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[self as usize ^ 1]
    }

    /// Returns the arrow of the direction: `↑ ↓ ← →`, and `↙ ↗` for `Front` and `Back`: boxes are
    /// drawn in perspective, with the front layer lower and further left.
    #[must_use]
    pub const fn arrow(self) -> char {
        ['↑', '↓', '←', '→', '↙', '↗'][self as usize]
    }

    /// Returns the letter of the direction: `U D L R F B`.
    #[must_use]
    pub const fn letter(self) -> char {
        ['U', 'D', 'L', 'R', 'F', 'B'][self as usize]
    }
}

/// Prints the letter.
impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}
