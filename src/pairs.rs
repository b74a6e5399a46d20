//! Estimates of the distance to the goal by pairs of tiles.
//!
//! Two tiles that belong side by side, and stand side by side the wrong way round, cost moves that
//! the Manhattan distance does not count. So does a tile far from home between others at home, and
//! one far from the blank. [`PairWeights`] has a number for each such pair: by the offset between
//! their homes, and the displacement of each from its home. The numbers are fitted to solutions
//! that a beam finds with their help (self-play), and are the same for every rectangle: what is
//! true in one corner is true in the others by symmetry.
//!
//! A sum of such numbers is a good estimate and no bound: it ranks the boards of a beam, on
//! rectangles of 5 x 5 to 9 x 9.

mod kinds;
mod tables;
mod weights;

pub(crate) use tables::draft::PairTablesJob;
pub(crate) use tables::{PairTables, are_for, rank_beams};
pub(crate) use weights::PairWeights;
