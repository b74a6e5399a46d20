//! Which estimate guides a search.

/// The estimate that guides the search.
///
/// `Auto` serves every shape. A heuristic that is chosen and that a shape can't have (walking
/// distance on 5 x 5, patterns beyond 32 cells or in too little memory) is an error at once, by
/// [`Quality::Optimal`](crate::Quality), `Within` and `Best`, whatever the limits.
/// `Fast` uses no heuristic, and ignores the choice.
///
/// By [`Metric::Slides`](crate::Metric) all of them bound slides: `Auto` takes the table of all
/// boards up to 9 cells, tables by slides for flat boards of up to 16, and the distances along each
/// axis for the others. `Patterns` are the tables by slides; `Manhattan` and `WalkingDistance` are
/// the distances along each axis.
///
/// # Examples
/// ```
/// use npuzzle::HeuristicKind;
/// assert_eq!(HeuristicKind::default(), HeuristicKind::Auto);
/// assert_eq!("linear-conflict".parse(), Ok(HeuristicKind::LinearConflict));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HeuristicKind {
    /// The best that fits the shape and the memory:
    /// - Manhattan if the board is a path, which needs no search;
    /// - up to 9 cells the distances of all boards, so that a solution is read off them;
    /// - up to 32 cells tables for groups of tiles ([`Patterns`](Self::Patterns)), once an easy
    ///   board has not been solved without them;
    /// - linear conflict for larger boards, and where the memory doesn't suffice for tables.
    #[default]
    Auto,
    /// The sum of the tiles' taxicab distances.
    Manhattan,
    /// Manhattan and the detours of tiles that must pass each other in their line.
    LinearConflict,
    /// Rows and columns as multisets of tiles; for flat boards and boxes with small sides.
    WalkingDistance,
    /// Tables of exact distances for groups of tiles, as large as the memory allows.
    Patterns,
}
