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

use crate::runtime::{OutOfMemory, Pace, collected, filled, push, reserved};
use crate::shape::Shape;
use crate::side::Side;

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
        let (moves, depth) = match shape.cells() {
            _ if !shape.is_flat() => (6, BOX_DEPTH),
            ..=16 => (4, 12),
            _ => (4, RECTANGLE_DEPTH),
        };
        Self::to_depth(moves, depth, pace).await
    }

    /// Returns the automaton that refuses all known replaceable words of at most `depth` moves, for
    /// 4 moves (rectangles) or 6 (boxes).
    async fn to_depth(moves: usize, depth: usize, pace: &mut Pace) -> Result<Self, OutOfMemory> {
        let tree = read_words(moves, depth)?;
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
    /// after each move of [`Side::ALL`], or [`REFUSED`]. Walls are not part of it.
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

/// Returns the tree of every known replaceable word of at most `depth` moves, and of those of 2, over
/// this number of letters. Those of 6 letters are known up to [`BOX_DEPTH`], of 4 up to
/// [`RECTANGLE_DEPTH`]. No word contains another: then none is a prefix of another either.
fn read_words(letters: usize, depth: usize) -> Result<Vec<Row>, OutOfMemory> {
    let mut tree = Vec::from([NO_WORDS]);
    for side in &Side::ALL[..letters] {
        let mut after = NO_WORDS;
        after[side.undo() as usize] = END;
        tree[0][*side as usize] = tree.len() as u32;
        push(&mut tree, after)?;
    }
    let files = [(LAYER, &Side::ALL[..4]), (SPACE, &Side::ALL[..])];
    for (file, letters) in files.into_iter().filter(|it| it.1.len() <= letters) {
        let mut at = 0;
        let mut bit = || {
            at += 1;
            file[(at - 1) / 8] >> ((at - 1) % 8) & 1
        };
        for length in 3..=depth {
            read_tree(&mut tree, (0, None), letters, length, &mut bit)?;
        }
    }
    Ok(tree)
}

/// Reads the tree of the words that continue from a node by this number of letters, but not by the
/// one that steps back.
fn read_tree(
    tree: &mut Vec<Row>,
    (node, back): (usize, Option<Side>),
    letters: &[Side],
    length: usize,
    bit: &mut impl FnMut() -> u8,
) -> Result<(), OutOfMemory> {
    let others = letters.iter().filter(|&&letter| Some(letter) != back);
    let branches = others.fold(0, |branches, &letter| branches | bit() << letter as u8);
    for &letter in letters.iter().filter(|&&it| branches >> it as u8 & 1 != 0) {
        let new = tree.len() as u32;
        let next = &mut tree[node][letter as usize];
        if length == 1 {
            *next = END;
            continue;
        }
        if *next == NONE {
            *next = new;
            push(tree, NO_WORDS)?;
        }
        let next = tree[node][letter as usize] as usize;
        read_tree(tree, (next, Some(letter.undo())), letters, length - 1, bit)?;
    }
    Ok(())
}

/// `[move]`: a node of the tree, then the state after the move.
type Row = [u32; 6];

const NONE: u32 = u32::MAX;

/// A node without branches. A tree of words begins with one, the empty word.
const NO_WORDS: Row = [NONE; 6];

/// A word ends here: the move is refused.
const END: u32 = u32::MAX - 1;

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
    let numbers = collected(rows.iter().map(number))?;
    for next in merged.iter_mut().flatten().filter(|next| **next != END) {
        *next = numbers[*next as usize];
    }
    Ok(merged)
}
