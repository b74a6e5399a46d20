//! The shipped list of replaceable words, and how it is packed.
//!
//! There are two files: `layer.bin` has the words over up, left, right and down, `space.bin` those
//! that also go to the front or back. A file is a stream of bits, lowest bit of a byte first. For
//! each length in turn, from 3 up, it holds the tree of the words of that length. A tree is written
//! from its root down, each node before its children, the children in alphabetical order. A node is
//! one bit for each of the 4 or 6 letters: whether the branch is there. After the first letter its
//! opposite has no bit: only the words of length 2 step back, and these are not in the files. A
//! tree stops at its length. 0 bits fill the last byte.

use super::{BOX_DEPTH, RECTANGLE_DEPTH};
use crate::shape::Shape;

/// The packed words within a layer, up to [`RECTANGLE_DEPTH`].
pub(super) static LAYER: &[u8] = include_bytes!("layer.bin");

/// The other packed words, up to [`BOX_DEPTH`].
pub(super) static SPACE: &[u8] = include_bytes!("space.bin");

/// The longest word.
pub(super) const LONGEST: usize = if RECTANGLE_DEPTH > BOX_DEPTH {
    RECTANGLE_DEPTH
} else {
    BOX_DEPTH
};

/// Returns the letter (the place of a move in `ORDER`) that takes this one back.
pub(super) const fn opposite(letter: u8) -> u8 {
    if letter < 4 { 3 - letter } else { 9 - letter }
}

/// Where a walk is and the box of cells that it has visited, relative to its start: by row, column
/// and layer.
#[derive(Clone, Copy, Default)]
pub(super) struct Track {
    pub(super) at: [i8; 3],
    pub(super) low: [i8; 3],
    pub(super) high: [i8; 3],
}

impl Track {
    /// Returns the track after one more move.
    pub(super) fn after(mut self, letter: u8) -> Self {
        let (axis, step) = [(0, -1), (1, -1), (1, 1), (0, 1), (2, -1), (2, 1)][usize::from(letter)];
        self.at[axis] += step;
        self.low[axis] = self.low[axis].min(self.at[axis]);
        self.high[axis] = self.high[axis].max(self.at[axis]);
        self
    }

    /// Returns the sides of the box less 1: by rows, columns and layers.
    pub(super) fn spread(&self) -> [i8; 3] {
        core::array::from_fn(|axis| self.high[axis] - self.low[axis])
    }
}

/// Hands over every known replaceable word of at most `depth` moves that fits the shape, shorter
/// ones first.
pub(super) fn read(shape: Shape, depth: usize, mut take: impl FnMut(&[u8])) {
    let room =
        [shape.rows(), shape.cols(), shape.layers()].map(|side| (side - 1).min(LONGEST) as i8);
    if depth >= 2 {
        for letter in 0..6 {
            if fits(Track::default().after(letter), room) {
                take(&[letter, opposite(letter)]);
            }
        }
    }
    let (limit, files) = if shape.is_rectangle() {
        (RECTANGLE_DEPTH, &[(LAYER, 4)][..])
    } else {
        (BOX_DEPTH, &[(LAYER, 4), (SPACE, 6)][..])
    };
    for &(file, letters) in files {
        let mut reader = Reader {
            room,
            file,
            at: 0,
            letters,
            word: [0; LONGEST],
            take: &mut take,
        };
        for length in 3..=limit.min(depth) {
            reader.tree(length, 0, Track::default(), true);
        }
    }
}

fn fits(track: Track, room: [i8; 3]) -> bool {
    let spread = track.spread();
    (0..3).all(|axis| spread[axis] <= room[axis])
}

struct Reader<'a> {
    room: [i8; 3],
    file: &'static [u8],
    /// The next bit.
    at: usize,
    letters: u32,
    word: [u8; LONGEST],
    take: &'a mut dyn FnMut(&[u8]),
}

impl Reader<'_> {
    /// Reads at most 8 bits.
    fn bits(&mut self, count: u32) -> u8 {
        let byte = |at| u16::from(self.file.get(at).copied().unwrap_or(0));
        let both = byte(self.at / 8) | byte(self.at / 8 + 1) << 8;
        let bits = both >> (self.at % 8) & ((1 << count) - 1);
        self.at += count as usize;
        bits as u8
    }

    /// Reads the tree below the first `known` letters of the word; a word too large for the shape
    /// isn't wanted.
    fn tree(&mut self, length: usize, known: usize, track: Track, wanted: bool) {
        if known == length {
            if wanted {
                (self.take)(&self.word[..length]);
            }
            return;
        }
        let mut branches = if known == 0 {
            self.bits(self.letters)
        } else {
            let bits = self.bits(self.letters - 1);
            let below = (1 << opposite(self.word[known - 1])) - 1;
            bits & below | (bits & !below) << 1
        };
        while branches != 0 {
            let letter = branches.trailing_zeros() as u8;
            branches &= branches - 1;
            self.word[known] = letter;
            let track = track.after(letter);
            self.tree(length, known + 1, track, wanted && fits(track, self.room));
        }
    }
}
