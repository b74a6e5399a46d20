//! The fewest slides that bring the colours of tiles home: tables for the metric that counts a
//! slide of several tiles as one move.
//!
//! Scan the tiles of a flat board row by row, the blank left out: a horizontal slide does not
//! change their order. Scanned column by column, it is a vertical slide that changes nothing. Two
//! slides in a row along one axis are one slide, so slides alternate between the axes. Take each
//! order, with the blank's line, as a vertex. A board is the edge between its two vertices, and
//! each slide leads to the next vertex: a solution is a walk.
//!
//! Tiles have one of four [`Colours`](colours::Colours) each, so that there are few vertices. The
//! distance of a vertex from the goal's is a lower bound, which knows which axis comes next. The
//! graph has two sides, and neighbours differ by exactly one, so a bit for each vertex is enough:
//! with the side it tells the distance modulo 4.

mod colours;
mod plan;
mod table;
mod transposer;

pub(crate) use colours::{HIGHS, LOW_BITS, LOWS};
pub(crate) use plan::{SlidePattern, Upright, plan};
pub(crate) use table::{MAX_SIDE, SlideTable};
pub(crate) use transposer::{ScanAxis, Transposer, transposed};

#[cfg(test)]
mod tests;
