//! Plots as SVG.

use std::path::Path;

use plotters::prelude::*;

use crate::failure::Failure;
use crate::output::write_to;

/// Blue, the first colour of a plot.
pub(crate) const BLUE: RGBColor = RGBColor(0x2b, 0x6c, 0xb0);

/// The text beside axes and lines.
pub(crate) const LABEL: (&str, u32) = ("sans-serif", 16);

/// Writes the plot of a caption and a chart, which has this many pixels for the labels at its left.
pub(crate) fn write(
    file: &Path,
    caption: &str,
    labels: u32,
    chart: impl FnOnce(&mut ChartBuilder<'_, '_, SVGBackend<'_>>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (720, 440)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut builder = ChartBuilder::on(&area);
        builder.caption(caption, ("sans-serif", 22)).margin(14);
        builder.x_label_area_size(44).y_label_area_size(labels);
        chart(&mut builder)?;
        area.present()?;
    }
    write_to(Some(file), svg.as_bytes())
}
