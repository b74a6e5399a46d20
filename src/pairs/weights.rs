//! The weights of pairs, and their bytes.
//!
//! Self-play fitted them. Commit a2fc81f is the last one with the trainer (`src/train.rs`), commit 7540523 states its
//! commands, and commit 71f4d3b has the weights that came of them.

use alloc::vec::Vec;

use super::kinds::Kinds;

/// The weights, in units of a thirty-second of a move.
pub(crate) const UNIT: i32 = 32;

/// The bytes before and after the weights.
const HEAD: usize = 16;
const SUM: usize = 8;

/// Weights for each kind of pair on a board, which add to the board's estimated distance.
#[derive(Clone, Debug)]
pub(crate) struct PairWeights {
    /// `[kind]`.
    weights: Vec<i16>,
}

impl PairWeights {
    /// Returns the weights that come with the crate. Small ones, of either sign, take a byte.
    pub(crate) fn shipped() -> Self {
        let bytes = include_bytes!("weights.bin");
        let mut weights = Vec::with_capacity(Kinds::COUNT);
        let mut rest = bytes[HEAD..bytes.len() - SUM].iter();
        while let Some(&low) = rest.next() {
            let mut number = u16::from(low);
            if low >= 0x80 {
                let high = rest.next().map_or(0, |&high| high & 0x7f);
                number = number & 0x7f | u16::from(high) << 7;
            }
            weights.push((number >> 1) as i16 ^ -((number & 1) as i16));
        }
        Self { weights }
    }

    /// Returns the weight of a kind.
    pub(crate) fn of(&self, kind: usize) -> i16 {
        self.weights.get(kind).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::PairWeights;
    use crate::pairs::kinds::Kinds;

    #[test]
    fn the_shipped_ones_are_there() {
        let shipped = PairWeights::shipped();
        assert_eq!(shipped.weights.len(), Kinds::COUNT);
        assert_eq!(Kinds::COUNT, Kinds::at_once().unwrap().len());
        assert!(shipped.of(Kinds::single([0, 3])) > shipped.of(Kinds::single([0, 0])));
    }
}
