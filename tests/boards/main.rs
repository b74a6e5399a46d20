//! Boards, and what can be asked of them without a search.

mod architecture;
mod board;
mod by_hand;
mod distributions;
mod errors;
mod examples;
mod foreign;
mod inversions;
mod lessons;
mod notation;
mod permutation;
mod properties;
mod puzzle;
mod sample;
#[cfg(feature = "serde")]
mod sequences;
mod solvability;
mod words;

#[path = "../oracle"]
mod oracle {
    pub(crate) mod breadth_first;
    pub(crate) mod data;
    pub(crate) mod shape;
    pub(crate) mod shapes;
    pub(crate) mod sources;
    pub(crate) mod space;
}
