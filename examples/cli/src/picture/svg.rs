//! Pictures as SVG.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::picture::glyphs::{CAPITAL, EM};
use crate::picture::ink::{Ink, Theme};
use crate::picture::point::Point;
use crate::picture::scene::{Anchor, Picture, Shape, Stroke};

/// The looped motion of a picture's groups.
pub(crate) struct Motion {
    /// The time that a round is.
    pub(crate) seconds: f64,
    /// For each group what it does, in the order of time.
    pub(crate) groups: Vec<Vec<Step>>,
    /// For each fading group when it is seen.
    pub(crate) fades: Vec<Fade>,
}

/// The parts of a round from which a group is seen, or isn't; the first is 0.
pub(crate) type Fade = Vec<(f64, bool)>;

/// A group is here at this part of a round; between two steps it goes straight on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Step {
    pub(crate) time: f64,
    pub(crate) by: Point,
}

/// Fonts with round digits that systems have.
const FONTS: &str = "ui-rounded,'SF Pro Rounded','Segoe UI',Roboto,Ubuntu,system-ui,sans-serif";

/// Writes a picture.
pub(crate) fn svg(picture: &Picture, theme: Theme) -> String {
    svg_in_motion(picture, theme, None)
}

/// Writes a picture that moves, by CSS alone.
pub(crate) fn svg_in_motion(picture: &Picture, theme: Theme, motion: Option<&Motion>) -> String {
    let mut body = Body {
        theme,
        text: String::new(),
        fills: BTreeSet::new(),
        strokes: BTreeSet::new(),
    };
    for shape in &picture.shapes {
        body.shape(shape);
    }
    let (width, height) = (number(picture.width), number(picture.height));
    let title = escape(&picture.title);
    let style = body.style(motion);
    let text = body.text;
    // Without an empty line, Markdown takes it as one piece.
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\" \
         font-family=\"{FONTS}\" style=\"max-width:100%;height:auto\">\n<title>{title}</title>\n{style}{text}</svg>\n"
    )
}

/// The shapes, written, and the inks that they need.
struct Body {
    theme: Theme,
    text: String,
    fills: BTreeSet<Ink>,
    strokes: BTreeSet<Ink>,
}

impl Body {
    fn shape(&mut self, shape: &Shape) {
        let written = match shape {
            Shape::Rect {
                at: (x, y),
                size: (width, height),
                radius,
                fill,
                stroke,
            } => {
                let (fill, stroke) = (self.fill(*fill), self.stroke(*stroke));
                let (x, y) = (number(*x), number(*y));
                let (width, height) = (number(*width), number(*height));
                let radius = match radius {
                    0.0 => String::new(),
                    _ => format!(" rx=\"{}\"", number(*radius)),
                };
                format!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{radius}{fill}{stroke}/>"
                )
            }
            Shape::Circle {
                centre: (x, y),
                radius,
                fill,
                stroke,
            } => {
                let (fill, stroke) = (self.fill(Some(*fill)), self.stroke(*stroke));
                let (x, y, radius) = (number(*x), number(*y), number(*radius));
                format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{fill}{stroke}/>")
            }
            Shape::Line { points, stroke } => {
                let mut path = String::new();
                for (nth, &(x, y)) in points.iter().enumerate() {
                    path.push(if nth == 0 { 'M' } else { 'L' });
                    path += &pair((x, y));
                }
                self.path(&path, *stroke)
            }
            Shape::Curve { points, stroke } => {
                let [a, b, c, d] = points.map(pair);
                self.path(&format!("M{a}C{b} {c} {d}"), *stroke)
            }
            Shape::Text {
                at: (x, y),
                size,
                ink,
                anchor,
                is_bold,
                text,
            } => {
                let fill = self.fill(Some(*ink));
                let anchor = match anchor {
                    Anchor::Start => "",
                    Anchor::Middle => " text-anchor=\"middle\"",
                    Anchor::End => " text-anchor=\"end\"",
                };
                let weight = if *is_bold { " font-weight=\"600\"" } else { "" };
                let foot = number(y + size * CAPITAL / EM / 2.0);
                let (x, size, text) = (number(*x), number(*size), escape(text));
                format!(
                    "<text x=\"{x}\" y=\"{foot}\" font-size=\"{size}\"{anchor}{weight}{fill}>{text}</text>"
                )
            }
            Shape::Group { nth, shapes } => {
                let _ = writeln!(self.text, "<g class=\"np-m{nth}\">");
                for shape in shapes {
                    self.shape(shape);
                }
                "</g>".to_owned()
            }
            Shape::Fading { nth, shapes } => {
                let _ = writeln!(self.text, "<g class=\"np-f{nth}\">");
                for shape in shapes {
                    self.shape(shape);
                }
                "</g>".to_owned()
            }
        };
        self.text += &written;
        self.text.push('\n');
    }

    fn path(&mut self, path: &str, stroke: Stroke) -> String {
        let fill = " fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";
        let stroke = self.stroke(Some(stroke));
        format!("<path d=\"{path}\"{fill}{stroke}/>")
    }

    fn fill(&mut self, ink: Option<Ink>) -> String {
        match ink {
            None => " fill=\"none\"".to_owned(),
            Some(ink) if self.theme == Theme::Auto => {
                self.fills.insert(ink);
                format!(" class=\"np-{}\"", ink.name())
            }
            Some(ink) => format!(" fill=\"{}\"", hex(ink, self.theme)),
        }
    }

    fn stroke(&mut self, stroke: Option<Stroke>) -> String {
        let Some(stroke) = stroke else {
            return String::new();
        };
        let width = number(stroke.width);
        let opacity = match stroke.opacity {
            1.0 => String::new(),
            part => format!(" stroke-opacity=\"{}\"", number(part)),
        };
        let ink = if self.theme == Theme::Auto {
            self.strokes.insert(stroke.ink);
            // An attribute, since a shape has one list of classes, which its fill may need.
            format!(" data-np=\"{}\"", stroke.ink.name())
        } else {
            format!(" stroke=\"{}\"", hex(stroke.ink, self.theme))
        };
        format!("{ink} stroke-width=\"{width}\"{opacity}")
    }

    /// Writes the rules for colours that depend on the reader's screen, and for what moves.
    fn style(&self, motion: Option<&Motion>) -> String {
        let mut style = String::new();
        if self.theme == Theme::Auto {
            let rules = |theme: Theme, above: &str| {
                let fills = self.fills.iter().map(|&ink| {
                    let (name, colour) = (ink.name(), hex(ink, theme));
                    format!("{above}.np-{name}{{fill:{colour}}}")
                });
                let strokes = self.strokes.iter().map(|&ink| {
                    let (name, colour) = (ink.name(), hex(ink, theme));
                    format!("{above}[data-np={name}]{{stroke:{colour}}}")
                });
                fills.chain(strokes).collect::<String>()
            };
            style += &rules(Theme::Light, "");
            let dark = rules(Theme::Dark, "");
            let _ = write!(style, "\n@media (prefers-color-scheme:dark){{{dark}}}\n");
            // Where a page has a theme of its own, as the pages of rustdoc have.
            style += &rules(Theme::Light, "[data-theme=light] ");
            style += &rules(Theme::Dark, ":is([data-theme=dark],[data-theme=ayu]) ");
        }
        if let Some(motion) = motion {
            for (nth, steps) in motion.groups.iter().enumerate() {
                if steps.len() < 2 {
                    continue;
                }
                let _ = write!(style, "\n@keyframes np-m{nth}{{");
                for Step { time, by } in steps {
                    let (percent, by) = (precise(100.0 * time), moved(*by));
                    let _ = write!(style, "{percent}%{{transform:{by}}}");
                }
                let seconds = number(motion.seconds);
                let _ = write!(
                    style,
                    "}}.np-m{nth}{{animation:np-m{nth} {seconds}s linear infinite}}"
                );
            }
            for (nth, fade) in motion.fades.iter().enumerate() {
                let opacity = |is_seen: bool| u8::from(is_seen);
                let _ = write!(style, "\n@keyframes np-f{nth}{{");
                for &(time, is_seen) in fade {
                    let (percent, opacity) = (precise(100.0 * time), opacity(is_seen));
                    let _ = write!(style, "{percent}%{{opacity:{opacity}}}");
                }
                let last = fade.last().is_some_and(|&(_, is_seen)| is_seen);
                let first = fade.first().is_some_and(|&(_, is_seen)| is_seen);
                let (last, first) = (opacity(last), opacity(first));
                let seconds = number(motion.seconds);
                let _ = write!(
                    style,
                    "100%{{opacity:{last}}}}}.np-f{nth}{{opacity:{first};animation:np-f{nth} {seconds}s step-end infinite}}"
                );
            }
            style += "\n@media (prefers-reduced-motion:reduce){g{animation:none!important}}";
        }
        if style.is_empty() {
            return style;
        }
        format!("<style>\n{style}\n</style>\n")
    }
}

fn hex(ink: Ink, theme: Theme) -> String {
    let [red, green, blue] = ink.rgb(theme);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn moved((x, y): Point) -> String {
    format!("translate({}px,{}px)", number(x), number(y))
}

fn pair((x, y): Point) -> String {
    format!("{} {}", number(x), number(y))
}

/// Writes a number with one digit behind the point at most, or two if it is small.
fn number(value: f64) -> String {
    let scale = if value.abs() < 10.0 { 100.0 } else { 10.0 };
    // Adding zero makes -0 plain.
    ((value * scale).round() / scale + 0.0).to_string()
}

/// Writes a number with three digits behind the point at most.
fn precise(value: f64) -> String {
    ((value * 1e3).round() / 1e3 + 0.0).to_string()
}

/// Returns a text as it stands in XML.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            _ => escaped.push(character),
        }
    }
    escaped
}
