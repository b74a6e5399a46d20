//! STUB
use crate::canonical::CanonicalBoard;
use crate::moves::Moves;
use crate::tables::OutOfMemory;
use crate::work::{Counts, Step, Work};
#[derive(Debug)]
pub(crate) struct Polish;
impl Polish {
    pub(crate) fn new(_: CanonicalBoard, _: &Moves, _: u64) -> Result<Self, OutOfMemory> {
        Ok(Self)
    }
}
impl Work for Polish {
    type Found = Moves;
    type Failure = OutOfMemory;
    fn advance(&mut self, _: u64, _: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        Ok(Step::Done)
    }
}
