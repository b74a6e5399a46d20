//! Inversions of lists at the limits of the ways to count them.

use npuzzle::inversions::{count, count_merge_sort, count_naive, parity};
use npuzzle::permutation::Parity;

#[track_caller]
fn has_inversions(values: &[u16], inversions: u64) {
    assert_eq!(count_naive(values), inversions);
    assert_eq!(count_merge_sort(values), inversions);
    assert_eq!(count(values), inversions);
    assert_eq!(parity(values), Parity::of(inversions));
}

#[test]
fn numbers_that_no_mask_of_one_word_holds_are_counted() {
    has_inversions(&[64, 1, 2, 3, 4, 5, 6, 7, 8], 8);
    has_inversions(&[66, 129, 195, 260, 325, 390, 455, 520, 585], 0);
    // Twice the same number is no inversion; 2 stands before 1 four times.
    has_inversions(&[2, 2, 1, 1, 3, 3, 4, 4, 5, 5], 4);
}

#[test]
fn numbers_among_zeros_are_counted() {
    // Each of the five is in another word of the masks than the others.
    for (few, inversions) in [
        ([64, 1, 130, 195, 260], 1),
        ([4_100, 1, 130, 8_200, 70], 5),
        ([60_000, 50_000, 40_000, 30_000, 20_000], 10),
    ] {
        for length in [70, 5_000] {
            let mut values = vec![0; length];
            for (index, number) in few.into_iter().enumerate() {
                values[index * 13 + 1] = number;
            }
            has_inversions(&values, inversions);
        }
    }
}
