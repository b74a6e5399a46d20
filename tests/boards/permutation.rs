//! Permutations of `0..n`: their faults, and their ranks up to the last one.

use npuzzle::permutation::{self, MAX_RANKED, Parity, PermutationError, rank, unrank};
use npuzzle::{Board, RankError, Shape, solvable_count};

/// Sizes around those of the words of a bit set.
const SIZES: [usize; 9] = [1, 2, 5, 33, 34, 63, 64, 65, 130];

#[test]
fn parities_are_even_or_odd() {
    for (parity, is_odd) in [(Parity::Even, false), (Parity::Odd, true)] {
        assert_eq!((parity.is_odd(), parity.is_even()), (is_odd, !is_odd));
        assert_eq!(parity.to_string(), if is_odd { "odd" } else { "even" });
    }
}

#[test]
fn what_is_no_permutation_is_named_by_its_first_fault() {
    for len in SIZES {
        let numbers: Vec<usize> = (0..len).collect();
        for index in 0..len {
            let mut values = numbers.clone();
            for above in [len, len + 1, len + 64, usize::MAX] {
                values[index] = above;
                let fault = PermutationError::OutOfRange { index, len };
                assert_eq!(permutation::parity(&values), Err(fault));
                assert_eq!(permutation::cycles(&values), Err(fault));
                if len <= MAX_RANKED {
                    assert_eq!(rank(&values), Err(fault));
                }
            }
            for value in 0..index {
                values[index] = value;
                let fault = PermutationError::Repeated { index, value };
                assert_eq!(permutation::parity(&values), Err(fault));
                if len <= MAX_RANKED {
                    assert_eq!(rank(&values), Err(fault));
                }
            }
        }
    }
    let len = MAX_RANKED + 1;
    let fault = PermutationError::TooLong { len };
    let numbers: Vec<usize> = (0..len).collect();
    assert_eq!(rank(&numbers), Err(fault));
    assert_eq!(unrank(0, len), Err(fault));
}

#[test]
fn cycles_are_those_of_a_rotation() {
    for len in SIZES {
        // One cycle of all numbers, and each number in a cycle of two but the last of an odd count.
        let rotated: Vec<usize> = (0..len).map(|value| (value + 1) % len).collect();
        let whole: Vec<Vec<usize>> = match len {
            1 => Vec::new(),
            _ => vec![(0..len).collect()],
        };
        assert_eq!(permutation::cycles(&rotated), Ok(whole));
        let is_odd = Parity::of(len as u64 - 1);
        assert_eq!(permutation::parity(&rotated), Ok(is_odd));
        let swapped: Vec<usize> = (0..len)
            .map(|value| if value ^ 1 < len { value ^ 1 } else { value })
            .collect();
        let pairs: Vec<Vec<usize>> = (0..len / 2).map(|nth| vec![2 * nth, 2 * nth + 1]).collect();
        assert_eq!(permutation::cycles(&swapped), Ok(pairs));
        let swaps = Parity::of(len as u64 / 2);
        assert_eq!(permutation::parity(&swapped), Ok(swaps));
    }
}

#[test]
fn ranks_go_up_to_34_numbers() {
    let factorial = |n: u128| (1..=n).product::<u128>();
    for len in 1..=MAX_RANKED {
        let count = factorial(len as u128);
        for known in [0, 1, 2, 3, count / 3, count / 2, count - 1] {
            let known = known.min(count - 1);
            let values = unrank(known, len).expect("below the count");
            assert_eq!(rank(&values), Ok(known));
        }
        let fault = PermutationError::RankTooLarge { rank: count, len };
        assert_eq!(unrank(count, len), Err(fault));
    }
    let shape = |rows, cols| Shape::new(rows, cols, 1).expect("a shape");
    assert_eq!(solvable_count(shape(2, 17)), Some(factorial(34) / 2));
    assert_eq!(solvable_count(shape(5, 7)), None);
    assert_eq!(solvable_count(shape(1, 34)), Some(34));
    assert_eq!(solvable_count(shape(1, 35)), None);
    let last = factorial(34) / 2 - 1;
    let board = Board::<2, 17>::unrank_solvable(last).expect("the last one");
    assert_eq!(board.solvable_rank(), Ok(last));
    let board = Board::<5, 7>::solved();
    let shape = board.shape();
    assert_eq!(
        board.solvable_rank(),
        Err(RankError::TooManyCells { shape })
    );
}
