//! The checksum of a file.

/// Four sums side by side, so that no step waits for the one before.
#[derive(Debug)]
pub(super) struct Checksum {
    sums: [u64; 4],
    words: u64,
}

/// Returns the checksum of a head, whose last word does not count.
pub(super) fn checksum(head: &[u64]) -> Checksum {
    let mut sum = Checksum {
        sums: [1, 2, 3, 4],
        words: 0,
    };
    sum.add(&head[..head.len() - 1]);
    sum
}

impl Checksum {
    /// Odd, so that the multiplication can be undone; the digits are those of the golden ratio.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

    const fn step(sum: u64, word: u64) -> u64 {
        (sum ^ word).wrapping_mul(Self::FACTOR).rotate_left(29)
    }

    /// Adds words: a multiple of four at a time, but for the last ones.
    pub(super) fn add(&mut self, words: &[u64]) {
        let mut rows = words.chunks_exact(4);
        for row in &mut rows {
            for (sum, &word) in self.sums.iter_mut().zip(row) {
                *sum = Self::step(*sum, word);
            }
        }
        for (sum, &word) in self.sums.iter_mut().zip(rows.remainder()) {
            *sum = Self::step(*sum, word);
        }
        self.words += words.len() as u64;
    }

    pub(super) fn value(&self) -> u64 {
        let sums = self.sums.iter();
        sums.fold(self.words, |sum, &word| Self::step(sum, word))
    }
}
