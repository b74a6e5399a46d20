//! From a list of words to the automaton that refuses them: Aho and Corasick's construction, then
//! equal states are merged.

use alloc::vec;
use alloc::vec::Vec;

use super::machine::{Automaton, REFUSED};
use super::words::{LONGEST, Reader, Track};
use crate::runtime::cost_model::automaton as cost;
use crate::runtime::job::Pace;
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

impl<const MOVES: usize> Automaton<MOVES> {
    /// Returns the automaton that refuses all known replaceable words of at most `depth` moves that
    /// fit the shape.
    ///
    /// # Panics
    /// If the shape has layers and `MOVES` is not 6.
    pub(crate) async fn new(shape: Shape, depth: usize, pace: &mut Pace) -> Self {
        assert!(
            MOVES == 6 || MOVES == 4 && shape.is_flat(),
            "a box has six moves"
        );
        let (mut reader, mut trie) = (Reader::new(shape, depth), Trie::new());
        while let Some(word) = reader.next(pace).await {
            trie.insert(word);
            pace.pay(cost::WORD);
        }
        let all = complete(&trie, pace).await;
        let shares = shares(&all, shape, pace).await;
        let (rows, shares) = merge(all.rows, shares, pace).await;
        pace.spend(2 * cost::NUMBER * rows.len()).await;
        renumbered(&rows, &shares)
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
pub(super) async fn complete<const MOVES: usize>(
    trie: &Trie<MOVES>,
    pace: &mut Pace,
) -> Completed<MOVES> {
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
    // `[state]`: its node.
    let mut nodes = Vec::with_capacity(states);
    nodes.push(0);
    while let Some(&node) = nodes.get(all.rows.len()) {
        let state = all.rows.len();
        let mut row = [0; MOVES];
        if state > 0 {
            row = all.rows[all.ends[state] as usize];
        }
        for (turn, next) in row.iter_mut().enumerate() {
            match trie.branches[node as usize][turn] {
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
        pace.spend(cost::COMPLETE).await;
    }
    all
}

/// The automaton before equal states are merged.
#[derive(Debug)]
pub(super) struct Completed<const MOVES: usize> {
    pub(super) rows: Vec<[u32; MOVES]>,
    /// `[state]`: the state of the longest proper suffix of its walk.
    ends: Vec<u32>,
    /// `[state]`: the track of its walk.
    tracks: Vec<Track>,
    /// `[state]`: the length of its walk.
    lengths: Vec<u8>,
}

/// About how often a long walk on the shape is in each state.
///
/// A given walk of `n` moves fits the shape in a number of places and is followed there about once
/// in `b` to the power of `n` times, for `b` ways on from a cell. A walk that ends so is in the
/// state of the longest such end, so the share of the longer ones is taken away. (Against exact
/// shares, 4 x 4 to depth 12: nine visits in ten fall on 397 cache lines of 64 bytes; on 322 where
/// states are sorted by exact shares, on 452 in breadth-first order.)
async fn shares<const MOVES: usize>(
    all: &Completed<MOVES>,
    shape: Shape,
    pace: &mut Pace,
) -> Vec<f32> {
    let cells = shape.cells() as f32;
    let sides = [shape.rows(), shape.columns(), shape.layers()].map(|side| side as f32);
    // The mean number of neighbours, less the one where the blank came from.
    let ways = sides.iter().map(|side| 2.0 - 2.0 / side).sum::<f32>() - 1.0;
    let mut rate = [cells; LONGEST];
    for length in 1..LONGEST {
        rate[length] = rate[length - 1] / ways.max(1.0);
    }
    // `[state]`: how often a walk ends as the state's walk does.
    let mut ending = Vec::with_capacity(all.tracks.len());
    for (track, &length) in all.tracks.iter().zip(&all.lengths) {
        let spread = track.spread();
        let room = |axis: usize| sides[axis] - f32::from(spread[axis]);
        ending.push(room(0) * room(1) * room(2) / cells * rate[usize::from(length)]);
        pace.spend(cost::SHARE).await;
    }
    let mut shares = ending.clone();
    for (state, ending) in ending.iter().enumerate().skip(1) {
        shares[all.ends[state] as usize] -= ending;
    }
    shares
}

/// Merges states with equal rows, and adds up their shares, until no two are equal. Returns the
/// rows and shares of the states that are left; the root stays state 0.
async fn merge<const MOVES: usize>(
    rows: Vec<[u32; MOVES]>,
    mut shares: Vec<f32>,
    pace: &mut Pace,
) -> (Vec<[u32; MOVES]>, Vec<f32>) {
    let states = rows.len();
    let mut same = Same((0..states as u32).collect());
    // The states that were not merged, but for the root: from the deepest up, so that a row's
    // children are mostly merged before the row itself is looked up.
    let mut left: Vec<u32> = (1..states as u32).rev().collect();
    // A hash table of the rows of a round.
    let mut table = vec![NONE; (states * 2).next_power_of_two()];
    loop {
        let seen = left.len();
        let mut kept = 0;
        for nth in 0..seen {
            let state = left[nth];
            if same.enter(state, &rows, &mut shares, &mut table) {
                left[kept] = state;
                kept += 1;
            }
            pace.spend(cost::MERGE).await;
        }
        left.truncate(kept);
        if kept == seen {
            break;
        }
        table.fill(NONE);
        pace.spend(table.len() / 4).await;
    }
    left.push(0);
    left.reverse();
    let mut number = vec![NONE; states];
    for (new, &state) in left.iter().enumerate() {
        number[state as usize] = new as u32;
    }
    let renumber = |&state: &u32| {
        same.row(&rows[state as usize]).map(|next| match next {
            END => END,
            next => number[next as usize],
        })
    };
    let shares = left.iter().map(|&state| shares[state as usize]);
    (left.iter().map(renumber).collect(), shares.collect())
}

/// For each state another one into which it was merged, or itself.
#[derive(Debug)]
struct Same(Vec<u32>);

impl Same {
    /// Enters a state's row in the hash table, or merges the state into one with the same row.
    /// Returns whether the row is new.
    fn enter<const MOVES: usize>(
        &mut self,
        state: u32,
        rows: &[[u32; MOVES]],
        shares: &mut [f32],
        table: &mut [u32],
    ) -> bool {
        let slots = table.len();
        let row = self.row(&rows[state as usize]);
        let mut slot = hash(&row) & (slots - 1);
        // What was entered under a row that has changed since is found again in the next round.
        while table[slot] != NONE {
            let other = table[slot];
            if self.row(&rows[other as usize]) == row {
                self.0[state as usize] = other;
                shares[other as usize] += shares[state as usize];
                return false;
            }
            slot = (slot + 1) & (slots - 1);
        }
        table[slot] = state;
        true
    }

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
