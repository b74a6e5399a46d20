//! The shipped list of replaceable words, and how it is packed.
//!
//! There are two files: `layer.bin` has the words over up, left, right and down, `space.bin` those
//! that also go to the front or back. A file is a stream of bits, lowest bit of a byte first. For
//! each length in turn, from 3 up, it holds the tree of the words of that length. A tree is written
//! from its root down, each node before its children, the children in alphabetical order. A node is
//! one bit for each of the 4 or 6 letters: whether the branch is there. After the first letter its
//! opposite has no bit: only the words of length 2 step back, and these are not in the files. A
//! tree stops at its length. 0 bits fill the last byte.

use alloc::vec::Vec;

use crate::runtime::cost_model::automaton as cost;
use crate::runtime::job::Pace;
use crate::shape::Shape;

/// The length up to which replaceable words within a layer are known.
pub(super) const RECTANGLE_DEPTH: usize = 14;

/// The length up to which replaceable words in a box are known.
pub(super) const BOX_DEPTH: usize = 10;

/// The packed words within a layer, up to [`RECTANGLE_DEPTH`].
static LAYER: &[u8] = include_bytes!("layer.bin");

/// The other packed words, up to [`BOX_DEPTH`].
static SPACE: &[u8] = include_bytes!("space.bin");

pub(super) const LONGEST: usize = if RECTANGLE_DEPTH > BOX_DEPTH {
    RECTANGLE_DEPTH
} else {
    BOX_DEPTH
};

/// Returns the letter (the number of a [`Side`](crate::side::Side)) that takes this one back.
pub(super) const fn opposite(letter: u8) -> u8 {
    if letter < 4 { 3 - letter } else { 9 - letter }
}

/// The end of a walk and the box of cells that it has visited, relative to its start: by row,
/// column and layer.
#[derive(Clone, Copy, Debug, Default)]
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

fn fits(track: Track, room: [i8; 3]) -> bool {
    let spread = track.spread();
    (0..3).all(|axis| spread[axis] <= room[axis])
}

/// A file of words, and over how many letters they are.
type Words = (&'static [u8], u32);

/// Reads the known replaceable words of at most `depth` moves that fit a shape, shorter ones of a
/// file first.
#[derive(Debug)]
pub(super) struct Reader {
    room: [i8; 3],
    depth: usize,
    /// The first letter of the next step back; these are in no file.
    back: u8,
    /// This file and those after it.
    files: &'static [Words],
    /// The next bit.
    at: usize,
    /// The length of the words of the tree that is read.
    length: usize,
    /// The nodes of the tree on the way to the next one.
    nodes: Vec<Node>,
    word: [u8; LONGEST],
}

/// A node whose branches are partly read; a word too large for the shape isn't wanted.
#[derive(Debug)]
struct Node {
    branches: u8,
    track: Track,
    is_wanted: bool,
}

impl Reader {
    pub(super) fn new(shape: Shape, depth: usize) -> Self {
        const RECTANGLE: &[Words] = &[(LAYER, 4)];
        const BOX: &[Words] = &[(LAYER, 4), (SPACE, 6)];
        let (limit, files) = if shape.is_flat() {
            (RECTANGLE_DEPTH, RECTANGLE)
        } else {
            (BOX_DEPTH, BOX)
        };
        Self {
            room: [shape.rows(), shape.columns(), shape.layers()]
                .map(|side| (side - 1).min(LONGEST) as i8),
            depth: depth.min(limit),
            back: if depth >= 2 { 0 } else { 6 },
            files,
            at: 0,
            length: 2,
            nodes: Vec::with_capacity(LONGEST),
            word: [0; LONGEST],
        }
    }

    /// Returns the next word; `None` after the last one.
    pub(super) async fn next(&mut self, pace: &mut Pace) -> Option<&[u8]> {
        while self.back < 6 {
            let letter = self.back;
            self.back += 1;
            if fits(Track::default().after(letter), self.room) {
                self.word[..2].copy_from_slice(&[letter, opposite(letter)]);
                return Some(&self.word[..2]);
            }
        }
        loop {
            pace.spend(cost::BRANCH).await;
            let known = self.nodes.len();
            let Some(node) = self.nodes.last_mut() else {
                if !self.next_tree() {
                    return None;
                }
                continue;
            };
            if node.branches == 0 {
                self.nodes.pop();
                continue;
            }
            let letter = node.branches.trailing_zeros() as u8;
            node.branches &= node.branches - 1;
            let track = node.track.after(letter);
            let is_wanted = node.is_wanted && fits(track, self.room);
            self.word[known - 1] = letter;
            if known < self.length {
                let branches = self.branches(Some(letter));
                self.nodes.push(Node {
                    branches,
                    track,
                    is_wanted,
                });
            } else if is_wanted {
                return Some(&self.word[..self.length]);
            }
        }
    }

    /// Moves to the root of the next tree; false after the last one.
    fn next_tree(&mut self) -> bool {
        self.length += 1;
        if self.length > self.depth {
            let Some((_, files)) = self.files.split_first() else {
                return false;
            };
            (self.files, self.at, self.length) = (files, 0, 3);
        }
        if self.files.is_empty() || self.length > self.depth {
            return false;
        }
        let branches = self.branches(None);
        self.nodes.push(Node {
            branches,
            track: Track::default(),
            is_wanted: true,
        });
        true
    }

    /// Reads the branches of a node, to which a letter led.
    fn branches(&mut self, letter: Option<u8>) -> u8 {
        let letters = self.files.first().map_or(0, |file| file.1);
        let Some(letter) = letter else {
            return self.bits(letters);
        };
        let bits = self.bits(letters - 1);
        let below = (1 << opposite(letter)) - 1;
        bits & below | (bits & !below) << 1
    }

    /// Reads at most 8 bits.
    fn bits(&mut self, count: u32) -> u8 {
        let file = self.files.first().map_or(&[][..], |file| file.0);
        let byte = |at| u16::from(file.get(at).copied().unwrap_or(0));
        let both = byte(self.at / 8) | byte(self.at / 8 + 1) << 8;
        let bits = both >> (self.at % 8) & ((1 << count) - 1);
        self.at += count as usize;
        bits as u8
    }
}
