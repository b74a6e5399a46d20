//! Plots: points and lines between two axes.

use crate::picture::{Anchor, Ink, Picture, Point, Shape, Stroke, text_width};

/// A plot.
pub(crate) struct Plot {
    pub(crate) title: String,
    /// The measurement, in a line below.
    pub(crate) note: String,
    pub(crate) across: Axis,
    pub(crate) up: Axis,
    pub(crate) series: Vec<Series>,
}

/// The quantity of an axis.
pub(crate) struct Axis {
    pub(crate) name: String,
    /// True if equal steps are equal factors. All values are above zero then.
    pub(crate) is_log: bool,
}

/// Points of one kind.
pub(crate) struct Series {
    pub(crate) name: String,
    /// Single measurements.
    pub(crate) dots: Vec<Point>,
    /// The values.
    pub(crate) line: Vec<Point>,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;

/// The space around the points: left, above, right, below.
const LEFT: f64 = 68.0;
const ABOVE: f64 = 84.0;
const RIGHT: f64 = 26.0;
const BELOW: f64 = 56.0;

/// The size of letters.
const SMALL: f64 = 12.5;

/// The way from values to places.
struct Scale {
    low: f64,
    high: f64,
    is_log: bool,
    from: f64,
    to: f64,
    ticks: Vec<f64>,
}

impl Scale {
    fn new(axis: &Axis, values: &[f64], (from, to): (f64, f64)) -> Self {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (low, high) = if low <= high {
            (low, high)
        } else {
            (1.0, 10.0)
        };
        let ticks: Vec<f64> = if axis.is_log {
            let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
            let is_short = last - first <= 2;
            let factors: &[f64] = if is_short { &[1.0, 2.0, 5.0] } else { &[1.0] };
            let powers = (first..=last).map(|power| 10_f64.powi(power));
            let all = powers.flat_map(|power| factors.iter().map(move |factor| factor * power));
            let all: Vec<f64> = all.collect();
            let before = all.iter().rposition(|it| *it <= low).unwrap_or(0);
            let behind = all
                .iter()
                .position(|it| *it >= high)
                .unwrap_or(all.len() - 1);
            all[before..=behind.max(before + 1).min(all.len() - 1)].to_vec()
        } else {
            let step = nice((high - low).max(high.abs() / 10.0).max(1e-9) / 5.0);
            let (first, last) = ((low / step).floor() as i64, (high / step).ceil() as i64);
            (first..=last.max(first + 1))
                .map(|nth| nth as f64 * step)
                .collect()
        };
        Self {
            low: ticks[0],
            high: ticks[ticks.len() - 1],
            is_log: axis.is_log,
            from,
            to,
            ticks,
        }
    }

    fn place(&self, value: f64) -> f64 {
        let [low, value, high] =
            [self.low, value, self.high].map(|it| if self.is_log { it.log10() } else { it });
        self.from + (value - low) / (high - low) * (self.to - self.from)
    }
}

/// Returns the next larger of 1, 2, 5, 10, 20 and so on.
fn nice(step: f64) -> f64 {
    let power = 10_f64.powf(step.log10().floor());
    let factors = [1.0, 2.0, 5.0, 10.0];
    let factor = factors.into_iter().find(|it| it * power >= step * 0.999);
    factor.unwrap_or(10.0) * power
}

/// Writes a number as it stands at an axis.
fn tick(value: f64) -> String {
    let size = value.abs();
    let short = |value: f64, unit: &str| {
        let value = (value * 1e3).round() / 1e3;
        format!("{value}{unit}")
    };
    match size {
        _ if size >= 1e9 => short(value / 1e9, " G"),
        _ if size >= 1e6 => short(value / 1e6, " M"),
        _ if size >= 1e3 => short(value / 1e3, " k"),
        _ if size >= 1e-3 || size == 0.0 => short(value, ""),
        _ => format!("{value:e}"),
    }
}

impl Plot {
    pub(crate) fn picture(&self) -> Picture {
        let title = format!(
            "{}: {} against {}",
            self.title, self.up.name, self.across.name
        );
        let mut picture = Picture::new(WIDTH, HEIGHT, title);
        picture.add(Shape::Rect {
            at: (0.0, 0.0),
            size: (WIDTH, HEIGHT),
            radius: 12.0,
            fill: Some(Ink::Paper),
            stroke: None,
        });
        let all = || {
            self.series
                .iter()
                .flat_map(|it| it.dots.iter().chain(&it.line))
        };
        let xs: Vec<f64> = all().map(|it| it.0).collect();
        let ys: Vec<f64> = all().map(|it| it.1).collect();
        let across = Scale::new(&self.across, &xs, (LEFT, WIDTH - RIGHT));
        let up = Scale::new(&self.up, &ys, (HEIGHT - BELOW, ABOVE));
        self.draw_frame(&mut picture, &across, &up);
        self.draw_legend(&mut picture);
        let place = |(x, y): Point| (across.place(x), up.place(y));
        for (nth, series) in self.series.iter().enumerate() {
            for &dot in &series.dots {
                picture.add(Shape::Circle {
                    centre: place(dot),
                    radius: 2.6,
                    fill: Ink::Soft(nth as u8),
                    stroke: Some(Stroke::new(Ink::Hue(nth as u8), 0.8).faint(0.8)),
                });
            }
        }
        for (nth, series) in self.series.iter().enumerate() {
            let points: Vec<Point> = series.line.iter().map(|&it| place(it)).collect();
            let ink = Ink::Hue(nth as u8);
            if points.len() > 1 {
                let stroke = Stroke::new(ink, 2.4);
                picture.add(Shape::Line {
                    points: points.clone(),
                    stroke,
                });
            }
            if series.dots.is_empty() {
                for centre in points {
                    picture.add(Shape::Circle {
                        centre,
                        radius: 4.0,
                        fill: ink,
                        stroke: Some(Stroke::new(Ink::Paper, 1.5)),
                    });
                }
            }
        }
        picture
    }

    fn draw_frame(&self, picture: &mut Picture, across: &Scale, up: &Scale) {
        let grid = Stroke::new(Ink::Line, 1.0);
        let (bottom, right) = (HEIGHT - BELOW, WIDTH - RIGHT);
        for &value in &up.ticks {
            let y = up.place(value);
            picture.line((LEFT, y), (right, y), grid);
            picture.label(
                (LEFT - 10.0, y),
                SMALL,
                Ink::Muted,
                Anchor::End,
                tick(value),
            );
        }
        for &value in &across.ticks {
            let x = across.place(value);
            picture.line((x, ABOVE), (x, bottom), grid);
            picture.text((x, bottom + 16.0), SMALL, Ink::Muted, tick(value));
        }
        picture.add(Shape::Text {
            at: (24.0, 24.0),
            size: 16.0,
            ink: Ink::Text,
            anchor: Anchor::Start,
            is_bold: true,
            text: self.title.clone(),
        });
        picture.label(
            (24.0, 44.0),
            SMALL,
            Ink::Muted,
            Anchor::Start,
            self.note.as_str(),
        );
        // Above its axis: a text that stands upright is hard to read.
        picture.label(
            (24.0, ABOVE - 17.0),
            SMALL,
            Ink::Muted,
            Anchor::Start,
            self.up.name.as_str(),
        );
        let middle = f64::midpoint(LEFT, right);
        picture.text(
            (middle, HEIGHT - 18.0),
            SMALL,
            Ink::Muted,
            self.across.name.as_str(),
        );
    }

    fn draw_legend(&self, picture: &mut Picture) {
        if self.series.len() < 2 {
            return;
        }
        let mut right = WIDTH - RIGHT;
        for (nth, series) in self.series.iter().enumerate().rev() {
            let y = ABOVE - 17.0;
            // Fonts differ; most are narrower than this.
            right -= 1.15 * text_width(&series.name, SMALL);
            let name = series.name.as_str();
            picture.label((right, y), SMALL, Ink::Text, Anchor::Start, name);
            right -= 10.0;
            picture.add(Shape::Circle {
                centre: (right, y),
                radius: 4.5,
                fill: Ink::Hue(nth as u8),
                stroke: None,
            });
            right -= 16.0;
        }
    }
}
