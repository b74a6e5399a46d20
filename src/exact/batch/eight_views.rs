//! Boards of up to 27 cells in eight views, with up to four tables of up to six tiles in each.
//!
//! Few children are cut off by one view alone, so all views are looked up together, by loops of a
//! fixed length over the views. Nothing in them depends on a view's order of cells: a tile passes
//! the tiles of the same few cells in all of them, and a table has what that adds to the numbers of
//! their orders, for eight views at once.

mod entries;
mod expander;
mod layout;
mod lehmer;

pub(super) use expander::{EightViewsExpander, EightViewsScratch};
pub(super) use layout::EightViews;
