//! The weights of pairs, and their bytes.

use alloc::vec::Vec;
use core::fmt;

use crate::messages::messages;

use super::kinds::Kinds;

/// The weights, in units of a thirty-second of a move.
pub(crate) const UNIT: i32 = 32;

/// Coarse weights are multiples of this, a quarter of a move. They compress to half the bytes, and
/// beams of a width find solutions of the same length: 299.2 moves on 100 boards of 7 x 7, 299.3
/// with the exact ones; 183.0 and 182.6 on 6 x 6.
#[cfg(feature = "train")]
const COARSE: i16 = 8;

/// The greatest weight that can be written.
#[cfg(any(test, feature = "train"))]
const MAX: i16 = 8191;

const MAGIC: [u8; 8] = *b"npz-pair";
const VERSION: u32 = 2;

/// The bytes before and after the weights.
const HEAD: usize = 16;
const SUM: usize = 8;

/// Weights for each kind of pair on a board, which add to the board's estimated distance.
///
/// The weights that come with the crate were fitted by `PairTraining`, and serve
/// [`Quality::Best`](crate::Quality::Best) on rectangles of 5 x 5 to 9 x 9.
///
/// # Examples
/// ```
/// # #[cfg(feature = "train")] {
/// use npuzzle::train::PairWeights;
///
/// let weights = PairWeights::shipped();
/// let bytes = weights.to_bytes();
/// assert!(bytes.len() < 300_000);
/// assert_eq!(PairWeights::from_bytes(&bytes)?, weights);
/// assert!(PairWeights::from_bytes(&bytes[1..]).is_err());
/// # }
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct PairWeights {
    /// `[kind]`.
    weights: Vec<i16>,
}

/// Reasons why bytes are not weights.
///
/// # Examples
/// ```
/// # #[cfg(feature = "train")] {
/// use npuzzle::train::{PairWeights, PairWeightsError};
/// assert_eq!(PairWeights::from_bytes(b"hello, world"), Err(PairWeightsError::Magic));
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PairWeightsError {
    /// They do not begin like weights.
    Magic,
    /// They are weights of another version.
    Version {
        /// The version that was found.
        found: u32,
    },
    /// There are too few or too many of them.
    Length,
    /// They were damaged.
    Checksum,
}

messages! { PairWeightsError;
    Self::Magic => "magic: not weights of pairs";
    Self::Version { found } => "version: {found}, not {VERSION}";
    Self::Length => "length: too few or too many bytes";
    Self::Checksum => "checksum: the content is damaged";
}

impl fmt::Debug for PairWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PairWeights")
            .field("kinds", &self.weights.len())
            .finish_non_exhaustive()
    }
}

impl PairWeights {
    /// Returns the weights that come with the crate.
    ///
    /// ```
    /// # #[cfg(feature = "train")]
    /// assert_eq!(npuzzle::train::PairWeights::shipped(), npuzzle::train::PairWeights::shipped());
    /// ```
    #[must_use]
    pub fn shipped() -> Self {
        let bytes = include_bytes!("weights.bin");
        // A test reads them.
        Self::from_bytes(bytes).unwrap_or(Self {
            weights: Vec::new(),
        })
    }

    /// Returns the weights with the numbers `[kind]`.
    #[cfg(feature = "train")]
    pub(crate) fn new(weights: impl Iterator<Item = f32>) -> Self {
        let most = f32::from(MAX);
        let rounded = weights.map(|it| (it * UNIT as f32).round().clamp(-most, most) as i16);
        Self {
            weights: rounded.collect(),
        }
    }

    /// Returns coarse weights, the nearest to these.
    #[cfg(feature = "train")]
    pub(crate) fn coarse(mut self) -> Self {
        for weight in &mut self.weights {
            let steps = (weight.abs() + COARSE / 2) / COARSE;
            *weight = weight.signum() * steps * COARSE;
        }
        self
    }

    /// Returns the weights `[kind]`, in moves.
    #[cfg(feature = "train")]
    pub(crate) fn in_moves(&self) -> impl Iterator<Item = f32> {
        let weights = self.weights.iter();
        weights.map(|&weight| f32::from(weight) / UNIT as f32)
    }

    /// Returns the weight of a kind.
    pub(crate) fn of(&self, kind: usize) -> i16 {
        self.weights.get(kind).copied().unwrap_or(0)
    }

    /// Returns the weights as bytes.
    ///
    /// ```
    /// # #[cfg(feature = "train")] {
    /// use npuzzle::train::PairWeights;
    /// let bytes = PairWeights::shipped().to_bytes();
    /// assert_eq!(PairWeights::from_bytes(&bytes)?, PairWeights::shipped());
    /// # }
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[cfg(any(test, feature = "train"))]
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::from(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.weights.len() as u32).to_le_bytes());
        for &weight in &self.weights {
            // Small ones, of either sign, take a byte.
            let number = (weight << 1 ^ weight >> 15) as u16;
            if number < 0x80 {
                bytes.push(number as u8);
            } else {
                bytes.extend([number as u8 | 0x80, (number >> 7) as u8]);
            }
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads weights.
    ///
    /// # Errors
    /// [`PairWeightsError`] if they are no weights of this version, or a byte of them was changed.
    ///
    /// # Examples
    /// ```
    /// # #[cfg(feature = "train")] {
    /// use npuzzle::train::{PairWeights, PairWeightsError};
    /// let mut bytes = PairWeights::shipped().to_bytes();
    /// assert!(PairWeights::from_bytes(&bytes).is_ok());
    /// bytes[100] ^= 1;
    /// assert_eq!(PairWeights::from_bytes(&bytes), Err(PairWeightsError::Checksum));
    /// # }
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PairWeightsError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(PairWeightsError::Magic);
        }
        let content = bytes.len().checked_sub(SUM).filter(|&end| end >= HEAD);
        let end = content.ok_or(PairWeightsError::Length)?;
        let (content, sum) = bytes.split_at(end);
        let word = |at: usize| {
            let word = [
                content[at],
                content[at + 1],
                content[at + 2],
                content[at + 3],
            ];
            u32::from_le_bytes(word)
        };
        if word(8) != VERSION {
            return Err(PairWeightsError::Version { found: word(8) });
        }
        if sum != checksum(content).to_le_bytes() {
            return Err(PairWeightsError::Checksum);
        }
        let mut weights = Vec::new();
        let mut rest = content[HEAD..].iter();
        while let Some(&low) = rest.next() {
            let mut number = u16::from(low);
            if low >= 0x80 {
                let high = *rest.next().ok_or(PairWeightsError::Length)?;
                number = number & 0x7f | u16::from(high & 0x7f) << 7;
            }
            weights.push((number >> 1) as i16 ^ -((number & 1) as i16));
        }
        if weights.len() != word(12) as usize || weights.len() != Kinds::COUNT {
            return Err(PairWeightsError::Length);
        }
        Ok(Self { weights })
    }
}

/// Returns a sum that changes if a byte does (FNV-1a).
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::{MAX, PairWeights, PairWeightsError};
    use crate::pairs::kinds::Kinds;

    #[test]
    fn the_shipped_ones_are_there() {
        let shipped = PairWeights::shipped();
        assert_eq!(shipped.weights.len(), Kinds::COUNT);
        assert_eq!(Kinds::COUNT, Kinds::at_once().unwrap().len());
        assert!(shipped.of(Kinds::single([0, 3])) > shipped.of(Kinds::single([0, 0])));
    }

    #[test]
    fn every_weight_is_read_as_it_was_written() {
        let some = [0, 1, -1, 63, -63, 64, -64, -65, 127, 128, MAX, -MAX];
        let weights = (0..Kinds::COUNT).map(|kind| some[kind % some.len()]);
        let weights = PairWeights {
            weights: weights.collect(),
        };
        assert_eq!(PairWeights::from_bytes(&weights.to_bytes()), Ok(weights));
    }

    #[test]
    fn every_changed_byte_is_met() {
        let bytes = PairWeights::shipped().to_bytes();
        for at in (0..bytes.len()).step_by(997).chain(0..40) {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << (at % 8);
            assert!(PairWeights::from_bytes(&changed).is_err(), "byte {at}");
        }
        for len in [0, 7, 8, 23, 24, bytes.len() - 1] {
            assert!(
                PairWeights::from_bytes(&bytes[..len]).is_err(),
                "{len} bytes"
            );
        }
        assert_eq!(
            PairWeights::from_bytes(b"npz-past"),
            Err(PairWeightsError::Magic)
        );
    }
}
