//! The elements of a picture.

use crate::picture::glyphs;
use crate::picture::ink::Ink;
use crate::picture::point::Point;

/// A line's ink and width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stroke {
    pub(crate) ink: Ink,
    pub(crate) width: f64,
    /// Opacity, from 0 to 1.
    pub(crate) opacity: f64,
}

impl Stroke {
    pub(crate) const fn new(ink: Ink, width: f64) -> Self {
        Self {
            ink,
            width,
            opacity: 1.0,
        }
    }

    pub(crate) const fn faint(mut self, opacity: f64) -> Self {
        self.opacity = opacity;
        self
    }
}

/// Which part of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A part of a picture. Later ones cover earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// A rectangle with round corners.
    Rect {
        at: Point,
        size: Point,
        radius: f64,
        fill: Option<Ink>,
        stroke: Option<Stroke>,
    },
    Circle {
        centre: Point,
        radius: f64,
        fill: Ink,
        stroke: Option<Stroke>,
    },
    /// Straight lines from point to point.
    Line { points: Vec<Point>, stroke: Stroke },
    /// A curve from the first to the last point, drawn to those between.
    Curve { points: [Point; 4], stroke: Stroke },
    Text {
        /// Its start, middle or end, halfway up a capital.
        at: Point,
        size: f64,
        ink: Ink,
        anchor: Anchor,
        is_bold: bool,
        text: String,
    },
    /// Elements that move together in an animated SVG; at their start elsewhere.
    Group { nth: usize, shapes: Vec<Self> },
    /// Shapes that an SVG in motion shows for a part of the time; elsewhere they are always seen.
    Fading { nth: usize, shapes: Vec<Self> },
}

/// Shapes on paper.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// A description of the picture for those who can't see it.
    pub(crate) title: String,
    pub(crate) shapes: Vec<Shape>,
}

impl Picture {
    pub(crate) fn new(width: f64, height: f64, title: impl Into<String>) -> Self {
        Self {
            width,
            height,
            title: title.into(),
            shapes: Vec::new(),
        }
    }

    pub(crate) fn add(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    /// Adds a text in the middle of a place.
    pub(crate) fn text(&mut self, at: Point, size: f64, ink: Ink, text: impl Into<String>) {
        self.add(Shape::Text {
            at,
            size,
            ink,
            anchor: Anchor::Middle,
            is_bold: false,
            text: text.into(),
        });
    }

    /// Adds a text that begins or ends at a place.
    pub(crate) fn label(
        &mut self,
        at: Point,
        size: f64,
        ink: Ink,
        anchor: Anchor,
        text: impl Into<String>,
    ) {
        self.add(Shape::Text {
            at,
            size,
            ink,
            anchor,
            is_bold: false,
            text: text.into(),
        });
    }

    pub(crate) fn line(&mut self, from: Point, to: Point, stroke: Stroke) {
        self.add(Shape::Line {
            points: vec![from, to],
            stroke,
        });
    }

    /// Adds all of another picture, moved.
    pub(crate) fn place(&mut self, other: &Self, by: Point) {
        let shapes = other.shapes.iter();
        self.shapes.extend(shapes.map(|shape| shape.moved(by)));
    }
}

impl Shape {
    /// Returns the same shape elsewhere.
    fn moved(&self, (dx, dy): Point) -> Self {
        let to = |(x, y): Point| (x + dx, y + dy);
        let mut moved = self.clone();
        match &mut moved {
            Self::Rect { at, .. } | Self::Text { at, .. } => *at = to(*at),
            Self::Circle { centre, .. } => *centre = to(*centre),
            Self::Line { points, .. } => points.iter_mut().for_each(|it| *it = to(*it)),
            Self::Curve { points, .. } => *points = points.map(to),
            Self::Group { shapes, .. } | Self::Fading { shapes, .. } => {
                for shape in shapes {
                    *shape = shape.moved((dx, dy));
                }
            }
        }
        moved
    }
}

/// Returns about how wide a text is.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    text.chars().map(|it| glyphs::glyph(it).0).sum::<f64>() * size / glyphs::EM
}
