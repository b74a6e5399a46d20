//! Inks, and the colours that a theme gives them.
#![expect(
    clippy::unreadable_literal,
    reason = "colours are written as designers write them"
)]

use std::str::FromStr;

/// The role of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ink {
    /// Behind everything.
    Paper,
    /// The tray in which tiles lie.
    Tray,
    /// A tile, and its edge.
    Tile,
    Edge,
    /// A tile at home, and its edge.
    Home,
    HomeEdge,
    /// Text.
    Text,
    /// Secondary text.
    Muted,
    /// Lines of a grid.
    Line,
    /// Highlights, and the text on them.
    Accent,
    OnAccent,
    /// Different things, of [`HUES`]: lines, and areas with text on them.
    Hue(u8),
    Soft(u8),
    /// From cold, 0, to hot, [`HEATS`] - 1; and what is written on hot areas.
    Heat(u8),
    OnHeat,
}

/// The number of hues, which colour-blind people can tell apart.
pub(crate) const HUES: u8 = 8;

/// The number of steps of heat.
pub(crate) const HEATS: u8 = 9;

/// A colour: red, green, blue.
pub(crate) type Rgb = [u8; 3];

/// Which colours are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Theme {
    Light,
    Dark,
    /// As the reader's screen is: for SVG alone, and light elsewhere.
    Auto,
}

impl FromStr for Theme {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "light" => Ok(Self::Light),
            "dark" => Ok(Self::Dark),
            "auto" => Ok(Self::Auto),
            _ => Err("a theme is light, dark or auto"),
        }
    }
}

/// Lines on white, and on black: blue, orange, green, purple, red, cyan, brown, pink.
const LINES: [(u32, u32); HUES as usize] = [
    (0x2b6cb0, 0x6cb2f7),
    (0xc2620a, 0xf6a04d),
    (0x2f855a, 0x63c58f),
    (0x7b4bb7, 0xb794f4),
    (0xc53030, 0xfc8181),
    (0x0e7c86, 0x4fd1d9),
    (0x8a5a2b, 0xd6a67a),
    (0xb3357c, 0xf687b3),
];

/// The same hues, for areas.
const AREAS: [(u32, u32); HUES as usize] = [
    (0xd3e4f6, 0x1f446b),
    (0xfbe0c3, 0x6b3f12),
    (0xd0ebda, 0x1d4f36),
    (0xe5d9f5, 0x473069),
    (0xf9d5d5, 0x6b2727),
    (0xcdecef, 0x114e54),
    (0xeeddcb, 0x543a20),
    (0xf8d9e9, 0x5f2347),
];

/// The start, the middle and the end of the heat scale.
const HEAT_STOPS: [(u32, u32); 3] = [
    (0xfff8e7, 0x2a2f37),
    (0xf9b16e, 0x87461c),
    (0xc0392b, 0xe8623f),
];

impl Ink {
    /// Returns the ink of a step of heat, of `most` at most.
    pub(crate) fn heat(step: usize, most: usize) -> Self {
        let last = usize::from(HEATS - 1);
        let scaled = step * last / most.max(1);
        // Whatever is not quite cold shows it.
        Self::Heat(scaled.clamp(usize::from(step > 0), last) as u8)
    }

    /// Returns the ink for text on this one.
    pub(crate) const fn text(self) -> Self {
        match self {
            Self::Heat(step) if step >= HEATS - 3 => Self::OnHeat,
            Self::Accent => Self::OnAccent,
            _ => Self::Text,
        }
    }

    /// Returns the name of the ink in CSS.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Hue(nth) => format!("hue{nth}"),
            Self::Soft(nth) => format!("soft{nth}"),
            Self::Heat(step) => format!("heat{step}"),
            _ => format!("{self:?}").to_lowercase(),
        }
    }

    /// Returns the colour; an automatic theme is light.
    pub(crate) fn rgb(self, theme: Theme) -> Rgb {
        let pick = |(light, dark): (u32, u32)| {
            let [_, red, green, blue] = match theme {
                Theme::Dark => dark,
                Theme::Light | Theme::Auto => light,
            }
            .to_be_bytes();
            [red, green, blue]
        };
        match self {
            Self::Paper => pick((0xffffff, 0x16181d)),
            Self::Tray => pick((0xe9e5dc, 0x0c0e11)),
            Self::Tile => pick((0xfffdf8, 0x2f353f)),
            Self::Edge => pick((0xd2ccbf, 0x434b57)),
            Self::Home => pick((0xd4eadb, 0x21482f)),
            Self::HomeEdge => pick((0xa5cdb3, 0x356a49)),
            Self::Text => pick((0x2b2a27, 0xeeece6)),
            Self::Muted => pick((0x6f6b62, 0xa4aab3)),
            Self::Line => pick((0xe3dfd6, 0x2c323b)),
            Self::Accent => pick((0xc2560c, 0xe07b28)),
            Self::OnAccent => pick((0xffffff, 0x14100a)),
            Self::Hue(nth) => pick(LINES[usize::from(nth % HUES)]),
            Self::Soft(nth) => pick(AREAS[usize::from(nth % HUES)]),
            Self::Heat(step) => {
                let [cold, warm, hot] = HEAT_STOPS.map(pick);
                let half = HEATS / 2;
                if step <= half {
                    mix(cold, warm, step, half)
                } else {
                    mix(warm, hot, step - half, half)
                }
            }
            Self::OnHeat => pick((0xffffff, 0x1a0f08)),
        }
    }
}

/// Returns the colour `part / whole` of the way from one to another.
fn mix(from: Rgb, to: Rgb, part: u8, whole: u8) -> Rgb {
    let (part, whole) = (u32::from(part), u32::from(whole));
    std::array::from_fn(|channel| {
        let (from, to) = (u32::from(from[channel]), u32::from(to[channel]));
        ((from * (whole - part) + to * part + whole / 2) / whole) as u8
    })
}
