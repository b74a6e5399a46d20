//! Boards without a search.

mod architecture;
mod board;
mod by_hand;
mod distributions;
mod grids;
mod permutation;
mod properties;
mod puzzle;
mod sample;
mod solvability;
mod text;

#[path = "../oracle"]
mod oracle {
    pub(crate) mod meaning;
    pub(crate) mod partial_goal;
    pub(crate) mod random;
    pub(crate) mod shape;
    pub(crate) mod shapes;
    pub(crate) mod space;
}
