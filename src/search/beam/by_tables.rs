//! Beams that rank boards by pattern tables.

use super::Beam;
use crate::canonical::CanonicalBoard;
use crate::moves::Moves;
use crate::search::patterns::MAX_GROUPS;
use crate::search::ranking::ByPatterns;
use crate::search::stack::Kit;
use crate::tables::{Narrow, OutOfMemory, Shared, Wide};
use crate::work::{Counts, Step, Work};

/// A [`Beam`] by tables, compiled for the form of their blocks and for a number of tables: what is
/// kept of a board grows with it.
#[derive(Clone, Debug)]
pub(crate) enum BeamByTables {
    NarrowUpTo4(Beam<ByPatterns<Narrow, 4>>),
    NarrowUpTo6(Beam<ByPatterns<Narrow, 6>>),
    NarrowUpToAll(Beam<ByPatterns<Narrow, MAX_GROUPS>>),
    WideUpTo4(Beam<ByPatterns<Wide, 4>>),
    WideUpTo6(Beam<ByPatterns<Wide, 6>>),
    WideUpToAll(Beam<ByPatterns<Wide, MAX_GROUPS>>),
}

/// Makes the same of whichever beam it is.
macro_rules! with_beam {
    ($beams:expr, $beam:ident => $result:expr) => {
        match $beams {
            Self::NarrowUpTo4($beam) => $result,
            Self::NarrowUpTo6($beam) => $result,
            Self::NarrowUpToAll($beam) => $result,
            Self::WideUpTo4($beam) => $result,
            Self::WideUpTo6($beam) => $result,
            Self::WideUpToAll($beam) => $result,
        }
    };
}

impl BeamByTables {
    /// Returns the beam, as [`Beam::new`] does.
    pub(crate) fn new(
        kit: Shared<Kit>,
        instance: &CanonicalBoard,
        width: usize,
        most: usize,
    ) -> Result<Self, OutOfMemory> {
        let (is_narrow, tables) = (kit.patterns().is_narrow(), kit.patterns().len());
        Ok(match (is_narrow, tables) {
            (true, ..=4) => {
                Self::NarrowUpTo4(Beam::new(ByPatterns::new(kit), instance, width, most)?)
            }
            (true, 5..=6) => {
                Self::NarrowUpTo6(Beam::new(ByPatterns::new(kit), instance, width, most)?)
            }
            (true, _) => {
                Self::NarrowUpToAll(Beam::new(ByPatterns::new(kit), instance, width, most)?)
            }
            (false, ..=4) => {
                Self::WideUpTo4(Beam::new(ByPatterns::new(kit), instance, width, most)?)
            }
            (false, 5..=6) => {
                Self::WideUpTo6(Beam::new(ByPatterns::new(kit), instance, width, most)?)
            }
            (false, _) => {
                Self::WideUpToAll(Beam::new(ByPatterns::new(kit), instance, width, most)?)
            }
        })
    }
}

impl Work for BeamByTables {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        with_beam!(self, beam => beam.advance(until, counts))
    }
}
