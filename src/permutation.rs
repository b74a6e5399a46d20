//! Permutations of `0..n` as slices: their parity, cycles and rank.
//!
//! ```
//! use npuzzle::permutation::{cycles, parity};
//! let values = [1, 0, 3, 2]; // two swaps
//! assert!(parity(&values)?.is_even());
//! assert_eq!(cycles(&values)?.len(), 2);
//! # Ok::<_, npuzzle::permutation::PermutationError>(())
//! ```

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::mem;
use core::ops::BitXor;

use crate::messages::messages;

use num_traits::PrimInt;

/// The parity of a count: even or odd.
///
/// Parities add like numbers modulo 2, with `^`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Parity {
    /// Divisible by two.
    Even,
    /// Not divisible by two.
    Odd,
}

impl Parity {
    /// Returns the parity of a count.
    #[must_use]
    #[inline]
    pub const fn of(count: u64) -> Self {
        if count & 1 == 0 {
            Self::Even
        } else {
            Self::Odd
        }
    }

    /// Returns whether this is [`Parity::Even`].
    #[must_use]
    #[inline]
    pub const fn is_even(self) -> bool {
        matches!(self, Self::Even)
    }

    /// Returns whether this is [`Parity::Odd`].
    #[must_use]
    #[inline]
    pub const fn is_odd(self) -> bool {
        matches!(self, Self::Odd)
    }
}

impl BitXor for Parity {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self::of(self as u64 ^ other as u64)
    }
}

/// Prints `even` or `odd`.
impl fmt::Display for Parity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_even() { "even" } else { "odd" })
    }
}

/// Returns the parity of the permutation that takes every index `i` to `values[i]`, by walking its
/// cycles.
///
/// A cycle of k numbers is k - 1 swaps. Equal to the parity of the number of inversions, zero
/// counted like any other number.
///
/// # Complexity
/// *O*(n) time and memory.
///
/// # Errors
/// [`PermutationError`] names the first index whose value is out of `0..n` or repeats an earlier
/// one.
///
/// # Examples
/// ```
/// use npuzzle::permutation::{Parity, parity};
/// assert_eq!(parity(&[0, 2, 1])?, Parity::Odd); // one swap
/// assert_eq!(parity(&[1, 2, 0])?, Parity::Even); // a cycle of three is two swaps
/// assert!(parity(&[1, 1, 0]).is_err());
/// # Ok::<_, npuzzle::permutation::PermutationError>(())
/// ```
pub fn parity<T: PrimInt>(values: &[T]) -> Result<Parity, PermutationError> {
    let cycles = cycles(values)?;
    let swaps = cycles.iter().map(|cycle| cycle.len() as u64 - 1);
    Ok(Parity::of(swaps.sum()))
}

/// Returns the cycles of the permutation that takes every index `i` to `values[i]`, those of one
/// number left out.
///
/// Each begins with its smallest number, and so do the cycles in their order.
///
/// # Errors
/// [`PermutationError`] names the first index whose value is out of `0..n` or repeats an earlier
/// one.
///
/// # Examples
/// ```
/// use npuzzle::permutation::cycles;
/// assert_eq!(cycles(&[2, 1, 0, 4, 5, 3])?, [vec![0, 2], vec![3, 4, 5]]);
/// # Ok::<_, npuzzle::permutation::PermutationError>(())
/// ```
pub fn cycles<T: PrimInt>(values: &[T]) -> Result<Vec<Vec<usize>>, PermutationError> {
    let len = values.len();
    // True for a value that is in no cycle yet.
    let (mut numbers, mut is_open) = (Vec::with_capacity(len), vec![false; len]);
    for (index, value) in values.iter().enumerate() {
        let value = value.to_usize().filter(|&value| value < len);
        let value = value.ok_or(PermutationError::OutOfRange { index, len })?;
        if mem::replace(&mut is_open[value], true) {
            return Err(PermutationError::Repeated { index, value });
        }
        numbers.push(value);
    }
    let mut cycles = Vec::new();
    for first in 0..len {
        let (mut cycle, mut index) = (Vec::new(), first);
        while mem::take(&mut is_open[index]) {
            cycle.push(index);
            index = numbers[index];
        }
        if cycle.len() > 1 {
            cycles.push(cycle);
        }
    }
    Ok(cycles)
}

/// The most numbers whose permutations have a rank in 128 bits: 34! < 2^128 < 35!.
pub const MAX_RANKED: usize = 34;

/// Returns n!, for n up to [`MAX_RANKED`].
pub(crate) fn factorial(n: usize) -> u128 {
    (1..=n as u128).product()
}

/// Returns the lexicographic rank of a permutation of `0..n` among all n!, from 0.
///
/// Takes *O*(n) time: each digit of the factorial number system counts the smaller numbers that
/// follow, which are all but those before.
///
/// # Errors
/// [`PermutationError`] if the values are not a permutation, or are more than [`MAX_RANKED`].
pub fn rank<T: PrimInt>(values: &[T]) -> Result<u128, PermutationError> {
    let len = values.len();
    if len > MAX_RANKED {
        return Err(PermutationError::TooLong { len });
    }
    let (mut rank, mut before) = (0, 0_u64);
    for (index, value) in values.iter().enumerate() {
        let value = value.to_usize().filter(|&value| value < len);
        let value = value.ok_or(PermutationError::OutOfRange { index, len })?;
        let bit = 1 << value;
        if before & bit != 0 {
            return Err(PermutationError::Repeated { index, value });
        }
        let smaller_before = (before & (bit - 1)).count_ones() as usize;
        rank = rank * (len - index) as u128 + (value - smaller_before) as u128;
        before |= bit;
    }
    Ok(rank)
}

/// Returns the permutation of `0..len` with this lexicographic rank.
///
/// # Errors
/// [`PermutationError`] if `len` is above [`MAX_RANKED`], or `rank` is not below `len`!.
pub fn unrank(rank: u128, len: usize) -> Result<Vec<usize>, PermutationError> {
    if len > MAX_RANKED {
        return Err(PermutationError::TooLong { len });
    }
    let count = factorial(len);
    if rank >= count {
        return Err(PermutationError::NoSuchRank { rank, count });
    }
    let mut values = vec![0; len];
    let mut rest = rank;
    for (base, digit) in (1..=len).zip(values.iter_mut().rev()) {
        *digit = (rest % base as u128) as usize;
        rest /= base as u128;
    }
    let mut left: Vec<usize> = (0..len).collect();
    for value in &mut values {
        *value = left.remove(*value);
    }
    Ok(values)
}

/// Reasons why values are not a permutation of `0..n`, or have no rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PermutationError {
    /// A value is not in `0..n`.
    OutOfRange {
        /// The index of the value.
        index: usize,
        /// The number of values, n.
        len: usize,
    },
    /// A value appears a second time.
    Repeated {
        /// The index of its second place.
        index: usize,
        /// The value.
        value: usize,
    },
    /// There are more than [`MAX_RANKED`] values or cells, too many for a rank in 128 bits.
    TooLong {
        /// The number of values.
        len: usize,
    },
    /// The rank is not below the number of permutations or boards.
    NoSuchRank {
        /// The given rank.
        rank: u128,
        /// The number of ranks.
        count: u128,
    },
}

messages! { PermutationError;
    Self::OutOfRange { index, len } => "the value at index {index} is not one of 0..{len}";
    Self::Repeated { index, value } => "the value {value} at index {index} stands earlier too";
    Self::TooLong { len } => "{len} values have no rank: {MAX_RANKED} is the most";
    Self::NoSuchRank { rank, count } => "there is no rank {rank}: the ranks are 0 to {}", count - 1;
}
