//! Pictures as PNG.

use std::io::{self, Write};

use crate::picture::ink::Theme;
use crate::picture::raster::pixels;
use crate::picture::scene::Picture;

/// Returns a picture as PNG, with this many pixels for each of its units; an error if there would
/// be too many.
pub(crate) fn png(picture: &Picture, scale: f64, theme: Theme) -> io::Result<Vec<u8>> {
    let Some(pixels) = pixels(picture, scale, theme) else {
        return Err(io::Error::other("the picture would have too many pixels"));
    };
    let mut file = Vec::new();
    let (width, height) = (pixels.width as u32, pixels.height as u32);
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels.colours.as_flattened())?;
    writer.finish()?;
    file.flush()?;
    Ok(file)
}
