//! The weights of beams.

use super::beam_task::{BeamParams, Objective};
use super::lines;
use super::price::{RemainingCost, Weights};
use super::workspace::Workspace;

/// The weights of the beams of a construction. No style is best for all boards. The values were
/// found by trial on random boards of 10 x 10 to 20 x 20.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    number: usize,
    width: usize,
}

/// Factors of a style or a try, in tenths.
type Factors<const N: usize> = [usize; N];

/// `[style % len]`: the share of boards with the blank on the same cell, the weight of the distance
/// left after a flow, the weight of a step to the current block, and that of the distance left
/// after it.
const SHARES: Factors<5> = [10, 5, 15, 7, 10];
const WORTHS_AFTER_FLOW: Factors<4> = [10, 10, 9, 11];
const GATHERS: Factors<4> = [10, 8, 12, 9];
const WORTHS_AFTER: Factors<3> = [10, 12, 8];

/// The remaining cost after a block, fitted to the moves that followed on boards of 10 x 10 to
/// 15 x 15, and after a frame or on larger boards, where a fit is no better than the steps alone.
const AFTER_BLOCK: RemainingCost = RemainingCost {
    step: 154,
    square: 72,
};
const AFTER_FRAME: RemainingCost = RemainingCost {
    step: 304,
    square: 0,
};

/// The remaining cost after a flow of 10 x 10, and its differences on 20 x 20, found by trial:
/// there it takes a sixteenth fewer moves than values that fit narrow beams.
const AFTER_FLOW: RemainingCost = AFTER_BLOCK;
const FARTHER_ON: RemainingCost = RemainingCost {
    step: 96,
    square: 32,
};

/// The same for beams narrower than this, whose flows leave more moves.
const NARROW: usize = 250;
const AFTER_NARROW_FLOW: RemainingCost = RemainingCost {
    step: 384,
    square: 0,
};
const FARTHER_ON_IF_NARROW: RemainingCost = RemainingCost {
    step: 176,
    square: 0,
};

/// The remaining cost after a window, where the flow continues elsewhere with about this many moves
/// a step.
const AFTER_WINDOW: RemainingCost = RemainingCost {
    step: 430,
    square: 0,
};

/// A flow is slow if the Manhattan distance falls by less than this for each move, in 64ths, on
/// 10 x 10, and in a window of a larger board: there ways elsewhere are better.
const SLOPE: u32 = 29;
const SLOPE_OF_WINDOW: u32 = 32;

/// The added power of distances, by style, in eighths.
const POWERS: [i32; 6] = [0, 1, -1, 2, -2, 1];

/// `[try]` of other beam tasks: their share, the width, the weight of a step to the block, and that
/// of the other tiles.
const OTHER_SHARES: Factors<{ Style::TRIES }> = [10, 3, 10, 2, 10, 30];
const WIDTHS: [usize; Style::TRIES] = [1, 1, 2, 2, 4, 4];
const OTHER_GATHERS: Factors<{ Style::TRIES }> = [10, 15, 6, 25, 4, 12];
const RESTS: Factors<{ Style::TRIES }> = [10, 5, 5, 2, 2, 1];

/// The power of distances is 7/4.
const POWER: i32 = 14;

/// The added power of a flow if the solution is not needed at once, in eighths; the power decreases
/// from there. On 10 x 10 constructions take 1,014 moves instead of 1,029; higher values gain
/// nothing.
const HOTTER: i32 = 3;

/// The least power of a flow, in eighths.
const COOLEST: u32 = 10;

/// The share of boards with the blank on the same cell: of a flow over the cells of the board, and
/// of other beam tasks.
const FLOW_SHARE: f32 = 5.0;
const OTHER_SHARE: f32 = 0.1;

/// `[(style + try) % 4]`: the factor of the worth of tiles of later lines; `[try]`: the cost of a
/// step to the current line.
const DECAYS: [i64; 4] = [19, 18, 20, 19];
const LINE_GATHERS: Factors<{ Style::TRIES }> = [10, 15, 8, 20, 6, 12];

/// The number of styles in which a block is gathered, the best of which counts, if the solution is
/// not needed at once; and the most cells for that: on larger boards wider flows gain more.
const ATTEMPTS: usize = 2;
const CELLS_OF_ATTEMPTS: usize = 256;

/// The number of boards that are carried from stage to stage, on small boards. On 10 x 10 in 8
/// million expansions solutions take 980 moves instead of 984; more boards gain almost nothing.
const CARRIED: usize = 8;

/// The least width of tries after the first one.
const LEAST_WIDTH: usize = 100;

/// The excess of a board's estimated total after a stage over that of the shortest solution at
/// which the construction is abandoned, in sixteenths of a move: about the error of the estimate.
const SLACK: u64 = 30 * 16;

/// Returns the estimated total of a board, moves made and moves left, in sixteenths of a move; 0 if
/// the board is so large that no estimate is good enough to give it up.
pub(super) fn milestone(workspace: &Workspace) -> u64 {
    if workspace.at.len() > CELLS_OF_ATTEMPTS {
        return 0;
    }
    let cells = (0..workspace.at.len())
        .filter(|&cell| cell != workspace.blank && !workspace.is_fixed[cell]);
    let left = cells.map(|cell| {
        let (here, there) = (
            workspace.coordinates(cell),
            workspace.coordinates(workspace.at[cell].into()),
        );
        u64::from(AFTER_BLOCK.of([0, 1, 2].map(|axis| here[axis].abs_diff(there[axis]))))
    });
    16 * workspace.moves.len() as u64 + left.sum::<u64>() / 16
}

/// Returns whether to give up a construction, given a milestone and that of the shortest one.
pub(super) const fn is_hopeless(milestone: u64, of_shortest: u64) -> bool {
    milestone > of_shortest + SLACK
}

impl Style {
    /// The number of times that a stage is tried.
    pub(super) const TRIES: usize = 6;

    /// Returns the style of a number; the first is the best on average.
    pub(super) const fn numbered(number: usize, width: usize) -> Self {
        Self { number, width }
    }

    pub(super) const fn width(&self) -> usize {
        self.width
    }

    /// Returns the next style, with at least this width.
    pub(super) fn next(&self, width: usize) -> Self {
        Self::numbered(self.number + 1, self.width.max(width))
    }

    /// Returns the number of styles in which a beam task is run one after the other, to take the
    /// best.
    ///
    /// Results vary by about 30 moves for a block of 10 x 10, and the result of a stage can be
    /// estimated well before the other stages are done.
    pub(super) fn attempts(&self, objective: &Objective, workspace: &Workspace) -> usize {
        let is_block = matches!(objective, Objective::Gather(_));
        if is_block && self.number > 0 && workspace.at.len() <= CELLS_OF_ATTEMPTS {
            ATTEMPTS
        } else {
            1
        }
    }

    /// Returns the number of boards that continue from stage to stage.
    pub(super) fn carried(&self, workspace: &Workspace) -> usize {
        if self.number > 0 && workspace.at.len() <= CELLS_OF_ATTEMPTS {
            CARRIED
        } else {
            1
        }
    }

    /// Returns the style of an attempt.
    pub(super) const fn of_attempt(&self, attempt: usize) -> Self {
        Self::numbered(self.number + attempt, self.width)
    }

    /// Returns the parameters of lines after some failures.
    pub(super) fn of_lines(&self, failures: usize) -> lines::LineParams {
        let (style, nth_try) = (self.number, failures % Self::TRIES);
        let width = self.width_of_try(nth_try);
        let share = SHARES[style % 5] * OTHER_SHARES[nth_try];
        lines::LineParams {
            width,
            width_of_cell: ((width as f32 * OTHER_SHARE * share as f32 / 100.0) as usize).max(1),
            power: (POWER + POWERS[style % 6]) as u32,
            // Two and a half moves for a step.
            gather: (40 * GATHERS[style % 4] * LINE_GATHERS[nth_try] / 100) as i32,
            decay: DECAYS[(style + nth_try) % 4],
        }
    }

    /// Returns the width of a try of a beam task.
    fn width_of_try(&self, nth_try: usize) -> usize {
        let first = if nth_try > 0 {
            self.width.max(LEAST_WIDTH)
        } else {
            self.width
        };
        first * WIDTHS[nth_try]
    }

    /// Returns the parameters of a beam task after some failures.
    pub(super) fn params(
        &self,
        objective: &Objective,
        failures: usize,
        workspace: &Workspace,
    ) -> BeamParams {
        let (style, nth_try) = (self.number, failures % Self::TRIES);
        let share = SHARES[style % 5] as f32 / 10.0;
        let width = self.width_of_try(nth_try);
        let share = share * OTHER_SHARE * OTHER_SHARES[nth_try] as f32 / 10.0;
        let remaining_cost = match objective {
            Objective::Gather(_) if workspace.at.len() <= CELLS_OF_ATTEMPTS => AFTER_BLOCK,
            _ => RemainingCost {
                step: AFTER_FRAME.step * WORTHS_AFTER[style % 3] as u32 / 10,
                ..AFTER_FRAME
            },
        };
        // Two moves for a step.
        let gather = 32 * GATHERS[style % 4] * OTHER_GATHERS[nth_try] / 100;
        BeamParams {
            width,
            width_of_cell: ((width as f32 * share) as usize).max(1),
            power: (POWER + POWERS[(style + 2) % 6] * i32::from(style > 0)) as u32,
            weights: Weights {
                gather: gather as i32,
                outside: 3 * gather as i32 / 10,
                inner: 16,
                blank: 5,
                rest: 8 * RESTS[nth_try] as i32 / 10,
            },
            coolest: POWER as u32,
            slope: 0,
            remaining_cost,
        }
    }

    /// Returns the parameters of the beam of a flow in a window of `cells` cells.
    pub(super) fn flow(&self, cells: usize, workspace: &Workspace) -> BeamParams {
        let style = self.number;
        let hotter = if style > 0 { HOTTER } else { 0 };
        let power = (POWER + hotter + POWERS[style % 6]) as u32;
        let is_whole = cells == workspace.left.cells();
        let beyond_ten = workspace.left.longest().saturating_sub(10).min(10) as u32;
        let share = SHARES[style % 5] as f32 * FLOW_SHARE / (10 * cells) as f32;
        let remaining_cost = if is_whole && self.width < NARROW {
            RemainingCost {
                step: AFTER_NARROW_FLOW.step + beyond_ten * FARTHER_ON_IF_NARROW.step / 10,
                square: 0,
            }
        } else if is_whole {
            RemainingCost {
                step: AFTER_FLOW.step + beyond_ten * FARTHER_ON.step / 10,
                square: AFTER_FLOW.square - beyond_ten * FARTHER_ON.square / 10,
            }
        } else {
            AFTER_WINDOW
        };
        let worth = WORTHS_AFTER_FLOW[style % 4] as u32;
        BeamParams {
            width: self.width,
            width_of_cell: ((self.width as f32 * share) as usize).max(1),
            power,
            coolest: if is_whole { COOLEST } else { power },
            weights: Weights::NONE,
            slope: if is_whole {
                SLOPE - 7 * beyond_ten / 10
            } else {
                SLOPE_OF_WINDOW
            },
            remaining_cost: RemainingCost {
                step: remaining_cost.step * worth / 10,
                square: remaining_cost.square * worth / 10,
            },
        }
    }
}
