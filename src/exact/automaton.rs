//! The automaton that keeps a depth-first search from reaching the same board twice (Taylor and
//! Korf 1993).
//!
//! A depth-first search without memory meets a board once for every path to it. Most of that waste
//! is local: whatever the rest of the board holds, one and a half times around a square of four
//! cells is the same to the left as to the right. So duplicates can be found once and for all, on
//! walks of the blank alone, and be refused by a finite state machine that reads the moves: *L. A.
//! Taylor and R. E. Korf, Pruning duplicate nodes in depth-first search, AAAI 1993*.
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
//! the automaton lets it pass. This holds whatever the order in which a search tries moves, and
//! with any admissible heuristic: such a heuristic never cuts a prefix of a shortest solution, `s`
//! among them, within a bound that is not below its length. It does *not* hold for a search that
//! wants all solutions, or that prunes by what it has met before.
//!
//! # Why one table serves every shape and every goal
//! Whether a word is replaceable depends on the word alone, not on the start of the walk, the goal,
//! its home cell or the tiles: its replacement fits wherever the word itself does. Only words
//! too large for the shape are left out. The kernels check the board's edges.
//! (Taylor and Korf's machine is made for one board, and its states know the blank's cell. It
//! refuses the same walks up to 12 moves, but needs 12,731 states on 4 x 4 where this one
//! has 6,504, and 44,060 on 5 x 5 where this one has 8,081.)
//!
//! # The data
//! `automaton/layer.bin` and `automaton/space.bin` list the words; a test finds them again and
//! compares. `words.rs` says how they are packed, `build.rs` makes the machine from them: for 4 x 4
//! to depth 12 in about a millisecond.

mod build;
#[cfg(test)]
mod generate;
mod machine;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use machine::{Automaton, REFUSED};

use crate::shape::Shape;
use words::{BOX_DEPTH, RECTANGLE_DEPTH};

#[cfg(test)]
impl<const MOVES: usize> Automaton<MOVES> {
    pub(crate) fn at_once(shape: Shape, depth: usize) -> Self {
        crate::runtime::job::Job::new(move |mut pace| async move {
            Self::new(shape, depth, &mut pace).await
        })
        .finish()
    }
}

/// Returns the depth that pays for a shape.
///
/// Each two moves more cut the boards that a search generates by 5 to 15 % and need four to seven
/// times the memory. On up to 16 cells 12 moves (6,504 states, 52 KB; nine tenths of all visits
/// touch 25 KB) keep within the fastest cache; a larger rectangle is searched for longer and with
/// tables that fill all caches anyway, so everything known is used.
#[must_use]
pub(crate) const fn depth_for(shape: Shape) -> usize {
    if !shape.is_flat() {
        BOX_DEPTH
    } else if shape.cells() <= 16 {
        12
    } else {
        RECTANGLE_DEPTH
    }
}
