//! Places, and curves between them.

/// A place: to the right and down, in units of about a pixel.
pub(crate) type Point = (f64, f64);

/// The lines of which a curve is made, by their ends.
pub(crate) fn curve(points: [Point; 4]) -> impl Iterator<Item = Point> {
    const LINES: u32 = 40;
    (0..=LINES).map(move |line| {
        let part = f64::from(line) / f64::from(LINES);
        let rest = 1.0 - part;
        let weights = [
            rest.powi(3),
            3.0 * rest.powi(2) * part,
            3.0 * rest * part.powi(2),
            part.powi(3),
        ];
        points
            .iter()
            .zip(weights)
            .fold((0.0, 0.0), |sum: Point, (at, weight)| {
                (sum.0 + at.0 * weight, sum.1 + at.1 * weight)
            })
    })
}
