//! From a list of words to the automaton that refuses them: Aho and Corasick's construction, then
//! equal states are merged.

use alloc::vec;
use alloc::vec::Vec;

use super::machine::{Automaton, REFUSED};
use super::words::{LONGEST, Read, Reader, Track};
use crate::runtime::effort::Effort;
use crate::shape::Shape;

/// No branch.
const NONE: u32 = u32::MAX;

/// A word ends here: the move is refused.
pub(super) const END: u32 = u32::MAX - 1;

/// The words to be refused, as a tree; node 0 is the empty word.
#[derive(Clone, Debug)]
pub(super) struct Trie<const MOVES: usize> {
    branches: Vec<[u32; MOVES]>,
}

impl<const MOVES: usize> Trie<MOVES> {
    pub(super) fn new() -> Self {
        Self {
            branches: vec![[NONE; MOVES]],
        }
    }

    /// Adds a word. No word may contain another: then none is a prefix of another either.
    pub(super) fn insert(&mut self, word: &[u8]) {
        let Some((&last, first)) = word.split_last() else {
            return;
        };
        let mut node = 0;
        for &letter in first {
            let letter = usize::from(letter);
            if self.branches[node][letter] == NONE {
                self.branches[node][letter] = self.branches.len() as u32;
                self.branches.push([NONE; MOVES]);
            }
            node = self.branches[node][letter] as usize;
        }
        self.branches[node][usize::from(last)] = END;
    }
}

/// An automaton that is being made.
#[derive(Debug)]
pub(crate) struct NewAutomaton<const MOVES: usize> {
    shape: Shape,
    stage: Stage<MOVES>,
}

#[derive(Debug)]
enum Stage<const MOVES: usize> {
    Read(Reader, Trie<MOVES>),
    Complete(Complete<MOVES>),
    Share(Completed<MOVES>, Share),
    Merge(Merge<MOVES>),
    Number(Vec<[u32; MOVES]>, Vec<f32>),
    Over,
}

/// What it costs to add a word, to complete a state, to find its share, to look for an equal one,
/// and to number one.
const WORD_COST: usize = 60;
const COMPLETE_COST: usize = 25;
const SHARE_COST: usize = 15;
const MERGE_COST: usize = 30;
const NUMBER_COST: usize = 20;

impl<const MOVES: usize> NewAutomaton<MOVES> {
    /// Begins the automaton that refuses all known replaceable words of at most `depth` moves that
    /// fit the shape.
    ///
    /// # Panics
    /// If the shape has layers and `MOVES` is not 6.
    pub(crate) fn new(shape: Shape, depth: usize) -> Self {
        assert!(
            MOVES == 6 || MOVES == 4 && shape.is_rectangle(),
            "a box has six moves"
        );
        Self {
            shape,
            stage: Stage::Read(Reader::new(shape, depth), Trie::new()),
        }
    }

    /// Goes on, and returns the automaton once it is made.
    pub(crate) fn advance(&mut self, effort: &mut Effort) -> Option<Automaton<MOVES>> {
        while !effort.is_spent() {
            self.stage = match core::mem::replace(&mut self.stage, Stage::Over) {
                Stage::Read(mut reader, mut trie) => match reader.next(effort) {
                    Read::Word(word) => {
                        trie.insert(word);
                        effort.spend(WORD_COST);
                        Stage::Read(reader, trie)
                    }
                    Read::Pause => Stage::Read(reader, trie),
                    Read::End => Stage::Complete(Complete::new(trie)),
                },
                Stage::Complete(mut complete) => {
                    if complete.advance(effort) {
                        Stage::Share(complete.all, Share::default())
                    } else {
                        Stage::Complete(complete)
                    }
                }
                Stage::Share(all, mut share) => match share.advance(&all, self.shape, effort) {
                    Some(shares) => Stage::Merge(Merge::new(all.rows, shares)),
                    None => Stage::Share(all, share),
                },
                Stage::Merge(mut merge) => {
                    if merge.advance(effort) {
                        effort.spend(NUMBER_COST * merge.left.len());
                        let (rows, shares) = merge.end();
                        Stage::Number(rows, shares)
                    } else {
                        Stage::Merge(merge)
                    }
                }
                Stage::Number(rows, shares) => {
                    effort.spend(NUMBER_COST * rows.len());
                    return Some(renumbered(&rows, &shares));
                }
                Stage::Over => return None,
            };
        }
        None
    }
}

/// Numbers the states so that these descend by how often walks on the shape pass them.
fn renumbered<const MOVES: usize>(rows: &[[u32; MOVES]], shares: &[f32]) -> Automaton<MOVES> {
    assert!(
        rows.len() <= usize::from(REFUSED),
        "the words need more states than 16 bits can number"
    );
    let number = by_descending(shares);
    let mut renumbered = vec![[REFUSED; MOVES]; rows.len()];
    for (row, &new) in rows.iter().zip(&number) {
        let renumbered = &mut renumbered[usize::from(new)];
        for (turn, &next) in row.iter().enumerate() {
            if next != END {
                renumbered[turn] = number[next as usize];
            }
        }
    }
    Automaton {
        rows: renumbered,
        root: number[0],
    }
}

/// Numbers values from the largest down, roughly: those that agree in their leading bits keep their
/// order.
fn by_descending(values: &[f32]) -> Vec<u16> {
    // Bits of floats that aren't negative are in the order of the floats: 8 of exponent, here with
    // 4 more.
    let bucket = |value: f32| (0xfff - (value.max(0.0).to_bits() >> 19)) as usize;
    let mut first = vec![0_u16; 0x1001];
    for &value in values {
        first[bucket(value) + 1] += 1;
    }
    for at in 1..first.len() {
        first[at] += first[at - 1];
    }
    let place = |&value: &f32| {
        let next = &mut first[bucket(value)];
        *next += 1;
        *next - 1
    };
    values.iter().map(place).collect()
}

/// Fills the branches that the tree leaves open: a state stands for the longest end of the walk
/// that begins a word.
///
/// States are the tree's nodes in breadth-first order, so that the shorter ends that a row copies
/// from are ready before it.
#[derive(Debug)]
pub(super) struct Complete<const MOVES: usize> {
    trie: Trie<MOVES>,
    /// By state: its node.
    nodes: Vec<u32>,
    pub(super) all: Completed<MOVES>,
}

impl<const MOVES: usize> Complete<MOVES> {
    pub(super) fn new(trie: Trie<MOVES>) -> Self {
        let states = trie.branches.len();
        let mut all = Completed {
            rows: Vec::with_capacity(states),
            ends: Vec::with_capacity(states),
            tracks: Vec::with_capacity(states),
            lengths: Vec::with_capacity(states),
        };
        all.ends.push(0);
        all.tracks.push(Track::default());
        all.lengths.push(0);
        let mut nodes = Vec::with_capacity(states);
        nodes.push(0);
        Self { trie, nodes, all }
    }

    /// Goes on; true once all states are complete.
    pub(super) fn advance(&mut self, effort: &mut Effort) -> bool {
        let (nodes, all) = (&mut self.nodes, &mut self.all);
        while let Some(&node) = nodes.get(all.rows.len()) {
            if effort.is_spent() {
                return false;
            }
            effort.spend(COMPLETE_COST);
            let state = all.rows.len();
            let mut row = [0; MOVES];
            if state > 0 {
                row = all.rows[all.ends[state] as usize];
            }
            for (turn, next) in row.iter_mut().enumerate() {
                match self.trie.branches[node as usize][turn] {
                    NONE => {}
                    END => *next = END,
                    child => {
                        debug_assert_ne!(*next, END, "a word contains another");
                        all.ends.push(*next);
                        all.tracks.push(all.tracks[state].after(turn as u8));
                        all.lengths.push(all.lengths[state] + 1);
                        *next = nodes.len() as u32;
                        nodes.push(child);
                    }
                }
            }
            all.rows.push(row);
        }
        true
    }
}

/// The automaton before equal states are merged.
#[derive(Debug)]
pub(super) struct Completed<const MOVES: usize> {
    pub(super) rows: Vec<[u32; MOVES]>,
    /// By state: the state of the longest proper end of its walk.
    ends: Vec<u32>,
    /// By state: where its walk went.
    tracks: Vec<Track>,
    /// By state: how long its walk is.
    lengths: Vec<u8>,
}

/// About how often a long walk on the shape is in each state.
///
/// A given walk of `n` moves fits the shape in a number of places and is followed there about once
/// in `b` to the power of `n` times, for `b` ways on from a cell. A walk that ends so is in the
/// state of the longest such end, so the share of the longer ones is taken away. (Against exact
/// shares, 4 x 4 to depth 12: nine visits in ten fall on 397 cache lines of 64 bytes; on 322 where
/// states are sorted by exact shares, on 452 in breadth-first order.)
#[derive(Debug, Default)]
struct Share {
    /// How often a walk ends as the states' walks do, for the first states.
    ending: Vec<f32>,
}

impl Share {
    /// Goes on, and returns all shares once they are known.
    fn advance<const MOVES: usize>(
        &mut self,
        all: &Completed<MOVES>,
        shape: Shape,
        effort: &mut Effort,
    ) -> Option<Vec<f32>> {
        let cells = shape.cells() as f32;
        let sides = [shape.rows(), shape.cols(), shape.layers()].map(|side| side as f32);
        // The mean number of neighbours, less the one where the blank came from.
        let ways = sides.iter().map(|side| 2.0 - 2.0 / side).sum::<f32>() - 1.0;
        let mut rate = [cells; LONGEST];
        for length in 1..LONGEST {
            rate[length] = rate[length - 1] / ways.max(1.0);
        }
        let first = self.ending.len();
        self.ending.reserve(all.tracks.len() - first);
        for (track, &length) in all.tracks.iter().zip(&all.lengths).skip(first) {
            if effort.is_spent() {
                return None;
            }
            effort.spend(SHARE_COST);
            let spread = track.spread();
            let room = |axis: usize| sides[axis] - f32::from(spread[axis]);
            self.ending
                .push(room(0) * room(1) * room(2) / cells * rate[usize::from(length)]);
        }
        let mut shares = self.ending.clone();
        for state in 1..shares.len() {
            shares[all.ends[state] as usize] -= self.ending[state];
        }
        Some(shares)
    }
}

/// Merges states with equal rows, and adds up their shares, until there are none. The root stays
/// state 0.
#[derive(Debug)]
struct Merge<const MOVES: usize> {
    rows: Vec<[u32; MOVES]>,
    shares: Vec<f32>,
    same: Same,
    /// The states that were not merged, but for the root: from the deepest up, so that a row's
    /// children are mostly merged before the row itself is looked up.
    left: Vec<u32>,
    /// How many of them were looked at in this round, and how many of those stay.
    seen: usize,
    kept: usize,
    /// A hash table of the rows of this round.
    table: Vec<u32>,
}

impl<const MOVES: usize> Merge<MOVES> {
    fn new(rows: Vec<[u32; MOVES]>, shares: Vec<f32>) -> Self {
        let states = rows.len();
        Self {
            same: Same((0..states as u32).collect()),
            left: (1..states as u32).rev().collect(),
            seen: 0,
            kept: 0,
            table: vec![NONE; (states * 2).next_power_of_two()],
            rows,
            shares,
        }
    }

    /// Goes on; true once no two states are equal.
    fn advance(&mut self, effort: &mut Effort) -> bool {
        while !effort.is_spent() {
            let Some(&state) = self.left.get(self.seen) else {
                if self.kept == self.seen {
                    return true;
                }
                self.left.truncate(self.kept);
                (self.seen, self.kept) = (0, 0);
                self.table.fill(NONE);
                effort.spend(self.table.len() / 4);
                continue;
            };
            effort.spend(MERGE_COST);
            self.seen += 1;
            if self.is_new(state) {
                self.left[self.kept] = state;
                self.kept += 1;
            }
        }
        false
    }

    /// Enters a state's row, or merges the state into one with the same.
    fn is_new(&mut self, state: u32) -> bool {
        let slots = self.table.len();
        let row = self.same.row(&self.rows[state as usize]);
        let mut slot = hash(&row) & (slots - 1);
        // What was entered under a row that has changed since is met again in the next round.
        while self.table[slot] != NONE {
            let other = self.table[slot];
            if self.same.row(&self.rows[other as usize]) == row {
                self.same.0[state as usize] = other;
                self.shares[other as usize] += self.shares[state as usize];
                return false;
            }
            slot = (slot + 1) & (slots - 1);
        }
        self.table[slot] = state;
        true
    }

    /// Returns the rows and shares of the states that are left.
    fn end(mut self) -> (Vec<[u32; MOVES]>, Vec<f32>) {
        let (left, same, rows) = (&mut self.left, &self.same, &self.rows);
        left.push(0);
        left.reverse();
        let mut number = vec![NONE; rows.len()];
        for (new, &state) in left.iter().enumerate() {
            number[state as usize] = new as u32;
        }
        let renumber = |&state: &u32| {
            same.row(&rows[state as usize]).map(|next| match next {
                END => END,
                next => number[next as usize],
            })
        };
        let shares = left.iter().map(|&state| self.shares[state as usize]);
        (left.iter().map(renumber).collect(), shares.collect())
    }
}

/// For each state another one into which it was merged, or itself.
#[derive(Debug)]
struct Same(Vec<u32>);

impl Same {
    fn row<const MOVES: usize>(&self, row: &[u32; MOVES]) -> [u32; MOVES] {
        let mut row = *row;
        for next in &mut row {
            while *next != END && self.0[*next as usize] != *next {
                *next = self.0[*next as usize];
            }
        }
        row
    }
}

fn hash<const MOVES: usize>(row: &[u32; MOVES]) -> usize {
    let mixed = row.iter().fold(0_u64, |hash, &next| {
        (hash.rotate_left(23) ^ u64::from(next)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    (mixed >> 32) as usize
}
