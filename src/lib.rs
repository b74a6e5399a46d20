//! Sliding puzzles of any size.
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod direction;
mod search;
mod shape;
pub mod tables;

pub use direction::Direction;
pub use shape::{MAX_CELLS, Place, Shape, ShapeError};
