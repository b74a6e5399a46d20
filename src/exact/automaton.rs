//! The automaton that keeps a depth-first search from reaching the same board twice (Taylor and
//! Korf 1993).
//!
//! A depth-first search without memory meets a board once for every path to it. Most of that waste
//! is local: one and a half times around a square of four cells has the same effect to the left as
//! to the right, on every board. So duplicates can be found once and for all, on walks of the blank
//! alone, and be refused by a finite state machine that reads the moves: *L. A. Taylor and R. E.
//! Korf, Pruning duplicate nodes in depth-first search, AAAI 1993*.
//!
//! # What is refused
//! A walk of the blank is a word over its moves, tried and compared in the order **up, left, right,
//! down, front, back** (Korf's order: the *blank's* moves; the tile goes the other way). Words are
//! ordered by length, then alphabetically in that order. The *box* of a word is the smallest
//! rectangle or box of cells that holds its whole walk. A word is *replaceable* if a smaller word,
//! whose walk keeps within that box, takes every tile and the blank to the same places: `left up
//! right down left up` by `up left down right up left`, both one and a half times around a square.
//! The automaton refuses exactly the walks that contain one of the shipped replaceable words. These
//! are all the minimal ones (no part of them is itself replaceable) of up to [`RECTANGLE_DEPTH`]
//! moves in a layer, with boxes of at most 5 x 5, and of up to [`BOX_DEPTH`] in space, within 3 x 3
//! x 3.
//!
//! # Why no shortest solution is lost
//! Take a board, and among its shortest solutions the alphabetically first, `s`. Were `s = a w b`
//! with a replaceable `w`, then `a w' b` with the smaller `w'` would be a solution too: `w'` keeps
//! within the box of `w`, hence on the board, and has the same effect. It is shorter than `s`, or
//! as short and alphabetically earlier: both impossible. So `s` contains no replaceable word and
//! the automaton lets it pass. This holds for any order in which a search tries moves, and with any
//! admissible heuristic: such a heuristic never cuts a prefix of a shortest solution, `s` among
//! them, within a bound that is not below its length. It does *not* hold for a search of all
//! solutions, or that prunes boards visited before.
//!
//! # Why one list serves every shape and every goal
//! Whether a word is replaceable depends on the word alone, not on the start of the walk, the goal,
//! its home cell or the tiles: its replacement fits wherever the word itself does. A word too large
//! for the shape meets a wall before it ends; the kernels check the board's edges. (Taylor and
//! Korf's machine is made for one board, and its states include the blank's cell. It refuses the
//! same walks up to 12 moves, with 12,731 states on 4 x 4 and 44,060 on 5 x 5.)
//!
//! # The data
//! `automaton/layer.bin` has the words over up, left, right and down, `automaton/space.bin` those
//! that also go to the front or back; a test finds them again and compares. A file is a stream of
//! bits, lowest bit of a byte first. For each length in turn, from 3 up, it holds the tree of the
//! words of that length. A tree is written from its root down, each node before its children, the
//! children in alphabetical order. A node is one bit for each of the 4 or 6 letters: whether the
//! branch is there. After the first letter its opposite has no bit: only the words of length 2 step
//! back, and these are not in the files. A tree stops at its length. 0 bits fill the last byte.
//!
//! The machine is Aho and Corasick's for these words, with equal states merged.

#[cfg(test)]
mod tests;

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::runtime::{OutOfMemory, Pace, filled, push, reserved};
use crate::shape::Shape;

/// The length up to which replaceable words within a layer are known, and the words.
const RECTANGLE_DEPTH: usize = 14;
static LAYER: &[u8] = include_bytes!("automaton/layer.bin");

/// The length up to which replaceable words in a box are known, and those that leave a layer.
const BOX_DEPTH: usize = 10;
static SPACE: &[u8] = include_bytes!("automaton/space.bin");

/// In place of a state: the move only repeats the effect of a smaller walk.
pub(crate) const REFUSED: u16 = u16::MAX;

/// The automaton for rectangles or for boxes.
///
/// A kernel keeps a state beside the blank's cell. It starts with state 0 for every cell, reads the
/// states after all moves in one row, and checks walls itself.
#[derive(Clone, Debug)]
pub(crate) struct Automaton {
    /// `[state][move]`: the next state or [`REFUSED`].
    rows: Arc<Vec<u16>>,
    moves: usize,
}

impl Automaton {
    /// Returns the automaton that pays for a shape.
    ///
    /// On up to 16 cells the words of 12 moves (8,081 states, 65 KB) keep within the fastest
    /// caches. Larger rectangles use all known words: their tables fill the caches anyway.
    pub(crate) async fn new(shape: Shape, pace: &mut Pace) -> Result<Self, OutOfMemory> {
        if !shape.is_flat() {
            Self::to_depth(6, BOX_DEPTH, pace).await
        } else if shape.cells() <= 16 {
            Self::to_depth(4, 12, pace).await
        } else {
            Self::to_depth(4, RECTANGLE_DEPTH, pace).await
        }
    }

    /// Returns the automaton that refuses all known replaceable words of at most `depth` moves, for
    /// 4 moves (rectangles) or 6 (boxes).
    async fn to_depth(moves: usize, depth: usize, pace: &mut Pace) -> Result<Self, OutOfMemory> {
        let (mut tree, mut inserted) = (Vec::from([NO_WORDS]), Ok(()));
        each_word(moves, depth, |word| {
            if inserted.is_ok() {
                inserted = insert(&mut tree, word);
            }
        });
        inserted?;
        pace.spend(35 * tree.len()).await;
        let mut rows = complete(&tree)?;
        pace.spend(25 * rows.len()).await;
        loop {
            let states = rows.len();
            pace.spend(20 * states).await;
            rows = merge(&rows)?;
            if rows.len() == states {
                break;
            }
        }
        // `END` becomes [`REFUSED`]; states have fewer than 2^16 numbers, as a test counts.
        let next = |&next: &u32| u16::try_from(next).unwrap_or(REFUSED);
        let mut all = reserved(moves * rows.len())?;
        for row in &rows {
            all.extend(row[..moves].iter().map(next));
        }
        Ok(Self {
            rows: Arc::new(all),
            moves,
        })
    }

    /// Returns the rows one after the other, and the number of moves of a row. A row has the state
    /// after each move of [`Side::ALL`](crate::side::Side::ALL), or [`REFUSED`]. Walls are not part
    /// of it.
    pub(crate) fn rows(&self) -> (&[u16], usize) {
        (&self.rows, self.moves)
    }
}

#[cfg(test)]
impl Automaton {
    pub(crate) fn at_once(shape: Shape) -> Self {
        let new = async |pace: &mut Pace| Self::new(shape, pace).await;
        crate::runtime::job::block_on(new).expect("little memory")
    }
}

/// Calls `each` with every known replaceable word of at most `depth` moves over this number of
/// letters. Those of 6 letters are known up to [`BOX_DEPTH`], of 4 up to [`RECTANGLE_DEPTH`].
fn each_word(letters: usize, depth: usize, mut each: impl FnMut(&[u8])) {
    if depth >= 2 {
        (0..letters as u8).for_each(|letter| each(&[letter, opposite(letter)]));
    }
    let files = [(LAYER, 4), (SPACE, 6)];
    for (file, letters) in files.into_iter().filter(|file| file.1 <= letters) {
        let mut at = 0;
        let mut bit = || {
            at += 1;
            file[(at - 1) / 8] >> ((at - 1) % 8) & 1
        };
        for length in 3..=depth {
            read_tree(letters as u8, length, &mut Vec::new(), &mut bit, &mut each);
        }
    }
}

/// Returns the letter (the number of a [`Side`](crate::side::Side)) that takes this one back.
const fn opposite(letter: u8) -> u8 {
    if letter < 4 { 3 - letter } else { 9 - letter }
}

/// Reads the tree of words of a length, from the node of a word down.
fn read_tree(
    letters: u8,
    length: usize,
    word: &mut Vec<u8>,
    bit: &mut impl FnMut() -> u8,
    each: &mut impl FnMut(&[u8]),
) {
    if word.len() == length {
        return each(word);
    }
    let back = word.last().map(|&last| opposite(last));
    let others = (0..letters).filter(|&letter| Some(letter) != back);
    let branches = others.fold(0, |branches, letter| branches | bit() << letter);
    for letter in (0..letters).filter(|letter| branches >> letter & 1 != 0) {
        word.push(letter);
        read_tree(letters, length, word, bit, each);
        word.pop();
    }
}

/// `[move]`: a node of the tree, then the state after the move.
type Row = [u32; 6];

const NONE: u32 = u32::MAX;

/// A node without branches. A tree of words begins with one, the empty word.
const NO_WORDS: Row = [NONE; 6];

/// A word ends here: the move is refused.
const END: u32 = u32::MAX - 1;

/// Adds a word to a tree. No word may contain another: then none is a prefix of another either.
fn insert(tree: &mut Vec<Row>, word: &[u8]) -> Result<(), OutOfMemory> {
    let mut node = 0;
    for (nth, &letter) in word.iter().enumerate() {
        let new = tree.len() as u32;
        let next = &mut tree[node][usize::from(letter)];
        if nth + 1 == word.len() {
            *next = END;
        } else if *next == NONE {
            *next = new;
            node = new as usize;
            push(tree, NO_WORDS)?;
        } else {
            node = *next as usize;
        }
    }
    Ok(())
}

/// Fills the branches that the tree leaves open: a state stands for the longest end of the walk
/// that begins a word.
///
/// States are the tree's nodes in breadth-first order, so that the shorter ends that a row
/// copies from are ready before it, and the states that searches meet most share cache lines.
fn complete(tree: &[Row]) -> Result<Vec<Row>, OutOfMemory> {
    // `[state]`: its node, and the state of the longest proper end of its walk.
    let mut states = reserved(tree.len())?;
    states.push((0, 0));
    let mut rows: Vec<Row> = reserved(tree.len())?;
    while let Some(&(node, end)) = states.get(rows.len()) {
        let mut row = rows.get(end as usize).copied().unwrap_or_default();
        for (next, &branch) in row.iter_mut().zip(&tree[node as usize]) {
            if branch == END {
                *next = END;
            } else if branch != NONE {
                debug_assert_ne!(*next, END, "a word contains another");
                push(&mut states, (branch, *next))?;
                *next = states.len() as u32 - 1;
            }
        }
        push(&mut rows, row)?;
    }
    Ok(rows)
}

/// Merges the states whose rows are equal. Their predecessors may have equal rows after that.
fn merge(rows: &[Row]) -> Result<Vec<Row>, OutOfMemory> {
    let slots = (2 * rows.len()).next_power_of_two();
    // A hash table of the merged states, by row.
    let mut table = filled(NONE, slots)?;
    let mut merged: Vec<Row> = reserved(rows.len())?;
    let number = |row: &Row| {
        let mixed = row.iter().fold(0_u64, |hash, &next| {
            (hash.rotate_left(23) ^ u64::from(next)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        let mut slot = (mixed >> 32) as usize % slots;
        while table[slot] != NONE && merged[table[slot] as usize] != *row {
            slot = (slot + 1) % slots;
        }
        if table[slot] == NONE {
            table[slot] = merged.len() as u32;
            merged.push(*row);
        }
        table[slot]
    };
    let mut numbers: Vec<u32> = reserved(rows.len())?;
    numbers.extend(rows.iter().map(number));
    for next in merged.iter_mut().flatten().filter(|next| **next != END) {
        *next = numbers[*next as usize];
    }
    Ok(merged)
}
