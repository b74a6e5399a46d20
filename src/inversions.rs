//! Counting inversions: pairs in which the larger number stands first, zero (the blank) left out.
//!
//! [`count`] is the fastest for the input, [`count_naive`] and [`count_merge_sort`] are the two
//! that are taught. [`Board::is_solvable`](crate::Board::is_solvable) needs the [`parity`] alone,
//! and is faster than any count.
//!
//! ```
//! use npuzzle::inversions::{count, parity};
//! let tiles = [3, 1, 2, 0]; // 3-1 and 3-2
//! assert_eq!(count(&tiles), 2);
//! assert!(parity(&tiles).is_even());
//! ```

use alloc::vec::Vec;

use num_traits::PrimInt;

use crate::permutation::Parity;
use crate::shape::Tile;

/// Returns the number of inversions by comparing all pairs.
///
/// # Complexity
/// *O*(n^2) time, no memory.
#[must_use]
pub fn count_naive<T: PrimInt>(values: &[T]) -> u64 {
    let blank = T::zero();
    let mut count = 0;
    for (i, &a) in values.iter().enumerate() {
        if a != blank {
            // The inner count is a number of elements of one slice, so it fits.
            let behind = &values[i + 1..];
            count += behind.iter().filter(|&&b| b != blank && a > b).count() as u64;
        }
    }
    count
}

/// Returns the number of inversions by sorting: when a merge takes a number from the right half, it
/// jumps over all that are left in the left half.
///
/// # Complexity
/// *O*(n log n) time, memory for a copy of the values twice.
#[must_use]
pub fn count_merge_sort<T: PrimInt>(values: &[T]) -> u64 {
    let tiles = values.iter().copied().filter(|value| !value.is_zero());
    sort(&mut tiles.collect::<Vec<T>>(), &mut Vec::new())
}

/// Sorts numbers and returns their inversions; `merged` is scratch.
fn sort<T: PrimInt>(values: &mut [T], merged: &mut Vec<T>) -> u64 {
    let middle = values.len() / 2;
    if middle == 0 {
        return 0;
    }
    let (left, right) = values.split_at_mut(middle);
    let mut count = sort(left, merged) + sort(right, merged);
    merged.clear();
    let mut taken = 0;
    for &mut number in right {
        while taken < middle && left[taken] <= number {
            merged.push(left[taken]);
            taken += 1;
        }
        count += (middle - taken) as u64;
        merged.push(number);
    }
    merged.extend_from_slice(&left[taken..]);
    values.copy_from_slice(merged);
    count
}

/// Returns the number of inversions in the fastest way for the number of values.
///
/// # Complexity
/// *O*(n log n). Up to 100 values all pairs are compared, many at once.
///
/// # Examples
/// ```
/// use npuzzle::inversions::count;
/// assert_eq!(count(&[13, 2, 10, 3, 1, 12, 8, 4, 5, 0, 9, 6, 15, 14, 11, 7]), 41);
/// assert_eq!(count(&[3_i64, -1, 3, 2]), 3); // any numbers; equal ones are no inversion
/// ```
#[must_use]
pub fn count<T: PrimInt>(values: &[T]) -> u64 {
    if values.len() <= NAIVE_UP_TO {
        count_naive(values)
    } else {
        count_merge_sort(values)
    }
}

/// Up to this length all pairs are compared: `cargo bench -p npuzzle-benches --bench inversions`.
const NAIVE_UP_TO: usize = 100;

/// Returns the parity of the number of inversions, as [`count`] does.
///
/// # Examples
/// ```
/// use npuzzle::inversions::parity;
/// use npuzzle::permutation::Parity;
/// assert_eq!(parity(&[1, 2, 3, 4, 5, 6, 8, 7, 0]), Parity::Odd);
/// ```
#[must_use]
pub fn parity<T: PrimInt>(values: &[T]) -> Parity {
    Parity::of(count(values))
}

/// For each of 128 bits the mask of the higher ones, and the bit alone: a table is faster than
/// shifts by a variable.
static ABOVE: [u128; 128] = bits().0;
static BIT: [u128; 128] = bits().1;

const fn bits() -> ([u128; 128], [u128; 128]) {
    let (mut above, mut single) = ([0; 128], [0; 128]);
    let mut bit = 0;
    while bit < 128 {
        above[bit] = !0 << bit << 1;
        single[bit] = 1 << bit;
        bit += 1;
    }
    (above, single)
}

/// For two numbers below 16, four bits each, the first one in the low bits: first the bits of the
/// numbers between them and of the larger one, which make an odd number of inversions with the two
/// if they stand in front of both, and bit 16 if the two make one themselves; then the bits of the
/// two.
static PAIRS: [(u32, u32); 256] = {
    let mut pairs = [(0, 0); 256];
    let mut pair = 0;
    while pair < 256 {
        let (first, second) = (pair & 15, pair >> 4);
        let is_inversion = (first > second) as u32;
        let above = (0xfffe << first ^ 0xfffe << second) & 0xffff;
        pairs[pair] = (above | is_inversion << 16, 1 << first | 1 << second);
        pair += 1;
    }
    pairs
};

/// Returns the parity of the inversions of different numbers below 16, zero counted like any other:
/// as [`parity_of_distinct`], two numbers a step.
#[inline]
pub(crate) fn parity_below_16(tiles: &[Tile]) -> Parity {
    // Bit 16 always counts.
    let (mut seen, mut sum) = (1_u32 << 16, 0);
    let mut pairs = tiles.chunks_exact(2);
    for pair in pairs.by_ref() {
        let (above, bits) = PAIRS[(pair[0] | pair[1] << 4) as u8 as usize];
        sum ^= seen & above;
        seen |= bits;
    }
    if let [last] = pairs.remainder() {
        sum ^= seen & 0xfffe << (last & 15) & 0xffff;
    }
    Parity::of(u64::from(sum.count_ones()))
}

/// Returns the parity of the inversions of different numbers below `limit`, zero counted like any
/// other.
///
/// The inversions that a number closes are the larger ones among those seen; only their parity is
/// wanted, and parity(a) xor parity(b) = parity(a xor b), so the words themselves are added up by
/// xor and one population count ends it. Above 128 numbers, those in higher words are counted
/// modulo 2 by the same trick: one bit for each word, 64 words to a group, 16 groups.
#[inline]
pub(crate) fn parity_of_distinct(tiles: impl Iterator<Item = Tile>, limit: usize) -> Parity {
    let mut sum = 0_u64;
    if limit <= 64 {
        let mut seen = 0_u64;
        for tile in tiles {
            // The negative of a bit has all bits above it.
            let bit = 1_u64.wrapping_shl(u32::from(tile));
            sum ^= seen & bit.wrapping_neg();
            seen |= bit;
        }
    } else if limit <= 128 {
        let (mut seen, mut sums) = (0_u128, 0_u128);
        for tile in tiles {
            // The mask keeps the index in the table without a check.
            let bit = usize::from(tile & 127);
            sums ^= seen & ABOVE[bit];
            seen |= BIT[bit];
        }
        sum = (sums >> 64) as u64 ^ sums as u64;
    } else {
        let above = |bit: usize| ABOVE[bit & 127] as u64;
        let mut seen = [0_u64; 1024];
        let mut odd_words = [0_u64; 16];
        let mut odd_groups = 0_u64;
        for tile in tiles {
            let (group, word) = (tile as usize >> 12, tile as usize >> 6);
            let (word_in_group, bit) = (word & 63, tile as usize & 63);
            sum ^= seen[word] & above(bit) ^ odd_words[group] & above(word_in_group);
            sum ^= odd_groups & above(group);
            seen[word] |= 1 << bit;
            odd_words[group] ^= 1 << word_in_group;
            odd_groups ^= 1 << group;
        }
    }
    Parity::of(u64::from(sum.count_ones()))
}
