//! Pictures as pixels.
//!
//! Every shape is known by its distance from a place; an edge covers the part of a pixel that the
//! distance tells. That is all of antialiasing, and looks as it should for shapes this simple.

use crate::picture::glyphs::{CAPITAL, EM, glyph, strokes};
use crate::picture::ink::{Ink, Rgb, Theme};
use crate::picture::point::{Point, curve};
use crate::picture::scene::{Anchor, Picture, Shape, Stroke, text_width};

/// Colours, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pixels {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) colours: Vec<Rgb>,
}

/// The most pixels of a picture: 192 MB of colours.
const MAX_PIXELS: f64 = 64e6;

/// Draws a picture with this many pixels for each of its units; `None` if there would be too many.
pub(crate) fn pixels(picture: &Picture, scale: f64, theme: Theme) -> Option<Pixels> {
    let (width, height) = (picture.width * scale, picture.height * scale);
    if !(scale > 0.0 && width * height <= MAX_PIXELS) {
        return None;
    }
    let (width, height) = (
        width.ceil().max(1.0) as usize,
        height.ceil().max(1.0) as usize,
    );
    let mut canvas = Canvas {
        pixels: Pixels {
            width,
            height,
            colours: vec![Ink::Paper.rgb(theme); width * height],
        },
        scale,
        theme,
    };
    for shape in &picture.shapes {
        canvas.shape(shape);
    }
    Some(canvas.pixels)
}

struct Canvas {
    pixels: Pixels,
    scale: f64,
    theme: Theme,
}

impl Canvas {
    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Rect {
                at,
                size,
                radius,
                fill,
                stroke,
            } => {
                let half = (size.0 / 2.0, size.1 / 2.0);
                let centre = (at.0 + half.0, at.1 + half.1);
                let radius = radius.min(half.0).min(half.1);
                let distance = |(x, y): Point| {
                    let (dx, dy) = ((x - centre.0).abs(), (y - centre.1).abs());
                    let (dx, dy) = (dx - half.0 + radius, dy - half.1 + radius);
                    dx.max(0.0).hypot(dy.max(0.0)) + dx.max(dy).min(0.0) - radius
                };
                let reach = stroke.map_or(0.0, |it| it.width);
                let low = (at.0 - reach, at.1 - reach);
                let high = (at.0 + size.0 + reach, at.1 + size.1 + reach);
                self.area(low, high, distance, *fill, *stroke);
            }
            Shape::Circle {
                centre,
                radius,
                fill,
                stroke,
            } => {
                let distance = |(x, y): Point| (x - centre.0).hypot(y - centre.1) - radius;
                let reach = radius + stroke.map_or(0.0, |it| it.width);
                let low = (centre.0 - reach, centre.1 - reach);
                let high = (centre.0 + reach, centre.1 + reach);
                self.area(low, high, distance, Some(*fill), *stroke);
            }
            Shape::Line { points, stroke } => self.lines(points, *stroke),
            Shape::Curve { points, stroke } => {
                self.lines(&curve(*points).collect::<Vec<_>>(), *stroke);
            }
            Shape::Text {
                at: (x, y),
                size,
                ink,
                anchor,
                is_bold,
                text,
            } => {
                let width = text_width(text, *size);
                let mut left = match anchor {
                    Anchor::Start => *x,
                    Anchor::Middle => x - width / 2.0,
                    Anchor::End => x - width,
                };
                let unit = size / EM;
                let foot = y + CAPITAL / 2.0 * unit;
                let stroke = Stroke::new(*ink, size * if *is_bold { 0.125 } else { 0.09 });
                for sign in text.chars() {
                    for points in strokes(sign) {
                        let place = |&(x, y): &Point| (left + x * unit, foot - y * unit);
                        self.lines(&points.iter().map(place).collect::<Vec<_>>(), stroke);
                    }
                    left += glyph(sign).0 * unit;
                }
            }
            Shape::Group { shapes, .. } | Shape::Fading { shapes, .. } => {
                for shape in shapes {
                    self.shape(shape);
                }
            }
        }
    }

    /// Fills what is at a negative distance, and draws its edge.
    fn area(
        &mut self,
        low: Point,
        high: Point,
        distance: impl Fn(Point) -> f64,
        fill: Option<Ink>,
        stroke: Option<Stroke>,
    ) {
        if let Some(ink) = fill {
            self.cover(low, high, ink, 1.0, &distance);
        }
        if let Some(stroke) = stroke {
            let edge = |at: Point| distance(at).abs() - stroke.width / 2.0;
            self.cover(low, high, stroke.ink, stroke.opacity, edge);
        }
    }

    /// Draws lines with round ends.
    fn lines(&mut self, points: &[Point], stroke: Stroke) {
        let reach = stroke.width / 2.0;
        let edge = |pick: fn(f64, f64) -> f64, start: f64| {
            let fold = |(x, y), at: &Point| (pick(x, at.0), pick(y, at.1));
            points.iter().fold((start, start), fold)
        };
        let low = edge(f64::min, f64::INFINITY);
        let high = edge(f64::max, f64::NEG_INFINITY);
        let distance = |at: Point| {
            let ends = points.windows(2).map(|it| (it[0], it[1]));
            let dot = points.first().map(|&it| (it, it));
            let nearest = ends.chain(dot).map(|(a, b)| from_line(at, a, b));
            nearest.fold(f64::INFINITY, f64::min) - reach
        };
        let low = (low.0 - reach, low.1 - reach);
        let high = (high.0 + reach, high.1 + reach);
        self.cover(low, high, stroke.ink, stroke.opacity, distance);
    }

    /// Lays an ink over all that is at a negative distance.
    fn cover(
        &mut self,
        low: Point,
        high: Point,
        ink: Ink,
        opacity: f64,
        distance: impl Fn(Point) -> f64,
    ) {
        let Pixels { width, height, .. } = self.pixels;
        let range = |low: f64, high: f64, most: usize| {
            let low = (low * self.scale - 1.0).floor().max(0.0) as usize;
            let high = (high * self.scale + 1.0).ceil().max(0.0) as usize;
            low.min(most)..high.min(most)
        };
        let colour = ink.rgb(self.theme);
        for y in range(low.1, high.1, height) {
            for x in range(low.0, high.0, width) {
                let middle = |it: usize| (it as f64 + 0.5) / self.scale;
                let covered = 0.5 - distance((middle(x), middle(y))) * self.scale;
                let covered = covered.clamp(0.0, 1.0) * opacity;
                if covered > 0.0 {
                    let below = &mut self.pixels.colours[y * width + x];
                    for (below, above) in below.iter_mut().zip(colour) {
                        let mixed =
                            f64::from(*below) * (1.0 - covered) + f64::from(above) * covered;
                        *below = mixed.round() as u8;
                    }
                }
            }
        }
    }
}

/// Returns the distance of a point from a line between two others.
fn from_line((x, y): Point, a: Point, b: Point) -> f64 {
    let (along, up) = (b.0 - a.0, b.1 - a.1);
    let length = along.mul_add(along, up * up);
    let part = if length == 0.0 {
        0.0
    } else {
        (((x - a.0) * along + (y - a.1) * up) / length).clamp(0.0, 1.0)
    };
    (x - a.0 - part * along).hypot(y - a.1 - part * up)
}
