//! Inversions of lists, permutations of `0..n`: their faults, cycles and ranks.

use npuzzle::inversions::{self, count, count_merge_sort, count_naive};
use npuzzle::permutation::{self, MAX_RANKED, Parity, PermutationError, rank, unrank};

/// Sizes around those of the words of a bit set.
const SIZES: [usize; 9] = [1, 2, 5, 33, 34, 63, 64, 65, 130];

#[test]
fn inversions_are_counted_across_all_mask_words() {
    let mut lists = vec![
        (vec![64, 1, 2, 3, 4, 5, 6, 7, 8], 8),
        (vec![66, 129, 195, 260, 325, 390, 455, 520, 585], 0),
        // Twice the same number is no inversion; 2 stands before 1 four times.
        (vec![2, 2, 1, 1, 3, 3, 4, 4, 5, 5], 4),
    ];
    for (few, inversions) in [
        ([64_u16, 1, 130, 195, 260], 1),
        ([4_100, 1, 130, 8_200, 70], 5),
        ([60_000, 50_000, 40_000, 30_000, 20_000], 10),
    ] {
        for length in [70, 5_000] {
            let mut values = vec![0; length];
            for (index, number) in few.into_iter().enumerate() {
                values[index * 13 + 1] = number;
            }
            lists.push((values, inversions));
        }
    }
    for (values, inversions) in &lists {
        for found in [count_naive(values), count_merge_sort(values), count(values)] {
            assert_eq!(found, *inversions);
        }
        assert_eq!(inversions::parity(values), Parity::of(*inversions));
    }
}

#[test]
fn what_is_no_permutation_is_named_by_its_first_fault() {
    let refuses = |values: &[usize], fault| {
        assert_eq!(permutation::parity(values), Err(fault));
        assert_eq!(permutation::cycles(values), Err(fault));
        assert!(values.len() > MAX_RANKED || rank(values) == Err(fault));
    };
    for len in SIZES {
        for index in 0..len {
            let mut values: Vec<usize> = (0..len).collect();
            for above in [len, len + 64, usize::MAX] {
                values[index] = above;
                refuses(&values, PermutationError::OutOfRange { index, len });
            }
            for value in 0..index {
                values[index] = value;
                refuses(&values, PermutationError::Repeated { index, value });
            }
        }
    }
}

#[test]
fn cycles_are_those_of_a_rotation() {
    for (parity, is_odd) in [(Parity::Even, false), (Parity::Odd, true)] {
        assert_eq!((parity.is_odd(), parity.is_even()), (is_odd, !is_odd));
        assert_eq!(parity.to_string(), if is_odd { "odd" } else { "even" });
    }
    for len in SIZES {
        // One cycle of all numbers, and each number in a cycle of two but the last of an odd count.
        let rotated: Vec<usize> = (0..len).map(|value| (value + 1) % len).collect();
        let whole = if len > 1 {
            vec![(0..len).collect()]
        } else {
            Vec::new()
        };
        assert_eq!(permutation::cycles(&rotated), Ok(whole));
        let is_odd = Parity::of(len as u64 - 1);
        assert_eq!(permutation::parity(&rotated), Ok(is_odd));
        let partner = |value: usize| if value ^ 1 < len { value ^ 1 } else { value };
        let swapped: Vec<usize> = (0..len).map(partner).collect();
        let pairs: Vec<Vec<usize>> = (0..len / 2).map(|nth| vec![2 * nth, 2 * nth + 1]).collect();
        assert_eq!(permutation::cycles(&swapped), Ok(pairs));
        assert_eq!(
            permutation::parity(&swapped),
            Ok(Parity::of(len as u64 / 2))
        );
    }
}

#[test]
fn ranks_go_up_to_34_numbers() {
    for len in 1..=MAX_RANKED {
        let count: u128 = (1..=len as u128).product();
        for known in [0, 1, 2, 3, count / 3, count / 2, count - 1] {
            let known = known.min(count - 1);
            let values = unrank(known, len).expect("below the count");
            assert_eq!(rank(&values), Ok(known));
        }
        let fault = PermutationError::NoSuchRank { rank: count, count };
        assert_eq!(unrank(count, len), Err(fault));
    }
    let len = MAX_RANKED + 1;
    let fault = PermutationError::TooLong { len };
    let numbers: Vec<usize> = (0..len).collect();
    assert_eq!((rank(&numbers), unrank(0, len)), (Err(fault), Err(fault)));
    let repeated = PermutationError::Repeated { index: 2, value: 1 };
    assert_eq!(rank(&[1, 0, 1, 9]), Err(repeated));
    let outside = PermutationError::OutOfRange { index: 1, len: 3 };
    assert_eq!(
        (rank(&[0, 3, 0]), rank(&[2, -1, 0])),
        (Err(outside), Err(outside))
    );
}
