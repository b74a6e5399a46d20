//! A sequence of moves.

#[cfg(feature = "solver")]
use alloc::vec::Vec;
use core::iter::Copied;
use core::ops::{Add, AddAssign, Index};
use core::slice::{self, SliceIndex};

use smallvec::SmallVec;

use crate::direction::Direction;
use crate::messages::messages;

/// A sequence of moves, for example a solution.
///
/// A shortest solution of a 15-puzzle has at most 80 moves, which need no allocation. As text it is
/// a row of letters, `RRDLU`, or of runs, `R2DLU`; both are read, the first is printed by `{}`, the
/// second by `{:#}`.
///
/// # Examples
/// ```
/// use npuzzle::{Direction, Moves};
///
/// let moves: Moves = "R2DLU".parse()?;
/// assert_eq!(moves.len(), 5);
/// assert_eq!(moves.multi_tile_len(), 4); // R2 moves two tiles at once
/// assert_eq!(moves.inverse().to_string(), "DRULL");
/// assert_eq!(format!("{:#}", moves.inverse()), "DRUL2");
/// assert_eq!(moves[2], Direction::Down);
/// assert!((moves.clone() + moves.inverse()).simplify().is_empty());
/// # Ok::<_, npuzzle::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moves {
    directions: SmallVec<[Direction; 96]>,
}

impl Moves {
    /// Returns the empty sequence.
    ///
    /// ```
    /// use npuzzle::Moves;
    /// assert_eq!(Moves::new().to_string(), "");
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of moves of single tiles: a run of three tiles is three moves (the
    /// single-tile metric).
    ///
    /// ```
    /// use npuzzle::Moves;
    /// assert_eq!("R2D".parse::<Moves>()?.len(), 3);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.directions.len()
    }

    /// Returns whether there are no moves.
    ///
    /// ```
    /// use npuzzle::Moves;
    /// assert!("".parse::<Moves>()?.is_empty());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.directions.is_empty()
    }

    /// Returns the number of slides: consecutive moves in one direction are one slide of several
    /// tiles (the multi-tile metric).
    ///
    /// ```
    /// use npuzzle::Moves;
    /// assert_eq!("RRDLL".parse::<Moves>()?.multi_tile_len(), 3);
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    #[must_use]
    pub fn multi_tile_len(&self) -> usize {
        // Nothing but comparisons of neighbours, so that the compiler takes many at once: a
        // solution can have millions of moves.
        let pairs = self.directions.iter().zip(self.directions.iter().skip(1));
        let turns = pairs.filter(|(a, b)| a != b).count();
        turns + usize::from(!self.directions.is_empty())
    }

    /// Returns the moves as runs of one direction, each with its length.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Direction, Moves};
    /// let moves: Moves = "RRDL".parse()?;
    /// let runs: Vec<_> = moves.runs().collect();
    /// assert_eq!(runs, [(Direction::Right, 2), (Direction::Down, 1), (Direction::Left, 1)]);
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    pub fn runs(&self) -> impl Iterator<Item = (Direction, usize)> + '_ {
        self.directions
            .chunk_by(PartialEq::eq)
            .map(|run| (run[0], run.len()))
    }

    /// Returns the moves as a slice.
    ///
    /// ```
    /// use npuzzle::{Direction, Moves};
    /// let moves: Moves = "RD".parse()?;
    /// assert_eq!(moves.as_slice(), [Direction::Right, Direction::Down]);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn as_slice(&self) -> &[Direction] {
        &self.directions
    }

    /// Returns the moves one by one.
    ///
    /// ```
    /// use npuzzle::{Direction, Moves};
    /// let moves: Moves = "RRD".parse()?;
    /// assert_eq!(moves.iter().filter(|&direction| direction == Direction::Right).count(), 2);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn iter(&self) -> Copied<slice::Iter<'_, Direction>> {
        self.directions.iter().copied()
    }

    /// Appends a move.
    ///
    /// ```
    /// use npuzzle::{Direction, Moves};
    /// let mut moves = Moves::new();
    /// moves.push(Direction::Right);
    /// assert_eq!(moves.to_string(), "R");
    /// ```
    pub fn push(&mut self, direction: Direction) {
        self.directions.push(direction);
    }

    /// Appends a move if there is memory for it, for sequences whose length is decided by data.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is not; nothing changes.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Direction, Moves};
    /// let mut moves = Moves::new();
    /// moves.try_push(Direction::Right)?;
    /// assert_eq!(moves.to_string(), "R");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn try_push(&mut self, direction: Direction) -> Result<(), OutOfMemory> {
        self.try_reserve(1)?;
        self.directions.push(direction);
        Ok(())
    }

    /// Appends moves as long as there is memory for them.
    ///
    /// Allocates memory first for the number of moves that the iterator announces, and more as
    /// further moves arrive.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the memory ends before the moves do; the moves before that stay.
    ///
    /// ```
    /// use npuzzle::{Direction, Moves};
    /// let mut moves = Moves::new();
    /// moves.try_extend([Direction::Up, Direction::Left])?;
    /// assert_eq!(moves.to_string(), "UL");
    /// let endless = std::iter::repeat_n(Direction::Up, usize::MAX);
    /// assert!(moves.try_extend(endless).is_err());
    /// # Ok::<_, npuzzle::OutOfMemory>(())
    /// ```
    pub fn try_extend(
        &mut self,
        directions: impl IntoIterator<Item = Direction>,
    ) -> Result<(), OutOfMemory> {
        let directions = directions.into_iter();
        self.try_reserve(directions.size_hint().0)?;
        for direction in directions {
            self.try_push(direction)?;
        }
        Ok(())
    }

    /// Makes room for `additional` more moves.
    pub(crate) fn try_reserve(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        self.directions
            .try_reserve(additional)
            .map_err(|_| OutOfMemory {
                bytes: (self.len() as u64).saturating_add(additional as u64),
            })
    }

    /// Returns these moves, without a copy if there are many.
    #[cfg(feature = "solver")]
    pub(crate) fn from_vec(directions: Vec<Direction>) -> Self {
        Self {
            directions: SmallVec::from_vec(directions),
        }
    }

    /// Takes the last move away and returns it.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Direction, Moves};
    /// let mut moves: Moves = "RD".parse()?;
    /// assert_eq!((moves.pop(), moves.to_string()), (Some(Direction::Down), "R".to_owned()));
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    pub fn pop(&mut self) -> Option<Direction> {
        self.directions.pop()
    }

    /// Returns the moves that undo these: the opposite ones, last first.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::Moves;
    /// let moves: Moves = "RRD".parse()?;
    /// assert_eq!(moves.inverse().to_string(), "ULL");
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    #[doc(alias = "undo")]
    #[doc(alias = "reverse")]
    #[must_use]
    pub fn inverse(&self) -> Self {
        self.iter().rev().map(Direction::opposite).collect()
    }

    /// Returns the moves without those that a move undoes at once: `UDR` becomes `R`, and `LUDR`
    /// nothing.
    ///
    /// The result leads to the same board if these moves are legal. Takes linear time.
    ///
    /// ```
    /// use npuzzle::Moves;
    /// assert_eq!("ULRDL".parse::<Moves>()?.simplify().to_string(), "L");
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    #[must_use]
    pub fn simplify(&self) -> Self {
        let mut simple = Self::new();
        for direction in self {
            if simple.directions.last() == Some(&direction.opposite()) {
                simple.pop();
            } else {
                simple.push(direction);
            }
        }
        simple
    }
}

impl FromIterator<Direction> for Moves {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Self {
        let mut moves = Self::new();
        moves.extend(directions);
        moves
    }
}

impl Extend<Direction> for Moves {
    fn extend<I: IntoIterator<Item = Direction>>(&mut self, directions: I) {
        let directions = directions.into_iter();
        self.directions.reserve(directions.size_hint().0);
        for direction in directions {
            self.directions.push(direction);
        }
    }
}

impl<'a> Extend<&'a Direction> for Moves {
    fn extend<I: IntoIterator<Item = &'a Direction>>(&mut self, directions: I) {
        self.extend(directions.into_iter().copied());
    }
}

impl AsRef<[Direction]> for Moves {
    fn as_ref(&self) -> &[Direction] {
        self.as_slice()
    }
}

/// The move at an index, or the moves of a range. Panics if the index is out of bounds.
impl<I: SliceIndex<[Direction]>> Index<I> for Moves {
    type Output = I::Output;

    fn index(&self, index: I) -> &I::Output {
        &self.as_slice()[index]
    }
}

impl AddAssign<&Self> for Moves {
    fn add_assign(&mut self, then: &Self) {
        self.directions.extend_from_slice(&then.directions);
    }
}

impl AddAssign for Moves {
    fn add_assign(&mut self, then: Self) {
        *self += &then;
    }
}

/// These moves, then those.
impl Add<&Self> for Moves {
    type Output = Self;

    fn add(mut self, then: &Self) -> Self {
        self += then;
        self
    }
}

/// These moves, then those.
impl Add for Moves {
    type Output = Self;

    fn add(self, then: Self) -> Self {
        self + &then
    }
}

impl<const N: usize> From<[Direction; N]> for Moves {
    fn from(directions: [Direction; N]) -> Self {
        directions.as_slice().into()
    }
}

impl From<&[Direction]> for Moves {
    fn from(directions: &[Direction]) -> Self {
        directions.iter().copied().collect()
    }
}

impl<'a> IntoIterator for &'a Moves {
    type Item = Direction;
    type IntoIter = Copied<slice::Iter<'a, Direction>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Moves {
    type Item = Direction;
    type IntoIter = IntoMoves;

    fn into_iter(self) -> IntoMoves {
        IntoMoves {
            directions: self.directions.into_iter(),
        }
    }
}

/// The moves of a [`Moves`], one by one.
///
/// # Examples
/// ```
/// use npuzzle::{Direction, Moves};
/// let moves: Moves = "RD".parse()?;
/// assert!(moves.into_iter().eq([Direction::Right, Direction::Down]));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct IntoMoves {
    directions: smallvec::IntoIter<[Direction; 96]>,
}

impl Iterator for IntoMoves {
    type Item = Direction;

    fn next(&mut self) -> Option<Direction> {
        self.directions.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.directions.size_hint()
    }
}

impl ExactSizeIterator for IntoMoves {}

/// An allocation that failed.
///
/// # Examples
/// ```
/// use npuzzle::{Direction, Moves, OutOfMemory};
/// fn repeat(direction: Direction, times: usize) -> Result<Moves, OutOfMemory> {
///     let mut moves = Moves::new();
///     for _ in 0..times {
///         moves.try_push(direction)?; // `times` may come from a file
///     }
///     Ok(moves)
/// }
/// assert_eq!(repeat(Direction::Up, 3)?.to_string(), "UUU");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutOfMemory {
    /// The size in bytes; a move takes one.
    pub bytes: u64,
}

messages! { OutOfMemory;
    Self { bytes } => "no memory for {bytes} moves";
}
