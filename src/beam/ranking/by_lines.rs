//! Boards ranked by the disorder of their next lines.

use alloc::vec::Vec;

use super::{Rank, Ranking, Slide, View};
use crate::runtime::shared::Shared;
use crate::side::Side;

/// The costs of tiles away from their homes.
///
/// Tiles have the numbers of their homes. Those of the current line cost most; others cost less for
/// each line before their own.
#[derive(Clone, Debug)]
pub(crate) struct LineCosts {
    /// `[cell]`: its coordinates.
    pub(crate) places: Vec<[u16; 3]>,
    /// `[tile]`: the number of its line.
    pub(crate) line_of: Vec<u16>,
    pub(crate) blank: u16,
    /// `[lines][distance]`: the cost along an axis of a tile, given the number of lines before its
    /// own. The last row holds for all further lines.
    pub(crate) rows: Vec<Vec<i32>>,
    /// The cost of a tile of the current line that is away, beside its distance.
    pub(crate) away: i32,
}

/// Ranks boards by the costs of lines, given the number of the current line. The end is reached if
/// that line is in order.
#[derive(Clone, Debug)]
pub(crate) struct ByLines {
    pub(crate) costs: Shared<LineCosts>,
    pub(crate) line: u16,
    /// The number of times that the tiles of that line count.
    pub(crate) urgency: i32,
}

/// The data stored for a board.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct InLine {
    pub(crate) cost: i64,
    /// The number of tiles of the current line that are away.
    pub(crate) away: u32,
}

impl ByLines {
    /// Evaluates a whole board.
    pub(crate) fn evaluate(&self, at: &[u16]) -> InLine {
        let mut state = InLine::default();
        for (cell, &tile) in at.iter().enumerate().filter(|it| *it.1 != self.costs.blank) {
            let (row, times) = self.row(tile);
            for axis in 0..3 {
                state.cost += i64::from(times * row[self.distance(tile, cell, axis)]);
            }
            if self.costs.line_of[usize::from(tile)] == self.line && usize::from(tile) != cell {
                state.cost += i64::from(self.urgency * self.costs.away);
                state.away += 1;
            }
        }
        state
    }

    /// Returns the cost of a tile's distances.
    #[inline(always)]
    fn row(&self, tile: u16) -> (&[i32], i32) {
        let before = self.costs.line_of[usize::from(tile)].saturating_sub(self.line);
        let rows = &self.costs.rows;
        let row = &rows[usize::from(before).min(rows.len() - 1)];
        (row, if before == 0 { self.urgency } else { 1 })
    }

    #[inline(always)]
    fn distance(&self, tile: u16, cell: usize, axis: usize) -> usize {
        let places = &self.costs.places;
        usize::from(places[usize::from(tile)][axis].abs_diff(places[cell][axis]))
    }

    /// Returns the data stored after a move.
    #[inline(always)]
    fn after(&self, state: &InLine, tile: u16, slide: Slide) -> InLine {
        let axis = match slide.side {
            Side::Up | Side::Down => 0,
            Side::Left | Side::Right => 1,
            Side::Front | Side::Back => 2,
        };
        let (row, times) = self.row(tile);
        let cost = |cell| times * row[self.distance(tile, cell, axis)];
        let mut after = *state;
        after.cost += i64::from(cost(slide.to) - cost(slide.from));
        if self.costs.line_of[usize::from(tile)] == self.line {
            let (was, is) = (
                slide.from != usize::from(tile),
                slide.to != usize::from(tile),
            );
            after.cost +=
                i64::from(self.urgency * self.costs.away) * (i64::from(is) - i64::from(was));
            after.away = after.away + u32::from(is) - u32::from(was);
        }
        after
    }
}

impl Ranking for ByLines {
    type State = InLine;
    type Note = ();
    type View<'a> = &'a Self;

    fn view(&self, _cells: usize) -> &Self {
        self
    }

    fn cost_of_child(&self) -> usize {
        10
    }
}

impl View for &ByLines {
    type State = InLine;
    type Note = ();

    const HAS_ESTIMATES: bool = false;

    fn order(&self, state: &InLine) -> i64 {
        state.cost
    }

    #[inline(always)]
    fn children(
        &self,
        state: &InLine,
        at: &[u16],
        slides: impl Iterator<Item = Slide>,
        mut emit: impl FnMut(Slide, Rank, ()),
    ) {
        for slide in slides {
            let after = self.after(state, at[slide.from], slide);
            let rank = Rank {
                estimate: after.away,
                change: (after.cost - state.cost) as i32,
            };
            emit(slide, rank, ());
        }
    }

    #[inline(always)]
    fn update(&self, state: &mut InLine, at: &[u16], slide: Slide, (): ()) {
        *state = self.after(state, at[slide.from], slide);
    }
}
