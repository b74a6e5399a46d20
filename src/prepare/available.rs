//! Checks that a heuristic can serve a shape, before anything is built.

use super::error::PrepareError;
use super::heuristic_kind::HeuristicKind;
use super::pattern_tables::check_tables;
use super::slide_tables::plan_slide_tables;
use super::table_options::TableOptions;
use crate::heuristic::WalkingDistance;
use crate::metric::Metric;
use crate::shape::Shape;

/// Checks that the heuristic asked for can serve a shape in the memory allowed, in milliseconds at
/// most. What only building can show (memory runs out, a file is damaged) is not checked.
pub(crate) fn check_heuristic(
    shape: Shape,
    home: usize,
    options: &TableOptions,
) -> Result<(), PrepareError> {
    match (options.heuristic, options.metric) {
        (HeuristicKind::Patterns, Metric::Tiles) => check_tables(shape, home, options)?,
        (HeuristicKind::Patterns, Metric::Slides) => {
            plan_slide_tables(shape, home, options.memory)?;
        }
        (HeuristicKind::WalkingDistance, Metric::Tiles) => WalkingDistance::check(shape, home)?,
        // Auto chooses one that serves; the others serve every shape.
        _ => {}
    }
    Ok(())
}
