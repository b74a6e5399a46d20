//! Walking distance by slides: along each axis several tiles may move at once.

#[cfg(test)]
mod tests;

use alloc::vec;
use alloc::vec::Vec;

use super::{Table, WalkingDistance, WalkingDistanceState, walking_distance};
use crate::canonical::CanonicalBoard;
use crate::heuristic::by_slides::Needed;
use crate::heuristic::{Bound, Heuristic, HeuristicError};
use crate::metric::Metric;
use crate::runtime::cost_model::walking_distance as cost;
use crate::runtime::job::Pace;
use crate::shape::Shape;

/// The slides that walking distance sees: for each axis the fewest runs of the blank that bring
/// all tiles to their rows (or columns, or layers).
#[derive(Clone, Debug)]
pub(crate) struct WalkingSlides {
    walking: WalkingDistance,
    /// By table and position.
    slides: Vec<Vec<u16>>,
}

impl Bound for WalkingSlides {
    type State = WalkingDistanceState;

    const METRIC: Metric = Metric::Slides;

    fn state(&self, board: &CanonicalBoard) -> WalkingDistanceState {
        self.walking.evaluate(board)
    }

    fn after(
        &self,
        state: &WalkingDistanceState,
        board: &CanonicalBoard,
        from: usize,
    ) -> WalkingDistanceState {
        self.walking.update(state, board, from)
    }

    fn least(&self, state: &WalkingDistanceState, last: Option<usize>) -> u32 {
        let mut needed = [0; 3];
        for (axis, table) in self.walking.table_of.into_iter().enumerate() {
            if let Some(table) = table {
                needed[axis] = u32::from(self.slides[table][state.0[axis] as usize]);
            }
        }
        Needed(needed).least(last)
    }
}

const UNKNOWN: u16 = u16::MAX;

/// Makes the bound for a shape and the blank's home.
///
/// # Errors
/// As [`WalkingDistance::new`].
pub(crate) async fn walking_slides(
    shape: Shape,
    home: usize,
    pace: &mut Pace,
) -> Result<WalkingSlides, HeuristicError> {
    let walking = walking_distance(shape, home, pace).await?;
    let mut slides = Vec::new();
    for table in &walking.tables {
        slides.push(count(table, pace).await);
    }
    Ok(WalkingSlides { walking, slides })
}

/// Counts the slides to each position of a table, breadth first.
///
/// The positions of a level are gone through twice, by the way the blank goes. What a position
/// leads to by that way is added to those that are open, for the slide may continue.
async fn count(table: &Table, pace: &mut Pace) -> Vec<u16> {
    let positions = table.positions.len();
    let mut slides = vec![UNKNOWN; positions];
    // By position: the ways by which it was reached. No later slide is a better one.
    let mut marks = vec![0_u8; positions];
    // The solved one is the first.
    slides[0] = 0;
    let (mut level, mut distance) = (vec![0], 1);
    while !level.is_empty() {
        let mut next = Vec::new();
        for back in [false, true] {
            let mut open = level.clone();
            while let Some(position) = open.pop() {
                for after in reached(table, position, back) {
                    let (slides, mark) = (&mut slides[after as usize], &mut marks[after as usize]);
                    if *mark >> u8::from(back) & 1 == 0 {
                        *mark |= 1 << u8::from(back);
                        open.push(after);
                        if *slides == UNKNOWN {
                            *slides = distance;
                            next.push(after);
                        }
                    }
                }
                pace.spend(cost::SLIDES * table.rules.rows).await;
            }
        }
        (level, distance) = (next, distance + 1);
    }
    slides
}

/// Returns the positions that the blank reaches from another one by one more tile of a slide.
fn reached(table: &Table, position: u32, back: bool) -> impl Iterator<Item = u32> + '_ {
    let (rules, at) = (table.rules, table.positions[position as usize]);
    let row = rules.blank_row(at);
    let from = if back { row + 1 } else { row.wrapping_sub(1) };
    let goals = 0..if from < rules.rows { rules.rows } else { 0 };
    goals
        .filter(move |&goal| rules.tiles(at, from, goal) > 0)
        .map(move |goal| table.after(position, back, goal))
}
