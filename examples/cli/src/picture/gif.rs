//! Pictures one after the other, as GIF.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io;

use gif::{Encoder, Repeat};

use crate::picture::ink::{Rgb, Theme};
use crate::picture::raster::{Pixels, pixels};
use crate::picture::scene::Picture;

/// A picture, and how long it is there, in hundredths of a second.
pub(crate) struct Frame {
    pub(crate) picture: Picture,
    pub(crate) hundredths: u16,
}

/// The largest dimensions of a GIF.
const COLOURS: usize = 256;

/// Writes pictures of one size that follow each other, round and round. `done` is called after each
/// of them, and says whether to continue.
pub(crate) fn write_gif(
    frames: impl Iterator<Item = Frame>,
    scale: f64,
    theme: Theme,
    mut done: impl FnMut() -> bool,
) -> io::Result<Vec<u8>> {
    let mut file = Vec::new();
    let mut encoder: Option<(Encoder<&mut Vec<u8>>, Palette, Pixels)> = None;
    let mut sink = Some(&mut file);
    for Frame {
        picture,
        hundredths,
    } in frames
    {
        let drawn = pixels(&picture, scale, theme);
        let too_large = || io::Error::other("the picture would be too large for a GIF");
        let drawn = drawn.filter(|it| u16::try_from(it.width.max(it.height)).is_ok());
        let drawn = drawn.ok_or_else(too_large)?;
        match (&mut encoder, sink.take()) {
            (Some((encoder, palette, before)), _) => {
                let frame = palette.frame(&drawn, Some(before), hundredths);
                encoder.write_frame(&frame).map_err(io::Error::other)?;
                *before = drawn;
            }
            (None, Some(sink)) => {
                let mut palette = Palette::of(&drawn);
                let (width, height) = (drawn.width as u16, drawn.height as u16);
                let mut first = Encoder::new(sink, width, height, &palette.bytes())
                    .map_err(io::Error::other)?;
                first
                    .set_repeat(Repeat::Infinite)
                    .map_err(io::Error::other)?;
                let frame = palette.frame(&drawn, None, hundredths);
                first.write_frame(&frame).map_err(io::Error::other)?;
                encoder = Some((first, palette, drawn));
            }
            (None, None) => break,
        }
        if !done() {
            break;
        }
    }
    drop(encoder);
    Ok(file)
}

/// The colours of all frames: those that the first one has most of.
struct Palette {
    colours: Vec<Rgb>,
    /// The nearest of them, for each colour that was asked for.
    nearest: HashMap<Rgb, u8>,
}

impl Palette {
    fn of(pixels: &Pixels) -> Self {
        let mut counts: HashMap<Rgb, usize> = HashMap::new();
        for &colour in &pixels.colours {
            *counts.entry(colour).or_default() += 1;
        }
        let mut colours: Vec<(Rgb, usize)> = counts.into_iter().collect();
        // By count, and then by colour, so that it is the same each time.
        colours.sort_unstable_by_key(|&(colour, count)| (usize::MAX - count, colour));
        colours.truncate(COLOURS);
        Self {
            colours: colours.into_iter().map(|(colour, _)| colour).collect(),
            nearest: HashMap::new(),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        self.colours.concat()
    }

    fn index(&mut self, colour: Rgb) -> u8 {
        let colours = &self.colours;
        *self.nearest.entry(colour).or_insert_with(|| {
            let distance = |other: &Rgb| -> u32 {
                let channels = colour.iter().zip(other);
                channels
                    .map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2))
                    .sum()
            };
            let nearest = (0..colours.len()).min_by_key(|&nth| distance(&colours[nth]));
            nearest.unwrap_or(0) as u8
        })
    }

    /// Returns a frame of what has changed since the one before.
    fn frame(
        &mut self,
        pixels: &Pixels,
        before: Option<&Pixels>,
        hundredths: u16,
    ) -> gif::Frame<'static> {
        let width = pixels.width;
        let is_changed =
            |at: &usize| before.is_none_or(|it| it.colours[*at] != pixels.colours[*at]);
        let changed = || (0..pixels.colours.len()).filter(is_changed);
        let top = changed().map(|at| at / width).min().unwrap_or(0);
        let bottom = changed().map(|at| at / width).max().unwrap_or(0);
        let left = changed().map(|at| at % width).min().unwrap_or(0);
        let right = changed().map(|at| at % width).max().unwrap_or(0);
        let mut buffer = Vec::new();
        for row in top..=bottom {
            let row = &pixels.colours[row * width..][left..=right];
            buffer.extend(row.iter().map(|&colour| self.index(colour)));
        }
        gif::Frame {
            delay: hundredths,
            left: left as u16,
            top: top as u16,
            width: (right - left + 1) as u16,
            height: (bottom - top + 1) as u16,
            buffer: Cow::Owned(buffer),
            ..gif::Frame::default()
        }
    }
}
