//! Search for shortest solutions in the multi-tile metric (MTM).

mod kernel;
mod search;
mod tables;

pub(crate) use kernel::SlideKernel;
pub(crate) use tables::SlideTables;
