//! The data that commands that take the whole terminal share.

mod board;
mod palette;
mod terminal;

pub(crate) use board::{BoardView, Grid};
pub(crate) use palette::{Palette, Tint};
pub(crate) use terminal::{Program, run};
