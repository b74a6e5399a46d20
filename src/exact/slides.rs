//! Searches for solutions of the fewest slides: a slide of several tiles is one move.

mod any_open;
mod kernel;
mod kit;
mod node;
mod step;
mod stored;

pub(crate) use kernel::{SlideSearch, SlideStage};
pub(crate) use kit::SlideKit;
pub(crate) use stored::StoredSlides;
