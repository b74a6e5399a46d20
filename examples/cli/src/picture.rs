//! Pictures: a list of shapes in inks, written as SVG, PNG or GIF.
//!
//! A picture knows nothing of puzzles, and no colours: an ink is a role, and a theme gives it one.
//! So one picture is light or dark, and an SVG may be both.

mod gif;
mod glyphs;
mod ink;
mod png;
mod point;
mod raster;
mod scene;
mod svg;

pub(crate) use gif::{Frame, write_gif};
pub(crate) use ink::{Ink, Theme};
pub(crate) use png::png;
pub(crate) use point::Point;
pub(crate) use scene::{Anchor, Picture, Shape, Stroke, text_width};
pub(crate) use svg::{Fade, Motion, Step, svg, svg_in_motion};
