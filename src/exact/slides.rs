//! Searches for solutions of the fewest slides: a slide of several tiles is one move.

mod kernel;
mod kit;
mod node;
mod step;

pub(crate) use kernel::slide_kernel;
pub(crate) use kit::SlideKit;
