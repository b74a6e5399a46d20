//! The bits of a table as words, in large pages of memory where they are available.

use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::runtime::dispatch::ask_for_large_pages;

/// Words that belong together.
///
/// A search reads tables at random. Beyond some megabytes the processor then has to look up where
/// each page of memory is, and pages of 2 MiB instead of 4 KiB save it most of that.
#[derive(Debug)]
pub(crate) struct Words(Vec<u64>);

impl Words {
    /// Returns no words, with capacity for `len`. No memory is touched: that takes time when words
    /// are written.
    pub(crate) fn with_room(len: usize) -> Result<Self, OutOfMemory> {
        let mut words = reserved(len)?;
        ask_for_large_pages(&mut words);
        Ok(Self(words))
    }

    /// Returns `len` zeroes.
    pub(super) fn zeroed(len: usize) -> Result<Self, OutOfMemory> {
        let mut words = Self::with_room(len)?;
        words.0.resize(len, 0);
        Ok(words)
    }

    /// Adds a word; nothing beyond the room there is.
    #[inline]
    pub(crate) fn push(&mut self, word: u64) {
        if self.0.len() < self.0.capacity() {
            self.0.push(word);
        }
    }
}

impl Deref for Words {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        &self.0
    }
}

impl DerefMut for Words {
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

#[cfg(test)]
impl From<Vec<u64>> for Words {
    fn from(words: Vec<u64>) -> Self {
        Self(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_every_number_keep_what_is_written() {
        // Up to some large pages.
        for len in [0, 1, 513, (1 << 18) - 1, 1 << 18, (3 << 18) + 1] {
            let mut words = Words::with_room(len).expect("little memory");
            assert_eq!(words.len(), 0);
            for word in 0..len as u64 {
                words.push(word);
            }
            assert_eq!(words.len(), len);
            assert!(words.iter().copied().eq(0..len as u64));
        }
    }
}
