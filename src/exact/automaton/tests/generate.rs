//! Finds the replaceable words again, and holds the shipped file to them.
//!
//! Words are enumerated length by length, each length in alphabetical order, by the very automaton
//! that refuses all shorter replaceable ones: so the words met are exactly those of which no proper
//! part is replaceable. Each is looked up by its effect (which tile ends where) among the smaller
//! words met before. That is enough: if any smaller word within the same box has the effect, then
//! one that was met has, for a word with a replaceable part can itself be replaced within its box.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use crate::exact::automaton::{
    BOX_DEPTH, END, NO_WORDS, NONE, RECTANGLE_DEPTH, Row, complete, read_words,
};
use crate::side::Side;

/// Letters, first to last.
type Word = Vec<u8>;

/// Returns the minimal replaceable words of at most `depth` letters, shorter ones first, each
/// length in alphabetical order.
fn replaceable<const MOVES: usize>(depth: usize, slots: usize) -> Vec<Word> {
    let mut search = Search::<MOVES>::new(slots);
    let mut tree = Vec::from([NO_WORDS]);
    for length in 0..=depth {
        let known = search.found.len();
        search.rows = complete(&tree).expect("little memory");
        search.extend(0, length, 0, search.start(), Track::default(), 0);
        for word in &search.found[known..] {
            insert(&mut tree, word);
        }
    }
    search.found
}

/// Adds a word to a tree.
fn insert(tree: &mut Vec<Row>, word: &[u8]) {
    let mut node = 0;
    for (nth, &letter) in word.iter().enumerate() {
        let new = tree.len() as u32;
        let next = &mut tree[node][usize::from(letter)];
        if nth + 1 == word.len() {
            *next = END;
        } else if *next == NONE {
            *next = new;
            node = new as usize;
            tree.push(NO_WORDS);
        } else {
            node = *next as usize;
        }
    }
}

const LONGEST: usize = RECTANGLE_DEPTH;

/// The end of a walk and the box of cells that it has visited, relative to its start: by row,
/// column and layer.
#[derive(Clone, Copy, Debug, Default)]
struct Track {
    at: [i8; 3],
    low: [i8; 3],
    high: [i8; 3],
}

impl Track {
    /// Returns the track after one more move.
    fn after(mut self, letter: u8) -> Self {
        let (axis, step) = [(0, -1), (1, -1), (1, 1), (0, 1), (2, -1), (2, 1)][usize::from(letter)];
        self.at[axis] += step;
        self.low[axis] = self.low[axis].min(self.at[axis]);
        self.high[axis] = self.high[axis].max(self.at[axis]);
        self
    }

    /// Returns whether a side of the box exceeds `LONGEST`.
    fn is_too_large(&self, moves: usize) -> bool {
        (0..3).any(|axis| (self.high[axis] - self.low[axis]) as usize >= widest_box(moves))
    }
}

/// The longest side of the box of a word that is looked at.
const fn widest_box(moves: usize) -> usize {
    if moves == 4 { 5 } else { 3 }
}

/// The rows, columns and layers of the field on which walks are followed, far enough from its rim.
const SIDE: usize = 2 * LONGEST + 1;

struct Search<const MOVES: usize> {
    rows: Vec<Row>,
    found: Vec<Word>,
    word: [u8; LONGEST],
    /// `[cell]` of the field: the cell from which its tile (or the blank) came.
    tiles: Vec<u16>,
    /// Smaller words by effect, those of even and those of odd length: open tables. A slot is a
    /// packed word and, above, some bits of its effect's hash.
    tables: [Vec<u64>; 2],
}

/// The bits of a packed word: three a letter, below a 1 that shows the length.
const WORD_BITS: u32 = 3 * LONGEST as u32 + 1;

impl<const MOVES: usize> Search<MOVES> {
    fn new(slots: usize) -> Self {
        let layers = if MOVES == 6 { SIDE } else { 1 };
        Self {
            rows: Vec::new(),
            found: Vec::new(),
            word: [0; LONGEST],
            tiles: (0..(SIDE * SIDE * layers) as u16).collect(),
            tables: [vec![0; slots], vec![0; slots]],
        }
    }

    /// Returns the cell in the middle of the field, where all walks start.
    fn start(&self) -> usize {
        self.tiles.len() / 2
    }

    fn beside(cell: usize, letter: u8) -> usize {
        match letter {
            0 => cell - SIDE,
            1 => cell - 1,
            2 => cell + 1,
            3 => cell + SIDE,
            4 => cell - SIDE * SIDE,
            _ => cell + SIDE * SIDE,
        }
    }

    /// Makes every longer word out of the first `known` letters, and looks it up.
    fn extend(
        &mut self,
        known: usize,
        length: usize,
        state: u32,
        blank: usize,
        track: Track,
        hash: u64,
    ) {
        if known == length {
            self.look_up(length, track, hash);
            return;
        }
        for letter in 0..MOVES as u8 {
            let next = self.rows[state as usize][usize::from(letter)];
            if next == END {
                continue;
            }
            let to = Self::beside(blank, letter);
            let (hole, tile) = (self.tiles[blank], self.tiles[to]);
            let hash = hash
                .wrapping_sub(mix(blank, hole))
                .wrapping_sub(mix(to, tile))
                .wrapping_add(mix(blank, tile))
                .wrapping_add(mix(to, hole));
            let track = track.after(letter);
            if track.is_too_large(MOVES) {
                continue;
            }
            self.tiles.swap(blank, to);
            self.word[known] = letter;
            self.extend(known + 1, length, next, to, track, hash);
            self.tiles.swap(blank, to);
        }
    }

    /// Keeps the current word as replaceable if a smaller one replaces it, else as one that may
    /// replace others.
    fn look_up(&mut self, length: usize, track: Track, hash: u64) {
        let slots = self.tables[length % 2].len();
        let tag = hash << WORD_BITS;
        let mut slot = (hash >> 32) as usize & (slots - 1);
        loop {
            match self.tables[length % 2][slot] {
                0 => break,
                entry if entry >> WORD_BITS == tag >> WORD_BITS => {
                    let other = unpack(entry & ((1 << WORD_BITS) - 1));
                    if self.replaces(length, &other, &track) {
                        self.found.push(self.word[..length].to_vec());
                        return;
                    }
                }
                _ => {}
            }
            slot = (slot + 1) & (slots - 1);
        }
        let packed = self.word[..length]
            .iter()
            .fold(1, |packed, &letter| packed << 3 | u64::from(letter));
        self.tables[length % 2][slot] = tag | packed;
    }

    /// Returns whether another word stays in the current word's box and has its effect: taking it
    /// back restores the field.
    fn replaces(&mut self, length: usize, other: &[u8], track: &Track) -> bool {
        let its = other
            .iter()
            .fold(Track::default(), |its, &letter| its.after(letter));
        if its.at != track.at
            || its.low.iter().zip(track.low).any(|(a, b)| *a < b)
            || its.high.iter().zip(track.high).any(|(a, b)| *a > b)
        {
            return false;
        }
        // Back from the end, and forth again.
        let end = other
            .iter()
            .fold(self.start(), |cell, &letter| Self::beside(cell, letter));
        let mut blank = end;
        for &letter in other.iter().rev() {
            let to = Self::beside(blank, Side::ALL[usize::from(letter)].undo() as u8);
            self.tiles.swap(blank, to);
            blank = to;
        }
        // The other's box is within the word's, and the cells that the word changes lie on its own
        // path or on the other's.
        let restored = |path: &[u8]| {
            let mut cell = self.start();
            path.iter().all(|&letter| {
                cell = Self::beside(cell, letter);
                usize::from(self.tiles[cell]) == cell
            })
        };
        let same = restored(other) && restored(&self.word[..length]);
        for &letter in other {
            let to = Self::beside(blank, letter);
            self.tiles.swap(blank, to);
            blank = to;
        }
        same
    }
}

/// A pseudo-random number for a tile on a cell; the sum over the field is the hash of an effect.
const fn mix(cell: usize, tile: u16) -> u64 {
    let mixed = ((cell as u64) << 16 | tile as u64)
        .wrapping_add(1)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 32
}

fn unpack(packed: u64) -> Word {
    let length = packed.ilog2() / 3;
    (0..length)
        .rev()
        .map(|place| (packed >> (3 * place) & 7) as u8)
        .collect()
}

/// Returns the shipped words.
fn shipped(letters: usize, depth: usize) -> BTreeSet<Word> {
    let tree = read_words(letters, depth).expect("little memory");
    let (mut words, mut nodes) = (BTreeSet::new(), vec![(0, Word::new())]);
    while let Some((node, word)) = nodes.pop() {
        for (letter, &next) in (0..).zip(&tree[node]).filter(|it| *it.1 != NONE) {
            let mut longer = word.clone();
            longer.push(letter);
            if next == END {
                words.insert(longer);
            } else {
                nodes.push((next as usize, longer));
            }
        }
    }
    words
}

#[test]
fn the_shipped_words_are_found_again() {
    let layer = BTreeSet::from_iter(replaceable::<4>(RECTANGLE_DEPTH, 1 << 22));
    let mut space = BTreeSet::from_iter(replaceable::<6>(BOX_DEPTH, 1 << 22));
    assert_eq!((layer.len(), space.len()), (18_425, 11_992));
    assert_eq!(shipped(4, RECTANGLE_DEPTH), layer);
    let leaves_layer = |word: &Word| word.iter().any(|&letter| letter > 3);
    space.retain(leaves_layer);
    let mut of_box = shipped(6, BOX_DEPTH);
    of_box.retain(leaves_layer);
    assert_eq!(of_box, space);
}
