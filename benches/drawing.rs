//! The pictures of the program, as far as plots of benchmarks need them. The program's files expect
//! [`picture`] at the root of a crate.

#[expect(dead_code, reason = "the program draws more than plots")]
#[path = "../src/bin/npuzzle/picture"]
pub(crate) mod picture {
    mod glyphs;
    mod ink;
    mod point;
    mod scene;
    mod svg;

    pub(crate) use ink::{Ink, Theme};
    pub(crate) use point::Point;
    pub(crate) use scene::{Anchor, Picture, Shape, Stroke, text_width};
    pub(crate) use svg::svg;
}

#[path = "../src/bin/npuzzle/plot.rs"]
pub(crate) mod plot;
