//! The settings of the beams of a construction: widths and weights.

use super::lines::LineParams;
use super::region_beam::BeamParams;
use super::tuning::{
    COOLEST, GATHER, GATHER_LINE, LEAST_WIDTH, POWER_OF_REGION, SHARE_OF_CELL,
    SHARE_OF_CELL_IN_TRANSPORT, TRIES, Try, Tuning, VARIATIONS,
};
use super::workspace::Workspace;

/// The settings of the beams of a construction.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeamSettings {
    /// The number of its variation: no weights are the best for all boards. Those of 0 are the best
    /// on average, and 0 is for solutions that are needed at once.
    pub(super) number: usize,
    /// The number of boards of a layer.
    pub(super) width: usize,
}

impl BeamSettings {
    /// Returns the factor of the share of a cell, in tenths, and what is added to the power of
    /// distances, in eighths.
    const fn variation(self) -> (usize, i32) {
        VARIATIONS[self.number % VARIATIONS.len()]
    }

    /// Returns the parameters of a try, the width of its beam, and the most of its boards that may
    /// have the blank on the same cell: a share in percent, varied.
    fn of_try(self, nth_try: usize, percent: usize) -> (Try, usize, usize) {
        let of_try = TRIES[nth_try.min(1)];
        let least = if nth_try > 0 { LEAST_WIDTH } else { 0 };
        let width = self.width.max(least) * of_try.width;
        let of_cell = width * percent * self.variation().0 * of_try.share / 10_000;
        (of_try, width, of_cell.max(1))
    }

    /// Returns the parameters of lines for a try.
    pub(super) fn of_lines(self, nth_try: usize) -> LineParams {
        let (of_try, width, width_of_cell) = self.of_try(nth_try, SHARE_OF_CELL);
        LineParams {
            width,
            width_of_cell,
            power: (POWER_OF_REGION + self.variation().1) as u32,
            gather: GATHER_LINE * of_try.gather / 10,
            decay: of_try.decay,
        }
    }

    /// Returns the parameters of the beam that gathers a block for a try.
    pub(super) fn of_block(self, nth_try: usize, workspace: &Workspace) -> BeamParams {
        let (of_try, width, width_of_cell) = self.of_try(nth_try, SHARE_OF_CELL);
        BeamParams {
            width,
            width_of_cell,
            power: (POWER_OF_REGION + self.variation().1) as u32,
            gather: GATHER * of_try.gather / 10,
            rest: 8 * of_try.rest / 10,
            coolest: u32::MAX,
            slope: 0,
            remaining_cost: Tuning::for_shape(workspace.shape).after_block,
        }
    }

    /// Returns the parameters of the beam of a transport for a try.
    pub(super) fn of_transport(self, nth_try: usize, workspace: &Workspace) -> BeamParams {
        let tuning = Tuning::for_shape(workspace.shape);
        let percent = SHARE_OF_CELL_IN_TRANSPORT / workspace.left.cells();
        let (_, width, width_of_cell) = self.of_try(nth_try, percent);
        BeamParams {
            width,
            width_of_cell,
            power: (tuning.transport_power + self.variation().1) as u32,
            coolest: COOLEST,
            gather: 0,
            rest: 16,
            slope: tuning.slope,
            remaining_cost: tuning.after_transport,
        }
    }
}
