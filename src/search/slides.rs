//! Searches for solutions of the fewest slides: a slide of several tiles is one move.

mod kernel;
mod kit;
mod step;

pub(crate) use kernel::SlideSearch;
pub(crate) use kit::SlideKit;
