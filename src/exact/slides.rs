//! Searches for solutions of the fewest slides: a slide of several tiles is one move.

mod kernel;
mod search;
mod tables;

pub(crate) use kernel::SlideKernel;
pub(crate) use tables::SlideTables;
