//! The settings of the beams of a construction: widths and weights.

use super::lines::LineParams;
use super::price::RemainingCost;
use super::region_beam::{BeamParams, MustPlace};
use super::tuning::{
    COOLEST, GATHER, GATHER_LINE, LEAST_WIDTH, POWER_OF_REGION, SHARE_OF_CELL,
    SHARE_OF_CELL_IN_TRANSPORT, TRIES, Try, Tuning, VARIATIONS,
};
use super::workspace::Workspace;
use crate::region::Region;

/// Returns the parameters of a try.
fn of_try(nth_try: usize) -> Try {
    TRIES[nth_try.min(1)]
}

/// The weights of a construction.
#[derive(Clone, Copy, Debug)]
pub(super) enum Style {
    /// Those that are best on average: the solution is needed at once.
    Quick,
    /// Others, by number: no weights are the best for all boards.
    Varied(usize),
}

/// The settings of the beams of a construction.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeamSettings {
    style: Style,
    /// The number of boards of a layer.
    pub(super) width: usize,
}

impl BeamSettings {
    /// Returns those of a construction that is needed at once.
    pub(super) const fn quick(width: usize) -> Self {
        Self {
            style: Style::Quick,
            width,
        }
    }

    /// Returns those of another construction, the `number`th.
    pub(super) const fn varied(number: usize, width: usize) -> Self {
        Self {
            style: Style::Varied(number),
            width,
        }
    }

    /// Returns those after a construction that has failed.
    pub(super) const fn next(self) -> Self {
        let number = match self.style {
            Style::Quick => 1,
            Style::Varied(number) => number + 1,
        };
        Self::varied(number, self.width)
    }

    /// Returns the factors of the share of a cell, in tenths, and what is added to the power of
    /// distances, in eighths.
    const fn variation(self) -> (usize, i32) {
        match self.style {
            Style::Quick => VARIATIONS[0],
            Style::Varied(number) => VARIATIONS[number % VARIATIONS.len()],
        }
    }

    /// Returns the width of a beam, and the most of its boards that may have the blank on the same
    /// cell: a share in percent, varied.
    fn widths(self, nth_try: usize, percent: usize) -> (usize, usize) {
        let least = if nth_try > 0 { LEAST_WIDTH } else { 0 };
        let of_try = of_try(nth_try);
        let width = self.width.max(least) * of_try.width;
        let of_cell = width * percent * self.variation().0 * of_try.share / 10_000;
        (width, of_cell.max(1))
    }

    /// Returns the parameters of lines for a try.
    pub(super) fn of_lines(self, nth_try: usize) -> LineParams {
        let power = self.variation().1;
        let of_try = of_try(nth_try);
        let (width, width_of_cell) = self.widths(nth_try, SHARE_OF_CELL);
        LineParams {
            width,
            width_of_cell,
            power: (POWER_OF_REGION + power) as u32,
            gather: GATHER_LINE * of_try.gather / 10,
            decay: of_try.decay,
        }
    }

    /// Returns the parameters of the beam of a region for a try.
    pub(super) fn params(
        self,
        must_place: &MustPlace,
        nth_try: usize,
        region: &Region,
        workspace: &Workspace,
    ) -> BeamParams {
        match must_place {
            MustPlace::Nothing => self.of_transport(nth_try, region.cells(), workspace),
            MustPlace::Gathered(_) => {
                let tuning = Tuning::for_shape(workspace.shape);
                self.of_region(nth_try, tuning.after_block)
            }
        }
    }

    fn of_region(self, nth_try: usize, remaining_cost: RemainingCost) -> BeamParams {
        let power = self.variation().1;
        let (width, width_of_cell) = self.widths(nth_try, SHARE_OF_CELL);
        let of_try = of_try(nth_try);
        BeamParams {
            width,
            width_of_cell,
            power: (POWER_OF_REGION + power) as u32,
            gather: GATHER * of_try.gather / 10,
            rest: 8 * of_try.rest / 10,
            coolest: u32::MAX,
            slope: 0,
            remaining_cost,
        }
    }

    /// Returns the parameters of the beam of a transport in `cells` cells.
    fn of_transport(self, nth_try: usize, cells: usize, workspace: &Workspace) -> BeamParams {
        let power = self.variation().1;
        let tuning = Tuning::for_shape(workspace.shape);
        let (width, width_of_cell) = self.widths(nth_try, SHARE_OF_CELL_IN_TRANSPORT / cells);
        BeamParams {
            width,
            width_of_cell,
            power: (tuning.transport_power + power) as u32,
            coolest: COOLEST,
            gather: 0,
            rest: 16,
            slope: tuning.slope,
            remaining_cost: tuning.after_transport,
        }
    }
}
