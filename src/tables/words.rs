//! The bits of a table as words, in large pages of memory where they can be had.

use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use super::memory::{OutOfMemory, reserved};

/// A large page, in bytes, on most machines. Smaller tables gain nothing by it.
#[cfg(all(feature = "huge-pages", target_os = "linux"))]
const HUGE_PAGE: usize = 1 << 21;

/// Words that belong together.
///
/// A search reads tables at random. Beyond some megabytes the processor then has to look up where
/// each page of memory is, and pages of 2 MiB instead of 4 KiB save it most of that: with the
/// feature `huge-pages` the system is asked for them.
#[derive(Debug)]
pub(crate) enum Words {
    Plain(Vec<u64>),
    /// Large pages, and how many words of them are written.
    #[cfg(all(feature = "huge-pages", target_os = "linux"))]
    Mapped(memmap2::MmapMut, usize),
}

impl Words {
    /// Returns no words, and room for so many. No memory is touched: that takes time when words are
    /// written.
    pub(crate) fn with_room(len: usize) -> Result<Self, OutOfMemory> {
        #[cfg(all(feature = "huge-pages", target_os = "linux"))]
        if let Some(bytes) = len.checked_mul(8).filter(|&bytes| bytes >= HUGE_PAGE) {
            // If the system refuses the one or the other, ordinary memory does as well.
            if let Ok(map) = memmap2::MmapMut::map_anon(bytes) {
                if map.advise(memmap2::Advice::HugePage).is_ok() {
                    return Ok(Self::Mapped(map, 0));
                }
            }
        }
        Ok(Self::Plain(reserved(len)?))
    }

    /// Adds a word; nothing beyond the room there is.
    #[inline]
    pub(crate) fn push(&mut self, word: u64) {
        match self {
            Self::Plain(words) => {
                if words.len() < words.capacity() {
                    words.push(word);
                }
            }
            #[cfg(all(feature = "huge-pages", target_os = "linux"))]
            Self::Mapped(map, len) => {
                let words: &mut [u64] = bytemuck::cast_slice_mut(map);
                if let Some(place) = words.get_mut(*len) {
                    *place = word;
                    *len += 1;
                }
            }
        }
    }
}

impl Deref for Words {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        match self {
            Self::Plain(words) => words,
            #[cfg(all(feature = "huge-pages", target_os = "linux"))]
            Self::Mapped(map, len) => {
                let words: &[u64] = bytemuck::cast_slice(map);
                &words[..*len]
            }
        }
    }
}

impl DerefMut for Words {
    fn deref_mut(&mut self) -> &mut [u64] {
        match self {
            Self::Plain(words) => words,
            #[cfg(all(feature = "huge-pages", target_os = "linux"))]
            Self::Mapped(map, len) => {
                let words: &mut [u64] = bytemuck::cast_slice_mut(map);
                &mut words[..*len]
            }
        }
    }
}

#[cfg(test)]
impl From<Vec<u64>> for Words {
    fn from(words: Vec<u64>) -> Self {
        Self::Plain(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_every_number_keep_what_is_written() {
        for len in [0, 1, 513, (1 << 18) - 1, 1 << 18, (1 << 18) + 1] {
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
