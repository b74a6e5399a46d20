//! Searches for solutions of the fewest slides: a slide of several tiles is one move.

mod any_open;
mod kernel;
mod kit;
mod node;
mod step;

pub(crate) use kernel::SlideKernel;
pub(crate) use kit::SlideKit;
