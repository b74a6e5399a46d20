//! Checks that a heuristic can serve a shape, before anything is built.

use super::error::PrepareError;
use super::heuristic_kind::HeuristicKind;
use super::slide_tables_for::check_slide_tables;
use super::table_options::TableOptions;
use super::tables_for::check_tables;
use crate::heuristic::WalkingDistance;
use crate::metric::Metric;
use crate::shape::Shape;

/// Checks that the heuristic asked for can serve a shape in the memory allowed, in milliseconds at
/// most. What only building can show (memory runs out, a file is damaged) is not checked.
pub(crate) fn check_heuristic(
    shape: Shape,
    home: usize,
    means: &TableOptions,
) -> Result<(), PrepareError> {
    match (means.heuristic, means.metric) {
        (HeuristicKind::Patterns, Metric::Tiles) => check_tables(shape, home, means)?,
        (HeuristicKind::Patterns, Metric::Slides) => check_slide_tables(shape, home, means)?,
        (HeuristicKind::WalkingDistance, _) => WalkingDistance::check(shape, home)?,
        // Auto chooses one that serves; these two serve every shape.
        (HeuristicKind::Auto | HeuristicKind::Manhattan | HeuristicKind::LinearConflict, _) => {}
    }
    Ok(())
}
