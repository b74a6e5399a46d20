//! Valid values for fuzz targets.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::board::Board;
use crate::direction::Direction;
use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::moves::Moves;
use crate::shape::Shape;

/// Any board, solvable or not.
impl<'a, const R: usize, const C: usize, const L: usize> Arbitrary<'a> for Board<R, C, L> {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        Ok(Self::permutation_from_seed(u.arbitrary()?))
    }
}

/// Any shape with sides from 1 to 8.
impl<'a> Arbitrary<'a> for Shape {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let mut side = || u.int_in_range(1..=8);
        let (rows, cols, layers) = (side()?, side()?, side()?);
        Self::new(rows, cols, layers).map_err(|_| arbitrary::Error::IncorrectFormat)
    }
}

/// Any board with sides from 1 to 8, solvable or not.
impl<'a> Arbitrary<'a> for DynBoard {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        Ok(Self::permutation_from_seed(u.arbitrary()?, u.arbitrary()?))
    }
}

impl<'a> Arbitrary<'a> for Direction {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        Ok(*u.choose(&Self::ALL)?)
    }
}

/// Any sequence, legal on a board or not.
impl<'a> Arbitrary<'a> for Moves {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        u.arbitrary_iter::<Direction>()?.collect()
    }
}

impl<'a> Arbitrary<'a> for Goal {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        Ok(match u.int_in_range(0..=3)? {
            0 => Self::BlankLast,
            1 => Self::BlankFirst,
            2 => Self::Snail,
            _ => Self::Custom(u.arbitrary()?),
        })
    }
}
